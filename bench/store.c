/* store.c - durable actions a second, as a part of what the same database does for bare inserts in equal batches.
 *
 * An action is what a table does: a record in one of 300 streams under a client's command number; every eighth moves
 * chips. Bare is one row of as many bytes for each action, in transactions of as many rows, into a table without
 * indexes, and nothing else. They run in turns; each
 * figure is the median of its runs.
 *
 *   store [FOLDER]           SQLite in FOLDER (the working folder), which should lie on the disk to be measured
 *   LAMMER_BENCH_POSTGRES    the URL of a PostgreSQL database whose schema `lammer` may be dropped: measured too */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

#include "lammer/store.h"

enum { STREAMS = 300, CLIENTS = 2000, BODY = 160, ROW = 256, RUNS = 9, ACTIONS = 8192, MOVES_EVERY = 8 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void give_up(const char *what)
{
    fprintf(stderr, "store: %s\n", what);
    exit(1);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *rates)
{
    qsort(rates, RUNS, sizeof *rates, ascending);
    return rates[RUNS / 2];
}

/* --- actions ---------------------------------------------------------------------------------------------- */

static void prepare_house(lm_store *store)
{
    lm_batch *batch = lm_batch_new();
    char name[32];
    lm_batch_append(batch, "house", LM_STORE_ANY, "opened", "bench", "{}", 2);
    lm_batch_open(batch, "tray", true);
    for (int i = 0; i < CLIENTS; i++) {
        snprintf(name, sizeof name, "player/%d", i);
        lm_batch_open(batch, name, false);
        lm_batch_move(batch, "tray", name, 100000, "buy-in");
    }
    if (lm_store_do(store, batch).why != LM_STORE_DONE) give_up("the house could not be prepared");
    lm_batch_free(batch);
}

static lm_batch *action(int64_t i)
{
    static const char body[BODY + 1] = "{\"verb\":\"hit\"}";
    char client[32], stream[32], player[32];
    int who = (int)((uint64_t)i * 2654435761u % CLIENTS);
    lm_batch *batch = lm_batch_new();
    snprintf(client, sizeof client, "client/%d", who);
    snprintf(stream, sizeof stream, "table/%d", who % STREAMS);
    snprintf(player, sizeof player, "player/%d", who);
    lm_batch_command(batch, client, i, "{\"seq\":123456}", 14);
    lm_batch_append(batch, stream, LM_STORE_ANY, "action", client, body, BODY);
    if (i % MOVES_EVERY == 0) lm_batch_move(batch, player, "tray", 1, "wager");
    return batch;
}

/* A fixed number is always under way: whoever is done makes room for the next, so groups have that size. */
typedef struct {
    lm_store *store;
    lm_batch *batch[ACTIONS];
    int next, done;
    pthread_mutex_t mutex;
    pthread_cond_t finished;
} load;

static void submit_next(load *l);

static void hear(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    load *l = context;
    if (outcome->why != LM_STORE_DONE) give_up("an action was refused");
    submit_next(l);
    pthread_mutex_lock(&l->mutex);
    if (++l->done == ACTIONS) pthread_cond_signal(&l->finished);
    pthread_mutex_unlock(&l->mutex);
}

static void submit_next(load *l)
{
    if (l->next < ACTIONS && !lm_store_submit(l->store, l->batch[l->next++], hear, l))
        give_up("the queue is full");
}

static double run_actions(lm_store *store, int group, int64_t *number)
{
    static load l;
    l = (load){ .store = store, .mutex = PTHREAD_MUTEX_INITIALIZER, .finished = PTHREAD_COND_INITIALIZER };
    for (int i = 0; i < ACTIONS; i++)
        l.batch[i] = action(++*number);
    double start = seconds();
    l.next = group;
    for (int i = 0; i < group; i++) {
        if (!lm_store_submit(store, l.batch[i], hear, &l)) give_up("the queue is full");
    }
    pthread_mutex_lock(&l.mutex);
    while (l.done < ACTIONS)
        pthread_cond_wait(&l.finished, &l.mutex);
    pthread_mutex_unlock(&l.mutex);
    double rate = ACTIONS / (seconds() - start);
    for (int i = 0; i < ACTIONS; i++)
        lm_batch_free(l.batch[i]);
    return rate;
}

/* --- bare inserts ----------------------------------------------------------------------------------------- */

static double bare_sqlite(void *database, int group)
{
    sqlite3 *db = database;
    sqlite3_stmt *insert;
    static const char row[ROW];
    sqlite3_prepare_v2(db, "INSERT INTO bare VALUES (NULL, ?1)", -1, &insert, NULL);
    double start = seconds();
    for (int i = 0; i < ACTIONS; i += group) {
        sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        for (int k = 0; k < group; k++) {
            sqlite3_bind_blob(insert, 1, row, ROW, SQLITE_STATIC);
            if (sqlite3_step(insert) != SQLITE_DONE) give_up(sqlite3_errmsg(db));
            sqlite3_reset(insert);
        }
        if (sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) give_up(sqlite3_errmsg(db));
    }
    double rate = ACTIONS / (seconds() - start);
    sqlite3_finalize(insert);
    return rate;
}

static void execute(PGconn *db, const char *sql)
{
    PGresult *result = PQexec(db, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) give_up(PQerrorMessage(db));
    PQclear(result);
}

/* Rows of a transaction are sent together, in a pipeline: nothing bare is faster by single inserts. */
static double bare_postgres(void *database, int group)
{
    PGconn *db = database;
    static const char row[ROW];
    const char *value[] = { row };
    const int size[] = { ROW }, format[] = { 1 };
    double start = seconds();
    for (int i = 0; i < ACTIONS; i += group) {
        PQenterPipelineMode(db);
        PQsendQueryParams(db, "BEGIN", 0, NULL, NULL, NULL, NULL, 0);
        for (int k = 0; k < group; k++)
            PQsendQueryPrepared(db, "bare", 1, value, size, format, 0);
        PQsendQueryParams(db, "COMMIT", 0, NULL, NULL, NULL, NULL, 0);
        PQpipelineSync(db);
        for (int k = 0; k < group + 3; k++) {
            PGresult *result = PQgetResult(db);
            if (PQresultStatus(result) == PGRES_FATAL_ERROR) give_up(PQerrorMessage(db));
            PQclear(result);
            if (k < group + 2) PQclear(PQgetResult(db));
        }
        PQexitPipelineMode(db);
    }
    return ACTIONS / (seconds() - start);
}

/* --- both in turns ---------------------------------------------------------------------------------------- */

static void compare(const char *name, lm_store *store, double (*bare)(void *, int), void *database)
{
    static const int groups[] = { 16, 64, 256 };
    int64_t number = 0;
    prepare_house(store);
    run_actions(store, 256, &number); /* every stream and client has been there */
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        double ours[RUNS], theirs[RUNS], part[RUNS];
        for (int i = 0; i < RUNS; i++) {
            theirs[i] = bare(database, groups[g]);
            ours[i] = run_actions(store, groups[g], &number);
            part[i] = 100 * ours[i] / theirs[i]; /* neighbours in time: disks have moods */
        }
        printf("%-10s groups of %3d: %8.0f actions/s, bare inserts %8.0f/s: %3.0f %%\n", name, groups[g],
               median(ours), median(theirs), median(part));
        fflush(stdout);
    }
}

static void remove_files(const char *path)
{
    static const char *const ends[] = { "", "-wal", "-shm", ".lock" };
    char name[600];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static void measure_sqlite(const char *folder)
{
    char house[512], other[512], url[600], text[LM_STORE_TEXT];
    sqlite3 *db;
    snprintf(house, sizeof house, "%s/bench-house.db", folder);
    snprintf(other, sizeof other, "%s/bench-bare.db", folder);
    snprintf(url, sizeof url, "sqlite:%s", house);
    remove_files(house);
    remove_files(other);
    lm_store_options options = { .url = url };
    lm_store *store = lm_store_open(&options, text);
    if (!store) give_up(text);
    if (sqlite3_open(other, &db) != SQLITE_OK) give_up(sqlite3_errmsg(db));
    sqlite3_exec(db,
                 "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 16384;"
                 "CREATE TABLE bare (id INTEGER PRIMARY KEY, body BLOB)",
                 NULL, NULL, NULL);
    compare("SQLite", store, bare_sqlite, db);
    sqlite3_close(db);
    lm_store_close(store);
    remove_files(house);
    remove_files(other);
}

static void measure_postgres(const char *url)
{
    char text[LM_STORE_TEXT];
    PGconn *db = PQconnectdb(url);
    if (PQstatus(db) != CONNECTION_OK) give_up(PQerrorMessage(db));
    execute(db, "SET client_min_messages = error");
    execute(db, "DROP SCHEMA IF EXISTS lammer CASCADE; DROP TABLE IF EXISTS lammer_bare; CREATE TABLE "
                "lammer_bare (body bytea)");
    PQclear(PQprepare(db, "bare", "INSERT INTO lammer_bare VALUES ($1::bytea)", 1, NULL));
    lm_store_options options = { .url = url };
    lm_store *store = lm_store_open(&options, text);
    if (!store) give_up(text);
    compare("PostgreSQL", store, bare_postgres, db);
    lm_store_close(store);
    execute(db, "DROP SCHEMA lammer CASCADE; DROP TABLE lammer_bare");
    PQfinish(db);
}

int main(int argc, char **argv)
{
    const char *url = getenv("LAMMER_BENCH_POSTGRES");
    measure_sqlite(argc > 1 ? argv[1] : ".");
    if (url) measure_postgres(url);
    if (!url) puts("PostgreSQL not measured: LAMMER_BENCH_POSTGRES is not set");
    return 0;
}
