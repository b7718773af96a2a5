/* blackjack_even_money.c - who may take even money, also under rules that no house could post. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/round.h"
#include "kit/rules_help.h"

/* With an empty refusal, even money is listed and pays 1 to 1. */
static const struct {
    const char *clause, *settings, *first, *up, *second, *refusal;
} cases[] = {
    { "MBJ-7(c).2", "even_money=on", "Ah", "Ad", "Kh", "" },
    { "MBJ-7(c).2", "even_money=on hole_card=none", "Ah", "Ad", "Kh", "" },
    { "MBJ-7(c).2", "even_money=on hole_card=unseen", "Th", "Ad", "Ah", "" },
    { "MBJ-7(c).1", "", "Ah", "Ad", "Kh", "MBJ-7(c).1" },                             /* not offered */
    { "MBJ-7(c).1", "even_money=on", "Ah", "Ad", "9h", "MBJ-7(c).1" },                /* no blackjack */
    { "MBJ-7(c).1", "even_money=on hole_card=none", "Ah", "Kd", "Kh", "MBJ-7(c).1" }, /* no ace up */
    { "MBJ-7(d).1", "even_money=on blackjack_pays=6:5", "Ah", "Ad", "Kh", "MBJ-7(d).1" },
    { "MBJ-7(d).1", "even_money=on blackjack_pays=6:5 hole_card=none", "Ah", "Ad", "Kh", "MBJ-7(d).1" },
};

static lm_card card(const char *text)
{
    lm_card c;
    assert_true(lm_card_read(text, &c));
    return c;
}

/* One box with $10, dealt to the moment after the hole card. */
static void open_round(lm_round *round, const lm_rules *rules, const char *first, const char *up, const char *second)
{
    lm_action actions[] = {
        { .verb = LM_BET, .box = 1, .wager = LM_MAIN, .amount_cents = 10 * LM_DOLLAR },
        { .verb = LM_DEAL },
        { .verb = LM_CARD, .card = card(first) },
        { .verb = LM_CARD, .card = card(up) },
        { .verb = LM_CARD, .card = card(second) },
        { .verb = LM_DOWN },
    };
    int n = (int)(sizeof actions / sizeof *actions) - (rules->hole_card == LM_HOLE_NONE);
    assert_true(lm_ok(lm_round_open(round, rules)));
    for (int i = 0; i < n; i++)
        assert_true(lm_ok(lm_round_apply(round, rules, actions[i])));
}

static bool is_listed(const lm_round *round, const lm_rules *rules)
{
    lm_action list[256];
    int n = lm_round_legal(round, rules, list, 256);
    for (int i = 0; i < n && i < 256; i++) {
        if (list[i].verb == LM_EVEN_MONEY) return true;
    }
    return false;
}

static void test_even_money(void **state)
{
    (void)state;
    static lm_rules rules;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lm_round round;
        rules_make(&rules, MBJ, cases[i].settings);
        open_round(&round, &rules, cases[i].first, cases[i].up, cases[i].second);
        bool may = cases[i].refusal[0] == '\0';
        if (is_listed(&round, &rules) != may) fail_msg("%s, case %zu: listed wrongly", cases[i].clause, i);
        lm_status status = lm_round_apply(&round, &rules, (lm_action){ .verb = LM_EVEN_MONEY, .box = 1 });
        if (lm_ok(status) != may) fail_msg("%s, case %zu: done wrongly", cases[i].clause, i);
        if (may) {
            lm_spot spot = { 1, LM_DECIDER, LM_MAIN, 0 };
            assert_int_equal(lm_round_net(&round, spot), 10 * LM_DOLLAR);
        } else {
            assert_string_equal(status.clause, cases[i].refusal);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_even_money) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
