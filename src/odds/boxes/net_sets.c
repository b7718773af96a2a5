/* net_sets.c - see net_sets.h. */
#include "net_sets.h"

#ifndef ODDS_EXACT

#include <string.h>

typedef struct {
    lm_game *g;
    const column *c;
    const policy *p;
    net_sets *sets;
    double orders[HANDS_MOST]; /* in which an unsplit hand is reached */
} lister;

/* Tenths for each end of the dealer. */
typedef struct {
    double end[ENDS];
} payments;

static void add(net_sets *sets, card_key cards, payments pays, double times)
{
    enum { SLOTS = 2 * NET_SETS };
    uint32_t at = (uint32_t)((cards * 0x9e3779b97f4a7c15u) >> 40) % SLOTS;
    while (sets->slot[at] && sets->cards[sets->slot[at] - 1] != cards)
        at = (at + 1) % SLOTS;
    if (!sets->slot[at]) {
        if (sets->n == NET_SETS) {
            sets->full = true;
            return;
        }
        sets->cards[sets->n] = cards;
        sets->pays[sets->n] = (lm_lanes){ 0 };
        sets->slot[at] = (uint32_t)++sets->n;
    }
    lm_lanes *to = &sets->pays[sets->slot[at] - 1];
    for (int e = 0; e < ENDS; e++)
        LANE(*to, e) += pays.end[e] * times;
}

static void add_hand(const lister *y, hand_id h, payments pays, double times)
{
    add(y->sets, key_of_hand(y->g, h), pays, times);
}

/* One amount without a dealer blackjack, whatever else the dealer gets, and one with it. */
static payments amounts(double without, double with)
{
    payments pays;
    for (int e = 0; e < ENDS; e++)
        pays.end[e] = e == END_BLACKJACK ? with : without;
    return pays;
}

/* What a hand wins by standing, beyond some amount. */
static payments stands(const lister *y, hand_id h, backing backed, payments beyond)
{
    int16_t pays[ENDS];
    payments x;
    split_fill_pays(y->g, h, backed, terms_odds(&y->g->rules, &y->g->hands, h), false, pays);
    for (int e = 0; e < ENDS; e++)
        x.end[e] = (e == END_BLACKJACK ? 0 : pays[e]) - beyond.end[e];
    return x;
}

/* All hands that draw lose, and those that live get it back. */
static void draw_from(lister *y, hand_id h, backing backed, bool doubles, double orders)
{
    const lm_rules *k = &y->g->rules;
    bool late = doubles && backing_table[backed].added && !terms_peek(k);
    bool all = late && terms_takes_all(k), bust = late && !all && !terms_doubled_unseen(k);
    payments lost = amounts(terms_loss(backed), all || bust ? -TENTHS : 0);
    add_hand(y, h, lost, orders);
    if (!bust) lost.end[END_BLACKJACK] = 0;
    for (int v = 1; v <= 10; v++) {
        hand_id next = y->g->hands.plus[h][v];
        if (!is_live(y->g, next)) continue;
        add_hand(y, next, doubles ? stands(y, next, backed, lost) : lost, doubles ? orders : -orders);
        if (!doubles) y->orders[next] += orders;
    }
}

static void play(lister *y, hand_id h)
{
    const lm_game *g = y->g;
    uint8_t act = y->p->act[LM_STAKED_CHIPS][h];
    backing doubled = terms_double(&g->rules, &g->hands, h, LM_STAKED_CHIPS, false);
    bool over = terms_finished(&g->rules, &g->hands, h);
    if (!over && act & ACT_DOUBLE && doubled != NOT_BACKED)
        draw_from(y, h, doubled, true, y->orders[h]);
    else if (!over && act & ACT_HIT)
        draw_from(y, h, BACKED_CHIPS, false, y->orders[h]);
    else
        add_hand(y, h, stands(y, h, BACKED_CHIPS, amounts(0, 0)), y->orders[h]);
}

/* --- split pairs */

/* In how many ways hands of a split are counted: with `gone` further cards of the value, by stake, and whether any second
 * card will do. */
typedef double hand_counts[SPLIT_GONE][LM_STAKES][2];

static void count_hands(const split_courses *courses, hand_counts count)
{
    static const int choose[4][4] = { { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 } };
    memset(count, 0, sizeof(hand_counts));
    for (int i = 0; i < courses->n; i++) {
        const split_course *course = &courses->course[i];
        for (int h = 0; h < course->hands; h++) {
            int others = split_others_known(course, h, h);
            for (int j = 0; j <= others; j++)
                count[1 + course->pairs + j][course->staked[h]][course->second[h] == SECOND_ANY] +=
                    j % 2 ? -choose[others][j] : choose[others][j];
        }
    }
}

/* What a part of a law pays when the hands over 21 are found by subtraction. */
static payments pays_of(const hand_kinds *kinds, int kind)
{
    payments x = { { 0 } };
    int less = kind == KIND_BUST                                  ? -1
               : kind == KIND_BUST_PAID || kind == KIND_BUST_FREE ? KIND_BUST
                                                                  : KIND_BUST + split_manner_of_kind(kinds, kind);
    for (int e = 0; e < END_BLACKJACK; e++)
        x.end[e] = kinds->pays[kind][e] - (less < 0 ? 0 : kinds->pays[less][e]);
    return x;
}

static void add_split_hand(const lister *y, int i, int gone, hand_counts count)
{
    const split_study *study = y->g->study;
    card_key cards = key_of_hand(y->g, study->touched[i]) + ((card_key)gone << (6 * (study->value - 1)));
    for (int s = 0; s < study->stakes; s++) {
        for (int k = study->first_part[s][i]; k < study->first_part[s][i + 1]; k++) {
            const hand_part *part = &study->part[s][k];
            double times = count[gone][s][true] + (part->second == SECOND_OTHER ? count[gone][s][false] : 0);
            if (times != 0) add(y->sets, cards, pays_of(&study->kinds[s], part->kind), part->orders * times);
        }
    }
}

/* A late dealer blackjack takes what it takes on average: see `late`. */
static void add_split(lister *y, hand_id pair, int value)
{
    lm_game *g = y->g;
    split_courses courses;
    hand_counts count;
    double lost = -TENTHS, his = column_blackjack(g, y->c, pair);
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, split_again_by(y->p, pair), &courses);
    split_study_begin(g, y->c, value, y->p);
    count_hands(&courses, count);
    if (!terms_peek(&g->rules) && his > 0) {
        double more = split_cost(g, y->c, &courses);
        lost -= more / his;
        y->sets->late += column_chance(g, y->c, 1, pair) * more / TENTHS;
    }
    for (int gone = 1; gone < SPLIT_GONE; gone++) {
        for (int i = 0; i < g->study->n; i++)
            add_split_hand(y, i, gone, count);
    }
    add_hand(y, pair, amounts(0, lost), 1);
}

/* --- starting hands */

static void add_natural(const lister *y, hand_id h, double orders)
{
    const lm_rules *k = &y->g->rules;
    bool wins_against_his = k->ties == LM_TIES_LOSE, may_sell = terms_even_money(k) && y->c->seen.up == 1;
    double special = k->special_blackjack ? y->g->special : 0;
    double waiting = wins_against_his ? 1 : 1 - column_blackjack(y->g, y->c, h);
    for (int is_special = 0; is_special < 2; is_special++) {
        double share = is_special ? special : 1 - special;
        int pays = is_special ? 2 * TENTHS : terms_blackjack(k);
        bool sold = may_sell && pays * waiting < TENTHS;
        if (sold) pays = TENTHS;
        add_hand(y, h, amounts(pays, sold || wins_against_his ? pays : 0), share * orders);
    }
}

static void begin(lister *y, hand_id h)
{
    const lm_game *g = y->g;
    int value = hands_pair_value(&g->hands, h);
    double orders = value ? 1 : 2;
    uint8_t act = y->p->act[LM_STAKED_CHIPS][h];
    if (g->hands.total[h] == 21) {
        add_natural(y, h, orders);
    } else if (y->c->tree.pat == END_BLACKJACK) {
        add_hand(y, h, amounts(0, -TENTHS), orders);
    } else if (act & ACT_SURRENDER && column_surrenders(g, y->c)) {
        bool early = terms_surrender_early(&g->rules, y->c->seen.up);
        add_hand(y, h, amounts(-TENTHS / 2, early ? -TENTHS / 2 : -TENTHS), orders);
    } else if (act & ACT_SPLIT) {
        add_split(y, h, value);
    } else {
        y->orders[h] += orders;
        add_hand(y, h, amounts(0, -TENTHS), orders);
    }
}

void net_sets_make(lm_game *g, const column *c, const policy *p, net_sets *sets)
{
    lister y = { g, c, p, sets, { 0 } };
    sets->n = 0;
    sets->full = false;
    sets->late = 0;
    memset(sets->slot, 0, sizeof sets->slot);
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] == 2 && column_holds(g, c, h)) begin(&y, h);
    }
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (y.orders[h] > 0 && column_holds(g, c, h)) play(&y, h);
    }
}

double net_sets_chance(const column *c, card_key cards)
{
    double chance = 1;
    int drawn = 0;
    for (int v = 1; v <= 10; v++) {
        for (int k = 0; k < key_count(cards, v); k++, drawn++) {
            int copies = c->left[v] - k, all = c->left[0] - drawn;
            if (copies <= 0 || all <= 0) return 0;
            chance *= (double)copies / all;
        }
    }
    return chance;
}

#endif
