/* house.h - the running floor: tables, people, money, approvals and progressives, behind one function for requests.
 *
 * Knows the engine, the meters, submissions and the store. Does not know the network, starts no thread and reads only the
 * clock it is given: its owner (src/serve, a test, a simulation of a whole floor) calls it from one thread, tells it the
 * time and carries its messages. docs/house.md describes records, accounts, commands and the reasons.
 *
 * A request carries one command of acts.def. The house answers it once: with a refusal that changed nothing, or
 * after what it did is durable. */
#ifndef LAMMER_HOUSE_H
#define LAMMER_HOUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "lammer/rules.h"
#include "lammer/server/acts.h"
#include "lammer/server/store.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lm_house lm_house;

/* The answer to a request. All texts are valid during the call. */
typedef struct {
    lm_kind kind;
    const char *text; /* a JSON object */
    size_t size;
    const char *session, *device; /* tokens that it gives to the client; NULL: none */
    int retry_s;                  /* a refused request may be repeated after this many seconds; 0: no such time */
    /* LM_REFUSED_ELSEWHERE: where other servers reach the one that runs the table ("": not known), and the request, which
     * had no effect here; NULL otherwise. */
    const char *inside;
    const lm_request *request;
} lm_house_answer;

/* Kinds of slow work. Each has a thread and a bounded queue of its own, so that none waits behind another kind. */
typedef enum {
    LM_WORK_HASH,   /* passwords */
    LM_WORK_LIST,   /* a page of rows, a statement */
    LM_WORK_REPORT, /* reports of staff */
    LM_WORK_SEARCH, /* what every caller may look for in the journal: a finished round, the fate of a command */
    LM_WORKS
} lm_work;

/* What the owner of a house does for it. */
typedef struct {
    void *self;
    void (*answer)(void *self, uint64_t token, const lm_house_answer *answer);
    const int *status; /* by lm_kind: the "status" of an answer and of an approval's record; NULL: the kind itself */
    /* A message to a connection that watches a table; the text is shared and valid during the call. */
    void (*send)(void *self, uint64_t connection, const char *text, size_t size);
    /* Sends a message that is not urgent, because another player decides: it may wait and go out with the next. NULL:
     * `send` does this. */
    void (*tell)(void *self, uint64_t connection, const char *text, size_t size);
    /* Asks for a call of lm_house_poll. The only function here that is called from another thread. */
    void (*wake)(void *self);
    /* Free space for the journal in bytes; below 0, or without this function: not known. */
    int64_t (*space)(void *self);
    /* Slow work that touches nothing of the house: `work` runs elsewhere, behind earlier work of its kind, then `done` on
     * the house's thread. NULL: both are called at once. */
    void (*later)(void *self, lm_work kind, void (*work)(void *job), void (*done)(void *job), void *job);
    /* One line of the log; `more` is a JSON object with further members. The receiver adds the time. */
    void (*log)(void *self, const char *level, const char *event, const char *more, size_t size);
} lm_house_owner;

typedef struct {
    lm_store *store;
    lm_store *reader[LM_WORKS]; /* the same store, opened to read on the thread of that work; NULL: `store`, where such
                                 * work delays the house */
    lm_house_owner owner;
    const char *server;      /* this server's name among those of the house */
    const char *address;     /* where clients find it: "http://127.0.0.1:2222" */
    const char *inside;      /* where other servers reach it: "10.0.0.2:2222"; NULL: they cannot */
    const char *secret_path; /* the file of the key that seals face-down cards; a new house makes it */
    bool new_secret;         /* replaces a key that the house has lost; shoes in play then cannot be dealt further */
    int64_t (*clock_ms)(void *self); /* wall clock; NULL: the system's */
    int64_t (*steady_ms)(
        void *self);              /* times decisions and never jumps; NULL: clock_ms, or the system's monotonic clock */
    int lease_ms;                 /* 0 is 2,500 */
    lm_rules_source rules;        /* reads the rules of tables */
    const lm_question *questions; /* commands that other rooms answer; NULL: none. The list ends with a word below 0 */
    const void *questions_self;   /* passed to those rooms */
    const char *const *demo;      /* shipped submissions: a new house gets a play-money table for each; NULL: none */
    bool keeps_memory;            /* each thread reuses the memory of its JSON for the next message */
    int guests;                   /* guests of one network in an hour; 0: no limit */
    int64_t reserve_bytes; /* with less free space no round begins; with less than twice as much no guest is made */
    const char *recover;   /* the person who gets a one-time token to set a new password; NULL: none */
} lm_house_options;

/* NULL on failure, with the reason in `text` (LM_HOUSE_TEXT bytes). */
lm_house *lm_house_open(const lm_house_options *options, char *text);

/* Freezes open rounds, gives up the leases of tables and frees the house. */
void lm_house_close(lm_house *house);

/* The one-time token that makes the first administrator; "" once there is one. */
const char *lm_house_token(const lm_house *house);

/* The one-time token of the person whom the options recover; "" where they recover none. */
const char *lm_house_recovery(const lm_house *house);

/* A connection that receives messages, and its end. */
void lm_house_connect(lm_house *house, uint64_t connection);
void lm_house_disconnect(lm_house *house, uint64_t connection);

/* Where a request comes from. NULL means "none" for every text. */
typedef struct {
    uint64_t connection; /* 0: the sender watches no table */
    const char *session; /* whose request it is */
    const char *device;  /* the token that an earlier sign-in gave to this browser or program */
    const char *address; /* of the sender, for the journal and the log */
    const char *network; /* wrong passwords from one network count together */
    bool gives;          /* the sender does not use the request again: the house need not copy it */
    bool is_local;       /* the sender is on this machine and may make any number of guests */
    bool is_browser;     /* the answer's text leaves out tokens, which the browser's scripts must not see */
} lm_house_client;

/* Takes a request from a client, which the caller still owns. The answer may come before the call returns. */
void lm_house_request(lm_house *house, uint64_t token, const lm_house_client *from, const lm_request *request);

/* Does the work that commits and clocks have made due. The caller must call it again within the returned number of ms. */
int lm_house_poll(lm_house *house);

/* Starts no new rounds; open rounds are finished or, after `ms`, frozen. True when no round is open. */
bool lm_house_drain(lm_house *house, int ms);

/* Why the house has stopped taking requests, in which case the process must end; NULL while it runs. */
const char *lm_house_fault(const lm_house *house);

/* --- when the books are wrong ------------------------------------------------------------------------------ */

/* Reports that a proof of the whole journal has found something wrong. `names` are accounts whose books are wrong, and
 * streams of tables. They are frozen, the cage closes and no chips are sold, on all servers of the house, until two
 * people end the alarm. */
void lm_house_alarm(lm_house *house, const char *what, const char *const *names, int n);

/* Reports that a proof of the whole journal has found nothing wrong: an alarm may now be ended. */
void lm_house_proved(lm_house *house);
bool lm_house_alarmed(const lm_house *house);

/* --- browsers --------------------------------------------------------------------------------------------- */

/* The token that a browser must send with every POST of this session; false when the text is not a session. */
enum { LM_HOUSE_CSRF = 65 };
bool lm_house_csrf(const char *session, char token[LM_HOUSE_CSRF]);

/* What a server that knows the secret of the house makes of a text, and no other program can. */
enum { LM_HOUSE_PROOF = 65 };
void lm_house_prove(const lm_house *house, const char *text, size_t size, char proof[LM_HOUSE_PROOF]);

/* --- figures for /metrics ---------------------------------------------------------------------------------- */

typedef struct {
    int64_t tables, watchers, sessions;
    int64_t requests, refusals, records, rounds, cards;
    int64_t waiting; /* batches in the store's queue */
    int64_t commits; /* groups of batches that became durable */
    int64_t rows_read;
    int64_t takeovers, lost_tables, handed_over;
} lm_house_figures;
void lm_house_read_figures(const lm_house *house, lm_house_figures *figures);

#ifdef __cplusplus
}
#endif

#endif
