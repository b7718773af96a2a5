/* bounds.h - any round that keeps its bounds, any rules with any optional wagers, and the bounds as assertions.
 *
 * `kept_` is what every verb and every part of a round leaves; the next one takes it for granted. */
#ifndef LAMMER_PROOF_BOUNDS_H
#define LAMMER_PROOF_BOUNDS_H

#include <__fc_builtin.h>

#include "lammer/irregular.h"
#include "step.h"

#include "any_rules.h"

#define BETWEEN(least, most) Frama_C_interval(least, most)
#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)
#define ANY_TEXT texts[EITHER]
#define ANY_CENTS Frama_C_long_long_interval(-1000000000000, 1000000000000)

enum {
    LAST_PASS = 6,         /* of the deal: DEALT in deal.c */
    MOST_LAID = 100000000, /* a million dollars: the most that max_bet may be (rules.def) */
    LAST_SLOT = LM_SIDE + LM_OFFERS - 1,
    MOST_PAID = 1000000000,
};
#define LAID BETWEEN(0, MOST_LAID)

static const char *const texts[] = { 0, "text" };
static lm_rules rules;
static lm_round round;
static lm_wager wager;
int hand_of_box;

/* A listener hears an event and keeps nothing of it. */
static void any_hear(void *self, const lm_event *event)
{
}
static const lm_listener ear = { any_hear, 0 };

/* --- rules and wagers ------------------------------------------------------------------------------------ */

/* Any wager within what wager.h says of one; tests/wagers check that the shipped ones are. */
void any_classify(const lm_view *view, lm_outcomes *found)
{
    //@ assert needs_fresh: found->n == 0;
    found->n = BYTE(0, LM_AWARDS);
    for (int i = 0; i < LM_AWARDS; i++)
        found->which[i] = BYTE(0, LM_OUTCOMES - 1);
    found->pending = EITHER;
    found->carry = BYTE(0, LM_OUTCOMES - 1);
    found->attended = EITHER;
}

static void any_wager(void)
{
    Frama_C_make_unknown((char *)&wager, sizeof wager);
    wager.id = "wager";
    wager.clause = "clause";
    //@ loop unroll LM_WAGER_DOCUMENTS;
    for (int i = 0; i < LM_WAGER_DOCUMENTS; i++)
        wager.sections[i] = wager.beaten[i] = ANY_TEXT;
    wager.draws = wager.keeps.blackjack = wager.keeps.bust = wager.main_rule = wager.free_bet_main_rule = ANY_TEXT;
    wager.beside = wager.limits = wager.free_bet_limits = wager.least_rule = wager.main_cap = wager.no_tip = ANY_TEXT;
    wager.verify = wager.start_rule = wager.end_rule = wager.once_open = wager.abandoned = wager.third_card = ANY_TEXT;
    wager.must_hit.clause = wager.must_hit.shown = wager.tips.limits = wager.witness.clause = ANY_TEXT;
    wager.display.announced = wager.display.cards = wager.split_forfeits = ANY_TEXT;
    wager.window = BETWEEN(0, LM_AFTER_ALL);
    wager.needs = BETWEEN(0, LM_NEEDS_COMPLETE);
    wager.others = BETWEEN(0, LM_OTHER_BETTORS);
    wager.collects_lammers = EITHER;
    wager.lost_to_dealer_blackjack = EITHER;
    wager.lit = EITHER;
    wager.in_succession = EITHER;
    wager.taken_at_start = EITHER;
    wager.carries = EITHER;
    wager.amount_is_shown = EITHER;
    //@ loop unroll 2;
    for (int i = 0; i < 2; i++) {
        wager.fixed_cents[i] = EITHER ? 0 : BETWEEN(1, MOST_LAID);
        wager.shown[i].stake = LAID;
        wager.shown[i].least = BETWEEN(0, MOST_PAID);
        wager.shown[i].most = BETWEEN(0, MOST_PAID);
    }
    wager.must_hit.rule = EITHER ? LM_RULE_super4_musthit : 0;
    wager.stake_rule = EITHER ? 0 : EITHER ? LM_RULE_super4_stake : LM_RULE_bonus_stakes;
    wager.cap_rule = EITHER ? LM_RULE_twenty_point_cap : 0;
    wager.tips.rule = EITHER ? LM_RULE_kings_bounty_tip : 0;
    wager.capped_outcome = BYTE(0, LM_OUTCOMES - 1);
    wager.witness.role = BYTE(0, LM_ROLE_COUNT - 1);
    wager.display.witnessed_from = BETWEEN(0, MOST_PAID);
    //@ loop unroll 4;
    for (int i = 0; i < 4; i++)
        wager.must_hit.most_dollars[i] = BETWEEN(0, MOST_PAID / LM_DOLLAR);
    //@ loop unroll LM_PAYTABLES;
    for (int t = 0; t < LM_PAYTABLES; t++) {
        wager.paytables[t].clause = "clause";
        //@ loop unroll LM_OUTCOMES;
        for (int i = 0; i < LM_OUTCOMES; i++)
            wager.paytables[t].others_dollars[i] = BETWEEN(0, MOST_PAID / LM_DOLLAR);
    }
    wager.classify = any_classify;
}

static void any_table(void)
{
    any_wager();
    any_rules(&rules);
    rules.hash = 1;
    rules.offers = BETWEEN(0, LM_OFFERS);
    //@ loop unroll LM_OFFERS;
    for (int i = 0; i < LM_OFFERS; i++) {
        rules.offer[i].wager = &wager;
        rules.offer[i].paytable = BETWEEN(0, LM_PAYTABLES - 1);
        //@ loop unroll LM_OUTCOMES;
        for (int o = 0; o < LM_OUTCOMES; o++)
            rules.offer[i].pays[o] =
                (lm_odds){ BETWEEN(0, MOST_PAID), BETWEEN(1, INT16_MAX), BYTE(0, LM_PERCENT), BYTE(0, 255) };
    }
}

/* --- what the parts of a round may change ---------------------------------------------------------------- */

/* Any box, hand, bettor, spot or card: what is written there may be written at each, what holds there holds at each. */
#define A_BOX (&r->box[BETWEEN(0, LM_BOXES - 1)])
#define A_HAND (&r->box[BETWEEN(0, LM_BOXES - 1)].hand[BETWEEN(0, LM_HANDS - 1)])
#define A_BETTOR BETWEEN(0, LM_BETTORS - 1)
#define A_SPOT BETWEEN(0, LM_SPOTS - 1)
#define A_CARD BETWEEN(0, LM_HAND_CARDS - 1)

/* Chips move: within what felt and tray can hold, which no run proves (docs/proof/frama-c.md). */
static void any_money(lm_round *r)
{
    r->felt_cents = ANY_CENTS;
    r->tray_cents = ANY_CENTS;
    A_BOX->net[A_BETTOR][A_SPOT] = BETWEEN(INT32_MIN, INT32_MAX);
}

/* Settling: money, and what becomes of hands and wagers. */
static void any_settled(lm_round *r)
{
    lm_box *box = A_BOX;
    lm_hand *hand = A_HAND;
    int bettor = A_BETTOR, spot = A_SPOT;
    r->felt_cents = ANY_CENTS;
    r->tray_cents = ANY_CENTS;
    r->dealer_cents = ANY_CENTS;
    r->insurance_settled = BYTE(0, 255);
    r->insurance_won = BYTE(0, 255);
    box->tucked = BYTE(0, 255);
    box->coupon[bettor] = LAID;
    box->insured[bettor][spot] = LAID;
    box->net[bettor][spot] = BETWEEN(INT32_MIN, INT32_MAX);
    hand->state = BYTE(0, LM_HAND_OVER);
    hand->marks = BYTE(0, 255);
    hand->chips = BYTE(0, 255);
    hand->result = BYTE(0, LM_VOID);
    hand->waits = BYTE(0, LM_DUE_TURN);
    hand->doubled[bettor] = LAID;
    lm_side_bet *bet = &r->side[BETWEEN(0, LM_SIDE_BETS - 1)];
    bet->state = BYTE(0, LM_BET_UNCONFIRMED);
    bet->outcome = BYTE(0, LM_OUTCOMES - 1);
    bet->net = BETWEEN(INT32_MIN, INT32_MAX);
}

/* Whose turn it is: while a box plays, is offered a card or shows its cards, it is on turn; while it plays, one of its hands is. */
static void any_turn(lm_round *r)
{
    static const uint8_t of_a_box[] = { LM_PLAYING, LM_OFFERING, LM_SHOWING };
    static const uint8_t others[] = { LM_BETTING, LM_DETERMINING, LM_DEALING, LM_EXPOSING, LM_INSURING,
                                      LM_PEEKING, LM_REVEALING,   LM_DRAWING, LM_AWARDING, LM_DONE };
    hand_of_box = 0;
    r->at_hand = BYTE(0, LM_HANDS - 1);
    if (EITHER) {
        r->at_box = BYTE(0, LM_BOXES);
        r->phase = others[BETWEEN(0, sizeof others - 1)];
        return;
    }
    r->at_box = BYTE(1, LM_BOXES);
    if (EITHER) {
        r->phase = of_a_box[BETWEEN(1, sizeof of_a_box - 1)];
        return;
    }
    r->phase = LM_PLAYING;
    hand_of_box = 1;
}

/* A contract says that the prize which waits is one of a wager in use: no part changes which it is, or how many wagers there are. */
static bool prize_in_use;

/* A prize waits for its witness. */
static void any_prize(lm_round *r, int side)
{
    prize_in_use = true;
    r->shown_cents = BETWEEN(INT32_MIN, INT32_MAX);
    r->awaiting = BYTE(1, 255);
    r->awaiting_kind = LM_AWAITING_AWARD;
    r->awaiting_box = (uint8_t)side;
}

static uint8_t any_kind[LM_IR_COUNT + 1];

/* Dealing one card. */
static void any_dealt(lm_round *r)
{
    lm_box *box = A_BOX;
    lm_hand *hand = A_HAND;
    hand->card[A_CARD] = BYTE(0, LM_CARD_DOWN);
    hand->n = BYTE(0, LM_HAND_CARDS);
    hand->hard = BYTE(0, 255);
    hand->hidden = BYTE(0, 255);
    box->first[BETWEEN(0, LM_VIEW_FIRST - 1)] = BYTE(0, LM_CARD_DOWN);
    box->n_first = BYTE(0, LM_VIEW_FIRST);
    hand->marks = BYTE(0, 255);
    r->dealer.card[A_CARD] = BYTE(0, LM_CARD_DOWN);
    r->dealer.n = BYTE(0, LM_HAND_CARDS);
    r->dealer.hard = BYTE(0, 255);
    r->dealer.marks = BYTE(0, 255);
    Frama_C_make_unknown((char *)r->seen, sizeof r->seen);
}

/* A card is shown. */
static void any_shown(lm_round *r)
{
    any_settled(r);
    any_dealt(r);
}

/* A round that goes on, in any phase with any hand on turn. */
static void any_place_of_turn(lm_round *r)
{
    r->at_box = BYTE(0, LM_BOXES);
    r->at_hand = BYTE(0, LM_HANDS - 1);
    r->phase = BYTE(LM_BETTING, LM_DONE);
    hand_of_box = 0;
}

static void needs_place(const lm_round *r)
{
    //@ assert needs_place: r->at_box <= LM_BOXES && r->at_hand < LM_HANDS;
}

/* The hands of a box stay as they are. */
static void any_standing(lm_box *box)
{
    lm_hand *hand = &box->hand[BETWEEN(0, LM_HANDS - 1)];
    hand->state = BYTE(0, LM_HAND_OVER);
    hand->waits = BYTE(0, LM_DUE_TURN);
}

/* Which cards have been seen is reckoned anew. */
static void any_seen(lm_round *r)
{
    Frama_C_make_unknown((char *)r->seen, sizeof r->seen);
}

/* A hand of the box on turn is looked at: it owes something, or nothing. */
static void any_finished_hand(lm_round *r, lm_hand *hand)
{
    hand->state = BYTE(0, LM_HAND_OVER);
    r->due = BYTE(0, LM_DUE_TURN);
}

/* The hands of the box on turn are worked through: one is left that owes something, or none. */
static int any_finish(lm_round *r)
{
    A_HAND->state = BYTE(0, LM_HAND_OVER);
    r->due = BYTE(0, LM_DUE_TURN);
    if (EITHER) {
        r->at_hand = BYTE(0, LM_HANDS - 1);
        hand_of_box = 1;
        return 0;
    }
    r->at_hand = BYTE(0, LM_HANDS);
    hand_of_box = 0;
    return 1;
}

/* A hand gets the card that it waits for, or none waits. */
static int any_late_hand(lm_round *r)
{
    if (EITHER) return 0;
    r->due = BYTE(0, LM_DUE_TURN);
    r->at_box = BYTE(1, LM_BOXES);
    r->at_hand = BYTE(0, LM_HANDS - 1);
    hand_of_box = 1;
    return 1;
}

/* Whose turn it is comes out when the prize is paid. */
static void any_waiting(lm_round *r)
{
    any_place_of_turn(r);
    any_prize(r, BETWEEN(0, LM_SIDE_BETS - 1));
}

/* What the flow of a round changes: everything but the stakes and where wagers lie. */
static void any_flow(lm_round *r)
{
    lm_box *box = A_BOX;
    //@ assert needs_quiet: r->awaiting == 0;
    any_settled(r);
    any_dealt(r);
    box->hands = BYTE(0, LM_HANDS);
    box->decider = BYTE(0, LM_BETTORS - 1);
    box->even = BYTE(0, 255);
    box->offered = BYTE(0, 255);
    box->free_splits = BYTE(0, 255);
    box->lammers = BYTE(0, 255);
    box->answered = BETWEEN(0, UINT16_MAX);
    r->dealer.reader = BYTE(0, 255);
    Frama_C_make_unknown((char *)r->totals, sizeof r->totals);
    Frama_C_make_unknown((char *)r->with_split, sizeof r->with_split);
    r->with_double[A_BETTOR] = LAID;
    r->spot = BYTE(0, LM_SPOTS - 1);
    r->last_box = BYTE(0, LM_BOXES);
    r->main_settled = BYTE(0, 255);
    r->shoe_side = BYTE(0, 255);
    r->late_second = BYTE(0, 255);
    r->next_card = BYTE(0, 255);
    r->next_is_dealers = BYTE(0, 255);
    r->reader_out = BYTE(0, 255);
    r->misdealt = BYTE(0, 255);
    r->set_aside = BYTE(0, 255);
    r->must_hit_paid = BYTE(0, 255);
    r->dark = BYTE(0, 255);
    r->unconfirmed = BYTE(0, 255);
    r->confirmed = BYTE(0, 255);
    r->awaiting_kind = any_kind[BETWEEN(0, LM_IR_COUNT)];
    r->awaiting_box = BYTE(0, 255);
    r->due = BYTE(0, LM_DUE_TURN);
    r->deal_pass = BYTE(0, LAST_PASS);
    r->shown_cents = BETWEEN(INT32_MIN, INT32_MAX);
    if (EITHER) {
        any_waiting(r);
    } else {
        any_turn(r);
    }
}

/* A deal that begins. */
static void any_deal(lm_round *r)
{
    any_flow(r);
    r->awaiting = 0;
    r->phase = LM_DEALING;
}

/* A wager in use, or the place of one. */
static lm_side_bet any_side(bool in_use)
{
    lm_side_bet bet;
    bet.box_bettor = BYTE(in_use ? LM_BETTORS : 0, LM_BOXES * LM_BETTORS + LM_TIP);
    bet.slot = BYTE(in_use ? LM_SIDE : 0, LAST_SLOT);
    bet.state = BYTE(0, LM_BET_UNCONFIRMED);
    bet.outcome = BYTE(0, LM_OUTCOMES - 1);
    bet.stake = LAID;
    bet.coupon = LAID;
    bet.net = BETWEEN(INT32_MIN, INT32_MAX);
    return bet;
}

/* A wager is laid, or another one is changed. */
static lm_side_bet *any_join(lm_round *r, uint8_t box_bettor, uint8_t slot)
{
    lm_side_bet *bet = &r->side[BETWEEN(0, LM_SIDE_BETS - 1)];
    *bet = any_side(false);
    r->sides = BYTE(1, LM_SIDE_BETS);
    return bet;
}

/* A wager leaves, and another one takes its place. */
static void any_leave(lm_round *r)
{
    if (!r->sides) return;
    r->sides--;
    if (r->sides) r->side[BETWEEN(0, r->sides - 1)] = any_side(true);
    r->side[r->sides] = (lm_side_bet){ 0 };
}

/* Each number of wagers by itself: those in use are any, and none lies beyond them. */
static void lay_sides(lm_round *r)
{
    static lm_side_bet all[LM_SIDE_BETS];
    lm_side_bet bet = any_side(true);
    //@ loop unroll LM_SIDE_BETS;
    for (int i = 0; i < LM_SIDE_BETS; i++)
        all[i] = bet;
    int sides = BETWEEN(0, LM_SIDE_BETS);
    //@ split sides;
    memset(r->side, 0, sizeof r->side);
    r->sides = (uint8_t)sides;
    memcpy(r->side, all, sides * sizeof r->side[0]);
}

/* A hand is divided: the hands of the box are any. */
static lm_hand any_hand;

static lm_hand *any_divided(lm_box *box)
{
    hand_of_box = 0;
    box->hand[BETWEEN(0, LM_HANDS - 1)] = any_hand;
    box->hands = BYTE(2, LM_HANDS);
    return &box->hand[BETWEEN(1, LM_HANDS - 1)];
}

static lm_box any_box(void)
{
    lm_box box;
    lm_hand hand;
    Frama_C_make_unknown((char *)&hand, sizeof hand);
    Frama_C_make_unknown((char *)&box, sizeof box);
    //@ loop unroll LM_HAND_CARDS;
    for (int c = 0; c < LM_HAND_CARDS; c++)
        hand.card[c] = BYTE(0, LM_CARD_DOWN);
    hand.n = BYTE(0, LM_HAND_CARDS);
    hand.state = BYTE(0, LM_HAND_OVER);
    hand.result = BYTE(0, LM_VOID);
    hand.waits = BYTE(0, LM_DUE_TURN);
    //@ loop unroll LM_BETTORS;
    for (int b = 0; b < LM_BETTORS; b++) {
        hand.doubled[b] = LAID;
        box.coupon[b] = LAID;
        //@ loop unroll LM_SPOTS;
        for (int n = 0; n < LM_SPOTS; n++) {
            box.main[b][n] = LAID;
            box.insured[b][n] = LAID;
        }
    }
    any_hand = hand;
    //@ loop unroll LM_HANDS;
    for (int h = 0; h < LM_HANDS; h++)
        box.hand[h] = hand;
    //@ loop unroll LM_VIEW_FIRST;
    for (int c = 0; c < LM_VIEW_FIRST; c++)
        box.first[c] = BYTE(0, LM_CARD_DOWN);
    box.n_first = BYTE(0, LM_VIEW_FIRST);
    box.hands = BYTE(0, LM_HANDS);
    box.decider = BYTE(0, LM_BETTORS - 1);
    return box;
}

static void any_round(lm_round *r)
{
    lm_box box = any_box();
    //@ loop unroll LM_IR_COUNT;
    for (int i = 0; i < LM_IR_COUNT; i++)
        any_kind[i] = (uint8_t)i;
    any_kind[LM_IR_COUNT] = LM_AWAITING_AWARD;
    Frama_C_make_unknown((char *)r, sizeof *r);
    r->rules_hash = 1;
    r->felt_cents = ANY_CENTS;
    r->tray_cents = ANY_CENTS;
    r->dealer_cents = ANY_CENTS;
    //@ loop unroll LM_BOXES;
    for (int i = 0; i < LM_BOXES; i++)
        r->box[i] = box;
    lm_side_bet bet = any_side(false);
    r->sides = BYTE(0, LM_SIDE_BETS);
    //@ loop unroll LM_SIDE_BETS;
    for (int i = 0; i < LM_SIDE_BETS; i++)
        r->side[i] = bet;
    //@ loop unroll LM_HAND_CARDS;
    for (int c = 0; c < LM_HAND_CARDS; c++)
        r->dealer.card[c] = BYTE(0, LM_CARD_DOWN);
    //@ loop unroll LM_BETTORS;
    for (int b = 0; b < LM_BETTORS; b++)
        r->with_double[b] = LAID;
    r->dealer.n = BYTE(0, LM_HAND_CARDS);
    r->spot = BYTE(0, LM_SPOTS - 1);
    r->last_box = BYTE(0, LM_BOXES);
    r->awaiting_kind = any_kind[BETWEEN(0, LM_IR_COUNT)];
    r->at_hand = BYTE(0, LM_HANDS - 1);
    r->due = BYTE(0, LM_DUE_TURN);
    r->deal_pass = BYTE(0, LAST_PASS);
    r->at_box = BYTE(0, LM_BOXES);
    r->phase = BYTE(LM_BETTING, LM_DONE);
}

/* A round between two actions: staff may be asked to confirm a prize, or an irregularity that needs them; of a box, if it speaks of one. */
static void any_moment(lm_round *r)
{
    static const uint8_t of_box[] = { LM_IR_RELEASE, LM_IR_BONUS_FAILED },
                         of_table[] = { LM_IR_READER_MISUSED, LM_IR_UP_RACKED };
    r->awaiting = 0;
    if (EITHER) {
        any_turn(r);
        return;
    }
    if (EITHER) {
        any_waiting(r);
        return;
    }
    any_turn(r);
    r->awaiting = BYTE(1, 255);
    if (EITHER) {
        r->awaiting_kind = of_box[BETWEEN(0, 1)];
        r->awaiting_box = BYTE(1, LM_BOXES);
    } else {
        r->awaiting_kind = of_table[BETWEEN(0, 1)];
    }
}

/* --- the bounds ------------------------------------------------------------------------------------------ */

static void keeps_prize(const lm_round *r)
{
    //@ assert kept_kind: r->awaiting_kind < LM_IR_COUNT || r->awaiting_kind == LM_AWAITING_AWARD;
    if (!r->awaiting || r->awaiting_kind != LM_AWAITING_AWARD) return;
    //@ assert kept_prize: prize_in_use || r->awaiting_box < r->sides;
}

static void keeps_turn(const lm_round *r)
{
    if (r->awaiting && r->awaiting_kind == LM_AWAITING_AWARD) return;
    //@ assert kept_on_turn: r->at_box >= 1 || (r->phase != LM_PLAYING && r->phase != LM_OFFERING && r->phase != LM_SHOWING);
    if (r->phase != LM_PLAYING) return;
    //@ assert kept_own_hand: hand_of_box || r->at_hand < r->box[r->at_box - 1].hands;
}

/* What some parts need of the turn. */
static void needs_turn(const lm_round *r)
{
    if (r->phase != LM_PLAYING && r->phase != LM_OFFERING && r->phase != LM_SHOWING) return;
    //@ assert needs_on_turn: r->at_box >= 1;
    if (r->phase != LM_PLAYING) return;
    //@ assert needs_own_hand: hand_of_box || r->at_hand < r->box[r->at_box - 1].hands;
}

static void keeps_staff(const lm_round *r)
{
    if (!r->awaiting || r->awaiting_kind == LM_AWAITING_AWARD || r->awaiting_kind == LM_IR_READER_MISUSED) return;
    if (r->awaiting_kind == LM_IR_UP_RACKED) return;
    //@ assert kept_staff: r->awaiting_kind == LM_IR_RELEASE || r->awaiting_kind == LM_IR_BONUS_FAILED;
    //@ assert kept_box_of_staff: 1 <= r->awaiting_box <= LM_BOXES;
}

static void keeps_bounds(const lm_round *r)
{
    const lm_box *box = A_BOX;
    const lm_hand *hand = A_HAND;
    int bettor = A_BETTOR, spot = A_SPOT, card = A_CARD, first = BETWEEN(0, LM_VIEW_FIRST - 1);
    //@ assert kept_turn: r->at_box <= LM_BOXES && r->at_hand < LM_HANDS && r->phase <= LM_DONE && r->due <= LM_DUE_TURN;
    //@ assert kept_deal: r->deal_pass <= LAST_PASS && r->last_box <= LM_BOXES && r->spot < LM_SPOTS;
    //@ assert kept_sides: r->sides <= LM_SIDE_BETS;
    //@ assert kept_dealer: r->dealer.n <= LM_HAND_CARDS && r->dealer.card[card] <= LM_CARD_DOWN;
    //@ assert kept_company: 0 <= r->with_double[bettor] <= MOST_LAID;
    //@ assert kept_box: box->hands <= LM_HANDS && box->n_first <= LM_VIEW_FIRST && box->decider < LM_BETTORS;
    //@ assert kept_first: box->first[first] <= LM_CARD_DOWN;
    //@ assert kept_stake: 0 <= box->main[bettor][spot] <= MOST_LAID && 0 <= box->insured[bettor][spot] <= MOST_LAID;
    //@ assert kept_coupon: 0 <= box->coupon[bettor] <= MOST_LAID;
    //@ assert kept_hand: hand->n <= LM_HAND_CARDS && hand->waits <= LM_DUE_TURN && hand->state <= LM_HAND_OVER && hand->result <= LM_VOID;
    //@ assert kept_card: hand->card[card] <= LM_CARD_DOWN;
    //@ assert kept_double: 0 <= hand->doubled[bettor] <= MOST_LAID;
    const lm_side_bet *bet = &r->side[BETWEEN(0, LM_SIDE_BETS - 1)];
    //@ assert kept_wager: bet->outcome < LM_OUTCOMES && bet->state <= LM_BET_UNCONFIRMED;
    //@ assert kept_wager_stake: 0 <= bet->stake <= MOST_LAID && 0 <= bet->coupon <= MOST_LAID;
}

/* Of a round whose number of wagers is known. */
static void keeps_sides(const lm_round *r)
{
    if (!r->sides) return;
    const lm_side_bet *bet = &r->side[BETWEEN(0, r->sides - 1)];
    //@ assert kept_side: 1 <= bet->box_bettor / LM_BETTORS <= LM_BOXES && LM_SIDE <= bet->slot <= LAST_SLOT;
}

#endif
