/* writer.c - the writer thread: takes the waiting batches, writes them in one transaction, and reports the outcomes.
 *
 * Batches gather while a commit is running, so a busier house has larger groups. A busy house also waits a moment
 * longer before each commit: a group of twice the size costs the disk the same. */
#include <string.h>
#include <time.h>

#include "room.h"

enum { GROUP_BATCHES = 1024, GROUP_BYTES = 16 * 1024 * 1024, ATTEMPTS = 100 };
enum { GATHERS_FROM = 4, GATHERS_US = 6000 }; /* waits for more only if the last group had GATHERS_FROM batches */

/* --- one group -------------------------------------------------------------------------------------------- */

static bool judge_all(group *g, lm_batch *batches)
{
    bool any = false;
    for (lm_batch *batch = batches; batch; batch = batch->next) {
        group_judge(g, batch);
        any |= batch->outcome.why == LM_STORE_DONE;
    }
    return any;
}

static db_end write_group(lm_store *store, lm_batch *batches)
{
    store_db *db = store->writer;
    group *g = &store->group;
    group_begin(g);
    for (lm_batch *batch = batches; batch; batch = batch->next) {
        if (!group_mention(g, batch)) batch->short_of_memory = true;
    }
    db_end end = group_load(g, db);
    if (end != DB_OK) return end;
    if (!judge_all(g, batches)) {
        db->kind->rollback(db);
        return DB_OK;
    }
    end = group_save(g, db);
    return end == DB_OK ? db->kind->commit(db) : end;
}

db_end store_transaction(lm_store *store, db_end (*work)(lm_store *store, lm_batch *batches), lm_batch *batches)
{
    store_db *db = store->writer;
    for (int i = 0; i < ATTEMPTS; i++) {
        bool committed;
        db_end end = work(store, batches);
        if (end == DB_OK || end == DB_DEAD) return end;
        bool unknown = end == DB_UNKNOWN;
        end = db->kind->recover(db, &committed);
        if (end != DB_OK || (unknown && committed)) return end;
    }
    return DB_DEAD;
}

static void die(lm_store *store)
{
    store_db *db = store->writer;
    db->kind->rollback(db);
    pthread_mutex_lock(&store->mutex);
    store->dead = true;
    memcpy(store->fault, db->text, LM_STORE_TEXT);
    pthread_mutex_unlock(&store->mutex);
}

static void tell_outcomes(lm_batch *batches, bool failed)
{
    while (batches) {
        lm_batch *batch = batches;
        batches = batch->next; /* `done` may free the batch */
        if (failed) batch->outcome = (lm_store_outcome){ .why = LM_STORE_FAILED };
        lm_store_outcome outcome = batch->outcome;
        batch->done(batch->context, batch, &outcome);
    }
}

/* Called before the outcomes are reported, because a caller may read the count as soon as it gets one. */
static void note_reconnections(lm_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->reconnections = store->writer->reconnections;
    pthread_mutex_unlock(&store->mutex);
}

static void serve_group(lm_store *store, lm_batch *batches, bool dead)
{
    if (!dead && store_transaction(store, write_group, batches) != DB_OK) {
        dead = true;
        die(store);
    }
    note_reconnections(store);
    tell_outcomes(batches, dead);
    if (!dead && store->writer->kind->tidy(store->writer) != DB_OK) die(store);
}

/* --- the queue -------------------------------------------------------------------------------------------- */

static int64_t monotonic_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Waits up to twice as long as the last commit took, so that groups grow with the load. A single batch in an idle house
 * is written at once. Call with the mutex held. */
static void wait_for_more(lm_store *store)
{
    int64_t us = 2 * store->commit_us;
    if (us > GATHERS_US) us = GATHERS_US;
    if (store->grouped < GATHERS_FROM || store->waiting >= GROUP_BATCHES || store->closing) return;
    pthread_mutex_unlock(&store->mutex);
    nanosleep(&(struct timespec){ .tv_nsec = us * 1000 }, NULL);
    pthread_mutex_lock(&store->mutex);
}

/* The next group, or NULL when the store is being closed and nothing waits. Call with the mutex held. */
static lm_batch *take_group(lm_store *store)
{
    lm_batch *first = store->first, **end = &store->first;
    size_t bytes = 0;
    store->grouped = 0;
    for (int n = 0; *end && n < GROUP_BATCHES && bytes < GROUP_BYTES; n++) {
        bytes += (*end)->bytes;
        end = &(*end)->next;
        store->waiting--;
        store->grouped++;
    }
    if (!first) return NULL;
    store->first = *end;
    *end = NULL;
    if (!store->first) store->end = &store->first;
    pthread_cond_broadcast(&store->room);
    return first;
}

static void *write_all(void *context)
{
    lm_store *store = context;
    for (bool first = true;; first = false) {
        pthread_mutex_lock(&store->mutex);
        store->commits += !first && !store->dead;
        while (!store->first && !store->closing)
            pthread_cond_wait(&store->work, &store->mutex);
        wait_for_more(store);
        lm_batch *batches = take_group(store);
        bool dead = store->dead;
        pthread_mutex_unlock(&store->mutex);
        if (!batches) return NULL;
        int64_t began = monotonic_us();
        serve_group(store, batches, dead);
        store->commit_us = monotonic_us() - began;
    }
}

/* Does the work of the writer thread in a store that has none. */
bool lm_store_step(lm_store *store)
{
    if (!store->by_hand) return false;
    pthread_mutex_lock(&store->mutex);
    lm_batch *batches = store->first ? take_group(store) : NULL;
    store->commits += batches && !store->dead;
    bool dead = store->dead;
    pthread_mutex_unlock(&store->mutex);
    if (batches) serve_group(store, batches, dead);
    return batches != NULL;
}

bool writer_start(lm_store *store)
{
    store->threaded = db_thread(&store->thread, write_all, store);
    return store->threaded;
}

void writer_stop(lm_store *store)
{
    while (lm_store_step(store))
        ;
    store->by_hand = false;
    if (!store->threaded) return;
    pthread_mutex_lock(&store->mutex);
    store->closing = true;
    pthread_cond_broadcast(&store->work);
    pthread_mutex_unlock(&store->mutex);
    pthread_join(store->thread, NULL);
    store->threaded = false;
}

static bool enqueue(lm_store *store, lm_batch *batch, lm_store_done done, void *context, bool wait)
{
    if (!store->threaded && !store->by_hand) return false;
    while (wait && store->by_hand && lm_store_waiting(store) >= store->limit)
        lm_store_step(store);
    pthread_mutex_lock(&store->mutex);
    while (wait && store->waiting >= store->limit && !store->closing)
        pthread_cond_wait(&store->room, &store->mutex);
    bool taken = store->waiting < store->limit && !store->closing;
    if (taken) {
        batch->next = NULL;
        batch->done = done;
        batch->context = context;
        *store->end = batch;
        store->end = &batch->next;
        store->waiting++;
        pthread_cond_signal(&store->work);
    }
    pthread_mutex_unlock(&store->mutex);
    return taken;
}

bool lm_store_submit(lm_store *store, lm_batch *batch, lm_store_done done, void *context)
{
    return enqueue(store, batch, done, context, false);
}

int lm_store_waiting(lm_store *store)
{
    pthread_mutex_lock(&store->mutex);
    int waiting = store->waiting;
    pthread_mutex_unlock(&store->mutex);
    return waiting;
}

int64_t lm_store_commits(lm_store *store)
{
    pthread_mutex_lock(&store->mutex);
    int64_t commits = store->commits;
    pthread_mutex_unlock(&store->mutex);
    return commits;
}

int64_t lm_store_reconnections(lm_store *store)
{
    pthread_mutex_lock(&store->mutex);
    int64_t reconnections = store->reconnections;
    pthread_mutex_unlock(&store->mutex);
    return reconnections;
}

bool lm_store_fault(lm_store *store, char *text)
{
    pthread_mutex_lock(&store->mutex);
    bool dead = store->dead;
    memcpy(text, store->fault, LM_STORE_TEXT);
    pthread_mutex_unlock(&store->mutex);
    return dead;
}

/* --- waiting for one batch -------------------------------------------------------------------------------- */

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    bool done;
    lm_store_outcome outcome;
} waiter;

static void wake(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    waiter *w = context;
    pthread_mutex_lock(&w->mutex);
    w->outcome = *outcome;
    w->outcome.answer = NULL;
    w->done = true;
    pthread_cond_signal(&w->cond);
    pthread_mutex_unlock(&w->mutex);
}

lm_store_outcome lm_store_do(lm_store *store, lm_batch *batch)
{
    waiter w = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, { .why = LM_STORE_FAILED } };
    if (enqueue(store, batch, wake, &w, true)) {
        while (!w.done && lm_store_step(store))
            ;
        pthread_mutex_lock(&w.mutex);
        while (!w.done)
            pthread_cond_wait(&w.cond, &w.mutex);
        pthread_mutex_unlock(&w.mutex);
    }
    pthread_cond_destroy(&w.cond);
    pthread_mutex_destroy(&w.mutex);
    return w.outcome;
}
