/* rules.c - `lammer rules`: submissions, their legality, their notices, and the clauses behind them. */
#include <string.h>

#include "rules_cli.h"
#include "subcommand.h"

/* clang-format off */
static const struct {
    const char *name;
    int (*run)(const rules_args *);
    int least, most; /* names on the command line */
    unsigned formats;
    const char *usage, *help;
} commands[] = {
    { "list",    rules_list,    0, 0,          1 << FORMAT_TEXT | 1 << FORMAT_JSON, "list",
      "the shipped profiles, one line each" },
    { "show",    rules_show,    1, 1,          1 << FORMAT_TEXT | 1 << FORMAT_JSON, "show NAME|FILE",
      "every rule with its value, where it comes from, what is legal and which clause says so;\n"
      "                             the offered wagers with their odds, and all wagers there are" },
    { "check",   rules_check,   1, MOST_NAMES, 1 << FORMAT_TEXT | 1 << FORMAT_JSON, "check NAME|FILE...",
      "is it legal? Every finding with file, line and clause; several files are one house" },
    { "diff",    rules_diff,    2, 2,          1 << FORMAT_TEXT | 1 << FORMAT_JSON, "diff OLD NEW",
      "what changed, and the notices that the change needs" },
    { "notice",  rules_notice,  1, 1,          1 << FORMAT_TEXT | 1 << FORMAT_HTML, "notice NAME|FILE",
      "what must be posted at the table, as text or as a page to print" },
    { "clauses", rules_clauses, 0, 1,          1 << FORMAT_TEXT | 1 << FORMAT_JSON, "clauses [ID]",
      "the clause, all that begin so (MBJ-8), or a reading (C-17)" },
    { 0 },
};
/* clang-format on */

static const char *command_at(int i)
{
    return commands[i].name;
}

static int help(FILE *out)
{
    fprintf(out,
            "usage: lammer rules COMMAND [NAME|FILE ...] [--set KEY=VALUE ...] [--format text|json|html]\n\n"
            "Rules submissions: shipped profiles by name, others as YAML files (a path, or NAME.yaml).\n\n");
    for (int i = 0; commands[i].name; i++)
        fprintf(out, "  %-26s %s\n", commands[i].usage, commands[i].help);
    fprintf(out, "\n  --set KEY=VALUE            override a rule (diff: of NEW); offer=a,b:T replaces the "
                 "offered wagers\n"
                 "  --format text|json|html    how to print; html is for notice, json for all others\n\n"
                 "Exits 0 on success, 1 when the answer is no (check, notice), 2 on bad usage or input.\n\n"
                 "  lammer rules check ma-blackjack --set surrender=on --set offer=kings-bounty:1,buster:F\n"
                 "  lammer rules notice ma-freebet --format html > notice.html\n"
                 "  lammer rules clauses MBJ-11(e)\n");
    return CLI_YES;
}

static bool read_format(rules_args *args, const char *value, unsigned legal)
{
    static const char *const names[] = { "text", "json", "html" };
    for (int i = 0; i < 3; i++) {
        if (strcmp(names[i], value) != 0) continue;
        args->format = (rules_format)i;
        if (legal >> i & 1) return true;
        cli_error("this command has no --format %s; it has %s", value,
                  legal >> FORMAT_JSON & 1 ? "text and json" : "text and html");
        return false;
    }
    cli_error("--format is text, json or html, not '%s'", value);
    return false;
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

static bool add_word(const char **list, int *n, int most, const char *word)
{
    if (!word[0]) {
        cli_error("an option lacks its value; see lammer rules --help");
        return false;
    }
    if (*n == most) {
        cli_error("more than %d names or settings", most);
        return false;
    }
    list[(*n)++] = word;
    return true;
}

static bool read_args(rules_args *args, int argc, char **argv, unsigned formats)
{
    for (int i = 1; i < argc; i++) {
        const char *value;
        if (argv[i][0] != '-') {
            if (!add_word(args->name, &args->names, MOST_NAMES, argv[i])) return false;
        } else if ((value = option_value("--set", argc, argv, &i))) {
            if (!add_word(args->setting, &args->settings, MOST_SETTINGS, value)) return false;
        } else if ((value = option_value("--rules", argc, argv, &i))) {
            if (!add_word(args->name, &args->names, MOST_NAMES, value)) return false;
        } else if ((value = option_value("--format", argc, argv, &i))) {
            if (!read_format(args, value, formats)) return false;
        } else {
            cli_error("there is no option %s; see lammer rules --help", argv[i]);
            return false;
        }
    }
    return true;
}

static int run(int c, int argc, char **argv)
{
    static rules_args args;
    memset(&args, 0, sizeof args);
    if (!read_args(&args, argc, argv, commands[c].formats)) return CLI_BAD;
    if (args.names < commands[c].least || args.names > commands[c].most) {
        return cli_error("usage: lammer rules %s; see lammer rules --help", commands[c].usage);
    }
    int result = commands[c].run(&args);
    if (fflush(stdout) != 0) return cli_error("the output could not be written");
    return result;
}

int cmd_rules(int argc, char **argv)
{
    int result, c = subcommand_find("rules", command_at, help, argc, argv, &result);
    return c < 0 ? result : run(c, argc - 1, argv + 1);
}
