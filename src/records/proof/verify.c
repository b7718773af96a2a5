/* verify.c - proves a whole store: in one transaction, or in steps beside a running house.
 *
 * Records and ledger lines are only ever added, so steps read a few at a time, each in a transaction of its own. One
 * last transaction reads what was added meanwhile, the ends of the streams, the signatures, and the rows that change
 * (accounts, values, clients). Its length depends on the number of accounts and keys, not on the length of the
 * journal. */
#include <stdlib.h>
#include <string.h>

#include "stored.h"
#include "lammer/server/felt.h"

typedef enum { SCRUB_LISTS, SCRUB_RECORDS, SCRUB_LINES, SCRUB_REST, SCRUB_DONE } scrub_stage;

struct lm_scrub {
    proving p;
    lm_store *store;
    lm_store_report report;
    scrub_stage stage;
    named_row *at;    /* the stream or account being read */
    int64_t received; /* rows of this step */
};

static bool hear_record(void *context, const lm_record *record)
{
    proving_hear(context, record);
    return true;
}

/* Begins at the record of a stream's snapshot, or at its first record. Heads do not help, because their states are not
 * stored. */
static void begin_at_snapshot(const proving *p, proved_stream *s)
{
    for (size_t i = 0; i < p->marks; i++) {
        const proof_mark *m = &p->mark[i];
        if (m->who != by_snapshot || strcmp(m->line.stream, s->row.name) != 0) continue;
        s->seq = m->line.seq;
        memcpy(s->hash, m->line.hash, LM_STORE_HASH);
    }
}

static lm_store_why check_since_snapshots(proving *p, lm_store *store, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    for (named_row *row = p->streams.first; row && why == LM_STORE_DONE; row = row->next) {
        proved_stream *s = (proved_stream *)row;
        begin_at_snapshot(p, s);
        why = lm_store_records(store, row->name, s->seq + 1, hear_record, p, text);
    }
    return why;
}

static lm_store_why check_everything(proving *p, lm_store *store, char *text)
{
    bool all = !p->asked->since_snapshots;
    lm_store_why why = lm_store_streams(store, "", stored_stream, p, text);
    if (why == LM_STORE_DONE) why = stored_gather_marks(p, store, text);
    if (why == LM_STORE_DONE && p->asked->only_head) return stored_check_marks(p, store, text);
    if (why == LM_STORE_DONE)
        why = all ? lm_store_records_between(store, NULL, 0, INT64_MAX, hear_record, p, text)
                  : check_since_snapshots(p, store, text);
    if (why == LM_STORE_DONE) stored_ends(p);
    if (why == LM_STORE_DONE) why = stored_check_marks(p, store, text);
    if (why == LM_STORE_DONE && all) why = lm_store_lines_between(store, NULL, 0, INT64_MAX, stored_line, p, text);
    if (why == LM_STORE_DONE && all) why = stored_rows(p, store, text);
    return why;
}

lm_store_why lm_store_verify(lm_store *store, const lm_store_proof *asked, lm_store_report *report, char *text)
{
    proving p;
    proving_begin(&p, asked, report);
    stored_key(&p, store);
    lm_store_why why = lm_store_look(store, text);
    if (why == LM_STORE_DONE) {
        why = check_everything(&p, store, text);
        lm_store_look_away(store);
    }
    proving_end(&p);
    return why;
}

lm_scrub *lm_scrub_new(lm_store *store, const lm_store_proof *asked)
{
    lm_scrub *scrub = zeroed_or_end(sizeof *scrub);
    proving_begin(&scrub->p, asked, &scrub->report);
    stored_key(&scrub->p, store);
    scrub->store = store;
    return scrub;
}

void lm_scrub_free(lm_scrub *scrub)
{
    if (scrub) proving_end(&scrub->p);
    free(scrub);
}

const lm_store_report *lm_scrub_report(const lm_scrub *scrub)
{
    return &scrub->report;
}

static bool count_record(void *context, const lm_record *record)
{
    lm_scrub *scrub = context;
    scrub->received++;
    return hear_record(&scrub->p, record);
}

static bool count_line(void *context, const lm_line_row *line)
{
    lm_scrub *scrub = context;
    scrub->received++;
    return stored_line(&scrub->p, line);
}

/* Reads the next `rows` rows, of one stream or account after the other. */
static lm_store_why read_portion(lm_scrub *scrub, int64_t rows, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    while (scrub->at && rows > 0 && why == LM_STORE_DONE) {
        const char *name = scrub->at->name;
        scrub->received = 0;
        if (scrub->stage == SCRUB_RECORDS) {
            int64_t last = ((const proved_stream *)scrub->at)->seq;
            why = lm_store_records_between(scrub->store, name, last + 1, last + rows, count_record, scrub, text);
        } else {
            int64_t last = ((const proved_account *)scrub->at)->line_n;
            why = lm_store_lines_between(scrub->store, name, last + 1, last + rows, count_line, scrub, text);
        }
        if (scrub->received < rows) scrub->at = scrub->at->next;
        rows -= scrub->received + 1; /* each query costs as much as a row */
    }
    return why;
}

/* Reads what was added to streams and accounts since they were read. */
static lm_store_why read_tails(proving *p, lm_store *store, char *text)
{
    for (named_row *row = p->streams.first; row; row = row->next)
        ((proved_stream *)row)->listed = false;
    p->report->streams = 0;
    lm_store_why why = lm_store_streams(store, "", stored_stream, p, text);
    for (named_row *row = p->streams.first; row && why == LM_STORE_DONE; row = row->next) {
        const proved_stream *s = (const proved_stream *)row;
        bool grown = s->listed && (s->end_seq != s->seq || memcmp(s->end_hash, s->hash, LM_STORE_HASH) != 0);
        if (grown) why = lm_store_records(store, row->name, s->seq + 1, hear_record, p, text);
    }
    for (named_row *row = p->accounts.first; row && why == LM_STORE_DONE; row = row->next) {
        const proved_account *a = (const proved_account *)row;
        if (a->line_n != a->lines) why = lm_store_lines(store, row->name, a->line_n + 1, stored_line, p, text);
    }
    return why;
}

static lm_store_why check_rest(proving *p, lm_store *store, char *text)
{
    lm_store_why why = lm_store_look(store, text);
    if (why != LM_STORE_DONE) return why;
    why = read_tails(p, store, text);
    if (why == LM_STORE_DONE) stored_ends(p);
    if (why == LM_STORE_DONE) why = stored_gather_marks(p, store, text);
    if (why == LM_STORE_DONE) why = stored_check_marks(p, store, text);
    if (why == LM_STORE_DONE) why = stored_rows(p, store, text);
    lm_store_look_away(store);
    return why;
}

static lm_store_why do_stage(lm_scrub *scrub, int rows, char *text)
{
    switch (scrub->stage) {
    case SCRUB_LISTS: return lm_store_streams(scrub->store, "", stored_stream, &scrub->p, text);
    case SCRUB_RECORDS:
    case SCRUB_LINES: return read_portion(scrub, rows, text);
    case SCRUB_REST: return check_rest(&scrub->p, scrub->store, text);
    default: return LM_STORE_DONE;
    }
}

static void next_stage(lm_scrub *scrub)
{
    if (scrub->at) return; /* this stage is not finished */
    scrub->stage++;
    if (scrub->stage == SCRUB_RECORDS) scrub->at = scrub->p.streams.first;
    if (scrub->stage == SCRUB_LINES) scrub->at = scrub->p.accounts.first;
}

lm_scrub_end lm_scrub_step(lm_scrub *scrub, int rows, char *text)
{
    if (scrub->stage == SCRUB_DONE) return LM_SCRUB_OVER;
    if (do_stage(scrub, rows, text) != LM_STORE_DONE) return LM_SCRUB_FAILED;
    next_stage(scrub);
    return scrub->stage == SCRUB_DONE ? LM_SCRUB_OVER : LM_SCRUB_GOES_ON;
}
