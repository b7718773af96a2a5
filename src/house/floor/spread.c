/* spread.c - how the servers of a house share its tables (docs/house/servers.md). All read the same list, and each
 * decides alone which tables to take and which to give away. A table leaves between rounds, when all its records are
 * durable. The batch that releases its lease names the heir, and the other servers leave the table to the heir. */
#include <string.h>

#include "rows.h"
#include "servers.h"

enum {
    LEAVE_TOGETHER = 32, /* the most tables that begin to leave in one tick, because the heirs must load them */
    SETTLED_MS = 2000,   /* ms that a table stays before it may leave again */
};

static const double load_memory = 0.9; /* weight of the last estimate in the next one */
static const double load_noise = 0.1;  /* smaller differences of load, relative to the mean, do not move a table */

static void heir_key(const house_table *t, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "~heir/%s", t->id);
}

void heir_name(const lm_house *house, const house_table *t, lm_batch *batch)
{
    char key[LM_STORE_NAME + 1];
    if (t->is_pinned) return; /* staff named the heir */
    heir_key(t, key);
    put_unsorted(batch, key, LM_STORE_ANY,
                 json_pack("{s:s, s:I}", "server", t->leaves_for, "load", (json_int_t)(1000 * t->load)));
}

void heir_end(const house_table *t, lm_batch *batch)
{
    char key[LM_STORE_NAME + 1];
    if (!t->heir[0] || t->is_pinned) return;
    heir_key(t, key);
    lm_batch_drop(batch, key);
}

static bool read_heir(void *context, const lm_value_row *row)
{
    lm_house *house = context;
    house_table *t = table_find(house, row->key + strlen("~heir/"));
    json_t *value = t ? json_loadb(row->value, row->size, 0, NULL) : NULL;
    const char *name = json_string_value(json_object_get(value, "server"));
    if (name) {
        snprintf(t->heir, sizeof t->heir, "%s", name);
        t->is_pinned = json_is_true(json_object_get(value, "pinned"));
    }
    bool waits = t && t->holding == TABLE_ELSEWHERE && t->free_since_ms;
    house_server *server = name && waits ? server_taking(house, name) : NULL;
    if (server) { /* counts as a table of its heir */
        if (!t->is_pinned) t->load = (double)json_integer_value(json_object_get(value, "load")) / 1000;
        server->tables++;
        server->load += t->load;
        snprintf(t->address, sizeof t->address, "%s", server == house->server_list ? "" : server->address);
        snprintf(t->inside, sizeof t->inside, "%s", server->inside);
    }
    json_decref(value);
    return true;
}

void spread_heirs(lm_house *house)
{
    char text[LM_STORE_TEXT];
    for (int i = 0; i < house->tables; i++) {
        house->table[i]->heir[0] = '\0';
        house->table[i]->is_pinned = false;
    }
    lm_store_values(house->store, "~heir/", read_heir, house, text);
}

/* The least loaded server, except `but`, that takes tables; NULL: none. */
static house_server *lightest(lm_house *house, const house_server *but)
{
    house_server *best = NULL;
    for (int i = 0; i < house->servers; i++) {
        house_server *s = &house->server_list[i];
        if (s == but || !server_takes(s)) continue;
        double less = best ? server_weight(best) - server_weight(s) : 1;
        if (less > 0 || (less == 0 && strcmp(s->name, best->name) < 0)) best = s;
    }
    return best;
}

/* All servers go through the same list, so they agree which of them may take a free table first. If that server does
 * not take it within a tick, any server may. A table with an heir waits for the heir as long as a lease lasts. */
bool spread_takes(lm_house *house, house_table *t)
{
    if (t->holding != TABLE_ELSEWHERE || !t->free_since_ms) return false;
    house_server *self = house->server_list;
    int64_t since = house->now_ms - t->free_since_ms;
    if (server_taking(house, t->heir) && since < house->lease_ms) return strcmp(t->heir, house->server) == 0;
    house_server *first = lightest(house, NULL);
    if (since < HOUSE_TICK_MS && first && first != self) {
        first->tables++;
        return false;
    }
    self->tables++;
    return true;
}

static void estimate_load(lm_house *house, int64_t ms)
{
    for (int i = 0; i < house->tables; i++) {
        house_table *t = house->table[i];
        if (t->holding != TABLE_HELD) continue;
        if (t->counted_seq && ms > 0) {
            double rate = 1000.0 * (double)(t->state.seq - t->counted_seq) / (double)ms;
            t->load = load_memory * t->load + (1 - load_memory) * rate;
        }
        t->counted_seq = t->state.seq;
    }
}

static double mean_of(const lm_house *house, double (*of)(const house_server *))
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < house->servers; i++) {
        const house_server *s = &house->server_list[i];
        if (!server_takes(s)) continue;
        sum += of(s);
        n++;
    }
    return n ? sum / n : 0;
}

static double load_of(const house_server *server)
{
    return server->load;
}

static bool is_heaviest(const lm_house *house)
{
    const house_server *self = house->server_list;
    for (int i = 1; i < house->servers; i++) {
        const house_server *s = &house->server_list[i];
        double more = !server_takes(s) ? -1 : server_weight(s) - server_weight(self);
        if (more > 0 || (more == 0 && strcmp(s->name, self->name) < 0)) return false;
    }
    return true;
}

/* A server gives away only its excess over the mean; otherwise several servers would all give to the same one. Only the
 * heaviest server may also give a table that weighs more than its excess. */
static bool evens_out(const lm_house *house, const house_server *to, double weight)
{
    const house_server *self = house->server_list;
    double gap = server_weight(self) - server_weight(to);
    double excess = server_weight(self) - mean_of(house, server_weight);
    if (gap < 1.5 * weight || gap <= load_noise * mean_of(house, load_of)) return false;
    return excess >= weight || is_heaviest(house);
}

/* The table whose move disturbs the fewest people; among equals, the one with the most load. */
static house_table *next_to_leave(const lm_house *house, const house_server *to)
{
    house_table *best = NULL;
    for (int i = 0; i < house->tables; i++) {
        house_table *t = house->table[i];
        if (t->holding != TABLE_HELD || t->leaves_for[0] || t->is_pinned) continue;
        if (house->steady_ms - t->taken_ms < SETTLED_MS || !evens_out(house, to, 1 + t->load)) continue;
        bool better = !best || t->watchers < best->watchers || (t->watchers == best->watchers && t->load > best->load);
        if (better) best = t;
    }
    return best;
}

static void leave_for(lm_house *house, house_table *t, house_server *to)
{
    house_server *self = house->server_list;
    snprintf(t->leaves_for, sizeof t->leaves_for, "%s", to->name);
    self->tables--;
    self->load -= t->load;
    to->tables++;
    to->load += t->load;
    house->leaving++;
}

static void stay(lm_house *house, house_table *t)
{
    t->leaves_for[0] = '\0';
    house->leaving--;
    house->stays = true;
}

/* Changes where a table leaves for, if staff named a server or the chosen server is gone. */
static void follow_names(lm_house *house)
{
    for (int i = 0; i < house->tables; i++) {
        house_table *t = house->table[i];
        if (t->holding != TABLE_HELD) continue;
        if (t->leaves_for[0] && !server_taking(house, t->leaves_for)) stay(house, t);
        house_server *named = t->is_pinned ? server_taking(house, t->heir) : NULL;
        if (named && named != house->server_list && !t->leaves_for[0]) leave_for(house, t, named);
    }
}

void spread_tick(lm_house *house)
{
    int64_t passed = house->steady_ms - house->spread_ms;
    house->spread_ms = house->steady_ms;
    estimate_load(house, passed);
    if (house->alive < 2) return;
    follow_names(house);
    if (house->draining) {
        spread_drain(house);
        return;
    }
    for (int i = 0; i < LEAVE_TOGETHER; i++) {
        house_server *to = lightest(house, house->server_list);
        house_table *t = to ? next_to_leave(house, to) : NULL;
        if (!t) return;
        leave_for(house, t, to);
    }
}

void spread_drain(lm_house *house)
{
    for (int i = 0; i < house->tables; i++) {
        house_table *t = house->table[i];
        house_server *to = lightest(house, house->server_list);
        if (!to) return;
        if (t->holding == TABLE_HELD && !t->leaves_for[0]) leave_for(house, t, to);
    }
}

/* A table that leaves finishes its round and then begins nothing more; it is released when its records are durable. */
bool table_waits_to_leave(const house_table *t)
{
    return t->leaves_for[0] && !table_is_playing(t);
}
