/* house_help.h - a house without threads that keeps what it sends, with a clock that the test sets. */
#ifndef LAMMER_TEST_HOUSE_HELP_H
#define LAMMER_TEST_HOUSE_HELP_H

#include "hand_house.h"

enum { TEST_HISTORY = 1 << 16 };

typedef struct {
    hand_house hand; /* first: points to this house */
    int status;
    json_t *message[TEST_HISTORY]; /* what was sent, in order, with its connection */
    uint64_t to[TEST_HISTORY];
    int messages;
    bool keep; /* messages are kept */
} test_house;

static void test_hear(hand_house *h, uint64_t connection, const char *text, size_t size)
{
    test_house *t = (test_house *)h;
    if (!t->keep) return;
    assert_true(t->messages < TEST_HISTORY);
    t->message[t->messages] = json_loadb(text, size, 0, NULL);
    t->to[t->messages++] = connection;
}

static void test_house_open(test_house *t, bool demo)
{
    memset(t, 0, sizeof *t);
    hand_open(&t->hand, demo);
    t->hand.hear = test_hear;
    t->keep = true;
}

static void test_house_remove(test_house *t)
{
    hand_remove(&t->hand);
    for (int i = 0; i < t->messages; i++)
        json_decref(t->message[i]);
}

/* Advances the clock by some ms in steps, and runs everything that is due. */
static void test_pass(test_house *t, int ms)
{
    for (int i = 0; i < ms; i += 50) {
        t->hand.now_ms += 50;
        lm_house_poll(t->hand.house);
        hand_settle(&t->hand);
    }
}

/* Sends a request and waits for the answer, without advancing the clock. Steals the body. */
static inline json_t *test_say(test_house *t, uint64_t connection, const char *session, json_t *body)
{
    return hand_say(&t->hand, connection, session, body, &t->status);
}

/* The same, and it must be done. */
static inline json_t *test_do(test_house *t, uint64_t connection, const char *session, json_t *body)
{
    t->status = 200;
    return hand_do(&t->hand, connection, session, body);
}

/* The first administrator, "ada", and the session that this makes. */
static inline void test_administrator(test_house *t, char session[80])
{
    const json_t *admin =
        test_do(t, 0, "",
                json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token", lm_house_token(t->hand.house),
                          "person", "ada", "password", "password of ada"));
    snprintf(session, 80, "%s", json_string_value(json_object_get(admin, "session")));
}

#endif
