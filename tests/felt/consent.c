/* consent.c - bets behind a box need the consent of its holder.
 *
 * MBJ-13(a).1  Up to three people wager on one box, provided that the first of them consents.
 *              C-117: the holder says so and may take it back; consent ends when the holder leaves; wagers on the felt
 * stand.
 * MBJ-22(f)    A player who does not continue forfeits a streak: a bettor behind may play it to its end. */
/* sanitized */
#include "kit/live_table.h"

static const char CONSENT[] = "MBJ-13(a).1";

#define SHARE(on) quoted("{'do':'share','seat':'1','on':" on "}")
#define ASK quoted("{'do':'ask','seat':'1'}")
#define BEHIND quoted("{'do':'sit','seat':'1b'}")

static const lm_cents CHIPS = 100000;

/* The cards are cut and bets are taken. */
static void cut_and_open(desk *d)
{
    uint64_t mark;
    int ms;
    while (clock_of(&d->state, d->rules, &mark, &ms) == CLOCK_CUT) {
        house_secret before = d->secret;
        desk_begin(d, d->play, &d->state, &d->secret, false);
        assert_true(desk_end(d, clock_expire(d->play) && play_on(d->play), &before));
    }
    assert_int_equal(d->state.table.round.phase, LM_BETTING);
}

/* A table that the program deals, with ann at box 1. */
static desk *virtual_table(const char *settings)
{
    desk *d = desk_open("ma-blackjack", settings, "virtual", 17);
    seat_player(d, "ann", "1", CHIPS);
    fund(d, "bob", 100 * CHIPS);
    fund(d, "cas", 100 * CHIPS);
    cut_and_open(d);
    return d;
}

static void bet(desk *d, const house_caller *who, const char *seat, int cents)
{
    desk_must(d, who, json_pack("{s:s, s:s, s:i}", "do", "bet", "seat", seat, "cents", cents));
}

static void buy(desk *d, const house_caller *who)
{
    desk_must(d, who, json_pack("{s:s, s:I}", "do", "buy", "cents", (json_int_t)CHIPS));
}

/* All players are ready, and the clock of every decision runs out until bets are taken again. */
static void play_round(desk *d)
{
    uint32_t round = d->state.round;
    for (int i = 0; d->state.round == round || d->state.table.round.phase != LM_BETTING; i++) {
        house_secret before = d->secret;
        assert_true(i < 100);
        desk_begin(d, d->play, &d->state, &d->secret, false);
        assert_true(desk_end(d, clock_expire(d->play) && play_on(d->play), &before));
    }
}

static bool has_place(const desk *d, const char *name)
{
    return rack_of(&d->state, name) >= 0;
}

static json_int_t wallet(const desk *d, const char *name)
{
    char account[LM_STORE_NAME + 1];
    snprintf(account, sizeof account, "wallet/play/%s", name);
    return on_books(d, account);
}

/* The act of this word in the last record, or NULL. */
static const json_t *recorded(const desk *d, const char *word)
{
    size_t i;
    json_t *act;
    json_array_foreach(told_acts(d->play), i, act)
    {
        if (strcmp(act_text(act, "do"), word) == 0) return act;
    }
    return NULL;
}

static void view_says(const desk *d, const char *shared, const char *asks)
{
    json_t *view = told_view(&d->state, d->rules, "t1"), *boxes = quoted(shared), *askers = quoted(asks);
    assert_true(json_equal(json_object_get(view, "shared"), boxes));
    assert_true(json_equal(json_object_get(view, "asks"), askers));
    json_decref(view);
    json_decref(boxes);
    json_decref(askers);
}

/* --- asked and given ---------------------------------------------------------------------------------------------- */

/* A box is closed until its holder opens it; a request is shown to all, and the holder answers it. */
static void test_asked_and_given(void **state)
{
    (void)state;
    desk *d = virtual_table("bettors_per_box=3");
    house_caller ann = player("ann"), bob = player("bob"), cas = player("cas");
    view_says(d, "[]", "[]");
    desk_refuses(d, &bob, 409, CONSENT, BEHIND);
    assert_non_null(strstr(d->play->refusal.text, "\"ask\""));
    desk_refuses(d, &bob, 409, CONSENT, quoted("{'do':'sit','seat':'2b'}")); /* the box has no holder to consent */
    desk_refuses(d, &bob, 409, CONSENT, quoted("{'do':'ask','seat':'2'}"));
    desk_must(d, &bob, ASK);
    assert_true(was_told(d, "ask"));
    view_says(d, "[]", "[{'seat':'1','player':'bob'}]");
    desk_refuses(d, &bob, 409, CONSENT, ASK); /* once */
    desk_refuses(d, &bob, 409, CONSENT, BEHIND);
    desk_refuses(d, &bob, 403, CONSENT, SHARE("true")); /* only the holder consents */
    desk_refuses(d, &ann, 409, NULL, ASK);
    desk_must(d, &ann, SHARE("true"));
    assert_string_equal(act_text(recorded(d, "share"), "player"), "ann");
    view_says(d, "['1']", "[]");
    desk_refuses(d, &cas, 409, CONSENT, ASK); /* the box is open already */
    desk_must(d, &bob, BEHIND);
    desk_must(d, &cas, quoted("{'do':'sit','seat':'1c'}"));
    desk_close(d);
}

/* The holder may refuse. Others may not answer: a dealer, the holder of another box, and any player at a table with one
 * bettor on each box. */
static void test_refused(void **state)
{
    (void)state;
    desk *d = virtual_table("bettors_per_box=2");
    house_caller ann = player("ann"), bob = player("bob"), cas = player("cas");
    desk_refuses(d, &ann, 409, CONSENT, SHARE("false")); /* the box is closed already */
    desk_must(d, &bob, ASK);
    desk_must(d, &cas, ASK); /* a second request replaces the first */
    view_says(d, "[]", "[{'seat':'1','player':'cas'}]");
    desk_must(d, &ann, SHARE("false"));
    view_says(d, "[]", "[]");
    desk_refuses(d, &cas, 409, CONSENT, BEHIND);
    desk_must(d, &ann, SHARE("true"));
    desk_refuses(d, &ann, 409, CONSENT, SHARE("true"));
    desk_refuses(d, &ann, 400, NULL, quoted("{'do':'share','seat':'1b','on':true}"));
    desk_refuses(d, &SUE, 403, CONSENT, SHARE("false")); /* where the program deals, players speak for themselves */
    desk_must(d, &bob, BEHIND);
    desk_must(d, &bob, quoted("{'do':'sit','seat':'2'}"));
    desk_refuses(d, &bob, 403, CONSENT, SHARE("false"));
    desk_close(d);
    d = virtual_table("");
    desk_refuses(d, &ann, 409, CONSENT, SHARE("true"));
    desk_refuses(d, &bob, 409, CONSENT, ASK);
    desk_close(d);
}

/* As many boxes as permitted have a bettor behind them: no further one may be asked for or taken. */
static void test_shared_boxes_are_limited(void **state)
{
    static const char LIMIT[] = "MBJ-13(g).3";
    (void)state;
    desk *d = virtual_table("bettors_per_box=3 shared_boxes=1");
    house_caller ann = player("ann"), bob = player("bob"), cas = player("cas"), eve = player("eve");
    fund(d, "eve", CHIPS);
    desk_must(d, &cas, quoted("{'do':'sit','seat':'4'}"));
    desk_must(d, &ann, SHARE("true"));
    desk_must(d, &cas, quoted("{'do':'share','seat':'4','on':true}"));
    desk_must(d, &bob, BEHIND);
    desk_refuses(d, &eve, 409, LIMIT, quoted("{'do':'sit','seat':'4b'}"));
    desk_must(d, &cas, quoted("{'do':'share','seat':'4','on':false}"));
    desk_refuses(d, &eve, 409, LIMIT, quoted("{'do':'ask','seat':'4'}"));
    desk_must(d, &eve, quoted("{'do':'sit','seat':'1c'}")); /* that box is shared already */
    desk_must(d, &eve, quoted("{'do':'leave'}"));
    desk_must(d, &bob, quoted("{'do':'leave'}"));
    desk_must(d, &eve, quoted("{'do':'ask','seat':'4'}"));
    desk_must(d, &cas, quoted("{'do':'share','seat':'4','on':true}"));
    desk_must(d, &eve, quoted("{'do':'sit','seat':'4b'}"));
    desk_refuses(d, &bob, 409, LIMIT, BEHIND);
    desk_close(d);
}

/* --- withdrawn ---------------------------------------------------------------------------------------------------- */

/* A table at which bob has chips behind ann's box. */
static desk *table_with_bob_behind(void)
{
    desk *d = virtual_table("bettors_per_box=2");
    house_caller ann = player("ann"), bob = player("bob");
    desk_must(d, &ann, SHARE("true"));
    desk_must(d, &bob, BEHIND);
    buy(d, &bob);
    return d;
}

/* If the bettor behind has not bet yet, the place ends at once, and the bettor takes the chips along. */
static void test_withdrawn_before_a_wager(void **state)
{
    (void)state;
    desk *d = table_with_bob_behind();
    house_caller ann = player("ann");
    assert_int_equal(wallet(d, "bob"), 99 * CHIPS);
    desk_must(d, &ann, SHARE("false"));
    assert_false(has_place(d, "bob"));
    assert_int_equal(wallet(d, "bob"), 100 * CHIPS);
    assert_string_equal(act_text(recorded(d, "leave"), "clause"), CONSENT);
    assert_int_equal(d->state.holder[0][LM_SECOND], 0);
    desk_close(d);
}

/* While the wager behind lies on the felt, it stands with everything tied to it. Its bettor may take it back but not
 * raise it, and the place ends with the next round. */
static void test_withdrawn_with_a_wager(void **state)
{
    (void)state;
    desk *d = table_with_bob_behind();
    house_caller ann = player("ann"), bob = player("bob");
    bet(d, &ann, "1", 1000);
    bet(d, &bob, "1b", 500);
    desk_must(d, &ann, SHARE("false"));
    assert_int_equal(d->state.table.round.box[0].main[LM_SECOND][0], 500);
    assert_true(has_place(d, "bob"));
    desk_refuses(d, &bob, 409, CONSENT, quoted("{'do':'bet','seat':'1b','cents':1000}"));
    play_round(d);
    assert_false(has_place(d, "bob"));
    assert_non_null(recorded(d, "leave"));
    json_int_t won = wallet(d, "bob") - 100 * CHIPS; /* all of bob's chips: lost, pushed, paid 1 to 1 or 3 to 2 */
    assert_true(won == -500 || won == 0 || won == 500 || won == 750);
    assert_int_equal(d->state.table.round.felt_cents, 0);

    /* The same, but bob takes the wager back. */
    desk_must(d, &ann, SHARE("true"));
    desk_must(d, &bob, BEHIND);
    bet(d, &ann, "1", 1000);
    buy(d, &bob);
    bet(d, &bob, "1b", 500);
    desk_must(d, &ann, SHARE("false"));
    desk_must(d, &bob, quoted("{'do':'withdraw','seat':'1b'}"));
    assert_false(has_place(d, "bob"));
    desk_close(d);
}

/* A live table at which ann has box 1, bob bets behind her, and both have bet. */
static desk *both_have_bet(const char *settings, const house_caller *ann, const house_caller *bob)
{
    desk *d = live_table("ma-blackjack", settings);
    seat_player(d, "ann", "1", CHIPS);
    seat_player(d, "bob", "1b", CHIPS);
    open_betting(d);
    bet(d, ann, "1", 1000);
    bet(d, bob, "1b", 500);
    return d;
}

/* While the cards are out bob still decides: the wager stands. At a live table a card of that round may
 * still be corrected, so that the place lasts until the next one is opened. */
static void test_withdrawn_mid_round(void **state)
{
    (void)state;
    house_caller ann = player("ann"), bob = player("bob");
    desk *d = both_have_bet("bettors_per_box=2", &ann, &bob);
    desk_must(d, &DAN, quoted("{'do':'deal'}"));
    cards(d, "8h 6d 8c --");
    desk_must(d, &ann, SHARE("false"));
    desk_must(d, &bob, quoted("{'do':'with-split','seat':'1b','ride':'both'}"));
    desk_must(d, &ann, quoted("{'do':'split','seat':'1'}"));
    assert_int_equal(chips(d, "bob"), CHIPS - 1000);
    cards(d, "Th . 9h . =Kh 6c");                    /* 18 and 17 against 22 */
    assert_int_equal(chips(d, "bob"), CHIPS + 1000); /* 500 on each hand, paid 1 to 1 */
    assert_true(has_place(d, "bob"));
    json_int_t before = wallet(d, "bob");
    while (has_place(d, "bob")) {
        bool burn = lm_table_turn(&d->state.table, d->rules).verb == LM_BURN;
        desk_must(d, &DAN, quoted(burn ? "{'do':'burn'}" : "{'do':'open'}"));
    }
    assert_non_null(recorded(d, "open"));
    assert_int_equal(wallet(d, "bob"), before + CHIPS + 1000);
    desk_close(d);
}

/* A bettor behind who also has a box keeps the box and the chips. */
static void test_bettor_behind_keeps_own_box(void **state)
{
    (void)state;
    desk *d = virtual_table("bettors_per_box=2");
    house_caller ann = player("ann"), bob = player("bob");
    seat_player(d, "bob", "2", CHIPS);
    desk_must(d, &ann, SHARE("true"));
    desk_must(d, &bob, BEHIND);
    desk_must(d, &ann, SHARE("false"));
    assert_string_equal(act_text(recorded(d, "give-back"), "seat"), "1b");
    assert_int_equal(d->state.holder[0][LM_SECOND], 0);
    assert_int_equal(chips(d, "bob"), CHIPS);
    assert_true(rack_at(&d->state, 2, LM_DECIDER) == rack_of(&d->state, "bob"));
    desk_close(d);
}

/* MBJ-22(f): leaving would forfeit a waiting streak. Its bettor may play it to its end and makes no other wager. */
static void test_streak_is_played_to_its_end(void **state)
{
    (void)state;
    house_caller ann = player("ann"), bob = player("bob");
    desk *d = both_have_bet("offer=streak bettors_per_box=2", &ann, &bob);
    desk_must(d, &bob, quoted("{'do':'bet','seat':'1b','wager':'streak.2','cents':500}"));
    desk_must(d, &DAN, quoted("{'do':'deal'}"));
    desk_must(d, &ann, SHARE("false"));
    cards(d, "Th 6d Tc -- . =Kh 9d"); /* 20 against 25: one win of two */
    open_betting(d);
    assert_true(has_place(d, "bob"));
    bet(d, &ann, "1", 1000);
    bet(d, &bob, "1b", 500);
    desk_must(d, &DAN, quoted("{'do':'deal'}"));
    cards(d, "Th 6h Tc -- . =Kh 2d");                               /* 20 against 18 */
    assert_int_equal(chips(d, "bob"), CHIPS + 500 + 500 + 3 * 500); /* MBJ-22(j): 3 to 1 */
    assert_true(has_place(d, "bob"));
    open_betting(d);
    assert_false(has_place(d, "bob"));
    desk_close(d);
}

/* --- whose consent ------------------------------------------------------------------------------------------------ */

/* Consent ends with the holder who gave it; the next holder is asked anew. */
static void test_holder_leaves(void **state)
{
    (void)state;
    desk *d = table_with_bob_behind();
    house_caller ann = player("ann"), bob = player("bob"), cas = player("cas");
    desk_must(d, &ann, quoted("{'do':'leave'}"));
    view_says(d, "[]", "[]");
    assert_false(has_place(d, "bob"));
    assert_int_equal(wallet(d, "bob"), 100 * CHIPS);
    seat_player(d, "cas", "1", CHIPS);
    desk_refuses(d, &bob, 409, CONSENT, BEHIND);
    desk_must(d, &bob, ASK);
    desk_must(d, &cas, SHARE("true"));
    desk_must(d, &bob, BEHIND);
    desk_close(d);
}

/* A request ends when its player sits down elsewhere or leaves, and when the holder gives the box up. */
static void test_questions_end(void **state)
{
    (void)state;
    desk *d = virtual_table("bettors_per_box=2");
    house_caller ann = player("ann"), bob = player("bob");
    desk_must(d, &bob, quoted("{'do':'sit','seat':'2'}"));
    desk_must(d, &bob, ASK);
    desk_must(d, &bob, quoted("{'do':'leave'}"));
    view_says(d, "[]", "[]");
    desk_must(d, &bob, ASK);
    desk_must(d, &ann, quoted("{'do':'leave'}"));
    view_says(d, "[]", "[]");
    desk_close(d);
}

/* At a live table the dealer asks aloud: seating a bettor behind stands for the holder's consent. The dealer answers
 * for walk-ins, and a holder may still close the box. */
static void test_live_dealer_asks(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "bettors_per_box=3");
    house_caller ann = player("ann"), bob = player("bob");
    seat_player(d, "ann", "1", CHIPS);
    fund(d, "bob", CHIPS);
    desk_refuses(d, &DAN, 409, CONSENT, quoted("{'do':'sit','seat':'2b'}"));
    desk_refuses(d, &bob, 409, CONSENT, BEHIND); /* there is no holder to ask */
    desk_must(d, &DAN, BEHIND);                  /* a walk-in */
    view_says(d, "['1']", "[]");
    desk_must(d, &bob, quoted("{'do':'sit','seat':'1c'}"));
    open_betting(d);
    desk_must(d, &ann, SHARE("false"));
    assert_false(has_place(d, "walkin-1"));
    assert_false(has_place(d, "bob"));
    desk_must(d, &DAN, SHARE("true"));
    assert_string_equal(act_text(recorded(d, "share"), "player"), "ann");
    desk_refuses(d, &bob, 403, CONSENT, SHARE("false"));
    desk_close(d);
}

/* A bettor behind who has bet for the dealer at another box stays until that bet is taken up or decided;
 * closing the box is not refused. */
static void test_bet_for_the_dealer_elsewhere(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "bettors_per_box=2 dealer_bets=on offer=kings-bounty:1");
    house_caller ann = player("ann"), cas = player("cas");
    seat_player(d, "ann", "1", CHIPS);
    seat_player(d, "cas", "3", CHIPS);
    desk_must(d, &DAN, BEHIND);
    desk_must(d, &DAN, quoted("{'do':'buy','player':'walkin-1','cents':10000}"));
    open_betting(d);
    bet(d, &cas, "3", 1000);
    desk_must(d, &DAN, quoted("{'do':'bet','seat':'3t','wager':'kings-bounty','cents':500,'player':'walkin-1'}"));
    desk_must(d, &ann, SHARE("false"));
    assert_true(has_place(d, "walkin-1"));
    desk_must(d, &DAN, quoted("{'do':'withdraw','seat':'3t','wager':'kings-bounty'}"));
    assert_false(has_place(d, "walkin-1"));
    desk_close(d);
}

/* --- older records ------------------------------------------------------------------------------------------------ */

/* Before `share` existed, taking a box was consent. Such records replay, and say that the holder
 * consented; where the box has changed hands since, the next round is opened without the bettors behind
 * it. */
static void test_older_records(void **state)
{
    static const char *const old[] = { "{'do':'sit','player':'bob','seat':'1b'}", "{'do':'leave','player':'ann'}",
                                       "{'do':'sit','player':'cas','seat':'1'}" };
    (void)state;
    desk *d = virtual_table("bettors_per_box=2");
    house_caller cas = player("cas");
    for (size_t i = 0; i < sizeof old / sizeof *old; i++) {
        json_t *act = quoted(old[i]);
        house_secret before = d->secret;
        desk_begin(d, d->play, &d->state, &d->secret, true);
        assert_true(desk_end(d, play_recorded(d->play, act), &before));
        assert_int_equal(json_array_size(told_acts(d->play)), 1);
        assert_int_equal(d->state.shared, i == 0);
        json_decref(act);
    }
    assert_true(has_place(d, "bob"));
    buy(d, &cas); /* the first new act after the replay */
    assert_false(has_place(d, "bob"));
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asked_and_given),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_shared_boxes_are_limited),
        cmocka_unit_test(test_withdrawn_before_a_wager),
        cmocka_unit_test(test_withdrawn_with_a_wager),
        cmocka_unit_test(test_withdrawn_mid_round),
        cmocka_unit_test(test_bettor_behind_keeps_own_box),
        cmocka_unit_test(test_streak_is_played_to_its_end),
        cmocka_unit_test(test_holder_leaves),
        cmocka_unit_test(test_questions_end),
        cmocka_unit_test(test_live_dealer_asks),
        cmocka_unit_test(test_bet_for_the_dealer_elsewhere),
        cmocka_unit_test(test_older_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
