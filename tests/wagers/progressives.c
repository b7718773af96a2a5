/* sanitized */
/* The two progressives of Section 19: aces, and Super 4. */
#include "kit/hands.h"

static void test_aces(void **state)
{
    static const hand hands[] = {
        { "MBJ-19(c)", "Ah Ad Ah Ad", "7c", "100%" },
        { "MBJ-19(c)", "As Ac Ac As", "7c", "100%" },
        { "MBJ-19(c)", "Ah Ad Ah As", "7c", "$250" }, /* one ace of the other colour */
        { "MBJ-19(c)", "Ah Ad Ah 2d", "7c", "$250" }, /* one ace short */
        { "MBJ-19(e)", "Ah Ah Ah Ah", "7c", "100%" },
        { "MBJ-19(c)", "Ah Ah Ah", "7c", "$2500" },
        { "MBJ-19(c)", "Ah Ah Ah As", "7c", "$2500" }, /* four of mixed colour: the first three */
        { "MBJ-19(c)", "Ah Ah Ad", "7c", "$250" },
        { "MBJ-19(c)", "Ah As Ad", "7c", "$250" },
        { "MBJ-19(c)", "Ah Ah 2h Ah", "7c", "$100" },
        { "MBJ-19(c)", "Ah Ah", "7c", "$100" },
        { "MBJ-19(e)", "Ah Ah Kd", "7c", "$100" },
        { "MBJ-19(c)", "Ah Ad", "Ac", "$25" },
        { "MBJ-19(c)", "Ah Kh", "Ac", "-" },
        { "MBJ-19(c)", "Kh Ah Ah Ah", "Ac", "-" },
        { 0 },
    };
    (void)state;
    play(&lm_wager_aces, "", 6, hands);
    assert_every_row_won(&lm_wager_aces);
}

/* Meters: 0 star, 1 spade, 2 heart, 3 diamond, 4 club; table N has one. */
static void test_super4(void **state)
{
    static const hand hands[] = {
        { "MBJ-19(k).1", "Qd Jd", "Ad Kd", "100% 100% 100% 100%" },
        { "MBJ-19(k).1", "Ad Qd", "Kd Ad", "$250 $250 100%@4 $300" }, /* king, but no jack */
        { "MBJ-19(k).1", "Ad Kd", "Qd Ad", "$250 $250 100%@4 $300" },
        { "MBJ-19(k).1", "Kd Qd", "Jd Ad", "100% 100% 100% 100%" }, /* a ten-value card up */
        { "MBJ-19(k).1", "Qs Js", "As Ks", "100%@1 100%@1 100%@1 10%" },
        { "MBJ-19(k).1", "Qs Jd", "As Ks", "$750 100%@3 100%@3 $400" }, /* one card of another suit */
        { "MBJ-19(k).1", "Ac As", "Ad Kh", "100%@2 100%@2 100%@2 $750" },
        { "MBJ-19(k).1", "Kd Kd", "Ad Kd", "100%@2 100%@2 100%@2 $750" }, /* trips before a flush */
        { "MBJ-19(k).1", "Kd Ks", "Ad Qd", "$50 $50 $50 $50" },           /* one king short of trips */
        { "MBJ-19(k).1", "Ts Jd", "As Ks", "$25 $25 $25 $25" },           /* one rank off the straight */
        { "MBJ-19(k).1", "2h 9h", "Ah Th", "$250 $250 100%@4 $300" },
        { "MBJ-19(k).1", "2h 9d", "Ah Th", "$100 $100 $100 $100" }, /* one card short of the flush */
        { "MBJ-19(k).1", "2h 9h", "Ah Td", "$100 $100 $100 $100" }, /* also where it is the dealer's card */
        { "MBJ-19(k).1", "2h 9h", "Ah Ts", "$25 $25 $25 $25" },
        { "MBJ-19(k).1", "Ac Ks", "Ah Kd", "$200 $200 $200 $200" },
        { "MBJ-19(k).1", "Ad Kh", "Ah Kd", "$200 $200 $200 $200" }, /* two pair before one colour */
        { "MBJ-19(k).1", "Ac Qs", "Ah Kd", "$50 $50 $50 $50" },     /* one card short of two pair */
        { "MBJ-19(k).1", "Ac 5s", "As Kc", "$100 $100 $100 $100" }, /* one colour before a pair */
        { "MBJ-19(k).1", "Ac 5d", "As Kc", "$50 $50 $50 $50" },
        { "MBJ-19(k).1", "5c 5d", "As Kc", "$50 $50 $50 $50" },
        { "MBJ-19(k).1", "5c 6d", "As Kc", "$25 $25 $25 $25" },
        { "MBJ-19(l).1", "5c 6d", "As 9c", "$10 $10 $10 $10" },
        { "MBJ-19(l).1", "Qd Jd", "Ad 9d Ad", "$10 $10 $10 $10" }, /* 21, no blackjack */
        { "MBJ-19(l).2", "5c 6d", "Ks 9c", "- - - -" },
        { "MBJ-19(l).2", "Qd Jd", "9d Ad", "- - - -" }, /* the ace is not up */
        { 0 },
    };
    (void)state;
    play(&lm_wager_super4, "1 2 3 N", 8, hands);
    assert_every_row_won(&lm_wager_super4);
}

static void test_super4_decks(void **state)
{
    static const struct {
        const char *clause;
        const char *table;
        int decks;
        bool exists;
    } rows[] = {
        { "MBJ-19(n).1", "N", 8, true },  { "MBJ-19(n).1", "N", 6, false }, { "MBJ-19(j).2", "1", 1, true },
        { "MBJ-19(j).2", "2", 4, true },  { "MBJ-19(j).2", "3", 6, true },  { "MBJ-19(j).2", "1", 3, false },
        { "MBJ-19(j).2", "2", 5, false }, { "MBJ-19(j).2", "3", 7, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool found = find_table(&lm_wager_super4, rows[i].table, rows[i].decks, LM_MBJ) >= 0;
        if (found != rows[i].exists) fail_msg("%s: %d decks", rows[i].clause, rows[i].decks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aces),
        cmocka_unit_test(test_super4),
        cmocka_unit_test(test_super4_decks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
