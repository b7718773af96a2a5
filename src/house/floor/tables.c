/* tables.c - the tables this server knows, and the requests to them. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

void table_free(house_table *table)
{
    for (int i = 0; i < HOUSE_RING; i++)
        text_drop(table->ring[i].text);
    for (int i = 0; i < table->waits; i++)
        request_free(table->waiting[i]);
    outbox_free(table);
    sodium_memzero(&table->secret, sizeof table->secret);
    json_decref(table->accounts);
    text_drop(table->opened);
    text_drop(table->looked);
    free(table->kept_secret);
    free(table->kept);
    free(table->rules);
    free(table->watcher);
    free(table);
}

const house_state *house_table_state(lm_house *house, const char *id, const lm_rules **rules)
{
    house_table *t = table_find(house, id);
    if (!t || t->holding != TABLE_HELD) return NULL;
    if (rules) *rules = t->rules;
    return &t->state;
}

void table_drop_watcher(house_table *table, uint64_t connection)
{
    for (int i = table->watchers - 1; i >= 0; i--) {
        if (table->watcher[i].connection == connection) table->watcher[i] = table->watcher[--table->watchers];
    }
}

static bool add_watcher(house_table *t, const house_request *r, int64_t since)
{
    table_drop_watcher(t, r->connection);
    if (t->watchers == t->watcher_room) {
        int room = t->watcher_room ? 2 * t->watcher_room : 8;
        house_watcher *more = realloc(t->watcher, (size_t)room * sizeof *more);
        if (!more) return false;
        t->watcher = more;
        t->watcher_room = room;
    }
    house_watcher *w = &t->watcher[t->watchers++];
    *w = (house_watcher){ .connection = r->connection, .since = since };
    snprintf(w->person, sizeof w->person, "%s", r->caller.person);
    people_session(r->session, w->session);
    return true;
}

/* Whether every message after `from` is still in the ring or about to be sent. */
static bool can_continue(const house_table *t, int64_t from)
{
    if (from <= 0 || from > t->state.seq) return false;
    for (int64_t seq = from + 1; seq <= t->state.seq; seq++) {
        if (t->ring[seq % HOUSE_RING].seq == seq) continue;
        const house_post *post = t->first;
        while (post && !(post->message && post->seq == seq))
            post = post->next;
        if (!post) return false;
    }
    return true;
}

/* The last record whose message was sent. */
static int64_t last_sent(const house_table *t)
{
    for (const house_post *post = t->first; post; post = post->next) {
        if (post->message) return post->seq - 1;
    }
    return t->state.seq;
}

/* Queues an answer after the records in progress, because what it reports must be durable. Steals the text, an
 * object. */
static house_post *post_answer(house_table *t, house_request *r, house_text *text)
{
    house_post *post = post_new(t);
    post->ready = true;
    post->request = r;
    post->answer = text;
    return post;
}

static void watch(lm_house *house, house_table *t, house_request *r)
{
    if (!r->connection) {
        request_refuse(r, LM_REFUSED_FORM, "a table is watched over a WebSocket; GET its snapshot instead");
        return;
    }
    int64_t from = lm_act_int(&r->act, LM_FIELD_SINCE);
    bool goes_on = can_continue(t, from);
    uint64_t connection = r->connection;
    int64_t since = goes_on ? last_sent(t) : t->state.seq;
    if (!add_watcher(t, r, since)) {
        request_refuse(r, LM_REFUSED_LATER,
                       LM_SAYS(NO_MEMORY_FOR_SPECTATOR, "", "not enough memory for another spectator"));
        return;
    }
    house_text *snapshot = goes_on ? NULL : table_snapshot(house, t, r->caller.person);
    for (int64_t seq = from + 1; goes_on && seq <= since; seq++) {
        const house_text *text = t->ring[seq % HOUSE_RING].seq == seq ? t->ring[seq % HOUSE_RING].text : NULL;
        if (text) house->options.owner.send(house->options.owner.self, connection, text->bytes, text->size);
    }
    lm_out_pack(write_begin(house), "seq:I continues:b }", t->state.seq, (int)goes_on);
    house_post *post = post_answer(t, r, text_of_written(house));
    post->to = connection;
    post->single = snapshot;
}

static void unwatch(lm_house *house, house_table *t, house_request *r)
{
    table_drop_watcher(t, r->connection);
    request_answer(r, NULL);
}

/* The present view as an answer; requests within HOUSE_LOOK_MS share one. */
static house_text *as_it_stands(lm_house *house, house_table *t)
{
    int64_t age = house->now_ms - t->looked_ms;
    if (!t->looked || t->looked_seq != t->state.seq || age < 0 || age >= HOUSE_LOOK_MS) {
        lm_out *out = write_begin(house);
        lm_out_pack(out, "seq:I snapshot:{", t->state.seq);
        view_table(&t->state, t->rules, t->id, out);
        lm_out_pack(out, "clock_ms:I } }", table_clock(house, t));
        text_drop(t->looked);
        t->looked = text_of_written(house);
        t->looked_seq = t->state.seq;
        t->looked_ms = house->now_ms;
    }
    t->looked->holders++;
    return t->looked;
}

/* Shows the public view of the table once; no messages follow. */
static void look(lm_house *house, house_table *t, house_request *r)
{
    post_answer(t, r, as_it_stands(house, t));
}

/* Legal actions and possible irregularities: what a dealer's console shows. */
static void legal(lm_house *house, house_table *t, house_request *r)
{
    lm_out *out = write_begin(house);
    lm_out_pack(out, "seq:I", t->state.seq);
    view_legal(&t->state, t->rules, lm_act_seat(&r->act, LM_FIELD_SEAT), out);
    lm_out_end(out, '}');
    post_answer(t, r, text_of_written(house));
}

static void why_not(lm_house *house, house_table *t, house_request *r)
{
    lm_out *out = write_begin(house);
    lm_out_pack(out, "seq:I", t->state.seq);
    lm_out_key(out, "acts");
    table_why_not(table_play(house, t), &r->caller, lm_act_seat(&r->act, LM_FIELD_SEAT), out);
    lm_out_end(out, '}');
    post_answer(t, r, text_of_written(house));
}

static void mishaps(lm_house *house, house_table *t, house_request *r)
{
    lm_out *out = write_begin(house);
    lm_out_pack(out, "seq:I", t->state.seq);
    lm_out_key(out, "mishaps");
    view_mishaps(&t->state, t->rules, out);
    lm_out_end(out, '}');
    post_answer(t, r, text_of_written(house));
}

static bool read_opened(void *context, const lm_record *record)
{
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL), *act, *opened = NULL;
    size_t i;
    json_array_foreach(json_object_get(body, "acts"), i, act)
    {
        const char *word = json_string_value(json_object_get(act, "do"));
        if (word && strcmp(word, "open-shoe") == 0) opened = act;
    }
    if (opened) lm_out_json(context, opened);
    json_decref(body);
    return false;
}

/* The last shoe that was opened, with what is needed to check it. After a restart the journal has salt and order; the
 * commitment and the cut are in earlier records. */
static void opened_shoe(lm_house *house, house_table *t, house_request *r)
{
    char text[LM_STORE_TEXT];
    lm_out *out = write_begin(house);
    lm_out_key(out, "shoe");
    size_t before = out->size;
    if (t->opened)
        lm_out_value(out, t->opened->bytes, t->opened->size);
    else if (t->state.opened_seq)
        lm_store_records(house->store, t->stream, t->state.opened_seq, read_opened, out, text);
    bool found = out->size > before;
    lm_out_end(out, '}');
    if (found)
        post_answer(t, r, text_of_written(house));
    else
        request_refuse(r, LM_REFUSED_UNKNOWN, LM_SAYS(NO_SHOE_OPENED, "", "no shoe of this table has been opened yet"));
}

typedef void look_answer(lm_house *, house_table *, house_request *);

/* The function of a command that only reads; NULL for other commands. */
static look_answer *looking(const house_request *r)
{
    switch (lm_act_word_of(r->word)) {
    case LM_ACT_WATCH: return watch;
    case LM_ACT_UNWATCH: return unwatch;
    case LM_ACT_LOOK: return look;
    case LM_ACT_LEGAL: return legal;
    case LM_ACT_WHY_NOT: return why_not;
    case LM_ACT_MISHAPS: return mishaps;
    case LM_ACT_OPENED_SHOE: return opened_shoe;
    default: return NULL;
    }
}

static void refuse_here(house_table *t, house_request *r, lm_kind kind, const char *why)
{
    house_refusal refusal;
    refuse_into(&refusal, kind, "%s", why);
    post_refusal(t, r, &refusal);
}

/* Commands that were done already, or come too late. The table knows the number, the store what was requested under it.
 * True when the request has been answered or the store is asked. */
static bool was_done(lm_house *house, house_table *t, house_request *r)
{
    char client[LM_STORE_NAME + 1];
    if (!r->is_numbered || !r->caller.client[0]) return false;
    command_client(r, t, client);
    r->client = client_hash(client);
    int64_t seq = state_recall_command(&t->state, r->client, r->n), idle = idle_recall(t, r);
    if (r->n >= 1 && !seq && !idle) return false;
    lm_out_pack(write_begin(house), "seq:I repeated:b }", idle, true);
    if (r->n < 1)
        refuse_here(t, r, LM_REFUSED_FORM, "commands are numbered from 1");
    else if (seq <= 0 && idle > 0)
        post_answer(t, r, text_of_written(house));
    else if (seq <= 0 && idle == IDLE_ANOTHER)
        command_refuse_another(r);
    else
        command_recall(r, t);
    outbox_flush(house, t);
    return true;
}

/* Acts of the open round, read from the journal, for a correction to replay. */
typedef struct {
    house_list *acts;
    int64_t last;
} acts_reader;

static bool read_acts(void *context, const lm_record *record)
{
    acts_reader *reader = context;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    list_take(reader->acts, json_object_get(body, "acts"));
    json_decref(body);
    return record->seq < reader->last;
}

void table_round_acts(lm_house *house, const house_table *t, house_list *acts)
{
    char text[LM_STORE_TEXT];
    acts_reader reader = { acts, t->state.seq };
    if (t->state.round_seq &&
        lm_store_records(house->store, t->stream, t->state.round_seq, read_acts, &reader, text) != LM_STORE_DONE)
        house->unread = true;
}

/* The store protects writes. A read must wait while another server may hold the table, that is, while an expired lease
 * is being renewed. */
static bool must_wait(const house_table *t, const house_request *r)
{
    bool reads_back = lm_act_word_of(r->word) == LM_ACT_CORRECT;
    bool in_doubt = looking(r) && r->house->now_ms >= t->lease_end_ms;
    return t->busy || in_doubt || (reads_back && t->first) || table_waits_to_leave(t);
}

/* A draining house finishes open rounds and starts no new ones. */
static bool is_stopped(const lm_house *house, const house_table *t, lm_act_word word)
{
    bool starts = word == LM_ACT_BET || word == LM_ACT_READY || word == LM_ACT_DEAL;
    return !house_begins_rounds(house) && starts && t->state.table.round.phase == LM_BETTING;
}

static void do_request(lm_house *house, house_table *t, house_request *r)
{
    house_play *play = table_play(house, t);
    house_list acts = { 0 };
    if (lm_act_word_of(r->word) == LM_ACT_CORRECT) table_round_acts(house, t, &acts);
    play->round_acts = &acts;
    int64_t seen = json_integer_value(json_object_get(r->body, "seen"));
    bool done = links_lay(house, t, play) && table_do(play, &r->caller, &r->act, seen, r->approver) && play_on(play);
    if (done && house_could_not_read(house, &play->refusal)) done = false;
    lm_out_free(&acts.text);
    if (!done) {
        post_refusal(t, r, &play->refusal);
        if (play->refusal.shows_table) t->last->answer = as_it_stands(house, t);
        outbox_flush(house, t);
    } else if (!play->acts.n) {
        idle_remember(t, r);
        post_answer(t, r, NULL)->seq = t->state.seq; /* such as `ready` from a player who is ready already */
        outbox_flush(house, t);
    } else {
        table_commit(house, t, play, r->caller.person[0] ? r->caller.person : "nobody", r);
    }
}

void request_elsewhere(house_request *r, const char *table)
{
    const house_table *t = table_find(r->house, table);
    if (t && t->holding == TABLE_ELSEWHERE && t->address[0]) {
        r->ended = NULL; /* the request had no effect on this server */
        r->elsewhere = t->inside;
        house_refusal refusal;
        refuse_into(&refusal, LM_REFUSED_ELSEWHERE, LM_SAYS(RUNS_ELSEWHERE, "", "another server runs this table"));
        lm_out *answer = write_begin(r->house);
        lm_out_pack(answer, "elsewhere:s }", t->address);
        request_refuse_here(r, &refusal, answer);
    } else {
        request_refuse(r, LM_REFUSED_LATER,
                       LM_SAYS(TABLE_TAKEN_OVER, "", "the table is being taken over; try again in a moment"));
    }
}

/* The table that a request names; NULL when it was refused. */
static house_table *find_table(house_request *request)
{
    lm_house *house = request->house;
    const char *id = request_table(request);
    house_table *t = table_find(house, id);
    /* another server may have opened it just now; but the list is read at most twice a second */
    if (!t && house->now_ms - house->listed_ms >= HOUSE_TICK_MS) {
        leases_list(house);
        t = table_find(house, id);
    }
    if (!t) {
        char hint[LM_MEANT_TEXT];
        request_refuse(request, LM_REFUSED_UNKNOWN,
                       LM_SAYS(NO_TABLE, "table hint", "there is no table \"%s\"; \"lobby\" lists them%s"), id,
                       table_meant(house, id, hint));
        return NULL;
    }
    if (t->holding == TABLE_HELD) return t;
    request_elsewhere(request, t->id);
    return NULL;
}

/* Tries a request before a second person is asked to approve it, so that they are not asked for nothing. The request is
 * checked again when it is approved; if the table waits for the store, only then. */
bool table_would_do(house_request *request)
{
    lm_house *house = request->house;
    house_table *t = find_table(request);
    if (!t || t->busy) return t != NULL;
    house_play *play = table_play(house, t);
    int64_t seen = json_integer_value(json_object_get(request->body, "seen"));
    if (links_lay(house, t, play) && table_do(play, &request->caller, &request->act, seen, "second")) return true;
    lm_out stands = { 0 };
    house_text *now = play->refusal.shows_table ? as_it_stands(house, t) : NULL;
    if (now) lm_out_raw(&stands, now->bytes, now->size);
    request_refuse_here(request, &play->refusal, now ? &stands : NULL);
    if (now) text_drop(now);
    lm_out_free(&stands);
    return false;
}

void table_request(house_request *request)
{
    lm_house *house = request->house;
    house_table *t = find_table(request);
    if (!t) return;
    bool waits = must_wait(t, request), looks = looking(request);
    int room = looks ? HOUSE_WAITING / 2 : HOUSE_WAITING; /* players take precedence over spectators */
    if (waits ? t->waits >= room : looks && t->posts >= room) {
        request_refuse(request, LM_REFUSED_LATER,
                       LM_SAYS(TABLE_CROWDED, "", "too many requests wait at this table; try again in a moment"));
        return;
    }
    if (waits) {
        t->waiting[t->waits++] = request;
        leases_ask(house, t);
        return;
    }
    if (looks) {
        looking(request)(house, t, request);
        outbox_flush(house, t);
        return;
    }
    if (was_done(house, t, request)) return;
    if (is_stopped(house, t, lm_act_word_of(request->word))) {
        request_refuse(request, LM_REFUSED_LATER, "%s",
                       house->draining ? LM_SAYS(SERVER_STOPS, "", "the server is being stopped; no new round begins")
                                       : LM_SAYS(NO_SPACE_FOR_ROUNDS, "",
                                                 "the house is short of space for its journal; no "
                                                 "new round begins until an operator frees some"));
        return;
    }
    do_request(house, t, request);
}

void table_go_on(house_table *t)
{
    while (t->holding == TABLE_HELD && t->waits && !must_wait(t, t->waiting[0])) {
        house_request *next = t->waiting[0];
        t->waits--;
        memmove(t->waiting, t->waiting + 1, (size_t)t->waits * sizeof *t->waiting);
        table_request(next);
    }
}

/* An act that no person requested: a clock ran out, a connection was lost, the first shoe is due. */
void table_by_itself(lm_house *house, house_table *t, const char *actor, bool (*act)(house_play *, int), int which)
{
    if (t->busy || house->fault[0]) return;
    house_play *play = table_play(house, t);
    house->unread = false;
    bool done = links_lay(house, t, play) && (!act || act(play, which)) && play_on(play);
    if (done && house_could_not_read(house, &play->refusal)) done = false;
    if (!done) {
        house_log(house, "warning", "table-stuck", "table:s actor:s why:s", t->id, actor, play->refusal.text);
    } else if (play->acts.n) {
        table_commit(house, t, play, actor, NULL);
    }
}

static bool act_clock(house_play *play, int which)
{
    return clock_expire(play);
}

static bool act_leave(house_play *play, int rack)
{
    lm_act act = { .word = LM_ACT_LEAVE_TABLE };
    lm_act_set_text(&act, LM_FIELD_PLAYER, play->state.rack[rack].player);
    return play_act(play, &act);
}

/* The box of a lost connection is held for a while. Then the player leaves, with all chips, once none of their wagers
 * is being played. */
static void release_seats(lm_house *house, house_table *t)
{
    const house_state *s = &t->state;
    bool between = s->table.stage != LM_IN_ROUND || s->table.round.phase == LM_BETTING;
    int hold_ms = s->terms.hold_ms ? s->terms.hold_ms : HOUSE_HOLD_MS;
    for (int i = 0; i < HOUSE_RACKS; i++) {
        const char *player = s->rack[i].player;
        if (!rack_is_taken(s, i) || s->terms.dealing == DEALT_LIVE || table_is_watched_by(t, player)) {
            t->away_ms[i] = 0;
            t->gone &= ~(1u << i);
        } else if (!t->away_ms[i] || t->away_ms[i] > house->steady_ms) {
            t->away_ms[i] = house->steady_ms;
        } else if (house->steady_ms - t->away_ms[i] > hold_ms) {
            t->gone |= 1u << i;
            if (!between) continue;
            t->away_ms[i] = house->steady_ms;
            table_by_itself(house, t, "house", act_leave, i);
        }
    }
}

static void tick_table(lm_house *house, house_table *table)
{
    if (table->holding != TABLE_HELD || table->state.is_closed || table_waits_to_leave(table)) return;
    table_set_clock(house, table);
    if (table->clock != CLOCK_NONE) {
        /* a clock that is not steady went back: players do not wait longer than announced */
        int64_t now = house->steady_ms;
        if (table->deadline_ms > now + table->clock_ms) table->deadline_ms = now + table->clock_ms;
        if (now < table->deadline_ms) {
            table_due(house, table, table->deadline_ms);
        } else if (house_begins_rounds(house) || table->clock != CLOCK_BETTING) {
            table_by_itself(house, table, "clock", act_clock, 0);
        }
    }
    release_seats(house, table);
}

/* When the house looks at its table number i again, even if no clock runs there: a small house at all of them together,
 * a large one at some of them after the others, so that no command waits for a look at a thousand tables. */
static int64_t next_look(const lm_house *house, int i)
{
    int parts = 1 + house->tables / HOUSE_PART;
    if (parts == 1) return house->steady_ms + HOUSE_WATCH_MS;
    if (parts > HOUSE_PARTS) parts = HOUSE_PARTS;
    int64_t turn = (int64_t)(i % parts) * HOUSE_WATCH_MS / parts;
    return house->steady_ms + HOUSE_WATCH_MS - (house->steady_ms + HOUSE_WATCH_MS - turn) % HOUSE_WATCH_MS;
}

void tables_tick(lm_house *house)
{
    int64_t now = house->steady_ms;
    house->due_ms = now + HOUSE_WATCH_MS;
    for (int i = 0; i < house->tables; i++) {
        house_table *t = house->table[i];
        if (now >= t->tick_ms || t->tick_ms > now + HOUSE_WATCH_MS) { /* a clock that went back is not waited for */
            t->tick_ms = next_look(house, i);
            tick_table(house, t);
        }
        if (t->tick_ms < house->due_ms) house->due_ms = t->tick_ms;
    }
}
