/* replay.c - every table of a house played again from its records. */
#include <stdlib.h>
#include <string.h>

#include "lammer/server/records.h"

/* --- streams -------------------------------------------------------------------------------------------------------- */

static bool note_stream(void *context, const lm_stream_row *row)
{
    lm_streams *s = context;
    if (s->n == s->room) {
        s->room = 2 * s->room + 64;
        void *larger = realloc(s->name, (size_t)s->room * sizeof *s->name);
        if (!larger) return false;
        s->name = larger;
    }
    snprintf(s->name[s->n++], sizeof *s->name, "%s", row->name);
    return true;
}

bool lm_streams_list(lm_store *store, const char *prefix, lm_streams *streams, char *text)
{
    *streams = (lm_streams){ 0 };
    return lm_store_streams(store, prefix, note_stream, streams, text) == LM_STORE_DONE;
}

void lm_streams_free(lm_streams *streams)
{
    free(streams->name);
}

/* --- tables --------------------------------------------------------------------------------------------------------- */

typedef struct {
    lm_recall *recall;
    const lm_replay *asked;
    int64_t records;
    /* the stream's snapshot, where the key is there to open it; seq 0: none */
    lm_snapshot_row snapshot;
    uint8_t *state;
    bool holds;
} replaying;

static void compare_snapshot(replaying *r, const char *stream)
{
    char text[LM_HOUSE_TEXT];
    r->holds = lm_recall_snapshot(r->recall, &r->snapshot, text);
    if (!r->holds) r->asked->found(r->asked->context, stream, r->snapshot.seq, text);
}

static bool play_record(void *context, const lm_record *record)
{
    replaying *r = context;
    char text[LM_HOUSE_TEXT];
    if (!lm_recall_record(r->recall, record, text)) {
        r->asked->found(r->asked->context, record->stream, record->seq, text);
        return false;
    }
    r->records++;
    if (record->seq == r->snapshot.seq) compare_snapshot(r, record->stream);
    return true;
}

static bool keep_snapshot(void *context, const lm_snapshot_row *row)
{
    replaying *r = context;
    r->state = malloc(row->size);
    if (!r->state) return false;
    memcpy(r->state, row->state, row->size);
    r->snapshot = (lm_snapshot_row){ .seq = row->seq, .state = r->state, .size = row->size };
    return false;
}

static lm_store_why play_table(lm_store *store, const char *stream, replaying *r, lm_replayed *sum, char *text)
{
    lm_store_why result = lm_store_records(store, stream, 1, play_record, r, text);
    if (result != LM_STORE_DONE) return result;
    sum->tables++;
    sum->records += r->records;
    sum->rounds += lm_recall_rounds(r->recall);
    sum->shoes += lm_recall_shoes(r->recall);
    sum->snapshots += r->holds;
    return result;
}

static bool replay(lm_store *store, const lm_replay *asked, const char *stream, lm_replayed *sum, char *text)
{
    char why[LM_HOUSE_TEXT];
    replaying r = { .recall = lm_recall_new(asked->rules, asked->secret, why), .asked = asked };
    if (!r.recall) {
        snprintf(text, LM_STORE_TEXT, "%s", why);
        return false;
    }
    lm_store_why result = LM_STORE_DONE;
    if (asked->secret) result = lm_store_snapshot(store, stream, keep_snapshot, &r, text);
    if (result == LM_STORE_DONE) result = play_table(store, stream, &r, sum, text);
    lm_recall_free(r.recall);
    free(r.state);
    return result == LM_STORE_DONE;
}

bool lm_replay_tables(lm_store *store, const lm_replay *asked, lm_replayed *sum, char *text)
{
    lm_streams streams;
    bool well = lm_streams_list(store, "table/", &streams, text);
    for (int i = 0; i < streams.n && well; i++)
        well = replay(store, asked, streams.name[i], sum, text);
    lm_streams_free(&streams);
    return well;
}
