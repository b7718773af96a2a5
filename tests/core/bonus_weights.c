/* bonus_weights.c - the advantage of a display that chooses the blackjack bonus, at its borders, computed by hand.
 *
 * One deck: a blackjack comes with p = 2 * 4 * 16 / (52 * 51) = 32 / 663. The house keeps 1 - p - p * mean / stake
 * (C-85). A mean of 15.575 for $1, or of 77.875 for $5, keeps exactly 20 per cent; 19.71875 for $1 keeps nothing. */
/* sanitized */
#include "kit/rules_help.h"

#define BONUS "decks=1 @blackjack-bonus "

/* For $1, 200 shows add up to $3,115; for $5, 200 shows add up to $15,575; the last row has 160 shows of $3,155. */
#define TWENTY_1 "bonus_weights_1=5x10+10x10+15x127+20x53 "
#define TWENTY_5 "bonus_weights_5=50x25+75x127+100x48 "
#define NOTHING_1 "bonus_weights_1=15x21+20x127+25x12 "

static void weights_agree_with_what_is_declared(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *first, *second;
        bool agree;
    } rows[] = {
        { "MBJ-20(k).2", BONUS "bonus_advantage_1=20 ", BONUS TWENTY_1, true },
        { "MBJ-20(k).2", BONUS "bonus_advantage_1=20.01 ", BONUS TWENTY_1, false },
        { "MBJ-20(k).2", BONUS "bonus_advantage_5=20 ", BONUS TWENTY_5, true },
        { "MBJ-20(k).2", BONUS "bonus_advantage_5=19.99 ", BONUS TWENTY_5, false },
        { "MBJ-20(k).2", BONUS "bonus_advantage_1=0 ", BONUS NOTHING_1, true },
        { "MBJ-20(k).2", BONUS "bonus_stakes=1 bonus_advantage_5=10 ", BONUS "bonus_stakes=both bonus_advantage_5=11 ",
          true },
        { "MBJ-20(k).2", BONUS "bonus_stakes=both bonus_advantage_5=10 ", BONUS "bonus_stakes=1 bonus_advantage_5=11 ",
          true },
        { "MBJ-20(k).2", BONUS "bonus_stakes=5 bonus_advantage_1=10 ", BONUS "bonus_stakes=both bonus_advantage_1=11 ",
          true },
        { "MBJ-20(k).2", BONUS "bonus_stakes=both bonus_advantage_1=10 ", BONUS "bonus_stakes=5 bonus_advantage_1=11 ",
          true },
        { "MBJ-20(k).2", BONUS TWENTY_1, BONUS "bonus_weights_1=5x20+10x20+15x126+20x34 ", false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules first, second;
        rules_make(&first, MBJ, rows[i].first);
        rules_make(&second, MBJ, rows[i].second);
        const lm_rules *tables[] = { &first, &second };
        if ((lm_house_check(tables, 2, NULL) == 0) != rows[i].agree) fail_msg("%s, row %zu", rows[i].clause, i);
    }
}

/* The house keeps between nothing and 30 per cent: 30 is a mean of 13.503125 for $1, of 67.515625 for $5. */
static void between_nothing_and_thirty(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *weights, *text;
    } rows[] = {
        { "MBJ-20(k).1", NOTHING_1, NULL },
        { "MBJ-20(k).1", "bonus_weights_1=15x20+20x127+25x13 ", "these weights pay out more than players stake" },
        { "MBJ-20(k).1", "bonus_weights_1=10x29+15x67 ",
          "these weights keep more than 30 per cent of the stake" }, /* 13.490 */
        { "MBJ-20(k).1", "bonus_weights_1=10x29+15x68 ", NULL },     /* 13.505 */
        { "MBJ-20(k).1", "bonus_weights_5=50x30+75x70 ",
          "these weights keep more than 30 per cent of the stake" }, /* 67.500 */
        { "MBJ-20(k).1", "bonus_weights_5=50x29+75x70 ", NULL },     /* 67.677 */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        static found f;
        rules_make(&rules, MBJ BONUS, rows[i].weights);
        found_of(&f, &rules);
        const lm_finding *told = found_clause(&f, LM_ERROR, rows[i].clause);
        if (!told != !rows[i].text) fail_msg("row %zu: %s", i, told ? told->text : "nothing");
        if (told) assert_string_equal(told->text, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_agree_with_what_is_declared),
        cmocka_unit_test(between_nothing_and_thirty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
