/* judge.c - judges one batch against the rows of its group: accepts it whole, or refuses it with the reason.
 *
 * Each kind of operation is a function that either changes rows or refuses. */
#include <assert.h>
#include <string.h>

#include "bytes.h"
#include "group.h"
#include "record.h"
#include "sign.h"

/* The batch under judgement, and the record whose effects are being gathered. */
typedef struct {
    group *g;
    lm_batch *batch;
    int at; /* number of the operation */
    record_row *record;
    set_row *record_stream;
    buffer effects;
} judgement;

static bool refuse_batch(judgement *j, lm_store_why why, const char *subject, int64_t number)
{
    lm_store_outcome *outcome = &j->batch->outcome;
    *outcome = (lm_store_outcome){ .why = why, .operation = j->at, .number = number };
    snprintf(outcome->subject, sizeof outcome->subject, "%s", subject);
    return false;
}

static bool malformed(judgement *j, const char *what)
{
    return refuse_batch(j, LM_STORE_MALFORMED, what, j->at);
}

static bool no_memory(judgement *j)
{
    return refuse_batch(j, LM_STORE_MEMORY, "", 0);
}

/* --- commands --------------------------------------------------------------------------------------------- */

int read_remembered(store_bytes recent, remembered out[LM_STORE_REMEMBERED])
{
    bytes_reader r = { recent.data, recent.size, false };
    int n = 0;
    for (; n < LM_STORE_REMEMBERED && r.left > 0; n++) {
        out[n].number = take_int(&r);
        out[n].answer.data = take_counted(&r, &out[n].answer.size);
        if (r.bad) break;
    }
    return n;
}

/* A number at or below the client's last is a repetition: its answer is remembered, or it is too old. */
static bool repeated(judgement *j, const client_row *client)
{
    remembered known[LM_STORE_REMEMBERED];
    int n = read_remembered(client->recent, known);
    for (int i = 0; i < n; i++) {
        if (known[i].number != j->batch->number) continue;
        refuse_batch(j, LM_STORE_REPEATED, client->name, client->number);
        j->batch->outcome.answer = known[i].answer.data;
        j->batch->outcome.answer_size = known[i].answer.size;
        return false;
    }
    return refuse_batch(j, LM_STORE_LATE, client->name, client->number);
}

static bool take_command(judgement *j)
{
    lm_batch *batch = j->batch;
    if (batch->bad_client) return malformed(j, "command");
    if (!batch->client) return true;
    set_row *row = batch->client_row;
    client_row *client = row->now;
    if (row->exists && batch->number <= client->number) return repeated(j, client);

    remembered known[LM_STORE_REMEMBERED];
    int n = row->exists ? read_remembered(client->recent, known) : 0;
    buffer b = { .memory = &j->g->memory };
    for (int i = n == LM_STORE_REMEMBERED; i < n; i++) {
        buffer_int(&b, known[i].number);
        buffer_counted(&b, known[i].answer.data, known[i].answer.size);
    }
    buffer_int(&b, batch->number);
    buffer_counted(&b, batch->answer.data, batch->answer.size);
    if (b.failed) return no_memory(j);
    set_touch(&j->g->clients, row);
    row->exists = true;
    client->number = batch->number;
    client->recent = (store_bytes){ b.data, b.size };
    return true;
}

/* --- guards ------------------------------------------------------------------------------------------------ */

static bool guards_hold(judgement *j)
{
    if (j->batch->bad_guard) return malformed(j, "guard");
    for (int i = 0; i < j->batch->guards; i++) {
        const batch_guard *guard = &j->batch->guard[i];
        int64_t version = guard->row->exists ? ((const entry_row *)guard->row->now)->version : 0;
        if (guard->version == LM_STORE_ANY ? !guard->row->exists : guard->version != version)
            return refuse_batch(j, LM_STORE_VERSION, guard->key, version);
    }
    return true;
}

/* --- records ---------------------------------------------------------------------------------------------- */

/* A stream that was ever leased is written only under its lease; every server may write to other streams. */
static bool leased(const stream_row *stream)
{
    return stream->epoch > 0;
}

static bool holds_lease(judgement *j, const stream_row *stream, const operation *op)
{
    bool mine = strcmp(stream->owner, op->other) == 0 && stream->epoch == op->epoch;
    return mine ? true : refuse_batch(j, LM_STORE_FENCED, stream->name, stream->epoch);
}

/* Called when all effects of the record are known: computes its hash, which the stream's next record continues. */
static bool seal_record(judgement *j)
{
    if (!j->record) return true;
    if (j->effects.failed) return no_memory(j);
    stream_row *stream = j->record_stream->now;
    j->record->effects = (store_bytes){ j->effects.data, j->effects.size };
    lm_record record = record_of(j->record);
    lm_record_hash(stream->hash, &record, j->record->hash);
    memcpy(stream->hash, j->record->hash, LM_STORE_HASH);
    j->record = NULL;
    return true;
}

/* Adds the number and the digest of the remembered answer to the record's effects, so altering either breaks the
 * chain. */
static void tell_command(judgement *j)
{
    const lm_batch *batch = j->batch;
    uint8_t digest[LM_STORE_HASH];
    bytes_hash(batch->answer.data, batch->answer.size, digest);
    effect_add(&j->effects, LM_EFFECT_COMMAND, batch->client, batch->number, NULL);
    effect_add(&j->effects, LM_EFFECT_ANSWER, batch->client, batch->number, digest);
}

static bool do_append(judgement *j, operation *op)
{
    if (!op->record_kind || !op->text || !op->other || op->bytes.size > LM_STORE_BODY) return malformed(j, op->name);
    set_row *row = op->row;
    stream_row *stream = row->now;
    if (leased(stream)) {
        if (!holds_lease(j, stream, op)) return false;
        if (j->g->now_ms >= stream->expires_ms) return refuse_batch(j, LM_STORE_FENCED, op->name, stream->epoch);
    }
    if (op->number != LM_STORE_ANY && op->number != stream->seq + 1)
        return refuse_batch(j, LM_STORE_SEQ, op->name, stream->seq + 1);
    if (!seal_record(j)) return false;

    bool first = !j->effects.memory;
    j->record = list_add(&j->g->records, &j->g->memory, sizeof *j->record);
    if (!j->record) return no_memory(j);
    j->effects = (buffer){ .memory = &j->g->memory };
    if (first && j->batch->client) tell_command(j);
    set_touch(&j->g->streams, row);
    row->exists = true;
    stream->seq++;
    if (stream->time_ms < j->g->now_ms) stream->time_ms = j->g->now_ms;
    j->record_stream = row;
    j->record->seq = op->result = stream->seq;
    j->record->time_ms = stream->time_ms;
    j->record->body = op->bytes;
    strcpy(j->record->stream, op->name);
    strcpy(j->record->kind, op->record_kind);
    strcpy(j->record->actor, op->text);
    return true;
}

/* --- the ledger ------------------------------------------------------------------------------------------- */

static bool do_open(judgement *j, operation *op)
{
    if (!j->record) return malformed(j, op->name);
    set_row *row = op->row;
    if (row->exists) return refuse_batch(j, LM_STORE_OPENED, op->name, 0);
    set_touch(&j->g->accounts, row);
    row->exists = true;
    ((account_row *)row->now)->house = op->number;
    effect_add(&j->effects, LM_EFFECT_OPEN, op->name, op->number, NULL);
    return true;
}

static bool add_line(judgement *j, set_row *row, int64_t cents)
{
    account_row *account = row->now;
    line_row *line = list_add(&j->g->lines, &j->g->memory, sizeof *line);
    if (!line) return no_memory(j);
    set_touch(&j->g->accounts, row);
    account->cents += cents;
    account->lines++;
    strcpy(line->account, account->name);
    strcpy(line->stream, j->record->stream);
    line->n = account->lines;
    line->cents = cents;
    line->balance_cents = account->cents;
    line->seq = j->record->seq;
    return true;
}

static bool do_move(judgement *j, operation *op)
{
    if (!j->record || !op->other || op->number <= 0 || strcmp(op->name, op->other) == 0 ||
        strlen(op->text) > LM_STORE_REASON)
        return malformed(j, op->name);
    set_row *from = op->row, *to = op->other_row;
    if (!from->exists) return refuse_batch(j, LM_STORE_ACCOUNT, op->name, 0);
    if (!to->exists) return refuse_batch(j, LM_STORE_ACCOUNT, op->other, 0);
    const account_row *payer = from->now, *payee = to->now;
    if (!payer->house && payer->cents < op->number)
        return refuse_batch(j, LM_STORE_BALANCE, op->name, op->number - payer->cents);
    if (payer->cents < INT64_MIN + op->number) return refuse_batch(j, LM_STORE_OVERFLOW, op->name, 0);
    if (payee->cents > INT64_MAX - op->number) return refuse_batch(j, LM_STORE_OVERFLOW, op->other, 0);
    effect_add_move(&j->effects, op->name, op->other, op->number, op->text);
    return add_line(j, from, -op->number) && add_line(j, to, op->number);
}

/* --- keyed values ----------------------------------------------------------------------------------------- */

static bool scratch(const char *key)
{
    return key[0] == '~';
}

static bool do_put(judgement *j, operation *op)
{
    if ((!j->record && !scratch(op->name)) || op->bytes.size > LM_STORE_BODY) return malformed(j, op->name);
    set_row *row = op->row;
    entry_row *entry = row->now;
    int64_t version = row->exists ? entry->version : 0;
    if (op->number != LM_STORE_ANY && op->number != version)
        return refuse_batch(j, LM_STORE_VERSION, op->name, version);
    set_touch(&j->g->entries, row);
    row->exists = true;
    entry->version = op->result = version + 1;
    entry->data = op->bytes;
    if (scratch(op->name)) return true;
    uint8_t digest[LM_STORE_HASH];
    bytes_hash(op->bytes.data, op->bytes.size, digest);
    effect_add(&j->effects, LM_EFFECT_PUT, op->name, entry->version, digest);
    return true;
}

static bool do_drop(judgement *j, operation *op)
{
    if (!scratch(op->name)) return malformed(j, op->name);
    set_row *row = op->row;
    set_touch(&j->g->entries, row);
    row->exists = false;
    return true;
}

/* --- leases ----------------------------------------------------------------------------------------------- */

static bool do_take(judgement *j, operation *op)
{
    if (!op->other || op->number <= 0) return malformed(j, op->name);
    set_row *row = op->row;
    stream_row *stream = row->now;
    int64_t left = stream->expires_ms - j->g->now_ms;
    if (stream->owner[0] && left > 0 && strcmp(stream->owner, op->other) != 0)
        return refuse_batch(j, LM_STORE_LEASED, op->name, left);
    set_touch(&j->g->streams, row);
    row->exists = true;
    strcpy(stream->owner, op->other);
    stream->expires_ms = j->g->now_ms + op->number;
    op->result = ++stream->epoch;
    return true;
}

/* Renewing after the time has run out is allowed while no other server has taken the stream: then no other has written
 * to it either. */
static bool do_renew(judgement *j, operation *op)
{
    set_row *row = op->row;
    stream_row *stream = row->now;
    if (!op->other || !op->other[0] || (op->kind == OP_RENEW && op->number <= 0)) return malformed(j, op->name);
    if (!holds_lease(j, stream, op)) return false;
    set_touch(&j->g->streams, row);
    stream->expires_ms = op->kind == OP_RENEW ? j->g->now_ms + op->number : 0;
    if (op->kind == OP_RELEASE) stream->owner[0] = '\0';
    op->result = stream->epoch;
    return true;
}

/* --- snapshots -------------------------------------------------------------------------------------------- */

static bool do_snapshot(judgement *j, operation *op)
{
    if (!j->g->signer || op->bytes.size > LM_STORE_BODY) return malformed(j, op->name);
    if (!seal_record(j)) return false; /* the snapshot needs the final hash of the record */
    const stream_row *stream = op->row->now;
    if ((op->number != LM_STORE_ANY && op->number != stream->seq) || stream->seq == 0)
        return refuse_batch(j, LM_STORE_SEQ, op->name, stream->seq + 1);
    snapshot_row *row = list_add(&j->g->snapshots, &j->g->memory, sizeof *row);
    uint8_t *signature = arena_take(&j->g->memory, LM_STORE_SIGNATURE);
    if (!row || !signature) return no_memory(j);
    strcpy(row->stream, op->name);
    row->seq = stream->seq;
    memcpy(row->hash, stream->hash, LM_STORE_HASH);
    row->state = op->bytes;
    row->signature = (store_bytes){ signature, LM_STORE_SIGNATURE };
    sign_snapshot(j->g->signer, j->g->house, row, signature);
    return true;
}

/* --- the whole batch -------------------------------------------------------------------------------------- */

static bool (*const doers[])(judgement *, operation *) = {
    [OP_APPEND] = do_append, [OP_OPEN] = do_open,     [OP_MOVE] = do_move,
    [OP_PUT] = do_put,       [OP_DROP] = do_drop,     [OP_TAKE] = do_take,
    [OP_RENEW] = do_renew,   [OP_RELEASE] = do_renew, [OP_SNAPSHOT] = do_snapshot,
};

static bool do_all(judgement *j)
{
    if (j->batch->short_of_memory) return no_memory(j);
    if (!guards_hold(j) || !take_command(j)) return false;
    for (operation *op = j->batch->first; op; op = op->next, j->at++) {
        if (!op->name) return malformed(j, "name");
        if (!doers[op->kind](j, op)) return false;
    }
    if (j->batch->client && !j->effects.memory) return malformed(j, "command"); /* no record would explain it */
    return seal_record(j);
}

/* The ledger lines of a batch must add up to zero: money moves, but is never made. */
static bool lines_balance(const group *g, int first)
{
    int64_t sum = 0;
    for (int i = first; i < g->lines.n; i++)
        sum += ((const line_row *)g->lines.row[i])->cents;
    return sum == 0;
}

void group_judge(group *g, lm_batch *batch)
{
    judgement j = { .g = g, .batch = batch };
    row_set *sets[] = { &g->streams, &g->accounts, &g->entries, &g->clients };
    int records = g->records.n, lines = g->lines.n, snapshots = g->snapshots.n;
    bool well = do_all(&j);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        (well ? set_accept : set_refuse)(sets[i]);
    assert(!well || lines_balance(g, lines));
    if (well) {
        batch->outcome =
            (lm_store_outcome){ .why = LM_STORE_DONE, .answer = batch->answer.data, .answer_size = batch->answer.size };
        return;
    }
    g->records.n = records;
    g->lines.n = lines;
    g->snapshots.n = snapshots;
}
