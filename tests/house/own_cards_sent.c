/* own_cards_sent.c - a player's own face-down cards go to that player's connections, and to none whose
 * session has ended (MBJ-6a: cards that are dealt face down are their player's alone). */
/* sanitized */
#include "kit/house_help.h"

static const char table[] = "ma-blackjack-6to5";
static const char password[] = "a password of my own";

static void sign_in(test_house *t, char session[80])
{
    const json_t *answer =
        test_do(t, 0, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", "pat", "password", password));
    snprintf(session, 80, "%s", json_string_value(json_object_get(answer, "session")));
}

static void at_table(test_house *t, uint64_t connection, const char *session, json_t *body)
{
    json_object_set_new(body, "table", json_string(table));
    test_do(t, connection, session, body);
}

static int own_messages(const test_house *t, uint64_t connection)
{
    int n = 0;
    for (int i = 0; i < t->messages; i++)
        n += t->to[i] == connection && json_is_true(json_object_get(t->message[i], "own"));
    return n;
}

static void play_round(test_house *t, const char *session, int *n)
{
    at_table(t, 2, session, json_pack("{s:s, s:s, s:i, s:i}", "do", "bet", "seat", "1", "cents", 1000, "n", ++*n));
    at_table(t, 2, session, json_pack("{s:s, s:i}", "do", "ready", "n", ++*n));
    test_pass(t, 200000); /* time runs out, and the clock decides */
}

static void test_ended_session(void **state)
{
    static test_house t;
    char first[80], second[80], waits[80];
    int n = 0;
    (void)state;
    test_house_open(&t, true);
    test_do(&t, 0, "", json_pack("{s:s, s:s, s:s}", "do", "register", "person", "pat", "password", password));
    sign_in(&t, first);
    sign_in(&t, second);
    at_table(&t, 1, first, json_pack("{s:s}", "do", "watch"));
    at_table(&t, 2, second, json_pack("{s:s}", "do", "watch"));
    at_table(&t, 2, second, json_pack("{s:s, s:s, s:i}", "do", "sit", "seat", "1", "n", ++n));
    at_table(&t, 2, second, json_pack("{s:s, s:i, s:i}", "do", "buy", "cents", 50000, "n", ++n));
    json_t *answer = test_do(&t, 0, "", json_pack("{s:s}", "do", "guest"));
    snprintf(waits, sizeof waits, "%s", json_string_value(json_object_get(answer, "session")));
    at_table(&t, 3, waits, json_pack("{s:s}", "do", "watch"));
    at_table(&t, 3, waits,
             json_pack("{s:s, s:s}", "do", "sit", "seat", "3")); /* a second player, without whom no clock runs */
    test_pass(&t, 60000);                                        /* the cut */
    play_round(&t, second, &n);
    int to_first = own_messages(&t, 1), to_second = own_messages(&t, 2);
    assert_true(to_first > 0);
    assert_int_equal(to_first, to_second);
    test_do(&t, 0, first, json_pack("{s:s}", "do", "sign-out"));
    play_round(&t, second, &n);
    assert_int_equal(own_messages(&t, 1), to_first);
    assert_true(own_messages(&t, 2) > to_second);
    test_house_remove(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_ended_session) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
