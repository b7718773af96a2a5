/* sit.c - starts a session of `lammer play`: at a fresh table, or at the one of an interrupted hand. */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "play.h"

static lm_cents usual_bet(const lm_rules *k, lm_cents bankroll)
{
    lm_cents bet = 2 * k->min_bet;
    return bet <= k->max_bet && bet <= bankroll ? bet : k->min_bet;
}

/* False with p->refusal, which is empty if errors in the rules were already printed. */
static bool open_table(solo_table *p, const play_args *args)
{
    solo_state *s = &p->now;
    if (!term_load(&p->profile, &args->rules)) return false;
    p->rules = &p->profile.rules;
    if (args->seats > p->rules->boxes)
        return solo_refuse(p, "%s has %d boxes, not %d", p->rules->name, (int)p->rules->boxes, args->seats);
    s->seats = (uint8_t)args->seats;
    s->seat = (uint8_t)args->seat;
    s->bankroll_cents = args->bankroll_cents;
    s->bets.main_cents = usual_bet(p->rules, s->bankroll_cents);
    chance_open(&s->chance, args->seed);
    if (args->shoe && !solo_stack(p, args->shoe)) return false;
    lm_source source = solo_source(s);
    lm_status status = lm_dealer_open(&s->dealer, p->rules, &source);
    if (lm_ok(status) && solo_drive(p, true)) return true;
    char why[sizeof p->refusal];
    snprintf(why, sizeof why, "%s", lm_ok(status) ? p->refusal : lm_why_text(status.why));
    return solo_refuse(p, "the table cannot be opened: %s", why);
}

void solo_close(solo_table *p)
{
    json_decref(p->kept_file);
    free(p->event);
    free(p->news);
    free(p);
}

static bool wants_screen(const play_args *args)
{
    const char *why = NULL;
    if (args->plain) return false;
    if (solo_screen_possible(&why)) return true;
    if (why) fprintf(stderr, "lammer: %s; playing in lines\n", why);
    return false;
}

/* 1: yes; 0: no; -1: the input ended, which keeps the hand. */
static int ask_resume(const char *what)
{
    char line[64];
    for (;;) {
        printf("%s Continue it? yes or no > ", what);
        fflush(stdout);
        if (!lines_read(line, sizeof line)) return -1;
        if (!isatty(STDIN_FILENO)) putchar('\n');
        if (line[0] == 'y' || line[0] == 'Y' || line[0] == '\0') return 1;
        if (line[0] == 'n' || line[0] == 'N') return 0;
    }
}

/* The interrupted hand, or a fresh table; false with p->refusal, or when the player does not answer. */
static bool sit_down(solo_table *p, const play_args *args, bool *good)
{
    char what[256];
    bool waits = p->keeper && !args->fresh && keeper_has(p->keeper, what, sizeof what);
    int go_on = !waits ? 0 : args->resume ? 1 : ask_resume(what);
    *good = go_on < 0;
    p->args = *args;
    if (go_on < 0) return false;
    if (go_on && keeper_load(p->keeper, p)) return true;
    if (go_on) return false;
    if (args->resume && !waits)
        fprintf(stderr,
                /* say:no-interrupted-hand */ "lammer: no interrupted hand waits; here is a fresh table\n");
    return open_table(p, args);
}

/* A hand in play stays in its file; a session that ends properly leaves none. */
void solo_goodbye(const solo_table *p)
{
    if (solo_is_betting(p)) {
        keeper_forget(p->keeper);
        printf(/* say:you-leave-with */ "\nYou leave with %s.\n", solo_dollars(p->now.bankroll_cents).text);
    } else if (p->keeper && !keeper_trouble(p->keeper)) {
        printf(/* say:hand-kept */ "\nThe hand is kept; lammer play offers it again.\n");
    } else {
        printf(/* say:hand-given-up */ "\nYou give up the hand.\n");
    }
    fflush(stdout);
}

void term_play(const play_args *args, term_end *end)
{
    solo_table *p = calloc(1, sizeof *p);
    *end = (term_end){ .good = false };
    if (!p || sodium_init() < 0) {
        snprintf(end->why, sizeof end->why, "not enough memory for a table");
        free(p);
        return;
    }
    p->keeper = keeper_open();
    bool sits = sit_down(p, args, &end->good);
    if (sits && p->now.seats > 1) neighbours_learn(p);
    if (sits) end->good = wants_screen(args) ? solo_screen(p) : solo_plain(p);
    if (!end->good) snprintf(end->why, sizeof end->why, "%s", p->refusal);
    if (p->keeper && keeper_trouble(p->keeper)) snprintf(end->why, sizeof end->why, "%s", keeper_trouble(p->keeper));
    end->signal = p->signal;
    keeper_close(p->keeper);
    solo_close(p);
}
