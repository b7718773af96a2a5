/* worst_loss.c - the most that one optional wager can cost the house, from the printed odds and the limits. */
/* sanitized */
#include "kit/rules_help.h"

/* The loss is the award, less the stake where it is taken. Where odds are paid, a coupon as large as the stake wins as well;
 * a display shows up to 1,000 times the stake; for a meter that is won whole the house pays the next seed. */
static const struct {
    const char *clause, *base, *settings, *wager;
    lm_cents dollars;
} rows[] = {
    { "MBJ-19(k).5", MBJ, "@super4:1 super4_stake=5", "super4", 50000 },
    { "MBJ-19(k).5", MBJ, "@super4:2 super4_star=3", "super4", 10000 },
    { "MBJ-19(n).1", MBJ, "@super4:N decks=8 super4_stake=5 boxes=1", "super4", 750 - 5 },
    { "MBJ-19(n).2", MBJ, "@super4:N decks=8 super4_stake=5 boxes=6", "super4", 5 * 3000 },
    { "MBJ-19(n).2", MBJ, "@super4:N decks=8 super4.seed=2000 boxes=6 bettors_per_box=3", "super4", 17 * 3000 + 2000 },
    { "MBJ-19(i).2", NO_HOLE, "@aces", "aces", 5000 },
    { "MBJ-31(d)", MBJ, "@blazing7:1 blazing7.seed=150", "blazing7", 200 - 1 },
    { "MBJ-31(d).3", MBJ, "@blazing7:1 blazing7.seed=3000", "blazing7", 3000 },
    { "MBJ-20(j)", MBJ, "@blackjack-bonus", "blackjack-bonus", 1000 * 5 },
    { "MBJ-20(j)", MBJ, "@blackjack-bonus bonus_stakes=1", "blackjack-bonus", 1000 * 1 },
    { "MBJ-23(f)", MBJ, "@match-dealer decks=6 side_max=10", "match-dealer", 2 * 11 * 20 },
    { "MBJ-23(f)", MBJ, "@over13 @match-dealer decks=8 side_max=10", "match-dealer", 2 * 14 * 20 },
    { "MBJ-23(c)", MBJ, "@match-dealer decks=6 side_max=100 max_bet=50", "match-dealer", 2 * 11 * 200 },
    { "MBJ-23(c)", MBJ, "@match-dealer decks=6 side_max=100 max_bet=50 side_within_main=on", "match-dealer",
      2 * 11 * 100 },
    { "MBJ-27(c).2", MBJ, "@buster:A side_max=100 max_bet=50", "buster", 250 * 100 },
    { "MBJ-27(c).3", MBJ, "@buster:A side_max=40 max_bet=50", "buster", 250 * 80 },
    { "MBJ-29(h)", MBJ, "@kings-bounty:1 side_max=7", "kings-bounty", 1000 * 14 },
    { "MBJ-30(T2)", MBJ, "@trilux:2 side_max=10", "trilux", 25 * 20 + 10 },
    { "MFB-10(c)", MFB, "@push22:A side_max=10 max_bet=100", "push22", 50 * 20 },
};

static void the_worst_of_a_wager(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        rules_make(&rules, rows[i].base, rows[i].settings);
        lm_cents worst = lm_offer_worst_loss(&rules, lm_rules_slot(&rules, rows[i].wager) - LM_SIDE);
        if (worst != rows[i].dollars * LM_DOLLAR)
            fail_msg("%s: '%s' loses %lld", rows[i].clause, rows[i].settings, (long long)worst);
    }
}

/* Up to the next chip where the house rounds up (C-17): 7 to 2 on $5.10 twice are $35.70, or $36 in chips of $1. */
static void rounded_up(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        lm_cents cents;
    } cases[] = { { "round_up=off", 2 * 3570 }, { "round_up=on", 2 * 3600 } };
    for (int i = 0; i < 2; i++) {
        lm_rules rules;
        rules_make(&rules, MBJ "@match-dealer side_max=5.10 chip_unit=1 ", cases[i].settings);
        rules.offer[0].pays[1] = rules.offer[0].pays[2] = (lm_odds){ 7, 2, LM_TO, 0 };
        assert_int_equal(lm_offer_worst_loss(&rules, 0), cases[i].cents);
    }
}

/* The free bonus of Buster comes on top of its award, in the amount that this house pays: MBJ-27(i). */
static void the_free_bonus(void **state)
{
    (void)state;
    enum { FREE_SEVEN = 7, FREE_B3_EIGHT = 8 };
    static const struct {
        const char *clause, *bonus;
        int row, raised;
        lm_cents dollars;
    } bonuses[] = {
        { "MBJ-27(i)", "off", 0, 0, 0 },
        { "MBJ-27(i)", "B1", 0, 0, 8000 },
        { "MBJ-27(i)", "B3", 0, 0, 5000 },
        { "MBJ-27(i)", "B3", FREE_B3_EIGHT, 6000, 6000 },
        { "MBJ-27(i)", "B3", FREE_SEVEN, 7000, 7000 },
    };
    for (size_t i = 0; i < sizeof bonuses / sizeof *bonuses; i++) {
        lm_rules rules;
        char settings[64];
        snprintf(settings, sizeof settings, "@buster:A buster_bonus=%s", bonuses[i].bonus);
        rules_make(&rules, MBJ "max_bet=100 side_max=10 ", settings);
        if (bonuses[i].raised) rules.offer[0].pays[bonuses[i].row].a = bonuses[i].raised;
        if (lm_offer_worst_loss(&rules, 0) != (250 * 20 + bonuses[i].dollars) * LM_DOLLAR)
            fail_msg("%s: %s", bonuses[i].clause, bonuses[i].bonus);
    }
}

/* Awards that are a percentage of a meter come from its balance, which the bound does not include. */
static void what_meters_hold_is_apart(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *settings;
        bool meters;
    } tables[] = {
        { "MBJ-3(a)", "", false },
        { "MBJ-23(f)", "@match-dealer", false },
        { "MBJ-31(d)", "@blazing7:1", true },
        { "MBJ-31(d)", "@match-dealer @blazing7:1", true },
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        lm_rules rules;
        rules_make(&rules, MBJ, tables[i].settings);
        if (lm_rules_have_meters(&rules) != tables[i].meters)
            fail_msg("%s: '%s'", tables[i].clause, tables[i].settings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_of_a_wager),
        cmocka_unit_test(rounded_up),
        cmocka_unit_test(the_free_bonus),
        cmocka_unit_test(what_meters_hold_is_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
