/* tamper_help.h - a small house for tests that alter its database: three streams, money, values, snapshots, a head. */
#ifndef LAMMER_TESTS_STORE_TAMPER_HELP_H
#define LAMMER_TESTS_STORE_TAMPER_HELP_H

#include "../../store/kit/harness.h"

#include "proof.h"

enum { STREAMS = 3, RECORDS = 24, PLACES = STREAMS * RECORDS };

/* Where something was altered, and between which records the proof must place it. No stream: anywhere. */
typedef struct {
    const char *stream;
    int64_t first, last;
} place;

static const char *const stream_names[STREAMS] = { "house", "table/1", "table/2" }; /* in the order of the proof */

static inline unsigned pick(uint64_t *noise, unsigned n)
{
    return (unsigned)(proof_random(noise) % n);
}

static inline void fill_house(lm_store *store)
{
    open_accounts(store);
    for (int i = 1; i < RECORDS; i++) {
        for (unsigned s = 0; s < STREAMS; s++) {
            char body[64];
            snprintf(body, sizeof body, "{\"n\":%d,\"s\":%u}", i, s);
            lm_batch *batch = lm_batch_new();
            append(batch, stream_names[s], body);
            lm_batch_move(batch, "bank", i % 2 ? "ann" : "bob", i + (int)s, "why");
            lm_batch_put(batch, s ? "meter/1" : "meter/2", LM_STORE_ANY, body, strlen(body));
            assert_why(finish(store, batch), LM_STORE_DONE);
        }
    }
    for (unsigned s = 1; s < STREAMS; s++) {
        lm_batch *batch = lm_batch_new();
        append(batch, stream_names[s], "{\"last\":true}");
        lm_batch_snapshot(batch, stream_names[s], RECORDS, "state", 5);
        assert_why(finish(store, batch), LM_STORE_DONE);
    }
}

static inline bool is_within(place p, const char *stream, int64_t seq)
{
    return !p.stream || (strcmp(stream, p.stream) == 0 && seq >= p.first && seq <= p.last);
}

#endif
