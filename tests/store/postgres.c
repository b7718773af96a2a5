/* postgres.c - several servers on one house, and links that break: every batch is done once or not at all. */
/* sanitized */
#include "kit/proxy.h"

#include <stdatomic.h>

static const char *empty_house(void)
{
    if (!h.tools[0]) skip();
    assert_int_equal(psql("DROP SCHEMA IF EXISTS lammer CASCADE"), 0);
    return postgres_url();
}

/* --- two servers ------------------------------------------------------------------------------------------ */

enum { EACH = 120 };

typedef struct {
    lm_store *store;
    int number, done, refused, made;
    bool failed;
    pthread_barrier_t *barrier;
} server;

static const char *table_of(const server *s)
{
    return s->number ? "table/1" : "table/2";
}

/* Adds one to a shared meter as a table does: with the version it knows, and then with the one from the refusal. */
static bool add_one(server *s, int64_t *version, int i)
{
    lm_batch *batch = lm_batch_new();
    append(batch, table_of(s), "{}");
    lm_batch_put(batch, "meter", *version, "x", 1);
    const char *ends[] = { "ann", "bob" };
    if (i % 3 == 0) lm_batch_move(batch, ends[s->number], ends[!s->number], 1, "swing"); /* the others move nothing */
    if (i % 4 == 0) append(batch, "house", "{}");
    lm_store_outcome outcome = finish(s->store, batch);
    *version = outcome.why == LM_STORE_DONE ? *version + 1 : outcome.number;
    s->done += outcome.why == LM_STORE_DONE;
    s->refused += outcome.why == LM_STORE_VERSION;
    return outcome.why == LM_STORE_DONE || outcome.why == LM_STORE_VERSION;
}

/* Both servers make the same key at the same moment; only the first succeeds. */
static bool make_key(server *s, int i)
{
    char key[32];
    snprintf(key, sizeof key, "new/%d", i);
    pthread_barrier_wait(s->barrier);
    lm_batch *batch = lm_batch_new();
    append(batch, table_of(s), "{}");
    lm_batch_put(batch, key, 0, "x", 1);
    lm_store_outcome outcome = finish(s->store, batch);
    s->made += outcome.why == LM_STORE_DONE;
    return outcome.why == LM_STORE_DONE || outcome.why == LM_STORE_VERSION;
}

static void *count_up(void *context)
{
    server *s = context;
    int64_t version = 0;
    for (int i = 0; i < EACH; i++) {
        bool well = add_one(s, &version, i);
        if (!make_key(s, i) || !well) s->failed = true;
    }
    return NULL;
}

static bool hear_version(void *context, const lm_value_row *row)
{
    *(int64_t *)context = row->version;
    return true;
}

static void two_servers_share_a_meter(void **state)
{
    const char *url = empty_house();
    char text[LM_STORE_TEXT];
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 2);
    server s[2] = { { .store = open_url(url), .number = 0, .barrier = &barrier },
                    { .store = open_url(url), .number = 1, .barrier = &barrier } };
    open_accounts(s[0].store);
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, count_up, &s[i]);
    for (int i = 0; i < 2; i++) {
        pthread_join(thread[i], NULL);
        assert_false(s[i].failed);
    }
    pthread_barrier_destroy(&barrier);
    int64_t version = 0;
    assert_int_equal(lm_store_values(s[1].store, "meter", hear_version, &version, text), LM_STORE_DONE);
    assert_int_equal(version, s[0].done + s[1].done); /* each success counted once */
    assert_int_equal(s[0].made + s[1].made, EACH);
    assert_proved(s[0].store);
    print_message("%d and %d done, %d overtaken\n", s[0].done, s[1].done, s[0].refused + s[1].refused);
    lm_store_close(s[0].store);
    lm_store_close(s[1].store);
}

static void *open_it(void *context)
{
    return open_url(context);
}

static void servers_start_together(void **state)
{
    char url[256];
    snprintf(url, sizeof url, "%s", empty_house());
    pthread_t thread[4];
    void *store[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, open_it, url);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], &store[i]);
    for (int i = 1; i < 4; i++)
        assert_string_equal(lm_store_house(store[i]), lm_store_house(store[0]));
    for (int i = 0; i < 4; i++)
        lm_store_close(store[i]);
}

static lm_store_outcome append_leased(lm_store *store, const char *name, int64_t epoch)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_lease(batch, name, epoch);
    append(batch, "table/1", "{}");
    return finish(store, batch);
}

static void a_table_passes_to_another_server(void **state)
{
    const char *url = empty_house();
    lm_store *one = open_url(url), *two = open_url(url);
    lm_batch *batch = lm_batch_new();
    lm_batch_take(batch, "table/1", "one", 60000);
    assert_why(finish(one, batch), LM_STORE_DONE);
    assert_why(append_leased(one, "one", 1), LM_STORE_DONE);
    batch = lm_batch_new();
    lm_batch_lease(batch, "one", 1);
    lm_batch_renew(batch, "table/1", 40);
    assert_why(finish(one, batch), LM_STORE_DONE);
    batch = lm_batch_new();
    lm_batch_take(batch, "table/1", "two", 60000);
    lm_store_outcome outcome = lm_store_do(two, batch);
    while (outcome.why == LM_STORE_LEASED) {
        nap_ms(10);
        outcome = lm_store_do(two, batch);
    }
    lm_batch_free(batch);
    assert_why(outcome, LM_STORE_DONE);
    assert_why(append_leased(one, "one", 1), LM_STORE_FENCED); /* the first server was only asleep */
    assert_why(append_leased(two, "two", 2), LM_STORE_DONE);
    assert_int_equal(records_in(one, "table/1"), 2);
    lm_store_close(one);
    lm_store_close(two);
}

/* --- broken links ----------------------------------------------------------------------------------------- */

static lm_batch *step_number(int64_t i)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_command(batch, "client", i, "", 0);
    lm_batch_append(batch, "steps", i, "test", "x", "{}", 2);
    lm_batch_move(batch, "bank", "ann", 1, "step");
    return batch;
}

/* The link is cut at a COMMIT, before it reaches the server or after, or the COMMIT is held up on its way; each time
 * the batch is done exactly once, and the caller only sees that it took longer. */
static void a_lost_commit_is_not_guessed(void **state)
{
    empty_house();
    proxy p;
    proxy_start(&p);
    lm_store *store = open_url(proxy_url(&p));
    open_accounts(store);
    int64_t steps = 0;
    for (int round = 0; round < 12; round++) {
        static const cut_kind cuts[] = { CUT_AFTER_COMMIT, CUT_BEFORE_COMMIT, CUT_LATE_COMMIT };
        proxy_cut(&p, cuts[round % 3], round % 2);
        for (int i = 0; i < 4; i++)
            assert_why(finish(store, step_number(++steps)), LM_STORE_DONE);
    }
    assert_int_equal(p.cuts, 12);
    assert_int_equal(records_in(store, "steps"), steps);
    assert_int_equal(balance(store, "ann"), 100 + steps);
    assert_proved(store);
    lm_store_close(store);
    proxy_stop(&p);
}

typedef struct {
    lm_store *store;
    _Atomic int64_t steps; /* that are done */
    atomic_bool enough, failed;
} walker;

static void *walk(void *context)
{
    walker *w = context;
    while (!atomic_load(&w->enough) && !atomic_load(&w->failed)) {
        if (finish(w->store, step_number(atomic_load(&w->steps) + 1)).why == LM_STORE_DONE)
            atomic_fetch_add(&w->steps, 1);
        else
            atomic_store(&w->failed, true);
    }
    return NULL;
}

/* Waits until the walker has gone this many steps further. */
static void let_walk(walker *w, int64_t steps)
{
    for (int64_t goal = atomic_load(&w->steps) + steps; atomic_load(&w->steps) < goal;) {
        assert_false(atomic_load(&w->failed));
        nap_ms(1);
    }
}

/* The server itself is switched off and on while a client walks; connections are ended behind its back. */
static void the_server_goes_and_comes_back(void **state)
{
    lm_store *store = open_url(empty_house());
    open_accounts(store);
    walker w = { .store = store };
    pthread_t thread;
    pthread_create(&thread, NULL, walk, &w);
    for (int i = 0; i < 3; i++) {
        let_walk(&w, 10);
        psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'lammer-%'");
    }
    server_kill();
    nap_ms(100);
    server_start();
    server_await();
    let_walk(&w, 10);
    atomic_store(&w.enough, true);
    pthread_join(thread, NULL);
    assert_false(w.failed);
    lm_store_close(store);
    store = open_url(postgres_url());
    assert_int_equal(records_in(store, "steps"), w.steps);
    assert_int_equal(balance(store, "ann"), 100 + w.steps);
    assert_proved(store);
    lm_store_close(store);
}

static void patience_ends(void **state)
{
    char text[LM_STORE_TEXT];
    lm_store *store = open_with((lm_store_options){ .url = empty_house(), .patience_ms = 300 });
    open_accounts(store);
    server_kill();
    assert_why(finish(store, step_number(1)), LM_STORE_FAILED);
    assert_true(lm_store_fault(store, text));
    assert_non_null(strstr(text, "PostgreSQL: "));
    server_start();
    server_await();
    assert_why(finish(store, step_number(1)), LM_STORE_FAILED); /* a dead store stays dead */
    lm_store_close(store);
    store = open_url(postgres_url());
    assert_int_equal(records_in(store, "steps"), 0);
    assert_why(finish(store, step_number(1)), LM_STORE_DONE);
    assert_proved(store);
    lm_store_close(store);
}

static void without_a_listener(void **state)
{
    char text[LM_STORE_TEXT];
    lm_store_options options = { .url = "postgresql://user:secret@127.0.0.1:1/none" };
    assert_null(lm_store_open(&options, text));
    assert_non_null(strstr(text, "PostgreSQL: connecting"));
    assert_null(strstr(text, "secret"));
}

static int set_up(void **state)
{
    signal(SIGPIPE, SIG_IGN);
    return harness_set_up(true);
}

static int tear_down(void **state)
{
    return harness_tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_servers_share_a_meter),
        cmocka_unit_test(servers_start_together),
        cmocka_unit_test(a_table_passes_to_another_server),
        cmocka_unit_test(a_lost_commit_is_not_guessed),
        cmocka_unit_test(the_server_goes_and_comes_back),
        cmocka_unit_test(patience_ends),
        cmocka_unit_test(without_a_listener),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
