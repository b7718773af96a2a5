/* coupon.c - a match-play coupon beside the main wager, and what it is worth. */
#include "best_chart.h"
#include "lammer/situations.h"
#include "split.h"

lm_real coupon_stand(const lm_game *g, const column *c, hand_id h)
{
    lm_real ties = g->one - column_blackjack(g, c, h) - c->win[h] - c->lose[h];
    return g->coupon.wins * c->win[h] + g->coupon.returns * ties;
}

/* The chance that a split hand with chips ends so: 1 won, 0 tied. */
static lm_real chance_of(const split_study *study, int gone, second_card second, int sign)
{
    const hand_kinds *kinds = &study->kinds[LM_STAKED_CHIPS];
    lm_real sum = 0;
    for (int s = 0; s < SECONDS; s++) {
        if (second != SECOND_ANY && (int)second != s) continue;
        for (int k = 0; k < kinds->n; k++) {
            for (int e = 0; e < END_BLACKJACK; e++) {
                int pays = kinds->pays[k][e];
                if ((pays > 0) - (pays < 0) == sign) sum += study->law[gone][LM_STAKED_CHIPS].chance[s][k][e];
            }
        }
    }
    return sum;
}

static lm_real hand_won(const split_study *study, int gone, lm_staked staked, second_card second)
{
    (void)staked; /* the first hand has chips */
    return chance_of(study, gone, second, 1);
}

static lm_real hand_tied(const split_study *study, int gone, lm_staked staked, second_card second)
{
    (void)staked;
    return chance_of(study, gone, second, 0);
}

static lm_real worth_of_others(lm_game *g, const column *c, const split_courses *courses)
{
    lm_real sum = 0;
    for (int i = 0; i < courses->n; i++) {
        const split_course *course = &courses->course[i];
        for (int h = 1; h < course->hands; h++)
            sum += split_hand_of(g, c, course, h, split_worth);
    }
    return sum;
}

/* The hands without the coupon, by the optimum of the plain game. */
static lm_real rest_of(lm_game *g, const column *c, const split_courses *courses)
{
    int which = (int)(c - g->column), value = g->study->value, again = courses->again;
    game_coupon *k = &g->coupon;
    if (!k->known[which][value][again]) {
        const column *plain = game_solved(k->plain, which);
        split_study_begin(k->plain, plain, value, &plain->best);
        k->rest[which][value][again] = worth_of_others(k->plain, plain, courses);
        k->known[which][value][again] = true;
    }
    return k->rest[which][value][again];
}

lm_real coupon_split_sum(lm_game *g, const column *c, const split_courses *courses)
{
    bool late = !terms_peek(&g->rules) && c->blackjack_value; /* what is lost then needs one play of all hands */
    lm_real sum = 0;
    for (int i = 0; i < courses->n; i++) {
        const split_course *course = &courses->course[i];
        sum += split_hand_of(g, c, course, 0, split_worth);
        sum += g->coupon.wins * split_hand_of(g, c, course, 0, hand_won);
        sum += g->coupon.returns * split_hand_of(g, c, course, 0, hand_tied);
    }
    if (late) return sum + worth_of_others(g, c, courses);
    return g->study->change ? sum : sum + rest_of(g, c, courses);
}

#ifndef ODDS_EXACT

#include <string.h>

static bool is_same_question(const game_coupon *k, const lm_game *plain)
{
    return k->laid && k->plain == plain;
}

void lm_game_lay_coupon(lm_game *g, lm_game *plain, const lm_coupon *coupon)
{
    game_coupon *k = &g->coupon;
    if (!is_same_question(k, plain)) memset(k->known, 0, sizeof k->known);
    k->laid = true;
    k->plain = plain;
    k->wins = coupon->wins * TENTHS;
    k->returns = coupon->returns * TENTHS;
    for (int i = 0; i < g->columns; i++)
        g->column[i].solved = false;
    for (int i = 0; i < (g->chart.open ? 5 : 1); i++)
        g->base[i].of = NULL;
    memset(g->part, 0, sizeof g->part);
}

static double mean_with(lm_game *g, lm_game *plain, double wins, double returns)
{
    const lm_coupon coupon = { wins, returns };
    lm_game_lay_coupon(g, plain, &coupon);
    return lm_game_mean(g);
}

/* The mean grows with what the coupon returns, by the chance of a tie, and in straight pieces: one for each strategy
 * that becomes the best. So steps along the last piece come to the solution, and end when it lies on that piece. */
void lm_game_coupon(lm_game *g, lm_game *plain, double wins, lm_coupon_worth *found)
{
    enum { STEPS = 40 };
    const double near = 1e-13, step_least = 1e-5;
    double mean = lm_game_mean(plain), at = 0, gain = mean_with(g, plain, wins, 0) - mean, ties = 0;
    *found = (lm_coupon_worth){ .plain = mean, .once = gain };
    for (int step = 0; step < STEPS; step++) {
        double next = (gain - ties * at) / (1 - ties), moved = next - at;
        if (moved < near && moved > -near) break;
        double then = mean_with(g, plain, wins, next) - mean;
        if (moved > step_least || moved < -step_least) ties = (then - gain) / moved;
        gain = then;
        at = next;
    }
    found->ties = (mean_with(g, plain, wins, at + step_least) - mean - gain) / step_least;
    found->mean = mean_with(g, plain, wins, at);
    found->worth = at;
}

#endif
