/* scrub.c - the whole proof in small portions, so that it can be repeated for ever beside a playing house.
 *
 * Records and ledger lines only grow: they are read portion by portion, each in a view of its own, and what was read stays
 * true. Then one view of the database holds the portions together: what was added meanwhile, the ends of the streams, the
 * signatures, and the rows that change (accounts, values, clients). That view is as long as the house has accounts and
 * keys, however long its journal is. */
#include <stdlib.h>
#include <string.h>

#include "verify.h"

typedef enum { SCRUB_LISTS, SCRUB_RECORDS, SCRUB_LINES, SCRUB_REST, SCRUB_DONE } scrub_stage;

struct lm_scrub {
    verification v;
    lm_store_report report;
    scrub_stage stage;
    set_row *at; /* the stream or account whose turn it is */
};

lm_scrub *lm_scrub_new(lm_store *store, const lm_store_proof *proof)
{
    lm_scrub *scrub = calloc(1, sizeof *scrub);
    if (scrub) verification_begin(&scrub->v, store, proof, &scrub->report);
    return scrub;
}

void lm_scrub_free(lm_scrub *scrub)
{
    if (scrub) arena_free(&scrub->v.memory);
    free(scrub);
}

const lm_store_report *lm_scrub_report(const lm_scrub *scrub)
{
    return &scrub->report;
}

/* --- portions ---------------------------------------------------------------------------------------------- */

/* One scan in a view of its own. */
static lm_store_why scan_apart(verification *v, table_id table, const store_range *range, db_receiver receiver,
                               char *text)
{
    lm_store_why why = store_look(v->store, text);
    if (why != LM_STORE_DONE) return why;
    v->received = 0;
    why = store_scan(v->store, table, range, receiver, v, text);
    store_look_away(v->store);
    return why;
}

/* Goes on with the rows of one stream or account after the other until `rows` of them were read. */
static lm_store_why read_portion(lm_scrub *scrub, int rows, char *text)
{
    verification *v = &scrub->v;
    bool records = scrub->stage == SCRUB_RECORDS;
    lm_store_why why = LM_STORE_DONE;
    while (scrub->at && rows > 0 && why == LM_STORE_DONE && !v->short_of_memory) {
        const proved_stream *stream = scrub->at->now;
        const tally *account = scrub->at->now;
        int64_t last = records ? stream->seq : account->line_n;
        store_range range = { scrub->at->now, false, last + 1, last + rows };
        why =
            scan_apart(v, records ? TABLE_RECORDS : TABLE_LINES, &range, records ? receive_record : receive_line, text);
        if (v->received < rows) scrub->at = scrub->at->next;
        rows -= (int)v->received + 1; /* a question costs, too */
    }
    return why;
}

/* --- the rest ------------------------------------------------------------------------------------------------ */

static lm_store_why read_tails(verification *v, char *text)
{
    for (set_row *row = v->streams.first; row; row = row->next)
        ((proved_stream *)row->now)->listed = false;
    v->report->streams = 0;
    lm_store_why why = store_scan(v->store, TABLE_STREAMS, &RANGE_ALL, receive_stream, v, text);
    for (set_row *row = v->streams.first; row && why == LM_STORE_DONE; row = row->next) {
        const proved_stream *s = row->now;
        store_range range = { s->name, false, s->seq + 1, INT64_MAX };
        bool grown = s->listed && (s->end_seq != s->seq || memcmp(s->end_hash, s->hash, LM_STORE_HASH) != 0);
        if (grown) why = store_scan(v->store, TABLE_RECORDS, &range, receive_record, v, text);
    }
    return why;
}

static lm_store_why check_rest(verification *v, char *text)
{
    lm_store_why why = store_look(v->store, text);
    if (why != LM_STORE_DONE) return why;
    why = read_tails(v, text);
    if (why == LM_STORE_DONE) check_ends(v);
    if (why == LM_STORE_DONE) why = marks_gather(v, text);
    if (why == LM_STORE_DONE) why = marks_check(v, text);
    if (why == LM_STORE_DONE) why = ledger_check(v, true, text);
    store_look_away(v->store);
    return why;
}

/* --- steps ------------------------------------------------------------------------------------------------------ */

static lm_store_why do_stage(lm_scrub *scrub, int rows, char *text)
{
    verification *v = &scrub->v;
    switch (scrub->stage) {
    case SCRUB_LISTS: return scan_apart(v, TABLE_STREAMS, &RANGE_ALL, receive_stream, text);
    case SCRUB_RECORDS:
    case SCRUB_LINES: return read_portion(scrub, rows, text);
    case SCRUB_REST: return check_rest(v, text);
    default: return LM_STORE_DONE;
    }
}

static void next_stage(lm_scrub *scrub)
{
    if (scrub->at) return; /* more of the same */
    scrub->stage++;
    if (scrub->stage == SCRUB_RECORDS) scrub->at = scrub->v.streams.first;
    if (scrub->stage == SCRUB_LINES) scrub->at = scrub->v.tallies.first;
}

lm_scrub_end lm_scrub_step(lm_scrub *scrub, int rows, char *text)
{
    if (scrub->stage == SCRUB_DONE) return LM_SCRUB_OVER;
    lm_store_why why = do_stage(scrub, rows, text);
    if (why == LM_STORE_DONE && scrub->v.short_of_memory) why = no_memory(text);
    if (why != LM_STORE_DONE) return LM_SCRUB_FAILED;
    next_stage(scrub);
    return scrub->stage == SCRUB_DONE ? LM_SCRUB_OVER : LM_SCRUB_GOES_ON;
}
