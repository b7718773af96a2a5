/* matrix_people.h - a house with one person of every kind, ended sessions, and tables to try commands at. */
#ifndef LAMMER_TESTS_HOUSE_MATRIX_PEOPLE_H
#define LAMMER_TESTS_HOUSE_MATRIX_PEOPLE_H

#include "people_help.h"
#include "quoted.h"

static desk *d;

/* --- people ------------------------------------------------------------------------------------------------ */

typedef struct {
    char letter, role;
    const char *id, *role_word;
    session_text session;
} somebody;

static somebody people[] = {
    { 'n', 0, "", "", "" },
    { 'g', 'g', "", "guest", "" },
    { 'h', 'p', "ann", "player", "" },
    { 'r', 'p', "ray", "player", "" },
    { 'b', 'p', "bob", "player", "" },
    { 'D', 'd', "dan", "dealer", "" },
    { 'o', 'd', "dot", "dealer", "" },
    { 's', 's', "sue", "supervisor", "" },
    { 'e', 'e', "eve", "executive", "" },
    { 'c', 'c', "cas", "cashier", "" },
    { 'v', 'v', "val", "surveillance", "" },
    { 'a', 'a', "aud", "auditor", "" },
    { 'A', 'A', "ada", "administrator", "" },
};
enum { PEOPLE = sizeof people / sizeof *people };

static somebody dead[] = {
    { 0, 's', "old", "supervisor", "" }, { 0, 's', "idl", "supervisor", "" }, { 0, 's', "loc", "supervisor", "" },
    { 0, 's', "out", "supervisor", "" }, { 0, 0, "made up", "", "" },
};
enum { DEAD = sizeof dead / sizeof *dead };

static inline const char *session_of(char letter)
{
    for (int i = 0; i < PEOPLE; i++) {
        if (people[i].letter == letter) return people[i].session;
    }
    fail_msg("no person has the letter '%c'", letter);
    return "";
}

static inline int say(const char *session, json_t *body)
{
    return ask_and_forget(d, session, body);
}

static inline void enter_one_of_each_kind(void)
{
    session_text ada;
    first_admin(d, ada);
    for (int i = 0; i < DEAD - 1; i++)
        make_person(d, ada, dead[i].id, dead[i].role_word);
    assert_int_equal(sign_in(d, "old", dead[0].session), 200);
    clock_ms += 25 * 3600 * 1000;
    assert_int_equal(sign_in(d, "idl", dead[1].session), 200);
    clock_ms += 16 * 60 * 1000;
    assert_int_equal(sign_in(d, "ada", ada), 200);
    assert_int_equal(sign_in(d, "loc", dead[2].session), 200);
    assert_int_equal(sign_in(d, "out", dead[3].session), 200);
    for (int i = 0; i < PEOPLE; i++) {
        somebody *p = &people[i];
        if (p->role == 'A') memcpy(p->session, ada, sizeof ada);
        if (*p->id && p->role != 'A') make_and_sign_in(d, ada, p->id, p->role_word, p->session);
        if (p->role != 'g') continue;
        assert_int_equal(say("", json_pack("{s:s}", "do", "guest")), 200);
        keep_session(d, p->session);
        stir(d, p->session); /* the journal gets to know a guest with the first command, refused or not */
    }
    for (int i = 0; i < PEOPLE; i++) {
        if (people[i].role && !strchr("gpA", people[i].role)) own_password(d, people[i].id, people[i].session);
    }
    assert_int_equal(say(ada, json_pack("{s:s, s:s, s:s}", "do", "lock", "person", "loc", "reason", "test")), 200);
    assert_int_equal(say(dead[3].session, json_pack("{s:s}", "do", "sign-out")), 200);
    memset(dead[4].session, 'a', 64);
}

/* --- tables -------------------------------------------------------------------------------------------------- */

static inline json_t *request(const char *table, const char *word, const char *text)
{
    json_t *body = quoted(text);
    json_object_set_new(body, "do", json_string(word));
    json_object_set_new(body, "table", json_string(table));
    return body;
}

/* The person WHO says a word that must be granted: "WHO WORD BODY". */
static inline void must(const char *table, char who, const char *word, const char *text)
{
    int status = say(session_of(who), request(table, word, text));
    if (status != 200) fail_msg("%c %s %s at %s: %d %s", who, word, text, table, status, why(d));
}

/* The same with another person's approval. The result is written later: "approved" is not the final state. */
static inline void must_both(const char *table, char who, char second, const char *word, const char *text)
{
    char id[LM_HOUSE_ID];
    must(table, who, word, text);
    snprintf(id, sizeof id, "%s", text_in(heard(d), "approval"));
    int status = say(session_of(second), json_pack("{s:s, s:s}", "do", "approve", "approval", id));
    if (status != 200) fail_msg("%c approves %s at %s: %d %s", second, word, table, status, why(d));
    for (int i = 0; i < AWAITED; i++) {
        assert_int_equal(say(session_of(who), json_pack("{s:s, s:s}", "do", "approvals", "approval", id)), 200);
        if (strcmp(text_in(heard(d), "state"), "approved") != 0) return;
        desk_step(d);
    }
    fail_msg("the result of %s was never written", word);
}

/* The dealer of the live table deals these cards; "--" lies face down. */
static inline void deal_cards(const char *cards)
{
    for (; *cards; cards += *cards == ' ' ? 1 : 2) {
        char body[32];
        if (*cards == ' ') continue;
        snprintf(body, sizeof body, "{'card':'%.2s'}", cards);
        if (*cards == '-')
            must("l", 'D', "down", "{}");
        else
            must("l", 'D', "card", body);
    }
}

static inline void found(const char *table, const char *rules, const char *dealing)
{
    assert_ask(d, session_of('s'),
               json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "table", table, "title", table, "rules",
                         rules, "dealing", dealing, "money", "play"),
               200);
    await_table(d, table);
}

static inline const house_state *state_of(const char *table)
{
    const house_state *s = house_table_state(d->house, table, NULL);
    assert_non_null(s);
    return s;
}

/* A dealer deals a table and takes a spoken cash bet there, which needs dealer and supervisor: MBJ-3(d).2. */
static inline void lay_cash(const char *dealer)
{
    static const char *const steps[][2] = {
        { "dealer", "{}" },
        { "load", "{'prepared':true}" },
        { "burn", "{}" },
        { "open", "{}" },
        { "sit", "{'seat':'1'}" },
        { "buy", "{'player':'walkin-1','cents':50000}" },
        { "bet", "{'seat':'1','cents':1000,'in':'cash'}" },
    };
    found("c", "ma-blackjack", "live");
    if (!state_of("c")->is_open) must("c", 's', "tray-open", "{'cents':1000000}");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        assert_ask(d, dealer, request("c", steps[i][0], steps[i][1]), 200);
}

/* Table l, live under Washington's rules, with its tray open, a dealer, and a player with $300 at box 1. */
static inline void begin_live_table(void)
{
    d = desk_open("a");
    enter_one_of_each_kind();
    found("l", "wa-freebet", "live");
    if (!state_of("l")->is_open) must("l", 's', "tray-open", "{'cents':1000000}");
    must("l", 'D', "dealer", "{}");
    must("l", 'h', "sit", "{'seat':'1'}");
    must("l", 'h', "buy", "{'cents':30000}");
}

static inline void bring_shoe(void)
{
    must("l", 'D', "load", "{'prepared':true}");
    must("l", 'D', "burn", "{}");
}

#endif
