/* rows.h - values of the store as structs: one table of fields both reads and writes a value. */
#ifndef LAMMER_HOUSE_ROWS_H
#define LAMMER_HOUSE_ROWS_H

#include <stddef.h>

#include "lammer/server/house.h"
#include "lammer/server/json.h"

typedef enum {
    ROW_TEXT, /* char[] */
    ROW_INT,  /* int64_t */
    ROW_BOOL,
    ROW_ROLES, /* uint32_t of bits; a list of words in the value */
    ROW_JSON,  /* json_t *, owned by the row: row_drop */
} row_type;

typedef struct {
    const char *name; /* NULL after the last field */
    row_type type;
    size_t at, size;
    bool may; /* the field is left out of the value if it is "", 0, false or NULL */
} row_field;

#define ROW_SIZE(type, member) sizeof(((type *)0)->member)
/* clang-format off */
#define ROW_HAS(kind, type, member) { #member, ROW_##kind, offsetof(type, member), ROW_SIZE(type, member), false }
#define ROW_MAY(kind, type, member) { #member, ROW_##kind, offsetof(type, member), ROW_SIZE(type, member), true }
#define ROW_END { NULL, ROW_TEXT, 0, 0, false }
/* clang-format on */

/* Sets all fields; those that the value lacks become "", 0, false or NULL. */
void row_read(const row_field *fields, const json_t *value, void *row);
json_t *row_write(const row_field *fields, const void *row);
void row_drop(const row_field *fields, void *row);

/* Reads the value of a key, which is a printf format. False if there is none; then the row is empty and *version 0. */
bool row_load(lm_house *house, const row_field *fields, void *row, int64_t *version, const char *key, ...)
    __attribute__((format(printf, 5, 6)));
void row_put(lm_batch *batch, const row_field *fields, const void *row, int64_t version, const char *key, ...)
    __attribute__((format(printf, 5, 6)));

/* A value that holds one number. */
bool number_load(lm_house *house, const char *name, int64_t *number, int64_t *version, const char *key, ...)
    __attribute__((format(printf, 5, 6)));
void number_put(lm_batch *batch, const char *name, int64_t number, int64_t version, const char *key, ...)
    __attribute__((format(printf, 5, 6)));

const char *text_in(const json_t *object, const char *key); /* "" if it is missing */
int64_t int_in(const json_t *object, const char *key, int64_t otherwise);

json_t *roles_write(uint32_t roles);
bool roles_read(const json_t *list, uint32_t *roles); /* false, with no roles, if a word is not a role */
const char *role_meant(const json_t *list, char text[LM_MEANT_TEXT]); /* `. Did you mean "X"?` or "" */

void batch_put(lm_batch *batch, const char *key, int64_t version, json_t *value);    /* steals the value */
void put_unsorted(lm_batch *batch, const char *key, int64_t version, json_t *value); /* in the object's order */
/* Adds a further record on "house" to a batch; the following effects belong to it. Steals the body. */
void batch_record(lm_batch *batch, const char *kind, const char *actor, json_t *body);

#endif
