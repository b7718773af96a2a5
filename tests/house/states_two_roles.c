/* states_two_roles.c - what the matrix of words, people and states leaves out: one person with two roles,
 * names that are not fields. */
#include "kit/matrix_people.h"

/* A dealer who is a supervisor too cannot confirm their own deal: the second word must be another person's. */
static void two_roles_are_one_person(void **state)
{
    session_text two;
    d = desk_open("a");
    enter_one_of_each_kind();
    assert_ask(d, session_of('A'),
               json_pack("{s:s, s:s, s:s, s:[s, s]}", "do", "create-person", "person", "two", "password",
                         "password of two", "roles", "dealer", "supervisor"),
               200);
    assert_ask(d, session_of('e'), json_pack("{s:s, s:s}", "do", "approve", "approval", text_in(heard(d), "approval")),
               200);
    assert_int_equal(sign_in(d, "two", two), 200);
    lay_cash(two);
    assert_int_equal(say(two, request("c", "confirm", "{}")), 200);
    assert_int_equal(say(two, request("c", "confirm", "{}")), 409);
    assert_int_equal(say(two, request("c", "deal", "{}")), 409);
    assert_int_equal(say(two, request("c", "dealer", "{'person':'dan'}")), 409); /* nor by changing roles */
    must("c", 's', "confirm", "{}");
    assert_int_equal(say(two, request("c", "deal", "{}")), 200);
    desk_close(d);
}

/* Two field names run together are not a field: what a word does not take stays out of the journal. */
static void fields_are_single_words(void **state)
{
    d = desk_open("a");
    enter_one_of_each_kind();
    found("v", "wa-freebet", "virtual");
    int64_t records = records_in(store, "table/v");
    assert_int_equal(say(session_of('s'), request("v", "summon", "{'client reason':[1,2]}")), 400);
    assert_int_equal(say(session_of('s'), request("v", "summon", "{'n table':{}}")), 400);
    assert_int_equal(say(session_of('s'), request("v", "summon", "{'':1}")), 400);
    assert_int_equal(records_in(store, "table/v"), records);
    desk_close(d);
}

/* MBJ-6(m): neither a player nor a spectator deals, turns, shuffles, burns or counts; at a live table only the dealer
 * and the floor do. */
static void only_staff_handle_the_cards(void **state)
{
    static const char *const words[][2] = {
        { "deliver", "{'count':6}" },
        { "inspect", "{}" },
        { "spread", "{}" },
        { "wash", "{}" },
        { "stack", "{}" },
        { "plug", "{}" },
        { "riffle", "{}" },
        { "turn-half", "{}" },
        { "strip", "{}" },
        { "shuffle-cut", "{}" },
        { "swap", "{'pack':1}" },
        { "cover", "{'count':78}" },
        { "load", "{'prepared':true}" },
        { "burn", "{}" },
        { "show-burn", "{'card':'5c'}" },
        { "card", "{'card':'5c'}" },
        { "down", "{}" },
        { "turn", "{'card':'5c'}" },
        { "peek", "{'blackjack':false}" },
        { "determinant", "{'card':'5c','side':'A'}" },
        { "unload", "{'count':312}" },
        { "change-decks", "{}" },
    };
    d = desk_open("a");
    enter_one_of_each_kind();
    found("l", "ma-blackjack", "live");
    int64_t records = records_in(store, "table/l");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        for (const char *who = "nghrbcvaA"; *who; who++) {
            int status = say(session_of(*who), request("l", words[i][0], words[i][1]));
            if (status != 401 && status != 403)
                fail_msg("MBJ-6(m): '%c' says %s and is answered %d", *who, words[i][0], status);
        }
    }
    assert_int_equal(records_in(store, "table/l"), records);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(two_roles_are_one_person),
        HOUSE_TEST(fields_are_single_words),
        HOUSE_TEST(only_staff_handle_the_cards),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
