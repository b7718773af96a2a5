/* price_meters.c - parts of a price beyond the wager's own cards: wins of other bettors, and meters.
 *
 * A meter pays out exactly what was put into it: contributions from stakes, and the seed by the house at each start. So
 * in the long run a meter costs the house contribution + reserve + seed * P(the whole meter is won). The percentages of
 * its awards do not matter: what a 10 % award takes is missing from the next award. */
#include "price_count.h"

void price_others(lm_price *price)
{
    const lm_wager *wager = price->wager;
    double dollars = 0;
    for (int o = 1; o < LM_OUTCOMES; o++)
        dollars += price->probability[o] * price->paytable->others_dollars[o];
    price->others = dollars;
    if (wager->others != LM_OTHER_BETTORS) return;
    price->others = dollars * (price->players - 1);
    price->envy_return = price->others * LM_DOLLAR / (double)price->stake_cents;
    price->house_edge -= price->envy_return;
    price->fixed_return += price->envy_return;
}

/* The mean growth from the reset to the hit, in parts of a cent. Every cent above the reset, up to the limit, is
 * equally likely to be the trigger (C-82), and each round adds one step. */
static double mean_growth(lm_meter_terms terms, int64_t step)
{
    int64_t range = terms.limit_cents - terms.seed_cents, steps = 0;
    for (int64_t trigger = 1; trigger <= range; trigger++)
        steps += (trigger * LM_PARTS + step - 1) / step;
    return (double)steps * (double)step / (double)range;
}

/* Each hit pays what the stakes contributed and the house's seed. */
static void price_must_hit(const lm_price *price, lm_priced_meter *m, lm_meter_terms terms)
{
    int64_t step = terms.contribution * price->stake_cents * price->players;
    m->cost = m->contribution;
    if (step > 0) m->cost += m->contribution * (double)terms.seed_cents * LM_PARTS / mean_growth(terms, step);
}

static void price_meter(const lm_price *price, lm_priced_meter *m, int which)
{
    for (int o = 1; o < LM_OUTCOMES; o++) {
        lm_odds pays = price->pays[o];
        if (pays.form != LM_PERCENT || pays.meter != which) continue;
        m->value += price->probability[o] * pays.a / 100;
        if (pays.a == 100) m->whole += price->probability[o];
    }
    m->cost = m->contribution + m->reserve + m->whole * m->seed * LM_DOLLAR / (double)price->stake_cents;
}

static void find_meters(lm_price *price, const lm_meters *meters)
{
    for (int i = 0; meters->games && i < meters->game[0].n; i++) {
        const lm_meter *meter = &meters->meter[meters->game[0].first + i];
        lm_priced_meter *m = &price->meter[price->meters++];
        *m = (lm_priced_meter){ .kind = (lm_meter_kind)meter->kind,
                                .name = lm_meter_name((lm_meter_kind)meter->kind),
                                .seed = (double)meter->terms.seed_cents / LM_DOLLAR,
                                .contribution = (double)meter->terms.contribution / LM_PARTS,
                                .reserve = (double)meter->terms.reserve / LM_PARTS };
        if (m->kind == LM_METER_MUST_HIT)
            price_must_hit(price, m, meter->terms);
        else
            price_meter(price, m, i);
    }
}

/* The amount that each meter must show, with the others at their seeds, to bring the edge to zero. */
static void find_break_evens(lm_price *price, double fixed_edge)
{
    double stake = (double)price->stake_cents / LM_DOLLAR, lacking = fixed_edge * stake;
    for (int i = 0; i < price->meters; i++)
        lacking -= price->meter[i].value * price->meter[i].seed;
    for (int i = 0; i < price->meters; i++) {
        lm_priced_meter *m = &price->meter[i];
        if (m->value > 0) m->break_even = lacking / m->value + m->seed;
    }
}

/* The spread of a round with every meter at its seed. */
static double spread_at_seeds(const lm_price *price, double fixed_edge)
{
    double stake = (double)price->stake_cents / LM_DOLLAR;
    double square = price->sd * price->sd + fixed_edge * fixed_edge, mean = -fixed_edge;
    for (int o = 1; o < LM_OUTCOMES; o++) {
        lm_odds pays = price->pays[o];
        if (pays.form != LM_PERCENT || !pays.a) continue;
        double award = price->meter[pays.meter].seed * pays.a / 100 / stake;
        mean += price->probability[o] * award;
        square += price->probability[o] * ((award - 1) * (award - 1) - 1); /* `sd` counts the award as a lost stake */
    }
    return price_sqrt(square - mean * mean);
}

void price_meters(lm_price *price, const lm_rules *rules, const lm_offer *offer)
{
    lm_rules alone = *rules;
    lm_meters meters;
    alone.offers = 1;
    alone.offer[0] = *offer;
    lm_meters_open(&meters, &alone, 0);
    find_meters(price, &meters);
    if (!price->meters) return;
    double own_edge = price->house_edge + price->envy_return; /* envy prizes are not part of the spread */
    price->sd = spread_at_seeds(price, own_edge);
    find_break_evens(price, price->house_edge);
    for (int i = 0; i < price->meters; i++)
        price->house_edge -= price->meter[i].cost;
}
