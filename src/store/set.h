/* set.h - rows of one table by name, as they are in the database and as a group of batches leaves them.
 *
 * A batch touches a row before it changes it. When the batch is refused, what it touched goes back to what it was; so
 * a group is judged in memory, and only what was accepted is ever written. */
#ifndef LAMMER_STORE_SET_H
#define LAMMER_STORE_SET_H

#include "arena.h"
#include "tables.h"

typedef struct set_row set_row;

struct set_row {
    set_row *in_bucket;
    set_row *next;         /* in the order of first mention */
    set_row *next_touched; /* by the batch that is being judged */
    void *now, *before;    /* `before`: as the last accepted batch left it */
    uint32_t hash;         /* of the name */
    uint8_t name_size;
    bool found;   /* it was in the database */
    bool exists;  /* found, or made by this group */
    bool existed; /* `exists`, for `before` */
    bool touched, dirty;
};

enum { SET_BUCKETS = 1024 };

typedef struct {
    table_id table;
    arena *memory;
    set_row *few[SET_BUCKETS]; /* buckets of a small set, */
    set_row **many;            /* and of one that has grown, in its memory; NULL: not yet */
    unsigned buckets;
    set_row *first, **end, *touched;
    int n;
} row_set;

void set_begin(row_set *set, table_id table, arena *memory);
set_row *set_find(const row_set *set, const char *name);

/* The row of that name, added with nothing but the name when it is new; NULL when there is no memory. */
set_row *set_add(row_set *set, const char *name);

/* To be called before `now` or `exists` is changed. */
void set_touch(row_set *set, set_row *row);

/* What the batch touched stays (and is dirty), or goes back. */
void set_accept(row_set *set);
void set_refuse(row_set *set);

#endif
