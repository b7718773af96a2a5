/* behind.c - a bettor behind a box: what the analyser says, against every order of small shoes played through the verbs
 * by a decider and a bettor who doubles along or not and rides as the analyser chooses (MBJ-13(d), MBJ-13(e)).
 *
 * "MBJ-13(d)" "MBJ-13(e)": the value of each way to bet behind is the one that the engine pays, and no other choice of
 * the bettor is worth more than the best one. */
/* sanitized */
/* soak */
#include "kit/prove.h"
#include "lammer/situations.h"

/* The bettor of a bout: one who chooses as the analyser says, or who turns rides over at random. */
typedef struct {
    bout *b;
    lm_behind behind;
    uint32_t turned; /* 0: as the analyser says */
} bettor;

static lm_play decide(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    return as_optimum(((bettor *)self)->b, seen, held, allowed);
}

static bool sell(void *self, bool special)
{
    return even_money(((bettor *)self)->b, special);
}

static uint32_t mixed(uint32_t a, uint32_t b)
{
    uint32_t x = (a * 0x9E3779B1u) ^ (b * 0x85EBCA77u);
    x ^= x >> 15;
    return x * 0xC2B2AE3Du >> 16;
}

/* Whether a bettor who turns rides over turns this one. */
static bool is_turned(const bettor *y, lm_seen seen, int split)
{
    uint32_t place = (uint32_t)(seen.up * 11 + seen.second) * 4096u + (uint32_t)split;
    return y->turned && mixed(y->turned, place) % 3 == 0;
}

static bool doubles_along(void *self, lm_seen seen, const lm_held *held)
{
    bettor *y = self;
    return lm_game_behind_doubles(y->b->game, &y->behind, column_of(y->b->game, seen), held);
}

static lm_ride rides(void *self, lm_seen seen, int value, int hands, int at, unsigned chips)
{
    bettor *y = self;
    unsigned ride = lm_game_behind_rides(y->b->game, &y->behind, column_of(y->b->game, seen), value, hands, at, chips);
    unsigned turn = is_turned(y, seen, value * 64 + hands * 8 + at) ? 1 + mixed(y->turned, (uint32_t)value) % 2 : 0;
    return (lm_ride)((ride + turn) % 3);
}

static double by_verbs(bettor *y, bool *fine)
{
    test_tally t;
    const test_strategy strategy = {
        .choose = decide, .even_money = sell, .self = y, .along = doubles_along, .ride = rides
    };
    *fine &= test_play(&y->b->question, &strategy, &t) && !t.ran_out && t.item[TEST_ORDERS] > 0;
    return *fine ? test_mean(&t) : 0;
}

static const struct {
    const char *what;
    lm_along doubles;
    lm_riding splits;
} ways[] = {
    { "best behind", LM_ALONG_BEST, LM_RIDING_BEST },
    { "behind, as the decider", LM_ALONG_ALWAYS, LM_RIDING_BOTH },
    { /* say:test-behind-alone */ "behind, doubling nothing", LM_ALONG_NEVER, LM_RIDING_BOTH },
    { /* say:test-behind-left */ "behind, on the left hand", LM_ALONG_ALWAYS, LM_RIDING_LEFT },
    { "behind, on the right hand", LM_ALONG_NEVER, LM_RIDING_RIGHT },
    { "behind, riding as is best", LM_ALONG_NEVER, LM_RIDING_BEST },
};
enum { WAYS = sizeof ways / sizeof *ways, TURNS = 3 };

/* A double whose card lies face down and a bettor with one chip on it: docs/odds.md, section 6. */
static bool is_left_out(const lm_rules *rules)
{
    bool late = rules->hole_card == LM_HOLE_NONE || rules->hole_card == LM_HOLE_UNSEEN;
    return rules->multiple_action || (late && rules->double_card == LM_DOUBLE_DOWN);
}

static int worse;

static void compare_ways(bout *b, bool *fine)
{
    for (int i = 0; i < WAYS && *fine; i++) {
        bettor y = { b, { NULL, ways[i].doubles, ways[i].splits }, 0 };
        double ours = lm_game_behind(b->game, &y.behind), verbs = by_verbs(&y, fine);
        if (*fine) expect(b, ways[i].what, ours, verbs);
    }
}

/* Riding in another way is never worth more. */
static void compare_turned(bout *b, bool *fine)
{
    bettor y = { b, { NULL, LM_ALONG_ALWAYS, LM_RIDING_BEST }, 0 };
    double best = lm_game_behind(b->game, &y.behind);
    for (int turn = 1; turn <= TURNS && *fine; turn++) {
        y.turned = (uint32_t)(b->seed * TURNS + turn);
        double mean = by_verbs(&y, fine);
        if (*fine && mean > best + close_enough) wrong(b, /* say:test-behind-better */ "another ride", best, mean);
        worse += *fine && mean < best - close_enough;
    }
}

static bool prove(int seed)
{
    static bout b;
    test_random random = test_random_from(57, seed);
    lm_rules rules;
    lm_census census;
    bool fine = true;
    do {
        test_rules_draw(&rules, &random, false);
    } while (is_left_out(&rules));
    rules.bettors_per_box = 2;
    lm_rules_seal(&rules);
    draw_shoe(&census, &rules, true, &random);
    if (!open_bout(&b, seed, &rules, &census)) return false;
    compare_ways(&b, &fine);
    compare_turned(&b, &fine);
    assert_int_equal(b.wrong, 0);
    return fine;
}

static void test_behind(void **state)
{
    (void)state;
    proof p = cases("behind", 10, 1000);
    int done = 0, tried = 0;
    for (; proof_goes_on(&p, done) && tried < 20 * (done + 20); tried++)
        done += prove((int)p.seed + tried);
    assert_false(proof_goes_on(&p, done));
    assert_true(worse > 0);
    proof_end(&p, done, "bettors behind", "%.0f worse rides", (double)worse);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_behind) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
