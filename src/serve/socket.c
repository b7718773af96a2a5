/* socket.c - WebSockets: each text frame is a request; answers and a table's messages go back.
 *
 * The queue for a client is bounded. A client that does not read is closed; it can come back and continue from the last
 * number it has seen. A table never waits for a client. */
#include <stdlib.h>
#include <string.h>

#include "lammer/version.h"
#include "room.h"

#define PROTOCOL "lammer.1"

static int no(int status, const char *text, const char **why)
{
    *why = text;
    return status;
}

/* The status with which a WebSocket is refused; 0 if it may be opened. */
static int refusal(const peer *p, const char **why, char accept[32])
{
    char key[64], version[16];
    const head *h = p->head;
    if (p->method != METHOD_GET || h->minor < 1) return no(426, "open a WebSocket by GET in HTTP/1.1", why);
    if (!head_lists(h, "upgrade", "websocket") || !head_lists(h, "connection", "upgrade"))
        return no(426, "this path opens WebSockets: send Upgrade: websocket", why);
    if (!head_copy(h, "sec-websocket-version", version, sizeof version) || strcmp(version, "13") != 0)
        return no(426, "Sec-WebSocket-Version must be 13", why);
    if (!head_copy(h, "sec-websocket-key", key, sizeof key) || !frames_accept(key, accept))
        return no(400, "Sec-WebSocket-Key is missing or wrong", why);
    if (!head_lists(h, "sec-websocket-protocol", PROTOCOL))
        return no(400, "Sec-WebSocket-Protocol must name " PROTOCOL, why);
    if (!session_same_origin(p)) return no(403, "a page of another site asked for this socket", why);
    if (p->server->stage != SERVER_SERVES) return no(503, "the server is stopping", why);
    return 0;
}

void socket_upgrade(peer *p)
{
    char accept[32], text[300];
    const char *why = "";
    server *s = p->server;
    int status = refusal(p, &why, accept);
    if (status) {
        http_refuse(p, status, "%s", why);
        return;
    }
    snprintf(text, sizeof text,
             "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: " PROTOCOL "\r\n\r\n",
             accept);
    message *m = message_new(strlen(text));
    if (m) memcpy(m->bytes, text, m->size);
    if (!queue_add(p, m)) peer_drop(p);
    peer_set_stage(p, PEER_SOCKET);
    p->heard_ms = p->pinged_ms = now_ms();
    s->sockets++;
    s->figures.sockets_opened++;
    s->figures.by_status[101]++;
    lm_house_connect(s->house, p->id);
}

void socket_end(peer *p)
{
    if (p->stage != PEER_SOCKET) return;
    peer_set_stage(p, PEER_LINGERS);
    p->server->sockets--;
    lm_house_disconnect(p->server->house, p->id);
    server_turn_soon(p->server);
}

static message *frame_of(opcode code, const void *data, size_t size)
{
    unsigned char start[FRAME_HEAD];
    size_t n = frame_head(start, code, size);
    message *m = message_new(n + size);
    if (!m) return NULL;
    memcpy(m->bytes, start, n);
    if (size) memcpy(m->bytes + n, data, size);
    return m;
}

/* The same text as last time is the same frame: all watchers of a table share one. */
static message *frame_of_text(server *s, const char *text, size_t size)
{
    message *m = s->last;
    if (!m || m->size < size || m->size > size + FRAME_HEAD || memcmp(m->bytes + m->size - size, text, size) != 0) {
        if (!(m = frame_of(OPCODE_TEXT, text, size))) return NULL;
        message_release(s->last);
        s->last = m;
    }
    m->refs++;
    return m;
}

static void close_slow(peer *p)
{
    p->server->figures.slow++;
    queue_drop(p);
    socket_close(p, CODE_POLICY, /* say:too-slow */ "too slow: messages were not read; connect again");
}

static void send_text(peer *p, const char *text, size_t size, bool (*queue)(peer *, message *))
{
    server *s = p->server;
    if (p->close_code) return;
    if (p->first && p->waiting_bytes + size > QUEUE_BYTES) {
        close_slow(p);
        return;
    }
    if (queue(p, frame_of_text(s, text, size))) {
        s->figures.sent++;
    } else {
        socket_close(p, CODE_FAULT, "out of memory");
    }
}

void socket_send(peer *p, const char *text, size_t size)
{
    send_text(p, text, size, queue_add);
}

void socket_tell(peer *p, const char *text, size_t size)
{
    send_text(p, text, size, queue_add_patient);
}

void socket_answer(peer *p, int status, json_t *answer)
{
    lm_out *text = json_text(p->server, answer);
    p->server->figures.by_status[status]++;
    if (text) socket_send(p, text->at, text->size);
    json_decref(answer);
}

static void send_close(peer *p, int code, const char *why)
{
    unsigned char payload[125];
    size_t n = strlen(why) < sizeof payload - 2 ? strlen(why) : sizeof payload - 2;
    payload[0] = (unsigned char)(code >> 8);
    payload[1] = (unsigned char)code;
    memcpy(payload + 2, why, n);
    p->close_code = code;
    p->closing_ms = now_ms();
    if (!queue_add(p, frame_of(OPCODE_CLOSE, payload, n + 2))) peer_drop(p);
}

/* Sends the waiting messages first, if the client reads them in time; then waits for the client's close frame. */
void socket_close(peer *p, int code, const char *why)
{
    if (p->close_code) return;
    log_line("info", "socket closed", json_pack("{s:i, s:s, s:s}", "code", code, "why", why, "address", p->address));
    send_close(p, code, why);
}

void socket_sweep(peer *p, int64_t now)
{
    bool silent = p->heard_ms < now - SILENCE_S * 1000;
    bool lingers = p->close_code && p->closing_ms < now - CLOSE_S * 1000;
    if (p->held && traffic_waits(p) && !p->close_code && p->since_ms < now - CLOSE_S * 1000)
        close_slow(p); /* nothing was sent since it is not read any more */
    if (silent || lingers) {
        if (silent) p->server->figures.timed_out++;
        p->heard_ms = p->closing_ms = INT64_MAX;
        peer_drop(p);
    } else if (p->heard_ms < now - PING_S * 1000 && p->pinged_ms < now - PING_S * 1000 && !p->close_code) {
        p->pinged_ms = now;
        queue_add(p, frame_of(OPCODE_PING, NULL, 0));
    }
}

static void say(peer *p, json_t *number, int status, json_t *json)
{
    if (number) json_object_set(json, "n", number);
    socket_answer(p, status, json);
}

__attribute__((format(printf, 5, 6))) static void say_no(peer *p, json_t *number, int status, int retry_ms,
                                                         const char *format, ...)
{
    char why[LM_HOUSE_TEXT];
    lm_saying saying;
    va_list args;
    va_start(args, format);
    lm_saying_write(&saying, why, sizeof why, format, args);
    va_end(args);
    json_t *json = refusal_json(status, &saying, why);
    if (retry_ms) json_object_set_new(json, "retry_ms", json_integer(retry_ms));
    say(p, number, status, json);
}

/* The first message of a program without a cookie. Its first request shows whether the session is valid. */
static void hello(peer *p, const json_t *body)
{
    const char *session = json_string_value(json_object_get(body, "session"));
    json_t *number = json_object_get(body, "n");
    if (session && strlen(session) >= sizeof p->session) {
        say_no(p, number, 400, 0, "not a session");
        return;
    }
    if (session) {
        memcpy(p->session, session, strlen(session) + 1);
        links_hello(p);
    }
    say(p, number, 200,
        json_pack("{s:b, s:s, s:s, s:s, s:b}", "ok", 1, "protocol", PROTOCOL, "server", p->server->name, "version",
                  LAMMER_VERSION, "session", p->session[0] != '\0'));
}

/* A page cannot see pings, so it sends a beat to find out whether the server answers. A beat does not keep a session
 * awake. */
static void beat(peer *p, const json_t *body)
{
    say(p, json_object_get(body, "n"), 200, json_pack("{s:b, s:b}", "ok", 1, "beat", 1));
}

/* Commands of a socket are done in the order in which they were sent. A table keeps the order of its own commands, so
 * several of them may be under way; every other command waits for the earlier ones. */
bool socket_parks(peer *p, const lm_act_row *word, json_t *body)
{
    const char *table = json_string_value(json_object_get(body, "table"));
    bool same_table = word->where == LM_AT_TABLE && !word->second && table && strcmp(table, p->writes_at) == 0;
    if (!p->writes || word_reads(word) || same_table) return false;
    p->parked = json_incref(body);
    p->parked_word = word;
    return true;
}

void socket_unpark(peer *p)
{
    json_t *body = p->parked;
    if (!body || p->writes || p->close_code) return;
    p->parked = NULL;
    ask_house(p, p->parked_word, body);
}

static void take_request(peer *p, json_t *body)
{
    const char *verb = json_string_value(json_object_get(body, "do"));
    json_t *number = json_object_get(body, "n");
    const lm_act_row *word = verb ? lm_act_said(verb, strlen(verb)) : NULL;
    int wait = ask_limit(p, word), busy = wait ? 0 : admit_wait(p->server, word);
    if (wait) {
        say_no(p, number, 429, wait, LM_SAYS(TOO_MANY_MESSAGES, "", "too many requests"));
    } else if (busy) {
        say_no(p, number, 503, busy, BUSY_SAYS);
    } else if (!verb) {
        say_no(p, number, 400, 0, "\"do\" must name a command");
    } else if (strcmp(verb, "hello") == 0) {
        hello(p, body);
    } else if (strcmp(verb, "beat") == 0) {
        beat(p, body);
    } else if (!word) {
        say_no(p, number, 404, 0, "there is no such command; GET /openapi.json lists all commands");
    } else if (!socket_parks(p, word, body)) {
        ask_house(p, word, json_incref(body));
    }
}

/* A peer that sends malformed messages faster than it may send requests is closed. */
static void take_nonsense(peer *p, const char *why)
{
    p->server->figures.bad_frames++;
    if (ask_limit(p, NULL)) {
        socket_close(p, CODE_POLICY, "too many malformed messages");
    } else {
        say_no(p, NULL, 400, 0, "%s", why);
    }
}

/* A client that asks faster than it reads is not read until it catches up; it is closed when it does not read at all. */
bool socket_is_full(const peer *p)
{
    bool in_order = p->parked || (p->writes && !p->writes_at[0]);
    return in_order || p->asks >= SOCKET_ASKS || p->waiting_bytes > QUEUE_BYTES / 2 || lws_partial_buffered(p->wsi);
}

static void take_text(peer *p, const char *text, size_t size)
{
    json_error_t error;
    char why[LM_HOUSE_TEXT];
    json_t *body = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    p->server->figures.frames++;
    if (json_is_object(body)) {
        take_request(p, body);
    } else {
        snprintf(why, sizeof why, "malformed JSON: %s", body ? "a request must be an object" : error.text);
        take_nonsense(p, why);
    }
    json_decref(body);
    if (!socket_is_full(p)) return;
    traffic_hold(p, true);
    p->since_ms = now_ms();
}

/* A close frame is answered unless it answers ours; then the connection ends. */
static void take_close(peer *p, int code)
{
    if (!p->close_code) send_close(p, code == CODE_NONE ? CODE_NORMAL : code, "");
    p->closes = true;
    lws_callback_on_writable(p->wsi);
}

static void take_wrong(peer *p)
{
    p->server->figures.bad_frames++;
    socket_close(p, p->frames.code, p->frames.why);
    p->closes = true;
}

/* Pings, pongs and parts of messages are read like requests, so they count like requests. */
static bool frame_is_over_the_rate(peer *p, frames_event event)
{
    bool counts = event == FRAMES_PING || event == FRAMES_PONG || event == FRAMES_NOTHING;
    if (!counts || p->close_code || !ask_limit(p, NULL)) return false;
    socket_close(p, CODE_POLICY, "too many frames");
    return true;
}

size_t socket_take(peer *p, unsigned char *data, size_t size)
{
    size_t used;
    frames_event event = frames_next(&p->frames, data, size, &used);
    p->heard_ms = now_ms();
    if (frame_is_over_the_rate(p, event)) return used;
    switch (event) {
    case FRAMES_TEXT:
        if (!p->close_code) take_text(p, p->frames.at, p->frames.size);
        break;
    case FRAMES_PING:
        if (!p->close_code && p->waiting_bytes < QUEUE_BYTES)
            queue_add(p, frame_of(OPCODE_PONG, p->frames.at, p->frames.size));
        break;
    case FRAMES_CLOSE: take_close(p, p->frames.code); break;
    case FRAMES_WRONG: take_wrong(p); break;
    case FRAMES_PONG:
    case FRAMES_NOTHING:
    case FRAMES_MORE: break;
    }
    return used;
}
