/* servers.c - the servers of one house: each writes twice a second where clients reach it, its load, and whether it is
 * being stopped. A server that has written nothing for as long as a lease lasts counts as dead, but only its leases
 * decide when its tables may be taken. */
#include <string.h>

#include "rows.h"
#include "servers.h"

enum { FORGOTTEN_MS = 24 * 3600 * 1000 };

house_server *server_find(lm_house *house, const char *name)
{
    for (int i = 0; i < house->servers; i++) {
        if (strcmp(house->server_list[i].name, name) == 0) return &house->server_list[i];
    }
    return NULL;
}

bool server_takes(const house_server *server)
{
    return !server->leaving && !server->is_silent;
}

house_server *server_taking(lm_house *house, const char *name)
{
    house_server *server = server_find(house, name);
    return server && server_takes(server) ? server : NULL;
}

/* A table without players still costs work, for its lease and its clocks: as much as one record a second. */
double server_weight(const house_server *server)
{
    return server->tables + server->load;
}

static house_server *server_add(lm_house *house, const char *name, const char *address, const char *inside)
{
    if (house->servers == HOUSE_SERVERS) return NULL;
    house_server *server = &house->server_list[house->servers++];
    *server = (house_server){ 0 };
    snprintf(server->name, sizeof server->name, "%s", name);
    snprintf(server->address, sizeof server->address, "%s", address ? address : "");
    snprintf(server->inside, sizeof server->inside, "%s", inside ? inside : "");
    return server;
}

static bool read_server(void *context, const lm_value_row *row)
{
    lm_house *house = context;
    const char *name = row->key + strlen("~server/");
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    int64_t age = house->now_ms - json_integer_value(json_object_get(value, "ms"));
    house_server *server = NULL;
    if (value && age < FORGOTTEN_MS && !server_find(house, name))
        server = server_add(house, name, json_string_value(json_object_get(value, "address")),
                            json_string_value(json_object_get(value, "inside")));
    if (age >= FORGOTTEN_MS && strcmp(name, house->server) != 0)
        snprintf(house->forgotten, sizeof house->forgotten, "%s", name);
    if (server) {
        server->is_silent = age >= (int64_t)house->lease_ms;
        house->alive += !server->is_silent;
        server->load = (double)json_integer_value(json_object_get(value, "load")) / 1000;
        server->leaving = json_is_true(json_object_get(value, "leaving"));
    }
    json_decref(value);
    return true;
}

/* Reads the list of servers. This server is always in it, even before its first sign of life. */
void servers_list(lm_house *house)
{
    char text[LM_STORE_TEXT];
    house->servers = 0;
    house->alive = 1;
    house->forgotten[0] = '\0';
    house_server *self = server_add(house, house->server, house->address, house->inside);
    self->leaving = house->draining || house->closing;
    for (int i = 0; i < house->tables; i++) {
        const house_table *t = house->table[i];
        if (t->holding != TABLE_HELD && t->holding != TABLE_TAKING) continue;
        self->tables++;
        self->load += t->load;
    }
    lm_store_values(house->store, "~server/", read_server, house, text);
}

static void server_key(const char *name, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "~server/%s", name);
}

void servers_announce(lm_house *house, lm_batch *batch)
{
    char key[LM_STORE_NAME + 1];
    double load = 0;
    for (int i = 0; i < house->tables; i++) {
        if (house->table[i]->holding == TABLE_HELD) load += house->table[i]->load;
    }
    server_key(house->server, key);
    put_unsorted(batch, key, LM_STORE_ANY,
                 json_pack("{s:s, s:s, s:I, s:I, s:b}", "address", house->address, "inside", house->inside, "ms",
                           (json_int_t)house->now_ms, "load", (json_int_t)(1000 * load), "leaving",
                           (int)house->draining));
    if (!house->forgotten[0]) return;
    server_key(house->forgotten, key); /* drops a server that has been silent for a day, so the list does not grow */
    lm_batch_drop(batch, key);
}

void servers_retire(lm_house *house, lm_batch *batch)
{
    char key[LM_STORE_NAME + 1];
    server_key(house->server, key);
    lm_batch_drop(batch, key);
}
