/* offers.c - offering a wager without naming its pay table: the one that fits, or the house must say which; and how many
 * wagers a table holds. */
/* sanitized */
#include "lammer/round.h"
#include "kit/rules_help.h"

static void which_pay_table(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *offer;
        lm_offered result;
    } rows[] = {
        { MBJ, "kings-bounty", LM_OFFER_AMBIGUOUS }, /* two fit */
        { MFB, "kings-bounty", LM_OFFER_AMBIGUOUS }, /* two, and neither fits */
        { MBJ, "kings-bounty:2", LM_OFFER_OK },
        { MBJ, "kings-bounty:3", LM_OFFER_TABLE },
        { MBJ, "kings-bounty:", LM_OFFER_TABLE },
        { MBJ, "sevens", LM_OFFER_OK },                  /* the only one */
        { MBJ "decks=1 ", "match-dealer", LM_OFFER_OK }, /* two of one name, by the decks */
        { MBJ "decks=8 ", "match-dealer", LM_OFFER_OK },
        { IFB, "push22", LM_OFFER_TWICE }, /* its own is offered already */
        { MFB, "push22", LM_OFFER_AMBIGUOUS },
        { MBJ, "no-such-wager", LM_OFFER_UNKNOWN },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        rules_make(&rules, rows[i].rules, "");
        lm_offered result = lm_rules_offer(&rules, lm_wagers, rows[i].offer);
        if (result != rows[i].result) fail_msg("%s: %d", rows[i].offer, (int)result);
    }
}

static lm_status bet(lm_round *round, const lm_rules *rules, int place, uint8_t wager, lm_cents cents)
{
    lm_action a = { .verb = LM_BET, .wager = wager, .amount_cents = cents };
    a.box = (uint8_t)(place / 3 + 1);
    a.bettor = (uint8_t)(place % 3);
    return lm_round_apply(round, rules, a);
}

/* docs/limits.md: eighty optional wagers a round, and a further one is refused with a sentence. Existing wagers may
 * still be changed or taken back. */
static void a_full_table(void **state)
{
    (void)state;
    static const char *const offers[] = { "21+3", "buster", "over13", "under13" };
    enum { PLACES = 21, WAGERS = sizeof offers / sizeof *offers, MOST = 80 };
    lm_rules rules;
    lm_round round;
    rules_make(&rules, MBJ "boxes=7 bettors_per_box=3 split_hands=3 @21+3:A @buster:A @over13 @under13 ", "");
    assert_int_equal(lm_rules_check(&rules, NULL), 0);
    assert_true(lm_ok(lm_round_open(&round, &rules)));
    for (int place = 0; place < PLACES; place++)
        assert_true(lm_ok(bet(&round, &rules, place, LM_MAIN, 2000)));
    for (int n = 0; n < PLACES * WAGERS; n++) {
        uint8_t slot = (uint8_t)lm_rules_slot(&rules, offers[n / PLACES]);
        lm_round before = round;
        lm_status status = bet(&round, &rules, n % PLACES, slot, 500);
        assert_int_equal(status.why, n < MOST ? LM_WHY_OK : LM_WHY_ROOM);
        if (n >= MOST) assert_memory_equal(&round, &before, sizeof round);
    }
    uint8_t first = (uint8_t)lm_rules_slot(&rules, offers[0]),
            last = (uint8_t)lm_rules_slot(&rules, offers[WAGERS - 1]);
    assert_true(lm_ok(bet(&round, &rules, 0, first, 1000)));
    lm_action back = { .verb = LM_WITHDRAW, .box = 1, .wager = first };
    assert_true(lm_ok(lm_round_apply(&round, &rules, back)));
    assert_true(lm_ok(bet(&round, &rules, PLACES - 1, last, 500)));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(which_pay_table), cmocka_unit_test(a_full_table) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
