/* people.h - persons, their sessions, limits and money at the cage, as far as other files of this room need them.
 *
 * Everything about a person is a value of the store. It changes only together with a record on the stream "house" that
 * names the actor. Only sessions are cached; changes by other servers arrive within two seconds, and commands that move
 * money are bound to the version that was read (floor/guard.c). */
#ifndef LAMMER_HOUSE_PEOPLE_H
#define LAMMER_HOUSE_PEOPLE_H

#include <semaphore.h>
#include <sodium.h>

#include "floor/floor.h"
#include "rows.h"

enum {
    PERSON_NAME = 64,   /* bytes, including the final 0, as in house_caller */
    PASSWORD_LEAST = 8, /* bytes */
    PASSWORD_MOST = 200,
    SESSION_TEXT = 65,                 /* hexadecimal digits and a final 0 */
    SESSION_SLOTS = 32768,             /* about twice the connections that a server takes: few sessions share a slot */
    SESSION_HEARD_MS = 2000,           /* how often the server looks for other servers' changes */
    SESSION_KNOWN_MS = 60 * 1000,      /* how long a cached session is trusted */
    SESSION_NOTED_MS = 60 * 1000,      /* how often "last seen" is written */
    SEEN_NOTED_MS = 5 * 60 * 1000,     /* how often it is written for the list of people */
    SESSION_STALE_MS = 15 * 60 * 1000, /* staff */
    SESSION_IDLE_MS = 12 * 60 * 60 * 1000, /* all */
    SESSION_END_MS = 24 * 60 * 60 * 1000,
    DAY_MS = 24 * 60 * 60 * 1000,
    GUEST_MS = 2 * 60 * 60 * 1000,      /* how long the session of a guest who does not bet lasts */
    TRIES_KEPT_MS = 2 * 60 * 60 * 1000, /* age at which counts of wrong passwords are removed */
    PLAY_MONEY_CENTS = 100000,          /* the amount that new play money fills a wallet up to */
    CAGE_MOST_CENTS = 1000000000,       /* the most of one movement at the cage: ten million dollars */
};

#define ROUNDS_MS (400ll * DAY_MS) /* how long a player's list of rounds goes back; the journal keeps all */
#define DEVICE_MS (400ll * DAY_MS) /* how long a device stays known after its last sign-in */
#define ROLES_STAFF (LM_HOUSE_ROLES_ALL & ~(LM_HOUSE_BIT(GUEST) | LM_HOUSE_BIT(PLAYER)))

/* --- errands: a request with several steps ------------------------------------------------------------------ */

/* A page of a list (page.h). */
typedef struct {
    size_t most, shown; /* rows */
    int reads;          /* rows that may still be read */
    size_t bytes;
    char first[LM_STORE_NAME + 1]; /* the key at which the page begins */
    char next[LM_STORE_NAME + 1];  /* the key at which the next page begins; "": this is the last */
} house_page;

/* What a request carries between its steps; made on first use and freed with the request. */
typedef struct house_errand {
    house_handler *again; /* restarts the request when another change came first */
    json_t *answer;
    int tries;
    char person[LM_HOUSE_ID]; /* the person concerned; their cached sessions are read again afterwards */
    char password[PASSWORD_MOST + 1];
    char compared[crypto_pwhash_STRBYTES], hash[crypto_pwhash_STRBYTES]; /* the hash to compare with; the hash made */
    char session[SESSION_TEXT], device[SESSION_TEXT];
    char login[LM_HOUSE_ID];              /* as typed at sign-in */
    int64_t login_version;                /* version of the value of a new sign-in name */
    bool known;                           /* the device or session belongs to this person */
    int wrong;                            /* wrong attempts in a row before this one */
    bool code_was_wrong;                  /* the password was right */
    lm_act_field tried;                   /* the field of the attempted password */
    void (*then)(house_request *request); /* called after the password was hashed; NULL: none was tried */
    char done_answer[120];                /* of a command that was done before */
    sem_t *gate;
    bool right, failed, unread, founded;
    bool never_alone;              /* needs a second person even if the house has no other approver yet */
    int64_t generation;            /* of the caller's sessions */
    json_t *kept;                  /* whatever the handler keeps between steps */
    const struct paged_list *list; /* page.h: */
    char prefix[LM_STORE_NAME + 1];
    house_page page;
} house_errand;

house_errand *errand_of(house_request *request);
/* Frees the errand, not the request. */
void errand_end(house_request *request);
/* Submits the batch and, when it is durable, answers with `answer` (stolen). If a value has changed meanwhile, calls
 * `again` to start over. */
void errand_submit(house_request *request, lm_batch *batch, json_t *answer, house_handler *again);

/* --- persons -------------------------------------------------------------------------------------------------- */

typedef struct {
    char id[LM_HOUSE_ID];
    char name[PERSON_NAME];
    char login[LM_HOUSE_ID];           /* the sign-in name; "": the id, as in houses of older versions */
    char hash[crypto_pwhash_STRBYTES]; /* "": a guest, who cannot sign in */
    char password_by[LM_HOUSE_ID];     /* another person who set this password and so knows it; "": none */
    uint32_t roles;
    bool locked;
    bool second_factor; /* signing in takes a code as well: factor.c */
    int64_t generation; /* sessions of an earlier generation have ended */
    int64_t created_ms;
    int64_t version; /* of the stored value; 0: new */
} house_person;

bool person_read(lm_house *house, const char *id, house_person *p); /* false: there is none */
void person_of_value(house_person *p, const json_t *value);
void person_put(lm_batch *batch, const house_person *p);
bool person_id_is_good(const char *id);
bool person_is_staff(const house_person *p);
void person_accounts(lm_batch *batch, const house_person *p, lm_cents play_cents); /* opens the wallets */
json_t *person_view(const house_person *p);                                        /* without secret fields */
void refuse_unknown_person(house_request *request, const char *id);
/* As refuse_unknown_person, with the nearest id of the same first letter; only for callers who may list people. */
void refuse_misnamed_person(house_request *request, const char *id);

/* The persons who can sign in as an administrator: the value "config/administrators". */
int administrators(lm_house *house, json_t **list, int64_t *version);             /* returns how many are not locked */
bool administrators_put(lm_house *house, lm_batch *batch, const house_person *p); /* false: none would be left */

/* Called when the house opens: a new token if it has no administrator, otherwise "". */
void people_token(lm_house *house, char *token, size_t size);
/* Called when the house opens: a token that sets this person's password; false with the reason. */
bool people_recover(lm_house *house, const char *id, char *token, size_t size, char *text);
void people_close(lm_house *house);
int64_t people_sessions(const lm_house *house);

/* --- guests (guests.c) --------------------------------------------------------------------------------------------- */

/* Whether the caller is a guest of whom the journal knows nothing yet. */
bool guest_is_passing(const house_caller *caller);
/* Makes the person of a guest's session; false if the id is not a guest's. */
bool guest_person(const char *id, int64_t created_ms, int64_t generation, house_person *p);
/* Creates the person and the wallet of a passing guest, then continues the request. */
void guest_stays(house_request *request);
void session_stays(lm_house *house, lm_batch *batch, const char *session); /* the guest no longer passes */

/* --- passwords ---------------------------------------------------------------------------------------------------- */

const char *password_complaint(const char *password); /* NULL if it is acceptable */
/* common.c */
bool password_is_common(const char *password);
bool password_is_name(const char *password, const char *name); /* also if digits or marks follow the name */
/* Compares the errand's password with `hash` on another thread, then calls `then`. An empty hash takes as long and
 * never matches. */
void password_check(house_request *request, const char *hash, void (*then)(house_request *));
/* Whether the password was right and still is: the person may have changed it while it was being hashed. */
bool password_holds(const house_errand *e, const house_person *p);
/* Hashes errand->password into errand->hash on another thread, then calls `then`. */
void password_make(house_request *request, void (*then)(house_request *));

/* --- the second factor (factor.c) ------------------------------------------------------------------------------------ */

/* Whether the house demands one of the person, who has none. */
bool factor_is_due(lm_house *house, const house_person *p);
/* The person goes on without one; their value is the caller's to write. */
void factor_clear(lm_house *house, lm_batch *batch, house_person *p);

/* --- sessions ------------------------------------------------------------------------------------------------------- */

typedef struct {
    uint8_t hash[LM_STORE_HASH];
    int64_t read_ms; /* 0: the session must be read again */
    int64_t version, created_ms, seen_ms, noted_ms, generation;
    house_person who;  /* without the hash of the password */
    int64_t barred_ms; /* the end of the player's self-exclusion; 0: none */
    bool factor_due;   /* the house demands a second factor of the person, who has none */
} session_slot;

struct people {
    session_slot slot[SESSION_SLOTS];
    sem_t gate; /* limits how many passwords are hashed at once */
    int64_t heard_ms, swept_ms;
    uint8_t sweep; /* first byte of the sessions to be swept next */
};

/* sessions_memory.c: the cached session, read from the store if it is too old or `again` is set. NULL if there is no
 * such session. */
session_slot *session_recall(lm_house *house, const uint8_t hash[LM_STORE_HASH], bool again);
/* Reads other servers' changes and removes ended sessions, each at its interval. */
void session_tick(lm_house *house);
/* Notes in a batch that this person's sessions have changed; every server reads the note within two seconds. */
void session_changed(lm_house *house, lm_batch *batch, const char *id);
void session_forget(lm_house *house, const char *id); /* only on this server, at once */

/* Adds a new session to the batch; its text goes to the client and is not stored. */
void session_open(lm_house *house, lm_batch *batch, const house_person *p, char session[SESSION_TEXT]);
bool session_key(const char *session, char key[LM_STORE_NAME + 1]); /* false: the text is not a session */
/* Adds to rows of persons when they last used the house, as far as it is known. May run on another thread. */
void seen_add(lm_store *store, json_t *rows);
/* Makes a session fresh again, after the caller has given the password. */
void session_renew(lm_house *house, lm_batch *batch, const char *session);
/* The value of a session, valid only with the seal of this house. */
typedef struct {
    char person[LM_HOUSE_ID], kind[8], seal[SESSION_TEXT];
    bool passes; /* of a guest who has not bet yet */
    int64_t created_ms, seen_ms, generation;
} session_row;
extern const row_field session_fields[];
/* Whether this house wrote the session; false if it was planted or altered. */
bool session_is_sealed(lm_house *house, const char *key, const session_row *row);
json_t *session_answer(lm_house *house, const house_person *p, const char *session); /* the answer to a sign-in */

/* --- keys (keys.c) ------------------------------------------------------------------------------------------------- */

void random_hex(char *text, size_t size); /* `size` includes the final 0 */
void hash_key(const char *prefix, const uint8_t hash[LM_STORE_HASH], char key[LM_STORE_NAME + 1]);
void token_key(const char *prefix, const char *token, char key[LM_STORE_NAME + 1]);
void texts_key(const char *prefix, const char *const *texts, int n, char key[LM_STORE_NAME + 1]);
/* Writes a batch in the background; no answer depends on it. */
void batch_behind(lm_house *house, lm_batch *batch);

/* --- limits and the purse --------------------------------------------------------------------------------------- */

/* Deposits, withdrawals, buy-ins and cash-outs of one day of UTC. */
typedef struct {
    int64_t day;
    lm_cents deposits_cents, withdrawals_cents, bought_cents, cashed_cents;
    lm_cents risk_cents; /* bought in and not cashed out; never below 0 */
    int64_t seen_ms, version;
} house_purse;

void purse_read(lm_house *house, const char *player, house_money money, house_purse *p);
void purse_put(lm_house *house, lm_batch *batch, const char *player, house_money money, const house_purse *p);
bool limits_allow_deposit(lm_house *house, const house_person *p, house_money money, lm_cents cents,
                          house_refusal *refusal);
const char *money_word(house_money money); /* "play", "real" */
void time_text(int64_t ms, char text[32]); /* 2025-11-15 12:00 UTC */

int64_t limits_barred_ms(lm_house *house, const char *player); /* when the player's exclusion ends, or 0 */

/* --- the cage ------------------------------------------------------------------------------------------------------ */

/* Adds to a table's batch, after its record, that the coupon of a bet has been used. The coupon must be the player's,
 * for this kind of wager and amount, unused and not expired. False with the refusal. If the store answers VERSION, the
 * coupon was used elsewhere at the same moment. */
bool coupon_take(lm_house *house, lm_batch *batch, const house_play *play, const house_coupon_move *move,
                 const json_t *bet, house_refusal *refusal);
/* Adds the rounds that a table's batch finishes to the lists of their players (rounds.c). */
void rounds_keep(lm_batch *batch, const house_play *play);
/* Gives a coupon that neither won nor lost back to its owner; coupon_take_again uses it if a correction decides it. */
void coupon_give_back(lm_house *house, lm_batch *batch, const house_play *play, const house_coupon_move *move);
bool coupon_take_again(lm_house *house, lm_batch *batch, const house_play *play, const house_coupon_move *move,
                       house_refusal *refusal);

#endif
