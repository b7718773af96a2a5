/* frames.c - WebSocket frames: the same events come out however the bytes come in. The first byte tells how they are cut. */
/* room: serve */
#include "frames.h"
#include "fuzz.h"

/* The result of a connection, as a running hash over its events. */
typedef struct {
    uint64_t sum;
    int events;
    bool is_over;
} story;

static void note(story *s, frames_event event, const frames *f)
{
    s->events++;
    s->sum = (s->sum ^ (uint64_t)event) * 0x100000001b3u;
    s->is_over = event == FRAMES_CLOSE || event == FRAMES_WRONG;
    if (s->is_over) {
        s->sum = (s->sum ^ (uint64_t)f->code) * 0x100000001b3u;
        return;
    }
    MUST_HOLD(f->size <= FRAME_BYTES);
    if (event == FRAMES_TEXT) MUST_HOLD(text_is_utf8(f->at, f->size));
    for (size_t i = 0; event != FRAMES_NOTHING && i < f->size; i++)
        s->sum = (s->sum ^ (uint8_t)f->at[i]) * 0x100000001b3u;
}

/* Unhandled bytes are in separate memory, as in a connection. */
static story listen(const uint8_t *data, size_t size, size_t step)
{
    frames f = { 0 };
    story s = { 0 };
    unsigned char *kept = NULL;
    size_t n = 0;
    for (size_t at = 0; at < size && !s.is_over; at += step) {
        size_t more = size - at < step ? size - at : step, done = 0, used = 1;
        kept = realloc(kept, n + more);
        memcpy(kept + n, data + at, more);
        n += more;
        while (done < n && used && !s.is_over) {
            frames_event event = frames_next(&f, kept + done, n - done, &used);
            MUST_HOLD(used <= n - done);
            if (event != FRAMES_MORE) note(&s, event, &f);
            done += used;
        }
        n -= done;
        memmove(kept, kept + done, n);
    }
    free(kept);
    frames_free(&f);
    return s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char accept[32];
    if (size < 1) return 0;
    story whole = listen(data + 1, size - 1, size), cut = listen(data + 1, size - 1, 1 + data[0] % 64);
    MUST_HOLD(whole.sum == cut.sum && whole.events == cut.events);
    char *key = fuzz_text(data + 1, size - 1);
    if (frames_accept(key, accept)) MUST_HOLD(strlen(accept) == 28);
    free(key);
    return 0;
}
