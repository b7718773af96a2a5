/* whole.c - one strategy for split and unsplit hands, for the whole round (class cdz).
 *
 * A hand may be held unsplit, or after the split of each value whose card it has. Each of these places has its own
 * weight and its own value of each act, and all must act alike. Going from the highest sum downward, every hand takes
 * the act that is best over all its places: those that come before it are not changed yet, so each change improves the
 * round. The sweeps end when no hand, pair or surrender changes. Late dealer blackjacks are left out of the choice. */
#include "after/whole.h"

#include <string.h>

/* --- split pairs */

double whole_start(const lm_game *g, const after_whole *whole, int value)
{
    hand_id one = hands_one(&g->hands, value);
    double sum = 0;
    for (int s = 0; s < LM_STAKES; s++) {
        for (int v = 1; v <= 10 && whole->has[s]; v++) {
            hand_id h = g->hands.plus[one][v];
            if (is_live(g, h)) sum += whole->group[s].brings[v == value ? SECOND_PAIR : SECOND_OTHER][h];
        }
    }
    return sum;
}

double whole_value_in(const lm_game *g, const after_group *group, int second, hand_id h, lm_staked staked, int value,
                      uint8_t act)
{
    const after_chances *of = &group->of[second];
    backing plain = backing_of(staked), doubled = terms_double(&g->rules, &g->hands, h, staked, true);
    if (after_is_over(g, value, h)) return after_stand(g, of, h, plain);
    if (act & ACT_DOUBLE && doubled != NOT_BACKED) return after_draw(g, of, h, doubled, NULL);
    return act & ACT_HIT ? after_draw(g, of, h, plain, group->brings[second]) : after_stand(g, of, h, plain);
}

static void bring(lm_game *g, int value, hand_id h, lm_staked staked, uint8_t act)
{
    after_group *group = &g->after->whole[value].group[staked];
    for (int s = 0; s < SECONDS; s++)
        group->brings[s][h] = whole_value_in(g, group, s, h, staked, value, act);
}

void whole_gather(lm_game *g, const column *c, int value)
{
    after_whole *whole = &g->after->whole[value];
    split_courses courses;
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, whole->again, &courses);
    for (int s = 0; s < LM_STAKES; s++) {
        whole->has[s] = after_gather(g, c, value, &courses, (lm_staked)s, 0);
        if (!whole->has[s]) continue;
        whole->group[s] = g->after->group;
        memset(whole->group[s].brings, 0, sizeof whole->group[s].brings);
    }
}

static void bring_all(lm_game *g, const column *c, const policy *p, int value)
{
    for (int h = g->hands.over - 1; h > hands_one(&g->hands, value); h--) {
        if (!g->hands.count[h][value] || !column_holds(g, c, (hand_id)h)) continue;
        for (int s = 0; s < LM_STAKES; s++) {
            if (g->after->whole[value].has[s]) bring(g, value, (hand_id)h, (lm_staked)s, p->act[s][h]);
        }
    }
}

/* Takes the way to split again that is best with the play of the narrower class. */
static void begin_split(lm_game *g, const column *c, const policy *p, int value)
{
    after_whole *whole = &g->after->whole[value];
    split_again again[AGAIN_MOST], best = { { SPLIT_ALWAYS, SPLIT_ALWAYS }, { 0 } };
    int n = after_list_again(g, value, LM_POST_SPLIT_CDP, again);
    double most = -1e9;
    after_forget(g);
    for (int i = 0; i < n; i++) {
        if (again[i].staked[LM_STAKED_CHIPS] == SPLIT_NEVER) continue;
        whole->again = again[i];
        whole_gather(g, c, value);
        bring_all(g, c, p, value);
        double sum = whole_start(g, whole, value);
        if (sum <= most + 1e-12) continue;
        most = sum;
        best = again[i];
    }
    whole->again = best;
    whole_gather(g, c, value);
    bring_all(g, c, p, value);
}

/* --- all places of a hand */

static void count_places(lm_game *g, const column *c, const policy *p)
{
    after_room *room = g->after;
    const uint8_t *act = p->act[LM_STAKED_CHIPS];
    memset(room->reach, 0, sizeof room->reach);
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (!column_holds(g, c, h) || terms_finished(&g->rules, &g->hands, h)) continue;
        bool starts = g->hands.count[h][0] == 2 && !(act[h] & (ACT_SPLIT | ACT_SURRENDER));
        if (starts) room->reach[h] = one_of(g, column_chance(g, c, g->one, h));
        bool doubles =
            act[h] & ACT_DOUBLE && terms_double(&g->rules, &g->hands, h, LM_STAKED_CHIPS, false) != NOT_BACKED;
        int all = left_to(g, c, h, 0);
        if (room->reach[h] <= 0 || doubles || !(act[h] & ACT_HIT) || !all) continue;
        for (int v = 1; v <= 10; v++) {
            hand_id next = g->hands.plus[h][v];
            if (is_live(g, next)) room->reach[next] += room->reach[h] * left_to(g, c, h, v) / all;
        }
    }
    for (int v = 1; v <= 10; v++) {
        for (int s = 0; s < LM_STAKES; s++) {
            after_whole *whole = &room->whole[v];
            if (whole->can && whole->has[s]) after_count_orders(g, &whole->group[s], v, p->act[s], (lm_staked)s);
        }
    }
}

double whole_value_unsplit(lm_game *g, column *c, hand_id h, uint8_t act)
{
    const worth *w = &g->scratch;
    backing doubled = terms_double(&g->rules, &g->hands, h, LM_STAKED_CHIPS, false);
    if (terms_finished(&g->rules, &g->hands, h)) act = 0;
    return one_of(g, act & ACT_DOUBLE && doubled != NOT_BACKED ? w->dbl[LM_STAKED_CHIPS][h]
                     : act & ACT_HIT                           ? w->hit[LM_STAKED_CHIPS][h]
                                                               : column_stand(g, c, h, BACKED_CHIPS));
}

double whole_value_of_act(lm_game *g, column *c, hand_id h, lm_staked staked, uint8_t act)
{
    const after_room *room = g->after;
    double sum = 0;
    if (staked == LM_STAKED_CHIPS && room->reach[h] > 0) sum += room->reach[h] * whole_value_unsplit(g, c, h, act);
    for (int v = 1; v <= 10; v++) {
        const after_whole *whole = &room->whole[v];
        if (!whole->can || !whole->has[staked] || whole->times <= 0 || !g->hands.count[h][v]) continue;
        for (int s = 0; s < SECONDS; s++) {
            double orders = whole->group[staked].orders[s][h];
            if (orders > 0)
                sum += whole->times * orders * whole_value_in(g, &whole->group[staked], s, h, staked, v, act);
        }
    }
    return sum;
}

/* Chooses for one hand and notes what it brings in each place; true if that is a change. */
static bool choose_alike(lm_game *g, column *c, policy *p, hand_id h, lm_staked staked)
{
    static const uint8_t acts[] = { 0, ACT_HIT, ACT_DOUBLE, ACT_DOUBLE | ACT_HIT };
    const uint8_t chosen = ACT_HIT | ACT_DOUBLE;
    uint8_t *act = &p->act[staked][h], before = *act & chosen, best = before;
    if (staked == LM_STAKED_CHIPS) column_value_hand(g, c, p, &g->scratch, h);
    double most = whole_value_of_act(g, c, h, staked, best);
    for (int i = 0; i < 4; i++) {
        double sum = whole_value_of_act(g, c, h, staked, acts[i]);
        if (sum <= most + 1e-13) continue;
        most = sum;
        best = acts[i];
    }
    *act = (uint8_t)((*act & ~chosen) | best);
    if (staked == LM_STAKED_CHIPS && best != before) column_value_hand(g, c, p, &g->scratch, h);
    for (int v = 1; v <= 10; v++) {
        const after_whole *whole = &g->after->whole[v];
        if (whole->can && whole->has[staked] && g->hands.count[h][v]) bring(g, v, h, staked, best);
    }
    return best != before;
}

/* Splits, surrenders or plays each two cards. */
static bool choose_start(lm_game *g, const column *c, policy *p, hand_id h)
{
    uint8_t *act = &p->act[LM_STAKED_CHIPS][h], before = *act;
    int v = hands_pair_value(&g->hands, h);
    double best = one_of(g, g->scratch.play[LM_STAKED_CHIPS][h]);
    double given_up = one_of(g, column_surrender(g, c, h));
    *act &= (uint8_t) ~(ACT_SPLIT | ACT_SURRENDER);
    if (v && g->after->whole[v].can) {
        after_whole *whole = &g->after->whole[v];
        double split = whole_start(g, whole, v);
        if (whole->held ? (before & ACT_SPLIT) != 0 : split > best + 1e-12) *act |= ACT_SPLIT;
        if (*act & ACT_SPLIT) best = split;
        whole->times = *act & ACT_SPLIT ? whole->pair : 0;
    }
    if (column_surrenders(g, c) && !(v && g->after->whole[v].held) && g->hands.total[h] != 21 &&
        given_up > best + 1e-12) {
        *act = (uint8_t)((*act & ~ACT_SPLIT) | ACT_SURRENDER);
        if (v) g->after->whole[v].times = 0;
    }
    return *act != before;
}

bool whole_choose_starts(lm_game *g, const column *c, policy *p)
{
    bool changed = false;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] == 2 && column_holds(g, c, h)) changed |= choose_start(g, c, p, h);
    }
    return changed;
}

static bool sweep(lm_game *g, column *c, policy *p)
{
    bool changed = false;
    count_places(g, c, p);
    for (int h = g->hands.over - 1; h > 0; h--) {
        if (g->hands.count[h][0] < 2 || !column_holds(g, c, (hand_id)h)) continue;
        for (int s = 0; s < LM_STAKES; s++)
            changed |= choose_alike(g, c, p, (hand_id)h, (lm_staked)s);
    }
    return whole_choose_starts(g, c, p) || changed;
}

/* --- the strategy */

double whole_value_of_round(const lm_game *g, const column *c, const policy *p)
{
    double sum = 0;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] != 2 || !column_holds(g, c, h) || g->hands.total[h] == 21) continue;
        uint8_t act = p->act[LM_STAKED_CHIPS][h];
        int v = hands_pair_value(&g->hands, h);
        double value = act & ACT_SURRENDER ? one_of(g, column_surrender(g, c, h))
                       : act & ACT_SPLIT   ? whole_start(g, &g->after->whole[v], v)
                                           : one_of(g, g->scratch.play[LM_STAKED_CHIPS][h]);
        sum += one_of(g, column_chance(g, c, g->one, h)) * value;
    }
    return sum;
}

void whole_value_again(lm_game *g, column *c, policy *p)
{
    column_value(g, c, p, &g->scratch, false);
    for (int v = 1; v <= 10; v++) {
        after_whole *whole = &g->after->whole[v];
        if (!whole->can) continue;
        bring_all(g, c, p, v);
        whole->times = p->act[LM_STAKED_CHIPS][hands_pair(&g->hands, v)] & ACT_SPLIT ? whole->pair : 0;
    }
}

double whole_improve(lm_game *g, column *c, policy *p)
{
    enum { SWEEPS = 40 };
    for (int i = 0; i < SWEEPS && sweep(g, c, p); i++)
        ;
    return whole_value_of_round(g, c, p);
}

static void turn_pair(lm_game *g, policy *p, int value, bool hold)
{
    uint8_t *act = &p->act[LM_STAKED_CHIPS][hands_pair(&g->hands, value)];
    *act = (uint8_t)((*act & ~ACT_SURRENDER) ^ ACT_SPLIT);
    g->after->whole[value].held = hold;
}

/* The best strategy near that in which these two pairs are played the other way, left in g->after->hands; `*turned`: what
 * it is worth as long as they are. */
static double value_turned(lm_game *g, column *c, const policy *p, int a, int b, double *turned)
{
    policy *trial = &g->after->hands;
    *trial = *p;
    turn_pair(g, trial, a, true);
    if (b != a) turn_pair(g, trial, b, true);
    whole_value_again(g, c, trial);
    *turned = whole_improve(g, c, trial);
    g->after->whole[a].held = g->after->whole[b].held = false;
    return whole_improve(g, c, trial);
}

/* A pair may be worth splitting only if other hands are played otherwise, or the other way round, and so may two pairs
 * together. In large shoes two are tried only where neither costs much by itself. */
static double try_other_pairs(lm_game *g, column *c, policy *p, double value)
{
    enum { SMALL_SHOE = 60 };
    const double little = c->left[0] <= SMALL_SHOE ? 1e9 : 1e-4;
    double cost[11] = { 0 };
    for (int apart = 0; apart < 10; apart++) {
        for (int a = 1; a + apart <= 10; a++) {
            int b = a + apart;
            bool can = g->after->whole[a].can && g->after->whole[b].can;
            if (!can || (apart && (cost[a] > little || cost[b] > little))) continue;
            double turned, other = value_turned(g, c, p, a, b, &turned);
            if (!apart) cost[a] = value - turned;
            if (other <= value + 1e-12) continue;
            value = other;
            *p = g->after->hands;
        }
    }
    return value;
}

static void write_again(lm_game *g, policy *p, int value)
{
    const split_again *again = &g->after->whole[value].again;
    hand_id pair = hands_pair(&g->hands, value);
    for (int s = 0; s < LM_STAKES; s++) {
        uint8_t *act = &p->act[s][pair];
        *act &= (uint8_t)~ACT_SPLIT_FREE;
        if (again->staked[s] == SPLIT_WHILE_FREE) *act |= ACT_SPLIT_FREE;
        if (s == LM_STAKED_CHIPS) continue;
        *act &= (uint8_t)~ACT_SPLIT;
        if (again->staked[s] != SPLIT_NEVER) *act |= ACT_SPLIT;
    }
}

void after_whole_solve(lm_game *g, column *c, policy *p)
{
    *p = c->best;
    g->scratch = c->worth;
    g->after->unproved = __builtin_inf();
    if (g->rules.bonus_678) return; /* suited hands are played as in the narrower class */
    for (int v = 1; v <= 10; v++) {
        after_whole *whole = &g->after->whole[v];
        hand_id pair = hands_pair(&g->hands, v);
        whole->can = pair != HAND_NONE && column_holds(g, c, pair) && terms_split(&g->rules, v, LM_STAKED_CHIPS);
        whole->held = false;
        if (!whole->can) continue;
        whole->pair = one_of(g, column_chance(g, c, g->one, pair));
        whole->times = p->act[LM_STAKED_CHIPS][pair] & ACT_SPLIT ? whole->pair : 0;
        begin_split(g, c, p, v);
    }
    double value = try_other_pairs(g, c, p, whole_improve(g, c, p));
    g->after->unproved = branch_solve(g, c, p, &value);
    for (int v = 1; v <= 10; v++) {
        if (g->after->whole[v].can) write_again(g, p, v);
    }
}
