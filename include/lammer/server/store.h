/* store.h - where a house keeps what happened: streams of records, a ledger, keyed values.
 *
 * Knows records, accounts, keys, leases and command numbers as bytes and names; knows nothing of cards, tables or
 * people. SQLite and PostgreSQL are behind it; callers cannot tell which.
 *
 * Everything that changes is a batch. A batch is done whole or not at all, and is durable when its outcome says
 * LM_STORE_DONE. After a failed write the store is dead: it answers LM_STORE_FAILED until it is closed, and never
 * retries silently. docs/store.md describes the formats and the reasons. */
#ifndef LAMMER_STORE_H
#define LAMMER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LM_STORE_NAME = 120,              /* bytes of a name: 1 or more of '!' to '~', no spaces */
    LM_STORE_REASON = 200,            /* bytes of a movement's reason, any UTF-8 */
    LM_STORE_TEXT = 400,              /* bytes that hold an error as a sentence */
    LM_STORE_HASH = 32,               /* BLAKE2b-256 */
    LM_STORE_SIGNATURE = 64,          /* Ed25519 */
    LM_STORE_REMEMBERED = 8,          /* commands of a client whose answers are kept */
    LM_STORE_ANSWER = 1024,           /* bytes of an answer */
    LM_STORE_BODY = 16 * 1024 * 1024, /* bytes of a body, a value or a snapshot */
};

/* --- opening ---------------------------------------------------------------------------------------------- */

typedef struct lm_store lm_store;
typedef struct lm_signer lm_signer;

typedef enum {
    LM_STORE_SERVE, /* read and write; a new house is made, an older one upgraded */
    LM_STORE_READ,  /* read only, beside a running server if there is one */
} lm_store_mode;

typedef struct {
    const char *url; /* sqlite:FILE or postgresql://...; NULL is lm_store_default_url */
    lm_store_mode mode;
    const lm_signer *signer; /* signs snapshots and heads; NULL: they stay unsigned. It must outlive the store. */
    int queue;               /* batches that may wait; 0 is 4,096 */
    int patience_ms;         /* ms to wait for a lost connection to come back; 0 is 10,000 */
    const char *sqlite_vfs;  /* the file layer; NULL is the usual one */
    int sqlite_unsorted;     /* rows that may lie in the log before they are sorted into tables; 0 is 32,768 */
    int64_t (*clock_ms)(
        void *clock); /* for records in SQLite and for heads; NULL: the system's. PostgreSQL times its own records. */
    void *clock;
    bool by_hand; /* starts no thread: what was submitted waits for lm_store_step */
} lm_store_options;

/* NULL, with the reason as a sentence in `text` (LM_STORE_TEXT bytes), when it cannot be opened. */
lm_store *lm_store_open(const lm_store_options *options, char *text);

/* Finishes what was submitted, joins the writer and frees the store. `store` may be NULL. */
void lm_store_close(lm_store *store);

/* Why the store is dead, as a sentence, into `text` (LM_STORE_TEXT bytes); false while it lives. */
bool lm_store_fault(lm_store *store, char *text);

/* "sqlite:" and house.db in the user's data directory; false when the environment names none. */
bool lm_store_default_url(char *url, size_t size);

/* Whether the URL has the form of one; false with a sentence of at most LM_STORE_TEXT bytes. */
bool lm_store_is_url(const char *url, char *text);

/* What a store at `url` needs from the machine while it is open, for a server that gives up all other rights: a folder
 * in which it makes, writes and removes files; a file or folder that it reads, if it is there; a TCP port that it
 * calls. */
typedef enum { LM_STORE_NEEDS_FOLDER, LM_STORE_NEEDS_FILE, LM_STORE_NEEDS_PORT } lm_store_need;
typedef void (*lm_store_need_reader)(void *context, lm_store_need need, const char *path, int port);
void lm_store_needs(const char *url, lm_store_need_reader reader, void *context);

/* The random name that a house is given when it is made, 32 hexadecimal digits. */
const char *lm_store_house(const lm_store *store);

/* --- batches ---------------------------------------------------------------------------------------------- */

/* One thread builds a batch; then the store uses it until `done` is called. A batch copies all that is passed in. */
typedef struct lm_batch lm_batch;

enum { LM_STORE_ANY = -1 }; /* any sequence number, any version */

lm_batch *lm_batch_new(void);
void lm_batch_free(lm_batch *batch);

/* Names the batch as command `number` (1 or more, ascending) of a client. A repeated command has no effect and gets
 * the answer of the first; a command that comes after one with a later number is refused. Its batch must append a record. */
void lm_batch_command(lm_batch *batch, const char *client, int64_t number, const void *answer, size_t size);

/* Refuses the whole batch with LM_STORE_VERSION unless the key has this version; LM_STORE_ANY: unless the key exists.
 * Guards are checked before everything else in the batch and change nothing. A second guard of a key replaces the
 * first. */
enum { LM_STORE_GUARDS = 3 };
void lm_batch_guard(lm_batch *batch, const char *key, int64_t version);

/* The lease under which the following appends and renewals are made. */
void lm_batch_lease(lm_batch *batch, const char *server, int64_t epoch);

/* Each of these returns the number of the operation, for lm_batch_result. */

/* A record at the end of a stream, as number `seq` (the first is 1) or LM_STORE_ANY. Result: its number. */
int lm_batch_append(lm_batch *batch, const char *stream, int64_t seq, const char *kind, const char *actor,
                    const void *body, size_t size);

/* The next three are effects of the record appended last, and its hash covers them. An account starts at 0; only house
 * accounts may go below 0. */
int lm_batch_open(lm_batch *batch, const char *account, bool house);
int lm_batch_move(lm_batch *batch, const char *from, const char *to, int64_t cents, const char *reason);
/* Version 0: the key must be new. Result: the new version. Keys that begin with '~' need no record. */
int lm_batch_put(lm_batch *batch, const char *key, int64_t version, const void *value, size_t size);

/* Removes a key that begins with '~'; no other key is ever removed. */
int lm_batch_drop(lm_batch *batch, const char *key);

/* A stream's lease: taken when it is free, has run out, or is the server's own. Result: the new epoch. */
int lm_batch_take(lm_batch *batch, const char *stream, const char *server, int64_t ms);
int lm_batch_renew(lm_batch *batch, const char *stream, int64_t ms);
int lm_batch_release(lm_batch *batch, const char *stream);

/* Keeps the state after the stream's last record, signed, in place of the stream's previous snapshot. `seq` is that
 * record's number; LM_STORE_ANY: whatever it is. */
int lm_batch_snapshot(lm_batch *batch, const char *stream, int64_t seq, const void *state, size_t size);

int64_t lm_batch_result(const lm_batch *batch, int operation);

/* --- submitting ------------------------------------------------------------------------------------------- */

/* name, sentence; % stands for the subject, # for the number */
/* clang-format off */
#define LM_STORE_WHYS(X)                                                                                         \
    X(DONE,      "done")                                                                                         \
    X(REPEATED,  "this command was done before")                                                                 \
    X(LATE,      "a later command of %, number #, was done first; send this one again under a new number")       \
    X(SEQ,       "the next record of % is number #")                                                             \
    X(BALANCE,   "account % lacks # cents")                                                                      \
    X(OVERFLOW,  "account % cannot hold that much")                                                              \
    X(ACCOUNT,   "there is no account %")                                                                        \
    X(OPENED,    "account % has been opened before")                                                             \
    X(VERSION,   "value % has changed: it is at version #")                                                      \
    X(FENCED,    "the lease of % has run out or passed to another server; its epoch is #")                       \
    X(LEASED,    "stream % is leased to another server for # ms more")                                           \
    X(MALFORMED, "%: a name, an amount or the order of operations is not allowed (operation #)")                 \
    X(MEMORY,    "there was no memory for the batch")                                                            \
    X(FAILED,    "the store has failed; open it again to learn whether the batch was done")
/* clang-format on */

typedef enum {
#define X(name, text) LM_STORE_##name,
    LM_STORE_WHYS(X)
#undef X
        LM_STORE_WHY_COUNT
} lm_store_why;

typedef struct {
    lm_store_why why;
    int operation;                   /* the operation that was refused */
    char subject[LM_STORE_NAME + 1]; /* the stream, account, key or client concerned */
    int64_t number;                  /* see LM_STORE_WHYS */
    const void *answer;              /* DONE, REPEATED: of the command; valid during `done` */
    size_t answer_size;
} lm_store_outcome;

/* The outcome as a sentence without a full stop. */
void lm_store_outcome_text(const lm_store_outcome *outcome, char *text, size_t size);

/* Called by the writer thread after the commit, in the order of submission. It must not wait for the store. */
typedef void (*lm_store_done)(void *context, lm_batch *batch, const lm_store_outcome *outcome);

/* Any thread may call it. False when the queue is full or the store only reads: then `done` is not called, and the
 * caller should take no more work until some is finished. */
bool lm_store_submit(lm_store *store, lm_batch *batch, lm_store_done done, void *context);

/* Submits a batch, waits until it is done and returns its outcome, in which `answer` is NULL. It also waits for room in
 * the queue. `done` must not call it. */
lm_store_outcome lm_store_do(lm_store *store, lm_batch *batch);

/* For a store without a thread: writes the waiting batches as one group and reports their outcomes. False when none
 * waited, or when the store has a thread. */
bool lm_store_step(lm_store *store);

/* Batches that wait now, and groups committed so far, for a server's metrics. */
int lm_store_waiting(lm_store *store);
int64_t lm_store_commits(lm_store *store);
int64_t lm_store_bytes(lm_store *store);           /* bytes that the database takes up; -1: not known */
int64_t lm_store_rows_read(const lm_store *store); /* how many rows the functions below have handed over */

/* How often the writer has lost the database and reconnected, possibly to another database. */
int64_t lm_store_reconnections(lm_store *store);

/* --- reading ---------------------------------------------------------------------------------------------- */

typedef struct {
    const char *stream;
    int64_t seq, time_ms; /* time never goes back within a stream */
    const char *kind, *actor;
    const void *body;
    size_t body_size;
    const void *effects; /* see lm_effect_next */
    size_t effects_size;
    const uint8_t *hash;
} lm_record;

typedef struct {
    const char *name;
    int64_t seq, time_ms;
    const uint8_t *hash;
    const char *owner; /* "" when no server holds it */
    int64_t epoch, expires_ms;
} lm_stream_row;

typedef struct {
    const char *name;
    bool house;
    int64_t cents, lines;
} lm_account_row;

typedef struct {
    const char *account;
    int64_t n, cents, balance_cents; /* balance: after this line */
    const char *stream;              /* the record that explains it */
    int64_t seq;
} lm_line_row;

typedef struct {
    const char *key;
    int64_t version;
    const void *value;
    size_t size;
} lm_value_row;

typedef struct {
    const char *stream;
    int64_t seq;
    const uint8_t *hash; /* of record `seq` */
    const void *state;
    size_t size;
    const uint8_t *signature;
    size_t signature_size;
} lm_snapshot_row;

/* A client's last command, and the answers kept for repeated commands, the oldest first. */
typedef struct {
    const char *name;
    int64_t number;
    int answers;
    struct {
        int64_t number;
        const void *data;
        size_t size;
    } answer[LM_STORE_REMEMBERED];
} lm_client_row;

/* A reader gets the rows in ascending order, each valid during the call; it returns false to stop. Each function returns
 * LM_STORE_FAILED (with a sentence in `text`, LM_STORE_TEXT bytes) or LM_STORE_DONE, whether or not there were rows.
 * These functions see committed rows only, on a connection of their own. Calls from several threads take turns, and a
 * reader must not call them. The prefix "" selects everything. */
typedef bool (*lm_record_reader)(void *context, const lm_record *record);
typedef bool (*lm_stream_reader)(void *context, const lm_stream_row *row);
typedef bool (*lm_account_reader)(void *context, const lm_account_row *row);
typedef bool (*lm_line_reader)(void *context, const lm_line_row *row);
typedef bool (*lm_value_reader)(void *context, const lm_value_row *row);
typedef bool (*lm_snapshot_reader)(void *context, const lm_snapshot_row *row);
typedef bool (*lm_client_reader)(void *context, const lm_client_row *row);

lm_store_why lm_store_records(lm_store *store, const char *stream, int64_t from_seq, lm_record_reader reader,
                              void *context, char *text);
lm_store_why lm_store_streams(lm_store *store, const char *prefix, lm_stream_reader reader, void *context, char *text);
lm_store_why lm_store_accounts(lm_store *store, const char *prefix, lm_account_reader reader, void *context,
                               char *text);
lm_store_why lm_store_lines(lm_store *store, const char *account, int64_t from_n, lm_line_reader reader, void *context,
                            char *text);
lm_store_why lm_store_values(lm_store *store, const char *prefix, lm_value_reader reader, void *context, char *text);
/* The value of this key, if there is one. */
lm_store_why lm_store_value(lm_store *store, const char *key, lm_value_reader reader, void *context, char *text);
/* As lm_store_values, but begins at `key` and does not read the keys before it. */
lm_store_why lm_store_values_from(lm_store *store, const char *prefix, const char *key, lm_value_reader reader,
                                  void *context, char *text);
/* The stream's snapshot, if it has one that the house has signed. */
lm_store_why lm_store_snapshot(lm_store *store, const char *stream, lm_snapshot_reader reader, void *context,
                               char *text);

/* For a proof. The first two read the numbers from `from` to `to`, of every stream or account where the name is NULL.
 * Snapshots are read signed or not. */
lm_store_why lm_store_records_between(lm_store *store, const char *stream_or_null, int64_t from_seq, int64_t to_seq,
                                      lm_record_reader reader, void *context, char *text);
lm_store_why lm_store_lines_between(lm_store *store, const char *account_or_null, int64_t from_n, int64_t to_n,
                                    lm_line_reader reader, void *context, char *text);
lm_store_why lm_store_snapshots(lm_store *store, lm_snapshot_reader reader, void *context, char *text);
lm_store_why lm_store_clients(lm_store *store, lm_client_reader reader, void *context, char *text);
lm_store_why lm_store_clients_of(lm_store *store, const char *prefix, lm_client_reader reader, void *context,
                                 char *text);

/* Between the two calls this thread reads one consistent state of the store; other readers wait. Call look_away only
 * after LM_STORE_DONE. */
lm_store_why lm_store_look(lm_store *store, char *text);
void lm_store_look_away(lm_store *store);

/* What a record changes besides its stream. */
typedef enum { LM_EFFECT_COMMAND, LM_EFFECT_ANSWER, LM_EFFECT_OPEN, LM_EFFECT_MOVE, LM_EFFECT_PUT } lm_effect_kind;

typedef struct {
    lm_effect_kind kind;
    char name[LM_STORE_NAME + 1]; /* COMMAND, ANSWER: client; OPEN: account; MOVE: from; PUT: key */
    char to[LM_STORE_NAME + 1];
    int64_t number; /* COMMAND, ANSWER: the command's number; OPEN: 1 for a house account; MOVE: cents; PUT: version */
    char reason[LM_STORE_REASON + 1];
    uint8_t digest[LM_STORE_HASH]; /* PUT: of the value; ANSWER: of the answer */
} lm_effect;

/* Reads the effect at *at and advances *at. False at the end, and with *at == SIZE_MAX where the bytes are not effects. */
bool lm_effect_next(const void *effects, size_t size, size_t *at, lm_effect *effect);

/* Whether a text may be the name of a stream, an account, a key, a client, a kind or an actor. */
bool lm_store_name_fits(const char *name);

/* For records read without a store: writes the effect as the bytes that lm_effect_next reads, and returns their
 * number. */
enum { LM_EFFECT_BYTES = 512 };
size_t lm_effect_write(const lm_effect *effect, uint8_t bytes[LM_EFFECT_BYTES]);
/* The hash that a record must have after one with the hash `previous` (zeros before the first). */
void lm_record_hash(const uint8_t previous[LM_STORE_HASH], const lm_record *record, uint8_t hash[LM_STORE_HASH]);

/* --- signatures ------------------------------------------------------------------------------------------- */

/* Whether only the owner of an open key file may read it; if not, `text` gets the reason. */
bool lm_key_is_private(int file, const char *path, char *text);
bool lm_key_file_is_private(const char *path, char *text); /* the same for a file that is not open */

/* Reads the key in a file of 64 hexadecimal digits (an Ed25519 seed); with `create`, makes one, readable by its owner
 * alone, where there is none. A key that others may read is refused. NULL with a sentence in `text` on failure. */
lm_signer *lm_signer_load(const char *path, bool create, char *text);
void lm_signer_free(lm_signer *signer);
const uint8_t *lm_signer_public(const lm_signer *signer);
const lm_signer *lm_store_signer(const lm_store *store); /* NULL: the store was opened without one */

/* A signed text ends with the line "signature HEX", which covers everything before it. lm_text_sign makes that line;
 * lm_text_unsigned returns NULL when the line is there and made by this key, otherwise what is wrong. */
enum { LM_SIGNATURE_LINE = sizeof "signature \n" - 1 + 2 * LM_STORE_SIGNATURE };
void lm_text_sign(const lm_signer *signer, const void *text, size_t size, char line[LM_SIGNATURE_LINE + 1]);
const char *lm_text_unsigned(const char *text, size_t size, const uint8_t public_key[LM_STORE_HASH]);

bool lm_snapshot_signed(const uint8_t public_key[LM_STORE_HASH], const char *house, const lm_snapshot_row *row);

/* The public key as 64 hexadecimal digits, as in heads, for people to compare. */
enum { LM_STORE_FINGERPRINT = 2 * 32 + 1 };
void lm_store_fingerprint(const uint8_t *public_key, char fingerprint[LM_STORE_FINGERPRINT]);
bool lm_store_fingerprint_read(const char *fingerprint, uint8_t public_key[LM_STORE_HASH]);
/* The public key in the store itself, where anyone who can write the database can replace it; NULL: none. */
const uint8_t *lm_store_public(const lm_store *store);

/* The last sequence number and hash of every stream, signed, as text to be kept elsewhere: comparing it later reveals
 * removed records. The caller frees *head. The store needs a signer. */
lm_store_why lm_store_head(lm_store *store, char **head, char *text);

/* The same for a house whose servers have all stopped. This head also covers what is outside the chains: leases,
 * remembered answers, keys that begin with '~'. They can be compared until a record is added. */
lm_store_why lm_store_head_at_rest(lm_store *store, char **head, char *text);

/* Keeps a head in the store as well: the stream LM_STORE_HEADS gets a record of its digest, and the head becomes the
 * stream's signed snapshot. */
#define LM_STORE_HEADS "heads"
void lm_batch_head(lm_batch *batch, const char *actor, const char *head);

/* One line "stream SEQ HASH EPOCH NAME" of a head; heads of the first format have no epoch. */
typedef struct {
    char stream[LM_STORE_NAME + 1];
    int64_t seq;
    uint8_t hash[LM_STORE_HASH];
    int64_t epoch;
} lm_head_line;

/* One line "rest ROWS DIGEST NAME": a digest of the rows of one kind outside the chains, in a house at rest. */
enum { LM_REST_NAME = 16 };
typedef struct {
    char name[LM_REST_NAME];
    int64_t rows;
    uint8_t digest[LM_STORE_HASH];
} lm_head_rest;

/* Receives the lines of a head; each function may be NULL. Returning false (out of memory) ends the reading. */
typedef struct {
    bool (*line)(void *context, const lm_head_line *line);
    bool (*rest)(void *context, const lm_head_rest *rest);
    void *context;
} lm_head_reader;

/* Reads a head and checks that its key has signed it. Where `names` has a house or a key already, the head must have the same;
 * otherwise they are filled in. The text has a NUL behind its `size` bytes. NULL, or what is wrong with the head. */
typedef struct {
    char house[40], key[2 * LM_STORE_HASH + 1];
} lm_head_names;
const char *lm_head_read(const char *head, size_t size, lm_head_names *names, const lm_head_reader *reader);

/* The digests of the rows outside the chains as they are now; the head of a house at rest has the same lines. */
lm_store_why lm_store_rest(lm_store *store, bool (*reader)(void *context, const lm_head_rest *rest), void *context,
                           char *text);

/* --- copying ---------------------------------------------------------------------------------------------- */

/* Copies a whole house into an empty store. After LM_STORE_FAILED, with a sentence, the target is still empty. */
lm_store_why lm_store_copy(lm_store *from, lm_store *to, char *text);

#ifdef __cplusplus
}
#endif

#endif
