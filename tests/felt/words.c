/* words.c - commands at a table: who may send them, when, and what happens to the chips. */
/* sanitized */
#include "kit/live_table.h"
#include "said.h"

/* --- whose seat --------------------------------------------------------------------------------------------------- */

static void test_players_act_for_themselves(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "bettors_per_box=2");
    house_caller ann = player("ann"), bob = player("bob"), other = DAN;
    strcpy(other.person, "don");
    seat_player(d, "ann", "1", 100000);
    seat_player(d, "bob", "1b", 100000);
    desk_refuses(d, &bob, 409, "MBJ-14", quoted("{\"do\":\"sit\",\"seat\":\"1\"}"));
    desk_refuses(d, &ann, 409, NULL, quoted("{\"do\":\"sit\",\"seat\":\"1b\"}"));
    desk_refuses(d, &ann, 400, NULL, quoted("{\"do\":\"sit\",\"seat\":\"9x\"}"));
    desk_refuses(d, &ann, 403, NULL, quoted("{\"do\":\"sit\",\"seat\":\"2\",\"player\":\"bob\"}"));
    open_betting(d);
    desk_refuses(d, &bob, 403, NULL, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_refuses(d, &other, 403, NULL, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_refuses(d, &other, 403, NULL, quoted("{\"do\":\"deal\"}"));
    desk_refuses(d, &bob, 409, NULL,
                 quoted("{\"do\":\"bet\",\"seat\":\"1b\",\"cents\":1000}")); /* the box has no wager yet */
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &bob, quoted("{\"do\":\"bet\",\"seat\":\"1b\",\"cents\":2000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":5000}")); /* the dealer bets for her */
    assert_int_equal(chips(d, "ann"), 95000);
    desk_refuses(d, &bob, 403, NULL, quoted("{\"do\":\"buy\",\"cents\":1000,\"player\":\"ann\"}"));
    desk_refuses(d, &DAN, 403, NULL,
                 quoted("{\"do\":\"buy\",\"cents\":1000,\"player\":\"ann\"}")); /* others cannot open ann's wallet */
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "8h 6d 8c --");
    desk_refuses(d, &bob, 403, NULL, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    desk_refuses(d, &bob, 403, NULL,
                 quoted("{\"do\":\"stand\",\"seat\":\"1b\"}")); /* the decider plays the hand: MBJ-13(b) */
    desk_must(d, &bob, quoted("{\"do\":\"with-split\",\"seat\":\"1b\",\"ride\":\"both\"}"));
    desk_refuses(d, &bob, 409, NULL,
                 quoted("{\"do\":\"toke\",\"cents\":98000}"));       /* these chips are promised for the split */
    desk_must(d, &ann, quoted("{\"do\":\"split\",\"seat\":\"1\"}")); /* the usual amount */
    assert_int_equal(chips(d, "ann"), 90000);
    assert_int_equal(chips(d, "bob"), 96000);
    desk_close(d);
}

/* --- chips -------------------------------------------------------------------------------------------------------- */

static void test_too_few_chips(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "");
    house_caller ann = player("ann");
    seat_player(d, "ann", "1", 5000);
    desk_refuses(d, &ann, 409, NULL, quoted("{\"do\":\"buy\",\"cents\":1010}")); /* chips of $5 cannot make it */
    open_betting(d);
    desk_refuses(d, &ann, 409, NULL, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":6000}"));
    assert_said(d->play->refusal.text, "say:lacks-chips|ann|10");
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":5000}"));
    desk_must(d, &ann,
              quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":3000}")); /* a smaller wager gives the rest back */
    assert_int_equal(chips(d, "ann"), 2000);
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "5h Ad 6c --");
    desk_must(d, &ann, quoted("{\"do\":\"insure\",\"seat\":\"1\",\"cents\":1500}"));
    desk_must(d, &DAN, quoted("{\"do\":\"peek\",\"blackjack\":false}"));
    desk_refuses(d, &ann, 409, NULL,
                 quoted("{\"do\":\"double\",\"seat\":\"1\"}")); /* the usual amount is 30, ann has 5 */
    desk_must(d, &ann, quoted("{\"do\":\"double\",\"seat\":\"1\",\"cents\":500}"));
    assert_int_equal(chips(d, "ann"), 0);
    desk_close(d);
}

/* A free double costs nothing and needs no chips: MFB-8(a)(1). */
static void test_free_double_without_chips(void **state)
{
    (void)state;
    desk *d = live_table("ma-freebet", "");
    house_caller ann = player("ann");
    seat_player(d, "ann", "1", 1000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "5h 6d 6c --");
    json_t *turn = told_turn(&d->state, d->rules), *offer;
    size_t i;
    bool marked = false;
    json_array_foreach(json_object_get(turn, "legal"), i, offer)
    {
        marked |= strcmp(act_text(offer, "do"), "double") == 0 && json_is_true(json_object_get(offer, "free"));
    }
    assert_true(marked);
    json_decref(turn);
    desk_must(d, &ann, quoted("{\"do\":\"double\",\"seat\":\"1\"}"));
    cards(d, "Th =Kh 9d"); /* the dealer has 25 */
    assert_int_equal(chips(d, "ann"), 1000 + 1000 + 1000);
    desk_close(d);
}

/* A guest without an account buys chips with cash and takes cash along. */
static void test_walkin(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "");
    json_int_t world = on_books(d, "world/play");
    desk_must(d, &DAN, quoted("{\"do\":\"sit\",\"seat\":\"3\"}"));
    assert_true(rack_of(&d->state, "walkin-1") >= 0);
    desk_must(d, &DAN, quoted("{\"do\":\"sit\",\"seat\":\"4\"}"));
    assert_true(rack_of(&d->state, "walkin-2") >= 0);
    desk_must(d, &DAN, quoted("{\"do\":\"buy\",\"player\":\"walkin-1\",\"cents\":20000}"));
    assert_int_equal(on_books(d, "drop/t1"), 20000);
    assert_int_equal(on_books(d, "world/play"), world - 20000);
    assert_int_equal(chips(d, "walkin-1"), 20000);
    open_betting(d);
    desk_must(d, &DAN, quoted("{\"do\":\"bet\",\"seat\":\"3\",\"cents\":2000}"));
    desk_refuses(d, &DAN, 409, NULL, quoted("{\"do\":\"leave\",\"player\":\"walkin-1\"}"));
    desk_must(d, &DAN, quoted("{\"do\":\"withdraw\",\"seat\":\"3\"}"));
    desk_must(d, &DAN, quoted("{\"do\":\"leave\",\"player\":\"walkin-1\"}"));
    assert_int_equal(on_books(d, "world/play"), world);
    assert_int_equal(on_books(d, "drop/t1"), 20000);
    desk_close(d);
}

/* The return of a bet for the dealer goes to the dealer (C-33); a bet taken back before the deal goes to its player. */
static void test_bet_for_the_dealer(void **state)
{
    (void)state;
    desk *d = live_table("ma-freebet", "dealer_bets=on");
    house_caller ann = player("ann"), bob = player("bob");
    seat_player(d, "ann", "1", 100000);
    seat_player(d, "bob", "2", 100000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_refuses(d, &bob, 403, NULL, quoted("{\"do\":\"bet\",\"seat\":\"1t\",\"cents\":500}"));
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1t\",\"cents\":500}"));
    desk_must(d, &ann, quoted("{\"do\":\"withdraw\",\"seat\":\"1t\"}"));
    assert_int_equal(chips(d, "ann"), 99000);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1t\",\"cents\":500}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "Th 6d 9c --");
    desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "=Th 9h");
    assert_int_equal(on_books(d, "tokes/t1"), 1000);
    assert_int_equal(d->state.holder[0][LM_TIP], 0); /* settled: without an owner */
    assert_int_equal(chips(d, "ann"), 100000 - 1000 - 500 + 2000);
    desk_must(d, &ann, quoted("{\"do\":\"toke\",\"cents\":500}"));
    desk_must(d, &SUE, quoted("{\"do\":\"tokes-out\",\"cents\":1500,\"to\":\"dan\"}"));
    assert_int_equal(on_books(d, "tokes/t1"), 0);
    /* the spot is free for the next player */
    desk_must(d, &ann, quoted("{\"do\":\"leave\"}"));
    desk_must(d, &bob, quoted("{\"do\":\"leave\"}"));
    seat_player(d, "bob", "1", 50000);
    open_betting(d);
    desk_must(d, &bob, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &bob, quoted("{\"do\":\"bet\",\"seat\":\"1t\",\"cents\":500}"));
    assert_int_equal(chips(d, "bob"), 48500);
    desk_close(d);
}

/* --- leaving -------------------------------------------------------------------------------------------------------
 * */

/* MBJ-22(f): a player who does not continue forfeits a streak; until then the place is kept. */
static void test_streak_left_behind(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "offer=streak");
    house_caller ann = player("ann"), bob = player("bob");
    seat_player(d, "ann", "1", 10000);
    seat_player(d, "bob", "2", 10000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"wager\":\"streak.3\",\"cents\":500}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "Th 6d 9c --");
    desk_refuses(d, &ann, 409, NULL, quoted("{\"do\":\"leave\"}"));
    desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "=Th 9h");
    assert_int_equal(d->state.table.round.felt_cents, 500);
    desk_must(d, &ann, quoted("{\"do\":\"leave\"}"));
    assert_int_equal(on_books(d, "felt/t1"), 500);
    desk_refuses(d, &bob, 409, "MBJ-22(f)", quoted("{\"do\":\"sit\",\"seat\":\"1\"}"));
    open_betting(d);
    desk_must(d, &bob, quoted("{\"do\":\"bet\",\"seat\":\"2\",\"cents\":1000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    assert_int_equal(on_books(d, "felt/t1"), 1000);
    assert_int_equal(on_books(d, "wallet/play/ann"), 1000000 - 10000 + 10000 + 1000 - 500);
    desk_close(d);
}

/* --- the tray ------------------------------------------------------------------------------------------------------
 * */

static void test_tray(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "");
    house_caller ann = player("ann");
    json_t *thin = quoted("{\"do\":\"terms\",\"par_cents\":0}");
    desk_must(d, &SUE, thin);
    desk_must(d, &SUE, quoted("{\"do\":\"credit\",\"cents\":1990000}"));
    assert_int_equal(d->state.slips, 1);
    desk_refuses(d, &SUE, 409, NULL, quoted("{\"do\":\"credit\",\"cents\":1990000}"));
    seat_player(d, "ann", "1", 50000); /* 500 in chips from a tray that holds 100: a fill comes by itself */
    assert_int_equal(d->state.slips, 2);
    assert_true(was_told(d, "fill"));
    assert_int_equal(on_books(d, "tray/t1"), 0);
    desk_must(d, &SUE, quoted("{\"do\":\"fill\",\"cents\":70000}"));
    assert_int_equal(json_integer_value(json_object_get(json_array_get(told_acts(d->play), 0), "slip")), 3);
    desk_refuses(d, &SUE, 409, NULL, quoted("{\"do\":\"tray-close\",\"cents\":70000}")); /* ann sits there */
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":5000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "Th 6d 9c --");
    desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "=Th 4h"); /* 20 against 19: the house wins 50 */
    desk_must(d, &ann, quoted("{\"do\":\"leave\"}"));
    json_int_t drop = on_books(d, "drop/t1"), cage = on_books(d, "cage/play");
    desk_must(d, &SUE,
              quoted("{\"do\":\"tray-close\",\"cents\":74000}")); /* 75,000 by the books: 10 dollars are missing */
    const json_t *closed = json_array_get(told_acts(d->play), 0);
    assert_int_equal(json_integer_value(json_object_get(closed, "difference_cents")), -1000);
    assert_int_equal(on_books(d, "tray/t1"), 0);
    assert_int_equal(on_books(d, "cage/play"), cage + 74000);
    /* win = drop + closer + credits - opener - fills, counted from the slips alone; the missing 10
     * dollars show in it */
    assert_int_equal(drop + 74000 + 1990000 - 2000000 - (40000 + 70000), 5000 - 1000);
    desk_must(d, &SUE, quoted("{\"do\":\"drop-count\",\"cents\":50000}"));
    assert_int_equal(on_books(d, "drop/t1"), 0);
    desk_refuses(d, &ann, 409, NULL, quoted("{\"do\":\"sit\",\"seat\":\"1\"}")); /* closed */
    desk_close(d);
}

/* --- who confirms ---------------------------------------------------------------------------------------------------
 * */

/* MBJ-3(d).2: a spoken cash wager counts when the dealer and a supervisor have confirmed it; one person
 * is never both. */
static void test_cash_wager(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "");
    house_caller ann = player("ann"), both = DAN;
    both.roles |= LM_HOUSE_BIT(SUPERVISOR);
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    desk_refuses(d, &ann, 409, "MBJ-3(d).2", quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000,\"in\":\"cash\"}"));
    desk_must(d, &DAN, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000,\"in\":\"cash\"}"));
    desk_refuses(d, &DAN, 409, "MBJ-3(d).2", quoted("{\"do\":\"deal\"}"));
    desk_must(d, &both, quoted("{\"do\":\"confirm\"}"));
    desk_refuses(d, &both, 409, "MBJ-3(d).2", quoted("{\"do\":\"confirm\"}"));
    desk_refuses(d, &DAN, 409, "MBJ-3(d).2", quoted("{\"do\":\"deal\"}"));
    desk_must(d, &SUE, quoted("{\"do\":\"confirm\"}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    desk_close(d);
}

/* --- states ----------------------------------------------------------------------------------------------------------
 * */

static void test_states(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "");
    house_caller ann = player("ann");
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    desk_must(d, &SUE, quoted("{\"do\":\"freeze\",\"reason\":\"a dispute\"}"));
    desk_refuses(d, &ann, 409, NULL, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_refuses(d, &ann, 403, NULL, quoted("{\"do\":\"thaw\"}"));
    desk_must(d, &SUE, quoted("{\"do\":\"thaw\"}"));
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_refuses(d, &SUE, 400, NULL, quoted("{\"do\":\"drain\",\"reason\":\"\"}"));
    desk_must(d, &SUE, quoted("{\"do\":\"drain\",\"reason\":\"closing time\"}"));
    desk_refuses(d, &ann, 409, NULL, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":2000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}")); /* wagers on the layout are played */
    cards(d, "Th 6d 9c --");
    desk_refuses(d, &DAN, 409, NULL, quoted("{\"do\":\"dealer\",\"person\":\"dan\"}"));
    desk_refuses(d, &SUE, 409, NULL, quoted("{\"do\":\"tray-close\",\"cents\":0}"));
    desk_refuses(d, &SUE, 400, NULL, quoted("{\"do\":\"terms\",\"settings\":\"surrender=on\"}"));
    desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "=Th 9h");
    desk_refuses(d, &DAN, 409, NULL, quoted("{\"do\":\"open\"}"));
    desk_must(d, &SUE, quoted("{\"do\":\"thaw\"}"));
    open_betting(d);
    desk_close(d);
}

static void test_virtual_has_no_dealer(void **state)
{
    (void)state;
    desk *d = desk_open("ma-freebet", "", "virtual", 9);
    house_caller ann = player("ann");
    seat_player(d, "ann", "1", 100000);
    desk_refuses(d, &DAN, 409, NULL, quoted("{\"do\":\"card\",\"card\":\"Th\"}"));
    desk_refuses(d, &DAN, 409, NULL, quoted("{\"do\":\"dealer\"}"));
    desk_refuses(d, &DAN, 403, NULL, quoted("{\"do\":\"cut\",\"seat\":\"1\",\"count\":100}"));
    desk_refuses(d, &SUE, 409, NULL, quoted("{\"do\":\"correct\",\"number\":1,\"card\":\"Th\",\"reason\":\"x\"}"));
    desk_refuses(d, &ann, 409, "MFB-4(e).1", quoted("{\"do\":\"cut\",\"seat\":\"1\",\"count\":0}"));
    desk_must(d, &ann, quoted("{\"do\":\"cut\",\"seat\":\"1\",\"count\":100}"));
    desk_refuses(d, &DAN, 403, NULL, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_refuses(d, &SUE, 403, NULL, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_refuses(d, &ann, 403, NULL, quoted("{\"do\":\"deal\"}"));
    desk_must(d, &ann, quoted("{\"do\":\"ready\"}"));
    assert_true(was_told(d, "no-more-bets"));
    desk_close(d);
}

/* --- clocks ------------------------------------------------------------------------------------------------------- */

static bool expire(desk *d)
{
    house_secret before = d->secret;
    desk_begin(d, d->play, &d->state, &d->secret, false);
    bool good = clock_expire(d->play) && play_on(d->play);
    return desk_end(d, good, &before);
}

static house_clock clock_now(const desk *d, uint64_t *mark)
{
    int ms;
    return clock_of(&d->state, d->rules, mark, &ms);
}

/* The disclosed defaults: no cut, deal, no insurance, stand. A repeated "ready" does not extend the time. */
static void test_defaults(void **state)
{
    (void)state;
    desk *d = desk_open("ma-blackjack", "bettors_per_box=2", "virtual", 11);
    house_caller ann = player("ann"), bob = player("bob");
    uint64_t mark, then;
    assert_int_equal(clock_now(d, &mark), CLOCK_NONE);
    seat_player(d, "ann", "1", 1000000);
    seat_player(d, "bob", "1b", 1000000);
    assert_int_equal(clock_now(d, &mark), CLOCK_CUT);
    assert_true(expire(d));
    for (int decisions = 0, rounds = 0; decisions < 40 || rounds < 20; rounds++) {
        while (clock_now(d, &mark) == CLOCK_CUT)
            assert_true(expire(d));
        assert_int_equal(clock_now(d, &mark), CLOCK_NONE); /* no wager lies there */
        desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":500}"));
        assert_int_equal(clock_now(d, &mark), CLOCK_BETTING);
        desk_must(d, &bob, quoted("{\"do\":\"bet\",\"seat\":\"1b\",\"cents\":500}"));
        assert_int_equal(clock_now(d, &then), CLOCK_BETTING);
        assert_true(mark == then); /* a second bet does not start it anew */
        assert_true(expire(d));
        for (house_clock clock; (clock = clock_now(d, &mark)) == CLOCK_DECISION || clock == CLOCK_INSURANCE;) {
            if (clock == CLOCK_INSURANCE) assert_int_equal(d->state.table.round.felt_cents, 1000);
            bool joined = clock == CLOCK_DECISION &&
                          desk_say(d, &bob, quoted("{\"do\":\"with-double\",\"seat\":\"1b\",\"cents\":500}"));
            clock_now(d, &then);
            if (joined) assert_true(mark == then);
            uint8_t hand = d->state.table.round.box[0].hand[0].n;
            uint32_t round = d->state.round;
            assert_true(expire(d));
            if (clock == CLOCK_DECISION) assert_true(was_told(d, "stand"));
            if (d->state.round == round) assert_int_equal(d->state.table.round.box[0].hand[0].n, hand);
            decisions += clock == CLOCK_DECISION;
        }
    }
    desk_close(d);
}

/* MBJ-18(a).1: a player who has laid one wager of two does not hold up the others. */
static void test_incomplete_wagers(void **state)
{
    (void)state;
    desk *d = desk_open("ma-blackjack-multi", "", "virtual", 12);
    house_caller ann = player("ann"), bob = player("bob");
    uint64_t mark;
    seat_player(d, "ann", "1", 100000);
    seat_player(d, "bob", "2", 100000);
    while (clock_now(d, &mark) == CLOCK_CUT)
        assert_true(expire(d));
    for (int n = 1; n <= 3; n++)
        desk_must(d, &ann,
                  json_pack("{s:s, s:s, s:o, s:i}", "do", "bet", "seat", "1", "wager",
                            n == 1 ? json_string("main") : json_sprintf("main.%d", n), "cents", 500));
    desk_must(d, &bob, quoted("{\"do\":\"bet\",\"seat\":\"2\",\"cents\":500}"));
    assert_true(expire(d));
    assert_true(was_told(d, "no-more-bets"));
    assert_int_equal(chips(d, "bob"), 100000);
    desk_close(d);
}

/* --- coupons ------------------------------------------------------------------------------------------------------ */

/* MBJ-3(k): a coupon stands for the stake of a progressive; no player's chips move, also when it is
 * taken up again. */
static void test_progressive_coupon(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack-nohole", "offer=aces");
    house_caller ann = player("ann");
    seat_player(d, "ann", "1", 10000);
    open_betting(d);
    json_int_t tray = on_books(d, "tray/t1");
    lm_cents stake = lm_wager_stakes(d->rules, d->rules->offer[0].wager).least;
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    json_t *bet = json_pack("{s:s, s:s, s:s, s:I, s:s}", "do", "bet", "seat", "1", "wager", "aces", "cents",
                            (json_int_t)stake, "in", "coupon");
    desk_refuses(d, &ann, 400, "MBJ-3(d).1", json_deep_copy(bet)); /* which one? */
    json_object_set_new(bet, "coupon", json_string("c-17"));
    desk_must(d, &ann, json_deep_copy(bet));
    assert_string_equal(act_text(json_array_get(told_acts(d->play), 0), "coupon"), "c-17");
    assert_int_equal(chips(d, "ann"), 9000);
    assert_int_equal(on_books(d, "tray/t1"), tray - stake);
    desk_must(d, &ann, quoted("{\"do\":\"withdraw\",\"seat\":\"1\",\"wager\":\"aces\"}"));
    assert_int_equal(chips(d, "ann"), 9000);
    assert_int_equal(on_books(d, "tray/t1"), tray);
    json_t *with_chips =
        json_pack("{s:s, s:s, s:s, s:I}", "do", "bet", "seat", "1", "wager", "aces", "cents", (json_int_t)stake);
    desk_must(d, &ann, json_deep_copy(with_chips));
    desk_refuses(d, &ann, 409, "MBJ-3(k)", json_deep_copy(bet)); /* a coupon cannot replace chips that lie there */
    desk_must(d, &ann, quoted("{\"do\":\"withdraw\",\"seat\":\"1\",\"wager\":\"aces\"}"));
    desk_must(d, &ann, bet);
    desk_refuses(d, &ann, 409, "MBJ-3(k)", with_chips);
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    assert_true(on_books(d, "tray/t1") <= tray); /* the stake is back in the tray, less what feeds the meter */
    desk_close(d);
}

/* Two progressives at one place, one laid by coupon, the other with chips: each stake goes back to where it came
 * from. */
static void test_two_progressives(void **state)
{
    static const char *const wagers[] = { "super4", "blazing7" };
    (void)state;
    desk *d = live_table("ma-blackjack", "offer=super4:1,blazing7:1");
    house_caller ann = player("ann");
    seat_player(d, "ann", "1", 10000);
    open_betting(d);
    json_int_t tray = on_books(d, "tray/t1");
    desk_must(d, &ann, quoted("{'do':'bet','seat':'1','cents':1000}"));
    for (int first = 0; first < 2; first++) {
        json_int_t stakes[2];
        for (int i = 0; i < 2; i++)
            stakes[i] =
                lm_wager_stakes(d->rules, d->rules->offer[lm_rules_slot(d->rules, wagers[i]) - LM_SIDE].wager).least;
        json_t *by_coupon = json_pack("{s:s, s:s, s:s, s:I, s:s, s:s}", "do", "bet", "seat", "1", "wager",
                                      wagers[first], "cents", stakes[first], "in", "coupon", "coupon", "c-1");
        json_t *by_chips = json_pack("{s:s, s:s, s:s, s:I}", "do", "bet", "seat", "1", "wager", wagers[!first], "cents",
                                     stakes[!first]);
        desk_must(d, &ann, by_coupon);
        desk_must(d, &ann, by_chips);
        assert_int_equal(chips(d, "ann"), 9000 - stakes[!first]);
        assert_int_equal(on_books(d, "tray/t1"), tray - stakes[first]);
        desk_must(d, &ann, json_pack("{s:s, s:s, s:s}", "do", "withdraw", "seat", "1", "wager", wagers[first]));
        assert_int_equal(chips(d, "ann"), 9000 - stakes[!first]);
        assert_int_equal(on_books(d, "tray/t1"), tray);
        desk_must(d, &ann, json_pack("{s:s, s:s, s:s}", "do", "withdraw", "seat", "1", "wager", wagers[!first]));
        assert_int_equal(chips(d, "ann"), 9000);
        assert_int_equal(on_books(d, "tray/t1"), tray);
    }
    desk_close(d);
}

/* A box that was dealt one card is dead (MBJ-15(h)): chips come back, the coupon does not become money,
 * and the meter forgets the stake (C-116). */
static void test_void_progressive(void **state)
{
    static const struct {
        const char *rules, *wager, *meter;
    } games[] = {
        { "ma-blackjack", "blazing7", "meter/t1/blazing7" }, /* its stake goes to the tray with START: MBJ-31(f) */
        { "ma-blackjack-nohole", "aces", "meter/t1/aces" },  /* its stake lies on the felt */
    };
    (void)state;
    for (int i = 0; i < 4; i++) {
        char settings[64];
        bool coupon = i & 1;
        snprintf(settings, sizeof settings, "offer=%s%s", games[i / 2].wager, i / 2 ? "" : ":1");
        desk *d = live_table(games[i / 2].rules, settings);
        house_caller ann = player("ann");
        seat_player(d, "ann", "1", 10000);
        open_betting(d);
        json_int_t tray = on_books(d, "tray/t1"), meter = on_books(d, games[i / 2].meter);
        lm_cents stake = lm_wager_stakes(d->rules, d->rules->offer[0].wager).least;
        json_t *bet = json_pack("{s:s, s:s, s:s, s:I, s:s}", "do", "bet", "seat", "1", "wager", games[i / 2].wager,
                                "cents", (json_int_t)stake, "in", coupon ? "coupon" : "chips");
        if (coupon) json_object_set_new(bet, "coupon", json_string("c-1"));
        desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
        desk_must(d, &ann, bet);
        desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
        assert_true(on_books(d, games[i / 2].meter) > meter);
        cards(d, "7h 6d");
        desk_must(d, &DAN, quoted("{\"do\":\"irregular\",\"name\":\"one-card\",\"seat\":\"1\"}"));
        if (d->state.table.round.awaiting) desk_must(d, &SUE, quoted("{\"do\":\"confirm\"}"));
        assert_int_equal(chips(d, "ann"), 10000);
        assert_int_equal(on_books(d, "felt/t1"), 0);
        assert_int_equal(on_books(d, "tray/t1"), tray);
        assert_int_equal(on_books(d, games[i / 2].meter), meter);
        desk_close(d);
    }
}

/* --- several boxes ------------------------------------------------------------------------------------------------ */

/* A player is known to the engine by the box taken first. Where two boxes are permitted they need not
 * touch: MBJ-14. */
static void test_several_boxes(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "boxes_per_player=2");
    house_caller ann = player("ann");
    seat_player(d, "ann", "2", 100000);
    desk_must(d, &ann, quoted("{\"do\":\"sit\",\"seat\":\"5\"}"));
    desk_refuses(d, &ann, 409, "MBJ-14", quoted("{\"do\":\"sit\",\"seat\":\"3\"}"));
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"5\",\"cents\":1000}"));
    assert_string_equal(act_text(json_array_get(told_acts(d->play), 0), "by"), "2");
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"2\",\"cents\":1000}"));
    assert_int_equal(d->state.table.round.box[4].owner, 2);
    assert_int_equal(d->state.table.round.box[1].owner, 2);
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    desk_close(d);
}

/* Free Bet's boxes lie side by side: MFB-5(f). */
static void test_adjacent_boxes(void **state)
{
    (void)state;
    desk *d = live_table("ma-freebet", "boxes_per_player=2");
    house_caller ann = player("ann");
    seat_player(d, "ann", "2", 100000);
    desk_refuses(d, &ann, 409, "MFB-5(f)", quoted("{\"do\":\"sit\",\"seat\":\"4\"}"));
    assert_said(d->play->refusal.text, "say:why-adjacent");
    desk_must(d, &ann, quoted("{\"do\":\"sit\",\"seat\":\"1\"}"));
    desk_refuses(d, &ann, 409, "MFB-5(f)", quoted("{\"do\":\"sit\",\"seat\":\"3\"}"));
    assert_not_said(d->play->refusal.text, "say:why-adjacent");
    desk_close(d);
}

/* Each of two split hands has a clock of its own. */
static void test_clock_of_split_hands(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "");
    house_caller ann = player("ann");
    uint64_t first, second;
    int ms;
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "8h 6d 8c --");
    desk_must(d, &ann, quoted("{\"do\":\"split\",\"seat\":\"1\"}"));
    cards(d, "Th");
    house_state now = d->state;
    now.terms.dealing = DEALT_VIRTUALLY;
    assert_int_equal(clock_of(&now, d->rules, &first, &ms), CLOCK_DECISION);
    desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "Td");
    now = d->state;
    now.terms.dealing = DEALT_VIRTUALLY;
    assert_int_equal(clock_of(&now, d->rules, &second, &ms), CLOCK_DECISION);
    assert_true(first != second);
    desk_close(d);
}

/* --- calling the floor -------------------------------------------------------------------------------------------- */

static void test_summons(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "");
    house_caller ann = player("ann"), both = DAN;
    both.roles |= LM_HOUSE_BIT(PLAYER);
    desk_refuses(d, &ann, 403, NULL, quoted("{\"do\":\"summon\"}"));
    seat_player(d, "ann", "1", 10000);
    desk_must(d, &ann, quoted("{\"do\":\"summon\",\"reason\":\"a dispute\"}"));
    assert_true(d->state.summoned && was_told(d, "summon"));
    desk_refuses(d, &ann, 403, NULL, quoted("{\"do\":\"attend\"}"));
    desk_must(d, &SUE, quoted("{\"do\":\"attend\"}"));
    desk_refuses(d, &SUE, 409, NULL, quoted("{\"do\":\"attend\"}"));
    desk_must(d, &DAN, quoted("{\"do\":\"summon\"}"));
    /* dealers do not play at the table that they deal */
    desk_refuses(d, &both, 403, NULL, quoted("{\"do\":\"sit\",\"seat\":\"2\",\"player\":\"dan\"}"));
    desk_refuses(d, &SUE, 403, NULL, quoted("{\"do\":\"dealer\",\"person\":\"ann\"}"));
    desk_close(d);
}

/* One gesture in three seconds, and only those that exist. Each act of this desk comes a second after the one before. */
static void test_gestures(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "");
    house_caller ann = player("ann");
    const char *nice = "{\"do\":\"emote\",\"emote\":\"nice\"}";
    desk_refuses(d, &ann, 403, NULL, quoted(nice));
    seat_player(d, "ann", "1", 10000);
    desk_must(d, &ann, quoted(nice));
    assert_true(was_told(d, "emote"));
    desk_must(d, &ann, quoted("{\"do\":\"summon\"}"));
    if (desk_say(d, &ann, quoted(nice)))
        fail_msg(/* say:test-gesture-too-soon */ "FAILED: a gesture comes after %d s", 2);
    assert_int_equal(status_of[d->play->refusal.kind], 429);
    desk_must(d, &SUE, quoted("{\"do\":\"attend\"}"));
    desk_must(d, &ann, quoted(nice));
    desk_refuses(d, &ann, 400, NULL, quoted("{\"do\":\"emote\",\"emote\":\"rude\"}"));
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_players_act_for_themselves),
        cmocka_unit_test(test_too_few_chips),
        cmocka_unit_test(test_free_double_without_chips),
        cmocka_unit_test(test_walkin),
        cmocka_unit_test(test_bet_for_the_dealer),
        cmocka_unit_test(test_streak_left_behind),
        cmocka_unit_test(test_tray),
        cmocka_unit_test(test_cash_wager),
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_virtual_has_no_dealer),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_incomplete_wagers),
        cmocka_unit_test(test_progressive_coupon),
        cmocka_unit_test(test_two_progressives),
        cmocka_unit_test(test_void_progressive),
        cmocka_unit_test(test_several_boxes),
        cmocka_unit_test(test_adjacent_boxes),
        cmocka_unit_test(test_clock_of_split_hands),
        cmocka_unit_test(test_summons),
        cmocka_unit_test(test_gestures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
