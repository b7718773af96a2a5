/* events.c - the clause of any event that a round tells, in any state of the round, under any rules with any wagers.
 *
 * An event names a box, a hand and a wager that the round has: the lines that tell it are those of the round. */
#include <__fc_builtin.h>

#include "step.h"

#include "any_rules.h"

#define BETWEEN(least, most) Frama_C_interval(least, most)
#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)
#define ANY_TEXT texts[EITHER]

static const char *const texts[] = { 0, "text" };
static lm_rules rules;
static lm_round round;
static lm_wager wager;

/* What the round says of its dealer is any answer. */
lm_verdict lm_judge_hand(const lm_step *s, const lm_hand *hand)
{
    return (lm_verdict){ (lm_result)BETWEEN(LM_RESULT_NONE, LM_VOID), { BETWEEN(0, 100), BETWEEN(1, 100) } };
}

bool lm_up_may_hide_blackjack(const lm_round *r)
{
    return EITHER;
}

bool lm_dealer_blackjack(const lm_round *r)
{
    return EITHER;
}

static void any_table(void)
{
    any_rules(&rules);
    Frama_C_make_unknown((char *)&wager, sizeof wager);
    wager.clause = "text";
    for (int i = 0; i < LM_WAGER_DOCUMENTS; i++)
        wager.sections[i] = wager.beaten[i] = ANY_TEXT;
    wager.start_rule = wager.abandoned = wager.must_hit.clause = wager.tips.limits = ANY_TEXT;
    wager.keeps.bust = wager.keeps.blackjack = ANY_TEXT;
    for (int t = 0; t < LM_PAYTABLES; t++)
        wager.paytables[t].clause = ANY_TEXT;
    rules.offers = LM_OFFERS;
    for (int i = 0; i < LM_OFFERS; i++)
        rules.offer[i] = (lm_offer){ &wager, BETWEEN(0, LM_PAYTABLES - 1) };
}

static void any_round(lm_round *r)
{
    Frama_C_make_unknown((char *)r, sizeof *r);
    r->sides = BYTE(0, LM_SIDE_BETS);
    for (int i = 0; i < LM_BOXES; i++) {
        for (int h = 0; h < LM_HANDS; h++)
            r->box[i].hand[h].result = BYTE(0, LM_VOID);
    }
    for (int i = 0; i < LM_SIDE_BETS; i++)
        r->side[i].slot = BYTE(LM_SIDE, LM_SIDE + LM_OFFERS - 1);
}

int main(void)
{
    lm_event event;
    any_table();
    any_round(&round);
    lm_step step = { &round, &rules, 0, (lm_window)BETWEEN(LM_AFTER_DEAL, LM_AFTER_ALL), ANY_TEXT };
    Frama_C_make_unknown((char *)&event, sizeof event);
    event.kind = BYTE(0, LM_EV_COUNT - 1);
    event.box = BYTE(1, LM_BOXES);
    event.hand = BYTE(0, LM_HANDS);
    event.bettor = BYTE(0, LM_BETTORS - 1);
    event.wager = BYTE(LM_MAIN, LM_SIDE + LM_OFFERS - 1);
    //@ split event.kind;
    if (event.kind == LM_EV_CLEAR || event.kind == LM_EV_TUCK) event.hand = BYTE(1, LM_HANDS);
    if (event.kind == LM_EV_AWARD || event.kind == LM_EV_HOLD || event.kind == LM_EV_LIGHT)
        event.wager = BYTE(LM_SIDE, LM_SIDE + LM_OFFERS - 1);
    if (EITHER)
        lm_event_clause(&step, &event);
    else
        lm_lammer_clause(&step, &round.box[BETWEEN(0, LM_BOXES - 1)].hand[BETWEEN(0, LM_HANDS - 1)], EITHER);
    return 0;
}
