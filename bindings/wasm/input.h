/* input.h - what the host has put into memory before a call. */
#ifndef LAMMER_WASM_INPUT_H
#define LAMMER_WASM_INPUT_H

#include "lammer/study.h"

/* The input as `n` texts, each ended by a zero byte, and NULL; NULL when there are too many or none. */
const char *const *input_words(int n);

/* The input as bytes. */
const char *input_text(void);

/* Questions of pieces.c by their first word, and the exit code of their answers. */
bool is_of_pieces(const char *word);
int run_pieces(lm_study **kept, int n, char **words, lm_text *answer);

/* Prints a study's messages on standard error. */
extern const lm_study_ear face_ear;

#endif
