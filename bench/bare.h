/* bare.h - how fast a database is without the store's work: inserts rows of 256 bytes, a fixed number in each
 * transaction. */
#ifndef LAMMER_BENCH_BARE_H
#define LAMMER_BENCH_BARE_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

enum { BARE_ROW = 256 };

/* A bare database: one of the two is set. */
typedef struct {
    sqlite3 *sqlite;
    PGconn *postgres;
} bare;

static void bare_fails(const char *why)
{
    fprintf(stderr, "bare inserts: %s\n", why);
    exit(1);
}

static void bare_execute(PGconn *db, const char *sql)
{
    PGresult *result = PQexec(db, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) bare_fails(PQerrorMessage(db));
    PQclear(result);
}

/* A new file, with the store's own settings. */
static bare bare_open_sqlite(const char *path)
{
    bare b = { 0 };
    if (sqlite3_open(path, &b.sqlite) != SQLITE_OK) bare_fails(sqlite3_errmsg(b.sqlite));
    sqlite3_exec(b.sqlite,
                 "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 16384;"
                 "CREATE TABLE bare (id INTEGER PRIMARY KEY, body BLOB)",
                 NULL, NULL, NULL);
    return b;
}

/* Makes a table in the same database as the house; it is dropped afterwards. */
static bare bare_open_postgres(const char *url)
{
    bare b = { .postgres = PQconnectdb(url) };
    if (PQstatus(b.postgres) != CONNECTION_OK) bare_fails(PQerrorMessage(b.postgres));
    bare_execute(b.postgres, "SET client_min_messages = error");
    bare_execute(b.postgres, "DROP SCHEMA IF EXISTS lammer CASCADE; DROP TABLE IF EXISTS lammer_bare;"
                             "CREATE TABLE lammer_bare (body bytea)");
    PQclear(PQprepare(b.postgres, "bare", "INSERT INTO lammer_bare VALUES ($1::bytea)", 1, NULL));
    return b;
}

/* In PostgreSQL this also drops the schema of the house. */
static void bare_close(bare *b)
{
    if (b->sqlite) sqlite3_close(b->sqlite);
    if (!b->postgres) return;
    bare_execute(b->postgres, "DROP SCHEMA lammer CASCADE; DROP TABLE lammer_bare");
    PQfinish(b->postgres);
}

static void bare_sqlite(sqlite3 *db, int group, int rows)
{
    sqlite3_stmt *insert;
    static const char row[BARE_ROW];
    sqlite3_prepare_v2(db, "INSERT INTO bare VALUES (NULL, ?1)", -1, &insert, NULL);
    for (int i = 0; i < rows; i += group) {
        sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        for (int k = 0; k < group; k++) {
            sqlite3_bind_blob(insert, 1, row, BARE_ROW, SQLITE_STATIC);
            if (sqlite3_step(insert) != SQLITE_DONE) bare_fails(sqlite3_errmsg(db));
            sqlite3_reset(insert);
        }
        if (sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) bare_fails(sqlite3_errmsg(db));
    }
    sqlite3_finalize(insert);
}

/* One transaction in a pipeline: begin, rows, commit, and what ends it. Single inserts would not be faster. */
static void bare_postgres(PGconn *db, int group, int rows)
{
    static const char row[BARE_ROW];
    const char *value[] = { row };
    const int size[] = { BARE_ROW }, format[] = { 1 };
    for (int i = 0; i < rows; i += group) {
        PQenterPipelineMode(db);
        PQsendQueryParams(db, "BEGIN", 0, NULL, NULL, NULL, NULL, 0);
        for (int k = 0; k < group; k++)
            PQsendQueryPrepared(db, "bare", 1, value, size, format, 0);
        PQsendQueryParams(db, "COMMIT", 0, NULL, NULL, NULL, NULL, 0);
        PQpipelineSync(db);
        for (int k = 0; k < group + 3; k++) {
            PGresult *result = PQgetResult(db);
            if (PQresultStatus(result) == PGRES_FATAL_ERROR) bare_fails(PQerrorMessage(db));
            PQclear(result);
            if (k < group + 2) PQclear(PQgetResult(db));
        }
        PQexitPipelineMode(db);
    }
}

/* Rows a second. */
static double bare_rate(const bare *b, int group, int rows)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    if (b->sqlite) {
        bare_sqlite(b->sqlite, group, rows);
    } else {
        bare_postgres(b->postgres, group, rows);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    return rows / ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
}

#endif
