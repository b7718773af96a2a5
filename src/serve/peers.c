/* peers.c - connections, from accept to close: limits per address, the client's address behind a proxy, time limits. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "room.h"

typedef struct {
    unsigned char bytes[16]; /* IPv4 as ::ffff:a.b.c.d */
} ip;

static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };

static bool ip_of(const struct sockaddr_storage *from, ip *out)
{
    if (from->ss_family == AF_INET) {
        memcpy(out->bytes, mapped, sizeof mapped);
        memcpy(out->bytes + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
        return true;
    }
    if (from->ss_family != AF_INET6) return false;
    memcpy(out->bytes, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
    return true;
}

static bool ip_is_v4(const ip *a)
{
    return IN6_IS_ADDR_V4MAPPED((const struct in6_addr *)(const void *)a);
}

static bool ip_is_local(const ip *a)
{
    return ip_is_v4(a) ? a->bytes[12] == 127 : IN6_IS_ADDR_LOOPBACK((const struct in6_addr *)(const void *)a);
}

static void ip_text(const ip *a, char text[ADDRESS_BYTES])
{
    if (ip_is_v4(a)) {
        inet_ntop(AF_INET, a->bytes + 12, text, ADDRESS_BYTES);
    } else {
        inet_ntop(AF_INET6, a->bytes, text, ADDRESS_BYTES);
    }
}

/* Reads an address as proxies write it: perhaps with a port, and then with an IPv6 address in brackets. */
static bool ip_read(char *text, ip *out)
{
    char *colon = strchr(text, ':');
    if (*text == '[') {
        text++;
        text[strcspn(text, "]")] = '\0';
    } else if (colon && colon == strrchr(text, ':')) {
        *colon = '\0';
    }
    memcpy(out->bytes, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, out->bytes + 12) == 1 || inet_pton(AF_INET6, text, out->bytes) == 1;
}

/* A password guesser may use a whole IPv6 site (a /48), but only few IPv4 addresses. */
static void ip_network(const ip *a, char text[LM_HOUSE_ADDRESS])
{
    ip site = *a;
    char address[ADDRESS_BYTES];
    if (!ip_is_v4(a)) memset(site.bytes + 6, 0, sizeof site.bytes - 6);
    ip_text(&site, address);
    snprintf(text, LM_HOUSE_ADDRESS, "%s%s", address, ip_is_v4(a) ? "" : "/48");
}

/* The owner of an IPv6 address has at least 2^64 of them: a network counts as one address. */
static uint64_t ip_key(const server *s, const ip *a)
{
    return buckets_key(&s->addresses, a->bytes, ip_is_v4(a) ? 16 : 8);
}

/* Behind a proxy every connection comes from the proxy; the client's address is counted when the request names it. */
bool peers_admit(server *s, const struct sockaddr_storage *from)
{
    ip a;
    bool well = ip_of(from, &a) && (int)s->peers.held < s->options.connections;
    if (well && !s->options.trust_proxy && s->options.per_address) {
        uint64_t key = ip_key(s, &a);
        well = buckets_connect(&s->addresses, key, s->options.per_address, now_ms());
        if (well) buckets_disconnect(&s->addresses, key);
    }
    if (!well) s->figures.refused++;
    return well;
}

static void ip_of_connection(const peer *p, ip *out)
{
    struct sockaddr_storage from = { 0 };
    socklen_t size = sizeof from;
    *out = (ip){ { 0 } };
    getpeername(lws_get_socket_fd(p->wsi), (struct sockaddr *)(void *)&from, &size);
    ip_of(&from, out);
}

static void count_address(peer *p, const ip *a)
{
    server *s = p->server;
    if (p->address_key) buckets_disconnect(&s->addresses, p->address_key);
    p->address_key = ip_key(s, a);
    if (!buckets_connect(&s->addresses, p->address_key, 0, now_ms())) p->address_key = 0;
}

bool peer_open(server *s, struct lws *wsi)
{
    ip a;
    peer *p = calloc(1, sizeof *p);
    if (!p) return false;
    p->server = s;
    p->wsi = wsi;
    p->end = &p->first;
    p->inside = s->door && lws_get_vhost(wsi) == s->door;
    p->secure = s->options.cert && !p->inside;
    if (!(p->id = slots_add(&s->peers, p))) {
        free(p);
        return false;
    }
    ip_of_connection(p, &a);
    count_address(p, &a);
    p->local = ip_is_local(&a);
    ip_text(&a, p->address);
    ip_network(&a, p->network);
    peer_set_stage(p, PEER_NEW);
    lws_set_opaque_user_data(wsi, p);
    s->figures.opened++;
    return true;
}

void peer_close(peer *p)
{
    server *s = p->server;
    socket_end(p);
    link_end(p);
    links_end(p);
    traffic_forget(p);
    frames_free(&p->frames);
    json_decref(p->parked);
    if (p->address_key) buckets_disconnect(&s->addresses, p->address_key);
    slots_remove(&s->peers, p->id);
    lws_set_opaque_user_data(p->wsi, NULL);
    free(p);
}

/* The proxy appends the address that it saw; the client may have forged the addresses before it. A forwarded request
 * without a readable address does not count as local; a request of the proxy itself does. */
bool peer_believe_proxy(peer *p)
{
    char text[ADDRESS_BYTES + 10], scheme[20];
    server *s = p->server;
    ip a;
    if (!s->options.trust_proxy) return true;
    p->secure = s->options.cert ||
                (head_copy(p->head, "x-forwarded-proto", scheme, sizeof scheme) && strcmp(scheme, "https") == 0);
    bool forwarded = head_has(p->head, "x-forwarded-for");
    bool told = forwarded && head_last(p->head, "x-forwarded-for", text, sizeof text) && ip_read(text, &a);
    if (!told) ip_of_connection(p, &a);
    uint64_t key = ip_key(s, &a);
    if (key != p->address_key) {
        if (told && !buckets_connect(&s->addresses, key, s->options.per_address, now_ms())) return false;
        if (told) buckets_disconnect(&s->addresses, key);
        count_address(p, &a);
    }
    p->local = told == forwarded && ip_is_local(&a);
    ip_text(&a, p->address);
    ip_network(&a, p->network);
    return true;
}

bool peer_set_address(peer *p, const char *address)
{
    char text[ADDRESS_BYTES];
    ip a;
    snprintf(text, sizeof text, "%s", address);
    if (inet_pton(AF_INET6, text, a.bytes) != 1 && !ip_read(text, &a)) return false;
    count_address(p, &a);
    ip_text(&a, p->address);
    ip_network(&a, p->network);
    return true;
}

static void sweep(peer *p, int64_t now)
{
    static const int patience_s[] = { [PEER_NEW] = REQUEST_S, [PEER_READS] = REQUEST_S, [PEER_WAITS] = ANSWER_S,
                                      [PEER_SENDS] = SEND_S,  [PEER_IDLE] = IDLE_S,     [PEER_LINGERS] = LINGER_S };
    if (p->stage == PEER_SOCKET) {
        socket_sweep(p, now);
    } else if (p->stage == PEER_LINK) {
        link_sweep(p, now);
    } else if (p->since_ms < now - patience_s[p->stage] * 1000) {
        if (p->stage != PEER_LINGERS && p->stage != PEER_IDLE) p->server->figures.timed_out++;
        peer_drop(p);
    }
}

/* Thousands of sockets may have been silent for the same time: pinged at once, they would all answer at once, and
 * commands would wait behind that. So a call looks at one part of the connections. */
void peers_sweep(server *s)
{
    int64_t now = now_ms();
    for (uint32_t i = s->swept; i < s->peers.count; i += SWEEPS_A_SECOND) {
        peer *p = s->peers.slot[i].item;
        if (p) sweep(p, now);
    }
    s->swept = (s->swept + 1) % SWEEPS_A_SECOND;
}

void peers_dismiss(server *s)
{
    for (uint32_t i = 0; i < s->peers.count; i++) {
        peer *p = s->peers.slot[i].item;
        if (p && p->stage == PEER_SOCKET) socket_close(p, CODE_AWAY, "the server is stopping; connect again");
    }
}

/* Whether sockets are open or answers are not sent yet. */
bool peers_are_busy(const server *s)
{
    for (uint32_t i = 0; i < s->peers.count; i++) {
        const peer *p = s->peers.slot[i].item;
        if (p && (p->stage == PEER_SOCKET || p->stage == PEER_WAITS || p->stage == PEER_SENDS)) return true;
    }
    return false;
}
