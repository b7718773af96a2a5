/* dealer.c - see dealer.h. */
#include "both/weighed.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const hand_table *hands;
    hand_id start;
    dealer_rule rule;
    int32_t orders[HANDS_MOST]; /* number of orders in which the dealer can draw this hand */
    bool wanted[HANDS_MOST];    /* this hand is the beginning of a final hand */
} compiler;

static bool must_draw(const compiler *c, int h)
{
    int total = c->hands->total[h];
    return total < 17 || (total == 17 && c->hands->soft[h] && c->rule.hits_soft_17);
}

static bool is_end(const compiler *c, int h)
{
    return c->orders[h] && !must_draw(c, h) && (c->rule.tells_22 || h < c->hands->over);
}

static int end_of(const compiler *c, int h)
{
    if (!is_end(c, h)) return ENDS;
    const uint8_t *count = c->hands->count[h];
    if (count[0] == 2 && count[1] == 1 && count[10] == 1) return END_BLACKJACK;
    return END_17 + c->hands->total[h] - 17;
}

static void count_orders(compiler *c)
{
    c->orders[c->start] = 1;
    for (int h = c->start; h < c->hands->n; h++) {
        if (!c->orders[h] || !must_draw(c, h)) continue;
        for (int v = 1; v <= 10; v++) {
            hand_id next = c->hands->plus[h][v];
            if (next != HAND_NONE) c->orders[next] += c->orders[h];
        }
    }
}

/* Marks the prefixes of a final hand whose cards are sorted from the highest value down. */
static void want_beginnings(compiler *c, int end)
{
    hand_id h = c->start;
    for (int v = 10; v >= 1; v--) {
        int k = c->hands->count[end][v] - c->hands->count[c->start][v];
        for (; k > 0; k--) {
            h = c->hands->plus[h][v];
            c->wanted[h] = true;
        }
    }
}

static void write_steps(const compiler *c, dealer_tree *tree, hand_id h, int highest, int depth)
{
    for (int v = highest; v >= 1; v--) {
        hand_id next = c->hands->plus[h][v];
        if (next == HAND_NONE || !c->wanted[next]) continue;
        assert(tree->n < DEALER_STEPS && depth < DEALER_DEPTH);
        tree->step[tree->n++] = (dealer_step){
            .depth = (uint8_t)depth,
            .value = (uint8_t)v,
            .used = (uint8_t)(c->hands->count[h][v] - c->hands->count[c->start][v]),
            .end = (uint8_t)end_of(c, next),
            .orders = c->orders[next],
        };
        if (tree->depth < depth) tree->depth = depth;
        if (tree->most[v] <= tree->step[tree->n - 1].used) tree->most[v] = tree->step[tree->n - 1].used + 1;
        write_steps(c, tree, next, v, depth + 1);
    }
}

void dealer_compile(dealer_tree *tree, const hand_table *hands, int up, int second, dealer_rule rule)
{
    compiler c = { .hands = hands, .rule = rule };
    c.start = hands->plus[HAND_EMPTY][up];
    if (second) c.start = hands->plus[c.start][second];
    count_orders(&c);
    tree->weighed = NULL;
    tree->n = tree->depth = 0;
    memset(tree->most, 0, sizeof tree->most);
    tree->pat = end_of(&c, c.start);
    for (int h = c.start; h < hands->n; h++) {
        if (is_end(&c, h)) want_beginnings(&c, h);
    }
    write_steps(&c, tree, c.start, 10, 1);
}

/* unit[d]: the probability of d given cards in a given order, times `one`. */
static void unit_of_depth(const dealer_tree *tree, const lm_lanes *all, lm_real one, lm_lanes *unit)
{
    unit[0] = (lm_lanes){ 0 } + one;
    for (int d = 1; d <= tree->depth; d++) {
        lm_lanes rest = *all - (lm_real)(d - 1);
#ifdef ODDS_EXACT
        unit[d] = rest > 0 ? unit[d - 1] / rest : 0;
#else
        typedef long long lm_mask __attribute__((vector_size(64)));
        unit[d] = (lm_lanes)((lm_mask)(unit[d - 1] / rest) & (rest > 0)); /* nothing is drawn from an empty shoe */
#endif
    }
}

/* Runs the tree on `blocks` times LANES shoes: the more shoes share the reading of a step, the less it costs. The number
 * is a constant wherever this is inlined. */
static inline __attribute__((always_inline)) void run_blocks(const dealer_tree *tree, int blocks, const lm_lanes *left,
                                                             lm_real one, lm_lanes *ends)
{
    lm_lanes copies[11][DEALER_DEPTH][DEALER_BLOCKS], ways[DEALER_DEPTH][DEALER_BLOCKS], unit[DEALER_DEPTH];
    lm_lanes sum[ENDS][DEALER_DEPTH][DEALER_BLOCKS];
    const lm_lanes zero = { 0 };
    for (int v = 1; v <= 10; v++) {
        for (int k = 0; k < tree->depth && k < tree->most[v]; k++) {
            for (int b = 0; b < blocks; b++)
                copies[v][k][b] = left[b * DEALER_SHOE + v] - (lm_real)k;
        }
    }
    for (int e = 0; e < ENDS; e++) {
        for (int d = 0; d <= tree->depth; d++) {
            for (int b = 0; b < blocks; b++)
                sum[e][d][b] = zero;
        }
    }
    for (int b = 0; b < blocks; b++)
        ways[0][b] = zero + 1;
    for (int i = 0; i < tree->n; i++) {
        const dealer_step *s = &tree->step[i];
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            ways[s->depth][b] = ways[s->depth - 1][b] * copies[s->value][s->used][b];
        if (s->end == ENDS) continue;
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            sum[s->end][s->depth][b] += ways[s->depth][b] * (lm_real)s->orders;
    }
    for (int b = 0; b < blocks; b++) {
        unit_of_depth(tree, &left[b * DEALER_SHOE], one, unit);
        for (int e = 0; e < ENDS; e++)
            ends[b * ENDS + e] = zero;
        ends[b * ENDS + END_OVER] += one;
        for (int e = 0; e < ENDS; e++) {
            if (e == END_OVER) continue;
            for (int d = 1; d <= tree->depth; d++)
                ends[b * ENDS + e] += sum[e][d][b] * unit[d];
            ends[b * ENDS + END_OVER] -= ends[b * ENDS + e];
        }
    }
}

/* Static, because other files cannot call the clones that clang 14 makes of an external function. */
LM_WIDE static void run_tree(const dealer_tree *tree, const lm_lanes *left, lm_real one, lm_lanes *ends)
{
    run_blocks(tree, 1, left, one, ends);
}

LM_WIDE static void run_tree_wide(const dealer_tree *tree, const lm_lanes *left, lm_real one, lm_lanes *ends)
{
    run_blocks(tree, DEALER_BLOCKS, left, one, ends);
}

void dealer_run(const dealer_tree *tree, const lm_lanes *left, lm_real one, lm_lanes *ends)
{
    const lm_lanes zero = { 0 };
#ifndef ODDS_EXACT
    if (tree->weighed) {
        weighed_run(tree->weighed, left, ends);
        return;
    }
#endif
    for (int e = 0; e < ENDS; e++)
        ends[e] = zero;
    if (tree->pat != ENDS)
        ends[tree->pat] += one;
    else
        run_tree(tree, left, one, ends);
}

void dealer_batch_run(const dealer_tree *tree, lm_real one, dealer_batch *batch)
{
    int blocks = (batch->n + LANES - 1) / LANES;
    if (blocks == DEALER_BLOCKS && tree->pat == ENDS && !tree->weighed) {
        run_tree_wide(tree, batch->left, one, batch->ends);
        return;
    }
    for (int b = 0; b < blocks; b++)
        dealer_run(tree, &batch->left[b * DEALER_SHOE], one, &batch->ends[b * ENDS]);
}
