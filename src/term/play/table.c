/* table.c - the player's part of `lammer play`: bets, decisions and the bankroll. */
#include "play.h"

bool solo_is_betting(const solo_table *p)
{
    const lm_table *t = &p->now.dealer.table;
    return t->stage != LM_IN_ROUND || t->round.phase == LM_BETTING;
}

/* Adds the result of a finished round to the bankroll. */
static void count_result(solo_table *p)
{
    const lm_round *r = &p->now.dealer.table.round;
    if (!lm_round_over(r)) return;
    p->now.won_cents = lm_round_net(r, (lm_spot){ p->now.seat, LM_DECIDER, LM_ALL_WAGERS, LM_ALL_SPOTS });
    p->now.bankroll_cents += p->now.won_cents;
    p->now.laid_cents = 0;
}

static bool go_on(solo_table *p)
{
    if (!solo_drive(p, false)) return false;
    count_result(p);
    if (p->keeper) keeper_save(p->keeper, p);
    return true;
}

void solo_tell(solo_table *p, teller *t, int told)
{
    tell_between(t, p->event, told, p->events, p->news + p->news_told, p->news_n - p->news_told);
    p->news_told = p->news_n;
}

static bool lay(solo_table *p, uint8_t slot, uint8_t n, lm_cents cents)
{
    lm_action bet = { .verb = LM_BET, .box = p->now.seat, .wager = slot, .n = n, .amount_cents = cents };
    if (cents > solo_cash(p))
        return solo_refuse(p, /* say:bankroll-has-no */ "your bankroll does not have %s", solo_dollars(cents).text);
    if (!solo_apply(p, bet)) return false;
    p->now.laid_cents += cents;
    return true;
}

/* The number of wagers that multiple action requires, or allows: MBJ-18(a).1. */
static bool lay_main(solo_table *p)
{
    for (uint8_t n = 0; n < lm_rules_dealer_hands(p->rules); n++) {
        if (!lay(p, LM_MAIN, n, p->now.bets.main_cents)) return false;
    }
    return true;
}

static bool is_riding(const solo_table *p, uint8_t slot)
{
    const lm_round *r = &p->now.dealer.table.round;
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].slot == slot && r->side[i].box_bettor == LM_PLACE(p->now.seat, LM_DECIDER)) return true;
    }
    return false;
}

/* Wagers that depend on another come after it, so refused ones are tried again at the end. A wager that spans rounds
 * waits until it may be made again (MBJ-22(k)(2)). */
static bool lay_sides(solo_table *p)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < p->rules->offers; i++) {
            uint8_t slot = (uint8_t)(LM_SIDE + i);
            lm_cents cents = p->now.bets.side_cents[i];
            if (!cents || is_riding(p, slot)) continue;
            if (!lay(p, slot, 0, cents) && pass && !p->rules->offer[i].wager->carries) return false;
        }
    }
    return true;
}

static bool lay_all(solo_table *p)
{
    if (!p->now.bets.main_cents) return solo_refuse(p, "bet on the hand first");
    return lay_main(p) && lay_sides(p) && neighbours_bet(p) && solo_apply(p, (lm_action){ .verb = LM_DEAL });
}

bool solo_deal(solo_table *p)
{
    if (!solo_is_betting(p)) return solo_refuse(p, "the hand is being played");
    if (p->now.dealer.table.stage != LM_IN_ROUND && !solo_drive(p, true)) return false;
    solo_state before = p->now;
    int events = p->events;
    if (lay_all(p)) return go_on(p);
    p->now = before;
    p->events = events;
    return false;
}

static bool show_hand(solo_table *p)
{
    const lm_round *r = &p->now.dealer.table.round;
    uint8_t box = p->now.seat;
    while (lm_round_shows_for_split(r, box)) {
        if (!solo_turn_card(p, box, (uint8_t)(r->at_hand + 1))) return false;
    }
    return true;
}

bool solo_do(solo_table *p, lm_action action)
{
    solo_state before = p->now;
    int events = p->events;
    bool declines = action.verb == LM_CLOSE;
    if (declines) action.box = 0; /* closes insurance for all boxes, because the neighbours do not insure */
    lm_cents spent = solo_cost(p, &action);
    bool done = (action.verb != LM_SPLIT || show_hand(p)) && solo_apply(p, action);
    p->now.laid_cents += done ? spent : 0;
    if (done) return go_on(p);
    p->now = before;
    p->events = events;
    return false;
}
