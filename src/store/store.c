/* store.c - opens and closes a store: finds its database, its house and its key. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "room.h"

enum { QUEUE = 4096, PATIENCE_MS = 10000, UNSORTED = 32768 };

static lm_store_why fail(char *text, const char *sentence)
{
    snprintf(text, LM_STORE_TEXT, "%s", sentence);
    return LM_STORE_FAILED;
}

/* --- where ------------------------------------------------------------------------------------------------ */

bool lm_store_default_url(char *url, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    if (data && data[0] == '/') {
        n = snprintf(url, size, "sqlite:%s/lammer/house.db", data);
    } else if (home && home[0] == '/') {
        n = snprintf(url, size, "sqlite:%s/.local/share/lammer/house.db", home);
    }
    return n > 0 && (size_t)n < size;
}

/* Makes missing folders above a file, for their owner alone. An error is found when the file is opened. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

bool lm_store_is_url(const char *url, char *text)
{
    if (strncmp(url, "sqlite:", 7) == 0 && url[7]) return true;
    if (strncmp(url, "postgresql://", 13) == 0 || strncmp(url, "postgres://", 11) == 0) return true;
    snprintf(text, LM_STORE_TEXT,
             /* say:names-no-store */ "\"%.200s\" does not name a store; write sqlite:FILE or postgresql://...", url);
    return false;
}

typedef struct {
    char url[1024];
    const char *where;
    const db_kind *kind;
} place;

static bool find_place(place *p, const lm_store_options *options, char *text)
{
    bool fits = options->url ? (size_t)snprintf(p->url, sizeof p->url, "%s", options->url) < sizeof p->url
                             : lm_store_default_url(p->url, sizeof p->url);
    if (!fits) {
        fail(text, "there is no default place for the house; name a store, such as sqlite:FILE");
        return false;
    }
    if (!lm_store_is_url(p->url, text)) return false;
    if (strncmp(p->url, "sqlite:", 7) == 0) {
        p->where = p->url + 7;
        p->kind = &sqlite_kind;
        if (!options->url && options->mode == LM_STORE_SERVE) make_folders(p->url + 7);
        return true;
    }
    p->where = p->url;
    p->kind = &postgres_kind;
    return true;
}

/* --- which house ------------------------------------------------------------------------------------------ */

/* Values that are set when the house is made and never change. */
static db_end name_house(lm_store *store, lm_batch *batches)
{
    store_db *db = store->writer;
    uint8_t random[16];
    char house[2 * sizeof random + 1];
    int64_t now_ms;
    row_set set, *sets[] = { &set };
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(house, sizeof house, random, sizeof random);
    arena_clear(&store->group.memory);
    set_begin(&set, TABLE_META, &store->group.memory);
    set_row *name = set_add(&set, "house"), *key = name;
    if (store->signer) key = set_add(&set, "key");
    if (!name || !key) return db_say(db, DB_DEAD, "out of memory");
    db_end end = db->kind->begin(db, sets, 1, &now_ms);
    if (end == DB_OK && !name->found) {
        ((meta_row *)name->now)->data = (store_bytes){ (uint8_t *)house, sizeof house - 1 };
        end = db->kind->save(db, TABLE_META, &name->now, 1, DB_INSERT);
    }
    if (end == DB_OK && !key->found && key != name) {
        ((meta_row *)key->now)->data = (store_bytes){ lm_signer_public(store->signer), PUBLIC_KEY };
        end = db->kind->save(db, TABLE_META, &key->now, 1, DB_INSERT);
    }
    return end == DB_OK ? db->kind->commit(db) : end;
}

static bool receive_meta(void *context, const void *row)
{
    lm_store *store = context;
    const meta_row *meta = row;
    if (strcmp(meta->name, "house") == 0 && meta->data.size == sizeof store->house - 1)
        memcpy(store->house, meta->data.data, meta->data.size);
    if (strcmp(meta->name, "key") == 0 && meta->data.size == PUBLIC_KEY) {
        memcpy(store->public_key, meta->data.data, PUBLIC_KEY);
        store->has_key = true;
    }
    return true;
}

bool store_know_house(lm_store *store, char *text)
{
    if (store_scan(store, TABLE_META, &RANGE_ALL, receive_meta, store, text) != LM_STORE_DONE) return false;
    if (!store->house[0]) {
        fail(text, "the house has no name: its table \"meta\" was altered; restore a backup");
        return false;
    }
    if (store->signer && memcmp(store->public_key, lm_signer_public(store->signer), PUBLIC_KEY) != 0) {
        fail(text, /* say:made-with-another-key */ "the house was made with another key; use the key file it "
                                                   "was made with");
        return false;
    }
    return true;
}

static bool make_house(lm_store *store, char *text)
{
    if (store_transaction(store, name_house, NULL) == DB_OK) return true;
    fail(text, store->writer->text);
    store->writer->kind->rollback(store->writer);
    return false;
}

/* --- opening and closing ---------------------------------------------------------------------------------- */

/* A connection to a house whose version fits; NULL with the sentence. */
static store_db *connect(const place *p, const lm_store_options *options, bool writer, char *text)
{
    db_options how = { .where = p->where,
                       .mode = options->mode,
                       .writer = writer,
                       .vfs = options->sqlite_vfs,
                       .unsorted = options->sqlite_unsorted ? options->sqlite_unsorted : UNSORTED,
                       .patience_ms = options->patience_ms ? options->patience_ms : PATIENCE_MS,
                       .clock_ms = options->clock_ms,
                       .clock = options->clock,
                       .by_hand = options->by_hand };
    store_db *db = db_open(p->kind, &how, text);
    /* cppcheck-suppress returnDanglingLifetime ; a connection copies the options it keeps */
    if (!db || db_upgrade(db, writer) == DB_OK) return db;
    fail(text, db->text);
    db_close(db);
    return NULL;
}

static bool open_all(lm_store *store, const lm_store_options *options, char *text)
{
    place p;
    if (sodium_init() < 0) return fail(text, "libsodium does not start") == LM_STORE_DONE;
    if (!find_place(&p, options, text)) return false;
    bool serve = options->mode == LM_STORE_SERVE;
    if (serve && !(store->writer = connect(&p, options, true, text))) return false;
    if (!(store->reader = connect(&p, options, false, text))) return false;
    if (serve && !make_house(store, text)) return false;
    if (!store_know_house(store, text)) return false;
    if (serve && options->by_hand) store->by_hand = true;
    if (serve && !store->by_hand && !writer_start(store))
        return fail(text, "no thread could be started") == LM_STORE_DONE;
    return true;
}

/* Recursive, because its holder may read between lm_store_look and lm_store_look_away. */
static void init_reading(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t how;
    pthread_mutexattr_init(&how);
    pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(mutex, &how);
    pthread_mutexattr_destroy(&how);
}

lm_store *lm_store_open(const lm_store_options *options, char *text)
{
    lm_store *store = calloc(1, sizeof *store);
    text[0] = '\0';
    if (!store) {
        fail(text, "out of memory");
        return NULL;
    }
    store->signer = store->group.signer = options->signer;
    store->group.house = store->house;
    store->clock_ms = options->clock_ms;
    store->clock = options->clock;
    store->limit = options->queue ? options->queue : QUEUE;
    store->end = &store->first;
    init_reading(&store->reading);
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->work, NULL);
    pthread_cond_init(&store->room, NULL);
    if (open_all(store, options, text)) return store;
    lm_store_close(store);
    return NULL;
}

void lm_store_close(lm_store *store)
{
    if (!store) return;
    writer_stop(store);
    if (store->reader) db_close(store->reader);
    if (store->writer) db_close(store->writer);
    arena_free(&store->group.memory);
    pthread_cond_destroy(&store->room);
    pthread_cond_destroy(&store->work);
    pthread_mutex_destroy(&store->mutex);
    pthread_mutex_destroy(&store->reading);
    free(store);
}

const char *lm_store_house(const lm_store *store)
{
    return store->house;
}

const lm_signer *lm_store_signer(const lm_store *store)
{
    return store->signer;
}

const uint8_t *lm_store_public(const lm_store *store)
{
    return store->has_key ? store->public_key : NULL;
}
