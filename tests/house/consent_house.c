/* consent_house.c - consent at a house that is stopped and started: a repeated command counts once, nothing is
 * forgotten, and the journal gives the same table. MBJ-13(a).1  The first person wagering on a box consents to
 * additional players. */
/* sanitized */
#include "kit/house_help.h"
#include "quoted.h"
#include "server_rooms.h"

static test_house t;
static char ann[80], bob[80];

static json_t *say(const char *session, int status, const char *text)
{
    json_t *body = quoted(text);
    if (!json_object_get(body, "table")) json_object_set_new(body, "table", json_string("two"));
    json_t *answer = test_say(&t, 0, session, body);
    if (t.status != status)
        fail_msg("%s: %d, not %d: %s", text, t.status, status, json_string_value(json_object_get(answer, "why")));
    return answer;
}

static void come_as_guest(char *session)
{
    json_t *answer = test_do(&t, 0, "", quoted("{'do':'guest'}"));
    snprintf(session, 80, "%s", json_string_value(json_object_get(answer, "session")));
}

/* What watchers see, but for the clock that runs meanwhile. */
static json_t *seen(void)
{
    json_t *view = json_deep_copy(json_object_get(say(ann, 200, "{'do':'look'}"), "snapshot"));
    json_object_del(view, "clock_ms");
    return view;
}

static bool follow_record(void *recall, const lm_record *record)
{
    char text[LM_HOUSE_TEXT];
    if (!lm_recall_record(recall, record, text)) fail_msg("record %lld: %s", (long long)record->seq, text);
    return true;
}

/* The journal gives the table that watchers see. */
static void recall_agrees(void)
{
    char text[LM_HOUSE_TEXT], problem[LM_STORE_TEXT];
    lm_recall *recall = lm_recall_new(&shipped_rules, NULL, text);
    assert_non_null(recall);
    assert_int_equal(lm_store_records(t.hand.store, "table/two", 1, follow_record, recall, problem), LM_STORE_DONE);
    json_t *told = lm_recall_view(recall), *view = seen(), *of_table;
    const char *key;
    json_object_foreach(told, key, of_table)
    {
        if (strcmp(key, "replay") != 0 && !json_equal(of_table, json_object_get(view, key)))
            fail_msg("%s: %s, not %s", key, json_dumps(json_object_get(view, key), 0), json_dumps(of_table, 0));
    }
    json_decref(told);
    json_decref(view);
    lm_recall_free(recall);
}

static void start_again(void)
{
    json_t *before = seen();
    hand_stop(&t.hand);
    hand_start(&t.hand, false);
    test_pass(&t, 3000); /* the lease of the server that was stopped runs out */
    json_t *after = seen();
    if (!json_equal(before, after)) fail_msg("%s, before %s", json_dumps(after, 0), json_dumps(before, 0));
    json_decref(before);
    json_decref(after);
    recall_agrees();
}

static bool is_shared(void)
{
    json_t *view = seen();
    bool shared = json_array_size(json_object_get(view, "shared")) == 1;
    json_decref(view);
    return shared;
}

static int players(void)
{
    json_t *view = seen();
    int n = (int)json_array_size(json_object_get(view, "players"));
    json_decref(view);
    return n;
}

static int begin(void **state)
{
    (void)state;
    test_house_open(&t, false);
    char ada[80];
    test_administrator(&t, ada);
    say(ada, 200,
        "{'do':'open-table','table':'two','title':'Two','rules':'ma-blackjack','settings':'bettors_per_box=2'"
        ","
        "'dealing':'virtual','money':'play'}");
    test_pass(&t, 1000);
    come_as_guest(ann);
    come_as_guest(bob);
    say(ann, 200, "{'do':'sit','seat':'1','n':1}");
    say(ann, 200, "{'do':'buy','cents':10000,'n':2}");
    return 0;
}

static int end(void **state)
{
    (void)state;
    test_house_remove(&t);
    return 0;
}

/* Consent is asked for, given, used and withdrawn, with a restart after each, and every command is sent twice. */
static void test_through_restarts(void **state)
{
    (void)state;
    say(bob, 409, "{'do':'sit','seat':'1b','n':1}");
    say(bob, 200, "{'do':'ask','seat':'1','n':2}");
    start_again();
    json_int_t seq =
        json_integer_value(json_object_get(say(ann, 200, "{'do':'share','seat':'1','on':true,'n':3}"), "seq"));
    json_t *repeated = say(ann, 200, "{'do':'share','seat':'1','on':true,'n':3}");
    assert_true(json_is_true(json_object_get(repeated, "repeated")));
    assert_int_equal(json_integer_value(json_object_get(repeated, "seq")), seq);
    start_again();
    assert_true(is_shared());
    say(bob, 200, "{'do':'sit','seat':'1b','n':3}");
    say(bob, 200, "{'do':'buy','cents':10000,'n':4}");
    start_again();
    say(ann, 200, "{'do':'share','seat':'1','on':false,'n':4}");
    start_again();
    repeated = say(ann, 200, "{'do':'share','seat':'1','on':true,'n':3}"); /* done before: opens nothing now */
    assert_true(json_is_true(json_object_get(repeated, "repeated")));
    assert_false(is_shared());
    assert_int_equal(players(), 2);
    test_pass(&t, 60000); /* no player cuts; bets are taken, and bob is gone with all chips */
    assert_int_equal(players(), 1);
    start_again();
    say(bob, 409, "{'do':'sit','seat':'1b','n':6}");
}

/* The box holder is away too long: the box is freed, and the consent ends. */
static void test_holder_is_away(void **state)
{
    (void)state;
    say(ann, 200, "{'do':'share','seat':'1','on':true,'n':3}");
    say(bob, 200, "{'do':'sit','seat':'1b','n':1}");
    assert_true(is_shared());
    lm_house_connect(t.hand.house, 7);
    test_do(&t, 7, bob, quoted("{'do':'watch','table':'two'}"));
    test_pass(&t, 400000);
    assert_false(is_shared());
    assert_int_equal(players(), 0);
    recall_agrees();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_through_restarts, begin, end),
        cmocka_unit_test_setup_teardown(test_holder_is_away, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
