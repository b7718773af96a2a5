/* rows.h - the one mechanism behind the validator: rows of conditions, and what follows from them.
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

/* When all words of `when` hold, each word of `must` has to hold and no word of `never` may; a row with
 * neither speaks whenever `when` holds. `say` is the reason, or the whole finding. A clause may have more
 * than one C-nn behind it, which `say` then names. */
typedef struct {
    lm_severity severity;
    const char *clause;
    const char *when;
    const char *must;
    const char *never;
    const char *say;
} lm_check_row;

#define LM_MUST(clause, when, must, say)                                                                               \
    {                                                                                                                  \
        LM_ERROR, clause, when, must, NULL, say                                                                        \
    }
#define LM_NEVER(clause, when, never, say)                                                                             \
    {                                                                                                                  \
        LM_ERROR, clause, when, NULL, never, say                                                                       \
    }
#define LM_WHEN(severity, clause, when, say)                                                                           \
    {                                                                                                                  \
        severity, clause, when, NULL, NULL, say                                                                        \
    }

typedef struct {
    const lm_rules *rules;
    const lm_finder *finder;
    int errors;
} lm_check;

/* Each is a table that ends with a row without clause, in the file of its subject. */
extern const lm_check_row lm_check_documents[]; /* documents.c: what each document fixes */
extern const lm_check_row lm_check_features[];  /* features.c: options that exclude or need each other */
extern const lm_check_row lm_check_shoe[];      /* shoe.c: decks, shuffle, cut, approvals */
extern const lm_check_row lm_check_meters[];    /* meters.c: progressives */
extern const lm_check_row lm_check_duties[];    /* duties.c: notices, filings, approvals, rulings */

void lm_check_apply(lm_check *check, const lm_check_row *rows);

/* A finding about `subject`; `other` may be NULL. */
void lm_check_find(lm_check *check, lm_severity severity, const char *clause, lm_subject subject,
                   const lm_subject *other, const char *text);

/* The parts that are not rows. */
void lm_check_wagers(lm_check *check); /* wagers.c: descriptors against the table */
void lm_check_money(lm_check *check);  /* money.c: limits, steps, chips, overflow */
void lm_check_sums(lm_check *check);   /* meters.c: what two rules must reach together */

/* "surrender is on", "Buster Blackjack is offered". */
void lm_subject_describe(const lm_rules *rules, lm_subject subject, lm_text *text);

static inline lm_subject lm_about_rule(lm_rule_id rule)
{
    return (lm_subject){ rule, -1 };
}

static inline lm_subject lm_about_offer(int offer)
{
    return (lm_subject){ LM_RULE_COUNT, offer };
}

#endif
