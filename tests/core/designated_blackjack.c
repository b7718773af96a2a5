/* designated_blackjack.c - a blackjack of the ace and the face card that a house designates, in either order, is
 * paid 2 to 1 and every other one 3 to 2: MBJ-3(e)(3), tried with all pairs. */
/* sanitized */
#include "lammer/round.h"
#include "kit/rules_help.h"

static const char suits[] = "cdhs";

static lm_card card_of(char rank, char suit)
{
    char text[] = { rank, suit, '\0' };
    lm_card card = LM_CARD_DOWN;
    assert_true(lm_card_read(text, &card));
    return card;
}

/* What a wager of $10 on box 1 wins with these two cards against 7 and 10. */
static lm_cents won_with(const lm_rules *rules, lm_card first, lm_card second)
{
    const lm_action actions[] = {
        { .verb = LM_BET, .box = 1, .amount_cents = 1000 },
        { .verb = LM_DEAL },
        { .verb = LM_CARD, .card = first },
        { .verb = LM_CARD, .card = card_of('7', 'd') },
        { .verb = LM_CARD, .card = second },
        { .verb = LM_DOWN },
        { .verb = LM_TURN, .card = card_of('T', 'd') },
    };
    lm_round round;
    lm_round_open(&round, rules);
    for (size_t i = 0; i < sizeof actions / sizeof *actions && !lm_round_over(&round); i++)
        assert_true(lm_ok(lm_round_apply(&round, rules, actions[i])));
    assert_true(lm_round_over(&round));
    return lm_round_net(&round, (lm_spot){ 1, 0, LM_MAIN, LM_ALL_SPOTS });
}

static void check_hands(const lm_rules *rules, lm_card ace, lm_card face)
{
    static const char tens[] = "TJQK";
    for (int hand = 0; hand < 4 * 4 * 4; hand++) {
        lm_card a = card_of('A', suits[hand % 4]), b = card_of(tens[hand / 4 % 4], suits[hand / 16]);
        lm_cents expected = a == ace && b == face ? 2000 : 1500;
        assert_int_equal(won_with(rules, a, b), expected);
        assert_int_equal(won_with(rules, b, a), expected);
    }
}

static void two_to_one_for_that_one_alone(void **state)
{
    (void)state;
    static const char faces[] = "JQK";
    for (int pair = 0; pair < 4 * 3 * 4; pair++) {
        char setting[64], written[64], ace = suits[pair % 4], face = faces[pair / 4 % 3], suit = suits[pair / 12];
        lm_rules rules;
        snprintf(setting, sizeof setting, "special_blackjack=A%c+%c%c", ace, face, suit);
        rules_make(&rules, MBJ, setting);
        lm_rule_write(LM_RULE_special_blackjack, rules.special_blackjack, written, sizeof written);
        assert_string_equal(written, strchr(setting, '=') + 1);
        check_hands(&rules, card_of('A', ace), card_of(face, suit));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(two_to_one_for_that_one_alone) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
