/* buckets.c - token buckets in a table of fixed size.
 *
 * A row has a few possible places, its set. If all are taken, the row that was idle longest is replaced: its bucket has
 * long been full again, so nothing is lost. The table never grows. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "buckets.h"

bool buckets_open(buckets *b, int rate)
{
    b->rate = rate;
    randombytes_buf(b->secret, sizeof b->secret);
    b->row = calloc((size_t)BUCKET_SETS * BUCKET_WAYS, sizeof *b->row);
    return b->row;
}

void buckets_close(buckets *b)
{
    free(b->row);
    b->row = NULL;
}

uint64_t buckets_key(const buckets *b, const void *name, size_t size)
{
    uint64_t key;
    _Static_assert(sizeof key == crypto_shorthash_BYTES && sizeof b->secret == crypto_shorthash_KEYBYTES, "");
    crypto_shorthash((unsigned char *)&key, name, size, b->secret);
    return key ? key : 1;
}

static int64_t full(const buckets *b)
{
    return (int64_t)b->rate * BUCKET_BURST_S * 1000;
}

static bucket *find(buckets *b, uint64_t key, int64_t now_ms)
{
    bucket *set = b->row + key % BUCKET_SETS * BUCKET_WAYS, *oldest = NULL;
    for (int i = 0; i < BUCKET_WAYS; i++) {
        if (set[i].key == key) return &set[i];
        if (set[i].connections == 0 && (!oldest || set[i].at_ms < oldest->at_ms)) oldest = &set[i];
    }
    if (oldest) *oldest = (bucket){ .key = key, .at_ms = now_ms, .thousandths = full(b) };
    return oldest;
}

/* Adds the requests that have become available since the row was last used. */
static void refill(const buckets *b, bucket *row, int64_t now_ms)
{
    int64_t passed = now_ms - row->at_ms;
    if (passed < 0) passed = 0;
    if (passed > BUCKET_BURST_S * 1000) passed = BUCKET_BURST_S * 1000;
    row->thousandths += passed * b->rate;
    if (row->thousandths > full(b)) row->thousandths = full(b);
    row->at_ms = now_ms;
}

int buckets_take(buckets *b, uint64_t key, int cost, int64_t now_ms)
{
    bucket *row = b->rate ? find(b, key, now_ms) : NULL;
    if (!b->rate) return 0;
    if (!row) return 1000;
    refill(b, row, now_ms);
    int64_t wanted = (int64_t)cost * 1000;
    if (wanted > full(b)) wanted = full(b);
    if (row->thousandths >= wanted) {
        row->thousandths -= wanted;
        return 0;
    }
    return (int)((wanted - row->thousandths) / b->rate) + 1;
}

bool buckets_connect(buckets *b, uint64_t key, int most, int64_t now_ms)
{
    bucket *row = find(b, key, now_ms);
    if (!row || (most && row->connections >= most)) return false;
    row->connections++;
    return true;
}

void buckets_disconnect(buckets *b, uint64_t key)
{
    bucket *row = find(b, key, 0);
    if (row && row->connections > 0) row->connections--;
}
