/* rows.h - rows of conditions and their consequences: the mechanism behind the validator.
 *
 * A condition is a word (wager.h): `@buster` or `@super4:1|2` (offered), or a rule compared with values,
 *
 *     surrender=on   hole_card=none|face-up   multiple_action!=off   boxes>6   min_bet<=max_bet   bet_step%5
 *
 * where % means "is a whole multiple of" and a value may be another rule's name. */
#ifndef LAMMER_CHECK_ROWS_H
#define LAMMER_CHECK_ROWS_H

#include "lammer/check.h"
#include "text.h"

/* What a condition is about. */
typedef struct {
    lm_rule_id rule; /* LM_RULE_COUNT: not a rule */
    int offer;       /* -1: not a wager, or one that is not offered */
} lm_subject;

bool lm_condition(const lm_rules *rules, lm_word word, lm_subject *subject);

/* All words hold; the subject is that of the last one. "" and NULL always hold. */
bool lm_conditions(const lm_rules *rules, const char *words, lm_subject *subject);

/* When all words of `when` hold, each word of `must` has to hold and no word of `never` may; a row with neither reports
 * whenever `when` holds. `say` is the reason, or the whole finding. A clause may have more than one C-nn behind it,
 * which `say` then names. */
typedef struct {
    lm_severity severity;
    const char *clause;
    const char *when;
    const char *must;
    const char *never;
    const char *say;
    lm_duty_at at;
} lm_check_row;

/* clang-format off */
#define LM_MUST(clause, when, must, say) { LM_ERROR, clause, when, must, NULL, say }
#define LM_NEVER(clause, when, never, say) { LM_ERROR, clause, when, NULL, never, say }
#define LM_WHEN(severity, clause, when, say) { severity, clause, when, NULL, NULL, say }
/* clang-format on */

typedef struct {
    const lm_rules *rules;
    const lm_finder *finder;
    int errors;
    int table, other_table; /* of a house whose tables are compared; 0 otherwise */
    lm_duty_at at;          /* of the row being checked */
} lm_check;

/* Each is a table that ends with a row without clause, in the file of its subject. */
extern const lm_check_row lm_check_documents[]; /* documents.c: what each document fixes */
extern const lm_check_row lm_check_features[];  /* features.c: options that exclude or need each other */
extern const lm_check_row lm_check_shoe[];      /* shoe.c: decks, shuffle, cut, approvals */
extern const lm_check_row lm_check_meters[];    /* meters.c: progressives */
extern const lm_check_row lm_check_duties[];    /* duties.c: notices, filings, approvals, rulings */

void lm_check_apply(lm_check *check, const lm_check_row *rows);

/* A finding about `subject`; `other` may be NULL. In the format %% is a per cent sign, %s a text, %d an
 * int64_t, %h an int64_t of hundredths, %m lm_cents in dollars, %w an lm_word, %o the offer of an int with
 * its pay table, and %u an lm_subject as it is set: "surrender is on", "Buster Blackjack is offered". */
void lm_check_find(lm_check *check, lm_severity severity, const char *clause, lm_subject subject,
                   const lm_subject *other, const char *format, ...);

/* The parts that are not rows. */
void lm_check_wagers(lm_check *check); /* wagers.c: descriptors against the table */
void lm_check_money(lm_check *check);  /* money.c: limits, steps, chips, overflow */
void lm_check_sums(lm_check *check);   /* meters.c: what two rules must reach together */

/* What one bettor's main wager against one dealer hand can win, a match-play coupon beside it included
 * (worst.c). */
lm_cents lm_main_worst_loss(const lm_rules *rules);

/* What a pay table prints for the rules of its meters (meter_rules.c). The table ends with a row without
 * clause. */
typedef struct {
    const char *clause, *when;
    lm_rule_id rule;
    int64_t value;
    const char *what;
} lm_printed_rule;
extern const lm_printed_rule lm_printed_rules[];

static inline lm_subject lm_about_rule(lm_rule_id rule)
{
    return (lm_subject){ rule, -1 };
}

static inline lm_subject lm_about_offer(int offer)
{
    return (lm_subject){ LM_RULE_COUNT, offer };
}

#endif
