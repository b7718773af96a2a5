/* seen.c - the class opt: hands of a split are decided knowing all cards that the earlier hands of the box drew.
 *
 * Through the five verbs the best player who sees everything is enumerated over all orders of small shoes, and opt is
 * worth exactly the same. Where the card of a double lies face down that player sees it all the same, so opt is worth at
 * most that. In large shoes what is too rare to be followed is left out. */
/* soak */
#include "kit/facts_help.h"
#include "kit/prove.h"

static lm_game *lend_to(lm_game *game)
{
    static void *memory;
    if (!memory) memory = malloc(lm_game_seen_size());
    assert_non_null(memory);
    assert_false(lm_game_lend(game, memory, lm_game_seen_size() - 1));
    assert_true(lm_game_lend(game, memory, lm_game_seen_size()));
    return game;
}

typedef struct {
    int proved, better, free_bet, wrong;
} score;

static bool is_claimed(const lm_rules *rules)
{
    return rules->hole_card != LM_HOLE_NONE && rules->hole_card != LM_HOLE_UNSEEN && !rules->bonus_678;
}

static void prove_one(int seed, score *sum)
{
    static bout b;
    lm_rules rules;
    lm_census census;
    test_tally best;
    test_random random = test_random_from(24, seed);
    test_rules_draw(&rules, &random, seed % 3 != 0);
    test_census_draw(&census, &rules, 10 + test_random_below(&random, 8), 3 + test_random_below(&random, 2), true,
                     &random);
    if (!is_claimed(&rules) || !open_bout(&b, seed, &rules, &census)) return;
    if (!test_play_best(&b.question, &best) || best.ran_out) return;
    double narrow = lm_game_class_mean(b.game, LM_POST_SPLIT_CDPN);
    double mean = lm_game_class_mean(lend_to(b.game), LM_POST_SPLIT_OPT);
    if (rules.double_card != LM_DOUBLE_DOWN)
        expect(&b, /* say:test-opt-value */ "opt, by all cards seen", mean, test_mean(&best));
    else if (mean > test_mean(&best) + close_enough)
        wrong(&b, "opt with a card face down", mean, test_mean(&best));
    if (mean < narrow - 1e-13) wrong(&b, "opt is less than cdpn", mean, narrow);
    if (lm_game_seen_left_out(b.game) > 0) wrong(&b, "left out", lm_game_seen_left_out(b.game), 0);
    sum->proved++;
    sum->better += mean > narrow + 1e-12;
    sum->free_bet += lm_is_free_bet(&rules);
    sum->wrong += b.wrong > 0;
}

static void test_small_shoes(void **state)
{
    (void)state;
    score sum = { 0 };
    proof p = cases("seen", 8, 300);
    for (int tried = 0; proof_goes_on(&p, sum.proved) && tried < 40 * (sum.proved + 20); tried++)
        prove_one((int)p.seed + tried, &sum);
    assert_false(proof_goes_on(&p, sum.proved));
    assert_true(sum.better > 0 && sum.proved > 0);
    assert_int_equal(sum.wrong, 0);
    proof_end(&p, sum.proved, "rule sets and shoes", "%d times better than cdpn, %d of Free Bet", sum.better,
              sum.free_bet);
}

/* Each class is worth at least the narrower one, on whole shoes. Split to two hands to keep the test short. */
static void test_order(void **state)
{
    (void)state;
    static const struct {
        lm_rule_set set;
        int decks;
        const char *settings;
    } table[] = { { LM_MBJ, 2, BLACKJACK S17 " split_hands=2" }, { LM_WFB, 6, FREE_BET " split_hands=2" } };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lm_game *game = fresh_game(table[i].set, table[i].decks, table[i].settings);
        double narrow = lm_game_class_mean(game, LM_POST_SPLIT_CDPN);
        assert_true(lm_game_class_mean(game, LM_POST_SPLIT_OPT) == narrow); /* no memory is lent */
        lend_to(game);
        double mean = lm_game_class_mean(game, LM_POST_SPLIT_OPT), left_out = lm_game_seen_left_out(game);
        print_message("%d decks: cdpn %.9f, opt %.9f, about %.1e left out\n", table[i].decks, narrow, mean, left_out);
        assert_true(mean > narrow && mean < narrow + 1e-4);
        assert_true(left_out < 0.1 * (mean - narrow));
    }
}

static void test_no_pairs(void **state)
{
    (void)state;
    lm_rules rules;
    lm_census census;
    assert_true(test_rules_read(&rules, "rule_set=mbj decks=8 free_double=none free_split=none"));
    assert_true(test_census_read(&census, "A23456789T"));
    lm_game *game = lend_to(open_game(&rules, &census));
    assert_true(lm_game_class_mean(game, LM_POST_SPLIT_OPT) == lm_game_mean(game));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_no_pairs),
        cmocka_unit_test(test_small_shoes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
