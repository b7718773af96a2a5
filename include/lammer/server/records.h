/* records.h - the journal of a house read back: a table recalled record by record, and reports.
 *
 * Knows tables as values (felt) and the store. It does not ask running tables, so the same question gets the same
 * answer years later. */
#ifndef LAMMER_SERVER_RECORDS_H
#define LAMMER_SERVER_RECORDS_H

#include <stdio.h>

#include "lammer/server/desk.h"
#include "lammer/server/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- reports ------------------------------------------------------------------------------------------------- */

/* Keeps the tables that were played again for links to rounds, so that the next link is answered sooner. For one thread. */
typedef struct lm_hands lm_hands;
lm_hands *lm_hands_new(void);
void lm_hands_free(lm_hands *hands);

/* What reports keep for their next pages. One thread uses it. */
typedef struct lm_pages lm_pages;
lm_pages *lm_pages_new(void);
void lm_pages_free(lm_pages *pages);

/* What the owner of the records supplies for reports. */
typedef struct {
    lm_rules_source rules;
    void *self;
    /* The exact edge and standard deviation of a wager ("main", "push22", ...) per unit of the initial stake; false where
     * it is not known. NULL: reports have no theoretical win. Called by slow work, on its thread. */
    bool (*edge)(void *self, const lm_rules *rules, const char *wager, double *edge, double *sd);
    /* The correlation of the main nets of two boxes of a round; 1 where it is not known. NULL: it is never known. */
    double (*tie)(void *self, const lm_rules *rules);
    lm_hands *hands;         /* NULL: every hand is played from the table's first record */
    lm_pages *pages;         /* NULL: every page of a report reads everything before it again */
    const lm_signer *signer; /* signs the documents of closed days; NULL: none are made */
} lm_records_owner;

/* The commands that ask for a report. Their `self` is a lm_records_owner. */
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

/* How many rounds were opened so far, and how many shoes were opened and match their commitment. */
int64_t lm_recall_rounds(const lm_recall *recall);
int64_t lm_recall_shoes(const lm_recall *recall);

/* Whether the stream's snapshot after the last record equals this state byte for byte. Needs the key. */
bool lm_recall_snapshot(const lm_recall *recall, const lm_snapshot_row *row, char *text);

/* --- a whole journal played again ------------------------------------------------------------------------------ */

/* Names of streams with this prefix, in ascending order. False with a sentence of LM_STORE_TEXT bytes; call
 * lm_streams_free in both cases. */
typedef struct {
    char (*name)[LM_STORE_NAME + 1];
    size_t n, room;
} lm_streams;
bool lm_streams_list(lm_store *store, const char *prefix, lm_streams *streams, char *text);
void lm_streams_free(lm_streams *streams);

/* How to play tables again: the source of rules, the file of the key that seals shoes (or NULL), and the function that
 * receives each difference. */
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

/* A line and its record, which is valid as long as the line. */
typedef struct {
    lm_record record;
    bool is_record; /* its fields could be read */
    bool has_previous;
    uint8_t hash[LM_STORE_HASH], previous[LM_STORE_HASH];
    char stream[LM_STORE_NAME + 1], kind[LM_STORE_NAME + 1], actor[LM_STORE_NAME + 1];
    uint8_t *body, *effects;
    void *parsed;
} lm_line;

/* Returns NULL, or what is wrong with the line. Call lm_line_free in both cases. */
const char *lm_line_read(const char *text, size_t size, lm_line *line);
void lm_line_free(lm_line *line);

/* --- proving ---------------------------------------------------------------------------------------------- */

typedef struct {
    bool since_snapshots;      /* proves only the records after each stream's signed snapshot, and not the ledger */
    bool only_head;            /* proves only that the store holds the records that the kept head names */
    const char *kept_head;     /* text of lm_store_head, or NULL */
    const uint8_t *public_key; /* the house's, from a key file; NULL: the one that the store names */
    /* Hears each thing that is wrong; seq 0 where no record is meant. */
    void (*found)(void *context, const char *stream, int64_t seq, const char *what);
    /* Hears each account whose books are wrong, once or more; may be NULL. */
    void (*account)(void *context, const char *account);
    void *context;
} lm_store_proof;

typedef struct {
    int64_t streams, records, moves, accounts, values, snapshots, heads; /* looked at */
    int64_t wrong;
    int64_t unchained;    /* among `wrong`: records altered, missing or too many, so the journal itself is broken */
    int64_t against_head; /* among `wrong`: contradicts the kept head, so the store was rolled back or altered since */
    int64_t unsigned_streams; /* streams that no signature covers; unsigned_records: records after the last signature */
    int64_t unsigned_records;
    char first_unsigned[LM_STORE_NAME + 1];
    int64_t unproved_answers; /* remembered answers without a record: older programs did not record them */
    int64_t first_seq;        /* the first thing wrong */
    char first_stream[LM_STORE_NAME + 1];
    char first[LM_STORE_TEXT];
} lm_store_report;

/* Recomputes chains, ledger, values and signatures. LM_STORE_FAILED only when the store could not be read. */
lm_store_why lm_store_verify(lm_store *store, const lm_store_proof *proof, lm_store_report *report, char *text);

/* The same proof in small portions, for a server that never stops proving: each step reads about `rows` records and
 * ledger lines in a transaction of its own, and the last step reads everything else. So no transaction lasts as long as
 * the whole proof. `proof` and `store` must outlive it; since_snapshots does not apply. */
typedef struct lm_scrub lm_scrub;
typedef enum { LM_SCRUB_GOES_ON, LM_SCRUB_OVER, LM_SCRUB_FAILED } lm_scrub_end;
lm_scrub *lm_scrub_new(lm_store *store, const lm_store_proof *proof); /* NULL without memory */
lm_scrub_end lm_scrub_step(lm_scrub *scrub, int rows, char *text);
const lm_store_report *lm_scrub_report(const lm_scrub *scrub);
void lm_scrub_free(lm_scrub *scrub);

/* Writes the state of a whole house at one moment into a new file; proves, signs and re-reads it. The house may be
 * running; the store needs its signer. After LM_STORE_FAILED there is no file. */
lm_store_why lm_store_backup(lm_store *from, const char *path, lm_store_report *report, char *text);

/* Restores a backup into an empty store at `url`. Proves the backup first and refuses a truncated or altered file
 * before it writes anything; after LM_STORE_FAILED the target is as it was. `public_key` is the house's; NULL: the one
 * that the backup names, which the maker of the backup has chosen. */
lm_store_why lm_store_restore(const char *path, const char *url, const uint8_t *public_key, lm_store_report *report,
                              char *text);

/* How to prove a file of exported lines: with a kept head or NULL; `stream` and `from` if only one stream, or only its
 * later records, were exported; `found` receives everything that is wrong. */
typedef struct {
    const char *path, *head, *stream;
    int64_t from;
    const lm_rules_source *rules;
    void (*found)(void *context, const char *stream, int64_t seq, const char *what);
    void *context;
    int64_t *line; /* gets the number of the line that is being proved; 0: none */
} lm_file_proof;

typedef struct {
    lm_store_report proved;
    char house[40], key[2 * LM_STORE_HASH + 1]; /* the house that the heads name; "": no head */
    lm_replayed played;
} lm_file_report;

/* Proves chains, ledger, the tables played again, and signatures where there are heads. False with a sentence of
 * LM_STORE_TEXT bytes when the file cannot be read. */
bool lm_file_verify(const lm_file_proof *asked, lm_file_report *report, char *text);

#ifdef __cplusplus
}
#endif

#endif
