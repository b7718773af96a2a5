/* replay.c - plays every table of a house again from its records. */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include "list.h"

static bool note_stream(void *context, const lm_stream_row *row)
{
    lm_streams *s = context;
    s->name = list_with_room(s->name, s->n, &s->room, sizeof *s->name);
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

bool table_play_begin(table_play *play, const lm_rules_source *rules, const char *secret, char *text)
{
    *play = (table_play){ .recall = lm_recall_new(rules, secret, text) };
    return play->recall;
}

bool table_play_record(table_play *play, const lm_record *record, char *text)
{
    bool follows = lm_recall_record(play->recall, record, text);
    play->records += follows;
    return follows;
}

void table_play_end(table_play *play, lm_replayed *sum)
{
    if (!play->recall) return;
    sum->tables++;
    sum->records += play->records;
    sum->rounds += lm_recall_rounds(play->recall);
    sum->shoes += lm_recall_shoes(play->recall);
    lm_recall_free(play->recall);
    play->recall = NULL;
}

typedef struct {
    const lm_replay *asked;
    table_play play;
    /* the stream's snapshot, if the key can open it; seq 0: none */
    lm_snapshot_row snapshot;
    uint8_t *state;
    bool holds;
} replaying;

static void compare_snapshot(replaying *r, const char *stream)
{
    char text[LM_HOUSE_TEXT];
    r->holds = lm_recall_snapshot(r->play.recall, &r->snapshot, text);
    if (!r->holds) r->asked->found(r->asked->context, stream, r->snapshot.seq, text);
}

static bool play_record(void *context, const lm_record *record)
{
    replaying *r = context;
    char text[LM_HOUSE_TEXT];
    if (!table_play_record(&r->play, record, text)) {
        r->asked->found(r->asked->context, record->stream, record->seq, text);
        return false;
    }
    if (record->seq == r->snapshot.seq) compare_snapshot(r, record->stream);
    return true;
}

static bool keep_snapshot(void *context, const lm_snapshot_row *row)
{
    replaying *r = context;
    r->state = memory_or_end(row->size);
    memcpy(r->state, row->state, row->size);
    r->snapshot = (lm_snapshot_row){ .seq = row->seq, .state = r->state, .size = row->size };
    return false;
}

static bool replay_table(lm_store *store, const lm_replay *asked, const char *stream, lm_replayed *sum, char *text)
{
    char why[LM_HOUSE_TEXT];
    replaying r = { .asked = asked };
    if (!table_play_begin(&r.play, asked->rules, asked->secret, why)) {
        snprintf(text, LM_STORE_TEXT, "%s", why);
        return false;
    }
    lm_store_why result = LM_STORE_DONE;
    if (asked->secret) result = lm_store_snapshot(store, stream, keep_snapshot, &r, text);
    if (result == LM_STORE_DONE) result = lm_store_records(store, stream, 1, play_record, &r, text);
    sum->snapshots += r.holds;
    table_play_end(&r.play, sum);
    free(r.state);
    return result == LM_STORE_DONE;
}

bool lm_replay_tables(lm_store *store, const lm_replay *asked, lm_replayed *sum, char *text)
{
    lm_streams streams;
    bool well = lm_streams_list(store, "table/", &streams, text);
    for (size_t i = 0; i < streams.n && well; i++)
        well = replay_table(store, asked, streams.name[i], sum, text);
    lm_streams_free(&streams);
    return well;
}
