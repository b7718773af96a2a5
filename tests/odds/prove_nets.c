/* prove_nets.c - the whole distribution of a round against all orders of small shoes, played through the five verbs.
 *
 * Rules of every mode of play are drawn at random, and a shoe with them. Where no more than two hands come of a split and
 * the dealer has one hand every probability is exact; elsewhere it is within the error that the analyser states, and within the bound
 * that is proved. Mean and spread of the distribution are those of the figures. In whole numbers every net has exactly the orders that the verbs
 * count. */
/* sanitized */
/* soak */
#include "kit/facts_help.h"
#include "kit/prove.h"

#include "lammer/ways.h"

static lm_distribution d;
static test_tally t;
static double worst;
static int counted; /* distributions that were compared in whole numbers, too */

static double chance_of(int net)
{
    return d.chance[net - LM_NET_LEAST];
}

static void compare_nets(bout *b)
{
    bool exact = t.spots == 1 && !t.item[TEST_CROWDED];
    double sum = 0, n = lm_census_total(&b->census), crowded = test_share(&t, TEST_CROWDED);
    for (int i = 0; i < t.nets; i++) {
        char what[32];
        double verbs = test_share(&t, (test_item)(TEST_ITEMS + i)), ours = chance_of(t.net[i]);
        snprintf(what, sizeof what, /* say:test-net-chance */ "chance of net %+d", t.net[i]);
        if (!(fabs(ours - verbs) <= (exact ? close_enough : d.error))) wrong(b, what, ours, verbs);
        if (!(fabs(ours - verbs) <= d.bound)) wrong(b, /* say:test-net-bound */ "chance within its bound", ours, verbs);
        if (crowded > 0 && t.spots == 1) worst = fmax(worst, fabs(ours - verbs) / crowded * n * n);
        sum += ours;
    }
    if (exact) expect(b, "sum over the nets that occur", sum, 1);
    if (!(fabs(sum - 1) <= d.error * t.nets + close_enough)) wrong(b, "nets that do not occur", sum, 1);
}

static void compare_moments(bout *b)
{
    lm_figures f;
    lm_game_figures(b->game, &f);
    double slack = t.spots > 1 ? 40 * d.error : t.item[TEST_CROWDED] ? 1e-6 : close_enough;
    if (!(fabs(d.mean - f.mean * t.spots) <= slack)) wrong(b, "mean", d.mean, f.mean * t.spots);
    if (!(fabs(d.sd - f.round_sd) <= slack)) wrong(b, "sd", d.sd, f.round_sd);
    if (!(fabs(d.win - f.round_win) <= d.error)) wrong(b, "win", d.win, f.round_win);
    if (!(fabs(d.push - f.round_push) <= d.error)) wrong(b, "push", d.push, f.round_push);
}

static test_exact exact_of(const lm_wide *wide)
{
    for (int i = 2; i < LM_WIDE_PARTS; i++)
        assert_int_equal(wide->part[i], 0);
    return (test_exact)wide->part[1] << 64 | wide->part[0];
}

/* All orders are counted, and each net has as many of them as the verbs give it. */
static void compare_ways(bout *b)
{
    static lm_ways ways;
    size_t size = lm_ways_room();
    void *room = malloc(size);
    lm_ways_status status = lm_game_ways(b->game, false, room, size, &ways);
    bool refused = t.spots > 1 || b->rules.bonus_678 || b->rules.special_blackjack;
    free(room);
    if (!refused && status != LM_WAYS_OK) wrong(b, "refused to count orders", status, LM_WAYS_OK);
    if (refused) assert_int_not_equal(status, LM_WAYS_OK);
    if (refused) return;
    test_exact sum = 0;
    for (int i = 0; i < t.nets; i++) {
        test_exact ours = exact_of(&ways.ways[t.net[i] - LM_NET_LEAST]), verbs = t.item[TEST_ITEMS + i];
        sum += ours;
        if (ours != verbs) wrong(b, /* say:test-net-orders */ "orders of a net", (double)ours, (double)verbs);
    }
    if (sum != exact_of(&ways.all)) wrong(b, "orders of all nets", (double)sum, (double)exact_of(&ways.all));
    counted++;
}

/* Insurance moves the mean by what it gains. */
static void compare_insured(bout *b)
{
    double mean = d.mean;
    lm_game_distribution(b->game, true, &d);
    double gain = t.spots > 1 ? 0 : lm_game_insured(b->game);
    expect(b, "what insurance gains", d.mean - mean, gain);
}

static bool prove(int seed)
{
    static bout b;
    test_random random = test_random_from(31, seed);
    lm_rules rules;
    lm_census census;
    test_rules_draw(&rules, &random, seed % 3 != 1);
    draw_shoe(&census, &rules, seed % 3 != 0, &random);
    if (!open_bout(&b, seed, &rules, &census)) return false;
    const test_strategy strategy = { as_optimum, even_money, &b };
    if (!test_play_nets(&b.question, &strategy, &t) || t.ran_out) return false;
    lm_game_distribution(b.game, false, &d);
    compare_nets(&b);
    compare_moments(&b);
    compare_insured(&b);
    compare_ways(&b);
    assert_int_equal(b.wrong, 0);
    return true;
}

static void test_nets(void **state)
{
    (void)state;
    proof p = cases("nets", 24, 2000);
    int done = 0, tried = 0;
    for (; proof_goes_on(&p, done) && tried < 20 * (done + 20); tried++)
        done += prove((int)p.seed + tried);
    assert_false(proof_goes_on(&p, done)); /* enough of them can be enumerated */
    assert_true(2 * counted > done);
    proof_end(&p, done, "distributions",
              "%d in whole numbers; error of three hands and more at most %.2f of the claimed 3", counted, worst);
}

/* With whole decks the bound lies above the error that small shoes have, far below the chance of three hands or more,
 * and where a pair becomes two hands only pairs of hands that are not computed jointly are left. */
static void test_whole_decks(void **state)
{
    (void)state;
    static const struct {
        lm_rule_set set;
        int decks;
        const char *settings;
        double least, most;
    } table[] = { { LM_MBJ, 6, "free_double=none free_split=none", 1e-6, 5e-5 },
                  { LM_MBJ, 1, "free_double=none free_split=none", 1e-5, 5e-4 },
                  { LM_MBJ, 6, "free_double=none free_split=none split_hands=2", 1e-9, 1e-6 },
                  { LM_WFB, 6, "", 1e-5, 3e-4 } };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lm_game *game = fresh_game(table[i].set, table[i].decks, table[i].settings);
        lm_game_distribution(game, false, &d);
        assert_true(d.bound > d.error && d.bound > table[i].least && d.bound < table[i].most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_nets), cmocka_unit_test(test_whole_decks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
