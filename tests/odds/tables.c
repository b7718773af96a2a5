/* tables.c - tables about a game: simple charts, the dealer's final hands, effects of removal under a fixed strategy. */
/* soak */
#include "kit/prove.h"

static lm_game *whole_shoe(lm_rules *rules, const char *settings)
{
    lm_census census;
    assert_true(test_rules_read(rules, settings));
    lm_census_fresh(&census, (int)rules->decks);
    lm_game *game = lm_game_open(room_for(rules), lm_game_size(rules), rules, &census);
    assert_non_null(game);
    return game;
}

/* --- simple charts */

static int exceptions_of(const lm_chart *chart, int stakes)
{
    int sum = 0, n;
    for (int s = 0; s < stakes; s++) {
        for (int row = 4; row < LM_ROWS; row++) {
            if (row == LM_ROW_HARD + 21 || row == LM_ROW_SOFT + 21) continue;
            lm_chart_base(chart, (lm_staked)s, row, &n);
            sum += n;
        }
    }
    return sum;
}

/* Some changes of one cell, and moves of an exception from one row to another. */
static void expect_best(lm_game *game, const lm_chart *best, double mean, int most, test_random *random)
{
    static lm_chart trial;
    static const lm_advice of_total[] = { { LM_PLAY_STAND, LM_PLAY_STAND },
                                          { LM_PLAY_HIT, LM_PLAY_HIT },
                                          { LM_PLAY_DOUBLE, LM_PLAY_HIT },
                                          { LM_PLAY_DOUBLE, LM_PLAY_STAND } };
    static const lm_advice of_pair[] = { { LM_PLAY_SPLIT, LM_PLAY_SPLIT }, { LM_PLAY_NONE, LM_PLAY_NONE } };
    int tried = 0;
    for (int tries = 0; tried < 60 && tries < 100000; tries++) {
        trial = *best;
        for (int change = 0; change <= tries % 2; change++) {
            int pair = test_random_below(random, 3) == 0, from = test_random_below(random, 10);
            int row = pair ? LM_ROW_PAIR + 1 + test_random_below(random, 10) : 8 + test_random_below(random, 11);
            int to = tries % 2 ? from + test_random_below(random, 10 - from) : from;
            lm_advice advice = pair ? of_pair[test_random_below(random, 2)] : of_total[test_random_below(random, 4)];
            for (int c = from; c <= to; c++)
                trial.cell[LM_STAKED_CHIPS][row][c] = advice;
        }
        if (memcmp(&trial, best, sizeof trial) == 0 || exceptions_of(&trial, 1) > most) continue;
        tried++;
        double other = lm_game_chart_mean(game, &trial);
        if (other > mean + close_enough) fail_msg("a chart as simple gets %.12f, the simple one %.12f", other, mean);
    }
    assert_int_equal(tried, 60);
}

static void test_simple(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_chart chart, best;
    static const int steps[] = { 0, 4, 10, 200 };
    test_random random = test_random_from(74, 1);
    double before = -1;
    lm_game *game = whole_shoe(&rules, "rule_set=mbj free_double=none free_split=none decks=6");
    lm_game_chart(game, &best);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        double mean = lm_game_simplify(game, steps[i], &chart);
        assert_true(exceptions_of(&chart, 1) <= steps[i]);
        assert_true(mean > before);
        assert_true(fabs(mean - lm_game_chart_mean(game, &chart)) < close_enough);
        if (steps[i] == 10) expect_best(game, &chart, mean, steps[i], &random);
        before = mean;
    }
    assert_memory_equal(&chart, &best, sizeof chart);
}

static int advices_of(const lm_chart *chart)
{
    int n = 0;
    lm_advice seen[16];
    for (int row = LM_ROW_HARD + 4; row < LM_ROWS; row++) {
        bool hand =
            row <= LM_ROW_HARD + 20 || (row >= LM_ROW_SOFT + 12 && row <= LM_ROW_SOFT + 20) || row > LM_ROW_PAIR;
        for (int c = 0; c < 10 && hand; c++) {
            lm_advice a = chart->cell[LM_STAKED_CHIPS][row][c];
            int i = 0;
            while (i < n && memcmp(&seen[i], &a, sizeof a) != 0)
                i++;
            if (i == n && a.first != LM_PLAY_NONE) seen[n++] = a;
        }
    }
    return n;
}

/* More advices are worth more, and no change of one cell to an advice that the chart gives helps. */
static void test_few_advices(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_chart chart, trial;
    double before = -1;
    lm_game *game = whole_shoe(&rules, "rule_set=mbj free_double=none free_split=none decks=6");
    for (int most = 1; most <= 6; most++) {
        double mean = lm_game_few_advices(game, most, &chart);
        assert_true(advices_of(&chart) <= most);
        assert_true(mean >= before);
        assert_true(fabs(mean - lm_game_chart_mean(game, &chart)) < close_enough);
        before = mean;
        if (most != 2 && most != 4) continue;
        for (int i = 0; i < 400; i++) {
            static const lm_play plays[] = { LM_PLAY_STAND, LM_PLAY_HIT, LM_PLAY_DOUBLE };
            int row = 8 + i % 11, c = i / 11 % 10;
            lm_play first = plays[i % 3];
            trial = chart;
            trial.cell[LM_STAKED_CHIPS][row][c] =
                (lm_advice){ (uint8_t)first, (uint8_t)(first == LM_PLAY_DOUBLE ? LM_PLAY_HIT : first) };
            if (advices_of(&trial) <= most) assert_true(lm_game_chart_mean(game, &trial) <= mean + close_enough);
        }
    }
}

/* An exception for many cards gains what it says. */
static void test_many_cards(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_chart chart;
    static lm_many_cards list[LM_MANY_CARDS];
    lm_game *game = whole_shoe(&rules, "rule_set=mbj free_double=none free_split=none decks=2");
    lm_game_chart(game, &chart);
    double before = lm_game_chart_mean(game, &chart);
    int n = lm_game_many_cards(game, &chart, list, LM_MANY_CARDS);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        chart.exceptions = 1;
        chart.exception[0] = list[i].exception;
        assert_true(list[i].exception.least >= 3);
        assert_true(fabs(lm_game_chart_mean(game, &chart) - before - list[i].gain) < close_enough);
    }
}

/* --- the dealer */

typedef struct {
    int left[11];
    bool hits_soft_17;
    double final[LM_FINALS];
} drawing;

/* Draws card by card. */
static void draw(drawing *d, int sum, bool ace, int cards, double chance)
{
    lm_score score = lm_score_of(sum, ace);
    int total = score.total;
    bool draws = total < 17 || (total == 17 && score.soft && d->hits_soft_17);
    if (cards >= 2 && !draws) {
        int end = cards == 2 && total == 21 ? LM_FINAL_BLACKJACK
                  : total > 22              ? LM_FINAL_OVER
                                            : LM_FINAL_17 + total - 17;
        d->final[end] += chance;
        return;
    }
    for (int v = 1; v <= 10; v++) {
        int copies = d->left[v], all = d->left[0];
        if (!copies) continue;
        d->left[v]--;
        d->left[0]--;
        draw(d, sum + v, ace || v == 1, cards + 1, chance * copies / all);
        d->left[v]++;
        d->left[0]++;
    }
}

static void test_dealer(void **state)
{
    (void)state;
    static lm_rules rules;
    static const char *const settings[] = { "rule_set=mbj free_double=none free_split=none decks=1 dealer_soft17=hit",
                                            "rule_set=mbj free_double=none free_split=none decks=6",
                                            "decks=2 dealer_22=push dealer_soft17=hit" };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        lm_game *game = whole_shoe(&rules, settings[i]);
        for (int removed = 0; removed <= 10; removed += i == 0 ? 1 : 5) {
            lm_dealer_table table;
            double all = 0;
            lm_game_dealer(game, removed, &table);
            for (int up = 1; up <= 10; up++) {
                drawing d = { .hits_soft_17 = rules.dealer_soft17 == LM_SOFT17_HIT };
                for (int v = 1; v <= 10; v++)
                    d.left[0] += d.left[v] =
                        (int)rules.decks * (v == 10 ? 16 : 4) - (v == up) - (removed && v == removed);
                draw(&d, up, up == 1, 1, 1);
                all += table.up[up];
                for (int e = 0; e < LM_FINALS; e++) {
                    if (fabs(d.final[e] - table.final[up][e]) > close_enough)
                        fail_msg("%s, removed %d, up %d, end %d: %.15g, card by card %.15g", settings[i], removed, up,
                                 e, table.final[up][e], d.final[e]);
                }
            }
            assert_true(fabs(all - 1) < close_enough);
        }
    }
}

/* --- effects of removal */

static void expect_removal(int seed, const lm_rules *rules)
{
    static bout b;
    lm_census census;
    double fixed[LM_VALUES], adapted[LM_VALUES], sum = 0;
    lm_census_fresh(&census, (int)rules->decks);
    assert_true(open_bout(&b, seed, rules, &census));
    double before = lm_game_mean(b.game);
    lm_game_removal_fixed(b.game, fixed);
    lm_game_removal(b.game, adapted);
    for (int v = 1; v <= 10; v++) {
        sum += fixed[v] * (v == 10 ? 4 : 1) / 13;
        if (fixed[v] > adapted[v] + close_enough)
            wrong(&b, "a fixed strategy and the adapted one", fixed[v], adapted[v]);
    }
    expect(&b, /* say:test-effects-mean */ "the weighted mean of the effects", sum, 0);
    expect(&b, "the mean afterwards", lm_game_mean(b.game), before);
    assert_int_equal(b.wrong, 0);
}

static void try_removal(int seed)
{
    static lm_rules rules;
    test_random random = test_random_from(75, seed);
    test_rules_draw(&rules, &random, true);
    rules.bonus_678 = false;
    rules.special_blackjack = 0;
    rules.decks = 1 + test_random_below(&random, 8);
    if (rules.hole_card != LM_HOLE_READER && rules.hole_card != LM_HOLE_FACE_UP) rules.split_hands = 2;
    lm_rules_seal(&rules);
    expect_removal(seed, &rules);
}

/* Lists of four aces that are played on: all shoes with one card less are computed with the whole shoe. */
static void test_removal_of_long_lists(void **state)
{
    (void)state;
    static lm_rules rules;
    assert_true(test_rules_read(&rules, "rule_set=mbj decks=3 hole_card=none split_aces=play-on free_double=none "
                                        "free_split=none"));
    expect_removal(0, &rules);
}

/* Through the verbs: the optimum of a shoe, played without one of its cards. */
static bool try_removal_by_verbs(int seed)
{
    static bout b;
    static lm_rules rules;
    lm_census census, less;
    double fixed[LM_VALUES];
    test_random random = test_random_from(76, seed);
    test_rules_draw(&rules, &random, seed % 3 != 0);
    draw_shoe(&census, &rules, true, &random);
    if (rules.bonus_678 || rules.special_blackjack || !open_bout(&b, seed, &rules, &census)) return false;
    int card = test_random_below(&random, LM_CARDS);
    while (!census.copies[card])
        card = (card + 1) % LM_CARDS;
    less = census;
    less.copies[card]--;
    const test_strategy strategy = { as_optimum, even_money, &b };
    test_tally t;
    b.question.census = &less;
    if (!test_play(&b.question, &strategy, &t) || t.ran_out) return false;
    double before = lm_game_mean(b.game);
    lm_game_removal_fixed(b.game, fixed);
    expect(&b, "a fixed strategy without one card", before + fixed[lm_card_value((lm_card)card)], test_mean(&t));
    assert_int_equal(b.wrong, 0);
    return true;
}

static void test_removal(void **state)
{
    (void)state;
    proof p = cases("odds-fixed-removal", 6, 300);
    int64_t done, seed = (int64_t)p.seed;
    for (done = 0; proof_goes_on(&p, done); done++)
        try_removal((int)(seed + done));
    proof_end(&p, done, "rule sets", "effects of removal with mean zero");
    p = cases("odds-fixed-removal-verbs", 15, 5000);
    done = 0;
    for (int tries = 0; proof_goes_on(&p, done) && tries < 60 * p.count; tries++)
        done += try_removal_by_verbs((int)seed++);
    proof_end(&p, done, "shoes", "a fixed strategy is worth what the verbs say");
    assert_true(done > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simple), cmocka_unit_test(test_few_advices), cmocka_unit_test(test_many_cards),
        cmocka_unit_test(test_dealer), cmocka_unit_test(test_removal),     cmocka_unit_test(test_removal_of_long_lists)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
