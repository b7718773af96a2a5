/* own_sessions.c - a person's own sessions: which there are, and an end of all of them. */
#include <string.h>

#include "people.h"

enum { LISTED_MOST = 200 };

typedef struct {
    lm_house *house;
    const char *person, *current; /* the key of the caller's own session */
    int64_t generation;
    json_t *list;
} session_question;

static bool lasts(const session_question *q, const session_row *row, const char *key)
{
    int64_t now = q->house->now_ms;
    return strcmp(row->person, q->person) == 0 && row->generation == q->generation &&
           now - row->created_ms < SESSION_END_MS && now - row->seen_ms < SESSION_IDLE_MS &&
           session_is_sealed(q->house, key, row);
}

static bool add_session(void *context, const lm_value_row *row)
{
    session_question *q = context;
    session_row s;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    row_read(session_fields, value, &s);
    json_decref(value);
    if (lasts(q, &s, row->key))
        json_array_append_new(q->list, json_pack("{s:I, s:I, s:b}", "created_ms", (json_int_t)s.created_ms, "seen_ms",
                                                 (json_int_t)s.seen_ms, "current", strcmp(row->key, q->current) == 0));
    return json_array_size(q->list) < LISTED_MOST;
}

static void read_sessions(house_request *request)
{
    house_errand *e = request->own;
    char key[LM_STORE_NAME + 1] = "", text[LM_STORE_TEXT];
    session_key(request->session, key);
    session_question q = { request->house, request->caller.person, key, e->generation, json_array() };
    e->failed = lm_store_values(house_reader(request->house), "~session/", add_session, &q, text) != LM_STORE_DONE;
    e->kept = q.list;
}

static void answer_sessions(house_request *request)
{
    const house_errand *e = request->own;
    if (e->failed)
        request_refuse(request, LM_REFUSED_LATER, "the house cannot read its store; try again");
    else
        request_answer(request, json_pack("{s:O}", "sessions", e->kept));
}

/* The sessions of all persons lie side by side, so another thread looks through them. */
void sessions_list(house_request *request)
{
    house_errand *e = errand_of(request);
    house_person p;
    if (!person_read(request->house, request->caller.person, &p)) {
        refuse_unknown_person(request, request->caller.person);
        return;
    }
    e->generation = p.generation;
    request_later(request, read_sessions, answer_sessions);
}

void sessions_end_all(house_request *request)
{
    house_errand *e = errand_of(request);
    house_person p;
    snprintf(e->person, sizeof e->person, "%s", request->caller.person);
    if (!person_read(request->house, e->person, &p)) {
        refuse_unknown_person(request, e->person);
        return;
    }
    p.generation++;
    lm_batch *batch = house_batch(request, "signed-out-everywhere", json_pack("{s:s}", "person", p.id));
    person_put(batch, &p);
    session_changed(request->house, batch, p.id);
    sodium_memzero(&p, sizeof p);
    errand_submit(request, batch, NULL, sessions_end_all);
}
