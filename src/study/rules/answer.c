/* answer.c - questions about submissions, their legality, their notices, and the clauses behind them. */

#include "lammer/program/options.h"
#include "rules.h"

/* clang-format off */
static const struct {
    int (*run)(const rules_args *);
    int least, most; /* names */
    lm_ask_format other; /* beside text */
} commands[] = {
    { rules_list,    0, 0,          LM_ASK_JSON },
    { rules_show,    1, 1,          LM_ASK_JSON },
    { rules_check,   1, MOST_NAMES, LM_ASK_JSON },
    { rules_diff,    2, 2,          LM_ASK_JSON },
    { rules_notice,  1, 1,          LM_ASK_HTML },
    { rules_clauses, 0, 1,          LM_ASK_JSON },
};
/* clang-format on */

const lm_rules_command lm_rules_commands[] = {
    { "list", "list" },
    { "show", "show NAME|FILE" },
    { "check", "check NAME|FILE..." },
    { "diff", "diff OLD NEW" },
    { "notice", "notice NAME|FILE" },
    { "clauses", "clauses [ID]" },
    { 0 },
};

int lm_rules_answer(int c, int n, char **words, const lm_study_ear *ear, lm_text *out)
{
    rules_args args = { .ear = ear, .out = out };
    unsigned format = 0;
    const char *const formats[] = { "text", commands[c].other == LM_ASK_HTML ? "html" : "json", NULL };
    const lm_option options[] = {
        { "", .list = args.name, .n = &args.names, .most = MOST_NAMES },
        { "--rules", .list = args.name, .n = &args.names, .most = MOST_NAMES },
        { "--set", .list = args.setting, .n = &args.settings, .most = MOST_SETTINGS },
        { "--format", .choice = &format, .words = formats },
        { 0 },
    };
    if (!lm_options_read("rules", options, n, words, ear ? ear->say : NULL, ear ? ear->self : NULL))
        return LM_ANSWER_BAD;
    args.format = format ? commands[c].other : LM_ASK_TEXT;
    if (args.names < commands[c].least) {
        say(ear, /* say:rules-lacks-name */ "a name is missing; write lammer rules %s", lm_rules_commands[c].usage);
        return LM_ANSWER_BAD;
    }
    if (args.names > commands[c].most) {
        say(ear, /* say:rules-name-too-many */ "\"%s\" is one name too many; write lammer rules %s",
            args.name[commands[c].most], lm_rules_commands[c].usage);
        return LM_ANSWER_BAD;
    }
    int result = commands[c].run(&args);
    if (!out->failed) return result;
    say(ear, "no memory for the answer");
    return LM_ANSWER_BAD;
}
