/* shoe_refused.c - a shoe is shown when the record that opens it is durable. If the store refuses the record, the shoe
 * stays in play and its order is not shown: docs/fair-shoe.md. */
#include "kit/house_help.h"

enum { OTHERS = 66, STEPS = 2000 }; /* more clients than a table remembers */

static const char table[] = "wa-freebet";
static test_house t;
static char thief[80];

static json_t *say(const char *session, const char *word, json_t *more)
{
    json_t *body = json_pack("{s:s, s:s}", "do", word, "table", table);
    if (more) json_object_update_new(body, more);
    return test_say(&t, 1, session, body);
}

static void guest(char *session)
{
    json_t *answer = test_do(&t, 0, "", json_pack("{s:s}", "do", "guest"));
    snprintf(session, 80, "%s", json_string_value(json_object_get(answer, "session")));
}

/* The thief's number 1000 is known to the store and, after so many others, no longer to the table: 999
 * is played, then refused. */
static void let_the_table_forget(void)
{
    char other[80];
    guest(thief);
    say(thief, "watch", NULL);
    say(thief, "sit", json_pack("{s:s, s:i}", "seat", "1", "n", 1000));
    say(thief, "buy", json_pack("{s:i}", "cents", 90000));
    for (int i = 0; i < OTHERS; i++) {
        guest(other);
        say(other, "sit", json_pack("{s:s, s:i}", "seat", "2", "n", 1));
        assert_int_equal(t.status, 200);
        say(other, "leave", json_pack("{s:i}", "n", 2));
        assert_int_equal(t.status, 200);
        t.hand.now_ms += 1000;
    }
}

/* Sends "stand" under the number that the store refuses; only an earlier shoe may be shown now. */
static void try_to_see(int64_t shoe)
{
    say(thief, "stand", json_pack("{s:s, s:i}", "seat", "1", "n", 999));
    assert_int_equal(t.status, 409);
    json_t *answer = say(thief, "opened-shoe", NULL);
    int64_t seen = json_integer_value(json_object_get(json_object_get(answer, "shoe"), "number"));
    if (t.status == 200 && seen >= shoe)
        fail_msg(/* say:test-shoe-sent-in-play */ "the order of shoe %lld was sent while the shoe was in play",
                 (long long)shoe);
    say(thief, "stand", json_pack("{s:s}", "seat", "1"));
}

static void bet(void)
{
    say(thief, "bet", json_pack("{s:s, s:i}", "seat", "1", "cents", 500));
    say(thief, "ready", NULL);
}

static void test_order_stays_hidden(void **state)
{
    int64_t shoe = 1;
    (void)state;
    test_house_open(&t, true);
    t.keep = false;
    test_pass(&t, 3000);
    let_the_table_forget();
    for (int i = 0; i < STEPS && shoe < 3; i++) {
        json_t *snapshot = json_object_get(say(thief, "look", NULL), "snapshot");
        const char *verb = json_string_value(json_object_get(json_object_get(snapshot, "turn"), "do"));
        char word[16];
        snprintf(word, sizeof word, "%s", verb ? verb : "");
        shoe = json_integer_value(json_object_get(json_object_get(snapshot, "shoe"), "number"));
        if (strcmp(word, "bet") == 0)
            bet();
        else if (strcmp(word, "hit") == 0)
            try_to_see(shoe);
        else if (strcmp(word, "cut") == 0) /* no clock hurries a player who is alone at a practice table */
            say(thief, "cut", json_pack("{s:s, s:i}", "seat", "1", "count", 100));
        else if (strcmp(word, "insure") == 0)
            say(thief, "insure", json_pack("{s:s, s:i}", "seat", "1", "cents", 0));
        else
            test_pass(&t, 1000);
    }
    assert_int_equal(shoe, 3); /* two shoes came to their end */
    test_house_remove(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_order_stays_hidden) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
