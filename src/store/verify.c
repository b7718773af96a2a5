/* verify.c - the proof: every chain recomputed, then the ledger, the values and what is signed.
 *
 * Everything is read in one view of the database, so that a running server does not disturb it. */
#include <stdarg.h>
#include <string.h>

#include "record.h"
#include "verify.h"

void found_wrong(verification *v, const char *stream, int64_t seq, const char *format, ...)
{
    char what[LM_STORE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    lm_store_report *report = v->report;
    if (report->wrong++ == 0) {
        report->first_seq = seq;
        snprintf(report->first_stream, sizeof report->first_stream, "%s", stream);
        memcpy(report->first, what, sizeof what);
    }
    if (v->proof->found) v->proof->found(v->proof->context, stream, seq, what);
}

/* --- chains ----------------------------------------------------------------------------------------------- */

static bool receive_stream(void *context, const void *row)
{
    verification *v = context;
    const stream_row *stream = row;
    set_row *kept = set_add(&v->streams, sizeof(head_line), stream->name);
    v->short_of_memory |= !kept;
    if (!kept) return false;
    head_line *line = kept->now;
    line->seq = stream->seq;
    memcpy(line->hash, stream->hash, LM_STORE_HASH);
    v->report->streams++;
    return true;
}

/* The stream that was scanned must end where `streams` says it does. */
static void end_chain(verification *v)
{
    if (!v->stream[0]) return;
    set_row *row = set_find(&v->streams, v->stream);
    if (!row) {
        found_wrong(v, v->stream, 1, "the stream is missing from the list of streams");
        return;
    }
    const head_line *end = row->now;
    row->found = true;
    if (v->seq < end->seq) {
        found_wrong(v, v->stream, v->seq + 1, "records %lld to %lld are missing at the end",
                    (long long)v->seq + 1, (long long)end->seq);
    } else if (v->seq > end->seq || memcmp(v->hash, end->hash, LM_STORE_HASH) != 0) {
        found_wrong(v, v->stream, v->seq,
                    "the list of streams says that the stream ends otherwise (record %lld)",
                    (long long)end->seq);
    }
}

static void begin_chain(verification *v, const char *stream, int64_t seq, const uint8_t *hash)
{
    snprintf(v->stream, sizeof v->stream, "%s", stream);
    v->seq = seq;
    v->time_ms = INT64_MIN;
    if (hash) {
        memcpy(v->hash, hash, LM_STORE_HASH);
    } else {
        memset(v->hash, 0, LM_STORE_HASH);
    }
}

static void check_link(verification *v, const record_row *record)
{
    uint8_t hash[LM_STORE_HASH];
    if (record->seq > v->seq + 1)
        found_wrong(v, record->stream, v->seq + 1, "records %lld to %lld are missing", (long long)v->seq + 1,
                    (long long)record->seq - 1);
    if (record->seq <= v->seq) found_wrong(v, record->stream, record->seq, "there is a record too many");
    record_hash(v->hash, record, hash);
    if (record->seq == v->seq + 1 && memcmp(hash, record->hash, LM_STORE_HASH) != 0)
        found_wrong(v, record->stream, record->seq, "the record was altered: its hash does not fit");
    if (record->time_ms < v->time_ms) found_wrong(v, record->stream, record->seq, "the clock goes back");
    v->seq = record->seq;
    v->time_ms = record->time_ms;
    memcpy(v->hash, record->hash, LM_STORE_HASH);
    v->report->records++;
}

static bool receive_record(void *context, const void *row)
{
    verification *v = context;
    const record_row *record = row;
    if (strcmp(record->stream, v->stream) != 0) {
        end_chain(v);
        begin_chain(v, record->stream, 0, NULL);
    }
    check_link(v, record);
    if (!v->proof->since_snapshots) {
        ledger_hear(v, record);
        marks_hear(v, record);
    }
    return !v->short_of_memory;
}

static lm_store_why check_all_chains(verification *v, char *text)
{
    lm_store_why why = store_scan(v->store, TABLE_RECORDS, &RANGE_ALL, receive_record, v, text);
    end_chain(v);
    for (const set_row *row = v->streams.first; row && why == LM_STORE_DONE; row = row->next) {
        const head_line *line = row->now;
        if (!row->found && line->seq > 0)
            found_wrong(v, line->stream, 1, "all %lld records are missing", (long long)line->seq);
    }
    return why;
}

/* The snapshot's place in a stream, or its beginning. Marks of heads do not count: their states are not kept. */
static void begin_at_snapshot(verification *v, const char *stream)
{
    begin_chain(v, stream, 0, NULL);
    for (int i = 0; i < v->marks.n; i++) {
        const mark *m = v->marks.row[i];
        if (strcmp(m->who, "snapshot") == 0 && strcmp(m->line.stream, stream) == 0)
            begin_chain(v, stream, m->line.seq, m->line.hash);
    }
}

static lm_store_why check_chain_ends(verification *v, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    for (const set_row *row = v->streams.first; row && why == LM_STORE_DONE; row = row->next) {
        const head_line *line = row->now;
        begin_at_snapshot(v, line->stream);
        store_range range = { line->stream, false, v->seq + 1, INT64_MAX };
        why = store_scan(v->store, TABLE_RECORDS, &range, receive_record, v, text);
        if (why == LM_STORE_DONE) end_chain(v);
    }
    return why;
}

/* --- all of it -------------------------------------------------------------------------------------------- */

static lm_store_why check_everything(verification *v, char *text)
{
    bool all = !v->proof->since_snapshots;
    lm_store_why why = store_scan(v->store, TABLE_STREAMS, &RANGE_ALL, receive_stream, v, text);
    if (why == LM_STORE_DONE) why = marks_gather(v, text);
    if (why == LM_STORE_DONE) why = all ? check_all_chains(v, text) : check_chain_ends(v, text);
    if (why == LM_STORE_DONE) why = marks_check(v, text);
    if (why == LM_STORE_DONE && all) why = ledger_check(v, text);
    if (why == LM_STORE_DONE && v->short_of_memory) {
        snprintf(text, LM_STORE_TEXT, "there is no memory for the proof");
        why = LM_STORE_FAILED;
    }
    return why;
}

lm_store_why lm_store_verify(lm_store *store, const lm_store_proof *proof, lm_store_report *report,
                             char *text)
{
    verification v = { .store = store, .proof = proof, .report = report };
    memset(report, 0, sizeof *report);
    set_begin(&v.streams, TABLE_STREAMS, &v.memory);
    set_begin(&v.tallies, TABLE_ACCOUNTS, &v.memory);
    set_begin(&v.puts, TABLE_ENTRIES, &v.memory);
    set_begin(&v.commands, TABLE_CLIENTS, &v.memory);
    lm_store_why why = store_look(store, text);
    if (why == LM_STORE_DONE) {
        why = check_everything(&v, text);
        store_look_away(store);
    }
    arena_free(&v.memory);
    return why;
}
