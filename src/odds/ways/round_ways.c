/* round_ways.c - the hands of a round, unsplit and split, as results by the cards that they take. */
#include "ways.h"

#ifndef ODDS_EXACT

#include <string.h>

/* Products of results that are made at most, in two seconds or less: beyond, the shoe is not small. */
static const long work_most = 150000000;

/* Hands that are played out, all from the same first card or all unsplit. */
typedef struct {
    ways_work *w;
    ways_sums *to[SECONDS];
    lm_staked staked;
    int value; /* of the split pair; 0: unsplit */
} player;

/* See ways_result: chips lost by going over 21 before a dealer blackjack is known, or 1 for chips that lie there. */
static int16_t late_pays(const lm_rules *k, backing backed, bool seen_bust)
{
    int chips = backing_table[backed].chips + backing_table[backed].added;
    if (seen_bust || terms_takes_all(k)) return (int16_t)(-TENTHS * chips);
    return chips > 0;
}

static void end_within(const player *y, int second, hand_id h, backing backed, price_u128 orders)
{
    const lm_game *g = y->w->g;
    const uint8_t *count = g->hands.count[h];
    bool two_card_21 = count[0] == 2 && count[1] == 1 && count[10] == 1;
    bool blackjack = y->value && g->rules.split_blackjack && two_card_21;
    int16_t pays[ENDS];
    split_fill_pays(g, h, backed, blackjack ? terms_blackjack(&g->rules) : terms_odds(&g->rules, &g->hands, h),
                    blackjack, pays);
    pays[END_BLACKJACK] = late_pays(&g->rules, backed, false);
    ways_add(y->to[second], key_of_hand(g, h), pays, orders);
}

static void end_over(const player *y, int second, card_key cards, backing backed, bool doubled, price_u128 orders)
{
    const lm_rules *k = &y->w->g->rules;
    int16_t pays[ENDS];
    for (int e = 0; e < ENDS; e++)
        pays[e] = (int16_t)terms_loss(backed);
    pays[END_BLACKJACK] = late_pays(k, backed, !doubled || !terms_doubled_unseen(k));
    ways_add(y->to[second], cards, pays, orders);
}

static void draw_one(const player *y, int second, hand_id h, backing backed, bool doubles, price_u128 orders)
{
    const lm_game *g = y->w->g;
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        if (left_to(g, y->w->c, h, v) <= 0) continue;
        if (!is_live(g, next))
            end_over(y, second, key_of_hand(g, h) + ((card_key)1 << (6 * (v - 1))), backed, doubles, orders);
        else if (doubles)
            end_within(y, second, next, backed, orders);
        else
            y->w->orders[second][next] += orders;
    }
}

static void play(const player *y, int second, hand_id h, uint8_t act)
{
    const lm_game *g = y->w->g;
    const lm_rules *k = &g->rules;
    price_u128 orders = y->w->orders[second][h];
    backing doubled = terms_double(k, &g->hands, h, y->staked, y->value), plain = backing_of(y->staked);
    bool over =
        terms_finished(k, &g->hands, h) || (y->value && terms_one_card(k, y->value) && g->hands.count[h][0] == 2);
    if (!over && act & ACT_DOUBLE && doubled != NOT_BACKED)
        draw_one(y, second, h, doubled, true, orders);
    else if (!over && act & ACT_HIT)
        draw_one(y, second, h, plain, false, orders);
    else
        end_within(y, second, h, plain, orders);
}

/* Follows the policy from the hands that have orders on. */
static void play_out(const player *y)
{
    const ways_work *w = y->w;
    for (hand_id h = 1; h < w->g->hands.over; h++) {
        if (!column_holds(w->g, w->c, h)) continue;
        for (int s = 0; s < SECONDS; s++) {
            if (w->orders[s][h]) play(y, s, h, w->c->best.act[y->staked][h]);
        }
    }
}

/* --- split pairs */

static void list_split_hands(ways_work *w, int value)
{
    const lm_game *g = w->g;
    hand_id one = hands_one(&g->hands, value);
    int stakes = terms_free_split(&g->rules, value, 0) ? LM_STAKES : 1;
    for (int s = 0; s < stakes; s++) {
        player y = { w, { &w->list[s][SECOND_OTHER], &w->list[s][SECOND_PAIR] }, (lm_staked)s, value };
        memset(w->orders, 0, sizeof w->orders);
        ways_clear(y.to[SECOND_OTHER]);
        ways_clear(y.to[SECOND_PAIR]);
        for (int v = 1; v <= 10; v++) {
            hand_id h = g->hands.plus[one][v];
            if (is_live(g, h)) w->orders[v == value ? SECOND_PAIR : SECOND_OTHER][h] = 1;
        }
        play_out(&y);
    }
}

static bool fit_shoe(const column *c, card_key cards)
{
    for (int v = 1; v <= 10; v++) {
        if (key_count(cards, v) > c->left[v]) return false;
    }
    return true;
}

/* Lays the hands of a list beside those that are known. */
static void lay_beside(ways_work *w, const ways_sums *list)
{
    w->work += (long)w->now.n * list->n;
    if (w->work > work_most) return;
    for (int i = 0; i < w->now.n; i++) {
        const ways_result *a = &w->now.item[i];
        for (int j = 0; j < list->n; j++) {
            const ways_result *b = &list->item[j];
            int16_t pays[ENDS];
            if (!fit_shoe(w->c, a->cards + b->cards)) continue;
            for (int e = 0; e < ENDS; e++)
                pays[e] = (int16_t)(a->pays[e] + b->pays[e]);
            ways_add(&w->next, a->cards + b->cards, pays, a->orders * b->orders);
        }
    }
}

static void play_course(ways_work *w, const split_course *course)
{
    static const int16_t nothing[ENDS] = { 0 };
    ways_clear(&w->now);
    ways_add(&w->now, 0, nothing, 1);
    for (int i = 0; i < course->hands; i++) {
        ways_clear(&w->next);
        for (int s = 0; s < SECONDS; s++) {
            if (course->second[i] == SECOND_ANY || course->second[i] == s)
                lay_beside(w, &w->list[course->staked[i]][s]);
        }
        ways_sums last = w->now;
        w->now = w->next;
        w->next = last;
        if (w->now.full) w->work = work_most + 1;
        if (w->work > work_most) return;
    }
    ways_settle(w);
}

static void split(ways_work *w, hand_id pair, int value)
{
    split_courses courses;
    split_courses_make(&w->g->rules, value, LM_STAKED_CHIPS, split_again_by(&w->c->best, pair), &courses);
    list_split_hands(w, value);
    for (int i = 0; i < courses.n && w->work <= work_most; i++)
        play_course(w, &courses.course[i]);
}

/* --- starting hands */

/* See add_blackjack of figures.c. */
static void natural(ways_work *w, hand_id h, int orders)
{
    const lm_rules *k = &w->g->rules;
    bool wins_against_his = k->ties == LM_TIES_LOSE;
    double waiting = wins_against_his ? 1 : 1 - column_blackjack(w->g, w->c, h);
    int pays = terms_blackjack(k);
    bool sold = terms_even_money(k) && w->c->seen.up == 1 && pays * waiting < TENTHS;
    if (sold) pays = TENTHS;
    ways_settle_start(w, h, orders, pays, sold || wins_against_his ? pays : 0);
}

/* A start that is decided at once, or a pair that is split. False for a hand that is played. */
static bool decided(ways_work *w, hand_id h, int orders)
{
    const lm_game *g = w->g;
    uint8_t act = w->c->best.act[LM_STAKED_CHIPS][h];
    if (g->hands.total[h] == 21) {
        natural(w, h, orders);
    } else if (w->c->tree.pat == END_BLACKJACK) {
        ways_settle_start(w, h, orders, -TENTHS, -TENTHS);
    } else if (act & ACT_SURRENDER && column_surrenders(g, w->c)) {
        bool early = terms_surrender_early(&g->rules, w->c->seen.up);
        ways_settle_start(w, h, orders, -TENTHS / 2, early ? -TENTHS / 2 : -TENTHS);
    } else if (act & ACT_SPLIT) {
        split(w, h, hands_pair_value(&g->hands, h));
    } else {
        return false;
    }
    return true;
}

/* The starts of a column that are insured, or those that are not. */
static void add_starts(ways_work *w, bool insured, bool counts)
{
    const lm_game *g = w->g;
    bool plays[HANDS_MOST] = { false };
    w->insured = insured;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] != 2 || !column_holds(g, w->c, h)) continue;
        if ((counts && column_insures(g, w->c, h)) != insured) continue;
        plays[h] = !decided(w, h, hands_pair_value(&g->hands, h) ? 1 : 2);
    }
    player y = { w, { &w->now, &w->now }, LM_STAKED_CHIPS, 0 };
    memset(w->orders, 0, sizeof w->orders);
    ways_clear(&w->now);
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (plays[h]) w->orders[SECOND_OTHER][h] = hands_pair_value(&g->hands, h) ? 1 : 2;
    }
    play_out(&y);
    if (w->now.full) w->work = work_most + 1;
    ways_settle(w);
}

/* In how many orders the dealer's cards of a column come. */
static lm_wide ways_of_column(const lm_game *g, lm_seen seen)
{
    uint64_t ways = (uint64_t)g->cards[seen.up];
    if (seen.second == seen.up)
        ways *= ways - 1;
    else if (seen.second)
        ways *= 2 * (uint64_t)g->cards[seen.second];
    return wide_of(ways);
}

/* Orders are missing where a hand had to draw from an empty shoe. */
static bool is_whole(const lm_ways *ways)
{
    lm_wide sum = { { 0 } };
    for (int i = 0; i < LM_NETS; i++)
        wide_add(&sum, &ways->ways[i], LM_WIDE_PARTS);
    return lm_wide_compare(&sum, &ways->all) == 0;
}

size_t lm_ways_room(void)
{
    return sizeof(ways_work);
}

lm_ways_status lm_game_ways(lm_game *g, bool insured, void *memory, size_t size, lm_ways *ways)
{
    ways_work *w = memory;
    if (g->cards[0] > WAYS_CARDS) return LM_WAYS_CARDS;
    if (g->spots) return LM_WAYS_SPOTS;
    if (g->rules.bonus_678 || g->rules.special_blackjack) return LM_WAYS_SUITS;
    if (size < sizeof *w || (uintptr_t)memory % _Alignof(ways_work)) return LM_WAYS_MEMORY;
    memset(ways, 0, sizeof *ways);
    ways_begin(w);
    w->g = g;
    w->to = ways;
    w->work = 0;
    w->ran_out = false;
    ways->all = w->factorial[g->cards[0]];
    for (int i = 0; i < g->columns && w->work <= work_most; i++) {
        if (!column_possible(&g->column[i])) continue;
        w->c = game_solved(g, i);
        w->all_of_column = ways_of_column(g, w->c->seen);
        for (int flag = 0; flag <= insured; flag++)
            add_starts(w, flag, insured);
    }
    return w->work > work_most ? LM_WAYS_CARDS : w->ran_out || !is_whole(ways) ? LM_WAYS_RUN_OUT : LM_WAYS_OK;
}

#endif
