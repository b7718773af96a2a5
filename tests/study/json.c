/* json.c - the writer's JSON is what jansson writes for the same value, byte for byte. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "out/out.h"

static uint64_t noise(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static double any_real(uint64_t *seed)
{
    static const double some[] = {
        0, -0.0, 1, -1, 0.1, 1e15, 1e16, 1e17, 1e-5, 1e22, 123456789, 5e-324, 1.7976931348623157e308
    };
    uint64_t bits = noise(seed);
    double value;
    if (bits % 3 == 0) return some[bits / 3 % (sizeof some / sizeof *some)];
    if (bits % 3 == 1) return (double)(int64_t)(bits >> 40) / 1e6;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 0.5;
}

static void any_text(uint64_t *seed, char text[24])
{
    static const char *const parts[] = { "a", "\"", "\\", "/", "\n", "\t", "\x01", "\x7f", "\xc3\xa9", "%", " ", "z" };
    text[0] = '\0';
    for (uint64_t n = noise(seed) % 8; n; n--)
        strcat(text, parts[noise(seed) % (sizeof parts / sizeof *parts)]);
}

/* A member of an object, or an element of a list where there is no key; a bracket takes no value. */
#define OUT_PUT(j, key, type, ...) (key ? out_put(j, "*:" type, key, __VA_ARGS__) : out_put(j, type, __VA_ARGS__))

/* The same value twice: by the writer, and by jansson. */
static json_t *tell_value(out_json *j, const char *key, uint64_t *seed, int depth)
{
    char text[24], name[24];
    switch (noise(seed) % (depth < 4 ? 5 : 3)) {
    case 0: {
        double value = any_real(seed);
        OUT_PUT(j, key, "f", value);
        return json_real(value);
    }
    case 1: {
        int64_t value = (int64_t)noise(seed) >> noise(seed) % 60;
        OUT_PUT(j, key, "I", value);
        return json_integer(value);
    }
    case 2:
        any_text(seed, text);
        OUT_PUT(j, key, "S", text, strlen(text));
        return json_string(text);
    case 3: {
        json_t *list = json_array();
        OUT_PUT(j, key, "[", 0);
        for (uint64_t n = noise(seed) % 4; n; n--)
            json_array_append_new(list, tell_value(j, NULL, seed, depth + 1));
        out_put(j, "]");
        return list;
    }
    default: {
        json_t *object = json_object();
        OUT_PUT(j, key, "{", 0);
        for (uint64_t n = noise(seed) % 4; n; n--) {
            do {
                any_text(seed, name);
            } while (json_object_get(object, name));
            json_object_set_new(object, name, tell_value(j, name, seed, depth + 1));
        }
        out_put(j, "}");
        return object;
    }
    }
}

static void test_same_bytes(void **state)
{
    uint64_t seed = 88172645463325252ULL;
    for (int i = 0; i < 20000; i++) {
        lm_text out = { 0 };
        out_json j = out_begin(&out, 0);
        out_put(&j, "[");
        json_t *list = json_array();
        json_array_append_new(list, tell_value(&j, NULL, &seed, 0));
        out_put(&j, "]");
        char *wanted = json_dumps(list, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
        assert_non_null(wanted);
        assert_int_equal(out.data[out.n - 1], '\n');
        out.data[out.n - 1] = '\0';
        assert_string_equal(out.data, wanted);
        free(wanted);
        json_decref(list);
        lm_text_free(&out);
    }
}

static void test_members(void **state)
{
    lm_text out = { 0 };
    out_json j = out_begin(&out, 6);
    out_put(&j, "{ a:s b:s c:i d:I e:f f:f g:b h:n", "x", NULL, -3, (int64_t)1 << 40, 1.0 / 3, (double)NAN, 1);
    out_words(&j, "i", " two  words ");
    out_put(&j, "}");
    assert_string_equal(out.data, "{\n  \"a\": \"x\",\n  \"b\": null,\n  \"c\": -3,\n  \"d\": 1099511627776,\n"
                                  "  \"e\": 0.333333,\n  \"f\": null,\n  \"g\": true,\n  \"h\": null,\n"
                                  "  \"i\": [\n    \"two\",\n    \"words\"\n  ]\n}\n");
    lm_text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_same_bytes), cmocka_unit_test(test_members) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
