/* hub.h - a request on its way through the house, for the files that answer commands (people, cage, pit). */
#ifndef LAMMER_HOUSE_HUB_H
#define LAMMER_HOUSE_HUB_H

#include "lammer/server/felt.h"
#include "lammer/server/house.h"
#include "lammer/server/json.h"

struct house_errand; /* people/people.h: the state that a request carries between its steps */

/* One function at a time owns the request: it answers it, refuses it, or passes it to one of the functions below. */
typedef struct house_request {
    lm_house *house;
    uint64_t token, connection;
    json_t *body;
    char session[80], device[80]; /* as the client sent them; "": none */
    bool is_browser;              /* its answers do not show tokens */
    bool is_local;                /* it comes from this machine */
    char address[LM_HOUSE_ADDRESS], network[LM_HOUSE_ADDRESS];
    house_caller caller;
    bool is_numbered; /* the command has a number, `n` */
    int64_t n;
    char digest[33];            /* of the request, in hexadecimal digits; "": not numbered */
    char waits_for[20];         /* the id of the approval that it asks for; "": none */
    uint64_t client;            /* client_hash of command_client, for commands at a table */
    char approver[LM_HOUSE_ID]; /* the second person; "": none */
    const lm_act_row *word;
    lm_act act;                /* the body, read by the row; texts are views into it */
    struct house_errand *own;  /* made by errand_of, freed with the request */
    void *asked;               /* the question, while another room answers it */
    struct command_fate *fate; /* the search for an earlier command; freed with the request */
    bool tells_record;         /* a repeat is answered with the body of its record */
    int tries, guarded;        /* how often another change came first, and how often this changed the caller's rights */
    const char *elsewhere;     /* where servers reach the one that runs its table; NULL: it was not refused for that */
    int retry_s;               /* seconds after which a refused request may be repeated; 0: not known */
    house_refusal *refusal; /* the refusal to send unless the store remembers that the command was done; NULL: none */
    void (*repeated)(struct house_request *request); /* ends a request that was done before, or NULL */
    void (*ended)(struct house_request *request, lm_kind kind, const json_t *body); /* gets the answer, or NULL */
} house_request;

typedef void house_handler(house_request *request);

/* The functions that answer commands to the house; words.c lists them. Commands at a table go to felt (table_do) or
 * tables.c. */
house_handler enter_guest, enter_register, enter_sign_in, enter_sign_out, sessions_list, sessions_end_all, enter_who,
    enter_recover, enter_again, enter_set_password, first_administrator, login_change;
house_handler factor_begin, factor_confirm, factor_drop;
house_handler manage_create, manage_roles, manage_lock, manage_unlock, manage_list, limits_show, limits_set;
house_handler rounds_list;
house_handler approval_list, approval_approve, approval_decline;
house_handler cage_deposit, cage_withdraw, cage_play_money, wallet_show, wallet_statement, coupon_issue, coupon_list,
    slip_file;
house_handler pit_lobby, pit_tables, pit_config, pit_set_config, pit_open_table, dispute_open, dispute_resolve,
    dispute_appeal, dispute_list;
house_handler server_list, server_move_table;
house_handler alarm_show, alarm_end;
house_handler command_fates, command_numbers;

/* The second person for the record; NULL: none. */
static inline const char *approver_of(const house_request *request)
{
    return request->approver[0] ? request->approver : NULL;
}

/* A field of the act. */
const char *field_text(const house_request *request, lm_act_field field); /* "" if it is missing */
int64_t field_int(const house_request *request, lm_act_field field, int64_t otherwise);

/* answers.c: converts a kind to the status that clients and records of approvals use, and back. */
int kind_status(const lm_house *house, lm_kind kind);
lm_kind status_kind(const lm_house *house, int64_t status, lm_kind otherwise);

/* Each of these ends the request and steals `body`. An answer gets {"ok":true}, a refusal its reason and clause. */
void request_answer(house_request *request, json_t *body);
void request_answer_text(house_request *request, lm_out *object); /* an object that is already written */
bool request_refuse(house_request *request, lm_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* false */
/* Refuses with a clause. `stands` is NULL or a written object that shows the present table in the answer. */
void request_refuse_here(house_request *request, const house_refusal *refusal, lm_out *stands);
void request_refuse_outcome(house_request *request, const lm_store_outcome *outcome);
/* Repeats an earlier answer. */
void request_answer_again(house_request *request, lm_kind kind, json_t *body);

/* fate.c: searches the journal for a command of this client that the store no longer remembers, and ends the request
 * with its result, or with a refusal if the command was never done or another request had its number. */
void command_search(house_request *request, const char *client);

/* approvals.c: ends a repeated request that asked for approval, with the state of the approval. */
void approval_tell(house_request *request, const char *id);

/* Marks the batch as this command of the caller, if the caller numbered it. */
void request_command(const house_request *request, lm_batch *batch);

/* Whether a text may name a person, a table or a link: up to 31 characters of a to z, 0 to 9 and -. */
bool house_is_name(const char *text);

/* fields.c: reads the act of a request that was kept until its approval. */
void request_read_kept(house_request *request);

/* Submits the batch (and frees it afterwards); then calls `done` on the house's thread, which must end the request or
 * pass it on. The outcome's answer is not valid there; lm_batch_result is. */
typedef void house_committed(house_request *request, lm_batch *batch, const lm_store_outcome *outcome);
void request_submit(house_request *request, lm_batch *batch, house_committed *done);

/* `work` runs on the thread of its kind and must touch nothing but the request's `own` (and the reading functions of that
 * kind's store); then `done` on the house's thread. Refuses the request where too much of this kind waits. */
void request_later(house_request *request, lm_work kind, void (*work)(house_request *), void (*done)(house_request *));
bool request_may_wait(house_request *request, lm_work kind); /* false: it was refused */
/* The store for what runs on another thread: reads there do not delay the house's own. */
lm_store *house_reader(const lm_house *house, lm_work kind);

/* Writes a line of the log; fields as for lm_out_pack. */
void house_log(lm_house *house, const char *level, const char *event, const char *fields, ...);

/* Refuses a request for a table that another server holds. */
void request_elsewhere(house_request *request, const char *table);

/* Starts a batch with a record on the stream "house": kind, the caller as actor, a JSON body (stolen). Effects may
 * follow. */
lm_batch *house_batch(const house_request *request, const char *kind, json_t *body);

/* Reads a value; NULL, with *version 0, if it does not exist or is not JSON. Returns a new reference. */
json_t *house_value(lm_house *house, const char *key, int64_t *version);
/* True if a read has failed, with the refusal: an unreadable value must not count as a missing one. */
bool house_could_not_read(const lm_house *house, house_refusal *refusal);
void refuse_unread(house_refusal *refusal); /* the refusal of a request whose books could not be read */
bool refuse_into(house_refusal *refusal, lm_kind kind, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* sessions.c: finds the person of a session; without a session, a caller without roles. False if the session has ended.
 * `does`: the person acts, which keeps the session awake; requests that a page sends by itself do not. */
bool people_caller(lm_house *house, const char *session, bool does, house_caller *caller);
/* A watching connection's reference to its session, and whether the session still lasts. */
bool people_session(const char *session, uint8_t hash[LM_STORE_HASH]);
bool people_session_lasts(lm_house *house, const uint8_t hash[LM_STORE_HASH]);
/* Refuses and returns false if another person set the caller's password, because the caller may be that person. */
bool caller_is_known(house_request *request);
/* limits.c: whether the limits and exclusions that a player has set allow them to sit down, bet, or buy chips for this
 * amount now. False with the refusal. */
bool limits_allow(lm_house *house, const char *player, house_money money, lm_cents buys_cents, house_refusal *refusal);
/* Updates the purse (buy-ins and cash-outs of the day) in a batch, after a table's record. If the store answers
 * VERSION, another change came first, and the caller must start again. */
void limits_book(lm_house *house, lm_batch *batch, const char *player, house_money money, const char *table,
                 lm_cents bought_cents, lm_cents cashed_cents);
/* space.c: refuses and returns false if the journal has too little space for more people. */
bool space_for_people(house_request *request);
/* slips.c: whether chips of the house add up to the amount of a request about a tray. False: it was refused. */
bool chips_exist(house_request *request);
/* approvals.c: keeps the request until another person approves it. Ends the request. */
void approval_ask(house_request *request);
/* Passes a request to its handler. approvals.c calls this for an approved request, as its first caller. */
void house_dispatch(house_request *request);

/* pit.c: the settings of the house. */
void config_of_house(lm_house *house, report_config *config, int64_t *version);
/* alarm.c: the alarm for the pit, a new reference; NULL while the books are right. */
json_t *alarm_view(const lm_house *house);
/* The state of a table for reports and the lobby; NULL if this server does not hold it. */
const house_state *house_table_state(lm_house *house, const char *id, const lm_rules **rules);
/* Calls `each` for every open table of the house, on any server, from a key on: with its id, its terms (from the value
 * "table/ID") and its holder's address. `takes` may end the list before a row. */
typedef struct {
    bool (*takes)(void *context, const lm_value_row *row);
    void (*each)(void *context, const char *id, const json_t *terms, const char *address);
    void *context;
} house_table_reader;
void house_each_table(lm_house *house, const char *from, const house_table_reader *reader);

#endif
