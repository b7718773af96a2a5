/* verify.c - the proof: every chain recomputed, then the ledger, the values and what is signed.
 *
 * Everything is read in one view of the database, so that a running server does not disturb it. scrub.c does the same in
 * small portions. */
#include <stdarg.h>
#include <string.h>

#include "record.h"
#include "verify.h"

static void tell_wrong(verification *v, const char *stream, int64_t seq, const char *what)
{
    lm_store_report *report = v->report;
    if (report->wrong++ == 0) {
        report->first_seq = seq;
        snprintf(report->first_stream, sizeof report->first_stream, "%s", stream);
        snprintf(report->first, sizeof report->first, "%s", what);
    }
    if (v->proof->found) v->proof->found(v->proof->context, stream, seq, what);
}

void found_wrong(verification *v, const char *stream, int64_t seq, const char *format, ...)
{
    char what[LM_STORE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    tell_wrong(v, stream, seq, what);
}

void found_account(verification *v, const tally *t, const char *format, ...)
{
    char what[LM_STORE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (v->proof->account) v->proof->account(v->proof->context, t->name);
    tell_wrong(v, t->stream, t->seq, what);
}

lm_store_why no_memory(char *text)
{
    snprintf(text, LM_STORE_TEXT, "there is no memory for the proof");
    return LM_STORE_FAILED;
}

void *proved_row(verification *v, row_set *set, size_t size, const char *name)
{
    set_row *row = set_add(set, size, name);
    v->short_of_memory |= !row;
    return row ? row->now : NULL;
}

/* --- chains ----------------------------------------------------------------------------------------------- */

static proved_stream *stream_named(verification *v, const char *name)
{
    proved_stream *stream = proved_row(v, &v->streams, sizeof *stream, name);
    if (stream && !stream->seq && !stream->listed) stream->time_ms = INT64_MIN;
    return stream;
}

bool receive_stream(void *context, const void *row)
{
    verification *v = context;
    const stream_row *listed = row;
    proved_stream *stream = stream_named(v, listed->name);
    if (!stream) return false;
    v->report->streams += !stream->listed;
    stream->listed = true;
    stream->end_seq = listed->seq;
    stream->epoch = listed->epoch;
    memcpy(stream->end_hash, listed->hash, LM_STORE_HASH);
    return true;
}

/* A stream must end where the list of streams says it does. */
static void check_end(verification *v, const proved_stream *s)
{
    if (!s->listed) {
        found_wrong(v, s->name, 1, "the stream is missing from the list of streams");
    } else if (!s->seq && s->end_seq > 0) {
        found_wrong(v, s->name, 1, "all %lld records are missing", (long long)s->end_seq);
    } else if (s->seq < s->end_seq) {
        found_wrong(v, s->name, s->seq + 1, "records %lld to %lld are missing at the end", (long long)s->seq + 1,
                    (long long)s->end_seq);
    } else if (s->seq > s->end_seq || (s->seq && memcmp(s->hash, s->end_hash, LM_STORE_HASH) != 0)) {
        found_wrong(v, s->name, s->seq, "the list of streams says that the stream ends otherwise (record %lld)",
                    (long long)s->end_seq);
    }
}

void check_ends(verification *v)
{
    int64_t before = v->report->wrong;
    for (const set_row *row = v->streams.first; row; row = row->next)
        check_end(v, row->now);
    v->report->unchained += v->report->wrong - before;
}

static void check_link(verification *v, proved_stream *s, const record_row *record)
{
    uint8_t hash[LM_STORE_HASH];
    if (record->seq > s->seq + 1)
        found_wrong(v, record->stream, s->seq + 1, "records %lld to %lld are missing", (long long)s->seq + 1,
                    (long long)record->seq - 1);
    if (record->seq <= s->seq) found_wrong(v, record->stream, record->seq, "there is a record too many");
    record_hash(s->hash, record, hash);
    if (record->seq == s->seq + 1 && memcmp(hash, record->hash, LM_STORE_HASH) != 0)
        found_wrong(v, record->stream, record->seq,
                    /* say:record-altered */ "the record was altered: its hash does not fit");
    if (record->time_ms < s->time_ms) found_wrong(v, record->stream, record->seq, "the clock goes back");
    s->seq = record->seq;
    s->time_ms = record->time_ms;
    memcpy(s->hash, record->hash, LM_STORE_HASH);
    v->report->records++;
}

bool receive_record(void *context, const void *row)
{
    verification *v = context;
    const record_row *record = row;
    if (!v->chain || strcmp(record->stream, v->chain->name) != 0) v->chain = stream_named(v, record->stream);
    if (!v->chain) return false;
    v->received++;
    int64_t before = v->report->wrong;
    check_link(v, v->chain, record);
    v->report->unchained += v->report->wrong - before;
    if (!v->proof->since_snapshots) {
        ledger_hear(v, record);
        marks_hear(v, record);
    }
    return !v->short_of_memory;
}

/* The snapshot's place in a stream, or its beginning. Marks of heads do not count: their states are not kept. */
static void begin_at_snapshot(const verification *v, proved_stream *s)
{
    for (int i = 0; i < v->marks.n; i++) {
        const mark *m = v->marks.row[i];
        if (strcmp(m->who, "snapshot") != 0 || strcmp(m->line.stream, s->name) != 0) continue;
        s->seq = m->line.seq;
        memcpy(s->hash, m->line.hash, LM_STORE_HASH);
    }
}

static lm_store_why check_chain_ends(verification *v, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    for (const set_row *row = v->streams.first; row && why == LM_STORE_DONE; row = row->next) {
        proved_stream *s = row->now;
        begin_at_snapshot(v, s);
        store_range range = { s->name, false, s->seq + 1, INT64_MAX };
        why = store_scan(v->store, TABLE_RECORDS, &range, receive_record, v, text);
    }
    return why;
}

/* --- all of it -------------------------------------------------------------------------------------------- */

/* Who writes to the database can replace the key in it together with everything that is signed. */
static void choose_key(verification *v)
{
    const lm_store *store = v->store;
    const uint8_t *given = v->proof->public_key, *named = store->has_key ? store->public_key : NULL;
    v->public_key = given ? given : named;
    if (given && (!named || memcmp(given, named, PUBLIC_KEY) != 0))
        found_wrong(v, "", 0,
                    /* say:key-replaced */
                    "the store names another key than the one that was given: it was replaced, or this is the "
                    "key of another house");
}

void verification_begin(verification *v, lm_store *store, const lm_store_proof *proof, lm_store_report *report)
{
    *v = (verification){ .store = store, .proof = proof, .report = report };
    memset(report, 0, sizeof *report);
    set_begin(&v->streams, TABLE_STREAMS, &v->memory);
    set_begin(&v->tallies, TABLE_ACCOUNTS, &v->memory);
    set_begin(&v->puts, TABLE_ENTRIES, &v->memory);
    set_begin(&v->commands, TABLE_CLIENTS, &v->memory);
    choose_key(v);
}

static lm_store_why check_everything(verification *v, char *text)
{
    bool all = !v->proof->since_snapshots;
    lm_store_why why = store_scan(v->store, TABLE_STREAMS, &RANGE_ALL, receive_stream, v, text);
    if (why == LM_STORE_DONE) why = marks_gather(v, text);
    if (why == LM_STORE_DONE && v->proof->only_head) return marks_check(v, text);
    if (why == LM_STORE_DONE)
        why =
            all ? store_scan(v->store, TABLE_RECORDS, &RANGE_ALL, receive_record, v, text) : check_chain_ends(v, text);
    if (why == LM_STORE_DONE) check_ends(v);
    if (why == LM_STORE_DONE) why = marks_check(v, text);
    if (why == LM_STORE_DONE && all) why = ledger_check(v, false, text);
    return why == LM_STORE_DONE && v->short_of_memory ? no_memory(text) : why;
}

lm_store_why lm_store_verify(lm_store *store, const lm_store_proof *proof, lm_store_report *report, char *text)
{
    verification v;
    verification_begin(&v, store, proof, report);
    lm_store_why why = store_look(store, text);
    if (why == LM_STORE_DONE) {
        why = check_everything(&v, text);
        store_look_away(store);
    }
    arena_free(&v.memory);
    return why;
}
