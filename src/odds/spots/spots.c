/* spots.c - see spots.h. */
#include "spots/spots.h"

#ifndef ODDS_EXACT

#include <assert.h>
#include <string.h>

/* --- results of the player's hands */

static void forget_results(spot_results *to)
{
    to->n = 0;
    memset(to->slot, 0, sizeof to->slot);
}

static spot_result *find_result(spot_results *in, const int16_t *pays, bool live)
{
    enum { SLOTS = 2 * SPOT_RESULTS };
    uint32_t hash = live;
    for (int e = 0; e < ENDS; e++)
        hash = (hash ^ (uint16_t)pays[e]) * 0x01000193u;
    for (uint32_t at = (hash ^ hash >> 15) % SLOTS;; at = (at + 1) % SLOTS) {
        if (!in->slot[at]) {
            assert(in->n < SPOT_RESULTS);
            spot_result *made = &in->result[in->n++];
            *made = (spot_result){ .live = live };
            memcpy(made->pays, pays, sizeof made->pays);
            in->slot[at] = (uint16_t)in->n;
            return made;
        }
        spot_result *found = &in->result[in->slot[at] - 1];
        if (found->live == live && !memcmp(found->pays, pays, sizeof found->pays)) return found;
    }
}

/* Adds a result of all the player's hands: a late dealer blackjack takes what split_cost says. */
static void deliver(const lm_game *g, const spot_result *from, double times)
{
    spot_result *to;
    int16_t pays[ENDS], lost = from->pays[END_BLACKJACK];
    bool plus_one = g->rules.dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE;
    memcpy(pays, from->pays, sizeof pays);
    if (plus_one)
        pays[END_BLACKJACK] = (int16_t)(lost - (from->live ? TENTHS : 0));
    else
        pays[END_BLACKJACK] = lost < -TENTHS ? lost : -TENTHS;
    to = find_result(&g->spots->all, pays, false);
    for (int e = 0; e < ENDS; e++)
        to->chance[e] += times * from->chance[e];
}

/* A result that pays the same against every end but a blackjack, with the chances of those two. */
static void deliver_fixed(const lm_game *g, int plain, int blackjack, double early, double late)
{
    const double *alone = g->spots->alone;
    int16_t pays[ENDS];
    for (int e = 0; e < ENDS; e++)
        pays[e] = (int16_t)(e == END_BLACKJACK ? blackjack : plain);
    spot_result *to = find_result(&g->spots->all, pays, false);
    for (int e = 0; e < END_BLACKJACK; e++)
        to->chance[e] += early * alone[e] / (1 - alone[END_BLACKJACK]);
    to->chance[END_BLACKJACK] += late;
}

/* --- two dealer hands together */

typedef struct {
    lm_lanes left[11];
    double chance[LANES];
    int end[LANES], n;
} dealt;

static void run_second(const lm_game *g, const column *c, dealt *first, double both[ENDS][ENDS])
{
    lm_lanes ends[ENDS];
    dealer_run(&c->tree, first->left, g->one, ends);
    for (int i = 0; i < first->n; i++) {
        for (int e = 0; e < ENDS; e++)
            both[first->end[i]][e] += first->chance[i] * ends[e][i] / g->one;
    }
    first->n = 0;
}

/* Every end of the first dealer hand within 21, then the second one without its cards. */
static void join_dealers(const lm_game *g, const column *c, double both[ENDS][ENDS])
{
    int left[DEALER_DEPTH + 1][11];
    double chance[DEALER_DEPTH + 1] = { 1 };
    dealt first = { .n = 0 };
    memcpy(left[0], c->left, sizeof left[0]);
    for (int i = 0; i < c->tree.n; i++) {
        const dealer_step *s = &c->tree.step[i];
        int *mine = left[s->depth];
        memcpy(mine, left[s->depth - 1], sizeof left[0]);
        double share = mine[0] > 0 && mine[s->value] > 0 ? (double)mine[s->value] / mine[0] : 0;
        chance[s->depth] = chance[s->depth - 1] * share;
        mine[s->value]--;
        mine[0]--;
        if (s->end == ENDS || chance[s->depth] <= 0) continue;
        for (int v = 0; v <= 10; v++)
            first.left[v][first.n] = mine[v];
        first.chance[first.n] = chance[s->depth] * s->orders;
        first.end[first.n++] = s->end;
        if (first.n == LANES) run_second(g, c, &first, both);
    }
    if (first.n) run_second(g, c, &first, both);
}

static void tie_dealers(const lm_game *g, const column *c)
{
    const double noise = 1e-10; /* rounding residue of an impossible end */
    spots_room *room = g->spots;
    double both[ENDS][ENDS] = { 0 };
    lm_lanes left[11] = { { 0 } }, ends[ENDS];
    for (int v = 0; v <= 10; v++)
        left[v] += (double)c->left[v];
    dealer_run(&c->tree, left, g->one, ends);
    for (int e = 0; e < ENDS; e++)
        room->alone[e] = ends[e][0] / g->one;
    join_dealers(g, c, both);
    for (int e = 0; e < ENDS; e++) { /* the tree does not list hands over 21 */
        both[END_OVER][e] = room->alone[e];
        for (int d = 0; d < ENDS; d++)
            both[END_OVER][e] -= d == END_OVER ? 0 : both[d][e];
    }
    for (int e = 0; e < ENDS; e++) {
        for (int d = 0; d < ENDS; d++) {
            bool occur = room->alone[e] > noise && room->alone[d] > noise;
            double ratio = occur ? both[e][d] / (room->alone[e] * room->alone[d]) : 1;
            room->tied[e][d] = ratio > 0 ? ratio : 0;
        }
    }
}

/* --- hands that are not split */

static void bust_here(const lm_game *g, const column *c, hand_id h, backing backed, double chance)
{
    double early = chance * column_bust(g, c, h, false) / g->one, late = chance * column_bust(g, c, h, true) / g->one;
    int loss = terms_loss(backed);
    bool spared = terms_doubled_unseen(&g->rules) && !terms_takes_all(&g->rules) && loss < -TENTHS;
    deliver_fixed(g, loss, spared ? -TENTHS : loss, early, late);
}

/* Acts on a share of the hands; `third`: the chance that the card which completes 6-7-8 is of the same suit. */
static void act_here(const lm_game *g, const column *c, hand_id h, uint8_t act, double chance, double third)
{
    spots_room *room = g->spots;
    backing doubled = terms_double(&g->rules, &g->hands, h, LM_STAKED_CHIPS, false);
    bool over = terms_finished(&g->rules, &g->hands, h), doubles = !over && act & ACT_DOUBLE && doubled != NOT_BACKED;
    int manner = doubles ? (doubled == BACKED_CHIPS_FREE ? DOUBLED_FREE : DOUBLED_PAID) : STOOD;
    if (over || !(doubles || act & ACT_HIT)) {
        room->ended[STOOD][h] += chance;
        return;
    }
    bust_here(g, c, h, doubles ? doubled : BACKED_CHIPS, chance);
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        if (!is_live(g, next) || left_to(g, c, h, v) <= 0) continue;
        double x = chance * left_to(g, c, h, v) / left_to(g, c, h, 0);
        double suited = is_678(&g->hands, next) ? third : 0;
        room->ended[manner + SPECIAL_MANNER][next] += x * suited;
        *(doubles ? &room->ended[manner][next] : &room->reach[next]) += x * (1 - suited);
    }
}

static void play_unsplit(const lm_game *g, const column *c, const policy *p)
{
    for (hand_id h = 1; h < g->hands.over; h++) {
        double chance = g->spots->reach[h];
        uint8_t act = p->act[LM_STAKED_CHIPS][h];
        if (chance <= 0) continue;
        suited_chance suited = column_suited(g, c, h);
        act_here(g, c, h, act, chance * (1 - suited.two), 0);
        if (suited.two > 0) act_here(g, c, h, suited_act(act), chance * suited.two, suited.three / suited.two);
    }
}

static void settle_unsplit(const lm_game *g, hand_id h, const lm_lanes *ends, int lane)
{
    static const backing backed[PLAIN_MANNERS] = { BACKED_CHIPS, BACKED_CHIPS_PAID, BACKED_CHIPS_FREE };
    bool all = terms_takes_all(&g->rules);
    for (int m = 0; m < MANNERS; m++) {
        int odds = m < SPECIAL_MANNER ? terms_odds(&g->rules, &g->hands, h) : ODDS_SPECIAL;
        spot_result r = { .live = true };
        if (g->spots->ended[m][h] <= 0) continue;
        split_fill_pays(g, h, backed[m % PLAIN_MANNERS], odds, false, r.pays);
        r.pays[END_BLACKJACK] = (int16_t)(all ? terms_loss(backed[m % PLAIN_MANNERS]) : 0);
        for (int e = 0; e < ENDS; e++)
            r.chance[e] = ends[e][lane] / g->one;
        deliver(g, &r, g->spots->ended[m][h]);
    }
}

static void end_unsplit(const lm_game *g, const column *c)
{
    lm_lanes left[11] = { { 0 } }, ends[ENDS];
    hand_id of[LANES];
    int n = 0;
    for (hand_id h = 1; h < g->hands.over; h++) {
        double chance = 0;
        for (int m = 0; m < MANNERS; m++)
            chance += g->spots->ended[m][h];
        if (chance > 0) {
            for (int v = 0; v <= 10; v++)
                left[v][n] = left_to(g, c, h, v);
            of[n++] = h;
        }
        if (n < LANES && (h + 1 < g->hands.over || n == 0)) continue;
        dealer_run(&c->tree, left, g->one, ends);
        for (int i = 0; i < n; i++)
            settle_unsplit(g, of[i], ends, i);
        n = 0;
    }
}

static void add_blackjack(const lm_game *g, const column *c, hand_id h, double chance)
{
    double his = column_blackjack(g, c, h) / g->one;
    double special = g->rules.special_blackjack ? g->special : 0;
    bool wins = g->rules.ties == LM_TIES_LOSE, may_sell = terms_even_money(&g->rules) && c->seen.up == 1;
    for (int is_special = 0; is_special < 2; is_special++) {
        double share = chance * (is_special ? special : 1 - special);
        int win = is_special ? 2 * TENTHS : terms_blackjack(&g->rules);
        bool sold = may_sell && win * (wins ? 1 : 1 - his) < TENTHS;
        if (share <= 0) continue;
        deliver_fixed(g, sold ? TENTHS : win, sold ? TENTHS : wins ? win : 0, share * (1 - his), share * his);
    }
}

/* --- split pairs */

/* The chances of the kinds of one hand of a course, by end of the dealer. */
static void law_of_hand(lm_game *g, const column *c, const split_course *course, int i, double kind[KINDS_MOST][ENDS])
{
    const split_study *study = g->study;
    int staked = course->staked[i], others = split_others_known(course, i, i);
    memset(kind, 0, sizeof(double[KINDS_MOST][ENDS]));
    for (int j = 0; j <= others && c->left[study->value] - 2 - course->pairs - j >= 0; j++) {
        double times = split_if_pairs(c, study->value, course, others, j, 1.0) / g->one;
        int gone = 1 + course->pairs + j;
        split_study_law(g, c, gone);
        for (int second = 0; second < SECONDS; second++) {
            if (course->second[i] != SECOND_ANY && course->second[i] != second) continue;
            for (int k = 0; k < study->kinds[staked].n; k++) {
                for (int e = 0; e < ENDS; e++)
                    kind[k][e] += times * study->law[gone][staked].chance[second][k][e];
            }
        }
    }
}

/* Adds a hand of a kind to a result; `all`: a late dealer blackjack takes all its chips. */
static void join_kind(const split_study *study, bool all, int staked, int kind, spot_result *to)
{
    const hand_kinds *kinds = &study->kinds[staked];
    bool bust = kind < (study->doubled_unseen ? KIND_BUST_PAID : KIND_LIVE);
    for (int e = 0; e < END_BLACKJACK; e++)
        to->pays[e] = (int16_t)(to->pays[e] + kinds->pays[kind][e]);
    int chips = split_chips_of_kind(study, staked, kind);
    if (bust || all) to->pays[END_BLACKJACK] = (int16_t)(to->pays[END_BLACKJACK] - TENTHS * chips);
    to->live |= !bust && (staked == LM_STAKED_CHIPS || kinds->added[kind]);
}

/* Two hands: their joint law is exact. */
static void add_two_hands(lm_game *g, const split_course *course, double times)
{
    const split_study *study = g->study;
    int a = course->staked[0], b = course->staked[1];
    const pair_law *law = &g->spread->law[stake_pair_of(a, b)][course->pairs];
    bool all = terms_takes_all(&g->rules);
    for (int k = 0; k < study->kinds[a].n; k++) {
        for (int m = 0; m < study->kinds[b].n; m++) {
            spot_result r = { .live = false };
            join_kind(study, all, a, k, &r);
            join_kind(study, all, b, m, &r);
            for (int s = 0; s < SECONDS; s++) {
                for (int t = 0; t < SECONDS; t++) {
                    if (course->second[0] != SECOND_ANY && course->second[0] != s) continue;
                    if (course->second[1] != SECOND_ANY && course->second[1] != t) continue;
                    for (int e = 0; e < ENDS; e++)
                        r.chance[e] += law->chance[s][k][t][m][e] / g->one;
                }
            }
            deliver(g, &r, times);
        }
    }
}

/* More hands, which Section 18 does not allow, are taken as independent of each other given the dealer's end. */
static void add_more_hands(lm_game *g, const column *c, const split_course *course, double times)
{
    double kind[KINDS_MOST][ENDS], all[ENDS] = { 0 };
    spot_results *from = &g->spots->hand[0], *to = &g->spots->hand[1];
    static const int16_t nothing[ENDS];
    forget_results(from);
    spot_result *begin = find_result(from, nothing, false);
    for (int i = 0; i < course->hands; i++) {
        int staked = course->staked[i];
        law_of_hand(g, c, course, i, kind);
        for (int e = 0; e < ENDS && i == 0; e++) {
            for (int k = 0; k < g->study->kinds[staked].n; k++)
                all[e] += kind[k][e];
            begin->chance[e] = all[e];
        }
        forget_results(to);
        for (int r = 0; r < from->n; r++) {
            for (int k = 0; k < g->study->kinds[staked].n; k++) {
                spot_result sum = from->result[r];
                join_kind(g->study, terms_takes_all(&g->rules), staked, k, &sum);
                spot_result *at = find_result(to, sum.pays, sum.live);
                for (int e = 0; e < ENDS; e++)
                    at->chance[e] += all[e] > 0 ? sum.chance[e] * kind[k][e] / all[e] : 0;
            }
        }
        spot_results *swap = from;
        from = to;
        to = swap;
    }
    for (int r = 0; r < from->n; r++)
        deliver(g, &from->result[r], times);
}

static void add_split(lm_game *g, const column *c, const policy *p, int value, double chance)
{
    split_courses courses;
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, split_again_by(p, hands_pair(&g->hands, value)), &courses);
    split_study_begin(g, c, value, p);
    spread_make(g, c, &courses, 0);
    for (int i = 0; i < courses.n; i++) {
        if (courses.course[i].hands == 2)
            add_two_hands(g, &courses.course[i], chance);
        else
            add_more_hands(g, c, &courses.course[i], chance);
    }
}

/* --- the round */

static void tally(const lm_game *g, int net, bool blackjack, double chance, lm_figures *f)
{
    nets_add(g, blackjack, net, chance);
    f->round_sd += chance * net * net / (TENTHS * TENTHS);
    *(net > 0 ? &f->round_win : net < 0 ? &f->round_lose : &f->round_push) += chance;
}

/* All dealer hands of the round against one result of the player. */
static void add_round(const lm_game *g, const spot_result *r, int spots, double weight, lm_figures *f)
{
    const spots_room *room = g->spots;
    double all = 0, sum = 0, chance[ENDS][ENDS][ENDS];
    int thirds = spots == 3 ? ENDS : 1;
    for (int e = 0; e < ENDS; e++)
        all += r->chance[e];
    if (all <= 0) return;
    for (int e = 0; e < ENDS; e++) {
        for (int d = 0; d < ENDS; d++) {
            double two = r->chance[e] / all * r->chance[d] / all * room->tied[e][d];
            for (int t = 0; t < thirds; t++) {
                chance[e][d][t] = thirds == 1 ? two : two * r->chance[t] / all * room->tied[e][t] * room->tied[d][t];
                sum += chance[e][d][t];
            }
        }
    }
    for (int e = 0; e < ENDS && sum > 0; e++) {
        for (int d = 0; d < ENDS; d++) {
            for (int t = 0; t < thirds; t++)
                tally(g, r->pays[e] + r->pays[d] + (thirds == 1 ? 0 : r->pays[t]), e == END_BLACKJACK,
                      weight * all / sum * chance[e][d][t], f);
        }
    }
}

static void add_start(lm_game *g, const column *c, const policy *p, hand_id h)
{
    double chance = column_chance(g, c, g->one, h) / g->one, his = column_blackjack(g, c, h) / g->one;
    uint8_t act = p->act[LM_STAKED_CHIPS][h];
    if (g->hands.total[h] == 21)
        add_blackjack(g, c, h, chance);
    else if (act & ACT_SURRENDER && column_surrenders(g, c))
        deliver_fixed(g, -TENTHS / 2, terms_surrender_early(&g->rules, c->seen.up) ? -TENTHS / 2 : -TENTHS,
                      chance * (1 - his), chance * his);
    else if (act & ACT_SPLIT)
        add_split(g, c, p, hands_pair_value(&g->hands, h), chance);
    else
        g->spots->reach[h] += chance;
}

void spots_add_column(lm_game *g, const column *c, const policy *p, lm_figures *f)
{
    spots_room *room = g->spots;
    double weight = column_weight(g, c, g->one) / g->one;
    forget_results(&room->all);
    memset(room->reach, 0, sizeof room->reach);
    memset(room->ended, 0, sizeof room->ended);
    tie_dealers(g, c);
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] == 2 && column_holds(g, c, h)) add_start(g, c, p, h);
    }
    play_unsplit(g, c, p);
    end_unsplit(g, c);
    for (int i = 0; i < room->all.n; i++)
        add_round(g, &room->all.result[i], lm_rules_dealer_hands(&g->rules), weight, f);
}

#endif
