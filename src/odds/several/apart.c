/* apart.c - see apart.h. */
#include "several/apart.h"

#ifndef ODDS_EXACT

#include <string.h>

/* Lists of any second card come first, because the others are parts of them. */
static bool comes_before(const lm_game *g, const joint_list *a, const joint_list *b)
{
    long at_a = a - &g->joint->list[0][0][0], at_b = b - &g->joint->list[0][0][0];
    long any_a = at_a % (SECONDS + 1), any_b = at_b % (SECONDS + 1);
    return any_a != any_b ? any_a > any_b : at_a > at_b;
}

static together in_order(const lm_game *g, const together *t)
{
    together sorted = *t;
    for (int i = 1; i < sorted.n; i++) {
        for (int k = i; k > 0 && comes_before(g, sorted.list[k], sorted.list[k - 1]); k--) {
            const joint_list *list = sorted.list[k];
            sorted.list[k] = sorted.list[k - 1];
            sorted.list[k - 1] = list;
        }
    }
    return sorted;
}

static void put_hand(lm_game *g, overlap_side *side, const joint_list *list, joint_item *items)
{
    const card_key first = (card_key)1 << (6 * (g->study->value - 1));
    for (int i = 0; i < list->n; i++)
        items[i] = (joint_item){ list->item[i].cards - first, list->item[i].orders };
    side->hand[side->hands++] = (overlap_list){ list->n, list->mark, items };
}

/* The other side has hands `from` to `from + n / 2 - 1`. A list that occurs twice on a side is written once. */
static void put_sides(lm_game *g, const together *t, int from, overlap_side *a, overlap_side *b)
{
    const joint_list *last[2] = { NULL, NULL };
    a->hands = b->hands = 0;
    for (int i = 0; i < t->n; i++) {
        bool other = i >= from && i < from + t->n / 2;
        overlap_side *side = other ? b : a;
        if (side->hands && last[other] == t->list[i])
            side->hand[1] = side->hand[0], side->hands = 2;
        else
            put_hand(g, side, t->list[i], g->overlap->item[OVERLAP_HANDS * other + side->hands]);
        last[other] = t->list[i];
    }
}

/* The shoe from which the cards of the hands come, when the dealer's second card is thought of as drawn first. Returns
 * the chance that this card makes a blackjack, or 1 if that does not matter. */
static double shoe_of(const lm_game *g, const column *c, const together *t, bool blackjack, int cards[11])
{
    int gone = t->n + t->gone, kept = c->blackjack_value;
    double chance = 1;
    memcpy(cards, c->left, sizeof c->left);
    cards[0] -= gone;
    cards[g->study->value] -= gone;
    if (cards[0] < blackjack || cards[g->study->value] < 0) return 0;
    if (!blackjack) return chance;
    if (!kept || cards[kept] <= 0) return 0;
    chance = (double)cards[kept]-- / cards[0]--;
    return chance;
}

static uint64_t mark_of(const lm_game *g, const column *c, const together *t, bool blackjack)
{
    uint64_t lists = 0, mark = 1;
    for (int i = 0; i < t->n; i++)
        lists += joint_mix(1, t->list[i]->mark);
    for (int v = 0; v <= 10; v++)
        mark = joint_mix(mark, (uint64_t)c->left[v]);
    mark = joint_mix(mark, (uint64_t)(t->n + t->gone) * 32 + (uint64_t)g->study->value * 2 + blackjack);
    return joint_mix(joint_mix(mark, (uint64_t)c->blackjack_value), lists);
}

static void keep(lm_game *g, uint64_t mark, double sum)
{
    g->overlap->kept[mark % OVERLAP_KEPT] = (overlap_sum_kept){ mark, sum };
}

/* How often a list of the hands occurs, by the first side's hand that has it; false if a list is on the other side
 * alone. */
static bool count_lists(const together *t, int from, int times[OVERLAP_HANDS])
{
    const joint_list *of[OVERLAP_HANDS] = { NULL };
    int hands = 0;
    for (int i = 0; i < t->n; i++) {
        if (i < from || i >= from + t->n / 2) of[hands++] = t->list[i];
    }
    times[0] = times[1] = 0;
    for (int i = 0; i < t->n; i++) {
        int at = t->list[i] == of[0] ? 0 : 1;
        if (t->list[i] != of[at]) return false;
        times[at]++;
    }
    return true;
}

/* Cards of a value that all hands have, by those of the first side's hands. */
static double cards_of_all(const overlap_more *more, const int times[OVERLAP_HANDS], int value)
{
    return times[0] * more->cards[0][value] + times[1] * more->cards[1][value];
}

/* With n cards of a value, of which the hands take k, a shoe with one card less allows (n - k) / n of the ways, and one
 * card more is then out of the shoe. */
static void keep_less(lm_game *g, const column *c, const together *t, bool blackjack, const int times[OVERLAP_HANDS],
                      const overlap_more *more)
{
    int cards[11], fewer[11];
    shoe_of(g, c, t, blackjack, cards);
    for (int v = 1; v <= 10; v++) {
        column less = { .blackjack_value = c->blackjack_value };
        memcpy(less.left, c->left, sizeof less.left);
        less.left[v]--;
        less.left[0]--;
        if (cards[v] <= 0 || less.left[v] < 0) continue;
        double chance = (double)g->one * shoe_of(g, &less, t, blackjack, fewer);
        double sum = (cards[v] * more->all - cards_of_all(more, times, v)) / cards[v];
        keep(g, mark_of(g, &less, t, blackjack), chance * sum);
    }
}

static double sum_sides(lm_game *g, const column *c, const together *given, bool blackjack)
{
    const together t = in_order(g, given);
    int cards[11], times[OVERLAP_HANDS], from = g->overlap->foresee;
    double chance = (double)g->one * shoe_of(g, c, &t, blackjack, cards);
    overlap_side a, b;
    overlap_more more;
    if (chance <= 0) return 0;
    bool foresee = from && cards[0] > SETS_HEAVIEST && count_lists(&t, from, times);
    put_sides(g, &t, from, &a, &b);
    double sum = overlap_sum(g->overlap, cards, &a, &b, foresee ? &more : NULL);
    if (foresee) keep_less(g, c, &t, blackjack, times, &more);
    return chance * sum;
}

/* The same lists come again when a pair's figures follow its value. */
static double sum_sides_once(lm_game *g, const column *c, const together *t, bool blackjack)
{
    uint64_t mark = mark_of(g, c, t, blackjack);
    overlap_sum_kept *kept = &g->overlap->kept[mark % OVERLAP_KEPT];
    if (kept->mark != mark) keep(g, mark, sum_sides(g, c, t, blackjack));
    return kept->sum;
}

double apart_sum(lm_game *g, const column *c, const together *t)
{
    double sum = t->hole == HOLE_BLACKJACK ? 0 : sum_sides_once(g, c, t, false);
    if (t->hole == HOLE_ANY) return sum;
    double his = sum_sides_once(g, c, t, true);
    return t->hole == HOLE_BLACKJACK ? his : sum - his;
}

void apart_foresee(lm_game *g, bool on)
{
    if (!g->overlap) return;
    g->overlap->foresee = on;
    if (on) memset(g->overlap->kept, 0, sizeof g->overlap->kept); /* so that they are computed again */
}

#endif
