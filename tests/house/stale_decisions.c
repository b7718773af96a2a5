/* stale_decisions.c - an act that decides is done on the table that it was decided on, or not at all.
 *
 * What others lay, insure, confirm or do about their places does not make a decision old; a card, a
 * turn, the end of the betting and the next round do. */
#include "kit/matrix_people.h"
#include "said.h"

static int64_t now_seen(const char *table)
{
    return state_of(table)->seq;
}

/* Says it as a client that has seen that record and nothing after it. */
static int say_having_seen(int64_t seen, const char *table, char who, const char *word, const char *text)
{
    json_t *body = request(table, word, text);
    json_object_set_new(body, "seen", json_integer(seen));
    return say(session_of(who), body);
}

static void must_be_late(int64_t seen, const char *table, char who, const char *word, const char *text,
                         const char *because)
{
    int64_t before = now_seen(table);
    int status = say_having_seen(seen, table, who, word, text);
    if (status != 409 || !is_said(why(d), "say:moved-on") || !is_said(why(d), because))
        fail_msg("FAILED: %s is not late: %d %s", word, status, why(d));
    assert_int_equal(now_seen(table), before);
    assert_int_equal(int_in(heard(d), "seq", 0), before);
    assert_true(json_is_object(json_object_get(json_object_get(heard(d), "snapshot"), "turn")));
}

static void must_be_in_time(int64_t seen, const char *table, char who, const char *word, const char *text)
{
    int status = say_having_seen(seen, table, who, word, text);
    if (status != 200) fail_msg("FAILED: %s is refused: %d %s", word, status, why(d));
}

static void begin(void)
{
    begin_live_table();
    must("l", 'r', "sit", "{'seat':'3'}");
    must("l", 'r', "buy", "{'cents':30000}");
    bring_shoe();
    must("l", 'D', "open", "{}");
}

static void deal(const char *cards)
{
    must("l", 'h', "bet", "{'seat':'1','cents':1000}");
    must("l", 'r', "bet", "{'seat':'3','cents':1000}");
    must("l", 'D', "deal", "{}");
    deal_cards(cards);
}

static void test_it_says_what_it_saw(void **state)
{
    begin();
    json_t *body = request("l", "bet", "{'seat':'1','cents':1000,'seen':'3'}");
    assert_int_equal(say(session_of('h'), body), 400);
    body = request("l", "bet", "{'seat':'1','cents':1000}");
    json_object_set_new(body, "seen", json_null());
    assert_int_equal(say(session_of('h'), body), 400);
    assert_said(why(d), "say:wants-field-of|bet|seen");
    assert_int_equal(say_having_seen(now_seen("l") + 1, "l", 'h', "bet", "{'seat':'1','cents':1000}"), 400);
    assert_said(why(d), "say:record-not-written");
    /* an act that decides nothing may name a record, which is ignored */
    must_be_in_time(1, "l", 'h', "toke", "{'cents':100}");
    must_be_in_time(1, "l", 's', "freeze", "{'reason':'test'}");
    desk_close(d);
}

/* Others come, go, buy and bet: my bet is as good as before. */
static void test_others_do_not_move_the_table(void **state)
{
    begin();
    int64_t seen = now_seen("l");
    must("l", 'r', "bet", "{'seat':'3','cents':2000}");
    must("l", 'b', "sit", "{'seat':'5'}");
    must("l", 'b', "buy", "{'cents':5000}");
    must("l", 'b', "bet", "{'seat':'5','cents':500}");
    must("l", 'b', "withdraw", "{'seat':'5'}");
    must("l", 'b', "leave", "{}");
    must("l", 'r', "toke", "{'cents':100}");
    must("l", 's', "terms", "{'title':'another'}");
    must_be_in_time(seen, "l", 'h', "bet", "{'seat':'1','cents':1000}");
    must_be_in_time(seen, "l", 'h', "bet", "{'seat':'1','cents':1500}");
    must_be_in_time(seen, "l", 'D', "deal", "{}");
    desk_close(d);
}

static void test_betting_closes(void **state)
{
    begin();
    must("l", 'r', "bet", "{'seat':'3','cents':1000}");
    int64_t seen = now_seen("l");
    must("l", 'D', "deal", "{}");
    must_be_late(seen, "l", 'h', "bet", "{'seat':'1','cents':1000}", "say:moved-deal");
    must_be_late(seen, "l", 'r', "withdraw", "{'seat':'3'}", "say:moved-deal");
    deal_cards("9h 9d 8c --");
    must("l", 'r', "stand", "{'seat':'3'}");
    must("l", 'D', "turn", "{'card':'8s'}");
    must("l", 'D', "open", "{}");
    must_be_late(seen, "l", 'h', "bet", "{'seat':'1','cents':1000}", "say:moved-round");
    desk_close(d);
}

/* The double press: the second was decided before the card that the first one brought. */
static void test_a_card_came(void **state)
{
    begin();
    deal("4h 5d 9c 6c 5s --");
    int64_t seen = now_seen("l");
    must_be_in_time(seen, "l", 'h', "hit", "{'seat':'1'}");
    must_be_late(seen, "l", 'h', "hit", "{'seat':'1'}", "say:moved-step");
    int64_t owed = now_seen("l");
    must_be_in_time(owed, "l", 'D', "card", "{'card':'7h'}");
    must_be_late(owed, "l", 'D', "card", "{'card':'7h'}", "say:moved-card");
    must_be_late(seen, "l", 'h', "hit", "{'seat':'1'}", "say:moved-card");
    must_be_late(seen, "l", 'h', "stand", "{'seat':'1'}", "say:moved-card");
    must_be_late(seen, "l", 'h', "double", "{'seat':'1'}", "say:moved-card");
    seen = now_seen("l");
    must_be_in_time(seen, "l", 'h', "stand", "{'seat':'1'}");
    must_be_late(seen, "l", 'r', "stand", "{'seat':'3'}", "say:moved-step"); /* ray decided before ray's turn */
    must("l", 'r', "stand", "{'seat':'3'}");
    desk_close(d);
}

/* Both may answer at once; the reader's answer ends it. */
static void test_insurance(void **state)
{
    begin();
    deal("4h 5d Ac 6c 5s --");
    int64_t seen = now_seen("l");
    must_be_in_time(seen, "l", 'h', "insure", "{'seat':'1','cents':500}");
    must_be_in_time(seen, "l", 'r', "insure", "{'seat':'3','cents':0}");
    seen = now_seen("l");
    must("l", 'D', "peek", "{'blackjack':false}");
    must_be_late(seen, "l", 'r', "insure", "{'seat':'3','cents':500}", "say:moved-step");
    desk_close(d);
}

/* A corrected card changes the table, although nothing was dealt. */
static void test_a_card_was_corrected(void **state)
{
    begin();
    deal("4h 5d 9c 6c 5s --");
    int64_t seen = now_seen("l");
    must("l", 's', "correct", "{'number':1,'card':'3h','reason':'misread'}");
    must_be_late(seen, "l", 'h', "hit", "{'seat':'1'}", "say:moved-step");
    must("l", 'h', "hit", "{'seat':'1'}");
    desk_close(d);
}

/* Two people confirm one spoken wager, each on the table as seen: MBJ-3(d).2. */
static void test_two_confirm(void **state)
{
    d = desk_open("a");
    enter_one_of_each_kind();
    lay_cash(session_of('D'));
    int64_t seen = now_seen("c");
    must_be_in_time(seen, "c", 'D', "confirm", "{}");
    must_be_in_time(seen, "c", 's', "confirm", "{}");
    desk_close(d);
}

/* A client that missed the answer asks again under the number, and hears that it was done; the table has
 * moved on by that very act. */
static void test_a_repeat_is_not_late(void **state)
{
    begin();
    deal("4h 5d 9c 6c 5s --");
    int64_t seen = now_seen("l");
    must_be_in_time(seen, "l", 'h', "hit", "{'seat':'1','n':7}");
    int64_t record = int_in(heard(d), "seq", 0);
    must("l", 'D', "card", "{'card':'2h'}");
    must_be_in_time(seen, "l", 'h', "hit", "{'seat':'1','n':7}");
    assert_true(json_is_true(json_object_get(heard(d), "repeated")));
    assert_int_equal(int_in(heard(d), "seq", 0), record);
    must_be_late(seen, "l", 'h', "hit", "{'seat':'1','n':8}", "say:moved-card");
    desk_close(d);
}

/* A server that takes the table up knows what moved it: a bet that followed does not make another one
 * stale. */
static void test_after_a_restart(void **state)
{
    begin();
    int64_t opened = now_seen("l");
    must("l", 'r', "bet", "{'seat':'3','cents':1000}");
    house_moved before = state_of("l")->moved;
    desk_close(d);
    d = desk_open("a");
    await_table(d, "l");
    assert_memory_equal(&before, &state_of("l")->moved, sizeof before);
    must_be_in_time(opened, "l", 'h', "bet", "{'seat':'1','cents':1000}");
    must_be_late(opened - 1, "l", 'h', "bet", "{'seat':'1','cents':1000}", "say:moved-round");
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(test_it_says_what_it_saw), HOUSE_TEST(test_others_do_not_move_the_table),
        HOUSE_TEST(test_betting_closes),      HOUSE_TEST(test_a_card_came),
        HOUSE_TEST(test_insurance),           HOUSE_TEST(test_a_card_was_corrected),
        HOUSE_TEST(test_two_confirm),         HOUSE_TEST(test_a_repeat_is_not_late),
        HOUSE_TEST(test_after_a_restart),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
