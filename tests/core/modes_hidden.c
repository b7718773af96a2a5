/* modes_hidden.c - what a round cannot know or do: cards dealt face down from the hand, totals that players count for
 * themselves, wagers between the last call and the determinant card. */
/* sanitized */
#include "kit/rules_help.h"

#include "lammer/round.h"

typedef struct {
    lm_rules rules;
    lm_round round;
    int announced; /* totals; the listener replaces each by a wrong one on purpose */
} table;

static lm_card card(const char *text)
{
    lm_card c;
    assert_true(lm_card_read(text, &c));
    return c;
}

static void open_table(table *t, const char *base, const char *settings)
{
    memset(t, 0, sizeof *t);
    rules_make(&t->rules, base, settings);
    assert_true(lm_ok(lm_round_open(&t->round, &t->rules)));
}

static void done(table *t, lm_action action)
{
    lm_status status = lm_round_apply(&t->round, &t->rules, action);
    if (!lm_ok(status)) fail_msg("%s: %s", lm_verb_word((lm_verb)action.verb), lm_why_text(status.why));
}

/* Refused with this clause, and nothing changed. */
static void refused(const char *clause, table *t, lm_action action)
{
    lm_round before = t->round;
    lm_status status = lm_round_apply(&t->round, &t->rules, action);
    if (lm_ok(status)) fail_msg("%s: %s was done", clause, lm_verb_word((lm_verb)action.verb));
    if (!status.clause || strcmp(status.clause, clause) != 0) fail_msg("%s expected, got %s", clause, status.clause);
    assert_memory_equal(&before, &t->round, sizeof before);
}

static void bet_and_deal(table *t, uint8_t boxes)
{
    for (uint8_t box = 1; box <= boxes; box++) {
        done(t, (lm_action){ .verb = LM_BET, .box = box, .wager = LM_MAIN, .amount_cents = 10 * LM_DOLLAR });
    }
    done(t, (lm_action){ .verb = LM_DEAL });
}

static void up(table *t, const char *text)
{
    done(t, (lm_action){ .verb = LM_CARD, .card = card(text) });
}

static void down(table *t)
{
    done(t, (lm_action){ .verb = LM_DOWN });
}

static void turn(table *t, uint8_t box, const char *text)
{
    done(t, (lm_action){ .verb = LM_TURN, .box = box, .card = card(text) });
}

static lm_cents net(const table *t, uint8_t box)
{
    return lm_round_net(&t->round, (lm_spot){ box, LM_DECIDER, LM_MAIN, 0 });
}

/* ---- the hand deal ----------------------------------------------------------------------------------- */

#define FROM_THE_HAND SIX_TO_FIVE "hole_card=none "

/* One box from the hand, the dealer's up card as given, nothing shown. */
static void deal_from_the_hand(table *t, const char *up_card)
{
    open_table(t, FROM_THE_HAND, "");
    bet_and_deal(t, 1);
    down(t);
    up(t, up_card);
    down(t);
    done(t, (lm_action){ .verb = LM_CLOSE });
}

/* Whether each card of the deal lies face up or face down. */
static void test_which_side_up(void **state)
{
    (void)state;
    static const struct {
        const char *clause;
        bool face_up;
    } order[] = {
        { "MBJ-6a(c)(1)", false }, { "MBJ-6a(c)(1)", false }, { "MBJ-6a(c)(2)", true },
        { "MBJ-6a(c)(3)", false }, { "MBJ-6a(c)(3)", false },
    };
    static table t;
    open_table(&t, FROM_THE_HAND, "");
    bet_and_deal(&t, 2);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        lm_action face_up = { .verb = LM_CARD, .card = card("9h") }, face_down = { .verb = LM_DOWN };
        lm_status status = lm_round_apply(&t.round, &t.rules, order[i].face_up ? face_down : face_up);
        if (lm_ok(status)) fail_msg("%s: the wrong side up", order[i].clause);
        done(&t, order[i].face_up ? face_up : face_down);
    }
}

/* "MBJ-6a(e)": a further card comes face up. */
static void test_further_card_face_up(void **state)
{
    (void)state;
    static table t;
    deal_from_the_hand(&t, "7d");
    done(&t, (lm_action){ .verb = LM_HIT, .box = 1 });
    assert_false(lm_ok(lm_round_apply(&t.round, &t.rules, (lm_action){ .verb = LM_DOWN })));
    up(&t, "2c");
}

/* "MBJ-6a(e)(1)": the pair is turned over before it is split, and only a pair is. */
static void test_split_needs_the_cards_turned(void **state)
{
    (void)state;
    static table t;
    lm_action split = { .verb = LM_SPLIT, .box = 1, .amount_cents = 10 * LM_DOLLAR };
    deal_from_the_hand(&t, "7d");
    refused("MBJ-6a(e)(1)", &t, split);
    turn(&t, 1, "8h");
    assert_false(lm_ok(lm_round_apply(&t.round, &t.rules, split))); /* only one of the two cards has been turned */
    turn(&t, 1, "8c");
    done(&t, split);
    assert_int_equal(t.round.box[0].hands, 2);
    deal_from_the_hand(&t, "7d");
    turn(&t, 1, "8h");
    turn(&t, 1, "9c");
    assert_false(lm_ok(lm_round_apply(&t.round, &t.rules, split)));
}

/* "MBJ-6a(g)": the dealer's hand is finished, and no wager moves, before every hidden card has been turned. */
static void test_turned_before_settlement(void **state)
{
    (void)state;
    static table t;
    open_table(&t, FROM_THE_HAND, "");
    bet_and_deal(&t, 2);
    down(&t), down(&t), up(&t, "7d"), down(&t), down(&t);
    done(&t, (lm_action){ .verb = LM_CLOSE });
    done(&t, (lm_action){ .verb = LM_STAND, .box = 1 });
    done(&t, (lm_action){ .verb = LM_STAND, .box = 2 });
    up(&t, "Td");
    static const char *const shown[] = { "9h", "9c", "Th", "6c" };
    for (int i = 0; i < 4; i++) {
        assert_int_equal(lm_round_turn(&t.round, &t.rules).verb, LM_TURN);
        assert_int_equal(t.round.tray_cents, 0);
        turn(&t, i < 2 ? 2 : 1, shown[i]);
    }
    assert_true(lm_round_over(&t.round));
    assert_int_equal(net(&t, 2), 10 * LM_DOLLAR);  /* 18 */
    assert_int_equal(net(&t, 1), -10 * LM_DOLLAR); /* 16 */
}

/* ---- who counts -------------------------------------------------------------------------------------- */

/* Hears every announcement, and notes a wrong total instead. */
static void mishear(void *self, const lm_event *event)
{
    table *t = self;
    lm_event heard = *event;
    if (heard.kind == LM_EV_TOTAL) heard.amount_cents = 21;
    t->announced += heard.kind == LM_EV_TOTAL && heard.amount_cents == 21;
}

/* "MBJ-6(n)": announcements decide nothing; the cards do. A player on 20 who asks for a card
 * gets it, and loses. */
static void test_announcements_do_not_bind(void **state)
{
    (void)state;
    static const lm_action play[] = { { .verb = LM_HIT, .box = 1 },
                                      { .verb = LM_CARD },
                                      { .verb = LM_STAND, .box = 2 } };
    static table silent, loud;
    table *both[] = { &silent, &loud };
    for (int i = 0; i < 2; i++) {
        table *t = both[i];
        lm_listener ear = { mishear, t };
        open_table(t, NO_HOLE, "");
        bet_and_deal(t, 2);
        up(t, "Th"), up(t, "9h"), up(t, "7d"), up(t, "Kc"), up(t, "9c");
        for (size_t step = 0; step < sizeof play / sizeof *play; step++) {
            lm_action action = play[step];
            if (action.verb == LM_CARD) action.card = card("2c");
            assert_true(lm_ok(lm_round_apply_heard(&t->round, &t->rules, action, i ? &ear : NULL)));
        }
        assert_true(lm_ok(lm_round_apply_heard(&t->round, &t->rules, (lm_action){ .verb = LM_CARD, .card = card("Td") },
                                               i ? &ear : NULL)));
        assert_true(lm_round_over(&t->round));
        assert_int_equal(net(t, 1), -10 * LM_DOLLAR); /* 22 */
        assert_int_equal(net(t, 2), 10 * LM_DOLLAR);  /* 18 against 17 */
    }
    assert_true(loud.announced >= 3); /* 22, 18, 17 */
    assert_memory_equal(&silent.round, &loud.round, sizeof silent.round);
}

/* "MBJ-6a(k)": only the player counts the hidden cards. A hand over 21 that stands loses when they are turned, even if
 * the dealer breaks; a player with 21 who asks for a card gets it. */
static void test_players_count_their_hidden_cards(void **state)
{
    (void)state;
    static table t;
    deal_from_the_hand(&t, "6d");
    done(&t, (lm_action){ .verb = LM_HIT, .box = 1 });
    up(&t, "9c");
    done(&t, (lm_action){ .verb = LM_STAND, .box = 1 });
    up(&t, "Td");
    up(&t, "Ks"); /* 26 */
    turn(&t, 1, "Th");
    turn(&t, 1, "8h"); /* 27 */
    assert_true(lm_round_over(&t.round));
    assert_int_equal(net(&t, 1), -10 * LM_DOLLAR);

    deal_from_the_hand(&t, "6d");
    done(&t, (lm_action){ .verb = LM_HIT, .box = 1 });
    up(&t, "3c"); /* T 8 3: only the player knows that it is 21 */
    done(&t, (lm_action){ .verb = LM_HIT, .box = 1 });
    up(&t, "5c");
    done(&t, (lm_action){ .verb = LM_DISCARD, .box = 1 });
    assert_int_equal(net(&t, 1), -10 * LM_DOLLAR);
}

/* ---- a hand over 21 ---------------------------------------------------------------------------------- */

static void hit(table *t, uint8_t box, const char *text)
{
    done(t, (lm_action){ .verb = LM_HIT, .box = box });
    up(t, text);
}

/* "MBJ-6a(e)(2).1": a hand that has drawn is not turned over while players act; over 21 it is discarded, and its cards
 * are in no field of the round, neither then nor at its end. */
static void test_bust_is_discarded_unseen(void **state)
{
    (void)state;
    static table t;
    open_table(&t, FROM_THE_HAND, "");
    bet_and_deal(&t, 2);
    down(&t), down(&t), up(&t, "7d"), down(&t), down(&t);
    done(&t, (lm_action){ .verb = LM_CLOSE });
    refused("MBJ-6a(e)(2).1", &t, (lm_action){ .verb = LM_DISCARD, .box = 1 }); /* two cards are never over 21 */
    hit(&t, 1, "9c");
    refused("MBJ-6a(g)", &t, (lm_action){ .verb = LM_TURN, .box = 1, .card = card("Th") });
    done(&t, (lm_action){ .verb = LM_DISCARD, .box = 1 });
    assert_int_equal(net(&t, 1), -10 * LM_DOLLAR);
    assert_int_equal(t.round.at_box, 2);
    done(&t, (lm_action){ .verb = LM_STAND, .box = 2 });
    up(&t, "Td");
    turn(&t, 2, "Th"), turn(&t, 2, "8h");
    assert_true(lm_round_over(&t.round));
    const lm_hand *hand = &t.round.box[0].hand[0];
    assert_int_equal(hand->hidden, 2);
    assert_true(hand->card[0] == LM_CARD_DOWN && hand->card[1] == LM_CARD_DOWN);
    int seen = 0;
    for (int i = 0; i < LM_CARDS; i++)
        seen += t.round.seen[i];
    assert_int_equal(seen, 5); /* 7d Td, Th 8h and the drawn 9c */
}

/* Two unseen cards count 2 to 20; what lies open says whether they can, or must, be over 21. */
static void test_what_lies_open_bounds_the_total(void **state)
{
    (void)state;
    static const struct {
        const char *clause;
        const char *drawn[3];
        bool may_discard, may_draw;
    } hands[] = {
        { "MBJ-6a(e)(2).1", { "Ac" }, false, true }, /* at most 21 */
        { "MBJ-6a(e)(2).1", { "2c" }, true, true },
        { "MBJ-6a(e)(2).2", { "Tc", "9c" }, true, true }, /* 21 at least */
        { "MBJ-6a(e)(2).2", { "Tc", "Td" }, true, false },
        { "MBJ-6a(e)(2).2", { "9c", "9d", "2c" }, true, false },
    };
    static table t;
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
        deal_from_the_hand(&t, "7d");
        for (int c = 0; c < 3 && hands[i].drawn[c]; c++)
            hit(&t, 1, hands[i].drawn[c]);
        lm_round before = t.round;
        bool discards = lm_ok(lm_round_apply(&t.round, &t.rules, (lm_action){ .verb = LM_DISCARD, .box = 1 }));
        if (discards != hands[i].may_discard) fail_msg("%s: hand %zu discarded", hands[i].clause, i);
        t.round = before;
        if (!hands[i].may_draw) refused("MBJ-6a(e)(2).1", &t, (lm_action){ .verb = LM_STAND, .box = 1 });
        if (hands[i].may_draw)
            done(&t, (lm_action){ .verb = LM_HIT, .box = 1 });
        else
            refused("MBJ-6a(e)(2).2", &t, (lm_action){ .verb = LM_HIT, .box = 1 });
    }
}

/* "MBJ-10(c).5": a double card that lies face down is unknown to its player too, who has nothing to discard. */
static void test_blind_double_is_not_discarded(void **state)
{
    (void)state;
    static table t;
    open_table(&t, FROM_THE_HAND, "double_card=down");
    bet_and_deal(&t, 1);
    down(&t), up(&t, "7d"), down(&t);
    done(&t, (lm_action){ .verb = LM_CLOSE });
    done(&t, (lm_action){ .verb = LM_DOUBLE, .box = 1, .amount_cents = 10 * LM_DOLLAR });
    down(&t);
    refused("MBJ-6a(e)(2).1", &t, (lm_action){ .verb = LM_DISCARD, .box = 1 });
    done(&t, (lm_action){ .verb = LM_STAND, .box = 1 });
}

/* ---- the double shoe --------------------------------------------------------------------------------- */

/* "MBJ-3(j)": between the call and the determinant card, and after it, wagers stay as they lie. */
static void test_wagers_close_before_the_determinant_card(void **state)
{
    (void)state;
    static const struct {
        const char *clause;
        lm_action action;
    } late[] = {
        { "MBJ-3(c)", { .verb = LM_BET, .box = 2, .wager = LM_MAIN, .amount_cents = 10 * LM_DOLLAR } },
        { "MBJ-3(c)", { .verb = LM_BET, .box = 1, .wager = LM_MAIN, .amount_cents = 20 * LM_DOLLAR } },
        { "MBJ-3(f)", { .verb = LM_WITHDRAW, .box = 1, .wager = LM_MAIN } },
    };
    static table t;
    open_table(&t, NO_HOLE, "shoe=double red_suits=A");
    bet_and_deal(&t, 1);
    for (int drawn = 0; drawn < 2; drawn++) {
        for (size_t i = 0; i < sizeof late / sizeof *late; i++)
            refused(late[i].clause, &t, late[i].action);
        assert_int_equal(lm_round_turn(&t.round, &t.rules).verb, drawn ? LM_CARD : LM_DETERMINE);
        if (!drawn) done(&t, (lm_action){ .verb = LM_DETERMINE, .card = card("5c") }); /* black, from side A */
    }
}

/* "MBJ-6(d)(1).1": a round needs a determinant card before its first card, and draws only one. */
static void test_one_determinant_card(void **state)
{
    (void)state;
    static table t;
    open_table(&t, NO_HOLE, "shoe=double red_suits=A");
    refused("MBJ-6(d)(1).1", &t, (lm_action){ .verb = LM_DETERMINE, .card = card("5h") });
    bet_and_deal(&t, 1);
    assert_false(lm_ok(lm_round_apply(&t.round, &t.rules, (lm_action){ .verb = LM_CARD, .card = card("5h") })));
    done(&t, (lm_action){ .verb = LM_DETERMINE, .card = card("5h") });
    refused("MBJ-6(d)(1).1", &t, (lm_action){ .verb = LM_DETERMINE, .card = card("6h") });
    assert_int_equal(t.round.box[0].hand[0].n, 1); /* it is the first player's first card */
}

/* A box that does not exist shows nothing, wherever the round stands: a script may name it. */
static void test_no_such_box_shows_for_a_split(void **state)
{
    (void)state;
    static lm_round round;
    round.phase = LM_PLAYING;
    assert_false(lm_round_shows_for_split(&round, 0));
    round.at_box = LM_BOXES + 1;
    assert_false(lm_round_shows_for_split(&round, LM_BOXES + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_such_box_shows_for_a_split),
        cmocka_unit_test(test_which_side_up),
        cmocka_unit_test(test_further_card_face_up),
        cmocka_unit_test(test_split_needs_the_cards_turned),
        cmocka_unit_test(test_turned_before_settlement),
        cmocka_unit_test(test_announcements_do_not_bind),
        cmocka_unit_test(test_players_count_their_hidden_cards),
        cmocka_unit_test(test_bust_is_discarded_unseen),
        cmocka_unit_test(test_what_lies_open_bounds_the_total),
        cmocka_unit_test(test_blind_double_is_not_discarded),
        cmocka_unit_test(test_wagers_close_before_the_determinant_card),
        cmocka_unit_test(test_one_determinant_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
