/* act.c - one verb (-DPROVED_VERB=LM_CARD) with any arguments on any round within its bounds, under any legal value of every rule. The parts
 * of a round are their contracts (contracts.h), which part.c proves.
 *
 * Eva keeps a range for each value and forgets how two values belong together. So what the engine asks of its arguments before it
 * goes on stands here as separate cases: boxes that exist and others, amounts that can be laid and others. Each case is analysed on
 * its own, and all of them together are every action. */
#include "bounds.h"

#include "needs.h"

#include "contracts.h"

/* Which fields of the action, and whether the hands of the box, are told apart (rounds.py, by verb). */
enum { BY_BOX = 1, BY_BETTOR = 2, BY_CARD = 4, BY_N = 8, BY_HAND = 16, BY_WAGER = 32, BY_AMOUNT = 64, BY_KIND = 128 };

/* A split moves hands within the box on turn, which has the hand on turn: each such place by itself. */
static void apply_each(lm_round *r, const lm_rules *rules, const lm_action *a)
{
    if (PROVED_CASES & BY_HAND && r->at_box && a->box >= 1 && a->box <= LM_BOXES) {
        //@ split r->at_box;
        //@ split a->box;
        if (r->at_box == a->box) {
            //@ split r->box[r->at_box - 1].hands;
            //@ split r->at_hand;
            if (r->phase == LM_PLAYING && r->at_hand >= r->box[r->at_box - 1].hands) return;
        }
    }
    lm_round_apply_heard(r, rules, *a, 0);
}

/* What the engine refuses at once stands apart from what it looks at further. */
static void choose(lm_action *action)
{
    if (PROVED_CASES & BY_BOX) {
        action->box = 0;
        if (EITHER) return;
        action->box = BYTE(LM_BOXES + 1, 255);
        if (EITHER) return;
        action->box = BYTE(1, LM_BOXES);
    }
    if (PROVED_CASES & BY_BETTOR) {
        action->bettor = BYTE(LM_BETTORS, 255);
        if (EITHER) return;
        action->bettor = BYTE(0, LM_BETTORS - 1);
    }
    if (PROVED_CASES & BY_CARD) {
        action->card = BYTE(LM_CARDS, 255);
        if (EITHER) return;
        action->card = BYTE(0, LM_CARDS - 1);
    }
    if (PROVED_CASES & BY_KIND) {
        action->n = BYTE(LM_IR_COUNT, 255);
        if (EITHER) return;
        action->n = BYTE(0, LM_IR_COUNT - 1);
        //@ split action->n;
        ;
    }
    if (PROVED_CASES & BY_N) {
        action->n = BYTE(LM_ROLE_COUNT, 255);
        if (EITHER) return;
        action->n = BYTE(LM_SPOTS, LM_ROLE_COUNT - 1);
        if (EITHER) return;
        action->n = BYTE(0, LM_SPOTS - 1);
    }
    if (PROVED_CASES & BY_AMOUNT) {
        action->amount_cents = Frama_C_long_long_interval(INT64_MIN, -1);
        if (EITHER) return;
        action->amount_cents = Frama_C_long_long_interval(MOST_LAID + 1, INT64_MAX);
        if (EITHER) return;
        action->amount_cents = LAID;
    }
    if (PROVED_CASES & BY_WAGER) {
        action->wager = LM_MAIN;
        if (EITHER) return;
        action->wager = LM_INSURANCE;
        if (EITHER) return;
        action->wager = BYTE(LM_SIDE, 255);
    }
}

int main(void)
{
    lm_action action;
    any_table();
    any_round(&round);
    any_staff(&round);
    any_turn(&round);
#ifdef WITHOUT_SIDES
    round.sides = 0;
#endif
    Frama_C_make_unknown((char *)&action, sizeof action);
    if (!round.awaiting || PROVED_VERB == LM_CONFIRM) choose(&action);
    action.verb = PROVED_VERB;
    apply_each(&round, &rules, &action);
    keeps_turn(&round);
    keeps_staff(&round);
    //@ slevel merge;
    keeps_bounds(&round);
    return 0;
}
