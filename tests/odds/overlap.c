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

static int draw_list(test_random *random, joint_item *item)
{
    int n = 1 + test_random_below(random, MOST), heaviest = 10 + test_random_below(random, 31);
    for (int i = 0; i < n; i++)
        item[i] = draw_item(random, heaviest);
    return n;
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

/* Returns the sum; `size`: what it would be if no order were negative. */
static double side_by_side(const int cards[11], overlap_side a, overlap_side b, double *size)
{
    long double sum = 0, all = 0;
    for (int i = 0; i < a.n; i++) {
        for (int j = 0; j < b.n; j++) {
            long double x = chance_of(cards, a.item[i].cards + b.item[j].cards) * a.item[i].orders * b.item[j].orders;
            sum += x;
            all += x < 0 ? -x : x;
        }
    }
    *size = (double)all;
    return (double)sum;
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

static void compare(int seed, const int cards[11], overlap_side a, overlap_side b)
{
    double size, wanted = side_by_side(cards, a, b, &size), found = overlap_sum(room, cards, a, b);
    double off = found > wanted ? found - wanted : wanted - found;
    if (!(off <= 1e-12 * size))
        fail_msg(/* say:test-overlap-differs */ "case %d, %d cards: %.17g, wanted %.17g", seed, cards[0], found,
                 wanted);
}

static void test_lists(void **state)
{
    static joint_item one[MOST], two[MOST];
    (void)state;
    for (int seed = 0; seed < CASES; seed++) {
        test_random random = test_random_from(22, seed);
        int cards[11];
        draw_cards(&random, cards);
        overlap_side a = { one, draw_list(&random, one) }, b = { two, draw_list(&random, two) };
        compare(seed, cards, a, b);
        compare(seed, cards, a, a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_lists) };
    return cmocka_run_group_tests(tests, begin, end);
}
