/* journal_replay.c - every table of a house played again from its records. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "journal_cli.h"
#include "lammer/server/records.h"
#include "shipped.h"

typedef struct {
    lm_recall *recall;
    journal_complaints *complaints;
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
    if (!r->holds) journal_complain(r->complaints, stream, r->snapshot.seq, text);
}

static bool play_record(void *context, const lm_record *record)
{
    replaying *r = context;
    char text[LM_HOUSE_TEXT];
    if (!lm_recall_record(r->recall, record, text)) {
        journal_complain(r->complaints, record->stream, record->seq, text);
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

static int play_table(lm_store *store, const char *stream, replaying *r, journal_replayed *sum)
{
    char text[LM_STORE_TEXT];
    if (lm_store_records(store, stream, 1, play_record, r, text) != LM_STORE_DONE)
        return cli_error("%s", text);
    sum->tables++;
    sum->records += r->records;
    sum->rounds += lm_recall_rounds(r->recall);
    sum->shoes += lm_recall_shoes(r->recall);
    sum->snapshots += r->holds;
    return CLI_YES;
}

static int replay(lm_store *store, const char *stream, const char *secret, journal_complaints *complaints,
                  journal_replayed *sum)
{
    char why[LM_HOUSE_TEXT], text[LM_STORE_TEXT];
    replaying r = { .recall = lm_recall_new(&shipped_rules, secret, why), .complaints = complaints };
    if (!r.recall) return cli_error("%s", why);
    int result = CLI_YES;
    if (secret && lm_store_snapshot(store, stream, keep_snapshot, &r, text) != LM_STORE_DONE)
        result = cli_error("%s", text);
    if (result == CLI_YES) result = play_table(store, stream, &r, sum);
    lm_recall_free(r.recall);
    free(r.state);
    return result;
}

int journal_replay(lm_store *store, const char *secret, journal_complaints *complaints, journal_replayed *sum)
{
    journal_streams streams;
    int result = journal_list_streams(store, "table/", &streams) ? CLI_YES : CLI_BAD;
    for (int i = 0; i < streams.n && result == CLI_YES; i++)
        result = replay(store, streams.name[i], secret, complaints, sum);
    journal_free_streams(&streams);
    return result;
}
