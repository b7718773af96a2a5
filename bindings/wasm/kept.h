/* kept.h - the study that is kept between questions (keep.c). Read before each file of a command that asks a study, with
 * LAMMER_KEPT: then the command's own opening and closing become these. */
#ifndef LAMMER_WASM_KEPT_H
#define LAMMER_WASM_KEPT_H

#include "odds_cli.h"

bool kept_open(study *s, const odds_ask *ask);
void kept_close(study *s);

#ifdef LAMMER_KEPT
#define study_open kept_open
#define study_close kept_close
#endif

#endif
