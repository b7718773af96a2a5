/* floor.h - the house itself and the tables it holds: for house.c, tables.c, outbox.c, leases.c, links.c and request.c. */
#ifndef LAMMER_HOUSE_FLOOR_H
#define LAMMER_HOUSE_FLOOR_H

#include <pthread.h>

#include "hub.h"

enum { HOUSE_INSIDE = 64 }; /* where servers reach each other: an address and a port */

enum {
    HOUSE_TABLES = 2048,    /* tables of a house */
    HOUSE_SERVERS = 64,     /* servers of a house */
    HOUSE_RING = 64,        /* messages of a table that a reconnecting client may still get */
    HOUSE_WAITING = 256,    /* requests that may wait at a table */
    HOUSE_LOOK_MS = 100,    /* ms for which a view is reused */
    HOUSE_SNAPSHOT = 256,   /* records between two snapshots */
    HOUSE_TRIES = 16,       /* times that a request is repeated after another change came first */
    HOUSE_TICK_MS = 500,    /* ms between two looks at the leases */
    HOUSE_WATCH_MS = 1000,  /* ms between two looks at a table, at most */
    HOUSE_PARTS = 20,       /* a large house looks at its tables in so many parts */
    HOUSE_PART = 64,        /* tables of a part, unless there are more parts already */
    HOUSE_TELL_MS = 500,    /* ms for which a server that is being stopped still tells clients where their tables are */
    ALARM_NAMES = 256,      /* accounts and tables that one alarm names */
    HOUSE_ABSENT_MS = 3000, /* ms that a round waits for absent players while another player waits */
    HOUSE_HOLD_MS = 300000, /* ms for which the box of a lost connection is held, unless the terms name another time */
};

/* A text sent to several connections. */
typedef struct {
    int holders;
    size_t size;
    char bytes[];
} house_text;

lm_out *write_begin(lm_house *house);               /* empties house->written and begins an object in it */
house_text *text_of_written(const lm_house *house); /* a copy of house->written */
house_text *text_of(const char *bytes, size_t size);
void text_drop(house_text *text);

/* The messages and answers of one record, which are sent together once the record is durable. */
typedef struct house_post {
    struct house_post *next;
    bool ready;
    int64_t seq;         /* of the message */
    house_text *message; /* to all watchers; may be NULL */
    uint8_t asked;       /* the box whose holders alone may act on it; 0: all may */
    bool calls;          /* the table waits for something new since this record, so players are called */
    house_own *own;      /* cards that only their players see, and their number */
    int owns;
    uint64_t to; /* a connection that alone gets `single` */
    house_text *single;
    house_request *request; /* the request to answer, or NULL */
    house_text *answer;     /* NULL: answers with the number of the record */
    house_refusal *refusal;
} house_post;

typedef struct {
    uint64_t connection;
    int64_t since; /* everything up to this record was sent or is queued */
    char person[LM_HOUSE_ID];
    uint8_t session[LM_STORE_HASH]; /* the player's own cards are sent while this session lasts */
} house_watcher;

typedef enum { TABLE_ELSEWHERE, TABLE_TAKING, TABLE_HELD, TABLE_GIVING } house_holding;

typedef struct house_table {
    char id[LM_HOUSE_ID];
    char stream[LM_HOUSE_ID + 8];
    char address[128]; /* of the server that holds the table, if known */
    char inside[HOUSE_INSIDE];
    house_holding holding;
    int64_t epoch, free_since_ms, lease_end_ms;
    bool renewing;
    char heir[LM_HOUSE_ID];       /* the server that shall take the table next; "": any */
    bool is_pinned;               /* staff named the heir */
    char leaves_for[LM_HOUSE_ID]; /* the server to which this one hands the table over between rounds; "": none */
    int64_t taken_ms;             /* steady */
    int64_t counted_seq;          /* state.seq at the last look at the leases; 0: none yet */
    double load;                  /* records a second */
    house_request *opener;        /* the request that founded the table, answered when this server holds the table */

    lm_rules *rules;   /* NULL until loaded */
    house_state state; /* after the last submitted record, which may not be durable yet */
    house_secret secret;
    int64_t saved_seq; /* the record of the last snapshot */
    json_t *accounts;  /* object: names of the accounts that have been opened */

    bool busy;         /* a submitted record may still be refused by the store */
    house_state *kept; /* the state to return to if the store refuses the record */
    house_secret *kept_secret;
    house_request *waiting[HOUSE_WAITING];
    int waits;

    house_post *first, *last;
    int posts;          /* the length of this list */
    house_text *looked; /* the last view, which is large and shared by many requests */
    int64_t looked_seq, looked_ms;
    house_watcher *watcher;
    int watchers, watcher_room;
    struct {
        int64_t seq;
        house_text *text;
    } ring[HOUSE_RING];

    house_text *opened; /* the event of the last opened shoe since this server took the table */
    struct {
        house_client last;
        char digest[33]; /* of its request */
    } idle[HOUSE_RACKS]; /* for each client the last command that left no record, such as a second "ready" */
    int idle_next;
    int64_t tick_ms; /* when the house looks at it again, by the steady clock; earlier if a deadline comes earlier */
    uint64_t clock_mark;
    int clock;            /* house_clock */
    int clock_ms;         /* how long it runs */
    int64_t deadline_ms;  /* by the steady clock */
    int64_t announced_ms; /* the deadline that players were told; deadline_ms may be earlier, for absent players */
    int64_t alone_ms;     /* since when the table waits only for absent players; 0: it does not */
    uint32_t alone_round; /* the round to which alone_spent_ms belongs */
    int64_t alone_spent_ms;
    uint32_t present, absent;     /* bit sets of racks whose player watches, or has stopped watching */
    int64_t alarm_ms;             /* when the alarm that froze the table was raised */
    int64_t away_ms[HOUSE_RACKS]; /* since when the rack's player has not watched; 0: they watch */
    uint32_t gone;                /* bit set of racks whose seat has been held long enough */
} house_table;

/* A batch on its way to the store and back. */
typedef struct house_commit {
    struct house_commit *next;
    lm_house *house;
    lm_batch *batch;
    lm_store_outcome outcome;
    char answer[120]; /* the stored answer of a command that was done before: COMMAND_ANSWER */
    int64_t submitted_ms;
    void (*finish)(struct house_commit *commit);
    house_request *request;
    house_committed *done;
    house_table *table;
    house_post *post;
    bool shares; /* the table waits for the outcome and returns to its earlier state if refused */
    struct house_link *link[LM_METERS]; /* shared meters it writes */
    int links;
    house_text *opened; /* the event of an opened shoe, shown once the record is durable, or NULL */
    void *own;
} house_commit;

/* A meter that several tables share, as last seen. */
typedef struct house_link {
    struct house_link *next;
    char name[2 * LM_HOUSE_ID + 8]; /* LINK/NAME */
    int64_t version;
    int64_t mark; /* version of this server's own mark, which it writes with each change of the meter (links.c) */
    lm_meter meter;
} house_link;

/* The alarm about wrong books. */
typedef struct {
    bool raised, kept, under_way; /* kept: the store has the whole alarm; under_way: it is being written */
    bool proved;                  /* the last proof of everything found nothing wrong */
    char what[LM_HOUSE_TEXT];
    int64_t since_ms;
    json_t *names; /* accounts that are frozen, and streams of tables */
} house_alarm;

/* Functions that answers.c and services.c call without depending on the files for commands, approvals and rights. */
typedef struct {
    bool (*ask)(house_request *request, const house_refusal *refusal); /* command_ask */
    void (*repeated)(house_request *request, const char *answer);      /* command_repeated */
    void (*search)(house_request *request, const char *client);        /* command_search */
    void (*forget)(struct command_fate *fate);                         /* fate_free */
    void (*tell)(house_request *request, const char *approval);        /* approval_tell */
    bool (*renew)(house_request *request);                             /* guard_renew */
    void (*dispatch)(house_request *request);                          /* house_dispatch */
} house_turns;

/* How much may still begin with the space that is left for the journal. */
typedef enum { SPACE_ENOUGH, SPACE_NO_PEOPLE, SPACE_NO_ROUNDS } house_space;

/* A server of the house that was heard of within a day. */
typedef struct {
    char name[LM_HOUSE_ID], address[128], inside[HOUSE_INSIDE];
    int tables;     /* tables that it holds, and tables that wait for it */
    double load;    /* records a second */
    bool leaving;   /* it is being stopped and takes no more tables */
    bool is_silent; /* it was not heard of for longer than a lease lasts */
} house_server;

struct lm_house {
    const house_turns *turns;
    lm_house_options options;
    lm_store *store;
    uint8_t key[HOUSE_KEY];
    char server[LM_HOUSE_ID], address[128], inside[HOUSE_INSIDE];
    char token[80], recovery[80];
    char fault[LM_HOUSE_TEXT];
    int64_t life_ms;                    /* when it last wrote a sign of life */
    int64_t now_ms, listed_ms;          /* wall clock: of records, leases, sessions */
    int64_t steady_ms, tick_ms, due_ms; /* steady clock: now; when leases are due; when the first table is */
    int lease_ms;
    bool draining, closing;
    int working[LM_WORKS]; /* slow work that waits or is being done */
    house_space space;
    bool unread; /* a read has failed since the request came */
    int64_t drain_end_ms;
    house_table *table[HOUSE_TABLES];
    int tables;
    uint16_t place[2 * HOUSE_TABLES]; /* a hash table of ids: 1 + index in `table`; 0: free */
    house_link *links;
    house_alarm alarm;
    house_play *play; /* room for one play at a time */
    house_secret play_secret;
    lm_out written; /* room for one text at a time */
    struct people *people;
    pthread_mutex_t lock;
    house_commit *unsent, **unsent_end; /* commits that wait for room in the store's queue */
    house_commit *came, **came_end;     /* finished commits; guarded by the lock */
    int under_way;                      /* batches submitted and not finished */
    lm_house_figures figures;
    bool secret_waits;                       /* the new secret gets its file name when the house is founded */
    house_server server_list[HOUSE_SERVERS]; /* this one first */
    int servers, alive;
    char forgotten[LM_HOUSE_ID]; /* a server that was silent for a day, whose value will be dropped; "": none */
    int leaving;                 /* number of tables that leave for another server */
    bool stays;                  /* a table that was to leave stays */
    int64_t spread_ms;           /* steady: when loads were last estimated */
    int64_t handed_ms;           /* steady: when a table was last handed over */
    struct asked_room *waiting;  /* questions whose senders wait for news (rooms.c) */
    int64_t look_ms;             /* steady: when to look for news next */
    int64_t waiting_commits;     /* commits of the store at the last look */
};

/* rooms.c: commands that other rooms answer. */
bool room_answers(const lm_house *house, lm_act_word word);
void room_ask(house_request *request);
void rooms_tick(lm_house *house);
void rooms_disconnect(lm_house *house, uint64_t connection);
void rooms_close(lm_house *house); /* ends those that wait, without an answer */

/* space.c */
void space_tick(lm_house *house);
bool house_begins_rounds(const lm_house *house);

/* secret.c: read the key that seals, and give a new one its file name when the house is founded. False with the
 * reason. */
bool secret_read(lm_house *house, char *text);
bool secret_keep(lm_house *house, char *text);

/* services.c */
void house_submit(house_commit *commit); /* steals */
void house_send(lm_house *house);        /* submits batches that wait for space in the store's queue */
void house_read_clock(lm_house *house);
void house_fail(lm_house *house, const char *why);

/* table_commit.c: a play on a copy of the table, and its record. */
house_play *table_play(lm_house *house, house_table *table);
void table_commit(lm_house *house, house_table *table, house_play *play, const char *actor, house_request *request);
/* Appends the play to the batch as a record; `shared` and `which` as for record_write. */
void record_append(lm_house *house, lm_batch *batch, const char *stream, const house_play *play, const char *actor,
                   const lm_meters *shared, uint32_t which);
void record_account(house_table *table, lm_batch *batch, const house_state *state, int account);
void record_moves(house_table *table, lm_batch *batch, const house_play *play);
void record_terms(lm_batch *batch, const char *id, const house_state *state);
void post_refusal(house_table *table, house_request *request, const house_refusal *refusal);

/* table_messages.c */
house_text *table_message(lm_house *house, house_table *table, const house_play *play, const char *actor);
house_text *table_snapshot(lm_house *house, house_table *table, const char *who);
int64_t table_clock(const lm_house *house, const house_table *table);
bool table_is_watched_by(const house_table *table, const char *person);
void table_set_clock(lm_house *house, house_table *table);
void table_due(lm_house *house, house_table *table, int64_t at_ms); /* asks for a look at the table at this time */

/* table_load.c */
void table_read_accounts(lm_house *house, house_table *table);

/* tables.c, table_coupons.c, table_limits.c */
bool table_coupons(lm_house *house, lm_batch *batch, house_play *play,
                   const house_request *request); /* false with the refusal in the play */
bool table_limits(lm_house *house, house_play *play, const house_request *request); /* the same */
void table_round_acts(lm_house *house, const house_table *table, house_list *acts); /* of the open round */
void table_go_on(house_table *table); /* does the requests that waited for the store's decision */
/* Does an act that no person requested, by act(play, which); if `act` is NULL, only the dealer's steps. */
void table_by_itself(lm_house *house, house_table *table, const char *actor, bool (*act)(house_play *, int), int which);
house_table *table_find(lm_house *house, const char *id);
const char *table_meant(const lm_house *house, const char *id,
                        char text[LM_MEANT_TEXT]); /* `. Did you mean "X"?` or "" */
house_table *table_add(lm_house *house, const char *id);
bool table_load(lm_house *house, house_table *table, char *text);
void table_forget(lm_house *house, house_table *table, const char *why); /* another server has it now */
void table_hand_over(lm_house *house, house_table *table); /* its lease was released to the server that it leaves for */
bool table_is_playing(const house_table *table);           /* cards or wagers of an open round are on its layout */
void table_request(house_request *request);
/* Whether the table would do the request now; if not, refuses it. */
bool table_would_do(house_request *request);
void tables_tick(lm_house *house); /* does what clocks and lost connections ask for at the tables that are due */
void table_drop_watcher(house_table *table, uint64_t connection);
void table_free(house_table *table);
/* A batch that founds a table by the act open-table; NULL with the refusal. */
lm_batch *table_found(lm_house *house, const char *id, const lm_act *open, const char *actor, house_refusal *refusal);
/* True if the house, instead of refusing, asks the store whether this command was done before; the store's answer ends
 * the request. */
bool command_ask(house_request *request, const house_refusal *refusal);
/* The name under which a session numbers its commands. It differs for each table, so that the table knows the last
 * number. */
void command_client(const house_request *request, const house_table *table, char name[LM_STORE_NAME + 1]);
/* The answer that the store keeps with a command: its word or the number of its record, the digest of the request, and
 * the approval that it asked for. Older versions stored only the first part. */
enum { COMMAND_ANSWER = 120 };
void command_answer(const house_request *request, const char *first, char answer[COMMAND_ANSWER]);
void command_digest(house_request *request); /* before anything changes the request */
/* Ends a request whose number was used before; `answer` is the stored answer. */
void command_repeated(house_request *request, const char *answer);
void command_refuse_another(house_request *request); /* the number belongs to another request */
/* Asks the store about a number that is not above the client's last at this table; ends the request. */
void command_recall(house_request *request, const house_table *table);
/* fate.c */
void fate_free(struct command_fate *fate);
/* Remember commands that left no record, as long as this server holds the table. */
void idle_remember(house_table *table, const house_request *request);
enum { IDLE_LATER = -1, IDLE_ANOTHER = -2 }; /* a later command came first; another request had the number */
int64_t idle_recall(const house_table *table, const house_request *request);
int64_t idle_last(const house_table *table, uint64_t client); /* the last number; 0: none */

/* outbox.c */
house_post *post_new(house_table *table);
void outbox_flush(lm_house *house, house_table *table);
void outbox_free(house_table *table); /* for the end of the house: the requests get no answer */
void outbox_drop(lm_house *house, house_table *table, lm_kind kind, const char *why); /* refuses what is not durable */

/* leases.c */
void leases_tick(lm_house *house);
int64_t lease_end(const house_commit *commit);
void leases_ask(lm_house *house, house_table *table); /* renews the table's lease if it has run out */
void leases_give_back(lm_house *house);
void leases_list(lm_house *house); /* reads the list of tables */
/* Releases tables that are ready to leave, and lets tables that stay continue. */
void leases_go_on(lm_house *house);

/* spread.c */
void spread_drain(
    lm_house *house); /* this server is being stopped: all its tables leave for others, if there are any */
bool table_waits_to_leave(const house_table *table); /* the table leaves and begins nothing more on this server */

/* links.c: meters that several tables share. */
bool links_lay(lm_house *house, house_table *table, house_play *play); /* puts the shared values into the play */
void links_keep(lm_house *house, house_table *table, house_play *play,
                house_commit *commit); /* saves the meters that changed */
void links_reload(lm_house *house, house_commit *commit);
/* Whether a table may be founded: its meters must not have the names of other meters. */
bool links_allow(lm_house *house, const char *id, const lm_act *open, house_refusal *refusal);
void links_join(lm_house *house, house_play *play, const char *name);
void links_open_accounts(lm_house *house, lm_batch *batch, const house_state *state);
void links_found(lm_house *house, lm_batch *batch, const house_state *state);
void links_forget(lm_house *house);

/* alarm.c */
void alarm_tick(lm_house *house); /* follows alarms that other servers have raised or ended */
void alarm_close(lm_house *house);

/* alarm_stops.c: whether an account or a stream is frozen. */
bool alarm_names(const json_t *names, const char *name);
bool alarm_stops(house_request *request); /* true: refused, because the command must wait until the books are right */
bool alarm_allows(const lm_house *house, house_play *play); /* false with the refusal in the play */

/* answers.c */
house_request *request_new(lm_house *house, uint64_t token, const lm_house_client *from, const json_t *body);
void request_free(house_request *request);

/* request.c: whether the caller's roles allow the command; if not, refuses it. */
bool request_may_say(house_request *request);
bool request_refuse_session(house_request *request); /* ended or unreadable; returns false */

/* guard.c: makes the store refuse the batch if any server has changed the rights of its person. */
void request_guard(const house_request *request, lm_batch *batch);
bool table_is_guarded(const lm_house *house, const house_play *play, const house_request *request);
/* Whether the store refused because of that guard. */
bool guard_refused(const house_request *request, const lm_store_outcome *outcome);
extern const char asker_gone[]; /* the refusal of an approved request whose asker has lost the right */
/* Reads the rights again: true when they still allow the command, false when it was refused. */
bool guard_renew(house_request *request);

/* The body's "table" if it is a valid name, or NULL. */
const char *request_table(const house_request *request);

/* words.c: the function that answers a command to the house; NULL: there is none. */
house_handler *word_handler(const lm_house *house, const lm_act_row *word);

/* fields.c: reads the act from the body, which must have the command's fields and no others. If not, returns false, and
 * `text` says what is wrong. */
bool request_read_act(house_request *request, char *text, size_t size);

#endif
