/* records_json.h - recalled tables and rounds, with their events as objects of libjansson. */
#ifndef LAMMER_SERVER_RECORDS_JSON_H
#define LAMMER_SERVER_RECORDS_JSON_H

#include <jansson.h>

#include "lammer/server/records.h"

/* --- a recalled table -------------------------------------------------------------------------------------------- */

/* What the last record was, as clients were told it, plus what only a recall shows (balances before and after, meters, who
 * did it), marked "replay": true. A new reference. */
json_t *lm_recall_story(const lm_recall *recall);

/* The table as a watcher would see it now. A new reference. */
json_t *lm_recall_view(const lm_recall *recall);

/* --- one round, told again -------------------------------------------------------------------------------------- */

/* The part of a record that belongs to the round: its events `from` up to `to`, and a sentence for each of them, empty for those
 * of the engine (lm_recall_story). Borrowed. */
typedef struct {
    int64_t seq, time_ms;
    const char *by;
    const json_t *events, *told;
    size_t from, to;
} lm_round_record;

/* An account of the table, an account that others move too (of which only the change, `after`, is known), or a meter. */
typedef enum { LM_SUM_OWN, LM_SUM_CHANGE, LM_SUM_METER } lm_round_sum_kind;
typedef struct {
    char name[LM_STORE_NAME + 1];
    lm_round_sum_kind kind;
    bool moved; /* by this round */
    lm_cents before, after, now;
} lm_round_sum;

typedef struct {
    const lm_rules *rules; /* NULL: the store does not have the table */
    int64_t rounds;        /* that were opened, up to the end of this one */
    size_t records, sums;  /* no records: the table has not had the round */
    lm_round_record *record;
    lm_round_sum *sum;
    lm_recall *recall;
    json_t *stories; /* the records whole */
} lm_told_round;

/* Unread: the store or the rules cannot be read. Broken: a record does not follow from those before it. The sentence stands in
 * `text` (LM_STORE_TEXT bytes); lm_round_free either way. */
typedef enum { LM_ROUND_TOLD, LM_ROUND_UNREAD, LM_ROUND_BROKEN } lm_round_end;
lm_round_end lm_round_tell(lm_store *store, const lm_rules_source *rules, const char *table, int64_t round,
                           lm_told_round *told, char *text);
void lm_round_free(lm_told_round *told);

#endif
