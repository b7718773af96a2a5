/* dealer.c - see dealer.h. */
#include "both/weighed.h"
#include "lammer/card.h"

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

/* The end that one card more of a value makes of a hand, or ENDS: by the total alone, because a hand that holds all
 * cards of the value is added up with others that do not. */
static int end_with(const compiler *c, int h, int v)
{
    const uint8_t *count = c->hands->count[h];
    if (!c->orders[h] || !must_draw(c, h)) return ENDS;
    int sum = c->hands->total[h] - (c->hands->soft[h] ? 10 : 0) + v;
    lm_score score = lm_score_of(sum, count[1] > 0 || v == 1);
    bool draws = score.total < 17 || (score.total == 17 && score.soft && c->rule.hits_soft_17);
    if (draws || score.total > (c->rule.tells_22 ? 22 : 21)) return ENDS;
    if (count[0] == 1 && count[1] + (v == 1) == 1 && count[10] + (v == 10) == 1) return END_BLACKJACK;
    return END_17 + score.total - 17;
}

static bool has_end(const compiler *c, int h)
{
    bool ends = false;
    for (int v = 1; v <= 10 && c->orders[h] && must_draw(c, h); v++)
        ends |= end_with(c, h, v) != ENDS;
    return ends;
}

/* Marks the hands that one card more may end, and their beginnings when cards are sorted from the lowest up. */
static void want_hands(compiler *c)
{
    memset(c->wanted, 0, sizeof c->wanted);
    for (int end = c->start; end < c->hands->over; end++) {
        bool ends = has_end(c, end);
        hand_id h = c->start;
        for (int v = 1; v <= 10 && ends; v++) {
            int k = c->hands->count[end][v] - c->hands->count[c->start][v];
            for (; k > 0; k--) {
                h = c->hands->plus[h][v];
                c->wanted[h] = true;
            }
        }
    }
}

static uint8_t number_of(dealer_tree *tree, int32_t number)
{
    int i = 0;
    while (i < tree->numbers && LANE(tree->number[i], 0) != number)
        i++;
    assert(i < DEALER_NUMBERS);
    if (i == tree->numbers) tree->number[tree->numbers++] = (lm_lanes){ 0 } + (lm_real)number;
    return (uint8_t)i;
}

/* While the lists are written: the groups by total, and the place of each group's outs by value. */
typedef struct {
    const compiler *c;
    dealer_tree *tree;
    int held;
    uint8_t group[2][22], out[DEALER_GROUPS][11];
} grouper;

static uint8_t group_of(grouper *y, hand_id h)
{
    const hand_table *hands = y->c->hands;
    uint8_t *group = &y->group[hands->soft[h]][hands->total[h]];
    if (*group != DEALER_NONE) return *group;
    assert(y->tree->groups < DEALER_GROUPS);
    *group = (uint8_t)y->tree->groups++;
    for (int v = 1; v <= 10; v++) {
        int end = end_with(y->c, h, v);
        if (end == ENDS) continue;
        assert(y->tree->outs < DEALER_OUTS);
        y->out[*group][v] = (uint8_t)y->tree->outs;
        y->tree->out[y->tree->outs++] = (dealer_out){ (uint8_t)end, (uint8_t)v, *group, DEALER_NONE };
    }
    return *group;
}

/* Lists the values that end a hand and are in it once, or more often. */
static uint8_t list_held(grouper *y, hand_id h, uint8_t group, bool often)
{
    uint8_t n = 0;
    for (int v = 1; v <= 10; v++) {
        int held = y->c->hands->count[h][v] - y->c->hands->count[y->c->start][v];
        if (held == 0 || often != (held > 1) || end_with(y->c, h, v) == ENDS) continue;
        dealer_out *out = &y->tree->out[y->out[group][v]];
        if (out->slot == DEALER_NONE) out->slot = (uint8_t)y->tree->slots++;
        assert(y->held < DEALER_HELD && y->tree->slots <= DEALER_SLOTS);
        y->tree->held[y->held++] = (dealer_held){ out->slot, number_of(y->tree, held) };
        n++;
    }
    return n;
}

static void list_hands(grouper *y, hand_id h, dealer_hand mine)
{
    bool ends = has_end(y->c, h);
    mine.group = ends ? group_of(y, h) : DEALER_NONE;
    mine.times = number_of(y->tree, y->c->orders[h]);
    mine.once = ends ? list_held(y, h, mine.group, false) : 0;
    mine.more = ends ? list_held(y, h, mine.group, true) : 0;
    assert(y->tree->hands < DEALER_HANDS);
    y->tree->hand[y->tree->hands++] = mine;
    if (y->tree->depth < mine.depth + 1) y->tree->depth = mine.depth + 1;
    if (y->tree->most[mine.value] <= mine.used) y->tree->most[mine.value] = mine.used + 1;
    for (int v = mine.value ? mine.value : 1; v <= 10; v++) {
        hand_id next = y->c->hands->plus[h][v];
        if (next == HAND_NONE || !y->c->wanted[next]) continue;
        int used = y->c->hands->count[h][v] - y->c->hands->count[y->c->start][v];
        list_hands(y, next, (dealer_hand){ (uint8_t)(mine.depth + 1), (uint8_t)v, (uint8_t)used, 0, 0, 0, 0 });
    }
}

/* Makes the lists for many shoes. */
static void group_hands(compiler *c, dealer_tree *tree)
{
    grouper y = { .c = c, .tree = tree };
    tree->hands = tree->groups = tree->slots = tree->outs = tree->numbers = 0;
    if (tree->pat != ENDS) return;
    memset(y.group, DEALER_NONE, sizeof y.group);
    want_hands(c);
    list_hands(&y, c->start, (dealer_hand){ 0 });
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
    group_hands(&c, tree);
}

/* The shoes of a run side by side: cards left of a value when some were drawn, what the cards of a hand contribute, the
 * probability of so many given cards in a given order, and the sums. */
typedef struct {
    lm_lanes copies[11][DEALER_DEPTH][DEALER_BLOCKS];
    lm_lanes ways[DEALER_DEPTH][DEALER_BLOCKS];
    lm_lanes unit[DEALER_DEPTH + 1][DEALER_BLOCKS];
    lm_lanes group[DEALER_GROUPS][DEALER_BLOCKS], slot[DEALER_SLOTS][DEALER_BLOCKS];
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
                unit[i] = before[i] / (rest > 0 ? rest : __builtin_inf());
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
    for (int at = 0; at < tree->groups; at++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->group[at][b] = room->copies[1][0][b] - room->copies[1][0][b];
    }
    for (int at = 0; at < tree->slots; at++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->slot[at][b] = room->copies[1][0][b] - room->copies[1][0][b];
    }
#pragma GCC unroll 4
    for (int b = 0; b < blocks; b++)
        room->ways[0][b] = room->copies[0][0][b] = each; /* of the starting hand, whose value is 0 */
}

/* Adds a hand to its group, and to the slots of the values that it holds. */
EACH_RUN const dealer_held *add_hand(const dealer_tree *tree, int blocks, const dealer_hand *at,
                                     const dealer_held *held, dealer_room *room)
{
    lm_lanes chance[DEALER_BLOCKS];
#pragma GCC unroll 4
    for (int b = 0; b < blocks; b++) {
        chance[b] = room->ways[at->depth][b] * tree->number[at->times] * room->unit[at->depth + 1][b];
        room->group[at->group][b] += chance[b];
    }
    const dealer_held *once = held + at->once, *end = once + at->more;
    for (; held < once; held++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->slot[held->slot][b] += chance[b];
    }
    for (; held < end; held++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->slot[held->slot][b] += chance[b] * tree->number[held->times];
    }
    return end;
}

/* The ends, by the card that comes next; more than 22 is what is left of all hands. */
EACH_RUN void add_ends(const dealer_tree *tree, int blocks, dealer_room *room, lm_lanes *ends)
{
    const lm_lanes zero = { 0 };
    for (int e = 0; e < ENDS; e++) {
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->end[e][b] = e == END_OVER ? room->unit[0][b] : zero;
    }
    for (const dealer_out *out = tree->out; out < tree->out + tree->outs; out++) {
        const lm_lanes *copies = room->copies[out->value][0], *group = room->group[out->group];
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->end[out->end][b] += copies[b] * group[b];
        if (out->slot == DEALER_NONE) continue;
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room->end[out->end][b] -= room->slot[out->slot][b];
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
    const dealer_held *held = tree->held;
    lay_out(tree, blocks, left, one, &room);
    for (const dealer_hand *at = tree->hand; at < tree->hand + tree->hands; at++) {
        lm_lanes *before = room.ways[at->depth - (at->depth > 0)];
#pragma GCC unroll 4
        for (int b = 0; b < blocks; b++)
            room.ways[at->depth][b] = before[b] * room.copies[at->value][at->used][b];
        if (at->group != DEALER_NONE) held = add_hand(tree, blocks, at, held, &room);
    }
    add_ends(tree, blocks, &room, ends);
}

/* Static, because other files cannot call the clones that clang 14 makes of an external function. */
LM_WIDE static void run_tree(const dealer_tree *tree, const lm_lanes *left, lm_real one, lm_lanes *ends)
{
    run_blocks(tree, 1, left, one, ends);
}

LM_WIDE static void run_tree_twice(const dealer_tree *tree, const lm_lanes *left, lm_real one, lm_lanes *ends)
{
    run_blocks(tree, 2, left, one, ends);
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
    for (int i = batch->n; i < blocks * LANES; i++) { /* lanes without a shoe repeat one */
        for (int v = 0; v < DEALER_SHOE; v++)
            LANE(batch->left[(blocks - 1) * DEALER_SHOE + v], i % LANES) =
                LANE(batch->left[(blocks - 1) * DEALER_SHOE + v], 0);
    }
    bool wide = tree->pat == ENDS && !tree->weighed;
    if (blocks == DEALER_BLOCKS && wide) {
        run_tree_wide(tree, batch->left, one, batch->ends);
        return;
    }
    if (blocks > 1 && wide) run_tree_twice(tree, batch->left, one, batch->ends);
    for (int b = blocks > 1 && wide ? 2 : 0; b < blocks; b++)
        dealer_run(tree, &batch->left[b * DEALER_SHOE], one, &batch->ends[b * ENDS]);
}
