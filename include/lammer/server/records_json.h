/* records_json.h - recalled tables and rounds, with their events as objects of libjansson. */
#ifndef LAMMER_SERVER_RECORDS_JSON_H
#define LAMMER_SERVER_RECORDS_JSON_H

#include <jansson.h>

#include "lammer/server/records.h"

/* --- a recalled table -------------------------------------------------------------------------------------------- */

/* The last record as clients were told it, marked "replay": true, with what only a recall shows: balances before and after,
 * meters, and who did it. A new reference. */
json_t *lm_recall_story(const lm_recall *recall);

/* The table as a watcher would see it now. A new reference. */
json_t *lm_recall_view(const lm_recall *recall);

/* --- one round, told again -------------------------------------------------------------------------------------- */

/* The part of a record that belongs to the round: its events `from` up to `to`, and in `told` a sentence for each, which is
 * empty for events of the engine (lm_recall_story). Borrowed. */
typedef struct {
    int64_t seq, time_ms;
    const char *by;
    const json_t *events, *told;
    size_t from, to;
} lm_round_record;

/* LM_SUM_OWN is an account of the table, LM_SUM_CHANGE one that other tables use too, for which `after` is the change. */
typedef enum { LM_SUM_OWN, LM_SUM_CHANGE, LM_SUM_METER } lm_round_sum_kind;
typedef struct {
    char name[LM_STORE_NAME + 1];
    lm_round_sum_kind kind;
    bool moved; /* this round changed it */
    lm_cents before, after, now;
} lm_round_sum;

typedef struct {
    const lm_rules *rules; /* NULL: the store does not have the table */
    int64_t rounds;        /* rounds opened until this one ended */
    size_t records, sums;  /* records 0: the table has no such round */
    lm_round_record *record;
    lm_round_sum *sum;
    lm_recall *recall;
    json_t *stories; /* the whole records */
} lm_told_round;

/* Unread: the store or the rules cannot be read. Broken: a record does not follow from those before it. The reason is in `text`
 * (LM_STORE_TEXT bytes). Call lm_round_free in all cases. */
typedef enum { LM_ROUND_TOLD, LM_ROUND_UNREAD, LM_ROUND_BROKEN } lm_round_end;
lm_round_end lm_round_tell(lm_store *store, const lm_rules_source *rules, const char *table, int64_t round,
                           lm_told_round *told, char *text);
void lm_round_free(lm_told_round *told);

#endif
