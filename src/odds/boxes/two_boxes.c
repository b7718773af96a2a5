/* two_boxes.c - two boxes of one round, which meet the same dealer and draw from the same shoe.
 *
 * Each two sets of cards (net_sets.h) are laid side by side; equal unions are added up, and the dealer is run once for
 * each. Pairs of sets that are too unlikely to matter are taken as independent of each other and of the dealer. */
#include "net_sets.h"

#ifndef ODDS_EXACT

#include <string.h>

#include "price/price_math.h"

enum { UNIONS = 1 << 20, PAIRS_MOST = 1 << 23 };

typedef struct {
    net_sets sets;
    uint16_t order[NET_SETS]; /* the likeliest first */
    double chance[NET_SETS], size[NET_SETS];
    double most[NET_SETS]; /* the size times what a pair with this set may weigh, see together_most */
    int n;                 /* sets that can come */
    int unions;
    uint32_t slot[2 * UNIONS];
    card_key cards[UNIONS];
    lm_lanes product[UNIONS];
    dealer_batch batch;
} boxes_room;

static void sort_sets(boxes_room *r)
{
    for (int gap = r->n / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < r->n; i++) {
            uint16_t x = r->order[i];
            int j = i;
            for (; j >= gap && r->size[r->order[j - gap]] < r->size[x]; j -= gap)
                r->order[j] = r->order[j - gap];
            r->order[j] = x;
        }
    }
}

static int cards_of(card_key cards)
{
    int n = 0;
    for (int v = 1; v <= 10; v++)
        n += key_count(cards, v);
    return n;
}

/* A bound for the chance of a set of n cards together with another, divided by the product of both chances, and one more for
 * the product itself: where the other takes at most `longest` cards from a shoe of `all`, each of the n cards is at most
 * so much likelier. */
static double together_most(int n, int longest, int all)
{
    double most = 1;
    for (int i = 0; i < n; i++)
        most *= all - longest - i > 1 ? (double)(all - i) / (all - longest - i) : all;
    return most + 1;
}

static void weigh_sets(const column *c, boxes_room *r)
{
    int longest = 0;
    r->n = 0;
    for (int i = 0; i < r->sets.n; i++) {
        int n = cards_of(r->sets.cards[i]);
        if (n > longest) longest = n;
    }
    for (int i = 0; i < r->sets.n; i++) {
        double most = 0;
        for (int e = 0; e < ENDS; e++) {
            double x = LANE(r->sets.pays[i], e);
            if (x > most) most = x;
            if (-x > most) most = -x;
        }
        r->chance[i] = net_sets_chance(c, r->sets.cards[i]);
        r->size[i] = r->chance[i] * most;
        r->most[i] = r->size[i] * together_most(cards_of(r->sets.cards[i]), longest, c->left[0]);
        if (r->size[i] > 0) r->order[r->n++] = (uint16_t)i;
    }
    sort_sets(r);
}

/* Pairs whose product of sizes reaches the limit, and a bound for what the others miss when they are not united. */
static long pairs_above(const boxes_room *r, double limit, double *light)
{
    long n = 0;
    double all = 0;
    int j = r->n;
    for (int i = 0; i < r->n; i++)
        all += r->most[r->order[i]];
    double kept = all; /* of the first j sets */
    *light = 0;
    for (int i = 0; i < r->n; i++) {
        double mine = r->size[r->order[i]];
        while (j > 0 && mine * r->size[r->order[j - 1]] < limit)
            kept -= r->most[r->order[--j]];
        n += j;
        *light += mine * (all - kept);
    }
    return n;
}

static double find_limit(const boxes_room *r, double *light)
{
    double limit = 0;
    while (pairs_above(r, limit, light) > PAIRS_MOST)
        limit = limit > 0 ? limit * 2 : 1e-16;
    return limit;
}

static lm_lanes *find_union(boxes_room *r, card_key cards)
{
    enum { SLOTS = 2 * UNIONS };
    uint32_t at = (uint32_t)((cards * 0x9e3779b97f4a7c15u) >> 40) % SLOTS;
    while (r->slot[at] && r->cards[r->slot[at] - 1] != cards)
        at = (at + 1) % SLOTS;
    if (!r->slot[at]) {
        if (r->unions == UNIONS) return NULL;
        r->cards[r->unions] = cards;
        r->product[r->unions] = (lm_lanes){ 0 };
        r->slot[at] = (uint32_t)++r->unions;
    }
    return &r->product[r->slot[at] - 1];
}

/* Unites the pairs; `*loose` becomes the sum of those that are not united, as if their cards came from shoes of their
 * own. False where there are more unions than room. */
LM_WIDE static bool unite(boxes_room *r, double limit, lm_lanes *loose)
{
    lm_lanes all = { 0 }, united = { 0 };
    r->unions = 0;
    memset(r->slot, 0, sizeof r->slot);
    for (int i = 0; i < r->n; i++) {
        int a = r->order[i];
        all += r->sets.pays[a] * r->chance[a];
        for (int j = 0; j <= i; j++) {
            int b = r->order[j];
            if (r->size[a] * r->size[b] < limit) break;
            lm_lanes *sum = find_union(r, r->sets.cards[a] + r->sets.cards[b]);
            lm_lanes x = r->sets.pays[a] * r->sets.pays[b] * (i == j ? 1.0 : 2.0);
            if (!sum) return false;
            *sum += x;
            united += x * (r->chance[a] * r->chance[b]);
        }
    }
    *loose = all * all - united;
    return true;
}

static double add_batch(const lm_game *g, const column *c, boxes_room *r)
{
    dealer_batch *batch = &r->batch;
    double sum = 0;
    dealer_batch_run(&c->tree, g->one, batch);
    for (int i = 0; i < batch->n; i++) {
        double chance = net_sets_chance(c, r->cards[batch->of[i]]);
        for (int e = 0; e < ENDS; e++)
            sum += LANE(r->product[batch->of[i]], e) * dealer_batch_end(batch, i, e) * chance;
    }
    batch->n = 0;
    return sum;
}

static bool add_union(const column *c, boxes_room *r, card_key cards, int which)
{
    int drawn = 0;
    for (int v = 1; v <= 10; v++) {
        int count = key_count(cards, v);
        if (c->left[v] < count) return false;
        dealer_batch_left(&r->batch, v, c->left[v] - count);
        drawn += count;
    }
    if (c->left[0] < drawn) return false;
    dealer_batch_left(&r->batch, 0, c->left[0] - drawn);
    return dealer_batch_add(&r->batch, which);
}

/* The mean product of the nets of two boxes in one column, in hundredths; `light` bounds its error. */
static double column_product(lm_game *g, const column *c, const policy *p, boxes_room *r, double *light)
{
    lm_lanes loose;
    double sum = 0;
    net_sets_make(g, c, p, &r->sets);
    weigh_sets(c, r);
    double limit = find_limit(r, light);
    while (!unite(r, limit, &loose)) {
        limit = limit > 0 ? limit * 2 : 1e-16;
        pairs_above(r, limit, light);
    }
    for (int i = 0; i < r->unions; i++) {
        if (add_union(c, r, r->cards[i], i)) sum += add_batch(g, c, r);
    }
    sum += add_batch(g, c, r);
    add_union(c, r, 0, 0);
    dealer_batch_run(&c->tree, g->one, &r->batch);
    for (int e = 0; e < ENDS; e++)
        sum += LANE(loose, e) * dealer_batch_end(&r->batch, 0, e);
    r->batch.n = 0;
    return sum;
}

size_t lm_two_boxes_room(void)
{
    return sizeof(boxes_room) + sizeof(lm_lanes);
}

bool lm_game_two_boxes(lm_game *g, const lm_chart *chart, void *memory, size_t size, lm_two_boxes *two)
{
    const size_t line = sizeof(lm_lanes);
    boxes_room *r = (boxes_room *)(void *)((char *)memory + (line - (uintptr_t)memory % line) % line);
    lm_figures f;
    *two = (lm_two_boxes){ 0 };
    if (g->spots || g->rules.bonus_678 || size < lm_two_boxes_room()) return false;
    if (chart)
        lm_game_chart_figures(g, chart, &f);
    else
        lm_game_figures(g, &f);
    double product = 0;
    r->batch.n = 0;
    for (int i = 0; i < g->columns; i++) {
        const column *c = &g->column[i];
        double light = 0, weight;
        if (!column_possible(c)) continue;
        if (chart)
            chart_column_mean(g, chart, i);
        else
            game_solved(g, i);
        weight = column_weight(g, c, 1) / (TENTHS * TENTHS);
        product += weight * column_product(g, c, chart ? &g->trial : &c->best, r, &light);
        two->error += weight * (light + r->sets.late * TENTHS * TENTHS);
        if (r->sets.full) return false;
    }
    two->covariance = product - f.mean * f.mean;
    two->correlation = two->covariance / (f.sd * f.sd);
    return true;
}

#endif
