/* day_at_table.c - win, holds and ratings of a day at a table, over a journal written by hand, with sums
 * made by hand. */
/* sanitized */
#define _GNU_SOURCE
#include "kit/hand_journal.h"

/* By hand. Day: the tray has 1,000,000 - 50,000 + 10,500 - 2,000 = 958,500 at the change of shifts, and
 * the house took 10,500 and paid 2,000. Swing: it took 6,100, paid 15,000 and lacks 100 at the count. */
static void test_win_by_shift(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    json_t *rows = ask(report_win, &q, NULL);
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(text(rows, 0, "shift"), "day");
    assert_string_equal(text(rows, 1, "shift"), "swing");
    assert_string_equal(text(rows, 0, "day"), "2026-11-15");
    assert_string_equal(text(rows, 0, "money"), "real");
    static const expected by_day[] = { { "opener_cents", 1000000 },
                                       { "fills_cents", 0 },
                                       { "credits_cents", 0 },
                                       { "closer_cents", 958500 },
                                       { "drop_cents", 50000 },
                                       { "win_cents", 8500 },
                                       { "rounds", 2 },
                                       { "hands", 2 },
                                       { "minutes", 475 },
                                       { "staked_cents", 12500 },
                                       { "theory_cents", 145 },
                                       { "unpriced_cents", 0 },
                                       { NULL, 0 } };
    check_row(rows, 0, by_day);
    static const expected by_swing[] = { { "opener_cents", 958500 },
                                         { "fills_cents", 200000 },
                                         { "credits_cents", 50000 },
                                         { "closer_cents", 1079500 },
                                         { "drop_cents", 20000 },
                                         { "win_cents", -9000 },
                                         { "rounds", 1 },
                                         { "hands", 2 },
                                         { "minutes", 70 },
                                         { "staked_cents", 16100 },
                                         { "theory_cents", 280 },
                                         { "unpriced_cents", 100 },
                                         { NULL, 0 } };
    check_row(rows, 1, by_swing);
    is_close(real(rows, 0, "hold"), 8500.0 / 50000);
    is_close(real(rows, 0, "hands_per_hour"), 2 * 60.0 / 475);
    /* independent rounds; within a round everything may move together */
    double first = 1.1 * 10000 + 3 * 500, second = 1.1 * 2000, reach = 1.96 * sqrt(first * first + second * second);
    assert_int_equal(whole(rows, 0, "band_low_cents"), llround(145 - reach));
    assert_int_equal(whole(rows, 0, "band_high_cents"), llround(145 + reach));
    assert_int_equal(whole(rows, 0, "sd_cents"), llround(sqrt(11000.0 * 11000 + 1500.0 * 1500 + 2200.0 * 2200)));
    json_decref(rows);
    end_journal();
}

static double tied(void *self, const lm_rules *rules)
{
    (void)self;
    (void)rules;
    return 0.4;
}

/* The evening has two boxes in one round: they depend on each other as the owner says. Insurance may move with both. */
static void test_band_of_two_boxes(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    q.owner.tie = tied;
    json_t *rows = ask(report_win, &q, NULL);
    double mains = 1.1 * sqrt(10000.0 * 10000 + 4000.0 * 4000 + 2 * 0.4 * 10000 * 4000), insurance = 1.4 * 2000;
    int64_t low = llround(280 - 1.96 * (mains + insurance)), ours = whole(rows, 1, "band_low_cents");
    if (ours != low)
        fail_msg(/* say:test-band-of-boxes */ "band from %lld, by hand %lld", (long long)ours, (long long)low);
    json_decref(rows);
    end_journal();
}

/* A window that begins and ends in the middle of a shift counts the tray at both ends. */
static void test_win_of_a_window(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    q.from_ms = monday_ms + (8 * 60 + 15) * minute_ms;
    q.to_ms = monday_ms + (8 * 60 + 45) * minute_ms;
    json_t *rows = ask(report_win, &q, NULL);
    assert_int_equal(json_array_size(rows), 1);
    static const expected row[] = { { "opener_cents", 960500 },
                                    { "closer_cents", 958500 },
                                    { "drop_cents", 0 },
                                    { "win_cents", -2000 },
                                    { "rounds", 1 },
                                    { "hands", 1 },
                                    { "minutes", 30 },
                                    { NULL, 0 } };
    check_row(rows, 0, row);
    assert_true(json_is_null(json_object_get(json_array_get(rows, 0), "hold")));
    json_decref(rows);
    end_journal();
}

static void test_ratings(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    json_t *rows = ask(report_ratings, &q, NULL);
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(text(rows, 0, "player"), "ann");
    assert_string_equal(text(rows, 1, "player"), "bob");
    /* ann: lost 10,500, won 2,000 and 15,000; 08:05 to 17:10; theory 100 + 25 + 20 + 100 */
    static const expected ann[] = { { "minutes", 545 },
                                    { "hands", 3 },
                                    { "bets", 4 },
                                    { "average_bet_cents", 7333 },
                                    { "staked_cents", 22500 },
                                    { "result_cents", 6500 },
                                    { "theory_cents", 245 },
                                    { "bought_cents", 50000 },
                                    { "cashed_cents", 56000 },
                                    { NULL, 0 } };
    check_row(rows, 0, ann);
    /* bob: lost 4,000, 100 and 2,000; theory 40 + 140 */
    static const expected bob[] = { { "minutes", 40 },
                                    { "hands", 1 },
                                    { "bets", 3 },
                                    { "average_bet_cents", 4000 },
                                    { "staked_cents", 6100 },
                                    { "result_cents", -6100 },
                                    { "theory_cents", 180 },
                                    { "bought_cents", 20000 },
                                    { "cashed_cents", 13900 },
                                    { NULL, 0 } };
    check_row(rows, 1, bob);
    /* what a table wins its players lose: ann's and bob's results and the table's, less the short count */
    json_t *win = ask(report_win, &q, NULL);
    assert_int_equal(whole(win, 0, "win_cents") + whole(win, 1, "win_cents") + 100,
                     -(whole(rows, 0, "result_cents") + whole(rows, 1, "result_cents")) - 0);
    json_decref(win);
    snprintf(q.person, sizeof q.person, "bob");
    json_t *one = ask(report_ratings, &q, NULL);
    assert_int_equal(json_array_size(one), 1);
    json_decref(one);
    json_decref(rows);
    end_journal();
}

/* What happens at "from" belongs to it, what happens at "to" does not. */
static void test_edges_of_a_window(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    q.from_ms = monday_ms + (8 * 60 + 20) * minute_ms;
    q.to_ms = monday_ms + (16 * 60 + 30) * minute_ms;
    json_t *rows = ask(report_win, &q, NULL);
    assert_int_equal(json_array_size(rows), 1);
    static const expected row[] = { { "rounds", 1 }, { "win_cents", -2000 }, { "minutes", 460 }, { NULL, 0 } };
    check_row(rows, 0, row);
    json_decref(rows);
    rows = ask(report_ratings, &q, NULL);
    assert_int_equal(json_array_size(rows), 1);
    static const expected ann[] = { { "minutes", 490 }, { "hands", 1 }, { "result_cents", 2000 }, { NULL, 0 } };
    check_row(rows, 0, ann);
    json_decref(rows);
    end_journal();
}

/* Asked at noon for the whole day: a seated player has sat there until noon. */
static void test_no_seat_in_the_future(void **state)
{
    (void)state;
    begin_journal();
    play_a_day();
    report_query q = query();
    q.now_ms = monday_ms + 12 * 60 * minute_ms;
    q.to_ms = monday_ms + 15 * 60 * minute_ms;
    json_t *win = ask(report_win, &q, NULL), *ratings = ask(report_ratings, &q, NULL);
    assert_int_equal(whole(win, 0, "minutes"), 235);
    assert_int_equal(whole(ratings, 0, "minutes"), 235);
    json_decref(win);
    json_decref(ratings);
    end_journal();
}

/* Two acts in one record: each stake is that of the player who has the box. */
static void test_stakes_of_one_record(void **state)
{
    (void)state;
    begin_journal();
    at(9, 0);
    acts("t1", "sue", OPEN_TABLE,
         "cage/real rack/t1/ann 90000 chips for a buy-in\ncage/real rack/t1/bob 90000 chips for a buy-in");
    sit_down("t1");
    acts("t1", "dealer", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':5000}", "rack/t1/ann felt/t1 5000 bet");
    acts("t1", "dan", "{'do':'bet','seat':'1','cents':10000},{'do':'bet','seat':'2','cents':10000}",
         "rack/t1/ann felt/t1 5000 bet\nrack/t1/bob felt/t1 10000 bet");
    acts("t1", "bob", "{'do':'bet','seat':'2','cents':4000}", "felt/t1 rack/t1/bob 6000 withdraw");
    acts("t1", "bob", "{'do':'bet','seat':'2','cents':3000,'in':'coupon'}", NULL);
    acts("t1", "dealer", "{'do':'deal'}", NULL);
    set_times();
    report_query q = query();
    json_t *rows = ask(report_ratings, &q, NULL);
    assert_int_equal(json_array_size(rows), 2);
    assert_int_equal(whole(rows, 0, "staked_cents"), 10000);
    assert_int_equal(whole(rows, 1, "staked_cents"), 4000);
    json_decref(rows);
    end_journal();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_win_by_shift),
        cmocka_unit_test(test_win_of_a_window),
        cmocka_unit_test(test_ratings),
        cmocka_unit_test(test_band_of_two_boxes),
        cmocka_unit_test(test_edges_of_a_window),
        cmocka_unit_test(test_no_seat_in_the_future),
        cmocka_unit_test(test_stakes_of_one_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
