/* rules.h - what the parts of `lammer rules` share. */
#ifndef LAMMER_STUDY_RULES_H
#define LAMMER_STUDY_RULES_H

#include <jansson.h>
#include <stdio.h>

#include "say.h"

typedef enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_HTML } rules_format;

enum { MOST_NAMES = 256, MOST_SETTINGS = 256 };

/* The command line after `lammer rules COMMAND`. */
typedef struct {
    const char *name[MOST_NAMES];
    int names;
    const char *setting[MOST_SETTINGS];
    int settings;
    rules_format format;
} rules_args;

/* All findings on one table, in the validator's order. */
typedef struct {
    lm_finding *item;
    int n;
    int errors;
} findings;

findings findings_of(const lm_rules *rules);
void findings_add(void *list, const lm_finding *finding); /* an lm_finder of a findings */
void findings_free(findings *list);

/* Where a finding's subject was set: the rule's or the offer's origin; NULL for a preset. */
const lm_origin *finding_origin(const lm_profile *profile, const lm_finding *finding);
json_t *finding_json(const lm_profile *profile, const lm_finding *finding);

/* Loads the named profile with the settings into fresh memory; NULL after the problems were printed. */
lm_profile *load_profile(const rules_args *args, const char *name);

/* "5 to 1", "25 for 1", "$250", "10 % of the meter". */
void odds_words(lm_odds odds, char *text, size_t size);
json_t *odds_json(lm_odds odds);

/* An offered wager as its setting: "push22:A". */
void offer_words(const lm_offer *offer, char *text, size_t size);

/* Whether an outcome can be paid at this table: Buster's Free Bonus rows stand in all its tables, and
 * count where the house offers that bonus. */
bool outcome_shown(const lm_rules *rules, const lm_offer *offer, int row);

/* Least and most stake of an offered wager. */
void offer_stakes(const lm_rules *rules, const lm_offer *offer, lm_cents *least, lm_cents *most);

/* Prints a JSON document and a line end, and frees it. */
int print_json(json_t *json);

/* A list of JSON strings from words with spaces between. */
json_t *json_words(const char *words);

int rules_list(const rules_args *args);
int rules_show(const rules_args *args);
int rules_check(const rules_args *args);
int rules_diff(const rules_args *args);
int rules_notice(const rules_args *args);
int rules_clauses(const rules_args *args);

#endif
