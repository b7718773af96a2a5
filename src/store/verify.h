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
} last_command;

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
    row_set streams; /* head_line, by name: what `streams` says */
    row_set tallies, puts, commands;
    row_list marks;

    /* Where the scan of the records is. */
    store_name stream;
    int64_t seq;
    uint8_t hash[LM_STORE_HASH];
    int64_t time_ms;
} verification;

void found_wrong(verification *v, const char *stream, int64_t seq, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* verify_ledger.c */
void ledger_hear(verification *v, const record_row *record);
lm_store_why ledger_check(verification *v, char *text);

/* verify_marks.c: what is signed. */
lm_store_why marks_gather(verification *v, char *text);
void marks_hear(verification *v, const record_row *record);
lm_store_why marks_check(verification *v, char *text);

#endif
