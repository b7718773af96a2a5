/* db.c - common code of both databases: error sentences, statements, migrations, connections. */
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db.h"

db_end db_say(store_db *db, db_end end, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(db->text, sizeof db->text, format, args);
    va_end(args);
    return end;
}

db_end db_no_memory(store_db *db)
{
    return db_say(db, DB_DEAD, "not enough memory for a group of batches");
}

void db_columns_sql(char *sql, table_id table)
{
    size_t used = 0;
    for (int i = 0; i < store_tables[table].columns; i++)
        used += (size_t)snprintf(sql + used, DB_SQL - used, "%s%s", i ? ", " : "", store_tables[table].column[i].name);
}

void db_conflict_sql(char *sql, table_id table, db_change change)
{
    const store_table *t = &store_tables[table];
    sql[0] = '\0';
    if (change != DB_REPLACE) return;
    size_t used = (size_t)snprintf(sql, DB_SQL, " ON CONFLICT (%s) DO UPDATE SET", t->column[0].name);
    for (int i = 1; i < t->columns; i++)
        used += (size_t)snprintf(sql + used, DB_SQL - used, "%s %s = excluded.%s", i > 1 ? "," : "", t->column[i].name,
                                 t->column[i].name);
}

void db_scan_sql(char *sql, size_t size, table_id table, const char *keys, const char *from, const char *to)
{
    const store_table *t = &store_tables[table];
    const char *first = t->column[0].name, *second = t->column[1].name;
    char columns[DB_SQL], numbers[128] = "", order[128] = "";
    db_columns_sql(columns, table);
    if (t->keys == 2) {
        snprintf(numbers, sizeof numbers, " AND %s BETWEEN %s AND %s", second, from, to);
        snprintf(order, sizeof order, ", %s", second);
    }
    snprintf(sql, size, "SELECT %s FROM %s WHERE %s %s%s ORDER BY %s%s", columns, t->name, first, keys, numbers, first,
             order);
}

static db_end version_fits(store_db *db, int version, int newest)
{
    if (version == 0)
        return db_say(db, DB_DEAD,
                      /* say:no-house-yet */ "it has no house yet; lammer serve makes one");
    if (version > newest)
        return db_say(db, DB_DEAD,
                      /* say:newer-lammer */
                      "it was written by a newer lammer (version %d of the schema, this program knows "
                      "%d); use that program",
                      version, newest);
    if (version < newest)
        return db_say(db, DB_DEAD,
                      /* say:older-lammer */
                      "it was written by an older lammer (version %d of the schema, this program needs "
                      "%d); lammer serve upgrades it",
                      version, newest);
    return DB_OK;
}

db_end db_upgrade(store_db *db, bool serve)
{
    int version, newest = 0;
    while (db->kind->migrations[newest].name)
        newest++;
    db_end end = db->kind->version(db, &version);
    for (int next = version; serve && end == DB_OK && next < newest; next++)
        end = db->kind->migrate(db, &db->kind->migrations[next], next + 1);
    if (end != DB_OK) return end;
    return version_fits(db, serve && version < newest ? newest : version, newest);
}

store_db *db_open(const db_kind *kind, const db_options *options, char *text)
{
    store_db *db = calloc(1, kind->size);
    if (!db || !(db->where = strdup(options->where))) {
        free(db);
        snprintf(text, LM_STORE_TEXT, "out of memory");
        return NULL;
    }
    db->kind = kind;
    if (kind->open(db, options) == DB_OK) return db;
    memcpy(text, db->text, LM_STORE_TEXT);
    db_close(db);
    return NULL;
}

void db_close(store_db *db)
{
    db->kind->close(db);
    free(db->where);
    free(db);
}

db_end db_look(store_db *db)
{
    db_end end = db->kind->look(db);
    db->looking = end == DB_OK;
    return end;
}

void db_look_away(store_db *db)
{
    db->kind->rollback(db);
    db->looking = false;
}

db_end db_scan(store_db *db, table_id table, const store_range *range, db_receiver receiver, void *context)
{
    bool looks = !db->looking;
    db_end end = looks ? db->kind->look(db) : DB_OK;
    if (end == DB_OK) end = db->kind->scan(db, table, range, receiver, context);
    if (looks) db->kind->rollback(db);
    return end;
}

int64_t db_now_ms(int64_t (*clock_ms)(void *clock), void *clock)
{
    struct timespec now;
    if (clock_ms) return clock_ms(clock);
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool db_thread(pthread_t *thread, void *(*run)(void *context), void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}
