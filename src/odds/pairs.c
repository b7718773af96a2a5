/* pairs.c - two cards: splitting, surrender, and the value of a starting hand. */
#include "joint.h"

lm_real split_all_chips(const split_study *study, int gone, lm_staked staked, second_card second)
{
    const hand_law *law = &study->law[gone][staked];
    lm_real sum = 0;
    for (int s = 0; s < SECONDS; s++) {
        if (second != SECOND_ANY && (int)second != s) continue;
        for (int k = 0; k < study->kinds[staked].n; k++)
            sum += law->chance[s][k][END_BLACKJACK] * split_chips_of_kind(study, staked, k);
    }
    return sum;
}

lm_real split_busted_chips(const split_study *study, int gone, lm_staked staked, second_card second)
{
    const hand_law *law = &study->law[gone][staked];
    const hand_kinds *kinds = &study->kinds[staked];
    lm_real sum = 0;
    for (int s = 0; s < SECONDS; s++) {
        if (second != SECOND_ANY && (int)second != s) continue;
        for (int k = 0; k < (study->doubled_unseen ? KIND_BUST_PAID : KIND_LIVE); k++)
            sum += law->chance[s][k][END_BLACKJACK] * (-kinds->pays[k][END_BLACKJACK] / TENTHS);
    }
    return sum;
}

/* A late blackjack takes the original wager or the chips lost by going over 21, whichever is more; or, where the rules
 * say so, the lost chips and one wager more while a hand with chips remains (C-64), or everything. */
lm_real split_cost_at(lm_game *g, const column *c, const split_courses *courses, int count)
{
    bool plus_one = g->rules.dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE;
    if (terms_takes_all(&g->rules)) return TENTHS * split_sum_at(g, c, courses, count, split_all_chips);
    lm_real lost = split_sum_at(g, c, courses, count, split_busted_chips);
    joint_lists_at(g, plus_one ? TOGETHER_CHIPS_LIVE : TOGETHER_NOTHING_LOST, count);
    return TENTHS * lost;
}

lm_real split_cost_together(lm_game *g, const column *c, const split_courses *courses)
{
    bool plus_one = g->rules.dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE;
    hand_id pair = hands_pair(&g->hands, g->study->value);
    lm_real cost = 0;
    if (terms_takes_all(&g->rules)) return -TENTHS * column_blackjack(g, c, pair) * !g->study->change;
    for (int i = 0; i < courses->n; i++) {
        const split_course *course = &courses->course[i];
        if (plus_one) {
            cost -= joint_none(g, c, course, HOLE_BLACKJACK);
        } else {
            cost += joint_chance(g, c, course, joint_concerned(g, course), HOLE_BLACKJACK);
            cost -= joint_chance(g, c, course, 0, HOLE_BLACKJACK);
        }
    }
    return TENTHS * cost;
}

lm_real split_cost(lm_game *g, const column *c, const split_courses *courses)
{
    if (!c->blackjack_value) return 0;
    lm_real alone = split_cost_at(g, c, courses, 0);
    return alone + split_cost_together(g, c, courses);
}

/* The mean value of one split hand over second cards of another value, and of the same value. */
static void estimate_hands(const lm_game *g, const column *c, const worth *w, int value, lm_staked staked,
                           lm_real hand[SECONDS])
{
    hand_id one = hands_one(&g->hands, value);
    hand[SECOND_OTHER] = hand[SECOND_PAIR] = 0;
    for (int v = 1; v <= 10; v++) {
        hand_id h = g->hands.plus[one][v];
        int copies = c->left[v] - (v == value ? 2 : 0);
        if (!is_live(g, h) || copies <= 0) continue;
        lm_real best = column_stand(g, c, h, backing_of(staked));
        bool over = g->hands.total[h] == 21 || terms_one_card(&g->rules, value);
        bool doubles =
            g->terms[h].doubled[staked][true] != NOT_BACKED && g->terms[h].doubled[staked][false] != NOT_BACKED;
        if (!over && w->hit[staked][h] > best) best = w->hit[staked][h];
        if (!over && doubles && w->dbl[staked][h] > best) best = w->dbl[staked][h];
        hand[v == value ? SECOND_PAIR : SECOND_OTHER] += lm_real_part(best, copies, c->left[0] - 2);
    }
}

/* The estimated value of a split: each hand is valued as if only the pair had left the shoe. */
static lm_real estimate_split(const lm_game *g, const column *c, const split_courses *courses, const worth *w,
                              int value)
{
    lm_real hand[LM_STAKES][SECONDS], sum = 0;
    int copies = c->left[value] - 2, all = c->left[0] - 2;
    for (int s = 0; s < LM_STAKES; s++)
        estimate_hands(g, c, w, value, (lm_staked)s, hand[s]);
    for (int i = 0; i < courses->n; i++) {
        const split_course *course = &courses->course[i];
        for (int h = 0; h < course->hands; h++) {
            const lm_real *x = hand[course->staked[h]];
            lm_real part = course->second[h] == SECOND_ANY ? x[SECOND_OTHER] + x[SECOND_PAIR] : x[SECOND_OTHER];
            for (int k = 0; k < course->pairs; k++)
                part = lm_real_part(part, copies, all);
            for (int k = 0; k < split_others_known(course, h, h); k++)
                part = lm_real_part(part, all - copies, all);
            sum += part;
        }
    }
    return sum;
}

/* Values the split of a pair that is split again so; true if it is the best course so far, or the only one. */
static bool try_split(lm_game *g, const column *c, worth *w, int value, lm_staked staked, split_again again,
                      valuation how, bool first)
{
    bool choose = how >= VALUE_AND_CHOOSE, estimate = how == ESTIMATE_AND_CHOOSE;
    hand_id pair = hands_pair(&g->hands, value);
    split_courses courses;
    split_courses_make(&g->rules, value, staked, again, &courses);
    lm_real split = estimate ? estimate_split(g, c, &courses, w, value) : split_sum(g, c, &courses, split_worth);
    bool late = !terms_peek(&g->rules) && c->blackjack_value && !estimate;
    bool owed = late && choose && split <= w->play[staked][pair];
    lm_real cost = late && !owed ? split_cost(g, c, &courses) : 0;
    if (!first && split - cost <= w->split[staked][value] - w->split_cost[staked][value]) return false;
    w->split[staked][value] = split;
    w->split_cost[staked][value] = cost;
    w->cost_owed[staked][value] = owed;
    return true;
}

/* Where free splits may run out, a player may decline those that take chips, on each kind of hand. */
static void choose_again(lm_game *g, const column *c, policy *p, worth *w, int value, valuation how)
{
    hand_id pair = hands_pair(&g->hands, value);
    bool runs_out = terms_free_split(&g->rules, value, 0) &&
                    !terms_free_split(&g->rules, value, terms_most_hands(&g->rules, value) - 2);
    split_again again = split_again_by(p, pair), best = again;
    for (int i = 0; i < (runs_out ? 4 : 1); i++) {
        split_again trial = again;
        if (i & 1) trial.staked[LM_STAKED_CHIPS] = SPLIT_WHILE_FREE;
        if (i & 2 && again.staked[LM_STAKED_LAMMER]) trial.staked[LM_STAKED_LAMMER] = SPLIT_WHILE_FREE;
        if (try_split(g, c, w, value, LM_STAKED_CHIPS, trial, how, i == 0)) best = trial;
    }
    for (int s = 0; s < LM_STAKES; s++) {
        if (best.staked[s] == SPLIT_WHILE_FREE) p->act[s][pair] |= ACT_SPLIT_FREE;
    }
}

static void value_split(lm_game *g, const column *c, policy *p, worth *w, int value, lm_staked staked, valuation how)
{
    hand_id pair = hands_pair(&g->hands, value);
    bool choose = how >= VALUE_AND_CHOOSE;
    if (choose && staked == LM_STAKED_CHIPS) {
        choose_again(g, c, p, w, value, how);
    } else {
        split_again again = split_again_by(p, pair);
        if (staked == LM_STAKED_LAMMER) again = (split_again){ { SPLIT_ALWAYS, SPLIT_ALWAYS }, { 0 } };
        try_split(g, c, w, value, staked, again, how, true);
    }
    lm_real net = w->split[staked][value] - w->split_cost[staked][value];
    if (choose && beats(net, w->play[staked][pair])) p->act[staked][pair] |= ACT_SPLIT;
}

void column_settle_cost(lm_game *g, column *c, int value, lm_staked staked)
{
    worth *w = &c->worth;
    split_again again = { { SPLIT_ALWAYS, SPLIT_ALWAYS }, { 0 } };
    split_courses courses;
    if (!w->cost_owed[staked][value]) return;
    if (staked == LM_STAKED_CHIPS) again = split_again_by(&c->best, hands_pair(&g->hands, value));
    split_courses_make(&g->rules, value, staked, again, &courses);
    split_study_begin(g, c, value, &c->best);
    w->split_cost[staked][value] = split_cost(g, c, &courses);
    w->cost_owed[staked][value] = false;
}

/* What a dealer blackjack takes is subtracted from every starting hand, so early surrender gets it back here. */
lm_real column_surrender(const lm_game *g, const column *c, hand_id h)
{
    lm_real his = column_blackjack(g, c, h), half = -TENTHS / 2 * (g->one - his);
    return terms_surrender_early(&g->rules, c->seen.up) ? half + TENTHS / 2 * his : half;
}

static lm_real best_without_surrender(const lm_game *g, const policy *p, const worth *w, hand_id h)
{
    lm_real play = w->play[LM_STAKED_CHIPS][h];
    if (!(p->act[LM_STAKED_CHIPS][h] & ACT_SPLIT)) return play;
    int v = hands_pair_value(&g->hands, h);
    return w->split[LM_STAKED_CHIPS][v] - w->split_cost[LM_STAKED_CHIPS][v];
}

static void choose_surrender(const lm_game *g, const column *c, policy *p, const worth *w)
{
    for (hand_id h = 1; h < g->hands.over && column_surrenders(g, c); h++) {
        if (g->hands.count[h][0] != 2 || g->hands.total[h] == 21 || !column_holds(g, c, h)) continue;
        if (beats(column_surrender(g, c, h), best_without_surrender(g, p, w, h)))
            p->act[LM_STAKED_CHIPS][h] |= ACT_SURRENDER;
    }
}

void column_choose_two(const lm_game *g, const column *c, policy *p, const worth *w)
{
    const uint8_t chosen = ACT_SPLIT | ACT_SURRENDER;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] != 2 || !column_holds(g, c, h)) continue;
        int v = hands_pair_value(&g->hands, h);
        uint8_t *act = &p->act[LM_STAKED_CHIPS][h];
        *act &= (uint8_t)~chosen;
        if (!v || !terms_split(&g->rules, v, LM_STAKED_CHIPS)) continue;
        lm_real net = w->split[LM_STAKED_CHIPS][v] - w->split_cost[LM_STAKED_CHIPS][v];
        if (beats(net, w->play[LM_STAKED_CHIPS][h])) *act |= ACT_SPLIT;
    }
    choose_surrender(g, c, p, w);
}

void column_value_pair(lm_game *g, column *c, policy *p, worth *w, int value, valuation how)
{
    hand_id pair = hands_pair(&g->hands, value);
    bool choose = how >= VALUE_AND_CHOOSE;
    for (int s = 0; s < LM_STAKES; s++)
        w->split[s][value] = w->split_cost[s][value] = w->cost_owed[s][value] = 0;
    if (pair == HAND_NONE || !column_holds(g, c, pair)) return;
    if (!choose && !(p->act[LM_STAKED_CHIPS][pair] & ACT_SPLIT)) return;
    if (how != ESTIMATE_AND_CHOOSE) split_study_begin(g, c, value, p);
    if (terms_split(&g->rules, value, LM_STAKED_LAMMER) && choose)
        value_split(g, c, p, w, value, LM_STAKED_LAMMER, how);
    value_split(g, c, p, w, value, LM_STAKED_CHIPS, how);
}

void column_value_splits(lm_game *g, column *c, policy *p, worth *w, valuation how)
{
    for (int v = 1; v <= 10; v++)
        column_value_pair(g, c, p, w, v, how);
    if (how >= VALUE_AND_CHOOSE) choose_surrender(g, c, p, w);
}

/* A player's blackjack is paid, and ties with a dealer's; where ties lose, it wins even then (C-55). Even money pays 1
 * to 1 whether or not the dealer has a blackjack. */
static lm_real blackjack_start(const lm_game *g, const column *c, hand_id h)
{
    lm_real his = column_blackjack(g, c, h), free_of_his = g->one - his;
    lm_real beside = g->coupon.laid ? g->coupon.wins : 0, tied = g->coupon.laid ? g->coupon.returns : 0;
    lm_real paid = free_of_his * (terms_blackjack(&g->rules) + beside), special = free_of_his * (20 + beside);
    if (g->rules.ties == LM_TIES_LOSE) {
        paid += his * (terms_blackjack(&g->rules) + beside);
        special += his * (20 + beside);
    } else {
        paid += his * tied;
        special += his * tied;
    }
    if (terms_even_money(&g->rules) && c->seen.up == 1) {
        lm_real sold = g->one * (TENTHS + beside);
        if (paid < sold) paid = sold;
        if (special < sold) special = sold;
    }
#ifdef ODDS_EXACT
    return paid;
#else
    return g->rules.special_blackjack ? paid + g->special * (special - paid) : paid;
#endif
}

lm_real column_start(const lm_game *g, const column *c, const policy *p, const worth *w, hand_id h)
{
    lm_real lost = TENTHS * column_blackjack(g, c, h);
    if (g->hands.total[h] == 21) return blackjack_start(g, c, h);
    if (c->tree.pat == END_BLACKJACK) return -lost;
    if (p->act[LM_STAKED_CHIPS][h] & ACT_SURRENDER && column_surrenders(g, c)) return column_surrender(g, c, h) - lost;
    return best_without_surrender(g, p, w, h) - lost;
}

lm_real column_chance(const lm_game *g, const column *c, lm_real x, hand_id h)
{
    const uint8_t *count = g->hands.count[h];
    int pair = hands_pair_value(&g->hands, h);
    if (pair) return lm_real_part(lm_real_part(x, c->left[pair] - 1, c->left[0] - 1), c->left[pair], c->left[0]);
    int first = 0, second = 0;
    for (int v = 1; v <= 10; v++) {
        if (count[v]) *(first ? &second : &first) = v;
    }
    return lm_real_part(lm_real_part(2 * x, c->left[second], c->left[0] - 1), c->left[first], c->left[0]);
}

lm_real column_weight(const lm_game *g, const column *c, lm_real x)
{
    int up = c->seen.up, second = c->seen.second;
    if (!second) return lm_real_part(x, g->cards[up], g->cards[0]);
    int same = up == second;
    x = lm_real_part(same ? x : 2 * x, g->cards[second] - same, g->cards[0] - 1);
    return lm_real_part(x, g->cards[up], g->cards[0]);
}

lm_real column_mean(const lm_game *g, const column *c, const policy *p, const worth *w)
{
    lm_real sum = 0;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] == 2 && column_holds(g, c, h))
            sum += column_chance(g, c, column_start(g, c, p, w, h), h);
    }
    return column_weight(g, c, sum);
}
