/* branch.c - the best strategy for split and unsplit hands, by branch and bound (class cdz).
 *
 * If each place of a hand (unsplit, or after the split of one value, with or without a pair as the first two cards) were
 * played for itself, the round would be worth at least as much as by any strategy: that is a bound, and it is computed
 * from the highest sum downward. A node of the search fixes the acts of some hands in all their places and the ways in
 * which some pairs are split again. If all places agree in a node, its bound is the value of a strategy; else the hand
 * that loses most by acting alike is fixed to each of its acts in turn. Nodes that are worth no more than the best
 * strategy found so far are dropped, and the most promising one is always taken first, so the search may stop at any
 * time: the bound of the best node left is proved. */
#include "after/whole.h"

#include <string.h>

static const uint8_t acts[] = { 0, ACT_HIT, ACT_DOUBLE, ACT_DOUBLE | ACT_HIT };
enum { ACTS = sizeof acts, ALL_ACTS = (1 << ACTS) - 1 };
static const double same = 1e-12; /* values that differ by less are equal */

/* How much may be searched: how often a hand is valued with all its places. */
enum { HANDS_IN_ALL = 1600000, NODES_AT_LEAST = 12 };

/* Which acts a hand has to choose from: doubling may be allowed in some of its places only. */
static int acts_of(const lm_game *g, hand_id h, lm_staked staked)
{
    bool split = terms_double(&g->rules, &g->hands, h, staked, true) != NOT_BACKED, unsplit = split;
    if (staked == LM_STAKED_CHIPS) unsplit = terms_double(&g->rules, &g->hands, h, staked, false) != NOT_BACKED;
    if (split != unsplit) return ALL_ACTS;
    return split ? 1 << 0 | 1 << 1 | 1 << 2 : 1 << 0 | 1 << 1;
}

static void allow(const lm_game *g, branch_room *room, const branch_node *node)
{
    for (hand_id h = 1; h < g->hands.over; h++) {
        for (int s = 0; s < LM_STAKES; s++)
            room->allowed[s][h] = (uint8_t)acts_of(g, h, (lm_staked)s);
    }
    for (int i = 0; i < node->n; i++)
        room->allowed[node->of[i].staked][node->of[i].hand] = (uint8_t)(1 << node->of[i].act);
}

static void take_way(lm_game *g, const column *c, int value, int way)
{
    branch_room *room = &g->after->branch;
    if (room->taken[value] == way) return;
    room->taken[value] = (uint8_t)way;
    g->after->whole[value].again = room->again[value][way];
    after_forget(g);
    whole_gather(g, c, value);
}

/* --- the bound of a node */

static void pick_unsplit(lm_game *g, column *c, policy *p)
{
    branch_room *room = &g->after->branch;
    for (int h = g->hands.over - 1; h > 0; h--) {
        if (g->hands.count[h][0] < 2 || !column_holds(g, c, (hand_id)h)) continue;
        double most = -1e9;
        column_value_hand(g, c, p, &g->scratch, (hand_id)h);
        for (int a = 0; a < ACTS; a++) {
            if (!(room->allowed[LM_STAKED_CHIPS][h] >> a & 1)) continue;
            double x = whole_value_unsplit(g, c, (hand_id)h, acts[a]);
            if (x <= most + same) continue;
            most = x;
            room->unsplit[h] = (uint8_t)a;
        }
        p->act[LM_STAKED_CHIPS][h] = acts[room->unsplit[h]];
        column_value_hand(g, c, p, &g->scratch, (hand_id)h);
    }
}

static void pick_group(lm_game *g, const column *c, int value, lm_staked staked)
{
    branch_room *room = &g->after->branch;
    after_group *group = &g->after->whole[value].group[staked];
    for (int h = g->hands.over - 1; h > hands_one(&g->hands, value); h--) {
        if (!g->hands.count[h][value] || !column_holds(g, c, (hand_id)h)) continue;
        for (int s = 0; s < SECONDS; s++) {
            double most = -1e9;
            for (int a = 0; a < ACTS; a++) {
                if (!(room->allowed[staked][h] >> a & 1)) continue;
                double x = whole_value_in(g, group, s, (hand_id)h, staked, value, acts[a]);
                if (x <= most + same * 1e-3) continue;
                most = x;
                room->pick[value][staked][s][h] = (uint8_t)a;
            }
            group->brings[s][h] = most;
        }
    }
}

static double pick_split(lm_game *g, const column *c, int value)
{
    const after_whole *whole = &g->after->whole[value];
    for (int s = 0; s < LM_STAKES; s++) {
        if (whole->has[s]) pick_group(g, c, value, (lm_staked)s);
    }
    return whole_start(g, whole, value);
}

/* What a start of two cards is worth at most; notes the pairs that are split, and one of which another way to split it
 * again might be better than the one that was looked at. */
static double bound_start(lm_game *g, const column *c, hand_id h, const branch_node *node, int *turn)
{
    branch_room *room = &g->after->branch;
    int v = hands_pair_value(&g->hands, h);
    double best = one_of(g, g->scratch.play[LM_STAKED_CHIPS][h]), given_up = one_of(g, column_surrender(g, c, h));
    bool gives_up = column_surrenders(g, c) && g->hands.total[h] != 21 && given_up > best;
    room->plays[h] = !gives_up;
    if (gives_up) best = given_up;
    if (!v || !g->after->whole[v].can) return best;
    g->after->whole[v].times = 0;
    if (room->split[v] > best + same) {
        best = room->split[v];
        room->plays[h] = false;
        g->after->whole[v].times = g->after->whole[v].pair;
    }
    for (int way = 0; way < room->ways[v] && !node->way[v]; way++) {
        if (way == room->taken[v] || room->alone[v][way] <= best + same) continue;
        best = room->alone[v][way];
        *turn = v;
    }
    return best;
}

/* The most that a strategy of this node is worth; `*turn`: a pair whose way to split again is to be fixed, or 0. */
static double bound_node(lm_game *g, column *c, const branch_node *node, policy *p, int *turn)
{
    branch_room *room = &g->after->branch;
    double sum = 0;
    *turn = 0;
    allow(g, room, node);
    for (int v = 1; v <= 10; v++) {
        if (!g->after->whole[v].can) continue;
        take_way(g, c, v, node->way[v] ? node->way[v] - 1 : room->first[v]);
        room->split[v] = pick_split(g, c, v);
    }
    pick_unsplit(g, c, p);
    for (hand_id h = 1; h < g->hands.over; h++) {
        room->plays[h] = false;
        if (g->hands.count[h][0] != 2 || !column_holds(g, c, h) || g->hands.total[h] == 21) continue;
        sum += one_of(g, column_chance(g, c, g->one, h)) * bound_start(g, c, h, node, turn);
    }
    return sum;
}

/* --- how often each place is come to */

static void reach_unsplit(lm_game *g, const column *c)
{
    after_room *after = g->after;
    const branch_room *room = &after->branch;
    memset(after->reach, 0, sizeof after->reach);
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (!column_holds(g, c, h) || terms_finished(&g->rules, &g->hands, h)) continue;
        if (room->plays[h]) after->reach[h] = one_of(g, column_chance(g, c, g->one, h));
        uint8_t act = acts[room->unsplit[h]];
        bool doubles = act & ACT_DOUBLE && terms_double(&g->rules, &g->hands, h, LM_STAKED_CHIPS, false) != NOT_BACKED;
        int all = left_to(g, c, h, 0);
        if (after->reach[h] <= 0 || doubles || !(act & ACT_HIT) || !all) continue;
        for (int v = 1; v <= 10; v++) {
            hand_id next = g->hands.plus[h][v];
            if (is_live(g, next)) after->reach[next] += after->reach[h] * left_to(g, c, h, v) / all;
        }
    }
}

static void reach_group(lm_game *g, int value, lm_staked staked)
{
    const branch_room *room = &g->after->branch;
    after_group *group = &g->after->whole[value].group[staked];
    uint8_t act[HANDS_MOST];
    double orders[HANDS_MOST];
    for (int s = 0; s < SECONDS; s++) { /* each kind of second card has its own acts, so the others are discarded */
        for (hand_id h = 1; h < g->hands.over; h++)
            act[h] = acts[room->pick[value][staked][s][h] % ACTS];
        if (s == SECOND_PAIR) memcpy(orders, group->orders[SECOND_OTHER], sizeof orders);
        after_count_orders(g, group, value, act, staked);
    }
    memcpy(group->orders[SECOND_OTHER], orders, sizeof orders);
}

static void reach_all(lm_game *g, const column *c)
{
    reach_unsplit(g, c);
    for (int v = 1; v <= 10; v++) {
        const after_whole *whole = &g->after->whole[v];
        for (int s = 0; s < LM_STAKES; s++) {
            if (whole->can && whole->has[s] && whole->times > 0) reach_group(g, v, (lm_staked)s);
        }
    }
}

/* --- places that disagree */

/* What the places of a hand are worth when each acts for itself; `*reached`: whether one of them is come to. */
static double value_of_picks(lm_game *g, column *c, hand_id h, lm_staked staked, bool *reached)
{
    const after_room *after = g->after;
    const branch_room *room = &after->branch;
    double sum = 0;
    *reached = staked == LM_STAKED_CHIPS && after->reach[h] > 0;
    if (*reached) sum += after->reach[h] * whole_value_unsplit(g, c, h, acts[room->unsplit[h]]);
    for (int v = 1; v <= 10; v++) {
        const after_whole *whole = &after->whole[v];
        if (!whole->can || !whole->has[staked] || whole->times <= 0 || !g->hands.count[h][v]) continue;
        for (int s = 0; s < SECONDS; s++) {
            double orders = whole->group[staked].orders[s][h];
            if (orders <= 0) continue;
            sum += whole->times * orders * whole->group[staked].brings[s][h];
            *reached = true;
        }
    }
    return sum;
}

/* Gives each hand the act by which its places lose least, and returns the hand that loses most: `*loss`, or less than
 * nothing where no hand is come to. */
static fixed_act agree(lm_game *g, column *c, policy *p, double *loss)
{
    const branch_room *room = &g->after->branch;
    const uint8_t chosen = ACT_HIT | ACT_DOUBLE;
    fixed_act worst = { 0 };
    *loss = -1;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] < 2 || !column_holds(g, c, h) || terms_finished(&g->rules, &g->hands, h)) continue;
        for (int s = 0; s < LM_STAKES; s++) {
            bool reached;
            double own = value_of_picks(g, c, h, (lm_staked)s, &reached), least = 1e9;
            uint8_t allowed = room->allowed[s][h], best = 0;
            for (int a = 0; a < ACTS; a++) {
                if (!(allowed >> a & 1)) continue;
                double less = own - whole_value_of_act(g, c, h, (lm_staked)s, acts[a]);
                if (less >= least - same * 1e-3) continue;
                least = less > 0 ? less : 0;
                best = (uint8_t)a;
            }
            bool is_fixed = !(allowed & (allowed - 1));
            if (reached || is_fixed) p->act[s][h] = (uint8_t)((p->act[s][h] & ~chosen) | acts[best]);
            if (!reached || is_fixed || least <= *loss) continue;
            *loss = least;
            worst = (fixed_act){ h, (uint8_t)s, 0 };
        }
    }
    return worst;
}

/* --- the search */

static void add_node(branch_room *room, const branch_node *node)
{
    if (room->nodes < BRANCH_NODES) {
        room->node[room->nodes++] = *node;
        return;
    }
    if (node->bound > room->lost) room->lost = node->bound; /* no memory is left: what may be missed is known */
}

/* Takes the node with the greatest bound. */
static branch_node take_node(branch_room *room)
{
    int best = 0;
    for (int i = 1; i < room->nodes; i++) {
        if (room->node[i].bound > room->node[best].bound) best = i;
    }
    branch_node node = room->node[best];
    room->node[best] = room->node[--room->nodes];
    return node;
}

static void add_ways(branch_room *room, branch_node node, int value)
{
    for (int way = 0; way < room->ways[value]; way++) {
        node.way[value] = (uint8_t)(1 + way);
        add_node(room, &node);
    }
}

static void add_acts(branch_room *room, branch_node node, fixed_act worst)
{
    int at = node.n;
    uint8_t allowed = room->allowed[worst.staked][worst.hand];
    if (node.n == BRANCH_DEPTH) {
        if (node.bound > room->lost) room->lost = node.bound;
        return;
    }
    node.n++;
    for (int a = 0; a < ACTS; a++) {
        if (!(allowed >> a & 1)) continue;
        node.of[at] = (fixed_act){ worst.hand, worst.staked, (uint8_t)a };
        add_node(room, &node);
    }
}

/* Keeps a strategy if it is the best so far. */
static void keep(lm_game *g, column *c, policy *trial, policy *p, double *value, bool improves)
{
    branch_room *room = &g->after->branch;
    whole_value_again(g, c, trial);
    whole_choose_starts(g, c, trial);
    double x = improves ? whole_improve(g, c, trial) : whole_value_of_round(g, c, trial);
    if (x <= *value + same) return;
    *value = x;
    *p = *trial;
    memcpy(room->best, room->taken, sizeof room->best);
}

/* Bounds a node, tries the strategy on which its places would agree, and leaves what is to be looked at further. */
static void search_node(lm_game *g, column *c, branch_node *node, policy *p, double *value, bool improves)
{
    branch_room *room = &g->after->branch;
    policy *trial = &g->after->hands;
    int turn;
    double loss;
    *trial = *p;
    node->bound = bound_node(g, c, node, trial, &turn);
    if (node->bound <= *value + same) return;
    if (turn) {
        add_ways(room, *node, turn);
        return;
    }
    reach_all(g, c);
    *trial = *p;
    fixed_act worst = agree(g, c, trial, &loss);
    if (loss >= 0) add_acts(room, *node, worst);
    keep(g, c, trial, p, value, improves);
}

/* What splitting each pair in each way is worth at most; begins with the way that the strategy takes. */
static void begin(lm_game *g, column *c)
{
    branch_room *room = &g->after->branch;
    branch_node all = { 0 };
    room->nodes = 0;
    room->lost = -1e9;
    allow(g, room, &all);
    for (int v = 1; v <= 10; v++) {
        const after_whole *whole = &g->after->whole[v];
        split_again again[AGAIN_MOST], now = whole->again;
        if (!whole->can) continue;
        int n = after_list_again(g, v, LM_POST_SPLIT_CDP, again);
        room->ways[v] = 0;
        room->first[v] = 0;
        for (int i = 0; i < n; i++) {
            if (again[i].staked[LM_STAKED_CHIPS] == SPLIT_NEVER) continue;
            if (!memcmp(again[i].staked, now.staked, sizeof now.staked)) room->first[v] = (uint8_t)room->ways[v];
            room->again[v][room->ways[v]++] = again[i];
        }
        room->taken[v] = AGAIN_MOST;
        for (int way = 0; way < room->ways[v]; way++) {
            if (room->ways[v] == 1) break; /* it has been gathered */
            take_way(g, c, v, way);
            room->alone[v][way] = pick_split(g, c, v);
        }
        if (room->ways[v] == 1) room->taken[v] = 0;
        room->best[v] = room->first[v];
    }
}

double branch_solve(lm_game *g, column *c, policy *p, double *value)
{
    enum { IMPROVED = 6 };
    branch_room *room = &g->after->branch;
    branch_node root = { .bound = 1e9 };
    int most = HANDS_IN_ALL / g->hands.over;
    if (most < NODES_AT_LEAST) most = NODES_AT_LEAST;
    begin(g, c);
    add_node(room, &root);
    int done = 0;
    for (; room->nodes && done < most; done++) {
        branch_node node = take_node(room);
        if (node.bound <= *value + same) {
            room->nodes = 0;
            break;
        }
        search_node(g, c, &node, p, value, done < IMPROVED);
    }
    for (int i = 0; i < room->nodes; i++) {
        if (room->node[i].bound > room->lost) room->lost = room->node[i].bound;
    }
    for (int v = 1; v <= 10; v++) {
        if (g->after->whole[v].can) take_way(g, c, v, room->best[v]);
    }
    return room->lost > *value + same ? room->lost - *value : 0;
}
