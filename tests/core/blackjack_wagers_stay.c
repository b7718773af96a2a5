/* blackjack_wagers_stay.c - from the first card to the end of the round no wager is touched. */
/* sanitized */
/* Rounds are played at random. After every action each wager that could be named is tried: made, raised, lowered
 * and taken back. All are refused with the clause that forbids it, and no chip moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "dealer_box.h"
#include "lammer/irregular.h"
#include "kit/rules_help.h"

enum { ROUNDS = 60, ROOM = 2048 };

static const char *const tables[] = {
    "",
    "surrender=on even_money=on double_card=request",
    "@21+3:A @buster:A",
    "hole_card=none surrender=on",
    "hole_card=unseen bettors_per_box=3",
};

/* MBJ-3(h): staff must not permit what 3(f) and 3(g) forbid; 3(c) says the same of making and raising. */
static bool is_forbidding(const char *clause)
{
    static const char *const ids[] = { "MBJ-3(c)", "MBJ-3(f)", "MBJ-3(g)" };
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (clause && strcmp(clause, ids[i]) == 0) return true;
    }
    return false;
}

static void assert_refused(const lm_round *round, const lm_rules *rules, lm_action action)
{
    lm_round after = *round;
    lm_status status = lm_round_apply(&after, rules, action);
    if (lm_ok(status))
        fail_msg("MBJ-3(h): %s was permitted in phase %d", lm_verb_word((lm_verb)action.verb), round->phase);
    if (!is_forbidding(status.clause)) fail_msg("MBJ-3(h): refused by %s", status.clause ? status.clause : "no clause");
    assert_memory_equal(round, &after, sizeof after);
}

/* Tries to bet on every spot of the table: more, less, the same and nothing. */
static void assert_untouchable(const lm_round *round, const lm_rules *rules)
{
    static const lm_cents amounts[] = { 0, 1 * LM_DOLLAR, 5 * LM_DOLLAR, 10 * LM_DOLLAR, 500 * LM_DOLLAR };
    for (uint8_t box = 1; box <= rules->boxes; box++) {
        for (uint8_t wager = LM_MAIN; wager < LM_SIDE + rules->offers; wager++) {
            assert_refused(round, rules, (lm_action){ .verb = LM_WITHDRAW, .box = box, .wager = wager });
            for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
                lm_action bet = { .verb = LM_BET, .box = box, .wager = wager, .amount_cents = amounts[i] };
                assert_refused(round, rules, bet);
            }
        }
    }
}

static lm_cents chips(const lm_round *round)
{
    lm_cents players = 0;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t b = 0; b < LM_BETTORS; b++) {
            players += lm_round_net(round, (lm_spot){ box, b, LM_ALL_WAGERS, LM_ALL_SPOTS });
        }
    }
    return players + round->tray_cents;
}

static void lay_bets(lm_round *round, const lm_rules *rules, test_random *random)
{
    for (uint8_t box = 1; box <= rules->boxes; box++) {
        if (box > 1 && test_random_below(random, 2)) continue;
        for (uint8_t wager = LM_MAIN; wager < LM_SIDE + rules->offers; wager++) {
            if (wager == LM_INSURANCE) continue;
            lm_action bet = { .verb = LM_BET, .box = box, .wager = wager, .amount_cents = 10 * LM_DOLLAR };
            assert_true(lm_ok(lm_round_apply(round, rules, bet)));
        }
    }
}

/* Any legal choice of a player, irregularities left out. */
static lm_action any_choice(const lm_round *round, const lm_rules *rules, test_random *random)
{
    static lm_action list[ROOM];
    int n = lm_round_legal(round, rules, list, ROOM), kept = 0;
    assert_true(n <= ROOM);
    for (int i = 0; i < n; i++) {
        if (list[i].verb != LM_IRREGULAR && list[i].verb != LM_CARD && list[i].verb != LM_DOWN) list[kept++] = list[i];
    }
    assert_true(kept > 0);
    lm_action action = list[test_random_below(random, kept)];
    action.amount_cents = action.most_cents;
    return action;
}

static void play(const lm_rules *rules, test_random *random)
{
    lm_round round;
    test_shoe shoe;
    test_shoe_shuffle(&shoe, (int)rules->decks, random);
    assert_true(lm_ok(lm_round_open(&round, rules)));
    lay_bets(&round, rules, random);
    assert_true(lm_ok(lm_round_apply(&round, rules, (lm_action){ .verb = LM_DEAL })));
    for (;;) {
        lm_turn turn = lm_round_turn(&round, rules);
        lm_action action;
        if (!test_dealer_answers(&shoe, &round, turn, &action)) action = any_choice(&round, rules, random);
        lm_status status = lm_round_apply(&round, rules, action);
        if (!lm_ok(status)) fail_msg("%s: %s", lm_verb_word((lm_verb)action.verb), lm_why_text(status.why));
        if (lm_round_over(&round)) break;
        assert_untouchable(&round, rules);
    }
    assert_int_equal(chips(&round), 0);
    assert_int_equal(round.felt_cents, 0);
}

static void test_nothing_is_touched(void **state)
{
    (void)state;
    static lm_rules rules;
    test_random random = { 20141216 };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        rules_make(&rules, MBJ, tables[i]);
        for (int n = 0; n < ROUNDS; n++)
            play(&rules, &random);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_nothing_is_touched) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
