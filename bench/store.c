/* store.c - durable actions a second, as a part of what the same database does for bare inserts in equal batches.
 *
 * An action is what a table does: a record in one of 300 streams under a client's command number, and every eighth
 * moves chips. Bare is one row with as many bytes, in transactions of as many rows, by the same commands to the same
 * database and nothing else. Both run in turns, and the medians are compared.
 *
 *   store [FOLDER]         SQLite in FOLDER (the working folder), which should lie on the disk to be measured
 *   LAMMER_BENCH_POSTGRES  the URL of an empty PostgreSQL database: measured too */
#include <libpq-fe.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lammer/store.h"

enum { STREAMS = 300, CLIENTS = 2000, BODY = 160, RUNS = 5, HASH = 32 };
