/* both_dealer.c - another wager that the dealer's drawing decides.
 *
 * The dealer's cards are followed in every order: until the main wager knows the dealer's end, until the other wager is
 * decided, and until both are. Orders that end with the same cards are added up by outcome. */
#include "both.h"

#ifndef ODDS_EXACT

#include <string.h>

static uint32_t slot_of(uint64_t key, uint32_t slots)
{
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 40) % slots;
}

/* --- which outcomes a finished hand leads to */

static hand_shares *find_shares(both_work *w, uint64_t hand)
{
    enum { SLOTS = 2 * SHARED_HANDS };
    uint32_t at = slot_of(hand, SLOTS);
    while (w->share_slot[at] && w->shares_of[w->share_slot[at] - 1].hand != hand)
        at = (at + 1) % SLOTS;
    if (!w->share_slot[at]) {
        if (w->shared == SHARED_HANDS) return NULL;
        w->shares_of[w->shared] = (hand_shares){ hand, w->shares, 0 };
        w->share_slot[at] = (uint16_t)++w->shared;
    }
    return &w->shares_of[w->share_slot[at] - 1];
}

/* All answers about one hand come one after another. */
static void hear_hand(void *self, uint64_t hand, int joint, int with_blackjack, double share)
{
    both_work *w = self;
    hand_shares *of = w->shares < SHARES ? find_shares(w, hand) : NULL;
    const hand_share next = { (uint8_t)both_joint(w, joint), (uint8_t)both_joint(w, with_blackjack), share };
    w->full |= !of;
    for (int i = 0; of && i < of->n; i++) {
        hand_share *known = &w->share[of->first + i];
        if (known->joint != next.joint || known->natural != next.natural) continue;
        known->share += share;
        return;
    }
    if (!of) return;
    w->share[w->shares++] = next;
    of->n++;
}

/* --- the dealer's orders */

typedef struct {
    both_work *work;
    int second;           /* value of a second card that lies open, or 0 */
    double part;          /* what each order counts */
    uint64_t cards, hand; /* beyond those of the column, in six bits a value; all of them, in four bits */
    int n, hard, last;
    int end;          /* ENDS: the main wager still waits */
    uint64_t decided; /* the hand that decided the other wager; 0: it still waits */
} path;

static bool has_ace(const path *p)
{
    return p->hand >> 4 & 15;
}

static int end_of(const path *p)
{
    const lm_rules *k = &p->work->g->rules;
    lm_score score = lm_score_of(p->hard, has_ace(p));
    bool draws = score.total < 17 || (score.total == 17 && score.soft && k->dealer_soft17 == LM_SOFT17_HIT);
    if (p->n < 2 || draws) return ENDS;
    if (p->n == 2 && score.total == 21) return END_BLACKJACK;
    if (score.total <= 21) return END_17 + score.total - 17;
    return score.total == 22 && k->dealer_22 == LM_22_PUSH ? END_22 : END_OVER;
}

static final_hand *find_final(both_work *w, uint64_t cards, int end)
{
    enum { SLOTS = 2 * FINAL_HANDS };
    uint32_t at = slot_of(cards * 8 + (uint64_t)end, SLOTS);
    for (;; at = (at + 1) % SLOTS) {
        final_hand *f = w->final_slot[at] ? &w->final[w->final_slot[at] - 1] : NULL;
        if (f && f->cards == cards && f->end == end) return f;
        if (f) continue;
        if (w->finals == FINAL_HANDS) return NULL;
        f = &w->final[w->finals];
        memset(f, 0, sizeof *f);
        f->cards = cards;
        f->end = (uint8_t)end;
        w->final_slot[at] = (uint16_t)++w->finals;
        return f;
    }
}

static void add_order(const path *p)
{
    both_work *w = p->work;
    final_hand *f = find_final(w, p->cards, p->end);
    const hand_shares *of = find_shares(w, p->decided);
    w->full |= !f || !of || !of->n;
    if (w->full) return;
    for (int i = of->first; i < of->first + of->n; i++) {
        f->orders[w->share[i].joint] += p->part * w->share[i].share;
        f->natural[w->share[i].natural] += p->part * w->share[i].share;
    }
}

static void go_on(path p);

static void draw(path p, int value, bool beyond)
{
    p.hand += (uint64_t)1 << (4 * value);
    if (beyond) p.cards += (uint64_t)1 << (6 * (value - 1));
    p.n++;
    p.hard += value;
    p.last = value;
    go_on(p);
}

/* A card is only followed while the shoe has it. */
static void go_on(path p)
{
    const lm_game *g = p.work->g;
    if (p.end == ENDS) p.end = end_of(&p);
    if (!p.decided && !price_dealer_draws(&p.work->count, p.n, p.hard, has_ace(&p)))
        p.decided = p.hand | (uint64_t)p.last;
    if (p.n == 1 && p.second) {
        draw(p, p.second, false);
        return;
    }
    if (p.end != ENDS && p.decided) {
        add_order(&p);
        return;
    }
    for (int v = 1; v <= 10; v++) {
        if ((int)(p.hand >> (4 * v) & 15) < g->cards[v] && p.n < WEIGHED_DEPTH) draw(p, v, true);
    }
}

/* Follows the dealer's hands of a column that begin with this card. */
static void follow(both_work *w, int first, int second, double part)
{
    w->shares = w->shared = 0;
    memset(w->share_slot, 0, sizeof w->share_slot);
    price_each_dealer_hand(&w->count, first, hear_hand, w);
    if (w->count.status != LM_PRICE_OK) return;
    path p = { .work = w, .second = second, .part = part, .end = ENDS };
    draw(p, first, false);
}

/* --- the nets of a column, by outcome */

static void sort_finals(both_work *w)
{
    for (int i = 0; i < w->finals; i++)
        w->sorted[i] = (uint16_t)i;
    for (int gap = w->finals / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < w->finals; i++) {
            uint16_t x = w->sorted[i];
            int j = i;
            for (; j >= gap && w->final[w->sorted[j - gap]].cards < w->final[x].cards; j -= gap)
                w->sorted[j] = w->sorted[j - gap];
            w->sorted[j] = x;
        }
    }
}

static bool make_tree(both_work *w, int joint, bool natural, weighed_tree *tree)
{
    int n = 0;
    for (int i = 0; i < w->finals; i++) {
        const final_hand *f = &w->final[w->sorted[i]];
        double orders = natural ? f->natural[joint] : f->orders[joint];
        if (orders > 0) w->weighed[n++] = (weighed_hand){ f->cards, f->end, orders };
    }
    return weighed_make(tree, w->weighed, n);
}

typedef struct {
    both_work *work;
    int joint;
} added;

static void hear_start(void *self, hand_id start, const round_nets *nets)
{
    const added *y = self;
    (void)start;
    both_add(y->work, y->joint, nets, false, 1);
    both_add(y->work, y->joint, nets, true, 1);
}

static lm_both_status add_column(both_work *w, column *c)
{
    int up = c->seen.up, second = c->seen.second;
    w->finals = 0;
    memset(w->final_slot, 0, sizeof w->final_slot);
    follow(w, up, second, second && second != up ? 0.5 : 1);
    if (second && second != up) follow(w, second, up, 0.5);
    if (w->full || w->count.status != LM_PRICE_OK) return LM_BOTH_BEYOND;
    sort_finals(w);
    for (int k = 0; k < w->both->joints; k++) {
        added y = { w, k };
        if (!make_tree(w, k, false, &w->tree) || !make_tree(w, k, true, &w->natural)) return LM_BOTH_BEYOND;
        weighed_begin(w->g, c, &w->tree, &w->natural, &w->weighing);
        figures_each_start(w->g, c, hear_start, &y);
    }
    weighed_end(w->g, c);
    return LM_BOTH_OK;
}

lm_both_status both_by_dealer(both_work *w)
{
    w->full = false;
    for (int i = 0; i < w->g->columns; i++) {
        column *c = game_solved(w->g, i);
        lm_both_status status = c->solved ? add_column(w, c) : LM_BOTH_OK;
        if (status != LM_BOTH_OK) return status;
    }
    return LM_BOTH_OK;
}

#endif
