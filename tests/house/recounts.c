/* recounts.c - a card of an earlier round that was entered wrongly, in every state of a table: the census is put right where it can have been
 * so, and nowhere else. And what stops a table is ended step by step. Every act is replayed on a second table, which must be the same byte for byte (play_kit.h). */
/* sanitized */
#include "play_kit.h"

static json_t *w(const char *text)
{
    char copy[300];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *at = copy; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    json_t *body = json_loads(copy, 0, NULL);
    if (!body) fail_msg("no JSON: %s", text);
    return body;
}

static json_t *recount(const char *was, const char *is)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "do", "recount", "was", was, "card", is, "reason", "misread");
}

static desk *live_table(const char *rules, const char *settings)
{
    desk *d = desk_open(rules, settings, "live", 5);
    desk_must(d, &DAN, w("{'do':'dealer'}"));
    desk_must(d, &DAN, w("{'do':'load','prepared':true}"));
    seat_player(d, "ann", "1", 10000);
    return d;
}

/* Betting is open, ann has bet, the first card is owed. */
static void begin_round(desk *d)
{
    house_caller ann = player("ann");
    while (d->state.table.stage != LM_IN_ROUND) {
        bool burn = lm_table_turn(&d->state.table, d->rules).verb == LM_BURN;
        desk_must(d, &DAN, w(burn ? "{'do':'burn'}" : "{'do':'open'}"));
    }
    desk_must(d, &ann, w("{'do':'bet','seat':'1','cents':1000}"));
    desk_must(d, &DAN, w("{'do':'deal'}"));
}

/* "--" lies face down, "=9h" is turned at the dealer's place, "." is ann's stand. */
static void cards(desk *d, const char *text)
{
    house_caller ann = player("ann");
    char copy[200];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *card = strtok(copy, " "); card; card = strtok(NULL, " ")) {
        if (card[0] == '.')
            desk_must(d, &ann, w("{'do':'stand','seat':'1'}"));
        else if (strcmp(card, "--") == 0)
            desk_must(d, &DAN, w("{'do':'down'}"));
        else
            desk_must(d, &DAN,
                      json_pack("{s:s, s:s}", "do", card[0] == '=' ? "turn" : "card", "card",
                                card + (card[0] == '=')));
    }
}

static int seen(const desk *d, const char *text)
{
    lm_card card;
    assert_true(lm_card_read(text, &card));
    return d->state.table.seen[card];
}

/* A burned card that a player was shown is of no round, also where the shoe before began with the same one (MBJ-6(c).3). */
static void test_another_shoe(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "decks=2");
    desk_must(d, &DAN, w("{'do':'burn'}"));
    desk_must(d, &DAN, w("{'do':'show-burn','card':'Th'}"));
    begin_round(d);
    cards(d, "Tc 6d Td -- . =9h 4c");
    desk_must(d, &DAN, w("{'do':'load','prepared':true}"));
    desk_must(d, &DAN, w("{'do':'burn'}"));
    desk_must(d, &DAN, w("{'do':'show-burn','card':'Th'}"));
    desk_refuses(d, &SUE, 409, NULL, recount("Th", "Ts"));
    begin_round(d);
    desk_must(d, &SUE, recount("Th", "Ts")); /* it lies in the rack of this shoe now, before the round */
    desk_close(d);
}

/* A card that waits for its place is a copy less for everybody else: MBJ-15(d). */
static void test_waiting_card(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "decks=2");
    begin_round(d);
    cards(d, "Th 6d 9c -- . =9h 4c");
    begin_round(d);
    cards(d, "Tc 5d Td --");
    desk_must(d, &DAN, w("{'do':'irregular','name':'exposed','card':'Th'}"));
    desk_refuses(d, &SUE, 409, NULL, recount("9c", "Th")); /* one has come, the other lies there */
    desk_must(d, &SUE, recount("9c", "8c"));
    desk_must(d, &SUE, recount("Th", "Tc")); /* the first was another: now one could have come */
    desk_must(d, &SUE, recount("8c", "Th"));
    assert_int_equal(seen(d, "Th"), 1);
    desk_close(d);
}

/* Frozen or drained, the count is still put right; at a closed table nothing is. */
static void test_stopped_tables(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "decks=2");
    house_caller ann = player("ann");
    begin_round(d);
    cards(d, "Th 6d 9c -- . =9h 4c");
    desk_must(d, &SUE, w("{'do':'drain','reason':'test'}"));
    desk_refuses(d, &SUE, 409, NULL, recount("Th", "Ts")); /* of the last round: "correct" */
    desk_must(d, &SUE, w("{'do':'correct','number':1,'card':'Ts','reason':'misread'}"));
    desk_must(d, &SUE, w("{'do':'thaw'}"));
    begin_round(d);
    desk_must(d, &SUE, w("{'do':'freeze','reason':'test'}"));
    desk_refuses(d, &SUE, 409, NULL, recount("Th", "Td"));
    desk_must(d, &SUE, recount("Ts", "Td"));
    desk_must(d, &SUE, w("{'do':'thaw'}"));
    desk_must(d, &SUE, w("{'do':'drain','reason':'test'}"));
    cards(d, "Th 6d 9c --");
    desk_must(d, &SUE, recount("Td", "Th"));
    assert_int_equal(seen(d, "Th"), 2);
    cards(d, ". =9h 4c");
    desk_must(d, &SUE, recount("Th", "Tc")); /* the round is over; it was the one of the first */
    desk_must(d, &SUE, w("{'do':'correct','number':1,'card':'Tc','reason':'misread'}"));
    assert_int_equal(seen(d, "Th"), 0);
    assert_int_equal(seen(d, "Tc"), 2);
    desk_must(d, &ann, w("{'do':'leave'}"));
    desk_must(d, &SUE,
              json_pack("{s:s, s:I}", "do", "tray-close", "cents", (json_int_t)d->state.cents[ACCOUNT_TRAY]));
    desk_refuses(d, &SUE, 409, NULL, recount("Tc", "Th"));
    desk_close(d);
}

/* A table that is both frozen and drained is let go on in two steps, the last round first. */
static void test_thaw(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "decks=2");
    begin_round(d);
    cards(d, "Th 6d 9c --");
    desk_must(d, &SUE, w("{'do':'drain','reason':'end of the shift'}"));
    desk_must(d, &SUE, w("{'do':'freeze','reason':'a quarrel'}"));
    desk_must(d, &EVE, w("{'do':'thaw'}"));
    cards(d, ". =9h 4c");
    desk_refuses(d, &DAN, 409, NULL, w("{'do':'open'}"));
    desk_must(d, &EVE, w("{'do':'thaw'}"));
    desk_must(d, &DAN, w("{'do':'open'}"));
    desk_refuses(d, &EVE, 409, NULL, w("{'do':'thaw'}"));
    /* records from before this was so: one word ended both */
    json_t *act = w("{'do':'thaw'}");
    house_state stopped = d->state;
    stopped.frozen = stopped.drained = 1;
    desk_begin(d, d->again, &stopped, &d->echo_secret, true);
    assert_true(play_act(d->again, act));
    assert_int_equal(d->again->state.frozen + d->again->state.drained, 0);
    json_decref(act);
    desk_close(d);
}

/* What came goes back into the device, and any may come again (MBJ-21): there is nothing to count. */
static void test_continuous(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "shoe=continuous continuous_approved=on");
    begin_round(d);
    cards(d, "Th 6d 9c -- . =9h 4c");
    desk_refuses(d, &SUE, 409, NULL, recount("Th", "Ts"));
    begin_round(d);
    cards(d, "Th 6d");
    desk_refuses(d, &SUE, 409, NULL, recount("Th", "Ts"));
    desk_close(d);
}

/* Both sides of a double shoe are one count (MBJ-6(d)). */
static void test_double_shoe(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack-doubleshoe", "");
    begin_round(d);
    desk_must(d, &DAN, w("{'do':'determinant','card':'5h','side':'A'}"));
    cards(d, "6d 9c . 9h 4c");
    begin_round(d);
    desk_must(d, &SUE, recount("5h", "5d"));
    desk_must(d, &DAN, w("{'do':'determinant','card':'5c','side':'B'}"));
    desk_must(d, &SUE, recount("9c", "9s"));
    cards(d, "Th");
    desk_must(d, &SUE, w("{'do':'correct','number':1,'card':'5s','reason':'misread'}"));
    assert_int_equal(seen(d, "5c"), 0);
    assert_int_equal(seen(d, "5d"), 1);
    desk_close(d);
}

/* The reader has said that a ten lies under the ace (MBJ-6(j).2): one of them has not come. */
static void test_reader(void **state)
{
    (void)state;
    lm_card nine, last;
    desk *d = live_table("ma-blackjack", "");
    begin_round(d);
    cards(d, "2h Ad 3c --");
    desk_must(d, &DAN, w("{'do':'close'}"));
    lm_table t = d->state.table;
    t.round.dealer.reader = LM_READER_SAID_YES;
    assert_true(lm_card_read("9c", &nine) && lm_card_read("Ks", &last));
    for (lm_card card = 0; card < LM_CARDS; card++) {
        if (lm_card_value(card) == 10) t.seen[card] = (uint8_t)d->rules->decks;
    }
    t.seen[nine] = 1;
    t.seen[last] = (uint8_t)(d->rules->decks - 1);
    lm_table before = t;
    assert_int_equal(lm_table_recount(&t, d->rules, nine, last).why, LM_WHY_READER);
    assert_memory_equal(&t, &before, sizeof t);
    t.round.dealer.reader = LM_READER_SAID_NO;
    assert_true(lm_ok(lm_table_recount(&t, d->rules, nine, last)));
    assert_int_equal(lm_table_recount(&t, d->rules, nine, last).why, LM_WHY_SHOE);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_another_shoe),   cmocka_unit_test(test_waiting_card),
        cmocka_unit_test(test_stopped_tables), cmocka_unit_test(test_thaw),
        cmocka_unit_test(test_continuous),     cmocka_unit_test(test_double_shoe),
        cmocka_unit_test(test_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
