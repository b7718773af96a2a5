/* leases.c - which tables this server holds. A free table is taken; one that is held is renewed twice a second; one that another
 * server took is forgotten. The store decides; this server's copy only says which leases are worth asking for. */
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "rows.h"

enum { RENEWED_TOGETHER = 64 };

typedef struct {
    lm_house *house;
    int alive, before; /* servers, and those whose names come first */
    json_t *addresses; /* by server name */
} server_census;

static bool count_server(void *context, const lm_value_row *row)
{
    server_census *c = context;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    const char *name = strchr(row->key, '/') + 1;
    int64_t age = c->house->now_ms - json_integer_value(json_object_get(value, "ms"));
    if (value && age < (int64_t)c->house->lease_ms) {
        c->alive++;
        c->before += strcmp(name, c->house->server) < 0;
    }
    if (value) json_object_set(c->addresses, name, json_object_get(value, "address"));
    json_decref(value);
    return true;
}

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

/* A sign of life with this server's address. */
static void show_life(lm_house *house)
{
    house_commit *commit = lease_commit(house, lease_done);
    if (!commit) return;
    char key[LM_STORE_NAME + 1];
    house->life_ms = house->now_ms;
    snprintf(key, sizeof key, "~server/%s", house->server);
    put_unsorted(commit->batch, key, LM_STORE_ANY,
                 json_pack("{s:s, s:I}", "address", house->address, "ms", (json_int_t)house->now_ms));
    house_submit(commit);
}

static bool list_table(void *context, const lm_value_row *row)
{
    lm_house *house = context;
    const char *id = row->key + strlen("table/");
    if (!table_find(house, id)) table_add(house, id);
    return true;
}

typedef struct {
    lm_house *house;
    json_t *addresses;
} lease_reader;

static bool read_lease(void *context, const lm_stream_row *row)
{
    lease_reader *r = context;
    house_table *t = table_find(r->house, row->name + strlen("table/"));
    if (!t) return true;
    if (t->holding == TABLE_HELD) return true;
    bool is_free = !row->owner[0] || row->expires_ms <= r->house->now_ms || strcmp(row->owner, r->house->server) == 0;
    t->lease_end_ms = row->owner[0] ? row->expires_ms : 0;
    const char *address = json_string_value(json_object_get(r->addresses, row->owner));
    snprintf(t->address, sizeof t->address, "%s", is_free || !address ? "" : address);
    if (!is_free) {
        t->free_since_ms = 0;
    } else if (!t->free_since_ms) {
        t->free_since_ms = r->house->now_ms;
    }
    return true;
}

void leases_list(lm_house *house)
{
    char text[LM_STORE_TEXT];
    house->listed_ms = house->now_ms;
    server_census census = { .house = house, .addresses = json_object() };
    lm_store_values(house->store, "~server/", count_server, &census, text);
    house->servers = census.alive > 0 ? census.alive : 1;
    house->rank = census.before;
    lm_store_values(house->store, "table/", list_table, house, text);
    lease_reader reader = { house, census.addresses };
    lm_store_streams(house->store, "table/", read_lease, &reader, text);
    json_decref(census.addresses);
}

/* The person who opened the table may use it as soon as the answer arrives. */
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

/* Tables are spread over the live servers; a table that its preferred server does not take within a moment is open to
 * all. */
static bool is_ours_to_take(const lm_house *house, const house_table *t)
{
    unsigned hash = 5381;
    for (const char *c = t->id; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    bool first_choice = (int)(hash % (unsigned)house->servers) == house->rank;
    return t->holding == TABLE_ELSEWHERE && t->free_since_ms &&
           (first_choice || house->now_ms - t->free_since_ms >= HOUSE_TICK_MS);
}

static void take_table(lm_house *house, house_table *t)
{
    house_commit *commit = lease_commit(house, taken);
    if (!commit) return;
    commit->table = t;
    t->holding = TABLE_TAKING;
    lm_batch_take(commit->batch, t->stream, house->server, house->lease_ms);
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

/* A server with long leases on all tables learns of changes from the store. */
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
        bool fresh = t->lease_end_ms > house->now_ms + house->lease_ms - pace_ms(house); /* by its last record */
        if (t->holding == TABLE_HELD && !t->renewing && !fresh) list.table[list.n++] = t;
        if (list.n == RENEWED_TOGETHER) renew(house, &list);
        if (is_ours_to_take(house, t) && !house->draining) take_table(house, t);
    }
    renew(house, &list);
}

/* The tables can be taken at once by another server, or by this one after its restart. */
void leases_give_back(lm_house *house)
{
    for (int i = 0; i < house->tables; i++) {
        house_table *t = house->table[i];
        if (t->holding != TABLE_HELD) continue;
        house_commit *commit = lease_commit(house, lease_done);
        if (!commit) return;
        lm_batch_lease(commit->batch, house->server, t->epoch);
        if (t->saved_seq != t->state.seq) {
            size_t size;
            void *bytes = state_seal(&t->state, t->rules, house->key, t->id, &size);
            if (bytes) lm_batch_snapshot(commit->batch, t->stream, t->state.seq, bytes, size);
            free(bytes);
        }
        lm_batch_release(commit->batch, t->stream);
        t->holding = TABLE_ELSEWHERE;
        house_submit(commit);
    }
    house_commit *commit = lease_commit(house, lease_done);
    if (!commit) return;
    char key[LM_STORE_NAME + 1];
    snprintf(key, sizeof key, "~server/%s", house->server);
    lm_batch_drop(commit->batch, key);
    house_submit(commit);
}

typedef struct {
    lm_house *house;
    void (*each)(void *, const char *, const json_t *, const char *);
    void *context;
} table_lister;

static bool list_for(void *context, const lm_value_row *row)
{
    table_lister *l = context;
    const char *id = row->key + strlen("table/");
    const house_table *t = table_find(l->house, id);
    json_t *terms = json_loadb(row->value, row->size, 0, NULL);
    const char *address = t && t->holding == TABLE_HELD ? l->house->address : t ? t->address : "";
    if (terms && !json_is_true(json_object_get(terms, "closed"))) l->each(l->context, id, terms, address);
    json_decref(terms);
    return true;
}

void house_each_table(lm_house *house,
                      void (*each)(void *context, const char *id, const json_t *terms, const char *address),
                      void *context)
{
    char text[LM_STORE_TEXT];
    table_lister lister = { house, each, context };
    lm_store_values(house->store, "table/", list_for, &lister, text);
}
