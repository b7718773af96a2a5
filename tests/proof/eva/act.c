/* act.c - some verbs (proved.h, each with what is told apart) with any arguments on any round within its bounds, under any
 * legal value of every rule. The parts of a round are their contracts (contracts.h), which part.c proves.
 *
 * Eva keeps a range for each value and forgets how two values belong together. So what the engine asks of its arguments
 * before it goes on stands here as separate cases: boxes that exist and others, amounts that can be laid and others. Each
 * case is analysed on its own, and all of them together are every action. */
#include "bounds.h"

#include "needs.h"

#include "contracts.h"

#include "proved.h"

/* Which fields of the action are told apart (rounds.py, by verb). */
enum {
    BY_BOX = 1,
    BY_BETTOR = 2,
    BY_CARD = 4,
    BY_N = 8,
    BY_WAGER = 16,
    BY_AMOUNT = 32,
    BY_KIND = 64,
    BY_EACH_BOX = 128,
    BY_PRIZE = 256
};

/* What the engine refuses at once stands apart from what it looks at further. */
static void choose(lm_action *action, int cases)
{
    if (cases & BY_BOX) {
        action->box = 0;
        if (EITHER) return;
        action->box = BYTE(LM_BOXES + 1, 255);
        if (EITHER) return;
        action->box = BYTE(1, LM_BOXES);
        if (cases & BY_EACH_BOX) {
            //@ split action->box;
            ;
        }
    }
    if (cases & BY_BETTOR) {
        action->bettor = BYTE(LM_BETTORS, 255);
        if (EITHER) return;
        action->bettor = BYTE(0, LM_BETTORS - 1);
    }
    if (cases & BY_CARD) {
        action->card = BYTE(LM_CARDS, 255);
        if (EITHER) return;
        action->card = BYTE(0, LM_CARDS - 1);
    }
    if (cases & BY_KIND) {
        action->n = BYTE(LM_IR_COUNT, 255);
        if (EITHER) return;
        action->n = BYTE(0, LM_IR_COUNT - 1);
        //@ split action->n;
        ;
    }
    if (cases & BY_N) {
        action->n = BYTE(LM_ROLE_COUNT, 255);
        if (EITHER) return;
        action->n = BYTE(LM_SPOTS, LM_ROLE_COUNT - 1);
        if (EITHER) return;
        action->n = BYTE(0, LM_SPOTS - 1);
    }
    if (cases & BY_AMOUNT) {
        action->amount_cents = Frama_C_long_long_interval(INT64_MIN, -1);
        if (EITHER) return;
        action->amount_cents = Frama_C_long_long_interval(MOST_LAID + 1, INT64_MAX);
        if (EITHER) return;
        action->amount_cents = LAID;
    }
    if (cases & BY_PRIZE) {
        action->amount_cents = Frama_C_long_long_interval(INT64_MIN, -1);
        if (EITHER) return;
        action->amount_cents = Frama_C_long_long_interval(LM_CENTS_MAX + 1, INT64_MAX);
        if (EITHER) return;
        action->amount_cents = Frama_C_long_long_interval(0, LM_CENTS_MAX);
    }
    if (cases & BY_WAGER) {
        action->wager = LM_MAIN;
        if (EITHER) return;
        action->wager = LM_INSURANCE;
        if (EITHER) return;
        action->wager = BYTE(LM_SIDE, 255);
    }
}

int main(void)
{
    static const struct {
        lm_verb verb;
        int cases;
    } proved[] = { PROVED_VERBS };
    lm_action action;
    any_table();
    any_round(&round);
    any_moment(&round);
    Frama_C_make_unknown((char *)&action, sizeof action);
    int i = BETWEEN(0, sizeof proved / sizeof proved[0] - 1);
    //@ split i;
    if (!round.awaiting || proved[i].verb == LM_CONFIRM) choose(&action, proved[i].cases);
    action.verb = proved[i].verb;
    int heard = EITHER;
    //@ split heard;
    ;
    lm_round_apply_heard(&round, &rules, action, heard ? &ear : 0);
    keeps_prize(&round);
    keeps_turn(&round);
    keeps_staff(&round);
    //@ slevel merge;
    keeps_bounds(&round);
    return 0;
}
