/* books.c - proves the books of a running house again and again, in small steps, and signs heads of them.
 *
 * One thread of the lowest priority does both, with its own database connection, so no request waits for it. It works
 * at most a tenth of the time. Only after a lost connection does it prove everything at once, because the database
 * that came back may be another one. */
#define _GNU_SOURCE /* gettid */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "room.h"

enum {
    LOWEST_PRIORITY = 19,
    PORTION = 1000,      /* rows of one step */
    REST_FACTOR = 9,     /* the thread rests this many times as long as it has worked */
    TICK_MS = 200,       /* ms between two looks whether something is due */
    LOOK_MS = 5000,      /* ms between two looks whether a head is due */
    HEAD_RECORDS = 1000, /* number of new records that makes a head due early */
    AGAIN_MS = 1000,     /* ms to wait after a failure to read */
    STOP_S = 5,
};

/* Sleeps; true when the server stops. */
static bool nap(books *b, int64_t ms)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_mutex_lock(&b->mutex);
    if (!b->stops) pthread_cond_timedwait(&b->moved, &b->mutex, &until);
    bool stops = b->stops;
    pthread_mutex_unlock(&b->mutex);
    return stops;
}

static int64_t wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Writes files first, because a writer of the database cannot alter them. */
static void keep_head(books *b, const char *text, bool last)
{
    server *s = b->server;
    const char *wrong = signed_heads_keep(&b->heads, text, wall_ms(), last);
    if (wrong) log_line("error", "head not written", json_pack("{s:s, s:s}", "folder", b->heads.folder, "why", wrong));
    lm_batch *batch = lm_batch_new();
    if (!batch) return;
    lm_batch_head(batch, s->name, text);
    lm_batch_snapshot(batch, "house", LM_STORE_ANY, "", 0);
    lm_batch_snapshot(batch, "program", LM_STORE_ANY, "", 0);
    lm_store_do(s->store, batch); /* if the store fails, the house ends, so the result is not needed here */
    lm_batch_free(batch);
}

static bool sum_records(void *context, const lm_stream_row *row)
{
    if (strcmp(row->name, LM_STORE_HEADS) != 0) *(int64_t *)context += row->seq;
    return true;
}

/* A head is due only where records were added. */
static bool head_is_due(books *b)
{
    char text[LM_STORE_TEXT];
    int64_t records = 0, now = now_ms(), every = (int64_t)b->server->options.head_s * 1000;
    if (b->looked_ms && now - b->looked_ms < (every < LOOK_MS ? every : LOOK_MS)) return false;
    b->looked_ms = now;
    if (lm_store_streams(b->reader, "", sum_records, &records, text) != LM_STORE_DONE) return false;
    bool due =
        !b->head || (records != b->records && (now - b->head_ms >= every || records - b->records >= HEAD_RECORDS));
    if (due) b->records = records;
    return due;
}

static void tell_proof(books *b, proof_state state, const lm_store_report *report);

/* Earlier signed records must still be there: rewritten ones are never signed. */
static bool extends_last_head(books *b)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    if (!b->head) return true;
    lm_store_proof how = proof_into(&b->finding, b->server->signer, b->head);
    how.only_head = true;
    if (lm_store_verify(b->reader, &how, &report, text) != LM_STORE_DONE) return false;
    if (report.wrong) tell_proof(b, PROOF_WRONG, &report);
    return !report.wrong;
}

static void sign_head(books *b)
{
    char text[LM_STORE_TEXT], *made;
    if (!extends_last_head(b) || lm_store_head(b->reader, &made, text) != LM_STORE_DONE) return;
    keep_head(b, made, false);
    free(b->head);
    b->head = made;
    b->head_ms = now_ms();
}

void books_sign_last(books *b, bool at_rest)
{
    char text[LM_STORE_TEXT], *made = NULL;
    lm_store *store = b->server->store;
    lm_store_why why = at_rest ? lm_store_head_at_rest(store, &made, text) : lm_store_head(store, &made, text);
    if (why == LM_STORE_DONE) keep_head(b, made, true);
    free(made);
}

static bool open_reader(books *b)
{
    server *s = b->server;
    lm_store_options options = { .url = s->store_url, .mode = LM_STORE_READ, .signer = s->signer };
    if (!b->reader) b->reader = lm_store_open(&options, b->finding.text);
    return b->reader;
}

static void give_up_scrub(books *b)
{
    lm_scrub_free(b->scrub);
    b->scrub = NULL;
}

/* After a failure to read, the proof starts again over a new connection. */
static void close_reader(books *b)
{
    give_up_scrub(b);
    lm_store_close(b->reader);
    b->reader = NULL;
}

static void tell_proof(books *b, proof_state state, const lm_store_report *report)
{
    b->finding.state = state;
    b->finding.report = *report;
    if (state != PROOF_FAILED) b->wrong = state == PROOF_WRONG;
    pthread_mutex_lock(&b->mutex);
    b->found = b->finding;
    b->fresh = true;
    pthread_mutex_unlock(&b->mutex);
    server_wake(b->server);
}

/* The proof also checks that the database still holds the last head that this server signed. */
static void begin_scrub(books *b)
{
    free(b->scrub_head);
    b->scrub_head = b->head ? strdup(b->head) : NULL;
    b->how = proof_into(&b->finding, b->server->signer, b->scrub_head);
    b->scrub = lm_scrub_new(b->reader, &b->how);
}

static bool scrub_is_due(books *b)
{
    int64_t every = (int64_t)b->server->options.scrub_s * 1000;
    return b->scrub || b->hurries || (every && now_ms() - b->scrubbed_ms >= every);
}

/* One step; returns how long to rest after it. */
static int64_t scrub_some(books *b)
{
    int64_t began = now_us();
    if (!b->scrub) begin_scrub(b);
    if (!b->scrub) return AGAIN_MS;
    lm_scrub_end end = lm_scrub_step(b->scrub, PORTION, b->finding.text);
    int64_t rest_ms = b->hurries ? 0 : (now_us() - began) * REST_FACTOR / 1000 + 1;
    if (end == LM_SCRUB_GOES_ON) return rest_ms;
    if (end == LM_SCRUB_FAILED) {
        tell_proof(b, PROOF_FAILED, lm_scrub_report(b->scrub));
        close_reader(b);
        return AGAIN_MS;
    }
    const lm_store_report *report = lm_scrub_report(b->scrub);
    tell_proof(b, report->wrong ? PROOF_WRONG : PROOF_RIGHT, report);
    give_up_scrub(b);
    b->scrubbed_ms = now_ms();
    b->hurries = false;
    return TICK_MS;
}

/* Proofs from before the loss say nothing about the database that came back. */
static void notice_return(books *b)
{
    int64_t reconnections = lm_store_reconnections(b->server->store);
    if (reconnections == b->reconnections) return;
    b->reconnections = reconnections;
    log_line("warning",
             /* say:database-was-away */ "the database connection was lost: everything is proved again", NULL);
    close_reader(b);
    b->hurries = true;
}

static int64_t do_what_is_due(books *b)
{
    notice_return(b);
    if (!open_reader(b)) return AGAIN_MS;
    if (!b->hurries && !b->wrong && !b->scrub && head_is_due(b)) sign_head(b);
    return scrub_is_due(b) ? scrub_some(b) : TICK_MS;
}

/* On Linux each thread has its own priority; elsewhere this one runs like the rest. */
static void *prove_books(void *self)
{
    books *b = self;
    setpriority(PRIO_PROCESS, (id_t)gettid(), LOWEST_PRIORITY);
    while (!nap(b, do_what_is_due(b)))
        ;
    close_reader(b);
    pthread_mutex_lock(&b->mutex);
    b->ended = true;
    pthread_cond_broadcast(&b->moved);
    pthread_mutex_unlock(&b->mutex);
    return NULL;
}

bool books_start(books *b, server *s)
{
    sigset_t all, before;
    b->server = s;
    b->scrubbed_ms = now_ms();
    pthread_mutex_init(&b->mutex, NULL);
    pthread_cond_init(&b->moved, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    b->started = pthread_create(&b->thread, NULL, prove_books, b) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return b->started;
}

bool books_take(books *b)
{
    if (!b->started) return false;
    pthread_mutex_lock(&b->mutex);
    bool fresh = b->fresh;
    if (fresh) b->last = b->found;
    b->fresh = false;
    pthread_mutex_unlock(&b->mutex);
    b->proofs += fresh;
    return fresh;
}

bool books_stop(books *b)
{
    struct timespec until;
    if (!b->started) return true;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += STOP_S;
    pthread_mutex_lock(&b->mutex);
    b->stops = true;
    pthread_cond_broadcast(&b->moved);
    int wait = 0;
    while (!b->ended && wait == 0)
        wait = pthread_cond_timedwait(&b->moved, &b->mutex, &until);
    bool ended = b->ended;
    pthread_mutex_unlock(&b->mutex);
    if (!ended) return false;
    pthread_join(b->thread, NULL);
    pthread_cond_destroy(&b->moved);
    pthread_mutex_destroy(&b->mutex);
    free(b->head);
    free(b->scrub_head);
    b->head = b->scrub_head = NULL;
    b->started = false;
    return true;
}
