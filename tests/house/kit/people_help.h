/* people_help.h - a house in this process whose clock the test sets; answers are kept by their token.
 *
 * A SQLite store has no thread, so that a test runs the same way every time; a PostgreSQL store has one. */
#ifndef LAMMER_TESTS_HOUSE_PEOPLE_HELP_H
#define LAMMER_TESTS_HOUSE_PEOPLE_HELP_H

#include "../../store/kit/harness.h"

#include <inttypes.h>

#include "lammer/server/house.h"
#include "lammer/server/json.h"
#include "hub.h"
#include "looks.h"
#include "people/people.h"
#include "quick_passwords.h"
#include "same_chance.h"
#include "server_rooms.h"

enum { HELD = 4096, JOBS = 64, AWAITED = 100000 }; /* AWAITED: steps, of 1 ms where a thread works */

typedef struct {
    void (*work)(void *job), (*done)(void *job);
    void *job;
} slow_job;

enum { ALL_WORK = (1 << LM_WORKS) - 1 };

typedef struct {
    lm_store *store;
    lm_house *house;
    uint64_t last;                /* token */
    const char *device, *address; /* of the sender; NULL none */
    unsigned slow;                /* kinds of slow work, as bits, that wait until desk_work */
    unsigned kinds;               /* those that there was */
    char logged[100];             /* the last line of the log that tells an address */
    slow_job job[JOBS];
    int jobs;
    int status[HELD];
    json_t *answer[HELD];
} desk;

static int64_t clock_ms = 1763208000000; /* noon of 2025-11-15 UTC */
static lm_store *store;

static inline int64_t read_test_clock(void *self)
{
    (void)self;
    return clock_ms;
}

static inline void keep_answer(void *self, uint64_t token, const lm_house_answer *answer)
{
    desk *d = self;
    assert_true(token < HELD);
    assert_int_equal(d->status[token], 0); /* once */
    d->status[token] = status_of[answer->kind];
    d->answer[token] = json_loadb(answer->text, answer->size, 0, NULL);
}

static inline void work_later(void *self, lm_work kind, void (*work)(void *job), void (*done)(void *job), void *job)
{
    desk *d = self;
    assert_true(d->jobs < JOBS);
    d->kinds |= 1u << kind;
    d->job[d->jobs++] = (slow_job){ work, done, job };
    if (d->slow & 1u << kind) return;
    d->jobs--;
    work(job);
    done(job);
}

/* Runs all delayed work, as if many threads had finished at once. */
static inline void desk_work(desk *d)
{
    int n = d->jobs;
    d->slow = 0;
    d->jobs = 0;
    for (int i = 0; i < n; i++)
        d->job[i].work(d->job[i].job);
    for (int i = 0; i < n; i++)
        d->job[i].done(d->job[i].job);
}

static inline void keep_log(void *self, const char *level, const char *event, const char *more, size_t size)
{
    desk *d = self;
    json_t *line = json_loadb(more, size, 0, NULL);
    const char *address = json_string_value(json_object_get(line, "address"));
    (void)level;
    if (address) snprintf(d->logged, sizeof d->logged, "%s from %s", event, address);
    json_decref(line);
}

static inline void no_message(void *self, uint64_t connection, const char *text, size_t size)
{
    (void)self, (void)connection, (void)text, (void)size;
}

/* The options of a test's server: its answers and its slow work come to the desk. */
static inline lm_house_options desk_options(const char *server)
{
    return (lm_house_options){ SERVER_ROOMS,
                               .store = store,
                               .owner = { .answer = keep_answer,
                                          .status = status_of,
                                          .send = no_message,
                                          .later = work_later,
                                          .log = keep_log },
                               .server = server,
                               .address = "http://test",
                               .clock_ms = read_test_clock };
}

static inline desk *desk_open_with(lm_house_options options)
{
    char text[LM_HOUSE_TEXT];
    desk *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->store = store;
    options.owner.self = d;
    d->house = lm_house_open(&options, text);
    if (!d->house) fail_msg("%s", text);
    return d;
}

/* Opens the house with a token for the person who is to set a new password. */
static inline desk *desk_open_recovering(const char *server, const char *person)
{
    lm_house_options options = desk_options(server);
    options.recover = person;
    return desk_open_with(options);
}

static inline desk *desk_open(const char *server)
{
    return desk_open_with(desk_options(server));
}

static inline void desk_close(desk *d)
{
    lm_house_close(d->house);
    for (int i = 0; i < HELD; i++)
        json_decref(d->answer[i]);
    free(d);
}

/* Sends without waiting, before anything else comes back. Steals the body. */
static inline uint64_t tell_at_once(desk *d, const char *session, json_t *body)
{
    assert_non_null(body);
    json_t *whole = with_seen(d->house, body);
    lm_house_client from = { .session = session, .device = d->device, .address = d->address, .network = d->address };
    lm_house_request(d->house, ++d->last, &from, &(lm_request){ whole });
    json_decref(whole);
    json_decref(body);
    return d->last;
}

static inline uint64_t tell(desk *d, const char *session, json_t *body)
{
    lm_house_poll(d->house); /* reads the clock */
    return tell_at_once(d, session, body);
}

/* What waits is written and comes back. Where a thread writes, it is given a moment. */
static inline void desk_step(desk *d)
{
    if (!lm_store_step(d->store)) nap_ms(1);
    lm_house_poll(d->house);
}

static inline int await(desk *d, uint64_t token)
{
    lm_house_poll(d->house);
    for (int i = 0; i < AWAITED && !d->status[token]; i++)
        desk_step(d);
    assert_true(d->status[token] != 0);
    return d->status[token];
}

/* Waits until this server holds a table. The clock advances, because leases are taken at its ticks. */
static inline void await_table(desk *d, const char *table)
{
    for (int i = 0; i < AWAITED && !house_table_state(d->house, table, NULL); i++) {
        clock_ms += 50;
        desk_step(d);
    }
    assert_non_null(house_table_state(d->house, table, NULL));
}

/* Sends it, waits for the answer and returns its status. */
static inline int ask(desk *d, const char *session, json_t *body)
{
    return await(d, tell(d, session, body));
}

static inline json_t *heard(const desk *d)
{
    return d->answer[d->last];
}

static inline const char *why(const desk *d)
{
    return text_in(heard(d), "why");
}

#define assert_ask(d, session, body, expected)                                                                         \
    do {                                                                                                               \
        int got_ = ask(d, session, body);                                                                              \
        if (got_ != (expected)) fail_msg("line %d: %d: %s", __LINE__, got_, why(d));                                   \
    } while (0)

typedef char session_text[SESSION_TEXT];

static inline void keep_session(const desk *d, session_text session)
{
    snprintf(session, SESSION_TEXT, "%s", text_in(heard(d), "session"));
    assert_int_equal(strlen(session), 64);
}

static inline void keep_device(const desk *d, session_text device)
{
    snprintf(device, SESSION_TEXT, "%s", text_in(heard(d), "device"));
    assert_int_equal(strlen(device), 64);
}

static inline void first_admin(desk *d, session_text session)
{
    assert_ask(d, "",
               json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token", lm_house_token(d->house),
                         "person", "ada", "password", "password of ada"),
               200);
    keep_session(d, session);
}

/* Every person's password is "password of NAME". */
static inline void password_of(const char *id, char password[64])
{
    snprintf(password, 64, "password of %s", id);
}

static inline int sign_in_with(desk *d, const char *id, const char *password, session_text session)
{
    int status = ask(d, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", id, "password", password));
    if (status == 200) keep_session(d, session);
    return status;
}

static inline int sign_in(desk *d, const char *id, session_text session)
{
    char password[64];
    password_of(id, password);
    return sign_in_with(d, id, password, session);
}

static inline void make_person(desk *d, const char *admin, const char *id, const char *role)
{
    char password[64];
    password_of(id, password);
    assert_ask(
        d, admin,
        json_pack("{s:s, s:s, s:s, s:[s]}", "do", "create-person", "person", id, "password", password, "roles", role),
        200);
}

static inline void make_and_sign_in(desk *d, const char *admin, const char *id, const char *role, session_text session)
{
    make_person(d, admin, id, role);
    assert_int_equal(sign_in(d, id, session), 200);
}

/* A person with a given password sets another, "own password of NAME", and continues in a new session. Once an
 * administrator or an executive has done so, making staff takes two people. */
static inline void own_password(desk *d, const char *id, session_text session)
{
    char given[64], own[72];
    password_of(id, given);
    snprintf(own, sizeof own, "own %s", given);
    assert_ask(d, session, json_pack("{s:s, s:s, s:s}", "do", "set-password", "old", given, "password", own), 200);
    keep_session(d, session);
}

static inline int sign_in_own(desk *d, const char *id, session_text session)
{
    char own[64];
    snprintf(own, sizeof own, "own password of %.31s", id);
    return sign_in_with(d, id, own, session);
}

/* Sends an act, because reading does not keep a session awake. */
static inline void stir(desk *d, const char *session)
{
    assert_ask(d, session, json_pack("{s:s, s:i}", "do", "set-limits", "deposit_cents", 100000), 200);
}

/* --- what lies in the store ----------------------------------------------------------------------------------- */

typedef struct {
    const char *kind; /* of the records that are counted; NULL all */
    int n;
    json_t *last; /* body of the last of them */
    char actor[LM_STORE_NAME + 1];
} record_question;

static inline bool hear_kind(void *context, const lm_record *record)
{
    record_question *q = context;
    if (q->kind && strcmp(record->kind, q->kind) != 0) return true;
    q->n++;
    json_decref(q->last);
    q->last = json_loadb(record->body, record->body_size, 0, NULL);
    snprintf(q->actor, sizeof q->actor, "%s", record->actor);
    return true;
}

/* How many records of a kind there are on "house"; the last one's body is borrowed until the next
 * question. */
static inline int records_of(const char *kind, json_t **last)
{
    static record_question q;
    char text[LM_STORE_TEXT];
    json_decref(q.last);
    q = (record_question){ .kind = kind };
    assert_int_equal(lm_store_records(store, "house", 1, hear_kind, &q, text), LM_STORE_DONE);
    if (last) *last = q.last;
    return q.n;
}

static inline bool add_cents(void *context, const lm_account_row *row)
{
    *(int64_t *)context += row->cents;
    assert_true(row->house || row->cents >= 0);
    return true;
}

/* Double entry: all accounts together are 0. */
static inline void assert_balanced(void)
{
    char text[LM_STORE_TEXT];
    int64_t sum = 0;
    assert_int_equal(lm_store_accounts(store, "", add_cents, &sum, text), LM_STORE_DONE);
    assert_int_equal(sum, 0);
}

/* --- a house for each test ------------------------------------------------------------------------------------ */

static inline int open_store(void **state)
{
    static int n;
    char name[32];
    (void)state;
    snprintf(name, sizeof name, "people-%d.db", n++);
    clock_ms = 1763208000000;
    store = open_with((lm_store_options){ .url = sqlite_url(name), .by_hand = true });
    return 0;
}

/* The store that a test leaves behind must verify. */
static inline int close_store(void **state)
{
    (void)state;
    assert_balanced();
    assert_proved(store);
    lm_store_close(store);
    return 0;
}

static inline int folder_set_up(void **state)
{
    (void)state;
    return harness_set_up(false);
}

static inline int folder_tear_down(void **state)
{
    (void)state;
    return harness_tear_down();
}

#define HOUSE_TEST(name) cmocka_unit_test_setup_teardown(name, open_store, close_store)

/* Earlier versions locked an administrator after three wrong passwords. */
static inline void lock_as_earlier_houses_did(desk *d, const char *id)
{
    house_person p;
    assert_true(person_read(d->house, id, &p));
    p.locked = true;
    lm_batch *batch = lm_batch_new();
    batch_record(batch, "locked", "house", json_pack("{s:s}", "person", id));
    person_put(batch, &p);
    assert_int_equal(lm_store_do(d->store, batch).why, LM_STORE_DONE);
    lm_batch_free(batch);
}

static inline int try_password(desk *d, const char *id, const char *password)
{
    return ask(d, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", id, "password", password));
}

static inline json_t *other_password(const char *old, const char *password)
{
    return json_pack("{s:s, s:s, s:s}", "do", "set-password", "old", old, "password", password);
}

static inline json_t *recovery(const char *token, const char *password)
{
    return json_pack("{s:s, s:s, s:s}", "do", "recover", "token", token, "password", password);
}

/* Frees the kept answers, for a long test: a desk keeps every answer by its token. */
static inline int ask_and_forget(desk *d, const char *session, json_t *body)
{
    if (d->last > HELD / 2) {
        for (uint64_t i = 0; i <= d->last; i++) {
            json_decref(d->answer[i]);
            d->answer[i] = NULL;
            d->status[i] = 0;
        }
        d->last = 0;
    }
    return ask(d, session, body);
}

#endif
