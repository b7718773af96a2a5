/* carry.c - checkpoints the write-ahead log into the file, in a thread of its own. */
#include <string.h>

#include "sqlite.h"

enum { ROUNDS = 4, FEW_PAGES = 512, BUSY_MS = 5000 };

void carrier_begin(wal_carrier *c, const char *path, const char *vfs)
{
    c->path = path;
    snprintf(c->vfs, sizeof c->vfs, "%s", vfs ? vfs : "");
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->changed, NULL);
}

/* Called in the writer's thread while no sync has failed. A connection that is opened after a failed sync does not
 * learn of it, and would move pages into the file that the log has lost. */
static bool open_file(wal_carrier *c)
{
    if (c->db) return true;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(c->path, &c->db, flags, c->vfs[0] ? c->vfs : NULL) != SQLITE_OK) return false;
    sqlite3_extended_result_codes(c->db, 1);
    sqlite3_busy_timeout(c->db, BUSY_MS);
    static const char sql[] = "PRAGMA synchronous = FULL; PRAGMA user_version"; /* reading user_version opens the log */
    return sqlite3_exec(c->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static db_end carrying_failed(wal_carrier *c)
{
    return sqlite_say(&c->head, c->path, c->db, "moving the log into the file");
}

/* Repeats until few pages are left, because the writer adds more; but only a few times, because a reader with an old
 * state may hold pages in the log. */
static db_end carry(wal_carrier *c)
{
    bool well = true;
    int left = FEW_PAGES;
    for (int i = 0; i < ROUNDS && well && left >= FEW_PAGES; i++) {
        int pages = 0, carried = 0;
        int code = sqlite3_wal_checkpoint_v2(c->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &carried);
        well = code == SQLITE_OK || code == SQLITE_BUSY;
        left = pages - carried;
    }
    return well ? DB_OK : carrying_failed(c);
}

static db_end begin_carrying(wal_carrier *c, char *text)
{
    if (!open_file(c)) {
        db_end end = carrying_failed(c);
        memcpy(text, c->head.text, LM_STORE_TEXT);
        return end;
    }
    c->state = CARRIER_BUSY;
    pthread_cond_signal(&c->changed);
    return DB_OK;
}

static void *carry_when_asked(void *context)
{
    wal_carrier *c = context;
    pthread_mutex_lock(&c->mutex);
    while (!c->stopping) {
        if (c->state != CARRIER_BUSY) {
            pthread_cond_wait(&c->changed, &c->mutex);
            continue;
        }
        pthread_mutex_unlock(&c->mutex);
        db_end end = carry(c);
        pthread_mutex_lock(&c->mutex);
        c->end = end;
        c->state = CARRIER_DONE;
    }
    pthread_mutex_unlock(&c->mutex);
    return NULL;
}

carrier_state carrier_ask(wal_carrier *c, db_end *end, char *text)
{
    if (!c->threaded && !c->by_hand) c->threaded = db_thread(&c->thread, carry_when_asked, c);
    *end = DB_OK;
    if (!c->threaded) return CARRIER_DONE; /* without a thread the writer does everything */
    pthread_mutex_lock(&c->mutex);
    carrier_state state = c->state;
    if (state == CARRIER_IDLE) {
        *end = begin_carrying(c, text);
    } else if (state == CARRIER_DONE) {
        c->state = CARRIER_IDLE;
        *end = c->end;
        if (c->end != DB_OK) memcpy(text, c->head.text, LM_STORE_TEXT);
    }
    pthread_mutex_unlock(&c->mutex);
    return state;
}

void carrier_end(wal_carrier *c)
{
    if (c->threaded) {
        pthread_mutex_lock(&c->mutex);
        c->stopping = true;
        pthread_cond_signal(&c->changed);
        pthread_mutex_unlock(&c->mutex);
        pthread_join(c->thread, NULL);
    }
    if (c->db) sqlite3_db_config(c->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close(c->db);
    if (c->path) pthread_mutex_destroy(&c->mutex);
    if (c->path) pthread_cond_destroy(&c->changed);
}
