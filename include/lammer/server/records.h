/* records.h - the journal of a house read back: a table recalled record by record, and reports.
 *
 * Knows tables as values (felt) and the store. It asks no running table: whatever it says can be said again years later. */
#ifndef LAMMER_SERVER_RECORDS_H
#define LAMMER_SERVER_RECORDS_H

#include "lammer/server/desk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- reports ------------------------------------------------------------------------------------------------- */

/* What reports are given by the owner of the records. */
typedef struct {
    lm_rules_source rules;
    void *self;
    /* The exact edge and standard deviation of a wager ("main", "push22", ...) per unit of the initial stake; false where
     * it is not known. NULL: reports have no theoretical win. Called by slow work, on its thread. */
    bool (*edge)(void *self, const lm_rules *rules, const char *wager, double *edge, double *sd);
} lm_records_owner;

/* The words that ask for a report. Their `self` is a lm_records_owner. */
extern const lm_question lm_records_questions[];

/* --- the journal, read back --------------------------------------------------------------------------------- */

/* A table's stream is "table/ID", the house's own is "house". lm_recall rebuilds a table from its records with the engine
 * alone: money, meters and cards as they were after every record. */
typedef struct lm_recall lm_recall;

/* Without the key (NULL), hidden cards stay hidden. NULL with the reason in `text` (LM_HOUSE_TEXT bytes). */
lm_recall *lm_recall_new(const lm_rules_source *rules, const char *secret_path_or_null, char *text);
void lm_recall_free(lm_recall *recall);

/* Takes the table's next record. False with a sentence when it does not follow from what came before: an action that the
 * rules refuse, a movement of money that the engine does not order, an opened shoe that is not the committed one. */
bool lm_recall_record(lm_recall *recall, const lm_record *record, char *text);

/* The rules of the table; NULL before its first record. */
const lm_rules *lm_recall_rules(const lm_recall *recall);

/* Rounds that were opened, and shoes that were opened and found to be the committed ones, so far. */
int64_t lm_recall_rounds(const lm_recall *recall);
int64_t lm_recall_shoes(const lm_recall *recall);

/* Whether the stream's snapshot, taken after the last record, holds this very state: byte for byte. Needs the key. */
bool lm_recall_snapshot(const lm_recall *recall, const lm_snapshot_row *row, char *text);

/* What the last record was, as clients were told it, plus what only a recall shows (balances before and after, meters, who
 * did it), marked "replay": true. A new reference. */
json_t *lm_recall_story(const lm_recall *recall);

/* The table as a watcher would see it now. A new reference. */
json_t *lm_recall_view(const lm_recall *recall);

#ifdef __cplusplus
}
#endif

#endif
