/* study.h - answers about rules: exact odds, charts, the report, and what a submission says.
 *
 * A question is asked in words, as on a command line, and answered on stdout; what is wrong with it is said on stderr. One study is
 * kept between questions, so that the main game of a table is solved once. Not for several threads. */
#ifndef LAMMER_STUDY_H
#define LAMMER_STUDY_H

#include "lammer/odds.h"
#include "lammer/profile.h"

/* How a question ends: answered, answered with no, not answered because it or its rules are not right. */
enum { LM_ANSWER_YES = 0, LM_ANSWER_NO = 1, LM_ANSWER_BAD = 2 };

/* `odds`, `strategy` and `report`: words[0] says which. `usage` is printed for --help. */
int lm_study_answer(const char *usage, int n, char **words);

/* `rules`: words[0] is the command of lm_rules_commands. */
typedef struct {
    const char *name, *usage;
} lm_rules_command;
extern const lm_rules_command lm_rules_commands[];
int lm_rules_answer(int command, int n, char **words);

/* The rules of NAME|FILE with settings for a table to be dealt at; false when they cannot be read or no table may have them. */
bool lm_study_legal_rules(lm_profile *profile, const char *name, const char *const *settings, int n);

#endif
