/* records.h - the journal of a house read back: a table recalled record by record, and reports.
 *
 * Knows tables as values (felt) and the store. It asks no running table: whatever it says can be said again years later. */
#ifndef LAMMER_SERVER_RECORDS_H
#define LAMMER_SERVER_RECORDS_H

#include <stdio.h>

#include "lammer/server/desk.h"
#include "lammer/server/store.h"

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

/* --- a whole journal played again ------------------------------------------------------------------------------ */

/* Names of streams that begin so, in ascending order. False with a sentence of LM_STORE_TEXT bytes; lm_streams_free either
 * way. */
typedef struct {
    char (*name)[LM_STORE_NAME + 1];
    int n, room;
} lm_streams;
bool lm_streams_list(lm_store *store, const char *prefix, lm_streams *streams, char *text);
void lm_streams_free(lm_streams *streams);

/* How tables are played again: by which rules, with the file of the key that seals shoes or NULL, and where each thing goes
 * that comes out otherwise. */
typedef struct {
    const lm_rules_source *rules;
    const char *secret;
    void (*found)(void *context, const char *stream, int64_t seq, const char *what);
    void *context;
} lm_replay;

typedef struct {
    int64_t tables, records, rounds, shoes, snapshots;
} lm_replayed;

/* Plays every table of the house again. False with a sentence of LM_STORE_TEXT bytes when the store cannot be read. */
bool lm_replay_tables(lm_store *store, const lm_replay *asked, lm_replayed *sum, char *text);

/* --- exported files --------------------------------------------------------------------------------------------- */

/* A record as one line of JSON, with the hash of the record before it where `previous` is not NULL. False when it could not be
 * written. */
bool lm_line_print(FILE *out, const lm_record *record, const uint8_t *previous);

/* A line and its record, which lives as long as the line. */
typedef struct {
    lm_record record;
    bool is_record; /* its fields could be read */
    bool has_previous;
    uint8_t hash[LM_STORE_HASH], previous[LM_STORE_HASH];
    char stream[LM_STORE_NAME + 1], kind[LM_STORE_NAME + 1], actor[LM_STORE_NAME + 1];
    uint8_t *body, *effects;
    void *parsed;
} lm_line;

/* NULL, or what is wrong with the line; lm_line_free either way. */
const char *lm_line_read(const char *text, size_t size, lm_line *line);
void lm_line_free(lm_line *line);

/* What is asked of a file of exported lines: a kept head or NULL, the one stream and the first record that it was exported
 * from, and where each thing goes that is wrong. */
typedef struct {
    const char *path, *head, *stream;
    int64_t from;
    const lm_rules_source *rules;
    void (*found)(void *context, const char *stream, int64_t seq, const char *what);
    void *context;
    int64_t *line; /* of the file, while it is looked at; 0 none */
} lm_file_proof;

typedef struct {
    int64_t streams, records, moves, accounts, values, heads;
    char house[40], key[2 * LM_STORE_HASH + 1]; /* whose heads they are, by their own word; "" no head */
    lm_replayed played;
} lm_file_report;

/* Proves chains, ledger, the tables played again, and signatures where there are heads. False with a sentence of
 * LM_STORE_TEXT bytes when the file cannot be read. */
bool lm_file_verify(const lm_file_proof *asked, lm_file_report *report, char *text);

#ifdef __cplusplus
}
#endif

#endif
