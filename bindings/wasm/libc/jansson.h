/* jansson.h - the few calls of Jansson by which the commands write JSON. Values live until the answer is complete; see
 * json.c. */
#ifndef LAMMER_WASM_JANSSON_H
#define LAMMER_WASM_JANSSON_H

#include <stddef.h>
#include <stdio.h>

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef struct json json_t;
typedef long long json_int_t;

#define JSON_INDENT(n) ((size_t)(n))
#define JSON_PRESERVE_ORDER ((size_t)0)
#define JSON_COMPACT ((size_t)0)
#define JSON_REJECT_DUPLICATES ((size_t)1)

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text);
json_t *json_stringn(const char *text, size_t n);
json_t *json_integer(json_int_t value);
json_t *json_real(double value);
json_t *json_boolean(int value);
json_t *json_null(void);

/* Objects and lists of s (text), b i I f (numbers), o (a value): "{s:s, s:[i, f]}". */
json_t *json_pack(const char *format, ...);

int json_object_set(json_t *object, const char *key, json_t *value);
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_object_update(json_t *object, const json_t *other);
int json_object_update_missing(json_t *object, const json_t *other);
json_t *json_object_get(const json_t *object, const char *key);
int json_array_append_new(json_t *list, json_t *value);
size_t json_array_size(const json_t *list);
json_t *json_array_get(const json_t *list, size_t i);
const char *json_string_value(const json_t *value);
json_int_t json_integer_value(const json_t *value);
json_type json_typeof(const json_t *value);
void json_decref(json_t *value);

#define json_array_foreach(list, i, value)                                                                   \
    for (i = 0; i < json_array_size(list) && (value = json_array_get(list, i)); i++)

/* Members of an object one after the other; an iterator is a member. */
void *json_object_iter(json_t *object);
void *json_object_iter_next(json_t *object, void *iterator);
const char *json_object_iter_key(void *iterator);
json_t *json_object_iter_value(void *iterator);

#define json_object_foreach(object, key, value)                                                              \
    for (void *at_ = json_object_iter(object);                                                               \
         at_ && ((key) = json_object_iter_key(at_)) && ((value) = json_object_iter_value(at_), 1);           \
         at_ = json_object_iter_next(object, at_))

#define json_is_object(value) ((value) && json_typeof(value) == JSON_OBJECT)
#define json_is_string(value) ((value) && json_typeof(value) == JSON_STRING)
#define json_is_integer(value) ((value) && json_typeof(value) == JSON_INTEGER)
#define json_is_true(value) ((value) && json_typeof(value) == JSON_TRUE)
#define json_is_null(value) ((value) && json_typeof(value) == JSON_NULL)
#define json_is_boolean(value)                                                                               \
    ((value) && (json_typeof(value) == JSON_TRUE || json_typeof(value) == JSON_FALSE))

typedef struct {
    char text[160];
} json_error_t;

/* Reads one object or list, and nothing behind it; NULL with the reason. A key that stands twice is refused. */
json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error);

int json_dumpf(const json_t *value, FILE *out, size_t flags);

#endif
