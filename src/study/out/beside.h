/* beside.h - writes the wagers beside the main wager, where any were asked for. */
#ifndef LAMMER_STUDY_BESIDE_H
#define LAMMER_STUDY_BESIDE_H

#include "out.h"
#include "study.h"

void beside_text(const beside *y, const lm_study *s, lm_text *out);
void beside_json(const beside *y, out_json *j);

/* Replaces the list of nets. */
void beside_csv(const beside *y, lm_text *out);

#endif
