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
} lm_house_answer;

/* What the owner of a house does for it. */
typedef struct {
    void *self;
    void (*answer)(void *self, uint64_t token, const lm_house_answer *answer);
    const int *status; /* by lm_kind: the "status" of an answer and of an approval's record; NULL: the kind itself */
    /* A message to a connection that watches a table; the text is shared and valid during the call. */
    void (*send)(void *self, uint64_t connection, const char *text, size_t size);
    /* The same while another player decides: the message may wait a moment and go out with the next. NULL: as
     * `send`. */
    void (*tell)(void *self, uint64_t connection, const char *text, size_t size);
    /* Asks for a call of lm_house_poll. The only function here that is called from another thread. */
    void (*wake)(void *self);
    /* Bytes that are left for the journal; < 0: not known. NULL: never known. */
    int64_t (*space)(void *self);
    /* Slow work that touches nothing of the house: `work` runs elsewhere, then `done` on the house's thread. NULL: both are
     * called at once. */
    void (*later)(void *self, void (*work)(void *job), void (*done)(void *job), void *job);
    /* The same for the hashing of passwords, which must not wait behind reports. NULL: as `later`. */
    void (*hash)(void *self, void (*work)(void *job), void (*done)(void *job), void *job);
    /* One line of the log; `more` is a JSON object with further members. The receiver adds the time. */
    void (*log)(void *self, const char *level, const char *event, const char *more, size_t size);
} lm_house_owner;

typedef struct {
    lm_store *store;
    lm_store
        *reader; /* the same store, opened to read on the thread of `later`; NULL: `store`, where reports delay it */
    lm_house_owner owner;
    const char *server;               /* this server's name among those of the house */
    const char *address;              /* where clients find it: "http://127.0.0.1:2222" */
    const char *secret_path;          /* the file of the key that seals what is face down; made with a new house */
    bool new_secret;                  /* made also for a house that has lost it; its open shoes cannot be dealt on */
    int64_t (*clock_ms)(void *self);  /* wall clock; NULL: the system's */
    int64_t (*steady_ms)(void *self); /* for decisions: no jumps; NULL: clock_ms, or the system's monotonic clock */
    int lease_ms;                     /* 0 is 2,500 */
    lm_rules_source rules;            /* reads the rules of tables */
    const lm_question *questions;     /* words that other rooms answer; NULL: none. Ends with a row without a word */
    const void *questions_self;       /* passed to those rooms */
    const char *const *demo; /* shipped submissions: a new house gets a play-money table for each; NULL: none */
    bool keeps_memory;       /* each thread keeps the memory of its JSON for the next message, until it ends */
    int guests;              /* guests of one network in an hour; 0: no limit */
    int64_t reserve_bytes;   /* with less free space no round begins; with less than twice as much no guest is made */
    const char *recover;     /* the person who gets a one-time token to set a new password; NULL: none */
} lm_house_options;

/* NULL, with the reason in `text` (LM_HOUSE_TEXT bytes). */
lm_house *lm_house_open(const lm_house_options *options, char *text);

/* Freezes open rounds as they stand, gives back leases and frees the house. */
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
    const char *network; /* what counts as one sender when wrong passwords are counted */
    bool gives;          /* the sender does not use the request again: the house need not copy it */
    bool is_local;       /* from this machine: it makes guests without a limit */
    bool is_browser;     /* its scripts must not see tokens: the text of an answer leaves them out */
} lm_house_client;

/* A request from a client; it is borrowed. The answer may come before the call returns. */
void lm_house_request(lm_house *house, uint64_t token, const lm_house_client *from, const lm_request *request);

/* Does the work that commits and clocks have made due. Returns the ms after which it must be called again at the
 * latest. */
int lm_house_poll(lm_house *house);

/* Starts no new rounds; open ones are finished or, after `ms`, frozen as they stand. True when no round is open. */
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

/* --- what can be asked ------------------------------------------------------------------------------------ */

/* The token that a browser must send with every POST of this session; false when the text is not a session. */
enum { LM_HOUSE_CSRF = 65 };
bool lm_house_csrf(const char *session, char token[LM_HOUSE_CSRF]);

/* --- figures for /metrics ---------------------------------------------------------------------------------- */

typedef struct {
    int64_t tables, watchers, sessions;
    int64_t requests, refusals, records, rounds, cards;
    int64_t waiting; /* batches in the store's queue */
    int64_t commits; /* groups of them that became durable */
    int64_t rows_read;
    int64_t takeovers, lost_tables, handed_over;
} lm_house_figures;
void lm_house_read_figures(const lm_house *house, lm_house_figures *figures);

#ifdef __cplusplus
}
#endif

#endif
