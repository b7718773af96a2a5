/* disk_floor.h - a small floor, for proofs that take its disk or its memory away; disk_play.h founds it
 * and lets it play.
 *
 * Three tables: two free bet tables that share a progressive, and one of blackjack with three optional wagers. Six
 * guests bet, cut and decide as a seed says. Each request is kept with its answer, each message with its number, so
 * that a proof can compare what people received with the journal afterwards. */
#ifndef LAMMER_TESTS_HOUSE_DISK_FLOOR_H
#define LAMMER_TESTS_HOUSE_DISK_FLOOR_H

#include "../../store/kit/harness.h"

#include <inttypes.h>
#include <semaphore.h>

#include "floor/floor.h"
#include "looks.h"
#include "proof.h"
#include "seeded.h"
#include "server_rooms.h"

enum { FLOOR_TABLES = 3, FLOOR_PLAYERS = 6, FLOOR_SAID = 1 << 14, FLOOR_UNSORTED = 300, FLOOR_PATIENCE = 100000 };

typedef struct {
    const char *id, *rules, *settings, *link;
    int weight; /* how often something happens here */
} floor_table;

static const floor_table floor_tables[FLOOR_TABLES] = {
    { "one", "wa-freebet", "blazing7.link=same-game", "floor", 5 },
    { "two", "wa-freebet", "blazing7.link=same-game", "floor", 2 },
    { "three", "ma-blackjack", "", "", 3 },
};

typedef struct {
    char session[80];
    int table;
    int64_t n; /* the last command number */
    char seat[8];
} floor_player;

/* One request and its answer. */
typedef struct {
    json_t *body;
    int player, table; /* -1 for what was not said at a table */
    int64_t n;
    bool records; /* it leaves a record when it is done */
    int status;   /* 0: not answered */
    int64_t seq;  /* of the answer */
    bool repeated;
} floor_said;

typedef struct floor {
    char folder[80];
    const char *vfs;
    bool by_hand; /* the store has no thread of its own: the same seed does the same, to the last step */
    lm_signer *signer;
    lm_store *store;
    lm_house *house;
    int64_t now_ms;
    uint64_t random;
    floor_player player[FLOOR_PLAYERS];
    char ada[80], sue[80];      /* sessions of staff */
    floor_said *said;           /* by token */
    uint64_t last;              /* token */
    int open;                   /* requests without an answer */
    json_t *answer;             /* the last one */
    int64_t told[FLOOR_TABLES]; /* the highest number of a message that left */
    sem_t came;
    char text[LM_HOUSE_TEXT];
    void (*stuck)(void); /* a request is never answered; NULL: the test fails there */
    /* Hears that something left the house: an answer, or a message (said NULL). May be NULL. */
    void (*leaves)(struct floor *f, const floor_said *said, int table, int64_t seq);
} floor_run;

/* --- chance ------------------------------------------------------------------------------------------------- */

static inline int below(floor_run *f, int n)
{
    return (int)(proof_random(&f->random) % (uint64_t)n);
}

/* --- the owner of the house --------------------------------------------------------------------------------- */

static void floor_answer(void *self, uint64_t token, const lm_house_answer *answer)
{
    floor_run *f = self;
    floor_said *said = &f->said[token];
    json_t *body = json_loadb(answer->text, answer->size, 0, NULL);
    if (said->status) fail_msg("request %" PRIu64 " was answered twice", token);
    said->status = status_of[answer->kind];
    said->seq = json_integer_value(json_object_get(body, "seq"));
    said->repeated = json_is_true(json_object_get(body, "repeated"));
    f->open--;
    json_decref(f->answer);
    f->answer = body;
    if (f->leaves) f->leaves(f, said, said->table, said->seq);
}

/* Connection i + 1 watches table i. */
static void floor_send(void *self, uint64_t connection, const char *text, size_t size)
{
    floor_run *f = self;
    json_t *message = json_loadb(text, size, 0, NULL);
    int64_t seq = json_integer_value(json_object_get(message, "seq"));
    int table = (int)connection - 1;
    json_decref(message);
    if (seq > f->told[table]) f->told[table] = seq;
    if (f->leaves) f->leaves(f, NULL, table, seq);
}

static void floor_wake(void *self)
{
    sem_post(&((floor_run *)self)->came);
}

static int64_t floor_clock(void *self)
{
    return ((floor_run *)self)->now_ms;
}

/* --- opening and closing ------------------------------------------------------------------------------------- */

static inline const char *floor_path(const floor_run *f, const char *name, char path[160])
{
    snprintf(path, 160, "%s/%s", f->folder, name);
    return path;
}

static inline bool floor_open_store(floor_run *f)
{
    char path[160], url[200];
    if (!f->signer) f->signer = lm_signer_load(floor_path(f, "sign.key", path), true, f->text);
    if (!f->signer) return false;
    snprintf(url, sizeof url, "sqlite:%s", floor_path(f, "house.db", path));
    lm_store_options options = { .url = url,
                                 .signer = f->signer,
                                 .sqlite_vfs = f->vfs,
                                 .sqlite_unsorted = FLOOR_UNSORTED,
                                 .by_hand = f->by_hand,
                                 .clock_ms = f->by_hand ? floor_clock : NULL,
                                 .clock = f };
    f->store = lm_store_open(&options, f->text);
    return f->store;
}

static inline bool floor_open_house(floor_run *f)
{
    char secret[160];
    lm_house_options options = {
        SERVER_ROOMS,
        .store = f->store,
        .owner = { .self = f, .answer = floor_answer, .status = status_of, .send = floor_send, .wake = floor_wake },
        .server = "test",
        .address = "http://test",
        .secret_path = floor_path(f, "house.key", secret),
        .clock_ms = floor_clock,
    };
    f->house = lm_house_open(&options, f->text);
    return f->house;
}

/* What the floor remembers of its requests survives closing and opening. */
static inline void floor_close(floor_run *f)
{
    lm_house_close(f->house);
    lm_store_close(f->store);
    f->house = NULL;
    f->store = NULL;
}

static inline void floor_begin(floor_run *f, const char *folder, uint64_t seed)
{
    *f = (floor_run){ .now_ms = 1763200000000, .random = seed };
    snprintf(f->folder, sizeof f->folder, "%s", folder);
    f->said = calloc(FLOOR_SAID, sizeof *f->said);
    sem_init(&f->came, 0, 0);
}

/* Frees bodies and answers; the results of requests stay. */
static inline void floor_forget(floor_run *f)
{
    lm_signer_free(f->signer);
    f->signer = NULL;
    for (uint64_t i = 0; i <= f->last; i++) {
        json_decref(f->said[i].body);
        f->said[i].body = NULL;
    }
    json_decref(f->answer);
    f->answer = NULL;
}

static inline void floor_end(floor_run *f)
{
    floor_close(f);
    floor_forget(f);
    free(f->said);
    sem_destroy(&f->came);
    f->said = NULL;
}

/* --- saying and waiting ---------------------------------------------------------------------------------------- */

static inline const house_table *floor_at(const floor_run *f, int table)
{
    return table_find(f->house, floor_tables[table].id);
}

static inline bool floor_holds_all(const floor_run *f)
{
    for (int i = 0; i < FLOOR_TABLES; i++) {
        const house_table *t = floor_at(f, i);
        if (!t || t->holding != TABLE_HELD) return false;
    }
    return true;
}

/* One turn of the loop; waits a moment if nothing came back. */
static inline void floor_poll(floor_run *f)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 500000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (!lm_store_step(f->store) && f->house->under_way) sem_timedwait(&f->came, &until);
    lm_house_poll(f->house);
}

/* Goes on until everything is answered or the house has stopped. */
static inline void floor_settle(floor_run *f)
{
    for (int i = 0; i < FLOOR_PATIENCE && f->open && !lm_house_fault(f->house); i++)
        floor_poll(f);
    if (!f->open || lm_house_fault(f->house)) return;
    if (f->stuck) f->stuck();
    fail_msg("%d requests were never answered", f->open);
}

/* Lets the server take up its tables and do what is due. */
static inline bool floor_await_tables(floor_run *f)
{
    for (int i = 0; i < FLOOR_PATIENCE && !floor_holds_all(f); i++) {
        if (lm_house_fault(f->house)) return false;
        if (i % 20 == 19) f->now_ms += 100;
        floor_poll(f);
    }
    return floor_holds_all(f);
}

/* Whether the command always leaves a record. "ready" does not: it may deal, or only be remembered. */
static inline bool makes_record(const json_t *body)
{
    static const char *const silent[] = { "ready", "watch", "look" };
    const char *word = json_string_value(json_object_get(body, "do"));
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        if (strcmp(word, silent[i]) == 0) return false;
    }
    return json_object_get(body, "n");
}

/* Steals the body; returns the token. */
static inline uint64_t floor_say(floor_run *f, int player, int table, json_t *body)
{
    uint64_t token = ++f->last;
    assert_true(token < FLOOR_SAID);
    const char *session = player >= 0 ? f->player[player].session : "";
    f->said[token] = (floor_said){ .body = body, .player = player, .table = table };
    f->said[token].n = json_integer_value(json_object_get(body, "n"));
    f->said[token].records = makes_record(body);
    f->open++;
    json_t *whole = with_seen(f->house, body);
    lm_house_client from = { .connection = table >= 0 ? (uint64_t)table + 1 : 0, .session = session };
    lm_house_request(f->house, token, &from, &(lm_request){ whole });
    json_decref(whole);
    return token;
}

/* Sends a numbered command at the player's table. Steals the body; returns the token. */
static inline uint64_t floor_command(floor_run *f, int player, json_t *body)
{
    floor_player *p = &f->player[player];
    json_object_set_new(body, "table", json_string(floor_tables[p->table].id));
    json_object_set_new(body, "n", json_integer(++p->n));
    return floor_say(f, player, p->table, body);
}

#endif
