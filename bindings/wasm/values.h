/* values.h - what a JSON value is, for the files that make, write and read them. */
#ifndef LAMMER_WASM_VALUES_H
#define LAMMER_WASM_VALUES_H

#include <jansson.h>

typedef struct json_member {
    struct json_member *next;
    const char *key; /* NULL in a list */
    json_t *value;
} member;

struct json {
    json_type type;
    member *first, *last;
    size_t n;
    union {
        const char *text;
        json_int_t whole;
        double real;
    };
};

/* Memory that lives until json_forget. */
void *json_keep(size_t size);

#endif
