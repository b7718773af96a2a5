/* meter_rules.h - what pay tables print for the rules of their meters, for the validator. */
#ifndef LAMMER_METER_RULES_H
#define LAMMER_METER_RULES_H

#include "lammer/rules.h"

typedef struct {
    const char *clause, *when; /* conditions as in rows.h */
    lm_rule_id rule;
    int64_t value;
    const char *what;
} lm_printed_rule;

extern const lm_printed_rule lm_printed_rules[]; /* ends with a row without clause */

#endif
