/* http.c - one HTTP exchange after the other. A request is looked at when all of it is there. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "room.h"

enum { REPLY_HEAD = 2048 };

/* --- replies ------------------------------------------------------------------------------------------------ */

static const struct {
    int status;
    const char *phrase;
} phrases[] = { { 200, "OK" },
                { 304, "Not Modified" },
                { 400, "Bad Request" },
                { 401, "Unauthorized" },
                { 403, "Forbidden" },
                { 404, "Not Found" },
                { 405, "Method Not Allowed" },
                { 409, "Conflict" },
                { 411, "Length Required" },
                { 413, "Content Too Large" },
                { 415, "Unsupported Media Type" },
                { 421, "Misdirected Request" },
                { 426, "Upgrade Required" },
                { 429, "Too Many Requests" },
                { 431, "Request Header Fields Too Large" },
                { 500, "Internal Server Error" },
                { 501, "Not Implemented" },
                { 503, "Service Unavailable" },
                { 505, "HTTP Version Not Supported" },
                { 0, "Answer" } };

static const char *phrase_of(int status)
{
    int i = 0;
    while (phrases[i].status && phrases[i].status != status)
        i++;
    return phrases[i].phrase;
}

/* Nothing is loaded from elsewhere, nobody frames the page, and what is no script is never run as one. */
static const char security[] =
    "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' "
    "data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=()\r\n";

/* Every line is short and bounded, so REPLY_HEAD bytes are enough. */
static size_t write_head(const peer *p, size_t size, char out[REPLY_HEAD])
{
    const reply *r = &p->reply;
    int n = snprintf(out, REPLY_HEAD, "HTTP/1.1 %d %s\r\nContent-Length: %zu\r\nCache-Control: %s\r\n%s",
                     p->status, phrase_of(p->status), size, r->cache ? r->cache : "no-store", security);
#define LINE(when, ...)                                                                                      \
    if (when) n += snprintf(out + n, (size_t)(REPLY_HEAD - n), __VA_ARGS__)
    LINE(r->type, "Content-Type: %s\r\n", r->type);
    LINE(r->encoding, "Content-Encoding: %s\r\n", r->encoding);
    LINE(r->varies, "Vary: Accept-Encoding\r\n");
    LINE(r->etag[0], "ETag: %s\r\n", r->etag);
    LINE(r->allow, "Allow: %s\r\n", r->allow);
    LINE(r->cookie[0], "Set-Cookie: %s\r\n", r->cookie);
    LINE(r->device[0], "Set-Cookie: %s\r\n", r->device);
    LINE(r->retry_s, "Retry-After: %d\r\n", r->retry_s);
    LINE(p->status == 401, "WWW-Authenticate: Bearer\r\n");
    LINE(p->status == 426, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    LINE(p->secure, "Strict-Transport-Security: max-age=31536000\r\n");
    LINE(p->last, "Connection: close\r\n");
    LINE(true, "\r\n");
#undef LINE
    return (size_t)n;
}

static void log_exchange(const peer *p)
{
    static const char *const names[] = { "GET", "HEAD", "POST", "other" };
    log_line(p->server, p->status >= 500 ? "warning" : "info", "http",
             json_pack("{s:s, s:s, s:i, s:I, s:s}", "method", names[p->method], "path", p->path, "status",
                       p->status, "us", (json_int_t)(now_us() - p->began_us), "address", p->address));
}

/* Without memory for a reply there is nothing to do but hang up. */
void http_reply(peer *p, int status, const char *type, const char *body, size_t size)
{
    char text[REPLY_HEAD];
    p->status = status;
    p->reply.type = type;
    p->server->figures.by_status[status]++;
    size_t n = write_head(p, size, text);
    if (p->method == METHOD_HEAD) size = 0;
    message *m = message_new(n + size);
    if (m) memcpy(m->bytes, text, n);
    if (m && size) memcpy(m->bytes + n, body, size);
    p->closes = p->last;
    peer_set_stage(p, PEER_SENDS);
    log_exchange(p);
    if (!queue_add(p, m)) peer_drop(p);
}

void http_reply_json(peer *p, int status, json_t *body)
{
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    http_reply(p, text ? status : 500, "application/json", text, text ? strlen(text) : 0);
    free(text);
    json_decref(body);
}

void http_refuse(peer *p, int status, const char *format, ...)
{
    char why[LM_HOUSE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    http_reply_json(p, status, json_pack("{s:b, s:i, s:s}", "ok", 0, "status", status, "why", why));
}

/* The reply is out: the next request may come, or has come already. */
int http_sent(peer *p)
{
    peer_set_stage(p, PEER_IDLE);
    return traffic_go_on(p);
}

/* --- requests ------------------------------------------------------------------------------------------------- */

/* A refusal after which the connection cannot go on, because nobody knows where the next request begins. */
static size_t refuse_and_close(peer *p, int status, const char *why)
{
    p->last = true;
    http_refuse(p, status, "%s", why);
    return 0;
}

static bool body_is_json(const head *h)
{
    char type[100];
    static const char json[] = "application/json";
    size_t n = sizeof json - 1;
    if (!head_copy(h, "content-type", type, sizeof type)) return false;
    return strncasecmp(type, json, n) == 0 && (type[n] == '\0' || type[n] == ';' || type[n] == ' ');
}

/* Whether a request that changes something may come from where it comes from. */
static bool post_is_honest(peer *p)
{
    if (!session_same_origin(p)) {
        http_refuse(p, 403, "this request comes from another site's page");
    } else if (!session_csrf_is_right(p)) {
        http_refuse(p, 403, "the header X-Lammer-Csrf lacks this session's token; GET /session tells it");
    } else if (!body_is_json(p->head)) {
        http_refuse(p, 415, "the body must be application/json");
    } else {
        return true;
    }
    return false;
}

static void begin(peer *p, const head *h)
{
    p->head = h;
    p->method = h->method;
    p->word = NULL;
    p->status = 0;
    p->reply = (reply){ 0 };
    p->began_us = now_us();
    p->last = h->close;
    p->path[0] = '\0';
}

static void handle(peer *p, const char *body)
{
    if (!piece_decode(p->head->path, false, p->path, sizeof p->path) ||
        !text_is_utf8(p->path, strlen(p->path))) {
        p->path[0] = '\0';
        http_refuse(p, 404, "there is no such path");
        return;
    }
    if (!peer_believe_proxy(p)) {
        p->reply.retry_s = LINGER_S;
        http_refuse(p, 429, "too many connections from this address");
        return;
    }
    session_read(p);
    if (p->method == METHOD_POST && !post_is_honest(p)) return;
    route_request(p, body);
}

static const char *refusal_of(int status)
{
    return status == 431   ? "the head of a request has at most 8,192 bytes and 64 lines"
           : status == 505 ? "this is a server of HTTP/1.1"
                           : "that is no HTTP request";
}

/* Whether the end of a request is known and near. False when a refusal is on its way. */
static bool body_is_bounded(peer *p)
{
    const head *h = p->head;
    bool post = h->method == METHOD_POST;
    const struct {
        bool wrong;
        int status;
        const char *why;
    } rows[] = { { h->chunked, 501, "send the body whole, with its length" },
                 { post && h->length < 0, 411, "a POST needs Content-Length" },
                 { h->length > BODY_BYTES, 413, "a request has at most 65,536 bytes" },
                 { !post && h->length > 0, 400, "only POST has a body" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!rows[i].wrong) continue;
        refuse_and_close(p, rows[i].status, rows[i].why);
        return false;
    }
    return true;
}

static void let_continue(peer *p)
{
    static const char go[] = "HTTP/1.1 100 Continue\r\n\r\n";
    message *m = message_new(sizeof go - 1);
    if (m) memcpy(m->bytes, go, m->size);
    queue_add(p, m);
}

size_t http_take(peer *p, unsigned char *data, size_t size)
{
    head h;
    if (p->stage == PEER_WAITS || p->stage == PEER_SENDS) return 0;
    if (p->stage != PEER_READS) peer_set_stage(p, PEER_READS);
    int status = head_parse(&h, (const char *)data, size);
    if (status == 0) return 0;
    begin(p, &h);
    if (status != 1) return refuse_and_close(p, status, refusal_of(status));
    if (!body_is_bounded(p)) return 0;
    size_t whole = h.size + (h.length > 0 ? (size_t)h.length : 0);
    if (size < whole) {
        if (h.continues && size == h.size) let_continue(p);
        return 0;
    }
    handle(p, (const char *)data + h.size);
    p->head = NULL;
    if (p->stage != PEER_SOCKET) traffic_hold(p, true);
    return whole;
}
