/* replay.h - plays a table again from its records, which come from a store or from exported lines. */
#ifndef LAMMER_RECORDS_REPLAY_H
#define LAMMER_RECORDS_REPLAY_H

#include "lammer/server/records.h"

typedef struct {
    lm_recall *recall; /* NULL: no table is being played */
    int64_t records;
} table_play;

/* False, with a sentence of LM_HOUSE_TEXT bytes, if the key cannot be read or a record does not follow. */
bool table_play_begin(table_play *play, const lm_rules_source *rules, const char *secret_path_or_null, char *text);
bool table_play_record(table_play *play, const lm_record *record, char *text);
/* Adds the counts of the table that was played, if any. */
void table_play_end(table_play *play, lm_replayed *sum);

#endif
