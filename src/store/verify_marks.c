/* verify_marks.c - what is signed: snapshots, heads in the journal, and the head that was kept elsewhere. */
#include <string.h>

#include "verify.h"

static bool add_mark(verification *v, const head_line *line, const char *who)
{
    mark *m = list_add(&v->marks, &v->memory, sizeof *m);
    v->short_of_memory |= !m;
    if (!m) return false;
    m->line = *line;
    m->who = who;
    return true;
}

static bool receive_snapshot(void *context, const void *row)
{
    verification *v = context;
    const snapshot_row *snapshot = row;
    head_line line = { .seq = snapshot->seq };
    v->report->snapshots++;
    if (!v->store->has_key || !snapshot_signed(v->store->public_key, v->store->house, snapshot)) {
        found_wrong(v, snapshot->stream, snapshot->seq, "the signature of the snapshot is wrong");
        return true;
    }
    memcpy(line.stream, snapshot->stream, sizeof line.stream);
    memcpy(line.hash, snapshot->hash, LM_STORE_HASH);
    return add_mark(v, &line, "snapshot");
}

static bool receive_kept(void *context, const head_line *line)
{
    return add_mark(context, line, "kept head");
}

static bool receive_own(void *context, const head_line *line)
{
    return add_mark(context, line, "head in the journal");
}

lm_store_why marks_gather(verification *v, char *text)
{
    lm_store_why why = store_scan(v->store, TABLE_SNAPSHOTS, &RANGE_ALL, receive_snapshot, v, text);
    const char *head = v->proof->kept_head;
    if (why != LM_STORE_DONE || !head) return why;
    v->report->heads++;
    const char *wrong = "the house has no key";
    if (v->store->has_key)
        wrong = head_read(head, strlen(head), v->store->house, v->store->public_key, receive_kept, v);
    if (wrong) found_wrong(v, "", 0, "the kept head: %s", wrong);
    return LM_STORE_DONE;
}

/* A record of kind "head" holds a signed head. */
void marks_hear(verification *v, const record_row *record)
{
    if (strcmp(record->kind, "head") != 0) return;
    v->report->heads++;
    const char *wrong = "the house has no key";
    if (v->store->has_key) {
        const char *body = (const char *)record->body.data;
        char *text = arena_copy(&v->memory, body, record->body.size);
        v->short_of_memory |= !text;
        if (!text) return;
        wrong = head_read(text, record->body.size, v->store->house, v->store->public_key, receive_own, v);
    }
    if (wrong) found_wrong(v, record->stream, record->seq, "the head in this record: %s", wrong);
}

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

lm_store_why marks_check(verification *v, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    for (int i = 0; i < v->marks.n && why == LM_STORE_DONE; i++) {
        comparison c = { .mark = v->marks.row[i] };
        const head_line *line = &c.mark->line;
        store_range range = { line->stream, false, line->seq, line->seq };
        why = store_scan(v->store, TABLE_RECORDS, &range, compare, &c, text);
        if (why != LM_STORE_DONE) break;
        if (!c.there)
            found_wrong(v, line->stream, line->seq, "the record is missing: the %s vouches for it",
                        c.mark->who);
        else if (!c.fits)
            found_wrong(v, line->stream, line->seq, "the record is not the one that the %s vouches for",
                        c.mark->who);
    }
    return why;
}
