/* after.c - see after.h. */
#include "after/seen.h"

#include <string.h>

/* --- chances of a hand when cards of the pair's value are gone */

typedef struct {
    lm_lanes left[11];
    hand_id of[LANES];
    int n;
} batch;

/* See split_draws. */
static double draws_of(const lm_game *g, const column *c, hand_id h, int value, int gone)
{
    double chance = 1;
    int drawn = 0;
    for (int v = 1; v <= 10; v++) {
        int away = v == value ? gone : 0;
        for (int k = v == value; k < g->hands.count[h][v]; k++, drawn++)
            chance *= (double)(c->left[v] - away - k) / (c->left[0] - 1 - gone - drawn);
    }
    return chance;
}

static void know_batch(const lm_game *g, const column *c, int value, int gone, batch *b)
{
    after_chances *known = &g->after->known[gone];
    lm_lanes ends[ENDS];
    dealer_run(&c->tree, b->left, g->one, ends);
    for (int i = 0; i < b->n; i++) {
        hand_id h = b->of[i];
        double draws = draws_of(g, c, h, value, gone), one = (double)g->one;
        double win = 0, lose = 0;
        bool blackjack = split_is_blackjack(g, h), two_card_21 = g->hands.count[h][0] == 2 && g->hands.total[h] == 21;
        for (int e = 0; e < END_BLACKJACK; e++) {
            int result = blackjack ? 1 : terms_result(&g->rules, &g->hands, h, two_card_21, (dealer_end)e);
            if (result > 0) win += (double)LANE(ends[e], i);
            if (result < 0) lose += (double)LANE(ends[e], i);
        }
        known->held[h] = draws * (1 - (double)LANE(ends[END_BLACKJACK], i) / one);
        known->win[h] = draws * win / one;
        known->lose[h] = draws * lose / one;
    }
    b->n = 0;
}

void after_forget(lm_game *g)
{
    memset(g->after->is_known, 0, sizeof g->after->is_known);
}

static void know_hands(lm_game *g, const column *c, int value, int gone)
{
    batch b = { .n = 0 };
    if (g->after->is_known[gone]) return;
    g->after->is_known[gone] = true;
    memset(&g->after->known[gone], 0, sizeof g->after->known[gone]);
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (!g->hands.count[h][value] || !split_can_be_held(g, c, h, value, gone)) continue;
        for (int v = 0; v <= 10; v++)
            LANE(b.left[v], b.n) = left_to(g, c, h, v) - (v == 0 || v == value ? gone : 0);
        b.of[b.n++] = h;
        if (b.n == LANES) know_batch(g, c, value, gone, &b);
    }
    if (b.n) know_batch(g, c, value, gone, &b);
}

/* --- a group of hands that are played alike */

/* See split_if_pairs. */
static double signed_chance(const column *c, int value, const split_course *course, int others, int j)
{
    static const int choose[5][5] = { { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 }, { 1, 4, 6, 4, 1 } };
    double x = choose[others][j];
    for (int i = course->pairs + j - 1; i >= 0; i--) {
        int copies = c->left[value] - 2 - i;
        x *= copies <= 0 ? 0 : (double)copies / (c->left[0] - 2 - i);
    }
    return j % 2 ? -x : x;
}

static void weigh_hand(const column *c, int value, const split_course *course, int hand, after_group *group)
{
    int others = split_others_known(course, hand, hand);
    for (int j = 0; j <= others && c->left[value] - 2 - course->pairs - j >= 0; j++) {
        for (int s = 0; s < SECONDS; s++) {
            if (course->second[hand] == SECOND_ANY || course->second[hand] == s)
                group->weight[1 + course->pairs + j][s] += signed_chance(c, value, course, others, j);
        }
    }
}

bool after_gather(lm_game *g, const column *c, int value, const split_courses *courses, lm_staked staked, int count)
{
    after_group *group = &g->after->group;
    bool any = false;
    memset(group->weight, 0, sizeof group->weight);
    memset(group->of, 0, sizeof group->of);
    for (int i = 0; i < courses->n; i++) {
        const split_course *course = &courses->course[i];
        for (int h = 0; h < course->hands; h++) {
            if (course->staked[h] != staked || (count && course->count[h] != count)) continue;
            weigh_hand(c, value, course, h, group);
            any = true;
        }
    }
    for (int gone = 0; gone < SPLIT_GONE; gone++) {
        if (group->weight[gone][SECOND_OTHER] == 0 && group->weight[gone][SECOND_PAIR] == 0) continue;
        know_hands(g, c, value, gone);
        const after_chances *known = &g->after->known[gone];
        for (int s = 0; s < SECONDS; s++) {
            double weight = group->weight[gone][s];
            for (hand_id h = 1; h < g->hands.over && weight != 0; h++) {
                group->of[s].held[h] += weight * known->held[h];
                group->of[s].win[h] += weight * known->win[h];
                group->of[s].lose[h] += weight * known->lose[h];
            }
        }
    }
    return any;
}

double after_stand(const lm_game *g, const after_chances *of, hand_id h, backing backed)
{
    return of->win[h] * split_mean_win(g, h, backed) + of->lose[h] * terms_loss(backed);
}

/* What one more card brings: `brings` of the hands within 21, or standing with them where it is NULL. */
double after_draw(const lm_game *g, const after_chances *of, hand_id h, backing backed, const double *brings)
{
    double sum = 0, bust = of->held[h];
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        if (!is_live(g, next)) continue;
        sum += brings ? brings[next] : after_stand(g, of, next, backed);
        bust -= of->held[next];
    }
    return sum + bust * terms_loss(backed);
}

bool after_is_over(const lm_game *g, int value, hand_id h)
{
    return terms_finished(&g->rules, &g->hands, h) || (terms_one_card(&g->rules, value) && g->hands.count[h][0] == 2);
}

/* The share of the orders of a hand in which its act is to hit. Two suited cards of 6-7-8 may act otherwise. */
static double share_that_hits(const lm_game *g, hand_id h, uint8_t act, lm_staked staked)
{
    bool doubles = terms_double(&g->rules, &g->hands, h, staked, true) != NOT_BACKED;
    uint8_t suited = suited_act(act);
    bool hits = act & ACT_HIT && !(doubles && act & ACT_DOUBLE);
    bool suited_hits = suited & ACT_HIT && !(doubles && suited & ACT_DOUBLE);
    if (!g->rules.bonus_678 || suited_place(&g->hands, h) < 0) return hits;
    double two = column_suited(g, g->after->of, h).two;
    return hits * (1 - two) + suited_hits * two;
}

void after_count_orders(lm_game *g, after_group *group, int value, const uint8_t *act, lm_staked staked)
{
    hand_id one = hands_one(&g->hands, value);
    memset(group->orders, 0, sizeof group->orders);
    for (int v = 1; v <= 10; v++) {
        hand_id h = g->hands.plus[one][v];
        if (is_live(g, h)) group->orders[v == value ? SECOND_PAIR : SECOND_OTHER][h] = 1;
    }
    for (hand_id h = one; h < g->hands.over; h++) {
        double share = after_is_over(g, value, h) ? 0 : share_that_hits(g, h, act[h], staked);
        if (share <= 0) continue;
        for (int v = 1; v <= 10; v++) {
            hand_id next = g->hands.plus[h][v];
            for (int s = 0; s < SECONDS && is_live(g, next); s++)
                group->orders[s][next] += group->orders[s][h] * share;
        }
    }
}

/* What the acts are worth to the hands of a group, by their second card. */
typedef struct {
    double stand[SECONDS], hit[SECONDS], dbl[SECONDS];
    bool may_double;
} hand_values;

static double value_of(const hand_values *x, int second, uint8_t act)
{
    if (act & ACT_DOUBLE && x->may_double) return x->dbl[second];
    return act & ACT_HIT ? x->hit[second] : x->stand[second];
}

/* A hand that is not reached is decided as if it came in one order. */
static uint8_t best_act(const after_group *group, hand_id h, const hand_values *x)
{
    bool reached = group->orders[SECOND_OTHER][h] > 0 || group->orders[SECOND_PAIR][h] > 0;
    double gain_hit = 0, gain_double = 0;
    for (int s = 0; s < SECONDS; s++)
        gain_hit += (reached ? group->orders[s][h] : 1) * (x->hit[s] - x->stand[s]);
    uint8_t act = gain_hit > 1e-12 ? ACT_HIT : 0;
    for (int s = 0; s < SECONDS; s++)
        gain_double += (reached ? group->orders[s][h] : 1) * (x->dbl[s] - value_of(x, s, act));
    return (uint8_t)(act | (x->may_double && gain_double > 1e-12 ? ACT_DOUBLE : 0));
}

/* What the third card of the same suit adds to two suited cards of 6-7-8. */
static double suited_more(const lm_game *g, const after_chances *of, hand_id h, backing backed, double third)
{
    for (int v = 6; v <= 8; v++) {
        hand_id made = g->hands.plus[h][v];
        if (g->hands.count[h][v] || made == HAND_NONE) continue;
        int more = terms_win(&g->rules, backed, ODDS_SPECIAL) - terms_win(&g->rules, backed, TENTHS);
        return of->win[made] * more * third;
    }
    return 0;
}

/* Chooses for the hands whose cards are suited, which come in some of the orders, and notes what these bring. */
static void choose_suited(lm_game *g, hand_id h, lm_staked staked, hand_values x, backing doubled, uint8_t *act)
{
    after_group *group = &g->after->group;
    suited_chance suited = column_suited(g, g->after->of, h);
    if (suited.two <= 0) return;
    for (int s = 0; s < SECONDS; s++) {
        x.hit[s] += suited_more(g, &group->of[s], h, backing_of(staked), suited.three / suited.two);
        if (x.may_double) x.dbl[s] += suited_more(g, &group->of[s], h, doubled, suited.three / suited.two);
    }
    uint8_t best = best_act(group, h, &x);
    if (best & ACT_HIT) *act |= ACT_SUITED_HIT;
    if (best & ACT_DOUBLE) *act |= ACT_SUITED_DOUBLE;
    for (int s = 0; s < SECONDS; s++)
        group->brings[s][h] += suited.two * (value_of(&x, s, best) - group->brings[s][h]);
}

/* Chooses for one hand and notes what it brings. */
static void choose_hand(lm_game *g, int value, hand_id h, lm_staked staked, uint8_t *act)
{
    after_group *group = &g->after->group;
    backing plain = backing_of(staked), doubled = terms_double(&g->rules, &g->hands, h, staked, true);
    bool over = after_is_over(g, value, h);
    hand_values x = { .may_double = !over && doubled != NOT_BACKED };
    for (int s = 0; s < SECONDS; s++) {
        x.stand[s] = after_stand(g, &group->of[s], h, plain);
        x.hit[s] = over ? x.stand[s] : after_draw(g, &group->of[s], h, plain, group->brings[s]);
        x.dbl[s] = x.may_double ? after_draw(g, &group->of[s], h, doubled, NULL) : 0;
    }
    *act = best_act(group, h, &x);
    for (int s = 0; s < SECONDS; s++)
        group->brings[s][h] = value_of(&x, s, *act);
    if (g->rules.bonus_678 && !over && suited_place(&g->hands, h) >= 0) choose_suited(g, h, staked, x, doubled, act);
}

/* The best play of the group, and its value in tenths. The orders in which a hand comes depend on the play before it,
 * so play and orders are found in turn. */
static double solve_group(lm_game *g, const column *c, int value, lm_staked staked, uint8_t *act)
{
    enum { TURNS = 6 };
    after_group *group = &g->after->group;
    hand_id one = hands_one(&g->hands, value);
    uint8_t before[HANDS_MOST];
    double sum = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        memcpy(before, act, sizeof before);
        after_count_orders(g, group, value, act, staked);
        for (int h = g->hands.over - 1; h > one; h--) {
            group->brings[SECOND_OTHER][h] = group->brings[SECOND_PAIR][h] = 0;
            if (g->hands.count[h][value] && column_holds(g, c, (hand_id)h))
                choose_hand(g, value, (hand_id)h, staked, &act[h]);
        }
        if (!memcmp(before, act, sizeof before)) break;
    }
    for (int v = 1; v <= 10; v++) {
        hand_id h = g->hands.plus[one][v];
        if (is_live(g, h)) sum += group->brings[v == value ? SECOND_PAIR : SECOND_OTHER][h];
    }
    return sum;
}

/* --- a split pair */

static bool has_counts(lm_post_split class)
{
    return class >= LM_POST_SPLIT_CDPN;
}

/* Solves all groups of a split that is split again in one way; leaves the play in room->trial. */
static double solve_split(lm_game *g, const column *c, int value, lm_post_split class, split_again again)
{
    after_play *trial = &g->after->trial;
    split_courses courses;
    double sum = 0;
    trial->again = again;
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, again, &courses);
    for (int s = 0; s < LM_STAKES; s++) {
        for (int i = 0; i < (has_counts(class) ? AFTER_COUNTS : 1); i++) {
            memcpy(trial->act[i][s], g->after->of->best.act[s], sizeof trial->act[i][s]);
            if (after_gather(g, c, value, &courses, (lm_staked)s, has_counts(class) ? i + 2 : 0))
                sum += solve_group(g, c, value, (lm_staked)s, trial->act[i][s]);
        }
    }
    for (int i = 1; i < AFTER_COUNTS && !has_counts(class); i++)
        memcpy(trial->act[i], trial->act[0], sizeof trial->act[i]);
    return sum;
}

int after_list_again(const lm_game *g, int value, lm_post_split class, split_again again[AGAIN_MOST])
{
    bool free = terms_free_split(&g->rules, value, 0);
    bool runs_out = free && !terms_free_split(&g->rules, value, terms_most_hands(&g->rules, value) - 2);
    int most = terms_most_hands(&g->rules, value), n = 0;
    again[n++] = (split_again){ { SPLIT_ALWAYS, SPLIT_ALWAYS }, { 0 } };
    if (most == 2) return n;
    if (has_counts(class)) {
        const uint8_t declined[] = { 0, 1 << 3, 1 << 2 | 1 << 3, 1 << 2 };
        for (int i = 1; i < (free ? AGAIN_MOST : 3); i++)
            again[n++] = (split_again){ { SPLIT_ALWAYS, SPLIT_ALWAYS }, { declined[i % 4], declined[i / 4] } };
        return n;
    }
    for (int i = 1; i < (free ? 9 : 3); i++) {
        split_when chips = (split_when)(SPLIT_ALWAYS - i % 3), lammer = (split_when)(SPLIT_ALWAYS - i / 3);
        if (!runs_out && (chips == SPLIT_WHILE_FREE || lammer == SPLIT_WHILE_FREE)) continue;
        again[n++] = (split_again){ { chips, lammer }, { 0 } };
    }
    return n;
}

/* A whole policy of which the hands after the split are played so. */
static const policy *policy_at(lm_game *g, const after_play *play, int count)
{
    policy *p = &g->after->hands;
    const uint8_t chosen = ACT_HIT | ACT_DOUBLE | ACT_SUITED_HIT | ACT_SUITED_DOUBLE;
    for (int s = 0; s < LM_STAKES; s++) {
        for (hand_id h = 1; h < g->hands.over; h++)
            p->act[s][h] = (uint8_t)((g->after->of->best.act[s][h] & ~chosen) | (play->act[count - 2][s][h] & chosen));
    }
    return p;
}

/* Whether a dealer blackjack may come when hands of a split have been played. */
static bool is_late(const lm_game *g, const column *c)
{
    return !terms_peek(&g->rules) && c->blackjack_value;
}

/* The value of a split with its play, as split.c computes it. */
static void value_play(lm_game *g, const column *c, int value, lm_post_split class, const after_play *play,
                       lm_real *split, lm_real *cost)
{
    split_courses courses;
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, play->again, &courses);
    *split = *cost = 0;
    for (int count = 2; count <= (has_counts(class) ? SPLIT_HANDS : 2); count++) {
        int which = has_counts(class) ? count : 0;
        split_study_begin(g, c, value, policy_at(g, play, count));
        *split += split_sum_at(g, c, &courses, which, split_worth);
        if (is_late(g, c)) *cost += split_cost_at(g, c, &courses, which);
    }
    if (is_late(g, c)) *cost += split_cost_together(g, c, &courses);
}

/* Play by all cards that are seen leaves no law of all hands together, which a late dealer blackjack needs: there it is
 * not used. */
static lm_post_split class_in(const lm_game *g, const column *c, lm_post_split class)
{
    return is_late(g, c) && class > LM_POST_SPLIT_CDPN ? LM_POST_SPLIT_CDPN : class;
}

static void play_like_unsplit(lm_game *g, const policy *p, int value)
{
    after_play *play = &g->after->play[value];
    play->again = split_again_by(p, hands_pair(&g->hands, value));
    for (int i = 0; i < AFTER_COUNTS; i++)
        memcpy(play->act[i], p->act, sizeof play->act[i]);
}

/* Finds the play after the split of one value. What the narrower class does stays where nothing is better. */
static void solve_value(lm_game *g, const column *c, int value, lm_post_split class, worth *w)
{
    after_room *room = g->after;
    split_again again[AGAIN_MOST];
    lm_real *split = &w->split[LM_STAKED_CHIPS][value], *cost = &w->split_cost[LM_STAKED_CHIPS][value];
    lm_real found, found_cost;
    double best = -1e9;
    const after_play before = room->play[value];
    int n = after_list_again(g, value, class, again);
    after_forget(g);
    for (int i = 0; i < n; i++) {
        double sum = solve_split(g, c, value, class, again[i]);
        if (sum <= best + 1e-12) continue;
        best = sum;
        room->play[value] = room->trial;
    }
    value_play(g, c, value, class, &room->play[value], &found, &found_cost);
    if (found - found_cost > *split - *cost) {
        *split = found;
        *cost = found_cost;
        return;
    }
    room->play[value] = before;
}

static bool can_split(const lm_game *g, const column *c, int value)
{
    hand_id pair = hands_pair(&g->hands, value);
    return pair != HAND_NONE && column_holds(g, c, pair) && terms_split(&g->rules, value, LM_STAKED_CHIPS);
}

/* Adds what seeing all cards is worth. A pair that is far from being split is not looked at. */
static void see_all(lm_game *g, const column *c, int value, worth *w)
{
#ifndef ODDS_EXACT
    lm_real *split = &w->split[LM_STAKED_CHIPS][value];
    if (!g->seen || g->rules.bonus_678) return;
    seen_gain seen = seen_solve(g, c, value, &g->after->play[value]);
    *split += seen.gain;
    g->after->left_out[value] = seen.left_out;
#else
    (void)g, (void)c, (void)value, (void)w;
#endif
}

/* Whether a pair is so poor a split that seeing all cards cannot make it a good one. */
static bool is_far(const lm_game *g, const column *c, int value, const worth *w)
{
    enum { WHOLE_SHOE = 60, FAR = 3 };
    lm_real split = w->split[LM_STAKED_CHIPS][value] - w->split_cost[LM_STAKED_CHIPS][value];
    return c->left[0] > WHOLE_SHOE && split + FAR * g->one < w->play[LM_STAKED_CHIPS][hands_pair(&g->hands, value)];
}

/* Solves the split of one value, with its cost; leaves the values in `w`. */
static void solve_pair(lm_game *g, column *c, int v, lm_post_split class, worth *w)
{
    if (!can_split(g, c, v)) return;
    play_like_unsplit(g, &c->best, v);
    if (class == LM_POST_SPLIT_CDZ_MINUS) return;
    column_settle_cost(g, c, v, LM_STAKED_CHIPS);
    w->split_cost[LM_STAKED_CHIPS][v] = c->worth.split_cost[LM_STAKED_CHIPS][v];
    class = class_in(g, c, class);
    if (is_late(g, c) && class > LM_POST_SPLIT_CDP) solve_value(g, c, v, LM_POST_SPLIT_CDP, w); /* may cost less */
    solve_value(g, c, v, class, w);
    if (class == LM_POST_SPLIT_OPT && !is_far(g, c, v, w)) see_all(g, c, v, w);
}

/* The value of a column if a late dealer blackjack took no more from a split than the original wager. */
static lm_real mean_without_cost(const lm_game *g, const column *c, const policy *p, worth *w)
{
    lm_real cost[LM_STAKES][11];
    memcpy(cost, w->split_cost, sizeof cost);
    memset(w->split_cost, 0, sizeof w->split_cost);
    lm_real mean = column_mean(g, c, p, w);
    memcpy(w->split_cost, cost, sizeof cost);
    return mean;
}

/* One strategy for all hands; that of the narrower class where it is as good. The search for a better one leaves out what
 * a late blackjack takes from splits: no strategy is worth more than the best one that would not pay it. */
static lm_real solve_whole(lm_game *g, column *c)
{
    after_room *room = g->after;
    worth *w = &g->scratch;
    lm_real before = column_mean(g, c, &c->best, &c->worth), mean;
    after_whole_solve(g, c, &room->start);
    column_value(g, c, &room->start, w, false);
    column_value_splits(g, c, &room->start, w, VALUE);
    mean = column_mean(g, c, &room->start, w);
    lm_real most = mean_without_cost(g, c, &room->start, w);
    if (mean <= before) {
        room->start = c->best;
        *w = c->worth;
        mean = before;
    }
    for (int v = 1; v <= 10; v++) {
        if (can_split(g, c, v)) play_like_unsplit(g, &room->start, v);
        room->split[v] = w->split[LM_STAKED_CHIPS][v] - w->split_cost[LM_STAKED_CHIPS][v];
    }
    room->sum_unproved += room->unproved * (double)column_weight(g, c, g->one) / (double)g->one;
    if (is_late(g, c) && most > mean) room->sum_unproved += (double)(most - mean) / (double)g->one;
    return mean;
}

/* What states of the pairs that are split leave out, weighted by the chance of the column. */
static double sum_left_out(const lm_game *g, const column *c, const policy *p)
{
    double sum = 0;
    for (int v = 1; v <= 10; v++) {
        hand_id pair = hands_pair(&g->hands, v);
        if (g->after->left_out[v] > 0 && p->act[LM_STAKED_CHIPS][pair] & ACT_SPLIT)
            sum += g->after->left_out[v] * (double)column_weight(g, c, column_chance(g, c, g->one, pair));
    }
    return sum / (double)g->one;
}

/* The wider classes choose for each pair by itself. */
static lm_real solve_pairs(lm_game *g, column *c, lm_post_split class)
{
    after_room *room = g->after;
    worth *w = &g->scratch;
    room->start = c->best;
    *w = c->worth;
    memset(room->left_out, 0, sizeof room->left_out);
    for (int v = 1; v <= 10; v++)
        solve_pair(g, c, v, class, w);
    for (int v = 1; v <= 10; v++)
        room->split[v] = w->split[LM_STAKED_CHIPS][v] - w->split_cost[LM_STAKED_CHIPS][v];
    column_choose_two(g, c, &room->start, w);
    room->sum_left_out += sum_left_out(g, c, &room->start);
    return column_mean(g, c, &room->start, w);
}

lm_real after_solve(lm_game *g, int which, lm_post_split class)
{
    column *c = game_solved(g, which);
    after_room *room = g->after;
    if (!c->solved) return 0;
    if (room->of == c && room->class == class) return room->mean;
    room->of = c;
    room->class = class;
    return room->mean = class == LM_POST_SPLIT_CDZ ? solve_whole(g, c) : solve_pairs(g, c, class);
}

lm_real after_split(lm_game *g, int which, lm_post_split class, int value)
{
    column *c = game_solved(g, which);
    after_room *room = g->after;
    worth *w = &g->scratch;
    if (class == LM_POST_SPLIT_CDZ) after_solve(g, which, class);
    if (room->of == c && room->class == class) return room->split[value];
    room->of = c;
    *w = c->worth;
    solve_pair(g, c, value, class, w);
    room->of = NULL; /* the play of the other values is not found */
    return w->split[LM_STAKED_CHIPS][value] - w->split_cost[LM_STAKED_CHIPS][value];
}

const char *lm_post_split_name(lm_post_split class)
{
    static const char *const names[LM_POST_SPLITS] = { "td", "cdz-", "cdz", "cdp", "cdpn", "opt" };
    return names[class];
}

double lm_game_class_mean(lm_game *g, lm_post_split class)
{
    lm_real sum = 0;
    if (class == LM_POST_SPLIT_TD) {
        lm_chart chart;
        lm_game_chart(g, &chart);
        return lm_game_chart_mean(g, &chart);
    }
    g->after->sum_left_out = g->after->sum_unproved = 0;
    g->after->of = NULL; /* each column counts in these sums */
    for (int i = 0; i < g->columns; i++)
        sum += after_solve(g, i, class);
    return (double)sum / (double)g->one / TENTHS;
}

double lm_game_seen_left_out(const lm_game *g)
{
    return g->after->sum_left_out / TENTHS;
}

double lm_game_whole_unproved(const lm_game *g)
{
    return g->after->sum_unproved / TENTHS;
}

bool after_splits(const split_again *again, const lm_held *held, const lm_after *after)
{
    split_when least = held->split_costs ? SPLIT_ALWAYS : SPLIT_WHILE_FREE;
    return again->staked[held->staked] >= least && !(again->never_at[held->staked] >> after->hands & 1);
}

uint8_t after_act(const lm_game *g, lm_staked staked, hand_id h, lm_after after)
{
    const uint8_t chosen = ACT_HIT | ACT_DOUBLE | ACT_SUITED_HIT | ACT_SUITED_DOUBLE;
    if (!after.value) return g->after->start.act[staked][h];
    return (uint8_t)(g->after->play[after.value].act[after.hands - 2][staked][h] & chosen);
}

lm_play lm_game_choice_after(lm_game *g, int which, lm_post_split class, const lm_held *held, const lm_after *after,
                             unsigned allowed)
{
    hand_id h = hands_find(&g->hands, held->value, held->n);
    after_solve(g, which, class);
    if (!is_live(g, h)) return LM_PLAY_STAND;
    uint8_t act = after_act(g, held->staked, h, *after);
    bool pair = after->value && hands_pair_value(&g->hands, h) == after->value;
    if (pair && after_splits(&g->after->play[after->value].again, held, after)) act |= ACT_SPLIT;
    return choice_of_act(act, held_suited(g, held, h), allowed);
}
