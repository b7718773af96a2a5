/* play.c - `lammer play`: the command line of a table in the terminal. */
#include <locale.h>
#include <stdio.h>

#include "cli.h"
#include "lammer/round.h"
#include "options.h"
#include "session.h"

static int help(void)
{
    printf("usage: lammer play [--rules NAME|FILE] [--set KEY=VALUE]... [--seats N] [--seat K]\n"
           "                   [--bankroll DOLLARS] [--seed S] [--shoe CARDS] [--plain] [--resume | --fresh]\n\n"
           "A table in the terminal: your cards, your bets, the neighbours, the dealer, and why everything is "
           "paid.\n\n"
           "  --rules R            the rules of the table (ma-freebet)\n"
           "  --set KEY=VALUE      change one rule, or the wagers: --set offer=push22:A\n"
           "  --seats N            people at the table, you among them (1); the others play the chart\n"
           "  --seat K             where you sit (1)\n"
           "  --bankroll DOLLARS   what you come with (1000)\n"
           "  --seed S             the same cards every time; without it they are random\n"
           "  --shoe CARDS         these come first, such as \"8h 6d 8c Kh\"; the burn card is not one of them\n"
           "  --plain              lines instead of a screen: for pipes, screen readers and simple terminals\n"
           "  --resume, --fresh    go on with an interrupted hand without asking, or give it up\n\n"
           "A hand that is interrupted is kept in $XDG_DATA_HOME/lammer and offered the next time.\n");
    return CLI_YES;
}

/* ---- the command line ---------------------------------------------------------------------------------- */

static bool read_bankroll(void *self, const char *text)
{
    play_args *args = self;
    bool good =
        lm_cents_read(text, &args->bankroll_cents) && args->bankroll_cents > 0 && args->bankroll_cents <= LM_CENTS_MAX;
    if (!good) cli_error("--bankroll wants dollars, such as 500, not \"%s\"", text);
    return good;
}

static bool add_setting(void *self, const char *text)
{
    play_args *args = self;
    return cli_add_setting(&args->rules, text);
}

static bool read_args(play_args *args, int argc, char **argv)
{
    *args = (play_args){ .rules = { .name = "ma-freebet", .load = cli_load_legal_rules },
                         .seats = 1,
                         .seat = 1,
                         .bankroll_cents = 1000 * LM_DOLLAR };
    const cli_option options[] = {
        { "--rules", .text = &args->rules.name },
        { "--set", .read = add_setting },
        { "--seats", .number = &args->seats, .least = 1, .most = LM_BOXES },
        { "--seat", .number = &args->seat, .least = 1, .most = LM_BOXES },
        { "--seed", .text = &args->seed },
        { "--shoe", .text = &args->shoe },
        { "--bankroll", .read = read_bankroll },
        { "--plain", .flag = &args->plain },
        { "--resume", .flag = &args->resume },
        { "--fresh", .flag = &args->fresh },
        { "--help", .flag = &args->help },
        { "-h", .flag = &args->help },
        { NULL },
    };
    if (!options_read("play", options, args, argc, argv)) return false;
    if (args->seat > args->seats) args->seats = args->seat;
    if (!args->resume || !args->fresh) return true;
    cli_error("--resume and --fresh contradict each other");
    return false;
}

int cmd_play(int argc, char **argv)
{
    static term_end end;
    play_args args;
    if (!read_args(&args, argc, argv)) return CLI_BAD;
    if (args.help) return help();
    setlocale(LC_ALL, "");
    term_play(&args, &end);
    return cli_end_session(&end);
}
