/* reports_read.c - reads streams in chunks, and turns a table's stream into acts, movements and stakes. */
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

bool read_stream(report_query *query, const char *stream, int64_t from_seq, lm_record_reader reader, void *context)
{
    chunk c = { .reader = reader, .context = context, .next = from_seq };
    do {
        c.left = REPORT_CHUNK;
        if (lm_store_records(query->store, stream, c.next, read_one, &c, query->text) != LM_STORE_DONE) return false;
    } while (!c.stopped && c.left == 0);
    return true;
}

bool each_stream(report_query *query, const char *prefix, bool (*read)(void *context, const char *stream),
                 void *context)
{
    lm_streams streams;
    bool well = lm_streams_list(query->store, query->table[0] ? "table/" : prefix, &streams, query->text);
    for (size_t i = 0; well && i < streams.n; i++) {
        const char *stream = streams.name[i];
        if (query->table[0] && strcmp(stream + strlen("table/"), query->table) != 0) continue;
        well = read(context, stream);
    }
    lm_streams_free(&streams);
    return well;
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

/* Time never goes back within a stream, so this is a binary search. */
int64_t seq_at(report_query *query, const char *stream, int64_t time_ms)
{
    last_record last = { .name = stream };
    if (lm_store_streams(query->store, stream, keep_last, &last, query->text) != LM_STORE_DONE) return 1;
    int64_t low = 1, high = last.seq + 1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2, time = INT64_MAX;
        if (lm_store_records(query->store, stream, middle, keep_time, &time, query->text) != LM_STORE_DONE) return 1;
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

bool next_move(const lm_record *record, size_t *at, lm_effect *move)
{
    while (lm_effect_next(record->effects, record->effects_size, at, move)) {
        if (move->kind == LM_EFFECT_MOVE) return true;
    }
    return false;
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

bool is_hand(const report_stake *stake)
{
    return strcmp(stake->wager, "main") == 0 && stake->bettor == LM_DECIDER;
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

/* The first record has all terms; later records have only the terms that they change. */
static void take_terms(table_reading *r, const json_t *act, json_t *terms)
{
    json_object_update(terms, (json_t *)(uintptr_t)act);
    snprintf(r->title, sizeof r->title, "%s", text_of(terms, "title", ""));
    snprintf(r->money, sizeof r->money, "%s", text_of(terms, "money", "play"));
    if (json_object_get(act, "rules") || json_object_get(act, "settings"))
        load_rules(r, text_of(terms, "rules", ""), text_of(terms, "settings", ""));
}

/* --- a record of a table -------------------------------------------------------------------------------------------- */

typedef struct {
    table_reading *reading;
    json_t *terms;
    char sits[LM_BOXES][LM_BETTORS][LM_HOUSE_ID]; /* who has each place; "": it is free */
} record_reading;

/* --- who sits where ----------------------------------------------------------------------------------------------------- */

static char *place_at(record_reading *r, const lm_act *act)
{
    const lm_act_value *seat = lm_act_get(act, LM_FIELD_SEAT);
    bool there = seat && seat->seat.box >= 1 && seat->seat.box <= LM_BOXES && seat->seat.bettor < LM_BETTORS;
    return there ? r->sits[seat->seat.box - 1][seat->seat.bettor] : NULL;
}

static void leave_places(record_reading *r, const char *player)
{
    for (int i = 0; i < LM_BOXES * LM_BETTORS; i++) {
        char *place = r->sits[i / LM_BETTORS][i % LM_BETTORS];
        if (strcmp(place, player) == 0) *place = '\0';
    }
}

static void follow_places(record_reading *r, const lm_act *act)
{
    const char *player = lm_act_text(act, LM_FIELD_PLAYER);
    char *place = place_at(r, act);
    switch (act->word) {
    case LM_ACT_SIT:
        if (place) snprintf(place, LM_HOUSE_ID, "%s", player);
        break;
    case LM_ACT_GIVE_BACK:
        if (place) *place = '\0';
        break;
    case LM_ACT_LEAVE_TABLE: leave_places(r, player); break;
    default: return;
    }
    r->reading->busy = false;
    for (int i = 0; i < LM_BOXES * LM_BETTORS; i++)
        r->reading->busy |= r->sits[i / LM_BETTORS][i % LM_BETTORS][0] != '\0';
}

/* The player whose chips a bet or an insurance moves: the one at the place; for a dealer bet, the one it names, or the
 * holder of the box. */
static const char *stakes_player(record_reading *r, const lm_act *act)
{
    const char *named = lm_act_text(act, LM_FIELD_PLAYER);
    const lm_act_value *seat = lm_act_get(act, LM_FIELD_SEAT);
    char *place = place_at(r, act);
    if (!place) return "";
    if (seat->seat.bettor != LM_TIP) return place;
    return *named ? named : r->sits[seat->seat.box - 1][LM_DECIDER];
}

/* Amount, place and player of the stake in an act. No table takes more than LM_CENTS_MAX: a larger amount counts as 0,
 * so that sums cannot overflow. */
static report_stake stake_of(record_reading *r, const lm_act *act, const char *wager)
{
    report_stake stake = { .cents = lm_act_int(act, LM_FIELD_CENTS) };
    const lm_act_value *seat = lm_act_get(act, LM_FIELD_SEAT);
    if (stake.cents < 0 || stake.cents > LM_CENTS_MAX) stake.cents = 0;
    if (seat) {
        stake.box = seat->seat.box;
        stake.bettor = seat->seat.bettor;
    }
    snprintf(stake.wager, sizeof stake.wager, "%s", wager);
    snprintf(stake.player, sizeof stake.player, "%s", stakes_player(r, act));
    return stake;
}

static const char *wager_of(const lm_act *act)
{
    const char *named = lm_act_text(act, LM_FIELD_WAGER);
    return *named ? named : "main";
}

/* The stake already at this place, or the free entry for a new one. */
static report_stake *lies_at(table_reading *t, const report_stake *spot)
{
    report_stake *s = t->stake, *end = s + t->stakes;
    while (s < end && (s->box != spot->box || s->bettor != spot->bettor || strcmp(s->wager, spot->wager) != 0))
        s++;
    return s;
}

/* A bet replaces the stake at its place. A coupon moves none of the player's chips. */
static void lay_stake(record_reading *r, const lm_act *act)
{
    table_reading *t = r->reading;
    report_stake stake = stake_of(r, act, wager_of(act)), *lies = lies_at(t, &stake);
    if (lm_act_int(act, LM_FIELD_IN) == LM_COUPON || lies == t->stake + REPORT_STAKES) return;
    t->stakes += lies == t->stake + t->stakes;
    *lies = stake;
}

static void take_back(record_reading *r, const lm_act *act)
{
    table_reading *t = r->reading;
    report_stake stake = stake_of(r, act, wager_of(act)), *lies = lies_at(t, &stake), *end = t->stake + t->stakes;
    if (lies == end) return;
    memmove(lies, lies + 1, (size_t)(end - lies - 1) * sizeof *lies);
    t->stakes--;
}

static void tell_stake(table_reading *t, thing what, const report_stake *stake)
{
    what.kind = THING_STAKE;
    what.stake = stake;
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

static void insure(record_reading *r, thing what, const lm_act *act)
{
    report_stake stake = stake_of(r, act, "insurance");
    if (stake.cents) tell_stake(r->reading, what, &stake);
}

/* An act that cannot be read is skipped. */
static void tell_act(record_reading *r, thing what, const json_t *recorded)
{
    table_reading *t = r->reading;
    char why[LM_HOUSE_TEXT];
    lm_act act;
    const lm_act_row *row = lm_act_recorded(recorded);
    if (!row) return;
    if (!lm_act_recall(&act, recorded, why, sizeof why)) act = (lm_act){ .word = (uint8_t)lm_act_word_of(row) };
    what.kind = THING_ACT;
    what.act = &act;
    what.recorded = recorded;
    switch (act.word) {
    case LM_ACT_OPEN_TABLE:
    case LM_ACT_TERMS: take_terms(t, recorded, r->terms); break;
    case LM_ACT_OPEN: t->round++; break;
    case LM_ACT_BET: lay_stake(r, &act); break;
    case LM_ACT_WITHDRAW: take_back(r, &act); break;
    default: break;
    }
    follow_places(r, &act);
    t->hear(t->self, t, &what);
    if (act.word == LM_ACT_DEAL) deal_in(t, what);
    if (act.word == LM_ACT_INSURE) insure(r, what, &act);
}

static bool read_record(void *context, const lm_record *record)
{
    record_reading *r = context;
    table_reading *t = r->reading;
    lm_effect move;
    if (record->time_ms >= t->query->to_ms) return false;
    thing what = { .seq = record->seq, .time_ms = record->time_ms };
    what.inside = record->time_ms >= t->query->from_ms;
    json_t *acts = record_acts(record);
    for (size_t i = 0; i < json_array_size(acts); i++)
        tell_act(r, what, json_array_get(acts, i));
    json_decref(acts);
    what.kind = THING_MOVE;
    what.move = &move;
    for (size_t at = 0; next_move(record, &at, &move);)
        t->hear(t->self, t, &what);
    return true;
}

typedef struct {
    report_query *query;
    const table_listener *listener;
} tables_reading;

static bool read_table(void *context, const char *stream)
{
    const tables_reading *tables = context;
    const table_listener *listener = tables->listener;
    table_reading *t = zeroed_or_end(sizeof *t);
    record_reading *r = zeroed_or_end(sizeof *r);
    t->query = tables->query;
    t->table = stream + strlen("table/");
    t->hear = listener->hear;
    t->self = listener->self;
    r->reading = t;
    r->terms = json_object();
    if (listener->begin) listener->begin(listener->self, t);
    bool read = read_stream(t->query, stream, 1, read_record, r);
    if (listener->end) listener->end(listener->self, t); /* gives back what `begin` has taken */
    json_decref(r->terms);
    free(t->rules);
    free(t);
    free(r);
    return read;
}

bool read_tables(report_query *query, const table_listener *listener)
{
    return each_stream(query, "table/", read_table, &(tables_reading){ query, listener });
}
