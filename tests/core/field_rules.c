/* field_rules.c - rules that others compare by and no table here may offer: early surrender keeps half the wager from a
 * dealer blackjack, of which MBJ-8(a)(2).2 takes all; five cards within 21 win below the dealer's total. */
/* sanitized */
#include "kit/round_help.h"

static void deal(lm_round *round, const lm_rules *rules, const char *first, const char *up, const char *second)
{
    lm_round_open(round, rules);
    act(round, rules, (lm_action){ .verb = LM_BET, .box = 1, .amount_cents = 1000 });
    act(round, rules, (lm_action){ .verb = LM_DEAL });
    act(round, rules, (lm_action){ .verb = LM_CARD, .card = card_of(first) });
    act(round, rules, (lm_action){ .verb = LM_CARD, .card = card_of(up) });
    act(round, rules, (lm_action){ .verb = LM_CARD, .card = card_of(second) });
    if (rules->hole_card != LM_HOLE_NONE) act(round, rules, (lm_action){ .verb = LM_DOWN });
}

static const lm_action surrender = { .verb = LM_SURRENDER, .box = 1 };

static lm_cents net_of(const lm_round *round)
{
    assert_true(lm_round_over(round));
    return lm_round_net(round, (lm_spot){ 1, 0, LM_MAIN, LM_ALL_SPOTS });
}

/* What a surrendered hand loses to an ace and a ten without a hole card. */
static lm_cents lost_without_hole_card(const char *setting)
{
    lm_rules rules;
    lm_round round;
    rules_make(&rules, MBJ, setting);
    deal(&round, &rules, "Kh", "Td", "6c");
    act(&round, &rules, surrender);
    if (!lm_round_over(&round)) act(&round, &rules, (lm_action){ .verb = LM_CARD, .card = card_of("Ac") });
    return net_of(&round);
}

static void half_is_kept_from_a_late_blackjack(void **state)
{
    (void)state;
    assert_int_equal(lost_without_hole_card("hole_card=none surrender=on"), -1000);
    assert_int_equal(lost_without_hole_card("hole_card=none surrender=early"), -500);
    assert_int_equal(lost_without_hole_card("hole_card=none surrender=early-ten"), -500);
}

/* Whether a hand may be given up before the reader answers, and after it. */
static void expect_window(const char *setting, const char *up, bool before, bool after)
{
    lm_rules rules;
    lm_round round;
    rules_make(&rules, MBJ, setting);
    deal(&round, &rules, "Kh", up, "6c");
    bool insuring = round.phase == LM_INSURING;
    assert_int_equal(insuring && may(&round, &rules, surrender), before);
    if (insuring) act(&round, &rules, (lm_action){ .verb = LM_CLOSE });
    if (round.phase == LM_PEEKING) act(&round, &rules, (lm_action){ .verb = LM_PEEK });
    assert_int_equal(may(&round, &rules, surrender), after);
}

static void surrender_has_its_time(void **state)
{
    (void)state;
    expect_window("surrender=on", "Td", false, true);
    expect_window("surrender=on", "Ad", false, true);
    expect_window("surrender=early", "Td", true, false);
    expect_window("surrender=early", "Ad", true, false);
    expect_window("surrender=early", "9d", false, true);
    expect_window("surrender=early-ten", "Td", true, false);
    expect_window("surrender=early-ten", "Ad", false, false);
    expect_window("surrender=early-ten", "9d", false, true);
    expect_window("surrender=early-ace", "Td", false, false);
    expect_window("surrender=early-ace", "Ad", true, false);
    expect_window("surrender=early-ace", "9d", false, false);
}

static void half_is_kept_before_the_reader_answers(void **state)
{
    (void)state;
    lm_rules rules;
    lm_round round;
    rules_make(&rules, MBJ, "surrender=early");
    deal(&round, &rules, "Kh", "Ad", "6c");
    act(&round, &rules, surrender);
    assert_false(may(&round, &rules, surrender));
    assert_false(may(&round, &rules, (lm_action){ .verb = LM_INSURE, .box = 1, .wager = LM_INSURANCE }));
    act(&round, &rules, (lm_action){ .verb = LM_CLOSE });
    act(&round, &rules, (lm_action){ .verb = LM_PEEK, .yes = 1 });
    if (!lm_round_over(&round)) act(&round, &rules, (lm_action){ .verb = LM_TURN, .card = card_of("Tc") });
    assert_int_equal(net_of(&round), -500);
}

/* 2, 3, 2, 4 and 5 are 16 against two tens. */
static void five_cards_win(void **state)
{
    (void)state;
    for (int charlie = 0; charlie < 2; charlie++) {
        lm_rules rules;
        lm_round round;
        rules_make(&rules, MBJ, charlie ? "five_card_21=charlie" : "five_card_21=off");
        deal(&round, &rules, "2h", "Td", "3c");
        act(&round, &rules, (lm_action){ .verb = LM_PEEK });
        for (int i = 0; i < 3; i++) {
            static const char *const cards[] = { "2c", "4d", "5h" };
            act(&round, &rules, (lm_action){ .verb = LM_HIT, .box = 1 });
            act(&round, &rules, (lm_action){ .verb = LM_CARD, .card = card_of(cards[i]) });
        }
        assert_int_equal(may(&round, &rules, (lm_action){ .verb = LM_HIT, .box = 1 }), !charlie);
        if (!charlie) act(&round, &rules, (lm_action){ .verb = LM_STAND, .box = 1 });
        act(&round, &rules, (lm_action){ .verb = LM_TURN, .card = card_of("Tc") });
        assert_int_equal(net_of(&round), charlie ? 1000 : -1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_is_kept_from_a_late_blackjack),
        cmocka_unit_test(surrender_has_its_time),
        cmocka_unit_test(half_is_kept_before_the_reader_answers),
        cmocka_unit_test(five_cards_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
