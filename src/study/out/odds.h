/* odds.h - the odds in each format. */
#ifndef LAMMER_STUDY_OUT_ODDS_H
#define LAMMER_STUDY_OUT_ODDS_H

#include "study.h"

void odds_write_text(const odds_answer *answer, lm_text *out);
void odds_write_json(const odds_answer *answer, lm_text *out);
void odds_write_csv(const odds_answer *answer, lm_text *out);

#endif
