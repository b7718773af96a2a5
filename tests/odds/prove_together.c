/* prove_together.c - the main wager and a wager on lammers, played as the analyser says, through the five verbs. */
/* soak */
#include "kit/prove.h"

typedef struct {
    bout *b;
    lm_together both;
} pair_of_wagers;

static bool is_change(const lm_change *c, int column, const lm_held *held, lm_play otherwise)
{
    bool same = c->value[0] == held->value[0] && c->value[1] == held->value[1];
    bool turned = c->value[0] == held->value[1] && c->value[1] == held->value[0];
    bool applies = c->play == LM_PLAY_SPLIT || c->instead_of == otherwise;
    return c->column == column && c->staked == held->staked && held->n == 2 && (same || turned) && applies;
}

/* The optimum of the main wager with the changes that were listed. */
static lm_play as_both(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    const pair_of_wagers *w = self;
    int column = column_of(w->b->game, seen);
    lm_play play = lm_game_choice(w->b->game, column, held, allowed);
    for (int i = 0; i < w->both.changes; i++) {
        const lm_change *c = &w->both.change[i];
        if (!is_change(c, column, held, play)) continue;
        if (allowed >> c->play & 1) return (lm_play)c->play;
        if (play == LM_PLAY_SPLIT) return lm_game_choice(w->b->game, column, held, allowed & ~(1U << play));
    }
    return play;
}

static bool both_even_money(void *self, bool special)
{
    return even_money(((pair_of_wagers *)self)->b, special);
}

static double brings(const test_tally *t, const double *pays)
{
    double sum = 0, none = 1;
    for (int k = 1; k < 8; k++) {
        sum += test_share(t, TEST_LAMMERS + k) * pays[k];
        none -= test_share(t, TEST_LAMMERS + k);
    }
    return sum + none * pays[0];
}

/* Played together as the analyser says, the two wagers bring what it promises, and no less than the main wager's optimum
 * does. */
static bool prove_together(bout *b, const test_tally *optimum)
{
    static const double pays[8] = { -1, 3, 10, 30, 60, 100, 300, 1000 };
    const double ratio = 0.4;
    pair_of_wagers w = { .b = b };
    const test_strategy strategy = { as_both, both_even_money, &w };
    test_tally t;
    lm_game_together(b->game, pays, ratio, &w.both);
    if (!test_play(&b->question, &strategy, &t) || t.ran_out) return false;
    expect(b, "together: main", w.both.mean, test_mean(&t));
    expect(b, "together: the other", w.both.other_mean, brings(&t, pays));
    double alone = test_mean(optimum) + ratio * brings(optimum, pays);
    if (w.both.mean + ratio * w.both.other_mean < alone - close_enough)
        wrong(b, "together: less than alone", w.both.mean + ratio * w.both.other_mean, alone);
    return true;
}

static bool play_optimum(bout *b, test_tally *t)
{
    const test_strategy strategy = { as_optimum, even_money, b };
    return test_play(&b->question, &strategy, t) && !t->ran_out;
}

/* Wagers on lammers are for Free Bet tables. */
static void test_together(void **state)
{
    (void)state;
    proof p = cases("odds-together", 8, 300);
    int done = 0, failed = 0, first = (int)p.seed;
    for (int seed = first; proof_goes_on(&p, done) && seed < first + 50 * (done + 8); seed++) {
        static bout b;
        lm_rules rules;
        lm_census census;
        test_tally tally;
        test_random random = test_random_from(6, seed);
        test_rules_draw(&rules, &random, true);
        if (!lm_is_free_bet(&rules) || rules.free_double == LM_FREE_DOUBLE_ANY) continue;
        draw_shoe(&census, &rules, true, &random);
        if (open_bout(&b, seed, &rules, &census) && play_optimum(&b, &tally)) done += prove_together(&b, &tally);
        failed += b.wrong > 0;
    }
    assert_false(proof_goes_on(&p, done));
    assert_int_equal(failed, 0);
    proof_end(&p, done, "rule sets and shoes", "two wagers played together bring what is promised: 0 differ");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_together) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
