/* state_hashes.c - plays tables at random and prints a hash of everything that happened to them.
 *
 *     state_hashes SEED TABLES [trace]
 *
 * One line: rounds, actions, and a hash chained over every action, all bytes of the table and of its meters after
 * it, and every event it told. With `trace` a line for each action, to find the first that differs. The same
 * sources are built by several compilers at several levels of optimisation; tests/random/state_hashes.py compares. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wanderer.h"

typedef struct {
    wanderer w;
    uint64_t hash;
    bool traces;
} hashed_table;

#define FACTOR 0x9E3779B97F4A7C15u

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * FACTOR;
    return hash ^ hash >> 32;
}

/* The values have no padding (src/core/round/round.c, table.c and src/meters assert it), so their bytes are their fields.
 * Four words at a time, because each multiplication waits for the one before it. */
static void take(hashed_table *t, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t a = t->hash, b = 1, c = 2, d = 3, word[4];
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(word, at, sizeof word);
        a = (a ^ word[0]) * FACTOR;
        b = (b ^ word[1]) * FACTOR;
        c = (c ^ word[2]) * FACTOR;
        d = (d ^ word[3]) * FACTOR;
        a ^= a >> 32, b ^= b >> 32, c ^= c >> 32, d ^= d >> 32;
    }
    for (; size; size--)
        a = mix(a, *at++);
    t->hash = mix(mix(mix(a, b), c), d);
}

static void take_text(hashed_table *t, const char *text)
{
    if (text) take(t, text, strlen(text));
}

/* lm_event has a pointer in it, so its fields go in one by one. */
static void hear(wanderer *w, const lm_event *e)
{
    hashed_table *t = w->watcher;
    const uint8_t small[] = { e->kind, e->box, e->bettor, e->wager, e->hand, e->n, e->card };
    take(t, small, sizeof small);
    take(t, &e->amount_cents, sizeof e->amount_cents);
    take_text(t, e->clause);
}

static void after(wanderer *w, const lm_action *a)
{
    hashed_table *t = w->watcher;
    take(t, a, sizeof *a);
    take(t, &w->table, sizeof w->table);
    if (w->meters.games) take(t, &w->meters, offsetof(lm_meters, meter) + w->meters.meters * sizeof(lm_meter));
    if (t->traces)
        printf("%" PRIu64 " step %d %s box %d: %016" PRIx64 "\n", w->seed, w->steps, lm_action_word(a->verb), a->box,
               t->hash);
}

static void paid(wanderer *w, const lm_meter_entry *entry)
{
    take(w->watcher, entry, sizeof *entry);
}

/* Every choice that was legal, as the list tells it. */
static void inspect(wanderer *w, const lm_action *list, int n)
{
    for (int i = 0; i < n; i++)
        take(w->watcher, &list[i], sizeof list[i]);
}

static void broken(const wanderer *w, const char *what)
{
    printf("seed %" PRIu64 " step %d: %s\n", w->seed, w->steps, what);
    exit(1);
}

int main(int argc, char **argv)
{
    static const wander_watch watch = { NULL, after, inspect, NULL, paid, hear, broken };
    static hashed_table t = { .w.watch = &watch };
    if (argc < 3) return 2;
    uint64_t seed = strtoull(argv[1], NULL, 10), end = seed + strtoull(argv[2], NULL, 10);
    t.w.watcher = &t;
    t.traces = argc > 3;
    for (; seed < end; seed++) {
        wander(&t.w, seed);
        t.hash = mix(t.hash, t.w.rules->hash);
    }
    printf("%" PRIu64 " rounds %" PRIu64 " actions %016" PRIx64 "\n", t.w.rounds, t.w.actions, t.hash);
    return 0;
}
