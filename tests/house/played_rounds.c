/* played_rounds.c - a player's own rounds are in the house: each once, with stake and result, newest first, page by
 * page; and they outlive the server. */
#include "kit/house_help.h"
#include "play.h"
#include "said.h"

#define TABLE "ma-blackjack"
enum { ROUNDS = 7, STAKE = 1500, BOUGHT = 50000 };

static test_house t;
static char ann[80], guest[80];

static json_t *say(const char *session, json_t *body)
{
    return test_say(&t, 1, session, body);
}

static json_t *at_table(const char *word, const char *key, json_t *value)
{
    json_t *body = json_pack("{s:s, s:s, s:s}", "do", word, "table", TABLE, "seat", "1");
    if (key) json_object_set_new(body, key, value);
    return say(ann, body);
}

static const house_state *state_now(void)
{
    return house_table_state(t.hand.house, TABLE, NULL);
}

/* One round in which the player always stands. */
static void play_round(void)
{
    const lm_round *r = &state_now()->table.round;
    if (state_now()->cutter) at_table("cut", "count", json_integer(100));
    at_table("bet", "cents", json_integer(STAKE));
    say(ann, json_pack("{s:s, s:s}", "do", "ready", "table", TABLE));
    for (int i = 0; i < 20 && !(r->phase == LM_BETTING && !r->felt_cents); i++) {
        if (r->phase == LM_INSURING) at_table("insure", "cents", json_integer(0));
        at_table("stand", NULL, NULL);
        test_pass(&t, 1000);
    }
    assert_int_equal(r->felt_cents, 0);
}

static json_t *rounds(const char *session, const char *after, int limit)
{
    json_t *body = json_pack("{s:s}", "do", "rounds");
    if (after) json_object_set_new(body, "after", json_string(after));
    if (limit) json_object_set_new(body, "limit", json_integer(limit));
    return say(session, body);
}

static json_int_t number_in(const json_t *row, const char *key)
{
    return json_integer_value(json_object_get(row, key));
}

/* Newest first, each round once, and together what the rack has won or lost since the chips were bought. */
static void check_list(const json_t *list, lm_cents chips)
{
    lm_cents net = 0;
    assert_int_equal(json_array_size(list), ROUNDS);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *row = json_array_get(list, i), *before = json_array_get(list, i + 1);
        assert_string_equal(json_string_value(json_object_get(row, "table")), TABLE);
        assert_string_equal(json_string_value(json_object_get(row, "money")), "play");
        assert_int_equal(number_in(row, "stake_cents"), STAKE);
        if (before && number_in(row, "round") <= number_in(before, "round")) fail_msg("FAILED: not the newest first");
        net += number_in(row, "net_cents");
    }
    if (net != chips - BOUGHT)
        fail_msg(/* say:test-rounds-add-up-wrongly */ "FAILED: the rounds add up to %lld cents", (long long)net);
}

/* --- the link of a round ---------------------------------------------------------------------------------------------- */

static int slices; /* of the last question */

/* Asks the room of records about a hand and returns its answer; `hands` is what the room has kept of earlier questions. */
static char *hand_told(lm_hands *hands, int64_t round, lm_kind expected)
{
    lm_records_owner owner = shipped_records;
    owner.hands = hands;
    json_t *asked = json_pack("{s:s, s:I}", "table", TABLE, "round", (json_int_t)round);
    lm_request body = { asked };
    void *kept = NULL;
    lm_inquiry inquiry = {
        .word = LM_ACT_HAND, .body = &body, .store = t.hand.store, .now_ms = 1, .self = &owner, .kept = &kept
    };
    lm_out answer = { 0 };
    char text[LM_HOUSE_TEXT] = "";
    const lm_question *q = lm_records_questions;
    while (q->word != LM_ACT_HAND)
        q++;
    lm_kind kind = q->answer(&inquiry, &answer, text);
    for (slices = 1; kind == LM_UNFINISHED; slices++)
        kind = q->answer(&inquiry, &answer, text);
    assert_int_equal(kind, expected);
    json_decref(asked);
    char *told = strdup(expected == LM_ANSWERED ? answer.at : text);
    lm_out_free(&answer);
    return told;
}

static void check_hand(const char *told, int64_t round)
{
    static const char *const hidden[] = { "ann", "\"player\":", "\"players\":", "\"chips\":", "\"salt\":" };
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        if (strstr(told, hidden[i]))
            fail_msg(/* say:test-hand-link-tells */ "FAILED: the link of a hand tells %s", hidden[i]);
    }
    json_t *hand = json_loads(told, 0, NULL), *steps = json_object_get(hand, "steps");
    assert_int_equal(number_in(hand, "round"), round);
    size_t n = json_array_size(steps), cards = 0;
    for (size_t i = 0; i < n; i++) {
        const char *event =
            json_string_value(json_object_get(json_object_get(json_array_get(steps, i), "event"), "event"));
        if ((strcmp(event, "over") == 0) != (i + 1 == n)) fail_msg("FAILED: the hand does not end with its round");
        cards += strcmp(event, "card") == 0;
    }
    assert_true(cards >= 3);
    assert_int_equal(json_array_size(json_object_get(hand, "shoes")), 1);
    json_decref(hand);
}

/* Asked forwards, backwards and again, with and without what was kept: always the same hand, without a name. */
static void any_round_has_a_link(void)
{
    lm_hands *hands = lm_hands_new();
    for (int i = 1; i <= 2 * ROUNDS; i++) {
        int64_t round = i <= ROUNDS ? i : 2 * ROUNDS + 1 - i;
        char *told = hand_told(hands, round, LM_ANSWERED), *alone = hand_told(NULL, round, LM_ANSWERED);
        if (strcmp(told, alone) != 0) fail_msg("FAILED: a kept hand is another one");
        check_hand(told, round);
        free(told);
        free(alone);
    }
    lm_hands_free(hands);
    char *open = hand_told(NULL, ROUNDS + 1, LM_REFUSED_NOW), *none = hand_told(NULL, 99, LM_REFUSED_UNKNOWN);
    assert_said(open, "say:round-not-over");
    assert_said(none, "say:no-such-round");
    free(open);
    free(none);
    /* a stranger may ask */
    const json_t *answer = say("", json_pack("{s:s, s:s, s:i}", "do", "hand", "table", TABLE, "round", 3));
    assert_int_equal(t.status, 200);
    assert_int_equal(number_in(answer, "round"), 3);
}

static void own_rounds_are_in_the_house(void **state)
{
    (void)state;
    test_house_open(&t, true);
    json_t *answer =
        say("", json_pack("{s:s, s:s, s:s}", "do", "register", "person", "ann", "password", "a passphrase"));
    snprintf(ann, sizeof ann, "%s", json_string_value(json_object_get(answer, "session")));
    answer = say("", json_pack("{s:s}", "do", "guest"));
    snprintf(guest, sizeof guest, "%s", json_string_value(json_object_get(answer, "session")));
    say(ann, json_pack("{s:s, s:s}", "do", "watch", "table", TABLE));
    at_table("sit", NULL, NULL);
    say(ann, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", TABLE, "cents", BOUGHT));
    for (int i = 0; i < ROUNDS; i++)
        play_round();
    lm_cents chips = state_now()->rack[rack_of(state_now(), "ann")].chips_cents;
    check_list(json_object_get(rounds(ann, NULL, 0), "rounds"), chips);
    hand_stop(&t.hand);
    hand_start(&t.hand, true);
    check_list(json_object_get(rounds(ann, NULL, 0), "rounds"), chips);

    /* in pages */
    json_t *all = json_array();
    char after[120] = "";
    int pages = 0;
    do {
        const json_t *page = rounds(ann, *after ? after : NULL, 3), *next = json_object_get(page, "next");
        json_array_extend(all, json_object_get(page, "rounds"));
        snprintf(after, sizeof after, "%s", next ? json_string_value(next) : "");
        pages++;
    } while (*after && pages < 10);
    assert_int_equal(pages, 3);
    check_list(all, chips);
    json_decref(all);
    any_round_has_a_link();

    /* a player sees no rounds of others, and a stranger sees none at all */
    assert_int_equal(json_array_size(json_object_get(rounds(guest, NULL, 0), "rounds")), 0);
    rounds("", NULL, 0);
    assert_int_equal(t.status, 401);
    rounds(ann, NULL, 201);
    assert_int_equal(t.status, 400);
    test_house_remove(&t);
}

/* A long table is played in slices, between which other questions are answered; the hand is the same. */
static void a_long_table_holds_nothing_up(void **state)
{
    (void)state;
    enum { RECORDS = 2600, SLICE = 1024 };
    test_house_open(&t, true);
    json_t *answer = say("", json_pack("{s:s}", "do", "guest"));
    snprintf(ann, sizeof ann, "%s", json_string_value(json_object_get(answer, "session")));
    say(ann, json_pack("{s:s, s:s}", "do", "watch", "table", TABLE));
    at_table("sit", NULL, NULL);
    say(ann, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", TABLE, "cents", BOUGHT));
    play_round();
    while (state_now()->seq < RECORDS) { /* bets laid and taken back are records, too */
        at_table("bet", "cents", json_integer(STAKE));
        at_table("bet", "cents", json_integer(0));
    }
    play_round();
    lm_hands *hands = lm_hands_new();
    char *told = hand_told(hands, 2, LM_ANSWERED);
    if (slices < RECORDS / SLICE + 1)
        fail_msg(/* say:test-hand-in-one-piece */ "FAILED: %d records are played in %d slices", RECORDS, slices);
    check_hand(told, 2);
    free(told);
    told = hand_told(hands, 2, LM_ANSWERED);
    assert_int_equal(slices, 1 + RECORDS / SLICE); /* its shoe is not open: the answer may still change */
    free(told);
    lm_hands_free(hands);
    const json_t *by_word = say("", json_pack("{s:s, s:s, s:i}", "do", "hand", "table", TABLE, "round", 2));
    assert_int_equal(t.status, 200);
    assert_int_equal(number_in(by_word, "round"), 2);
    test_house_remove(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_rounds_are_in_the_house),
        cmocka_unit_test(a_long_table_holds_nothing_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
