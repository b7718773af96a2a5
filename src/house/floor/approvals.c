/* approvals.c - requests that another person must approve.
 *
 * A request that needs a second person is kept as the value "approval/ID". It is decided once: a second decision finds
 * the first and does nothing. An approved request runs for the person who asked, with their present roles, so it is
 * refused if they have lost the role. */
#include <string.h>

#include "people/page.h"

enum { APPROVAL_MS = 15 * 60 * 1000, APPROVAL_ID = 17, APPROVALS_EACH = 64 };

typedef struct {
    char state[16], word[40], asker[LM_HOUSE_ID], by[LM_HOUSE_ID];
    json_t *request, *answer;
    int64_t asked_ms, expires_ms, decided_ms;
    uint32_t second;
    int64_t version; /* of the stored value */
} approval;

static const row_field approval_fields[] = {
    ROW_HAS(TEXT, approval, state),
    ROW_HAS(TEXT, approval, word),
    ROW_HAS(TEXT, approval, asker),
    ROW_HAS(JSON, approval, request),
    ROW_HAS(INT, approval, asked_ms),
    ROW_HAS(INT, approval, expires_ms),
    ROW_HAS(ROLES, approval, second),
    ROW_MAY(TEXT, approval, by),
    ROW_MAY(INT, approval, decided_ms),
    ROW_HAS(JSON, approval, answer),
    ROW_END,
};

static void approval_drop(approval *a)
{
    row_drop(approval_fields, a);
}

#define APPROVAL_KEY "approval/%s"

/* False if there is no such approval. The caller drops the row in both cases. */
static bool approval_load(lm_house *house, const char *id, approval *a)
{
    return row_load(house, approval_fields, a, &a->version, APPROVAL_KEY, id);
}

static void approval_put(lm_batch *batch, const char *id, const approval *a)
{
    row_put(batch, approval_fields, a, a->version, APPROVAL_KEY, id);
}

#define WAITING_PREFIX "~approval/"

/* The key in an index of waiting requests, which saves a list from reading all past ones. */
static void waiting_key(const char *asker, const char *id, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, WAITING_PREFIX "%s/%s", asker, id);
}

/* A request from the future, after the clock was set back, is too old as well. */
static bool is_too_old(int64_t asked_ms, int64_t now_ms)
{
    int64_t age = now_ms - asked_ms;
    return age >= APPROVAL_MS || age <= -APPROVAL_MS;
}

/* A list does not show the hash of a waiting password, nor the record on which the asker decided. */
static void hide_hash(approval *a)
{
    json_object_del(a->request, "hash");
    json_object_del(a->request, "seen");
}

static const lm_act_row *word_of(const approval *a)
{
    return lm_act_said(a->word, strlen(a->word));
}

typedef struct {
    int64_t now_ms;
    int n;
} waiting_count;

static bool count_waiting(void *context, const lm_value_row *row)
{
    waiting_count *count = context;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    count->n += !is_too_old(int_in(value, "asked_ms", 0), count->now_ms);
    json_decref(value);
    return true;
}

/* The limit keeps one person from burying the requests of others under their own. */
static bool has_room(house_request *request)
{
    waiting_count count = { .now_ms = request->house->now_ms };
    char prefix[LM_STORE_NAME + 1], text[LM_STORE_TEXT];
    waiting_key(request->caller.person, "", prefix);
    if (lm_store_values(request->house->store, prefix, count_waiting, &count, text) != LM_STORE_DONE) {
        request_refuse(request, LM_REFUSED_LATER,
                       LM_SAYS(STORE_UNREAD, "", "the house cannot read its store; try again"));
    } else if (count.n >= APPROVALS_EACH) {
        request_refuse(request, LM_REFUSED_NOW,
                       LM_STAFF_SAYS("%d of your requests wait for a second person; wait until some are decided, or "
                                     "take some back (decline)"),
                       count.n);
    } else {
        return true;
    }
    return false;
}

void approval_ask(house_request *request)
{
    if (!has_room(request)) return;
    char id[APPROVAL_ID], waiting[LM_STORE_NAME + 1];
    int64_t now = request->house->now_ms;
    approval a = { .state = "waiting",
                   .request = json_copy(request->body),
                   .asked_ms = now,
                   .expires_ms = now + APPROVAL_MS,
                   .second = request->word->second };
    snprintf(a.word, sizeof a.word, "%s", request->word->word);
    memcpy(a.asker, request->caller.person, sizeof a.asker);
    json_object_del(a.request, "n");
    json_object_del(a.request, "session");
    random_hex(id, sizeof id);
    snprintf(request->waits_for, sizeof request->waits_for, "%s", id);
    waiting_key(a.asker, id, waiting);
    json_t *shown = json_copy(a.request);
    json_object_del(shown, "hash");
    json_object_del(shown, "seen");
    lm_batch *batch = house_batch(request, "approval-asked",
                                  json_pack("{s:s, s:s, s:o}", "approval", id, "word", a.word, "request", shown));
    number_put(batch, "asked_ms", now, 0, "%s", waiting);
    approval_put(batch, id, &a);
    json_t *answer = json_pack("{s:b, s:s, s:I, s:o}", "waiting", 1, "approval", id, "expires_ms",
                               (json_int_t)a.expires_ms, "second", roles_write(a.second));
    approval_drop(&a);
    errand_submit(request, batch, answer, approval_ask);
}

/* Answers a repeated request that asked for approval: it still waits, or how it was decided. */
void approval_tell(house_request *request, const char *id)
{
    approval a;
    char state[sizeof a.state];
    bool found = approval_load(request->house, id, &a);
    snprintf(state, sizeof state, "%s", found ? a.state : "unknown");
    bool waits = strcmp(state, "waiting") == 0;
    if (waits && is_too_old(a.asked_ms, request->house->now_ms)) strcpy(state, "too old");
    json_t *answer =
        json_pack("{s:b, s:b, s:s, s:s, s:I, s:o}", "repeated", 1, "waiting", strcmp(state, "waiting") == 0, "approval",
                  id, "state", state, "expires_ms", (json_int_t)a.expires_ms, "second", roles_write(a.second));
    approval_drop(&a);
    house_refusal unread;
    if (!house_could_not_read(request->house, &unread)) {
        request_answer(request, answer);
        return;
    }
    json_decref(answer);
    request_refuse_here(request, &unread, NULL);
}

/* An approval that still waits; false when the request was refused. */
static bool take_waiting(house_request *request, const char *id, approval *a)
{
    if (!approval_load(request->house, id, a)) {
        request_refuse(request, LM_REFUSED_UNKNOWN, LM_STAFF_SAYS("there is no request \"%s\" to approve"), id);
    } else if (strcmp(a->state, "waiting") != 0) {
        request_refuse(request, LM_REFUSED_NOW, LM_STAFF_SAYS("this has been decided already: it is %s"), a->state);
    } else if (is_too_old(a->asked_ms, request->house->now_ms)) {
        request_refuse(request, LM_REFUSED_NOW,
                       LM_STAFF_SAYS("this was not approved within 15 minutes; ask for it again"));
    } else {
        return true;
    }
    approval_drop(a);
    return false;
}

/* Writes a decision: its record and the changed value. */
static lm_batch *decide_request(house_request *request, const char *kind, const char *id, approval *a)
{
    char waiting[LM_STORE_NAME + 1];
    waiting_key(a->asker, id, waiting);
    hide_hash(a);
    snprintf(a->state, sizeof a->state, "%s", kind);
    memcpy(a->by, request->caller.person, sizeof a->by);
    a->decided_ms = request->house->now_ms;
    lm_batch *batch = house_batch(request, kind,
                                  json_pack("{s:s, s:s, s:s, s:s}", "approval", id, "word", a->word, "asker", a->asker,
                                            "reason", field_text(request, LM_FIELD_REASON)));
    approval_put(batch, id, a);
    lm_batch_drop(batch, waiting);
    return batch;
}

void approval_decline(house_request *request)
{
    const char *id = field_text(request, LM_FIELD_APPROVAL);
    approval a;
    if (!take_waiting(request, id, &a)) return;
    const lm_act_row *word = word_of(&a);
    bool own = strcmp(a.asker, request->caller.person) == 0;
    if (own || (word && word->second & request->caller.roles))
        errand_submit(request, decide_request(request, "declined", id, &a), NULL, approval_decline);
    else
        request_refuse(
            request, LM_REFUSED_PERSON,
            LM_STAFF_SAYS("only the person who asked for it, or a person who may approve it, may decline it"));
    approval_drop(&a);
}

/* Whether the asker may still do what they asked for. */
static bool asker_may(lm_house *house, const approval *a, const lm_act_row *word, house_person *asker)
{
    return person_read(house, a->asker, asker) && !asker->locked && asker->roles & word->roles;
}

static bool may_approve(house_request *request, const approval *a, const lm_act_row *word, house_person *asker)
{
    const char *me = request->caller.person, *table = text_in(a->request, "table");
    if (strcmp(a->asker, me) == 0) {
        request_refuse(request, LM_REFUSED_PERSON, LM_STAFF_SAYS("you asked for this: another person must approve it"));
    } else if (!word || !(word->second & request->caller.roles)) {
        request_refuse(request, LM_REFUSED_PERSON,
                       LM_STAFF_SAYS("this must be approved by a person with another role"));
    } else if (strcmp(text_in(a->request, "person"), me) == 0) {
        request_refuse(request, LM_REFUSED_PERSON, LM_STAFF_SAYS("this concerns you: another person must approve it"));
    } else if (!asker_may(request->house, a, word, asker)) {
        request_refuse(request, LM_REFUSED_NOW, "%s", asker_gone);
    } else if (word->where == LM_AT_TABLE && !house_table_state(request->house, table, NULL)) {
        request_elsewhere(request, table);
    } else {
        return true;
    }
    return false;
}

/* Keeps the result for the asker. No answer waits for this write, because the request has its own record. */
static void keep_result(house_request *request, lm_kind kind, const json_t *body)
{
    const char *id = request->caller.client + strlen("approval-");
    approval a;
    bool found = approval_load(request->house, id, &a);
    lm_batch *batch = found ? lm_batch_new() : NULL;
    if (batch) {
        strcpy(a.state, kind == LM_ANSWERED ? "done" : "refused");
        json_decref(a.answer);
        a.answer = json_deep_copy(body);
        batch_record(batch, "approval-ended", "house",
                     json_pack("{s:s, s:s, s:i}", "approval", id, "state", a.state, "status",
                               kind_status(request->house, kind)));
        approval_put(batch, id, &a);
        batch_behind(request->house, batch);
    }
    approval_drop(&a);
}

/* From here on the request runs in the asker's name, approved by the other person. It is a client of its own, so the
 * asker's command numbers do not apply. */
static void become_asker(house_request *request, const approval *a, const house_person *asker)
{
    json_t *n = json_object_get(request->body, "n");
    json_t *body = json_deep_copy(a->request);
    char id[APPROVAL_ID];
    snprintf(id, sizeof id, "%s", field_text(request, LM_FIELD_APPROVAL));
    if (n) json_object_set(body, "n", n);
    memcpy(request->approver, request->caller.person, sizeof request->approver);
    memset(&request->caller, 0, sizeof request->caller);
    memcpy(request->caller.person, asker->id, sizeof request->caller.person);
    snprintf(request->caller.name, sizeof request->caller.name, "%s", asker->name);
    snprintf(request->caller.client, sizeof request->caller.client, "approval-%s", id);
    request->caller.roles = asker->roles;
    request->caller.version = asker->version;
    request->waits_for[0] = '\0';
    request->word = word_of(a);
    request->session[0] = '\0';
    request->ended = keep_result;
    request->repeated = NULL;
    json_decref(request->body);
    request->body = body;
    request_read_kept(request);
}

/* Answers a repeated approval with the result of the request, which may have been refused, or is unknown because the
 * server died. */
static void tell_end(house_request *request)
{
    approval a;
    approval_load(request->house, field_text(request, LM_FIELD_APPROVAL), &a);
    json_t *answer = json_deep_copy(a.answer);
    bool done = strcmp(a.state, "done") == 0, ended = done || strcmp(a.state, "refused") == 0;
    bool own = strcmp(a.by, request->caller.person) == 0;
    approval_drop(&a);
    if (own && ended && answer) {
        if (done) json_object_set_new(answer, "repeated", json_true());
        request_answer_again(
            request, done ? LM_ANSWERED : status_kind(request->house, int_in(answer, "status", -1), LM_REFUSED_NOW),
            answer);
        return;
    }
    json_decref(answer);
    request_refuse(
        request, LM_REFUSED_NOW, "%s",
        own ? /* say:approved-unknown */ "you approved this, and it is not known yet whether it was done: look at "
                                         "\"approvals\", or ask for it again"
            : LM_SAYS(ANOTHER_COMMAND, "", "you sent another command under this number; use a new one"));
}

static void approved(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_person asker;
    approval a;
    if (outcome->why == LM_STORE_VERSION) {
        request_refuse(request, LM_REFUSED_NOW, LM_STAFF_SAYS("another person decided this at the same moment"));
        return;
    }
    if (outcome->why != LM_STORE_DONE) {
        request_refuse_outcome(request, outcome);
        return;
    }
    row_read(approval_fields, request->own->kept, &a);
    errand_end(request);
    bool may = asker_may(request->house, &a, word_of(&a), &asker); /* the asker may have been locked since */
    become_asker(request, &a, &asker);
    approval_drop(&a);
    if (may) {
        request->house->turns->dispatch(request);
    } else {
        request_refuse(request, LM_REFUSED_NOW, "%s", asker_gone);
    }
}

void approval_approve(house_request *request)
{
    const char *id = field_text(request, LM_FIELD_APPROVAL);
    house_person asker;
    approval a;
    request->repeated = tell_end;
    if (!take_waiting(request, id, &a)) return;
    if (may_approve(request, &a, word_of(&a), &asker)) {
        errand_of(request)->kept = row_write(approval_fields, &a);
        json_t *kept = a.request; /* the errand keeps the request with the hash; `a` gets a copy */
        a.request = json_deep_copy(kept);
        json_decref(kept);
        request_submit(request, decide_request(request, "approved", id, &a), approved);
    }
    approval_drop(&a);
}

typedef struct {
    house_page page;
    json_t *keys;
} waiting_page;

/* Only reading a request tells whether it concerns the caller. So a page reads a limited number of requests and shows
 * those among them that do. */
static bool add_key(void *context, const lm_value_row *row)
{
    waiting_page *w = context;
    if (!page_takes(&w->page, row)) return false;
    json_array_append_new(w->keys, json_string(row->key));
    page_shows(&w->page, row->size);
    return true;
}

static bool concerns(const house_request *request, const approval *a)
{
    const lm_act_row *word = word_of(a);
    return strcmp(a->asker, request->caller.person) == 0 || (word && word->second & request->caller.roles);
}

static void drop_old(lm_house *house, const char *key)
{
    lm_batch *batch = lm_batch_new();
    if (!batch) return;
    lm_batch_drop(batch, key);
    batch_behind(house, batch);
}

/* Adds a waiting request to the list if it concerns the caller. */
static void add_waiting(house_request *request, const char *waiting, json_t *list)
{
    const char *id = strrchr(waiting, '/') + 1;
    approval a;
    bool found = approval_load(request->house, id, &a);
    if (found && is_too_old(a.asked_ms, request->house->now_ms)) {
        drop_old(request->house, waiting);
    } else if (found && concerns(request, &a)) {
        hide_hash(&a);
        json_t *row = row_write(approval_fields, &a);
        json_object_set_new(row, "approval", json_string(id));
        json_array_append_new(list, row);
    }
    approval_drop(&a);
}

static void list_waiting(house_request *request)
{
    char text[LM_STORE_TEXT];
    waiting_page w;
    if (!page_begin(request, WAITING_PREFIX, PAGE_ROWS_MOST, &w.page)) return;
    w.keys = json_array();
    json_t *list = json_array();
    bool read =
        lm_store_values_from(request->house->store, WAITING_PREFIX, w.page.first, add_key, &w, text) == LM_STORE_DONE;
    for (size_t i = 0; i < json_array_size(w.keys); i++)
        add_waiting(request, json_string_value(json_array_get(w.keys, i)), list);
    json_decref(w.keys);
    house_refusal unread;
    if (!house_could_not_read(request->house, &unread) && read) {
        request_answer(request,
                       json_pack("{s:o, s:s*}", "approvals", list, "next", page_next(&w.page, WAITING_PREFIX)));
        return;
    }
    json_decref(list);
    request_refuse_here(request, &unread, NULL);
}

/* All waiting requests that concern the caller, or one request by its id, in any state. */
void approval_list(house_request *request)
{
    const char *id = field_text(request, LM_FIELD_APPROVAL);
    approval a;
    if (!*id) {
        list_waiting(request);
        return;
    }
    if (!approval_load(request->house, id, &a) || !concerns(request, &a)) {
        request_refuse(request, LM_REFUSED_UNKNOWN, LM_STAFF_SAYS("there is no request \"%s\" that concerns you"), id);
    } else {
        bool waits = strcmp(a.state, "waiting") == 0;
        if (waits && is_too_old(a.asked_ms, request->house->now_ms)) strcpy(a.state, "too old");
        hide_hash(&a);
        request_answer(request, row_write(approval_fields, &a));
    }
    approval_drop(&a);
}
