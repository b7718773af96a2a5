/* pot_of_gold_without_reader.c - without a reader a dealer blackjack takes Pot of Gold with lammers already given (C-25). */
/* sanitized */
/* No shipped table deals Free Bet without a reader, so no script can show it; the clause binds in every mode. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "dealer_box.h"
#include "kit/rules_help.h"

static const struct {
    const char *clause;
    const char *base;
    const char *mode;
    const char *shoe; /* 5 and 6 are doubled free */
    lm_cents dollars; /* five on Pot of Gold */
} cases[] = {
    { "VFB-POG.2", VFB, "@pot-of-gold:01 hole_card=unseen", "5h Td 6h Ac 9c", -5 },
    { "VFB-POG.2", VFB, "@pot-of-gold:01 hole_card=unseen", "5h Td 6h 9c 9c", 15 },
    { "VFB-POG.2", VFB, "@pot-of-gold:01 hole_card=none", "5h Td 6h 9c Ac", -5 },
    { "VFB-POG.2", VFB, "@pot-of-gold:01 hole_card=none", "5h Td 6h 9c 9d", 15 },
    { "WFB-POG.2", WFB, "@pot-of-gold:02 hole_card=unseen", "5h Td 6h Ac 9c", -5 },
    { "WFB-POG.2", WFB, "@pot-of-gold:02 hole_card=unseen", "5h Td 6h 9c 9c", 15 },
    { "WFB-POG.2", WFB, "@pot-of-gold:02 hole_card=none", "5h Td 6h 9c Ac", -5 },
};

static void stack(test_shoe *shoe, const char *cards)
{
    *shoe = (test_shoe){ 0 };
    for (const char *at = cards; *at; at += strcspn(at, " "), at += *at == ' ') {
        char card[3] = { at[0], at[1], '\0' };
        assert_true(lm_card_read(card, &shoe->card[shoe->size++]));
    }
}

static void test_taken_with_lammers(void **state)
{
    (void)state;
    static lm_rules rules;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rules_make(&rules, cases[i].base, cases[i].mode);
        test_shoe shoe;
        stack(&shoe, cases[i].shoe);
        lm_round round;
        uint8_t pot = (uint8_t)lm_rules_slot(&rules, "pot-of-gold");
        assert_true(lm_ok(lm_round_open(&round, &rules)));
        assert_true(lm_ok(
            lm_round_apply(&round, &rules, (lm_action){ .verb = LM_BET, .box = 1, .amount_cents = 10 * LM_DOLLAR })));
        assert_true(lm_ok(lm_round_apply(
            &round, &rules, (lm_action){ .verb = LM_BET, .box = 1, .wager = pot, .amount_cents = 5 * LM_DOLLAR })));
        assert_true(lm_ok(lm_round_apply(&round, &rules, (lm_action){ .verb = LM_DEAL })));
        while (!lm_round_over(&round)) {
            lm_action action = { .verb = LM_DOUBLE, .box = 1 };
            lm_turn turn = lm_round_turn(&round, &rules);
            test_dealer_answers(&shoe, &round, turn, &action);
            lm_status status = lm_round_apply(&round, &rules, action);
            if (!lm_ok(status)) fail_msg("%s, row %zu: %s", cases[i].clause, i, lm_why_text(status.why));
        }
        assert_int_equal(round.box[0].lammers, 1);
        lm_cents net = lm_round_net(&round, (lm_spot){ 1, LM_DECIDER, pot, LM_ALL_SPOTS });
        if (net != cases[i].dollars * LM_DOLLAR) fail_msg("%s, row %zu: %ld cents", cases[i].clause, i, (long)net);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_taken_with_lammers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
