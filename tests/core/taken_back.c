/* taken_back.c - before the first card: a wager that is taken back leaves no mark, limits together are kept to the cent,
 * and no player touches the wager of another. */
/* sanitized */
#include "kit/round_help.h"

static lm_action bet(uint8_t box, uint8_t bettor, uint8_t wager, lm_cents amount)
{
    return (lm_action){ .verb = LM_BET, .box = box, .bettor = bettor, .wager = wager, .amount_cents = amount };
}

static bool is_laid(const lm_round *round, const lm_action *a)
{
    if (a->wager >= LM_SIDE) return lm_round_side(round, a->box, a->bettor, a->wager) != NULL;
    return round->box[a->box - 1].main[a->bettor][a->n] != 0;
}

/* Every wager that is listed is laid and taken back, on an empty table and beside others: but for the count of actions
 * the round is the same, byte for byte. */
static void check_each(const lm_round *round, const lm_rules *rules, const char *name)
{
    static lm_action list[2048];
    int n = lm_round_legal(round, rules, list, 2048);
    for (int i = 0; i < n && i < 2048; i++) {
        const lm_action *a = &list[i];
        if (a->verb != LM_BET || is_laid(round, a)) continue;
        lm_round copy = *round;
        act(&copy, rules, *a);
        lm_action back = *a;
        back.verb = LM_WITHDRAW;
        back.amount_cents = 0;
        act(&copy, rules, back);
        copy.actions = round->actions;
        if (memcmp(&copy, round, sizeof copy) != 0)
            fail_msg("%s: box %d, bettor %d, wager %d leaves a mark", name, a->box, a->bettor, a->wager);
    }
}

static void a_wager_taken_back_leaves_no_mark(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *rules;
    } tables[] = {
        { "MFB-5(c).2", MFB "@push22:A dealer_bets=on boxes=3 boxes_per_player=3 " },
        { "MBJ-3(f)", MBJ "@over13 @21+3:A @buster:A bettors_per_box=3 boxes=3 " },
        { "MBJ-18(b).1", MULTI "bettors_per_box=2 boxes=2 " },
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        lm_rules rules;
        static lm_round round;
        rules_make(&rules, tables[i].rules, "");
        lm_round_open(&round, &rules);
        for (uint8_t box = 1; box <= 2; box++) {
            check_each(&round, &rules, tables[i].clause);
            act(&round, &rules, bet(box, LM_DECIDER, LM_MAIN, 20 * LM_DOLLAR));
            for (uint8_t slot = LM_SIDE; slot < LM_SIDE + rules.offers; slot++) {
                check_each(&round, &rules, tables[i].clause);
                act(&round, &rules, bet(box, LM_DECIDER, slot, 5 * LM_DOLLAR));
            }
        }
        check_each(&round, &rules, tables[i].clause);
    }
}

/* A fifth bettor of box 1 would be counted like the first of box 2. */
static void boxes_act_only_on_their_turn(void **state)
{
    (void)state;
    lm_rules rules;
    static lm_round round;
    rules_make(&rules, MBJ "@over13 bettors_per_box=3 ", "");
    lm_round_open(&round, &rules);
    act(&round, &rules, bet(1, LM_DECIDER, LM_MAIN, 20 * LM_DOLLAR));
    act(&round, &rules, bet(2, LM_DECIDER, LM_MAIN, 20 * LM_DOLLAR));
    act(&round, &rules, bet(2, LM_DECIDER, LM_SIDE, 5 * LM_DOLLAR));
    lm_action own = { .verb = LM_WITHDRAW, .box = 2, .wager = LM_SIDE };
    lm_action other = { .verb = LM_WITHDRAW, .box = 1, .bettor = LM_BETTORS, .wager = LM_SIDE };
    assert_true(may(&round, &rules, own));
    assert_false(may(&round, &rules, other));
    lm_action coupon = bet(2, LM_DECIDER, LM_SIDE, 5 * LM_DOLLAR);
    coupon.instrument = LM_COUPON;
    assert_true(may(&round, &rules, coupon));
    coupon.box = 1;
    coupon.bettor = LM_BETTORS;
    assert_false(may(&round, &rules, coupon));
}

/* Both stakes of King's Bounty keep to the maximum of $100 to the cent; at the maximum, and only there, a player adds
 * up to a tenth of it for the dealer (C-100). */
static void both_stakes_together_to_the_cent(void **state)
{
    (void)state;
    static const struct {
        const char *clause;
        lm_cents own, most; /* the player's stake, and the most for the dealer */
    } rows[] = {
        { "MBJ-29(d).2", 0, 10000 }, { "MBJ-29(d).2", 1, 9999 }, { "MBJ-29(d).2", 5000, 5000 },
        { "MBJ-29(d).2", 9998, 2 },  { "MBJ-29(d).2", 9999, 1 }, { "MBJ-29(d).2", 10000, 1000 },
    };
    lm_rules rules;
    rules_make(&rules, MBJ "@kings-bounty:1 bet_step=0.01 side_min=0.01 side_max=100 ", "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int first = 0; first < 2; first++) { /* another's wager, laid before or not, changes nothing */
            static lm_round round;
            lm_round_open(&round, &rules);
            act(&round, &rules, bet(1, LM_DECIDER, LM_MAIN, 20000));
            act(&round, &rules, bet(2, LM_DECIDER, LM_MAIN, 20000));
            if (first) act(&round, &rules, bet(1, LM_DECIDER, LM_SIDE, 700));
            if (rows[i].own) act(&round, &rules, bet(2, LM_DECIDER, LM_SIDE, rows[i].own));
            if (!may(&round, &rules, bet(2, LM_TIP, LM_SIDE, rows[i].most)))
                fail_msg("%s: %d beside %d is refused", rows[i].clause, (int)rows[i].most, (int)rows[i].own);
            if (may(&round, &rules, bet(2, LM_TIP, LM_SIDE, rows[i].most + 1)))
                fail_msg("%s: more than %d beside %d", rows[i].clause, (int)rows[i].most, (int)rows[i].own);
            act(&round, &rules, bet(2, LM_TIP, LM_SIDE, rows[i].most)); /* the same stakes in the other order */
            lm_cents own = rows[i].own ? rows[i].own : 1;
            assert_int_equal(may(&round, &rules, bet(2, LM_DECIDER, LM_SIDE, own)), rows[i].own != 0);
            bool full_and_tenth = own + 1 == 10000 && rows[i].most <= 1000;
            assert_int_equal(may(&round, &rules, bet(2, LM_DECIDER, LM_SIDE, own + 1)), full_and_tenth);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wager_taken_back_leaves_no_mark),
        cmocka_unit_test(boxes_act_only_on_their_turn),
        cmocka_unit_test(both_stakes_together_to_the_cent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
