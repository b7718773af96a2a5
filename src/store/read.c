/* read.c - reading what is committed, row by row. */
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "room.h"

static lm_store_why ended(lm_store *store, db_end end, char *text)
{
    if (end == DB_OK) return LM_STORE_DONE;
    memcpy(text, store->reader->text, LM_STORE_TEXT);
    return LM_STORE_FAILED;
}

lm_store_why lm_store_look(lm_store *store, char *text)
{
    pthread_mutex_lock(&store->reading);
    lm_store_why why = ended(store, db_look(store->reader), text);
    if (why != LM_STORE_DONE) pthread_mutex_unlock(&store->reading);
    return why;
}

void lm_store_look_away(lm_store *store)
{
    db_look_away(store->reader);
    pthread_mutex_unlock(&store->reading);
}

int64_t lm_store_bytes(lm_store *store)
{
    pthread_mutex_lock(&store->reading);
    int64_t bytes = store->reader->kind->bytes(store->reader);
    pthread_mutex_unlock(&store->reading);
    return bytes;
}

typedef struct {
    lm_store *store;
    db_receiver receiver;
    void *context;
} counted_scan;

static bool count_row(void *context, const void *row)
{
    const counted_scan *scan = context;
    atomic_fetch_add_explicit(&scan->store->rows_read, 1, memory_order_relaxed);
    return scan->receiver(scan->context, row);
}

int64_t lm_store_rows_read(const lm_store *store)
{
    return atomic_load_explicit(&store->rows_read, memory_order_relaxed);
}

lm_store_why store_scan(lm_store *store, table_id table, const store_range *range, db_receiver receiver, void *context,
                        char *text)
{
    counted_scan scan = { store, receiver, context };
    pthread_mutex_lock(&store->reading);
    lm_store_why why = ended(store, db_scan(store->reader, table, range, count_row, &scan), text);
    pthread_mutex_unlock(&store->reading);
    return why;
}

/* The reader of rows of any kind. */
typedef struct {
    lm_store *store;
    union {
        lm_record_reader record;
        lm_stream_reader stream;
        lm_account_reader account;
        lm_line_reader line;
        lm_value_reader value;
        lm_snapshot_reader snapshot;
        lm_client_reader client;
    };
    void *context;
} listener;

/* Rows of one name, or of every name. */
static store_range range_of(const char *name_or_null, int64_t from, int64_t to)
{
    return (store_range){ name_or_null ? name_or_null : "", !name_or_null, from, to, NULL };
}

static bool tell_record(void *context, const void *row)
{
    const listener *l = context;
    lm_record record = record_of(row);
    return l->record(l->context, &record);
}

lm_store_why lm_store_records_between(lm_store *store, const char *stream, int64_t from_seq, int64_t to_seq,
                                      lm_record_reader reader, void *context, char *text)
{
    listener l = { store, { .record = reader }, context };
    store_range range = range_of(stream, from_seq, to_seq);
    return store_scan(store, TABLE_RECORDS, &range, tell_record, &l, text);
}

lm_store_why lm_store_records(lm_store *store, const char *stream, int64_t from_seq, lm_record_reader reader,
                              void *context, char *text)
{
    return lm_store_records_between(store, stream, from_seq, INT64_MAX, reader, context, text);
}

static bool tell_stream(void *context, const void *row)
{
    const listener *l = context;
    const stream_row *r = row;
    lm_stream_row stream = { r->name, r->seq, r->time_ms, r->hash, r->owner, r->epoch, r->expires_ms };
    return l->stream(l->context, &stream);
}

lm_store_why lm_store_streams(lm_store *store, const char *prefix, lm_stream_reader reader, void *context, char *text)
{
    listener l = { store, { .stream = reader }, context };
    return store_scan(store, TABLE_STREAMS, &(store_range){ prefix, true, 0, 0, NULL }, tell_stream, &l, text);
}

static bool tell_account(void *context, const void *row)
{
    const listener *l = context;
    const account_row *r = row;
    lm_account_row account = { r->name, r->house != 0, r->cents, r->lines };
    return l->account(l->context, &account);
}

lm_store_why lm_store_accounts(lm_store *store, const char *prefix, lm_account_reader reader, void *context, char *text)
{
    listener l = { store, { .account = reader }, context };
    return store_scan(store, TABLE_ACCOUNTS, &(store_range){ prefix, true, 0, 0, NULL }, tell_account, &l, text);
}

static bool tell_line(void *context, const void *row)
{
    const listener *l = context;
    const line_row *r = row;
    lm_line_row line = { r->account, r->n, r->cents, r->balance_cents, r->stream, r->seq };
    return l->line(l->context, &line);
}

lm_store_why lm_store_lines_between(lm_store *store, const char *account, int64_t from_n, int64_t to_n,
                                    lm_line_reader reader, void *context, char *text)
{
    listener l = { store, { .line = reader }, context };
    store_range range = range_of(account, from_n, to_n);
    return store_scan(store, TABLE_LINES, &range, tell_line, &l, text);
}

lm_store_why lm_store_lines(lm_store *store, const char *account, int64_t from_n, lm_line_reader reader, void *context,
                            char *text)
{
    return lm_store_lines_between(store, account, from_n, INT64_MAX, reader, context, text);
}

static bool tell_value(void *context, const void *row)
{
    const listener *l = context;
    const entry_row *r = row;
    lm_value_row value = { r->name, r->version, r->data.data, r->data.size };
    return l->value(l->context, &value);
}

lm_store_why lm_store_values_from(lm_store *store, const char *prefix, const char *key, lm_value_reader reader,
                                  void *context, char *text)
{
    listener l = { store, { .value = reader }, context };
    return store_scan(store, TABLE_ENTRIES, &(store_range){ prefix, true, 0, 0, key }, tell_value, &l, text);
}

lm_store_why lm_store_value(lm_store *store, const char *key, lm_value_reader reader, void *context, char *text)
{
    listener l = { store, { .value = reader }, context };
    store_range range = range_of(key, 0, 0);
    return store_scan(store, TABLE_ENTRIES, &range, tell_value, &l, text);
}

lm_store_why lm_store_values(lm_store *store, const char *prefix, lm_value_reader reader, void *context, char *text)
{
    return lm_store_values_from(store, prefix, NULL, reader, context, text);
}

static bool tell_snapshot(void *context, const void *row)
{
    const listener *l = context;
    lm_snapshot_row snapshot = snapshot_of(row);
    return l->snapshot(l->context, &snapshot);
}

static bool tell_own_snapshot(void *context, const void *row)
{
    const listener *l = context;
    lm_snapshot_row snapshot = snapshot_of(row);
    bool own = l->store->has_key && lm_snapshot_signed(l->store->public_key, l->store->house, &snapshot);
    return !own || l->snapshot(l->context, &snapshot);
}

lm_store_why lm_store_snapshot(lm_store *store, const char *stream, lm_snapshot_reader reader, void *context,
                               char *text)
{
    listener l = { store, { .snapshot = reader }, context };
    return store_scan(store, TABLE_SNAPSHOTS, &(store_range){ stream, false, 0, 0, NULL }, tell_own_snapshot, &l, text);
}

lm_store_why lm_store_snapshots(lm_store *store, lm_snapshot_reader reader, void *context, char *text)
{
    listener l = { store, { .snapshot = reader }, context };
    return store_scan(store, TABLE_SNAPSHOTS, &RANGE_ALL, tell_snapshot, &l, text);
}

static bool tell_client(void *context, const void *row)
{
    const listener *l = context;
    const client_row *r = row;
    lm_client_row client = { .name = r->name, .number = r->number };
    remembered known[LM_STORE_REMEMBERED];
    client.answers = read_remembered(r->recent, known);
    for (int i = 0; i < client.answers; i++) {
        client.answer[i].number = known[i].number;
        client.answer[i].data = known[i].answer.data;
        client.answer[i].size = known[i].answer.size;
    }
    return l->client(l->context, &client);
}

lm_store_why lm_store_clients(lm_store *store, lm_client_reader reader, void *context, char *text)
{
    return lm_store_clients_of(store, "", reader, context, text);
}

lm_store_why lm_store_clients_of(lm_store *store, const char *prefix, lm_client_reader reader, void *context,
                                 char *text)
{
    listener l = { store, { .client = reader }, context };
    store_range range = { prefix, true, 0, INT64_MAX, NULL };
    return store_scan(store, TABLE_CLIENTS, &range, tell_client, &l, text);
}

static bool add_stream(void *context, const void *row)
{
    const stream_row *stream = row;
    lm_head_line line = { .seq = stream->seq, .epoch = stream->epoch };
    strcpy(line.stream, stream->name);
    memcpy(line.hash, stream->hash, LM_STORE_HASH);
    if (stream->seq > 0) head_add(context, &line);
    return true;
}

static bool add_rest(void *context, const lm_head_rest *rest)
{
    head_add_rest(context, rest);
    return true;
}

static lm_store_why add_lines(lm_store *store, bool at_rest, buffer *b, char *text)
{
    lm_store_why why = lm_store_look(store, text);
    if (why != LM_STORE_DONE) return why;
    why = store_scan(store, TABLE_STREAMS, &RANGE_ALL, add_stream, b, text);
    if (why == LM_STORE_DONE && at_rest) why = lm_store_rest(store, add_rest, b, text);
    lm_store_look_away(store);
    return why;
}

static lm_store_why sign_head(lm_store *store, bool at_rest, char **head, char *text)
{
    arena memory = { 0 };
    buffer b = { .memory = &memory };
    char signature[LM_SIGNATURE_LINE + 1] = "";
    *head = NULL;
    if (!store->signer) {
        snprintf(text, LM_STORE_TEXT, "a head is signed with the house's key; give the file of that key");
        return LM_STORE_FAILED;
    }
    head_begin(&b, store->house, db_now_ms(store->clock_ms, store->clock), store->public_key);
    lm_store_why why = add_lines(store, at_rest, &b, text);
    if (!b.failed) lm_text_sign(store->signer, b.data, b.size, signature);
    buffer_bytes(&b, signature, sizeof signature);
    if (why == LM_STORE_DONE && (b.failed || !(*head = malloc(b.size)))) {
        snprintf(text, LM_STORE_TEXT, "out of memory");
        why = LM_STORE_FAILED;
    }
    if (why == LM_STORE_DONE) memcpy(*head, b.data, b.size);
    arena_free(&memory);
    return why;
}

lm_store_why lm_store_head(lm_store *store, char **head, char *text)
{
    return sign_head(store, false, head, text);
}

lm_store_why lm_store_head_at_rest(lm_store *store, char **head, char *text)
{
    return sign_head(store, true, head, text);
}
