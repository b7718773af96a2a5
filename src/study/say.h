/* say.h - errors, warnings and progress of a study. */
#ifndef LAMMER_STUDY_SAY_H
#define LAMMER_STUDY_SAY_H

#include "lammer/study.h"
#include "lammer/words.h"

/* The wagers this program knows (src/wagers/list.c). */
extern const lm_wager *const lm_wagers[];

/* Tells the caller's ear a sentence. Returns false, so that a caller can report and fail in one line. */
bool say(const lm_study_ear *ear, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Tells the ear what is being computed; NULL: the computation is finished. */
void say_progress(const lm_study_ear *ear, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Warns of offers that no table may make. The figures are computed nevertheless. */
typedef struct {
    const lm_study_ear *ear;
    const lm_rules *rules;
    bool offers_only;
} lawful_ear;
void say_unlawful(void *lawful, const lm_finding *finding);

/* A few words, or a sentence, as a value. The text of a returned value lives until the end of its full expression. */
typedef struct {
    char text[96];
} short_words;
typedef struct {
    char text[1100];
} long_words;
short_words words_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Where a value was set: "profile.yaml:7", or "setting"; `otherwise` if it was not set. */
long_words origin_words(const lm_origin *origin, const char *otherwise);

/* The hash of the rules, as every answer names it. */
short_words rules_hash(const lm_rules *rules);

/* Reports every error of lm_rules_check with file, line and clause; returns their number. */
int say_findings(const lm_profile *profile, const lm_study_ear *ear);

#endif
