/* act.h - what the files about acts share. */
#ifndef LAMMER_ACTS_ACT_H
#define LAMMER_ACTS_ACT_H

#include "lammer/server/acts.h"
#include "lammer/program/words_json.h"
#include "lammer/server/json.h"

/* types.c: one value in and out. */
bool type_read(lm_act_type type, const json_t *json, lm_act_value *value);
void type_write(lm_act_type type, const lm_act_value *value, lm_out *out);

/* An error message on its way to the caller. */
typedef struct {
    char *why;
    size_t size;
} complaint;

/* read.c: always returns false. */
bool act_complain(const complaint *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
