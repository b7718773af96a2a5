/* facts_main.c - published figures of the main game, against the analyser.
 *
 * Every comparison is printed with its difference. Where a published figure does not mean the same as ours, the row
 * says so and docs/odds.md explains it; facts_pairs.c has those that depend on how split hands are played. */
#include "kit/facts_help.h"

/* --- means of ordinary blackjack */

typedef enum { OPTIMUM, CHART, SPREAD } main_figure;

typedef struct {
    const char *source;
    int decks;
    const char *settings;
    main_figure figure;
    double wanted, within; /* per cent */
} main_row;

#define NINE_DIGITS 5.01e-10
#define THREE_DIGITS 5.01e-4
#define SPREAD_WITHIN 1e-5

/* `best analyser` is the best public one; its values are for split hands played like unsplit ones. `charts` are
 * published values of total-dependent play. */
/* clang-format off */
static const main_row main_rows[] = {
    { "best analyser", 6, "dealer_soft17=hit",                 OPTIMUM, -0.615389123, NINE_DIGITS },
    { "best analyser", 6, "dealer_soft17=stand",               OPTIMUM, -0.402870236, NINE_DIGITS },
    { "best analyser", 8, "dealer_soft17=hit",                 OPTIMUM, -0.644553852, NINE_DIGITS },
    { "best analyser", 8, "dealer_soft17=stand",               OPTIMUM, -0.430580629, NINE_DIGITS },
    { "best analyser", 6, "dealer_soft17=hit resplit_aces=on", OPTIMUM, -0.547198964, NINE_DIGITS },
    { "best analyser", 6, "dealer_soft17=hit split_hands=2",   OPTIMUM, -0.668950590, NINE_DIGITS },
    { "best analyser", 6, "dealer_soft17=hit split_hands=2",   SPREAD,  115.280128,   5.01e-7 },
    /* every pair of split hands laid side by side, which takes ten times as long; docs/odds.md states the tolerance */
    { "all pairs",     6, "dealer_soft17=hit",                 SPREAD,  116.0442563, SPREAD_WITHIN },
    { "all pairs",     6, "dealer_soft17=stand",               SPREAD,  115.4024674, SPREAD_WITHIN },
    { "all pairs",     6, "dealer_soft17=hit resplit_aces=on", SPREAD,  116.1320219, SPREAD_WITHIN },
    { "all pairs",     8, "dealer_soft17=hit",                 SPREAD,  116.0925369, SPREAD_WITHIN },
    { "all pairs",     2, "dealer_soft17=hit",                 SPREAD,  116.2050510, SPREAD_WITHIN },
    { "all pairs",     1, "dealer_soft17=stand",               SPREAD,  115.9365259, SPREAD_WITHIN },
    { "charts",        6, "dealer_soft17=stand",               CHART,   -0.406, THREE_DIGITS },
    { "charts",        6, "dealer_soft17=hit",                 CHART,   -0.618, THREE_DIGITS },
    { "charts",        8, "dealer_soft17=stand",               CHART,   -0.432, THREE_DIGITS },
    { "charts",        8, "dealer_soft17=hit",                 CHART,   -0.646, THREE_DIGITS },
};
/* clang-format on */

static double main_value(lm_game *game, main_figure figure)
{
    lm_figures figures;
    lm_chart chart;
    if (figure == OPTIMUM) return lm_game_mean(game);
    if (figure == SPREAD) {
        lm_game_figures(game, &figures);
        return figures.sd;
    }
    lm_game_chart(game, &chart);
    double mean = lm_game_chart_mean(game, &chart);
    assert_true(mean <= lm_game_mean(game) + 1e-15);
    return mean;
}

static void test_means(void **state)
{
    static const char *const names[] = { "optimum", "chart", "sd" };
    (void)state;
    for (size_t i = 0; i < sizeof main_rows / sizeof *main_rows; i++) {
        const main_row *row = &main_rows[i];
        char settings[256], what[96];
        snprintf(settings, sizeof settings, BLACKJACK "%s", row->settings);
        lm_game *game = fresh_game(LM_MBJ, row->decks, settings);
        snprintf(what, sizeof what, "%dd %s %s %%", row->decks, row->settings, names[row->figure]);
        compare(row->source, what, 100 * main_value(game, row->figure), row->wanted, row->within);
    }
}

/* --- single hands */

typedef struct {
    int decks;
    const char *settings;
    int up;
    uint8_t value[2];
    double stand, hit, dbl; /* NAN: not published */
} hand_row;

/* Expected returns of two cards once the dealer has no blackjack, published to six digits. */
/* clang-format off */
static const hand_row hand_rows[] = {
    { 1, S17, 1, { 1, 2 }, -0.661732, -0.067808, -0.593281 },
    { 1, S17, 1, { 2, 3 }, -0.659375, -0.291565, -1.318751 },
    { 1, S17, 1, { 4, 5 }, -0.654533, -0.070215, -0.395771 },
    { 1, S17, 1, { 5, 6 }, -0.634013,  0.172946,  0.240259 },
    { 1, S17, 1, { 1, 7 }, -0.101015, -0.108386, -0.357778 },
    { 1, H17, 1, { 1, 6 }, -0.507702, -0.229134, -0.529713 },
    { 1, H17, 1, { 5, 6 }, -0.575374,  0.143003,  0.234296 },
    { 1, H17, 1, { 1, 7 }, -0.223909, -0.173175, -0.414678 },
    { 2, H17, 1, { 1, 2 }, -0.594150, -0.103429, -0.571816 },
    { 2, H17, 1, { 4, 6 }, -0.587412,  0.038312, -0.003909 },
    { 2, H17, 1, { 1, 7 }, -0.224703, -0.165428, -0.416886 },
    { 5, H17, 1, { 2, 5 }, -0.595862, -0.352377, -1.085452 },
    { 5, H17, 1, { 5, 6 }, -0.594346,  0.109880,  0.128187 },
    { 5, S17, 1, { 1, 6 }, -0.478961, -0.183653, -0.535696 },
    { 5, S17, 1, { 4, 6 }, -0.661223,  0.081318, -0.002174 },
};
/* clang-format on */

static void test_hands(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hand_rows / sizeof *hand_rows; i++) {
        const hand_row *row = &hand_rows[i];
        const double wanted[] = { row->stand, row->hit, row->dbl };
        static const char *const names[] = { "stand", "hit", "double" };
        char settings[256], what[96];
        snprintf(settings, sizeof settings, BLACKJACK "%s", row->settings);
        lm_game *game = fresh_game(LM_MBJ, row->decks, settings);
        lm_prices prices = price_hand(game, row->up, 2, row->value);
        for (int play = LM_PLAY_STAND; play <= LM_PLAY_DOUBLE; play++) {
            snprintf(what, sizeof what, "%dd %s %d,%d v %d %s", row->decks, row->settings, row->value[0], row->value[1],
                     row->up, names[play]);
            compare("tables", what, prices.value[play], wanted[play], 5.01e-7);
        }
    }
}

/* 12 against 4 in an infinite deck; a million decks are as good to six digits. */
static void test_endless(void **state)
{
    static const struct {
        lm_rule_set set;
        const char *settings;
        double stand, hit;
    } rows[] = {
        { LM_WFB, FREE_BET, -0.301161, -0.279823 },
        { LM_MBJ, BLACKJACK H17, -0.205850, -0.213839 },
    };
    static const uint8_t twelve[2] = { 10, 2 };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_prices prices = price_hand(fresh_game(rows[i].set, LM_ENDLESS, rows[i].settings), 4, 2, twelve);
        compare("infinite", "12 v 4 stand", prices.value[LM_PLAY_STAND], rows[i].stand, 1.01e-6);
        compare("infinite", "12 v 4 hit", prices.value[LM_PLAY_HIT], rows[i].hit, 1.01e-6);
        assert_int_equal(prices.best, i == 0 ? LM_PLAY_HIT : LM_PLAY_STAND);
    }
}

/* --- Free Bet */

static void pot_of_gold(const char *what, const lm_figures *f, double wanted_01, double wanted_02)
{
    lm_play_facts facts = { .strategy = what };
    lm_rules rules = rules_with(LM_WFB, 6, FREE_BET);
    char text[96];
    memcpy(facts.lammers, f->lammers, sizeof facts.lammers);
    lm_price price = price_of(&rules, "pot-of-gold:01", (lm_price_ask){ .facts = &facts });
    snprintf(text, sizeof text, "Pot of Gold 01 %%, %s", what);
    compare("WFB-POGT.1", text, 100 * price.house_edge, wanted_01, 5.01e-5);
    price = price_of(&rules, "pot-of-gold:02", (lm_price_ask){ .facts = &facts });
    snprintf(text, sizeof text, "Pot of Gold 02 %%, %s", what);
    compare("WFB-POGT.1", text, 100 * price.house_edge, wanted_02, 5.01e-5);
}

/* Six decks, soft 17 hit, aces resplit, one card to each. The publishers of the chart found its edge by 1e12 simulated
 * rounds and by an exact analysis; further simulations found 1.016 % within 0.004. */
static void test_free_bet(void **state)
{
    lm_figures f;
    lm_chart chart;
    (void)state;
    lm_game *game = fresh_game(LM_WFB, 6, FREE_BET);
    lm_game_figures(game, &f);
    compare("exact", "no lammer, or a dealer blackjack", f.lammers[0] + f.dealer_blackjacks, 0.838228071, 5.01e-10);
    compare("all pairs", "sd %", 100 * f.sd, 106.9078691, SPREAD_WITHIN);
    pot_of_gold("optimum of the main game", &f, 8.2390, 7.0367);

    lm_game_chart(game, &chart);
    lm_game_chart_figures(game, &chart, &f);
    compare("simulated", "chart edge %", -100 * f.mean, 1.01486, 1.1e-4);
    compare("exact", "chart edge %", -100 * f.mean, 1.01486, 5.01e-6);
    compare("simulated", "chart edge %", -100 * f.mean, 1.016, 0.004);

    for (int s = 0; s < LM_STAKES; s++) {
        for (int at = 0; at < lm_chart_columns(&chart); at++)
            chart.cell[s][LM_ROW_PAIR + 5][at] = (lm_advice){ LM_PLAY_SPLIT, LM_PLAY_SPLIT };
    }
    lm_game_chart_figures(game, &chart, &f);
    pot_of_gold("fives split", &f, 5.1600, 3.8000);
}

/* --- closed forms */

/* Against an ace 309 cards are unseen, 96 of them worth ten, less those in the hand. */
static void test_insurance(void **state)
{
    lm_game *game = fresh_game(LM_MBJ, 6, BLACKJACK S17);
    double all = 0, mean = 0;
    (void)state;
    compare("closed", "insurance with 2,3", lm_game_insurance(game, 2, 3), 3.0 * 96 / 309 - 1, 1e-15);
    compare("closed", "insurance with 10,3", lm_game_insurance(game, 10, 3), 3.0 * 95 / 309 - 1, 1e-15);
    compare("closed", "insurance with 10,10", lm_game_insurance(game, 10, 10), 3.0 * 94 / 309 - 1, 1e-15);
    compare("closed", "insurance with 1,10", lm_game_insurance(game, 1, 10), 3.0 * 95 / 309 - 1, 1e-15);
    for (uint8_t a = 1; a <= 10; a++) {
        for (uint8_t b = a; b <= 10; b++) {
            const uint8_t value[2] = { a, b };
            double chance = price_hand(game, 1, 2, value).probability;
            all += chance;
            mean += chance * lm_game_insurance(game, a, b);
        }
    }
    compare("closed", "an ace is shown", all, 24.0 / SIX_DECKS, 1e-15);
    compare("closed", "insurance, over all hands", mean / all, 3.0 * 96 / (SIX_DECKS - 1) - 1, 1e-14);
    assert_false(lm_game_even_money(game));
}

static void test_blackjacks(void **state)
{
    lm_figures f;
    (void)state;
    lm_game_figures(fresh_game(LM_MBJ, 6, BLACKJACK S17), &f);
    double two_cards = 2.0 * 24 * 96 / (SIX_DECKS * (SIX_DECKS - 1.0));
    compare("closed", "blackjacks", f.blackjacks, two_cards, 1e-15);
    compare("closed", "dealer blackjacks", f.dealer_blackjacks, two_cards, 1e-13);
    compare("closed", "chips staked", f.staked, 1 + f.paid_doubles + f.paid_splits, 1e-15);
    lm_game_figures(fresh_game(LM_MBJ, 6, BLACKJACK S17 " split_hands=2 double_after_split=off surrender=on"), &f);
    assert_true(f.surrenders > 0 && f.free_doubles == 0 && f.free_splits == 0);
}

/* A blackjack that pays 6 to 5 costs three tenths of every one that the dealer does not match. */
static void test_six_to_five(void **state)
{
    (void)state;
    double three_to_two = lm_game_mean(fresh_game(LM_MBJ, 6, BLACKJACK H17));
    double six_to_five = lm_game_mean(fresh_game(LM_MBJ, 6, BLACKJACK H17 " blackjack_pays=6:5"));
    double n = SIX_DECKS, one = 2.0 * 24 * 96 / (n * (n - 1)), his = 2.0 * 23 * 95 / ((n - 2) * (n - 3));
    compare("closed", "6 to 5 costs", three_to_two - six_to_five, 0.3 * one * (1 - his), 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_means),       cmocka_unit_test(test_hands),     cmocka_unit_test(test_endless),
        cmocka_unit_test(test_free_bet),    cmocka_unit_test(test_insurance), cmocka_unit_test(test_blackjacks),
        cmocka_unit_test(test_six_to_five),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
