/* both.c - what a store promises, the same for SQLite and PostgreSQL. */
/* sanitized */
#include <stdatomic.h>

#include "kit/harness.h"
#include "said.h"

/* Each test gets the URL of an empty store. */
static const char *empty_store(bool postgres)
{
    static int n;
    char name[32];
    if (!postgres) {
        snprintf(name, sizeof name, "both-%d.db", n++);
        return sqlite_url(name);
    }
    if (!h.tools[0]) skip(); /* only where no server is installed */
    assert_int_equal(psql("DROP SCHEMA IF EXISTS lammer CASCADE"), 0);
    return postgres_url();
}

static void records_come_back(const char *url)
{
    lm_store *store = open_url(url);
    lm_batch *batch = lm_batch_new();
    int first = lm_batch_append(batch, "table/1", 1, "opened", "dealer-7", "\0\1\2", 3);
    int second = lm_batch_append(batch, "table/1", 2, "dealt", "dealer-7", "", 0);
    int other = lm_batch_append(batch, "table/2", LM_STORE_ANY, "opened", "dealer-8", "{}", 2);
    assert_why(lm_store_do(store, batch), LM_STORE_DONE);
    assert_int_equal(lm_batch_result(batch, first), 1);
    assert_int_equal(lm_batch_result(batch, second), 2);
    assert_int_equal(lm_batch_result(batch, other), 1);
    lm_batch_free(batch);
    assert_int_equal(records_in(store, "table/1"), 2);
    assert_int_equal(records_in(store, "table/2"), 1);
    assert_int_equal(records_in(store, "table/"), 0);
    assert_proved(store);
    char house[64];
    strcpy(house, lm_store_house(store));
    assert_int_equal(strlen(house), 32);
    lm_store_close(store);

    store = open_url(url); /* and again after a restart */
    assert_string_equal(lm_store_house(store), house);
    assert_int_equal(records_in(store, "table/1"), 2);
    assert_int_equal(verify(store, NULL).records, 3);
    lm_store_close(store);
}

static void sequence_numbers_are_kept(const char *url)
{
    lm_store *store = open_url(url);
    lm_batch *batch = lm_batch_new();
    append(batch, "a", "1");
    lm_batch_append(batch, "b", 2, "test", "x", "", 0);
    lm_store_outcome outcome = finish(store, batch);
    assert_int_equal(outcome.why, LM_STORE_SEQ);
    assert_int_equal(outcome.operation, 1);
    assert_string_equal(outcome.subject, "b");
    assert_int_equal(outcome.number, 1);
    assert_int_equal(records_in(store, "a"), 0); /* whole or not at all */
    char text[LM_STORE_TEXT];
    lm_store_outcome_text(&outcome, text, sizeof text);
    assert_said(text, "say:store-seq|b|1");
    lm_store_close(store);
}

static void money_is_moved_or_refused(const char *url)
{
    lm_store *store = open_url(url);
    open_accounts(store);
    static const struct {
        const char *from, *to;
        int64_t cents;
        lm_store_why why;
        const char *subject;
        int64_t number;
    } rows[] = {
        { "ann", "bob", 100, LM_STORE_DONE, "", 0 },
        { "ann", "bob", 1, LM_STORE_BALANCE, "ann", 1 },
        { "bob", "ann", 250, LM_STORE_BALANCE, "bob", 50 },
        { "bob", "ann", 200, LM_STORE_DONE, "", 0 },
        { "bank", "ann", 5000, LM_STORE_DONE, "", 0 },
        { "ann", "eve", 5, LM_STORE_ACCOUNT, "eve", 0 },
        { "eve", "ann", 5, LM_STORE_ACCOUNT, "eve", 0 },
        { "bank", "ann", INT64_MAX, LM_STORE_OVERFLOW, "bank", 0 },
        { "bank", "ann", INT64_MAX - 5199, LM_STORE_OVERFLOW, "ann", 0 },
        { "ann", "ann", 5, LM_STORE_MALFORMED, "ann", 1 },
        { "ann", "bob", 0, LM_STORE_MALFORMED, "ann", 1 },
        { "ann", "bob", -5, LM_STORE_MALFORMED, "ann", 1 },
        { "ann ", "bob", 5, LM_STORE_MALFORMED, "name", 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_batch *batch = lm_batch_new();
        append(batch, "house", "{}");
        lm_batch_move(batch, rows[i].from, rows[i].to, rows[i].cents, "row");
        lm_store_outcome outcome = finish(store, batch);
        assert_why(outcome, rows[i].why);
        assert_string_equal(outcome.subject, rows[i].subject);
        assert_int_equal(outcome.number, rows[i].number);
    }
    assert_int_equal(balance(store, "ann"), 5200);
    assert_int_equal(balance(store, "bob"), 0);
    assert_int_equal(balance(store, "bank"), -5200);
    assert_int_equal(records_in(store, "house"), 4);
    lm_store_report report = verify(store, NULL);
    assert_int_equal(report.wrong, 0);
    assert_int_equal(report.moves, 5);

    lm_batch *batch = lm_batch_new(); /* the second move fails, so the first is not made */
    append(batch, "house", "{}");
    lm_batch_move(batch, "ann", "bob", 5200, "all");
    lm_batch_move(batch, "ann", "bob", 1, "and one");
    assert_why(finish(store, batch), LM_STORE_BALANCE);
    assert_int_equal(balance(store, "ann"), 5200);
    batch = lm_batch_new(); /* an account is opened once; money moves only with a record */
    append(batch, "house", "{}");
    lm_batch_open(batch, "ann", true);
    assert_why(finish(store, batch), LM_STORE_OPENED);
    batch = lm_batch_new();
    lm_batch_move(batch, "ann", "bob", 1, "untold");
    assert_why(finish(store, batch), LM_STORE_MALFORMED);
    assert_proved(store);
    lm_store_close(store);
}

static bool hear_line(void *context, const lm_line_row *row)
{
    int64_t *last = context;
    assert_string_equal(row->stream, "house");
    assert_int_equal(row->n, last[0] + 1);
    assert_int_equal(row->balance_cents, last[1] + row->cents);
    last[0] = row->n;
    last[1] = row->balance_cents;
    return true;
}

static void accounts_have_statements(const char *url)
{
    char text[LM_STORE_TEXT];
    lm_store *store = open_url(url);
    open_accounts(store);
    for (int i = 1; i <= 20; i++) {
        lm_batch *batch = lm_batch_new();
        append(batch, "house", "{}");
        lm_batch_move(batch, i % 2 ? "ann" : "bob", i % 2 ? "bob" : "ann", i, "turn");
        assert_why(finish(store, batch), LM_STORE_DONE);
    }
    int64_t last[2] = { 0, 0 };
    assert_int_equal(lm_store_lines(store, "ann", 1, hear_line, last, text), LM_STORE_DONE);
    assert_int_equal(last[0], 21);
    assert_int_equal(last[1], balance(store, "ann"));
    lm_store_close(store);
}

typedef struct {
    int64_t version;
    char value[16];
    int rows;
} value_question;

static bool hear_value(void *context, const lm_value_row *row)
{
    value_question *q = context;
    q->version = row->version;
    memcpy(q->value, row->value, row->size);
    q->value[row->size] = '\0';
    q->rows++;
    return true;
}

static lm_store_outcome put(lm_store *store, const char *key, int64_t version, const char *value)
{
    lm_batch *batch = lm_batch_new();
    append(batch, "house", "{}");
    lm_batch_put(batch, key, version, value, strlen(value));
    return finish(store, batch);
}

static void values_are_compared_and_set(const char *url)
{
    char text[LM_STORE_TEXT];
    lm_store *store = open_url(url);
    assert_why(put(store, "meter/1", 0, "100"), LM_STORE_DONE);
    lm_store_outcome outcome = put(store, "meter/1", 0, "0");
    assert_why(outcome, LM_STORE_VERSION);
    assert_int_equal(outcome.number, 1);
    assert_why(put(store, "meter/1", 1, "200"), LM_STORE_DONE);
    assert_why(put(store, "meter/1", 1, "300"), LM_STORE_VERSION);
    assert_why(put(store, "meter/1", LM_STORE_ANY, "400"), LM_STORE_DONE);
    assert_why(put(store, "meter/2", 7, "1"), LM_STORE_VERSION);
    assert_why(put(store, "meter/2", LM_STORE_ANY, "1"), LM_STORE_DONE);
    value_question q = { 0 };
    assert_int_equal(lm_store_values(store, "meter/1", hear_value, &q, text), LM_STORE_DONE);
    assert_int_equal(q.version, 3);
    assert_string_equal(q.value, "400");
    q.rows = 0;
    lm_store_values(store, "meter/", hear_value, &q, text);
    assert_int_equal(q.rows, 2);
    static const struct {
        const char *from;
        int rows;
    } pages[] = {
        { "", 2 }, { "meter/", 2 }, { "meter/1", 2 }, { "meter/10", 1 }, { "meter/2", 1 }, { "meter/20", 0 }
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        q.rows = 0;
        int64_t before = lm_store_rows_read(store);
        lm_store_values_from(store, "meter/", pages[i].from, hear_value, &q, text);
        assert_int_equal(q.rows, pages[i].rows);
        assert_int_equal(lm_store_rows_read(store) - before, pages[i].rows);
    }

    lm_batch *batch = lm_batch_new(); /* only keys that begin with '~' do without a record, and only they go away */
    lm_batch_put(batch, "~session/1", 0, "x", 1);
    assert_why(finish(store, batch), LM_STORE_DONE);
    batch = lm_batch_new();
    lm_batch_put(batch, "person/1", 0, "x", 1);
    assert_why(finish(store, batch), LM_STORE_MALFORMED);
    batch = lm_batch_new();
    lm_batch_drop(batch, "meter/1");
    assert_why(finish(store, batch), LM_STORE_MALFORMED);
    batch = lm_batch_new();
    lm_batch_drop(batch, "~session/1");
    lm_batch_drop(batch, "~session/2");
    assert_why(finish(store, batch), LM_STORE_DONE);
    q.rows = 0;
    lm_store_values(store, "~", hear_value, &q, text);
    assert_int_equal(q.rows, 0);
    assert_proved(store);
    lm_store_close(store);
}

static lm_batch *command(int64_t number, const char *answer)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_command(batch, "client-1", number, answer, strlen(answer));
    append(batch, "house", "{}");
    lm_batch_move(batch, "bank", "ann", 1, "once");
    return batch;
}

typedef struct {
    lm_store_why why[64];
    char answer[64][32];
    int n;
} answers;

static void hear_answer(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    answers *a = context;
    a->why[a->n] = outcome->why;
    if (outcome->answer) memcpy(a->answer[a->n], outcome->answer, outcome->answer_size);
    a->n++;
    lm_batch_free(batch);
}

static void commands_are_done_once(const char *url)
{
    answers heard = { 0 };
    lm_store *store = open_url(url);
    open_accounts(store);
    /* 1..20 with gaps, each sent three times in a row, as after a lost connection; then old ones once more. */
    char text[16];
    for (int i = 2; i <= 20; i += 2) {
        for (int copy = 0; copy < 3; copy++) {
            snprintf(text, sizeof text, copy ? "wrong" : "answer %d", i);
            assert_true(lm_store_submit(store, command(i, text), hear_answer, &heard));
        }
    }
    assert_true(lm_store_submit(store, command(2, "old"), hear_answer, &heard));
    assert_true(lm_store_submit(store, command(19, "overtaken"), hear_answer, &heard));
    lm_store_close(store);
    assert_int_equal(heard.n, 32);
    for (int i = 0; i < 30; i++) {
        assert_int_equal(heard.why[i], i % 3 ? LM_STORE_REPEATED : LM_STORE_DONE);
        snprintf(text, sizeof text, "answer %d", i / 3 * 2 + 2);
        assert_string_equal(heard.answer[i], text);
    }
    assert_int_equal(heard.why[30], LM_STORE_LATE);
    assert_int_equal(heard.why[31], LM_STORE_LATE);

    store = open_url(url); /* answers outlive a restart */
    memset(&heard, 0, sizeof heard);
    assert_true(lm_store_submit(store, command(6, "wrong"), hear_answer, &heard));
    assert_true(lm_store_submit(store, command(4, "forgotten"), hear_answer, &heard));
    lm_batch *refused = command(30, "refused");
    lm_batch_move(refused, "ann", "bob", 1000000, "too much");
    assert_why(finish(store, refused), LM_STORE_BALANCE);
    assert_why(finish(store, command(30, "now it works")), LM_STORE_DONE); /* a refused command was not done */
    assert_int_equal(heard.why[0], LM_STORE_REPEATED);
    assert_string_equal(heard.answer[0], "answer 6");
    assert_int_equal(heard.why[1], LM_STORE_LATE);
    assert_int_equal(balance(store, "ann"), 100 + 10 + 1);
    assert_proved(store);
    lm_store_close(store);
}

static lm_store_outcome append_leased(lm_store *store, const char *server, int64_t epoch)
{
    lm_batch *batch = lm_batch_new();
    if (server) lm_batch_lease(batch, server, epoch);
    append(batch, "table/1", "{}");
    return finish(store, batch);
}

static lm_store_outcome take(lm_store *store, const char *server, int64_t ms, int64_t *epoch)
{
    lm_batch *batch = lm_batch_new();
    int op = lm_batch_take(batch, "table/1", server, ms);
    lm_store_outcome outcome = lm_store_do(store, batch);
    *epoch = lm_batch_result(batch, op);
    lm_batch_free(batch);
    return outcome;
}

static lm_store_outcome renew(lm_store *store, const char *server, int64_t epoch, int64_t ms)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_lease(batch, server, epoch);
    if (ms) {
        lm_batch_renew(batch, "table/1", ms);
    } else {
        lm_batch_release(batch, "table/1");
    }
    return finish(store, batch);
}

static void leases_fence(const char *url)
{
    int64_t one, two, none;
    lm_store *store = open_url(url);
    assert_why(append_leased(store, NULL, 0), LM_STORE_DONE); /* before the first lease */
    assert_why(take(store, "one", 60000, &one), LM_STORE_DONE);
    assert_why(append_leased(store, "one", one), LM_STORE_DONE);
    assert_why(append_leased(store, NULL, 0), LM_STORE_FENCED);
    assert_why(append_leased(store, "two", one), LM_STORE_FENCED);
    assert_why(append_leased(store, "one", one - 1), LM_STORE_FENCED);
    lm_store_outcome outcome = take(store, "two", 60000, &none);
    assert_why(outcome, LM_STORE_LEASED);
    assert_true(outcome.number > 0 && outcome.number <= 60000);

    assert_why(renew(store, "one", one, 30), LM_STORE_DONE);
    nap_ms(60);
    assert_why(append_leased(store, "one", one), LM_STORE_FENCED); /* it has run out, though no server took it */
    assert_why(renew(store, "one", one, 30), LM_STORE_DONE);
    nap_ms(60);
    assert_why(take(store, "two", 60000, &two), LM_STORE_DONE);
    assert_int_equal(two, one + 1);
    assert_why(append_leased(store, "one", one), LM_STORE_FENCED);
    assert_why(renew(store, "one", one, 1000), LM_STORE_FENCED);
    assert_why(append_leased(store, "two", two), LM_STORE_DONE);
    assert_why(renew(store, "two", two, 0), LM_STORE_DONE);
    assert_why(append_leased(store, "two", two), LM_STORE_FENCED); /* released */
    assert_why(append_leased(store, "one", one), LM_STORE_FENCED);
    assert_int_equal(records_in(store, "table/1"), 3);
    assert_proved(store);
    lm_store_close(store);
}

static bool hear_snapshot(void *context, const lm_snapshot_row *row)
{
    assert_int_equal(row->size, 5);
    assert_memory_equal(row->state, "state", 5);
    *(int64_t *)context = row->seq;
    return true;
}

static void snapshots_and_heads_are_signed(const char *url)
{
    char text[LM_STORE_TEXT], *head;
    int64_t seq = 0;
    lm_signer *signer = new_signer("both.key"), *other = new_signer("other.key");
    lm_store *store = open_with((lm_store_options){ .url = url, .signer = signer });
    open_accounts(store);
    lm_batch *batch = lm_batch_new();
    append(batch, "table/1", "1");
    append(batch, "table/1", "2");
    lm_batch_snapshot(batch, "table/1", 2, "state", 5);
    assert_why(finish(store, batch), LM_STORE_DONE);
    batch = lm_batch_new();
    lm_batch_snapshot(batch, "table/1", 1, "state", 5);
    assert_why(finish(store, batch), LM_STORE_SEQ);
    assert_int_equal(lm_store_snapshot(store, "table/1", hear_snapshot, &seq, text), LM_STORE_DONE);
    assert_int_equal(seq, 2);

    assert_int_equal(lm_store_head(store, &head, text), LM_STORE_DONE);
    batch = lm_batch_new();
    lm_batch_append(batch, "house", LM_STORE_ANY, "head", "house", head, strlen(head));
    append(batch, "table/1", "3");
    assert_why(finish(store, batch), LM_STORE_DONE);
    lm_store_report report = verify(store, head);
    if (report.wrong) fail_msg("%s", report.first);
    assert_int_equal(report.heads, 2);
    assert_int_equal(report.snapshots, 1);
    lm_store_proof quick = { .since_snapshots = true };
    assert_int_equal(lm_store_verify(store, &quick, &report, text), LM_STORE_DONE);
    assert_int_equal(report.wrong, 0);
    assert_int_equal(report.records, 3);     /* two of the house, one after the snapshot */
    char *digit = strstr(head, "time ") + 5; /* what no record contradicts */
    *digit = *digit == '1' ? '2' : '1';
    assert_int_equal(verify(store, head).wrong, 1);
    free(head);
    lm_store_close(store);

    lm_store_options wrong_key = { .url = url, .signer = other };
    assert_null(lm_store_open(&wrong_key, text));
    assert_said(text, "say:made-with-another-key");
    lm_signer_free(signer);
    lm_signer_free(other);
}

enum { THREADS = 4, EACH = 150 };

typedef struct {
    lm_store *store;
    int number, done;
} worker;

static void *work(void *context)
{
    worker *w = context;
    for (int i = 0; i < EACH; i++) {
        lm_batch *batch = lm_batch_new();
        char client[16];
        snprintf(client, sizeof client, "c%d", w->number);
        lm_batch_command(batch, client, i + 1, "", 0);
        append(batch, i % 3 ? "shared" : client, "{}");
        bool there = (i + w->number) % 2;
        lm_batch_move(batch, there ? "ann" : "bob", there ? "bob" : "ann", 30, "toss");
        lm_batch_put(batch, "meter", LM_STORE_ANY, "x", 1);
        lm_store_outcome outcome = finish(w->store, batch);
        if (outcome.why == LM_STORE_DONE) w->done++;
        if (outcome.why != LM_STORE_DONE && outcome.why != LM_STORE_BALANCE) return context;
    }
    return NULL;
}

static void threads_share_it(const char *url)
{
    pthread_t thread[THREADS];
    worker w[THREADS];
    lm_store *store = open_url(url);
    open_accounts(store);
    int done = 1;
    for (int i = 0; i < THREADS; i++) {
        w[i] = (worker){ store, i, 0 };
        assert_int_equal(pthread_create(&thread[i], NULL, work, &w[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(thread[i], &failed);
        assert_null(failed);
        done += w[i].done;
    }
    assert_int_equal(balance(store, "ann") + balance(store, "bob"), 200);
    lm_store_report report = verify(store, NULL);
    if (report.wrong) fail_msg("%s", report.first);
    assert_int_equal(report.records, done);
    lm_store_close(store);
}

typedef struct {
    pthread_mutex_t gate;
    atomic_bool reached;
    int order[64], n;
} held_up;

static void wait_at_gate(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    held_up *up = context;
    atomic_store(&up->reached, true);
    pthread_mutex_lock(&up->gate);
    up->order[up->n++] = outcome->why == LM_STORE_DONE ? (int)lm_batch_result(batch, 0) : -1;
    pthread_mutex_unlock(&up->gate);
    lm_batch_free(batch);
}

/* The third is refused when it has already moved money, put a value and taken a number: nothing of that may show. */
static lm_batch *toss_number(int i)
{
    lm_batch *batch = lm_batch_new();
    lm_batch_command(batch, "tosser", i + 1, "", 0);
    append(batch, "s", "{}");
    lm_batch_move(batch, "bank", "ann", 10, "toss");
    lm_batch_put(batch, "meter", LM_STORE_ANY, "x", 1);
    if (i == 2) {
        lm_batch_open(batch, "eve", false);
        lm_batch_append(batch, "s", 99, "test", "x", "", 0);
    }
    return batch;
}

/* While the writer is held up in the first outcome, four more batches may wait, and no fifth. They become one group, with
 * a refused batch among good ones. */
static void the_queue_is_bounded(const char *url)
{
    char text[LM_STORE_TEXT];
    held_up up = { .gate = PTHREAD_MUTEX_INITIALIZER };
    lm_store *store = open_with((lm_store_options){ .url = url, .queue = 4 });
    open_accounts(store);
    pthread_mutex_lock(&up.gate);
    int taken = 0;
    for (bool room = true; room; taken += room) {
        lm_batch *batch = toss_number(taken);
        room = lm_store_submit(store, batch, wait_at_gate, &up);
        if (!room) lm_batch_free(batch);
        while (!atomic_load(&up.reached))
            nap_ms(1);
    }
    assert_int_equal(taken, 5);
    assert_int_equal(lm_store_waiting(store), 4);
    pthread_mutex_unlock(&up.gate);
    lm_store_close(store);
    assert_int_equal(up.n, 5);
    static const int order[] = { 1, 2, -1, 3, 4 };
    assert_memory_equal(up.order, order, sizeof order);

    value_question q = { 0 };
    store = open_url(url);
    assert_int_equal(balance(store, "ann"), 100 + 4 * 10);
    assert_int_equal(balance(store, "eve"), INT64_MIN);
    assert_int_equal(lm_store_values(store, "meter", hear_value, &q, text), LM_STORE_DONE);
    assert_int_equal(q.version, 4);
    assert_proved(store);
    lm_store_close(store);
}

static void bad_names_are_refused(const char *url)
{
    char longest[LM_STORE_NAME + 2];
    memset(longest, 'x', sizeof longest);
    longest[LM_STORE_NAME + 1] = '\0';
    const char *const names[] = { "", " ", "a b", "a\nb", "\x7f", "\xc3\xa4", longest };
    lm_store *store = open_url(url);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lm_batch *batch = lm_batch_new();
        append(batch, names[i], "{}");
        assert_why(finish(store, batch), LM_STORE_MALFORMED);
        batch = lm_batch_new();
        lm_batch_append(batch, "s", 1, names[i], "x", "", 0);
        assert_why(finish(store, batch), LM_STORE_MALFORMED);
        batch = lm_batch_new();
        lm_batch_command(batch, names[i], 1, "", 0);
        append(batch, "s", "{}");
        assert_why(finish(store, batch), LM_STORE_MALFORMED);
    }
    lm_batch *batch = lm_batch_new();
    lm_batch_command(batch, "c", 0, "", 0);
    append(batch, "s", "{}");
    assert_why(finish(store, batch), LM_STORE_MALFORMED);
    longest[LM_STORE_NAME] = '\0';
    batch = lm_batch_new();
    append(batch, longest, "{}");
    assert_why(finish(store, batch), LM_STORE_DONE);
    assert_int_equal(verify(store, NULL).records, 1);
    lm_store_close(store);
}

static void records_are_never_changed(const char *url)
{
    lm_store *store = open_url(url);
    open_accounts(store);
    lm_store_close(store);
    static const char *const forbidden[] = { "UPDATE %srecords SET kind = 'x'", "DELETE FROM %srecords",
                                             "UPDATE %slines SET cents = 1",    "DELETE FROM %slines",
                                             "DELETE FROM %saccounts",          "DELETE FROM %sstreams",
                                             "UPDATE %saccounts SET cents = -1" };
    bool postgres = strncmp(url, "sqlite:", 7) != 0;
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
        char sql[128], part[64], command[400];
        snprintf(part, sizeof part, "%s", strstr(forbidden[i], "%s") + 2);
        snprintf(sql, sizeof sql, "%.*s%s%s", (int)(strstr(forbidden[i], "%s") - forbidden[i]), forbidden[i],
                 postgres ? "lammer." : "", part);
        snprintf(command, sizeof command,
                 "python3 -c \"import sqlite3; sqlite3.connect('%s').execute(\\\"%s\\\")\" 2>/dev/null", url + 7, sql);
        assert_int_not_equal(postgres ? psql(sql) : system(command), 0);
    }
    store = open_url(url);
    assert_proved(store);
    lm_store_close(store);
}

/* A house goes to the other kind of database and back, and every record arrives with its hash. */
static void houses_are_copied(const char *url)
{
    char text[LM_STORE_TEXT], kept[256], *head, *again;
    if (!h.tools[0]) skip();
    bool postgres = strncmp(url, "sqlite:", 7) != 0;
    snprintf(kept, sizeof kept, "%s", url);
    lm_signer *signer = new_signer("copy.key");
    lm_store *from = open_with((lm_store_options){ .url = kept, .signer = signer });
    open_accounts(from);
    assert_why(finish(from, command(3, "kept answer")), LM_STORE_DONE);
    for (int i = 0; i < 300; i++) {
        lm_batch *batch = lm_batch_new();
        append(batch, i % 2 ? "a" : "b", "\xff\x00 bytes");
        lm_batch_put(batch, "meter", LM_STORE_ANY, "5", 1);
        if (i == 200) lm_batch_snapshot(batch, "b", 101, "state", 5);
        assert_why(finish(from, batch), LM_STORE_DONE);
    }
    assert_int_equal(lm_store_head(from, &head, text), LM_STORE_DONE);
    if (!postgres) assert_int_equal(psql("DROP SCHEMA IF EXISTS lammer CASCADE"), 0);
    const char *target = postgres ? sqlite_url("copy.db") : postgres_url();
    lm_store *to = open_url(target);
    if (lm_store_copy(from, to, text) != LM_STORE_DONE) fail_msg("%s", text);
    lm_store_report report = verify(to, head);
    if (report.wrong) fail_msg("%s", report.first);
    assert_int_equal(report.records, 302);
    assert_int_equal(report.snapshots, 1);
    assert_string_equal(lm_store_house(to), lm_store_house(from));
    assert_int_equal(lm_store_copy(from, to, text), LM_STORE_FAILED);
    assert_non_null(strstr(text, "already"));
    assert_why(finish(to, command(3, "no")), LM_STORE_REPEATED);
    lm_store_close(to);
    to = open_with((lm_store_options){ .url = target, .signer = signer });
    assert_int_equal(lm_store_head(to, &again, text), LM_STORE_DONE);
    *strstr(head, "signature") = *strstr(again, "signature") = '\0'; /* times differ, streams must not */
    assert_string_equal(strstr(head, "\nstream"), strstr(again, "\nstream"));
    free(head);
    free(again);
    lm_store_close(to);
    lm_store_close(from);
    lm_signer_free(signer);
    if (postgres) unlink(target + 7);
}

static int set_up(void **state)
{
    return harness_set_up(true);
}

static int tear_down(void **state)
{
    return harness_tear_down();
}

#define PROMISES(X)                                                                                                    \
    X(records_come_back)                                                                                               \
    X(sequence_numbers_are_kept)                                                                                       \
    X(money_is_moved_or_refused)                                                                                       \
    X(accounts_have_statements)                                                                                        \
    X(values_are_compared_and_set)                                                                                     \
    X(commands_are_done_once)                                                                                          \
    X(leases_fence)                                                                                                    \
    X(snapshots_and_heads_are_signed)                                                                                  \
    X(threads_share_it)                                                                                                \
    X(the_queue_is_bounded)                                                                                            \
    X(bad_names_are_refused)                                                                                           \
    X(records_are_never_changed)                                                                                       \
    X(houses_are_copied)

#define X(name)                                                                                                        \
    static void name##_sqlite(void **state)                                                                            \
    {                                                                                                                  \
        name(empty_store(false));                                                                                      \
    }                                                                                                                  \
    static void name##_postgres(void **state)                                                                          \
    {                                                                                                                  \
        name(empty_store(true));                                                                                       \
    }
PROMISES(X)
#undef X

int main(void)
{
    const struct CMUnitTest tests[] = {
#define X(name) cmocka_unit_test(name##_sqlite), cmocka_unit_test(name##_postgres),
        PROMISES(X)
#undef X
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
