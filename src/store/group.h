/* group.h - batches that share one transaction: their rows, what they add, and the result of each.
 *
 * The database reads and locks the rows, the batches are judged in memory one after the other, and the result of the
 * accepted ones is written at once. */
#ifndef LAMMER_STORE_GROUP_H
#define LAMMER_STORE_GROUP_H

#include "batch.h"
#include "db.h"

/* Rows that are only added, in order. */
typedef struct {
    void **row;
    int n, room;
} row_list;

typedef struct {
    arena memory;
    int64_t now_ms;
    const lm_signer *signer;
    const char *house;
    row_set streams, accounts, entries, clients;
    row_list records, lines, snapshots;
} group;

void group_begin(group *g);

/* Adds the rows that a batch names; false when there is no memory. */
bool group_mention(group *g, lm_batch *batch);

/* Begins the transaction and loads the rows. */
db_end group_load(group *g, store_db *db);

/* Sets the batch's outcome and results; a refused batch leaves the group as it was. */
void group_judge(group *g, lm_batch *batch);

db_end group_save(group *g, store_db *db);

/* A new row at the end of a list, or NULL. */
void *list_add(row_list *list, arena *memory, size_t size);

/* Reads the remembered answers of a client, number and bytes of each, the oldest first; returns their number. */
typedef struct {
    int64_t number;
    store_bytes answer;
} remembered;
int read_remembered(store_bytes recent, remembered out[LM_STORE_REMEMBERED]);

#endif
