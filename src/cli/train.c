/* train.c - `lammer train`: the command line of the coach. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "options.h"
#include "session.h"

static int help(void)
{
    printf("usage: lammer train [--rules NAME|FILE] [--set KEY=VALUE]... [--drill pairs|soft|free|rare|all]\n"
           "                    [--rounds N] [--seed S] [--plain] [--reset]\n\n"
           "Hands to decide, the exact value of each action, and what a mistake costs. Hands that went wrong "
           "come\n"
           "back until they go right.\n\n"
           "  --rules R      the rules of the table (ma-freebet)\n"
           "  --drill D      pairs; soft: hands with an ace; free: what the house pays for; rare: lammer "
           "hands and\n"
           "                 hands of three cards and more; all (the default)\n"
           "  --rounds N     how many hands (20); 0 goes on until you leave\n"
           "  --seed S       the same hands every time\n"
           "  --plain        lines instead of a screen\n"
           "  --reset        forgets what was learned under these rules\n\n"
           "Progress is kept in $XDG_DATA_HOME/lammer/train.json.\n");
    return CLI_YES;
}

/* ---- the command line ------------------------------------------------------------------------------------ */

static bool read_drill(void *self, const char *word)
{
    train_args *args = self;
    for (int i = 0; i < DRILLS; i++) {
        if (strcmp(drill_word((drill)i), word) != 0) continue;
        args->drill = (drill)i;
        return true;
    }
    cli_error("there is no drill \"%s\"; there are pairs, soft, free, rare and all", word);
    return false;
}

static bool add_setting(void *self, const char *text)
{
    train_args *args = self;
    return cli_add_setting(&args->rules, text);
}

static bool read_args(train_args *args, int argc, char **argv)
{
    *args = (train_args){ .rules = { .name = "ma-freebet", .load = cli_load_legal_rules }, .rounds = 20 };
    const cli_option options[] = {
        { "--rules", .text = &args->rules.name },
        { "--set", .read = add_setting },
        { "--drill", .read = read_drill },
        { "--rounds", .number = &args->rounds, .least = 0, .most = 1000000 },
        { "--seed", .text = &args->seed },
        { "--plain", .flag = &args->plain },
        { "--reset", .flag = &args->reset },
        { "--help", .flag = &args->help },
        { "-h", .flag = &args->help },
        { NULL },
    };
    return options_read("train", options, args, argc, argv);
}

int cmd_train(int argc, char **argv)
{
    static term_end end;
    train_args args;
    if (!read_args(&args, argc, argv)) return CLI_BAD;
    if (args.help) return help();
    setlocale(LC_ALL, "");
    term_train(&args, &end);
    return cli_end_session(&end);
}
