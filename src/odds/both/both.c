/* both.c - see lammer/both.h.
 *
 * The values of a round's cards decide the main net. Where the deal decides the other wager, its outcome depends on the
 * suits and ranks of three or four cards, which are equally likely given their values: so for each starting hand and up
 * card, with a dealer blackjack or without, net and outcome are independent. Where the dealer's drawing decides, each
 * final hand of the dealer leads to an outcome with a chance of its own, and the nets are computed again with the dealer's
 * hands weighed by it (weighed.h). */
#include "both.h"

#ifndef ODDS_EXACT

#include <string.h>

#include "price/price_math.h"

const char *lm_both_text(lm_both_status status)
{
    static const char *const texts[LM_BOTH_STATUSES] = {
        "computed",
        /* say:both-drawn */
        "its price lets the box draw until the wager is decided, and the main hand does not always",
        /* say:both-play */ "lammers, or the results of several rounds, decide it, and not one hand at a time",
        /* say:both-suits */ "the main wager pays for suits (bonus_678, special_blackjack), and so may this one",
        /* say:both-spots */ "the round has several dealer hands (multiple_action)",
        "it cannot be priced",
        "too little memory",
    };
    return texts[status];
}

static int joint_of(both_work *w, uint32_t key)
{
    lm_both *both = w->both;
    for (int i = 0; i < both->joints; i++) {
        if (w->key[i] == key) return i;
    }
    lm_both_joint *joint = &both->joint[both->joints];
    w->key[both->joints] = key;
    for (; key; key >>= 8)
        joint->which[joint->n++] = (uint8_t)(key & 255);
    return both->joints++;
}

int both_joint(both_work *w, int counted)
{
    return joint_of(w, w->count.key[counted]);
}

void both_add(both_work *w, int joint, const round_nets *nets, bool blackjack, double share)
{
    for (int insured = 0; insured < 2; insured++) {
        const double *from = nets->chance[insured][blackjack];
        for (int i = 0; i < LM_NETS; i++)
            w->both->joint[joint].with[i] += from[i] * share;
    }
}

/* Rounding may leave a little less than nothing where both cannot come together. */
static void add_up(lm_both *both)
{
    const double noise = 1e-14;
    double all = 0, square = 0;
    for (int k = 0; k < both->joints; k++) {
        lm_both_joint *joint = &both->joint[k];
        double sum = 0;
        for (int i = 0; i < LM_NETS; i++) {
            double x = (i + LM_NET_LEAST) / (double)TENTHS;
            if (joint->with[i] < noise) joint->with[i] = 0;
            joint->probability += joint->with[i];
            sum += joint->with[i] * x;
            square += joint->with[i] * x * x;
        }
        joint->main = joint->probability > 0 ? sum / joint->probability : 0;
        both->main_mean += sum;
        all += joint->probability;
    }
    for (int k = 0; k < both->joints; k++) {
        lm_both_joint *joint = &both->joint[k];
        joint->probability /= all;
        for (int i = 0; i < LM_NETS; i++)
            joint->with[i] /= all;
    }
    both->main_mean /= all;
    both->main_sd = price_sqrt(square / all - both->main_mean * both->main_mean);
}

void lm_both_pay(lm_both *both, const lm_price *price, const lm_rules *rules)
{
    double square = 0, product = 0;
    bool known = true;
    both->mean = 0;
    for (int k = 0; k < both->joints; k++) {
        lm_both_joint *joint = &both->joint[k];
        joint->net = lm_price_net(price, rules, joint->which, joint->n);
        known = known && joint->net == joint->net;
    }
    if (!known) {
        both->mean = both->sd = both->covariance = both->correlation = (double)__builtin_nan("");
        return;
    }
    for (int k = 0; k < both->joints; k++) {
        const lm_both_joint *joint = &both->joint[k];
        both->mean += joint->probability * joint->net;
        square += joint->probability * joint->net * joint->net;
        product += joint->probability * joint->net * joint->main;
    }
    both->sd = price_sqrt(square - both->mean * both->mean);
    both->covariance = product - both->mean * both->main_mean;
    both->correlation = both->sd > 0 && both->main_sd > 0 ? both->covariance / (both->sd * both->main_sd) : 0;
}

static void drop_impossible(lm_both *both)
{
    int n = 0;
    for (int k = 0; k < both->joints; k++) {
        if (both->joint[k].probability <= 0) continue;
        if (n != k) both->joint[n] = both->joint[k];
        n++;
    }
    both->joints = n;
}

static lm_both_status why_not(const lm_game *g, const lm_wager *wager, const lm_price *price)
{
    if (wager->carries || wager->collects_lammers) return LM_BOTH_PLAY;
    if (price->status != LM_PRICE_OK) return LM_BOTH_BEYOND;
    if (g->spots) return LM_BOTH_SPOTS;
    if (g->rules.bonus_678 || g->rules.special_blackjack) return LM_BOTH_SUITS;
    return LM_BOTH_OK;
}

size_t lm_both_room(void)
{
    return sizeof(both_work);
}

lm_both_status lm_game_both(lm_game *g, const lm_price_ask *ask, const lm_price *price, void *memory, size_t size,
                            lm_both *both)
{
    both_work *w = memory;
    const lm_wager *wager = ask->offer->wager;
    memset(both, 0, sizeof *both);
    both->status = size < sizeof *w ? LM_BOTH_MEMORY : why_not(g, wager, price);
    if (both->status != LM_BOTH_OK) return both->status;
    w->g = g;
    w->both = both;
    w->count = price_fresh(ask, w->room);
    both->by_dealer = wager->needs >= LM_NEEDS_THIRD;
    both->status = both->by_dealer ? both_by_dealer(w) : both_by_deal(w);
    if (both->status != LM_BOTH_OK) return both->status;
    lm_distribution *d = &w->whole;
    lm_game_distribution(g, false, d);
    both->error = d->error;
    add_up(both);
    drop_impossible(both);
    lm_both_pay(both, price, ask->rules);
    return LM_BOTH_OK;
}

#endif
