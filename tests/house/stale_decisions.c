/* stale_decisions.c - an act that decides something is done while the table is as its sender saw it, or not at all.
 *
 * What others lay, insure, confirm or do about their places does not make a decision stale; a card, a
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
        fail_msg(/* say:test-decision-not-late */ "FAILED: %s is not late: %d %s", word, status, why(d));
    assert_int_equal(now_seen(table), before);
    assert_int_equal(int_in(heard(d), "seq", 0), before);
    assert_true(json_is_object(json_object_get(json_object_get(heard(d), "snapshot"), "turn")));
}

static void must_be_in_time(int64_t seen, const char *table, char who, const char *word, const char *text)
{
    int status = say_having_seen(seen, table, who, word, text);
    if (status != 200) fail_msg(/* say:test-decision-refused */ "FAILED: %s is refused: %d %s", word, status, why(d));
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
    /* an act that rests on nothing may name a record, which is ignored */
    must_be_in_time(1, "l", 'h', "summon", "{}");
    must_be_in_time(1, "l", 's', "attend", "{}");
    desk_close(d);
}

static const char *const without_seen[][3] = {
    { "h", "buy", "{'cents':1000}" },
    { "h", "cash", "{'cents':1000}" },
    { "h", "toke", "{'cents':100}" },
    { "h", "leave", "{}" },
    { "h", "sit", "{'seat':'2'}" },
    { "h", "share", "{'seat':'1','on':true}" },
    { "b", "ask", "{'seat':'1'}" },
    { "s", "fill", "{'cents':1000}" },
    { "s", "credit", "{'cents':1000}" },
    { "s", "tray-close", "{'cents':1000}" },
    { "s", "drop-count", "{'cents':1000}" },
    { "s", "tokes-out", "{'cents':100}" },
    { "s", "freeze", "{'reason':'test'}" },
    { "s", "drain", "{'reason':'test'}" },
    { "s", "terms", "{'title':'x'}" },
    { "s", "dealer", "{'person':'dot'}" },
    { "s", "close-table", "{}" },
    { "s", "readmit", "{'seat':'1'}" },
};

/* Not only decisions about cards must name the last record seen: so must those about chips, boxes, the tray, and
 * opening, closing or changing the table. */
static void test_other_decisions_say_what_they_saw(void **state)
{
    begin();
    int64_t before = now_seen("l");
    for (size_t i = 0; i < sizeof without_seen / sizeof *without_seen; i++) {
        json_t *body = request("l", without_seen[i][1], without_seen[i][2]);
        json_object_set_new(body, "seen", json_null());
        assert_int_equal(say(session_of(without_seen[i][0][0]), body), 400);
        char said[64];
        snprintf(said, sizeof said, "say:wants-field-of|%s|seen", without_seen[i][1]);
        assert_said(why(d), said);
    }
    assert_int_equal(now_seen("l"), before);
    desk_close(d);
}

/* A second press of Buy, Cash out or Toke finds other chips than the player saw. Other players' chips do not matter,
 * and a wager is the player's own act. */
static void test_chips_moved(void **state)
{
    begin();
    int64_t seen = now_seen("l");
    must("l", 'r', "buy", "{'cents':1000}");
    must("l", 'h', "bet", "{'seat':'1','cents':1000}");
    must_be_in_time(seen, "l", 'h', "buy", "{'cents':1000}");
    must_be_late(seen, "l", 'h', "buy", "{'cents':1000}", "say:moved-chips");
    must_be_late(seen, "l", 'h', "cash", "{'cents':1000}", "say:moved-chips");
    must_be_late(seen, "l", 'h', "toke", "{'cents':100}", "say:moved-chips");
    must_be_late(seen, "l", 'D', "buy", "{'player':'ann','cents':1000}", "say:moved-chips");
    seen = now_seen("l");
    must_be_in_time(seen, "l", 'h', "toke", "{'cents':100}");
    must_be_late(seen, "l", 'h', "toke", "{'cents':100}", "say:moved-chips");
    /* a wager that is paid changes them, too */
    must("l", 'r', "bet", "{'seat':'3','cents':1000}");
    must("l", 'D', "deal", "{}");
    deal_cards("Th 9d 9c Tc 8s --");
    must("l", 'h', "stand", "{'seat':'1'}");
    must("l", 'r', "stand", "{'seat':'3'}");
    seen = now_seen("l");
    must("l", 'D', "turn", "{'card':'8h'}");
    must_be_late(seen, "l", 'h', "leave", "{}", "say:moved-chips");
    must("l", 'h', "leave", "{}");
    desk_close(d);
}

static void test_a_box_was_taken(void **state)
{
    begin();
    int64_t seen = now_seen("l");
    must("l", 'b', "sit", "{'seat':'5'}");
    must_be_late(seen, "l", 'g', "sit", "{'seat':'5'}", "say:moved-box");
    must_be_in_time(seen, "l", 'g', "sit", "{'seat':'6'}");
    seen = now_seen("l");
    must("l", 'b', "leave", "{}");
    must_be_late(seen, "l", 'h', "sit", "{'seat':'5'}", "say:moved-box");
    desk_close(d);
}

static int ask_fill(int64_t seen, char id[LM_HOUSE_ID])
{
    int status = say_having_seen(seen, "l", 's', "fill", "{'cents':100000}");
    snprintf(id, LM_HOUSE_ID, "%s", text_in(heard(d), "approval"));
    return status;
}

/* Fill is pressed twice, and both requests wait: the second approval finds a tray that has been filled since. */
static void test_the_tray_moved(void **state)
{
    begin();
    char first[LM_HOUSE_ID], second[LM_HOUSE_ID];
    int64_t seen = now_seen("l");
    assert_int_equal(ask_fill(seen, first), 200);
    assert_int_equal(ask_fill(seen, second), 200);
    must("l", 'h', "buy", "{'cents':1000}"); /* chips that players take do not matter */
    assert_int_equal(say(session_of('e'), json_pack("{s:s, s:s}", "do", "approve", "approval", first)), 200);
    int64_t slips = state_of("l")->slips;
    int status = say(session_of('e'), json_pack("{s:s, s:s}", "do", "approve", "approval", second));
    if (status != 409 || !is_said(why(d), "say:moved-tray"))
        fail_msg(/* say:test-second-fill-not-late */ "FAILED: the second fill is not late: %d %s", status, why(d));
    assert_int_equal(state_of("l")->slips, slips);
    must_be_late(seen, "l", 's', "credit", "{'cents':1000}", "say:moved-tray");
    must_be_late(seen, "l", 's', "drop-count", "{'cents':1000}", "say:moved-tray");
    seen = now_seen("l");
    must_be_in_time(seen, "l", 's', "drop-count", "{'cents':61000}");
    must_be_late(seen, "l", 's', "drop-count", "{'cents':61000}", "say:moved-tray");
    desk_close(d);
}

/* A meter that is set twice: the second was decided on the amount before the first. */
static void test_a_meter_moved(void **state)
{
    begin();
    int64_t seen = now_seen("l");
    const char *to = "{'meter':'blazing7','cents':200000,'reason':'malfunction'}";
    must_both("l", 's', 'e', "adjust", to);
    must_be_late(seen, "l", 's', "adjust", to, "say:moved-meters");
    desk_close(d);
}

/* No card makes a stop late; only another order about the table does. */
static void test_the_standing_and_the_terms_moved(void **state)
{
    begin();
    int64_t seen = now_seen("l");
    deal("4h 5d 9c 6c 5s --");
    must_be_in_time(seen, "l", 's', "freeze", "{'reason':'test'}");
    must_be_late(seen, "l", 'e', "drain", "{'reason':'test'}", "say:moved-standing");
    seen = now_seen("l");
    must_be_in_time(seen, "l", 's', "thaw", "{}");
    must_be_late(seen, "l", 'e', "freeze", "{'reason':'test'}", "say:moved-standing");
    seen = now_seen("l");
    must_be_in_time(seen, "l", 's', "terms", "{'title':'one'}");
    must_be_late(seen, "l", 'e', "terms", "{'title':'two'}", "say:moved-terms");
    must_be_late(seen, "l", 'e', "dealer", "{'person':'dot'}", "say:moved-terms");
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

/* Both players may answer the offer of insurance at once; the reader's answer ends it. */
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
        HOUSE_TEST(test_it_says_what_it_saw),
        HOUSE_TEST(test_others_do_not_move_the_table),
        HOUSE_TEST(test_other_decisions_say_what_they_saw),
        HOUSE_TEST(test_chips_moved),
        HOUSE_TEST(test_a_box_was_taken),
        HOUSE_TEST(test_the_tray_moved),
        HOUSE_TEST(test_a_meter_moved),
        HOUSE_TEST(test_the_standing_and_the_terms_moved),
        HOUSE_TEST(test_betting_closes),
        HOUSE_TEST(test_a_card_came),
        HOUSE_TEST(test_insurance),
        HOUSE_TEST(test_a_card_was_corrected),
        HOUSE_TEST(test_two_confirm),
        HOUSE_TEST(test_a_repeat_is_not_late),
        HOUSE_TEST(test_after_a_restart),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
