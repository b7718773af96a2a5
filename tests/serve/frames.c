/* frames.c - WebSocket frames: what comes out of bytes, however they come (RFC 6455). */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "frames.h"

/* A client's frame, made by hand: no code is shared with what is tested. */
static size_t client_frame(unsigned char *out, int first, const void *data, size_t size)
{
    static const unsigned char mask[4] = { 0x37, 0xfa, 0x21, 0x3d };
    size_t n = 0;
    out[n++] = (unsigned char)first;
    if (size < 126) {
        out[n++] = (unsigned char)(0x80 | size);
    } else if (size < 65536) {
        out[n++] = 0xfe;
        out[n++] = (unsigned char)(size >> 8);
        out[n++] = (unsigned char)size;
    } else {
        out[n++] = 0xff;
        for (int shift = 56; shift >= 0; shift -= 8)
            out[n++] = (unsigned char)((uint64_t)size >> shift);
    }
    memcpy(out + n, mask, 4);
    n += 4;
    for (size_t i = 0; i < size; i++)
        out[n + i] = (unsigned char)(((const unsigned char *)data)[i] ^ mask[i % 4]);
    return n + size;
}

/* The example of section 5.7: "Hello", masked. */
static void test_the_example(void **state)
{
    unsigned char data[] = { 0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58 };
    frames f = { 0 };
    size_t used;
    assert_int_equal(frames_next(&f, data, sizeof data, &used), FRAMES_TEXT);
    assert_int_equal(used, sizeof data);
    assert_int_equal(f.size, 5);
    assert_memory_equal(f.at, "Hello", 5);
}

/* RFC 6455 section 1.3. */
static void test_the_handshake(void **state)
{
    char accept[32];
    assert_true(frames_accept("dGhlIHNhbXBsZSBub25jZQ==", accept));
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(frames_accept("dGhlIHNhbXBsZSBub25jZQ=", accept));
    assert_false(frames_accept("dGhlIHNhbXBsZSBub25jZS4=", accept)); /* 17 bytes */
    assert_false(frames_accept("!!!!!!!!!!!!!!!!!!!!!!==", accept));
}

static void test_heads_that_we_send(void **state)
{
    static const struct {
        size_t size;
        unsigned char head[10];
        size_t n;
    } rows[] = { { 0, { 0x81, 0 }, 2 },
                 { 125, { 0x81, 125 }, 2 },
                 { 126, { 0x81, 126, 0, 126 }, 4 },
                 { 65535, { 0x81, 126, 255, 255 }, 4 },
                 { 65536, { 0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0 }, 10 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char head[FRAME_HEAD];
        assert_int_equal(frame_head(head, OPCODE_TEXT, rows[i].size), rows[i].n);
        assert_memory_equal(head, rows[i].head, rows[i].n);
    }
}

/* One message in parts of every size, in packets of every size, with a ping in between. */
static void test_every_cut(void **state)
{
    static const char text[] = "{\"do\":\"hit\",\"n\":1,\"seat\":\"\xe2\x82\xac\"}";
    size_t size = sizeof text - 1;
    for (size_t part = 1; part <= size; part++) {
        unsigned char all[2000], *copy;
        size_t n = 0;
        for (size_t at = 0; at < size; at += part) {
            size_t now = size - at < part ? size - at : part;
            n += client_frame(all + n, (at ? 0 : 1) | (at + now == size ? 0x80 : 0), text + at, now);
            if (at == 0) n += client_frame(all + n, 0x89, "?", 1);
        }
        for (size_t packet = 1; packet <= n; packet += 7) {
            frames f = { 0 };
            size_t done = 0, come = 0, messages = 0, pings = 0, used;
            copy = malloc(n);
            memcpy(copy, all, n);
            while (come < n) {
                come = come + packet < n ? come + packet : n;
                for (frames_event e = frames_next(&f, copy + done, come - done, &used); e != FRAMES_MORE;
                     e = frames_next(&f, copy + done, come - done, &used)) {
                    done += used;
                    assert_int_not_equal(e, FRAMES_WRONG);
                    pings += e == FRAMES_PING && f.size == 1 && f.at[0] == '?';
                    messages += e == FRAMES_TEXT && f.size == size && memcmp(f.at, text, size) == 0;
                }
            }
            assert_int_equal(done, n);
            assert_int_equal(messages, 1);
            assert_int_equal(pings, 1);
            frames_free(&f);
            free(copy);
        }
    }
}

/* What is decided by the head alone is decided before the payload comes. */
static void test_refused_records_are_not_waited_for(void **state)
{
    static const struct {
        unsigned char head[14];
        size_t n;
        int code;
    } rows[] = {
        { { 0x82, 0x85, 0, 0, 0, 0 }, 6, 1003 },
        { { 0x81, 0x05 }, 2, 1002 },
        { { 0xc1, 0x85, 0, 0, 0, 0 }, 6, 1002 },
        { { 0x83, 0x80, 0, 0, 0, 0 }, 6, 1002 },
        { { 0x8b, 0x80, 0, 0, 0, 0 }, 6, 1002 },
        { { 0x89, 0xfe, 0, 126, 0, 0, 0, 0 }, 8, 1002 },
        { { 0x09, 0x80, 0, 0, 0, 0 }, 6, 1002 },
        { { 0x80, 0x80, 0, 0, 0, 0 }, 6, 1002 },
        { { 0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0 }, 14, 1009 },
        { { 0x81, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0 }, 14, 1009 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char data[14];
        frames f = { 0 };
        size_t used;
        memcpy(data, rows[i].head, rows[i].n);
        assert_int_equal(frames_next(&f, data, rows[i].n, &used), FRAMES_WRONG);
        assert_int_equal(f.code, rows[i].code);
        assert_true(f.why && *f.why);
    }
}

/* Compares with a slow, plain decoder, for every input of up to three bytes. */
static bool plain_utf8(const unsigned char *s, size_t n)
{
    size_t i = 0;
    while (i < n) {
        unsigned long c = s[i];
        size_t more = c < 0x80 ? 0 : c >> 5 == 6 ? 1 : c >> 4 == 14 ? 2 : c >> 3 == 30 ? 3 : 9;
        static const unsigned long least[] = { 0, 0x80, 0x800, 0x10000 };
        if (more == 9 || i + more >= n) return false;
        if (more) c &= 0x3fu >> more;
        for (size_t k = 1; k <= more; k++) {
            if ((s[i + k] & 0xc0) != 0x80) return false;
            c = c << 6 | (s[i + k] & 0x3f);
        }
        if (c < least[more] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return false;
        i += more + 1;
    }
    return true;
}

static void test_utf8(void **state)
{
    unsigned char s[4];
    for (unsigned long x = 0; x < 1ul << 24; x++) {
        s[0] = (unsigned char)(x >> 16);
        s[1] = (unsigned char)(x >> 8);
        s[2] = (unsigned char)x;
        if (text_is_utf8((char *)s, 3) != plain_utf8(s, 3)) fail_msg("%06lx", x);
    }
    for (unsigned long x = 0; x < 1ul << 24; x++) {
        s[0] = (unsigned char)(0xf0 | (x >> 18 & 15));
        s[1] = (unsigned char)(0x80 | (x >> 12 & 63));
        s[2] = (unsigned char)(0x80 | (x >> 6 & 63));
        s[3] = (unsigned char)(x & 255);
        if (text_is_utf8((char *)s, 4) != plain_utf8(s, 4)) fail_msg("f%06lx", x);
    }
}

static void test_noise(void **state)
{
    uint64_t seed = 3;
    size_t texts = 0, wrongs = 0;
    for (int round = 0; round < 100000; round++) {
        size_t size = (seed >> 33) % 60, at = 0, used;
        unsigned char *data = malloc(size ? size : 1);
        frames f = { 0 };
        for (size_t i = 0; i < size; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            data[i] = (unsigned char)(seed >> 56);
        }
        if (size > 1 && round % 2) data[0] = 0x81, data[1] = (unsigned char)(0x80 | (data[1] % 8));
        frames_event e = FRAMES_NOTHING;
        while (e != FRAMES_MORE && e != FRAMES_WRONG) {
            e = frames_next(&f, data + at, size - at, &used);
            texts += e == FRAMES_TEXT;
            at += used;
            assert_true(at <= size);
        }
        wrongs += e == FRAMES_WRONG;
        frames_free(&f);
        free(data);
        seed = seed * 6364136223846793005u + 1442695040888963407u;
    }
    assert_true(texts > 100 && wrongs > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_the_example),
                                        cmocka_unit_test(test_the_handshake),
                                        cmocka_unit_test(test_heads_that_we_send),
                                        cmocka_unit_test(test_every_cut),
                                        cmocka_unit_test(test_refused_records_are_not_waited_for),
                                        cmocka_unit_test(test_utf8),
                                        cmocka_unit_test(test_noise) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
