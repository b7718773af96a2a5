/* answer.c - questions about submissions, their legality, their notices, and the clauses behind them. */
#include <string.h>

#include "rules.h"

/* clang-format off */
static const struct {
    int (*run)(const rules_args *);
    int least, most; /* names */
    unsigned formats;
} commands[] = {
    { rules_list,    0, 0,          1 << LM_ASK_TEXT | 1 << LM_ASK_JSON },
    { rules_show,    1, 1,          1 << LM_ASK_TEXT | 1 << LM_ASK_JSON },
    { rules_check,   1, MOST_NAMES, 1 << LM_ASK_TEXT | 1 << LM_ASK_JSON },
    { rules_diff,    2, 2,          1 << LM_ASK_TEXT | 1 << LM_ASK_JSON },
    { rules_notice,  1, 1,          1 << LM_ASK_TEXT | 1 << LM_ASK_HTML },
    { rules_clauses, 0, 1,          1 << LM_ASK_TEXT | 1 << LM_ASK_JSON },
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

static bool read_format(rules_args *args, const char *value, unsigned legal)
{
    static const char *const names[] = { [LM_ASK_TEXT] = "text", [LM_ASK_JSON] = "json", [LM_ASK_HTML] = "html" };
    for (int i = 0; i <= LM_ASK_HTML; i++) {
        if (!names[i] || strcmp(names[i], value) != 0) continue;
        args->format = (lm_ask_format)i;
        if (legal >> i & 1) return true;
        return say(args->ear, /* say:format-not-here */ "this command has no --format %s; it has %s", value,
                   legal >> LM_ASK_JSON & 1 ? "text and json" : "text and html");
    }
    return say(args->ear, /* say:format-three */ "--format is text, json or html, not '%s'", value);
}

/* The value of `--name VALUE` or `--name=VALUE`, moving on past it; NULL when the word is another option. */
static const char *option_value(const char *name, int argc, char **argv, int *i)
{
    size_t n = strlen(name);
    if (strncmp(argv[*i], name, n) != 0) return NULL;
    if (argv[*i][n] == '=') return argv[*i] + n + 1;
    if (argv[*i][n]) return NULL;
    return *i + 1 < argc ? argv[++*i] : "";
}

static bool add_word(const rules_args *args, const char **list, int *n, int most, const char *word)
{
    if (!word[0]) {
        return say(args->ear,
                   /* say:rules-value-lacks */ "an option lacks its value; see lammer rules --help");
    }
    if (*n == most) {
        return say(args->ear, "more than %d names or settings", most);
    }
    list[(*n)++] = word;
    return true;
}

static bool read_args(rules_args *args, int argc, char **argv, unsigned formats)
{
    for (int i = 1; i < argc; i++) {
        const char *value;
        if (argv[i][0] != '-') {
            if (!add_word(args, args->name, &args->names, MOST_NAMES, argv[i])) return false;
        } else if ((value = option_value("--set", argc, argv, &i))) {
            if (!add_word(args, args->setting, &args->settings, MOST_SETTINGS, value)) return false;
        } else if ((value = option_value("--rules", argc, argv, &i))) {
            if (!add_word(args, args->name, &args->names, MOST_NAMES, value)) return false;
        } else if ((value = option_value("--format", argc, argv, &i))) {
            if (!read_format(args, value, formats)) return false;
        } else {
            return say(args->ear, /* say:rules-no-option */ "there is no option %s; see lammer rules --help", argv[i]);
        }
    }
    return true;
}

int lm_rules_answer(int c, int n, char **words, const lm_study_ear *ear, lm_text *out)
{
    rules_args args = { .ear = ear, .out = out };
    if (!read_args(&args, n, words, commands[c].formats)) return LM_ANSWER_BAD;
    if (args.names < commands[c].least || args.names > commands[c].most) {
        say(ear, "usage: lammer rules %s; see lammer rules --help", lm_rules_commands[c].usage);
        return LM_ANSWER_BAD;
    }
    int result = commands[c].run(&args);
    if (!out->failed) return result;
    say(ear, "no memory for the answer");
    return LM_ANSWER_BAD;
}
