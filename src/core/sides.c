/* sides.c - optional wagers: each is decided in its window by its own classify. */
#include "step.h"

static const lm_offer *offer_of(const lm_step *s, const lm_side_bet *bet)
{
    return &s->k->offer[bet->slot - LM_SIDE];
}

uint8_t lm_side_box(const lm_side_bet *bet)
{
    return bet->box_bettor / LM_BETTORS;
}

bool lm_side_undecided(const lm_side_bet *bet)
{
    return bet->state != LM_BET_DECIDED;
}

static bool was_dealt_blackjack(const lm_box *box)
{
    bool seen = box->n_first >= 2 && box->first[0] != LM_CARD_DOWN && box->first[1] != LM_CARD_DOWN;
    return seen && lm_cards_blackjack(box->first, 2);
}

static lm_view view_of(const lm_step *s, const lm_side_bet *bet)
{
    const lm_round *r = s->r;
    const lm_box *box = &r->box[lm_side_box(bet) - 1];
    lm_view v = {.rules = s->k, .n_first = box->n_first, .up = r->dealer.card[0], .n_dealer = r->dealer.n};
    for (int i = 0; i < box->n_first; i++) v.first[i] = box->first[i];
    for (int i = 0; i < r->dealer.n; i++) v.dealer[i] = r->dealer.card[i];
    if (v.n_dealer == 2 && v.dealer[1] == LM_CARD_DOWN) v.n_dealer = 1;
    v.dealer_blackjack = lm_dealer_blackjack(r);
    v.dealer_done = v.dealer_blackjack || (v.n_dealer >= 2 && !lm_dealer_must_draw(r, s->k));
    v.blackjack_possible = !v.dealer_blackjack && !lm_blackjack_excluded(r);
    v.player_blackjack = was_dealt_blackjack(box);
    v.split = box->hands > 1;
    v.may_draw = box->hand[0].state == LM_HAND_OPEN;
    v.original_total = lm_hand_score(&box->hand[0]).total;
    v.lammers = box->lammers;
    v.stake_cents = bet->stake;
    return v;
}

static lm_where where_of(const lm_side_bet *bet)
{
    return (lm_where){lm_side_box(bet), bet->box_bettor % LM_BETTORS, bet->slot, 0, 0};
}

/* A display or a meter outside the round says what this prize is. */
static bool waits_for_amount(const lm_offer *offer, const lm_outcomes *found)
{
    for (int i = 0; i < found->n; i++) {
        if (offer->wager->amount_is_shown || offer->pays[found->which[i]].form == LM_PERCENT) return true;
    }
    return false;
}

static void hold_side(lm_step *s, lm_side_bet *bet, const lm_outcomes *found)
{
    bet->state = LM_BET_HELD;
    bet->outcome = found->which[0];
    LM_TELL(s, .kind = LM_EV_HOLD, .box = lm_side_box(bet), .bettor = bet->box_bettor % LM_BETTORS, .wager = bet->slot, .n = bet->outcome);
}

static lm_outcomes classify(const lm_step *s, const lm_side_bet *bet)
{
    lm_view view = view_of(s, bet);
    lm_outcomes found = {0};
    offer_of(s, bet)->wager->classify(&view, &found);
    return found;
}

/* Takes the stake of a lost wager, or pays every outcome it collects. */
static void settle_side(lm_step *s, lm_side_bet *bet, const lm_outcomes *found)
{
    const lm_offer *offer = offer_of(s, bet);
    lm_where at = where_of(bet);
    if (waits_for_amount(offer, found)) {
        hold_side(s, bet, found);
        return;
    }
    lm_cents won = 0;
    bool keeps_stake = false;
    for (int i = 0; i < found->n; i++) {
        lm_odds odds = offer->pays[found->which[i]];
        if (found->which[i] > bet->outcome) bet->outcome = found->which[i];
        keeps_stake |= odds.form == LM_TO && odds.a;
        lm_cents chip = odds.form == LM_TO ? lm_round_chip(s->k) : 0;
        won += lm_odds_net(odds, bet->stake, chip) + (odds.form == LM_TO ? 0 : bet->stake);
        LM_TELL(s, .kind = LM_EV_AWARD, .box = at.box, .bettor = at.bettor, .wager = bet->slot, .n = found->which[i],
                .amount_cents = won);
    }
    bet->state = LM_BET_DECIDED;
    bet->net = (lm_cents32)(won - (keeps_stake ? 0 : bet->stake));
    if (!keeps_stake) lm_take(s, at, bet->stake);
    lm_pay(s, at, won);
    if (keeps_stake) lm_give_back(s, at, bet->stake);
}

static void let_wait(lm_step *s, lm_side_bet *bet)
{
    if (bet->state == LM_BET_WAITS) return;
    bet->state = LM_BET_WAITS;
    LM_TELL(s, .kind = LM_EV_HOLD, .box = lm_side_box(bet), .bettor = bet->box_bettor % LM_BETTORS, .wager = bet->slot);
}

/* A wager is decided in its window, but not while the dealer still draws for it. */
static bool is_due(const lm_step *s, const lm_side_bet *bet, lm_window window)
{
    const lm_wager *wager = offer_of(s, bet)->wager;
    if (bet->state > LM_BET_WAITS || wager->window > window) return false;
    return wager->needs < LM_NEEDS_DRAW || !lm_dealer_must_draw(s->r, s->k);
}

void lm_settle_box_window(lm_step *s, uint8_t box, lm_window window, bool winners)
{
    for (int i = 0; i < s->r->sides; i++) {
        lm_side_bet *bet = &s->r->side[i];
        if (lm_side_box(bet) != box || !is_due(s, bet, window)) continue;
        lm_outcomes found = classify(s, bet);
        if (found.pending) {
            let_wait(s, bet);
        } else if ((found.n > 0) == winners) {
            settle_side(s, bet, &found);
        }
    }
}

/* The box has got a card or made a choice: pending wagers may be decided by it. */
void lm_settle_box_changed(lm_step *s, uint8_t box)
{
    lm_settle_box_window(s, box, LM_AT_ELECTION, false);
    lm_settle_box_window(s, box, LM_AT_ELECTION, true);
}

/* A split decides what was pending before the new hands get cards: MBJ-11(f). */
void lm_warn_of_split(lm_step *s, uint8_t box)
{
    for (int i = 0; i < s->r->sides; i++) {
        const lm_side_bet *bet = &s->r->side[i];
        const char *clause = offer_of(s, bet)->wager->split_forfeits;
        if (lm_side_box(bet) != box || bet->state != LM_BET_WAITS || !clause) continue;
        LM_TELL(s, .kind = LM_EV_PROMPT, .box = box, .bettor = bet->box_bettor % LM_BETTORS, .wager = bet->slot, .clause = clause);
    }
}

/* Losers first, then winners, from the right: docs/rules/rounds.md 9. */
void lm_settle_window(lm_step *s, lm_window window)
{
    if (!s->r->sides) return;
    for (int winners = 0; winners <= 1; winners++) {
        for (uint8_t box = s->r->last_box; box >= 1; box--) lm_settle_box_window(s, box, window, winners);
    }
}

bool lm_has_undecided_side(const lm_round *r, uint8_t box)
{
    for (int i = 0; i < r->sides; i++) {
        if (lm_side_box(&r->side[i]) == box && lm_side_undecided(&r->side[i])) return true;
    }
    return false;
}

bool lm_collects_lammers(const lm_step *s, uint8_t box)
{
    for (int i = 0; i < s->r->sides; i++) {
        const lm_side_bet *bet = &s->r->side[i];
        if (lm_side_box(bet) == box && offer_of(s, bet)->wager->collects_lammers) return true;
    }
    return false;
}

/* Wagers that a dealer blackjack beats are collected as soon as it is seen. */
void lm_settle_sides_against_blackjack(lm_step *s, uint8_t box)
{
    for (int i = 0; i < s->r->sides; i++) {
        lm_side_bet *bet = &s->r->side[i];
        bool lost = bet->state <= LM_BET_WAITS && offer_of(s, bet)->wager->lost_to_dealer_blackjack;
        if (lm_side_box(bet) != box || !lost) continue;
        lm_outcomes found = classify(s, bet);
        settle_side(s, bet, &found);
    }
}

/* --- prizes whose amount comes from outside ------------------------------------------------------------ */

bool lm_begin_awards(lm_step *s)
{
    for (int i = 0; i < s->r->sides; i++) {
        if (s->r->side[i].state != LM_BET_HELD) continue;
        s->r->phase = LM_AWARDING;
        s->r->at_box = 0;
        return true;
    }
    return false;
}

/* Index of the prize that an award names, or -1. */
static int held_side(const lm_round *r, const lm_action *a)
{
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        bool same = bet->box_bettor == a->box * LM_BETTORS + a->bettor && bet->slot == a->wager;
        if (same && bet->state == LM_BET_HELD) return i;
    }
    return -1;
}

lm_status lm_may_award(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (r->phase != LM_AWARDING || held_side(r, a) < 0) return lm_refuse(k, LM_WHY_NO_AWARD);
    a->most_cents = LM_CENTS_MAX;
    a->step_cents = 1;
    return lm_accept();
}

/* The stake stays up for a shown amount (C-85) and was taken for a meter's. */
void lm_do_award(lm_step *s, const lm_action *a)
{
    lm_side_bet *bet = &s->r->side[held_side(s->r, a)];
    bool keeps_stake = offer_of(s, bet)->wager->amount_is_shown;
    bet->state = LM_BET_DECIDED;
    bet->net = (lm_cents32)(a->amount_cents - (keeps_stake ? 0 : bet->stake));
    LM_TELL(s, .kind = LM_EV_AWARD, .box = a->box, .bettor = a->bettor, .wager = a->wager, .n = bet->outcome, .amount_cents = a->amount_cents);
    if (!keeps_stake) lm_take(s, where_of(bet), bet->stake);
    lm_pay(s, where_of(bet), a->amount_cents);
    if (keeps_stake) lm_give_back(s, where_of(bet), bet->stake);
    if (!lm_begin_awards(s)) lm_collect_cards(s);
}
