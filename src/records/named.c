/* named.c - see named.h. */
#define _GNU_SOURCE /* tdestroy */
#include "named.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/server/felt.h"

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b); /* rows begin with their name */
}

void named_begin(named_rows *rows, size_t row_size)
{
    *rows = (named_rows){ .row_size = row_size };
    rows->end = &rows->first;
}

void named_free(named_rows *rows)
{
    tdestroy(rows->tree, free);
}

void *named_find(const named_rows *rows, const char *name)
{
    void *const *found = tfind(name, &rows->tree, by_name);
    return found ? *found : NULL;
}

void *named_add(named_rows *rows, const char *name)
{
    void *found = named_find(rows, name);
    if (found) return found;
    named_row *row = zeroed_or_end(rows->row_size);
    snprintf(row->name, sizeof row->name, "%s", name);
    if (!tsearch(row, &rows->tree, by_name)) memory_end();
    *rows->end = row;
    rows->end = &row->next;
    rows->n++;
    return row;
}

static int by_name_of_row(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void named_sort(named_rows *rows)
{
    named_row **all = memory_or_end((rows->n + 1) * sizeof(named_row *));
    size_t n = 0;
    for (named_row *row = rows->first; row; row = row->next)
        all[n++] = row;
    qsort(all, n, sizeof *all, by_name_of_row);
    rows->end = &rows->first;
    for (size_t i = 0; i < n; i++) {
        *rows->end = all[i];
        rows->end = &all[i]->next;
    }
    *rows->end = NULL;
    free(all);
}
