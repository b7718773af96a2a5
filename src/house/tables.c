/* tables.c - the tables this server holds: requests become plays, plays become records, records become messages. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "house_impl.h"
#include "lammer/check.h"
#include "lammer/version.h"

/* --- finding ---------------------------------------------------------------------------------------------- */

house_table *table_find(lm_house *house, const char *id)
{
    for (int i = 0; i < house->tables; i++) {
        if (strcmp(house->table[i]->id, id) == 0) return house->table[i];
    }
    return NULL;
}

house_table *table_add(lm_house *house, const char *id)
{
    house_table *t = house->tables < HOUSE_TABLES ? calloc(1, sizeof *t) : NULL;
    if (!t) return NULL;
    snprintf(t->id, sizeof t->id, "%s", id);
    snprintf(t->stream, sizeof t->stream, "table/%s", id);
    house->table[house->tables++] = t;
    return t;
}

void table_free(house_table *table)
{
    for (int i = 0; i < HOUSE_RING; i++)
        text_drop(table->ring[i].text);
    for (int i = 0; i < table->waits; i++)
        request_free(table->waiting[i]);
    sodium_memzero(&table->secret, sizeof table->secret);
    json_decref(table->accounts);
    free(table->kept_secret);
    free(table->kept);
    free(table->profile);
    free(table->watcher);
    free(table);
}

const house_state *house_table_state(lm_house *house, const char *id, const lm_rules **rules)
{
    house_table *t = table_find(house, id);
    if (!t || t->holding != TABLE_HELD) return NULL;
    if (rules) *rules = &t->profile->rules;
    return &t->state;
}

/* --- what was done before ----------------------------------------------------------------------------------- */

static uint64_t client_hash(const char *client)
{
    uint8_t digest[crypto_generichash_BYTES_MIN];
    uint64_t hash;
    crypto_generichash(digest, sizeof digest, (const uint8_t *)client, strlen(client), NULL, 0);
    memcpy(&hash, digest, sizeof hash);
    return hash;
}

void state_remember(house_state *state, const char *client, int64_t number, int64_t seq)
{
    state->client[state->client_next] = (house_client){ client_hash(client), number, seq };
    state->client_next = (uint8_t)((state->client_next + 1) % HOUSE_CLIENTS);
}

int64_t state_recall_command(const house_state *state, const char *client, int64_t number)
{
    uint64_t hash = client_hash(client);
    bool later = false;
    for (int i = 0; i < HOUSE_CLIENTS; i++) {
        if (state->client[i].client != hash || !state->client[i].number) continue;
        if (state->client[i].number == number) return state->client[i].seq;
        later |= state->client[i].number > number;
    }
    return later ? -1 : 0;
}

/* --- plays ---------------------------------------------------------------------------------------------- */

static void play_clear(house_play *play)
{
    json_decref(play->acts);
    json_decref(play->events);
    json_decref(play->own);
    play->acts = play->events = play->own = NULL;
}

/* A play on a copy of the table; the one play of the house is used again and again. */
static house_play *play_begin(lm_house *house, house_table *t)
{
    house_play *play = house->play;
    play_clear(play);
    play->state = t->state;
    play->rules = &t->profile->rules;
    play->id = t->id;
    house->play_secret = t->secret;
    play->secret = &house->play_secret;
    play->key = house->key;
    play->replays = false;
    play->acts = json_array();
    play->events = json_array();
    play->own = json_array();
    play->moves = 0;
    play->round_acts = NULL;
    play->ready = t->ready;
    play->now_ms = house->now_ms;
    play->shares = false;
    play->meters_in = 0;
    play->refusal = (house_refusal){ 0 };
    return play;
}

/* --- records ---------------------------------------------------------------------------------------------- */

static json_t *record_body(const house_play *play)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)play->rules->hash);
    json_t *body = json_pack("{s:s, s:s, s:I, s:O}", "engine", LAMMER_VERSION, "rules", hash, "time_ms",
                             (json_int_t)play->now_ms, "acts", play->acts);
    return body;
}

static void append_body(lm_batch *batch, const char *stream, int64_t seq, const char *actor, json_t *body)
{
    const char *kind = json_string_value(json_object_get(json_array_get(json_object_get(body, "acts"), 0), "do"));
    char *text = json_dumps(body, JSON_COMPACT);
    if (text) lm_batch_append(batch, stream, seq, kind ? kind : "acts", actor, text, strlen(text));
    free(text);
    json_decref(body);
}

/* Wallets are opened with their person, house accounts with the house, shared meters with their link. */
static bool is_tables_own(const house_state *state, int account)
{
    if (account >= ACCOUNT_WALLET || account_is_house(account)) return false;
    return !(account >= ACCOUNT_METER && account < ACCOUNT_RACK && state->terms.link[0]);
}

static void open_account(house_table *t, lm_batch *batch, const house_state *state, int account)
{
    char name[LM_STORE_NAME + 1];
    if (!is_tables_own(state, account)) return;
    account_name(state, t->id, account, name);
    if (json_object_get(t->accounts, name)) return;
    json_object_set_new(t->accounts, name, json_true());
    lm_batch_open(batch, name, false);
}

static void append_moves(house_table *t, lm_batch *batch, const house_play *play)
{
    char from[LM_STORE_NAME + 1], to[LM_STORE_NAME + 1];
    for (int i = 0; i < play->moves; i++) {
        const house_move *move = &play->move[i];
        open_account(t, batch, &play->state, move->from);
        open_account(t, batch, &play->state, move->to);
        account_name(&play->state, t->id, move->from, from);
        account_name(&play->state, t->id, move->to, to);
        lm_batch_move(batch, from, to, move->cents, reason_word((house_reason)move->reason));
    }
}

/* The value table/ID: what servers and lobbies must know of a table without reading its stream. */
static void append_terms(lm_batch *batch, const char *id, const house_state *state)
{
    const house_terms *k = &state->terms;
    char key[LM_STORE_NAME + 1];
    snprintf(key, sizeof key, "table/%s", id);
    json_t *value = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b}", "title", k->title, "rules", k->rules, "settings",
                              k->settings, "link", k->link, "dealing", k->dealing == DEALT_LIVE ? "live" : "virtual", "money",
                              k->money == MONEY_REAL ? "real" : "play", "practice", (int)k->practice, "closed",
                              (int)state->is_closed);
    char *text = json_dumps(value, JSON_COMPACT);
    json_decref(value);
    if (text) lm_batch_put(batch, key, LM_STORE_ANY, text, strlen(text));
    free(text);
}

static bool has_act(const json_t *acts, const char *word)
{
    size_t i;
    json_t *act;
    json_array_foreach((json_t *)(uintptr_t)acts, i, act)
    {
        if (strcmp(json_string_value(json_object_get(act, "do")), word) == 0) return true;
    }
    return false;
}

/* What a player's purse must know: his buy-ins and cash-outs here. */
static void book_purses(lm_house *house, lm_batch *batch, const house_play *play)
{
    for (int rack = 0; rack < HOUSE_RACKS; rack++) {
        lm_cents bought = 0, cashed = 0;
        for (int i = 0; i < play->moves; i++) {
            if (play->move[i].from == ACCOUNT_WALLET + rack) bought += play->move[i].cents;
            if (play->move[i].to == ACCOUNT_WALLET + rack) cashed += play->move[i].cents;
        }
        if (bought || cashed)
            limits_book(house, batch, play->state.rack[rack].player, (house_money)play->state.terms.money, 0, bought, cashed);
    }
}

/* --- messages ---------------------------------------------------------------------------------------------- */

static json_t *racks_json(const house_state *state)
{
    json_t *racks = json_object();
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (state->rack[i].player[0])
            json_object_set_new(racks, state->rack[i].player, json_integer(state->rack[i].chips_cents));
    }
    return racks;
}

static json_t *meters_json(const house_state *state)
{
    json_t *meters = json_object();
    for (int i = 0; i < state->meters.meters; i++) {
        const lm_meter *meter = &state->meters.meter[i];
        json_object_set_new(meters, lm_meter_name((lm_meter_kind)meter->kind), json_integer(meter->shown_cents));
    }
    return meters;
}

static void set_clock(lm_house *house, house_table *t)
{
    uint64_t mark = 0;
    int ms = 0;
    house_clock clock = clock_of(&t->state, &t->profile->rules, &mark, &ms);
    if (clock == CLOCK_NONE) {
        t->clock = CLOCK_NONE;
        t->clock_mark = 0;
        return;
    }
    if ((int)clock == t->clock && mark == t->clock_mark) return;
    t->clock = (int)clock;
    t->clock_mark = mark;
    t->deadline_ms = house->now_ms + ms;
    if (t->deadline_ms < house->due_ms) house->due_ms = t->deadline_ms;
}

static json_t *clock_json(const lm_house *house, const house_table *t)
{
    return json_integer(t->clock == CLOCK_NONE ? 0 : t->deadline_ms - house->now_ms);
}

static house_text *message_of(lm_house *house, house_table *t, const house_play *play, const char *actor)
{
    json_t *message = json_pack("{s:s, s:I, s:s, s:I, s:O, s:o, s:o, s:o}", "table", t->id, "seq",
                                (json_int_t)play->state.seq, "by", actor, "time_ms", (json_int_t)play->now_ms, "events",
                                play->events, "turn", view_turn(&play->state, play->rules), "clock_ms", clock_json(house, t), "racks",
                                racks_json(&play->state));
    if (play->state.meters.meters) json_object_set_new(message, "meters", meters_json(&play->state));
    return text_of_json(message);
}

static house_text *snapshot_of(lm_house *house, house_table *t, const char *person)
{
    json_t *view = view_table(&t->state, &t->profile->rules, t->id);
    json_object_set_new(view, "clock_ms", clock_json(house, t));
    return text_of_json(json_pack("{s:s, s:I, s:o, s:o}", "table", t->id, "seq", (json_int_t)t->state.seq, "snapshot", view, "own_cards",
                                  deal_own(&t->state, &t->profile->rules, &t->secret, person)));
}

/* --- committing ---------------------------------------------------------------------------------------------- */

static void table_go_on(lm_house *house, house_table *t);

static void post_refusal(house_table *t, house_request *request, const house_refusal *refusal)
{
    house_post *post = post_new(t);
    post->ready = true;
    post->request = request;
    post->refusal = malloc(sizeof *refusal);
    if (post->refusal) *post->refusal = *refusal;
}

/* Back to the state before a record that the store refused. */
static void go_back(house_table *t)
{
    t->state = *t->kept;
    t->secret = *t->kept_secret;
}

/* The last post is the one of the refused record, since nothing follows while a table is busy but snapshots and refusals. */
static house_request *take_back(house_table *t, house_post *post)
{
    house_request *request = post->request;
    post->request = NULL;
    text_drop(post->message);
    post->message = NULL;
    json_decref(post->own);
    post->own = NULL;
    post->ready = true;
    (void)t;
    return request;
}

static void refused(house_commit *commit)
{
    lm_house *house = commit->house;
    house_table *t = commit->table;
    lm_store_why why = commit->outcome.why;
    char text[LM_STORE_TEXT];
    lm_store_outcome_text(&commit->outcome, text, sizeof text);
    if (why == LM_STORE_FENCED || why == LM_STORE_SEQ || !t->busy) {
        if (why != LM_STORE_FAILED) table_forget(house, t, text);
        return;
    }
    go_back(t);
    t->busy = false;
    house_request *request = take_back(t, commit->post);
    if (why == LM_STORE_VERSION) links_reload(house, commit);
    if (request && why == LM_STORE_VERSION && request->tries++ < HOUSE_TRIES) {
        table_request(request);
    } else if (request) {
        request_refuse_outcome(request, &commit->outcome);
    }
}

static void table_committed(house_commit *commit)
{
    lm_house *house = commit->house;
    house_table *t = commit->table;
    if (t->holding != TABLE_HELD || commit->own != (void *)(uintptr_t)t->epoch) return; /* it was forgotten meanwhile */
    if (commit->outcome.why == LM_STORE_FAILED) return;
    if (commit->outcome.why == LM_STORE_DONE) {
        house->figures.records++;
        commit->post->ready = true;
        if (t->busy) t->busy = false;
    } else {
        refused(commit);
        if (t->holding != TABLE_HELD) return;
    }
    outbox_flush(house, t);
    table_go_on(house, t);
}

/* Keeps the state that the store may make us go back to. */
static bool keep_state(house_table *t)
{
    if (!t->kept) t->kept = malloc(sizeof *t->kept);
    if (!t->kept_secret) t->kept_secret = malloc(sizeof *t->kept_secret);
    if (!t->kept || !t->kept_secret) return false;
    *t->kept = t->state;
    *t->kept_secret = t->secret;
    return true;
}

static void count_play(lm_house *house, const house_play *play)
{
    size_t i;
    json_t *act;
    json_array_foreach(play->acts, i, act)
    {
        const char *word = json_string_value(json_object_get(act, "do"));
        house->figures.cards += strcmp(word, "card") == 0 || strcmp(word, "down") == 0;
        house->figures.rounds += strcmp(word, "deal") == 0;
    }
}

static void add_snapshot(lm_house *house, house_table *t, lm_batch *batch, const house_play *play)
{
    if (play->state.seq - t->saved_seq < HOUSE_SNAPSHOT && !house->closing) return;
    size_t size;
    void *bytes = state_seal(&play->state, play->rules, house->key, t->id, &size);
    if (!bytes) return;
    lm_batch_snapshot(batch, t->stream, play->state.seq, bytes, size);
    t->saved_seq = play->state.seq;
    free(bytes);
}

/* Writes the play down and makes it the table's state. */
static void table_commit(lm_house *house, house_table *t, house_play *play, const char *actor, house_request *request)
{
    house_commit *commit = calloc(1, sizeof *commit);
    lm_batch *batch = lm_batch_new();
    if (!commit || !batch || !keep_state(t)) {
        house_fail(house, "there is no memory for a record");
        free(commit);
        lm_batch_free(batch);
        if (request) request_refuse(request, 503, NULL, "%s", house->fault);
        return;
    }
    *commit = (house_commit){ .house = house, .batch = batch, .finish = table_committed, .table = t, .own = (void *)(uintptr_t)t->epoch };
    const json_t *n = request ? json_object_get(request->body, "n") : NULL;
    play->state.seq++;
    play->state.time_ms = play->now_ms;
    if (json_is_integer(n) && request->caller.client[0]) {
        lm_batch_command(batch, request->caller.client, json_integer_value(n), "{}", 2);
        state_remember(&play->state, request->caller.client, json_integer_value(n), play->state.seq);
    }
    lm_batch_lease(batch, house->server, t->epoch);
    json_t *body = record_body(play);
    if (play->meters_in) json_object_set_new(body, "meters", links_write(&t->state.meters, play->meters_in));
    append_body(batch, t->stream, play->state.seq, actor, body);
    append_moves(t, batch, play);
    links_keep(house, t, play, commit);
    book_purses(house, batch, play);
    if (has_act(play->acts, "terms") || has_act(play->acts, "close-table")) append_terms(batch, t->id, &play->state);
    add_snapshot(house, t, batch, play);
    t->busy = play->shares;
    t->state = play->state;
    t->secret = *play->secret;
    t->ready = play->ready;
    set_clock(house, t);
    count_play(house, play);
    commit->post = post_new(t);
    commit->post->seq = play->state.seq;
    commit->post->message = message_of(house, t, play, actor);
    commit->post->own = json_array_size(play->own) ? json_incref(play->own) : NULL;
    commit->post->request = request;
    commit->post->answer = json_pack("{s:I}", "seq", (json_int_t)play->state.seq);
    house_submit(commit);
}

/* --- requests at a table ------------------------------------------------------------------------------------- */

void table_drop_watcher(house_table *table, uint64_t connection)
{
    for (int i = table->watchers - 1; i >= 0; i--) {
        if (table->watcher[i].connection == connection) table->watcher[i] = table->watcher[--table->watchers];
    }
}

static bool add_watcher(house_table *t, uint64_t connection, const char *person)
{
    table_drop_watcher(t, connection);
    if (t->watchers == t->watcher_room) {
        int room = t->watcher_room ? 2 * t->watcher_room : 8;
        house_watcher *more = realloc(t->watcher, (size_t)room * sizeof *more);
        if (!more) return false;
        t->watcher = more;
        t->watcher_room = room;
    }
    t->watcher[t->watchers].connection = connection;
    snprintf(t->watcher[t->watchers++].person, LM_HOUSE_ID, "%s", person);
    return true;
}

/* Whether every message after `from` is still there, in the ring or on its way. */
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

static void watch(lm_house *house, house_table *t, house_request *r)
{
    if (!r->connection) {
        request_refuse(r, 400, NULL, "a table is watched over a WebSocket; GET its snapshot instead");
        return;
    }
    int64_t from = json_integer_value(json_object_get(r->body, "from"));
    bool goes_on = can_continue(t, from);
    uint64_t connection = r->connection;
    if (!add_watcher(t, connection, r->caller.person)) {
        request_refuse(r, 503, NULL, "there is no memory for another spectator");
        return;
    }
    house_text *snapshot = goes_on ? NULL : snapshot_of(house, t, r->caller.person);
    for (int64_t seq = from + 1; goes_on && seq <= t->state.seq; seq++) {
        const house_text *text = t->ring[seq % HOUSE_RING].seq == seq ? t->ring[seq % HOUSE_RING].text : NULL;
        if (text) house->options.owner.send(house->options.owner.self, connection, text->bytes, text->size);
    }
    house_post *post = post_new(t);
    post->ready = true;
    post->request = r;
    post->answer = json_pack("{s:I, s:b}", "seq", (json_int_t)t->state.seq, "continues", (int)goes_on);
    post->to = connection;
    post->single = snapshot;
    outbox_flush(house, t);
}

static void unwatch(lm_house *house, house_table *t, house_request *r)
{
    (void)house;
    table_drop_watcher(t, r->connection);
    request_answer(r, NULL);
}

/* What anybody may see, once and over HTTP. It waits for what is under way like everything else. */
static void look(lm_house *house, house_table *t, house_request *r)
{
    house_post *post = post_new(t);
    post->ready = true;
    post->request = r;
    json_t *view = view_table(&t->state, &t->profile->rules, t->id);
    json_object_set_new(view, "clock_ms", clock_json(house, t));
    post->answer = json_pack("{s:I, s:o}", "seq", (json_int_t)t->state.seq, "snapshot", view);
    outbox_flush(house, t);
}

static const struct {
    const char *word;
    void (*answer)(lm_house *, house_table *, house_request *);
} looking[] = { { "watch", watch }, { "unwatch", unwatch }, { "look", look } };

const house_word floor_words[] = {
    { { "watch", LM_AT_TABLE, 0, 0, "from?:int", "get a snapshot and then every message of a table; from: the last number that was seen", false }, NULL },
    { { "unwatch", LM_AT_TABLE, 0, 0, "", "no more messages of that table", false }, NULL },
    { { "look", LM_AT_TABLE, 0, 0, "", "a table as everybody may see it", true }, NULL },
    { { .word = NULL }, NULL },
};

static void answer_repeated(lm_house *house, house_table *t, house_request *r, int64_t seq)
{
    house_post *post = post_new(t);
    post->ready = true;
    post->request = r;
    post->answer = json_pack("{s:I, s:b}", "seq", (json_int_t)seq, "repeated", 1);
    outbox_flush(house, t);
}

/* Commands that are there already, or come too late. True when the request is answered. */
static bool was_done(lm_house *house, house_table *t, house_request *r)
{
    const json_t *n = json_object_get(r->body, "n");
    if (!json_is_integer(n) || !r->caller.client[0]) return false;
    int64_t seq = state_recall_command(&t->state, r->caller.client, json_integer_value(n));
    if (seq == 0) return false;
    if (seq > 0) {
        answer_repeated(house, t, r, seq);
    } else {
        house_refusal late = { .status = 409 };
        snprintf(late.text, sizeof late.text, "a later command came first; send this one again under a new number");
        post_refusal(t, r, &late);
        outbox_flush(house, t);
    }
    return true;
}

/* The player's own limits, before he sits down or buys chips. */
static bool limits_stop(lm_house *house, house_table *t, house_request *r)
{
    house_refusal refusal = { 0 };
    bool buys = strcmp(r->word->word, "buy") == 0;
    if (!buys && strcmp(r->word->word, "sit") != 0) return false;
    lm_cents cents = buys ? json_integer_value(json_object_get(r->body, "cents")) : 0;
    const char *player = json_string_value(json_object_get(r->body, "player"));
    if (!player || !(r->caller.roles & LM_HOUSE_BIT(DEALER))) player = r->caller.person;
    if (strncmp(player, "walkin-", 7) == 0) return false;
    if (limits_allow(house, player, (house_money)t->state.terms.money, cents, &refusal)) return false;
    post_refusal(t, r, &refusal);
    outbox_flush(house, t);
    return true;
}

/* Acts of the open round, read back from the journal: what a correction is replayed from. */
typedef struct {
    json_t *acts;
    int64_t last;
} acts_reader;

static bool read_acts(void *context, const lm_record *record)
{
    acts_reader *reader = context;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    json_array_extend(reader->acts, json_object_get(body, "acts"));
    json_decref(body);
    return record->seq < reader->last;
}

static json_t *round_acts(lm_house *house, const house_table *t)
{
    char text[LM_STORE_TEXT];
    acts_reader reader = { json_array(), t->state.seq };
    if (t->state.round_seq) lm_store_records(house->store, t->stream, t->state.round_seq, read_acts, &reader, text);
    return reader.acts;
}

static bool must_wait(const house_table *t, const house_request *r)
{
    bool reads_back = strcmp(r->word->word, "correct") == 0;
    return t->busy || (reads_back && t->first);
}

/* A draining house finishes rounds and starts none. */
static bool is_stopped(const lm_house *house, const house_table *t, const char *word)
{
    bool starts = strcmp(word, "bet") == 0 || strcmp(word, "ready") == 0 || strcmp(word, "deal") == 0;
    return house->draining && starts && t->state.table.round.phase == LM_BETTING;
}

static void do_request(lm_house *house, house_table *t, house_request *r)
{
    house_play *play = play_begin(house, t);
    json_t *acts = strcmp(r->word->word, "correct") == 0 ? round_acts(house, t) : NULL;
    play->round_acts = acts;
    if (r->approver[0]) json_object_set_new(r->body, "approved", json_string(r->approver));
    bool done = links_lay(house, t, play) && table_do(play, &r->caller, r->word, r->body) && play_on(play);
    json_decref(acts);
    if (!done) {
        post_refusal(t, r, &play->refusal);
        outbox_flush(house, t);
    } else if (json_array_size(play->acts) == 0) {
        t->ready = play->ready;
        request_answer(r, json_pack("{s:I}", "seq", (json_int_t)t->state.seq));
    } else {
        const char *actor = r->caller.person[0] ? r->caller.person : "nobody";
        table_commit(house, t, play, actor, r);
    }
}

void request_elsewhere(house_request *r, const char *table)
{
    const house_table *t = table_find(r->house, table);
    if (t && t->holding == TABLE_ELSEWHERE && t->address[0]) {
        json_t *n = json_incref(json_object_get(r->body, "n"));
        json_t *body = json_pack("{s:b, s:i, s:s, s:s}", "ok", 0, "status", 421, "why", "another server holds this table", "elsewhere",
                                 t->address);
        if (n) json_object_set_new(body, "n", n);
        r->house->options.owner.answer(r->house->options.owner.self, r->token, 421, body);
        json_decref(body);
        request_free(r);
    } else {
        request_refuse(r, 503, NULL, "the table is being taken over; try again in a moment");
    }
}

void table_request(house_request *request)
{
    lm_house *house = request->house;
    house_table *t = table_find(house, json_string_value(json_object_get(request->body, "table")));
    if (!t) {
        leases_list(house);
        t = table_find(house, json_string_value(json_object_get(request->body, "table")));
    }
    if (!t) {
        request_refuse(request, 404, NULL, "there is no such table");
        return;
    }
    if (t->holding != TABLE_HELD) {
        request_elsewhere(request, t->id);
        return;
    }
    for (size_t i = 0; i < sizeof looking / sizeof *looking; i++) {
        if (strcmp(looking[i].word, request->word->word) == 0) {
            looking[i].answer(house, t, request);
            return;
        }
    }
    if (must_wait(t, request)) {
        if (t->waits == HOUSE_WAITING) {
            request_refuse(request, 503, NULL, "too much waits at this table; try again in a moment");
        } else {
            t->waiting[t->waits++] = request;
        }
        return;
    }
    if (was_done(house, t, request) || limits_stop(house, t, request)) return;
    if (is_stopped(house, t, request->word->word)) {
        request_refuse(request, 503, NULL, "the server is being stopped; no new round begins");
        return;
    }
    do_request(house, t, request);
}

/* What waited while the store judged a record. */
static void table_go_on(lm_house *house, house_table *t)
{
    while (t->holding == TABLE_HELD && t->waits && !must_wait(t, t->waiting[0])) {
        house_request *next = t->waiting[0];
        t->waits--;
        memmove(t->waiting, t->waiting + 1, (size_t)t->waits * sizeof *t->waiting);
        table_request(next);
    }
    (void)house;
}

/* --- clocks ---------------------------------------------------------------------------------------------- */

/* Something that no person asked for: a clock, a lost connection, the first shoe. */
static void do_by_itself(lm_house *house, house_table *t, const char *actor, bool (*act)(house_play *, int), int which)
{
    if (t->busy || house->fault[0]) return;
    house_play *play = play_begin(house, t);
    bool done = links_lay(house, t, play) && act(play, which) && play_on(play);
    if (!done) {
        house_log(house, "table-stuck", json_pack("{s:s, s:s, s:s, s:s}", "level", "warning", "table", t->id, "actor", actor, "why", play->refusal.text));
    } else if (json_array_size(play->acts)) {
        table_commit(house, t, play, actor, NULL);
    }
}

static bool act_clock(house_play *play, int which)
{
    (void)which;
    return clock_expire(play);
}

static bool act_nothing(house_play *play, int which)
{
    (void)play, (void)which;
    return true;
}

static bool act_leave(house_play *play, int rack)
{
    json_t *act = json_pack("{s:s, s:s}", "do", "leave", "player", play->state.rack[rack].player);
    bool done = play_act(play, act);
    json_decref(act);
    return done;
}

static bool is_watching(const house_table *t, const char *person)
{
    for (int i = 0; i < t->watchers; i++) {
        if (strcmp(t->watcher[i].person, person) == 0) return true;
    }
    return false;
}

/* Seats are held for a while; then whoever is gone has left, with his chips. */
static void release_seats(lm_house *house, house_table *t)
{
    const house_state *s = &t->state;
    bool between = s->table.stage != LM_IN_ROUND || s->table.round.phase == LM_BETTING;
    for (int i = 0; i < HOUSE_RACKS; i++) {
        const char *player = s->rack[i].player;
        if (!player[0] || s->terms.dealing == DEALT_LIVE || is_watching(t, player)) {
            t->away_ms[i] = 0;
        } else if (!t->away_ms[i]) {
            t->away_ms[i] = house->now_ms;
        } else if (between && house->now_ms - t->away_ms[i] > (s->terms.hold_ms ? s->terms.hold_ms : 300000)) {
            t->away_ms[i] = house->now_ms;
            do_by_itself(house, t, "house", act_leave, i);
        }
    }
}

void table_tick(lm_house *house, house_table *table)
{
    if (table->holding != TABLE_HELD || table->state.is_closed) return;
    set_clock(house, table);
    if (table->clock != CLOCK_NONE) {
        if (house->now_ms >= table->deadline_ms && !(house->draining && table->clock == CLOCK_BETTING)) {
            do_by_itself(house, table, "clock", act_clock, 0);
        } else if (table->deadline_ms < house->due_ms) {
            house->due_ms = table->deadline_ms;
        }
    }
    release_seats(house, table);
}

/* --- founding ---------------------------------------------------------------------------------------------- */

static void hear_problem(void *self, const char *file, int line, const char *text)
{
    char *all = self;
    size_t used = strlen(all);
    (void)file, (void)line;
    if (used + 4 < LM_HOUSE_TEXT) snprintf(all + used, LM_HOUSE_TEXT - used, "%s%s", used ? "; " : "", text);
}

static void hear_finding(void *self, const lm_finding *finding)
{
    if (finding->severity != LM_ERROR) return;
    char text[LM_HOUSE_TEXT];
    snprintf(text, sizeof text, "%s (%s)", finding->text, finding->clause);
    hear_problem(self, NULL, 0, text);
}

bool rules_of_terms(const house_terms *terms, lm_profile **profile, char *text)
{
    enum { SETTINGS = 64 };
    char copy[sizeof terms->settings];
    const char *settings[SETTINGS];
    int n = 0;
    memcpy(copy, terms->settings, sizeof copy);
    for (char *save, *word = strtok_r(copy, " ", &save); word && n < SETTINGS; word = strtok_r(NULL, " ", &save))
        settings[n++] = word;
    lm_profile *made = calloc(1, sizeof *made);
    text[0] = '\0';
    bool good = made && lm_profile_load(made, lm_wagers, terms->rules, settings, n, &(lm_profile_reader){ hear_problem, text });
    if (good) good = lm_rules_check(&made->rules, &(lm_finder){ hear_finding, text }) == 0;
    if (!good) {
        if (!*text) snprintf(text, LM_HOUSE_TEXT, "these rules cannot be read");
        free(made);
        return false;
    }
    free(*profile);
    *profile = made;
    return true;
}

/* The rules are needed before the first act can be applied; the act itself fills in the terms. */
static bool read_terms(const json_t *terms, house_terms *out)
{
    const char *rules = json_string_value(json_object_get(terms, "rules"));
    const char *settings = json_string_value(json_object_get(terms, "settings"));
    if (!rules || strlen(rules) >= sizeof out->rules || (settings && strlen(settings) >= sizeof out->settings)) return false;
    if (strchr(rules, '/') || strchr(rules, '.')) return false; /* shipped submissions only: a file is no part of the journal */
    snprintf(out->rules, sizeof out->rules, "%s", rules);
    snprintf(out->settings, sizeof out->settings, "%s", settings ? settings : "");
    return true;
}

lm_batch *table_found(lm_house *house, const char *id, const json_t *terms, const char *actor, house_refusal *refusal)
{
    house_table t = { 0 };
    house_terms wanted = { 0 };
    char text[LM_HOUSE_TEXT] = "the rules of a table are the name of a shipped submission";
    *refusal = (house_refusal){ .status = 400 };
    if (!read_terms(terms, &wanted) || !rules_of_terms(&wanted, &t.profile, text)) {
        snprintf(refusal->text, sizeof refusal->text, "%s", text);
        return NULL;
    }
    snprintf(t.id, sizeof t.id, "%s", id);
    snprintf(t.stream, sizeof t.stream, "table/%s", id);
    t.accounts = json_object();
    house_play *play = play_begin(house, &t);
    json_t *open = json_copy((json_t *)(uintptr_t)terms);
    json_object_set_new(open, "do", json_string("open-table"));
    json_object_del(open, "table");
    json_object_del(open, "n");
    lm_cents par = json_integer_value(json_object_get(terms, "par_cents"));
    json_t *tray = json_pack("{s:s, s:I}", "do", "tray-open", "cents", (json_int_t)(par > 0 ? par : 10000000));
    bool virtually = strcmp(json_string_value(json_object_get(terms, "dealing")) ? json_string_value(json_object_get(terms, "dealing")) : "virtual", "live") != 0;
    bool done = play_act(play, open) && (!virtually || play_act(play, tray));
    json_decref(open);
    json_decref(tray);
    lm_batch *batch = done ? lm_batch_new() : NULL;
    if (batch) {
        play->state.seq = 1;
        append_body(batch, t.stream, 1, actor, record_body(play));
        for (int a = 0; a < ACCOUNT_METER + play->state.meters.meters; a++)
            open_account(&t, batch, &play->state, a);
        append_moves(&t, batch, play);
        append_terms(batch, t.id, &play->state);
    } else {
        *refusal = play->refusal;
    }
    free(t.profile);
    json_decref(t.accounts);
    return batch;
}

static void founded(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    (void)batch;
    if (outcome->why == LM_STORE_SEQ) {
        request_refuse(request, 409, NULL, "there has been a table of that name already");
    } else if (outcome->why != LM_STORE_DONE) {
        request_refuse_outcome(request, outcome);
    } else {
        leases_list(request->house);
        leases_tick(request->house);
        request_answer(request, NULL);
    }
}

void house_open_table(house_request *request)
{
    house_refusal refusal;
    const char *id = json_string_value(json_object_get(request->body, "table"));
    json_t *terms = json_copy(request->body);
    json_object_del(terms, "do");
    lm_batch *batch = id ? table_found(request->house, id, terms, request->caller.person, &refusal) : NULL;
    json_decref(terms);
    if (batch) {
        request_submit(request, batch, founded);
    } else {
        request_refuse(request, id ? refusal.status : 400, id ? refusal.clause : NULL, "%s", id ? refusal.text : "\"open-table\" wants a field \"table\"");
    }
}

/* --- loading ---------------------------------------------------------------------------------------------- */

typedef struct {
    lm_house *house;
    house_table *table;
    house_play *play;
    char *text;
    bool good;
} loader;

static bool load_snapshot(void *context, const lm_snapshot_row *row)
{
    loader *l = context;
    house_state *state = malloc(sizeof *state);
    if (state && state_unseal(state, row->state, row->size, l->house->key, l->table->id) && state->seq == row->seq) {
        if (rules_of_terms(&state->terms, &l->table->profile, l->text) && l->table->profile->rules.hash == state->table.rules_hash) {
            l->table->state = *state;
            l->table->saved_seq = row->seq;
        }
    }
    free(state);
    return false;
}

static bool rules_of_first(loader *l, const json_t *body)
{
    house_terms wanted = { 0 };
    const json_t *act = json_array_get(json_object_get(body, "acts"), 0);
    return read_terms(act, &wanted) && rules_of_terms(&wanted, &l->table->profile, l->text);
}

static void remember_command(house_state *state, const lm_record *record)
{
    size_t at = 0;
    lm_effect effect;
    while (lm_effect_next(record->effects, record->effects_size, &at, &effect)) {
        if (effect.kind == LM_EFFECT_COMMAND) state_remember(state, effect.name, effect.number, record->seq);
    }
}

static bool load_record(void *context, const lm_record *record)
{
    loader *l = context;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    l->good = body && (l->table->profile || rules_of_first(l, body));
    if (l->good) {
        house_play *play = play_begin(l->house, l->table);
        play->replays = true;
        play->now_ms = json_integer_value(json_object_get(body, "time_ms"));
        l->good = links_read(&play->state, json_object_get(body, "meters"));
        size_t i;
        json_t *act;
        json_array_foreach(json_object_get(body, "acts"), i, act)
        {
            l->good = l->good && play_act(play, act);
        }
        if (!l->good) snprintf(l->text, LM_HOUSE_TEXT, "record %lld of %s: %s", (long long)record->seq, record->stream, play->refusal.text);
        play->state.seq = record->seq;
        play->state.time_ms = play->now_ms;
        remember_command(&play->state, record);
        l->table->state = play->state;
        if (l->good && strcmp(record->kind, "terms") == 0 && !rules_of_terms(&play->state.terms, &l->table->profile, l->text)) l->good = false;
    } else {
        snprintf(l->text, LM_HOUSE_TEXT, "record %lld of %s cannot be read", (long long)record->seq, record->stream);
    }
    json_decref(body);
    return l->good;
}

static bool load_sealed_shoe(void *context, const lm_record *record)
{
    loader *l = context;
    const house_state *s = &l->table->state;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    size_t i;
    json_t *act;
    json_array_foreach(json_object_get(body, "acts"), i, act)
    {
        const char *word = json_string_value(json_object_get(act, "do"));
        if (!word || strcmp(word, "shoe") != 0 || json_integer_value(json_object_get(act, "number")) != s->shoe_number) continue;
        fair_unseal(&l->table->secret, json_object_get(act, "sealed"), l->house->key, l->table->id, s->shoe_number);
    }
    json_decref(body);
    return false;
}

static bool note_account(void *context, const lm_account_row *row)
{
    json_object_set_new(context, row->name, json_true());
    return true;
}

static void load_accounts(lm_house *house, house_table *t)
{
    static const char *const kinds[] = { "felt/%s", "tray/%s", "drop/%s", "tokes/%s", "rack/%s/", "meter/%s/" };
    char text[LM_STORE_TEXT], prefix[LM_STORE_NAME + 1];
    json_decref(t->accounts);
    t->accounts = json_object();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        snprintf(prefix, sizeof prefix, kinds[i], t->id);
        lm_store_accounts(house->store, prefix, note_account, t->accounts, text);
    }
}

bool table_load(lm_house *house, house_table *table, char *text)
{
    loader l = { house, table, house->play, text, true };
    char problem[LM_STORE_TEXT];
    text[0] = '\0';
    memset(&table->state, 0, sizeof table->state);
    memset(&table->secret, 0, sizeof table->secret);
    free(table->profile);
    table->profile = NULL;
    table->saved_seq = 0;
    table->busy = false;
    table->clock = CLOCK_NONE;
    table->clock_mark = 0;
    lm_store_snapshot(house->store, table->stream, load_snapshot, &l, problem);
    lm_store_why why = lm_store_records(house->store, table->stream, table->state.seq + 1, load_record, &l, problem);
    if (why != LM_STORE_DONE && !*text) snprintf(text, LM_HOUSE_TEXT, "%s", problem);
    if (why != LM_STORE_DONE || !l.good || !table->profile) return false;
    if (table->state.shoe_stage != SHOE_NONE && table->state.shoe_seq) {
        lm_store_records(house->store, table->stream, table->state.shoe_seq, load_sealed_shoe, &l, problem);
        if (!table->secret.shoe.known) {
            snprintf(text, LM_HOUSE_TEXT, "the sealed shoe of %s does not open under this house's key", table->id);
            return false;
        }
    }
    load_accounts(house, table);
    table->holding = TABLE_HELD;
    set_clock(house, table);
    do_by_itself(house, table, "dealer", act_nothing, 0);
    return true;
}

/* Another server has the table now, or nobody knows: whoever waits here is told to come again. */
void table_forget(lm_house *house, house_table *table, const char *why)
{
    table->holding = TABLE_ELSEWHERE;
    table->busy = false;
    table->address[0] = '\0';
    table->free_since_ms = 0;
    house->figures.lost_tables++;
    house_log(house, "table-lost", json_pack("{s:s, s:s, s:s}", "level", "warning", "table", table->id, "why", why));
    outbox_drop(house, table, 503, "the table has passed to another server; watch it again there");
    while (table->waits)
        request_refuse(table->waiting[--table->waits], 503, NULL, "the table has passed to another server; watch it again there");
    house_text *text = text_of_json(json_pack("{s:s, s:b}", "table", table->id, "moved", 1));
    for (int i = 0; text && i < table->watchers; i++)
        house->options.owner.send(house->options.owner.self, table->watcher[i].connection, text->bytes, text->size);
    text_drop(text);
    table->watchers = 0;
    for (int i = 0; i < HOUSE_RING; i++) {
        text_drop(table->ring[i].text);
        table->ring[i].text = NULL;
        table->ring[i].seq = 0;
    }
    sodium_memzero(&table->secret, sizeof table->secret);
}
