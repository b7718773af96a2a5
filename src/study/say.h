/* say.h - what an answer needs of the world: sentences for a person, rules by name, the nearest word. */
#ifndef LAMMER_STUDY_SAY_H
#define LAMMER_STUDY_SAY_H

#include "lammer/check.h"
#include "lammer/profile.h"
#include "lammer/study.h"
#include "lammer/words.h"

enum { ANSWER_YES = LM_ANSWER_YES, ANSWER_NO = LM_ANSWER_NO, ANSWER_BAD = LM_ANSWER_BAD };

/* The wagers this program knows (src/wagers/list.c). */
extern const lm_wager *const lm_wagers[];

/* "lammer: what is wrong, where, and what to do" on stderr; returns ANSWER_BAD. */
int say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Loads NAME|FILE with settings; says every problem; false when there was one. */
bool say_load_rules(lm_profile *profile, const char *name, const char *const *settings, int n);

/* Says every error of lm_rules_check with file, line and clause; returns how many. */
int say_print_errors(const lm_profile *profile);

#endif
