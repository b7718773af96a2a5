/* overlap.c - see overlap.h. */
#include "several/overlap.h"

#ifndef ODDS_EXACT

#include <assert.h>
#include <string.h>

void overlap_begin(overlap_room *room)
{
    room->sets.ready = false;
    room->mark = 0;
    room->foresee = false;
    memset(room->kept, 0, sizeof room->kept);
}

/* --- what a side can reach */

static double size_of(double x)
{
    return x < 0 ? -x : x;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

static overlap_reach reach_of_list(const int cards[11], const overlap_list *list)
{
    overlap_reach r = { 0 };
    for (int i = 0; i < list->n; i++) {
        card_key set = list->item[i].cards;
        double chance = size_of(list->item[i].orders);
        int n = 0, weight = 0;
        for (int v = 1; v <= 10; v++) {
            int k = key_count(set, v);
            n += k;
            weight += k * v;
            r.copies[v] = greater(r.copies[v], k);
            for (int j = 0; j < k; j++)
                chance *= (double)cards[v] / cards[0];
        }
        r.cards = greater(r.cards, n);
        r.heaviest = greater(r.heaviest, weight);
        r.mass[n] += chance;
    }
    return r;
}

static overlap_reach reach_of_side(const int cards[11], const overlap_side *side)
{
    overlap_reach sum = { .mass = { 1 } };
    for (int h = 0; h < side->hands; h++) {
        const overlap_reach r = reach_of_list(cards, &side->hand[h]), before = sum;
        sum.heaviest += r.heaviest;
        sum.cards += r.cards;
        assert(sum.heaviest <= SETS_HEAVIEST);
        memset(sum.mass, 0, sizeof sum.mass);
        for (int v = 1; v <= 10; v++)
            sum.copies[v] += r.copies[v];
        for (int i = 0; i <= before.cards; i++) {
            for (int j = 0; j <= r.cards; j++)
                sum.mass[i + j] += before.mass[i] * r.mass[j];
        }
    }
    return sum;
}

/* --- the number of orders of the shoe */

typedef struct {
    int mean, most;
    double mass[2 * OVERLAP_CARDS + 2]; /* the weight of so many cards of both sides, and of one card more */
} cards_together;

static cards_together together_of(const int cards[11], const overlap_reach *a, const overlap_reach *b)
{
    cards_together t = { .most = a->cards + b->cards + 1 };
    double sum = 0, mean = 0;
    for (int i = 0; i <= a->cards; i++) {
        for (int j = 0; j <= b->cards; j++) {
            double both = a->mass[i] * b->mass[j];
            t.mass[i + j] += both;
            t.mass[i + j + 1] += both;
            sum += both;
            mean += both * (i + j);
        }
    }
    if (sum > 0) t.mean = (int)(mean / sum);
    if (t.most > cards[0]) t.most = cards[0];
    return t;
}

static bool are_enough(const shoe_orders *orders, int nodes, const int cards[11], const cards_together *t)
{
    return nodes > t->most / 2 || orders_left_out(orders, cards[0], nodes, t->most, t->mass) <= 1e-14;
}

/* Takes so many nodes that what they leave out is below the rounding of the sum. As many as half the cards are exact. */
static void choose_nodes(overlap_room *room, const cards_together *t)
{
    const int *cards = room->cards, most = t->most;
    for (int n = LANES; n < most / 2 + 1; n += LANES) {
        orders_find(&room->orders, cards[0], t->mean + n < most ? t->mean + n : most, n);
        room->nodes = n;
        if (are_enough(&room->orders, n, cards, t)) return;
    }
    room->nodes = most / 2 + 1;
    orders_find(&room->orders, cards[0], most, room->nodes);
}

/* --- the field of a side */

/* Codes of a list's sets. The code of a union is the sum of two. */
static void encode(const overlap_list *list, set_code *code)
{
    assert(list->n <= JOINT_MOST);
    for (int i = 0; i < list->n; i++)
        code[i] = sets_code(list->item[i].cards);
}

static void unite_side(overlap_room *room, const overlap_side *side)
{
    const overlap_list *a = &side->hand[0], *b = &side->hand[side->hands - 1];
    memset(room->united, 0, sizeof room->united);
    encode(a, room->code[0]);
    encode(b, room->code[1]);
    for (int i = 0; i < a->n; i++) {
        const set_code code = room->code[0][i];
        const double orders = a->item[i].orders;
        if (side->hands == 1) {
            room->united[sets_find(&room->sets, code)] += orders;
            continue;
        }
        bool alike = a->item == b->item;
        if (alike) room->united[sets_find(&room->sets, code + code)] += orders * orders;
        for (int j = alike ? i + 1 : 0; j < b->n; j++)
            room->united[sets_find(&room->sets, code + room->code[1][j])] += orders * b->item[j].orders * (1 + alike);
    }
}

/* [j][k]: C(k,j) (n-j)_(k-j) / all^(k-j): orders in which k cards of a value are drawn, of which j are named. */
typedef double named_cards[OVERLAP_CARDS + 1][OVERLAP_CARDS + 1];

static void name_cards(int n, int all, int most, named_cards named)
{
    for (int j = 0; j <= most; j++) {
        named[j][j] = 1;
        for (int k = j + 1; k <= most; k++) {
            double left = k - 1 < n ? n - (k - 1) : 0;
            named[j][k] = named[j][k - 1] * k / (k - j) * left / all;
        }
    }
}

/* The weight of the cards of lower values. */
static int weight_below(card_key set, int value)
{
    int weight = 0;
    for (int v = 1; v < value; v++)
        weight += v * key_count(set, v);
    return weight;
}

/* A pass over all runs of sets that differ in the number of cards of one value. */
typedef struct {
    const set_numbers *sets;
    lm_lanes *sums;
    int value;
    int heaviest, longest; /* of the side whose sets are in the runs */
    int shared, shareable; /* cards of the value, and weight of the lower ones, that both sides may have */
    const double (*named)[OVERLAP_CARDS + 1];
} run_pass;

static inline lm_lanes *at_place(const run_pass *p, const int32_t *run, int k)
{
    return p->sums + run[1 + k];
}

/* Sums a run for each number of named cards. */
static inline __attribute__((always_inline)) void name_run(const run_pass *p, const int32_t *run, int n)
{
    for (int j = 0; j < n && j <= p->shared; j++) {
        lm_lanes sum = *at_place(p, run, j);
        for (int k = j + 1; k < n; k++)
            sum += *at_place(p, run, k) * p->named[j][k];
        *at_place(p, run, j) = sum;
    }
}

/* The reverse: what each number of named cards is worth, for each number of cards drawn. */
static inline __attribute__((always_inline)) void spread_run(const run_pass *p, const int32_t *run, int n)
{
    for (int k = n - 1; k >= 0; k--) {
        lm_lanes sum = { 0 };
        if (k <= p->shared) sum = *at_place(p, run, k);
        for (int j = 0; j < k && j <= p->shared; j++)
            sum += *at_place(p, run, j) * p->named[j][k];
        *at_place(p, run, k) = sum;
    }
}

/* Lower values come before, and what one side cannot have drawn of them is left out. */
static inline __attribute__((always_inline)) void run_through(const run_pass *p, bool spread)
{
    const int32_t *run = p->sets->run + p->sets->from[p->value], *end = p->sets->run + p->sets->from[p->value + 1];
    const int places = p->sets->first[p->heaviest + 1];
    const int heads = p->heaviest < p->value ? 0 : p->sets->first[p->heaviest - p->value + 1];
    const bool limited = p->shareable < p->heaviest;
    for (; run < end && run[1] < heads; run += 1 + run[0]) {
        int n = run[0] < p->longest ? run[0] : p->longest;
        if (limited && weight_below(p->sets->set[run[1]], p->value) > p->shareable) continue;
        while (run[n] >= places)
            n--;
        if (spread)
            spread_run(p, run, n);
        else
            name_run(p, run, n);
    }
}

LM_WIDE static void name_runs(const run_pass *p)
{
    run_through(p, false);
}

LM_WIDE static void spread_runs(const run_pass *p)
{
    run_through(p, true);
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static void pass_over(overlap_room *room, int value, bool spread)
{
    const overlap_reach *own = spread ? &room->to : &room->from, *other = spread ? &room->from : &room->to;
    named_cards named;
    run_pass p = { &room->sets,
                   room->sums,
                   value,
                   own->heaviest,
                   own->copies[value] + 1,
                   lesser(own->copies[value], other->copies[value]),
                   other->heaviest,
                   (const double(*)[OVERLAP_CARDS + 1]) named };
    if (own->copies[value] == 0) return;
    name_cards(room->cards[value], room->cards[0], own->copies[value], named);
    if (spread)
        spread_runs(&p);
    else
        name_runs(&p);
}

/* (-1)^j j! (n)_j / all^2j: the weight of j cards of a value that both sides have drawn. */
typedef double shared_cards[11][OVERLAP_CARDS + 1];

static void share_cards(const overlap_room *room, shared_cards shared)
{
    const int *cards = room->cards;
    for (int v = 1; v <= 10; v++) {
        shared[v][0] = 1;
        for (int j = 1; j <= OVERLAP_CARDS; j++) {
            double left = cards[v] - (j - 1) > 0 ? cards[v] - (j - 1) : 0;
            bool both = j <= room->from.copies[v] && j <= room->to.copies[v];
            shared[v][j] = both ? -shared[v][j - 1] * j * (left / cards[0]) / cards[0] : 0;
        }
    }
}

static void weigh_shared(overlap_room *room, const shared_cards shared)
{
    const int *first = room->sets.first, both = first[lesser(room->from.heaviest, room->to.heaviest) + 1];
    for (int i = 0; i < both; i++) {
        double weight = 1;
        card_key set = room->sets.set[i];
        for (int v = 1; set; v++, set >>= 6)
            weight *= shared[v][set & 63];
        room->sums[i] *= weight;
    }
    for (int i = both; i < first[room->to.heaviest + 1]; i++)
        room->sums[i] = (lm_lanes){ 0 };
}

/* powers[k]: node^k of LANES nodes. */
static void raise_nodes(const overlap_room *room, int from, lm_lanes powers[OVERLAP_CARDS + 2])
{
    lm_lanes node;
    memcpy(&node, room->orders.node + from, sizeof node);
    powers[0] = (lm_lanes){ 0 } + 1;
    for (int k = 1; k <= OVERLAP_CARDS + 1; k++)
        powers[k] = powers[k - 1] * node;
}

static void collect_field(overlap_room *room, int from, const lm_lanes *powers)
{
    lm_lanes power;
    memcpy(&power, room->orders.power + from, sizeof power);
    for (int i = 0; i < room->sets.first[room->to.heaviest + 1]; i++) {
        lm_lanes x = room->sums[i] * power * powers[room->sets.cards[i]], y = x * powers[1];
        double field = 0, more = 0;
        for (int lane = 0; lane < LANES; lane++) {
            field += LANE(x, lane);
            more += LANE(y, lane);
        }
        room->field[i] += field;
        room->more[i] += more;
    }
}

static uint64_t mark_of_side(const overlap_side *side)
{
    uint64_t mark = (uint64_t)side->hands;
    for (int h = 0; h < side->hands; h++)
        mark += side->hand[h].mark * 0x9e3779b97f4a7c15u + 1;
    return mark;
}

static void make_field(overlap_room *room, const overlap_side *b)
{
    shared_cards shared;
    lm_lanes powers[OVERLAP_CARDS + 2];
    sets_number(&room->sets);
    unite_side(room, b);
    share_cards(room, shared);
    memset(room->field, 0, sizeof room->field);
    memset(room->more, 0, sizeof room->more);
    for (int from = 0; from < room->nodes; from += LANES) {
        raise_nodes(room, from, powers);
        for (int i = 0; i < room->sets.first[room->from.heaviest + 1]; i++)
            room->sums[i] = powers[room->sets.cards[i]] * room->united[i];
        for (int v = 1; v <= 10; v++)
            pass_over(room, v, false);
        weigh_shared(room, (const double(*)[OVERLAP_CARDS + 1]) shared);
        for (int v = 10; v >= 1; v--)
            pass_over(room, v, true);
        collect_field(room, from, powers);
    }
}

static bool reaches(const overlap_reach *far, const overlap_reach *near)
{
    bool all = near->heaviest <= far->heaviest;
    for (int v = 1; v <= 10; v++)
        all &= near->copies[v] <= far->copies[v];
    return all;
}

static void widen(overlap_reach *to, const overlap_reach *by)
{
    to->heaviest = greater(to->heaviest, by->heaviest);
    for (int v = 1; v <= 10; v++)
        to->copies[v] = greater(to->copies[v], by->copies[v]);
}

/* Makes the field of `b`, unless it is there. */
static void need_field(overlap_room *room, const int cards[11], const overlap_side *a, const overlap_side *b)
{
    const overlap_reach of_a = reach_of_side(cards, a), of_b = reach_of_side(cards, b);
    const cards_together t = together_of(cards, &of_a, &of_b);
    bool there = room->mark == mark_of_side(b) && !memcmp(room->cards, cards, sizeof room->cards);
    if (there && reaches(&room->to, &of_a) && are_enough(&room->orders, room->nodes, cards, &t)) return;
    memcpy(room->cards, cards, sizeof room->cards);
    room->mark = mark_of_side(b);
    room->from = room->to = of_b;
    if (a->hands < b->hands) room->to = of_a;
    widen(&room->to, &of_a);
    choose_nodes(room, &t);
    make_field(room, b);
}

/* --- the sum over a field */

static double sum_over(const overlap_room *room, const overlap_side *side, const double *field)
{
    const overlap_list *a = &side->hand[0], *b = &side->hand[1];
    double sum = 0;
    for (int i = 0; i < a->n; i++) {
        double row = 0;
        if (side->hands == 1) {
            sum += a->item[i].orders * field[sets_find(&room->sets, room->code[0][i])];
            continue;
        }
        bool alike = a->item == b->item;
        if (alike) row = a->item[i].orders * field[sets_find(&room->sets, room->code[0][i] + room->code[1][i])] / 2;
        for (int j = alike ? i + 1 : 0; j < b->n; j++)
            row += b->item[j].orders * field[sets_find(&room->sets, room->code[0][i] + room->code[1][j])];
        sum += a->item[i].orders * row * (1 + alike);
    }
    return sum;
}

static void count_cards(const joint_item *item, double weight, double cards[11])
{
    for (int v = 1; v <= 10; v++)
        cards[v] += key_count(item->cards, v) * weight;
}

static void sum_more(overlap_room *room, const overlap_side *side, overlap_more *more)
{
    const overlap_list *a = &side->hand[0], *b = &side->hand[1];
    int n = side->hands == 1 ? 1 : b->n;
    *more = (overlap_more){ 0 };
    memset(room->beside, 0, sizeof room->beside);
    for (int i = 0; i < a->n; i++) {
        double row = 0;
        for (int j = 0; j < n; j++) {
            set_code code = room->code[0][i] + (side->hands == 1 ? 0 : room->code[1][j]);
            double x = room->more[sets_find(&room->sets, code)];
            row += x * (side->hands == 1 ? 1 : b->item[j].orders);
            room->beside[j] += x * a->item[i].orders;
        }
        more->all += row * a->item[i].orders;
        count_cards(&a->item[i], row * a->item[i].orders, more->cards[0]);
    }
    for (int j = 0; j < n && side->hands > 1; j++)
        count_cards(&b->item[j], room->beside[j] * b->item[j].orders, more->cards[1]);
}

double overlap_sum(overlap_room *room, const int cards[11], const overlap_side *a, const overlap_side *b,
                   overlap_more *more)
{
    need_field(room, cards, a, b);
    for (int h = 0; h < a->hands; h++)
        encode(&a->hand[h], room->code[h]);
    if (more) sum_more(room, a, more);
    return sum_over(room, a, room->field);
}

#endif
