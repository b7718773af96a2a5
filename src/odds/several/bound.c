/* bound.c - see bound.h. */
#include "several/bound.h"

#ifndef ODDS_EXACT

#include <string.h>

typedef struct {
    const lm_game *g;
    const column *c;
    int gone; /* cards of the pair's value that are out of the shoe, the hand's own one as well */
    int shoe[11];
    bound_draws *draws;
} drawing;

/* A hand draws one more card with this chance: what the one who draws expects of each value. */
static void draw_card(const drawing *d, const uint8_t *drawn, double chance, int who)
{
    int all = d->shoe[0] - drawn[0];
    for (int v = 1; v <= 10; v++) {
        int copies = d->shoe[v] - drawn[v];
        if (copies > 0) d->draws->cards[who][v] += chance * copies / all;
    }
}

/* The same for the products: a card of the value v is in common with `rate[k][v]` cards of another one. */
static void draw_beside(const drawing *d, const uint8_t *drawn, double chance, int who)
{
    double rate[DRAWERS][11], had[DRAWERS] = { 0 };
    int all = d->shoe[0] - drawn[0];
    for (int k = 0; k < DRAWERS; k++) {
        for (int v = 1; v <= 10; v++) {
            rate[k][v] = d->shoe[v] > 0 ? d->draws->cards[k][v] / d->shoe[v] : 0;
            had[k] += drawn[v] * rate[k][v];
        }
    }
    for (int v = 1; v <= 10; v++) {
        int copies = d->shoe[v] - drawn[v];
        if (copies <= 0) continue;
        double part = chance * copies / all;
        for (int i = 0; i < DRAWERS; i++) {
            for (int k = 0; k < DRAWERS; k++)
                d->draws->beside[who][i][k] +=
                    part * (had[i] * rate[k][v] + had[k] * rate[i][v] + rate[i][v] * rate[k][v]);
        }
    }
}

typedef void draw_listener(const drawing *d, const uint8_t *drawn, double chance, int who);

/* Goes through the hands of a split that draw: also hands of which only a part does, because more cards only raise the
 * bound. */
static void each_hand(const drawing *d, const policy *p, int staked, draw_listener hear)
{
    enum { DRAWS = ACT_HIT | ACT_DOUBLE | ACT_SUITED_HIT | ACT_SUITED_DOUBLE };
    const lm_game *g = d->g;
    const split_study *study = g->study;
    hand_id one = hands_one(&g->hands, study->value);
    hear(d, g->hands.count[HAND_EMPTY], 1, staked);
    for (hand_id h = one + 1; h < g->hands.over; h++) {
        double orders = study->orders[staked][SECOND_OTHER][h] + study->orders[staked][SECOND_PAIR][h];
        bool over = g->terms[h].finished || (terms_one_card(&g->rules, study->value) && g->hands.count[h][0] == 2);
        if (orders <= 0 || over || !(p->act[staked][h] & DRAWS) || !column_holds(g, d->c, h)) continue;
        uint8_t drawn[11];
        memcpy(drawn, g->hands.count[h], sizeof drawn);
        drawn[study->value]--;
        drawn[0]--;
        if (d->shoe[0] <= drawn[0]) continue;
        double chance = orders * split_draws(g, d->c, h, study->value, d->gone);
        if (chance > 0) hear(d, drawn, chance, staked);
    }
}

/* The dealer draws in the order of the hands' table, from the cards that are shown; a blackjack is a hand of two. */
static void each_dealer(const drawing *d, draw_listener hear)
{
    const lm_game *g = d->g;
    const hand_table *hands = &g->hands;
    double chance[HANDS_MOST] = { 0 };
    hand_id first = hands_one(hands, d->c->seen.up);
    if (first != HAND_NONE && d->c->seen.second) first = hands->plus[first][d->c->seen.second];
    if (!is_live(g, first)) return;
    chance[first] = 1;
    for (hand_id h = first; h < hands->over; h++) {
        bool soft_17 = hands->total[h] == 17 && hands->soft[h] && g->rules.dealer_soft17 == LM_SOFT17_HIT;
        if (chance[h] <= 0 || (hands->total[h] >= 17 && !soft_17)) continue;
        uint8_t drawn[11];
        for (int v = 0; v <= 10; v++)
            drawn[v] = (uint8_t)(hands->count[h][v] - hands->count[first][v]);
        int all = d->shoe[0] - drawn[0];
        if (all <= 0) continue;
        hear(d, drawn, chance[h], DRAWS_DEALER);
        for (int v = 1; v <= 10; v++) {
            int copies = d->shoe[v] - drawn[v];
            hand_id next = hands->plus[h][v];
            if (copies > 0 && is_live(g, next)) chance[next] += chance[h] * copies / all;
        }
    }
}

void bound_find_draws(const lm_game *g, const column *c, const policy *p, int pairs, bound_draws *draws)
{
    static draw_listener *const both[] = { draw_card, draw_beside };
    drawing d = { .g = g, .c = c, .gone = 1 + pairs, .draws = draws };
    memset(draws, 0, sizeof *draws);
    memcpy(d.shoe, c->left, sizeof d.shoe);
    d.shoe[0] -= 2 + pairs;
    d.shoe[g->study->value] -= 2 + pairs;
    if (d.shoe[0] <= 0) return;
    for (int pass = 0; pass < 2; pass++) {
        for (int s = 0; s < g->study->stakes; s++)
            each_hand(&d, p, s, both[pass]);
        each_dealer(&d, both[pass]);
    }
    for (int i = 0; i < DRAWERS; i++) {
        for (int k = 0; k < DRAWERS; k++) {
            for (int v = 1; v <= 10; v++) {
                if (d.shoe[v] > 0) draws->twice[i][k] += draws->cards[i][v] * draws->cards[k][v] / d.shoe[v];
            }
        }
    }
}

/* Two times cards in common of two twos, over all two twos; and for each two, in the order in which they draw, what the
 * cards that replace the common ones have in common with a third. */
static double bound_of_draws(const int *who, int n, const bound_draws *draws)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            for (int k = 0; k < n; k++) {
                for (int m = k + 1; m < n; m++) {
                    bool apart = i != k && i != m && j != k && j != m;
                    if (apart && i < k) sum += 2 * draws->twice[who[i]][who[j]] * draws->twice[who[k]][who[m]];
                }
                if (k == i || k == j) continue;
                sum += draws->beside[who[j]][who[i]][who[k]];
            }
        }
        for (int j = 0; j < n; j++) {
            for (int k = j + 1; k < n; k++) {
                if (i != j && i != k) sum += 2 * draws->beside[who[i]][who[j]][who[k]];
            }
        }
    }
    return sum;
}

/* Suits are counted as shares of a value's copies, for each hand by itself. In truth two hands with a second card of
 * 6-7-8 may lack a card of the other one: each of three cards is one of the copies of its value. */
static double bound_of_suits(const lm_game *g, const column *c, int pairs)
{
    int value = g->study->value, least = c->left[value], others = 0;
    if (!g->rules.bonus_678 || value < 6 || value > 8) return 0;
    for (int v = 6; v <= 8; v++) {
        if (c->left[v] < least) least = c->left[v];
        if (v != value) others += c->left[v];
    }
    double all = c->left[0] - 2 - pairs - 1;
    if (least <= 0 || all <= 0) return 1;
    return 2 * (others / all) * (others / all) * 3 / least;
}

double bound_of_two(const lm_game *g, const column *c, int pairs)
{
    return g->spread->light[pairs] + bound_of_suits(g, c, pairs);
}

double bound_of_course(const lm_game *g, const column *c, const split_course *course, const bound_draws *draws)
{
    int who[SPLIT_HANDS + 1] = { DRAWS_DEALER }, n = course->hands;
    for (int i = 0; i < n; i++)
        who[1 + i] = course->staked[i];
    return bound_of_draws(who, n + 1, draws) + n * (n - 1) / 2 * bound_of_two(g, c, course->pairs);
}

#endif
