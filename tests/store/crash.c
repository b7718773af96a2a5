/* crash.c - kill -9 of a writing process at random moments: nothing acknowledged is lost, nothing is half there. */
/* soak */
#include "kit/harness.h"
#include "proof.h"

enum { WRITERS = 4 };

/* The child: several threads write as fast as they can and tell the parent each number once it is acknowledged. */
typedef struct {
    lm_store *store;
    int pipe, number;
} writer;

static void *write_on(void *context)
{
    writer *w = context;
    char client[16];
    snprintf(client, sizeof client, "w%d", w->number);
    for (int64_t i = records_in(w->store, client) + 1;; i++) {
        lm_batch *batch = lm_batch_new();
        lm_batch_command(batch, client, i, "", 0);
        lm_batch_append(batch, client, i, "test", "x", "0123456789", 10);
        lm_batch_move(batch, "bank", client, 1, "one");
        lm_batch_append(batch, "shared", LM_STORE_ANY, "test", "x", client, 2);
        if (finish(w->store, batch).why != LM_STORE_DONE) _exit(3);
        int64_t told[2] = { w->number, i };
        if (write(w->pipe, told, sizeof told) != sizeof told) _exit(4);
    }
    return NULL;
}

static void child(const char *url, int out)
{
    char text[LM_STORE_TEXT];
    lm_store_options options = { .url = url, .sqlite_unsorted = 100 };
    lm_store *store = lm_store_open(&options, text);
    if (!store) _exit(2);
    pthread_t thread[WRITERS];
    writer w[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        w[i] = (writer){ store, out, i };
        pthread_create(&thread[i], NULL, write_on, &w[i]);
    }
    for (int i = 0; i < WRITERS; i++)
        pthread_join(thread[i], NULL);
}

static void found_a_house(const char *url)
{
    lm_store *store = open_url(url);
    lm_batch *batch = lm_batch_new();
    append(batch, "house", "{}");
    lm_batch_open(batch, "bank", true);
    for (int i = 0; i < WRITERS; i++) {
        char name[16];
        snprintf(name, sizeof name, "w%d", i);
        lm_batch_open(batch, name, false);
    }
    assert_why(finish(store, batch), LM_STORE_DONE);
    lm_store_close(store);
}

/* Lets a child write for a while, kills it, and returns with the last number that each writer told. */
static void run_and_kill(const char *url, int ms, int64_t told[WRITERS])
{
    int ends[2];
    int64_t word[2];
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(ends[0]);
        child(url, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], word, sizeof word), sizeof word); /* it has begun */
    told[word[0]] = word[1];
    nap_ms(ms);
    kill(pid, SIGKILL);
    int status;
    waitpid(pid, &status, 0);
    assert_true(WIFSIGNALED(status));
    while (read(ends[0], word, sizeof word) == sizeof word)
        told[word[0]] = word[1];
    close(ends[0]);
}

/* The one batch that each writer had under way may be there; then it counts from now on. */
static void check_after(const char *url, int64_t told[WRITERS])
{
    lm_store *store = open_url(url);
    int64_t sum = 0;
    assert_proved(store);
    for (int i = 0; i < WRITERS; i++) {
        char name[16];
        snprintf(name, sizeof name, "w%d", i);
        int64_t there = records_in(store, name);
        if (there < told[i] || there > told[i] + 1)
            fail_msg("%s: %lld acknowledged, %lld there", name, (long long)told[i], (long long)there);
        assert_int_equal(balance(store, name), there);
        told[i] = there;
        sum += there;
    }
    assert_int_equal(records_in(store, "shared"), sum);
    assert_int_equal(balance(store, "bank"), -sum);
    lm_store_close(store);
}

/* Each of the two databases gets half of the time. */
static void kill_often(const char *name, const char *url)
{
    int64_t told[WRITERS] = { 0 }, kills, all = 0;
    proof p = proof_begin(name, 20, 5000);
    uint64_t random = p.seed;
    p.seconds /= 2;
    found_a_house(url);
    for (kills = 0; proof_goes_on(&p, kills); kills++) {
        run_and_kill(url, (int)(proof_random(&random) % 25), told);
        check_after(url, told);
    }
    for (int i = 0; i < WRITERS; i++)
        all += told[i];
    proof_end(&p, kills, "kills", "%lld acknowledged batches, 0 lost", (long long)all);
}

static void sqlite_survives(void **state)
{
    kill_often("crash-sqlite", sqlite_url("crash.db"));
}

static void postgres_survives(void **state)
{
    if (!h.tools[0]) skip();
    kill_often("crash-postgres", postgres_url());
}

static int set_up(void **state)
{
    return harness_set_up(true);
}

static int tear_down(void **state)
{
    return harness_tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sqlite_survives),
        cmocka_unit_test(postgres_survives),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
