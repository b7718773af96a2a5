/* postgres.h - the PostgreSQL connection, shared by the files that keep it and that move its rows. */
#ifndef LAMMER_STORE_POSTGRES_H
#define LAMMER_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "db.h"

typedef struct {
    store_db head;
    PGconn *connection;
    bool lost; /* the connection is of no use any more */
    char *url;
    char writer[40]; /* a random name: of this connection's row in `writers`, and of the application */
    int64_t group;   /* the number that the next commit leaves in that row */
    int patience_ms;
    bool looking;
    arena memory;                              /* of one statement's arguments */
    bool prepared[TABLE_COUNT][DB_DELETE + 2]; /* on this connection: the changes, and loading */
} postgres_db;

extern const lm_embedded_file lm_embedded_migrations_postgres[];

/* What a result means: DB_OK, or the reason in words. Clears the result. `expected` is PGRES_COMMAND_OK or
 * PGRES_TUPLES_OK. */
db_end postgres_end(postgres_db *self, PGresult *result, ExecStatusType expected, const char *doing);
db_end postgres_run(postgres_db *self, const char *sql, const char *doing);

/* postgres_rows.c */
db_end postgres_load(store_db *db, row_set *set);
db_end postgres_save(store_db *db, table_id table, void *const *rows, int n, db_change change);
db_end postgres_scan(store_db *db, table_id table, const store_range *range, db_receiver receiver,
                     void *context);

#endif
