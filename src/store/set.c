/* set.c - rows of one table by name: as the database has them, and as a group of batches changes them. */
#include <string.h>

#include "set.h"

void set_begin(row_set *set, table_id table, arena *memory)
{
    memset(set, 0, sizeof *set);
    set->table = table;
    set->memory = memory;
    set->end = &set->first;
    set->buckets = SET_BUCKETS;
}

static unsigned bucket_of(const row_set *set, uint32_t hash)
{
    return (hash ^ hash >> 16) & (set->buckets - 1);
}

static set_row *const *bucket_at(const row_set *set, uint32_t hash)
{
    return set->many ? &set->many[bucket_of(set, hash)] : &set->few[bucket_of(set, hash)];
}

static void put_into_bucket(row_set *set, set_row *row)
{
    set_row **bucket = &(set->many ? set->many : set->few)[bucket_of(set, row->hash)];
    row->in_bucket = *bucket;
    *bucket = row;
}

/* If there is no memory for more buckets, a large set only gets slower. */
static void grow(row_set *set)
{
    set_row **many = arena_take(set->memory, 4 * (size_t)set->buckets * sizeof *many);
    if (!many) return;
    set->many = many;
    set->buckets *= 4;
    for (set_row *row = set->first; row; row = row->next)
        put_into_bucket(set, row);
}

/* Every row begins with its name, which ends with a NUL. */
static set_row *find(const row_set *set, const char *name, size_t size, uint32_t hash)
{
    set_row *row = *bucket_at(set, hash);
    while (row && (row->hash != hash || memcmp(row->now, name, size + 1) != 0))
        row = row->in_bucket;
    return row;
}

set_row *set_find(const row_set *set, const char *name)
{
    size_t size = strlen(name);
    return find(set, name, size, name_hash(name, size));
}

set_row *set_add(row_set *set, const char *name)
{
    size_t size = strlen(name), row_size = store_tables[set->table].size;
    uint32_t hash = name_hash(name, size);
    set_row *row = find(set, name, size, hash);
    if (row) return row;
    row = arena_take(set->memory, sizeof *row);
    if (!row) return NULL;
    row->now = arena_take(set->memory, row_size);
    row->before = arena_raw(set->memory, row_size);
    if (!row->now || !row->before) return NULL;
    memcpy(row->now, name, size + 1);
    row->hash = hash;
    row->name_size = (uint8_t)size;
    *set->end = row;
    set->end = &row->next;
    set->n++;
    put_into_bucket(set, row);
    if ((unsigned)set->n > 4 * set->buckets) grow(set);
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
