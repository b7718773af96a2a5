/* floor_links.h - packets between people and servers: delayed, lost, doubled, overtaken, and connections
 * cut. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_LINKS_H
#define LAMMER_TESTS_HOUSE_FLOOR_LINKS_H

#include "floor_world.h"

static int64_t delay_ms(void)
{
    if (w.calm || !w.storm) return 1 + drawn(30);
    if (once_in(20)) {
        befall(BEFELL_LATE);
        return 1000 + drawn(9000);
    }
    return 1 + drawn(200);
}

static void put_packet(packet p)
{
    if (w.packets == PACKETS) broken("too many packets are under way");
    p.order = ++w.order;
    w.packet[w.packets++] = p;
}

/* Requests travel alone: each may be lost, come twice, or be overtaken. */
static void send_request(int who)
{
    person *p = &w.person[who];
    packet out = { .kind = PACKET_REQUEST,
                   .person = who,
                   .server = p->server,
                   .token = p->token,
                   .connection = p->connection,
                   .due_ms = w.now_ms + delay_ms() };
    p->sent_ms = w.now_ms;
    memcpy(out.session, p->session, sizeof out.session);
    if (!w.calm && w.storm && once_in(25)) {
        befall(BEFELL_DROPPED);
        return;
    }
    out.body = json_incref(p->asked);
    put_packet(out);
    if (w.calm || !w.storm || !once_in(15)) return;
    befall(BEFELL_DOUBLED);
    json_incref(out.body);
    out.due_ms = w.now_ms + (once_in(4) ? drawn(60000) : delay_ms());
    put_packet(out);
}

static void floor_answer(void *self, uint64_t token, const lm_house_answer *answer)
{
    const server *s = self;
    if (s->muted) return;
    json_t *body = json_loadb(answer->text, answer->size, 0, NULL);
    char *text = json_dumps(body, JSON_COMPACT | JSON_SORT_KEYS);
    hash_bytes(text, strlen(text));
    int who = (int)(token % PEOPLE);
    trace("%s hears %d %.300s", w.person[who].id, status_of[answer->kind], text);
    free(text);
    if (!w.calm && w.storm && once_in(40)) {
        befall(BEFELL_DROPPED);
        json_decref(body);
        return;
    }
    put_packet((packet){ .kind = PACKET_ANSWER,
                         .person = who,
                         .token = token,
                         .status = status_of[answer->kind],
                         .body = body,
                         .due_ms = w.now_ms + delay_ms() });
}

/* What no client may see before its time. */
static void check_secrets(const char *text)
{
    if (strstr(text, "\"sealed\":{") || strstr(text, "\"sealed\":\"")) broken("a sealed value was sent: %.300s", text);
    bool opens = strstr(text, "\"open-shoe\"") != NULL;
    if (!opens && (strstr(text, "\"salt\"") || strstr(text, "\"order\"")))
        broken("the order of a shoe was sent before it was opened: %.300s", text);
}

static int person_on(uint64_t connection)
{
    for (int i = 0; i < PEOPLE; i++) {
        if (w.person[i].connection == connection) return i;
    }
    return -1;
}

/* One text goes to many connections; it is read once. */
static json_t *read_once(const char *text, size_t size)
{
    static json_t *last;
    static char *kept;
    static size_t kept_size;
    if (kept && kept_size == size && memcmp(kept, text, size) == 0) return json_incref(last);
    check_secrets(text);
    json_decref(last);
    free(kept);
    last = json_loadb(text, size, 0, NULL);
    kept = malloc(size);
    memcpy(kept, text, size);
    kept_size = size;
    return json_incref(last);
}

static void floor_send(void *self, uint64_t connection, const char *text, size_t size)
{
    const server *s = self;
    if (s->muted) return;
    hash_bytes(&connection, sizeof connection);
    hash_bytes(text, size);
    w.did.messages++;
    int who = person_on(connection);
    if (who < 0) return;
    packet out = { .kind = PACKET_MESSAGE, .person = who, .connection = connection, .due_ms = w.now_ms + delay_ms() };
    if (!w.calm && w.storm && once_in(60)) {
        befall(BEFELL_DROPPED);
        w.person[who].whole = false;
        return;
    }
    bool reorders = !w.calm && w.storm && once_in(60);
    if (reorders) {
        befall(BEFELL_REORDERED);
        w.person[who].whole = false;
        out.due_ms += drawn(2000);
    } else {
        if (out.due_ms < w.last_due_ms[who]) out.due_ms = w.last_due_ms[who];
        w.last_due_ms[who] = out.due_ms;
    }
    out.body = read_once(text, size);
    put_packet(out);
    if (w.calm || !w.storm || !once_in(60)) return;
    befall(BEFELL_DOUBLED);
    json_incref(out.body);
    out.due_ms += drawn(500);
    put_packet(out);
}

static void floor_log(void *self, const char *level, const char *event, const char *more, size_t size)
{
    (void)self, (void)size;
    if (w.verbose) trace("log %s %s %s", level, event, more);
}

/* The client knows at once; the server when the network gives up. */
static void hang_up(person *p)
{
    if (!p->connection) return;
    put_packet((packet){ .kind = PACKET_GONE,
                         .server = p->server,
                         .connection = p->connection,
                         .due_ms = w.now_ms + drawn(w.calm ? 10 : 20000) });
    p->connection = 0;
    p->watches = false;
}

#endif
