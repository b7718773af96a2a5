/* check_house.c - rules that bind all tables of one house together. */
/* sanitized */
#include "kit/rules_help.h"

static void tables_of_one_house_agree(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *first, *second;
        bool agree;
    } rows[] = {
        { "MBJ-17(e)(2).1", "@suited:1", "@suited:1", true },
        { "MBJ-17(e)(2).1", "@suited:1", "@suited:2", false },
        { "MBJ-17(e)(2).1", "decks=6 @suited:1", "decks=8 @suited:2", true },
        { "MBJ-17(e)(2).1", "@suited:1", "@over13", true },
        { "MBJ-20(k).2", "@blackjack-bonus bonus_advantage_1=10", "@blackjack-bonus bonus_advantage_1=11", false },
        { "MBJ-20(k).2", "@blackjack-bonus bonus_advantage_5=10", "@blackjack-bonus bonus_advantage_5=11", false },
        { "MBJ-20(k).2", "@blackjack-bonus bonus_weights_1=15x10", "@blackjack-bonus bonus_weights_1=10x30+20x30",
          true },
        { "MBJ-20(k).2", "@blackjack-bonus bonus_weights_1=15x10", "@blackjack-bonus bonus_weights_1=20x1", false },
        { "MBJ-20(k).2", "decks=6 @blackjack-bonus bonus_weights_1=15x10",
          "decks=8 @blackjack-bonus bonus_weights_1=15x10", false },
        { "MBJ-20(k).2", "@blackjack-bonus bonus_advantage_1=10", "bonus_advantage_1=11", true },
        { "MBJ-20(k).2", "@blackjack-bonus bonus_stakes=1 bonus_advantage_5=10",
          "@blackjack-bonus bonus_stakes=1 bonus_advantage_5=11", true },
        { "MBJ-20(k).2", "@blackjack-bonus bonus_stakes=1 bonus_advantage_1=5",
          "@blackjack-bonus bonus_stakes=5 bonus_advantage_1=6", true },
        { "MBJ-13(g).2", "bettors_per_box=2 shared_tables=1", "bettors_per_box=2 shared_tables=1", false },
        { "MBJ-13(g).2", "bettors_per_box=2", "bettors_per_box=3 shared_tables=1", false },
        { "MBJ-13(g).2", "bettors_per_box=2 shared_tables=1", "bettors_per_box=2 shared_tables=2", false },
        { "MBJ-13(g).2", "bettors_per_box=2 shared_tables=2", "bettors_per_box=3 shared_tables=2", true },
        { "MBJ-13(g).2", "bettors_per_box=2 shared_tables=1", "bettors_per_box=1 shared_tables=1", true },
        { "MBJ-13(g).2", "bettors_per_box=2", "bettors_per_box=2", true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules plain, first, second;
        static found f;
        rules_make(&plain, MBJ, "");
        rules_make(&first, MBJ, rows[i].first);
        rules_make(&second, MBJ, rows[i].second);
        const lm_rules *tables[] = { &plain, &first, &second };
        lm_finder finder = { found_add, &f };
        f.n = 0;
        int errors = lm_house_check(tables, 3, &finder);
        if ((errors == 0) != rows[i].agree) fail_msg("%s: %s and %s", rows[i].clause, rows[i].first, rows[i].second);
        if (rows[i].agree) continue;
        assert_string_equal(f.item[0].clause, rows[i].clause);
        assert_int_equal(f.item[0].table, 2);
        assert_int_equal(f.item[0].other_table, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_one_house_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
