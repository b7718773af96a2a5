/* verify_marks.c - what is signed: snapshots, heads in the store, and the head that was kept elsewhere. */
#include <string.h>

#include "rest.h"
#include "verify.h"

static const char kept_head[] = /* say:kept-head */ "kept head";

static bool add_mark(verification *v, const head_line *line, const char *who)
{
    mark *m = list_add(&v->marks, &v->memory, sizeof *m);
    v->short_of_memory |= !m;
    if (!m) return false;
    m->line = *line;
    m->who = who;
    return true;
}

static bool receive_kept(void *context, const head_line *line)
{
    return add_mark(context, line, kept_head);
}

static bool receive_own(void *context, const head_line *line)
{
    return add_mark(context, line, /* say:head-in-the-store */ "head in the store");
}

static bool receive_rest(void *context, const head_rest *rest)
{
    verification *v = context;
    head_rest *kept = list_add(&v->rests, &v->memory, sizeof *kept);
    v->short_of_memory |= !kept;
    if (kept) *kept = *rest;
    return kept;
}

/* NULL, or what is wrong with the head. */
static const char *read_own(verification *v, store_bytes head)
{
    if (!v->public_key) return "the house has no key";
    char *text = arena_copy(&v->memory, head.data, head.size);
    v->short_of_memory |= !text;
    const head_hearer hearer = { .line = receive_own, .context = v };
    return text ? head_read(text, head.size, v->store->house, v->public_key, &hearer) : NULL;
}

static bool receive_snapshot(void *context, const void *row)
{
    verification *v = context;
    const snapshot_row *snapshot = row;
    head_line line = { .seq = snapshot->seq };
    v->report->snapshots++;
    if (!v->public_key || !snapshot_signed(v->public_key, v->store->house, snapshot)) {
        found_wrong(v, snapshot->stream, snapshot->seq, "the signature of the snapshot is wrong");
        return true;
    }
    memcpy(line.stream, snapshot->stream, sizeof line.stream);
    memcpy(line.hash, snapshot->hash, LM_STORE_HASH);
    if (!add_mark(v, &line, "snapshot")) return false;
    if (strcmp(snapshot->stream, LM_STORE_HEADS) != 0) return true;
    v->report->heads++;
    const char *wrong = read_own(v, snapshot->state);
    if (wrong) found_wrong(v, snapshot->stream, snapshot->seq, "the head in the store: %s", wrong);
    return true;
}

static void read_kept(verification *v)
{
    const char *head = v->proof->kept_head;
    const char *wrong = "the house has no key";
    const head_hearer hearer = { .line = receive_kept, .rest = receive_rest, .context = v };
    if (!head) return;
    v->report->heads++;
    if (v->public_key) wrong = head_read(head, strlen(head), v->store->house, v->public_key, &hearer);
    v->report->against_head += wrong != NULL;
    if (wrong) found_wrong(v, "", 0, "the kept head: %s", wrong);
}

lm_store_why marks_gather(verification *v, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    if (!v->proof->only_head) why = store_scan(v->store, TABLE_SNAPSHOTS, &RANGE_ALL, receive_snapshot, v, text);
    if (why == LM_STORE_DONE) read_kept(v);
    return why;
}

/* A record of kind "head" holds a signed head. */
void marks_hear(verification *v, const record_row *record)
{
    if (strcmp(record->kind, "head") != 0) return;
    v->report->heads++;
    const char *wrong = read_own(v, record->body);
    if (wrong) found_wrong(v, record->stream, record->seq, "the head in this record: %s", wrong);
}

/* --- one mark ------------------------------------------------------------------------------------------------ */

typedef struct {
    const mark *mark;
    bool there, fits;
} comparison;

static bool compare(void *context, const void *row)
{
    comparison *c = context;
    const record_row *record = row;
    c->there = true;
    c->fits = memcmp(record->hash, c->mark->line.hash, LM_STORE_HASH) == 0;
    return false;
}

static void judge_mark(verification *v, const comparison *c)
{
    const head_line *line = &c->mark->line;
    set_row *row = set_find(&v->streams, line->stream);
    proved_stream *stream = row ? row->now : NULL;
    int64_t before = v->report->wrong;
    if (!c->there) {
        found_wrong(v, line->stream, line->seq,
                    /* say:record-missing */ "the record is missing: the %s vouches for it", c->mark->who);
    } else if (!c->fits) {
        found_wrong(v, line->stream, line->seq,
                    /* say:record-not-the-one */ "the record is not the one that the %s vouches for", c->mark->who);
    } else if (!stream || !stream->listed) {
        found_wrong(v, line->stream, line->seq, "the stream is not listed: the %s vouches for it", c->mark->who);
    } else if (stream->epoch < line->epoch) {
        found_wrong(v, line->stream, line->seq,
                    /* say:lease-altered */ "the lease was altered: its epoch is %lld, and the %s has seen %lld",
                    (long long)stream->epoch, c->mark->who, (long long)line->epoch);
    } else if (stream->signed_seq < line->seq) {
        stream->signed_seq = line->seq;
    }
    if (c->mark->who == kept_head) v->report->against_head += v->report->wrong - before;
}

/* --- what lies outside the chains ----------------------------------------------------------------------------- */

/* Whether no record was added since the kept head; those that tell of heads do not count. */
static bool is_at_rest(const verification *v)
{
    int64_t kept = 0, now = 0;
    for (int i = 0; i < v->marks.n; i++) {
        const mark *m = v->marks.row[i];
        if (m->who == kept_head && strcmp(m->line.stream, LM_STORE_HEADS) != 0) kept += m->line.seq;
    }
    for (const set_row *row = v->streams.first; row; row = row->next) {
        const proved_stream *s = row->now;
        if (strcmp(s->name, LM_STORE_HEADS) != 0) now += s->end_seq;
    }
    return kept == now;
}

static bool compare_rest(void *context, const head_rest *rest)
{
    static const char *const words[][2] = { { "leases", "leases" },
                                            { "answers", "remembered answers or command numbers" },
                                            { "scratch",
                                              /* say:passing-keys */ "sessions, approvals or other passing keys" } };
    verification *v = context;
    for (int i = 0; i < v->rests.n; i++) {
        const head_rest *kept = v->rests.row[i];
        if (strcmp(kept->name, rest->name) != 0 || memcmp(kept->digest, rest->digest, LM_STORE_HASH) == 0) continue;
        const char *what = rest->name;
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            what = strcmp(words[w][0], rest->name) == 0 ? words[w][1] : what;
        v->report->against_head++;
        found_wrong(v, "", 0,
                    /* say:rest-altered */ "%s were altered since the kept head (%lld rows then, %lld now)", what,
                    (long long)kept->rows, (long long)rest->rows);
    }
    return true;
}

/* --- all of them ------------------------------------------------------------------------------------------------- */

/* What no signature covers is told; it is not an error, because the last moments never are. */
static void count_unsigned(verification *v)
{
    lm_store_report *r = v->report;
    for (const set_row *row = v->streams.first; row; row = row->next) {
        const proved_stream *s = row->now;
        if (s->end_seq > s->signed_seq) r->unsigned_records += s->end_seq - s->signed_seq;
        if (s->signed_seq || !s->end_seq) continue;
        if (!r->unsigned_streams++) memcpy(r->first_unsigned, s->name, sizeof r->first_unsigned);
    }
}

lm_store_why marks_check(verification *v, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    for (int i = 0; i < v->marks.n && why == LM_STORE_DONE; i++) {
        comparison c = { .mark = v->marks.row[i] };
        const head_line *line = &c.mark->line;
        store_range range = { line->stream, false, line->seq, line->seq };
        why = store_scan(v->store, TABLE_RECORDS, &range, compare, &c, text);
        if (why == LM_STORE_DONE) judge_mark(v, &c);
    }
    if (why == LM_STORE_DONE && v->rests.n && is_at_rest(v)) why = rest_read(v->store, compare_rest, v, text);
    if (why == LM_STORE_DONE) count_unsigned(v);
    return why;
}
