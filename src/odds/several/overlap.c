/* overlap.c - see overlap.h. */
#include "several/overlap.h"

#ifndef ODDS_EXACT

#include "price/price_math.h"

#include <assert.h>
#include <string.h>

/* --- the sets of cards, numbered */

static int number_of(const overlap_room *room, card_key cards)
{
    int weight = 0, number = 0;
    for (int v = 1; v <= 10; v++)
        weight += v * key_count(cards, v);
    int left = weight;
    for (int v = 10; v > 1; v--) {
        for (int k = key_count(cards, v); k > 0; k--, left -= v)
            number += room->parted[v - 1][left];
    }
    return room->first[weight] + number;
}

static void count_sets(overlap_room *room)
{
    memset(room->parted, 0, sizeof room->parted);
    room->first[0] = 0;
    for (int weight = 0; weight <= OVERLAP_HEAVIEST; weight++) {
        room->parted[1][weight] = 1;
        for (int v = 2; v <= 10; v++)
            room->parted[v][weight] = room->parted[v - 1][weight] + (weight < v ? 0 : room->parted[v][weight - v]);
        room->first[weight + 1] = room->first[weight] + room->parted[10][weight];
    }
    assert(room->first[OVERLAP_HEAVIEST + 1] == OVERLAP_SETS);
}

/* A set of a weight is a lighter set and one card more, so the lighter ones are known when it is met. */
static void number_sets(overlap_room *room, int heaviest)
{
    if (room->heaviest >= heaviest) return;
    count_sets(room);
    room->set[0] = 0;
    for (int i = 0, weight = 0; i < room->first[heaviest + 1]; i++) {
        weight += i == room->first[weight + 1];
        for (int v = 1; v <= 10; v++) {
            card_key more = room->set[i] + ((card_key)1 << (6 * (v - 1)));
            room->with[v][i] = weight + v > heaviest ? -1 : number_of(room, more);
            if (weight + v <= heaviest) room->set[room->with[v][i]] = more;
        }
    }
    room->heaviest = heaviest;
}

void overlap_begin(overlap_room *room)
{
    room->heaviest = -1;
    memset(room->kept, 0, sizeof room->kept);
}

/* --- the number of orders of the shoe */

/* A symmetric tridiagonal matrix of n rows. */
typedef struct {
    int n;
    double diagonal[OVERLAP_NODES], beside[OVERLAP_NODES];
    double first[OVERLAP_NODES]; /* the first component of each eigenvector */
} tridiagonal;

static double length_of(double a, double b)
{
    return price_sqrt(a * a + b * b);
}

/* One step of the QL algorithm with an implicit shift, on the rows from `low` to `high`. */
static void step_ql(tridiagonal *m, int low, int high)
{
    double *d = m->diagonal, *e = m->beside, *z = m->first;
    double g = (d[low + 1] - d[low]) / (2 * e[low]), r = length_of(g, 1);
    double s = 1, c = 1, p = 0;
    g = d[high] - d[low] + e[low] / (g + (g >= 0 ? r : -r));
    for (int i = high - 1; i >= low; i--) {
        double f = s * e[i], b = c * e[i], kept = z[i + 1];
        e[i + 1] = r = length_of(f, g);
        if (r <= 0) {
            d[i + 1] -= p;
            e[high] = 0;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        z[i + 1] = s * z[i] + c * kept;
        z[i] = c * z[i] - s * kept;
    }
    d[low] -= p;
    e[low] = g;
    e[high] = 0;
}

static double size_of(double x)
{
    return x < 0 ? -x : x;
}

/* Leaves the eigenvalues on the diagonal. */
static void solve_ql(tridiagonal *m)
{
    enum { STEPS = 200 };
    for (int low = 0; low < m->n; low++) {
        for (int step = 0; step < STEPS; step++) {
            int high = low;
            while (high + 1 < m->n) {
                double beside = size_of(m->diagonal[high]) + size_of(m->diagonal[high + 1]);
                if (size_of(m->beside[high]) <= 1e-17 * beside) break;
                high++;
            }
            if (high == low) break;
            step_ql(m, low, high);
        }
    }
}

/* With N cards, m of them in a given order have the chance 1 / (N)_m, which is an integral of x^(N-m) e^-x. With `n`
 * nodes N^m / (N)_m is the sum of power * node^m: exactly for `most` - 2n < m <= `most`, and nearly so beside. */
static void find_nodes(overlap_room *room, int all, int most, int n)
{
    double rest = all - most;
    tridiagonal m = { .n = n, .first = { 1 } };
    assert(n <= OVERLAP_NODES && all >= most);
    for (int i = 0; i < n; i++) {
        m.diagonal[i] = 2 * i + 1; /* less `rest` */
        m.beside[i] = i + 1 < n ? price_sqrt((i + 1) * (i + 1 + rest)) : 0;
    }
    solve_ql(&m);
    for (int i = 0; i < n; i++) {
        double x = m.diagonal[i] + rest;
        room->node[i] = all / x;
        room->power[i] = m.first[i] * m.first[i];
        for (int k = 0; k < most; k++)
            room->power[i] *= x / (all - k);
    }
    for (int i = n; i < OVERLAP_NODES; i++)
        room->node[i] = room->power[i] = 0;
}

/* --- one side */

static int cards_of(card_key set)
{
    int n = 0;
    for (int v = 1; v <= 10; v++)
        n += key_count(set, v);
    return n;
}

static int weight_of(card_key set)
{
    int weight = 0;
    for (int v = 1; v <= 10; v++)
        weight += v * key_count(set, v);
    return weight;
}

enum { MOST_CARDS = OVERLAP_HEAVIEST };

/* What is known of a side: for each item the number of its set and of its cards. */
typedef struct {
    overlap_side side;
    overlap_place *at;
    lm_lanes *sums;
    int cards, heaviest, sets;   /* the most cards of a set, the greatest weight, the sets up to that weight */
    int copies[11];              /* the most cards of a value */
    double mass[MOST_CARDS + 1]; /* the weight of the sets with so many cards, if cards were put back */
} half;

static void measure_weight(half *h)
{
    h->heaviest = h->cards = 0;
    for (int i = 0; i < h->side.n; i++) {
        int weight = weight_of(h->side.item[i].cards);
        if (weight > h->heaviest) h->heaviest = weight;
    }
}

static void measure_sets(const overlap_room *room, const int cards[11], half *h)
{
    memset(h->copies, 0, sizeof h->copies);
    memset(h->mass, 0, sizeof h->mass);
    h->sets = room->first[h->heaviest + 1];
    for (int i = 0; i < h->side.n; i++) {
        card_key set = h->side.item[i].cards;
        int n = cards_of(set);
        double chance = size_of(h->side.item[i].orders);
        h->at[i] = (overlap_place){ number_of(room, set), n };
        if (n > h->cards) h->cards = n;
        for (int v = 1; v <= 10; v++) {
            int k = key_count(set, v);
            if (k > h->copies[v]) h->copies[v] = k;
            for (int j = 0; j < k; j++)
                chance *= (double)cards[v] / cards[0];
        }
        h->mass[n] += chance;
    }
}

/* [m]: the weight of m cards of both sides together, if cards were put back. Returns the mean of m. */
static int mass_of(const half *a, const half *b, double mass[2 * MOST_CARDS + 1])
{
    double sum = 0, mean = 0;
    memset(mass, 0, sizeof(double) * (2 * MOST_CARDS + 1));
    for (int i = 0; i <= a->cards; i++) {
        for (int j = 0; j <= b->cards; j++) {
            double both = a->mass[i] * b->mass[j];
            mass[i + j] += both;
            sum += both;
            mean += both * (i + j);
        }
    }
    return sum > 0 ? (int)(mean / sum) : 0;
}

/* What the nodes leave out, as a part of the sum. */
static double left_out(const overlap_room *room, int all, int n, int most, const double *mass)
{
    double error = 0, sum = 0, known = 1;
    for (int m = 0; m <= most; m++) {
        double found = 0;
        for (int i = 0; i < n; i++) {
            double x = room->power[i];
            for (int k = 0; k < m; k++)
                x *= room->node[i];
            found += x;
        }
        error += mass[m] * size_of(found - known);
        sum += mass[m] * known;
        known *= (double)all / (all - m);
    }
    return error / sum;
}

/* Takes so many nodes that what they leave out is below the rounding of the sum. As many as half the cards are exact. */
static int choose_nodes(overlap_room *room, int all, const half *a, const half *b)
{
    double mass[2 * MOST_CARDS + 1];
    const int mean = mass_of(a, b, mass), together = a->cards + b->cards, most = together < all ? together : all;
    for (int n = LANES; n < most / 2 + 1; n += LANES) {
        find_nodes(room, all, mean + n < most ? mean + n : most, n);
        if (left_out(room, all, n, most, mass) <= 1e-14) return n;
    }
    find_nodes(room, all, most, most / 2 + 1);
    return most / 2 + 1;
}

static void place(const overlap_room *room, const half *h, int nodes_from)
{
    lm_lanes power[MOST_CARDS + 1] = { { 0 } }, node;
    memset(h->sums, 0, sizeof *h->sums * (size_t)h->sets);
    memcpy(&node, room->node + nodes_from, sizeof node);
    for (int i = 0; i < LANES; i++)
        LANE(power[0], i) = 1;
    for (int k = 1; k <= MOST_CARDS; k++)
        power[k] = power[k - 1] * node;
    for (int i = 0; i < h->side.n; i++)
        h->sums[h->at[i].number] += power[h->at[i].cards] * h->side.item[i].orders;
}

/* [j][k]: C(k,j) (n-j)_(k-j) / all^(k-j): orders in which k cards of a value are drawn, of which j are named. */
typedef double named_cards[MOST_CARDS + 1][MOST_CARDS + 1];

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

/* Sums each run of sets that differ in the number of cards of one value. Lower values come before, and what the other
 * side cannot have drawn of them is left out. */
LM_WIDE static void sum_runs(const overlap_room *room, const half *h, const half *other, int value,
                             const named_cards named)
{
    const int32_t *with = room->with[value];
    const int longest = h->copies[value] + 1;
    const int last = other->copies[value] < longest ? other->copies[value] + 1 : longest;
    const bool lighter = other->heaviest < h->heaviest;
    lm_lanes *run[MOST_CARDS + 1];
    for (int i = 0; i < h->sets; i++) {
        int n = 0;
        if (key_count(room->set[i], value)) continue;
        if (lighter && weight_below(room->set[i], value) > other->heaviest) continue;
        for (int at = i; at >= 0 && at < h->sets && n < longest; at = with[at])
            run[n++] = h->sums + at;
        for (int j = 0; j < n && j < last; j++) {
            lm_lanes sum = *run[j];
            for (int k = j + 1; k < n; k++)
                sum += *run[k] * named[j][k];
            *run[j] = sum;
        }
    }
}

/* Sums a side for each set of cards that both sides may have drawn. */
static void sum_half(const overlap_room *room, const int cards[11], const half *h, const half *other, int nodes_from)
{
    named_cards named;
    place(room, h, nodes_from);
    for (int v = 1; v <= 10; v++) {
        name_cards(cards[v], cards[0], h->copies[v], named);
        sum_runs(room, h, other, v, (const double(*)[MOST_CARDS + 1]) named);
    }
}

/* --- both sides */

/* (-1)^j j! (n)_j / all^2j: the weight of j cards of a value that both sides have drawn. */
typedef double shared_cards[11][MOST_CARDS + 1];

static void share_cards(const int cards[11], const half *a, const half *b, shared_cards shared)
{
    for (int v = 1; v <= 10; v++) {
        shared[v][0] = 1;
        for (int j = 1; j <= MOST_CARDS; j++) {
            double left = cards[v] - (j - 1) > 0 ? cards[v] - (j - 1) : 0;
            bool both = j <= a->copies[v] && j <= b->copies[v];
            shared[v][j] = both ? -shared[v][j - 1] * j * (left / cards[0]) / cards[0] : 0;
        }
    }
}

static double sum_products(const overlap_room *room, const half *a, const half *b, int nodes_from,
                           const shared_cards shared)
{
    lm_lanes sum = { 0 };
    double all = 0;
    for (int i = 0; i < a->sets && i < b->sets; i++) {
        double weight = 1;
        for (int v = 1; v <= 10; v++)
            weight *= shared[v][key_count(room->set[i], v)];
        if (weight != 0) sum += a->sums[i] * b->sums[i] * weight;
    }
    for (int i = 0; i < LANES; i++)
        all += LANE(sum, i) * room->power[nodes_from + i];
    return all;
}

double overlap_sum(overlap_room *room, const int cards[11], overlap_side a, overlap_side b)
{
    half one = { .side = a, .at = room->at_a, .sums = room->a }, two = { .side = b, .at = room->at_b, .sums = room->b };
    bool alike = a.item == b.item;
    shared_cards shared;
    double sum = 0;
    measure_weight(&one);
    measure_weight(&two);
    number_sets(room, one.heaviest > two.heaviest ? one.heaviest : two.heaviest);
    measure_sets(room, cards, &one);
    if (alike)
        two = one;
    else
        measure_sets(room, cards, &two);
    int nodes = choose_nodes(room, cards[0], &one, &two);
    share_cards(cards, &one, &two, shared);
    for (int from = 0; from < nodes; from += LANES) {
        sum_half(room, cards, &one, &two, from);
        if (!alike) sum_half(room, cards, &two, &one, from);
        sum += sum_products(room, &one, &two, from, (const double(*)[MOST_CARDS + 1]) shared);
    }
    return sum;
}

#endif
