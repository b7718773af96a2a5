/* set.c - rows of one table by name, as they are in the database and as a group of batches leaves them. */
#include <string.h>

#include "set.h"

void set_begin(row_set *set, table_id table, arena *memory)
{
    memset(set, 0, sizeof *set);
    set->table = table;
    set->memory = memory;
    set->end = &set->first;
}

static unsigned bucket_of(const char *name)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *name; name++)
        h = (h ^ (uint8_t)*name) * 16777619u;
    return (h ^ h >> 16) % SET_BUCKETS;
}

/* Every row begins with its name. */
static const char *name_of(const set_row *row)
{
    return row->now;
}

set_row *set_find(const row_set *set, const char *name)
{
    set_row *row = set->bucket[bucket_of(name)];
    while (row && strcmp(name_of(row), name) != 0)
        row = row->in_bucket;
    return row;
}

set_row *set_add(row_set *set, size_t size, const char *name)
{
    set_row *row = set_find(set, name);
    if (row) return row;
    row = arena_take(set->memory, sizeof *row);
    if (!row) return NULL;
    row->now = arena_take(set->memory, size);
    row->before = arena_take(set->memory, size);
    if (!row->now || !row->before) return NULL;
    snprintf(row->now, sizeof(store_name), "%s", name);
    unsigned b = bucket_of(name);
    row->in_bucket = set->bucket[b];
    set->bucket[b] = row;
    *set->end = row;
    set->end = &row->next;
    set->n++;
    return row;
}

void set_touch(row_set *set, set_row *row)
{
    if (row->touched) return;
    memcpy(row->before, row->now, store_tables[set->table].size);
    row->existed = row->exists;
    row->touched = true;
    row->next_touched = set->touched;
    set->touched = row;
}

void set_accept(row_set *set)
{
    for (; set->touched; set->touched = set->touched->next_touched) {
        set->touched->touched = false;
        set->touched->dirty = true;
    }
}

void set_refuse(row_set *set)
{
    for (; set->touched; set->touched = set->touched->next_touched) {
        set_row *row = set->touched;
        memcpy(row->now, row->before, store_tables[set->table].size);
        row->exists = row->existed;
        row->touched = false;
    }
}
