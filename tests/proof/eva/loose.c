/* loose.c - verbs that no other driver takes: one verb (-DPROVED_VERB=LM_CONFIRM) with any arguments, or the dealer's hand
 * where no verb is named, on a round of which Eva merges the hands and boxes, under any legal value of every rule, without optional
 * wagers. More places stay undecided, and no bound is shown to be kept. */
#include <__fc_builtin.h>

#include "step.h"

#include "any_rules.h"

#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)

static void any_hand(lm_hand *hand)
{
    Frama_C_make_unknown((char *)hand, sizeof *hand);
    hand->n = BYTE(0, LM_HAND_CARDS - 1);
    hand->hard = BYTE(0, 200);
    for (int i = 0; i < LM_BETTORS; i++)
        hand->doubled[i] = Frama_C_interval(0, LM_CENTS_MAX);
}

static void any_box(lm_box *box)
{
    Frama_C_make_unknown((char *)box, sizeof *box);
    for (int i = 0; i < LM_HANDS; i++)
        any_hand(&box->hand[i]);
    for (int i = 0; i < LM_BETTORS; i++) {
        box->coupon[i] = Frama_C_interval(0, LM_CENTS_MAX);
        for (int k = 0; k < LM_SPOTS; k++) {
            box->main[i][k] = box->insured[i][k] = Frama_C_interval(0, LM_CENTS_MAX);
            box->net[i][k] = Frama_C_interval(-1000000000, 1000000000);
        }
    }
    box->hands = BYTE(0, LM_HANDS - 1);
    box->n_first = BYTE(0, LM_VIEW_FIRST - 1);
    box->decider = BYTE(0, LM_BETTORS - 1);
}

static void any_round(lm_round *r)
{
    Frama_C_make_unknown((char *)r, sizeof *r);
    r->rules_hash = 1;
    r->felt_cents = r->tray_cents = r->dealer_cents = Frama_C_long_long_interval(-1000000000000, 1000000000000);
    for (int i = 0; i < LM_BOXES; i++)
        any_box(&r->box[i]);
    r->sides = 0;
    r->dealer.n = BYTE(0, LM_HAND_CARDS - 1);
    r->dealer.hard = BYTE(0, 200);
    r->phase = BYTE(0, LM_DONE);
    r->at_box = BYTE(0, LM_BOXES);
    r->at_hand = BYTE(0, LM_HANDS - 1);
    r->spot = BYTE(0, LM_SPOTS - 1);
    r->last_box = BYTE(0, LM_BOXES);
    r->awaiting_box = BYTE(0, LM_BOXES);
    r->actions = Frama_C_unsigned_int_interval(0, 4000000000U);
}

/* Multiple action plays the dealer's next hand from within the end of the one before. Where a verb reaches the dealer's hand, this contract
 * says what the hand leaves: a round in any state within its bounds. The dealer's own run analyses one hand and relies on the contract for
 * the next. */
/*@ requires \valid(s) && \valid(s->r);
    assigns *s->r \from *s->r, *s->k;
    ensures s->r->sides == 0 && s->r->spot < LM_SPOTS && s->r->at_box <= LM_BOXES && s->r->at_hand < LM_HANDS;
    ensures s->r->last_box <= LM_BOXES && s->r->dealer.n < LM_HAND_CARDS && s->r->phase <= LM_DONE;
*/
void lm_begin_reveal(lm_step *s);

int main(void)
{
    static lm_rules rules;
    static lm_round round;
    any_rules(&rules);
    rules.hash = 1;
    any_round(&round);
#ifdef PROVED_VERB
    lm_action action;
    Frama_C_make_unknown((char *)&action, sizeof action);
    action.verb = PROVED_VERB;
    lm_round_apply_heard(&round, &rules, action, 0);
#else
    lm_step step = { &round, &rules, 0, LM_AFTER_DEAL, 0 };
    lm_begin_reveal(&step);
#endif
    return 0;
}
