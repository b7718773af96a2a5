/* why_not.c - "why not?": the answer for each act of a player is what the act itself is answered, and asking does
 * nothing.
 *
 * Each refused act is then sent: the refusal and its clause must be the same. The allowed acts must be those of the
 * table's own list. */
#include "kit/matrix_people.h"
#include "said.h"

static json_t *rows_of(const char *table, char who, const char *seat)
{
    json_t *body = json_pack("{s:s, s:s, s:s}", "do", "why-not", "table", table, "seat", seat);
    int64_t before = state_of(table)->seq;
    assert_int_equal(say(session_of(who), body), 200);
    assert_int_equal(state_of(table)->seq, before);
    return json_incref(json_object_get(heard(d), "acts"));
}

static const json_t *row_of(const json_t *rows, const char *word, const char *wager)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char *of = text_in(row, "wager");
        if (strcmp(text_in(row, "do"), word) == 0 && strcmp(of, wager) == 0) return row;
    }
    fail_msg("%s %s is not answered", word, wager);
    return NULL;
}

/* An act that "why not?" refuses is refused in the same words when it is sent. "ready" is refused as the deal would be.
 * */
static int says_the_same(const char *table, char who, const json_t *rows)
{
    size_t i;
    json_t *row;
    int refused = 0;
    json_array_foreach(rows, i, row)
    {
        bool bets = strcmp(text_in(row, "do"), "bet") == 0;
        if (json_is_true(json_object_get(row, "allowed")) || strcmp(text_in(row, "do"), "ready") == 0) continue;
        json_t *body = json_pack("{s:s, s:s, s:s, s:I}", "do", text_in(row, "do"), "table", table, "seat",
                                 text_in(row, "seat"), "seen", (json_int_t)state_of(table)->seq);
        if (bets || strcmp(text_in(row, "do"), "insure") == 0) json_object_set_new(body, "cents", json_integer(500));
        if (bets) json_object_set(body, "wager", json_object_get(row, "wager"));
        int status = say(session_of(who), body);
        assert_true(status >= 400 && status < 500);
        assert_string_equal(why(d), text_in(row, "why"));
        assert_string_equal(text_in(heard(d), "clause"), text_in(row, "clause"));
        refused++;
    }
    return refused;
}

static void must_answer(const json_t *rows, const char *word, const char *wager, const char *because,
                        const char *clause)
{
    const json_t *row = row_of(rows, word, wager);
    if (!because) {
        assert_true(json_is_true(json_object_get(row, "allowed")));
        return;
    }
    assert_said(text_in(row, "why"), because);
    assert_string_equal(text_in(row, "clause"), clause);
}

static void begin(void)
{
    begin_live_table();
    bring_shoe();
    must("l", 'D', "open", "{}");
}

/* WFB-INTRO.2, MFB-6(h).1: before the deal. */
static void test_before_the_deal(void **state)
{
    begin();
    json_t *rows = rows_of("l", 'h', "1");
    must_answer(rows, "bet", "main", NULL, "");
    must_answer(rows, "double", "", "say:why-turn", "MFB-6(h).1");
    must_answer(rows, "bet", "push22", "say:why-no-main", "WFB-INTRO.2");
    must_answer(rows, "surrender", "", "say:why-no-surrender", "WFB-RULES.11");
    assert_true(says_the_same("l", 'h', rows) >= 7);
    json_decref(rows);
    desk_close(d);
}

/* MFB-9(a), MFB-7(a), WFB-INTRO.3: a hard 15 against a 9. */
static void test_on_turn(void **state)
{
    begin();
    must("l", 'h', "bet", "{'seat':'1','cents':1000}");
    must("l", 'D', "deal", "{}");
    deal_cards("9h 9d 6c --");
    json_t *rows = rows_of("l", 'h', "1");
    must_answer(rows, "hit", "", NULL, "");
    must_answer(rows, "double", "", NULL, "");
    must_answer(rows, "split", "", "say:why-pair", "MFB-9(a)");
    must_answer(rows, "insure", "", "say:why-no-insurance", "MFB-7(a)");
    must_answer(rows, "bet", "main", "say:why-closed", "WFB-INTRO.3");
    assert_true(says_the_same("l", 'h', rows) >= 4);
    json_decref(rows);
    rows = rows_of("l", 'r', "1"); /* another player's box */
    must_answer(rows, "hit", "", "that is not your box", "");
    json_decref(rows);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(test_before_the_deal),
        HOUSE_TEST(test_on_turn),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
