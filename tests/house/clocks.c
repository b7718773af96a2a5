/* clocks.c - the clock never plays silently: what it does for a player is recorded and announced; after two such times
 * the table does not wait; a player alone at a practice table has no clock. */
#include "kit/house_help.h"
#include "play.h"
#include "told.h"

typedef struct {
    test_house t;
    char table[LM_HOUSE_ID];
    char ada[80];
    struct {
        char session[80], person[LM_HOUSE_ID], seat[4];
    } guest[2];
} club;

static json_t *say(club *c, int who, const char *word, json_t *more)
{
    json_t *body = json_pack("{s:s, s:s}", "do", word, "table", c->table);
    if (more) json_object_update(body, more);
    json_decref(more);
    return test_do(&c->t, (uint64_t)who + 1, c->guest[who].session, body);
}

static const house_state *state_of(club *c)
{
    const house_state *s = house_table_state(c->t.hand.house, c->table, NULL);
    assert_non_null(s);
    return s;
}

static const house_rack *rack(club *c, int who)
{
    int found = rack_of(state_of(c), c->guest[who].person);
    assert_true(found >= 0);
    return &state_of(c)->rack[found];
}

static void enter(club *c, int who, int cents)
{
    json_t *answer = test_do(&c->t, 0, "", json_pack("{s:s}", "do", "guest"));
    snprintf(c->guest[who].session, 80, "%s", json_string_value(json_object_get(answer, "session")));
    snprintf(c->guest[who].person, LM_HOUSE_ID, "%s", json_string_value(json_object_get(answer, "person")));
    snprintf(c->guest[who].seat, sizeof c->guest[who].seat, "%d", 1 + 2 * who);
    say(c, who, "watch", NULL);
    say(c, who, "sit", json_pack("{s:s}", "seat", c->guest[who].seat));
    if (cents) say(c, who, "buy", json_pack("{s:i}", "cents", cents));
    if (state_of(c)->cutter) say(c, who, "cut", json_pack("{s:s, s:i}", "seat", c->guest[who].seat, "count", 100));
}

static void club_open(club *c, const char *table, bool practice)
{
    memset(c, 0, sizeof *c);
    test_house_open(&c->t, true);
    snprintf(c->table, sizeof c->table, "%s", table);
    test_administrator(&c->t, c->ada);
    if (practice) return;
    test_do(&c->t, 0, c->ada, json_pack("{s:s, s:s, s:b}", "do", "terms", "table", c->table, "practice", 0));
}

/* Rounds are played until one leaves the first guest a decision; every other player with chips is ready
 * too. */
static void reach_decision(club *c)
{
    const lm_round *r = &state_of(c)->table.round;
    for (int rounds = 0; rounds < 60; rounds++) {
        say(c, 0, "bet", json_pack("{s:s, s:i}", "seat", "1", "cents", 1000));
        say(c, 0, "ready", NULL);
        if (r->phase == LM_BETTING && r->felt_cents) say(c, 1, "ready", NULL);
        for (int i = 0; i < 5 && r->phase == LM_INSURING; i++)
            say(c, 0, "insure", json_pack("{s:s, s:i}", "seat", "1", "cents", 0));
        if (r->phase == LM_PLAYING) return;
    }
    fail_msg("no round left a decision");
}

static int told(const club *c, const char *event, const char *person)
{
    int n = 0;
    for (int i = 0; i < c->t.messages; i++) {
        size_t k;
        json_t *e;
        if (c->t.to[i] != 1) continue;
        json_array_foreach(json_object_get(c->t.message[i], "events"), k, e)
        {
            n += strcmp(act_text(e, "event"), event) == 0 && strcmp(act_text(e, "player"), person) == 0;
        }
    }
    return n;
}

static json_int_t last_clock(const club *c)
{
    for (int i = c->t.messages - 1; i >= 0; i--) {
        const json_t *clock = json_object_get(c->t.message[i], "clock_ms");
        if (c->t.to[i] == 1 && clock) return json_integer_value(clock);
    }
    return -1;
}

static void lapse(club *c)
{
    int before = told(c, "time-ran-out", c->guest[0].person);
    const lm_round *r = &state_of(c)->table.round;
    reach_decision(c);
    for (int i = 0; i < 8 && r->phase == LM_PLAYING; i++)
        test_pass(&c->t, 30500);
    if (told(c, "time-ran-out", c->guest[0].person) <= before)
        fail_msg(/* say:test-clock-acts-silently */ "FAILED: the clock acted silently");
}

/* --- tests ---------------------------------------------------------------------------------------------------------
 * */

static void test_alone_at_a_practice_table(void **state)
{
    club c;
    (void)state;
    club_open(&c, "wa-freebet", true);
    enter(&c, 0, 50000);
    reach_decision(&c);
    json_int_t told_ms = last_clock(&c);
    test_pass(&c.t, 600000);
    if (told_ms != 0 || state_of(&c)->table.round.phase != LM_PLAYING)
        fail_msg(/* say:test-lone-player-hurried */ "FAILED: a player alone at a practice table was hurried");
    /* a second player starts the clock, and every watcher sees it */
    enter(&c, 1, 0);
    assert_true(last_clock(&c) > 3000);
    for (int i = 0; i < 8 && state_of(&c)->table.round.phase == LM_PLAYING; i++)
        test_pass(&c.t, 30500);
    assert_true(told(&c, "time-ran-out", c.guest[0].person) > 0);
    test_house_remove(&c.t);
}

/* A seat is held for a while; then the house finishes the hand and gives the chips back. */
static void test_alone_and_gone(void **state)
{
    club c;
    (void)state;
    club_open(&c, "wa-freebet", true);
    enter(&c, 0, 50000);
    reach_decision(&c);
    lm_house_disconnect(c.t.hand.house, 1);
    test_pass(&c.t, 290000);
    assert_int_equal(state_of(&c)->table.round.phase, LM_PLAYING);
    test_pass(&c.t, 200000);
    assert_int_equal(rack_of(state_of(&c), c.guest[0].person), -1);
    test_house_remove(&c.t);
}

/* A player who decides in time no longer counts as absent. */
static void test_a_decision_brings_back(void **state)
{
    club c;
    (void)state;
    club_open(&c, "wa-freebet", false);
    enter(&c, 0, 50000);
    lapse(&c);
    assert_true(rack(&c, 0)->lapses > 0);
    reach_decision(&c);
    assert_true(last_clock(&c) > 0);
    say(&c, 0, "stand", json_pack("{s:s}", "seat", "1"));
    if (rack(&c, 0)->lapses != 0) fail_msg("FAILED: a player who decided still sits out");
    test_house_remove(&c.t);
}

/* The second guest bets in every round and decides in none. */
static void test_table_does_not_wait_for_absent_players(void **state)
{
    club c;
    (void)state;
    club_open(&c, "ma-blackjack", false);
    enter(&c, 1, 50000);
    enter(&c, 0, 50000);
    const lm_round *r = &state_of(&c)->table.round;
    for (int rounds = 0; rounds < 60 && !rack(&c, 1)->sits_out; rounds++) {
        say(&c, 1, "bet", json_pack("{s:s, s:i}", "seat", "3", "cents", 1000));
        say(&c, 1, "ready", NULL);
        say(&c, 0, "ready", NULL);
        for (int i = 0; i < 8 && r->phase != LM_BETTING; i++)
            test_pass(&c.t, 30500);
        if (rack(&c, 1)->sits_out != (told(&c, "time-ran-out", c.guest[1].person) >= 2))
            fail_msg("FAILED: after two lapses a player sits out, not sooner and not later");
    }
    assert_int_equal(told(&c, "sit-out", c.guest[1].person), 1);
    json_t *look = test_do(&c.t, 0, "", json_pack("{s:s, s:s}", "do", "look", "table", c.table));
    size_t i;
    json_t *player;
    json_array_foreach(json_object_get(json_object_get(look, "snapshot"), "players"), i, player)
    {
        bool out = strcmp(act_text(player, "player"), c.guest[1].person) == 0;
        assert_int_equal(json_is_true(json_object_get(player, "out")), out);
    }
    /* the player has chips and is not ready; the cards come all the same */
    say(&c, 0, "bet", json_pack("{s:s, s:i}", "seat", "1", "cents", 1000));
    say(&c, 0, "ready", NULL);
    if (r->phase == LM_BETTING)
        fail_msg(/* say:test-waits-for-absent-player */ "FAILED: the table waits for a player who sits out");
    for (int k = 0; k < 8 && r->phase != LM_BETTING; k++)
        test_pass(&c.t, 30500);
    /* the next bet brings the player back */
    say(&c, 1, "bet", json_pack("{s:s, s:i}", "seat", "3", "cents", 1000));
    assert_false(rack(&c, 1)->sits_out);
    test_house_remove(&c.t);
}

/* The first guest decides at once. Returns the ms that pass until bets are taken again. */
static int played_out(club *c)
{
    const lm_round *r = &state_of(c)->table.round;
    int ms = 0;
    for (; ms < 60000 && r->phase != LM_BETTING; ms += 500) {
        if (r->phase == LM_PLAYING && r->at_box == 1) {
            say(c, 0, "stand", json_pack("{s:s}", "seat", "1"));
            ms -= 500;
        } else if (r->phase == LM_INSURING) {
            say(c, 0, "insure", json_pack("{s:s, s:i}", "seat", "1", "cents", 0));
            test_pass(&c->t, 500);
        } else {
            test_pass(&c->t, 500);
        }
    }
    return ms;
}

/* A player whose connection is lost delays the others by at most 3 s a round, whether the table waits for a bet or for a
 * decision. One who is back has the time that was announced. */
static void test_a_lost_connection_delays_by_three_seconds(void **state)
{
    club c;
    (void)state;
    club_open(&c, "ma-blackjack", false);
    enter(&c, 1, 50000);
    enter(&c, 0, 50000);
    const lm_round *r = &state_of(&c)->table.round;
    lm_house_disconnect(c.t.hand.house, 2);
    for (int rounds = 0; rounds < 6; rounds++) {
        bool bets = rounds % 2; /* the bet was laid, then the connection was lost */
        if (bets) {
            say(&c, 1, "watch", NULL);
            say(&c, 1, "bet", json_pack("{s:s, s:i}", "seat", "3", "cents", 1000));
            say(&c, 1, "ready", NULL);
            lm_house_disconnect(c.t.hand.house, 2);
        }
        say(&c, 0, "bet", json_pack("{s:s, s:i}", "seat", "1", "cents", 1000));
        say(&c, 0, "ready", NULL);
        int ms = 0;
        for (; ms < 60000 && r->phase == LM_BETTING; ms += 500)
            test_pass(&c.t, 500);
        ms += played_out(&c);
        if (ms > 4000)
            fail_msg(/* say:test-others-waited */ "FAILED: the others waited %d ms for a lost connection", ms);
    }
    say(&c, 1, "watch", NULL);
    say(&c, 0, "bet", json_pack("{s:s, s:i}", "seat", "1", "cents", 1000));
    say(&c, 0, "ready", NULL);
    test_pass(&c.t, 5000);
    if (!rack(&c, 1)->sits_out && r->phase != LM_BETTING) fail_msg("FAILED: a player who is back was not waited for");
    test_house_remove(&c.t);
}

/* The record says both: that time ran out, and what was done; a house that is opened again continues the count. */
static void test_the_journal_tells(void **state)
{
    club c;
    (void)state;
    club_open(&c, "wa-freebet", false);
    enter(&c, 0, 50000);
    lapse(&c);
    house_rack before = *rack(&c, 0);
    assert_true(before.lapses > 0);
    hand_stop(&c.t.hand);
    hand_start(&c.t.hand, true);
    assert_memory_equal(&before, rack(&c, 0), sizeof before);
    test_house_remove(&c.t);
}

/* An operator or a time server sets the machine's clock: the player still has the time that was announced. */
static void test_a_jump_of_the_clock_decides_nothing(void **state)
{
    club c;
    (void)state;
    club_open(&c, "wa-freebet", false);
    enter(&c, 0, 50000);
    reach_decision(&c);
    const lm_round *r = &state_of(&c)->table.round;
    int64_t jumps[] = { 3600000, -3600000, 5000, 0 };
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
        c.t.hand.jump_ms = jumps[i];
        test_pass(&c.t, 1000);
        if (r->phase != LM_PLAYING) fail_msg("FAILED: a set clock decided for a player");
    }
    for (int i = 0; i < 8 && r->phase == LM_PLAYING; i++)
        test_pass(&c.t, 30500);
    assert_true(told(&c, "time-ran-out", c.guest[0].person) > 0);
    test_house_remove(&c.t);
}

/* What was acknowledged outlives the server: after a restart the deal waits only for the other player. */
static void test_ready_is_durable(void **state)
{
    club c;
    (void)state;
    club_open(&c, "ma-blackjack", false);
    enter(&c, 0, 50000);
    enter(&c, 1, 50000);
    for (int who = 0; who < 2; who++)
        say(&c, who, "bet", json_pack("{s:s, s:i}", "seat", c.guest[who].seat, "cents", 1000));
    json_int_t seq = state_of(&c)->seq;
    json_t *answer = say(&c, 0, "ready", NULL);
    assert_true(json_is_true(json_object_get(answer, "ok")));
    if (json_integer_value(json_object_get(answer, "seq")) <= seq) fail_msg("FAILED: \"ready\" left no record");
    assert_int_equal(told(&c, "ready", c.guest[0].person), 1);
    hand_stop(&c.t.hand);
    hand_start(&c.t.hand, true);
    assert_int_equal(state_of(&c)->table.round.phase, LM_BETTING);
    say(&c, 1, "ready", NULL);
    if (state_of(&c)->table.round.phase == LM_BETTING) fail_msg("FAILED: a restart forgot that a player was ready");
    test_house_remove(&c.t);
}

/* While the server is being stopped the clock deals no wager. The time that has run out must not make the house look at
 * its tables without a pause. */
static void test_time_that_ran_out_lets_the_house_rest(void **state)
{
    club c;
    (void)state;
    club_open(&c, "ma-blackjack", false);
    enter(&c, 0, 50000);
    say(&c, 0, "bet", json_pack("{s:s, s:i}", "seat", "1", "cents", 1000));
    lm_house_drain(c.t.hand.house, 3600000);
    test_pass(&c.t, 60000);
    assert_int_equal(state_of(&c)->table.round.phase, LM_BETTING);
    int rest_ms = lm_house_poll(c.t.hand.house);
    if (rest_ms <= 1)
        fail_msg(/* say:test-house-does-not-rest */ "FAILED: the house does not rest after a time ran out");
    test_house_remove(&c.t);
}

/* A house with many tables looks at some of them after the others; clocks run out in time all the same. */
static void test_clocks_of_a_large_house(void **state)
{
    enum { TABLES = 100, LATE_MS = 100 };
    club c;
    (void)state;
    club_open(&c, "wa-freebet", true);
    for (int i = 0; i < TABLES; i++) {
        snprintf(c.table, sizeof c.table, "large-%d", i);
        json_t *open =
            json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:i}", "do", "open-table", "table", c.table, "title", c.table,
                      "rules", "wa-freebet", "dealing", "virtual", "money", "play", "decision_ms", 20300);
        test_do(&c.t, 0, c.ada, open);
    }
    enter(&c, 0, 50000);
    reach_decision(&c);
    json_int_t left_ms = last_clock(&c);
    assert_int_equal(left_ms, 20300);
    assert_true(lm_house_poll(c.t.hand.house) < 1000);
    test_pass(&c.t, (int)left_ms - LATE_MS);
    assert_int_equal(told(&c, "time-ran-out", c.guest[0].person), 0);
    test_pass(&c.t, 2 * LATE_MS);
    if (!told(&c, "time-ran-out", c.guest[0].person)) fail_msg(/* say:test-clock-is-late */ "FAILED: a clock is late");
    test_house_remove(&c.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone_at_a_practice_table),
        cmocka_unit_test(test_alone_and_gone),
        cmocka_unit_test(test_a_decision_brings_back),
        cmocka_unit_test(test_table_does_not_wait_for_absent_players),
        cmocka_unit_test(test_the_journal_tells),
        cmocka_unit_test(test_a_jump_of_the_clock_decides_nothing),
        cmocka_unit_test(test_ready_is_durable),
        cmocka_unit_test(test_a_lost_connection_delays_by_three_seconds),
        cmocka_unit_test(test_time_that_ran_out_lets_the_house_rest),
        cmocka_unit_test(test_clocks_of_a_large_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
