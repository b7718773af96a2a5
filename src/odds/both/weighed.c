/* weighed.c - see weighed.h. */
#include "weighed.h"

#ifndef ODDS_EXACT

#include <string.h>

#include "split.h"

/* The cards of a hand, the highest first. */
static int spell(uint64_t cards, uint8_t *value)
{
    int n = 0;
    for (int v = 10; v >= 1; v--) {
        for (int k = (int)(cards >> (6 * (v - 1)) & 63); k > 0 && n < WEIGHED_DEPTH; k--)
            value[n++] = (uint8_t)v;
    }
    return n;
}

static int cards_alike(const uint8_t *a, int n, const uint8_t *b, int m)
{
    int i = 0;
    while (i < n && i < m && a[i] == b[i])
        i++;
    return i;
}

static void write_step(weighed_tree *tree, const uint8_t *value, int at)
{
    int used = 0;
    while (used < at && value[at - 1 - used] == value[at])
        used++;
    tree->step[tree->n++] = (weighed_step){ (uint8_t)(at + 1), value[at], (uint8_t)used, ENDS, 0 };
    if (tree->depth <= at) tree->depth = at + 1;
    if (tree->most[value[at]] <= used) tree->most[value[at]] = used + 1;
}

bool weighed_make(weighed_tree *tree, const weighed_hand *hand, int n)
{
    uint8_t before[WEIGHED_DEPTH], now[WEIGHED_DEPTH];
    int had = 0;
    tree->n = tree->depth = 0;
    memset(tree->most, 0, sizeof tree->most);
    memset(tree->pat, 0, sizeof tree->pat);
    for (int i = 0; i < n; i++) {
        int has = spell(hand[i].cards, now), from = cards_alike(before, had, now, has);
        if (has == 0) {
            tree->pat[hand[i].end] += hand[i].weight;
            continue;
        }
        if (tree->n + has > WEIGHED_STEPS) return false;
        for (int at = from < has ? from : has - 1; at < has; at++)
            write_step(tree, now, at);
        tree->step[tree->n - 1].end = hand[i].end;
        tree->step[tree->n - 1].weight = hand[i].weight;
        memcpy(before, now, sizeof before);
        had = has;
    }
    return true;
}

LM_WIDE static void run_tree(const weighed_tree *tree, const lm_lanes *left, lm_lanes *ends)
{
    lm_lanes copies[11][WEIGHED_DEPTH], ways[WEIGHED_DEPTH + 1], sum[ENDS][WEIGHED_DEPTH + 1], unit = { 0 };
    const lm_lanes zero = { 0 };
    typedef long long lm_mask __attribute__((vector_size(64)));
    memset(sum, 0, sizeof sum);
    for (int v = 1; v <= 10; v++) {
        for (int k = 0; k < tree->most[v]; k++)
            copies[v][k] = left[v] - (double)k;
    }
    ways[0] = zero + 1;
    for (int i = 0; i < tree->n; i++) {
        const weighed_step *s = &tree->step[i];
        ways[s->depth] = ways[s->depth - 1] * copies[s->value][s->used];
        if (s->end != ENDS) sum[s->end][s->depth] += ways[s->depth] * s->weight;
    }
    for (int e = 0; e < ENDS; e++)
        ends[e] = zero + tree->pat[e];
    unit += 1;
    for (int d = 1; d <= tree->depth; d++) {
        lm_lanes rest = left[0] - (double)(d - 1);
        unit = (lm_lanes)((lm_mask)(unit / rest) & (rest > 0)); /* nothing is drawn from an empty shoe */
        for (int e = 0; e < ENDS; e++)
            ends[e] += sum[e][d] * unit;
    }
}

void weighed_run(const weighed_tree *tree, const lm_lanes *left, lm_lanes *ends)
{
    run_tree(tree, left, ends);
}

static void keep_batch(const lm_game *g, column *c, dealer_batch *batch, weighing *w)
{
    dealer_batch_run(&c->tree, g->one, batch);
    for (int i = 0; i < batch->n; i++) {
        hand_id h = (hand_id)batch->of[i];
        column_keep_chances(g, c, h, &batch->ends[i / LANES * ENDS], i % LANES);
        w->blackjack[h] = dealer_batch_end(batch, i, END_BLACKJACK);
        w->all[h] = 0;
        for (int e = 0; e < ENDS; e++)
            w->all[h] += dealer_batch_end(batch, i, e);
    }
    batch->n = 0;
}

static void weigh_hands(const lm_game *g, column *c, bool natural, weighing *w)
{
    dealer_batch batch;
    batch.n = 0;
    for (hand_id h = 1; h < g->hands.over; h++) {
        bool is_natural = g->hands.count[h][0] == 2 && g->hands.total[h] == 21;
        if (g->hands.count[h][0] < 2 || is_natural != natural || !column_holds(g, c, h)) continue;
        for (int v = 0; v <= 10; v++)
            dealer_batch_left(&batch, v, left_to(g, c, h, v));
        if (dealer_batch_add(&batch, h)) keep_batch(g, c, &batch, w);
    }
    keep_batch(g, c, &batch, w);
}

void weighed_begin(lm_game *g, column *c, const weighed_tree *tree, const weighed_tree *natural, weighing *w)
{
    memset(w, 0, sizeof *w);
    split_forget_ends(g);
    g->weighing = w;
    c->tree.weighed = natural;
    weigh_hands(g, c, true, w);
    c->tree.weighed = tree;
    weigh_hands(g, c, false, w);
}

void weighed_end(lm_game *g, column *c)
{
    split_forget_ends(g);
    g->weighing = NULL;
    c->tree.weighed = NULL;
    column_prepare(g, c);
}

double weighed_bust(const lm_game *g, const column *c, hand_id h, bool blackjack)
{
    const weighing *w = g->weighing;
    double bust = blackjack ? w->blackjack[h] : w->all[h] - w->blackjack[h];
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        if (!is_live(g, next) || left_to(g, c, h, v) <= 0) continue;
        double lives = blackjack ? w->blackjack[next] : w->all[next] - w->blackjack[next];
        bust -= lives * left_to(g, c, h, v) / left_to(g, c, h, 0);
    }
    return bust;
}

#endif
