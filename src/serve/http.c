/* http.c - HTTP exchanges, one after the other. A request is handled when all of it has arrived. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "room.h"

/* Called when the reply is sent: handles the next request, which may have arrived already. */
int http_sent(peer *p)
{
    peer_set_stage(p, PEER_IDLE);
    return traffic_go_on(p);
}

/* Closes the connection after the refusal: where the next request begins is unknown. */
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

/* Whether a request that changes something comes from a page of this server. */
static bool post_is_honest(peer *p)
{
    if (!session_same_origin(p)) {
        http_refuse(p, 403, LM_SAYS(OTHER_SITE, "", "this request comes from another site's page"));
    } else if (!session_csrf_is_right(p)) {
        http_refuse(p, 403,
                    LM_SAYS(TOKEN_MISSING, "",
                            "the header X-Lammer-Csrf must have this session's token; GET /session returns it"));
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
    if (!piece_decode(p->head->path, false, p->path, sizeof p->path) || !text_is_utf8(p->path, strlen(p->path))) {
        p->path[0] = '\0';
        http_refuse(p, 404, "this path does not exist");
        return;
    }
    if (!peer_believe_proxy(p)) {
        p->reply.retry_s = LINGER_S;
        http_refuse(p, 429, LM_SAYS(TOO_MANY_CONNECTIONS, "", "too many connections from this address"));
        return;
    }
    session_read(p);
    if (!link_believe(p)) {
        p->last = true;
        http_refuse(p, 403, "this door is for servers of this house");
        return;
    }
    if (!session_host_is_ours(p)) {
        http_refuse(p, 421,
                    "this server does not answer to the name in Host; name it among its hosts "
                    "if clients use that name");
        return;
    }
    if (p->method == METHOD_POST && !post_is_honest(p)) return;
    route_request(p, body);
}

static const char *refusal_of(int status)
{
    return status == 431   ? "the head of a request must have at most 8,192 bytes and 64 lines"
           : status == 505 ? "send the request as HTTP/1.1, the only version that this server speaks"
                           : "not an HTTP request";
}

/* Whether the request has a length within the limit. False after a refusal. */
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
                 { h->length > BODY_BYTES, 413, "a request must have at most 65,536 bytes" },
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
