/* meter_rules.c - which rules set the meters of an offered progressive, and what its pay table prints for them. */
#include "rows.h"

/* clang-format off */
#define RULES(field) { LM_RULE_##field##_seed, LM_RULE_##field##_contribution, LM_RULE_##field##_reserve }

/* In the order in which a pay table numbers its meters. */
static const struct {
    const char *when;
    lm_meter_rules rules;
} meters[] = {
    { "@blazing7",      RULES(blazing7) },
    { "@aces",          RULES(aces) },
    { "@super4:N",      RULES(super4) },
    { "@super4:1|2|3",  RULES(super4_star) },
    { "@super4:1|2|3",  RULES(super4_spade) },
    { "@super4:1|2|3",  RULES(super4_heart) },
    { "@super4:2|3",    RULES(super4_diamond) },
    { "@super4:3",      RULES(super4_club) },
};

#define PRINTED(clause, when, field, dollars, rate, what)                                          \
    { clause, when, LM_RULE_##field##_seed, dollars * LM_DOLLAR, what },                           \
    { clause, when, LM_RULE_##field##_contribution, rate, what }

const lm_printed_rule lm_printed_rules[] = {
    PRINTED("MBJ-19(k).5", "@super4:1|2|3 super4_star=1", super4_star, 50000, 600, "star option 1"),
    PRINTED("MBJ-19(k).5", "@super4:1|2|3 super4_star=2", super4_star, 25000, 700, "star option 2"),
    PRINTED("MBJ-19(k).5", "@super4:1|2|3 super4_star=3", super4_star, 10000, 750, "star option 3"),
    PRINTED("MBJ-19(k).2", "@super4:1", super4_spade,   5000, 700, "table 1, Spade"),
    PRINTED("MBJ-19(k).2", "@super4:1", super4_heart,    500, 700, "table 1, Heart"),
    PRINTED("MBJ-19(k).3", "@super4:2", super4_spade,   5000, 500, "table 2, Spade"),
    PRINTED("MBJ-19(k).3", "@super4:2", super4_heart,    500, 300, "table 2, Heart"),
    PRINTED("MBJ-19(k).3", "@super4:2", super4_diamond,  300, 300, "table 2, Diamond"),
    PRINTED("MBJ-19(k).4", "@super4:3", super4_spade,   5000, 200, "table 3, Spade"),
    PRINTED("MBJ-19(k).4", "@super4:3", super4_heart,    500, 300, "table 3, Heart"),
    PRINTED("MBJ-19(k).4", "@super4:3", super4_diamond,  300, 300, "table 3, Diamond"),
    PRINTED("MBJ-19(k).4", "@super4:3", super4_club,     250, 300, "table 3, Club"),
    { 0 },
};
/* clang-format on */

bool lm_rules_meter(const lm_rules *rules, int offer, int meter, lm_meter_rules *found)
{
    for (size_t i = 0; i < sizeof meters / sizeof *meters; i++) {
        lm_subject subject;
        if (!lm_conditions(rules, meters[i].when, &subject) || subject.offer != offer || meter-- > 0) continue;
        *found = meters[i].rules;
        return true;
    }
    return false;
}

int64_t lm_meter_rule_value(const lm_rules *rules, lm_rule_id rule)
{
    lm_subject subject;
    if (rules->value[rule]) return rules->value[rule];
    for (const lm_printed_rule *row = lm_printed_rules; row->clause; row++) {
        if (row->rule == rule && lm_conditions(rules, row->when, &subject)) return row->value;
    }
    return 0;
}
