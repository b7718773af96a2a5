/* disputes.c - disputes between a player and the house, their resolution and appeal.
 *
 * A dispute is a value "dispute/N" that changes only together with a record on the stream "house"; the round it is
 * about can be recalled from the journal, which also tells who dealt it and acted in it: they cannot decide. The player
 * or the person who opened it may appeal once; an executive who did not resolve it decides. */
#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "people/page.h"

#define DISPUTE_KEY "dispute/%010lld" /* in the order of their numbers */

typedef struct {
    int64_t dispute, seq, opened_ms, resolved_ms, appealed_ms, ruled_ms;
    char table[LM_HOUSE_ID], player[LM_HOUSE_ID], by[LM_HOUSE_ID], status[12];
    char resolved_by[LM_HOUSE_ID], appealed_by[LM_HOUSE_ID], ruled_by[LM_HOUSE_ID];
    json_t *text, *round, *resolution, *note, *appeal, *ruling, *ruling_note;
    json_t *parties; /* who acted in the round: a list of ids */
} dispute_row;

static const row_field dispute_fields[] = {
    ROW_HAS(INT, dispute_row, dispute),      ROW_HAS(TEXT, dispute_row, table),
    ROW_HAS(TEXT, dispute_row, player),      ROW_HAS(JSON, dispute_row, text),
    ROW_HAS(TEXT, dispute_row, by),          ROW_HAS(INT, dispute_row, opened_ms),
    ROW_HAS(TEXT, dispute_row, status),      ROW_HAS(JSON, dispute_row, round),
    ROW_HAS(JSON, dispute_row, resolution),  ROW_MAY(TEXT, dispute_row, resolved_by),
    ROW_MAY(INT, dispute_row, resolved_ms),  ROW_MAY(INT, dispute_row, seq),
    ROW_MAY(JSON, dispute_row, parties),     ROW_MAY(JSON, dispute_row, note),
    ROW_MAY(JSON, dispute_row, appeal),      ROW_MAY(TEXT, dispute_row, appealed_by),
    ROW_MAY(INT, dispute_row, appealed_ms),  ROW_MAY(JSON, dispute_row, ruling),
    ROW_MAY(JSON, dispute_row, ruling_note), ROW_MAY(TEXT, dispute_row, ruled_by),
    ROW_MAY(INT, dispute_row, ruled_ms),     ROW_END,
};

/* --- who acted in a round -------------------------------------------------------------------------------------------- */

enum { SCAN_CHUNK = 1024 };

/* A table's records are read up to the end of the round; only those that open a round, and those within it, are
 * parsed. */
typedef struct {
    int64_t round, wanted, first, last, next;
    int left;
    bool over;
    json_t *parties;
} round_scan;

/* An act about cards, turn or step of the game. Who stops a table or lets it go on is not party to its round. */
static bool is_of_game(const json_t *act)
{
    const lm_act_row *row = lm_act_recorded(act);
    return row && row->when & LM_ACT_ON_GAME && !(row->when & LM_ACT_ON_STANDING);
}

static void add_party(json_t *parties, const char *person)
{
    for (size_t i = 0; i < json_array_size(parties); i++) {
        if (strcmp(json_string_value(json_array_get(parties, i)), person) == 0) return;
    }
    if (*person) json_array_append_new(parties, json_string(person));
}

static bool scan_record(void *context, const lm_record *record)
{
    static const char opens[] = "\"do\":\"open\"";
    round_scan *s = context;
    s->next = record->seq + 1;
    s->left--;
    bool may_open = memmem(record->body, record->body_size, opens, sizeof opens - 1) != NULL;
    if (!may_open && s->round != s->wanted) return s->left > 0;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    const json_t *acts = json_object_get(body, "acts");
    for (size_t i = 0; i < json_array_size(acts) && !s->over; i++) {
        const json_t *act = json_array_get(acts, i);
        const lm_act_row *row = lm_act_recorded(act);
        if (row && lm_act_word_of(row) == LM_ACT_OPEN && s->round++ == s->wanted) s->over = true;
        if (s->over || s->round != s->wanted) continue;
        if (!s->first) s->first = record->seq;
        s->last = record->seq;
        if (is_of_game(act)) add_party(s->parties, record->actor);
    }
    json_decref(body);
    return !s->over && s->left > 0;
}

/* On the thread for searches. */
static void scan_round(house_request *request)
{
    house_errand *e = request->own;
    char text[LM_STORE_TEXT], stream[LM_STORE_NAME + 1];
    round_scan s = { .wanted = lm_act_int(&request->act, LM_FIELD_ROUND), .next = 1, .parties = json_array() };
    snprintf(stream, sizeof stream, "table/%.31s", field_text(request, LM_FIELD_TABLE));
    do {
        s.left = SCAN_CHUNK;
        e->unread = lm_store_records(house_reader(request->house, LM_WORK_SEARCH), stream, s.next, scan_record, &s,
                                     text) != LM_STORE_DONE;
    } while (!e->unread && !s.over && s.left == 0);
    int64_t seq = lm_act_int(&request->act, LM_FIELD_RECORD);
    e->failed = !s.first;
    e->right = !seq || (seq >= s.first && seq <= s.last);
    e->kept = s.parties;
}

/* --- opening --------------------------------------------------------------------------------------------------------- */

static void keep_dispute(house_request *request, json_t *parties)
{
    int64_t last_version;
    const char *player = field_text(request, LM_FIELD_PLAYER);
    bool is_staff = request->caller.roles & (LM_HOUSE_BIT(DEALER) | LM_HOUSE_BIT(SUPERVISOR));
    dispute_row row = { .opened_ms = request->house->now_ms,
                        .status = "open",
                        .seq = lm_act_int(&request->act, LM_FIELD_RECORD),
                        .text = json_object_get(request->body, "text"),
                        .round = json_object_get(request->body, "round"),
                        .parties = parties };
    number_load(request->house, "last", &row.dispute, &last_version, "disputes");
    row.dispute++;
    snprintf(row.table, sizeof row.table, "%s", field_text(request, LM_FIELD_TABLE));
    snprintf(row.player, sizeof row.player, "%s", *player || is_staff ? player : request->caller.person);
    memcpy(row.by, request->caller.person, sizeof row.by);
    lm_batch *batch = house_batch(request, "dispute", row_write(dispute_fields, &row));
    number_put(batch, "last", row.dispute, last_version, "disputes");
    row_put(batch, dispute_fields, &row, 0, DISPUTE_KEY, (long long)row.dispute);
    errand_submit(request, batch, json_pack("{s:I}", "dispute", (json_int_t)row.dispute), dispute_open);
}

static void keep_scanned(house_request *request)
{
    house_errand *e = request->own;
    json_t *parties = e->kept;
    e->kept = NULL;
    if (e->unread)
        request_refuse(request, LM_REFUSED_LATER,
                       LM_SAYS(STORE_UNREAD, "", "the house cannot read its store; try again"));
    else if (e->failed)
        request_refuse(request, LM_REFUSED_UNKNOWN, LM_SAYS(NO_SUCH_ROUND, "", "this table has not played that round"));
    else if (!e->right)
        request_refuse(request, LM_REFUSED_FORM,
                       LM_STAFF_SAYS(/* say:record-of-round */ "\"seq\" must be a record of the round"));
    else
        keep_dispute(request, parties);
    json_decref(parties);
}

void dispute_open(house_request *request)
{
    char key[LM_STORE_NAME + 1];
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
    errand_of(request);
    if (lm_act_int(&request->act, LM_FIELD_ROUND) > 0) {
        request_later(request, LM_WORK_SEARCH, scan_round, keep_scanned);
        return;
    }
    const house_state *state = house_table_state(request->house, table, NULL);
    json_t *parties = json_array();
    if (state) add_party(parties, state->dealer);
    keep_dispute(request, parties);
    json_decref(parties);
}

/* --- deciding -------------------------------------------------------------------------------------------------------- */

/* A person who dealt the round or acted in it, for the house or as a player, is party to the dispute. */
static bool is_party(const dispute_row *row, const char *person)
{
    bool acted = strcmp(row->by, person) == 0 || strcmp(row->player, person) == 0;
    for (size_t i = 0; i < json_array_size(row->parties); i++) {
        const char *party = json_string_value(json_array_get(row->parties, i));
        acted |= party && strcmp(party, person) == 0;
    }
    return acted;
}

/* Why the caller cannot decide the dispute, or NULL; the row stays empty if there is no such dispute. */
static const char *resolve_complaint(const house_request *request, const dispute_row *row, lm_kind *kind)
{
    const char *who = request->caller.person;
    bool appealed = strcmp(row->status, "appealed") == 0;
    *kind = LM_REFUSED_NOW;
    if (!row->dispute) {
        *kind = LM_REFUSED_UNKNOWN;
        return "there is no dispute of this number";
    }
    if (!appealed && strcmp(row->status, "open") != 0) return "the dispute has been resolved already";
    if (!*field_text(request, LM_FIELD_RESOLUTION)) {
        *kind = LM_REFUSED_FORM;
        return "\"resolution\" must say what was decided";
    }
    *kind = LM_REFUSED_PERSON;
    if (is_party(row, who))
        return /* say:dispute-of-a-party */ "a dispute must be resolved by someone who neither opened it nor is party "
                                            "to it: another supervisor or an executive must decide";
    if (appealed && !(request->caller.roles & LM_HOUSE_BIT(EXECUTIVE)))
        return /* say:appeal-for-executive */ "an appeal is decided by an executive";
    if (appealed && strcmp(row->resolved_by, who) == 0)
        return /* say:appeal-of-own-decision */ "you resolved this dispute: another executive must decide the appeal";
    return NULL;
}

/* Takes the decision into the row: of the dispute, or of its appeal. */
static const char *take_decision(const house_request *request, dispute_row *row)
{
    json_t *decision = json_incref(json_object_get(request->body, "resolution"));
    json_t *note = json_incref(json_object_get(request->body, "note"));
    if (strcmp(row->status, "appealed") == 0) {
        strcpy(row->status, "closed");
        row->ruling = decision;
        row->ruling_note = note;
        memcpy(row->ruled_by, request->caller.person, sizeof row->ruled_by);
        row->ruled_ms = request->house->now_ms;
        return "dispute-ruled";
    }
    strcpy(row->status, "resolved");
    row->resolution = decision;
    row->note = note;
    memcpy(row->resolved_by, request->caller.person, sizeof row->resolved_by);
    row->resolved_ms = request->house->now_ms;
    return "dispute-resolved";
}

static void shown_to_players(json_t *dispute)
{
    static const char *const staff_only[] = { "note", "ruling_note", "parties" };
    for (size_t i = 0; i < sizeof staff_only / sizeof *staff_only; i++)
        json_object_del(dispute, staff_only[i]);
}

static void keep_change(house_request *request, const char *kind, const dispute_row *row, int64_t version,
                        house_handler *again)
{
    json_t *answer = row_write(dispute_fields, row);
    lm_batch *batch = house_batch(request, kind, row_write(dispute_fields, row));
    row_put(batch, dispute_fields, row, version, DISPUTE_KEY, (long long)row->dispute);
    if (!(request->caller.roles & ROLES_STAFF)) shown_to_players(answer);
    errand_submit(request, batch, answer, again);
}

void dispute_resolve(house_request *request)
{
    int64_t version;
    lm_kind kind;
    dispute_row row;
    row_load(request->house, dispute_fields, &row, &version, DISPUTE_KEY,
             (long long)lm_act_int(&request->act, LM_FIELD_DISPUTE));
    const char *wrong = resolve_complaint(request, &row, &kind);
    if (wrong)
        request_refuse(request, kind, "%s", wrong);
    else
        keep_change(request, take_decision(request, &row), &row, version, dispute_resolve);
    row_drop(dispute_fields, &row);
}

/* --- an appeal ------------------------------------------------------------------------------------------------------- */

static bool may_appeal(house_request *request, const dispute_row *row)
{
    const char *who = request->caller.person;
    bool own = row->dispute && (strcmp(row->player, who) == 0 || strcmp(row->by, who) == 0);
    if (!own)
        return request_refuse(request, LM_REFUSED_UNKNOWN,
                              LM_SAYS(NO_DISPUTE_OF_YOURS, "dispute", "you have no dispute number %lld"),
                              (long long)lm_act_int(&request->act, LM_FIELD_DISPUTE));
    if (strcmp(row->status, "resolved") != 0)
        return request_refuse(request, LM_REFUSED_NOW,
                              LM_SAYS(APPEAL_ONCE, "", "a dispute can be appealed once, after it has been resolved"));
    if (!*field_text(request, LM_FIELD_ABOUT))
        return request_refuse(request, LM_REFUSED_FORM, LM_SAYS(APPEAL_SAYS_WHY, "", "say why the decision is wrong"));
    return true;
}

void dispute_appeal(house_request *request)
{
    int64_t version;
    dispute_row row;
    row_load(request->house, dispute_fields, &row, &version, DISPUTE_KEY,
             (long long)lm_act_int(&request->act, LM_FIELD_DISPUTE));
    if (may_appeal(request, &row)) {
        strcpy(row.status, "appealed");
        row.appeal = json_incref(json_object_get(request->body, "text"));
        memcpy(row.appealed_by, request->caller.person, sizeof row.appealed_by);
        row.appealed_ms = request->house->now_ms;
        keep_change(request, "dispute-appealed", &row, version, dispute_appeal);
    }
    row_drop(dispute_fields, &row);
}

/* --- the list -------------------------------------------------------------------------------------------------------- */

static bool shows_dispute(const house_request *request, const char *id, json_t *dispute, const json_t *list)
{
    (void)id, (void)list;
    const house_caller *caller = &request->caller;
    const char *status = field_text(request, LM_FIELD_STATUS), *table = field_text(request, LM_FIELD_TABLE);
    if (*status && strcmp(status, text_in(dispute, "status")) != 0) return false;
    if (*table && strcmp(table, text_in(dispute, "table")) != 0) return false;
    if (caller->roles & ROLES_STAFF) return true;
    shown_to_players(dispute);
    return strcmp(text_in(dispute, "player"), caller->person) == 0 ||
           strcmp(text_in(dispute, "by"), caller->person) == 0;
}

/* A misspelt status would list no dispute, as if there were none. */
static bool asks_for_status(house_request *request)
{
    static const char *const all[] = { "open", "resolved", "appealed", "closed" };
    enum { ALL = sizeof all / sizeof *all };
    const char *status = field_text(request, LM_FIELD_STATUS);
    char hint[LM_MEANT_TEXT];
    bool known = !*status;
    for (int i = 0; i < ALL; i++)
        known |= strcmp(status, all[i]) == 0;
    if (known) return true;
    request_refuse(request, LM_REFUSED_FORM, "\"status\" must be open, resolved, appealed or closed%s",
                   lm_words_meant(lm_words_nearest_of(status, all, ALL), hint));
    return false;
}

void dispute_list(house_request *request)
{
    static const struct paged_list disputes = { .name = "rows", .shows = shows_dispute };
    if (asks_for_status(request)) page_answer(request, &disputes, "dispute/");
}
