/* rules.c - `lammer rules`: submissions, their legality, their notices, and the clauses behind them. */
#include <stdio.h>

#include "cli.h"
#include "lammer/program/submissions.h"
#include "options.h"

/* In the order of lm_rules_commands. */
static const char *const helps[] = {
    "the shipped profiles, one line each",
    ("every rule with its value, its origin, what is legal and which clause says so;\n"
     "                             the offered wagers with their odds, and all wagers that exist"),
    ("is it legal? Every finding with file, line and clause; several files are\n"
     "                             one house"),
    "what changed, and the notices that the change needs",
    "what must be posted at the table, as text or as a page to print",
    "the clause, all clauses below a section (MBJ-8), or a reading (C-17)",
};

static const char *command_at(int i)
{
    return lm_rules_commands[i].name;
}

static int help(FILE *out)
{
    fprintf(out, "usage: lammer rules COMMAND [NAME|FILE ...] [--set KEY=VALUE ...] [--format text|json|html]\n\n"
                 "Rules submissions: shipped profiles by name, others as YAML files (a path, or NAME.yaml).\n\n");
    for (int i = 0; lm_rules_commands[i].name; i++)
        fprintf(out, "  %-26s %s\n", lm_rules_commands[i].usage, helps[i]);
    fprintf(out, "\n  --set KEY=VALUE            override a rule (diff: of NEW); offer=a,b:T replaces the "
                 "offered wagers\n"
                 "  --format text|json|html    how to print; html is for notice, json for all others\n\n"
                 "Exits 0 on success, 1 when the rules are not legal (check, notice), 2 on bad usage or input.\n\n"
                 "  lammer rules check ma-blackjack --set surrender=on --set offer=kings-bounty:1,buster:F\n"
                 "  lammer rules notice ma-freebet --format html > notice.html\n"
                 "  lammer rules clauses MBJ-11(e)\n");
    return CLI_YES;
}

int cmd_rules(int argc, char **argv)
{
    lm_text text = { 0 };
    lm_study_ear ear = cli_ear;
    int result, c = subcommand_find("rules", command_at, help, argc, argv, &result);
    if (c < 0) return result;
    ear.self = &text;
    return cli_print_answer(&text, lm_rules_answer(c, argc - 1, argv + 1, &ear, &text));
}
