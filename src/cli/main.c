/* main.c - the program: a table of commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "lammer/words.h"

#include "lammer/server/serve.h"
#include "lammer/version.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    { "bench", cmd_bench, "measure the speed of this machine against the project's goals" },
    { "deal", cmd_deal, "run round scripts, or drive a table by JSON lines" },
    { "journal", cmd_journal, "verify, show and export the journal" },
    { "odds", cmd_odds, "compute exact odds of the main game, every wager, or one decision" },
    { "play", cmd_play, "play at a table in the terminal, under any rules and with any wager" },
    { "report", cmd_report, "write the mathematics of a submission as one page to print and sign" },
    { "rules", cmd_rules, "list, show, check, compare and post rules submissions; look up clauses" },
    { "serve", cmd_serve, "run a house: tables, people and money behind HTTP and WebSocket" },
    { "sim", cmd_sim, "simulate edge, spread and bankroll; the same rounds on every machine" },
    { "store", cmd_store, "back up, restore and copy a house" },
    { "strategy", cmd_strategy, "print the chart: how to play, with chips and with a lammer" },
    { "train", cmd_train, "train with a coach: what each action is worth, what a mistake costs" },
    { 0 },
};

/* Words that may come first on the command line: the commands, and options that replace a command. */
static const char *first_word_at(int i)
{
    static const char *const options[] = { "--help", "--version", "--manifest", NULL };
    int n = (int)(sizeof commands / sizeof *commands) - 1;
    return i < n ? commands[i].name : options[i - n];
}

static int print_commands(FILE *out)
{
    fprintf(out, "Lammer: Blackjack and Free Bet Blackjack by the clauses of their regulations.\n\n"
                 "usage: lammer COMMAND [ARGUMENT ...]\n\n");
    for (int i = 0; commands[i].name; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].help);
    fprintf(out, "\n  COMMAND --help   what a command does and takes\n"
                 "  --version        print the version\n"
                 "  --manifest       print digests of this program and its embedded files\n");
    fprintf(out, "\nCommands exit 0 on success, 1 when the answer is no, 2 on bad usage or input.\n");
    return CLI_YES;
}

/* Prints the digests, to be kept where they cannot be changed together with the program. */
static int print_manifest(void)
{
    char *text = lm_serve_manifest();
    if (!text) return cli_error("the program's own file cannot be read");
    fputs(text, stdout);
    free(text);
    return CLI_YES;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_commands(stderr);
        return CLI_BAD;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return print_commands(stdout);
    if (strcmp(name, "--version") == 0) {
        printf("lammer %s\n", LAMMER_VERSION);
        return CLI_YES;
    }
    if (strcmp(name, "--manifest") == 0) return print_manifest();
    for (int i = 0; commands[i].name; i++) {
        if (strcmp(commands[i].name, name) == 0) return commands[i].run(argc - 1, argv + 1);
    }
    return cli_unknown("lammer", "a command", name, lm_words_nearest(name, first_word_at));
}
