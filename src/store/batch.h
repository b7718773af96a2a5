/* batch.h - what a batch holds. */
#ifndef LAMMER_STORE_BATCH_H
#define LAMMER_STORE_BATCH_H

#include "arena.h"
#include "set.h"

typedef enum {
    OP_APPEND,
    OP_OPEN,
    OP_MOVE,
    OP_PUT,
    OP_DROP,
    OP_TAKE,
    OP_RENEW,
    OP_RELEASE,
    OP_SNAPSHOT,
} op_kind;

typedef struct operation operation;

/* Names and bytes are in the batch's memory. An invalid name is NULL, and the batch is refused for it. */
struct operation {
    operation *next;
    op_kind kind;
    const char *name;               /* stream, account, from, key */
    const char *other;              /* to, server */
    const char *record_kind, *text; /* APPEND: kind and actor; MOVE: reason */
    int64_t number;                 /* seq, house, cents, version, ms */
    int64_t epoch;                  /* of the lease in `other` */
    store_bytes bytes;
    int64_t result;
    set_row *row, *other_row; /* of `name` and, for MOVE, `other`: rows of the group that judges it */
};

/* A key whose version must be as it was when the batch was made. */
typedef struct {
    const char *key;
    int64_t version;
    set_row *row;
} batch_guard;

struct lm_batch {
    arena memory;
    operation *first, **end;
    int operations;
    const char *client; /* NULL: no command */
    set_row *client_row;
    bool bad_client;
    int64_t number;
    store_bytes answer;
    batch_guard guard[LM_STORE_GUARDS];
    int guards;
    bool bad_guard;
    const char *server; /* the lease of the following operations; "": none */
    int64_t epoch;
    size_t bytes; /* approximate size of the batch */
    bool short_of_memory;

    /* Used while it is submitted. */
    lm_batch *next;
    lm_store_done done;
    void *context;
    lm_store_outcome outcome;
};

#endif
