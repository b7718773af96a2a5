/* table_commit.c - turns a play into a record and, once the record is durable, into messages and answers. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "people/people.h"

/* Begins a play on a copy of the table, in the one play that the house reuses. */
house_play *table_play(lm_house *house, house_table *t)
{
    house_play *play = house->play;
    play_begin(play, t->rules, t->id, house->now_ms);
    state_copy(&play->state, &t->state);
    house->play_secret = t->secret;
    play->secret = &house->play_secret;
    play->key = house->key;
    return play;
}

void record_append(lm_house *house, lm_batch *batch, const char *stream, const house_play *play, const char *actor,
                   const lm_meters *shared, uint32_t which)
{
    lm_out_clear(&house->written);
    record_write(play, shared, which, &house->written);
    if (house->written.failed) memory_end();
    lm_batch_append(batch, stream, play->state.seq, lm_act_rows[play->first].word, actor, house->written.at,
                    house->written.size);
}

/* Wallets are opened with their person, house accounts with the house, shared meters with their link. */
static bool is_tables_own(const house_state *state, int account)
{
    if (account >= ACCOUNT_WALLET || account_is_house(account)) return false;
    return !(account >= ACCOUNT_METER && account < ACCOUNT_RACK && state->terms.link[0]);
}

void record_account(house_table *t, lm_batch *batch, const house_state *state, int account)
{
    char name[LM_STORE_NAME + 1];
    if (!is_tables_own(state, account)) return;
    account_name(state, t->id, account, name);
    if (json_object_get(t->accounts, name)) return;
    json_object_set_new(t->accounts, name, json_true());
    lm_batch_open(batch, name, false);
}

void record_moves(house_table *t, lm_batch *batch, const house_play *play)
{
    char from[LM_STORE_NAME + 1], to[LM_STORE_NAME + 1];
    for (int i = 0; i < play->moves; i++) {
        const house_move *move = &play->move[i];
        record_account(t, batch, &play->state, move->from);
        record_account(t, batch, &play->state, move->to);
        account_name(&play->state, t->id, move->from, from);
        account_name(&play->state, t->id, move->to, to);
        lm_batch_move(batch, from, to, move->cents, reason_word((house_reason)move->reason));
    }
}

/* The value table/ID: what servers and the lobby need to know of a table without reading its stream. */
void record_terms(lm_batch *batch, const char *id, const house_state *state)
{
    const house_terms *k = &state->terms;
    char key[LM_STORE_NAME + 1];
    snprintf(key, sizeof key, "table/%s", id);
    put_unsorted(batch, key, LM_STORE_ANY,
                 json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b}", "title", k->title, "rules", k->rules, "settings",
                           k->settings, "link", k->link, "dealing", k->dealing == DEALT_LIVE ? "live" : "virtual",
                           "money", money_word((house_money)k->money), "practice", (int)k->practice, "closed",
                           (int)state->is_closed));
}

/* The sum that moved out of wallets, less the sum that moved into them. */
static lm_cents from_wallets(const house_play *play)
{
    lm_cents sum = 0;
    for (int i = 0; i < play->moves; i++) {
        if (play->move[i].from >= ACCOUNT_WALLET) sum += play->move[i].cents;
        if (play->move[i].to >= ACCOUNT_WALLET) sum -= play->move[i].cents;
    }
    return sum;
}

/* Books buy-ins and cash-outs in the players' purses, because every movement of a wallet must change its purse. */
static void book_purses(lm_house *house, lm_batch *batch, const house_play *play)
{
    lm_cents unbooked = from_wallets(play);
    for (int rack = 0; rack < HOUSE_RACKS; rack++) {
        lm_cents bought = 0, cashed = 0;
        for (int i = 0; i < play->moves; i++) {
            if (play->move[i].from == ACCOUNT_WALLET + rack) bought += play->move[i].cents;
            if (play->move[i].to == ACCOUNT_WALLET + rack) cashed += play->move[i].cents;
        }
        unbooked -= bought - cashed;
        if (bought || cashed)
            limits_book(house, batch, play->state.rack[rack].player, (house_money)play->state.terms.money, play->id,
                        bought, cashed);
    }
    assert(unbooked == 0);
}

void post_refusal(house_table *t, house_request *request, const house_refusal *refusal)
{
    house_post *post = post_new(t);
    post->ready = true;
    post->request = request;
    post->refusal = memory_or_end(sizeof *refusal);
    *post->refusal = *refusal;
}

/* Returns to the state before a record that the store refused. */
static void go_back(lm_house *house, house_table *t)
{
    t->state = *t->kept;
    t->secret = *t->kept_secret;
    t->looked_seq = 0;
    t->busy = false;
    table_read_accounts(house, t);
    table_set_clock(house, t);
}

/* The last post belongs to the refused record, since a busy table sends only snapshots and refusals. */
static house_request *take_back(house_post *post)
{
    house_request *request = post->request;
    post->request = NULL;
    text_drop(post->message);
    post->message = NULL;
    post->owns = 0;
    post->ready = true;
    return request;
}

static void refused(house_commit *commit)
{
    lm_house *house = commit->house;
    house_table *t = commit->table;
    lm_store_why why = commit->outcome.why;
    char text[LM_STORE_TEXT];
    lm_store_outcome_text(&commit->outcome, text, sizeof text);
    if (why == LM_STORE_FENCED || why == LM_STORE_SEQ || !commit->shares) {
        if (why != LM_STORE_FAILED) table_forget(house, t, text);
        return;
    }
    go_back(house, t);
    house_request *request = take_back(commit->post);
    if (request && guard_refused(request, &commit->outcome) && !house->turns->renew(request)) return;
    if (request && why == LM_STORE_VERSION && request->tries++ < HOUSE_TRIES) {
        table_request(request);
    } else if (request && why == LM_STORE_REPEATED) {
        command_repeated(request, commit->answer);
    } else if (request) {
        request_refuse_outcome(request, &commit->outcome);
    }
}

/* Keeps the event of an opened shoe for clients that missed it. Called only once the record is durable: until then the
 * shoe is still in play. */
static void keep_opened(house_table *t, house_commit *commit)
{
    if (!commit->opened) return;
    text_drop(t->opened);
    t->opened = commit->opened;
    t->opened->holders++;
}

static void judged(house_commit *commit)
{
    lm_house *house = commit->house;
    house_table *t = commit->table;
    if (commit->outcome.why != LM_STORE_DONE && commit->outcome.why != LM_STORE_FAILED) links_reload(house, commit);
    if (t->holding != TABLE_HELD || commit->own != (void *)(uintptr_t)t->epoch)
        return; /* the table was given up meanwhile */
    if (commit->outcome.why == LM_STORE_FAILED) {
        outbox_drop(
            house, t, LM_REFUSED_LATER,
            LM_SAYS(
                JOURNAL_STOPPED, "",
                "the house cannot write its journal and has stopped; after the restart, see whether this was done"));
        return;
    }
    if (commit->outcome.why == LM_STORE_DONE) {
        house->figures.records++;
        t->lease_end_ms = lease_end(commit);
        commit->post->ready = true;
        keep_opened(t, commit);
        if (commit->shares) t->busy = false;
    } else {
        refused(commit);
        if (t->holding != TABLE_HELD) return;
    }
    outbox_flush(house, t);
    table_go_on(t);
}

static void table_committed(house_commit *commit)
{
    judged(commit);
    text_drop(commit->opened);
}

/* Keeps a copy of the state, in case the store refuses the record. */
static void keep_state(house_table *t)
{
    if (!t->kept) t->kept = memory_or_end(sizeof *t->kept);
    if (!t->kept_secret) t->kept_secret = memory_or_end(sizeof *t->kept_secret);
    *t->kept = t->state;
    *t->kept_secret = t->secret;
}

static void count_play(lm_house *house, const house_play *play)
{
    house->figures.cards += play->did[LM_ACT_CARD] + play->did[LM_ACT_DOWN];
    house->figures.rounds += play->did[LM_ACT_DEAL];
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

/* Writes the number of the command with its record. The store may refuse the number, because it remembers clients that
 * the table has forgotten. */
static void number_command(lm_batch *batch, const house_table *t, house_play *play, const house_request *request)
{
    char client[LM_STORE_NAME + 1], seq[LM_OUT_DIGITS], answer[COMMAND_ANSWER];
    if (!request || !request->is_numbered || !request->caller.client[0]) return;
    command_client(request, t, client);
    command_answer(request, lm_out_digits(play->state.seq, seq), answer);
    lm_batch_command(batch, client, request->n, answer, strlen(answer));
    play->shares |= !state_knows_client(&play->state, request->client);
    state_remember(&play->state, request->client, request->n, play->state.seq);
}

/* The play did not happen, so the accounts that its batch would have opened do not exist. */
static void take_no_record(lm_house *house, house_table *t, house_play *play, house_request *request)
{
    if (house->unread) house_could_not_read(house, &play->refusal);
    play->state.seq--;
    table_read_accounts(house, t);
    if (!request) return; /* the next tick tries again */
    post_refusal(t, request, &play->refusal);
    outbox_flush(house, t);
}

static void keep_own(house_post *post, const house_play *play)
{
    post->owns = play->owns;
    if (!play->owns) return;
    post->own = memory_or_end((size_t)play->owns * sizeof *post->own);
    memcpy(post->own, play->own, (size_t)play->owns * sizeof *post->own);
}

/* Records the play and makes it the table's state. */
void table_commit(lm_house *house, house_table *t, house_play *play, const char *actor, house_request *request)
{
    house_commit *commit = calloc(1, sizeof *commit);
    lm_batch *batch = lm_batch_new();
    if (!commit || !batch) {
        house_fail(house, "not enough memory for a record");
        free(commit);
        lm_batch_free(batch);
        if (request) request_refuse(request, LM_REFUSED_LATER, "%s", house->fault);
        return;
    }
    *commit = (house_commit){
        .house = house, .batch = batch, .finish = table_committed, .table = t, .own = (void *)(uintptr_t)t->epoch
    };
    play->state.seq++;
    play->state.time_ms = play->now_ms;
    state_record_ends(&play->state);
    number_command(batch, t, play, request);
    if (table_is_guarded(house, play, request)) {
        play->shares = true;
        request_guard(request, batch);
    }
    lm_batch_lease(batch, house->server, t->epoch);
    lm_batch_renew(batch, t->stream, house->lease_ms); /* a late renewal works if no other server came first */
    record_append(house, batch, t->stream, play, actor, &t->state.meters, play->meters_in);
    record_moves(t, batch, play);
    book_purses(house, batch, play);
    rounds_keep(batch, play);
    if (!alarm_allows(house, play) || !table_coupons(house, batch, play, request) ||
        !table_limits(house, play, request) || house->unread) {
        take_no_record(house, t, play, request);
        lm_batch_free(batch);
        free(commit);
        return;
    }
    links_keep(house, t, play, commit);
    if (play->did[LM_ACT_TERMS] || play->did[LM_ACT_CLOSE_TABLE]) record_terms(batch, t->id, &play->state);
    add_snapshot(house, t, batch, play);
    if (play->shares) keep_state(t);
    assert(money_follows(&t->state, play));
    commit->shares = t->busy = play->shares;
    bool calls = !turn_is_the_same(&t->state, &play->state, play->rules);
    state_copy(&t->state, &play->state);
    t->secret = *play->secret;
    table_set_clock(house, t);
    count_play(house, play);
    commit->post = post_new(t);
    commit->post->seq = play->state.seq;
    commit->post->message = table_message(house, t, play, actor);
    commit->post->asked = box_on_turn(&play->state, play->rules);
    commit->post->calls = calls;
    if (play->opened.end)
        commit->opened = text_of(play->events.text.at + play->opened.from, play->opened.end - play->opened.from);
    keep_own(commit->post, play);
    commit->post->request = request;
    house_submit(commit);
}
