/* named.h - rows that begin with their name: found by it, kept in the order of their first mention. */
#ifndef LAMMER_RECORDS_NAMED_H
#define LAMMER_RECORDS_NAMED_H

#include "lammer/server/store.h"

typedef struct named_row {
    char name[LM_STORE_NAME + 1];
    struct named_row *next;
} named_row;

typedef struct {
    size_t row_size;
    void *tree; /* of tsearch */
    named_row *first, **end;
    size_t n;
} named_rows;

void named_begin(named_rows *rows, size_t row_size);
void named_free(named_rows *rows);

/* The row of this name, or NULL; named_add adds an empty row if there is none. */
void *named_find(const named_rows *rows, const char *name);
void *named_add(named_rows *rows, const char *name);

/* Sorts the rows by name. */
void named_sort(named_rows *rows);

#endif
