/* chance.c - how often players who do not count raise the alarm of `report-review`, and how often counters do.
 *
 * docs/reports.md states both rates. The players are simulated: real shoes of six decks, the true count before each
 * round, and bets of a few habits. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "chance.h"

enum { CARDS = 312, ROUND_CARDS = 6, CUT = 78, PLAYERS = 2000 };

static uint64_t seed = 20261119;

static double chance01(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static void shuffled(int8_t tags[CARDS])
{
    for (int i = 0; i < CARDS; i++)
        tags[i] = (int8_t)(i % 13 < 5 ? 1 : i % 13 < 8 ? 0 : -1);
    for (int i = CARDS - 1; i > 0; i--) {
        int j = (int)(chance01() * (i + 1));
        int8_t tag = tags[i];
        tags[i] = tags[j];
        tags[j] = tag;
    }
}

typedef enum { DOUBLES_AFTER_LOSSES, GOES_UP_SLOWLY, AS_IT_COMES, COUNTS } habit;

/* The next bet; `won` is the last round's outcome. */
static double next_bet(habit how, double bet, int won, double count)
{
    switch (how) {
    case DOUBLES_AFTER_LOSSES: return won || bet >= 16 ? 1 : 2 * bet;
    case GOES_UP_SLOWLY: return won ? (bet < 8 ? bet + 1 : bet) : (bet > 1 ? bet - 1 : 1);
    case AS_IT_COMES: return chance01() < 0.1 ? 1 + floor(8 * chance01()) : bet;
    default: return count >= 2 ? fmin(8, 2 * floor(count)) : 1;
    }
}

static double played(habit how, int shoes)
{
    count_chance c = { 0 };
    int8_t tags[CARDS];
    double bet = 1;
    for (int s = 0; s < shoes; s++) {
        int running = 0, out = 0;
        shuffled(tags);
        while (out < CARDS - CUT) {
            double count = running / ((CARDS - out) / 52.0);
            bet = next_bet(how, bet, chance01() < 0.48, count);
            chance_add(&c, count, bet);
            for (int i = 0; i < ROUND_CARDS; i++)
                running += tags[out++];
        }
        chance_shoe(&c);
    }
    return chance_of(&c);
}

/* The share of players whose bets `by_chance` calls rarer than one in a hundred. */
static double alarmed(habit how, int shoes)
{
    int alarms = 0;
    for (int i = 0; i < PLAYERS; i++)
        alarms += played(how, shoes) < 0.01;
    return (double)alarms / PLAYERS;
}

/* One in a hundred is promised; of 2,000 players, 38 would be three deviations above it. */
static void test_false_alarms_are_as_rare_as_stated(void **state)
{
    (void)state;
    for (habit how = DOUBLES_AFTER_LOSSES; how <= AS_IT_COMES; how++) {
        double few = alarmed(how, 12), many = alarmed(how, 60);
        printf("habit %d: %.4f of players with 12 shoes, %.4f with 60\n", (int)how, few, many);
        assert_true(few <= 0.019);
        assert_true(many <= 0.019);
    }
}

static void test_counters_are_found(void **state)
{
    (void)state;
    double few = alarmed(COUNTS, 12), many = alarmed(COUNTS, 60);
    printf("%.4f of counters with 12 shoes, %.4f with 60\n", few, many);
    assert_true(few >= 0.3);
    assert_true(many >= 0.95);
}

static void test_too_few_shoes_say_nothing(void **state)
{
    (void)state;
    assert_true(isnan(played(COUNTS, CHANCE_SHOES - 1)));
    assert_true(played(COUNTS, CHANCE_SHOES) < 0.5);
    count_chance flat = { 0 };
    for (int s = 0; s < 20; s++) {
        for (int i = 0; i < 10; i++)
            chance_add(&flat, i - 4.5, 5);
        chance_shoe(&flat);
    }
    assert_true(isnan(chance_of(&flat)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_false_alarms_are_as_rare_as_stated),
        cmocka_unit_test(test_counters_are_found),
        cmocka_unit_test(test_too_few_shoes_say_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
