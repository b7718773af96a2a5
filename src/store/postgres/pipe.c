/* pipe.c - sends commands together and reads their answers together.
 *
 * A group of batches needs a dozen statements. Sent one by one they would cost a dozen round trips, and the rows of the
 * group would stay locked all that time. */
#include "postgres.h"

/* A failed send is noticed when the answers are read: then the connection is dead. */
static void queue(postgres_db *self, bool sent)
{
    if (!sent) self->lost = true;
    self->queued++;
}

static void open_pipe(postgres_db *self)
{
    if (!self->piping && !PQenterPipelineMode(self->connection)) self->lost = true;
    self->piping = true;
}

void pipe_statement(postgres_db *self, const char *sql)
{
    open_pipe(self);
    queue(self, PQsendQueryParams(self->connection, sql, 0, NULL, NULL, NULL, NULL, 0));
}

void pipe_prepared(postgres_db *self, const char *name, const arguments *a)
{
    open_pipe(self);
    queue(self, PQsendQueryPrepared(self->connection, name, a->n, a->value, a->size, a->format, 1));
    for (int i = 0; i < a->n; i++)
        self->weight += (size_t)a->size[i];
}

/* Reads the answer of one command, and the NULL after it. */
static PGresult *read_answer(postgres_db *self)
{
    PGresult *result = PQgetResult(self->connection);
    if (result) PQclear(PQgetResult(self->connection));
    return result;
}

static bool fine(const PGresult *result)
{
    return PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
}

/* Reads the answers up to the first error, and skips the others: only after all answers is it known whether the
 * connection is alive. */
db_end pipe_read(postgres_db *self, pipe_receiver receiver, void *context, const char *doing)
{
    PGresult *wrong = NULL;
    bool well = self->piping && !self->lost && PQpipelineSync(self->connection);
    for (int i = 0; i < self->queued && !self->lost; i++) {
        PGresult *result = read_answer(self);
        if (well && fine(result)) receiver(context, i, result);
        if (well && !fine(result)) {
            well = false;
            wrong = result;
        } else {
            PQclear(result);
        }
        if (!result) break;
    }
    if (!self->lost) PQclear(PQgetResult(self->connection)); /* the answer to the synchronization */
    if (!self->lost && !PQexitPipelineMode(self->connection)) self->lost = true;
    self->piping = false;
    self->queued = 0;
    self->weight = 0;
    if (well && !self->lost) return DB_OK;
    return postgres_end(self, wrong, PGRES_COMMAND_OK, doing);
}
