/* saying.c - a sentence with its message id: what it says, and what stands in its gaps. */
/* sanitized */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "lammer/server/saying.h"

enum { ROOM = 80 };

__attribute__((format(printf, 3, 4))) static void say(lm_saying *saying, char text[ROOM], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lm_saying_write(saying, text, ROOM, format, args);
    va_end(args);
}

static void check(const lm_saying *saying, const char *text, const char *sentence, const char *json)
{
    lm_out out = { 0 };
    assert_string_equal(text, sentence);
    lm_out_begin(&out, '{');
    lm_saying_put(saying, text, &out);
    lm_out_end(&out, '}');
    assert_string_equal(out.at, json);
    lm_out_free(&out);
}

static void test_gaps(void **state)
{
    lm_saying s;
    char text[ROOM];
    say(&s, text, LM_SAYS(LACKS, "who lacks_cents", "%s lacks %s in chips"), "ann", "12.50");
    check(&s, text, "ann lacks 12.50 in chips", "{\"id\":\"LACKS\",\"args\":{\"who\":\"ann\",\"lacks_cents\":1250}}");
    say(&s, text, LM_SAYS(CUT, "least most", "cut %d to %lld"), 9, 300LL);
    check(&s, text, "cut 9 to 300", "{\"id\":\"CUT\",\"args\":{\"least\":9,\"most\":300}}");
    say(&s, text, LM_SAYS(PLAIN, "", "100 %% sure"));
    check(&s, text, "100 % sure", "{\"id\":\"PLAIN\"}");
    say(&s, text, LM_SAYS(QUOTED, "name", "\"%.3s\" is taken"), "annabel");
    check(&s, text, "\"ann\" is taken", "{\"id\":\"QUOTED\",\"args\":{\"name\":\"ann\"}}");
}

/* Two conversions are one amount, and the next gap keeps its own name. */
static void test_joined_conversions(void **state)
{
    lm_saying s;
    char text[ROOM];
    say(&s, text, LM_SAYS(USED, "limit_cents + used_cents +", "$%lld.%02lld, of which $%lld.%02lld"), 20LL, 5LL, 7LL,
        50LL);
    check(&s, text, "$20.05, of which $7.50", "{\"id\":\"USED\",\"args\":{\"limit_cents\":2005,\"used_cents\":750}}");
    say(&s, text, LM_SAYS(WHOLE, "most_cents", "up to $%d.00"), 1000);
    check(&s, text, "up to $1000.00", "{\"id\":\"WHOLE\",\"args\":{\"most_cents\":100000}}");
}

static void test_sentence_on_its_way(void **state)
{
    static const char closed[] = LM_SAYS(CLOSED, "", "the cage is closed");
    lm_saying s;
    char text[ROOM];
    say(&s, text, "%s", closed);
    check(&s, text, "the cage is closed", "{\"id\":\"CLOSED\"}");
    say(&s, text, "%s", "a text of another program");
    check(&s, text, "a text of another program", "{}");
    say(&s, text, "%d tables", 3);
    check(&s, text, "3 tables", "{}");
}

static void test_reasons(void **state)
{
    lm_saying s;
    lm_saying_why(&s, LM_WHY_NOT_OFFERED);
    check(&s, "x", "x", "{\"id\":\"WHY_NOT_OFFERED\"}");
    lm_saying_meter_why(&s, LM_METER_WHY_NO_AWARD);
    check(&s, "x", "x", "{\"id\":\"METER_NO_AWARD\"}");
}

/* A text that does not fit is cut, and no gap reaches beyond it. */
static void test_too_long(void **state)
{
    lm_saying s;
    char text[ROOM], name[2 * ROOM];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    say(&s, text, LM_SAYS(LONG, "name", "the name %s is too long"), name);
    assert_int_equal(strlen(text), ROOM - 1);
    assert_int_equal(s.gap[0].at + s.gap[0].size, ROOM - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_joined_conversions),
        cmocka_unit_test(test_sentence_on_its_way),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
