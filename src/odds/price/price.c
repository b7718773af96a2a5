/* price.c - turns counted ways into a price: edge, hit frequency, spread, meters. */
#include "lammer/price.h"

#include "price_count.h"

const char *lm_price_status_text(lm_price_status status)
{
    static const char *const texts[LM_PRICE_STATUSES] = {
        "priced",
        /* say:too-few-cards */ "too few cards are left for a round",
        "the price depends on how the main hand is played",
        "the wager looks at something that the method does not count",
        "too little memory for a price",
    };
    return texts[status];
}

void lm_price_offer(lm_offer *offer, const lm_wager *wager, int paytable)
{
    *offer = (lm_offer){ .wager = wager, .paytable = paytable };
    for (int i = 0; i < LM_OUTCOMES; i++)
        offer->pays[i] = wager->paytables[paytable].pays[i];
}

static lm_cents usual_stake(const lm_rules *rules, const lm_wager *wager)
{
    lm_stakes stakes = lm_wager_stakes(rules, wager);
    if (stakes.fixed) return stakes.least;
    lm_cents stake = rules->min_bet > stakes.least ? rules->min_bet : stakes.least;
    return stake < stakes.most ? stake : stakes.most;
}

price_count price_fresh(const lm_price_ask *ask, void *memory)
{
    price_count count = { .ask = ask, .wager = ask->offer->wager, .memory = memory, .exact = true };
    lm_census census;
    lm_census_fresh(&census, (int)ask->rules->decks);
    if (ask->census) census = *ask->census;
    for (int card = 0; card < LM_CARDS; card++)
        count.copies[card] = census.copies[card];
    count.cards = lm_census_total(&census);
    count.stake_cents = ask->stake_cents ? ask->stake_cents : usual_stake(ask->rules, count.wager);
    return count;
}

/* Chooses the counting method by the cards or results that the wager waits for. */
static void count_ways(price_count *count)
{
    enum { MOST_CARDS = 1 << 26 }; /* so the product of sixteen draws fits in an lm_wide */
    const lm_wager *wager = count->wager;
    if (count->cards > MOST_CARDS) {
        count->status = LM_PRICE_CARDS;
    } else if (wager->carries) {
        price_count_rounds(count);
    } else if (wager->collects_lammers) {
        price_count_lammers(count);
    } else if (wager->needs >= LM_NEEDS_THIRD) {
        price_count_dealer(count);
    } else if (!price_count_deal(count) && count->status == LM_PRICE_OK) {
        *count = price_fresh(count->ask, count->memory);
        price_count_drawn(count);
    }
    if (count->status == LM_PRICE_OK && count->exact && !price_adds_up(count)) count->status = LM_PRICE_CARDS;
}

static void copy_joint(lm_joint *joint, const price_count *count, int i)
{
    *joint = (lm_joint){ .ways = count->ways[i], .probability = count->probability[i] };
    for (uint32_t key = count->key[i]; key; key >>= 8)
        joint->which[joint->n++] = (uint8_t)(key & 255);
    if (count->exact) joint->probability = lm_wide_ratio(&joint->ways, &count->all);
}

/* Copies the joints that can happen. */
static void copy_counts(lm_price *price, const price_count *count)
{
    price->exact = count->exact;
    price->all = count->all;
    for (int i = 0; i < count->joints; i++) {
        lm_joint *joint = &price->joint[price->joints];
        copy_joint(joint, count, i);
        if (joint->probability > 0) price->joints++;
    }
    for (int i = 0; i < price->joints; i++) {
        const lm_joint *joint = &price->joint[i];
        for (int k = 0; k < (joint->n ? joint->n : 1); k++) {
            wide_add(&price->ways[joint->which[k]], &joint->ways, LM_WIDE_PARTS);
            price->probability[joint->which[k]] += joint->probability;
        }
    }
    for (int o = 0; count->exact && o < LM_OUTCOMES; o++)
        price->probability[o] = lm_wide_ratio(&price->ways[o], &price->all);
    while (price->outcomes < LM_OUTCOMES && price->wager->outcomes[price->outcomes])
        price->outcomes++;
}

/* Net results of the joints without meters, in units of which `unit` make a stake; `square` is the mean square of
 * each. */
typedef struct {
    int64_t unit;
    int64_t net[LM_JOINTS], square[LM_JOINTS];
} nets;

static int64_t common_multiple(int64_t a, int64_t b)
{
    int64_t x = a, y = b;
    while (y) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

/* What a joint outcome wins, as a table settles it: an award at odds returns the stake as well, any other award does
 * not. */
static int64_t joint_net(const lm_price *price, const lm_joint *joint, int64_t unit)
{
    int64_t won = 0;
    bool keeps = false;
    for (int k = 0; k < joint->n; k++) {
        lm_odds pays = price->pays[joint->which[k]];
        if (pays.form == LM_TO || pays.form == LM_FOR) won += unit / pays.b * pays.a;
        if (pays.form == LM_DOLLARS) won += unit / price->stake_cents * pays.a * LM_DOLLAR;
        keeps = keeps || pays.form == LM_TO;
    }
    return won - (keeps ? 0 : unit);
}

static nets printed_nets(const lm_price *price)
{
    nets n = { .unit = 1 };
    for (int o = 1; o < LM_OUTCOMES; o++) {
        lm_odds pays = price->pays[o];
        if (!pays.a || price->probability[o] <= 0) continue;
        if (pays.form == LM_TO || pays.form == LM_FOR) n.unit = common_multiple(n.unit, pays.b);
        if (pays.form == LM_DOLLARS) n.unit = common_multiple(n.unit, price->stake_cents);
    }
    for (int i = 0; i < price->joints; i++) {
        n.net[i] = joint_net(price, &price->joint[i], n.unit);
        n.square[i] = n.net[i] * n.net[i];
    }
    return n;
}

/* A shown amount is won with a chance in proportion to its weight, and the stake is returned (C-85). */
static nets shown_nets(const lm_price *price, const lm_rules *rules)
{
    lm_rule_id id = lm_shown_weights(price->stake_cents);
    int64_t weights = 0, sum = 0, squares = 0;
    for (int rung = 0; rung < LM_RUNGS; rung++) {
        int64_t weight = lm_weight_at(rules->value[id], rung);
        int64_t cents = weight ? (int64_t)lm_ladder_dollars(id, rung) * LM_DOLLAR : 0;
        weights += weight;
        sum += weight * cents;
        squares += weight * cents * cents;
    }
    nets n = { .unit = weights * price->stake_cents };
    for (int i = 0; i < price->joints; i++) {
        bool won = price->joint[i].n > 0;
        n.net[i] = won ? sum : -n.unit;
        n.square[i] = won ? squares * weights : n.unit * n.unit;
    }
    return n;
}

typedef struct {
    double mean, square;
} moments;

/* Sums whole ways, gains and losses separately, and divides once. */
static moments exact_moments(const lm_price *price, const nets *n)
{
    lm_wide gains = { { 0 } }, losses = { { 0 } }, squares = { { 0 } };
    for (int i = 0; i < price->joints; i++) {
        const lm_wide *ways = &price->joint[i].ways;
        if (n->net[i] > 0) wide_add_times(&gains, ways, (uint64_t)n->net[i]);
        if (n->net[i] < 0) wide_add_times(&losses, ways, (uint64_t)-n->net[i]);
        wide_add_times(&squares, ways, (uint64_t)n->square[i]);
    }
    double sign = 1, unit = (double)n->unit;
    if (lm_wide_compare(&gains, &losses) < 0) {
        lm_wide swap = gains;
        gains = losses;
        losses = swap;
        sign = -1;
    }
    wide_subtract(&gains, &losses, LM_WIDE_PARTS);
    return (moments){ sign * lm_wide_ratio(&gains, &price->all) / unit,
                      lm_wide_ratio(&squares, &price->all) / (unit * unit) };
}

static moments played_moments(const lm_price *price, const nets *n)
{
    moments m = { 0, 0 };
    double unit = (double)n->unit;
    for (int i = 0; i < price->joints; i++) {
        m.mean += price->joint[i].probability * (double)n->net[i] / unit;
        m.square += price->joint[i].probability * (double)n->square[i] / (unit * unit);
    }
    return m;
}

static void price_awards(lm_price *price, const lm_rules *rules)
{
    bool shown = price->wager->amount_is_shown;
    lm_rule_id weights = lm_shown_weights(price->stake_cents);
    price->sd_known = !shown || rules->value[weights];
    if (!price->sd_known) { /* the house declares its advantage: MBJ-20(k) */
        bool one = weights == LM_RULE_bonus_weights_1;
        price->house_edge = (double)(one ? rules->bonus_advantage_1 : rules->bonus_advantage_5) / 10000;
    } else {
        nets n = shown ? shown_nets(price, rules) : printed_nets(price);
        moments m = price->exact ? exact_moments(price, &n) : played_moments(price, &n);
        price->house_edge = -m.mean;
        price->sd = price_sqrt(m.square - m.mean * m.mean);
    }
    price->fixed_return = 1 - price->house_edge;
}

static double shown_mean(const lm_price *price, const lm_rules *rules)
{
    nets n = shown_nets(price, rules);
    for (int i = 0; i < price->joints; i++) {
        if (price->joint[i].n) return (double)n.net[i] / (double)n.unit;
    }
    return 0;
}

double lm_price_net(const lm_price *price, const lm_rules *rules, const uint8_t *which, int n)
{
    double won = 0;
    bool keeps = false;
    if (price->wager->amount_is_shown)
        return !price->sd_known ? (double)__builtin_nan("") : n ? shown_mean(price, rules) : -1;
    for (int k = 0; k < n; k++) {
        lm_odds pays = price->pays[which[k]];
        double stake = (double)price->stake_cents / LM_DOLLAR;
        if (pays.form == LM_TO || pays.form == LM_FOR) won += (double)pays.a / pays.b;
        if (pays.form == LM_DOLLARS) won += pays.a / stake;
        if (pays.form == LM_PERCENT && pays.a) won += price->meter[pays.meter].seed * pays.a / 100 / stake;
        keeps = keeps || pays.form == LM_TO;
    }
    return won - (keeps ? 0 : 1);
}

static double chance_to_win(const lm_price *price)
{
    lm_wide won = { { 0 } };
    double played = 0;
    for (int i = 0; i < price->joints; i++) {
        if (!price->joint[i].n) continue;
        wide_add(&won, &price->joint[i].ways, LM_WIDE_PARTS);
        played += price->joint[i].probability;
    }
    return price->exact ? lm_wide_ratio(&won, &price->all) : played;
}

static void name_play(lm_price *price, const price_count *count)
{
    const lm_play_facts *facts = count->ask->facts;
    if (count->by_facts || count->leaves_out)
        price->strategy = facts ? facts->strategy : NULL;
    else if (count->drawn_for)
        price->strategy = "draws until the wager is decided";
    if (count->leaves_out)
        price->caveat = "hands that this strategy takes beyond 29 lose the wager; the price does not count them";
}

lm_price_status lm_price_wager(lm_price *price, const lm_price_ask *ask, void *memory, size_t size)
{
    const lm_offer *offer = ask->offer;
    *price = (lm_price){ .wager = offer->wager,
                         .paytable = &offer->wager->paytables[offer->paytable],
                         .players = ask->players > 0 ? ask->players : 1 };
    if (size < LM_PRICE_ROOM || (uintptr_t)memory % _Alignof(max_align_t)) {
        return price->status = LM_PRICE_MEMORY;
    }
    for (int i = 0; i < LM_OUTCOMES; i++)
        price->pays[i] = offer->pays[i];
    price_count count = price_fresh(ask, memory);
    price->stake_cents = count.stake_cents;
    count_ways(&count);
    price->status = count.status;
    if (price->status != LM_PRICE_OK) return price->status;
    copy_counts(price, &count);
    name_play(price, &count);
    price->hit_frequency = chance_to_win(price);
    price_awards(price, ask->rules);
    price_others(price);
    price_meters(price, ask->rules, offer);
    return price->status;
}

lm_price_status lm_price_removal(double effect[LM_CARDS], const lm_price_ask *ask, void *memory, size_t size)
{
    lm_price whole, less;
    lm_census census;
    lm_census_fresh(&census, (int)ask->rules->decks);
    if (ask->census) census = *ask->census;
    if (lm_price_wager(&whole, ask, memory, size) != LM_PRICE_OK) return whole.status;
    for (int card = 0; card < LM_CARDS; card++) {
        lm_census without = census;
        lm_price_ask other = *ask;
        other.census = &without;
        effect[card] = 0;
        if (!lm_census_remove(&without, (lm_card)card)) continue;
        if (lm_price_wager(&less, &other, memory, size) != LM_PRICE_OK) return less.status;
        effect[card] = less.house_edge - whole.house_edge;
    }
    return LM_PRICE_OK;
}
