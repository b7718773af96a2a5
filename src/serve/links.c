/* links.c - a client may be connected to any server of the house: its requests for a table that another server runs are
 * carried there, and the table's messages come back.
 *
 * For each client and other server there is one link, a WebSocket to the address that the other server announced for
 * this. It carries the client's own session and address; the other server believes the address because the head of the
 * link is proved with the secret of the house. A request that came over a link is not carried further: the first server
 * is told where the table is now. */
#define _GNU_SOURCE /* memmem */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "room.h"

#define LINK_HEADER "x-lammer-link"
enum {
    LINK_ASKS = SOCKET_ASKS + 1,
    LINK_TABLES = 16,
    LINK_HOPS = 3,
    CONNECT_MS = 3000,
    QUIET_MS = 1500,  /* of the other server, after which it is asked for a sign of life */
    SILENT_MS = 3000, /* after that question it counts as lost */
    PROOF_S = 60,     /* how far the clocks of two servers may differ */
    MASK_BYTES = 4,
};

struct link {
    uint64_t owner; /* the client's peer; 0: gone */
    char inside[INSIDE_BYTES];
    bool open; /* the other server has agreed; nothing is sent before */
    uint64_t ask[LINK_ASKS];
    int asks;
    char table[LINK_TABLES][LM_HOUSE_ID]; /* watched over this link */
    int tables;
};

/* --- the head of a link --------------------------------------------------------------------------------------------- */

/* What is proved: when, what the first server knows of the client, which server is meant, and the client's session. */
static void prove(const server *s, const char *told, const char *to, const char *session, char proof[LM_HOUSE_PROOF])
{
    char text[400];
    int n = snprintf(text, sizeof text, "%s\n%s\n%s", told, to, session);
    lm_house_prove(s->house, text, (size_t)n, proof);
}

/* "TIME FLAGS ADDRESS PROOF". */
bool link_believe(peer *p)
{
    char line[300], told[200], flags[8], address[ADDRESS_BYTES], proof[LM_HOUSE_PROOF], right[LM_HOUSE_PROOF];
    long long when;
    const server *s = p->server;
    if (!head_has(p->head, LINK_HEADER)) return !p->inside;
    if (!s->inside[0] || !head_copy(p->head, LINK_HEADER, line, sizeof line) ||
        sscanf(line, "%lld %7s %45s %64s", &when, flags, address, proof) != 4 || strlen(proof) != LM_HOUSE_PROOF - 1)
        return false;
    snprintf(told, sizeof told, "%lld %s %s", when, flags, address);
    prove(s, told, s->inside, p->session, right);
    if (sodium_memcmp(proof, right, sizeof right) != 0 || llabs((long long)time(NULL) - when) > PROOF_S) return false;
    p->linked = peer_set_address(p, address);
    p->local = strchr(flags, 'l');
    p->browser = strchr(flags, 'b');
    p->secure = strchr(flags, 's');
    return p->linked;
}

static void add_bytes(peer *link, const void *data, size_t size)
{
    message *m = message_new(size);
    if (m) memcpy(m->bytes, data, size);
    if (!queue_add(link, m)) peer_drop(link);
}

static void send_head(const peer *p, peer *link)
{
    char text[1000], told[200], key[32], proof[LM_HOUSE_PROOF];
    unsigned char nonce[16];
    const char *inside = link->link->inside;
    randombytes_buf(nonce, sizeof nonce);
    sodium_bin2base64(key, sizeof key, nonce, sizeof nonce, sodium_base64_VARIANT_ORIGINAL);
    snprintf(told, sizeof told, "%lld -%s%s%s %s", (long long)time(NULL), p->local ? "l" : "", p->browser ? "b" : "",
             p->secure ? "s" : "", p->address);
    prove(p->server, told, inside, p->session, proof);
    int n = snprintf(text, sizeof text,
                     "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: lammer.1\r\n"
                     "%s%s%s" LINK_HEADER ": %s %s\r\n\r\n",
                     inside, key, p->session[0] ? "Authorization: Bearer " : "", p->session,
                     p->session[0] ? "\r\n" : "", told, proof);
    add_bytes(link, text, (size_t)n);
}

/* --- opening --------------------------------------------------------------------------------------------------------- */

/* "10.0.0.2:2222" or "[::1]:2222". */
static bool read_inside(const char *text, struct sockaddr_storage *to, socklen_t *size)
{
    char host[INSIDE_BYTES];
    const char *colon = strrchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : 0;
    bool v6 = n > 2 && text[0] == '[' && text[n - 1] == ']';
    if (!n || n >= sizeof host) return false;
    snprintf(host, sizeof host, "%.*s", (int)(v6 ? n - 2 : n), v6 ? text + 1 : text);
    in_port_t port = htons((uint16_t)atoi(colon + 1));
    *to = (struct sockaddr_storage){ .ss_family = v6 ? AF_INET6 : AF_INET };
    struct sockaddr_in *to4 = (void *)to;
    struct sockaddr_in6 *to6 = (void *)to;
    *(v6 ? &to6->sin6_port : &to4->sin_port) = port;
    *size = v6 ? sizeof *to6 : sizeof *to4;
    return inet_pton(to->ss_family, host, v6 ? (void *)&to6->sin6_addr : (void *)&to4->sin_addr) == 1;
}

static int call(const char *inside)
{
    struct sockaddr_storage to;
    socklen_t size;
    int on = 1;
    if (!read_inside(inside, &to, &size)) return -1;
    int file = socket(to.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (file < 0) return -1;
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(file, (const struct sockaddr *)(void *)&to, size) == 0 || errno == EINPROGRESS) return file;
    close(file);
    return -1;
}

static uint64_t *free_link(peer *p)
{
    for (int i = 0; i < PEER_LINKS; i++) {
        if (!slots_get(&p->server->peers, p->links[i])) return &p->links[i];
    }
    return NULL;
}

static peer *open_link(peer *p, const char *inside)
{
    server *s = p->server;
    uint64_t *at = free_link(p);
    int file = at ? call(inside) : -1;
    if (file < 0) return NULL;
    struct lws *wsi = lws_adopt_descriptor_vhost(s->plain, LWS_ADOPT_SOCKET, (lws_sock_file_fd_type){ .sockfd = file },
                                                 "lammer", NULL);
    peer *link = wsi ? lws_get_opaque_user_data(wsi) : NULL; /* made by its adoption */
    if (!link) return NULL;
    link->link = calloc(1, sizeof *link->link);
    if (!link->link) {
        peer_drop(link);
        return NULL;
    }
    link->link->owner = p->id;
    snprintf(link->link->inside, sizeof link->link->inside, "%s", inside);
    link->frames.from_server = true;
    link->heard_ms = link->pinged_ms = now_ms();
    peer_set_stage(link, PEER_LINK);
    *at = link->id;
    s->figures.links++;
    send_head(p, link);
    return link;
}

static peer *link_to(peer *p, const char *inside)
{
    for (int i = 0; i < PEER_LINKS; i++) {
        peer *link = slots_get(&p->server->peers, p->links[i]);
        if (link && strcmp(link->link->inside, inside) == 0) return link;
    }
    return open_link(p, inside);
}

/* --- asking ----------------------------------------------------------------------------------------------------------- */

/* A client's frames are masked; this mask leaves them as they are. */
static void send_frame(peer *link, opcode code, const char *text, size_t size)
{
    unsigned char start[FRAME_HEAD + MASK_BYTES] = { 0 };
    size_t n = frame_head(start, code, size);
    start[1] |= 0x80;
    memset(start + n, 0, MASK_BYTES);
    message *m = message_new(n + MASK_BYTES + size);
    if (m) memcpy(m->bytes, start, n + MASK_BYTES);
    if (m && size) memcpy(m->bytes + n + MASK_BYTES, text, size);
    if (!queue_add(link, m)) peer_drop(link);
}

static void send_ask(peer *link, const ask *a)
{
    const lm_out *text = json_text(link->server, a->body);
    if (text)
        send_frame(link, OPCODE_TEXT, text->at, text->size);
    else
        peer_drop(link);
}

static bool carry(peer *p, ask *a, const char *inside)
{
    peer *link = *inside && ++a->hops <= LINK_HOPS ? link_to(p, inside) : NULL;
    if (!link || link->link->asks == LINK_ASKS) return false;
    link->link->ask[link->link->asks++] = a->token;
    if (link->link->open) send_ask(link, a);
    return true;
}

__attribute__((format(printf, 3, 4))) static void say_into(lm_saying *saying, char why[LM_HOUSE_TEXT],
                                                           const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lm_saying_write(saying, why, LM_HOUSE_TEXT, format, args);
    va_end(args);
}

/* It was not done: the server that should run the table is not there. */
static void refuse_later(server *s, const ask *a)
{
    char why[LM_HOUSE_TEXT];
    lm_saying saying;
    say_into(&saying, why, LM_SAYS(TABLE_TAKEN_OVER, "", "the table is being taken over; try again in a moment"));
    json_t *json = refusal_json(503, &saying, why), *n = json_object_get(a->body, "n");
    if (n) json_object_set(json, "n", n);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    if (text)
        ask_answered(s, a->token, &(lm_house_answer){ .kind = LM_REFUSED_LATER, .text = text, .size = strlen(text) });
    free(text);
}

/* For the server at the other end of a link, which carries the request on by itself. */
static void tell_where(server *s, const ask *a, const lm_house_answer *answer)
{
    json_t *json = json_pack("{s:b, s:i, s:s, s:O*}", "ok", 0, "status", 421, "inside", answer->inside, "n",
                             json_object_get(answer->request->object, "n"));
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    if (text) ask_answered(s, a->token, &(lm_house_answer){ .kind = answer->kind, .text = text, .size = strlen(text) });
    free(text);
}

bool link_carries(peer *p, ask *a, const lm_house_answer *answer)
{
    server *s = p->server;
    if (!answer->request || !answer->inside || !s->inside[0]) return false;
    if (p->linked) {
        tell_where(s, a, answer);
        return true;
    }
    if (!answer->inside[0]) return false; /* the client is told where to connect */
    json_decref(a->body);
    a->body = json_incref(answer->request->object);
    if (a->admitted) admit_answered(s); /* this server's queue does not depend on the other's */
    a->admitted = false;
    s->figures.carried++;
    if (!carry(p, a, answer->inside)) refuse_later(s, a);
    return true;
}

/* --- what comes back --------------------------------------------------------------------------------------------------- */

static lm_kind kind_of(int status)
{
    for (int kind = 0; kind < LM_KINDS; kind++) {
        if (http_status[kind] == status) return (lm_kind)kind;
    }
    return LM_REFUSED_FAULT;
}

static void note_table(struct link *l, const ask *a)
{
    const char *table = json_string_value(json_object_get(a->body, "table"));
    bool watches = lm_act_word_of(a->word) == LM_ACT_WATCH, ends = lm_act_word_of(a->word) == LM_ACT_UNWATCH;
    if (!table || (!watches && !ends)) return;
    int i = 0;
    while (i < l->tables && strcmp(l->table[i], table) != 0)
        i++;
    if (ends && i < l->tables) memmove(l->table[i], l->table[--l->tables], sizeof l->table[i]);
    if (watches && i == l->tables && i < LINK_TABLES) snprintf(l->table[l->tables++], sizeof l->table[0], "%s", table);
}

/* The request that this answers: by its number, or the oldest; NULL: none. Taken out of the list. */
static ask *take_ask(peer *link, const json_t *answer)
{
    struct link *l = link->link;
    const json_t *n = json_object_get(answer, "n");
    ask *found = NULL;
    int at = 0;
    for (int i = 0; i < l->asks && !found; i++) {
        ask *a = slots_get(&link->server->asks, l->ask[i]);
        if (!a || (n && !json_equal(n, json_object_get(a->body, "n")))) continue;
        found = a;
        at = i;
    }
    if (!found) return NULL;
    memmove(&l->ask[at], &l->ask[at + 1], (size_t)(l->asks - at - 1) * sizeof l->ask[0]);
    l->asks--;
    return found;
}

/* The table went on to another server in the meantime, or came here. */
static void carry_on(peer *p, ask *a, const char *inside)
{
    server *s = p->server;
    if (strcmp(inside, s->inside) == 0 && ++a->hops <= LINK_HOPS)
        ask_again(p, a);
    else if (!carry(p, a, inside))
        refuse_later(s, a);
}

static void take_answer(peer *link, const json_t *answer, const char *text, size_t size)
{
    server *s = link->server;
    ask *a = take_ask(link, answer);
    if (!a) return;
    peer *p = slots_get(&s->peers, a->peer);
    bool done = json_is_true(json_object_get(answer, "ok"));
    int status = done ? 200 : (int)json_integer_value(json_object_get(answer, "status"));
    const char *inside = json_string_value(json_object_get(answer, "inside"));
    if (done) note_table(link->link, a);
    if (p && status == 421)
        carry_on(p, a, inside ? inside : "");
    else
        ask_answered(s, a->token, &(lm_house_answer){ .kind = kind_of(status), .text = text, .size = size });
}

/* A table that moved is watched anew by the client. */
static void forget_table(struct link *l, const char *table)
{
    for (int i = 0; table && i < l->tables; i++) {
        if (strcmp(l->table[i], table) == 0) memmove(l->table[i], l->table[--l->tables], sizeof l->table[i]);
    }
}

static void take_text(peer *link, const char *text, size_t size)
{
    json_t *json = json_loadb(text, size, 0, NULL);
    peer *owner = slots_get(&link->server->peers, link->link->owner);
    if (json_object_get(json, "protocol")) { /* the answer to a hello of this server */
        json_decref(json);
        return;
    }
    if (json_object_get(json, "ok")) {
        take_answer(link, json, text, size);
    } else if (owner && owner->stage == PEER_SOCKET) {
        if (json_object_get(json, "moved")) forget_table(link->link, json_string_value(json_object_get(json, "table")));
        socket_send(owner, text, size);
    }
    json_decref(json);
}

/* The reply to the head of the link. */
static size_t take_head(peer *link, const unsigned char *data, size_t size)
{
    static const char agreed[] = "HTTP/1.1 101 ";
    const unsigned char *end = memmem(data, size, "\r\n\r\n", 4);
    if (!end) return 0;
    if (size < sizeof agreed || memcmp(data, agreed, sizeof agreed - 1) != 0) {
        log_line("warning", "link refused",
                 json_pack("{s:s, s:s%}", "server", link->link->inside, "why", (const char *)data,
                           (size_t)strcspn((const char *)data, "\r")));
        peer_drop(link);
        link->closes = true;
        return size;
    }
    link->link->open = true;
    for (int i = 0; i < link->link->asks; i++) {
        const ask *a = slots_get(&link->server->asks, link->link->ask[i]);
        if (a) send_ask(link, a);
    }
    return (size_t)(end + 4 - data);
}

size_t link_take(peer *link, unsigned char *data, size_t size)
{
    size_t used;
    link->heard_ms = now_ms();
    if (!link->link->open) return take_head(link, data, size);
    switch (frames_next(&link->frames, data, size, &used)) {
    case FRAMES_TEXT: take_text(link, link->frames.at, link->frames.size); break;
    case FRAMES_PING: send_frame(link, OPCODE_PONG, link->frames.at, link->frames.size); break;
    case FRAMES_CLOSE:
    case FRAMES_WRONG:
        peer_drop(link);
        link->closes = true;
        return size;
    case FRAMES_PONG:
    case FRAMES_NOTHING:
    case FRAMES_MORE: break;
    }
    return used;
}

/* --- ends ----------------------------------------------------------------------------------------------------------------- */

/* Tells the client to watch its tables again. */
static void tell_moved(peer *owner, const struct link *l)
{
    for (int i = 0; i < l->tables; i++) {
        char text[LM_HOUSE_ID + 40];
        int n = snprintf(text, sizeof text, "{\"table\":\"%s\",\"moved\":true}", l->table[i]);
        socket_send(owner, text, (size_t)n);
    }
}

/* Whether requests that were sent have been done is not known: the client's connection ends as it would with its server's,
 * and the client sends them again under their numbers. What was not sent was not done. */
static void lose_asks(server *s, const struct link *l, peer *owner)
{
    for (int i = 0; i < l->asks; i++) {
        const ask *a = slots_get(&s->asks, l->ask[i]);
        if (a && owner && !l->open)
            refuse_later(s, a);
        else if (a)
            ask_forget(s, l->ask[i]);
    }
    if (!owner || !l->asks || !l->open) return;
    if (owner->stage == PEER_SOCKET)
        socket_close(owner, CODE_AWAY, "the server that runs the table was lost; connect again");
    else
        peer_drop(owner);
}

void link_end(peer *link)
{
    server *s = link->server;
    struct link *l = link->link;
    if (!l) return;
    link->link = NULL;
    s->figures.links--;
    peer *owner = slots_get(&s->peers, l->owner);
    for (int i = 0; owner && i < PEER_LINKS; i++) {
        if (owner->links[i] == link->id) owner->links[i] = 0;
    }
    bool asked = l->asks;
    lose_asks(s, l, owner);
    if (!asked && owner && owner->stage == PEER_SOCKET) tell_moved(owner, l);
    free(l);
}

void links_end(peer *p)
{
    for (int i = 0; i < PEER_LINKS; i++) {
        peer *link = slots_get(&p->server->peers, p->links[i]);
        p->links[i] = 0;
        if (!link || !link->link) continue;
        for (int k = 0; k < link->link->asks; k++)
            ask_forget(p->server, link->link->ask[k]);
        link->link->asks = 0;
        link->link->owner = 0;
        peer_drop(link);
    }
}

/* The client's socket has another session from now on. */
void links_hello(peer *p)
{
    char text[SESSION_BYTES + 40];
    int n = snprintf(text, sizeof text, "{\"do\":\"hello\",\"session\":\"%s\"}", p->session);
    for (int i = 0; i < PEER_LINKS; i++) {
        peer *link = slots_get(&p->server->peers, p->links[i]);
        if (link) send_frame(link, OPCODE_TEXT, text, (size_t)n);
    }
}

void link_sweep(peer *link, int64_t now)
{
    bool asked = link->pinged_ms > link->heard_ms;
    if (!link->link ||
        (link->link->open ? asked && now - link->pinged_ms > SILENT_MS : now - link->since_ms > CONNECT_MS)) {
        peer_drop(link);
    } else if (link->link->open && !asked && now - link->heard_ms > QUIET_MS) {
        link->pinged_ms = now;
        send_frame(link, OPCODE_PING, "", 0);
    }
}
