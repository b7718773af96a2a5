/* deal.c - `lammer deal`: runs round scripts, or drives a table by JSON lines. */
#include <locale.h>
#include <stdlib.h>

#include "cli.h"
#include "lammer/program/explain.h"
#include "lammer/program/script.h"
#include "lammer/program/tell.h"
#include "options.h"

static const char usage[] =
    "usage: lammer deal [OPTION ...] FILE.round ...\n"
    "       lammer deal --json [--rules NAME|FILE] [--set key=value ...]\n"
    "       lammer deal --words\n"
    "\n"
    "Runs round scripts: bets, cards and decisions, with the expected results.\n"
    "FILE - is the standard input. Prints each expectation that fails, and how many scripts passed.\n"
    "\n"
    "  --tell              narrate every round\n"
    "  --clauses           with --tell: name the clause that prescribes each step\n"
    "  --explain           why each box won or lost what it did: wager, cards, clause and arithmetic, term by term\n"
    "  --events            print events in the notation of the word \"saw\"\n"
    "  --quiet             print failures only\n"
    "  --rules NAME|FILE   rules for scripts without a \"rules\" line, or for --json (ma-freebet there)\n"
    "  --set key=value     change one rule; may be repeated\n"
    "  --json              one JSON object a line on the standard input, one answer a line;\n"
    "                      with --tell: each sentence as a JSON object, its message and what fills it\n"
    "  --words             print every word of a script with its arguments and what it does\n"
    "  --help              this text\n"
    "\n"
    "docs/round-scripts.md explains scripts, docs/json-lines.md the JSON lines.\n"
    "Exits 0 when every script passed, 1 when one failed, 2 when one could not be read or dealt.\n";

typedef struct {
    script_options script;
    bool tell;
    bool clauses;
    bool explain;
    bool json;
    bool words;
    const char **settings, **file; /* with room for all arguments */
    int files;
} deal_args;

static bool read_args(deal_args *a, int argc, char **argv, int *result)
{
    const cli_option options[] = {
        { "--tell", .flag = &a->tell },
        { "--clauses", .flag = &a->clauses },
        { "--explain", .flag = &a->explain },
        { "--events", .flag = &a->script.events },
        { "--quiet", .flag = &a->script.quiet },
        { "--json", .flag = &a->json },
        { "--words", .flag = &a->words },
        { "--rules", .text = &a->script.rules },
        { "--set", .list = a->settings, .n = &a->script.n_settings, .most = argc },
        { "", .list = a->file, .n = &a->files, .most = argc },
        { NULL },
    };
    return options_read("deal", usage, options, argc, argv, result);
}

/* Prints a script while it is dealt. */
typedef struct {
    const deal_args *args;
    const lm_rules *rules;
    teller narrator;
    explainer why; /* of the round being dealt */
} printer;

/* Prints the explanation of a round after its story. Prizes come after the end of a round, so this waits for the next
 * round. */
static void print_why(printer *p)
{
    lm_story_style style = teller_style(&p->narrator);
    if (p->args->explain && p->why.rows) {
        putchar('\n');
        explain_print(&p->why, &style, stdout);
    }
    p->why.rows = 0;
}

static void hear_table(void *self, const lm_rules *rules)
{
    printer *p = self;
    print_why(p);
    if (p->args->tell) teller_hear_table(&p->narrator, rules);
    p->rules = rules;
}

static void hear_events(void *self, const lm_event *event, int from, int to, const lm_dated_news *news, int n)
{
    printer *p = self;
    for (int i = from; i < to; i++) {
        if (event[i].kind == LM_EV_OPEN) print_why(p);
    }
    if (p->args->tell) teller_hear_events(&p->narrator, event, from, to, news, n);
}

static void hear_reckoning(void *self, const lm_event *event, const lm_reckoning *reckoning)
{
    printer *p = self;
    explain_event(&p->why, p->rules, event, reckoning);
}

static script_result deal_script(const deal_args *a, const char *path, char why[SCRIPT_WHY])
{
    printer p = { .args = a };
    script_ear ear = { &p, hear_table, hear_events, hear_reckoning };
    script_options how = a->script;
    if (a->tell || a->explain) {
        teller_start(&p.narrator, a->clauses);
        p.narrator.json = a->json;
        how.ear = &ear;
    }
    script_result result = script_deal(path, &how, why);
    print_why(&p);
    explain_free(&p.why);
    return result;
}

/* Runs each script separately: a failure does not stop the next one. */
static int run_scripts(const deal_args *a)
{
    int passed = 0, failed = 0;
    bool bad = false;
    for (int i = 0; i < a->files; i++) {
        char why[SCRIPT_WHY];
        script_result result = deal_script(a, a->file[i], why);
        if (why[0]) cli_error("%s", why);
        if (result == SCRIPT_DONE) passed++;
        if (result != SCRIPT_DONE) failed++;
        if (result == SCRIPT_BAD) bad = true;
    }
    if (!a->script.quiet && !a->json) printf("%s%d passed, %d failed\n", a->tell ? "\n" : "", passed, failed);
    return bad ? CLI_BAD : failed ? CLI_NO : CLI_YES;
}

static int run_json(const deal_args *a)
{
    lm_profile *profile = calloc(1, sizeof *profile);
    if (!profile) return cli_error("no memory for the rules");
    const char *name = a->script.rules ? a->script.rules : "ma-freebet";
    int result = CLI_BAD;
    if (cli_load_legal_rules(profile, name, a->settings, a->script.n_settings)) {
        const char *why = script_lines_run(&profile->rules, stdin, stdout);
        result = why ? cli_error("%s", why) : CLI_YES;
    }
    free(profile);
    return result;
}

static int deal(const deal_args *a)
{
    if (a->words) {
        script_words(stdout);
        return CLI_YES;
    }
    if (a->json && a->files && !a->tell)
        return cli_error("--json reads the standard input and takes no files without --tell");
    if (a->json && !a->tell) return run_json(a);
    if (!a->files) return cli_error("name a round script. See lammer deal --help.");
    return run_scripts(a);
}

int cmd_deal(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    deal_args a = { .settings = calloc((size_t)argc, sizeof *a.settings),
                    .file = calloc((size_t)argc, sizeof *a.file) };
    a.script.settings = a.settings;
    int result = CLI_BAD;
    if (!a.settings || !a.file) {
        cli_error("no memory for the arguments");
    } else if (read_args(&a, argc, argv, &result)) {
        result = deal(&a);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) result = cli_error("the output could not be written");
    free(a.settings);
    free(a.file);
    return result;
}
