/* behind.c - a round for a bettor behind a box, whose decider plays by the optimum or by a chart. */
#include "behind.h"

#ifndef ODDS_EXACT

#include <string.h>

/* The decider's play of a column, in g->trial; the values of its hands are those of the decider, in g->scratch. */
static column *decider_plays(lm_game *g, const lm_behind *b, int which)
{
    column *c = game_solved(g, which);
    if (!c->solved) return NULL;
    if (b->chart) {
        policy_of_chart(g, c, b->chart, &g->trial);
    } else {
        g->trial = c->best;
    }
    column_value(g, c, &g->trial, &g->scratch, false);
    return c;
}

/* Chips are best laid where they gain, and where it makes no difference they stay. */
static bool lays_chips(const lm_game *g, const column *c, hand_id h, lm_along doubles)
{
    if (doubles != LM_ALONG_BEST) return doubles == LM_ALONG_ALWAYS;
    return beats(g->scratch.dbl[LM_STAKED_CHIPS][h], column_draw_one(g, c, h, BACKED_CHIPS));
}

/* Marks the doubles to which the bettor adds nothing, and values the hands again. */
static column *bettor_plays(lm_game *g, const lm_behind *b, int which)
{
    column *c = decider_plays(g, b, which);
    uint8_t *act = g->trial.act[LM_STAKED_CHIPS];
    if (!c) return NULL;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (!(act[h] & (ACT_DOUBLE | ACT_SUITED_DOUBLE)) || !column_holds(g, c, h)) continue;
        backing doubled = terms_double(&g->rules, &g->hands, h, LM_STAKED_CHIPS, false);
        bool free = doubled == BACKED_CHIPS_FREE;
        if (doubled != NOT_BACKED && (free || !lays_chips(g, c, h, b->doubles))) act[h] |= ACT_ALONE;
    }
    column_value(g, c, &g->trial, &g->scratch, false);
    return c;
}

static bool is_split(const lm_game *g, const column *c, hand_id pair)
{
    uint8_t act = pair == HAND_NONE ? 0 : g->trial.act[LM_STAKED_CHIPS][pair];
    bool surrenders = act & ACT_SURRENDER && column_surrenders(g, c);
    int value = pair == HAND_NONE ? 0 : hands_pair_value(&g->hands, pair);
    return act & ACT_SPLIT && !surrenders && column_holds(g, c, pair) && terms_split(&g->rules, value, LM_STAKED_CHIPS);
}

/* A policy that splits where the rules forbid it plays on; a chart may say so. */
static void value_rides(lm_game *g, const column *c, lm_riding riding)
{
    for (int v = 1; v <= 10; v++) {
        hand_id pair = hands_pair(&g->hands, v);
        lm_ride first, later;
        ride_tree tree;
        if (pair == HAND_NONE) continue;
        if (!is_split(g, c, pair)) {
            g->trial.act[LM_STAKED_CHIPS][pair] &= (uint8_t)~ACT_SPLIT;
            continue;
        }
        ride_tree_make(&tree, g, c, &g->trial, v, riding);
        g->scratch.split[LM_STAKED_CHIPS][v] = ride_tree_value(&tree, &first, &later);
        g->scratch.split_cost[LM_STAKED_CHIPS][v] = 0;
    }
}

double lm_game_behind(lm_game *g, const lm_behind *b)
{
    lm_real sum = 0;
    for (int i = 0; i < g->columns; i++) {
        column *c = bettor_plays(g, b, i);
        if (!c) continue;
        value_rides(g, c, b->splits);
        sum += column_mean(g, c, &g->trial, &g->scratch);
    }
    return sum / g->one / TENTHS;
}

/* Tenths over rounds without a dealer blackjack, as lm_game_price gives the value of a hand. */
static double value_of(const lm_game *g, const column *c, hand_id h, lm_real tenths)
{
    double his = column_blackjack(g, c, h), value = tenths / TENTHS;
    return terms_peek(&g->rules) ? value / (1 - his) : value - his;
}

static double value_by(lm_game *g, const column *c, int value, lm_riding riding, lm_ride_worth *found)
{
    ride_tree tree;
    lm_ride first, later;
    ride_tree_make(&tree, g, c, &g->trial, value, riding);
    lm_real tenths = ride_tree_value(&tree, &first, &later);
    found->ride = first;
    found->later = later;
    return value_of(g, c, hands_pair(&g->hands, value), tenths);
}

static void list_rides(lm_game *g, int which, lm_behind_choices *list)
{
    const column *c = &g->column[which];
    for (int v = 1; v <= 10; v++) {
        hand_id pair = hands_pair(&g->hands, v);
        if (!is_split(g, c, pair) || terms_free_split(&g->rules, v, 0)) continue;
        lm_ride_worth *found = &list->ride[list->rides++];
        *found = (lm_ride_worth){ .column = (uint8_t)which, .value = (uint8_t)v };
        found->chance = column_weight(g, c, column_chance(g, c, 1, pair));
        found->both = value_by(g, c, v, LM_RIDING_BOTH, found);
        found->left = value_by(g, c, v, LM_RIDING_LEFT, found);
        found->right = value_by(g, c, v, LM_RIDING_RIGHT, found);
        found->best = value_by(g, c, v, LM_RIDING_BEST, found);
    }
}

static void list_alongs(lm_game *g, int which, lm_behind_choices *list)
{
    const column *c = &g->column[which];
    for (hand_id h = 1; h < g->hands.over && list->alongs < LM_ALONGS; h++) {
        const uint8_t *count = g->hands.count[h];
        uint8_t act = g->trial.act[LM_STAKED_CHIPS][h];
        bool paid = terms_double(&g->rules, &g->hands, h, LM_STAKED_CHIPS, false) == BACKED_CHIPS_PAID;
        if (count[0] != 2 || !(act & ACT_DOUBLE) || !paid || !column_holds(g, c, h) || is_split(g, c, h)) continue;
        lm_real along = g->scratch.dbl[LM_STAKED_CHIPS][h], alone = column_draw_one(g, c, h, BACKED_CHIPS);
        if (beats(along, alone)) continue;
        lm_along_worth *found = &list->along[list->alongs++];
        *found = (lm_along_worth){ .column = (uint8_t)which, .chance = column_weight(g, c, column_chance(g, c, 1, h)) };
        for (int v = 10, n = 0; v >= 1; v--) {
            for (int k = 0; k < count[v]; k++)
                found->value[n++] = (uint8_t)v;
        }
        found->along = value_of(g, c, h, along);
        found->alone = value_of(g, c, h, alone);
    }
}

void lm_game_behind_choices(lm_game *g, const lm_behind *b, lm_behind_choices *list)
{
    list->rides = list->alongs = 0;
    for (int i = 0; i < g->columns; i++) {
        if (!decider_plays(g, b, i)) continue;
        list_alongs(g, i, list);
        bettor_plays(g, b, i);
        list_rides(g, i, list);
    }
}

bool lm_game_behind_doubles(lm_game *g, const lm_behind *b, int which, const lm_held *held)
{
    hand_id h = hands_find(&g->hands, held->value, held->n);
    if (!is_live(g, h) || !bettor_plays(g, b, which)) return false;
    return !(g->trial.act[LM_STAKED_CHIPS][h] & ACT_ALONE);
}

lm_ride lm_game_behind_rides(lm_game *g, const lm_behind *b, int which, int value, int hands, int at, unsigned chips)
{
    const column *c = bettor_plays(g, b, which);
    ride_tree tree;
    if (!c || !is_split(g, c, hands_pair(&g->hands, value))) return LM_RIDE_LEFT;
    ride_tree_make(&tree, g, c, &g->trial, value, b->splits);
    return ride_tree_choice(&tree, hands, at, chips);
}

#endif
