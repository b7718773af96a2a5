/* meters.c - what a progressive's meters must hold, and what its makers advise.
 *
 * The Washington recommendations (WPS) are advice, so they are warnings. The calibrated values of Blazing
 * 7's, 24 % and $2,000, are inferred (C-44); they serve as the preset that the advice names. */
#include "rows.h"

#define ADVISE(clause, when, say) LM_WHEN(LM_WARNING, clause, when, say)

/* clang-format off */
const lm_check_row lm_check_meters[] = {
    /* Blazing 7's */
    LM_NEVER("WB7-0.2", "@blazing7", "blazing7.link=other-game",
            "the meter may be shared by tables of the same game only (C-116)"),
    ADVISE("WPS-METER.2", "@blazing7 blazing7.fixed_from=meter blazing7.contribution<70",
            "a meter that pays every award runs dry if its contribution is below 70 %"),
    ADVISE("WPS-METER.3", "@blazing7 blazing7.fixed_from=tray blazing7.contribution>24",
            "where the meter pays only percentage awards, do not raise its contribution above 24 %: that "
            "costs the house advantage"),
    ADVISE("WPS-RES.1", "@blazing7 blazing7.reserve=0", "put a small share of each wager in a reserve"),
    ADVISE("WPS-RES.3", "@blazing7 blazing7.seed=0 blazing7.reserve>0",
            "a reserve alone does not replace a seed: two awards in a row would restart the meter very low"),
    ADVISE("WPS-SEED.1", "@blazing7 blazing7.seed!=2000", "prefer the preset seed of the pay table, $2,000"),
    ADVISE("WPS-SEED.2", "@blazing7:1 blazing7.seed<200",
            "the seed should be no less than the largest fixed award, $200"),
    ADVISE("WPS-SEED.2", "@blazing7:2 blazing7.seed<500",
            "the seed should be no less than the largest fixed award, $500"),
    ADVISE("WPS-SEED.3", "@blazing7 blazing7.seed=0", "avoid a seed of $0"),

    /* The ace progressive */
    LM_MUST("MBJ-19(i).2", "@aces", "aces.initial>=5000 aces.seed>=5000",
            "the initial amount and each reset are at least $5,000"),

    /* Super 4; what tables 1 to 3 print stands in meter_rules.c */
    LM_WHEN(LM_DUTY, "MBJ-19(n).1", "@super4:N super4.seed=unset",
            "table N: set super4.seed, for its document prints none"),
    LM_WHEN(LM_DUTY, "MBJ-19(n).1", "@super4:N super4.contribution=unset",
            "table N: set super4.contribution, for its document prints none"),
    { 0 },
};
/* clang-format on */

/* A setting other than the printed one. */
static void check_printed(lm_check *check, const lm_printed_rule *row)
{
    char printed[24];
    lm_subject cause, subject = lm_about_rule(row->rule);
    int64_t set = check->rules->value[row->rule];
    if (!set || set == row->value || !lm_conditions(check->rules, row->when, &cause)) return;
    lm_rule_write(row->rule, row->value, printed, sizeof printed);
    lm_check_find(check, LM_ERROR, row->clause, subject, &cause,
                  "%u, but the pay table prints %s (%s): leave it at printed", subject, printed, row->what);
}

enum { WHOLE = 10000 }; /* 100 %, in hundredths of a per cent */

/* What all meters, their reserves and the must-hit prize take of one stake. */
static int64_t fed_by(const lm_rules *k, int offer, lm_meter_rules *first)
{
    lm_meter_rules meter;
    int64_t sum = 0;
    for (int n = 0; lm_rules_meter(k, offer, n, &meter); n++) {
        if (n == 0) *first = meter;
        sum += lm_meter_rule_value(k, meter.contribution) + lm_meter_rule_value(k, meter.reserve);
    }
    const lm_wager *wager = k->offer[offer].wager;
    return wager->must_hit.rule ? sum + wager->must_hit.rate[k->value[wager->must_hit.rule]] : sum;
}

/* The clause that speaks of the rates of a wager's meters. */
static const char *rate_clause(const lm_rules *k, lm_meter_rules first)
{
    if (first.contribution == LM_RULE_aces_contribution) return "MBJ-19(i).1";
    if (first.contribution == LM_RULE_super4_contribution) return "MBJ-19(n).1";
    if (first.contribution == LM_RULE_super4_star_contribution) return "MBJ-19(k).5";
    return k->rule_set == LM_MBJ ? "MBJ-31(d).3" : "WPS-METER.1";
}

/* Shares of a stake are parts of it, so together they are no more than the stake (C-122). */
static void check_shares(lm_check *check, int offer)
{
    lm_meter_rules first = { 0 };
    int64_t sum = fed_by(check->rules, offer, &first);
    if (sum <= WHOLE) return;
    lm_check_find(
        check, LM_ERROR, rate_clause(check->rules, first), lm_about_rule(first.reserve),
        &(lm_subject){ LM_RULE_COUNT, offer },
        "%s: its meters and reserves take %h %% of each stake: lower %s or %s so that they take at most 100 %% "
        "(C-122)",
        check->rules->offer[offer].wager->title, sum, lm_rule_table[first.contribution].name,
        lm_rule_table[first.reserve].name);
}

/* What several rules must reach, or may not exceed, together. */
void lm_check_sums(lm_check *check)
{
    for (const lm_printed_rule *row = lm_printed_rules; row->clause; row++)
        check_printed(check, row);
    for (int i = 0; i < check->rules->offers; i++)
        check_shares(check, i);
    const lm_rules *k = check->rules;
    enum { RATE = 7000, TOP_AWARD = 1000 }; /* hundredths of a per cent; 1000 to 1 */
    lm_subject subject;
    if (lm_conditions(k, "@aces", &subject) && k->aces_contribution + k->aces_reserve < RATE) {
        lm_check_find(check, LM_ERROR, "MBJ-19(i).1", lm_about_rule(LM_RULE_aces_contribution), &subject,
                      "aces.contribution and aces.reserve together must be at least 70 %%");
    }
    if (k->twenty_point_cap && k->twenty_point_cap < k->side_min * TOP_AWARD) {
        lm_check_find(check, LM_ERROR, "MBJ-24(h).1", lm_about_rule(LM_RULE_twenty_point_cap),
                      &(lm_subject){ LM_RULE_side_min, -1 },
                      "twenty_point_cap must be at least 1000 times the least wager, side_min (C-91)");
    }
}
