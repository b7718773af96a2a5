/* verify.h - what a proof of the whole house gathers on its way through the records. */
#ifndef LAMMER_STORE_VERIFY_H
#define LAMMER_STORE_VERIFY_H

#include "room.h"

/* What the journal says about one account, and what its ledger lines say. */
typedef struct {
    store_name name;
    bool opened, house, seen; /* seen: it is in `accounts` */
    int64_t cents, lines;
    uint64_t mix; /* the sum of a hash of each line: which lines, whatever their order */
    int64_t line_cents, line_n;
    uint64_t line_mix;
    store_name stream; /* the record that told of it last */
    int64_t seq;
} tally;

/* The last put of a key that the journal tells of. */
typedef struct {
    store_name name;
    int64_t version;
    uint8_t digest[LM_STORE_HASH];
    bool seen;
    store_name stream;
    int64_t seq;
} last_put;

/* The last command of a client that the journal tells of. */
typedef struct {
    store_name name;
    int64_t number;
    bool seen;
    store_name stream;
    int64_t seq;
    struct {
        int64_t number;
        uint8_t digest[LM_STORE_HASH];
    } answer[LM_STORE_REMEMBERED]; /* to its last commands, in no order */
    int answers;
} last_command;

/* One stream: where it ends by the list of streams, how far its chain was recomputed, how far it is signed. */
typedef struct {
    store_name name;
    bool listed;
    int64_t end_seq, epoch;
    uint8_t end_hash[LM_STORE_HASH];
    int64_t seq, time_ms; /* of the last record that was looked at; 0, the smallest time: none */
    uint8_t hash[LM_STORE_HASH];
    int64_t signed_seq;
} proved_stream;

/* A record that a snapshot or head vouches for. */
typedef struct {
    head_line line;
    const char *who;
} mark;

typedef struct {
    lm_store *store;
    const lm_store_proof *proof;
    lm_store_report *report;
    arena memory;
    bool short_of_memory;
    const uint8_t *public_key; /* whose signatures count; NULL: the house has no key */
    row_set streams;           /* proved_stream */
    row_set tallies, puts, commands;
    row_list marks, rests;
    proved_stream *chain; /* whose records are being looked at */
    int64_t received;     /* rows of this portion */
} verification;

void verification_begin(verification *v, lm_store *store, const lm_store_proof *proof, lm_store_report *report);

void found_wrong(verification *v, const char *stream, int64_t seq, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same, about an account. */
void found_account(verification *v, const tally *t, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* verify.c: for verify and scrub. */
void *proved_row(verification *v, row_set *set, size_t size, const char *name); /* NULL, and noted: no memory */
bool receive_stream(void *context, const void *row);
bool receive_record(void *context, const void *row);
void check_ends(verification *v);
lm_store_why no_memory(char *text);

/* verify_ledger.c */
void ledger_hear(verification *v, const record_row *record);
bool receive_line(void *context, const void *row);
/* Accounts, values and clients; the lines have been heard, all of them or (scrub.c) those of before. */
lm_store_why ledger_check(verification *v, bool lines_heard, char *text);

/* verify_marks.c: what is signed. */
lm_store_why marks_gather(verification *v, char *text);
void marks_hear(verification *v, const record_row *record);
lm_store_why marks_check(verification *v, char *text);

#endif
