/* check_meters.c - what a progressive's meters must hold, and what its makers advise.
 *
 * The Washington recommendations (WPS) are advice, so they are warnings. The calibrated values of Blazing
 * 7's, 24 % and $2,000, are inferred (C-44); they stand for the preset that the advice speaks of. */
#include "check_rows.h"

#define ADVISE(clause, when, say) LM_WHEN(LM_WARNING, clause, when, say)

/* clang-format off */
const lm_check_row lm_check_meters[] = {
    /* Blazing 7's */
    LM_NEVER("WB7-0.2", "@blazing7", "blazing7.link=other-game",
            "the meter may be shared by tables of the same game only (C-116)"),
    ADVISE("WPS-METER.2", "@blazing7 blazing7.fixed_from=meter blazing7.contribution<70",
            "a meter that pays every award runs dry below a contribution of 70 %"),
    ADVISE("WPS-METER.3", "@blazing7 blazing7.fixed_from=tray blazing7.contribution>24",
            "where only percentages come from the meter its contribution is changed downwards only: it "
            "costs the house advantage"),
    ADVISE("WPS-RES.1", "@blazing7 blazing7.reserve=0", "put a small share of each wager in a reserve"),
    ADVISE("WPS-RES.3", "@blazing7 blazing7.seed=0 blazing7.reserve>0",
            "a reserve alone is no seed: two awards in a row would restart the meter very low"),
    ADVISE("WPS-SEED.1", "@blazing7 blazing7.seed!=2000", "prefer the preset seed of the pay table, $2,000"),
    ADVISE("WPS-SEED.2", "@blazing7:1 blazing7.seed<200",
            "the seed should be no less than the largest fixed award, $200"),
    ADVISE("WPS-SEED.2", "@blazing7:2 blazing7.seed<500",
            "the seed should be no less than the largest fixed award, $500"),
    ADVISE("WPS-SEED.3", "@blazing7 blazing7.seed=0", "avoid a seed of nothing"),

    /* The ace progressive */
    LM_MUST("MBJ-19(i).2", "@aces", "aces.initial>=5000 aces.seed>=5000",
            "the initial amount and each reset are at least $5,000"),

    /* Super 4: the printed meters of tables 1 to 3 */
    LM_MUST("MBJ-19(k).5", "@super4:1|2|3 super4_star=1",
            "super4.star.seed=printed|50000 super4.star.contribution=printed|6", "star option 1"),
    LM_MUST("MBJ-19(k).5", "@super4:1|2|3 super4_star=2",
            "super4.star.seed=printed|25000 super4.star.contribution=printed|7", "star option 2"),
    LM_MUST("MBJ-19(k).5", "@super4:1|2|3 super4_star=3",
            "super4.star.seed=printed|10000 super4.star.contribution=printed|7.5", "star option 3"),
    LM_MUST("MBJ-19(k).2", "@super4:1", "super4.spade.seed=printed|5000 super4.spade.contribution=printed|7",
            "table 1, Spade"),
    LM_MUST("MBJ-19(k).2", "@super4:1", "super4.heart.seed=printed|500 super4.heart.contribution=printed|7",
            "table 1, Heart"),
    LM_MUST("MBJ-19(k).3", "@super4:2", "super4.spade.seed=printed|5000 super4.spade.contribution=printed|5",
            "table 2, Spade"),
    LM_MUST("MBJ-19(k).3", "@super4:2", "super4.heart.seed=printed|500 super4.heart.contribution=printed|3",
            "table 2, Heart"),
    LM_MUST("MBJ-19(k).3", "@super4:2",
            "super4.diamond.seed=printed|300 super4.diamond.contribution=printed|3", "table 2, Diamond"),
    LM_MUST("MBJ-19(k).4", "@super4:3", "super4.spade.seed=printed|5000 super4.spade.contribution=printed|2",
            "table 3, Spade"),
    LM_MUST("MBJ-19(k).4", "@super4:3", "super4.heart.seed=printed|500 super4.heart.contribution=printed|3",
            "table 3, Heart"),
    LM_MUST("MBJ-19(k).4", "@super4:3",
            "super4.diamond.seed=printed|300 super4.diamond.contribution=printed|3", "table 3, Diamond"),
    LM_MUST("MBJ-19(k).4", "@super4:3", "super4.club.seed=printed|250 super4.club.contribution=printed|3",
            "table 3, Club"),
    LM_WHEN(LM_DUTY, "MBJ-19(n).1", "@super4:N super4.seed=unset",
            "table N: set super4.seed, its document prints none"),
    LM_WHEN(LM_DUTY, "MBJ-19(n).1", "@super4:N super4.contribution=unset",
            "table N: set super4.contribution, its document prints none"),
    { 0 },
};
/* clang-format on */

/* What two rules must reach together. */
void lm_check_sums(lm_check *check)
{
    const lm_rules *k = check->rules;
    enum { RATE = 7000, TOP_AWARD = 1000 }; /* hundredths of a per cent; 1000 to 1 */
    lm_subject subject;
    if (lm_conditions(k, "@aces", &subject) && k->aces_contribution + k->aces_reserve < RATE) {
        lm_check_find(check, LM_ERROR, "MBJ-19(i).1", lm_about_rule(LM_RULE_aces_contribution), &subject,
                      "aces.contribution and aces.reserve together must be at least 70 %");
    }
    if (k->twenty_point_cap && k->twenty_point_cap < k->side_min * TOP_AWARD) {
        lm_check_find(check, LM_ERROR, "MBJ-24(h).1", lm_about_rule(LM_RULE_twenty_point_cap),
                      &(lm_subject){ LM_RULE_side_min, -1 },
                      "twenty_point_cap must be at least 1000 times the least wager, side_min (C-91)");
    }
}
