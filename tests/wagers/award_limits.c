/* award_limits.c - what a display or a must-hit prize may come to, as the round lists it: MBJ-19(m).3, MBJ-20(f).2. */
/* sanitized */
#include "../core/kit/round_help.h"

/* Box 2 bets $10 and a stake on the first optional wager, gets two cards against 7 and 10 and stands if asked. */
static lm_round played(const lm_rules *rules, const char *first, const char *second, lm_cents stake)
{
    lm_round round;
    const lm_action actions[] = {
        { .verb = LM_BET, .box = 2, .amount_cents = 1000 },
        { .verb = LM_BET, .box = 2, .wager = LM_SIDE, .amount_cents = stake },
        { .verb = LM_DEAL },
        { .verb = LM_CARD, .card = card_of(first) },
        { .verb = LM_CARD, .card = card_of("7d") },
        { .verb = LM_CARD, .card = card_of(second) },
        { .verb = LM_DOWN },
        { .verb = LM_STAND, .box = 2 },
        { .verb = LM_TURN, .card = card_of("Td") },
    };
    lm_round_open(&round, rules);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        lm_status status = lm_round_apply(&round, rules, actions[i]);
        if (!lm_ok(status) && actions[i].verb != LM_STAND) fail_msg("action %zu: %s", i, lm_why_text(status.why));
    }
    return round;
}

/* The one award that is listed lies in this range: nothing below or above is accepted. */
static void expect_range(const lm_round *round, const lm_rules *rules, lm_cents least, lm_cents most)
{
    lm_action a[2];
    assert_int_equal(lm_round_legal(round, rules, a, 2), 1);
    assert_int_equal(a[0].verb, LM_AWARD);
    assert_int_equal(a[0].box, 2);
    assert_int_equal(a[0].least_cents, least);
    assert_int_equal(a[0].most_cents, most);
    const lm_cents amounts[] = { least - 1, least, least + 1, most - 1, most, most + 1 };
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        lm_round copy = *round;
        a[0].amount_cents = amounts[i];
        bool within = amounts[i] >= least && amounts[i] <= most;
        assert_int_equal(lm_ok(lm_round_apply(&copy, rules, a[0])), within);
        if (!within) assert_memory_equal(&copy, round, sizeof copy);
    }
}

static void must_hit_prizes_keep_to_their_maximum(void **state)
{
    (void)state;
    static const lm_cents most[] = { 1000 * LM_DOLLAR, 500 * LM_DOLLAR, 200 * LM_DOLLAR };
    for (int i = 0; i < 3; i++) {
        char settings[64];
        lm_rules rules;
        snprintf(settings, sizeof settings, "@super4:2 super4_musthit=%d", i + 1);
        rules_make(&rules, MBJ, settings);
        lm_round round = played(&rules, "Th", "9h", 5 * LM_DOLLAR);
        assert_true(lm_round_over(&round));
        expect_range(&round, &rules, 0, most[i]);
    }
}

/* "MBJ-20(j)": $5 to $1,000 for $1, $50 to $5,000 for $5. */
static void displays_keep_to_their_range(void **state)
{
    (void)state;
    static const struct {
        lm_cents stake, least, most;
    } rows[] = { { LM_DOLLAR, 5 * LM_DOLLAR, 1000 * LM_DOLLAR }, { 5 * LM_DOLLAR, 50 * LM_DOLLAR, 5000 * LM_DOLLAR } };
    for (int i = 0; i < 2; i++) {
        lm_rules rules;
        rules_make(&rules, MBJ, "@blackjack-bonus");
        lm_round round = played(&rules, "Ah", "Kh", rows[i].stake);
        assert_int_equal(round.phase, LM_AWARDING);
        expect_range(&round, &rules, rows[i].least, rows[i].most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(must_hit_prizes_keep_to_their_maximum),
                                        cmocka_unit_test(displays_keep_to_their_range) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
