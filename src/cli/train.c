/* train.c - `lammer train`: the command line of the coach. */
#include <locale.h>

#include "cli.h"
#include "options.h"

static const char usage[] =
    "usage: lammer train [--rules NAME|FILE] [--set KEY=VALUE]... [--drill pairs|soft|free|rare|all]\n"
    "                    [--rounds N] [--boxes N] [--gone felt|shoe] [--seed S] [--plain] [--reset]\n\n"
    "Hands to decide, the exact value of each action, and what a mistake costs. Hands you got wrong come\n"
    "back until you get them right.\n\n"
    "  --rules R      the rules of the table (ma-freebet)\n"
    "  --drill D      pairs; soft: hands with an ace; free: what the house pays for; rare: lammer hands and\n"
    "                 hands of three cards and more; all (the default)\n"
    "  --rounds N     how many hands (20); 0: until you leave\n"
    "  --boxes N      boxes in play (1): the cards of the others lie on the felt\n"
    "  --gone G       the cards that prices take as gone: felt, those on the felt (the default); shoe: all since the\n"
    "                 shuffle, with hands dealt from one shoe\n"
    "  --seed S       the same hands every time\n"
    "  --plain        lines instead of a screen\n"
    "  --reset        forget the progress under these rules\n\n"
    "Progress is kept in $XDG_DATA_HOME/lammer/train.json.\n";

static bool read_args(train_args *args, int argc, char **argv, int *result)
{
    const char *drills[DRILLS + 1] = { NULL };
    for (int i = 0; i < DRILLS; i++)
        drills[i] = drill_word((drill)i);
    *args = (train_args){ .rules = { .name = "ma-freebet", .load = cli_load_legal_rules }, .rounds = 20, .seats = 1 };
    static const char *const gone[] = { "felt", "shoe", NULL };
    const cli_option options[] = {
        { "--rules", .text = &args->rules.name },
        { "--set", .list = args->rules.setting, .n = &args->rules.settings, .most = TERM_SETTINGS },
        { "--drill", .choice = &args->drill, .words = drills },
        { "--rounds", .number = &args->rounds, .least = 0, .most = 1000000 },
        { "--boxes", .number = &args->seats, .least = 1, .most = TERM_SEATS },
        { "--gone", .choice = &args->gone, .words = gone },
        { "--seed", .text = &args->seed },
        { "--plain", .flag = &args->plain },
        { "--reset", .flag = &args->reset },
        { NULL },
    };
    return options_read("train", usage, options, argc, argv, result);
}

int cmd_train(int argc, char **argv)
{
    static term_end end;
    train_args args;
    int result;
    if (!read_args(&args, argc, argv, &result)) return result;
    setlocale(LC_ALL, "");
    term_train(&args, &end);
    return cli_end_session(&end);
}
