/* judged.c - what the table relies on of a round (table.c): an accepted action shows no card that does not exist and seats no player at a
 * box that does not; the round never owes an action to such a box.
 *
 * The round is any, as far as its arrays hold it; whether its own lines keep to them is what rounds.py shows. */
#include <__fc_builtin.h>

#include "lammer/irregular.h"
#include "step.h"

#include "any_rules.h"

#define BETWEEN(least, most) Frama_C_interval(least, most)
#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)

static lm_rules rules;
static lm_round round;

static void any_round(lm_round *r)
{
    Frama_C_make_unknown((char *)r, sizeof *r);
    r->sides = 0;
    r->dealer.n = BYTE(0, LM_HAND_CARDS);
    r->at_box = BYTE(0, LM_BOXES);
    r->at_hand = BYTE(0, LM_HANDS - 1);
    r->phase = BYTE(LM_BETTING, LM_DONE);
    r->due = BYTE(0, LM_DUE_TURN);
    r->spot = BYTE(0, LM_SPOTS - 1);
    r->last_box = BYTE(0, LM_BOXES);
    r->awaiting = 0;
    //@ loop unroll LM_BOXES;
    for (int i = 0; i < LM_BOXES; i++) {
        r->box[i].hands = BYTE(0, LM_HANDS);
        r->box[i].decider = BYTE(0, LM_BETTORS - 1);
        r->box[i].n_first = BYTE(0, LM_VIEW_FIRST);
    }
}

static void judge_card(lm_action a)
{
    switch (BETWEEN(0, 3)) {
    case 0:
        if (lm_may_card(&round, &rules, &a).why != LM_WHY_OK) return;
        break;
    case 1:
        if (lm_may_turn(&round, &rules, &a).why != LM_WHY_OK) return;
        break;
    case 2:
        if (lm_may_determine(&round, &rules, &a).why != LM_WHY_OK) return;
        break;
    default:
        a.n = BYTE(0, LM_IR_COUNT - 1);
        //@ split a.n;
        if (a.n != LM_IR_MISDEAL && a.n != LM_IR_FACE_UP_CARD && a.n != LM_IR_OVERDRAW) return;
        if (lm_may_irregular(&round, &rules, &a).why != LM_WHY_OK) return;
        break;
    }
    //@ assert kept_card: a.card < LM_CARDS;
}

static void judge_bet(lm_action a)
{
    a.wager = LM_MAIN;
    a.bettor = LM_DECIDER;
    a.instrument = BYTE(0, LM_INSTRUMENTS - 1);
    //@ split a.instrument;
    if (lm_may_bet(&round, &rules, &a).why != LM_WHY_OK) return;
    //@ assert kept_box: 1 <= a.box <= LM_BOXES;
    if (a.instrument == LM_COUPON || a.player == LM_NOBODY) return;
    //@ assert kept_player: a.player <= LM_BOXES;
}

int main(void)
{
    lm_action a;
    any_rules(&rules);
    rules.offers = 0;
    any_round(&round);
    Frama_C_make_unknown((char *)&a, sizeof a);
    if (Frama_C_interval(0, 1)) {
        judge_card(a);
    } else if (Frama_C_interval(0, 1)) {
        judge_bet(a);
    } else {
        lm_turn turn = lm_round_turn(&round, &rules);
        //@ assert kept_turn: turn.box <= LM_BOXES;
    }
    return 0;
}
