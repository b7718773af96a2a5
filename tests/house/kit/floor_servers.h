/* floor_servers.h - the servers of a simulated floor and their store: opened, polled, stalled, killed,
 * and started again. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_SERVERS_H
#define LAMMER_TESTS_HOUSE_FLOOR_SERVERS_H

#include "floor_links.h"
#include "server_rooms.h"

static void open_server(int index)
{
    char text[LM_HOUSE_TEXT];
    static const char *const names[SERVERS] = { "a", "b" }, *const addresses[SERVERS] = { "http://a", "http://b" };
    server *s = &w.server[index];
    *s = (server){ .index = index, .poll_ms = w.now_ms };
    lm_house_options options = {
        SERVER_ROOMS,
        .store = w.store,
        .owner = { .self = s, .answer = floor_answer, .status = status_of, .send = floor_send, .log = floor_log },
        .server = names[index],
        .address = addresses[index],
        .secret_path = w.secret,
        .clock_ms = floor_clock,
        .lease_ms = w.lease_ms,
    };
    s->house = lm_house_open(&options, text);
    char fault[LM_STORE_TEXT];
    if (!s->house && lm_store_fault(w.store, fault)) w.faltered = true; /* the disk failed under it */
    if (!s->house && !w.faltered) broken("server %s does not open: %s", names[index], text);
}

static void open_store(void)
{
    char text[LM_STORE_TEXT];
    lm_store_options options = { .url = w.url,
                                 .signer = w.signer,
                                 .sqlite_vfs = "memory",
                                 .sqlite_unsorted = 400,
                                 .clock_ms = floor_clock,
                                 .by_hand = true };
    w.store = lm_store_open(&options, text);
    if (!w.store) broken("the store does not open: %s", text);
    w.faltered = false;
}

static void drop_connections(int index)
{
    for (int i = 0; i < PEOPLE; i++) {
        person *p = &w.person[i];
        if (p->server != index || !p->connection) continue;
        p->connection = 0;
        p->watches = false;
    }
}

/* The process is gone and sends nothing more. What it had handed to the store may be written or not; what
 * waited at its tables is lost. */
static void kill_server(int index)
{
    server *s = &w.server[index];
    if (!s->house) return;
    w.did.takeovers += s->house->figures.takeovers;
    w.did.rounds += s->house->figures.rounds;
    s->muted = true;
    house_fail(s->house, "killed");
    for (int i = 0; i < s->house->tables; i++) {
        house_table *t = s->house->table[i];
        while (t->waits)
            request_free(t->waiting[--t->waits]);
    }
    while (s->house->under_way > 0) {
        lm_store_step(w.store);
        lm_house_poll(s->house);
    }
    for (int i = 0; i < s->house->tables; i++)
        outbox_drop(s->house, s->house->table[i], 503, "killed");
    lm_house_close(s->house);
    s->house = NULL;
    drop_connections(index);
}

static void stop_server(int index)
{
    server *s = &w.server[index];
    if (!s->house) return;
    w.did.takeovers += s->house->figures.takeovers;
    w.did.rounds += s->house->figures.rounds;
    lm_house_close(s->house);
    s->house = NULL;
    drop_connections(index);
}

/* The machine stops, by loss of power or because the process was killed, and is started again. */
static void crash(bool power)
{
    if (power && !disk.off) memory_lose();
    disk.off = true;
    for (int i = 0; i < SERVERS; i++)
        kill_server(i);
    lm_store_close(w.store);
    memory_heal();
    w.now_ms += 1 + drawn(60000);
    open_store();
    for (int i = 0; i < SERVERS; i++)
        open_server(i);
}

/* The server that holds a table, and the table; NULL while no server does. */
static house_table *held(int table)
{
    for (int i = 0; i < SERVERS; i++) {
        if (!w.server[i].house) continue;
        house_table *t = table_find(w.server[i].house, w.table[table].id);
        if (t && t->holding == TABLE_HELD && t->lease_end_ms > w.now_ms) return t;
    }
    return NULL;
}

static void poll_server(server *s)
{
    if (!s->house || w.now_ms < s->stalled_ms) return;
    int ms = lm_house_poll(s->house);
    s->poll_ms = w.now_ms + (int64_t)ms * (1 + drawn(4));
    if (lm_house_fault(s->house)) w.faltered = true;
}

/* The store writes what waits; servers that it wakes are polled. */
static void let_store_write(void)
{
    if (!w.store || !lm_store_waiting(w.store)) return;
    lm_store_step(w.store);
    for (int i = 0; i < SERVERS; i++) {
        server *s = &w.server[i];
        if (s->house && s->house->came && s->poll_ms > w.now_ms) s->poll_ms = w.now_ms;
    }
}

#endif
