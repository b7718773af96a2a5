/* facts_modes.c - every shipped profile, and what must hold under all rules. */
#include "kit/facts_help.h"

#include "lammer/profile.h"

static void say(void *self, const char *file, int line, const char *text)
{
    (void)self;
    print_error("%s:%d: %s\n", file, line, text);
}

static void load(lm_profile *profile, const char *name, const char *setting)
{
    const lm_profile_reader reader = { say, NULL };
    if (!lm_profile_load(profile, lm_wagers, name, &setting, setting ? 1 : 0, &reader))
        fail_msg("%s does not load", name);
}

static void assert_sums(const char *what, const lm_figures *f)
{
    enum { FIGURES = sizeof *f / sizeof(double) };
    double lammers = 0, all[FIGURES];
    memcpy(all, f, sizeof all);
    for (int i = 0; i < FIGURES; i++) {
        if (!isfinite(all[i])) fail_msg("%s: figure %d is not a number", what, i);
    }
    for (int i = 0; i < 8; i++)
        lammers += f->lammers[i];
    compare("sum", what, f->win + f->push + f->lose, 1, 1e-12);
    compare("sum", what, f->advance + f->level + f->fall, 1, 1e-12);
    compare("sum", what, lammers + f->dealer_blackjacks, 1, 1e-12);
    assert_true(f->staked >= 1 && f->sd > 0.5 && f->sd < 2);
    assert_true(f->mean > -0.2 && f->mean < 0.05);
}

/* Every starting hand once: the chances add up to one, and no play is better than what is called the best. */
static void assert_hands_add_up(const char *what, lm_game *game)
{
    double chances = 0, columns = 0;
    for (int i = 0; i < lm_game_columns(game); i++) {
        columns += lm_game_column_probability(game, i);
        for (uint8_t a = 1; a <= 10; a++) {
            for (uint8_t b = a; b <= 10; b++) {
                lm_prices prices;
                lm_game_price(game, i, &(lm_held){ .n = 2, .value = { a, b } }, &prices);
                chances += prices.probability;
                if (prices.probability <= 0) continue;
                for (int play = 0; play < LM_PLAYS; play++) {
                    if (!isnan(prices.value[play]) && prices.value[play] > prices.value[prices.best] + 1e-13)
                        fail_msg("%s: %d,%d against column %d: %d is better than %d", what, a, b, i, play, prices.best);
                }
            }
        }
    }
    compare("sum", what, columns, 1, 1e-12);
    compare("sum", what, chances, 1, 1e-12);
}

static void test_profiles(void **state)
{
    (void)state;
    for (const char *const *name = lm_profile_names(); *name; name++) {
        static lm_profile profile;
        lm_census census;
        lm_figures f;
        lm_chart chart;
        load(&profile, *name, NULL);
        lm_census_fresh(&census, (int)profile.rules.decks);
        lm_game *game = open_game(&profile.rules, &census);
        lm_game_figures(game, &f);
        print_message("%s: edge %.9f %%, sd %.6f, element of risk %.9f %%\n", *name, -100 * f.mean, f.sd,
                      -100 * f.mean / f.staked);
        assert_sums(*name, &f);
        compare("same", *name, f.mean, lm_game_mean(game), 1e-13);
        assert_hands_add_up(*name, game);
        lm_game_chart(game, &chart);
        double mean = lm_game_chart_mean(game, &chart);
        assert_true(mean <= f.mean + 1e-15 && mean > f.mean - 0.001);
        lm_game_chart_figures(game, &chart, &f);
        compare("same", *name, f.mean, mean, 1e-13);
        assert_sums(*name, &f);
    }
}

static double mean_of_profile(const char *name, const char *setting)
{
    static lm_profile profile;
    lm_census census;
    load(&profile, name, setting);
    lm_census_fresh(&census, (int)profile.rules.decks);
    return lm_game_mean(open_game(&profile.rules, &census));
}

/* Two shoes, or a second dealer hand after the first, change nothing in what one wager is worth. Multiple action splits
 * only once (MBJ-11(e)). */
static void test_modes(void **state)
{
    (void)state;
    double none = mean_of_profile("ma-blackjack-nohole", NULL);
    compare("same", "double shoe", mean_of_profile("ma-blackjack-doubleshoe", NULL), none, 1e-15);
    compare("same", "a hole card that is not looked at", mean_of_profile("ma-blackjack-nohole", "hole_card=unseen"),
            none, 1e-15);
    compare("same", "multiple action", mean_of_profile("ma-blackjack-multi", NULL),
            mean_of_profile("ma-blackjack-nohole", "split_hands=2"), 1e-15);
}

/* Late surrender improves the chart by 0.07 to 0.08 per cent, too, and the chart says when to surrender. */
static void test_surrender(void **state)
{
    lm_chart chart;
    double mean[2];
    (void)state;
    for (int on = 0; on < 2; on++) {
        lm_game *game = fresh_game(LM_MBJ, 6, on ? BLACKJACK S17 " surrender=on" : BLACKJACK S17);
        lm_game_chart(game, &chart);
        mean[on] = lm_game_chart_mean(game, &chart);
        compare("near", "chart and optimum", mean[on], lm_game_mean(game), 6e-5);
    }
    compare("published", "late surrender %", 100 * (mean[1] - mean[0]), 0.08, 0.01);
}

/* --- removing a card */

/* Small cards favour the dealer. If one card is removed and play may adapt, the mean over all cards is at least
 * the old one, and hardly more. */
static void assert_removal(const char *what, lm_game *game, double most)
{
    double effect[LM_VALUES], mean = 0;
    lm_game_removal(game, effect);
    for (int v = 1; v <= 10; v++) {
        print_message("%s: without one %2d %+.6f %%\n", what, v, 100 * effect[v]);
        mean += effect[v] * (v == 10 ? 4.0 : 1.0) / 13;
    }
    for (int v = 2; v <= 6; v++)
        assert_true(effect[v] > 0 && effect[v] <= effect[5]);
    assert_true(effect[1] < 0 && effect[9] < 0 && effect[10] < 0 && effect[1] < effect[9]);
    assert_true(mean > -1e-14 && mean < most);
}

static void test_removal(void **state)
{
    (void)state;
    assert_removal("blackjack", fresh_game(LM_MBJ, 6, BLACKJACK S17), 3e-5);
    assert_removal("Free Bet", fresh_game(LM_WFB, 6, FREE_BET), 3e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_profiles), cmocka_unit_test(test_modes),
                                        cmocka_unit_test(test_surrender), cmocka_unit_test(test_removal) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
