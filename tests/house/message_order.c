/* message_order.c - messages to people who need not act may be delayed. While one player decides, those to the others
 * may wait; while all may act, all may wait, unless the table begins to wait for something else. */
/* sanitized */
#include "kit/hand_house.h"

enum { PLAYERS = 2, ACTS = 60 };

static struct {
    hand_house h;
    char session[PLAYERS][80];
    char owes[16], seat[12];           /* of the last message */
    char waits[40], waited_before[40]; /* for whom and what the table waits since this record, and before it */
    json_int_t seq;
    int least;
    int asked, waited; /* messages to the player who was to act alone, and to the other */
    int called, noted; /* messages to all: those that announce a new step, and those that do not */
} all;

static void note_turn(const json_t *message, const char *who, const char *word, const char *seat)
{
    json_int_t seq = json_integer_value(json_object_get(message, "seq"));
    if (seq == all.seq) return; /* the other connection has heard it already */
    all.seq = seq;
    memcpy(all.waited_before, all.waits, sizeof all.waits);
    snprintf(all.waits, sizeof all.waits, "%s %s %s", who, word, seat ? seat : "");
}

/* Connection n is the player at box n. */
static void hear(hand_house *h, uint64_t connection, const char *text, size_t size)
{
    json_t *message = json_loadb(text, size, 0, NULL), *turn = json_object_get(message, "turn");
    if (json_object_get(message, "events") && turn) {
        const char *seat = json_string_value(json_object_get(turn, "seat"));
        const char *who = json_string_value(json_object_get(turn, "who"));
        const char *word = json_string_value(json_object_get(turn, "do"));
        bool one = strcmp(who, "player") == 0 && seat;
        bool other = one && (uint64_t)atoi(seat) != connection;
        note_turn(message, who, word, seat);
        bool same = !one && strcmp(all.waits, all.waited_before) == 0;
        assert_int_equal(h->may_wait, other || same);
        all.asked += one && !other;
        all.waited += other;
        all.noted += same;
        all.called += !one && !same;
        snprintf(all.owes, sizeof all.owes, "%s", word);
        snprintf(all.seat, sizeof all.seat, "%s", seat ? seat : "");
        all.least = (int)json_integer_value(json_object_get(turn, "least"));
    }
    json_decref(message);
}

static void say(int player, json_t *body)
{
    json_object_set_new(body, "table", json_string("ma-freebet"));
    hand_do(&all.h, (uint64_t)player + 1, all.session[player], body);
}

static void both(const char *word, int cents)
{
    for (int i = 0; i < PLAYERS; i++) {
        char seat[12];
        snprintf(seat, sizeof seat, "%d", i + 1);
        json_t *body = json_pack("{s:s}", "do", word);
        if (cents >= 0) json_object_set_new(body, "seat", json_string(seat));
        if (cents >= 0) json_object_set_new(body, "cents", json_integer(cents));
        say(i, body);
    }
}

static void come(int player)
{
    char seat[12];
    snprintf(seat, sizeof seat, "%d", player + 1);
    json_t *answer = hand_do(&all.h, (uint64_t)player + 1, "", json_pack("{s:s}", "do", "guest"));
    snprintf(all.session[player], sizeof all.session[player], "%s",
             json_string_value(json_object_get(answer, "session")));
    say(player, json_pack("{s:s}", "do", "watch"));
    say(player, json_pack("{s:s, s:s}", "do", "sit", "seat", seat));
    say(player, json_pack("{s:s, s:i}", "do", "buy", "cents", 90000));
}

static void act(void)
{
    int mine = atoi(all.seat) - 1;
    if (strcmp(all.owes, "cut") == 0) {
        say(mine, json_pack("{s:s, s:s, s:i}", "do", "cut", "seat", all.seat, "count", all.least));
    } else if (strcmp(all.owes, "bet") == 0) {
        both("bet", 500);
        both("ready", -1);
    } else if (strcmp(all.owes, "insure") == 0) {
        both("insure", 0);
    } else {
        say(mine, json_pack("{s:s, s:s}", "do", "stand", "seat", all.seat));
    }
}

static void only_players_not_asked_may_wait(void **state)
{
    hand_open(&all.h, true);
    all.h.hear = hear;
    for (int i = 0; i < PLAYERS; i++)
        come(i);
    for (int i = 0; i < ACTS; i++)
        act();
    assert_true(all.asked > 10);
    assert_true(all.waited > 10);
    assert_true(all.called > 10);
    assert_true(all.noted > 10);
    hand_remove(&all.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(only_players_not_asked_may_wait) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
