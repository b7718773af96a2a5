/* rules.h - common functions of the answers about submissions. */
#ifndef LAMMER_STUDY_RULES_H
#define LAMMER_STUDY_RULES_H

#include "lammer/program/submissions.h"
#include "out/out.h"
#include "say.h"

enum { MOST_NAMES = 256, MOST_SETTINGS = 256 };

/* The question, and where its answer goes. */
typedef struct {
    const char *name[MOST_NAMES];
    int names;
    const char *setting[MOST_SETTINGS];
    int settings;
    lm_ask_format format;
    const lm_study_ear *ear;
    lm_text *out;
} rules_args;

/* All findings on one table, or on several tables of one house, in the validator's order. */
typedef struct {
    lm_finding *item;
    int n, room;
    int errors; /* counted even if there was no memory to store them */
} findings;

findings findings_of(const lm_rules *rules);
findings findings_of_house(const lm_rules *const *rules, int n);
void findings_free(findings *list);

/* Where a finding's subject was set: the rule's or the offer's origin; NULL for a preset. */
const lm_origin *finding_origin(const lm_profile *profile, const lm_finding *finding);

/* Opens an object with the members of the finding; the caller may add others, and closes it. */
void finding_json(out_json *j, const lm_profile *profile, const lm_finding *finding);

/* Loads the named profile with the settings into new memory; NULL after reporting its problems. */
lm_profile *load_profile(const rules_args *args, const char *name);

/* Odds in words, such as "5 to 1", "25 for 1", "$250", "10 % of the meter"; and as the JSON member "pays". */
short_words odds_words(lm_odds odds);
void odds_json(out_json *j, lm_odds odds);

/* An offered wager as its setting: "push22:A". */
short_words offer_words(const lm_offer *offer);

/* Whether an outcome can be paid at this table: the Free Bonus rows of Buster are in all its tables, but apply only
 * where the house offers that bonus. */
bool outcome_shown(const lm_rules *rules, const lm_offer *offer, int row);

/* The names of the rules in a notice, under each of its two headings. */
extern const char posted_limits[], posted_rules[];

int rules_list(const rules_args *args);
int rules_show(const rules_args *args);
int rules_check(const rules_args *args);
int rules_diff(const rules_args *args);
int rules_notice(const rules_args *args);
int rules_clauses(const rules_args *args);

#endif
