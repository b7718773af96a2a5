/* deal.c - `lammer deal`: runs round scripts, or drives a table by JSON lines. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "lammer/words.h"
#include "lammer/program/script.h"
#include "lammer/program/tell.h"

static const char usage[] =
    "usage: lammer deal [OPTION ...] FILE.round ...\n"
    "       lammer deal --json [--rules NAME|FILE] [--set key=value ...]\n"
    "\n"
    "Runs round scripts: bets, cards and decisions as a person would tell them, with what must come of "
    "them.\n"
    "FILE - is the standard input. Prints each line that does not hold, and how many scripts passed.\n"
    "\n"
    "  --tell              narrate every round\n"
    "  --clauses           with --tell: name the clause that prescribes each step\n"
    "  --events            print what happens in the notation of the word \"saw\"\n"
    "  --quiet             print failures only\n"
    "  --rules NAME|FILE   rules for scripts without a \"rules\" line, or for --json (ma-freebet there)\n"
    "  --set key=value     change one rule; may be repeated\n"
    "  --json              one JSON object a line on the standard input, one answer a line\n"
    "  --help              this text\n"
    "\n"
    "docs/round-scripts.md has the grammar of scripts, docs/json-lines.md the JSON lines.\n"
    "Exits 0 when every script passed, 1 when one failed, 2 when one could not be read or dealt.\n";

typedef struct {
    script_options script;
    bool tell;
    bool clauses;
    bool json;
    bool help;
    const char **settings; /* as many as there are arguments */
    char **file;
    int files;
} deal_args;

/* Options without and with a value; one row each. */
typedef struct {
    const char *name;
    bool takes_value;
} deal_option;
enum { OPT_TELL, OPT_CLAUSES, OPT_EVENTS, OPT_QUIET, OPT_JSON, OPT_HELP, OPT_RULES, OPT_SET, OPT_COUNT };
static const deal_option options[] = {
    [OPT_TELL] = { "--tell", false },   [OPT_CLAUSES] = { "--clauses", false }, [OPT_EVENTS] = { "--events", false },
    [OPT_QUIET] = { "--quiet", false }, [OPT_JSON] = { "--json", false },       [OPT_HELP] = { "--help", false },
    [OPT_RULES] = { "--rules", true },  [OPT_SET] = { "--set", true },          [OPT_COUNT] = { NULL, false },
};

static const char *option_at(int i)
{
    return options[i].name;
}

static void set_option(deal_args *a, int option, const char *value)
{
    switch (option) {
    case OPT_TELL: a->tell = true; break;
    case OPT_CLAUSES: a->clauses = true; break;
    case OPT_EVENTS: a->script.events = true; break;
    case OPT_QUIET: a->script.quiet = true; break;
    case OPT_JSON: a->json = true; break;
    case OPT_HELP: a->help = true; break;
    case OPT_RULES: a->script.rules = value; break;
    case OPT_SET: a->settings[a->script.n_settings++] = value; break;
    }
}

/* Which option a word is; `--rules=NAME` carries its value along. -1: none. */
static int find_option(const char *word, const char **value)
{
    for (int i = 0; i < OPT_COUNT; i++) {
        size_t n = strlen(options[i].name);
        if (strncmp(word, options[i].name, n) != 0) continue;
        if (word[n] == '=' && options[i].takes_value) *value = word + n + 1;
        if (word[n] == '\0' || *value) return i;
    }
    return strcmp(word, "-h") == 0 ? OPT_HELP : -1;
}

static bool read_args(deal_args *a, int argc, char **argv)
{
    bool only_files = false;
    for (int i = 1; i < argc; i++) {
        const char *value = NULL;
        if (only_files || argv[i][0] != '-' || argv[i][1] == '\0') {
            a->file[a->files++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            only_files = true;
            continue;
        }
        int option = find_option(argv[i], &value);
        if (option < 0) {
            const char *near = lm_words_nearest(argv[i], option_at);
            cli_error("there is no option %s; %s%s", argv[i], near ? "did you mean " : "see lammer deal --help",
                      near ? near : "");
            return false;
        }
        if (options[option].takes_value && !value && i + 1 == argc) {
            cli_error("%s wants a value; see lammer deal --help", argv[i]);
            return false;
        }
        if (options[option].takes_value && !value) value = argv[++i];
        set_option(a, option, value);
    }
    return true;
}

static script_result deal_script(const deal_args *a, const char *path, char why[SCRIPT_WHY])
{
    teller narrator;
    script_ear ear = { &narrator, teller_hear_table, teller_hear_events };
    script_options how = a->script;
    if (a->tell) {
        teller_start(&narrator, a->clauses);
        how.ear = &ear;
    }
    return script_deal(path, &how, why);
}

/* Each script by itself; the next one runs whatever became of this one. */
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
    if (!a->script.quiet) printf("%s%d passed, %d failed\n", a->tell ? "\n" : "", passed, failed);
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

static int run(const deal_args *a)
{
    if (a->help) {
        fputs(usage, stdout);
        return CLI_YES;
    }
    if (a->json && a->files) return cli_error("--json reads the standard input and takes no files");
    if (a->json) return run_json(a);
    if (!a->files) return cli_error("no round script was named; see lammer deal --help");
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
    } else if (read_args(&a, argc, argv)) {
        result = run(&a);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) result = cli_error("the output could not be written");
    free(a.settings);
    free(a.file);
    return result;
}
