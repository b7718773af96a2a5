/* situations.h - the answers of `lammer odds` about situations beside the usual round. Each finds its figures, tells
 * the ear what is wrong, and writes them. */
#ifndef LAMMER_STUDY_SITUATIONS_H
#define LAMMER_STUDY_SITUATIONS_H

#include "lammer/situations.h"
#include "sheet.h"

bool behind_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out);
bool coupon_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out);
bool insurance_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out);
bool worth_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out);
bool first_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out);
bool tax_forms_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out);

#endif
