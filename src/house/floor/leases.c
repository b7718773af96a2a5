/* leases.c - which tables this server holds. It takes free tables, renews the leases of its tables, and forgets a table
 * that another server took. The store decides; this server's copy only says which leases are worth asking for. */
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "servers.h"

enum { RENEWED_TOGETHER = 64 };

static void lease_done(house_commit *commit)
{
}

static house_commit *lease_commit(lm_house *house, void (*finish)(house_commit *))
{
    house_commit *commit = calloc(1, sizeof *commit);
    lm_batch *batch = commit ? lm_batch_new() : NULL;
    if (!batch) {
        free(commit);
        return NULL;
    }
    *commit = (house_commit){ .house = house, .batch = batch, .finish = finish };
    return commit;
}

/* Writes a sign of life with this server's address and load. */
static void show_life(lm_house *house)
{
    house_commit *commit = lease_commit(house, lease_done);
    if (!commit) return;
    house->life_ms = house->now_ms;
    servers_announce(house, commit->batch);
    house_submit(commit);
}

static bool list_table(void *context, const lm_value_row *row)
{
    lm_house *house = context;
    const char *id = row->key + strlen("table/");
    if (!table_find(house, id)) table_add(house, id);
    return true;
}

static bool read_lease(void *context, const lm_stream_row *row)
{
    lm_house *house = context;
    house_table *t = table_find(house, row->name + strlen("table/"));
    if (!t) return true;
    if (t->holding == TABLE_HELD) return true;
    bool is_free = !row->owner[0] || row->expires_ms <= house->now_ms || strcmp(row->owner, house->server) == 0;
    house_server *owner = is_free ? NULL : server_find(house, row->owner);
    if (owner) owner->tables++;
    t->lease_end_ms = row->owner[0] ? row->expires_ms : 0;
    snprintf(t->address, sizeof t->address, "%s", owner ? owner->address : "");
    snprintf(t->inside, sizeof t->inside, "%s", owner ? owner->inside : "");
    if (!is_free) {
        t->free_since_ms = 0;
    } else if (!t->free_since_ms) {
        t->free_since_ms = house->now_ms;
    }
    return true;
}

void leases_list(lm_house *house)
{
    char text[LM_STORE_TEXT];
    house->listed_ms = house->now_ms;
    lm_store_values(house->store, "table/", list_table, house, text);
    servers_list(house);
    lm_store_streams(house->store, "table/", read_lease, house, text);
    spread_heirs(house);
}

/* Answers the person who opened the table; from now on they may use it. */
static void answer_opener(house_table *t)
{
    house_request *opener = t->opener;
    t->opener = NULL;
    if (opener) request_answer(opener, NULL);
}

/* When a lease granted by this commit ends. If the clock has gone back since, the end is unknown. */
int64_t lease_end(const house_commit *commit)
{
    const lm_house *house = commit->house;
    return commit->submitted_ms <= house->now_ms ? commit->submitted_ms + house->lease_ms : 0;
}

static void take_over(house_commit *commit)
{
    lm_house *house = commit->house;
    house_table *t = commit->table;
    char text[LM_HOUSE_TEXT];
    if (t->holding != TABLE_TAKING) return;
    t->holding = TABLE_ELSEWHERE;
    t->free_since_ms = 0;
    if (commit->outcome.why != LM_STORE_DONE || house->closing) return;
    t->epoch = lm_batch_result(commit->batch, 0);
    t->lease_end_ms = lease_end(commit);
    t->taken_ms = house->steady_ms;
    t->counted_seq = 0;
    if (table_load(house, t, text)) {
        house->figures.takeovers++;
        house_log(house, "info", "table-taken", "table:s epoch:I", t->id, t->epoch);
    } else {
        house_log(house, "error", "table-unreadable", "table:s why:s", t->id, text);
    }
}

static void taken(house_commit *commit)
{
    take_over(commit);
    answer_opener(commit->table);
}

static void take_table(lm_house *house, house_table *t)
{
    house_commit *commit = lease_commit(house, taken);
    if (!commit) return;
    commit->table = t;
    t->holding = TABLE_TAKING;
    lm_batch_take(commit->batch, t->stream, house->server, house->lease_ms);
    heir_end(t, commit->batch);
    house_submit(commit);
}

typedef struct {
    house_table *table[RENEWED_TOGETHER];
    int n;
} renewal;

static void renewed(house_commit *commit)
{
    renewal *list = commit->own;
    lm_house *house = commit->house;
    for (int i = 0; i < list->n; i++) {
        house_table *t = list->table[i];
        t->renewing = false;
        if (t->holding != TABLE_HELD) continue;
        if (commit->outcome.why == LM_STORE_DONE) {
            t->lease_end_ms = lease_end(commit);
            table_go_on(t);
            if (t->waits) leases_ask(house, t);
        } else if (commit->outcome.why != LM_STORE_FAILED && i == commit->outcome.operation) {
            table_forget(house, t, "the lease has passed to another server");
        }
    }
    free(list);
}

static void renew(lm_house *house, renewal *list)
{
    house_commit *commit = list->n ? lease_commit(house, renewed) : NULL;
    renewal *kept = commit ? malloc(sizeof *kept) : NULL;
    if (!kept) {
        if (commit) lm_batch_free(commit->batch);
        free(commit);
        return;
    }
    *kept = *list;
    commit->own = kept;
    for (int i = 0; i < list->n; i++) {
        lm_batch_lease(commit->batch, house->server, list->table[i]->epoch);
        lm_batch_renew(commit->batch, list->table[i]->stream, house->lease_ms);
        list->table[i]->renewing = true;
    }
    list->n = 0;
    house_submit(commit);
}

/* Renews at once, because a request waits for it; the lease may even run out again before the store answers. */
void leases_ask(lm_house *house, house_table *t)
{
    renewal one = { .table = { t }, .n = 1 };
    if (house->now_ms >= t->lease_end_ms && !t->renewing && !house->closing) renew(house, &one);
}

/* A server that holds all tables need not read the list often, because no other server can take one. */
static bool list_is_due(const lm_house *house)
{
    int64_t age = house->now_ms - house->listed_ms;
    if (age < 0 || age >= house->lease_ms / 5) return true;
    for (int i = 0; i < house->tables; i++) {
        if (house->table[i]->holding != TABLE_HELD) return true;
    }
    return false;
}

/* How often a lease is renewed and a sign of life is written: an idle server with long leases writes next to nothing. */
static int64_t pace_ms(const lm_house *house)
{
    return house->lease_ms / 5 > HOUSE_TICK_MS ? house->lease_ms / 5 : HOUSE_TICK_MS;
}

void leases_tick(lm_house *house)
{
    if (house->closing || house->fault[0]) return;
    int64_t since_life = house->now_ms - house->life_ms;
    if (since_life < 0 || since_life >= pace_ms(house)) show_life(house);
    if (list_is_due(house)) leases_list(house);
    renewal list = { .n = 0 };
    for (int i = 0; i < house->tables; i++) {
        house_table *t = house->table[i];
        bool fresh =
            t->lease_end_ms > house->now_ms + house->lease_ms - pace_ms(house); /* its last record renewed the lease */
        if (t->holding == TABLE_HELD && !t->renewing && !fresh) list.table[list.n++] = t;
        if (list.n == RENEWED_TOGETHER) renew(house, &list);
        if (spread_takes(house, t) && !house->draining) take_table(house, t);
    }
    renew(house, &list);
    spread_tick(house);
}

/* Adds a snapshot of the present state for the next owner, if records came after the last one. */
static void add_last_snapshot(lm_house *house, const house_table *t, lm_batch *batch)
{
    size_t size;
    if (t->saved_seq == t->state.seq) return;
    void *bytes = state_seal(&t->state, t->rules, house->key, t->id, &size);
    if (bytes) lm_batch_snapshot(batch, t->stream, t->state.seq, bytes, size);
    free(bytes);
}

static void released(house_commit *commit)
{
    house_table *t = commit->table;
    if (t->holding != TABLE_GIVING) return;
    t->holding = TABLE_ELSEWHERE;
    if (commit->outcome.why == LM_STORE_DONE)
        table_hand_over(commit->house, t);
    else
        table_forget(commit->house, t, "the lease has passed to another server");
}

/* Releases the table's lease to the server that the table goes to. */
static void release(lm_house *house, house_table *t)
{
    house_commit *commit = lease_commit(house, released);
    if (!commit) return;
    commit->table = t;
    lm_batch_lease(commit->batch, house->server, t->epoch);
    add_last_snapshot(house, t, commit->batch);
    lm_batch_release(commit->batch, t->stream);
    heir_name(house, t, commit->batch);
    t->holding = TABLE_GIVING;
    house_submit(commit);
}

void leases_go_on(lm_house *house)
{
    bool stays = house->stays;
    house->stays = false;
    for (int i = 0; (house->leaving || stays) && i < house->tables; i++) {
        house_table *t = house->table[i];
        if (t->holding != TABLE_HELD) continue;
        if (stays && !t->leaves_for[0]) table_go_on(t);
        if (table_waits_to_leave(t) && !t->busy && !t->first) release(house, t);
    }
}

/* Releases all tables, so that another server, or this one after a restart, can take them at once. */
void leases_give_back(lm_house *house)
{
    for (int i = 0; i < house->tables; i++) {
        house_table *t = house->table[i];
        if (t->holding != TABLE_HELD) continue;
        house_commit *commit = lease_commit(house, lease_done);
        if (!commit) return;
        lm_batch_lease(commit->batch, house->server, t->epoch);
        add_last_snapshot(house, t, commit->batch);
        lm_batch_release(commit->batch, t->stream);
        t->holding = TABLE_ELSEWHERE;
        house_submit(commit);
    }
    house_commit *commit = lease_commit(house, lease_done);
    if (!commit) return;
    servers_retire(house, commit->batch);
    house_submit(commit);
}

typedef struct {
    lm_house *house;
    const house_table_reader *reader;
} table_lister;

static bool list_for(void *context, const lm_value_row *row)
{
    table_lister *l = context;
    const char *id = row->key + strlen("table/");
    const house_table *t = table_find(l->house, id);
    if (!l->reader->takes(l->reader->context, row)) return false;
    json_t *terms = json_loadb(row->value, row->size, 0, NULL);
    const char *address = t && t->holding == TABLE_HELD ? l->house->address : t ? t->address : "";
    if (terms && !json_is_true(json_object_get(terms, "closed")))
        l->reader->each(l->reader->context, id, terms, address);
    json_decref(terms);
    return true;
}

void house_each_table(lm_house *house, const char *from, const house_table_reader *reader)
{
    char text[LM_STORE_TEXT];
    table_lister lister = { house, reader };
    lm_store_values_from(house->store, "table/", from, list_for, &lister, text);
}
