/* http.c - one HTTP exchange after the other: the head, the body, the reply in pieces. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "room.h"

enum { PIECE = 16 * 1024, HEAD = 2048 };

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
                { 429, "Too Many Requests" },
                { 500, "Internal Server Error" },
                { 501, "Not Implemented" },
                { 503, "Service Unavailable" },
                { 0, "Answer" } };

static const char *phrase_of(int status)
{
    int i = 0;
    while (phrases[i].status && phrases[i].status != status)
        i++;
    return phrases[i].phrase;
}

/* Nothing is loaded from elsewhere, nobody frames the page, and what is no script is never run as one. */
static const char security[] = "Content-Security-Policy: default-src 'self'; script-src 'self' "
                               "'wasm-unsafe-eval'; img-src 'self' data:; "
                               "connect-src 'self'; base-uri 'none'; form-action "
                               "'self'; frame-ancestors 'none'; "
                               "object-src 'none'\r\n"
                               "X-Content-Type-Options: nosniff\r\n"
                               "X-Frame-Options: DENY\r\n"
                               "Referrer-Policy: no-referrer\r\n"
                               "Cross-Origin-Opener-Policy: same-origin\r\n"
                               "Cross-Origin-Resource-Policy: same-origin\r\n"
                               "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=()\r\n";

/* Every line is short and bounded, so HEAD bytes are enough. */
static size_t write_head(const peer *p, char *out)
{
    const reply *r = &p->reply;
    int n = snprintf(out, HEAD, "HTTP/1.1 %d %s\r\nContent-Length: %zu\r\nCache-Control: %s\r\n%s", r->status,
                     phrase_of(r->status), r->size, r->cache ? r->cache : "no-store", security);
#define LINE(when, ...)                                                                                      \
    if (when) n += snprintf(out + n, (size_t)(HEAD - n), __VA_ARGS__)
    LINE(r->type, "Content-Type: %s\r\n", r->type);
    LINE(r->encoding, "Content-Encoding: %s\r\n", r->encoding);
    LINE(r->varies, "Vary: Accept-Encoding\r\n");
    LINE(r->etag[0], "ETag: %s\r\n", r->etag);
    LINE(r->allow, "Allow: %s\r\n", r->allow);
    LINE(r->cookie[0], "Set-Cookie: %s\r\n", r->cookie);
    LINE(r->retry_s, "Retry-After: %d\r\n", r->retry_s);
    LINE(r->status == 401, "WWW-Authenticate: Bearer\r\n");
    LINE(p->secure, "Strict-Transport-Security: max-age=31536000\r\n");
    LINE(r->close, "Connection: close\r\n");
    LINE(true, "\r\n");
#undef LINE
    return (size_t)n;
}

static void prepare(peer *p, int status, const char *type)
{
    p->reply.status = status;
    p->reply.type = type;
    p->server->figures.by_status[status]++;
    peer_set_stage(p, PEER_SENDS);
    lws_set_timeout(p->wsi, NO_PENDING_TIMEOUT, 0); /* peers_sweep watches */
    lws_callback_on_writable(p->wsi);
}

void http_reply(peer *p, int status, const char *type, char *body, size_t size)
{
    p->reply.body = body;
    p->reply.size = size;
    prepare(p, status, type);
}

void http_reply_json(peer *p, int status, json_t *body)
{
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    http_reply(p, text ? status : 500, "application/json", text, text ? strlen(text) : 0);
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

void http_forget(peer *p)
{
    free(p->body);
    free(p->reply.body);
    json_decref(p->query);
    p->body = NULL;
    p->query = NULL;
    p->word = NULL;
    p->body_size = p->body_room = p->body_expected = 0;
    p->reply = (reply){ 0 };
}

static void log_exchange(const peer *p)
{
    log_line(p->server, p->reply.status >= 500 ? "warning" : "info", "http",
             json_pack("{s:s, s:s, s:i, s:I, s:s}", "method",
                       p->method == METHOD_POST   ? "POST"
                       : p->method == METHOD_HEAD ? "HEAD"
                                                  : "GET",
                       "path", p->path, "status", p->reply.status, "us", (json_int_t)(now_us() - p->began_us),
                       "address", p->address));
}

static int finish(peer *p)
{
    bool close = p->reply.close;
    log_exchange(p);
    http_forget(p);
    peer_set_stage(p, PEER_IDLE);
    return close || lws_http_transaction_completed(p->wsi) ? -1 : 0;
}

static int write_piece(peer *p, unsigned char *room)
{
    reply *r = &p->reply;
    size_t left = r->size - r->sent, n = left < PIECE ? left : PIECE;
    memcpy(room, (r->body ? r->body : r->lent) + r->sent, n);
    r->sent += n;
    if (lws_write(p->wsi, room, n, r->sent == r->size ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) return -1;
    p->since_ms = now_ms();
    return 0;
}

int http_writeable(peer *p, void *in, size_t size)
{
    unsigned char room[LWS_PRE + PIECE];
    reply *r = &p->reply;
    if (p->stage != PEER_SENDS) return 0;
    if (!r->head_sent) {
        size_t n = write_head(p, (char *)room + LWS_PRE);
        bool alone = p->method == METHOD_HEAD || r->size == 0;
        r->head_sent = true;
        if (lws_write(p->wsi, room + LWS_PRE, n, LWS_WRITE_HTTP_HEADERS) < 0) return -1;
        if (alone) return finish(p);
    } else if (write_piece(p, room + LWS_PRE) < 0) {
        return -1;
    }
    if (r->sent == r->size) return finish(p);
    lws_callback_on_writable(p->wsi);
    return 0;
}

/* --- requests ------------------------------------------------------------------------------------------------- */

static method method_of(struct lws *wsi)
{
    char *uri;
    int size;
    switch (lws_http_get_uri_and_method(wsi, &uri, &size)) {
    case LWSHUMETH_GET: return METHOD_GET;
    case LWSHUMETH_HEAD: return METHOD_HEAD;
    case LWSHUMETH_POST: return METHOD_POST;
    default: return METHOD_OTHER;
    }
}

/* The query as an object of texts; routes.c gives them their types. */
static json_t *read_query(struct lws *wsi)
{
    char part[HEADER_BYTES];
    json_t *query = json_object();
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        char *equals = strchr(part, '=');
        if (equals) *equals = '\0';
        json_object_set_new(query, part, json_string(equals ? equals + 1 : ""));
    }
    return query;
}

/* How many bytes of body follow; -1: the client has not said it the way we take it. */
static long body_length(const peer *p)
{
    char text[24], *end;
    if (!header_copy(p, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text)) return -1;
    if (strspn(text, "0123456789") != strlen(text) || strlen(text) > 12) return -1;
    return strtol(text, &end, 10);
}

static bool body_is_json(const peer *p)
{
    char type[100];
    static const char json[] = "application/json";
    size_t n = sizeof json - 1;
    if (!header_copy(p, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type)) return false;
    return strncasecmp(type, json, n) == 0 && (type[n] == '\0' || type[n] == ';' || type[n] == ' ');
}

/* A refusal after which the connection cannot go on, because nobody knows where the next request begins. */
static int refuse_and_close(peer *p, int status, const char *why)
{
    p->reply.close = true;
    http_refuse(p, status, "%s", why);
    return 0;
}

static int expect_body(peer *p, long length)
{
    bool chunked = lws_hdr_total_length(p->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
    if (chunked) return refuse_and_close(p, 501, "send the body whole, with its length");
    if (p->method != METHOD_POST && length > 0) return refuse_and_close(p, 400, "only POST has a body");
    if (p->method != METHOD_POST) return 1;
    if (length < 0) return refuse_and_close(p, 411, "a POST needs Content-Length");
    if (length > BODY_BYTES) return refuse_and_close(p, 413, "a request has at most 65,536 bytes");
    p->body_expected = (size_t)length;
    return 1;
}

/* Where what follows is the body's and not the route's concern. A refusal is kept until the body has been read. */
static void look_at_head(peer *p)
{
    if (!peer_believe_proxy(p)) {
        p->reply.retry_s = 10;
        http_refuse(p, 429, "too many connections from this address");
        return;
    }
    session_read(p);
    if (p->method != METHOD_POST) return;
    if (!session_same_origin(p)) {
        http_refuse(p, 403, "this request comes from another site's page");
    } else if (!session_csrf_is_right(p)) {
        http_refuse(p, 403, "the header X-Lammer-Csrf lacks this session's token; GET /session tells it");
    } else if (!body_is_json(p)) {
        http_refuse(p, 415, "the body must be application/json");
    }
}

int http_request(peer *p, void *in, size_t size)
{
    if (!p) return -1;
    http_forget(p);
    p->began_us = now_us();
    p->method = method_of(p->wsi);
    snprintf(p->path, sizeof p->path, "%s", (const char *)in);
    peer_set_stage(p, PEER_BODY);
    if (strlen(in) >= sizeof p->path) return refuse_and_close(p, 404, "there is no such long path");
    int goes_on = expect_body(p, body_length(p));
    if (goes_on <= 0) return goes_on;
    p->query = read_query(p->wsi);
    look_at_head(p);
    if (p->body_expected > 0) {
        if (p->reply.status) p->stage = PEER_BODY; /* the reply waits for the body */
        return 0;
    }
    if (!p->reply.status) route_request(p);
    return 0;
}

static bool keep(peer *p, const void *in, size_t size)
{
    if (p->body_size + size > p->body_expected) return false;
    if (!p->body && !(p->body = malloc(p->body_expected + 1))) return false;
    memcpy(p->body + p->body_size, in, size);
    p->body_size += size;
    p->body[p->body_size] = '\0';
    return true;
}

int http_body(peer *p, void *in, size_t size)
{
    if (!p || (p->stage != PEER_BODY && p->stage != PEER_SENDS)) return -1;
    if (p->reply.close) return 0;
    return keep(p, in, size) ? 0 : -1;
}

int http_body_end(peer *p, void *in, size_t size)
{
    if (!p) return -1;
    if (p->stage != PEER_BODY || p->body_expected == 0) return 0;
    if (p->reply.status) {
        peer_set_stage(p, PEER_SENDS);
        lws_callback_on_writable(p->wsi);
    } else {
        route_request(p);
    }
    return 0;
}
