/* routes.c - which path is answered by what. */
#include <stdlib.h>
#include <string.h>

#include "room.h"

/* --- words of the house ------------------------------------------------------------------------------------------ */

static const char api[] = "/api/";

const lm_house_word *word_named(const char *name, size_t size)
{
    for (const lm_house_word *w = lm_house_words(); w->word; w++) {
        if (strlen(w->word) == size && memcmp(w->word, name, size) == 0) return w;
    }
    return NULL;
}

bool word_reads(const lm_house_word *word)
{
    return word->reads;
}

/* The type that a word's row gives a field, as in "cents:int reason?:text"; "" where there is no such field. */
static size_t field_type(const lm_house_word *word, const char *field, const char **type)
{
    size_t size = strlen(field);
    for (const char *at = word->fields ? word->fields : ""; *at; at += strspn(at, " ")) {
        size_t whole = strcspn(at, " "), name = strcspn(at, "?: ");
        const char *colon = memchr(at, ':', whole);
        if (name == size && memcmp(at, field, size) == 0 && colon) {
            *type = colon + 1;
            return whole - (size_t)(colon + 1 - at);
        }
        at += whole;
    }
    *type = "";
    return 0;
}

/* A query holds texts; what the row calls a number or a truth becomes one, and the house judges the rest. */
static json_t *typed(const lm_house_word *word, const char *field, const char *text)
{
    const char *type;
    size_t size = field_type(word, field, &type);
    bool number = size && strncmp(type, "text", size) != 0 && strncmp(type, "id", size) != 0;
    char *end;
    if (size == 4 && strncmp(type, "bool", 4) == 0) return json_boolean(strcmp(text, "true") == 0);
    if (strcmp(field, "n") == 0) number = true;
    if (number && (*text == '-' || (*text >= '0' && *text <= '9'))) {
        long long value = strtoll(text, &end, 10);
        if (!*end) return json_integer(value);
    }
    return json_string(text);
}

static json_t *query_as_body(const peer *p)
{
    json_t *body = json_object();
    const char *key;
    json_t *value;
    json_object_foreach(p->query, key, value)
    {
        json_object_set_new(body, key, typed(p->word, key, json_string_value(value)));
    }
    return body;
}

/* NULL when a refusal is on its way. */
static json_t *posted_body(peer *p)
{
    json_error_t error;
    if (p->body_size == 0) return json_object();
    json_t *body = json_loadb(p->body, p->body_size, JSON_REJECT_DUPLICATES, &error);
    if (!body) {
        http_refuse(p, 400, "malformed JSON: %s", error.text);
    } else if (!json_is_object(body)) {
        http_refuse(p, 400, "the body must be an object");
        json_decref(body);
        body = NULL;
    }
    return body;
}

static void ask_word(peer *p)
{
    json_t *body = p->method == METHOD_POST ? posted_body(p) : query_as_body(p);
    if (!body) return;
    int wait = ask_limit(p, p->word);
    if (wait) {
        p->reply.retry_s = (wait + 999) / 1000;
        http_refuse(p, 429, "too many requests; try again in %d ms", wait);
        json_decref(body);
        return;
    }
    json_object_set_new(body, "do", json_string(p->word->word));
    ask_house(p, p->word, body);
}

/* --- our own ------------------------------------------------------------------------------------------------------ */

static void openapi_reply(peer *p)
{
    p->reply.lent = p->server->openapi;
    p->reply.cache = "no-cache";
    http_reply(p, 200, "application/json", NULL, p->server->openapi_size);
}

/* What a page needs to know after it was loaded: whether the browser has a session, and its token against forged requests. */
static void session_reply(peer *p)
{
    char csrf[LM_HOUSE_CSRF];
    json_t *body = json_pack("{s:b, s:b}", "ok", 1, "session", p->session[0] != '\0');
    if (p->session[0] && lm_house_csrf(p->session, csrf))
        json_object_set_new(body, "csrf", json_string(csrf));
    http_reply_json(p, 200, body);
}

static const struct {
    const char *path;
    void (*reply)(peer *p);
} routes[] = {
    { "/healthz", health_reply },
    { "/metrics", metrics_reply },
    { "/openapi.json", openapi_reply },
    { "/session", session_reply },
    { 0 },
};

static void refuse_method(peer *p, const char *allow)
{
    p->reply.allow = allow;
    http_refuse(p, 405, "%s takes %s", p->path, allow);
}

static void route_word(peer *p)
{
    const char *name = p->path + sizeof api - 1;
    p->word = word_named(name, strlen(name));
    if (!p->word) {
        http_refuse(p, 404, "there is no word \"%s\"; GET /openapi.json lists them", name);
    } else if (p->method == METHOD_POST || (p->method == METHOD_GET && word_reads(p->word))) {
        ask_word(p);
    } else {
        refuse_method(p, word_reads(p->word) ? "GET, POST" : "POST");
    }
}

/* Pages, figures and health are asked for by address alone. */
static bool over_the_rate(peer *p)
{
    int wait = ask_limit(p, NULL);
    if (!wait) return false;
    p->reply.retry_s = (wait + 999) / 1000;
    http_refuse(p, 429, "too many requests; try again in %d ms", wait);
    return true;
}

void route_request(peer *p)
{
    int i = 0;
    if (strncmp(p->path, api, sizeof api - 1) == 0) {
        route_word(p);
        return;
    }
    if (over_the_rate(p)) return;
    while (routes[i].path && strcmp(routes[i].path, p->path) != 0)
        i++;
    bool known = routes[i].path || www_has(p->path);
    if (!known) {
        http_refuse(p, 404, "there is nothing at %s", p->path);
    } else if (p->method != METHOD_GET && p->method != METHOD_HEAD) {
        refuse_method(p, "GET, HEAD");
    } else if (routes[i].path) {
        routes[i].reply(p);
    } else {
        www_reply(p);
    }
}
