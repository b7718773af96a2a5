/* session.c - the session of a request: a browser's cookie, protected against forged requests, or a program's bearer
 * token. */
#include <arpa/inet.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "room.h"

#define SESSION_COOKIE "lammer_session"
#define DEVICE_COOKIE "lammer_device" /* outlives sessions; see src/house/people/device.c */

enum { DEVICE_S = 400 * 24 * 60 * 60 }; /* the longest time for which browsers keep a cookie */

/* "a=b; lammer_session=..." */
static bool find_cookie(const char *cookies, const char *name, char value[SESSION_BYTES])
{
    size_t length = strlen(name);
    for (const char *at = cookies; *at; at += strcspn(at, ";"), at += *at == ';') {
        at += strspn(at, " ");
        if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
        size_t size = strcspn(at + length + 1, "; ");
        if (size == 0 || size >= SESSION_BYTES) return false;
        memcpy(value, at + length + 1, size);
        value[size] = '\0';
        return true;
    }
    return false;
}

/* A page names itself in the query of its socket, and in a header where it asks for a session. */
static void read_page(peer *p)
{
    static const char query[] = "page=";
    const piece *q = &p->head->query;
    const size_t digits = PAGE_BYTES - 1, start = sizeof query - 1;
    bool sent = head_copy(p->head, "x-lammer-page", p->page, sizeof p->page);
    if (!sent && q->size == start + digits && memcmp(q->at, query, start) == 0)
        snprintf(p->page, sizeof p->page, "%.*s", (int)digits, q->at + start);
    else if (!sent || strlen(p->page) != digits)
        p->page[0] = '\0';
}

/* A program that sends its session needs no cookie; a cookie beside it is ignored. */
void session_read(peer *p)
{
    char text[HEAD_BYTES];
    p->cookie = false;
    p->session[0] = p->device[0] = '\0';
    read_page(p);
    p->browser = head_has(p->head, "origin");
    if (head_copy(p->head, "authorization", text, sizeof text)) {
        bool bearer = strncasecmp(text, "Bearer ", 7) == 0 && strlen(text + 7) < SESSION_BYTES;
        if (bearer) memcpy(p->session, text + 7, strlen(text + 7) + 1);
        if (bearer) return;
    }
    if (!head_copy(p->head, "cookie", text, sizeof text)) return;
    p->cookie = find_cookie(text, SESSION_COOKIE, p->session);
    find_cookie(text, DEVICE_COOKIE, p->device);
}

static bool is_in_list(const char *name, const char *list)
{
    size_t size = strlen(name);
    while (list && *list) {
        size_t length = strcspn(list, ",");
        if (length == size && strncasecmp(list, name, size) == 0) return true;
        list += length + (list[length] == ',');
    }
    return false;
}

/* The name in "https://name:port/path". */
static bool is_name_of(const char *name, const char *url)
{
    const char *slashes = url ? strstr(url, "//") : NULL;
    size_t size = strlen(name);
    return slashes && strncasecmp(slashes + 2, name, size) == 0 && strchr(":/", slashes[2 + size]);
}

static bool is_this_machine(const char *name)
{
    char own[256] = "";
    size_t size = gethostname(own, sizeof own - 1) == 0 ? strlen(own) : 0;
    return size && strncasecmp(name, own, size) == 0 && (!name[size] || strcasecmp(name + size, ".local") == 0);
}

/* A site can point a name of its own at this address and so read the answers in its visitors' browsers (DNS
 * rebinding). This works only with a name, so a Host that is an address is always accepted. */
bool session_host_is_ours(const peer *p)
{
    char host[256], scratch[16];
    const server *s = p->server;
    if (!head_has(p->head, "host")) return true; /* HTTP/1.0, which no browser speaks */
    if (!head_copy(p->head, "host", host, sizeof host)) return false;
    if (host[0] == '[') return true;
    host[strcspn(host, ":")] = '\0';
    return inet_pton(AF_INET, host, scratch) == 1 || strcasecmp(host, "localhost") == 0 || is_this_machine(host) ||
           is_name_of(host, s->options.address) || is_in_list(host, s->options.hosts);
}

/* A browser sends the page's site in Origin. A request without Origin comes from a program or is a plain navigation. */
bool session_same_origin(const peer *p)
{
    char origin[300], host[256];
    if (!head_has(p->head, "origin")) return true;
    if (!head_copy(p->head, "origin", origin, sizeof origin)) return false;
    if (!head_copy(p->head, "host", host, sizeof host)) return false;
    const char *scheme = p->secure ? "https://" : "http://";
    return strncasecmp(origin, scheme, strlen(scheme)) == 0 && strcasecmp(origin + strlen(scheme), host) == 0;
}

/* A page of another site can make a browser send the cookie, but cannot know this token. */
bool session_csrf_is_right(const peer *p)
{
    char sent[LM_HOUSE_CSRF + 1], right[LM_HOUSE_CSRF];
    if (!p->cookie) return true;
    if (!head_copy(p->head, "x-lammer-csrf", sent, sizeof sent) || !lm_house_csrf(p->session, right)) return false;
    return strlen(sent) == strlen(right) && sodium_memcmp(sent, right, strlen(right)) == 0;
}

static void set_cookie(peer *p, const char *value, bool ends)
{
    snprintf(p->reply.cookie, sizeof p->reply.cookie, SESSION_COOKIE "=%s; Path=/; HttpOnly; SameSite=Strict%s%s",
             value, p->secure ? "; Secure" : "", ends ? "; Max-Age=0" : "");
}

static void set_device(peer *p, const char *value)
{
    snprintf(p->reply.device, sizeof p->reply.device,
             DEVICE_COOKIE "=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s", value, DEVICE_S,
             p->secure ? "; Secure" : "");
}

/* A token of these letters needs no quotes in a cookie. */
static bool is_plain(const char *session)
{
    return *session && strlen(session) < SESSION_BYTES &&
           strspn(session, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == strlen(session);
}

/* The socket that the page opened before it had a session goes on in the new one: another connection would cost several
 * round trips. A page of another site knows neither the name nor may it send the header. */
static bool join_socket(const peer *p, const char *session)
{
    const slots *all = &p->server->peers;
    for (uint32_t i = 0; p->browser && p->page[0] && i < all->count; i++) {
        peer *socket = all->slot[i].item;
        if (!socket || socket->stage != PEER_SOCKET || socket->close_code || socket->session[0]) continue;
        if (!socket->page[0] || sodium_memcmp(socket->page, p->page, sizeof p->page) != 0) continue;
        memcpy(socket->session, session, strlen(session) + 1);
        return true;
    }
    return false;
}

void session_set(peer *p, const lm_house_answer *answer)
{
    bool ends = p->word && strncmp(p->word->word, "sign-out", 8) == 0 && answer->kind == LM_ANSWERED;
    if (answer->session && is_plain(answer->session)) {
        set_cookie(p, answer->session, false);
        p->reply.joined = join_socket(p, answer->session);
    }
    if (answer->device && is_plain(answer->device)) set_device(p, answer->device);
    if (ends) set_cookie(p, "", true);
}
