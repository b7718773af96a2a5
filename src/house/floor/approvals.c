/* approvals.c - what one person asks for and another must allow.
 *
 * A request whose word wants a second person is kept as the value "approval/ID". It is decided once: whoever comes second
 * finds it decided, so nothing is done twice. When it is approved it runs for the person who asked, as he is now: whoever
 * has lost his role meanwhile has lost the request with it. */
#include <string.h>

#include "people/people.h"

enum { APPROVAL_MS = 15 * 60 * 1000, APPROVAL_ID = 17, APPROVALS_EACH = 64 };
static const char ASKER_GONE[] = "whoever asked for this may not do it any more";

/* --- asking -------------------------------------------------------------------------------------------------------- */

static void approval_key(const char *id, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "approval/%s", id);
}

/* Those that wait, so that a list need not read all there ever were. */
static void waiting_key(const char *asker, const char *id, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "~approval/%s/%s", asker, id);
}

/* A clock that went back further than the time to decide makes it too old as well. */
static bool is_too_old(const json_t *value, int64_t now_ms)
{
    int64_t age = now_ms - int_in(value, "asked_ms", 0);
    return age >= APPROVAL_MS || age <= -APPROVAL_MS;
}

/* A password that waits is for nobody's eyes, though it is hashed. */
static json_t *without_hash(json_t *value)
{
    json_object_del(json_object_get(value, "request"), "hash");
    return value;
}

static json_t *asked_value(const house_request *request)
{
    int64_t now = house_now_ms(request->house);
    json_t *body = json_copy(request->body);
    json_object_del(body, "n");
    json_object_del(body, "seen");
    json_object_del(body, "session");
    return json_pack("{s:s, s:s, s:s, s:o, s:I, s:I, s:o}", "state", "waiting", "word", request->word->word, "asker",
                     request->caller.person, "request", body, "asked_ms", (json_int_t)now, "expires_ms",
                     (json_int_t)(now + APPROVAL_MS), "second", roles_write(request->word->second));
}

typedef struct {
    int64_t now_ms;
    int n;
} waiting_count;

static bool count_waiting(void *context, const lm_value_row *row)
{
    waiting_count *count = context;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    count->n += !is_too_old(value, count->now_ms);
    json_decref(value);
    return true;
}

/* Nobody buries what others ask for under requests of his own. */
static bool has_room(house_request *request)
{
    waiting_count count = { .now_ms = house_now_ms(request->house) };
    char prefix[LM_STORE_NAME + 1], text[LM_STORE_TEXT];
    waiting_key(request->caller.person, "", prefix);
    if (lm_store_values(house_store(request->house), prefix, count_waiting, &count, text) != LM_STORE_DONE) {
        errand_refuse(request, LM_REFUSED_LATER, "the house cannot read its store");
    } else if (count.n >= APPROVALS_EACH) {
        errand_refuse(request, LM_REFUSED_NOW,
                      "%d of your requests wait for a second person: let some be decided, or take them back "
                      "(decline)",
                      count.n);
    } else {
        return true;
    }
    return false;
}

void approval_ask(house_request *request)
{
    if (!has_room(request)) return;
    uint8_t random[(APPROVAL_ID - 1) / 2];
    char id[APPROVAL_ID], key[LM_STORE_NAME + 1], waiting[LM_STORE_NAME + 1];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(id, sizeof id, random, sizeof random);
    approval_key(id, key);
    waiting_key(request->caller.person, id, waiting);
    json_t *value = asked_value(request);
    json_t *record = without_hash(json_pack("{s:s, s:s, s:o}", "approval", id, "word", request->word->word, "request",
                                            json_copy(json_object_get(value, "request"))));
    json_t *answer = json_pack("{s:b, s:s, s:O, s:O}", "waiting", 1, "approval", id, "expires_ms",
                               json_object_get(value, "expires_ms"), "second", json_object_get(value, "second"));
    lm_batch *batch = house_batch(request, "approval-asked", record);
    batch_put(batch, waiting, 0, json_pack("{s:O}", "asked_ms", json_object_get(value, "asked_ms")));
    batch_put(batch, key, 0, value);
    errand_submit(request, batch, answer, approval_ask);
}

/* --- deciding -------------------------------------------------------------------------------------------------------- */

static const lm_act_row *word_of(const json_t *value)
{
    const char *word = text_in(value, "word");
    return lm_act_said(word, strlen(word));
}

/* The table is held by another server. */
static void end_elsewhere(house_request *request, const char *table)
{
    char id[LM_HOUSE_ID];
    snprintf(id, sizeof id, "%s", table);
    errand_end(request);
    request_elsewhere(request, id);
}

/* A value that still waits, or NULL when the request was refused. */
static json_t *take_waiting(house_request *request, const char *id, int64_t *version)
{
    char key[LM_STORE_NAME + 1];
    approval_key(id, key);
    json_t *value = house_value(request->house, key, version);
    if (!value) {
        errand_refuse(request, LM_REFUSED_UNKNOWN, "nobody has asked for \"%s\"", id);
        return NULL;
    }
    if (strcmp(text_in(value, "state"), "waiting") != 0) {
        errand_refuse(request, LM_REFUSED_NOW, "this has been decided before: it is %s", text_in(value, "state"));
    } else if (is_too_old(value, house_now_ms(request->house))) {
        errand_refuse(request, LM_REFUSED_NOW, "nobody approved this within 15 minutes; it must be asked for again");
    } else {
        return value;
    }
    json_decref(value);
    return NULL;
}

/* Record and value of a decision. Steals the value. */
static lm_batch *decide(house_request *request, const char *kind, const char *id, json_t *value, int64_t version)
{
    char key[LM_STORE_NAME + 1], waiting[LM_STORE_NAME + 1];
    approval_key(id, key);
    waiting_key(text_in(value, "asker"), id, waiting);
    without_hash(value);
    json_object_set_new(value, "state", json_string(kind));
    json_object_set_new(value, "by", json_string(request->caller.person));
    json_object_set_new(value, "decided_ms", json_integer(house_now_ms(request->house)));
    json_t *record = json_pack("{s:s, s:O, s:O, s:s}", "approval", id, "word", json_object_get(value, "word"), "asker",
                               json_object_get(value, "asker"), "reason", text_in(request->body, "reason"));
    lm_batch *batch = house_batch(request, kind, record);
    batch_put(batch, key, version, value);
    lm_batch_drop(batch, waiting);
    return batch;
}

static void decline(house_request *request)
{
    const char *id = text_in(request->body, "approval");
    int64_t version;
    if (!errand_of(request)) return;
    json_t *value = take_waiting(request, id, &version);
    if (!value) return;
    const lm_act_row *word = word_of(value);
    bool own = strcmp(text_in(value, "asker"), request->caller.person) == 0;
    if (!own && !(word && word->second & request->caller.roles)) {
        errand_refuse(request, LM_REFUSED_PERSON, "whoever may approve it, or asked for it, may decline it");
        json_decref(value);
        return;
    }
    errand_submit(request, decide(request, "declined", id, value, version), NULL, decline);
}

/* --- approving ---------------------------------------------------------------------------------------------------------- */

/* Whoever asked, as he is now, may do it himself. */
static bool asker_may(lm_house *house, const json_t *value, const lm_act_row *word, house_person *asker)
{
    return person_read(house, text_in(value, "asker"), asker) && !asker->locked && asker->roles & word->roles;
}

static bool may_approve(house_request *request, const json_t *value, const lm_act_row *word, house_person *asker)
{
    const char *me = request->caller.person, *table = text_in(json_object_get(value, "request"), "table");
    const char *subject = text_in(json_object_get(value, "request"), "person");
    if (strcmp(text_in(value, "asker"), me) == 0) {
        errand_refuse(request, LM_REFUSED_PERSON, "nobody approves what he has asked for himself");
    } else if (!word || !(word->second & request->caller.roles)) {
        errand_refuse(request, LM_REFUSED_PERSON, "this must be approved by somebody with another role");
    } else if (strcmp(subject, me) == 0) {
        errand_refuse(request, LM_REFUSED_PERSON, "nobody approves what is done for himself");
    } else if (!asker_may(request->house, value, word, asker)) {
        errand_refuse(request, LM_REFUSED_NOW, "%s", ASKER_GONE);
    } else if (word->where == LM_AT_TABLE && !house_table_state(request->house, table, NULL)) {
        end_elsewhere(request, table);
    } else {
        return true;
    }
    return false;
}

static void forget_batch(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    lm_batch_free(batch);
}

/* What came of it, for the asker to read. Nothing hangs on it: the deed has its own record. */
static void keep_result(house_request *request, lm_kind kind, const json_t *body)
{
    char key[LM_STORE_NAME + 1];
    int64_t version;
    const char *id = request->caller.client + strlen("approval-");
    approval_key(id, key);
    json_t *value = house_value(request->house, key, &version);
    lm_batch *batch = value ? lm_batch_new() : NULL;
    if (!batch) {
        json_decref(value);
        return;
    }
    const char *state = kind == LM_ANSWERED ? "done" : "refused";
    json_object_set_new(value, "state", json_string(state));
    json_object_set_new(value, "answer", json_deep_copy(body));
    batch_record(batch, "approval-ended", "house",
                 json_pack("{s:s, s:s, s:i}", "approval", id, "state", state, "status", kind));
    batch_put(batch, key, version, value);
    if (!lm_store_submit(house_store(request->house), batch, forget_batch, NULL)) lm_batch_free(batch);
}

/* From here on the request is the asker's, with the approver beside him. His command numbers have nothing to do with it: it
 * is a client of its own. */
static void become_asker(house_request *request, json_t *value, const house_person *asker)
{
    json_t *n = json_object_get(request->body, "n");
    json_t *body = json_deep_copy(json_object_get(value, "request"));
    char id[APPROVAL_ID];
    snprintf(id, sizeof id, "%s", text_in(request->body, "approval"));
    if (n) json_object_set(body, "n", n);
    snprintf(request->approver, sizeof request->approver, "%s", request->caller.person);
    memset(&request->caller, 0, sizeof request->caller);
    snprintf(request->caller.person, sizeof request->caller.person, "%s", asker->id);
    snprintf(request->caller.name, sizeof request->caller.name, "%s", asker->name);
    snprintf(request->caller.client, sizeof request->caller.client, "approval-%s", id);
    request->caller.roles = asker->roles;
    request->word = word_of(value);
    request->session[0] = '\0';
    request->ended = keep_result;
    request->repeated = NULL;
    json_decref(request->body);
    request->body = body;
    request_read_kept(request);
}

/* Who approved it hears what came of it; it may have been refused after all, or cut off by a server that died. */
static void tell_end(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    approval_key(text_in(request->body, "approval"), key);
    json_t *value = house_value(request->house, key, NULL);
    const char *state = text_in(value, "state");
    json_t *answer = json_deep_copy(json_object_get(value, "answer"));
    bool ended = strcmp(state, "done") == 0 || strcmp(state, "refused") == 0;
    bool own = strcmp(text_in(value, "by"), request->caller.person) == 0;
    lm_kind kind = strcmp(state, "done") == 0 ? LM_ANSWERED : (int)int_in(answer, "status", LM_REFUSED_NOW);
    json_decref(value);
    if (own && ended && answer) {
        if (kind == LM_ANSWERED) json_object_set_new(answer, "repeated", json_true());
        request_answer_again(request, kind, answer);
        return;
    }
    json_decref(answer);
    request_refuse(request, LM_REFUSED_NOW, NULL, "%s",
                   own ? /* say:approved-unknown */ "you approved this; what came of it is not known yet: "
                                                    "\"approvals\" shows it, or it is "
                                                    "asked for again"
                       : /* say:another-command */ "another command of yours had this number");
}

static void approved(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_errand *e = request->own;
    house_person asker;
    if (outcome->why == LM_STORE_VERSION) {
        errand_refuse(request, LM_REFUSED_NOW, "somebody else decided this at the same moment");
    } else if (outcome->why != LM_STORE_DONE) {
        lm_store_outcome copy = *outcome;
        errand_end(request);
        request_refuse_outcome(request, &copy);
    } else {
        json_t *value = json_incref(e->kept);
        bool may =
            asker_may(request->house, value, word_of(value), &asker); /* somebody may have locked him meanwhile */
        errand_end(request);
        become_asker(request, value, &asker);
        json_decref(value);
        if (may) {
            house_dispatch(request);
        } else {
            request_refuse(request, LM_REFUSED_NOW, NULL, "%s", ASKER_GONE);
        }
    }
}

static void approve(house_request *request)
{
    const char *id = text_in(request->body, "approval");
    int64_t version;
    house_person asker;
    house_errand *e = errand_of(request);
    if (!e) return;
    request->repeated = tell_end;
    json_t *value = take_waiting(request, id, &version);
    if (!value) return;
    if (!may_approve(request, value, word_of(value), &asker)) {
        json_decref(value);
        return;
    }
    e->kept = json_deep_copy(value);
    request_submit(request, decide(request, "approved", id, value, version), approved);
}

/* --- the list -------------------------------------------------------------------------------------------------------------- */

/* All of them: how many one person may have there is bounded. */
static bool add_key(void *context, const lm_value_row *row)
{
    json_array_append_new(context, json_string(row->key));
    return true;
}

static bool concerns(const house_request *request, const json_t *value)
{
    const lm_act_row *word = word_of(value);
    return strcmp(text_in(value, "asker"), request->caller.person) == 0 ||
           (word && word->second & request->caller.roles);
}

static void drop_old(lm_house *house, const char *key)
{
    lm_batch *batch = lm_batch_new();
    if (!batch) return;
    lm_batch_drop(batch, key);
    if (!lm_store_submit(house_store(house), batch, forget_batch, NULL)) lm_batch_free(batch);
}

/* One that waits, added to the list if it concerns the caller. */
static void add_waiting(house_request *request, const char *waiting, json_t *list)
{
    const char *id = strrchr(waiting, '/') + 1;
    char key[LM_STORE_NAME + 1];
    approval_key(id, key);
    json_t *value = house_value(request->house, key, NULL);
    if (value && is_too_old(value, house_now_ms(request->house))) {
        drop_old(request->house, waiting);
    } else if (value && concerns(request, value)) {
        json_object_set_new(value, "approval", json_string(id));
        json_array_append(list, without_hash(value));
    }
    json_decref(value);
}

static void list_waiting(house_request *request)
{
    char text[LM_STORE_TEXT];
    json_t *keys = json_array(), *list = json_array();
    bool read = lm_store_values(house_store(request->house), "~approval/", add_key, keys, text) == LM_STORE_DONE;
    for (size_t i = 0; i < json_array_size(keys); i++)
        add_waiting(request, json_string_value(json_array_get(keys, i)), list);
    json_decref(keys);
    house_refusal unread;
    if (!house_could_not_read(request->house, &unread) && read) {
        request_answer(request, json_pack("{s:o}", "approvals", list));
        return;
    }
    json_decref(list);
    request_refuse(request, unread.kind, NULL, "%s", unread.text);
}

/* All that wait and concern the caller, or one by its id, whatever became of it. */
static void list(house_request *request)
{
    const char *id = text_in(request->body, "approval");
    char key[LM_STORE_NAME + 1];
    if (!*id) {
        list_waiting(request);
        return;
    }
    approval_key(id, key);
    json_t *value = house_value(request->house, key, NULL);
    if (!value || !concerns(request, value)) {
        request_refuse(request, LM_REFUSED_UNKNOWN, NULL, "nobody has asked for \"%s\"", id);
        json_decref(value);
        return;
    }
    if (strcmp(text_in(value, "state"), "waiting") == 0 && is_too_old(value, house_now_ms(request->house)))
        json_object_set_new(value, "state", json_string("too old"));
    request_answer(request, without_hash(value));
}

const house_word approval_words[] = {
    { LM_ACT_APPROVALS, list },
    { LM_ACT_APPROVE, approve },
    { LM_ACT_DECLINE, decline },
    { LM_ACT_COUNT, NULL },
};
