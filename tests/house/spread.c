/* spread.c - servers of one house share its tables: one that joins gets its share, one that is stopped hands its tables
 * over, those of a dead one are spread over the others, and staff move a table by a word. docs/house/servers.md. */
/* sanitized */
#include "kit/two_houses.h"
#include "said.h"

static hand_house c;

enum { TABLES = 6 };

static void go_by(int times)
{
    for (int i = 0; i < times; i++) {
        c.now_ms = a.now_ms + 500;
        pass(500);
        if (c.house) lm_house_poll(c.house);
        pass(0);
    }
}

static int holds(hand_house *h)
{
    lm_house_figures figures;
    lm_house_read_figures(h->house, &figures);
    return (int)figures.tables;
}

static int64_t handed_over(hand_house *h)
{
    lm_house_figures figures;
    lm_house_read_figures(h->house, &figures);
    return figures.handed_over;
}

/* a alone opens the tables; the others come later. */
static void alone_with_tables(void)
{
    leave_house(&b);
    for (int i = 1; i <= TABLES; i++) {
        char id[8];
        snprintf(id, sizeof id, "t%d", i);
        open_table(&a, id, "");
    }
    go_by(6);
    assert_int_equal(holds(&a), TABLES);
}

static int status_at(hand_house *h, const char *table)
{
    int status;
    hand_say(h, 1, "", json_pack("{s:s, s:s}", "do", "look", "table", table), &status);
    return status;
}

static bool has(hand_house *h, const char *table)
{
    return status_at(h, table) == 200;
}

static void sit(hand_house *h, const char *table, char *session)
{
    keep_session(session, must(h, "", json_pack("{s:s}", "do", "guest")));
    must(h, session, json_pack("{s:s, s:s}", "do", "watch", "table", table));
    must(h, session, json_pack("{s:s, s:s, s:s}", "do", "sit", "table", table, "seat", "1"));
    must(h, session, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", table, "cents", 10000));
    for (int i = 0; i < 40; i++)
        go_by(1); /* shuffled and cut */
}

static void test_joiner_gets_its_share(void **state)
{
    (void)state;
    alone_with_tables();
    join_house(&b, "b", "http://b");
    go_by(8);
    assert_int_equal(holds(&a), TABLES / 2);
    assert_int_equal(holds(&b), TABLES / 2);
    join_house(&c, "c", "http://c");
    go_by(8);
    assert_int_equal(holds(&a), TABLES / 3);
    assert_int_equal(holds(&b), TABLES / 3);
    assert_int_equal(holds(&c), TABLES / 3);
    go_by(8); /* and then no table moves any more */
    int64_t handed = handed_over(&a);
    go_by(20);
    assert_int_equal(handed_over(&a), handed);
    leave_house(&c);
}

/* c says nothing any more: its leases run out, and a and b take its tables in equal shares. */
static void test_dead_server_is_shared_out(void **state)
{
    (void)state;
    alone_with_tables();
    join_house(&b, "b", "http://b");
    join_house(&c, "c", "http://c");
    go_by(12);
    assert_int_equal(holds(&c), TABLES / 3);
    for (int i = 0; i < 12; i++) {
        pass(250);
        pass(250);
    }
    assert_int_equal(holds(&a), TABLES / 2);
    assert_int_equal(holds(&b), TABLES / 2);
    c.now_ms = a.now_ms;
    lm_house_poll(c.house); /* it is back, and learns that others have its tables */
    pass(0);
    go_by(8);
    assert_int_equal(holds(&a) + holds(&b) + holds(&c), TABLES);
    assert_int_equal(holds(&c), TABLES / 3);
    leave_house(&c);
}

/* A busy table weighs more than an idle one. */
static void test_busy_tables_weigh_more(void **state)
{
    char one[80];
    (void)state;
    alone_with_tables();
    sit(&a, "t1", one);
    for (int i = 0; i < 60; i++) { /* some 16 records a second at one table */
        for (int k = 0; k < 4; k++) {
            must(&a, one, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", "t1", "seat", "1", "cents", 500));
            must(&a, one, json_pack("{s:s, s:s, s:s}", "do", "withdraw", "table", "t1", "seat", "1"));
        }
        if (i == 30) join_house(&b, "b", "http://b");
        go_by(1);
    }
    assert_true(has(&a, "t1"));
    assert_int_equal(holds(&b), TABLES - 1);
}

/* A round that is open is played to its end here; then the table leaves, and what was sent twice is done once. */
static void test_round_is_finished_first(void **state)
{
    char one[80];
    int status;
    (void)state;
    alone_with_tables();
    sit(&a, "t1", one);
    must(&a, ada,
         json_pack("{s:s, s:s, s:s, s:s}", "do", "move-table", "table", "t1", "reason", "test", "server", "test"));
    must(&a, one, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", "t1", "seat", "1", "cents", 500));
    must(&a, one, json_pack("{s:s, s:s}", "do", "ready", "table", "t1"));
    json_t *view = must(&a, one, json_pack("{s:s, s:s}", "do", "look", "table", "t1"));
    const char *phase = json_string_value(json_object_get(json_object_get(view, "snapshot"), "phase"));
    assert_string_not_equal(phase, "betting");
    join_house(&b, "b", "http://b");
    pass(500);
    must(&a, ada,
         json_pack("{s:s, s:s, s:s, s:s}", "do", "move-table", "table", "t1", "reason", "test", "server", "b"));
    go_by(4);
    assert_true(has(&a, "t1"));
    say(&a, one, json_pack("{s:s, s:s, s:s, s:i}", "do", "stand", "table", "t1", "seat", "1", "n", 7));
    for (int i = 0; i < 200 && !has(&b, "t1"); i++)
        go_by(1);
    assert_true(has(&b, "t1"));
    json_t *bet = json_pack("{s:s, s:s, s:s, s:i, s:i}", "do", "bet", "table", "t1", "seat", "1", "cents", 500, "n", 9);
    json_t *there = hand_say(&a, 1, one, json_incref(bet), &status);
    assert_int_equal(status, 421);
    assert_string_equal(json_string_value(json_object_get(there, "elsewhere")), "http://b");
    must(&b, one, json_pack("{s:s, s:s}", "do", "watch", "table", "t1"));
    int64_t seq = json_integer_value(json_object_get(must(&b, one, json_incref(bet)), "seq"));
    json_t *again = must(&b, one, json_incref(bet));
    assert_int_equal(json_integer_value(json_object_get(again, "seq")), seq);
    assert_true(json_is_true(json_object_get(again, "repeated")));
    /* it goes back, and the number is known there, too */
    must(&b, one, json_pack("{s:s, s:s, s:s}", "do", "withdraw", "table", "t1", "seat", "1"));
    must(&b, ada,
         json_pack("{s:s, s:s, s:s, s:s}", "do", "move-table", "table", "t1", "reason", "test", "server", "test"));
    go_by(6);
    assert_true(has(&a, "t1"));
    again = must(&a, one, json_incref(bet));
    assert_int_equal(json_integer_value(json_object_get(again, "seq")), seq);
    assert_true(json_is_true(json_object_get(again, "repeated")));
    json_decref(bet);
}

/* What comes while a table waits to leave is neither done nor lost: its sender is told where to go. */
static void test_waiting_words_are_redirected(void **state)
{
    char one[80];
    int status;
    (void)state;
    alone_with_tables();
    sit(&a, "t1", one);
    join_house(&b, "b", "http://b");
    uint64_t first =
        say(&a, one, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", "t1", "seat", "1", "cents", 500));
    must(&b, ada,
         json_pack("{s:s, s:s, s:s, s:s}", "do", "move-table", "table", "t1", "reason", "test", "server", "b"));
    a.now_ms = b.now_ms += 600;
    uint64_t early =
        say(&a, one, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", "t1", "seat", "1", "cents", 600));
    lm_house_poll(a.house); /* it is to leave, and records of it are under way */
    uint64_t late =
        say(&a, one, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", "t1", "seat", "1", "cents", 700));
    pass(0);
    hand_wait(&a, first, &status);
    assert_int_equal(status, 200);
    hand_wait(&a, early, &status);
    assert_int_equal(status, 200);
    json_t *answer = hand_wait(&a, late, &status);
    assert_int_equal(status, 421);
    assert_string_equal(json_string_value(json_object_get(answer, "elsewhere")), "http://b");
    go_by(3);
    json_t *view = must(&b, one, json_pack("{s:s, s:s}", "do", "look", "table", "t1"));
    json_t *players = json_object_get(json_object_get(view, "snapshot"), "players");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(players, 0), "chips")), 10000 - 600);
}

/* A server that is being stopped hands over at once, and takes nothing back. */
static void test_stopped_server_hands_over(void **state)
{
    (void)state;
    alone_with_tables();
    join_house(&b, "b", "http://b");
    go_by(8);
    lm_house_drain(a.house, 10000);
    for (int i = 0; i < 3; i++)
        pass(300);
    assert_int_equal(holds(&a), 0);
    assert_int_equal(holds(&b), TABLES);
    assert_int_equal(status_at(&a, "t1"), 421);
    go_by(4);
    assert_int_equal(holds(&b), TABLES);
    assert_true(lm_house_drain(a.house, 10000));
}

/* A table that staff moved stays there while the others are spread, and comes back to that server after a restart. */
static void test_named_table_stays(void **state)
{
    int status;
    (void)state;
    alone_with_tables();
    join_house(&b, "b", "http://b");
    go_by(8);
    json_t *no = hand_say(
        &a, 1, ada,
        json_pack("{s:s, s:s, s:s, s:s}", "do", "move-table", "table", "t2", "reason", "test", "server", "nowhere"),
        &status);
    assert_int_equal(status, 404);
    assert_said(json_string_value(json_object_get(no, "why")), "say:no-such-server|nowhere");
    for (int i = 1; i <= TABLES; i++) {
        char id[8];
        snprintf(id, sizeof id, "t%d", i);
        must(&a, ada,
             json_pack("{s:s, s:s, s:s, s:s}", "do", "move-table", "table", id, "reason", "test", "server", "b"));
    }
    go_by(8);
    assert_int_equal(holds(&b), TABLES);
    int64_t handed = handed_over(&b);
    go_by(8);
    assert_int_equal(handed_over(&b), handed);
    leave_house(&b);
    go_by(3);
    assert_int_equal(holds(&a), TABLES);
    join_house(&b, "b", "http://b");
    go_by(8);
    assert_int_equal(holds(&b), TABLES);
    json_t *list = must(&a, ada, json_pack("{s:s}", "do", "servers"));
    assert_string_equal(json_string_value(json_object_get(list, "here")), "test");
    const json_t *row = json_array_get(json_object_get(list, "servers"), 1);
    assert_string_equal(json_string_value(json_object_get(row, "server")), "b");
    assert_int_equal(json_integer_value(json_object_get(row, "tables")), TABLES);
    for (int i = 1; i <= TABLES; i++) {
        char id[8];
        snprintf(id, sizeof id, "t%d", i);
        must(&b, ada, json_pack("{s:s, s:s, s:s}", "do", "move-table", "table", id, "reason", "test"));
    }
    go_by(8);
    assert_int_equal(holds(&a), TABLES / 2);
}

/* A case that failed has left the third house open: the next case would poll it on a closed store. */
static int close_all(void **state)
{
    if (c.house) leave_house(&c);
    return tear_down(state);
}

#define WITH_ALL(name) cmocka_unit_test_setup_teardown(name, set_up, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ALL(test_joiner_gets_its_share),
        WITH_ALL(test_dead_server_is_shared_out),
        WITH_ALL(test_busy_tables_weigh_more),
        WITH_ALL(test_round_is_finished_first),
        WITH_ALL(test_waiting_words_are_redirected),
        WITH_ALL(test_stopped_server_hands_over),
        WITH_ALL(test_named_table_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
