/* head.c - the head of an HTTP request: which bytes are a head, which are not, and where it ends (RFC 9112). */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "head.h"

#define HOST "Host: x\r\n"

/* --- rows ------------------------------------------------------------------------------------------------- */

static const struct {
    const char *what, *text;
    int result; /* of head_parse */
} rows[] = {
    { "nothing", "", 0 },
    { "plain", "GET / HTTP/1.1\r\n" HOST "\r\n", 1 },
    { "not finished", "GET / HTTP/1.1\r\n" HOST "\r", 0 },
    { "not begun", "\r\n\r\n", 0 },
    { "empty lines first", "\r\n\r\nGET / HTTP/1.1\r\n" HOST "\r\n", 1 },
    { "old", "GET / HTTP/1.0\r\n\r\n", 1 },
    { "no host", "GET / HTTP/1.1\r\n\r\n", 400 },
    { "two hosts", "GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400 },
    { "a new version", "GET / HTTP/2.0\r\n" HOST "\r\n", 505 },
    { "no version", "GET /\r\n" HOST "\r\n", 400 },
    { "a version of something else", "GET / HTTQ/1.1\r\n" HOST "\r\n", 400 },
    { "two spaces", "GET  / HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "a space too many", "GET / HTTP/1.1 \r\n" HOST "\r\n", 400 },
    { "a whole address", "GET http://x/ HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "a star", "OPTIONS * HTTP/1.1\r\n" HOST "\r\n", 400 },
    { "another method", "BREW /pot HTTP/1.1\r\n" HOST "\r\n", 1 },
    { "a bare line feed", "GET / HTTP/1.1\n" HOST "\r\n\r\n", 400 },
    { "a bare carriage return", "GET / HTTP/1.1\r\nA: b\rc\r\n" HOST "\r\n", 400 },
    { "a folded line", "GET / HTTP/1.1\r\n" HOST "A: b\r\n c\r\n\r\n", 400 },
    { "a space before the colon", "GET / HTTP/1.1\r\n" HOST "A : b\r\n\r\n", 400 },
    { "no name", "GET / HTTP/1.1\r\n" HOST ": b\r\n\r\n", 400 },
    { "no colon", "GET / HTTP/1.1\r\n" HOST "A\r\n\r\n", 400 },
    { "an empty value", "GET / HTTP/1.1\r\n" HOST "A:\r\n\r\n", 1 },
    { "a control character", "GET / HTTP/1.1\r\n" HOST "A: \x01\r\n\r\n", 400 },
    { "a tab", "GET / HTTP/1.1\r\n" HOST "A: \tb\t\r\n\r\n", 1 },
    { "a length", "POST / HTTP/1.1\r\n" HOST "Content-Length: 12\r\n\r\n", 1 },
    { "two equal lengths", "POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400 },
    { "a list of lengths", "POST / HTTP/1.1\r\n" HOST "Content-Length: 1, 1\r\n\r\n", 400 },
    { "a signed length", "POST / HTTP/1.1\r\n" HOST "Content-Length: +1\r\n\r\n", 400 },
    { "a negative length", "POST / HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n", 400 },
    { "no length", "POST / HTTP/1.1\r\n" HOST "Content-Length: \r\n\r\n", 400 },
    { "a huge length", "POST / HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999\r\n\r\n", 400 },
    { "TLS", "\x16\x03\x01\x02", 400 },
    { "noise without an end", "\x01\x02\x03", 400 },
};

static void test_rows(void **state)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        head h;
        int result = head_parse(&h, rows[i].text, strlen(rows[i].text));
        if (result != rows[i].result) fail_msg("%s: %d, not %d", rows[i].what, result, rows[i].result);
        if (result == 1) assert_int_equal(h.size, strlen(rows[i].text));
    }
}

static void test_parts(void **state)
{
    static const char text[] = "POST /api/hit?a=1&b HTTP/1.1\r\nhOsT: lammer:2222\r\nX-A:  two words \t\r\n"
                               "Connection: keep-alive, Upgrade\r\nContent-Length: 5\r\nCONNECTION: close\r\n\r\nhello";
    char value[40];
    head h;
    assert_int_equal(head_parse(&h, text, strlen(text)), 1);
    assert_int_equal(h.size, strlen(text) - 5);
    assert_int_equal(h.method, METHOD_POST);
    assert_int_equal(h.length, 5);
    assert_true(h.close && !h.chunked && !h.continues);
    assert_int_equal(h.path.size, 8);
    assert_memory_equal(h.path.at, "/api/hit", 8);
    assert_memory_equal(h.query.at, "a=1&b", 5);
    assert_true(head_copy(&h, "host", value, sizeof value));
    assert_string_equal(value, "lammer:2222");
    assert_true(head_copy(&h, "x-a", value, sizeof value));
    assert_string_equal(value, "two words");
    assert_false(head_copy(&h, "x-a", value, strlen("two words")));
    assert_false(head_copy(&h, "x-b", value, sizeof value));
    assert_true(head_lists(&h, "connection", "upgrade") && !head_lists(&h, "connection", "grade"));
}

/* However it is cut, a head is whole exactly when its last byte has come. */
static void test_every_cut(void **state)
{
    static const char text[] = "GET /a HTTP/1.1\r\nHost: x\r\nCookie: a=b; c=d\r\n\r\nGET /b HTTP/1.1\r\n";
    size_t whole = (size_t)(strstr(text, "\r\n\r\n") - text) + 4;
    for (size_t n = 0; n <= strlen(text); n++) {
        char *copy = malloc(n ? n : 1); /* a byte beyond is seen by the sanitizer */
        head h;
        memcpy(copy, text, n);
        assert_int_equal(head_parse(&h, copy, n), n >= whole);
        if (n >= whole) assert_int_equal(h.size, whole);
        free(copy);
    }
}

static void test_limits(void **state)
{
    char *text = malloc(3 * HEAD_BYTES);
    head h;
    for (int n = HEAD_BYTES - 40; n < HEAD_BYTES + 40; n++) {
        int size = sprintf(text, "GET / HTTP/1.1\r\nHost: x\r\nA: ");
        memset(text + size, 'y', (size_t)(n - size - 4));
        memcpy(text + n - 4, "\r\n\r\n", 4);
        assert_int_equal(head_parse(&h, text, (size_t)n), n <= HEAD_BYTES ? 1 : 431);
    }
    for (int lines = HEAD_LINES - 2; lines < HEAD_LINES + 2; lines++) {
        int size = sprintf(text, "GET / HTTP/1.1\r\nHost: x\r\n");
        for (int i = 1; i < lines; i++)
            size += sprintf(text + size, "A: b\r\n");
        size += sprintf(text + size, "\r\n");
        assert_int_equal(head_parse(&h, text, (size_t)size), lines <= HEAD_LINES ? 1 : 431);
    }
    free(text);
}

static void test_decoding(void **state)
{
    static const struct {
        const char *in, *out; /* NULL: refused */
    } texts[] = { { "", "" },      { "abc", "abc" },   { "%41%6a", "Aj" },   { "a%20b+c", "a b c" },
                  { "%", NULL },   { "%4", NULL },     { "%4g", NULL },      { "%00", NULL },
                  { "a%2", NULL }, { "%2525", "%25" }, { "123456789", NULL } };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[9];
        bool well = piece_decode((piece){ texts[i].in, strlen(texts[i].in) }, true, text, sizeof text);
        if (well != (texts[i].out != NULL)) fail_msg("%s", texts[i].in);
        if (well) assert_string_equal(text, texts[i].out);
    }
    char text[9];
    assert_true(piece_decode((piece){ "a+b", 3 }, false, text, sizeof text));
    assert_string_equal(text, "a+b");
}

/* Requests with bytes changed, taken away and put in: what comes back lies within what was given. */
static void test_noise(void **state)
{
    static const char good[] =
        "POST /api/hit?a=%41 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nA: b, c\r\n\r\n0123456789";
    static const char bytes[] = "\r\n :%?/\0\xff"
                                "aG1,";
    uint64_t seed = 20, accepted = 0;
    for (int round = 0; round < 200000; round++) {
        size_t size = sizeof good - 1;
        char *text = malloc(size);
        head h;
        memcpy(text, good, size);
        for (int change = 0; change < 1 + round % 4; change++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            text[(seed >> 40) % size] = bytes[(seed >> 20) % (sizeof bytes - 1)];
        }
        if (seed >> 63) size = (seed >> 33) % size;
        char *exact = malloc(size ? size : 1);
        memcpy(exact, text, size);
        int result = head_parse(&h, exact, size);
        assert_true(result == 0 || result == 1 || result == 400 || result == 431 || result == 505);
        if (result == 1) {
            accepted++;
            assert_true(h.size <= size && h.path.at >= exact && h.path.at + h.path.size <= exact + h.size);
            assert_true(h.query.size == 0 || h.query.at + h.query.size <= exact + h.size);
            for (int i = 0; i < h.lines; i++)
                assert_true(h.line[i].value.at + h.line[i].value.size <= exact + h.size);
        }
        free(exact);
        free(text);
    }
    assert_true(accepted > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows),      cmocka_unit_test(test_parts),
                                        cmocka_unit_test(test_every_cut), cmocka_unit_test(test_limits),
                                        cmocka_unit_test(test_decoding),  cmocka_unit_test(test_noise) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
