/* disputes.c - what a player and the house disagree about, and what was decided.
 *
 * A dispute is a value "dispute/N" that changes only together with a record on the stream "house"; the round it is about can
 * be recalled from the journal. */
#include <string.h>

#include "people/people.h"

enum { DISPUTES_LISTED = 20000 };

static void dispute_key(int64_t number, char key[32])
{
    snprintf(key, 32, "dispute/%010lld", (long long)number); /* in the order of their numbers */
}

static json_t *open_dispute(const house_request *request, int64_t number, const char *player)
{
    json_t *round = json_object_get(request->body, "round");
    json_t *dispute =
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:I, s:s}", "dispute", (json_int_t)number, "table",
                  text_in(request->body, "table"), "player", player, "text", text_in(request->body, "text"), "by",
                  request->caller.person, "opened_ms", (json_int_t)house_now_ms(request->house), "status", "open");
    if (round) json_object_set(dispute, "round", round);
    return dispute;
}

/* A player speaks for himself; staff may speak for a player. */
static bool names_himself(const house_request *request, const char *player)
{
    uint32_t staff = LM_HOUSE_BIT(DEALER) | LM_HOUSE_BIT(SUPERVISOR);
    return (request->caller.roles & staff) || !*player || strcmp(player, request->caller.person) == 0;
}

void dispute_open(house_request *request)
{
    char key[32], table[LM_HOUSE_ID + 8];
    int64_t last_version, none;
    const char *player = text_in(request->body, "player");
    if (!names_himself(request, player)) {
        errand_refuse(request, LM_REFUSED_PERSON, "a player opens disputes of his own");
        return;
    }
    if (!*text_in(request->body, "text") || int_in(request->body, "round", 0) < 0) {
        errand_refuse(request, LM_REFUSED_FORM, "a dispute says what it is about, and names no round below 0");
        return;
    }
    snprintf(table, sizeof table, "table/%.31s", text_in(request->body, "table"));
    json_t *terms = house_value(request->house, table, &none);
    json_decref(terms);
    if (!terms) {
        errand_refuse(request, LM_REFUSED_UNKNOWN, "there is no such table");
        return;
    }
    json_t *last = house_value(request->house, "disputes", &last_version);
    int64_t number = int_in(last, "last", 0) + 1;
    json_decref(last);
    bool is_staff = request->caller.roles & (LM_HOUSE_BIT(DEALER) | LM_HOUSE_BIT(SUPERVISOR));
    json_t *dispute = open_dispute(request, number, *player || is_staff ? player : request->caller.person);
    dispute_key(number, key);
    lm_batch *batch = house_batch(request, "dispute", json_incref(dispute));
    batch_put(batch, "disputes", last_version, json_pack("{s:I}", "last", (json_int_t)number));
    batch_put(batch, key, 0, dispute);
    errand_submit(request, batch, json_pack("{s:I}", "dispute", (json_int_t)number), dispute_open);
}

/* Nobody decides a dispute that he opened or that is his own. */
void dispute_resolve(house_request *request)
{
    char key[32];
    int64_t version;
    dispute_key(int_in(request->body, "dispute", 0), key);
    json_t *dispute = house_value(request->house, key, &version);
    const char *who = request->caller.person, *resolution = text_in(request->body, "resolution");
    const char *wrong = NULL;
    int status = LM_REFUSED_NOW;
    if (!dispute)
        status = LM_REFUSED_UNKNOWN, wrong = "there is no such dispute";
    else if (strcmp(text_in(dispute, "status"), "open") != 0)
        wrong = "the dispute has been resolved";
    else if (!*resolution)
        status = LM_REFUSED_FORM, wrong = "a resolution says what was decided";
    else if (strcmp(text_in(dispute, "by"), who) == 0 || strcmp(text_in(dispute, "player"), who) == 0)
        status = LM_REFUSED_PERSON, wrong = "somebody else resolves a dispute than who opened it or whose it is";
    if (wrong) {
        json_decref(dispute);
        errand_refuse(request, status, "%s", wrong);
        return;
    }
    json_object_set_new(dispute, "status", json_string("resolved"));
    json_object_set_new(dispute, "resolution", json_string(resolution));
    json_object_set_new(dispute, "resolved_by", json_string(who));
    json_object_set_new(dispute, "resolved_ms", json_integer(house_now_ms(request->house)));
    lm_batch *batch = house_batch(request, "dispute-resolved", json_incref(dispute));
    batch_put(batch, key, version, json_incref(dispute));
    errand_submit(request, batch, dispute, dispute_resolve);
}

typedef struct {
    const house_request *request;
    json_t *rows;
} dispute_list;

static bool keep_dispute(void *context, const lm_value_row *row)
{
    dispute_list *list = context;
    const house_caller *caller = &list->request->caller;
    const char *status = text_in(list->request->body, "status"), *table = text_in(list->request->body, "table");
    json_t *dispute = json_loadb(row->value, row->size, 0, NULL);
    bool is_his =
        strcmp(text_in(dispute, "player"), caller->person) == 0 || strcmp(text_in(dispute, "by"), caller->person) == 0;
    bool shown = (caller->roles & ROLES_STAFF) || is_his;
    if (*status && strcmp(status, text_in(dispute, "status")) != 0) shown = false;
    if (*table && strcmp(table, text_in(dispute, "table")) != 0) shown = false;
    if (shown) json_array_append(list->rows, dispute);
    json_decref(dispute);
    return json_array_size(list->rows) < DISPUTES_LISTED;
}

void disputes(house_request *request)
{
    char text[LM_STORE_TEXT];
    dispute_list list = { request, json_array() };
    if (lm_store_values(house_store(request->house), "dispute/", keep_dispute, &list, text) == LM_STORE_DONE) {
        request_answer(request, json_pack("{s:o}", "rows", list.rows));
        return;
    }
    json_decref(list.rows);
    request_refuse(request, LM_REFUSED_LATER, NULL, "%s", text);
}
