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

bool read_stream(report_query *query, const char *stream, int64_t from_seq, lm_record_reader reader, void *context)
{
    chunk c = { .reader = reader, .context = context, .next = from_seq };
    do {
        c.left = REPORT_CHUNK;
        if (lm_store_records(query->store, stream, c.next, read_one, &c, query->text) != LM_STORE_DONE) return false;
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
    int moves;
    char sits[LM_BOXES][LM_BETTORS][LM_HOUSE_ID]; /* who has each place; "": it is free */
} record_reading;

static void read_moves(record_reading *r, const lm_record *record)
{
    r->moves = 0;
    for (size_t at = 0; r->moves < RECORD_MOVES;) {
        lm_effect *move = &r->move[r->moves];
        if (!lm_effect_next(record->effects, record->effects_size, &at, move)) break;
        if (move->kind == LM_EFFECT_MOVE) r->moves++;
    }
}

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
    const char *player = lm_act_text(act, LM_FIELD_PLAYER).at;
    char *place = place_at(r, act);
    if (act->word == LM_ACT_SIT && place) snprintf(place, LM_HOUSE_ID, "%s", player);
    if (act->word == LM_ACT_GIVE_BACK && place) *place = '\0';
    if (act->word == LM_ACT_LEAVE_TABLE) leave_places(r, player);
}

/* Whose chips a bet or an insurance moves: of the player who has the place; for the dealer, of the player it names, or who has
 * the box. */
static const char *stakes_player(record_reading *r, const lm_act *act)
{
    const char *named = lm_act_text(act, LM_FIELD_PLAYER).at;
    const lm_act_value *seat = lm_act_get(act, LM_FIELD_SEAT);
    char *place = place_at(r, act);
    if (!place) return "";
    if (seat->seat.bettor != LM_TIP) return place;
    return *named ? named : r->sits[seat->seat.box - 1][LM_DECIDER];
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
static lm_cents staked(const lm_act *act)
{
    lm_cents cents = lm_act_int(act, LM_FIELD_CENTS);
    return cents >= 0 && cents <= LM_CENTS_MAX ? cents : 0;
}

/* A bet says what lies there from now on. A coupon moves no chips of a player. */
static void lay_stake(record_reading *r, const lm_act *act, const json_t *object)
{
    if (lm_act_int(act, LM_FIELD_IN) == LM_COUPON) return;
    report_stake *stake = stake_on(r->reading, text_of(object, "seat", ""), text_of(object, "wager", "main"));
    if (!stake) return;
    stake->cents = staked(act);
    snprintf(stake->player, sizeof stake->player, "%s", stakes_player(r, act));
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

static void insure(record_reading *r, thing what, const lm_act *act, const json_t *object)
{
    report_stake stake = { .cents = staked(act) };
    if (!stake.cents) return;
    snprintf(stake.player, sizeof stake.player, "%s", stakes_player(r, act));
    snprintf(stake.wager, sizeof stake.wager, "insurance");
    snprintf(stake.seat, sizeof stake.seat, "%s", text_of(object, "seat", ""));
    tell_stake(r->reading, what, &stake);
}

static bool moves_chips(lm_act_word word)
{
    return word == LM_ACT_BET || word == LM_ACT_INSURE || word == LM_ACT_SIT || word == LM_ACT_GIVE_BACK ||
           word == LM_ACT_LEAVE_TABLE;
}

/* A record holds what was done, so an act of it that cannot be read tells nothing of chips. */
static void tell_act(record_reading *r, thing what, const json_t *object)
{
    table_reading *t = r->reading;
    char why[LM_HOUSE_TEXT];
    lm_act act;
    const lm_act_row *row = lm_act_recorded(object);
    lm_act_word word = row ? lm_act_word_of(row) : LM_ACT_COUNT;
    bool read = moves_chips(word) && lm_act_recall(&act, object, why, sizeof why);
    what.word = text_of(object, "do", "");
    what.kind = THING_ACT;
    what.act = object;
    if (word == LM_ACT_OPEN_TABLE || word == LM_ACT_TERMS) take_terms(t, object, r->terms);
    if (word == LM_ACT_OPEN) t->round++;
    if (read && word == LM_ACT_BET) lay_stake(r, &act, object);
    if (word == LM_ACT_WITHDRAW) take_back(t, object);
    t->hear(t->self, t, &what);
    if (word == LM_ACT_DEAL) deal_in(t, what);
    if (read && word == LM_ACT_INSURE) insure(r, what, &act, object);
    if (read) follow_places(r, &act);
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
