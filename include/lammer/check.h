/* check.h - judges whether house rules are legal together, and names the clause that forbids a combination.
 *
 * Takes sealed or unsealed rules and reports every finding, not only the first. Knows the documents'
 * fixed values, deck rules and exclusions as tables; what a wager's section forbids stands in the wager's own
 * file. Needs no memory of its own. */
#ifndef LAMMER_CHECK_H
#define LAMMER_CHECK_H

#include "lammer/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LM_ERROR,   /* no table may offer this */
    LM_WARNING, /* advice of a document, or something a house should know */
    LM_RULING,  /* rests on one of our readings: needs ruling C-nn */
    LM_DUTY,    /* must be done, filed or posted before the table opens */
} lm_severity;

/* When a duty must be done; other findings hold from the start. */
typedef enum {
    LM_DUTY_AT_START, /* when the wager or the rule is offered or changed */
    LM_DUTY_AT_END,   /* before the wager or the rule is withdrawn */
    LM_DUTY_AT_BOTH,
} lm_duty_at;

/* Severities as words: error, warning, ruling, duty. */
const char *lm_severity_name(lm_severity severity);

enum { LM_FINDING_TEXT = 240, LM_FINDING_CLAUSE = 24 };

typedef struct {
    lm_severity severity;
    lm_rule_id rule;  /* the row it is about; LM_RULE_COUNT: none */
    lm_rule_id other; /* a second row involved; LM_RULE_COUNT: none */
    int offer;        /* the offered wager it is about, index into rules->offer; -1: none */
    int other_offer;  /* a second one; -1: none */
    int table;        /* lm_house_check: the table it is about, and the one it disagrees with; 0 otherwise */
    int other_table;
    char clause[LM_FINDING_CLAUSE]; /* MBJ-..., MFB-..., or C-nn */
    char text[LM_FINDING_TEXT];     /* a sentence without a full stop */
    lm_duty_at at;
} lm_finding;

typedef struct {
    void (*find)(void *self, const lm_finding *finding);
    void *self;
} lm_finder;

/* Reports all findings on one table's rules; returns the number of errors. */
int lm_rules_check(const lm_rules *rules, const lm_finder *finder);

/* Reports where tables of one house break a clause that binds them together (MBJ-13(g).2, MBJ-17(e)(2).1,
 * MBJ-20(k).2); returns the number of errors. */
int lm_house_check(const lm_rules *const *tables, int n, const lm_finder *finder);

/* Checks only the last table, which is about to join the others. */
int lm_house_check_last(const lm_rules *const *tables, int n, const lm_finder *finder);

/* Whether all conditions hold: words as in lm_bar (wager.h), separated by spaces. */
bool lm_rules_match(const lm_rules *rules, const char *conditions);

/* A bound on what the house can lose in one round at this table: every place at its limits and every wager at its best
 * award, as if they could win together. Prizes to other bettors and to the dealer, match-play coupons, the must-hit
 * prize, and the seeds that the house puts into meters that were won are counted. The meters' balances at the start of
 * the round are not counted; the caller adds them if lm_rules_have_meters. */
lm_cents lm_rules_worst_loss(const lm_rules *rules);

/* The same bound for one bettor's optional wager, including what its award pays to others. */
lm_cents lm_offer_worst_loss(const lm_rules *rules, int offer);

/* Whether an offered wager is paid from a meter. */
bool lm_rules_have_meters(const lm_rules *rules);

#ifdef __cplusplus
}
#endif

#endif
