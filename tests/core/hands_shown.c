/* hands_shown.c - the hand-dealt game: which hands are shown before any player plays: only a blackjack, and a hand
 * with a wager that is settled right after the deal (MBJ-7(a).1, C-107). */
/* sanitized */
#include "kit/round_help.h"

/* Three boxes with $10 each, of which the second has the first optional wager as well, dealt their hidden cards. */
static lm_round dealt(const lm_rules *rules, lm_cents stake)
{
    lm_round round;
    lm_action down = { .verb = LM_DOWN }, up = { .verb = LM_CARD, .card = card_of("7d") };
    lm_action side = { .verb = LM_BET, .box = 2, .wager = LM_SIDE, .amount_cents = stake };
    lm_round_open(&round, rules);
    for (uint8_t box = 1; box <= 3; box++)
        lm_round_apply(&round, rules, (lm_action){ .verb = LM_BET, .box = box, .amount_cents = 1000 });
    assert_true(lm_ok(lm_round_apply(&round, rules, side)));
    assert_true(lm_ok(lm_round_apply(&round, rules, (lm_action){ .verb = LM_DEAL })));
    for (int i = 0; i < 8 && round.phase == LM_DEALING; i++)
        assert_true(lm_ok(lm_round_apply(&round, rules, i == 3 ? up : down)));
    assert_int_equal(round.phase, LM_EXPOSING);
    return round;
}

static void blackjacks_and_early_wagers_are_shown(void **state)
{
    (void)state;
    static const struct {
        const char *offer;
        bool early; /* settled right after the deal */
    } rows[] = { { "@over13", true }, { "@buster:A", false } };
    const lm_card blackjack[2] = { card_of("Ah"), card_of("Kh") }, twenty[2] = { card_of("Th"), card_of("Kh") };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        rules_make(&rules, SIX_TO_FIVE, rows[i].offer);
        lm_round round = dealt(&rules, 500);
        for (uint8_t box = 1; box <= 3; box++) {
            assert_true(lm_box_shows_now(&round, &rules, box, blackjack, 2));
            assert_int_equal(lm_box_shows_now(&round, &rules, box, twenty, 2), box == 2 && rows[i].early);
        }
    }
}

/* A player who has shown one card shows the other too, and then has nothing left to show. */
static void who_begins_shows_all(void **state)
{
    (void)state;
    const lm_card hand[2] = { card_of("Th"), card_of("9h") };
    lm_rules rules;
    rules_make(&rules, SIX_TO_FIVE, "@over13");
    lm_round round = dealt(&rules, 500);
    for (int i = 0; i < 2; i++) {
        assert_true(lm_box_shows_now(&round, &rules, 2, hand, 2));
        lm_action turn = { .verb = LM_TURN, .box = 2, .card = hand[i] };
        assert_true(lm_ok(lm_round_apply(&round, &rules, turn)));
    }
    assert_false(lm_box_shows_now(&round, &rules, 2, hand, 2));
    assert_false(lm_box_shows_now(&round, &rules, 1, hand, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(blackjacks_and_early_wagers_are_shown),
                                        cmocka_unit_test(who_begins_shows_all) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
