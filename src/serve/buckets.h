/* buckets.h - rate limits of addresses and sessions: token buckets in a table of fixed size. */
#ifndef LAMMER_SERVE_BUCKETS_H
#define LAMMER_SERVE_BUCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUCKET_SETS = 4096, BUCKET_WAYS = 8, BUCKET_BURST_S = 4 };

typedef struct {
    uint64_t key; /* 0: free */
    int64_t at_ms;
    int64_t thousandths; /* thousandths of requests available at at_ms */
    int32_t connections; /* open connections; a row that has some is not replaced */
    int32_t spare;
} bucket;

typedef struct {
    int rate; /* requests a second; 0: no limit */
    unsigned char secret[16];
    bucket *row; /* BUCKET_SETS * BUCKET_WAYS */
} buckets;

bool buckets_open(buckets *b, int rate);
void buckets_close(buckets *b);

/* The keyed hash of a name. The key is secret, so clients cannot choose names that collide. */
uint64_t buckets_key(const buckets *b, const void *name, size_t size);

/* Takes `cost` requests. Returns 0, or the ms to wait before trying again. */
int buckets_take(buckets *b, uint64_t key, int cost, int64_t now_ms);

/* Counts connections of an address. Adding fails at `most` (0: no limit), or if every row of its set is taken. */
bool buckets_connect(buckets *b, uint64_t key, int most, int64_t now_ms);
void buckets_disconnect(buckets *b, uint64_t key);

#endif
