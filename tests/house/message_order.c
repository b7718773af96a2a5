/* message_order.c - while one player decides, the others' messages may wait; whoever is to act hears at once. */
/* sanitized */
#include "kit/hand_house.h"

enum { PLAYERS = 2, ACTS = 60 };

static struct {
    hand_house h;
    char session[PLAYERS][80];
    char owes[16], seat[12]; /* of the last message */
    int least;
    int asked, waited; /* messages to whoever was to act alone, and to the other */
} all;

/* Connection n is the player at box n. */
static void hear(hand_house *h, uint64_t connection, const char *text, size_t size)
{
    json_t *message = json_loadb(text, size, 0, NULL), *turn = json_object_get(message, "turn");
    if (json_object_get(message, "events") && turn) {
        const char *seat = json_string_value(json_object_get(turn, "seat"));
        bool one = strcmp(json_string_value(json_object_get(turn, "who")), "player") == 0 && seat;
        bool other = one && (uint64_t)atoi(seat) != connection;
        assert_int_equal(h->may_wait, other);
        all.asked += one && !other;
        all.waited += other;
        snprintf(all.owes, sizeof all.owes, "%s", json_string_value(json_object_get(turn, "do")));
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

static void only_who_is_not_asked_may_wait(void **state)
{
    hand_open(&all.h, true);
    all.h.hear = hear;
    for (int i = 0; i < PLAYERS; i++)
        come(i);
    for (int i = 0; i < ACTS; i++)
        act();
    assert_true(all.asked > 10);
    assert_true(all.waited > 10);
    hand_remove(&all.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(only_who_is_not_asked_may_wait) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
