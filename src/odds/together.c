/* together.c - the main wager and a wager on lammers, played together. */
#include "figures.h"

#ifndef ODDS_EXACT

typedef struct {
    lm_game *g;
    column *c;
    const double *pays;
    double ratio;
    int at; /* column */
    lm_together *out;
} both;

/* What lammers add to the value of the other wager, compared with none. */
static double lammers_bring(const both *y, const double *lammers)
{
    double sum = 0;
    for (int k = 1; k < 8; k++)
        sum += lammers[k] * (y->pays[k] - y->pays[0]);
    return sum * y->ratio;
}

static void note(both *y, hand_id h, lm_staked staked, lm_play play, lm_play instead_of)
{
    uint8_t value[2];
    int n = 0;
    for (int v = 1; v <= 10; v++) {
        for (int k = 0; k < y->g->hands.count[h][v] && n < 2; k++)
            value[n++] = (uint8_t)v;
    }
    if (y->out->changes == LM_CHANGES) return;
    y->out->change[y->out->changes++] =
        (lm_change){ (uint8_t)y->at, { value[0], value[1] }, (uint8_t)staked, (uint8_t)play, (uint8_t)instead_of };
}

/* Takes free doubles where the lammer gains more on the other wager than the double costs. It is the first lammer on a
 * hand with chips, the second on a lammer's hand. */
static void take_free_doubles(both *y, policy *p, const worth *w)
{
    lm_game *g = y->g;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] < 2 || !column_holds(g, y->c, h)) continue;
        double acts = 1 - (double)column_blackjack(g, y->c, h) / (double)g->one;
        for (int s = 0; s < LM_STAKES; s++) {
            backing doubled = terms_double(&g->rules, &g->hands, h, (lm_staked)s, false);
            bool is_free = doubled == BACKED_CHIPS_FREE || doubled == BACKED_LAMMER_FREE;
            if (!is_free || p->act[s][h] & ACT_DOUBLE) continue;
            double more = (y->pays[s + 1] - y->pays[s]) * y->ratio * acts;
            double loses = (double)(w->play[s][h] - w->dbl[s][h]) / (double)g->one / TENTHS;
            if (more <= loses) continue;
            if (g->hands.count[h][0] == 2)
                note(y, h, (lm_staked)s, LM_PLAY_DOUBLE, p->act[s][h] & ACT_HIT ? LM_PLAY_HIT : LM_PLAY_STAND);
            p->act[s][h] |= ACT_DOUBLE;
        }
    }
}

/* The value of splitting a pair on both wagers. `lammers_again`: pairs on lammers' hands are split again. */
static double split_brings(both *y, int value, const policy *p, bool lammers_again, double *mean, lm_figures *f)
{
    lm_game *g = y->g;
    split_again again = split_again_by(p, hands_pair(&g->hands, value));
    split_courses courses;
    if (!lammers_again)
        again.staked[LM_STAKED_LAMMER] = SPLIT_NEVER;
    else if (again.staked[LM_STAKED_LAMMER] == SPLIT_NEVER)
        again.staked[LM_STAKED_LAMMER] = SPLIT_WHILE_FREE;
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, again, &courses);
    *f = (lm_figures){ 0 };
    *mean = split_sum(g, y->c, &courses, split_worth) / g->one / TENTHS;
    if (!terms_peek(&g->rules)) *mean -= split_cost(g, y->c, &courses) / g->one / TENTHS;
    figures_split_lammers(g, y->c, &courses, 1, f);
    return *mean + lammers_bring(y, f->lammers);
}

static lm_play play_of(uint8_t act)
{
    if (act & ACT_SPLIT) return LM_PLAY_SPLIT;
    if (act & ACT_DOUBLE) return LM_PLAY_DOUBLE;
    return act & ACT_HIT ? LM_PLAY_HIT : LM_PLAY_STAND;
}

static lm_figures lammers_of_hand(const lm_game *g, const column *c, hand_id h)
{
    lm_figures f = { 0 };
    f.lammers[1] = g->moments[h].lammer;
    f.lammers[0] = 1 - (double)column_blackjack(g, c, h) / (double)g->one - f.lammers[1];
    return f;
}

/* Chooses the best of three: not splitting a pair, splitting it once more only on hands with chips, and splitting it
 * again on all hands. Adds the value, weighted by the probability. */
static void decide_pair(both *y, hand_id pair, int value, policy *p, const worth *w, double chance)
{
    lm_game *g = y->g;
    uint8_t before = y->c->best.act[LM_STAKED_CHIPS][pair], before_free = y->c->best.act[LM_STAKED_LAMMER][pair];
    lm_figures best = lammers_of_hand(g, y->c, pair), f;
    double mean = (double)w->play[LM_STAKED_CHIPS][pair] / (double)g->one / TENTHS, m;
    double brings = mean + lammers_bring(y, best.lammers);
    int chosen = 0; /* 1: split, again on hands with chips only; 2: again on lammers' hands as well */
    split_study_begin(g, y->c, value, p);
    for (int again = 0; again < 2; again++) {
        if (again && !terms_split(&g->rules, value, LM_STAKED_LAMMER)) break;
        double x = split_brings(y, value, p, again, &m, &f);
        if (x <= brings) continue;
        brings = x;
        mean = m;
        best = f;
        chosen = 1 + again;
    }
    uint8_t now = (uint8_t)(chosen ? p->act[0][pair] | ACT_SPLIT : p->act[0][pair] & ~ACT_SPLIT);
    bool frees = before_free & ACT_SPLIT, frees_now = chosen == 2;
    if (play_of(now) != play_of(before)) note(y, pair, LM_STAKED_CHIPS, play_of(now), play_of(before));
    if (chosen && terms_split(&g->rules, value, LM_STAKED_LAMMER) && frees != frees_now)
        note(y, pair, LM_STAKED_LAMMER,
             frees_now ? LM_PLAY_SPLIT : play_of((uint8_t)(before_free & (0xff - ACT_SPLIT))),
             frees ? LM_PLAY_SPLIT : play_of(before_free));
    double his = (double)column_blackjack(g, y->c, pair) / (double)g->one;
    y->out->mean += chance * (mean - his);
    for (int k = 0; k < 8; k++)
        y->out->lammers[k] += chance * best.lammers[k];
}

static void add_column(both *y)
{
    lm_game *g = y->g;
    policy *p = &g->trial;
    worth *w = &g->scratch;
    *p = y->c->best;
    *w = y->c->worth;
    take_free_doubles(y, p, w);
    column_value(g, y->c, p, w, false);
    figures_moments(g, y->c, p, g->moments);
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] != 2 || !column_holds(g, y->c, h)) continue;
        double chance = (double)column_weight(g, y->c, column_chance(g, y->c, g->one, h)) / (double)g->one;
        int value = hands_pair_value(&g->hands, h);
        if (value && y->c->tree.pat != END_BLACKJACK) {
            decide_pair(y, h, value, p, w, chance);
            continue;
        }
        y->out->mean += chance * (double)column_start(g, y->c, p, w, h) / (double)g->one / TENTHS;
        if (g->hands.total[h] == 21) {
            y->out->lammers[0] += chance * (1 - (double)column_blackjack(g, y->c, h) / (double)g->one);
            continue;
        }
        lm_figures f = lammers_of_hand(g, y->c, h);
        for (int k = 0; k < 8; k++)
            y->out->lammers[k] += chance * f.lammers[k];
    }
}

void lm_game_together(lm_game *g, const double pays[8], double ratio, lm_together *out)
{
    *out = (lm_together){ 0 };
    for (int i = 0; i < g->columns; i++) {
        both y = { .g = g, .c = game_solved(g, i), .pays = pays, .ratio = ratio, .at = i, .out = out };
        if (y.c->solved) add_column(&y);
    }
    double none = 1;
    for (int k = 1; k < 8; k++) {
        out->other_mean += out->lammers[k] * pays[k];
        none -= out->lammers[k];
    }
    out->other_mean += none * pays[0];
}

#endif
