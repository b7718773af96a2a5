/* worst_loss.c - the most that one optional wager can cost the house, from the printed odds and the limits. */
/* sanitized */
#include "rules_help.h"

/* What the winner gets less his stake; a display shows up to 1,000 times the stake; a meter's money is not the house's. */
static const struct {
    const char *clause, *base, *settings, *wager;
    lm_cents dollars;
} rows[] = {
    { "MBJ-19(k).2", MBJ, "@super4:1 super4_stake=5", "super4", 750 - 5 },
    { "MBJ-19(k).3", MBJ, "@super4:2 super4_stake=5", "super4", 250 - 5 },
    { "MBJ-19(k).4", MBJ, "@super4:3 super4_stake=5", "super4", 200 - 5 },
    { "MBJ-19(n).1", MBJ, "@super4:N decks=8 super4_stake=5", "super4", 750 - 5 },
    { "MBJ-19(c)", NO_HOLE, "@aces", "aces", 2500 - 1 },
    { "MBJ-31(d)", MBJ, "@blazing7:1", "blazing7", 200 - 1 },
    { "MBJ-20(j)", MBJ, "@blackjack-bonus", "blackjack-bonus", 1000 * 5 },
    { "MBJ-20(j)", MBJ, "@blackjack-bonus bonus_stakes=1", "blackjack-bonus", 1000 * 1 },
    { "MBJ-23(f)", MBJ, "@match-dealer decks=6 side_max=10", "match-dealer", 2 * 11 * 10 },
    { "MBJ-23(f)", MBJ, "@over13 @match-dealer decks=8 side_max=10", "match-dealer", 2 * 14 * 10 },
    { "MBJ-23(c)", MBJ, "@match-dealer decks=6 side_max=100 max_bet=50", "match-dealer", 2 * 11 * 100 },
    { "MBJ-23(c)", MBJ, "@match-dealer decks=6 side_max=100 max_bet=50 side_within_main=on", "match-dealer",
      2 * 11 * 50 },
    { "MBJ-27(c).2", MBJ, "@buster:A side_max=100 max_bet=50", "buster", 250 * 50 },
    { "MBJ-27(c).3", MBJ, "@buster:A side_max=40 max_bet=50", "buster", 250 * 40 },
    { "MBJ-29(h)", MBJ, "@kings-bounty:1 side_max=7", "kings-bounty", 1000 * 7 },
    { "MFB-10(c)", MFB, "@push22:A side_max=10 max_bet=100", "push22", 50 * 10 },
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

/* Up to the next chip where the house rounds up (C-17): 7 to 2 on $5 are $17.50, or $18 in chips of $1. */
static void rounded_up(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        lm_cents cents;
    } cases[] = { { "round_up=off", 2 * 1750 }, { "round_up=on", 2 * 1800 } };
    for (int i = 0; i < 2; i++) {
        lm_rules rules;
        rules_make(&rules, MBJ "@match-dealer side_max=5 chip_unit=1 ", cases[i].settings);
        rules.offer[0].pays[1] = rules.offer[0].pays[2] = (lm_odds){ 7, 2, LM_TO, 0 };
        assert_int_equal(lm_offer_worst_loss(&rules, 0), cases[i].cents);
    }
}

/* The bonus that the house gives away with Buster, once a box: MBJ-27(i). */
static void the_free_bonus(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *bonus;
        lm_cents dollars;
    } bonuses[] = { { "MBJ-27(i)", "off", 0 }, { "MBJ-27(i)", "B1", 8000 }, { "MBJ-27(i)", "B3", 5000 } };
    for (size_t i = 0; i < sizeof bonuses / sizeof *bonuses; i++) {
        lm_rules rules;
        char settings[64];
        snprintf(settings, sizeof settings, "boxes=2 @buster:A buster_bonus=%s", bonuses[i].bonus);
        rules_make(&rules, MBJ "max_bet=100 split_hands=2 ", settings);
        lm_cents box = 400 * LM_DOLLAR + lm_offer_worst_loss(&rules, 0) + bonuses[i].dollars * LM_DOLLAR;
        if (lm_rules_worst_loss(&rules) != 2 * box) fail_msg("%s: %s", bonuses[i].clause, bonuses[i].bonus);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_of_a_wager),
        cmocka_unit_test(rounded_up),
        cmocka_unit_test(the_free_bonus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
