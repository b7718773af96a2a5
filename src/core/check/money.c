/* money.c - limits that make sense, payouts that chips can make, and sums that fit.
 *
 * The documents have no rounding rule (C-17): unless a house posts that it rounds up, every payout of every allowed
 * stake must come out in whole chips. Stakes are whole multiples of a step, so it suffices to check the step. */
#include "rows.h"
#include "round/step.h"

/* clang-format off */
#define LIMITS "max_bet>=min_bet side_max>=side_min"
#define STEPS "min_bet%bet_step max_bet%bet_step"

static const lm_check_row limits[] = {
    LM_MUST("MFB-5(a)", "rule_set=mfb|vfb|wfb|ifb", LIMITS, "no wager lies within the limits"),
    LM_MUST("MBJ-3(d).1", "rule_set=mbj", LIMITS, "no wager lies within the limits"),
    { LM_WARNING, "MFB-5(a)", "rule_set=mfb|vfb|wfb|ifb", STEPS, NULL,
      "wagers are whole steps, so the limit in effect is the nearest step within it" },
    { LM_WARNING, "MBJ-3(d).1", "rule_set=mbj", STEPS, NULL,
      "wagers are whole steps, so the limit in effect is the nearest step within it" },
    { 0 },
};
/* clang-format on */

/* Checks a fixed stake. Other stakes are multiples of bet_step, which the rules already require to be one of $5. */
static void check_fixed_stake(lm_check *check, int i)
{
    const lm_wager *wager = check->rules->offer[i].wager;
    lm_stakes stakes = lm_wager_stakes(check->rules, wager);
    lm_cents odd = stakes.least % LM_FIVES ? stakes.least : stakes.most;
    if (!stakes.fixed || odd % LM_FIVES == 0) return;
    bool settable = wager->stake_rule != 0;
    const char *way = !settable               ? "do not offer it in the variation"
                      : wager->fixed_cents[1] ? "=5"
                                              : " to a multiple of $5";
    lm_check_find(check, LM_ERROR, "MBJ-3(d).3", lm_about_offer(i), &(lm_subject){ LM_RULE_game, -1 },
                  "%s is staked with %m, but every wager of the 6-to-5 variation is a multiple of %m: %s%s%s (C-114)",
                  wager->title, odd, (lm_cents)LM_FIVES, settable ? "set " : "",
                  settable ? lm_rule_table[wager->stake_rule].name : "", way);
}

typedef struct {
    const char *what;
    lm_cents step;
    int64_t a, b;
} payout;

static void check_payout(lm_check *check, lm_subject subject, payout p)
{
    lm_cents chip = check->rules->chip_unit;
    if (check->rules->round_up || p.step * p.a % (p.b * chip) == 0) return;
    lm_check_find(
        check, LM_ERROR, "C-17", subject, NULL,
        /* say:not-payable */
        "%s at %d to %d cannot be paid on %m in chips of %m: change bet_step or chip_unit, or post round_up=on", p.what,
        p.a, p.b, p.step, chip);
}

static void check_main_payouts(lm_check *check)
{
    const lm_rules *k = check->rules;
    lm_cents step = k->bet_step;
    static const uint8_t blackjack[][2] = { { 3, 2 }, { 6, 5 }, { 1, 1 }, { 2, 1 }, { 7, 5 } };
    const uint8_t *odds = blackjack[k->blackjack_pays];
    check_payout(check, lm_about_rule(LM_RULE_bet_step), (payout){ "a win", step, 1, 1 });
    check_payout(check, lm_about_rule(LM_RULE_blackjack_pays), (payout){ "blackjack", step, odds[0], odds[1] });
    if (k->surrender) check_payout(check, lm_about_rule(LM_RULE_surrender), (payout){ "surrender", step, 1, 2 });
    if (!k->bonus_777) return;
    lm_subject sevens = lm_about_rule(LM_RULE_bonus_777);
    check_payout(check, sevens, (payout){ "three sevens", step, 3, 2 });
    if (k->bonus_on_double) check_payout(check, sevens, (payout){ "three sevens, doubled", lm_rules_step(k), 3, 2 });
}

static void check_side_payouts(lm_check *check, int i)
{
    const lm_rules *k = check->rules;
    const lm_offer *offer = &k->offer[i];
    lm_stakes stakes = lm_wager_stakes(k, offer->wager);
    for (int row = 1; row < LM_OUTCOMES; row++) {
        lm_odds pays = offer->pays[row];
        if (!pays.a || pays.form == LM_PERCENT) continue; /* a share of a meter is paid to the cent */
        if (pays.form == LM_DOLLARS) pays = (lm_odds){ pays.a, 1, LM_TO, 0 };
        lm_cents step = offer->pays[row].form == LM_DOLLARS ? LM_DOLLAR : stakes.fixed ? stakes.least : k->bet_step;
        check_payout(check, lm_about_offer(i), (payout){ offer->wager->title, step, pays.a, pays.b });
    }
    if (!stakes.fixed && k->side_min % k->bet_step) {
        lm_check_find(check, LM_WARNING, k->rule_set == LM_MBJ ? "MBJ-3(d).1" : "MFB-5(a)",
                      lm_about_rule(LM_RULE_side_min), &(lm_subject){ LM_RULE_bet_step, i },
                      "side_min is not a multiple of bet_step, in which optional wagers are made too");
    }
}

static void check_fits(lm_check *check, lm_subject subject, lm_cents worst)
{
    if (worst <= LM_CENTS_MAX) return;
    lm_check_find(check, LM_ERROR, lm_why_clause(LM_WHY_HIGH, (int)check->rules->rule_set), subject, NULL,
                  /* say:could-win */ "%u, so one wager could win %m, but the program counts at most %m", subject,
                  worst, LM_CENTS_MAX);
}

void lm_check_money(lm_check *check)
{
    lm_check_apply(check, limits);
    check_main_payouts(check);
    check_fits(check, lm_about_rule(LM_RULE_max_bet), lm_main_worst_loss(check->rules));
    for (int i = 0; i < check->rules->offers; i++) {
        if (lm_is_hand_dealt(check->rules)) check_fixed_stake(check, i);
        check_side_payouts(check, i);
        lm_cents worst = lm_offer_worst_loss(check->rules, i);
        check_fits(check, worst > LM_CENTS_MAX ? lm_about_rule(LM_RULE_side_max) : lm_about_offer(i), worst);
    }
}
