/* chart_cost.c - a given chart, with exceptions, against all orders of small shoes played through the verbs; and what its
 * cells cost: cell by cell through the verbs where nothing is split, and as a sum on whole shoes. */
/* soak */
#include "kit/prove.h"

static bool is_row(int row)
{
    bool hard = row >= LM_ROW_HARD + 4 && row <= LM_ROW_HARD + 20;
    bool soft = row >= LM_ROW_SOFT + 12 && row <= LM_ROW_SOFT + 20;
    return hard || soft;
}

static lm_advice draw_advice(test_random *random)
{
    static const uint8_t plays[] = { LM_PLAY_STAND, LM_PLAY_HIT, LM_PLAY_DOUBLE, LM_PLAY_SURRENDER };
    lm_advice advice = { plays[test_random_below(random, 4)], plays[test_random_below(random, 2)] };
    if (advice.first <= LM_PLAY_HIT) advice.otherwise = advice.first;
    return advice;
}

/* A split only while it is free needs rules with free splits. */
static lm_advice draw_pair(const lm_rules *rules, test_random *random)
{
    const uint8_t split = LM_PLAY_SPLIT, surrender = LM_PLAY_SURRENDER, none = LM_PLAY_NONE;
    const lm_advice advices[] = {
        { split, split }, { none, none }, { surrender, split }, { surrender, none }, { split, none }
    };
    bool free = rules->free_split && rules->free_splits;
    lm_advice advice = advices[test_random_below(random, free ? 5 : 4)];
    return advice;
}

static void draw_exception(lm_chart *chart, test_random *random)
{
    lm_exception e = { .staked = (uint8_t)test_random_below(random, LM_STAKES),
                       .column = (uint8_t)test_random_below(random, lm_chart_columns(chart)),
                       .advice = draw_advice(random) };
    if (test_random_below(random, 2)) {
        e.least = (uint8_t)(2 + test_random_below(random, 3));
        do
            e.row = (uint8_t)test_random_below(random, LM_ROWS);
        while (!is_row(e.row));
    } else {
        for (int n = 2 + test_random_below(random, 2); n > 0; n--)
            e.count[test_random_below(random, 10)]++;
        bool pair = false;
        for (int v = 0; v < 10; v++)
            pair |= e.count[v] == 2;
        if (pair && test_random_below(random, 2)) e.advice = (lm_advice){ LM_PLAY_SPLIT, LM_PLAY_SPLIT };
    }
    chart->exception[chart->exceptions++] = e;
}

/* The best chart with every third cell changed, and exceptions. */
static void draw_chart(lm_chart *chart, bout *b, int exceptions, test_random *random)
{
    lm_game_chart(b->game, chart);
    for (int s = 0; s < LM_STAKES; s++) {
        for (int row = 0; row < LM_ROWS; row++) {
            for (int c = 0; c < lm_chart_columns(chart); c++) {
                if (test_random_below(random, 3)) continue;
                if (is_row(row)) chart->cell[s][row][c] = draw_advice(random);
                if (row > LM_ROW_PAIR) chart->cell[s][row][c] = draw_pair(&b->rules, random);
            }
        }
    }
    while (chart->exceptions < exceptions)
        draw_exception(chart, random);
}

/* --- the chart as a player, and players who leave it at one cell */

enum { WHOLE = -1 };

typedef struct {
    bout *b;
    const lm_chart *chart;
    int row, column; /* of the cell; WHOLE: plays the chart to its end */
    bool plays_cell; /* whether the cell's own decision is still the chart's */
} leaver;

static int row_of(const lm_held *held, int n)
{
    lm_held first = *held;
    first.n = (uint8_t)n;
    lm_score score = lm_held_score(&first);
    return (score.soft ? LM_ROW_SOFT : LM_ROW_HARD) + score.total;
}

static lm_play as_leaver(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    const leaver *y = self;
    int column = lm_chart_column(y->chart, seen.up, seen.second);
    bool left = false;
    for (int n = 2; n <= held->n && column == y->column && y->row != WHOLE; n++)
        left |= row_of(held, n) == y->row && (n < held->n || !y->plays_cell);
    if (left) return lm_game_choice(y->b->game, column_of(y->b->game, seen), held, allowed);
    return lm_chart_choice(y->chart, column, held, allowed);
}

static bool leaver_even_money(void *self, bool special)
{
    return even_money(((leaver *)self)->b, special);
}

static bool mean_of(bout *b, leaver *y, double *mean)
{
    const test_strategy strategy = { as_leaver, leaver_even_money, y };
    test_tally t;
    if (!test_play(&b->question, &strategy, &t) || t.ran_out) return false;
    *mean = test_mean(&t);
    return true;
}

static bool draw_bout(bout *b, int seed, bool pairs, test_random *random)
{
    static lm_rules rules;
    lm_census census;
    test_rules_draw(&rules, random, seed % 3 != 0);
    draw_shoe(&census, &rules, pairs, random);
    return open_bout(b, seed, &rules, &census);
}

/* The mean of a chart with exceptions, split pairs included. */
static bool try_mean(int seed)
{
    static bout b;
    static lm_chart chart;
    test_random random = test_random_from(71, seed);
    double verbs;
    if (!draw_bout(&b, seed, true, &random)) return false;
    draw_chart(&chart, &b, 40, &random);
    leaver y = { &b, &chart, WHOLE, 0, true };
    if (!mean_of(&b, &y, &verbs)) return false;
    expect(&b, "mean of a chart with exceptions", lm_game_chart_mean(b.game, &chart), verbs);
    return b.wrong == 0 ? true : (fail(), false);
}

static void test_means(void **state)
{
    (void)state;
    proof p = cases("odds-given-charts", 12, 20000);
    int64_t seed = (int64_t)p.seed, done = 0;
    for (int tries = 0; proof_goes_on(&p, done) && tries < 60 * p.count; tries++)
        done += try_mean((int)seed++);
    proof_end(&p, done, "charts with exceptions", "worth what the verbs say");
    assert_true(done > 0);
}

/* The cost of some cells, in shoes without a pair: a player who leaves the chart before the cell decides, less one who
 * leaves it after. */
static bool try_cells(int seed)
{
    static bout b;
    static lm_chart chart;
    static lm_chart_cost cost;
    test_random random = test_random_from(72, seed);
    double whole;
    if (!draw_bout(&b, seed, false, &random)) return false;
    if (b.rules.multiple_action || b.rules.bonus_678) return false;
    b.question.forgetful = true; /* a leaver remembers the order of its cards */
    draw_chart(&chart, &b, 10, &random);
    leaver y = { &b, &chart, WHOLE, 0, true };
    if (!mean_of(&b, &y, &whole)) return false;
    lm_game_chart_cost(b.game, &chart, &cost);
    expect(&b, "mean beside the costs", cost.mean, whole);
    for (int i = 0; i < 12; i++) {
        double before, after;
        do
            y.row = test_random_below(&random, LM_ROWS);
        while (!is_row(y.row));
        y.column = test_random_below(&random, lm_chart_columns(&chart));
        y.plays_cell = false;
        if (!mean_of(&b, &y, &before)) return false;
        y.plays_cell = true;
        if (!mean_of(&b, &y, &after)) return false;
        expect(&b, "the cost of a cell", cost.cost[LM_STAKED_CHIPS][y.row][y.column], before - after);
    }
    return b.wrong == 0 ? true : (fail(), false);
}

static void test_cells(void **state)
{
    (void)state;
    proof p = cases("odds-chart-cells", 4, 5000);
    int64_t seed = (int64_t)p.seed, done = 0;
    for (int tries = 0; proof_goes_on(&p, done) && tries < 60 * p.count; tries++)
        done += try_cells((int)seed++);
    proof_end(&p, done, "charts", "12 cells each cost what the verbs say");
    assert_true(done > 0);
}

/* A pair that both chart and optimum split costs nothing: all of the difference is in its hands' own cells. */
static void expect_right_split(bout *b, const lm_chart *chart, const lm_chart_cost *cost, int column, int value)
{
    bool plain = b->rules.hole_card == LM_HOLE_READER && !b->rules.bonus_678 && !b->rules.free_split;
    lm_seen seen = lm_game_column(b->game, column);
    lm_held held = { .n = 2, .value = { (uint8_t)value, (uint8_t)value } };
    lm_prices prices;
    if (!plain || chart->exceptions) return;
    int at = lm_chart_column(chart, seen.up, 0);
    lm_advice cell = chart->cell[LM_STAKED_CHIPS][LM_ROW_PAIR + value][at];
    lm_game_price(b->game, column, &held, &prices);
    if (prices.best == LM_PLAY_SPLIT && cell.first == LM_PLAY_SPLIT)
        expect(b, "the cost of a right split", cost->cost[LM_STAKED_CHIPS][LM_ROW_PAIR + value][at], 0);
}

/* On whole shoes, pairs included, the cells' costs are the cost of the chart. */
static void try_sum(int seed)
{
    static bout b;
    static lm_chart chart;
    static lm_chart_cost cost;
    static lm_rules rules;
    lm_census census;
    test_random random = test_random_from(73, seed);
    test_rules_draw(&rules, &random, seed % 3 != 0);
    if (seed % 4 == 0)
        assert_true(test_rules_read(&rules, "rule_set=mbj free_double=none free_split=none hole_card=reader"));
    rules.decks = 1 + test_random_below(&random, 8);
    bool late = rules.hole_card == LM_HOLE_NONE || rules.hole_card == LM_HOLE_UNSEEN;
    if (late && !soaking()) rules.split_hands = 2;
    lm_rules_seal(&rules);
    lm_census_fresh(&census, (int)rules.decks);
    assert_true(open_bout(&b, seed, &rules, &census));
    draw_chart(&chart, &b, seed % 2 * 20, &random);
    lm_game_chart_cost(b.game, &chart, &cost);
    double sum = 0;
    for (int i = 0; i < LM_STAKES * LM_ROWS * LM_CHART_COLUMNS; i++)
        sum += (&cost.cost[0][0][0])[i];
    expect(&b, "mean of the optimum beside the costs", cost.best, lm_game_mean(b.game));
    expect(&b, "the sum of the costs", sum, cost.best - cost.mean);
    for (int i = 0; i < 100; i++)
        expect_right_split(&b, &chart, &cost, i / 10, 1 + i % 10);
    assert_int_equal(b.wrong, 0);
}

static void test_sums(void **state)
{
    (void)state;
    proof p = cases("odds-chart-costs", 4, 500);
    int64_t done;
    for (done = 0; proof_goes_on(&p, done); done++)
        try_sum((int)((int64_t)p.seed + done));
    proof_end(&p, done, "whole shoes", "the cells add up");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_means), cmocka_unit_test(test_cells),
                                        cmocka_unit_test(test_sums) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
