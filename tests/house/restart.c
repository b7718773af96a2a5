/* restart.c - a house in one process: guests play at the demo tables, the house is closed and opened
 * again, nothing is lost. */
/* sanitized */
#include "kit/house_help.h"

enum { GUESTS = 3 };

typedef struct {
    char session[80];
    char person[LM_HOUSE_ID];
    int64_t n;
    char value[2 * LM_STORE_HASH + 1]; /* that the guest has committed to; "": none */
} guest;

static guest guest_new(test_house *t)
{
    guest g = { .n = 0 };
    json_t *answer = test_do(t, 0, "", json_pack("{s:s}", "do", "guest"));
    snprintf(g.session, sizeof g.session, "%s", json_string_value(json_object_get(answer, "session")));
    snprintf(g.person, sizeof g.person, "%s", json_string_value(json_object_get(answer, "person")));
    return g;
}

static json_t *last_of(test_house *t, uint64_t connection)
{
    for (int i = t->messages - 1; i >= 0; i--) {
        if (t->to[i] == connection && json_object_get(t->message[i], "seq")) return t->message[i];
    }
    fail_msg("no message came");
    return NULL;
}

static json_t *turn_of(test_house *t, uint64_t connection)
{
    json_t *message = last_of(t, connection);
    json_t *turn = json_object_get(message, "turn");
    return turn ? turn : json_object_get(json_object_get(message, "snapshot"), "turn");
}

/* A guest who plays one box: cuts when offered, bets, asks for the cards, stands on everything. */
static void play_rounds(test_house *t, const char *table, guest *g, uint64_t connection, int rounds)
{
    test_do(t, connection, g->session, json_pack("{s:s, s:s}", "do", "watch", "table", table));
    for (int dealt = 0, steps = 0; dealt < rounds; steps++) {
        assert_true(steps < 40 * rounds + 100);
        json_t *turn = turn_of(t, connection);
        const char *verb = json_string_value(json_object_get(turn, "do"));
        const char *seat = json_string_value(json_object_get(turn, "seat"));
        if (strcmp(verb, "cut-shoe") == 0 || strcmp(verb, "cut") == 0) {
            test_do(t, connection, g->session,
                    json_pack("{s:s, s:s, s:s, s:i, s:I}", "do", "cut", "table", table, "seat", "1", "count", 60, "n",
                              ++g->n));
            if (*g->value)
                test_do(
                    t, connection, g->session,
                    json_pack("{s:s, s:s, s:s, s:I}", "do", "reveal", "table", table, "value", g->value, "n", ++g->n));
            g->value[0] = '\0'; /* without another commitment the next shoe is shuffled by the house alone */
        } else if (strcmp(verb, "bet") == 0) {
            test_do(t, connection, g->session,
                    json_pack("{s:s, s:s, s:s, s:i, s:I}", "do", "bet", "table", table, "seat", "1", "cents", 1000, "n",
                              ++g->n));
            test_do(t, connection, g->session,
                    json_pack("{s:s, s:s, s:I}", "do", "ready", "table", table, "n", ++g->n));
            dealt++;
        } else if (strcmp(verb, "insure") == 0) {
            test_do(t, connection, g->session,
                    json_pack("{s:s, s:s, s:s, s:i, s:I}", "do", "insure", "table", table, "seat", seat ? seat : "1",
                              "cents", 0, "n", ++g->n));
        } else if (seat && strcmp(seat, "1") == 0) {
            test_do(t, connection, g->session,
                    json_pack("{s:s, s:s, s:s, s:I}", "do", "stand", "table", table, "seat", "1", "n", ++g->n));
        } else {
            test_pass(t, 1000);
        }
    }
}

/* BLAKE2b-256 of 32 bytes 0x11, by Python's hashlib. */
#define VALUE "1111111111111111111111111111111111111111111111111111111111111111"
#define COMMITMENT "d4ffaeeac45aa41825e0bc3f875570af061acbf0b950ad752ff0f9463fe13ad5"

/* The shoe that the house and the guest have shuffled together is still dealt after the restart, and opened at its end: an
 * order that the restart had not shuffled again would stop the table. */
static void test_guest_plays(void **state)
{
    test_house t;
    (void)state;
    test_house_open(&t, true);
    guest g = guest_new(&t);
    snprintf(g.value, sizeof g.value, "%s", VALUE);
    test_do(&t, 7, g.session, json_pack("{s:s, s:s}", "do", "watch", "table", "wa-freebet"));
    test_do(&t, 7, g.session,
            json_pack("{s:s, s:s, s:s, s:s, s:I}", "do", "sit", "table", "wa-freebet", "seat", "1", "commitment",
                      COMMITMENT, "n", ++g.n));
    test_do(&t, 7, g.session,
            json_pack("{s:s, s:s, s:i, s:I}", "do", "buy", "table", "wa-freebet", "cents", 100000, "n", ++g.n));
    play_rounds(&t, "wa-freebet", &g, 7, 20);
    test_pass(&t, 30000); /* the clock answers what the last round still waits for */
    hand_stop(&t.hand);
    hand_start(&t.hand, true);
    play_rounds(&t, "wa-freebet", &g, 8, 40);
    json_t *answer = test_do(&t, 0, "", json_pack("{s:s, s:s}", "do", "opened-shoe", "table", "wa-freebet"));
    json_t *parts = json_object_get(json_object_get(answer, "shoe"), "parts");
    assert_string_equal(json_string_value(json_object_get(json_array_get(parts, 0), "value")), VALUE);
    test_house_remove(&t);
}

/* A clock that jumps hours ahead or a day back does not stop a table or free the box of a player who is
 * there. */
static void test_clock_jumps(void **state)
{
    static const int64_t jumps_ms[] = { -86400000, 3600000, -7200000, 7200000, 0 };
    test_house t;
    (void)state;
    test_house_open(&t, true);
    guest g = guest_new(&t);
    test_do(&t, 7, g.session, json_pack("{s:s, s:s}", "do", "watch", "table", "ma-freebet"));
    test_do(&t, 7, g.session,
            json_pack("{s:s, s:s, s:s, s:I}", "do", "sit", "table", "ma-freebet", "seat", "1", "n", ++g.n));
    test_do(&t, 7, g.session,
            json_pack("{s:s, s:s, s:i, s:I}", "do", "buy", "table", "ma-freebet", "cents", 50000, "n", ++g.n));
    guest waits = guest_new(&t); /* for whom the clock runs: a player alone at a practice table has none */
    test_do(&t, 8, waits.session, json_pack("{s:s, s:s}", "do", "watch", "table", "ma-freebet"));
    test_do(&t, 8, waits.session,
            json_pack("{s:s, s:s, s:s, s:I}", "do", "sit", "table", "ma-freebet", "seat", "3", "n", ++waits.n));
    for (int i = 0; jumps_ms[i]; i++) {
        play_rounds(&t, "ma-freebet", &g, 7, 2);
        t.hand.now_ms += jumps_ms[i];
        test_pass(&t, 70000); /* longer than the clocks of insurance and a decision together */
        json_t *look = test_do(&t, 0, "", json_pack("{s:s, s:s}", "do", "look", "table", "ma-freebet"));
        json_t *shot = json_object_get(look, "snapshot");
        assert_int_equal(json_array_size(json_object_get(shot, "players")), 2);
        assert_string_equal(json_string_value(json_object_get(json_object_get(shot, "turn"), "do")), "bet");
    }
    test_house_remove(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guest_plays),
        cmocka_unit_test(test_clock_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
