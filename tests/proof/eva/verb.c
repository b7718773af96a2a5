/* verb.c - one verb (-DPROVED_VERB=LM_HIT) with any arguments, or the dealer's hand where no verb is named, on a round in any state that
 * the predicates below allow, under any legal value of every rule, without optional wagers.
 *
 * Eva keeps a range for each value and forgets how two values belong together. So what the engine asks of its arguments before it
 * goes on stands here as separate cases: boxes that exist and others, phases with a box on turn and others. Each case is analysed on
 * its own, and all of them together are every round and every action. */
#include <__fc_builtin.h>

#include "lammer/irregular.h"
#include "step.h"

#include "any_rules.h"

#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)

enum { LAST_PASS = 6 }; /* of the deal: DEALT in deal.c */

/* Which fields of the action are told apart (rounds.py, by verb). */
enum { BY_BOX = 1, BY_BETTOR = 2, BY_CARD = 4, BY_N = 8, BY_WAGER = 16, BY_AMOUNT = 32 };

static void any_hand(lm_hand *hand)
{
    Frama_C_make_unknown((char *)hand, sizeof *hand);
    hand->n = BYTE(0, LM_HAND_CARDS - 1);
    hand->waits = BYTE(0, LM_DUE_TURN);
    //@ loop unroll LM_HAND_CARDS;
    for (int i = 0; i < LM_HAND_CARDS; i++)
        hand->card[i] = BYTE(0, LM_CARD_DOWN);
    //@ loop unroll LM_BETTORS;
    for (int i = 0; i < LM_BETTORS; i++)
        hand->doubled[i] = Frama_C_interval(0, LM_CENTS_MAX);
}

static void any_box(lm_box *box)
{
    Frama_C_make_unknown((char *)box, sizeof *box);
    //@ loop unroll LM_HANDS;
    for (int i = 0; i < LM_HANDS; i++)
        any_hand(&box->hand[i]);
    //@ loop unroll LM_BETTORS;
    for (int i = 0; i < LM_BETTORS; i++) {
        box->coupon[i] = Frama_C_interval(0, LM_CENTS_MAX);
        //@ loop unroll LM_SPOTS;
        for (int k = 0; k < LM_SPOTS; k++) {
            box->main[i][k] = Frama_C_interval(0, LM_CENTS_MAX);
            box->insured[i][k] = Frama_C_interval(0, LM_CENTS_MAX);
            box->net[i][k] = Frama_C_interval(-1000000000, 1000000000);
        }
    }
    box->hands = BYTE(0, LM_HANDS);
    box->n_first = BYTE(0, LM_VIEW_FIRST);
    box->decider = BYTE(0, LM_BETTORS - 1);
}

static void any_round(lm_round *r)
{
    Frama_C_make_unknown((char *)r, sizeof *r);
    r->rules_hash = 1;
    r->felt_cents = Frama_C_long_long_interval(-1000000000000, 1000000000000);
    r->tray_cents = Frama_C_long_long_interval(-1000000000000, 1000000000000);
    r->dealer_cents = Frama_C_long_long_interval(-1000000000000, 1000000000000);
    //@ loop unroll LM_BOXES;
    for (int i = 0; i < LM_BOXES; i++)
        any_box(&r->box[i]);
    r->sides = 0;
    r->dealer.n = BYTE(0, LM_HAND_CARDS - 1);
    //@ loop unroll LM_HAND_CARDS;
    for (int i = 0; i < LM_HAND_CARDS; i++)
        r->dealer.card[i] = BYTE(0, LM_CARD_DOWN);
    r->at_hand = BYTE(0, LM_HANDS - 1);
    r->due = BYTE(0, LM_DUE_TURN);
    r->deal_pass = BYTE(0, LAST_PASS);
    r->spot = BYTE(0, LM_SPOTS - 1);
    r->last_box = BYTE(0, LM_BOXES);
    r->awaiting_box = BYTE(0, LM_BOXES);
    r->awaiting_kind = BYTE(0, LM_IR_COUNT - 1);
    r->actions = Frama_C_unsigned_int_interval(0, 4000000000U);
}

/* What every verb keeps, so that it holds after any number of actions. */
static void keeps_bounds(const lm_round *r)
{
    //@ assert kept_turn: r->at_box <= LM_BOXES;
    //@ assert kept_hand_on_turn: r->at_hand < LM_HANDS;
    //@ assert kept_phase: r->phase <= LM_DONE;
    //@ assert kept_deal: r->due <= LM_DUE_TURN && r->deal_pass <= LAST_PASS && r->last_box <= LM_BOXES;
    //@ assert kept_spot: r->spot < LM_SPOTS;
    //@ assert kept_staff: r->awaiting_box <= LM_BOXES && r->awaiting_kind < LM_IR_COUNT;
    //@ assert kept_sides: r->sides == 0;
    //@ assert kept_dealer: r->dealer.n <= LM_HAND_CARDS;
    //@ loop unroll LM_BOXES;
    for (int i = 0; i < LM_BOXES; i++) {
        const lm_box *box = &r->box[i];
        //@ assert kept_box: box->hands <= LM_HANDS && box->n_first <= LM_VIEW_FIRST && box->decider < LM_BETTORS;
        //@ loop unroll LM_HANDS;
        for (int h = 0; h < LM_HANDS; h++) {
            const lm_hand *hand = &box->hand[h];
            //@ assert kept_hand: hand->n <= LM_HAND_CARDS && hand->waits <= LM_DUE_TURN;
            //@ loop unroll LM_HAND_CARDS;
            for (int c = 0; c < LM_HAND_CARDS; c++) {
                //@ assert kept_card: hand->card[c] <= LM_CARD_DOWN;
            }
        }
    }
}

/* Multiple action plays the dealer's next hand from within the end of the one before. Where a verb reaches the dealer's hand, any round
 * within the bounds comes of it; the dealer's own run is that of part.c. */
void lm_begin_reveal(lm_step *s)
{
    any_round(s->r);
    s->r->phase = BYTE(LM_BETTING, LM_DONE);
    s->r->at_box = BYTE(0, LM_BOXES);
}

#define lm_begin_reveal proved_begin_reveal
#include "dealer.c"
#undef lm_begin_reveal

int main(void)
{
    static lm_rules rules;
    static lm_round round;
    any_rules(&rules);
    rules.hash = 1;
    any_round(&round);
    round.phase = BYTE(LM_BETTING, LM_DONE);
    if (EITHER) {
        round.at_box = BYTE(1, LM_BOXES);
    } else { /* while a box plays, is offered a card or shows its cards, it is on turn */
        round.at_box = 0;
        if (round.phase == LM_PLAYING || round.phase == LM_OFFERING || round.phase == LM_SHOWING) return 0;
    }
#ifdef PROVED_VERB
    lm_action action;
    Frama_C_make_unknown((char *)&action, sizeof action);
    if (PROVED_CASES & BY_BOX) {
        switch (Frama_C_interval(0, 2)) {
        case 0: action.box = 0; break;
        case 1: action.box = BYTE(1, LM_BOXES); break;
        default: action.box = BYTE(LM_BOXES + 1, 255); break;
        }
    }
    if (PROVED_CASES & BY_BETTOR) action.bettor = EITHER ? BYTE(0, LM_BETTORS - 1) : BYTE(LM_BETTORS, 255);
    if (PROVED_CASES & BY_CARD) action.card = EITHER ? BYTE(0, LM_CARDS - 1) : BYTE(LM_CARDS, 255);
    if (PROVED_CASES & BY_N) {
        switch (Frama_C_interval(0, 2)) {
        case 0: action.n = BYTE(0, LM_SPOTS - 1); break;
        case 1: action.n = BYTE(LM_SPOTS, LM_ROLE_COUNT - 1); break;
        default: action.n = BYTE(LM_ROLE_COUNT, 255); break;
        }
    }
    if (PROVED_CASES & BY_WAGER) action.wager = EITHER ? LM_MAIN : EITHER ? LM_INSURANCE : BYTE(LM_SIDE, 255);
    if (PROVED_CASES & BY_AMOUNT) {
        switch (Frama_C_interval(0, 2)) {
        case 0: action.amount_cents = Frama_C_long_long_interval(INT64_MIN, -1); break;
        case 1: action.amount_cents = Frama_C_long_long_interval(0, LM_CENTS_MAX); break;
        default: action.amount_cents = Frama_C_long_long_interval(LM_CENTS_MAX + 1, INT64_MAX); break;
        }
    }
    action.verb = PROVED_VERB;
    lm_round_apply_heard(&round, &rules, action, 0);
#else
    lm_step step = { &round, &rules, 0, LM_AFTER_DEAL, 0 };
    //@ slevel merge;
    proved_begin_reveal(&step);
#endif
    //@ slevel merge;
    keeps_bounds(&round);
    return 0;
}
