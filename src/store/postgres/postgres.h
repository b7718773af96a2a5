/* postgres.h - the PostgreSQL connection, shared by the files that keep it and that move its rows. */
#ifndef LAMMER_STORE_POSTGRES_H
#define LAMMER_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "db.h"

typedef struct {
    store_db head;
    PGconn *connection;
    bool lost;       /* the connection is dead */
    char writer[40]; /* a random name, for this connection's row in `writers` and as application name */
    int64_t group;   /* the number that the next commit writes into that row */
    int patience_ms;
    bool writes;   /* this is the connection that writes */
    bool prepared; /* the statements of a writer are prepared on this connection */
    bool piping;   /* commands were sent whose answers are not read yet */
    int queued;    /* number of these commands */
    size_t weight; /* their size in bytes */
    arena memory;  /* for the arguments of one statement */
} postgres_db;

/* Binary arguments of one statement. */
typedef struct {
    const char *value[STORE_COLUMNS];
    int size[STORE_COLUMNS], format[STORE_COLUMNS];
    int n;
} arguments;

extern const lm_embedded_file lm_embedded_migrations_postgres[];

/* The meaning of a result: DB_OK, or an error with its sentence. Clears the result. `expected` is PGRES_COMMAND_OK or
 * PGRES_TUPLES_OK. */
db_end postgres_end(postgres_db *self, PGresult *result, ExecStatusType expected, const char *doing);
db_end postgres_run(postgres_db *self, const char *sql, const char *doing);

/* pipe.c: sends commands one after the other and reads their answers in one round trip. An error is found when the
 * answers are read; the commands after it are not executed. */
typedef void (*pipe_receiver)(void *context, int command, const PGresult *result);
void pipe_statement(postgres_db *self, const char *sql);
void pipe_prepared(postgres_db *self, const char *name, const arguments *a);
db_end pipe_read(postgres_db *self, pipe_receiver receiver, void *context, const char *doing);

/* rows.c */
db_end postgres_prepare(postgres_db *self);
db_end postgres_begin(store_db *db, row_set *const *sets, int n, int64_t *now_ms);
db_end postgres_save(store_db *db, table_id table, void *const *rows, int n, db_change change);
db_end postgres_scan(store_db *db, table_id table, const store_range *range, db_receiver receiver, void *context);

#endif
