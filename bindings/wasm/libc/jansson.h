/* jansson.h - the few calls of Jansson by which the commands write JSON. Values live until the answer is complete; see
 * json.c. */
#ifndef LAMMER_WASM_JANSSON_H
#define LAMMER_WASM_JANSSON_H

#include <stddef.h>
#include <stdio.h>

typedef struct json json_t;
typedef long long json_int_t;

#define JSON_INDENT(n) ((size_t)(n))
#define JSON_PRESERVE_ORDER ((size_t)0)

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
int json_object_update_missing(json_t *object, const json_t *other);
json_t *json_object_get(const json_t *object, const char *key);
int json_array_append_new(json_t *list, json_t *value);
size_t json_array_size(const json_t *list);
json_t *json_array_get(const json_t *list, size_t i);
const char *json_string_value(const json_t *value);
void json_decref(json_t *value);

#define json_array_foreach(list, i, value)                                                                   \
    for (i = 0; i < json_array_size(list) && (value = json_array_get(list, i)); i++)

int json_dumpf(const json_t *value, FILE *out, size_t flags);

#endif
