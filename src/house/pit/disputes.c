/* disputes.c - disputes between a player and the house, and their resolution.
 *
 * A dispute is a value "dispute/N" that changes only together with a record on the stream "house"; the round it is about can
 * be recalled from the journal. */
#include <string.h>

#include "people/page.h"

#define DISPUTE_KEY "dispute/%010lld" /* in the order of their numbers */

typedef struct {
    int64_t dispute, opened_ms, resolved_ms;
    char table[LM_HOUSE_ID], player[LM_HOUSE_ID], by[LM_HOUSE_ID], resolved_by[LM_HOUSE_ID], status[12];
    json_t *text, *round, *resolution;
} dispute_row;

static const row_field dispute_fields[] = {
    ROW_HAS(INT, dispute_row, dispute),     ROW_HAS(TEXT, dispute_row, table),
    ROW_HAS(TEXT, dispute_row, player),     ROW_HAS(JSON, dispute_row, text),
    ROW_HAS(TEXT, dispute_row, by),         ROW_HAS(INT, dispute_row, opened_ms),
    ROW_HAS(TEXT, dispute_row, status),     ROW_HAS(JSON, dispute_row, round),
    ROW_HAS(JSON, dispute_row, resolution), ROW_MAY(TEXT, dispute_row, resolved_by),
    ROW_MAY(INT, dispute_row, resolved_ms), ROW_END,
};

void dispute_open(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    int64_t last_version;
    const char *player = field_text(request, LM_FIELD_PLAYER), *table = field_text(request, LM_FIELD_TABLE);
    bool is_staff = request->caller.roles & (LM_HOUSE_BIT(DEALER) | LM_HOUSE_BIT(SUPERVISOR));
    if (!is_staff && *player && strcmp(player, request->caller.person) != 0) {
        request_refuse(request, LM_REFUSED_PERSON,
                       LM_SAYS(DISPUTE_FOR_ONESELF, "",
                               "a player may open a dispute for themselves only; staff open one for another player"));
        return;
    }
    if (!*field_text(request, LM_FIELD_ABOUT) || lm_act_int(&request->act, LM_FIELD_ROUND) < 0) {
        request_refuse(request, LM_REFUSED_FORM,
                       "\"text\" must say what the dispute is about, and \"round\" must be 0 or more");
        return;
    }
    snprintf(key, sizeof key, "table/%.31s", table);
    json_t *terms = house_value(request->house, key, NULL);
    json_decref(terms);
    if (!terms) {
        char hint[LM_MEANT_TEXT];
        request_refuse(request, LM_REFUSED_UNKNOWN,
                       LM_SAYS(NO_TABLE_NAMED, "table hint", "there is no table \"%.31s\"%s"), table,
                       table_meant(request->house, table, hint));
        return;
    }
    dispute_row row = { .opened_ms = request->house->now_ms,
                        .status = "open",
                        .text = json_object_get(request->body, "text"),
                        .round = json_object_get(request->body, "round") };
    number_load(request->house, "last", &row.dispute, &last_version, "disputes");
    row.dispute++;
    snprintf(row.table, sizeof row.table, "%s", table);
    snprintf(row.player, sizeof row.player, "%s", *player || is_staff ? player : request->caller.person);
    memcpy(row.by, request->caller.person, sizeof row.by);
    lm_batch *batch = house_batch(request, "dispute", row_write(dispute_fields, &row));
    number_put(batch, "last", row.dispute, last_version, "disputes");
    row_put(batch, dispute_fields, &row, 0, DISPUTE_KEY, (long long)row.dispute);
    errand_submit(request, batch, json_pack("{s:I}", "dispute", (json_int_t)row.dispute), dispute_open);
}

/* Why the caller cannot resolve the dispute, or NULL; the row stays empty if there is no such dispute. */
static const char *resolve_complaint(const house_request *request, const dispute_row *row, lm_kind *kind)
{
    const char *who = request->caller.person;
    *kind = LM_REFUSED_NOW;
    if (!row->dispute) {
        *kind = LM_REFUSED_UNKNOWN;
        return "there is no dispute of this number";
    }
    if (strcmp(row->status, "open") != 0) return "the dispute has been resolved already";
    if (!*field_text(request, LM_FIELD_RESOLUTION)) {
        *kind = LM_REFUSED_FORM;
        return "\"resolution\" must say what was decided";
    }
    if (strcmp(row->by, who) != 0 && strcmp(row->player, who) != 0) return NULL;
    *kind = LM_REFUSED_PERSON;
    return "a dispute must be resolved by someone who neither opened it nor is party to it";
}

void dispute_resolve(house_request *request)
{
    int64_t version;
    lm_kind kind;
    dispute_row row;
    long long number = lm_act_int(&request->act, LM_FIELD_DISPUTE);
    row_load(request->house, dispute_fields, &row, &version, DISPUTE_KEY, number);
    const char *wrong = resolve_complaint(request, &row, &kind);
    if (wrong) {
        request_refuse(request, kind, "%s", wrong);
    } else {
        strcpy(row.status, "resolved");
        row.resolution = json_incref(json_object_get(request->body, "resolution"));
        memcpy(row.resolved_by, request->caller.person, sizeof row.resolved_by);
        row.resolved_ms = request->house->now_ms;
        lm_batch *batch = house_batch(request, "dispute-resolved", row_write(dispute_fields, &row));
        row_put(batch, dispute_fields, &row, version, DISPUTE_KEY, number);
        errand_submit(request, batch, row_write(dispute_fields, &row), dispute_resolve);
    }
    row_drop(dispute_fields, &row);
}

static bool shows_dispute(const house_request *request, const char *id, json_t *dispute, const json_t *list)
{
    (void)id, (void)list;
    const house_caller *caller = &request->caller;
    const char *status = field_text(request, LM_FIELD_STATUS), *table = field_text(request, LM_FIELD_TABLE);
    if (*status && strcmp(status, text_in(dispute, "status")) != 0) return false;
    if (*table && strcmp(table, text_in(dispute, "table")) != 0) return false;
    return (caller->roles & ROLES_STAFF) || strcmp(text_in(dispute, "player"), caller->person) == 0 ||
           strcmp(text_in(dispute, "by"), caller->person) == 0;
}

/* A misspelt status would list no dispute, as if there were none. */
static bool asks_for_status(house_request *request)
{
    static const char *const all[] = { "open", "resolved" };
    const char *status = field_text(request, LM_FIELD_STATUS);
    char hint[LM_MEANT_TEXT];
    if (!*status || strcmp(status, all[0]) == 0 || strcmp(status, all[1]) == 0) return true;
    request_refuse(request, LM_REFUSED_FORM, "\"status\" must be open or resolved%s",
                   lm_words_meant(lm_words_nearest_of(status, all, 2), hint));
    return false;
}

void dispute_list(house_request *request)
{
    static const struct paged_list disputes = { .name = "rows", .shows = shows_dispute };
    if (asks_for_status(request)) page_answer(request, &disputes, "dispute/");
}
