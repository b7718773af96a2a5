/* rest.c - digests of what is outside the chains: leases, remembered answers, keys that begin with '~'.
 *
 * These rows change without a record, so only a house at rest can be compared: the head that a server writes when it
 * stops covers them until the next record. */
#include <sodium.h>
#include <string.h>

#include "bytes.h"
#include "room.h"

typedef struct {
    crypto_generichash_state state;
    int64_t rows;
} row_digest;

static void hash_int(row_digest *d, int64_t value)
{
    uint8_t bytes[8];
    store_8(bytes, (uint64_t)value);
    crypto_generichash_update(&d->state, bytes, sizeof bytes);
}

static void hash_bytes(row_digest *d, const void *data, size_t size)
{
    hash_int(d, (int64_t)size);
    if (size) crypto_generichash_update(&d->state, data, size);
}

static void hash_name(row_digest *d, const char *name)
{
    hash_bytes(d, name, strlen(name));
}

static bool hash_lease(void *context, const void *row)
{
    row_digest *d = context;
    const stream_row *stream = row;
    if (!stream->epoch) return true;
    hash_name(d, stream->name);
    hash_name(d, stream->owner);
    hash_int(d, stream->epoch);
    hash_int(d, stream->expires_ms);
    d->rows++;
    return true;
}

static bool hash_client(void *context, const void *row)
{
    row_digest *d = context;
    const client_row *client = row;
    hash_name(d, client->name);
    hash_int(d, client->number);
    hash_bytes(d, client->recent.data, client->recent.size);
    d->rows++;
    return true;
}

static bool hash_scratch(void *context, const void *row)
{
    row_digest *d = context;
    const entry_row *entry = row;
    hash_name(d, entry->name);
    hash_int(d, entry->version);
    hash_bytes(d, entry->data.data, entry->data.size);
    d->rows++;
    return true;
}

static const struct {
    const char *name;
    table_id table;
    const char *prefix;
    db_receiver hash;
} kinds[] = {
    { "leases", TABLE_STREAMS, "", hash_lease },
    { "answers", TABLE_CLIENTS, "", hash_client },
    { "scratch", TABLE_ENTRIES, "~", hash_scratch },
};

static lm_store_why digest_rows(lm_store *store, size_t kind, lm_head_rest *rest, char *text)
{
    row_digest d = { .rows = 0 };
    crypto_generichash_init(&d.state, NULL, 0, LM_STORE_HASH);
    store_range range = { kinds[kind].prefix, true, 0, INT64_MAX, NULL };
    lm_store_why why = store_scan(store, kinds[kind].table, &range, kinds[kind].hash, &d, text);
    *rest = (lm_head_rest){ .rows = d.rows };
    crypto_generichash_final(&d.state, rest->digest, LM_STORE_HASH);
    snprintf(rest->name, sizeof rest->name, "%s", kinds[kind].name);
    return why;
}

lm_store_why lm_store_rest(lm_store *store, bool (*reader)(void *context, const lm_head_rest *rest), void *context,
                           char *text)
{
    lm_store_why why = LM_STORE_DONE;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && why == LM_STORE_DONE; i++) {
        lm_head_rest rest;
        why = digest_rows(store, i, &rest, text);
        if (why == LM_STORE_DONE && !reader(context, &rest)) break;
    }
    return why;
}
