/* reports_read.c - streams read in chunks, and a table's stream told as acts, movements and stakes. */
#include <stdlib.h>
#include <string.h>

#include "reports.h"

int64_t query_end(const report_query *query)
{
    return query->now_ms && query->now_ms < query->to_ms ? query->now_ms : query->to_ms;
}

/* --- streams -------------------------------------------------------------------------------------------------- */

typedef struct {
    lm_record_reader reader;
    void *context;
    int64_t next;
    int left;
    bool stopped;
} chunk;

static bool read_one(void *context, const lm_record *record)
{
    chunk *c = context;
    c->next = record->seq + 1;
    c->left--;
    c->stopped = !c->reader(c->context, record);
    return !c->stopped && c->left > 0;
}

bool read_stream(report_query *query, const char *stream, int64_t from_seq, lm_record_reader reader,
                 void *context)
{
    chunk c = { .reader = reader, .context = context, .next = from_seq };
    do {
        c.left = REPORT_CHUNK;
        if (lm_store_records(query->store, stream, c.next, read_one, &c, query->text) != LM_STORE_DONE)
            return false;
    } while (!c.stopped && c.left == 0);
    return true;
}

static bool keep_name(void *context, const lm_stream_row *row)
{
    return json_array_append_new(context, json_string(row->name)) == 0;
}

json_t *stream_names(report_query *query, const char *prefix)
{
    json_t *names = json_array();
    if (lm_store_streams(query->store, prefix, keep_name, names, query->text) == LM_STORE_DONE) return names;
    json_decref(names);
    return NULL;
}

static bool keep_time(void *context, const lm_record *record)
{
    *(int64_t *)context = record->time_ms;
    return false;
}

typedef struct {
    const char *name;
    int64_t seq;
} last_record;

static bool keep_last(void *context, const lm_stream_row *row)
{
    last_record *last = context;
    if (strcmp(row->name, last->name) == 0) last->seq = row->seq;
    return true;
}

/* Time never goes back within a stream, so its records can be halved until one is left. */
int64_t seq_at(report_query *query, const char *stream, int64_t time_ms)
{
    last_record last = { .name = stream };
    if (lm_store_streams(query->store, stream, keep_last, &last, query->text) != LM_STORE_DONE) return 1;
    int64_t low = 1, high = last.seq + 1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2, time = INT64_MAX;
        if (lm_store_records(query->store, stream, middle, keep_time, &time, query->text) != LM_STORE_DONE)
            return 1;
        if (time < time_ms)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

json_t *record_acts(const lm_record *record)
{
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    json_t *acts = json_incref(json_object_get(body, "acts"));
    json_decref(body);
    if (json_is_array(acts)) return acts;
    json_decref(acts);
    return NULL;
}

/* --- names ------------------------------------------------------------------------------------------------------ */

const char *account_person(const char *account, const char *prefix)
{
    size_t n = strlen(prefix);
    if (strncmp(account, prefix, n) != 0) return NULL;
    const char *slash = strchr(account + n, '/');
    return slash ? slash + 1 : NULL;
}

bool account_is(const char *account, const char *kind, const char *table)
{
    size_t k = strlen(kind), t = strlen(table);
    return strncmp(account, kind, k) == 0 && account[k] == '/' && strncmp(account + k + 1, table, t) == 0 &&
           (account[k + 1 + t] == '\0' || account[k + 1 + t] == '/');
}

bool is_hand(const thing *stake)
{
    return strcmp(stake->wager, "main") == 0 && strspn(stake->seat, "0123456789") == strlen(stake->seat);
}

static const char *text_of(const json_t *object, const char *key, const char *otherwise)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

/* --- a table's terms ----------------------------------------------------------------------------------------------- */

static void load_rules(table_reading *r, const char *name, const char *settings)
{
    const lm_rules_source *source = &r->query->owner.rules;
    char text[LM_HOUSE_TEXT];
    if (!r->rules) r->rules = zeroed_or_end(sizeof *r->rules);
    if (source->read && source->read(source->wagers, name, settings, r->rules, text, sizeof text)) return;
    free(r->rules);
    r->rules = NULL;
}

/* The first record names everything; later ones what they change. */
static void take_terms(table_reading *r, const json_t *act, json_t *terms)
{
    json_object_update(terms, (json_t *)(uintptr_t)act);
    snprintf(r->title, sizeof r->title, "%s", text_of(terms, "title", ""));
    snprintf(r->money, sizeof r->money, "%s", text_of(terms, "money", "play"));
    if (json_object_get(act, "rules") || json_object_get(act, "settings"))
        load_rules(r, text_of(terms, "rules", ""), text_of(terms, "settings", ""));
}

/* --- a record of a table -------------------------------------------------------------------------------------------- */

enum { RECORD_MOVES = HOUSE_MOVES };

typedef struct {
    table_reading *reading;
    json_t *terms;
    lm_effect move[RECORD_MOVES];
    bool paired[RECORD_MOVES];
    int moves;
} record_reading;

static void read_moves(record_reading *r, const lm_record *record)
{
    r->moves = 0;
    for (size_t at = 0; r->moves < RECORD_MOVES;) {
        lm_effect *move = &r->move[r->moves];
        if (!lm_effect_next(record->effects, record->effects_size, &at, move)) break;
        if (move->kind == LM_EFFECT_MOVE) r->paired[r->moves++] = false;
    }
}

/* Whose chips an act moved: those of the first movement of that reason and amount, between rack and felt, that no earlier act of
 * the record has taken. NULL when there is none: a coupon moves no chips of a player. */
static const char *mover_of(record_reading *r, const char *reason, lm_cents cents)
{
    for (int i = 0; i < r->moves; i++) {
        const lm_effect *move = &r->move[i];
        if (r->paired[i] || move->number != cents || strcmp(move->reason, reason) != 0) continue;
        const char *gives = account_person(move->name, "rack/"), *gets = account_person(move->to, "rack/");
        r->paired[i] = true;
        return gives ? gives : gets;
    }
    return NULL;
}

/* The stake on a spot, a new one where nothing lies yet. */
static report_stake *stake_on(table_reading *t, const char *seat, const char *wager)
{
    for (int i = 0; i < t->stakes; i++) {
        report_stake *s = &t->stake[i];
        if (strcmp(s->seat, seat) == 0 && strcmp(s->wager, wager) == 0) return s;
    }
    if (t->stakes == REPORT_STAKES) return NULL;
    report_stake *stake = &t->stake[t->stakes++];
    *stake = (report_stake){ 0 };
    snprintf(stake->wager, sizeof stake->wager, "%s", wager);
    snprintf(stake->seat, sizeof stake->seat, "%s", seat);
    return stake;
}

/* What an act stakes. An amount that no table takes is nobody's stake, and no sum of a report runs over. */
static lm_cents staked(const json_t *act)
{
    lm_cents cents = json_integer_value(json_object_get(act, "cents"));
    return cents >= 0 && cents <= LM_CENTS_MAX ? cents : 0;
}

/* A bet says what lies there from now on: only the difference moves. */
static void lay_stake(record_reading *r, const json_t *act)
{
    if (strcmp(text_of(act, "in", ""), "coupon") == 0) return;
    report_stake *stake = stake_on(r->reading, text_of(act, "seat", ""), text_of(act, "wager", "main"));
    if (!stake) return;
    lm_cents cents = staked(act), more = cents - stake->cents;
    const char *player = more > 0   ? mover_of(r, "bet", more)
                         : more < 0 ? mover_of(r, "withdraw", -more)
                                    : NULL;
    stake->cents = cents;
    if (player) snprintf(stake->player, sizeof stake->player, "%s", player);
}

static void take_back(table_reading *t, const json_t *act)
{
    const char *seat = text_of(act, "seat", ""), *wager = text_of(act, "wager", "main");
    int kept = 0;
    for (int i = 0; i < t->stakes; i++) {
        const report_stake *s = &t->stake[i];
        if (strcmp(s->seat, seat) != 0 || strcmp(s->wager, wager) != 0) t->stake[kept++] = *s;
    }
    t->stakes = kept;
}

static void tell_stake(table_reading *t, thing what, const report_stake *stake)
{
    what.kind = THING_STAKE;
    what.player = stake->player;
    what.wager = stake->wager;
    what.seat = stake->seat;
    what.cents = stake->cents;
    t->hear(t->self, t, &what);
}

static void deal_in(table_reading *t, thing what)
{
    for (int i = 0; i < t->stakes; i++)
        tell_stake(t, what, &t->stake[i]);
    t->stakes = 0;
    what.kind = THING_ROUND;
    t->hear(t->self, t, &what);
}

static void insure(record_reading *r, thing what, const json_t *act)
{
    report_stake stake = { .cents = staked(act) };
    const char *player = stake.cents ? mover_of(r, "insure", stake.cents) : NULL;
    if (!player) return;
    snprintf(stake.player, sizeof stake.player, "%s", player);
    snprintf(stake.wager, sizeof stake.wager, "insurance");
    snprintf(stake.seat, sizeof stake.seat, "%s", text_of(act, "seat", ""));
    tell_stake(r->reading, what, &stake);
}

static void tell_act(record_reading *r, thing what, const json_t *act)
{
    table_reading *t = r->reading;
    const char *word = what.word = text_of(act, "do", "");
    what.kind = THING_ACT;
    what.act = act;
    if (strcmp(word, "open-table") == 0 || strcmp(word, "terms") == 0) take_terms(t, act, r->terms);
    if (strcmp(word, "open") == 0) t->round++;
    if (strcmp(word, "bet") == 0) lay_stake(r, act);
    if (strcmp(word, "withdraw") == 0) take_back(t, act);
    t->hear(t->self, t, &what);
    if (strcmp(word, "deal") == 0) deal_in(t, what);
    if (strcmp(word, "insure") == 0) insure(r, what, act);
}

static bool read_record(void *context, const lm_record *record)
{
    record_reading *r = context;
    table_reading *t = r->reading;
    if (record->time_ms >= t->query->to_ms) return false;
    thing what = { .seq = record->seq, .time_ms = record->time_ms, .actor = record->actor };
    what.inside = record->time_ms >= t->query->from_ms;
    read_moves(r, record);
    json_t *acts = record_acts(record);
    for (size_t i = 0; i < json_array_size(acts); i++)
        tell_act(r, what, json_array_get(acts, i));
    json_decref(acts);
    what.kind = THING_MOVE;
    for (int i = 0; i < r->moves; i++) {
        what.move = &r->move[i];
        t->hear(t->self, t, &what);
    }
    return true;
}

static bool read_table(report_query *query, const char *stream, const table_listener *listener)
{
    table_reading *t = calloc(1, sizeof *t);
    record_reading *r = calloc(1, sizeof *r);
    bool read = t && r;
    if (read) {
        *t = (table_reading){
            .query = query, .table = stream + strlen("table/"), .hear = listener->hear, .self = listener->self
        };
        *r = (record_reading){ .reading = t, .terms = json_object() };
        if (listener->begin) listener->begin(listener->self, t);
        read = read_stream(query, stream, 1, read_record, r);
        if (read && listener->end) listener->end(listener->self, t);
        json_decref(r->terms);
        free(t->rules);
    }
    free(t);
    free(r);
    return read;
}

bool read_tables(report_query *query, const table_listener *listener)
{
    json_t *names = stream_names(query, "table/");
    bool read = names != NULL;
    for (size_t i = 0; read && i < json_array_size(names); i++) {
        const char *stream = json_string_value(json_array_get(names, i));
        if (query->table[0] && strcmp(stream + strlen("table/"), query->table) != 0) continue;
        read = read_table(query, stream, listener);
    }
    json_decref(names);
    return read;
}
