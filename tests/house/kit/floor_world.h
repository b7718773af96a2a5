/* floor_world.h - a whole floor in one thread: servers on one store, a disk, a clock, people and the
 * links between them.
 *
 * Nothing happens automatically: the simulation delivers each packet, lets the store write and polls each server, at
 * random times from the seed. A killed server sends nothing more; what it had committed stays. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_WORLD_H
#define LAMMER_TESTS_HOUSE_FLOOR_WORLD_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../store/kit/memory_vfs.h"
#include "dealer_box.h"
#include "floor_chance.h"
#include "floor_view.h"
#include "floor/floor.h"
#include "looks.h"
#include "people/people.h"
#include "recall.h"

enum { SERVERS = 2, TABLES = 4, PEOPLE = 20, PACKETS = 4096, ACKS = 4096, SECOND = 1000, MINUTE = 60000 };

/* --- what befalls -------------------------------------------------------------------------------------------------- */

/* clang-format off */
#define FLOOR_FAULTS(X)                                                                                      \
    X(DROPPED, "dropped") X(DOUBLED, "doubled") X(REORDERED, "reordered") X(LATE, "late") X(CUT, "cut")      \
    X(KILLED, "kill -9") X(POWER, "power cuts") X(DISK, "disk errors") X(DIED, "servers died")               \
    X(STALLED, "servers stalled") X(STOPPED, "stops") X(JUMP, "clock jumps") X(STILL, "clock stalls")        \
    X(BACK, "clock set back")
/* clang-format on */
typedef enum {
#define X(name, word) BEFELL_##name,
    FLOOR_FAULTS(X)
#undef X
        BEFELL_COUNT
} floor_fault;

static const char *const floor_fault_words[] = {
#define X(name, word) word,
    FLOOR_FAULTS(X)
#undef X
};

typedef enum { IS_PLAYER, IS_GUEST, IS_DEALER, IS_SUPERVISOR, IS_EXECUTIVE, IS_CASHIER, IS_ADMINISTRATOR } calling;

typedef struct {
    char id[LM_HOUSE_ID];
    calling calling;
    char session[SESSION_TEXT];
    int64_t n;         /* last command number of this session */
    int server, table; /* -1: nowhere */
    uint64_t connection;
    bool watches, going; /* a watch was answered on this connection; the person wants to leave */
    bool whole;          /* nothing was lost or reordered on this connection */
    view view;
    json_t *asked; /* the request that waits for its answer */
    uint64_t token;
    int tries;
    int64_t sent_ms, next_ms;
    test_shoe before; /* a dealer's, to go back to when a card is refused */
    char approval[32];
    int64_t lacks_cents;
    int64_t bet_round; /* the last with a bet of this person */
} person;

typedef enum { PACKET_REQUEST, PACKET_ANSWER, PACKET_MESSAGE, PACKET_GONE } packet_kind;

typedef struct {
    packet_kind kind;
    int64_t due_ms;
    uint64_t order, connection, token;
    int person, server, status;
    char session[SESSION_TEXT]; /* as it was when the person asked */
    json_t *body;
} packet;

typedef struct {
    int index;
    lm_house *house;
    bool muted;
    int64_t poll_ms, stalled_ms; /* when it is polled next; it stalls until stalled_ms */
} server;

/* An answer that said "done". */
typedef struct {
    char client[LM_STORE_NAME + 1];
    int64_t n, seq;
    int table; /* -1: at the house */
} ack;

/* A command that the journal holds. */
typedef struct {
    uint64_t key;
    int64_t seq;
    int stream;
} command;

typedef struct {
    char id[LM_HOUSE_ID];
    const char *money;
    lm_recall *shadow; /* rebuilt from the journal, record by record */
    uint8_t hash[LM_STORE_HASH];
    int64_t seq;    /* of the last record that was seen in the journal */
    test_shoe shoe; /* of a live table */
} floor_table;

static struct {
    uint64_t seed;
    int day;
    int64_t steps, now_ms;
    struct {
        int64_t commands, messages, records, rounds, takeovers;
        int64_t awards, corrections, mishaps, coupons_laid, coupons_back;
        int64_t checks, saved; /* views and states that were compared */
        int64_t befell[BEFELL_COUNT];
    } did;
    uint64_t hash; /* of everything that was sent */
    char folder[64], path[96], url[128], secret[96];
    memory_image founded; /* a house with people and no tables */
    lm_signer *signer;
    lm_store *store;
    server server[SERVERS];
    floor_table table[TABLES];
    person person[PEOPLE];
    packet packet[PACKETS];
    int packets;
    uint64_t order, connections, tokens;
    int64_t last_due_ms[PEOPLE]; /* of the messages to a person, which come in their order */
    bool calm;                   /* no faults */
    bool storm;                  /* links lose, double and delay */
    bool faltered;               /* the store has failed */
    bool verbose;
    bool line_kept; /* the file of LAMMER_JOURNAL has been begun */
    int lease_ms;
    int64_t still; /* steps for which the clock stands still */
    ack ack[ACKS];
    int acks;
    command *command;
    int64_t command_room, command_count, house_seq;
    test_random dealers;
    json_t *shared;  /* what the shared meters hold, by account */
    json_t *coupons; /* how many times each is out, by key */
} w;

/* --- telling ------------------------------------------------------------------------------------------------------- */

static void trace(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void trace(const char *format, ...)
{
    if (!w.verbose) return;
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%" PRId64 " %" PRId64 " ", w.steps, w.now_ms);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

static void broken(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void broken(const char *format, ...)
{
    char what[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    fail_msg("floor of seed %" PRIu64 ", day %d, step %" PRId64 ": %s\n(LAMMER_SEED=%" PRIu64
             " LAMMER_COUNT=%d replays it, LAMMER_TRACE=1 prints every step)",
             w.seed, w.day + 1, w.steps, what, w.seed, (w.day + 1) * TABLES);
}

static void befall(floor_fault fault)
{
    w.did.befell[fault]++;
    trace("-- %s", floor_fault_words[fault]);
}

/* FNV-1a. */
static void hash_bytes(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        w.hash = (w.hash ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
}

static int64_t floor_clock(void *self)
{
    (void)self;
    return w.now_ms;
}

#endif
