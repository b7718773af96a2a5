/* own_sessions.c - a person's own sessions: lists them and ends all of them. */
#include <string.h>

#include "page.h"

#define SESSION_PREFIX "~session/"

static bool lasts(const house_request *request, const session_row *row, const char *key)
{
    int64_t now = request->house->now_ms;
    return strcmp(row->person, request->caller.person) == 0 && row->generation == request->own->generation &&
           now - row->created_ms < SESSION_END_MS && now - row->seen_ms < SESSION_IDLE_MS &&
           session_is_sealed(request->house, key, row);
}

static bool shows_session(const house_request *request, const char *id, json_t *value, const json_t *list)
{
    (void)list;
    char key[LM_STORE_NAME + 1], current[LM_STORE_NAME + 1] = "";
    session_row s;
    snprintf(key, sizeof key, SESSION_PREFIX "%s", id);
    session_key(request->session, current);
    row_read(session_fields, value, &s);
    if (!lasts(request, &s, key)) return false;
    json_object_clear(value);
    json_object_set_new(value, "created_ms", json_integer(s.created_ms));
    json_object_set_new(value, "seen_ms", json_integer(s.seen_ms));
    json_object_set_new(value, "current", json_boolean(strcmp(key, current) == 0));
    return true;
}

/* The sessions of all persons are mixed, so another thread searches them. A key is the hash of a session, perhaps of
 * another person, so "next" shows only as much of it as is needed to continue. */
static const struct paged_list own_sessions = { .name = "sessions", .tells = 4, .shows = shows_session };

void sessions_list(house_request *request)
{
    house_errand *e = errand_of(request);
    house_person p;
    if (!person_read(request->house, request->caller.person, &p)) {
        refuse_unknown_person(request, request->caller.person);
        return;
    }
    e->generation = p.generation;
    page_answer(request, &own_sessions, SESSION_PREFIX);
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
