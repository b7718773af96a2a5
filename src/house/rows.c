/* rows.c - values of the store, read and written by their table of fields. */
#include "rows.h"

#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "hub.h"

const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

int64_t int_in(const json_t *object, const char *key, int64_t otherwise)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

static const char *const role_words[] = {
#define X(name, word) word,
    LM_HOUSE_ROLES(X)
#undef X
};

json_t *roles_write(uint32_t roles)
{
    json_t *list = json_array();
    for (int i = 0; i < LM_HOUSE_ROLE_COUNT; i++) {
        if (roles >> i & 1) json_array_append_new(list, json_string(role_words[i]));
    }
    return list;
}

static int role_named(const char *word)
{
    for (int i = 0; word && i < LM_HOUSE_ROLE_COUNT; i++) {
        if (strcmp(role_words[i], word) == 0) return i;
    }
    return -1;
}

bool roles_read(const json_t *list, uint32_t *roles)
{
    *roles = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        int role = role_named(json_string_value(json_array_get(list, i)));
        if (role < 0) {
            *roles = 0;
            return false;
        }
        *roles |= 1u << role;
    }
    return json_is_array(list);
}

const char *role_meant(const json_t *list, char text[LM_MEANT_TEXT])
{
    const char *near = NULL;
    for (size_t i = 0; i < json_array_size(list) && !near; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (word && role_named(word) < 0) near = lm_words_nearest_of(word, role_words, LM_HOUSE_ROLE_COUNT);
    }
    return lm_words_meant(near, text);
}

static void read_field(const row_field *f, const json_t *value, void *at)
{
    switch (f->type) {
    case ROW_TEXT: snprintf(at, f->size, "%s", json_string_value(value) ? json_string_value(value) : ""); break;
    case ROW_INT: *(int64_t *)at = json_integer_value(value); break;
    case ROW_BOOL: *(bool *)at = json_is_true(value); break;
    case ROW_ROLES: roles_read(value, at); break;
    case ROW_JSON: *(json_t **)at = json_incref((json_t *)(uintptr_t)value); break;
    }
}

void row_read(const row_field *fields, const json_t *value, void *row)
{
    for (const row_field *f = fields; f->name; f++)
        read_field(f, json_object_get(value, f->name), (char *)row + f->at);
}

/* NULL for an empty field that may be left out. */
static json_t *write_field(const row_field *f, const void *at)
{
    switch (f->type) {
    case ROW_TEXT: return f->may && !*(const char *)at ? NULL : json_string(at);
    case ROW_INT: return f->may && !*(const int64_t *)at ? NULL : json_integer(*(const int64_t *)at);
    case ROW_BOOL: return f->may && !*(const bool *)at ? NULL : json_boolean(*(const bool *)at);
    case ROW_ROLES: return roles_write(*(const uint32_t *)at);
    case ROW_JSON: return json_incref(*(json_t *const *)at);
    }
    return NULL;
}

json_t *row_write(const row_field *fields, const void *row)
{
    json_t *value = json_object();
    for (const row_field *f = fields; f->name; f++) {
        json_t *field = write_field(f, (const char *)row + f->at);
        if (field) json_object_set_new(value, f->name, field);
    }
    return value;
}

void row_drop(const row_field *fields, void *row)
{
    for (const row_field *f = fields; f->name; f++) {
        if (f->type == ROW_JSON) json_decref(*(json_t **)(void *)((char *)row + f->at));
    }
}

/* Makes a key from a format and its arguments. */
#define MAKE_KEY(key, format)                                                                                          \
    do {                                                                                                               \
        va_list args;                                                                                                  \
        va_start(args, format);                                                                                        \
        vsnprintf(key, sizeof(key), format, args);                                                                     \
        va_end(args);                                                                                                  \
    } while (0)

bool row_load(lm_house *house, const row_field *fields, void *row, int64_t *version, const char *format, ...)
{
    char key[LM_STORE_NAME + 1];
    MAKE_KEY(key, format);
    json_t *value = house_value(house, key, version);
    bool found = value != NULL;
    row_read(fields, value, row);
    json_decref(value);
    return found;
}

void row_put(lm_batch *batch, const row_field *fields, const void *row, int64_t version, const char *format, ...)
{
    char key[LM_STORE_NAME + 1];
    MAKE_KEY(key, format);
    batch_put(batch, key, version, row_write(fields, row));
}

bool number_load(lm_house *house, const char *name, int64_t *number, int64_t *version, const char *format, ...)
{
    char key[LM_STORE_NAME + 1];
    MAKE_KEY(key, format);
    json_t *value = house_value(house, key, version);
    bool found = value != NULL;
    *number = int_in(value, name, 0);
    json_decref(value);
    return found;
}

void number_put(lm_batch *batch, const char *name, int64_t number, int64_t version, const char *format, ...)
{
    char key[LM_STORE_NAME + 1];
    MAKE_KEY(key, format);
    batch_put(batch, key, version, json_pack("{s:I}", name, (json_int_t)number));
}

/* A value may hold the hash of a password, so its text is wiped. */
static void put_value(lm_batch *batch, const char *key, int64_t version, json_t *value, size_t flags)
{
    char *text = json_dumps(value, JSON_COMPACT | flags);
    lm_batch_put(batch, key, version, text ? text : "", text ? strlen(text) : 0);
    if (text) sodium_memzero(text, strlen(text));
    free(text);
    json_decref(value);
}

void batch_put(lm_batch *batch, const char *key, int64_t version, json_t *value)
{
    put_value(batch, key, version, value, JSON_SORT_KEYS);
}

void put_unsorted(lm_batch *batch, const char *key, int64_t version, json_t *value)
{
    put_value(batch, key, version, value, 0);
}

void batch_record(lm_batch *batch, const char *kind, const char *actor, json_t *body)
{
    assert(lm_told_news(kind));
    char *text = json_dumps(body, JSON_COMPACT | JSON_SORT_KEYS);
    lm_batch_append(batch, "house", LM_STORE_ANY, kind, actor, text ? text : "", text ? strlen(text) : 0);
    free(text);
    json_decref(body);
}
