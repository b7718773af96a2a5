/* showing.c - hand-dealt cards that lie face down: which of them must be shown before the round continues (C-107). */
/* sanitized */
#include "kit/round_help.h"

#define HAND_DEALT SIX_TO_FIVE "boxes=5 hole_card=none "

static void bet(lm_round *round, const lm_rules *rules, uint8_t box, const char *wager)
{
    uint8_t slot = wager ? (uint8_t)lm_rules_slot(rules, wager) : LM_MAIN;
    act(round, rules, (lm_action){ .verb = LM_BET, .box = box, .wager = slot, .amount_cents = 10 * LM_DOLLAR });
}

/* Both cards of every box lie face down, the dealer's seven face up. */
static void deal(lm_round *round, const lm_rules *rules)
{
    act(round, rules, (lm_action){ .verb = LM_DEAL });
    while (round->phase == LM_DEALING) {
        bool down = lm_round_turn(round, rules).verb == LM_DOWN;
        act(round, rules, (lm_action){ .verb = down ? LM_DOWN : LM_CARD, .card = down ? 0 : card_of("7d") });
    }
    assert_int_equal(round->phase, LM_EXPOSING);
}

static void show(lm_round *round, const lm_rules *rules, uint8_t box, const char *card)
{
    act(round, rules, (lm_action){ .verb = LM_TURN, .box = box, .card = card_of(card) });
}

static bool may_go_on(const lm_round *round, const lm_rules *rules)
{
    return may(round, rules, (lm_action){ .verb = LM_CLOSE });
}

/* MBJ-7(a).1: a player with nothing to settle need not show. */
static void without_wagers_no_hand_is_shown(void **state)
{
    (void)state;
    lm_rules rules;
    static lm_round round;
    rules_make(&rules, HAND_DEALT, "@over13");
    lm_round_open(&round, &rules);
    bet(&round, &rules, 2, NULL);
    bet(&round, &rules, 4, NULL);
    deal(&round, &rules);
    assert_true(may_go_on(&round, &rules));
}

/* A wager that is settled right after the deal needs both cards of its own box: tried with every box and every such
 * wager. */
static void an_early_wager_must_be_shown(void **state)
{
    (void)state;
    static const uint8_t boxes[] = { 1, 3, 5 };
    static const char *const first[] = { "9h", "9c", "9s" }, *const second[] = { "8h", "8c", "8s" };
    for (int with = 0; with < 8; with++) { /* which of the three boxes have made the wager */
        lm_rules rules;
        static lm_round round;
        int left = with;
        rules_make(&rules, HAND_DEALT, "@over13");
        lm_round_open(&round, &rules);
        for (int i = 0; i < 3; i++)
            bet(&round, &rules, boxes[i], NULL);
        for (int i = 0; i < 3; i++) {
            if (with >> i & 1) bet(&round, &rules, boxes[i], "over13");
        }
        deal(&round, &rules);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(may_go_on(&round, &rules), left == 0);
            if (!(with >> i & 1)) continue;
            show(&round, &rules, boxes[i], first[i]);
            assert_false(may_go_on(&round, &rules));
            show(&round, &rules, boxes[i], second[i]);
            left &= ~(1 << i);
        }
        assert_true(left == 0 && may_go_on(&round, &rules));
        assert_false(may(&round, &rules, (lm_action){ .verb = LM_TURN, .box = 2, .card = card_of("2c") }));
    }
}

/* A player who shows one card shows both. */
static void half_a_hand_is_not_shown(void **state)
{
    (void)state;
    for (uint8_t box = 1; box <= 5; box++) {
        lm_rules rules;
        static lm_round round;
        rules_make(&rules, HAND_DEALT, "");
        lm_round_open(&round, &rules);
        for (uint8_t b = 1; b <= 5; b++)
            bet(&round, &rules, b, NULL);
        deal(&round, &rules);
        show(&round, &rules, box, "Ah");
        assert_false(may_go_on(&round, &rules));
        show(&round, &rules, box, "Kh");
        assert_true(may_go_on(&round, &rules));
        assert_int_equal(round.box[box - 1].hand[0].state, LM_HAND_BLACKJACK);
    }
}

/* On a player's turn one card of a pair has been turned for a split: the other follows before anything else, and then the
 * player chooses again (MBJ-6a(e)(1)). */
static void the_other_card_of_a_pair_follows(void **state)
{
    (void)state;
    lm_rules rules;
    static lm_round round;
    rules_make(&rules, HAND_DEALT, "");
    lm_round_open(&round, &rules);
    bet(&round, &rules, 1, NULL);
    bet(&round, &rules, 2, NULL);
    deal(&round, &rules);
    act(&round, &rules, (lm_action){ .verb = LM_CLOSE });
    lm_turn turn = lm_round_turn(&round, &rules);
    assert_true(turn.who == LM_BY_PLAYER && turn.box == 1);
    show(&round, &rules, 1, "8h");
    turn = lm_round_turn(&round, &rules);
    assert_true(turn.who == LM_BY_DEALER && turn.verb == LM_TURN && turn.box == 1);
    static const uint8_t refused[] = { LM_HIT, LM_STAND, LM_DOUBLE, LM_SPLIT };
    for (size_t i = 0; i < sizeof refused; i++)
        assert_false(may(&round, &rules, (lm_action){ .verb = refused[i], .box = 1 }));
    assert_false(may(&round, &rules, (lm_action){ .verb = LM_TURN, .box = 2, .card = card_of("8c") }));
    show(&round, &rules, 1, "8c");
    turn = lm_round_turn(&round, &rules);
    assert_true(turn.who == LM_BY_PLAYER && turn.verb == LM_HIT && turn.box == 1);
    lm_action split = { .verb = LM_SPLIT, .box = 1, .amount_cents = 10 * LM_DOLLAR };
    assert_true(may(&round, &rules, split));
    assert_true(may(&round, &rules, (lm_action){ .verb = LM_STAND, .box = 1 }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_wagers_no_hand_is_shown),
        cmocka_unit_test(an_early_wager_must_be_shown),
        cmocka_unit_test(half_a_hand_is_not_shown),
        cmocka_unit_test(the_other_card_of_a_pair_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
