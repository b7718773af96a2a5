/* situations.c - known first cards and even money against all orders of small shoes played through the verbs; insurance by
 * cards seen against every set of cards that may have been seen.
 *
 * "MBJ-7(c).1" "MFB-7(e).2": even money pays what it is said to, and waiting is worth what it is said to. */
/* soak */
#include "kit/prove.h"
#include "lammer/situations.h"

static bool draw_bout(bout *b, int seed, const char *settings)
{
    test_random random = test_random_from(59, seed);
    lm_rules rules, extra;
    lm_census census;
    do {
        test_rules_draw(&rules, &random, false);
    } while (rules.multiple_action);
    if (*settings) {
        assert_true(test_rules_read(&extra, settings));
        rules.insurance = extra.insurance;
        rules.even_money = extra.even_money;
        lm_rules_seal(&rules);
    }
    draw_shoe(&census, &rules, true, &random);
    return open_bout(b, seed, &rules, &census);
}

static bool play(bout *b, int first, int up, double *mean)
{
    const test_strategy strategy = { as_optimum, even_money, b };
    test_tally t;
    b->question.first = first;
    b->question.up = up;
    if (!test_play(&b->question, &strategy, &t) || t.ran_out) return false;
    *mean = t.item[TEST_ORDERS] ? test_mean(&t) : (double)NAN;
    return true;
}

/* One card of each kind is known: the player's, the dealer's, both. */
static bool prove_first(int seed)
{
    static bout b;
    lm_first_cards first;
    double mean;
    if (!draw_bout(&b, seed, "insurance=off even_money=off")) return false;
    lm_game_first_cards(b.game, &first);
    bool open = b.rules.hole_card == LM_HOLE_FACE_UP;
    for (int v = 1; v <= 10; v++) {
        if (first.chance[v][LM_COLUMNS] <= 0) continue;
        if (!play(&b, v, 0, &mean)) return false;
        expect(&b, /* say:test-first-card */ "a known first card", first.value[v][LM_COLUMNS], mean);
        for (int c = 0; c < lm_game_columns(b.game) && !open; c++) {
            lm_seen seen = lm_game_column(b.game, c);
            if (first.chance[v][c] <= 0) continue;
            if (!play(&b, v, seen.up, &mean)) return false;
            expect(&b, "two known cards", first.value[v][c], mean);
            if (!play(&b, 0, seen.up, &mean)) return false;
            expect(&b, "a known up card", first.value[0][c], mean);
        }
    }
    expect(&b, "nothing known", first.value[0][LM_COLUMNS], lm_game_mean(b.game));
    expect(&b, "all chances", first.chance[0][LM_COLUMNS], 1);
    assert_int_equal(b.wrong, 0);
    return true;
}

static bool always(void *self, bool special)
{
    (void)self;
    (void)special;
    return true;
}

static bool never(void *self, bool special)
{
    (void)self;
    (void)special;
    return false;
}

/* Taking even money with every blackjack, less never: the difference of both values times the chance of a blackjack. */
static bool prove_even_money(int seed)
{
    static bout b;
    test_tally taken, waited;
    lm_even_money found;
    lm_prices prices;
    const lm_held blackjack = { .n = 2, .value = { 1, 10 } };
    if (!draw_bout(&b, seed, "insurance=on even_money=on") || b.rules.special_blackjack) return false;
    lm_game_even_money_worth(b.game, &found);
    const test_strategy takes = { as_optimum, always, &b }, waits = { as_optimum, never, &b };
    if (!found.offered || isnan(found.waits)) return false;
    if (!test_play(&b.question, &takes, &taken) || !test_play(&b.question, &waits, &waited) || taken.ran_out)
        return false;
    lm_game_price(b.game, column_of(b.game, (lm_seen){ 1, 0 }), &blackjack, &prices);
    expect(&b, /* say:test-even-money */ "even money less waiting", (found.takes - found.waits) * prices.probability,
           test_mean(&taken) - test_mean(&waited));
    if (lm_game_even_money(b.game) != (found.waits < found.takes)) wrong(&b, "even money is right", found.waits, 1);
    bool above = found.blackjack > found.even_from + close_enough;
    if (fabs(found.blackjack - found.even_from) > close_enough && above != (found.waits < found.takes))
        wrong(&b, "even money from", found.blackjack, found.even_from);
    assert_int_equal(b.wrong, 0);
    return true;
}

static void prove_all(const char *name, bool (*prove)(int seed), int usually, int soak)
{
    proof p = cases(name, usually, soak);
    int done = 0, tried = 0;
    for (; proof_goes_on(&p, done) && tried < 40 * (done + 40); tried++)
        done += prove((int)p.seed + tried);
    assert_false(proof_goes_on(&p, done));
    proof_end(&p, done, "small shoes", "of %d", tried);
}

static void test_first_cards(void **state)
{
    (void)state;
    prove_all("first cards", prove_first, 3, 200);
}

static void test_even_money(void **state)
{
    (void)state;
    prove_all("even money", prove_even_money, 8, 1000);
}

/* Insurance is part of what a known card is worth. */
static void test_insured(void **state)
{
    (void)state;
    static bout b;
    lm_rules rules;
    lm_census census;
    lm_first_cards first;
    assert_true(test_rules_read(&rules, "rule_set=mbj free_double=none free_split=none insurance=on decks=8"));
    assert_true(test_census_read(&census, "AAAATTTTTTTTTTTTTTTTTTTTTTTTTTT9999888777665544332"));
    assert_true(open_bout(&b, 0, &rules, &census));
    lm_game_first_cards(b.game, &first);
    assert_true(lm_game_insured(b.game) > 0.005);
    expect(&b, /* say:test-first-insured */ "insured, nothing known", first.value[0][LM_COLUMNS],
           lm_game_mean(b.game) + lm_game_insured(b.game));
    assert_int_equal(b.wrong, 0);
}

/* Every set of cards that may have been seen, of `cards` cards, the first `tens` of which are tens. */
static void compare_sets(int cards, int tens, int seen)
{
    lm_insurance_seen found;
    int sets = 0, right = 0, most = -1;
    double gain = 0;
    for (unsigned set = 0; set < 1u << cards; set++) {
        if (__builtin_popcount(set) != seen) continue;
        int gone = __builtin_popcount(set & ((1u << tens) - 1));
        double value = 3.0 * (tens - gone) / (cards - seen) - 1; /* paid 2 to 1, or lost */
        sets++;
        if (value <= 1e-12) continue;
        right++;
        gain += value;
        if (gone > most) most = gone;
    }
    lm_insurance_by_seen(cards, tens, seen, &found);
    bool same =
        fabs(found.right - (double)right / sets) < close_enough && fabs(found.gain - gain / sets) < close_enough;
    if (same && found.most_tens == most) return;
    fail_msg(/* say:test-insurance-seen */ "%d of %d cards seen, %d tens: right %g, gain %g, tens at most %d", seen,
             cards, tens, found.right, found.gain, found.most_tens);
}

static void test_insurance(void **state)
{
    (void)state;
    for (int cards = 1; cards <= 14; cards++) {
        for (int tens = 0; tens <= cards; tens++) {
            for (int seen = 0; seen < cards; seen++)
                compare_sets(cards, tens, seen);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_cards),
        cmocka_unit_test(test_even_money),
        cmocka_unit_test(test_insured),
        cmocka_unit_test(test_insurance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
