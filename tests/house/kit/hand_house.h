/* hand_house.h - a house in this process with a store without a thread: no waiting, and the same run every time.
 *
 * Its file is in memory where possible; other tests prove disk failures. */
#ifndef LAMMER_TEST_HAND_HOUSE_H
#define LAMMER_TEST_HAND_HOUSE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lammer/server/house.h"
#include "lammer/server/json.h"
#include "looks.h"
#include "same_chance.h"
#include "server_rooms.h"

enum { HAND_ANSWERS = 8, HAND_PATIENCE = 100000, HAND_UNSORTED = 300 };

/* Batches that may wait in the store; 0 is the store's own limit. */
#ifndef HAND_QUEUE
#define HAND_QUEUE 0
#endif

typedef struct hand_house {
    char folder[64];
    lm_signer *signer;
    lm_store *store;
    lm_house *house;
    int64_t now_ms;
    int64_t jump_ms;     /* how far the wall clock is set ahead of the steady one */
    uint64_t token;      /* the last one used */
    const char *network; /* of the sender; NULL none */
    struct {
        uint64_t token;
        int status;
        json_t *body;
    } answer[HAND_ANSWERS]; /* of the last requests, by token */
    void (*hear)(struct hand_house *h, uint64_t connection, const char *text, size_t size); /* or NULL */
    bool may_wait; /* the current message may be delayed */
} hand_house;

static void hand_answer(void *self, uint64_t token, const lm_house_answer *answer)
{
    hand_house *h = self;
    size_t slot = token % HAND_ANSWERS;
    json_decref(h->answer[slot].body);
    h->answer[slot].token = token;
    h->answer[slot].status = status_of[answer->kind];
    h->answer[slot].body = json_loadb(answer->text, answer->size, 0, NULL);
}

static void hand_send(void *self, uint64_t connection, const char *text, size_t size)
{
    hand_house *h = self;
    if (h->hear) h->hear(h, connection, text, size);
}

static void hand_tell(void *self, uint64_t connection, const char *text, size_t size)
{
    hand_house *h = self;
    h->may_wait = true;
    hand_send(h, connection, text, size);
    h->may_wait = false;
}

static int64_t hand_clock(void *self)
{
    return ((hand_house *)self)->now_ms + ((hand_house *)self)->jump_ms;
}

static int64_t hand_steady_clock(void *self)
{
    return ((hand_house *)self)->now_ms;
}

static void hand_step(hand_house *h)
{
    while (lm_store_step(h->store))
        ;
    lm_house_poll(h->house);
}

/* Runs until nothing is left to do. The clock does not advance, so timed events do not happen. */
static void hand_settle(hand_house *h)
{
    for (int i = 0, quiet = 0; i < HAND_PATIENCE; i++) {
        quiet = lm_store_step(h->store) ? 0 : quiet + 1;
        lm_house_poll(h->house);
        if (quiet == 2) return;
    }
    fail_msg("the house does not come to rest");
}

static void hand_start(hand_house *h, bool demo)
{
    char text[LM_STORE_TEXT], url[128], key[128], secret[128];
    snprintf(url, sizeof url, "sqlite:%s/house.db", h->folder);
    snprintf(key, sizeof key, "%s/sign.key", h->folder);
    snprintf(secret, sizeof secret, "%s/house.key", h->folder);
    if (!h->signer) h->signer = lm_signer_load(key, true, text);
    assert_non_null(h->signer);
    lm_store_options store = { .url = url,
                               .mode = LM_STORE_SERVE,
                               .signer = h->signer,
                               .clock_ms = hand_clock,
                               .clock = h,
                               .sqlite_unsorted = HAND_UNSORTED,
                               .queue = HAND_QUEUE,
                               .by_hand = true };
    h->store = lm_store_open(&store, text);
    if (!h->store) fail_msg("%s", text);
    lm_house_options house = {
        SERVER_ROOMS,
        .store = h->store,
        .owner = { .self = h, .answer = hand_answer, .status = status_of, .send = hand_send, .tell = hand_tell },
        .server = "test",
        .address = "http://test",
        .secret_path = secret,
        .clock_ms = hand_clock,
        .steady_ms = hand_steady_clock,
        .demo = demo ? lm_profile_names() : NULL
    };
    h->house = lm_house_open(&house, text);
    if (!h->house) fail_msg("%s", text);
    hand_settle(h);
}

static void hand_open(hand_house *h, bool demo)
{
    memset(h, 0, sizeof *h);
    snprintf(h->folder, sizeof h->folder, "%s/lammer-house-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(h->folder));
    h->now_ms = 1763200000000;
    hand_start(h, demo);
}

static void hand_stop(hand_house *h)
{
    lm_house_close(h->house);
    lm_store_close(h->store);
    h->house = NULL;
    h->store = NULL;
}

static void hand_remove(hand_house *h)
{
    char command[128];
    if (h->house) hand_stop(h);
    lm_signer_free(h->signer);
    for (int i = 0; i < HAND_ANSWERS; i++)
        json_decref(h->answer[i].body);
    snprintf(command, sizeof command, "rm -r %s", h->folder);
    assert_int_equal(system(command), 0);
}

/* Sends a request of a client that has seen everything, without waiting for the answer; returns its token. Borrows the
 * body. */
static uint64_t hand_ask(hand_house *h, uint64_t connection, const char *session, const json_t *body)
{
    json_t *whole = with_seen(h->house, body);
    lm_house_client from = { .connection = connection, .session = session, .network = h->network };
    lm_house_request(h->house, ++h->token, &from, &(lm_request){ whole });
    json_decref(whole);
    return h->token;
}

/* The answer to one of the last requests; the status goes to *status where that is wanted. */
static json_t *hand_wait(hand_house *h, uint64_t token, int *status)
{
    size_t slot = token % HAND_ANSWERS;
    for (int i = 0; h->answer[slot].token != token && i < HAND_PATIENCE; i++)
        hand_step(h);
    assert_true(h->answer[slot].token == token);
    if (status) *status = h->answer[slot].status;
    return h->answer[slot].body;
}

/* Sends a request and waits for the answer, which stays valid for a few more. Steals the body. */
static json_t *hand_say(hand_house *h, uint64_t connection, const char *session, json_t *body, int *status)
{
    assert_non_null(body);
    uint64_t token = hand_ask(h, connection, session, body);
    json_decref(body);
    return hand_wait(h, token, status);
}

/* The same, and it must be done. */
static inline json_t *hand_do(hand_house *h, uint64_t connection, const char *session, json_t *body)
{
    int status;
    json_t *answer = hand_say(h, connection, session, body, &status);
    if (status != 200) fail_msg("%d: %s", status, json_string_value(json_object_get(answer, "why")));
    return answer;
}

#endif
