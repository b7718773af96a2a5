/* copy.c - copies a whole house into an empty store, in one transaction. */
#include <string.h>

#include "room.h"

enum { PORTION_ROWS = 256, PORTION_BYTES = 4 * 1024 * 1024 };

typedef struct {
    store_db *to;
    table_id table;
    db_end end;
    arena memory;
    void *row[PORTION_ROWS];
    int rows;
    size_t bytes;
} copying;

static bool write_portion(copying *c)
{
    /* The target was made with a name of its own, which the copied one replaces. */
    db_change change = c->table == TABLE_META ? DB_REPLACE : DB_INSERT;
    if (c->end == DB_OK) c->end = c->to->kind->save(c->to, c->table, c->row, c->rows, change);
    arena_clear(&c->memory);
    c->rows = 0;
    c->bytes = 0;
    return c->end == DB_OK;
}

static void *keep_row(copying *c, const void *row)
{
    const store_table *t = &store_tables[c->table];
    void *kept = arena_copy(&c->memory, row, t->size);
    for (int i = 0; i < t->columns && kept; i++) {
        if (t->column[i].kind == COLUMN_BYTES) c->bytes += ((const store_bytes *)row_field(&t->column[i], kept))->size;
    }
    return kept && row_keep_bytes(t, kept, &c->memory) ? kept : NULL;
}

/* No server holds a lease in the new house; epochs continue from where they were. */
static void end_lease(stream_row *stream)
{
    memset(stream->owner, 0, sizeof stream->owner);
    stream->expires_ms = 0;
}

static bool receive(void *context, const void *row)
{
    copying *c = context;
    void *kept = keep_row(c, row);
    if (!kept) {
        c->end = db_say(c->to, DB_DEAD, "not enough memory for the copy");
        return false;
    }
    if (c->table == TABLE_STREAMS) end_lease(kept);
    c->row[c->rows++] = kept;
    return (c->rows < PORTION_ROWS && c->bytes < PORTION_BYTES) || write_portion(c);
}

static bool note_row(void *context, const void *row)
{
    *(bool *)context = true;
    return false;
}

static lm_store_why check_empty(lm_store *to, char *text)
{
    bool any = false;
    lm_store_why why = LM_STORE_DONE;
    for (int t = TABLE_STREAMS; t < TABLE_COUNT && why == LM_STORE_DONE && !any; t++)
        why = store_scan(to, (table_id)t, &RANGE_ALL, note_row, &any, text);
    if (!any) return why;
    snprintf(text, LM_STORE_TEXT,
             /* say:target-has-house */ "the target already has a house; name an empty one");
    return LM_STORE_FAILED;
}

static lm_store_why copy_tables(lm_store *from, copying *c, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    for (int t = TABLE_META; t < TABLE_COUNT && why == LM_STORE_DONE && c->end == DB_OK; t++) {
        c->table = (table_id)t;
        why = store_scan(from, c->table, &RANGE_ALL, receive, c, text);
        if (why == LM_STORE_DONE) write_portion(c);
    }
    if (why == LM_STORE_DONE && c->end == DB_OK) c->end = c->to->kind->commit(c->to);
    if (why == LM_STORE_DONE && c->end == DB_OK) return why;
    if (why == LM_STORE_DONE) memcpy(text, c->to->text, LM_STORE_TEXT);
    c->to->kind->rollback(c->to);
    return LM_STORE_FAILED;
}

static lm_store_why copy_quiet(lm_store *from, lm_store *to, char *text)
{
    copying c = { .to = to->writer };
    int64_t now_ms;
    lm_store_why why = check_empty(to, text);
    if (why != LM_STORE_DONE) return why;
    c.end = c.to->kind->begin(c.to, NULL, 0, &now_ms);
    why = lm_store_look(from, text);
    if (why == LM_STORE_DONE) {
        why = copy_tables(from, &c, text);
        lm_store_look_away(from);
    } else {
        c.to->kind->rollback(c.to);
    }
    arena_free(&c.memory);
    if (why == LM_STORE_DONE && !store_know_house(to, text)) why = LM_STORE_FAILED;
    return why;
}

/* The target's writer must wait, because its connection is used here. */
lm_store_why lm_store_copy(lm_store *from, lm_store *to, char *text)
{
    if (!to->writer) {
        snprintf(text, LM_STORE_TEXT, "the target was opened for reading only");
        return LM_STORE_FAILED;
    }
    writer_stop(to);
    lm_store_why why = copy_quiet(from, to, text);
    to->closing = false;
    if (!writer_start(to) && why == LM_STORE_DONE) {
        snprintf(text, LM_STORE_TEXT, "no thread could be started");
        why = LM_STORE_FAILED;
    }
    return why;
}
