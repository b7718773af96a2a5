/* dealer.c - see dealer.h. */
#include "both/weighed.h"

#include <assert.h>
#include <math.h>
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

/* The sum for final hands of an end and a number of cards; sums are sorted so. */
static int sum_of(const dealer_tree *tree, const dealer_step *s)
{
    int i = 0;
    while (i < tree->sums && (tree->sum[i].end != s->end || tree->sum[i].depth != s->depth))
        i++;
    return i;
}

static void list_sums(dealer_tree *tree)
{
    bool used[ENDS][DEALER_DEPTH + 1] = { 0 };
    tree->sums = 0;
    for (int i = 0; i < tree->n; i++) {
        if (tree->step[i].end != ENDS) used[tree->step[i].end][tree->step[i].depth] = true;
    }
    for (int e = 0; e < ENDS; e++) {
        for (int d = 1; d <= tree->depth; d++) {
            if (!used[e][d]) continue;
            assert(tree->sums < DEALER_SUMS);
            tree->sum[tree->sums].end = (uint8_t)e;
            tree->sum[tree->sums++].depth = (uint8_t)d;
        }
    }
}

static int times_of(dealer_tree *tree, int32_t orders)
{
    int i = 0;
    while (i < tree->numbers && LANE(tree->times[i], 0) != orders)
        i++;
    if (i < tree->numbers) return i;
    assert(tree->numbers < DEALER_TIMES);
    tree->times[i] = (lm_lanes){ 0 } + (lm_real)orders;
    return tree->numbers++;
}

/* Lists a hand and its final hands, then the hands it leads to. Steps from `first` on are deeper than it, until its end. */
static int branch_out(dealer_tree *tree, dealer_branch mine, int first)
{
    int depth = mine.depth + 1, end = first, at = tree->branches++;
    for (; end < tree->n && tree->step[end].depth >= depth; end++) {
        const dealer_step *s = &tree->step[end];
        if (s->depth != depth || s->end == ENDS) continue;
        tree->leaf[tree->leaves++] =
            (dealer_leaf){ s->value, s->used, (uint8_t)sum_of(tree, s), (uint8_t)times_of(tree, s->orders) };
        mine.leaves++;
    }
    tree->branch[at] = mine;
    for (int i = first; i < end;) {
        const dealer_step *s = &tree->step[i++];
        bool leads_on = i < end && tree->step[i].depth > s->depth;
        if (leads_on) i = branch_out(tree, (dealer_branch){ s->depth, s->value, s->used, 0 }, i);
    }
    return end;
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
    tree->branches = tree->leaves = tree->numbers = 0;
    list_sums(tree);
    branch_out(tree, (dealer_branch){ 0 }, 0);
}

/* The shoes of a run side by side: cards left of a value when some were drawn, what the cards of a hand contribute, the
 * probability of so many given cards in a given order, and the sums. */
typedef struct {
    lm_lanes copies[11][DEALER_DEPTH][DEALER_BLOCKS];
    lm_lanes ways[DEALER_DEPTH][DEALER_BLOCKS];
    lm_lanes unit[DEALER_DEPTH + 1][DEALER_BLOCKS];
    lm_lanes sum[DEALER_SUMS][DEALER_BLOCKS];
    lm_lanes end[ENDS][DEALER_BLOCKS];
} dealer_room;

/* What is inlined with a constant number of blocks. Loops over single shoes are for the compiler to widen. */
#define EACH_RUN static inline __attribute__((always_inline))

/* unit[d]: the probability of d given cards in a given order, times `one`. Nothing is drawn from an empty shoe. */
EACH_RUN void unit_of_depth(const dealer_tree *tree, int blocks, const lm_lanes *left, lm_real one, dealer_room *room)
{
    for (int b = 0; b < blocks; b++) {
        const lm_real *all = (const lm_real *)&left[b * DEALER_SHOE];
        lm_real *unit = (lm_real *)&room->unit[0][b];
        for (int i = 0; i < LANES; i++)
            unit[i] = one;
        for (int d = 1; d <= tree->depth; d++) {
            const lm_real *before = (const lm_real *)&room->unit[d - 1][b];
            unit = (lm_real *)&room->unit[d][b];
            for (int i = 0; i < LANES; i++) {
                lm_real rest = all[i] - (lm_real)(d - 1);
#ifdef ODDS_EXACT
                unit[i] = rest > 0 ? before[i] / rest : 0;
#else
                unit[i] = before[i] / (rest > 0 ? rest : HUGE_VAL);
#endif
            }
        }
    }
}

EACH_RUN void lay_out(const dealer_tree *tree, int blocks, const lm_lanes *left, lm_real one, dealer_room *room)
{
    const lm_lanes zero = { 0 }, each = zero + 1;
    for (int v = 1; v <= 10; v++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->copies[v][0][b] = left[b * DEALER_SHOE + v];
        for (int k = 1; k < tree->most[v]; k++) {
#pragma GCC unroll 4
            for (int b = 0; b < blocks; b++)
                room->copies[v][k][b] = room->copies[v][k - 1][b] - each;
        }
    }
    unit_of_depth(tree, blocks, left, one, room);
    for (int at = 0; at < tree->sums; at++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->sum[at][b] = room->copies[1][0][b] - room->copies[1][0][b];
    }
#pragma GCC unroll 4
    for (int b = 0; b < blocks; b++)
        room->ways[0][b] = each;
}

/* Adds up the final hands that one card more makes of the hand of so many cards. */
EACH_RUN const dealer_leaf *add_leaves(const dealer_tree *tree, int blocks, const dealer_leaf *leaf, int n, int depth,
                                       dealer_room *room)
{
    lm_lanes ways[DEALER_BLOCKS];
#pragma GCC unroll 4
    for (int b = 0; b < blocks; b++)
        ways[b] = room->ways[depth][b];
    for (const dealer_leaf *end = leaf + n; leaf < end; leaf++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->sum[leaf->sum][b] += ways[b] * room->copies[leaf->value][leaf->used][b] * tree->times[leaf->times];
    }
    return leaf;
}

/* The ends, from the sums; more than 22 is what is left of all hands. */
EACH_RUN void add_ends(const dealer_tree *tree, int blocks, dealer_room *room, lm_lanes *ends)
{
    const lm_lanes zero = { 0 };
    for (int e = 0; e < ENDS; e++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->end[e][b] = e == END_OVER ? room->unit[0][b] : zero;
    }
    for (int at = 0; at < tree->sums; at++) {
        int e = tree->sum[at].end, depth = tree->sum[at].depth;
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->end[e][b] += room->sum[at][b] * room->unit[depth][b];
    }
    for (int e = 0; e < ENDS; e++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++) {
            if (e != END_OVER) room->end[END_OVER][b] -= room->end[e][b];
        }
    }
    for (int e = 0; e < ENDS; e++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            ends[b * ENDS + e] = room->end[e][b];
    }
}

/* Runs the tree on `blocks` times LANES shoes: the more shoes share the reading of a hand, the less it costs. The number
 * is a constant wherever this is inlined. */
EACH_RUN void run_blocks(const dealer_tree *tree, int blocks, const lm_lanes *left, lm_real one, lm_lanes *ends)
{
    dealer_room room;
    lay_out(tree, blocks, left, one, &room);
    const dealer_leaf *leaf = add_leaves(tree, blocks, tree->leaf, tree->branch[0].leaves, 0, &room);
    for (const dealer_branch *at = tree->branch + 1; at < tree->branch + tree->branches; at++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room.ways[at->depth][b] = room.ways[at->depth - 1][b] * room.copies[at->value][at->used][b];
        leaf = add_leaves(tree, blocks, leaf, at->leaves, at->depth, &room);
    }
    add_ends(tree, blocks, &room, ends);
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
