/* house_help.h - a house in this process: its owner, a clock that the test turns, and people who say words to it. */
#ifndef LAMMER_TEST_HOUSE_HELP_H
#define LAMMER_TEST_HOUSE_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "lammer/house.h"
#include "lammer/profile.h"

enum { TEST_CONNECTIONS = 64, TEST_HISTORY = 1 << 16 };

typedef struct {
    char folder[64];
    lm_signer *signer;
    lm_store *store;
    lm_house *house;
    int64_t now_ms;
    uint64_t token;    /* the last one used */
    uint64_t answered; /* the last one answered */
    int status;
    json_t *answer;                /* of the last request */
    json_t *message[TEST_HISTORY]; /* what was sent, in order, with its connection */
    uint64_t to[TEST_HISTORY];
    int messages;
    bool keep; /* messages are kept */
} test_house;

static void test_answer(void *self, uint64_t token, int status, json_t *body)
{
    test_house *t = self;
    t->answered = token;
    t->status = status;
    json_decref(t->answer);
    t->answer = json_incref(body);
}

static void test_send(void *self, uint64_t connection, const char *text, size_t size)
{
    test_house *t = self;
    if (!t->keep) return;
    assert_true(t->messages < TEST_HISTORY);
    t->message[t->messages] = json_loadb(text, size, 0, NULL);
    t->to[t->messages++] = connection;
}

static void test_forget(test_house *t)
{
    for (int i = 0; i < t->messages; i++)
        json_decref(t->message[i]);
    t->messages = 0;
}

static void test_wake(void *self)
{
    (void)self;
}

static int64_t test_clock(void *self)
{
    return ((test_house *)self)->now_ms;
}

static void test_house_start(test_house *t, bool demo)
{
    char text[LM_STORE_TEXT], url[128], key[128], secret[128];
    snprintf(url, sizeof url, "sqlite:%s/house.db", t->folder);
    snprintf(key, sizeof key, "%s/sign.key", t->folder);
    snprintf(secret, sizeof secret, "%s/house.key", t->folder);
    if (!t->signer) t->signer = lm_signer_load(key, true, text);
    assert_non_null(t->signer);
    lm_store_options options = { .url = url, .mode = LM_STORE_SERVE, .signer = t->signer };
    t->store = lm_store_open(&options, text);
    if (!t->store) fail_msg("%s", text);
    lm_house_options house = {
        .store = t->store,
        .owner = { .self = t, .answer = test_answer, .send = test_send, .wake = test_wake },
        .server = "test",
        .address = "http://test",
        .secret_path = secret,
        .clock_ms = test_clock,
        .demo = demo
    };
    t->house = lm_house_open(&house, text);
    if (!t->house) fail_msg("%s", text);
}

/* Turns the clock by so many ms in steps, and lets everything that is due happen. */
static void test_pass(test_house *t, int ms)
{
    struct timespec pause = { .tv_nsec = 200000 };
    for (int i = 0; i <= ms; i += 50) {
        t->now_ms += ms ? 50 : 0;
        lm_house_poll(t->house);
        nanosleep(&pause, NULL);
        lm_house_poll(t->house);
    }
}

/* Every table of a demo house is held. */
static bool test_house_is_ready(const test_house *t, bool demo)
{
    int64_t tables = 0;
    lm_house_figures figures;
    lm_house_read_figures(t->house, &figures);
    while (demo && lm_profile_names()[tables])
        tables++;
    return figures.tables >= tables;
}

static void test_house_open(test_house *t, bool demo)
{
    memset(t, 0, sizeof *t);
    strcpy(t->folder, "/tmp/lammer-house-XXXXXX");
    assert_non_null(mkdtemp(t->folder));
    t->now_ms = 1763200000000;
    t->keep = true;
    test_house_start(t, demo);
    for (int i = 0; i < 100 || (i < 100000 && !test_house_is_ready(t, demo)); i++)
        test_pass(t, 0);
}

static void test_house_stop(test_house *t)
{
    lm_house_close(t->house);
    lm_store_close(t->store);
    t->house = NULL;
    t->store = NULL;
}

static void test_house_remove(test_house *t)
{
    char command[128];
    if (t->house) test_house_stop(t);
    lm_signer_free(t->signer);
    test_forget(t);
    json_decref(t->answer);
    snprintf(command, sizeof command, "rm -r %s", t->folder);
    assert_int_equal(system(command), 0);
}

/* Says something and waits for the answer, without turning the clock. Steals the body. */
static json_t *test_say(test_house *t, uint64_t connection, const char *session, json_t *body)
{
    struct timespec pause = { .tv_nsec = 50000 };
    assert_non_null(body);
    uint64_t token = ++t->token;
    lm_house_request(t->house, token, connection, session, body);
    json_decref(body);
    for (int i = 0; t->answered != token && i < 200000; i++) {
        lm_house_poll(t->house);
        if (t->answered != token) nanosleep(&pause, NULL);
    }
    assert_true(t->answered == token);
    return t->answer;
}

/* The same, and it must be done. */
static json_t *test_do(test_house *t, uint64_t connection, const char *session, json_t *body)
{
    json_t *answer = test_say(t, connection, session, body);
    if (t->status != 200) fail_msg("%d: %s", t->status, json_string_value(json_object_get(answer, "why")));
    return answer;
}

#endif
