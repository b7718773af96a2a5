/* graceful_stop.c - a house does not open with a file that is not a key; a house that is being stopped
 * finishes its rounds and begins no others. */
#include <fcntl.h>

#include "kit/matrix_people.h"
#include "said.h"
#include "server_rooms.h"

static lm_house *open_house(const char *key, char text[LM_HOUSE_TEXT])
{
    static desk nobody;
    lm_house_options options = {
        SERVER_ROOMS,
        .store = store,
        .owner = { .self = &nobody,
                   .answer = keep_answer,
                   .status = status_of,
                   .send = no_message,
                   .later = work_later },
        .secret_path = key,
        .clock_ms = read_test_clock,
    };
    return lm_house_open(&options, text); /* without a name and an address: the only server */
}

static void a_key_is_whole_or_none(void **state)
{
    char text[LM_HOUSE_TEXT], path[300];
    snprintf(path, sizeof path, "%s/house.key", h.folder);
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0 && write(file, "short", 5) == 5);
    close(file);
    assert_null(open_house(path, text));
    assert_said(text, "say:not-a-house-key");
    unlink(path);
    snprintf(path, sizeof path, "%s/no-such-folder/house.key", h.folder);
    assert_null(open_house(path, text));
    assert_said(text, "say:secret-not-written");
    snprintf(path, sizeof path, "%s/house.key", h.folder);
    for (int i = 0; i < 2; i++) { /* the key is made, then read */
        lm_house *house = open_house(path, text);
        if (!house) fail_msg("%s", text);
        lm_house_close(house);
    }
}

static void reach_turn(void)
{
    for (int rounds = 0; rounds < 50; rounds++) {
        must("v", 'h', "bet", "{'seat':'1','cents':1000}");
        must("v", 'h', "ready", "{}");
        const lm_table *t = &state_of("v")->table;
        for (int i = 0; i < 5 && t->round.phase == LM_INSURING; i++)
            must("v", 'h', "insure", "{'seat':'1','cents':0}");
        if (t->round.phase == LM_PLAYING) return;
    }
    fail_msg("ann never had to decide");
}

static void pass(int ms)
{
    for (int i = 0; i < ms; i += 250) {
        clock_ms += 250;
        desk_step(d);
    }
}

/* Pending batches come back from the store. */
static bool is_over(int ms)
{
    for (int i = 0; i < AWAITED; i++) {
        if (lm_house_drain(d->house, ms)) return true;
        desk_step(d);
    }
    return false;
}

static void begin(void)
{
    d = desk_open("a");
    enter_one_of_each_kind();
    found("v", "wa-freebet", "virtual");
    must("v", 'h', "sit", "{'seat':'1'}");
    must("v", 'h', "buy", "{'cents':100000}");
    must("v", 'h', "cut", "{'seat':'1','count':100}");
}

static void rounds_are_finished_and_none_begins(void **state)
{
    begin();
    reach_turn();
    assert_false(lm_house_drain(d->house, 600000)); /* ann owes a decision */
    assert_int_equal(say(session_of('h'), request("v", "stand", "{'seat':'1'}")), 200);
    assert_int_equal(state_of("v")->table.round.phase, LM_BETTING);
    uint32_t round = state_of("v")->round;
    assert_int_equal(say(session_of('h'), request("v", "bet", "{'seat':'1','cents':1000}")), 503);
    assert_int_equal(say(session_of('h'), request("v", "ready", "{}")), 503);
    assert_int_equal(say(session_of('h'), request("v", "look", "{}")), 200);
    pass(60000); /* nor does the clock begin one */
    assert_int_equal(state_of("v")->round, round);
    assert_true(is_over(600000));
    must("v", 'h', "leave", "{}");
    desk_close(d);
}

/* A wager that lies there when the stop begins is not dealt; its clock stands still. */
static void a_wager_is_not_dealt(void **state)
{
    begin();
    must("v", 'h', "bet", "{'seat':'1','cents':1000}");
    assert_true(is_over(600000));
    uint32_t round = state_of("v")->round;
    pass(60000);
    assert_int_equal(state_of("v")->table.round.phase, LM_BETTING);
    assert_int_equal(state_of("v")->round, round);
    must("v", 'h', "withdraw", "{'seat':'1'}");
    desk_close(d);
}

/* A player who does not decide in time is left undecided: the round continues after the restart
 * (house.power_cuts). */
static void patience_ends(void **state)
{
    begin();
    reach_turn();
    uint32_t round = state_of("v")->round;
    assert_false(lm_house_drain(d->house, 1000));
    pass(1250);
    assert_true(is_over(1000));
    assert_int_equal(state_of("v")->table.round.phase, LM_PLAYING);
    assert_int_equal(state_of("v")->round, round);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(a_key_is_whole_or_none),
        HOUSE_TEST(rounds_are_finished_and_none_begins),
        HOUSE_TEST(a_wager_is_not_dealt),
        HOUSE_TEST(patience_ends),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
