/* set.h - rows of one table by name: as the database has them, and as a group of batches changes them.
 *
 * A batch touches a row before it changes it. When the batch is refused, the touched rows are restored; so a group is
 * judged in memory, and only accepted changes are written. */
#ifndef LAMMER_STORE_SET_H
#define LAMMER_STORE_SET_H

#include "arena.h"
#include "tables.h"

typedef struct set_row set_row;

struct set_row {
    set_row *in_bucket;
    set_row *next;         /* in the order of first mention */
    set_row *next_touched; /* list of rows that the batch being judged has touched */
    void *now, *before;    /* `before`: the row after the last accepted batch */
    uint32_t hash;         /* hash of the name */
    uint8_t name_size;
    bool found;   /* the row was in the database */
    bool exists;  /* found, or created by this group */
    bool existed; /* the value of `exists` that belongs to `before` */
    bool touched, dirty;
};

enum { SET_BUCKETS = 1024 };

typedef struct {
    table_id table;
    arena *memory;
    set_row *few[SET_BUCKETS]; /* buckets of a small set */
    set_row **many;            /* buckets of a large set, in its memory; NULL: still small */
    unsigned buckets;
    set_row *first, **end, *touched;
    int n;
} row_set;

void set_begin(row_set *set, table_id table, arena *memory);
set_row *set_find(const row_set *set, const char *name);

/* The row of this name; if it is new, only its name is set. NULL when memory runs out. */
set_row *set_add(row_set *set, const char *name);

/* Call it before you change `now` or `exists`. */
void set_touch(row_set *set, set_row *row);

/* Keep the rows that the batch touched and mark them dirty, or restore them. */
void set_accept(row_set *set);
void set_refuse(row_set *set);

#endif
