/* asks.c - carries requests to the house and answers back. */
#include <stdlib.h>
#include <string.h>

#include "room.h"

const int http_status[LM_KINDS] = {
    [LM_ANSWERED] = 200,        [LM_REFUSED_FORM] = 400,  [LM_REFUSED_STRANGER] = 401,  [LM_REFUSED_PERSON] = 403,
    [LM_REFUSED_UNKNOWN] = 404, [LM_REFUSED_NOW] = 409,   [LM_REFUSED_ELSEWHERE] = 421, [LM_REFUSED_OFTEN] = 429,
    [LM_REFUSED_FAULT] = 500,   [LM_REFUSED_LATER] = 503,
};

/* A command costs the client as much of its rate as it costs the house: hashing a password is deliberately slow, and so
 * is making people. Commands that need no session cost enough that one address cannot keep the hashing thread busy. */
static int cost_of(const lm_act_row *word)
{
    static const uint8_t costs[LM_ACT_COUNT] = {
        [LM_ACT_SIGN_IN] = 50,      [LM_ACT_REGISTER] = 50,      [LM_ACT_RE_AUTHENTICATE] = 10,
        [LM_ACT_SET_PASSWORD] = 10, [LM_ACT_CREATE_PERSON] = 10, [LM_ACT_FIRST_ADMINISTRATOR] = 10,
        [LM_ACT_GUEST] = 4,         [LM_ACT_HAND] = 10,          [LM_ACT_BEGIN_SECOND_FACTOR] = 10,
        [LM_ACT_JOURNAL] = 5,
    };
    int cost = word ? costs[lm_act_word_of(word)] : 0;
    return cost ? cost : 1;
}

int ask_limit(peer *p, const lm_act_row *word)
{
    server *s = p->server;
    int cost = cost_of(word);
    int of_session = cost < 10 ? cost : 10; /* a session costs less, because it was checked already */
    int64_t now = now_ms();
    int wait = p->address_key ? buckets_take(&s->addresses, p->address_key, cost, now) : 0;
    if (!wait && p->session[0])
        wait = buckets_take(&s->sessions, buckets_key(&s->sessions, p->session, strlen(p->session)), of_session, now);
    if (wait) s->figures.limited++;
    return wait;
}

/* A command that a second person must approve counts as one to the house, which keeps it. */
static void count_ask(peer *p, ask *a, const json_t *body)
{
    const char *table = json_string_value(json_object_get(body, "table"));
    bool at_table = a->word->where == LM_AT_TABLE && !a->word->second && table;
    p->asks++;
    a->writes = !word_reads(a->word);
    if (!a->writes) return;
    p->writes++;
    snprintf(p->writes_at, sizeof p->writes_at, "%s", at_table ? table : "");
}

static void pass_to_house(peer *p, uint64_t token, json_t *body, bool gives)
{
    lm_house_client from = { .connection = p->stage == PEER_SOCKET ? p->id : 0,
                             .session = p->session,
                             .device = p->device,
                             .address = p->address,
                             .network = p->network,
                             .gives = gives,
                             .is_local = p->local,
                             .is_browser = p->browser };
    lm_house_request(p->server->house, token, &from, &(lm_request){ body });
    server_turn_soon(p->server);
}

void ask_again(peer *p, ask *a)
{
    json_t *body = json_incref(a->body);
    pass_to_house(p, a->token, body, false);
    json_decref(body);
}

void ask_forget(server *s, uint64_t token)
{
    ask *a = slots_get(&s->asks, token);
    if (!a) return;
    slots_remove(&s->asks, token);
    json_decref(a->body);
    free(a);
}

void ask_house(peer *p, const lm_act_row *word, json_t *body)
{
    server *s = p->server;
    ask *a = calloc(1, sizeof *a);
    if (a) a->token = slots_add(&s->asks, a);
    if (!a || !a->token) {
        free(a);
        json_decref(body);
        if (p->stage == PEER_SOCKET) {
            socket_close(p, CODE_FAULT, "out of memory");
        } else {
            http_refuse(p, 503, LM_SAYS(OUT_OF_MEMORY, "", "out of memory; try again later"));
        }
        return;
    }
    a->peer = p->id;
    a->word = word;
    a->began_us = now_us();
    a->admitted = admit_counts(word);
    if (a->admitted) admit_asked(s);
    if (p->stage == PEER_SOCKET) count_ask(p, a, body);
    if (p->stage != PEER_SOCKET) peer_set_stage(p, PEER_WAITS);
    pass_to_house(p, a->token, body, true);
    json_decref(body);
}

static void note_latency(server *s, const ask *a, int status)
{
    int64_t us = now_us() - a->began_us;
    int step = 0;
    if (status >= 300 || (a->word && word_reads(a->word))) return;
    while (step < LATENCY_STEPS && (double)us > latency_steps_s[step] * 1e6)
        step++;
    s->figures.latency[step]++;
    s->figures.latency_count++;
    s->figures.latency_us += us;
}

static void answer_socket(peer *p, const ask *a, const lm_house_answer *answer)
{
    const char *session = answer->session;
    if (session && strlen(session) < sizeof p->session) {
        memcpy(p->session, session, strlen(session) + 1);
        links_hello(p);
    }
    p->asks--;
    p->writes -= a->writes;
    socket_send(p, answer->text, answer->size);
    socket_unpark(p);
    if (p->held && !socket_is_full(p)) traffic_go_on(p);
}

void ask_answered(void *self, uint64_t token, const lm_house_answer *answer)
{
    server *s = self;
    ask *a = slots_get(&s->asks, token);
    if (!a) return;
    peer *p = slots_get(&s->peers, a->peer);
    int status = http_status[answer->kind];
    if (answer->kind == LM_REFUSED_ELSEWHERE && p && link_carries(p, a, answer)) return;
    note_latency(s, a, status);
    if (a->admitted) admit_answered(s);
    if (p && p->stage == PEER_SOCKET) {
        s->figures.by_status[status]++;
        answer_socket(p, a, answer);
    } else if (p) {
        session_set(p, answer);
        p->reply.retry_s = answer->retry_s;
        http_reply(p, status, "application/json", answer->text, answer->size);
        links_end(p); /* the next request may be another client's */
    }
    ask_forget(s, token);
}

void ask_message(void *self, uint64_t connection, const char *text, size_t size)
{
    server *s = self;
    peer *p = slots_get(&s->peers, connection);
    if (p && p->stage == PEER_SOCKET) socket_send(p, text, size);
}

void ask_tell(void *self, uint64_t connection, const char *text, size_t size)
{
    server *s = self;
    peer *p = slots_get(&s->peers, connection);
    if (p && p->stage == PEER_SOCKET) socket_tell(p, text, size);
}
