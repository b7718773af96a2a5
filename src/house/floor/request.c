/* request.c - a request from its arrival to its answer: which word it says, whether this person may, what it must hold. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

/* --- the words ------------------------------------------------------------------------------------------------ */

static const house_word *const lists[] = { people_words, approval_words, cage_words,  pit_words, report_words,
                                           floor_words,  table_words,    alarm_words, NULL };

const house_word *word_find(const char *word)
{
    for (int i = 0; lists[i]; i++) {
        for (const house_word *w = lists[i]; w->word.word; w++) {
            if (strcmp(w->word.word, word) == 0) return w;
        }
    }
    return NULL;
}

const lm_house_word *lm_house_words(void)
{
    enum { ROOM = 256 };
    static lm_house_word all[ROOM + 1];
    if (all[0].word) return all;
    int n = 0;
    for (int i = 0; lists[i]; i++) {
        for (const house_word *w = lists[i]; w->word.word && n < ROOM; w++)
            all[n++] = w->word;
    }
    return all;
}

/* --- answering ------------------------------------------------------------------------------------------------ */

static void copy_text(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from ? from : "");
}

house_request *request_new(lm_house *house, uint64_t token, const lm_house_client *from, const json_t *body)
{
    house_request *r = zeroed_or_end(sizeof *r);
    r->house = house;
    r->token = token;
    r->connection = from->connection;
    r->body = body ? json_deep_copy(body) : json_object();
    copy_text(r->session, sizeof r->session, from->session);
    copy_text(r->device, sizeof r->device, from->device);
    copy_text(r->address, sizeof r->address, from->address);
    copy_text(r->network, sizeof r->network, from->network);
    return r;
}

void request_free(house_request *request)
{
    if (!request) return;
    json_decref(request->body);
    free(request->refusal);
    free(request);
}

static void send_answer(house_request *r, int status, json_t *body)
{
    const json_t *n = json_object_get(r->body, "n");
    if (n) json_object_set(body, "n", (json_t *)(uintptr_t)n);
    if (r->ended) r->ended(r, status, body);
    r->house->options.owner.answer(r->house->options.owner.self, r->token, status, body);
    json_decref(body);
    request_free(r);
}

void request_answer(house_request *request, json_t *body)
{
    json_t *answer = body ? body : json_object();
    json_object_set_new(answer, "ok", json_true());
    send_answer(request, 200, answer);
}

void request_answer_again(house_request *request, int status, json_t *body)
{
    send_answer(request, status, body);
}

/* Steals `more`, which is part of the answer; or NULL. */
static void refuse_with(house_request *request, int status, const char *clause, const char *why, json_t *more)
{
    request->house->figures.refusals++;
    json_t *text = json_string(why);
    json_t *answer = more ? more : json_object();
    json_object_set_new(answer, "ok", json_false());
    json_object_set_new(answer, "status", json_integer(status));
    json_object_set_new(answer, "why", text ? text : json_string("the request cannot be read"));
    if (clause && *clause) json_object_set_new(answer, "clause", json_string(clause));
    if (request->retry_s) json_object_set_new(answer, "retry_ms", json_integer(1000 * request->retry_s));
    send_answer(request, status, answer);
}

static void refuse(house_request *request, int status, const char *clause, const char *why)
{
    if (command_ask(request, status, clause, why)) return;
    refuse_with(request, status, clause, why, NULL);
}

void request_refuse_here(house_request *request, const house_refusal *refusal, json_t *stands)
{
    if (stands)
        refuse_with(request, refusal->status, refusal->clause, refusal->text, stands);
    else
        refuse(request, refusal->status, refusal->clause, refusal->text);
}

void request_refuse(house_request *request, int status, const char *clause, const char *format, ...)
{
    char why[LM_HOUSE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    refuse(request, status, clause, why);
}

/* Nobody who says one thing hears that another was done. Earlier houses kept no word: theirs is "{}". */
static bool is_another_word(const house_request *request, const lm_store_outcome *outcome)
{
    const char *word = outcome->answer;
    return word && *word && *word != '{' && request->word && strcmp(word, request->word->word) != 0;
}

static void was_repeated(house_request *request, const lm_store_outcome *outcome)
{
    if (is_another_word(request, outcome)) {
        refuse(request, 409, NULL, "another command of yours had this number");
    } else if (request->repeated) {
        request->repeated(request);
    } else {
        request_answer(request, json_pack("{s:b}", "repeated", 1));
    }
}

/* What the store would not do, as the person who asked should hear it. Not to do a thing twice is no refusal. */
void request_refuse_outcome(house_request *request, const lm_store_outcome *outcome)
{
    char why[LM_STORE_TEXT];
    house_refusal unread;
    lm_store_outcome_text(outcome, why, sizeof why);
    if (outcome->why == LM_STORE_MEMORY && house_could_not_read(request->house, &unread)) {
        refuse(request, unread.status, NULL, unread.text);
        return;
    }
    switch (outcome->why) {
    case LM_STORE_REPEATED: was_repeated(request, outcome); break;
    case LM_STORE_BALANCE: refuse(request, 409, NULL, "there is not enough money in the account"); break;
    case LM_STORE_VERSION:
        refuse(request, 409, NULL, "somebody else changed it at the same moment; try again");
        break;
    case LM_STORE_LATE: refuse(request, 409, NULL, why); break;
    case LM_STORE_MEMORY: refuse(request, 503, NULL, why); break;
    case LM_STORE_FAILED:
        refuse(request, 503, NULL,
               "the house cannot write its journal and has stopped; whether this was done shows after the "
               "restart");
        break;
    default: refuse(request, 409, NULL, why); break;
    }
}

/* --- what an object must hold ------------------------------------------------------------------------------------ */

typedef struct {
    const char *name;
    bool (*fits)(const json_t *value);
    const char *what;
} field_type;

static bool is_text(const json_t *v)
{
    return json_is_string(v) && json_string_length(v) <= 4096;
}
static bool is_int(const json_t *v)
{
    return json_is_integer(v);
}
static bool is_bool(const json_t *v)
{
    return json_is_boolean(v);
}
static bool is_object(const json_t *v)
{
    return json_is_object(v);
}
static bool is_list(const json_t *v)
{
    return json_is_array(v);
}
static bool is_any(const json_t *v)
{
    return v != NULL;
}

bool house_is_name(const char *text)
{
    size_t n = strlen(text);
    return n >= 1 && n < LM_HOUSE_ID && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == n;
}

static bool is_id(const json_t *v)
{
    return json_is_string(v) && json_string_length(v) == strlen(json_string_value(v)) &&
           house_is_name(json_string_value(v));
}

const char *request_id(const house_request *request, const char *key)
{
    const json_t *value = json_object_get(request->body, key);
    return is_id(value) ? json_string_value(value) : NULL;
}

static const field_type seen_type = { "seen", is_int,
                                      "the record it was decided on, the last \"seq\" that you were told" };

static const field_type types[] = {
    { "text", is_text, "a text" },
    { "int", is_int, "a whole number" },
    { "bool", is_bool, "true or false" },
    { "object", is_object, "an object" },
    { "list", is_list, "a list" },
    { "any", is_any, "anything" },
    { "id", is_id, "a name of a to z, 0 to 9 and -, at most 31 characters" },
    { "seat", is_text, "a seat such as \"1\" or \"1b\"" },
    { "card", is_text, "a card such as \"Th\"" },
};

static const field_type *type_named(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i].name) == length && strncmp(types[i].name, name, length) == 0) return &types[i];
    }
    return &types[5];
}

/* Checks the object against "name:type name?:type ..."; NULL, or what is wrong with it. */
static const char *check_fields(const lm_house_word *w, const json_t *body, char *text, size_t size)
{
    char known[1024] = " do n table session client ";
    size_t used = strlen(known);
    const json_t *seen = json_object_get(body, "seen");
    if (w->where == LM_AT_TABLE) used += (size_t)snprintf(known + used, sizeof known - used, "seen ");
    if (w->decides ? !seen_type.fits(seen) : w->where == LM_AT_TABLE && seen && !seen_type.fits(seen)) {
        snprintf(text, size, "\"%s\" wants a field \"seen\": %s", w->word, seen_type.what);
        return text;
    }
    for (const char *at = w->fields ? w->fields : ""; *at;) {
        size_t word = strcspn(at, " ");
        size_t name = strcspn(at, ":?");
        if (name > word) name = word;
        bool may_lack = at[name] == '?';
        const char *colon = memchr(at, ':', word);
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)name, at);
        const json_t *value = json_object_get(body, key);
        const field_type *type = colon ? type_named(colon + 1, (size_t)(at + word - colon - 1)) : &types[5];
        if (!value && !may_lack) {
            snprintf(text, size, "\"%s\" wants a field \"%s\": %s", w->word, key, type->what);
            return text;
        }
        if (value && !type->fits(value)) {
            snprintf(text, size, "\"%s\" must be %s", key, type->what);
            return text;
        }
        used += (size_t)snprintf(known + used, sizeof known - used, "%s ", key);
        at += word;
        at += strspn(at, " ");
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)body, key, value)
    {
        char wanted[80];
        snprintf(wanted, sizeof wanted, " %.70s ", key);
        if (strchr(key, ' ') || !strstr(known, wanted)) {
            snprintf(text, size, "\"%s\" takes no field \"%.60s\"", w->word, key);
            return text;
        }
    }
    return NULL;
}

/* --- dispatch ------------------------------------------------------------------------------------------------ */

static const char *roles_text(uint32_t roles, char *text, size_t size)
{
    static const char *const words[] = {
#define X(name, word) word,
        LM_HOUSE_ROLES(X)
#undef X
    };
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < LM_HOUSE_ROLE_COUNT; i++) {
        if (roles >> i & 1 && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", words[i]);
    }
    return text;
}

/* Whoever has been idle may still say who he is. */
static bool is_for_stale(const char *word)
{
    return strcmp(word, "re-authenticate") == 0 || strcmp(word, "sign-out") == 0 ||
           strcmp(word, "who-am-i") == 0;
}

/* Two people are two only where nobody can pass for the other. Where one may do it alone, its handler looks. */
static bool takes_two(const lm_house_word *w)
{
    static const char *const seconds[] = { "approve", "verify-award", "pay-award" };
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        if (strcmp(w->word, seconds[i]) == 0) return true;
    }
    return w->second && !w->sometimes;
}

static bool may_say(house_request *r)
{
    char roles[200];
    if (!r->word->roles) return true;
    if (!r->caller.person[0]) {
        request_refuse(r, 401, NULL, "sign in first: \"%s\" is for %s", r->word->word,
                       roles_text(r->word->roles, roles, sizeof roles));
        return false;
    }
    if (!(r->word->roles & r->caller.roles)) {
        request_refuse(r, 403, NULL, "\"%s\" is for %s", r->word->word,
                       roles_text(r->word->roles, roles, sizeof roles));
        return false;
    }
    if (r->caller.stale && !is_for_stale(r->word->word)) {
        request_refuse(r, 401, NULL,
                       "nothing was done here for a while: give the password again (re-authenticate)");
        return false;
    }
    return !takes_two(r->word) || people_is_himself(r);
}

/* A command of the house with a number that is none; a table looks at its own. */
static bool has_no_number(const house_request *r)
{
    const json_t *n = json_object_get(r->body, "n");
    bool of_house = r->word->second || (r->word->where == LM_AT_HOUSE && !r->word->reads);
    return of_house && json_is_integer(n) && json_integer_value(n) < 1;
}

/* A request whose word, caller and fields are good: to the second person, to its table, or to its handler. */
void house_dispatch(house_request *request)
{
    if (alarm_stops(request)) return;
    if (request->word->second && !request->word->sometimes && !request->approver[0]) {
        approval_ask(request);
    } else if (request->word->where == LM_AT_TABLE) {
        table_request(request);
    } else {
        word_find(request->word->word)->handler(request);
    }
}

void lm_house_request(lm_house *house, uint64_t token, const lm_house_client *from, const json_t *body)
{
    house->figures.requests++;
    house->unread = false;
    house_read_clock(house);
    house_request *r = request_new(house, token, from, json_is_object(body) ? body : NULL);
    char text[LM_HOUSE_TEXT];
    const char *word = json_string_value(json_object_get(r->body, "do"));
    const house_word *found = word ? word_find(word) : NULL;
    if (house->fault[0]) {
        request_refuse(r, 503, NULL, "%s", house->fault);
        return;
    }
    if (!found) {
        request_refuse(r, word ? 404 : 400, NULL,
                       word ? "there is nothing to do called \"%.60s\""
                            : "a request is an object with a text \"do\"",
                       word);
        return;
    }
    r->word = &found->word;
    if (!people_caller(house, r->session, r->word->roles && !r->word->reads, &r->caller) && r->word->roles) {
        house_refusal unread;
        bool known = !house_could_not_read(house, &unread);
        request_refuse(r, known ? 401 : 503, NULL, "%s",
                       known ? "the session has ended; sign in again" : unread.text);
        return;
    }
    if (!may_say(r)) return;
    if (r->word->where == LM_AT_TABLE && !is_id(json_object_get(r->body, "table"))) {
        request_refuse(r, 400, NULL, "\"%s\" wants a field \"table\"", word);
        return;
    }
    if (check_fields(r->word, r->body, text, sizeof text)) {
        request_refuse(r, 400, NULL, "%s", text);
        return;
    }
    if (has_no_number(r)) {
        request_refuse(r, 400, NULL, "commands are numbered from 1");
        return;
    }
    house_dispatch(r);
}
