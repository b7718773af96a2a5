/* proof.h - the state of a proof while it reads records, from a store or from a file of exported lines.
 *
 * The records determine chains, accounts, values and commands (proof.c, ledger.c) and what is signed (heads.c). A store
 * is then compared with them row by row (stored.c); a file has only its lines (file.c). */
#ifndef LAMMER_RECORDS_PROOF_H
#define LAMMER_RECORDS_PROOF_H

#include "lammer/server/records.h"
#include "named.h"

typedef char proof_name[LM_STORE_NAME + 1];

typedef struct {
    proof_name stream;
    int64_t seq;
} record_place;

/* What the journal says about an account, and what the ledger lines of a store say. */
typedef struct {
    named_row row;
    bool opened, house;
    bool listed; /* the store has the account */
    int64_t cents, lines;
    uint64_t mix; /* the sum of the lines' hashes, which identifies them in any order */
    int64_t line_cents, line_n;
    uint64_t line_mix;
    record_place told; /* the last record that moved the account */
} proved_account;

/* The last put of a key in the journal, and the number of puts. */
typedef struct {
    named_row row;
    int64_t version, puts;
    uint8_t digest[LM_STORE_HASH];
    bool listed;
    record_place told;
} proved_value;

/* A client's last command in the journal. */
typedef struct {
    named_row row;
    int64_t number;
    bool listed;
    record_place told;
    struct {
        int64_t number;
        uint8_t digest[LM_STORE_HASH];
    } answer[LM_STORE_REMEMBERED]; /* the answers to its last commands, unordered */
    int answers;
} proved_client;

/* A stream: how far its chain is recomputed, how far it is signed, and where it ends according to the store's list. */
typedef struct {
    named_row row;
    bool begun; /* a record has been read; the next fields tell of the last one */
    int64_t seq, time_ms;
    uint8_t hash[LM_STORE_HASH];
    int64_t signed_seq;
    bool listed;
    int64_t end_seq, epoch;
    uint8_t end_hash[LM_STORE_HASH];
} proved_stream;

/* A record that a snapshot or a head vouches for. */
typedef struct {
    lm_head_line line;
    const char *who;
    bool met;
} proof_mark;

typedef struct {
    const lm_store_proof *asked;
    lm_store_report *report;
    named_rows streams, accounts, values, clients;
    proved_stream *chain; /* the chain of the record being read */
    bool has_list;        /* the source lists its streams, with their ends and leases */
    proof_mark *mark;
    size_t marks, mark_room;
    const char *who;     /* what vouches for the marks that are being added */
    bool keyless;        /* the house has no key: signatures are ignored */
    lm_head_names names; /* the house and the key of valid heads; "" until the first head names them */
    lm_head_rest *rest;  /* digests of rows outside the chains, from the kept head */
    size_t rests, rest_room;
    /* The part of the journal that is read: one stream (NULL: all streams), from this record on. */
    const char *only_stream;
    int64_t from;
} proving;

void proving_begin(proving *p, const lm_store_proof *asked, lm_store_report *report);
void proving_end(proving *p);

void found_wrong(proving *p, const char *stream, int64_t seq, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* As found_wrong, about an account. */
void found_account(proving *p, const char *account, record_place at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Takes the next record of its stream: checks its place in the chain and, unless only chains are to be checked, its
 * effects and its head, if it holds one. */
void proving_hear(proving *p, const lm_record *record);

/* ledger.c */
void ledger_hear(proving *p, const lm_record *record);
/* Checks all records together: accounts are opened and not overdrawn, no version of a value is missing. */
void ledger_close(proving *p);
uint64_t ledger_mix(const char *stream, int64_t seq, int64_t cents);

/* heads.c */
extern const char kept_head[];
void heads_hear(proving *p, const char *who, const void *head, size_t size, const char *stream, int64_t seq);
void heads_hear_kept(proving *p);
bool heads_mark(void *context, const lm_head_line *line);
/* Compares a mark with its record, which is NULL if it is missing. */
void mark_judge(proving *p, proof_mark *mark, const lm_record *record);

#endif
