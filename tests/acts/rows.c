/* rows.c - acts by the rows of acts.def: each is read from its fields and written back, and a mistake is named. */
/* sanitized */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lammer/server/json.h"
#include "lammer/words.h"

/* --- a value for each type ------------------------------------------------------------------------------------------
 * */

static const char *const samples[LM_TYPE_COUNT] = {
    [LM_TYPE_TEXT] = "\"why \\\"not\\\"\\n\\u0001\"",
    [LM_TYPE_ID] = "\"ann-2\"",
    [LM_TYPE_SEAT] = "\"3b\"",
    [LM_TYPE_PLACE] = "\"dealer\"",
    [LM_TYPE_BY] = "null",
    [LM_TYPE_WAGER] = "\"main.2\"",
    [LM_TYPE_CARD] = "\"Th\"",
    [LM_TYPE_INT] = "-9007199254740993",
    [LM_TYPE_CENTS] = "2500",
    [LM_TYPE_PACK] = "1",
    [LM_TYPE_BOOL] = "true",
    [LM_TYPE_RIDE] = "\"both\"",
    [LM_TYPE_IRREGULARITY] = "\"misdeal\"",
    [LM_TYPE_HOW] = "\"late\"",
    [LM_TYPE_ROLE] = "\"supervisor\"",
    [LM_TYPE_SIDE] = "\"B\"",
    [LM_TYPE_INSTRUMENT] = "\"coupon\"",
    [LM_TYPE_COUNTS] = "[207,209]",
    [LM_TYPE_ORDERS] = "[\"ThAs\",\"\"]",
    [LM_TYPE_LIST] = "[1,\"x\"]",
    [LM_TYPE_OBJECT] = "{\"a\":[true]}",
    [LM_TYPE_ANY] = "{\"b\":null}",
};

/* A value that the type refuses; none for a type that accepts all. */
static const char *const wrongs[LM_TYPE_COUNT] = {
    [LM_TYPE_TEXT] = "7",
    [LM_TYPE_ID] = "\"Ann\"",
    [LM_TYPE_SEAT] = "\"dealer\"",
    [LM_TYPE_PLACE] = "\"box\"",
    [LM_TYPE_BY] = "7",
    [LM_TYPE_WAGER] = "[]",
    [LM_TYPE_CARD] = "\"1h\"",
    [LM_TYPE_INT] = "1.5",
    [LM_TYPE_CENTS] = "\"5\"",
    [LM_TYPE_PACK] = "2",
    [LM_TYPE_BOOL] = "1",
    [LM_TYPE_RIDE] = "\"up\"",
    [LM_TYPE_IRREGULARITY] = "\"mess\"",
    [LM_TYPE_HOW] = "\"early\"",
    [LM_TYPE_ROLE] = "\"king\"",
    [LM_TYPE_SIDE] = "\"C\"",
    [LM_TYPE_INSTRUMENT] = "\"gold\"",
    [LM_TYPE_COUNTS] = "[1,2,3]",
    [LM_TYPE_ORDERS] = "[\"Th\",7]",
    [LM_TYPE_LIST] = "{}",
    [LM_TYPE_OBJECT] = "[]",
};

/* These are not part of an act: their reader takes them from the request. */
static const char *const written[LM_TYPE_COUNT] = {
    [LM_TYPE_LIST] = "null",
    [LM_TYPE_OBJECT] = "null",
    [LM_TYPE_ANY] = "null",
};

typedef struct {
    char text[4096];
    size_t size;
} line;

static void add(line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    l->size += (size_t)vsnprintf(l->text + l->size, sizeof l->text - l->size, format, args);
    va_end(args);
    assert_true(l->size < sizeof l->text);
}

enum { NO_FIELD = -1, ALL_FIELDS = LM_ACT_FIELDS };

/* The JSON object of a row without the field `missing`; the field `other` has its value from `instead`, if there is one. */
static json_t *object_of(const lm_act_row *row, bool in_record, int other, const char *const *instead, int missing,
                         line *l)
{
    *l = (line){ 0 };
    add(l, "{\"do\":\"%s\"", row->word);
    for (int i = 0; i < row->fields; i++) {
        lm_act_field field = (lm_act_field)row->has[i].field;
        lm_act_type type = lm_field_type(field);
        if (!lm_act_takes(row, i, in_record) || i == missing) continue;
        bool replaced = (i == other || other == ALL_FIELDS) && instead[type];
        add(l, ",\"%s\":%s", lm_field_key(field), replaced ? instead[type] : samples[type]);
    }
    add(l, "}");
    json_error_t error;
    json_t *object = json_loads(l->text, JSON_REJECT_DUPLICATES, &error);
    if (!object) fail_msg("%s: %s", l->text, error.text);
    return object;
}

/* --- tests -------------------------------------------------------------------------------------------------------- */

static void each_row(void (*check)(const lm_act_row *, lm_act_from))
{
    for (const lm_act_row *row = lm_act_rows; row < lm_act_rows + LM_ACT_COUNT; row++) {
        assert_true(row->fields <= LM_ACT_FIELDS);
        if (row->where != LM_INSIDE) check(row, LM_FROM_REQUEST);
        check(row, LM_FROM_RECORD);
    }
}

static void check_trip(const lm_act_row *row, lm_act_from from)
{
    static lm_out out;
    char why[LM_WORDS_WHY] = "";
    line l;
    lm_act act;
    json_t *object = object_of(row, from == LM_FROM_RECORD, NO_FIELD, NULL, NO_FIELD, &l);
    if (!lm_act_read(&act, row, from, object, NULL, why, sizeof why)) fail_msg("%s: %s", l.text, why);
    lm_out_clear(&out);
    lm_act_write(&act, &out);
    json_decref(object_of(row, from == LM_FROM_RECORD, ALL_FIELDS, written, NO_FIELD, &l));
    assert_string_equal(out.at, l.text);
    json_decref(object);
}

static void test_every_row_is_read_and_written_back(void **state)
{
    (void)state;
    each_row(check_trip);
}

static void check_mistakes(const lm_act_row *row, lm_act_from from)
{
    bool in_record = from == LM_FROM_RECORD;
    char why[LM_WORDS_WHY], want[LM_WORDS_WHY];
    line l;
    lm_act act;
    for (int i = 0; i < row->fields; i++) {
        lm_act_field field = (lm_act_field)row->has[i].field;
        const char *key = lm_field_key(field), *what = lm_type_what(lm_field_type(field));
        if (lm_act_takes(row, i, in_record) && wrongs[lm_field_type(field)]) {
            json_t *object = object_of(row, in_record, i, wrongs, NO_FIELD, &l);
            assert_false(lm_act_read(&act, row, from, object, NULL, why, sizeof why));
            snprintf(want, sizeof want, "\"%s\" must be %s", key, what);
            assert_string_equal(why, want);
            json_decref(object);
        }
        if (lm_act_needs(row, i, in_record)) {
            json_t *object = object_of(row, in_record, NO_FIELD, NULL, i, &l);
            assert_false(lm_act_read(&act, row, from, object, NULL, why, sizeof why));
            snprintf(want, sizeof want, "\"%s\" needs a field \"%s\": %s", row->word, key, what);
            assert_string_equal(why, want);
            json_decref(object);
        }
    }
}

static void test_a_wrong_or_missing_field_is_named(void **state)
{
    (void)state;
    each_row(check_mistakes);
}

static void test_an_unknown_field_names_the_nearest(void **state)
{
    (void)state;
    static const struct {
        const char *word, *json, *why;
    } cases[] = {
        { "bet", "{'seta':'3','cents':5}", "\"bet\" takes no field \"seta\". Did you mean \"seat\"?" },
        { "bet", "{'seat':'3','cent':5}", "\"bet\" takes no field \"cent\". Did you mean \"cents\"?" },
        { "sit", "{'seat':'3','place':'4'}", "\"sit\" takes no field \"place\". Did you mean \"player\"?" },
        { "bet", "{'box':'3','cents':5}", "\"bet\" takes no field \"box\". Did you mean \"seat\"?" },
        { "deal", "{'loudly':true}", "\"deal\" takes no field \"loudly\"" },
        { "confirm", "{'role':'executive'}",
          "\"confirm\" takes no field \"role\"" }, /* the house fills in the sender's own role */
        { "fill", "{'cents':5,'slip':1}", "\"fill\" takes no field \"slip\"" }, /* the house's */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[200], why[LM_WORDS_WHY] = "";
        lm_act act;
        snprintf(json, sizeof json, "%s", cases[i].json);
        for (char *c = json; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        json_t *object = json_loads(json, 0, NULL);
        const lm_act_row *row = lm_act_said(cases[i].word, strlen(cases[i].word));
        assert_false(lm_act_read(&act, row, LM_FROM_REQUEST, object, NULL, why, sizeof why));
        assert_string_equal(why, cases[i].why);
        json_decref(object);
    }
}

static void test_a_word_has_one_row_that_can_be_said(void **state)
{
    (void)state;
    for (const lm_act_row *row = lm_act_rows; row < lm_act_rows + LM_ACT_COUNT; row++) {
        if (row->where != LM_INSIDE) assert_ptr_equal(lm_act_said(row->word, strlen(row->word)), row);
    }
    assert_null(lm_act_said("arrive", 6)); /* only the engine uses it; a client cannot send it */
    assert_null(lm_act_said("be", 2));
}

static lm_act_word recalled(const char *text)
{
    char why[LM_WORDS_WHY] = "";
    lm_act act;
    json_t *object = json_loads(text, 0, NULL);
    if (!lm_act_recall(&act, object, why, sizeof why)) fail_msg("%s: %s", text, why);
    json_decref(object);
    return (lm_act_word)act.word;
}

static void test_two_rows_of_a_word_are_told_apart_by_their_fields(void **state)
{
    (void)state;
    assert_int_equal(recalled("{\"do\":\"hit\",\"seat\":\"1\"}"), LM_ACT_HIT);
    assert_int_equal(recalled("{\"do\":\"hit\",\"wager\":\"x\",\"winner\":0,\"sealed\":\"\"}"), LM_ACT_HIT_METER);
    assert_int_equal(recalled("{\"do\":\"leave\",\"seat\":\"1\"}"), LM_ACT_LEAVE);
    assert_int_equal(recalled("{\"do\":\"leave\",\"player\":\"ann\",\"cents\":5}"), LM_ACT_LEAVE_TABLE);
}

static void test_every_reply_is_a_type(void **state)
{
    (void)state;
    static const char *const plain[] = { "text", "id",     "seat", "card",  "int",    "cents",
                                         "bool", "number", "any",  "money", "dealing" };
    for (const lm_act_row *row = lm_act_rows; row < lm_act_rows + LM_ACT_COUNT; row++) {
        const lm_reply_row *reply = lm_replies;
        while (reply->name && strcmp(reply->name, row->reply) != 0)
            reply++;
        if (!reply->name) fail_msg("%s answers %s, which is not in replies.def", row->word, row->reply);
    }
    for (const lm_reply_row *reply = lm_replies; reply->name; reply++) {
        lm_reply_field f;
        if (reply->fields[0] == '=') continue; /* TypeScript's own types */
        for (const char *at = reply->fields; lm_reply_next(&at, &f);) {
            const lm_reply_row *other = lm_replies;
            bool known = false;
            for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
                known |= strcmp(plain[i], f.type) == 0;
            while (!known && other->name && strcmp(other->name, f.type) != 0)
                other++;
            if (!known && !other->name) fail_msg("%s.%s is a %s, which is not a type", reply->name, f.name, f.type);
        }
    }
}

/* Each command at a table needs the record it was decided on, may come at any time, or only reads. */
static void test_table_words_say_what_they_rest_on(void **state)
{
    (void)state;
    for (const lm_act_row *row = lm_act_next(NULL); row; row = lm_act_next(row)) {
        bool rests = row->when & LM_ACT_DECIDES, any = row->when & LM_ACT_ANY_TIME, reads = row->when & LM_ACT_READS;
        if (row->where != LM_AT_TABLE ? rests || any : rests + any + reads != 1)
            fail_msg("FAILED: \"%s\" does not say what it rests on", row->word);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_is_read_and_written_back),
        cmocka_unit_test(test_a_wrong_or_missing_field_is_named),
        cmocka_unit_test(test_an_unknown_field_names_the_nearest),
        cmocka_unit_test(test_a_word_has_one_row_that_can_be_said),
        cmocka_unit_test(test_two_rows_of_a_word_are_told_apart_by_their_fields),
        cmocka_unit_test(test_every_reply_is_a_type),
        cmocka_unit_test(test_table_words_say_what_they_rest_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
