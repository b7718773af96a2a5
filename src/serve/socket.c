/* socket.c - WebSockets: one request a text frame, answers and a table's messages back.
 *
 * What waits for a client is bounded. A client that does not read is closed, can come back and continues from the last
 * number it has seen; a table never waits for anybody. */
#include <stdlib.h>
#include <string.h>

#include "lammer/version.h"
#include "room.h"

/* --- opening ------------------------------------------------------------------------------------------------ */

/* Before a connection becomes a socket. > 0: a refusal has been sent. Plain HTTP/1.1 is all we upgrade from, and to. */
static int refuse_upgrade(peer *p, unsigned status, const char *why)
{
    p->server->figures.by_status[status]++;
    log_line(p->server, "info", "socket refused",
             json_pack("{s:i, s:s, s:s}", "status", (int)status, "why", why, "address", p->address));
    return lws_return_http_status(p->wsi, status, why) ? -1 : 1;
}

int socket_confirm(peer *p, void *in, size_t size)
{
    char path[PATH_BYTES], protocols[200];
    if (!p) return -1;
    if (strcmp(in, "websocket") != 0) return refuse_upgrade(p, 400, "nothing but websocket is upgraded to");
    if (!header_copy(p, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws") != 0)
        return refuse_upgrade(p, 404, "the socket is at /ws");
    if (!header_copy(p, WSI_TOKEN_PROTOCOL, protocols, sizeof protocols) || !strstr(protocols, "lammer.1"))
        return refuse_upgrade(p, 400, "the subprotocol is lammer.1");
    if (!peer_believe_proxy(p)) return refuse_upgrade(p, 429, "too many connections from this address");
    session_read(p);
    if (!session_same_origin(p))
        return refuse_upgrade(p, 403, "this socket is asked for by another site's page");
    if (ask_limit(p, NULL)) return refuse_upgrade(p, 429, "too many requests");
    if (p->server->stage != SERVER_SERVES) return refuse_upgrade(p, 503, "the server stops");
    return 0;
}

int socket_open(peer *p, void *in, size_t size)
{
    if (!p) return -1;
    server *s = p->server;
    http_forget(p);
    peer_set_stage(p, PEER_SOCKET);
    p->heard_ms = p->pinged_ms = now_ms();
    s->sockets++;
    s->figures.sockets_opened++;
    lm_house_connect(s->house, p->id);
    return 0;
}

int socket_end(peer *p, void *in, size_t size)
{
    if (!p || p->stage != PEER_SOCKET) return 0;
    p->stage = PEER_IDLE;
    p->server->sockets--;
    lm_house_disconnect(p->server->house, p->id);
    server_turn_soon(p->server);
    return 0;
}

/* --- sending ------------------------------------------------------------------------------------------------ */

void message_release(message *m)
{
    if (m && --m->refs == 0) free(m);
}

/* The same text as last time is the same message: everybody at a table gets one. */
static message *message_of(server *s, const char *text, size_t size)
{
    message *m = s->last;
    if (!m || m->size != size || memcmp(m->bytes + LWS_PRE, text, size) != 0) {
        m = malloc(sizeof *m + LWS_PRE + size);
        if (!m) return NULL;
        m->refs = 1; /* s->last */
        m->size = size;
        memcpy(m->bytes + LWS_PRE, text, size);
        message_release(s->last);
        s->last = m;
    }
    m->refs++;
    return m;
}

static void drop_first(peer *p)
{
    queued *q = p->first;
    p->first = q->next;
    if (!p->first) p->end = &p->first;
    p->waiting_bytes -= q->message->size;
    message_release(q->message);
    free(q);
}

static void drop_queue(peer *p)
{
    while (p->first)
        drop_first(p);
}

void socket_send(peer *p, const char *text, size_t size)
{
    server *s = p->server;
    if (p->close_code) return;
    if (p->first && p->waiting_bytes + size > QUEUE_BYTES) {
        s->figures.slow++;
        drop_queue(p);
        socket_close(p, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too slow: messages were not read; connect again");
        return;
    }
    queued *q = malloc(sizeof *q);
    message *m = q ? message_of(s, text, size) : NULL;
    if (!m) {
        free(q);
        socket_close(p, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "there is no memory");
        return;
    }
    *q = (queued){ .message = m };
    *p->end = q;
    p->end = &q->next;
    p->waiting_bytes += size;
    lws_callback_on_writable(p->wsi);
}

/* What waits already goes out first, if the client takes it in time. */
void socket_close(peer *p, int code, const char *why)
{
    if (p->close_code) return;
    p->close_code = code;
    p->close_why = why;
    p->closing_ms = now_ms();
    log_line(p->server, "info", "socket closed",
             json_pack("{s:i, s:s, s:s}", "code", code, "why", why, "address", p->address));
    lws_callback_on_writable(p->wsi);
}

static int close_now(peer *p, int code, const char *why)
{
    unsigned char text[124];
    size_t n = strlen(why) < sizeof text ? strlen(why) : sizeof text - 1;
    memcpy(text, why, n);
    lws_close_reason(p->wsi, (enum lws_close_status)code, text, n);
    return -1;
}

static int write_first(peer *p)
{
    message *m = p->first->message;
    int n = lws_write(p->wsi, m->bytes + LWS_PRE, m->size, LWS_WRITE_TEXT);
    p->server->figures.sent++;
    drop_first(p);
    return n < 0 ? -1 : 0;
}

int socket_writeable(peer *p, void *in, size_t size)
{
    unsigned char none[LWS_PRE + 1];
    if (!p) return -1;
    if (p->ping) {
        p->ping = false;
        if (lws_write(p->wsi, none + LWS_PRE, 0, LWS_WRITE_PING) < 0) return -1;
    }
    while (p->first && !lws_send_pipe_choked(p->wsi)) {
        if (write_first(p) < 0) return -1;
    }
    if (p->first) {
        lws_callback_on_writable(p->wsi);
        return 0;
    }
    return p->close_code ? close_now(p, p->close_code, p->close_why) : 0;
}

void socket_sweep(peer *p, int64_t now)
{
    bool silent = p->heard_ms < now - SILENCE_S * 1000;
    bool lingers = p->close_code && p->closing_ms < now - CLOSE_S * 1000;
    if (silent || lingers) {
        if (silent) p->server->figures.timed_out++;
        lws_set_timeout(p->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        p->heard_ms = p->closing_ms = INT64_MAX;
    } else if (p->heard_ms < now - PING_S * 1000 && p->pinged_ms < now - PING_S * 1000) {
        p->pinged_ms = now;
        p->ping = true;
        lws_callback_on_writable(p->wsi);
    }
}

/* --- receiving ------------------------------------------------------------------------------------------------ */

static void say(peer *p, json_t *number, int status, const char *why, int retry_ms)
{
    json_t *json = json_pack("{s:b, s:i, s:s}", "ok", 0, "status", status, "why", why);
    if (number) json_object_set(json, "n", number);
    if (retry_ms) json_object_set_new(json, "retry_ms", json_integer(retry_ms));
    char *text = json_dumps(json, JSON_COMPACT);
    p->server->figures.by_status[status]++;
    if (text) socket_send(p, text, strlen(text));
    free(text);
    json_decref(json);
}

/* The first message of a program that has no cookie. Whether the session lives is seen at its first request. */
static void hello(peer *p, const json_t *body)
{
    const char *session = json_string_value(json_object_get(body, "session"));
    json_t *number = json_object_get(body, "n");
    if (session && strlen(session) >= sizeof p->session) {
        say(p, number, 400, "that is no session", 0);
        return;
    }
    if (session) memcpy(p->session, session, strlen(session) + 1);
    json_t *json = json_pack("{s:b, s:s, s:s, s:s, s:b}", "ok", 1, "protocol", "lammer.1", "server",
                             p->server->name, "version", LAMMER_VERSION, "session", p->session[0] != '\0');
    if (number) json_object_set(json, "n", number);
    char *text = json_dumps(json, JSON_COMPACT);
    p->server->figures.by_status[200]++;
    if (text) socket_send(p, text, strlen(text));
    free(text);
    json_decref(json);
}

static void take_request(peer *p, json_t *body)
{
    const char *verb = json_string_value(json_object_get(body, "do"));
    json_t *number = json_object_get(body, "n");
    const lm_house_word *word = verb ? word_named(verb, strlen(verb)) : NULL;
    int wait = ask_limit(p, word);
    if (wait) {
        say(p, number, 429, "too many requests", wait);
    } else if (!verb) {
        say(p, number, 400, "\"do\" must name a word", 0);
    } else if (strcmp(verb, "hello") == 0) {
        hello(p, body);
    } else if (!word) {
        say(p, number, 404, "there is no such word; GET /openapi.json lists them", 0);
    } else {
        ask_house(p, word, json_incref(body));
    }
}

static void take_message(peer *p)
{
    json_error_t error;
    char why[LM_HOUSE_TEXT];
    json_t *body = json_loadb(p->frame, p->frame_size, JSON_REJECT_DUPLICATES, &error);
    p->server->figures.frames++;
    if (json_is_object(body)) {
        take_request(p, body);
    } else {
        p->server->figures.bad_frames++;
        snprintf(why, sizeof why, "malformed JSON: %s", body ? "a request is an object" : error.text);
        if (ask_limit(p, NULL)) {
            socket_close(p, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many malformed messages");
        } else {
            say(p, NULL, 400, why, 0);
        }
    }
    json_decref(body);
    p->frame_size = 0;
    if (p->asks >= SOCKET_ASKS && !p->held) {
        p->held = true;
        lws_rx_flow_control(p->wsi, 0);
    }
}

static bool keep(peer *p, const void *in, size_t size)
{
    size_t need = p->frame_size + size;
    if (need > p->frame_room) {
        size_t room = need < 512 ? 512 : 2 * need;
        char *larger = realloc(p->frame, room);
        if (!larger) return false;
        p->frame = larger;
        p->frame_room = room;
    }
    memcpy(p->frame + p->frame_size, in, size);
    p->frame_size += size;
    return true;
}

/* A long message is rare; its room is given back. */
static void forget_frame(peer *p)
{
    if (p->frame_room <= 4096) return;
    free(p->frame);
    p->frame = NULL;
    p->frame_room = 0;
}

int socket_receive(peer *p, void *in, size_t size)
{
    if (!p) return -1;
    p->heard_ms = now_ms();
    if (p->close_code) return 0;
    if (lws_frame_is_binary(p->wsi))
        return close_now(p, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "requests are text");
    if (lws_is_first_fragment(p->wsi)) p->frame_size = 0;
    if (p->frame_size + size + lws_remaining_packet_payload(p->wsi) > BODY_BYTES)
        return close_now(p, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "a request has at most 65,536 bytes");
    if (!keep(p, in, size)) return close_now(p, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "there is no memory");
    if (lws_remaining_packet_payload(p->wsi) || !lws_is_final_fragment(p->wsi)) return 0;
    take_message(p);
    forget_frame(p);
    return 0;
}

int socket_pong(peer *p, void *in, size_t size)
{
    if (p) p->heard_ms = now_ms();
    return 0;
}

void socket_forget(peer *p)
{
    socket_end(p, NULL, 0);
    drop_queue(p);
    free(p->frame);
    p->frame = NULL;
}
