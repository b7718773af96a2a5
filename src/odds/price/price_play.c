/* price_play.c - wagers that the play of the main hand decides, priced by the strategy's figures. */
#include "price_count.h"

static void put_joint(price_count *count, int joint, double probability)
{
    if (joint < 0)
        count->status = LM_PRICE_BEYOND;
    else
        count->probability[joint] += probability;
}

static bool lacks_facts(price_count *count)
{
    count->exact = false;
    count->by_facts = true;
    if (!count->ask->facts) count->status = LM_PRICE_PLAY;
    return !count->ask->facts;
}

/* Counts rounds by the box's lammers, and rounds that a dealer blackjack ends. */
void price_count_lammers(price_count *count)
{
    if (lacks_facts(count)) return;
    const double *lammers = count->ask->facts->lammers;
    lm_view view = price_view(count, 2 << 2, 8 << 2, 5 << 2);
    double blackjack = 1;
    view.window = LM_AFTER_ALL;
    view.dealer_done = true;
    view.may_draw = false;
    for (int n = 7; n >= 0; n--) {
        view.lammers = (uint8_t)n;
        put_joint(count, price_ask(count, &view), lammers[n]);
        blackjack -= lammers[n];
    }
    view.up = view.dealer[0] = LM_ACE;
    price_view_blackjack(&view, LM_KING << 2);
    put_joint(count, price_ask(count, &view), blackjack);
}

enum { BEHIND, LEVEL, AHEAD, RESULTS };

/* What one round does to a wager with memory `carry`: decides it (a joint), or returns PRICE_PENDING and the new
 * memory. */
static int round_of(price_count *count, uint8_t *carry, int result)
{
    lm_view view = price_view(count, 2 << 2, 8 << 2, 5 << 2);
    lm_outcomes found = { 0 };
    view.window = LM_AFTER_ALL;
    view.dealer_done = true;
    view.may_draw = false;
    view.carry = *carry;
    view.won = result == AHEAD;
    view.lost = result == BEHIND;
    int joint = price_ask(count, &view);
    count->wager->classify(&view, &found);
    *carry = found.carry;
    return joint;
}

/* Follows the wager from a state that it reaches with probability `arrived`. Rounds are independent, each from a fresh
 * shoe. A round that leaves the state unchanged is skipped, and a voided wager is not counted. */
static void from(price_count *count, uint8_t carry, double arrived)
{
    const lm_play_facts *facts = count->ask->facts;
    const double chance[RESULTS] = { facts->fall, 1 - facts->fall - facts->advance, facts->advance };
    double leaves = 0;
    uint8_t then[RESULTS];
    int joint[RESULTS];
    for (int result = 0; result < RESULTS; result++) {
        then[result] = carry;
        joint[result] = round_of(count, &then[result], result);
        if (joint[result] != PRICE_PENDING || then[result] != carry) leaves += chance[result];
    }
    for (int result = 0; result < RESULTS && count->status == LM_PRICE_OK && leaves > 0; result++) {
        double moves = arrived * chance[result] / leaves;
        if (joint[result] != PRICE_PENDING)
            put_joint(count, joint[result], moves);
        else if (then[result] > carry)
            from(count, then[result], moves);
        else if (then[result] < carry)
            count->status = LM_PRICE_BEYOND;
    }
    if (leaves <= 0) count->status = LM_PRICE_BEYOND;
}

void price_count_rounds(price_count *count)
{
    if (!lacks_facts(count)) from(count, 0, 1);
}
