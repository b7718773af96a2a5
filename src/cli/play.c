/* play.c - `lammer play`: the command line of a table in the terminal. */
#include <locale.h>

#include "cli.h"
#include "lammer/round.h"
#include "options.h"

static const char usage[] =
    "usage: lammer play [--rules NAME|FILE] [--set KEY=VALUE]... [--boxes N] [--box K]\n"
    "                   [--bankroll DOLLARS] [--seed S] [--shoe CARDS] [--plain] [--resume | --fresh]\n"
    "                   [--gone felt|shoe]\n\n"
    "A table in the terminal: your cards, your bets, the neighbours, the dealer, and why everything is paid.\n\n"
    "  --rules R            the rules of the table (ma-freebet)\n"
    "  --set KEY=VALUE      change one rule, or the wagers: --set offer=push22:A\n"
    "  --boxes N            boxes in play, yours among them (1); the others play the chart\n"
    "  --box K              where you sit (1)\n"
    "  --bankroll DOLLARS   what you come with (1000)\n"
    "  --seed S             the same cards every time; without it they are random\n"
    "  --shoe CARDS         deal these cards first, such as \"8h 6d 8c Kh\", after the burn card\n"
    "  --gone felt|shoe     the cards that the coach's prices take as gone: those on the felt (the default), or all\n"
    "                       that were seen since the shuffle\n"
    "  --plain              lines instead of a screen: for pipes, screen readers and simple terminals\n"
    "  --resume, --fresh    resume an interrupted hand without asking, or give it up\n\n"
    "An interrupted hand is kept in $XDG_DATA_HOME/lammer and offered the next time.\n";

static bool read_bankroll(void *into, const char *text)
{
    lm_cents *cents = into;
    return lm_cents_read(text, cents) && *cents > 0 && *cents <= LM_CENTS_MAX;
}

static bool read_args(play_args *args, int argc, char **argv, int *result)
{
    *args = (play_args){ .rules = { .name = "ma-freebet", .load = cli_load_legal_rules },
                         .seats = 1,
                         .seat = 1,
                         .bankroll_cents = 1000 * LM_DOLLAR };
    static const char *const gone[] = { "felt", "shoe", NULL };
    const cli_option options[] = {
        { "--rules", .text = &args->rules.name },
        { "--set", .list = args->rules.setting, .n = &args->rules.settings, .most = TERM_SETTINGS },
        { "--boxes", .number = &args->seats, .least = 1, .most = LM_BOXES },
        { "--box", .number = &args->seat, .least = 1, .most = LM_BOXES },
        { "--seats", .number = &args->seats, .least = 1, .most = LM_BOXES }, /* the older words */
        { "--seat", .number = &args->seat, .least = 1, .most = LM_BOXES },
        { "--seed", .text = &args->seed },
        { "--shoe", .text = &args->shoe },
        { "--bankroll", "dollars, such as 500", .read = read_bankroll, .into = &args->bankroll_cents },
        { "--gone", .choice = &args->gone, .words = gone },
        { "--plain", .flag = &args->plain },
        { "--resume", .flag = &args->resume },
        { "--fresh", .flag = &args->fresh },
        { NULL },
    };
    if (!options_read("play", usage, options, argc, argv, result)) return false;
    if (args->seat > args->seats) args->seats = args->seat;
    if (!args->resume || !args->fresh) return true;
    *result = cli_error("--resume and --fresh contradict each other: give one of them");
    return false;
}

int cmd_play(int argc, char **argv)
{
    static term_end end;
    play_args args;
    int result;
    if (!read_args(&args, argc, argv, &result)) return result;
    setlocale(LC_ALL, "");
    term_play(&args, &end);
    return cli_end_session(&end);
}
