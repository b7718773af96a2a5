/* wagers_independent.c - an optional wager has no bearing on any other wager. */
/* sanitized */
/* Rounds are played twice from the same shoe with the same decisions: once with every wager of the table, once
 * without the one in question. The choices offered to the players, and what the main wager, insurance and every
 * other optional wager win or lose, must be the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "dealer_box.h"
#include "lammer/irregular.h"
#include "kit/rules_help.h"

enum { ROUNDS = 400, ROOM = 2048, SEATS = 3, NOTHING = -1 };

static const struct {
    const char *clause;
    const char *wager;
    const char *table;
} cases[] = {
    { "MBJ-23(b)", "match-dealer", "@match-dealer @21+3:A @trilux:2 @super3 @buster:A surrender=on" },
    { "MBJ-23(b)", "match-dealer", "@match-dealer @21+3:A hole_card=none" },
    { "MBJ-23(b)", "match-dealer", "@match-dealer @kings-bounty:1 @trilux:1 even_money=on decks=8" },
    { "MBJ-25(g)", "third-card", "@third-card @trilux:2 @buster:A surrender=on" },
    { "MBJ-25(g)", "third-card", "@third-card @buster:F hole_card=none" },
    { "MBJ-25(g)", "third-card", "@third-card dealer_soft17=hit hole_card=unseen even_money=on" },
    { "MBJ-25(g)", "third-card",
      "@third-card hole_card=face-up ties=lose blackjack_pays=1:1 insurance=off double_on=9-11 "
      "split_hands=2" },
    { "MBJ-26(c)", "in-between", "@in-between:A @trilux:2 @super3 @buster:A surrender=on" },
    { "MBJ-26(c)", "in-between", "@in-between:D @buster:A hole_card=none" },
    { "MBJ-28(c)", "21+3", "@21+3:A @match-dealer @trilux:2 @super3 @buster:A" },
    { "MBJ-28(c)", "21+3", "@21+3:B @buster:C hole_card=none surrender=on" },
};

static void do_it(lm_round *round, const lm_rules *rules, lm_action action, const char *clause)
{
    lm_status status = lm_round_apply(round, rules, action);
    if (!lm_ok(status)) {
        fail_msg("%s: %s: %s (%s)", clause, lm_verb_word((lm_verb)action.verb), lm_why_text(status.why),
                 status.clause ? status.clause : "");
    }
}

/* Ten dollars on each hand and five on each optional wager, except the one left out. */
static void lay_bets(lm_round *round, const lm_rules *rules, int left_out, const char *clause)
{
    for (uint8_t box = 1; box <= SEATS; box++) {
        for (uint8_t wager = LM_MAIN; wager < LM_SIDE + rules->offers; wager++) {
            if (wager == LM_INSURANCE || wager == left_out) continue;
            lm_cents stake = wager == LM_MAIN ? 10 * LM_DOLLAR : 5 * LM_DOLLAR;
            do_it(round, rules, (lm_action){ .verb = LM_BET, .box = box, .wager = wager, .amount_cents = stake },
                  clause);
        }
    }
    do_it(round, rules, (lm_action){ .verb = LM_DEAL }, clause);
}

static lm_action any_choice(const lm_round *round, const lm_rules *rules, test_random *random)
{
    static lm_action list[ROOM];
    int n = lm_round_legal(round, rules, list, ROOM), kept = 0;
    for (int i = 0; i < n; i++) {
        if (list[i].verb != LM_IRREGULAR && list[i].verb != LM_CARD && list[i].verb != LM_DOWN) list[kept++] = list[i];
    }
    assert_true(kept > 0);
    lm_action action = list[test_random_below(random, kept)];
    action.amount_cents = action.most_cents;
    return action;
}

/* The same seed leads to the same choices, unless the wager changes them. */
static lm_round play(const lm_rules *rules, test_shoe shoe, test_random choices, int left_out, const char *clause)
{
    lm_round round;
    assert_true(lm_ok(lm_round_open(&round, rules)));
    lay_bets(&round, rules, left_out, clause);
    while (!lm_round_over(&round)) {
        lm_action action;
        if (!test_dealer_answers(&shoe, &round, lm_round_turn(&round, rules), &action))
            action = any_choice(&round, rules, &choices);
        do_it(&round, rules, action, clause);
    }
    return round;
}

static void test_no_bearing(void **state)
{
    (void)state;
    static lm_rules rules;
    test_random random = { 20141216 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rules_make(&rules, MBJ, cases[i].table);
        int slot = lm_rules_slot(&rules, cases[i].wager), decided = 0;
        assert_true(slot >= LM_SIDE);
        for (int n = 0; n < ROUNDS; n++) {
            test_shoe shoe;
            test_shoe_shuffle(&shoe, (int)rules.decks, &random);
            test_random choices = { test_random_next(&random) };
            lm_round with = play(&rules, shoe, choices, NOTHING, cases[i].clause);
            lm_round without = play(&rules, shoe, choices, slot, cases[i].clause);
            for (uint8_t box = 1; box <= SEATS; box++) {
                for (uint8_t wager = LM_MAIN; wager < LM_SIDE + rules.offers; wager++) {
                    lm_spot spot = { box, LM_DECIDER, wager, LM_ALL_SPOTS };
                    lm_cents a = lm_round_net(&with, spot), b = lm_round_net(&without, spot);
                    if (wager == slot)
                        decided += a != 0 && b == 0;
                    else if (a != b)
                        fail_msg("%s: round %d, box %d, wager %d: %ld with it, %ld without", cases[i].clause, n, box,
                                 wager, (long)a, (long)b);
                }
            }
        }
        assert_int_equal(decided, ROUNDS * SEATS); /* made and decided in every round with the wager, and in no other */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_no_bearing) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
