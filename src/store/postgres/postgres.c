/* postgres.c - a house that several servers share: the connection, its loss and return, transactions.
 *
 * Every transaction of a writer leaves a number in its row of `writers`. If the connection is lost during a commit, the
 * writer reconnects, ends its old connection, and reads the number, which shows whether the commit took place. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "postgres.h"

enum { RETRY_MS = 100 };

/* SQLSTATEs after which the transaction is surely undone and worth another attempt: serialization, deadlock, two
 * writers making the same row, waiting too long for a lock. */
static bool worth_retrying(const char *state)
{
    static const char *const states[] = { "40001", "40P01", "23505", "55P03" };
    for (size_t i = 0; state && i < sizeof states / sizeof *states; i++) {
        if (strcmp(states[i], state) == 0) return true;
    }
    return false;
}

static const char *advice_for(const char *state)
{
    if (!state) return "the database server does not answer; start it, or name another database";
    if (strncmp(state, "53", 2) == 0) return "the database server is out of disk, memory or connections";
    if (strncmp(state, "28", 2) == 0) return "the database refused the user; check the name and password in the URL";
    if (strcmp(state, "42501") == 0) return "the database user lacks a right; grant it";
    if (strcmp(state, "25006") == 0) return "the database is read-only; connect to the primary";
    return "look at the log of the database server";
}

/* libpq's messages end in a line feed and may hold several lines; the first one says what happened. */
static db_end say_postgres(postgres_db *self, db_end end, const char *doing, const char *state)
{
    const char *message = PQerrorMessage(self->connection);
    size_t line = strcspn(message, "\n");
    return db_say(&self->head, end, "PostgreSQL: %s: %s (%.*s)", doing, advice_for(state),
                  (int)(line < 200 ? line : 200), message);
}

/* An error without a code did not come from the database: the connection is gone, even if libpq has not noticed yet. */
db_end postgres_end(postgres_db *self, PGresult *result, ExecStatusType expected, const char *doing)
{
    db_end end = DB_OK;
    if (PQresultStatus(result) != expected) {
        const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        if (PQstatus(self->connection) == CONNECTION_BAD || !state) self->lost = true;
        bool again = self->lost || worth_retrying(state);
        end = say_postgres(self, again ? DB_AGAIN : DB_DEAD, doing, state);
    }
    PQclear(result);
    return end;
}

db_end postgres_run(postgres_db *self, const char *sql, const char *doing)
{
    return postgres_end(self, PQexec(self->connection, sql), PGRES_COMMAND_OK, doing);
}

/* The single number that a statement returns; `none` when it returns no row. */
static db_end ask_number(postgres_db *self, const char *sql, int64_t none, int64_t *number)
{
    PGresult *result = PQexec(self->connection, sql);
    *number = none;
    if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1 && !PQgetisnull(result, 0, 0))
        *number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    return postgres_end(self, result, PGRES_TUPLES_OK, "reading it");
}

/* --- the connection --------------------------------------------------------------------------------------- */

static void hear_nothing(void *context, const char *message)
{
}

/* A writer that is cut off in mid-transaction must not lock its rows against the server that takes over: the database
 * ends the transaction after a second, and the writer finds out after reconnecting whether it was committed. Rows are
 * looked up by index even in small tables, because a plan made for a small table must not stay when it has grown. */
#define WRITER_SQL                                                                                                     \
    "SET idle_in_transaction_session_timeout = '1s'; SET plan_cache_mode = force_generic_plan;"                        \
    "SET enable_seqscan = off"

static db_end set_up(postgres_db *self)
{
    if (PQstatus(self->connection) != CONNECTION_OK) return say_postgres(self, DB_AGAIN, "connecting", NULL);
    PQsetNoticeProcessor(self->connection, hear_nothing, NULL);
    static const char always[] = "SET search_path = lammer; SET synchronous_commit = on; SET lock_timeout = '30s';"
                                 "SET client_encoding = 'UTF8'; SET default_transaction_isolation = 'read committed'";
    db_end end = postgres_run(self, always, "connecting");
    if (end == DB_OK && self->writes) end = postgres_run(self, WRITER_SQL, "connecting");
    return end;
}

static db_end connect_again(postgres_db *self)
{
    const char *words[] = { "dbname", "application_name", "connect_timeout", "tcp_user_timeout", NULL };
    const char *values[] = { self->head.where, self->writer, "5", "5000", NULL };
    if (self->connection) PQfinish(self->connection);
    self->lost = false;
    self->connection = PQconnectdbParams(words, values, 1);
    self->prepared = self->piping = false;
    self->queued = 0;
    return set_up(self);
}

/* Ends this writer's earlier connections and waits for their end: after that, a pending commit has either happened or
 * never will. */
static db_end end_predecessors(postgres_db *self)
{
    char sql[256];
    int64_t left = 1;
    db_end end = DB_OK;
    snprintf(sql, sizeof sql,
             "SELECT count(pg_terminate_backend(pid, 1000)) FROM pg_stat_activity "
             "WHERE application_name = '%s' AND pid <> pg_backend_pid()",
             self->writer);
    while (end == DB_OK && left > 0)
        end = ask_number(self, sql, 0, &left);
    return end;
}

static db_end ask_fate(postgres_db *self, bool *committed)
{
    char sql[128];
    int64_t number;
    db_end end = end_predecessors(self);
    if (end != DB_OK) return end;
    snprintf(sql, sizeof sql, "SELECT number FROM writers WHERE name = '%s'", self->writer);
    end = ask_number(self, sql, 0, &number);
    *committed = end == DB_OK && number == self->group;
    return end;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void hear_no_answer(void *context, int command, const PGresult *result)
{
}

static void rollback_postgres(store_db *db)
{
    postgres_db *self = (postgres_db *)db;
    if (self->piping) pipe_read(self, hear_no_answer, NULL, "rolling back");
    if (PQtransactionStatus(self->connection) != PQTRANS_IDLE) PQclear(PQexec(self->connection, "ROLLBACK"));
}

static db_end recover_postgres(store_db *db, bool *committed)
{
    postgres_db *self = (postgres_db *)db;
    *committed = false;
    if (!self->lost && PQstatus(self->connection) == CONNECTION_OK) {
        rollback_postgres(db);
        return DB_OK;
    }
    int64_t until = now_ms() + self->patience_ms;
    for (;;) {
        db_end end = connect_again(self);
        if (end == DB_OK) end = ask_fate(self, committed);
        if (end == DB_OK) db->reconnections++;
        if (end == DB_OK || end == DB_DEAD) return end;
        if (now_ms() >= until) return DB_DEAD; /* the last sentence gives the reason */
        nanosleep(&(struct timespec){ .tv_nsec = RETRY_MS * 1000000L }, NULL);
    }
}

/* --- transactions ----------------------------------------------------------------------------------------- */

static db_end begin_postgres(store_db *db, row_set *const *sets, int n, int64_t *now_ms)
{
    postgres_db *self = (postgres_db *)db;
    self->group++;
    db_end end = self->prepared ? DB_OK : postgres_prepare(self);
    return end == DB_OK ? postgres_begin(db, sets, n, now_ms) : end;
}

/* COMMIT of a transaction that has failed answers ROLLBACK. */
static void hear_commit(void *context, int command, const PGresult *result)
{
    *(bool *)context = strcmp(PQcmdStatus((PGresult *)(uintptr_t)result), "COMMIT") == 0;
}

/* All saved rows are sent with the COMMIT, which is not executed if anything before it fails. */
static db_end commit_postgres(store_db *db)
{
    postgres_db *self = (postgres_db *)db;
    char number[24];
    bool committed = false;
    int size = snprintf(number, sizeof number, "%lld", (long long)self->group);
    arguments a = { { self->writer, number }, { (int)strlen(self->writer), size }, { 0, 0 }, 2 };
    pipe_prepared(self, "writer", &a);
    pipe_statement(self, "COMMIT");
    db_end end = pipe_read(self, hear_commit, &committed, "writing");
    if (end == DB_OK && !committed) return db_say(db, DB_DEAD, "PostgreSQL: writing: it was rolled back");
    return self->lost ? DB_UNKNOWN : end;
}

static db_end tidy_postgres(store_db *db)
{
    return DB_OK;
}

static db_end look_postgres(store_db *db)
{
    postgres_db *self = (postgres_db *)db;
    bool there = !self->lost && PQstatus(self->connection) == CONNECTION_OK;
    db_end end = there ? DB_OK : connect_again(self);
    if (end == DB_OK) end = postgres_run(self, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "reading");
    return end;
}

/* --- migrations ------------------------------------------------------------------------------------------- */

/* Reads the catalogue as a table: to_regclass may answer from a cache older than the lock that migrate_locked waited
 * for. */
static db_end version_postgres(store_db *db, int *number)
{
    postgres_db *self = (postgres_db *)db;
    int64_t answer;
    db_end end = ask_number(
        self, "SELECT count(*) FROM pg_tables WHERE schemaname = 'lammer' AND tablename = 'version'", 0, &answer);
    if (end == DB_OK && answer) end = ask_number(self, "SELECT max(number) FROM lammer.version", 0, &answer);
    *number = (int)answer;
    return end;
}

/* Servers that start together take turns here; the second finds the migration done. */
static db_end migrate_locked(postgres_db *self, const lm_embedded_file *file, int number)
{
    enum { LOCK = 0x4c616d72 }; /* any number reserved for us */
    char sql[96];
    int before;
    int64_t nothing;
    snprintf(sql, sizeof sql, "SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(%d)", LOCK);
    db_end end = ask_number(self, sql, 0, &nothing);
    if (end != DB_OK) return end;
    end = version_postgres(&self->head, &before);
    if (end != DB_OK || before >= number) return end;
    snprintf(sql, sizeof sql, "INSERT INTO lammer.version VALUES (%d)", number);
    end = postgres_run(self,
                       "CREATE SCHEMA IF NOT EXISTS lammer; CREATE TABLE IF NOT EXISTS lammer.version "
                       "(number int4 PRIMARY KEY)",
                       "upgrading");
    if (end == DB_OK) end = postgres_run(self, file->data, file->name);
    if (end == DB_OK) end = postgres_run(self, sql, "upgrading");
    return end;
}

static db_end migrate_postgres(store_db *db, const lm_embedded_file *file, int number)
{
    postgres_db *self = (postgres_db *)db;
    db_end end = postgres_run(self, "BEGIN", "upgrading");
    if (end == DB_OK) end = migrate_locked(self, file, number);
    if (end == DB_OK) end = postgres_run(self, "COMMIT", "upgrading");
    if (end != DB_OK) rollback_postgres(db);
    return end;
}

/* --- opening and closing ---------------------------------------------------------------------------------- */

static void forget_writer(postgres_db *self)
{
    char sql[128];
    if (!self->group || PQstatus(self->connection) != CONNECTION_OK) return;
    snprintf(sql, sizeof sql, "DELETE FROM writers WHERE name = '%s'", self->writer);
    PQclear(PQexec(self->connection, sql));
}

static void close_postgres(store_db *db)
{
    postgres_db *self = (postgres_db *)db;
    if (self->connection) {
        rollback_postgres(db);
        forget_writer(self);
        PQfinish(self->connection);
    }
    arena_free(&self->memory);
}

static void name_writer(postgres_db *self)
{
    uint8_t random[12];
    char hex[2 * sizeof random + 1];
    randombytes_buf(random, sizeof random);
    snprintf(self->writer, sizeof self->writer, "lammer-%s", sodium_bin2hex(hex, sizeof hex, random, sizeof random));
}

static db_end open_postgres(store_db *db, const db_options *options)
{
    postgres_db *self = (postgres_db *)db;
    self->patience_ms = options->patience_ms;
    self->writes = options->writer;
    name_writer(self);
    return connect_again(self);
}

static int64_t bytes_postgres(store_db *db)
{
    postgres_db *self = (postgres_db *)db;
    PGresult *result = PQexec(self->connection, "SELECT pg_database_size(current_database())");
    bool known = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    int64_t bytes = known ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : -1;
    PQclear(result);
    return bytes;
}

const db_kind postgres_kind = {
    .begin = begin_postgres,
    .save = postgres_save,
    .commit = commit_postgres,
    .rollback = rollback_postgres,
    .recover = recover_postgres,
    .tidy = tidy_postgres,
    .look = look_postgres,
    .scan = postgres_scan,
    .bytes = bytes_postgres,
    .version = version_postgres,
    .migrate = migrate_postgres,
    .migrations = lm_embedded_migrations_postgres,
    .size = sizeof(postgres_db),
    .open = open_postgres,
    .close = close_postgres,
};
