/* slow_work.c - each kind of slow work has a queue of its own: a list does not wait behind a report, a sign-in behind
 * neither, a report not behind the link of a hand; and each queue is bounded. */
#include "kit/people_help.h"
#include "said.h"

#define SAY(word) json_pack("{s:s}", "do", word)

enum { REPORTS_MOST = 32 };

static uint64_t ask_hand(desk *d)
{
    return tell(d, "", json_pack("{s:s, s:s, s:i}", "do", "hand", "table", "t", "round", 1));
}

static void open_floor(desk *d, session_text ada, session_text sue)
{
    first_admin(d, ada);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    assert_ask(d, ada, json_pack("{s:s, s:s, s:s}", "do", "open-table", "table", "t", "rules", "ma-blackjack"), 200);
}

/* While all work of one kind stands, the other kinds go on. */
static void no_kind_waits_behind_another(void **state)
{
    (void)state;
    session_text ada, sue, again;
    desk *d = desk_open("a");
    open_floor(d, ada, sue);
    d->slow = 1u << LM_WORK_REPORT | 1u << LM_WORK_SEARCH;
    uint64_t report = tell(d, sue, SAY("report-win")), hand = ask_hand(d), people = tell(d, ada, SAY("people"));
    for (int i = 0; i < 1000 && !d->status[people]; i++)
        desk_step(d);
    if (!d->status[people]) fail_msg(/* say:test-list-waits */ "FAILED: a list waits behind a report");
    assert_int_equal(d->jobs, 2);
    assert_int_equal(sign_in(d, "sue", again), 200);
    desk_work(d);
    assert_int_equal(await(d, report), 200);
    assert_int_equal(await(d, hand), 404);

    d->slow = 1u << LM_WORK_LIST | 1u << LM_WORK_SEARCH;
    people = tell(d, ada, SAY("people"));
    hand = ask_hand(d);
    report = tell(d, sue, SAY("report-win"));
    for (int i = 0; i < 1000 && !d->status[report]; i++)
        desk_step(d);
    if (!d->status[report]) fail_msg(/* say:test-report-waits */ "FAILED: a report waits behind a hand");
    desk_work(d);
    assert_int_equal(await(d, people), 200);
    assert_int_equal(await(d, hand), 404);
    desk_close(d);
}

static void queues_are_bounded(void **state)
{
    (void)state;
    session_text ada, sue;
    uint64_t report[REPORTS_MOST];
    desk *d = desk_open("a");
    open_floor(d, ada, sue);
    d->slow = 1u << LM_WORK_REPORT;
    for (int i = 0; i < REPORTS_MOST; i++)
        report[i] = tell(d, sue, SAY("report-win"));
    uint64_t over = tell(d, sue, SAY("report-win"));
    for (int i = 0; i < 100 && !d->status[over]; i++)
        desk_step(d);
    if (d->status[over] != 503) fail_msg(/* say:test-queue-without-bound */ "FAILED: any number of reports may wait");
    assert_said(why(d), "say:questions-busy");
    assert_ask(d, ada, SAY("people"), 200);
    desk_work(d);
    for (int i = 0; i < REPORTS_MOST; i++)
        assert_int_equal(await(d, report[i]), 200);
    assert_ask(d, sue, SAY("report-win"), 200);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(no_kind_waits_behind_another),
        HOUSE_TEST(queues_are_bounded),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
