/* submissions.h - the commands of `lammer rules`: show, check and explain a submission, its posted notices and its
 * clauses.
 *
 * The library leaves these commands out, because they need the texts of all clauses. */
#ifndef LAMMER_PROGRAM_SUBMISSIONS_H
#define LAMMER_PROGRAM_SUBMISSIONS_H

#include "lammer/study.h"

/* The name of each command and how it is used; the list ends with an empty row. */
typedef struct {
    const char *name, *usage;
} lm_rules_command;
extern const lm_rules_command lm_rules_commands[];

/* Runs a command, whose name is words[0]. Returns as lm_study_answer. */
int lm_rules_answer(int command, int n, char **words, const lm_study_ear *ear, lm_text *out);

#endif
