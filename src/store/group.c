/* group.c - collects the rows of a group, loads them from the database and writes them back. */
#include <string.h>

#include "group.h"

void group_begin(group *g)
{
    arena_clear(&g->memory);
    set_begin(&g->streams, TABLE_STREAMS, &g->memory);
    set_begin(&g->accounts, TABLE_ACCOUNTS, &g->memory);
    set_begin(&g->entries, TABLE_ENTRIES, &g->memory);
    set_begin(&g->clients, TABLE_CLIENTS, &g->memory);
    g->records = g->lines = g->snapshots = (row_list){ 0 };
}

static bool mention(row_set *set, const char *name, set_row **row)
{
    *row = name ? set_add(set, name) : NULL;
    return !name || *row;
}

static row_set *set_of(group *g, op_kind kind)
{
    switch (kind) {
    case OP_APPEND:
    case OP_TAKE:
    case OP_RENEW:
    case OP_RELEASE:
    case OP_SNAPSHOT: return &g->streams;
    case OP_OPEN:
    case OP_MOVE: return &g->accounts;
    case OP_PUT:
    case OP_DROP: break;
    }
    return &g->entries;
}

bool group_mention(group *g, lm_batch *batch)
{
    bool well = mention(&g->clients, batch->client, &batch->client_row);
    for (int i = 0; i < batch->guards && well; i++)
        well = mention(&g->entries, batch->guard[i].key, &batch->guard[i].row);
    for (operation *op = batch->first; op && well; op = op->next) {
        row_set *set = set_of(g, op->kind);
        well = mention(set, op->name, &op->row);
        if (well && op->kind == OP_MOVE) well = mention(set, op->other, &op->other_row);
    }
    return well;
}

/* Rows are loaded always in this order, so that two servers cannot deadlock. */
db_end group_load(group *g, store_db *db)
{
    row_set *sets[] = { &g->streams, &g->clients, &g->accounts, &g->entries };
    return db->kind->begin(db, sets, sizeof sets / sizeof *sets, &g->now_ms);
}

void *list_add(row_list *list, arena *memory, size_t size)
{
    if (list->n == list->room) {
        int room = 2 * list->room + 16;
        void **row = arena_take(memory, (size_t)room * sizeof *row);
        if (!row) return NULL;
        if (list->n) memcpy(row, list->row, (size_t)list->n * sizeof *row);
        list->row = row;
        list->room = room;
    }
    void *row = arena_take(memory, size);
    if (row) list->row[list->n++] = row;
    return row;
}

static db_end save_set(group *g, store_db *db, const row_set *set)
{
    void **rows = arena_take(&g->memory, (size_t)(set->n + 1) * sizeof *rows);
    if (!rows) return db_no_memory(db);
    db_end end = DB_OK;
    for (int change = DB_INSERT; change <= DB_DELETE && end == DB_OK; change++) {
        int n = 0;
        for (const set_row *row = set->first; row; row = row->next) {
            int due = row->exists ? (row->found ? DB_REPLACE : DB_INSERT) : DB_DELETE;
            if (row->dirty && due == change && (row->exists || row->found)) rows[n++] = row->now;
        }
        end = db->kind->save(db, set->table, rows, n, (db_change)change);
    }
    return end;
}

db_end group_save(group *g, store_db *db)
{
    db_end end = db->kind->save(db, TABLE_RECORDS, g->records.row, g->records.n, DB_INSERT);
    if (end == DB_OK) end = db->kind->save(db, TABLE_LINES, g->lines.row, g->lines.n, DB_INSERT);
    /* Snapshots are written one at a time, because a stream may have two in one group, and the last must win. */
    for (int i = 0; i < g->snapshots.n && end == DB_OK; i++)
        end = db->kind->save(db, TABLE_SNAPSHOTS, &g->snapshots.row[i], 1, DB_REPLACE);
    const row_set *sets[] = { &g->streams, &g->clients, &g->accounts, &g->entries };
    for (size_t i = 0; i < sizeof sets / sizeof *sets && end == DB_OK; i++)
        end = save_set(g, db, sets[i]);
    return end;
}
