/* corrections.c - a wrongly entered card of this round or an earlier one, in every state of a table: who may correct it
 * and when. The count of an earlier round is corrected only where the new card can have come. Also: a table that was
 * frozen and drained is released step by step. Every act is replayed on a second table, which must be the same byte
 * for byte (play_kit.h). */
/* sanitized */
#include "kit/live_table.h"

static json_t *recount(const char *was, const char *is)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "do", "recount", "was", was, "card", is, "reason", "misread");
}

static desk *ann_at_a_table(const char *rules, const char *settings)
{
    desk *d = live_table(rules, settings);
    seat_player(d, "ann", "1", 10000);
    return d;
}

/* Betting is open, ann has bet, the first card is owed. */
static void begin_round(desk *d)
{
    house_caller ann = player("ann");
    open_betting(d);
    desk_must(d, &ann, quoted("{'do':'bet','seat':'1','cents':1000}"));
    desk_must(d, &DAN, quoted("{'do':'deal'}"));
}

static int seen(const desk *d, const char *text)
{
    lm_card card;
    assert_true(lm_card_read(text, &card));
    return d->state.table.seen[card];
}

/* A burned card that was shown to a player belongs to no round, even if the shoe before began with the same card
 * (MBJ-6(c).3). */
static void test_another_shoe(void **state)
{
    (void)state;
    desk *d = ann_at_a_table("ma-blackjack", "decks=2");
    desk_must(d, &DAN, quoted("{'do':'burn'}"));
    desk_must(d, &DAN, quoted("{'do':'show-burn','card':'Th'}"));
    begin_round(d);
    cards(d, "Tc 6d Td -- . =9h 4c");
    desk_must(d, &DAN, quoted("{'do':'load','prepared':true}"));
    desk_must(d, &DAN, quoted("{'do':'burn'}"));
    desk_must(d, &DAN, quoted("{'do':'show-burn','card':'Th'}"));
    desk_refuses(d, &SUE, 409, NULL, recount("Th", "Ts"));
    begin_round(d);
    desk_must(d, &SUE, recount("Th", "Ts")); /* it lies in the rack of this shoe now, before the round */
    desk_close(d);
}

/* While a card waits for its place, one copy less of it can come elsewhere: MBJ-15(d). */
static void test_waiting_card(void **state)
{
    (void)state;
    desk *d = ann_at_a_table("ma-blackjack", "decks=2");
    begin_round(d);
    cards(d, "Th 6d 9c -- . =9h 4c");
    begin_round(d);
    cards(d, "Tc 5d Td --");
    desk_must(d, &DAN, quoted("{'do':'irregular','name':'exposed','card':'Th'}"));
    desk_refuses(d, &SUE, 409, NULL, recount("9c", "Th")); /* the 9c has come, and the last Th lies out */
    desk_must(d, &SUE, recount("9c", "8c"));
    desk_must(d, &SUE, recount("Th", "Tc")); /* the first card is corrected, so another copy may come now */
    desk_must(d, &SUE, recount("8c", "Th"));
    assert_int_equal(seen(d, "Th"), 1);
    desk_close(d);
}

/* The count of a frozen or drained table can still be corrected; that of a closed table cannot. */
static void test_stopped_tables(void **state)
{
    (void)state;
    desk *d = ann_at_a_table("ma-blackjack", "decks=2");
    house_caller ann = player("ann");
    begin_round(d);
    cards(d, "Th 6d 9c -- . =9h 4c");
    desk_must(d, &SUE, quoted("{'do':'drain','reason':'test'}"));
    desk_refuses(d, &SUE, 409, NULL, recount("Th", "Ts")); /* a card of the last round is changed by "correct" */
    desk_must(d, &SUE, quoted("{'do':'correct','number':1,'card':'Ts','reason':'misread'}"));
    desk_must(d, &SUE, quoted("{'do':'thaw'}"));
    begin_round(d);
    desk_must(d, &SUE, quoted("{'do':'freeze','reason':'test'}"));
    desk_refuses(d, &SUE, 409, NULL, recount("Th", "Td"));
    desk_must(d, &SUE, recount("Ts", "Td"));
    desk_must(d, &SUE, quoted("{'do':'thaw'}"));
    desk_must(d, &SUE, quoted("{'do':'drain','reason':'test'}"));
    cards(d, "Th 6d 9c --");
    desk_must(d, &SUE, recount("Td", "Th"));
    assert_int_equal(seen(d, "Th"), 2);
    cards(d, ". =9h 4c");
    desk_must(d, &SUE, recount("Th", "Tc")); /* the round is over; the wrong card was its first */
    desk_must(d, &SUE, quoted("{'do':'correct','number':1,'card':'Tc','reason':'misread'}"));
    assert_int_equal(seen(d, "Th"), 0);
    assert_int_equal(seen(d, "Tc"), 2);
    desk_must(d, &ann, quoted("{'do':'leave'}"));
    desk_must(d, &SUE, json_pack("{s:s, s:I}", "do", "tray-close", "cents", (json_int_t)d->state.cents[ACCOUNT_TRAY]));
    desk_refuses(d, &SUE, 409, NULL, recount("Tc", "Th"));
    desk_close(d);
}

/* A table that is both frozen and drained is released in two steps: first its open round, then new rounds. */
static void test_thaw(void **state)
{
    (void)state;
    desk *d = ann_at_a_table("ma-blackjack", "decks=2");
    begin_round(d);
    cards(d, "Th 6d 9c --");
    desk_must(d, &SUE, quoted("{'do':'drain','reason':'end of the shift'}"));
    desk_must(d, &SUE, quoted("{'do':'freeze','reason':'a quarrel'}"));
    desk_must(d, &EVE, quoted("{'do':'thaw'}"));
    cards(d, ". =9h 4c");
    desk_refuses(d, &DAN, 409, NULL, quoted("{'do':'open'}"));
    desk_must(d, &EVE, quoted("{'do':'thaw'}"));
    desk_must(d, &DAN, quoted("{'do':'open'}"));
    desk_refuses(d, &EVE, 409, NULL, quoted("{'do':'thaw'}"));
    /* older records: one act ended both */
    json_t *act = quoted("{'do':'thaw'}");
    house_state stopped = d->state;
    stopped.frozen = stopped.drained = 1;
    desk_begin(d, d->again, &stopped, &d->echo_secret, true);
    assert_true(play_recorded(d->again, act));
    assert_int_equal(d->again->state.frozen + d->again->state.drained, 0);
    json_decref(act);
    desk_close(d);
}

/* Dealt cards go back into the shuffler and may come again (MBJ-21), so there is nothing to count. */
static void test_continuous(void **state)
{
    (void)state;
    desk *d = ann_at_a_table("ma-blackjack", "shoe=continuous continuous_approved=on");
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
    desk *d = ann_at_a_table("ma-blackjack-doubleshoe", "");
    begin_round(d);
    desk_must(d, &DAN, quoted("{'do':'determinant','card':'5h','side':'A'}"));
    cards(d, "6d 9c . 9h 4c");
    begin_round(d);
    desk_must(d, &SUE, recount("5h", "5d"));
    desk_must(d, &DAN, quoted("{'do':'determinant','card':'5c','side':'B'}"));
    desk_must(d, &SUE, recount("9c", "9s"));
    cards(d, "Th");
    desk_must(d, &SUE, quoted("{'do':'correct','number':1,'card':'5s','reason':'misread'}"));
    assert_int_equal(seen(d, "5c"), 0);
    assert_int_equal(seen(d, "5d"), 1);
    desk_close(d);
}

/* The reader has said that a ten lies under the ace (MBJ-6(j).2): one ten has not come yet. */
static void test_reader(void **state)
{
    (void)state;
    lm_card nine, last;
    desk *d = ann_at_a_table("ma-blackjack", "");
    begin_round(d);
    cards(d, "2h Ad 3c --");
    desk_must(d, &DAN, quoted("{'do':'close'}"));
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

/* --- cards of this round, and rounds that were settled ------------------------------------------------------------ */

/* Other players do not pay what a corrected card would take from a player who has left. */
static void test_correction_after_leaving(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "");
    house_caller ann = player("ann"), cas = player("cas"), bob = player("bob");
    json_t *fix = quoted("{\"do\":\"correct\",\"number\":6,\"card\":\"9c\",\"reason\":\"misread\"}");
    seat_player(d, "ann", "1", 10000);
    seat_player(d, "bob", "2", 10000);
    fund(d, "cas", 10000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &bob, quoted("{\"do\":\"bet\",\"seat\":\"2\",\"cents\":1000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "Th Th 6d 6c Tc --");
    desk_must(d, &ann, quoted("{\"do\":\"hit\",\"seat\":\"1\"}"));
    cards(d, "Kc"); /* bust: the sixth card */
    desk_must(d, &ann, quoted("{\"do\":\"leave\"}"));
    desk_refuses(d, &cas, 409, NULL, quoted("{\"do\":\"sit\",\"seat\":\"1\"}")); /* not while the round lasts */
    json_object_set_new(fix, "card", json_string("2c"));                         /* ann would have 18 */
    desk_refuses(d, &SUE, 409, NULL, json_deep_copy(fix));
    desk_must(d, &bob, quoted("{\"do\":\"stand\",\"seat\":\"2\"}"));
    cards(d, "=Kd 9h");
    desk_must(d, &cas, quoted("{\"do\":\"sit\",\"seat\":\"1\"}"));
    desk_must(d, &cas, quoted("{\"do\":\"buy\",\"cents\":10000}"));
    json_object_set_new(fix, "card",
                        json_string("5c")); /* 21 against a bust dealer: a win that belongs to ann, not to cas */
    desk_refuses(d, &SUE, 409, NULL, json_deep_copy(fix));
    assert_int_equal(chips(d, "cas"), 10000);
    json_object_set_new(fix, "card", json_string("Kd")); /* another king: it changes nothing */
    desk_must(d, &SUE, fix);
    desk_close(d);
}

/* A wrong card of an earlier round of the shoe is corrected in the count; what that round paid stands. */
static void test_recount(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "decks=2");
    house_caller ann = player("ann");
    json_t *fix = quoted("{\"do\":\"recount\",\"was\":\"Th\",\"card\":\"Td\",\"reason\":\"misread\"}");
    seat_player(d, "ann", "1", 10000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "Th 6d Th --");                               /* one of the tens was of diamonds */
    desk_refuses(d, &SUE, 409, NULL, json_deep_copy(fix)); /* a card of this round is changed by "correct" */
    desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "=9h 4c");
    lm_cents had = chips(d, "ann");
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    desk_refuses(d, &DAN, 409, NULL, quoted("{\"do\":\"card\",\"card\":\"Th\"}")); /* by the entries both have come */
    desk_refuses(d, &DAN, 403, NULL, json_deep_copy(fix));
    desk_refuses(d, &SUE, 409, NULL, quoted("{\"do\":\"recount\",\"was\":\"2c\",\"card\":\"Td\",\"reason\":\"x\"}"));
    desk_refuses(d, &SUE, 409, NULL, quoted("{\"do\":\"recount\",\"was\":\"9h\",\"card\":\"Th\",\"reason\":\"x\"}"));
    desk_refuses(d, &SUE, 409, NULL, quoted("{\"do\":\"recount\",\"was\":\"Th\",\"card\":\"Th\",\"reason\":\"x\"}"));
    desk_refuses(d, &SUE, 400, NULL, quoted("{\"do\":\"recount\",\"was\":\"Th\",\"card\":\"1h\",\"reason\":\"x\"}"));
    desk_refuses(d, &SUE, 400, NULL, quoted("{\"do\":\"recount\",\"was\":\"Th\",\"card\":\"Td\",\"reason\":\"\"}"));
    desk_must(d, &SUE, json_deep_copy(fix));
    assert_true(was_told(d, "recount"));
    assert_int_equal(chips(d, "ann"), had - 1000);
    cards(d, "Th 5c 9d --");
    desk_must(d, &SUE, quoted("{\"do\":\"correct\",\"number\":2,\"card\":\"5d\",\"reason\":\"misread\"}"));
    desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "=8h");
    desk_must(d, &DAN, quoted("{\"do\":\"cover-seen\",\"seat\":\"dealer\"}"));
    cards(d, "4d");
    desk_must(d, &DAN, quoted("{\"do\":\"unload\",\"count\":104}"));
    desk_refuses(d, &SUE, 409, NULL, fix); /* that shoe no longer exists */
    desk_close(d);
}

static void test_who_corrects(void **state)
{
    (void)state;
    desk *d = live_table("ma-freebet", "");
    house_caller ann = player("ann"), both = DAN;
    both.roles |= LM_HOUSE_BIT(SUPERVISOR);
    seat_player(d, "ann", "1", 10000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "Th 6d 2c --"); /* it was the ten of clubs */
    desk_refuses(d, &DAN, 403, NULL,
                 quoted("{\"do\":\"correct\",\"number\":3,\"card\":\"Tc\",\"reason\":\"misread\"}"));
    desk_refuses(d, &both, 403, NULL,
                 quoted("{\"do\":\"correct\",\"number\":3,\"card\":\"Tc\",\"reason\":\"misread\"}"));
    desk_refuses(d, &SUE, 400, NULL, quoted("{\"do\":\"correct\",\"number\":3,\"card\":\"Tc\",\"reason\":\"\"}"));
    desk_refuses(d, &SUE, 409, NULL,
                 quoted("{\"do\":\"correct\",\"number\":4,\"card\":\"Tc\",\"reason\":\"misread\"}"));
    desk_refuses(d, &SUE, 409, NULL,
                 quoted("{\"do\":\"correct\",\"number\":3,\"card\":\"2c\",\"reason\":\"misread\"}"));
    desk_must(d, &DAN, quoted("{\"do\":\"hit\",\"seat\":\"1\"}"));
    cards(d, "Kc"); /* ann is bust with 22: the king came to 12, not to 20 */
    assert_int_equal(chips(d, "ann"), 9000);
    assert_int_equal(on_books(d, "felt/t1"), 0);
    desk_must(d, &SUE, quoted("{\"do\":\"correct\",\"number\":3,\"card\":\"9c\",\"reason\":\"misread\"}"));
    const json_t *act = json_array_get(told_acts(d->play), 0);
    assert_string_equal(act_text(act, "was"), "2c");
    assert_string_equal(act_text(act, "card"), "9c");
    assert_string_equal(act_text(act, "by"), "sue");
    desk_close(d);
}

/* WB7-13(e)(c): an award that a meter has paid is undone by an adjustment and by nothing else. */
static void test_paid_award_stays(void **state)
{
    (void)state;
    desk *d = live_table("wa-freebet", "offer=blazing7:1");
    house_caller ann = player("ann");
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    lm_cents stake = lm_wager_stakes(d->rules, d->rules->offer[0].wager).least;
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(
        d, &ann,
        json_pack("{s:s, s:s, s:s, s:I}", "do", "bet", "seat", "1", "wager", "blazing7", "cents", (json_int_t)stake));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "7d 7d 7d --");
    desk_must(d, &ann, quoted("{\"do\":\"hit\",\"seat\":\"1\"}"));
    cards(d, "7d");
    if (lm_table_turn(&d->state.table, d->rules).who == LM_BY_PLAYER)
        desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "=2h 9h");
    lm_turn turn = lm_table_turn(&d->state.table, d->rules);
    assert_int_equal(turn.verb, LM_AWARD);
    json_int_t shown = (json_int_t)d->state.meters.meter[0].shown_cents;
    desk_refuses(d, &DAN, 409, "WB7-13(d)",
                 quoted("{\"do\":\"show-amount\",\"seat\":\"1\",\"wager\":\"blazing7\",\"cents\":100000}"));
    desk_refuses(d, &SUE, 409, NULL, quoted("{\"do\":\"verify-award\",\"seat\":\"1\",\"wager\":\"blazing7\"}"));
    desk_must(d, &DAN, quoted("{\"do\":\"call\",\"seat\":\"1\",\"wager\":\"blazing7\"}"));
    desk_must(d, &SUE, quoted("{\"do\":\"verify-award\",\"seat\":\"1\",\"wager\":\"blazing7\"}"));
    lm_cents before = chips(d, "ann");
    desk_must(d, &EVE, quoted("{\"do\":\"pay-award\",\"seat\":\"1\",\"wager\":\"blazing7\"}"));
    assert_true(chips(d, "ann") > before);
    assert_true(chips(d, "ann") - before >= shown / 10);
    desk_refuses(d, &SUE, 409, "WB7-13(e)(c)",
                 quoted("{\"do\":\"correct\",\"number\":4,\"card\":\"8d\",\"reason\":\"misread\"}"));
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_another_shoe),
        cmocka_unit_test(test_waiting_card),
        cmocka_unit_test(test_stopped_tables),
        cmocka_unit_test(test_thaw),
        cmocka_unit_test(test_continuous),
        cmocka_unit_test(test_double_shoe),
        cmocka_unit_test(test_reader),
        cmocka_unit_test(test_paid_award_stays),
        cmocka_unit_test(test_who_corrects),
        cmocka_unit_test(test_recount),
        cmocka_unit_test(test_correction_after_leaving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
