/* traffic.c - bytes in and out of a connection, for HTTP and WebSocket. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "room.h"

enum { BUSY_SOCKETS = 16, PATIENCE_US = 100000 };
enum { PIECE = 16 * 1024, SMALL = 4096, MOST_KEPT = 2 * BODY_BYTES };

/* Many small messages become one write. */
static size_t fill(peer *p, unsigned char *room)
{
    size_t n = 0;
    while (p->first && n < PIECE) {
        const message *m = p->first->message;
        size_t left = m->size - p->first_sent, now = left < PIECE - n ? left : PIECE - n;
        memcpy(room + n, m->bytes + p->first_sent, now);
        n += now;
        p->first_sent += now;
        if (p->first_sent == m->size) queue_drop_first(p);
    }
    return n;
}

/* Shuts down the server's side and lets the client finish, because an immediate close could make the client's system
 * discard the last reply. Over TLS the closing record serves this purpose. */
static int say_last(peer *p)
{
    if (!p->said_last) {
        p->said_last = true;
        lws_callback_on_writable(p->wsi); /* called again when everything has been sent */
        return 0;
    }
    if (p->stage == PEER_LINGERS) return 0;
    if (p->server->options.cert) return -1;
    shutdown(lws_get_socket_fd(p->wsi), SHUT_WR);
    socket_end(p);
    peer_set_stage(p, PEER_LINGERS);
    traffic_hold(p, false);
    return 0;
}

/* libwebsockets keeps at most one piece that the system did not accept, and sends it first. Until then it does not read
 * and yet asks the system whether there is something to read, again and again; so such a connection is held. False if
 * the connection is broken. */
static bool write_queue(peer *p)
{
    unsigned char room[LWS_PRE + PIECE];
    while (p->first && !lws_partial_buffered(p->wsi)) {
        size_t n = fill(p, room + LWS_PRE);
        if (lws_write(p->wsi, room + LWS_PRE, n, LWS_WRITE_RAW) < 0) return false;
        p->sent_us = now_us();
        if (p->stage == PEER_SENDS || p->stage == PEER_SOCKET) p->since_ms = p->sent_us / 1000;
    }
    if (lws_partial_buffered(p->wsi)) traffic_hold(p, true);
    return true;
}

bool traffic_waits(const peer *p)
{
    return p->first || lws_partial_buffered(p->wsi);
}

/* Everything is sent: whether nothing else holds the connection. HTTP holds it from a request to the end of its reply. */
static bool may_go_on(const peer *p)
{
    bool answers = p->stage == PEER_WAITS || p->stage == PEER_SENDS;
    return p->held && !answers && !(p->stage == PEER_SOCKET && socket_is_full(p));
}

static void flush(peer *p)
{
    p->listed = false;
    if (p->stage == PEER_SOCKET && !write_queue(p)) {
        queue_drop(p);
        peer_drop(p);
    } else if (traffic_waits(p) || p->closes) {
        lws_callback_on_writable(p->wsi);
    } else if (may_go_on(p)) {
        traffic_go_on(p);
    }
}

/* A busy server would write to many sockets every few milliseconds. So a watcher who has just received a message, has
 * sent no request and need not act gets the next message a moment later, together with those that follow. */
static bool waits_for_more(const peer *p, int64_t now)
{
    return p->patient && p->stage == PEER_SOCKET && !p->close_code && !p->closes && now - p->sent_us < PATIENCE_US;
}

static void flush_due(lws_sorted_usec_list_t *timer)
{
    lws_container_of(timer, server, flush_timer)->flush_is_due = false; /* the flush follows at the end of the turn */
}

/* A socket that continues may list itself again, so the list may grow while it is read. */
void traffic_flush(server *s)
{
    size_t kept = 0;
    bool busy = s->unsents >= BUSY_SOCKETS;
    int64_t now = busy ? now_us() : 0;
    for (size_t i = 0; i < s->unsents; i++) {
        peer *p = slots_get(&s->peers, s->unsent[i]);
        if (p && busy && waits_for_more(p, now)) {
            s->unsent[kept++] = s->unsent[i];
        } else if (p) {
            flush(p);
        }
    }
    s->unsents = kept;
    if (!kept || s->flush_is_due) return;
    s->flush_is_due = true;
    lws_sul_schedule(s->context, 0, &s->flush_timer, flush_due, PATIENCE_US);
}

int traffic_writeable(peer *p, void *data, size_t size)
{
    if (!p || !write_queue(p)) return -1;
    if (traffic_waits(p)) {
        lws_callback_on_writable(p->wsi);
        return 0;
    }
    if (p->closes) return say_last(p);
    if (may_go_on(p)) return traffic_go_on(p);
    return p->stage == PEER_SENDS ? http_sent(p) : 0;
}

void traffic_hold(peer *p, bool hold)
{
    if (p->held == hold) return;
    p->held = hold;
    lws_rx_flow_control(p->wsi, !hold);
}

static bool keep(peer *p, const unsigned char *data, size_t size)
{
    size_t need = p->in_size + size;
    if (need > MOST_KEPT) return false;
    if (need > p->in_room) {
        size_t room = need < 1024 ? 1024 : need + need / 2;
        unsigned char *larger = realloc(p->in, room);
        if (!larger) return false;
        p->in = larger;
        p->in_room = room;
    }
    memcpy(p->in + p->in_size, data, size);
    p->in_size = need;
    return true;
}

/* Handles requests or frames, one after the other, until it must wait. A connection may change from HTTP to WebSocket
 * in between. */
static size_t take_all(peer *p, unsigned char *data, size_t size)
{
    size_t done = 0, n = 1;
    while (done < size && n > 0 && !p->held && !p->closes && p->stage != PEER_LINGERS) {
        n = p->stage == PEER_SOCKET ? socket_take(p, data + done, size - done)
            : p->stage == PEER_LINK ? link_take(p, data + done, size - done)
                                    : http_take(p, data + done, size - done);
        done += n;
    }
    return p->closes || p->stage == PEER_LINGERS ? size : done;
}

/* Handles bytes that came earlier. Also called when a hold is over. */
static int take_kept(peer *p)
{
    size_t done = take_all(p, p->in, p->in_size);
    p->in_size -= done;
    if (p->in_size) memmove(p->in, p->in + done, p->in_size);
    if (!p->in_size && p->in_room > SMALL) {
        free(p->in);
        p->in = NULL;
        p->in_room = 0;
    }
    return 0;
}

int traffic_receive(peer *p, void *data, size_t size)
{
    if (!p) return -1;
    if (p->stage == PEER_LINGERS) return 0;
    if (p->in_size) return keep(p, data, size) ? take_kept(p) : -1;
    size_t done = take_all(p, data, size);
    return done == size || keep(p, (unsigned char *)data + done, size - done) ? 0 : -1;
}

int traffic_go_on(peer *p)
{
    traffic_hold(p, false);
    return p->in_size ? take_kept(p) : 0;
}

void traffic_forget(peer *p)
{
    p->first_sent = 0;
    queue_drop(p);
    free(p->in);
    p->in = NULL;
}
