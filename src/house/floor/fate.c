/* fate.c - the result of a command: looked up in the journal, which knows every command for as long as it lives.
 *
 * The store remembers the last few commands of each client. An older number is searched in the records. Each record has
 * the client and the number of its command, and the digest of the answer, which covers the digest of the request. A
 * command whose number is below the client's last but in no record was not done and never will be. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "people/people.h"

enum { PORTION = 2000, PLACES = 2 }; /* PORTION: records that are read at once, while the house's own reads wait */

typedef struct {
    char client[LM_STORE_NAME + 1], stream[LM_STORE_NAME + 1];
    bool first_only; /* searches record 1 of every stream: founding a table is a command to the house */
} fate_place;

struct command_fate {
    fate_place place[PLACES + 1];
    int places;
    int64_t number, since_ms;     /* since_ms: records before this time cannot have the number */
    bool found, answered, unread; /* answered: the record has the digest of the answer, which older records lack */
    int64_t seq, time_ms, last;   /* last: the client's last number */
    char stream[LM_STORE_NAME + 1], kind[LM_STORE_NAME + 1], actor[LM_STORE_NAME + 1];
    uint8_t answer[LM_STORE_HASH]; /* digest of the stored answer */
    json_t *body;
};

typedef struct {
    struct command_fate *fate;
    const fate_place *place;
    int64_t next; /* the record to read next; 0: the search is over */
    int left;     /* records left in this portion */
} fate_search;

void fate_free(struct command_fate *fate)
{
    if (!fate) return;
    json_decref(fate->body);
    free(fate);
}

static void take_record(struct command_fate *fate, const lm_record *record)
{
    fate->found = true;
    fate->seq = record->seq;
    fate->time_ms = record->time_ms;
    snprintf(fate->stream, sizeof fate->stream, "%s", record->stream);
    snprintf(fate->kind, sizeof fate->kind, "%s", record->kind);
    snprintf(fate->actor, sizeof fate->actor, "%s", record->actor);
    fate->body = json_loadb(record->body, record->body_size, 0, NULL);
}

/* The numbers of a client ascend, so a larger number ends the search. */
static bool hear_record(void *context, const lm_record *record)
{
    fate_search *s = context;
    struct command_fate *fate = s->fate;
    lm_effect effect;
    s->next = record->seq + 1;
    for (size_t at = 0; lm_effect_next(record->effects, record->effects_size, &at, &effect);) {
        if (effect.kind != LM_EFFECT_COMMAND && effect.kind != LM_EFFECT_ANSWER)
            break; /* commands and answers come before all other effects */
        if (strcmp(effect.name, s->place->client) != 0 || effect.number < fate->number) continue;
        if (effect.number == fate->number && !fate->found) take_record(fate, record);
        if (effect.kind == LM_EFFECT_ANSWER && effect.number == fate->number) {
            memcpy(fate->answer, effect.digest, LM_STORE_HASH);
            fate->answered = true;
        }
        if (!s->place->first_only) s->next = 0;
    }
    return !fate->found && s->next && --s->left > 0;
}

typedef struct {
    const char *name;
    int64_t seq, time_ms;
} stream_end;

static bool hear_end(void *context, const lm_stream_row *row)
{
    stream_end *end = context;
    if (strcmp(row->name, end->name) != 0) return true;
    end->seq = row->seq;
    return false;
}

static bool hear_time(void *context, const lm_record *record)
{
    ((stream_end *)context)->time_ms = record->time_ms;
    return false;
}

/* The first record of the stream that is not older than the session: times do not go back within a stream. */
static int64_t first_since(lm_store *store, struct command_fate *fate, const char *stream)
{
    char text[LM_STORE_TEXT];
    stream_end end = { .name = stream };
    if (!fate->since_ms) return 1;
    fate->unread |= lm_store_streams(store, stream, hear_end, &end, text) != LM_STORE_DONE;
    int64_t low = 1, high = end.seq + 1;
    while (low < high && !fate->unread) {
        int64_t middle = low + (high - low) / 2;
        fate->unread |= lm_store_records_between(store, stream, middle, middle, hear_time, &end, text) != LM_STORE_DONE;
        if (end.time_ms < fate->since_ms)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void search_place(lm_store *store, struct command_fate *fate, const fate_place *place)
{
    char text[LM_STORE_TEXT];
    fate_search s = { .fate = fate, .place = place, .left = INT32_MAX };
    if (place->first_only) {
        fate->unread |= lm_store_records_between(store, NULL, 1, 1, hear_record, &s, text) != LM_STORE_DONE;
        return;
    }
    s.next = first_since(store, fate, place->stream);
    for (int64_t from = 0; s.next > from && !fate->found && !fate->unread;) {
        from = s.next;
        s.left = PORTION;
        fate->unread |= lm_store_records(store, place->stream, from, hear_record, &s, text) != LM_STORE_DONE;
    }
}

static bool hear_last(void *context, const lm_client_row *row)
{
    struct command_fate *fate = context;
    for (int i = 0; i < fate->places; i++) {
        if (strcmp(row->name, fate->place[i].client) == 0 && row->number > fate->last) fate->last = row->number;
    }
    return true;
}

/* Runs on another thread. */
static void search_journal(house_request *request)
{
    struct command_fate *fate = request->fate;
    lm_store *store = house_reader(request->house, LM_WORK_SEARCH);
    char text[LM_STORE_TEXT], session[33];
    snprintf(session, sizeof session, "%.32s", fate->place[0].client);
    fate->unread |= lm_store_clients_of(store, session, hear_last, fate, text) != LM_STORE_DONE;
    for (int i = 0; i < fate->places && !fate->found; i++)
        search_place(store, fate, &fate->place[i]);
}

/* --- where a command may be ----------------------------------------------------------------------------------------- */

static bool hear_session(void *context, const lm_value_row *row)
{
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    *(int64_t *)context = int_in(value, "created_ms", 0);
    json_decref(value);
    return false;
}

/* When the session began; 0 if it was swept away, and then the whole stream is searched. */
static int64_t session_began(lm_house *house, const char *client)
{
    char prefix[LM_STORE_NAME + 1], text[LM_STORE_TEXT];
    int64_t ms = 0;
    snprintf(prefix, sizeof prefix, "~session/%.32s", client);
    if (strlen(client) >= 32) lm_store_values(house->store, prefix, hear_session, &ms, text);
    return ms;
}

static void add_place(struct command_fate *fate, const char *client, const char *stream, bool first_only)
{
    fate_place *place = &fate->place[fate->places++];
    snprintf(place->client, sizeof place->client, "%s", client);
    snprintf(place->stream, sizeof place->stream, "%s", stream);
    place->first_only = first_only;
}

static struct command_fate *fate_of(house_request *request, const char *client, int64_t number)
{
    fate_free(request->fate);
    request->fate = zeroed_or_end(sizeof *request->fate);
    request->fate->number = number;
    request->fate->since_ms = session_began(request->house, client);
    return request->fate;
}

/* --- a repeated command ------------------------------------------------------------------------------------------------ */

static bool is_answer(const struct command_fate *fate, const char *text)
{
    uint8_t digest[LM_STORE_HASH];
    crypto_generichash(digest, sizeof digest, (const uint8_t *)text, strlen(text), NULL, 0);
    return memcmp(digest, fate->answer, sizeof digest) == 0;
}

/* Makes the stored answer again from the request and compares its digest with that in the record. Older versions stored
 * the answer without the digest of the request, and the oldest stored "{}". */
static bool is_same(house_request *request)
{
    const struct command_fate *fate = request->fate;
    char first[40], answer[COMMAND_ANSWER];
    bool at_table = strncmp(fate->stream, "table/", 6) == 0 && request->word->where == LM_AT_TABLE;
    if (at_table)
        snprintf(first, sizeof first, "%lld", (long long)fate->seq);
    else
        snprintf(first, sizeof first, "%s", request->word->word);
    snprintf(request->waits_for, sizeof request->waits_for, "%s", text_in(fate->body, "approval"));
    if (strcmp(fate->kind, "approval-asked") != 0) request->waits_for[0] = '\0';
    command_answer(request, first, answer);
    return !fate->answered || is_answer(fate, answer) || is_answer(fate, first) || is_answer(fate, "{}");
}

static void tell_result(house_request *request)
{
    struct command_fate *fate = request->fate;
    json_t *answer = json_pack("{s:b}", "repeated", 1);
    if (request->tells_record) {
        json_object_update(answer, fate->body);
        json_object_set_new(answer, "time_ms", json_integer(fate->time_ms));
    } else if (request->word->where == LM_AT_TABLE) {
        json_object_set_new(answer, "seq", json_integer(fate->seq));
    }
    request_answer(request, answer);
}

static void searched(house_request *request)
{
    const struct command_fate *fate = request->fate;
    if (fate->unread)
        request_refuse(request, LM_REFUSED_LATER,
                       LM_SAYS(BOOKS_UNREAD, "", "the house could not read its books; try again"));
    else if (!fate->found && request->refusal)
        request_refuse_here(request, request->refusal, NULL);
    else if (!fate->found)
        request_refuse(request, LM_REFUSED_NOW,
                       LM_SAYS(LATE_NOT_DONE, "",
                               "a later command came first, and this one was not done; send it under a new number"));
    else if (!is_same(request))
        command_refuse_another(request);
    else if (request->waits_for[0])
        request->house->turns->tell(request, request->waits_for);
    else if (request->repeated && !request->tells_record)
        request->repeated(request);
    else
        tell_result(request);
}

/* Commands to the house are numbered by CLIENT, those at a table by CLIENT/TABLE, and requests for approval of a
 * command at a table, which the house records, by CLIENT/TABLE/asked. */
void command_search(house_request *request, const char *client)
{
    struct command_fate *fate = fate_of(request, client, request->n);
    const char *table = strchr(client, '/'), *asked = table ? strchr(table + 1, '/') : NULL;
    char stream[LM_STORE_NAME + 1];
    if (table && !asked) {
        snprintf(stream, sizeof stream, "table/%s", table + 1);
        add_place(fate, client, stream, false);
    } else {
        add_place(fate, client, "house", false);
        if (!table) add_place(fate, client, "", true);
    }
    if (!request->refusal) {
        request->refusal = memory_or_end(sizeof *request->refusal);
        refuse_into(request->refusal, LM_REFUSED_NOW,
                    LM_SAYS(LATE_NOT_DONE, "",
                            "a later command came first, and this one was not done; send it under a new number"));
    }
    request_later(request, LM_WORK_SEARCH, search_journal, searched);
}

/* --- words ---------------------------------------------------------------------------------------------------------------- */

/* Finds the client that numbered the command: that of the session whose token the sender has, even if it has ended, or
 * an earlier client of a person who has signed in again and names it in "of". False when the request was refused. */
static bool whose_numbers(house_request *request, char client[33])
{
    uint8_t hash[LM_STORE_HASH];
    const char *of = field_text(request, LM_FIELD_OF);
    bool named = *of;
    if (named && (strlen(of) != 32 || strspn(of, "0123456789abcdef") != 32))
        return request_refuse(request, LM_REFUSED_FORM,
                              "\"of\" must be the \"client\" that a sign-in or who-am-i answered");
    if (named && !request->caller.person[0])
        return request_refuse(request, LM_REFUSED_STRANGER,
                              LM_SAYS(SIGN_IN_TO_ASK, "", "sign in first, or send the session that numbered it"));
    if (named) {
        memcpy(client, of, 33);
        return true;
    }
    if (!people_session(request->session, hash))
        return request_refuse(request, LM_REFUSED_STRANGER,
                              LM_STAFF_SAYS("send the session that numbered the command, or sign in "
                                            "and name its client in \"of\""));
    sodium_bin2hex(client, 33, hash, 16);
    return true;
}

static void fate_told(house_request *request)
{
    struct command_fate *fate = request->fate;
    bool named = *field_text(request, LM_FIELD_OF);
    if (fate->unread) {
        request_refuse(request, LM_REFUSED_LATER,
                       LM_SAYS(BOOKS_UNREAD, "", "the house could not read its books; try again"));
        return;
    }
    if (named && fate->found && strcmp(fate->actor, request->caller.person) != 0) {
        request_refuse(request, LM_REFUSED_PERSON,
                       LM_SAYS(NUMBER_OF_ANOTHER, "", "another person numbered this command"));
        return;
    }
    json_t *answer = json_pack("{s:s}", "fate",
                               fate->found                  ? "done"
                               : fate->last >= fate->number ? "not done"
                                                            : "unknown");
    if (fate->found) {
        bool asked = strcmp(fate->kind, "approval-asked") == 0;
        json_object_set_new(answer, "stream", json_string(fate->stream));
        json_object_set_new(answer, "seq", json_integer(fate->seq));
        json_object_set_new(answer, "time_ms", json_integer(fate->time_ms));
        json_object_set_new(answer, "kind", json_string(fate->kind));
        if (asked) {
            json_object_set_new(answer, "fate", json_string("asked"));
            json_object_set_new(answer, "approval", json_string(text_in(fate->body, "approval")));
        }
    }
    request_answer(request, answer);
}

void command_fates(house_request *request)
{
    char client[33], at_table[LM_STORE_NAME + 1], stream[LM_STORE_NAME + 1];
    const char *table = field_text(request, LM_FIELD_TABLE);
    int64_t number = lm_act_int(&request->act, LM_FIELD_NUMBER);
    if (number < 1) {
        request_refuse(request, LM_REFUSED_FORM, "commands are numbered from 1");
        return;
    }
    if (!whose_numbers(request, client)) return;
    struct command_fate *fate = fate_of(request, client, number);
    if (*table) {
        snprintf(at_table, sizeof at_table, "%s/%.31s", client, table);
        snprintf(stream, sizeof stream, "table/%.31s", table);
        add_place(fate, at_table, stream, false);
        snprintf(at_table, sizeof at_table, "%s/%.31s/asked", client, table);
        add_place(fate, at_table, "house", false);
    } else {
        add_place(fate, client, "house", false);
        add_place(fate, client, "", true);
    }
    request_later(request, LM_WORK_SEARCH, search_journal, fate_told);
}

typedef struct {
    json_t *tables, *asked;
    int64_t house;
} numbers_list;

static bool hear_numbers(void *context, const lm_client_row *row)
{
    numbers_list *list = context;
    char table[LM_STORE_NAME + 1];
    const char *rest = strchr(row->name, '/');
    snprintf(table, sizeof table, "%s", rest ? rest + 1 : "");
    char *asked = strchr(table, '/');
    if (asked) *asked = '\0';
    if (!rest)
        list->house = row->number;
    else
        json_object_set_new(asked ? list->asked : list->tables, table, json_integer(row->number));
    return true;
}

/* Commands that left no record count as well, as long as this server remembers them. */
static void add_idle(lm_house *house, const char *client, json_t *tables)
{
    char name[LM_STORE_NAME + 1];
    for (int i = 0; i < house->tables; i++) {
        const house_table *t = house->table[i];
        name_join(name, client, t->id, NULL);
        int64_t last = t->holding == TABLE_HELD ? idle_last(t, client_hash(name)) : 0;
        if (last > int_in(tables, t->id, 0)) json_object_set_new(tables, t->id, json_integer(last));
    }
}

void command_numbers(house_request *request)
{
    char client[33], text[LM_STORE_TEXT];
    if (!whose_numbers(request, client)) return;
    numbers_list list = { .tables = json_object(), .asked = json_object() };
    if (lm_store_clients_of(request->house->store, client, hear_numbers, &list, text) != LM_STORE_DONE)
        request->house->unread = true;
    add_idle(request->house, client, list.tables);
    house_refusal unread;
    if (house_could_not_read(request->house, &unread)) {
        json_decref(list.tables);
        json_decref(list.asked);
        request_refuse_here(request, &unread, NULL);
        return;
    }
    request_answer(request, json_pack("{s:I, s:o, s:o}", "house", (json_int_t)list.house, "tables", list.tables,
                                      "asked", list.asked));
}
