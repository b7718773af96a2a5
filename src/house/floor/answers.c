/* answers.c - how a request ends: with an answer, a refusal, or the result of the store. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "people/people.h"

static void copy_text(char *to, size_t size, const char *from)
{
    size_t length = from ? strnlen(from, size - 1) : 0;
    if (length) memcpy(to, from, length);
    to[length] = '\0';
}

house_request *request_new(lm_house *house, uint64_t token, const lm_house_client *from, const json_t *body)
{
    house_request *r = zeroed_or_end(sizeof *r);
    r->house = house;
    r->token = token;
    r->connection = from->connection;
    r->is_browser = from->is_browser;
    r->is_local = from->is_local;
    r->is_numbered = json_is_integer(json_object_get(body, "n"));
    r->n = json_integer_value(json_object_get(body, "n"));
    if (!body)
        r->body = json_object();
    else if (from->gives)
        r->body = json_incref((json_t *)(uintptr_t)body);
    else
        r->body = json_copy((json_t *)(uintptr_t)body); /* a copy, because its members may be changed */
    copy_text(r->session, sizeof r->session, from->session);
    copy_text(r->device, sizeof r->device, from->device);
    copy_text(r->address, sizeof r->address, from->address);
    copy_text(r->network, sizeof r->network, from->network);
    return r;
}

void errand_end(house_request *request)
{
    house_errand *e = request->own;
    if (!e) return;
    json_decref(e->answer);
    json_decref(e->kept);
    sodium_memzero(e, sizeof *e);
    free(e);
    request->own = NULL;
}

void request_free(house_request *request)
{
    if (!request) return;
    errand_end(request);
    if (request->fate) request->house->turns->forget(request->fate);
    json_decref(request->body);
    free(request->refusal);
    free(request);
}

const char *field_text(const house_request *request, lm_act_field field)
{
    const char *text = lm_act_text(&request->act, field);
    return text ? text : "";
}

int64_t field_int(const house_request *request, lm_act_field field, int64_t otherwise)
{
    return lm_act_has(&request->act, field) ? lm_act_int(&request->act, field) : otherwise;
}

static void hand_over(house_request *r, const lm_house_answer *answer)
{
    const lm_house_owner *owner = &r->house->options.owner;
    owner->answer(owner->self, r->token, answer);
    request_free(r);
}

/* Takes a token from the answer, and out of it for a browser. `kept` keeps the token alive. */
static const char *take_token(const house_request *r, json_t *body, const char *key, json_t **kept)
{
    *kept = json_incref(json_object_get(body, key));
    if (r->is_browser) json_object_del(body, key);
    return json_string_value(*kept);
}

void request_answer_again(house_request *r, lm_kind kind, json_t *body)
{
    json_t *n = json_object_get(r->body, "n"), *session, *device;
    lm_out out = { 0 };
    if (n) json_object_set(body, "n", n);
    if (r->ended) r->ended(r, kind, body);
    lm_house_answer answer = { .kind = kind,
                               .session = take_token(r, body, "session", &session),
                               .device = take_token(r, body, "device", &device),
                               .retry_s = r->retry_s };
    lm_out_json(&out, body);
    if (out.failed) memory_end();
    answer.text = out.at;
    answer.size = out.size;
    hand_over(r, &answer);
    json_decref(session);
    json_decref(device);
    json_decref(body);
    lm_out_free(&out);
}

/* Adds the number of the request and the last bracket to the object, and sends it. */
static void send_text(house_request *r, lm_kind kind, lm_out *object)
{
    const json_t *n = json_object_get(r->body, "n");
    if (n) {
        lm_out_key(object, "n");
        lm_out_json(object, n);
    }
    lm_out_end(object, '}');
    if (object->failed) memory_end();
    if (r->ended) {
        json_t *body = json_loadb(object->at, object->size, 0, NULL);
        r->ended(r, kind, body);
        json_decref(body);
    }
    hand_over(r, &(lm_house_answer){ .kind = kind,
                                     .text = object->at,
                                     .size = object->size,
                                     .retry_s = r->retry_s,
                                     .inside = r->elsewhere,
                                     .request = r->elsewhere ? &(lm_request){ r->body } : NULL });
}

void request_answer_text(house_request *request, lm_out *object)
{
    if (object->failed) memory_end();
    object->size--; /* the closing bracket */
    lm_out_pack(object, "ok:b", true);
    send_text(request, LM_ANSWERED, object);
}

void request_answer(house_request *request, json_t *body)
{
    json_t *answer = body ? body : json_object();
    json_object_set_new(answer, "ok", json_true());
    request_answer_again(request, LM_ANSWERED, answer);
}

int kind_status(const lm_house *house, lm_kind kind)
{
    const int *status = house->options.owner.status;
    return status ? status[kind] : (int)kind;
}

lm_kind status_kind(const lm_house *house, int64_t status, lm_kind otherwise)
{
    for (int kind = 0; kind < LM_KINDS; kind++) {
        if (kind_status(house, (lm_kind)kind) == status) return (lm_kind)kind;
    }
    return otherwise;
}

/* Whether a sentence is valid UTF-8: a text of the request that it quotes may be cut within a character. */
static bool is_text(const char *why)
{
    json_t *text = json_string(why);
    json_decref(text);
    return text != NULL;
}

/* `answer` is an object whose last bracket is still missing; it may hold members already, to which the refusal is
 * added. */
static void refuse_with(house_request *request, const house_refusal *refusal, lm_out *answer)
{
    static const house_refusal unreadable = { .text = "the request cannot be read" };
    house_refusal shown = *refusal;
    if (!is_text(refusal->text)) shown = unreadable;
    shown.kind = refusal->kind;
    shown.clause = refusal->clause;
    request->house->figures.refusals++;
    lm_out_pack(answer, "ok:b status:i", false, kind_status(request->house, shown.kind));
    refusal_put(&shown, answer);
    if (request->retry_s) lm_out_pack(answer, "retry_ms:i", 1000 * request->retry_s);
    send_text(request, shown.kind, answer);
}

static void refuse_request(house_request *request, const house_refusal *refusal)
{
    if (request->house->turns->ask(request, refusal)) return;
    refuse_with(request, refusal, write_begin(request->house));
}

void request_refuse_here(house_request *request, const house_refusal *refusal, lm_out *stands)
{
    if (!stands) {
        refuse_request(request, refusal);
        return;
    }
    stands->size--; /* the closing bracket */
    refuse_with(request, refusal, stands);
}

bool refuse_into(house_refusal *refusal, lm_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *refusal = (house_refusal){ .kind = kind };
    lm_saying_write(&refusal->saying, refusal->text, sizeof refusal->text, format, args);
    va_end(args);
    return false;
}

bool request_refuse(house_request *request, lm_kind kind, const char *format, ...)
{
    house_refusal refusal = { .kind = kind };
    va_list args;
    va_start(args, format);
    lm_saying_write(&refusal.saying, refusal.text, sizeof refusal.text, format, args);
    va_end(args);
    refuse_request(request, &refusal);
    return false;
}

/* The store's refusal, worded for the caller. A repeated command succeeds without a second effect. */
void request_refuse_outcome(house_request *request, const lm_store_outcome *outcome)
{
    char why[LM_STORE_TEXT];
    house_refusal unread;
    lm_store_outcome_text(outcome, why, sizeof why);
    if (outcome->why == LM_STORE_MEMORY && house_could_not_read(request->house, &unread)) {
        refuse_request(request, &unread);
        return;
    }
    switch (outcome->why) {
    case LM_STORE_REPEATED: request->house->turns->repeated(request, outcome->answer); break;
    case LM_STORE_BALANCE:
        request_refuse(request, LM_REFUSED_NOW, LM_SAYS(ACCOUNT_TOO_LOW, "", "the account does not hold enough money"));
        break;
    case LM_STORE_VERSION:
        request_refuse(request, LM_REFUSED_NOW,
                       LM_SAYS(CHANGED_AT_ONCE, "", "another person changed it at the same moment; try again"));
        break;
    case LM_STORE_LATE: request->house->turns->search(request, outcome->subject); break;
    case LM_STORE_MEMORY: request_refuse(request, LM_REFUSED_LATER, "%s", why); break;
    case LM_STORE_FAILED:
        request_refuse(
            request, LM_REFUSED_LATER,
            LM_SAYS(
                JOURNAL_STOPPED, "",
                "the house cannot write its journal and has stopped; after the restart, see whether this was done"));
        break;
    default: request_refuse(request, LM_REFUSED_NOW, "%s", why); break;
    }
}
