/* json.c - the bytes of records and messages are those that libjansson writes. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/server/json.h"

static void assert_same(lm_out *room, json_t *json)
{
    assert_non_null(json);
    char *expected = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    lm_out_clear(room);
    lm_out_json(room, json);
    assert_string_equal(room->at, expected);
    assert_int_equal(room->size, strlen(expected));
    free(expected);
    json_decref(json);
}

static void writes_what_jansson_writes(void **state)
{
    static const char *const texts[] = {
        "{}",
        "[]",
        "null",
        "true",
        "false",
        "0",
        "-1",
        "10",
        "9223372036854775807",
        "-9223372036854775808",
        "1.5",
        "-1e300",
        "0.1",
        "\"\"",
        "\"say \\\"when\\\" \\\\ \\/\"",
        "\"\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\"",
        "\"na\xc3\xafve \xe2\x99\xa0 \xf0\x9f\x82\xa1\"",
        "{\"z\":1,\"a\":[{},[],{\"b\":null}],\"\":{\"quoted \\\"key\\\"\":[1,2,3]}}",
    };
    lm_out room = { 0 };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_same(&room, json_loads(texts[i], JSON_DECODE_ANY, NULL));
    lm_out_free(&room);
}

/* Every control character: it must not end a string early, nor leave it unescaped. */
static void escapes_every_byte(void **state)
{
    lm_out room = { 0 };
    for (char c = 1; c > 0 && c < 127; c++)
        assert_same(&room, json_stringn((const char[]){ 'a', c, c, 'b' }, 4));
    assert_same(&room, json_stringn("a\0b", 3));
    lm_out_free(&room);
}

static void grows_and_is_used_again(void **state)
{
    lm_out room = { 0 };
    json_t *list = json_array();
    for (int i = 0; i < 5000; i++)
        json_array_append_new(list, json_pack("{s:i, s:s}", "seat", i, "card", "Qh"));
    assert_same(&room, list);
    assert_same(&room, json_integer(7));
    lm_out_free(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_what_jansson_writes),
        cmocka_unit_test(escapes_every_byte),
        cmocka_unit_test(grows_and_is_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
