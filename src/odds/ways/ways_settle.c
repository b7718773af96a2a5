/* ways_settle.c - results of hands against every hand of the dealer, in whole orders of the shoe. */
#include "ways.h"

#ifndef ODDS_EXACT

#include <string.h>

static void sums_at(ways_sums *sums, ways_result *item, uint32_t *slot, int most)
{
    *sums = (ways_sums){ .item = item, .slot = slot, .most = most };
    ways_clear(sums);
}

void ways_begin(ways_work *w)
{
    for (int i = 0; i < LM_STAKES * SECONDS; i++)
        sums_at(&w->list[i / SECONDS][i % SECONDS], w->listed[i], w->list_slot[i], WAYS_LIST);
    sums_at(&w->now, w->summed[0], w->sum_slot[0], WAYS_SUMS);
    sums_at(&w->next, w->summed[1], w->sum_slot[1], WAYS_SUMS);
    w->factorial[0] = (lm_wide){ { 1 } };
    for (int n = 1; n <= WAYS_CARDS; n++) {
        w->factorial[n] = w->factorial[n - 1];
        wide_multiply(&w->factorial[n], (uint64_t)n, LM_WIDE_PARTS);
    }
}

void ways_clear(ways_sums *sums)
{
    sums->n = 0;
    sums->full = false;
    memset(sums->slot, 0, 2 * (size_t)sums->most * sizeof *sums->slot);
}

static uint32_t first_slot(uint64_t mark, int most)
{
    return (uint32_t)(mark >> 20) & (uint32_t)(2 * most - 1);
}

void ways_add(ways_sums *sums, card_key cards, const int16_t *pays, price_u128 orders)
{
    uint64_t half[2];
    _Static_assert(sizeof half == ENDS * sizeof *pays, "two words hold what a hand pays");
    memcpy(half, pays, sizeof half);
    uint64_t mark = joint_mix(joint_mix(joint_mix(1, cards), half[0]), half[1]);
    uint32_t at = first_slot(mark, sums->most);
    for (;; at = (at + 1) & (uint32_t)(2 * sums->most - 1)) {
        const ways_result *there = sums->slot[at] ? &sums->item[sums->slot[at] - 1] : NULL;
        if (!there || (there->cards == cards && !memcmp(there->pays, pays, sizeof there->pays))) break;
    }
    if (!sums->slot[at]) {
        if (sums->n == sums->most) {
            sums->full = true;
            return;
        }
        ways_result *item = &sums->item[sums->n++];
        *item = (ways_result){ .cards = cards };
        memcpy(item->pays, pays, sizeof item->pays);
        sums->slot[at] = (uint32_t)sums->n;
    }
    sums->item[sums->slot[at] - 1].orders += orders;
}

static lm_wide wide_times(const lm_wide *a, price_u128 factor)
{
    lm_wide low = *a, high = *a, moved = { { 0 } };
    wide_multiply(&low, (uint64_t)factor, LM_WIDE_PARTS);
    if (!(factor >> 64)) return low;
    wide_multiply(&high, (uint64_t)(factor >> 64), LM_WIDE_PARTS);
    memcpy(moved.part + 1, high.part, sizeof moved.part - sizeof *moved.part);
    wide_add(&low, &moved, LM_WIDE_PARTS);
    return low;
}

/* Whether the dealer may draw all cards that are left and still have to draw: at a hard 17 they never do. */
static bool may_run_out(const column *c, const int *left)
{
    int sum = c->seen.up + c->seen.second;
    for (int v = 1; v <= 10; v++)
        sum += left[v] * v;
    return sum < 17;
}

/* The orders of the cards behind a set that lead to each end of the dealer. */
static void ends_of(ways_work *w, const int *left, lm_wide ends[ENDS])
{
    const dealer_tree *tree = &w->c->tree;
    price_u128 orders[DEALER_DEPTH] = { 1 }, sum[ENDS][DEALER_DEPTH] = { { 0 } };
    lm_wide rest = w->factorial[left[0]];
    memset(ends, 0, ENDS * sizeof *ends);
    w->short_of_cards = false;
    if (tree->pat != ENDS) {
        ends[tree->pat] = rest;
        return;
    }
    w->short_of_cards = may_run_out(w->c, left);
    for (int i = 0; i < tree->n; i++) {
        const dealer_step *s = &tree->step[i];
        int copies = left[s->value] - s->used;
        orders[s->depth] = copies > 0 ? ways_times(orders[s->depth - 1], copies) : 0;
        if (s->end != ENDS) sum[s->end][s->depth] += ways_times(orders[s->depth], s->orders);
    }
    for (int e = 0; e < ENDS; e++) {
        for (int d = 1; d <= tree->depth && d <= left[0]; d++) {
            if (e == END_OVER || !sum[e][d]) continue;
            lm_wide more = wide_times(&w->factorial[left[0] - d], sum[e][d]);
            wide_add(&ends[e], &more, LM_WIDE_PARTS);
        }
        wide_subtract(&rest, &ends[e], LM_WIDE_PARTS);
    }
    ends[END_OVER] = rest;
}

/* The same of the whole shoe: orders in which the column, these cards in one order and the end come. False where the shoe
 * does not have the cards. */
static bool orders_of(ways_work *w, card_key cards, lm_wide ends[ENDS])
{
    int left[11] = { w->c->left[0] };
    for (int v = 1; v <= 10; v++) {
        left[v] = w->c->left[v] - key_count(cards, v);
        left[0] -= key_count(cards, v);
        if (left[v] < 0) return false;
    }
    ends_of(w, left, ends);
    for (int e = 0; e < ENDS; e++) {
        if (wide_is_zero(&ends[e])) continue;
        wide_multiply(&ends[e], w->all_of_column.part[0], LM_WIDE_PARTS);
        for (int v = 1; v <= 10; v++) {
            for (int k = left[v]; k < w->c->left[v]; k++)
                wide_multiply(&ends[e], (uint64_t)k + 1, LM_WIDE_PARTS);
        }
    }
    return true;
}

/* Insurance costs half the wager, and wins a whole one with the dealer's blackjack. */
static void tell(const ways_work *w, int net, bool blackjack, const lm_wide *ways)
{
    if (w->insured) net += blackjack ? TENTHS : -TENTHS / 2;
    wide_add(&w->to->ways[net - LM_NET_LEAST], ways, LM_WIDE_PARTS);
}

/* What a dealer blackjack takes: where players act first (C-64), see split_cost. */
static int late_net(const lm_rules *k, int pays)
{
    int live = (pays % TENTHS + TENTHS) % TENTHS, lost = pays - live;
    if (terms_peek(k)) return -TENTHS;
    if (k->dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE) return lost - (live ? TENTHS : 0);
    return lost < -TENTHS ? lost : -TENTHS;
}

static void chain_by_cards(ways_work *w)
{
    ways_sums *sums = &w->now;
    memset(sums->slot, 0, 2 * (size_t)sums->most * sizeof *sums->slot);
    for (int i = 0; i < sums->n; i++) {
        uint32_t at = first_slot(joint_mix(1, sums->item[i].cards), sums->most);
        while (sums->slot[at] && sums->item[sums->slot[at] - 1].cards != sums->item[i].cards)
            at = (at + 1) & (uint32_t)(2 * sums->most - 1);
        w->same[i] = sums->slot[at];
        sums->slot[at] = (uint32_t)i + 1;
    }
}

/* The dealer draws only where some hand may still win or lose. */
static bool is_open(const ways_result *item)
{
    for (int e = 1; e < END_BLACKJACK; e++) {
        if (item->pays[e] != item->pays[0]) return true;
    }
    return false;
}

void ways_settle(ways_work *w)
{
    const long dealer_work = 300; /* as many products take as long as all hands of the dealer against one set */
    ways_sums *sums = &w->now;
    lm_wide ends[ENDS];
    chain_by_cards(w);
    for (int slot = 0; slot < 2 * sums->most; slot++) {
        w->work += sums->slot[slot] ? dealer_work : 0;
        if (!sums->slot[slot] || !orders_of(w, sums->item[sums->slot[slot] - 1].cards, ends)) continue;
        for (uint32_t at = sums->slot[slot]; at; at = w->same[at - 1]) {
            const ways_result *item = &sums->item[at - 1];
            w->ran_out |= w->short_of_cards && is_open(item);
            for (int e = 0; e < ENDS; e++) {
                bool blackjack = e == END_BLACKJACK;
                lm_wide ways = wide_times(&ends[e], item->orders);
                if (!wide_is_zero(&ways))
                    tell(w, blackjack ? late_net(&w->g->rules, item->pays[e]) : item->pays[e], blackjack, &ways);
            }
        }
    }
}

void ways_settle_start(ways_work *w, hand_id h, int orders, int without, int with)
{
    lm_wide ends[ENDS];
    if (!orders_of(w, key_of_hand(w->g, h), ends)) return;
    for (int e = 0; e < ENDS; e++) {
        wide_multiply(&ends[e], (uint64_t)orders, LM_WIDE_PARTS);
        tell(w, e == END_BLACKJACK ? with : without, e == END_BLACKJACK, &ends[e]);
    }
}

static bool divides(uint32_t by, const lm_wide *a)
{
    lm_wide copy = *a;
    return wide_divide(&copy, by) == 0;
}

void lm_ways_reduce(lm_ways *ways)
{
    for (uint32_t by = 2; by <= WAYS_CARDS && !wide_is_zero(&ways->all);) {
        bool whole = divides(by, &ways->all);
        for (int i = 0; i < LM_NETS && whole; i++)
            whole = divides(by, &ways->ways[i]);
        if (!whole) {
            by++;
            continue;
        }
        wide_divide(&ways->all, by);
        for (int i = 0; i < LM_NETS; i++)
            wide_divide(&ways->ways[i], by);
    }
}

#endif
