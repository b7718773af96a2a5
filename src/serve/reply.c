/* reply.c - the reply to an HTTP request: its head, its body, a line in the log. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

enum { REPLY_HEAD = 2048 };

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

/* The page loads nothing from other sites, they cannot frame it, and a browser does not guess the type of a file. */
#define SECURITY                                                                                                       \
    "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'%s; img-src 'self' data:; "      \
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'\r\n"           \
    "X-Content-Type-Options: nosniff\r\n"                                                                              \
    "Referrer-Policy: no-referrer\r\n"                                                                                 \
    "Cross-Origin-Resource-Policy: same-origin\r\n"
/* Read by browsers in the head of a page only; other answers are a fifth shorter without them. */
static const char of_a_page[] = "X-Frame-Options: DENY\r\n"
                                "Cross-Origin-Opener-Policy: same-origin\r\n"
                                "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=()\r\n";

/* Every line is short and bounded, so REPLY_HEAD bytes are enough. */
static size_t write_head(const peer *p, size_t size, char out[REPLY_HEAD])
{
    const reply *r = &p->reply;
    int n = snprintf(out, REPLY_HEAD, "HTTP/1.1 %d %s\r\nContent-Length: %zu\r\nCache-Control: %s\r\n", p->status,
                     phrase_of(p->status), size, r->cache ? r->cache : "no-store");
#define LINE(when, ...)                                                                                                \
    if (when) n += snprintf(out + n, (size_t)(REPLY_HEAD - n), __VA_ARGS__)
    LINE(true, SECURITY, r->script);
    LINE(r->type && strncmp(r->type, "text/html", 9) == 0, "%s", of_a_page);
    LINE(r->joined, "X-Lammer-Page: joined\r\n");
    LINE(r->type, "Content-Type: %s\r\n", r->type);
    LINE(r->encoding, "Content-Encoding: %s\r\n", r->encoding);
    LINE(r->varies, "Vary: Accept-Encoding\r\n");
    LINE(r->etag[0], "ETag: %s\r\n", r->etag);
    LINE(r->link[0], "Link: %s\r\n", r->link);
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
    log_line(p->status >= 500 ? "warning" : "info", "http",
             json_pack("{s:s, s:s, s:i, s:I, s:s}", "method", names[p->method], "path", p->path, "status", p->status,
                       "us", (json_int_t)(now_us() - p->began_us), "address", p->address));
}

/* If there is no memory for a reply, the connection is closed. */
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

lm_out *json_text(server *s, const json_t *json)
{
    lm_out_clear(&s->written);
    if (json) lm_out_json(&s->written, json);
    return json && !s->written.failed ? &s->written : NULL;
}

void http_reply_json(peer *p, int status, json_t *body)
{
    const lm_out *text = json_text(p->server, body);
    http_reply(p, text ? status : 500, "application/json", text ? text->at : NULL, text ? text->size : 0);
    json_decref(body);
}

/* A refusal without a message id is about a malformed request; the English sentence is the argument of its message. */
json_t *refusal_json(int status, const lm_saying *saying, const char *why)
{
    lm_out out = { 0 };
    lm_saying shown = *saying;
    if (!shown.head) {
        shown = (lm_saying){ .head = LM_SAYS(MALFORMED, "what", ""), .gaps = 1 };
        shown.gap[0].size = (uint16_t)strlen(why);
    }
    lm_out_begin(&out, '{');
    lm_out_pack(&out, "ok:b status:i why:s", false, status, why);
    lm_saying_put(&shown, why, &out);
    lm_out_end(&out, '}');
    json_t *json = out.failed ? NULL : json_loadb(out.at, out.size, 0, NULL);
    lm_out_free(&out);
    return json;
}

void http_refuse(peer *p, int status, const char *format, ...)
{
    char why[LM_HOUSE_TEXT];
    lm_saying saying;
    va_list args;
    va_start(args, format);
    lm_saying_write(&saying, why, sizeof why, format, args);
    va_end(args);
    http_reply_json(p, status, refusal_json(status, &saying, why));
}
