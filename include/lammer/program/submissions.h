/* submissions.h - the commands of `lammer rules`: show, check and explain a submission, its posted notices and its
 * clauses.
 *
 * Not in the library: the texts of the clauses are most of it. */
#ifndef LAMMER_PROGRAM_SUBMISSIONS_H
#define LAMMER_PROGRAM_SUBMISSIONS_H

#include "lammer/study.h"

/* Each command with its words; ends with an empty row. */
typedef struct {
    const char *name, *usage;
} lm_rules_command;
extern const lm_rules_command lm_rules_commands[];

/* Answers: words[0] is the command's name. As lm_study_answer. */
int lm_rules_answer(int command, int n, char **words, const lm_study_ear *ear, lm_text *out);

#endif
