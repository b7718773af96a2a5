/* routes.c - routes: which function answers a path. */
#include <stdlib.h>
#include <string.h>

#include "room.h"

static const char api[] = "/api/";

/* The type of a command's field; TEXT if it has no such field. */
static lm_act_type type_of(const lm_act_row *word, const char *key)
{
    for (int i = 0; i < word->fields; i++) {
        lm_act_field field = (lm_act_field)word->has[i].field;
        if (lm_act_takes(word, i, false) && strcmp(lm_field_key(field), key) == 0) return lm_field_type(field);
    }
    return LM_TYPE_TEXT;
}

/* A query has only texts: fields that are numbers or booleans in the row are converted, and the house checks the
 * rest. */
static json_t *typed(const lm_act_row *word, const char *field, const char *text)
{
    lm_act_type type = type_of(word, field);
    bool number = type == LM_TYPE_INT || type == LM_TYPE_CENTS || type == LM_TYPE_PACK || type == LM_TYPE_ANY;
    char *end;
    if (type == LM_TYPE_BOOL) return json_boolean(strcmp(text, "true") == 0);
    if (strcmp(field, "n") == 0) number = true;
    if (number && (*text == '-' || (*text >= '0' && *text <= '9'))) {
        long long value = strtoll(text, &end, 10);
        if (!*end) return json_integer(value);
    }
    return json_string(text);
}

/* Reads "a=1&b=x%20y"; NULL if malformed. */
static json_t *query_as_body(const peer *p)
{
    char key[100], value[2000];
    piece rest = p->head->query;
    json_t *body = json_object();
    while (body && rest.size > 0) {
        const char *end = memchr(rest.at, '&', rest.size);
        piece pair = { rest.at, end ? (size_t)(end - rest.at) : rest.size };
        const char *equals = memchr(pair.at, '=', pair.size);
        piece name = { pair.at, equals ? (size_t)(equals - pair.at) : pair.size };
        piece text = { equals ? equals + 1 : pair.at, equals ? pair.size - name.size - 1 : 0 };
        bool well = piece_decode(name, true, key, sizeof key) && piece_decode(text, true, value, sizeof value) &&
                    json_object_set_new(body, key, typed(p->word, key, value)) == 0;
        if (!well) {
            json_decref(body);
            return NULL;
        }
        rest.at += pair.size + (end != NULL);
        rest.size -= pair.size + (end != NULL);
    }
    return body;
}

/* NULL with the reason in `why`. */
static json_t *read_body(const peer *p, const char *data, char why[LM_HOUSE_TEXT])
{
    json_error_t error;
    if (p->method != METHOD_POST) {
        snprintf(why, LM_HOUSE_TEXT, "the query is malformed; write it as a=1&b=x%%20y");
        return query_as_body(p);
    }
    if (p->head->length == 0) return json_object();
    json_t *body = json_loadb(data, (size_t)p->head->length, JSON_REJECT_DUPLICATES, &error);
    snprintf(why, LM_HOUSE_TEXT, "malformed JSON: %s", body ? "the body must be an object" : error.text);
    if (json_is_object(body)) return body;
    json_decref(body);
    return NULL;
}

static void refuse_rate(peer *p, int wait_ms)
{
    p->reply.retry_s = (wait_ms + 999) / 1000;
    http_refuse(p, 429, LM_SAYS(TOO_MANY_REQUESTS, "wait_ms", "too many requests; try again in %d ms"), wait_ms);
}

static void ask_word(peer *p, const char *data)
{
    char why[LM_HOUSE_TEXT];
    int wait = ask_limit(p, p->word);
    if (wait) {
        refuse_rate(p, wait);
        return;
    }
    int busy = admit_wait(p->server, p->word);
    if (busy) {
        p->reply.retry_s = (busy + 999) / 1000;
        http_refuse(p, 503, BUSY_SAYS);
        return;
    }
    json_t *body = read_body(p, data, why);
    if (!body) {
        http_refuse(p, 400, "%s", why);
        return;
    }
    json_object_set_new(body, "do", json_string(p->word->word));
    ask_house(p, p->word, body);
}

static void interface_reply(peer *p)
{
    p->reply.cache = "no-cache";
    bool sockets = strcmp(p->path, "/asyncapi.json") == 0;
    const char *text = sockets ? p->server->asyncapi : p->server->openapi;
    http_reply(p, 200, "application/json", text, strlen(text));
}

/* Tells a page that was loaded whether the browser has a session, and its CSRF token. */
static void session_reply(peer *p)
{
    char csrf[LM_HOUSE_CSRF];
    json_t *body = json_pack("{s:b, s:b}", "ok", 1, "session", p->session[0] != '\0');
    if (p->session[0] && lm_house_csrf(p->session, csrf)) json_object_set_new(body, "csrf", json_string(csrf));
    http_reply_json(p, 200, body);
}

static const struct {
    const char *path;
    void (*reply)(peer *p);
} routes[] = {
    { "/healthz", health_reply },
    { "/metrics", metrics_reply },
    { "/openapi.json", interface_reply },
    { "/asyncapi.json", interface_reply },
    { "/session", session_reply },
    { "/ws", socket_upgrade },
    { 0 },
};

static void refuse_method(peer *p, const char *allow)
{
    p->reply.allow = allow;
    http_refuse(p, 405, "%s takes %s", p->path, allow);
}

static void route_word(peer *p, const char *data)
{
    const char *name = p->path + sizeof api - 1;
    p->word = lm_act_said(name, strlen(name));
    char hint[LM_MEANT_TEXT];
    if (!p->word) {
        http_refuse(p, 404, "there is no command \"%s\"; GET /openapi.json lists all commands%s", name,
                    lm_act_meant(name, hint));
    } else if (p->method == METHOD_POST || (p->method == METHOD_GET && word_reads(p->word))) {
        ask_word(p, data);
    } else {
        refuse_method(p, word_reads(p->word) ? "GET, POST" : "POST");
    }
}

/* Pages, metrics and health need nothing but their path. */
static bool over_the_rate(peer *p)
{
    int wait = ask_limit(p, NULL);
    if (wait) refuse_rate(p, wait);
    return wait;
}

void route_request(peer *p, const char *data)
{
    int i = 0;
    if (strncmp(p->path, api, sizeof api - 1) == 0) {
        route_word(p, data);
        return;
    }
    if (over_the_rate(p)) return;
    while (routes[i].path && strcmp(routes[i].path, p->path) != 0)
        i++;
    bool known = routes[i].path || www_has(p->path);
    if (!known) {
        www_reply_unknown(p);
    } else if (p->method != METHOD_GET && p->method != METHOD_HEAD) {
        refuse_method(p, "GET, HEAD");
    } else if (routes[i].path) {
        routes[i].reply(p);
    } else {
        www_reply(p);
    }
}
