/* overlap.c - lists of sets of cards that come together, against every two sets laid side by side. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/small_games.h"
#include "several/overlap.h"

enum { CASES = 60, MOST = 400 };

static overlap_room *room;

static int begin(void **state)
{
    (void)state;
    room = aligned_alloc(64, (sizeof *room + 63) / 64 * 64);
    assert_non_null(room);
    overlap_begin(room);
    return 0;
}

static int end(void **state)
{
    (void)state;
    free(room);
    return 0;
}

/* A set of a weight up to `heaviest`, with orders that may be negative, as those of a hand that must not be a pair. */
static joint_item draw_item(test_random *random, int heaviest)
{
    joint_item item = { 0, (double)test_random_below(random, 50) - 5 };
    for (int left = heaviest; left > 0 && test_random_below(random, 6);) {
        int v = 1 + test_random_below(random, left < 10 ? left : 10);
        item.cards += (card_key)1 << (6 * (v - 1));
        left -= v;
    }
    return item;
}

/* One card after the other. */
static long double chance_of(const int cards[11], card_key set)
{
    long double chance = 1;
    int drawn = 0;
    for (int v = 1; v <= 10; v++) {
        for (int k = 0; k < key_count(set, v); k++, drawn++) {
            if (k >= cards[v]) return 0;
            chance = chance * (cards[v] - k) / (cards[0] - drawn);
        }
    }
    return chance;
}

/* The sums of overlap_sum and what they would be if no order were negative. */
typedef struct {
    double sum, size, more, more_cards[OVERLAP_HANDS][11];
} sums;

/* Adds one choice of a set from each hand. */
static void add_choice(const int cards[11], const overlap_side *a, card_key all, const card_key *of_a,
                       long double orders, sums *out)
{
    long double x = chance_of(cards, all) * orders, more = 0;
    int drawn = 0;
    for (int v = 1; v <= 10; v++)
        drawn += key_count(all, v);
    out->sum += (double)x;
    out->size += (double)(x < 0 ? -x : x);
    if (drawn < cards[0]) more = x * cards[0] / (cards[0] - drawn);
    out->more += (double)more;
    for (int h = 0; h < a->hands; h++) {
        for (int v = 1; v <= 10; v++)
            out->more_cards[h][v] += (double)(more * key_count(of_a[h], v));
    }
}

static sums side_by_side(const int cards[11], const overlap_side *a, const overlap_side *b)
{
    static const joint_item nothing = { 0, 1 };
    const overlap_list none = { 1, 0, &nothing }, *hand[4] = { &a->hand[0], a->hands > 1 ? &a->hand[1] : &none,
                                                               &b->hand[0], b->hands > 1 ? &b->hand[1] : &none };
    sums out = { 0 };
    for (int i = 0; i < hand[0]->n * hand[1]->n; i++) {
        const joint_item *x = &hand[0]->item[i / hand[1]->n], *y = &hand[1]->item[i % hand[1]->n];
        const card_key of_a[] = { x->cards, y->cards };
        for (int k = 0; k < hand[2]->n * hand[3]->n; k++) {
            const joint_item *z = &hand[2]->item[k / hand[3]->n], *u = &hand[3]->item[k % hand[3]->n];
            add_choice(cards, a, x->cards + y->cards + z->cards + u->cards, of_a,
                       (long double)x->orders * y->orders * z->orders * u->orders, &out);
        }
    }
    return out;
}

static void draw_cards(test_random *random, int cards[11])
{
    int copies = 4 * (1 + test_random_below(random, 8));
    cards[0] = 0;
    for (int v = 1; v <= 10; v++) {
        cards[v] = copies * (v == 10 ? 4 : 1) - test_random_below(random, 5);
        cards[0] += cards[v];
    }
}

static void expect_sum(int seed, const int cards[11], double found, double wanted, double size)
{
    double off = found > wanted ? found - wanted : wanted - found;
    if (!(off <= 1e-12 * size + 1e-24)) /* sets that the shoe does not hold leave rounding */
        fail_msg(/* say:test-overlap-differs */ "case %d, %d cards: %.17g, wanted %.17g", seed, cards[0], found,
                 wanted);
}

static void compare(int seed, const int cards[11], const overlap_side *a, const overlap_side *b)
{
    const sums wanted = side_by_side(cards, a, b);
    overlap_more more;
    expect_sum(seed, cards, overlap_sum(room, cards, a, b, NULL), wanted.sum, wanted.size);
    if (cards[0] <= 2 * OVERLAP_CARDS) return;
    overlap_sum(room, cards, a, b, &more);
    expect_sum(seed, cards, more.all, wanted.more, 2 * wanted.size);
    for (int h = 0; h < a->hands; h++) {
        for (int v = 1; v <= 10; v++)
            expect_sum(seed, cards, more.cards[h][v], wanted.more_cards[h][v], 20 * wanted.size);
    }
}

static overlap_list draw_list(test_random *random, joint_item *item, int most, int heaviest)
{
    static uint64_t lists;
    int n = 1 + test_random_below(random, most);
    for (int i = 0; i < n; i++)
        item[i] = draw_item(random, heaviest);
    return (overlap_list){ n, ++lists, item };
}

/* One hand on each side, different or alike. */
static void test_lists(void **state)
{
    static joint_item one[MOST], two[MOST];
    (void)state;
    for (int seed = 0; seed < CASES; seed++) {
        test_random random = test_random_from(22, seed);
        int cards[11];
        draw_cards(&random, cards);
        overlap_side a = { 1, { draw_list(&random, one, MOST, 10 + test_random_below(&random, 31)) } };
        overlap_side b = { 1, { draw_list(&random, two, MOST, 10 + test_random_below(&random, 31)) } };
        compare(seed, cards, &a, &b);
        compare(seed, cards, &a, &a);
        compare(seed, cards, &b, &a);
    }
}

/* Two hands on a side, alike or not: a field serves several other sides. */
static void test_hands(void **state)
{
    static joint_item one[MOST], two[MOST];
    (void)state;
    for (int seed = 0; seed < CASES; seed++) {
        test_random random = test_random_from(23, seed);
        int cards[11], few = 14;
        draw_cards(&random, cards);
        const overlap_list x = draw_list(&random, one, few, 20), y = draw_list(&random, two, few, 20);
        const overlap_side both = { 2, { x, y } }, alike = { 2, { x, x } }, single = { 1, { y } };
        compare(seed, cards, &both, &alike);
        compare(seed, cards, &alike, &alike);
        compare(seed, cards, &single, &alike);
        compare(seed, cards, &both, &single);
        compare(seed, cards, &both, &both);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_lists), cmocka_unit_test(test_hands) };
    return cmocka_run_group_tests(tests, begin, end);
}
