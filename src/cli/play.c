/* play.c - `lammer play`: the command line, and a table to sit down at. */
#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "play_cli.h"

static int help(void)
{
    printf(
        "usage: lammer play [--rules NAME|FILE] [--set KEY=VALUE]... [--seats N] [--seat K]\n"
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
    solo_args *args = self;
    bool good = lm_cents_read(text, &args->bankroll_cents) && args->bankroll_cents > 0 &&
                args->bankroll_cents <= LM_CENTS_MAX;
    if (!good) cli_error("--bankroll wants dollars, such as 500, not \"%s\"", text);
    return good;
}

static bool add_setting(void *self, const char *text)
{
    solo_args *args = self;
    if (args->settings == PLAY_SETTINGS) {
        cli_error("more than %d --set", PLAY_SETTINGS);
        return false;
    }
    args->setting[args->settings++] = text;
    return true;
}

static bool read_args(solo_args *args, int argc, char **argv)
{
    *args = (solo_args){ .rules = "ma-freebet", .seats = 1, .seat = 1, .bankroll_cents = 1000 * LM_DOLLAR };
    const cli_option options[] = {
        { "--rules", .text = &args->rules },
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

/* ---- a fresh table ------------------------------------------------------------------------------------- */

static lm_cents usual_bet(const lm_rules *k, lm_cents bankroll)
{
    lm_cents bet = 2 * k->min_bet;
    return bet <= k->max_bet && bet <= bankroll ? bet : k->min_bet;
}

bool solo_open(solo_table *p, const solo_args *args)
{
    solo_state *s = &p->now;
    p->args = *args;
    if (!cli_load_legal_rules(&p->profile, args->rules, args->setting, args->settings)) return false;
    p->rules = &p->profile.rules;
    if (args->seats > p->rules->boxes) {
        cli_error("%s has %d seats, not %d", p->rules->name, (int)p->rules->boxes, args->seats);
        return false;
    }
    s->seats = (uint8_t)args->seats;
    s->seat = (uint8_t)args->seat;
    s->bankroll_cents = args->bankroll_cents;
    s->bets.main_cents = usual_bet(p->rules, s->bankroll_cents);
    chance_open(&s->chance, args->seed);
    if (args->shoe && !solo_stack(p, args->shoe)) return false;
    lm_status status = lm_table_open(&s->table, p->rules);
    solo_prizes_open_meters(p);
    if (lm_ok(status) && solo_drive(p, true)) return true;
    cli_error("no table can be opened: %s", lm_ok(status) ? p->refusal : lm_why_text(status.why));
    return false;
}

void solo_close(solo_table *p)
{
    json_decref(p->kept_file);
    free(p->event);
    free(p->news.news);
    free(p);
}

/* ---- sitting down -------------------------------------------------------------------------------------- */

static bool wants_screen(const solo_args *args)
{
    const char *why = NULL;
    if (args->plain) return false;
    if (solo_screen_possible(&why)) return true;
    if (why) fprintf(stderr, "lammer: %s; playing in lines, as with --plain\n", why);
    return false;
}

/* Yes, no, or the end of the input (which is a no that keeps the hand). */
static int ask_resume(const char *what)
{
    char line[64];
    for (;;) {
        printf("%s Go on with it? yes or no > ", what);
        fflush(stdout);
        if (!lines_read(line, sizeof line)) return -1;
        if (!isatty(STDIN_FILENO)) putchar('\n');
        if (line[0] == 'y' || line[0] == 'Y' || line[0] == '\0') return 1;
        if (line[0] == 'n' || line[0] == 'N') return 0;
    }
}

/* The interrupted hand, or a fresh table; false after an error was printed, or when nobody answers. */
static bool sit_down(solo_table *p, const solo_args *args, int *result)
{
    char what[256];
    bool waits = p->keeper && !args->fresh && keeper_has(p->keeper, what, sizeof what);
    int go_on = !waits ? 0 : args->resume ? 1 : ask_resume(what);
    *result = go_on < 0 ? CLI_YES : CLI_BAD;
    if (go_on < 0) return false;
    if (go_on && keeper_load(p->keeper, p)) return true;
    if (go_on) return false;
    if (args->resume && !waits) fprintf(stderr, "lammer: no interrupted hand waits; here is a fresh table\n");
    return solo_open(p, args);
}

/* A hand in play stays in its file; a table that is left in good order leaves none. */
void solo_goodbye(const solo_table *p)
{
    char bankroll[32];
    solo_dollars(p->now.bankroll_cents, bankroll);
    if (solo_is_betting(p)) {
        keeper_forget(p->keeper);
        printf("\nYou leave with %s.\n", bankroll);
    } else if (p->keeper && !keeper_trouble(p->keeper)) {
        printf("\nThe hand is kept; lammer play offers it again.\n");
    } else {
        printf("\nThe hand is given up.\n");
    }
    fflush(stdout);
}

int cli_end_by(int number)
{
    sigset_t open;
    sigemptyset(&open);
    signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &open, NULL);
    raise(number);
    return CLI_NO;
}

int cmd_play(int argc, char **argv)
{
    solo_args args;
    int result = CLI_BAD;
    if (!read_args(&args, argc, argv)) return CLI_BAD;
    if (args.help) return help();
    setlocale(LC_ALL, "");
    solo_table *p = calloc(1, sizeof *p);
    if (!p || sodium_init() < 0) return cli_error("no memory for a table");
    p->keeper = keeper_open();
    bool sits = sit_down(p, &args, &result);
    if (sits && p->now.seats > 1) neighbours_learn(p);
    if (sits) result = wants_screen(&args) ? solo_screen(p) : solo_plain(p);
    int number = p->signal;
    if (p->keeper && keeper_trouble(p->keeper)) cli_error("%s", keeper_trouble(p->keeper));
    keeper_close(p->keeper);
    solo_close(p);
    return number ? cli_end_by(number) : result;
}
