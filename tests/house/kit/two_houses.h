/* two_houses.h - two servers of one house on a store that the test drives step by step. docs/house/servers.md. */
#ifndef LAMMER_TESTS_HOUSE_TWO_HOUSES_H
#define LAMMER_TESTS_HOUSE_TWO_HOUSES_H

#include "hand_house.h"
#include "quick_passwords.h"
#include "server_rooms.h"

static hand_house a, b; /* the store and its clock are a's */
static char ada[80];

static json_t *must(hand_house *h, const char *session, json_t *body)
{
    return hand_do(h, 1, session, body);
}

static void keep_session(char *session, const json_t *answer)
{
    snprintf(session, 80, "%s", json_string_value(json_object_get(answer, "session")));
}

/* Sends it without waiting for the answer; returns its token. */
static uint64_t say(hand_house *h, const char *session, json_t *body)
{
    uint64_t token = hand_ask(h, 1, session, body);
    json_decref(body);
    return token;
}

/* Advances both clocks; both servers do what is due. */
static void pass(int ms)
{
    a.now_ms += ms;
    b.now_ms += ms;
    for (int quiet = 0; quiet < 3; quiet++) {
        while (lm_store_step(a.store))
            quiet = 0;
        lm_house_poll(a.house);
        if (b.house) lm_house_poll(b.house);
    }
}

static void open_table(hand_house *h, const char *id, const char *link)
{
    json_t *body =
        json_pack("{s:s, s:s, s:s, s:s}", "do", "open-table", "table", id, "rules", "wa-freebet", "dealing", "virtual");
    if (*link) {
        json_object_set_new(body, "link", json_string(link));
        json_object_set_new(body, "settings", json_string("blazing7.link=same-game"));
    }
    must(h, ada, body);
    for (int i = 0; i < 3; i++) {
        a.now_ms = b.now_ms += 600;
        hand_settle(h); /* this house takes the table before the other one polls */
    }
}

/* Another server of the house, on a's store. */
static void join_house(hand_house *h, const char *name, const char *address)
{
    char text[LM_HOUSE_TEXT], secret[128];
    *h = (hand_house){ .store = a.store, .now_ms = a.now_ms };
    snprintf(secret, sizeof secret, "%s/house.key", a.folder);
    lm_house_options options = { SERVER_ROOMS,
                                 .store = a.store,
                                 .owner = { .self = h, .answer = hand_answer, .status = status_of, .send = hand_send },
                                 .server = name,
                                 .address = address,
                                 .secret_path = secret,
                                 .clock_ms = hand_clock };
    h->house = lm_house_open(&options, text);
    if (!h->house) fail_msg("%s", text);
}

static void leave_house(hand_house *h)
{
    lm_house_close(h->house);
    h->house = NULL;
    for (int i = 0; i < HAND_ANSWERS; i++) {
        json_decref(h->answer[i].body);
        h->answer[i].body = NULL;
    }
}

static int set_up(void **state)
{
    (void)state;
    hand_open(&a, false);
    keep_session(ada,
                 must(&a, "",
                      json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token", lm_house_token(a.house),
                                "person", "ada", "password", "correct horse battery staple")));
    join_house(&b, "b", "http://b");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    if (b.house) leave_house(&b);
    hand_remove(&a);
    return 0;
}

#endif
