/* blackjack_concealed.c - a face-down card is unknown to the players, the dealer and the round. */
/* sanitized */
/* Every card is tried as the one that lies face down. Until it is turned the round must be the same byte for byte, and
 * its events too; only the reader's answer may differ. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/round.h"
#include "kit/rules_help.h"

enum { HEARD = 256 };

/* A round and the events heard from it. */
typedef struct {
    lm_rules rules;
    lm_round round;
    lm_event heard[HEARD];
    int n;
} table;

static void hear(void *self, const lm_event *event)
{
    table *t = self;
    assert_true(t->n < HEARD);
    t->heard[t->n++] = *event;
}

static lm_status try(table *t, lm_action action)
{
    lm_listener ear = { hear, t };
    return lm_round_apply_heard(&t->round, &t->rules, action, &ear);
}

static void done(table *t, lm_action action)
{
    lm_status status = try(t, action);
    if (!lm_ok(status)) fail_msg("%s: %s", lm_verb_word((lm_verb)action.verb), lm_why_text(status.why));
}

static lm_card card(const char *text)
{
    lm_card c;
    assert_true(lm_card_read(text, &c));
    return c;
}

/* One box with $10: the case names its two cards and the up card; the hole card lies face down. */
static void open_round(table *t, const char *settings, const char *first, const char *up, const char *second,
                       lm_card hole)
{
    memset(t, 0, sizeof *t);
    rules_make(&t->rules, MBJ, settings);
    assert_true(lm_ok(lm_round_open(&t->round, &t->rules)));
    done(t, (lm_action){ .verb = LM_BET, .box = 1, .wager = LM_MAIN, .amount_cents = 10 * LM_DOLLAR });
    done(t, (lm_action){ .verb = LM_DEAL });
    done(t, (lm_action){ .verb = LM_CARD, .card = card(first) });
    done(t, (lm_action){ .verb = LM_CARD, .card = card(up) });
    done(t, (lm_action){ .verb = LM_CARD, .card = card(second) });
    done(t, (lm_action){ .verb = LM_DOWN, .card = hole });
}

static bool makes_blackjack(lm_card up, lm_card hole)
{
    bool ten_up = lm_rank(up) >= LM_TEN, ten_down = lm_rank(hole) >= LM_TEN;
    return (lm_rank(up) == LM_ACE && ten_down) || (ten_up && lm_rank(hole) == LM_ACE);
}

static bool asks_reader(const table *t)
{
    return lm_round_turn(&t->round, &t->rules).verb == LM_PEEK;
}

/* The insurance window, the reader and the player's turn, up to the moment the hole card is to be turned. */
static void play_to_the_turn(table *t, const char *up, lm_card hole)
{
    if (t->round.phase == LM_INSURING) done(t, (lm_action){ .verb = LM_INSURE, .box = 1 });
    if (asks_reader(t)) done(t, (lm_action){ .verb = LM_PEEK, .yes = makes_blackjack(card(up), hole) });
    if (t->round.phase == LM_PLAYING) done(t, (lm_action){ .verb = LM_STAND, .box = 1 });
    assert_int_equal(lm_round_turn(&t->round, &t->rules).verb, LM_TURN);
}

static void assert_same(const char *clause, const table *a, const table *b)
{
    if (memcmp(&a->round, &b->round, sizeof a->round) != 0) fail_msg("%s: the round knows the face-down card", clause);
    if (a->n != b->n) fail_msg("%s: the number of events depends on the face-down card", clause);
    for (int i = 0; i < a->n; i++) {
        bool same = a->heard[i].kind == b->heard[i].kind && a->heard[i].card == b->heard[i].card &&
                    a->heard[i].box == b->heard[i].box && a->heard[i].amount_cents == b->heard[i].amount_cents;
        if (!same)
            fail_msg("%s: %s reveals the face-down card", clause, lm_event_name((lm_event_kind)a->heard[i].kind));
    }
}

static const struct {
    const char *clause, *settings, *first, *up, *second;
} hole_cards[] = {
    { "MBJ-6(b).2", "", "9h", "7d", "8h" },                 /* low up card: no reader */
    { "MBJ-6(j).3", "", "9h", "Kd", "8h" },                 /* through the reader, a ten up */
    { "MBJ-6(j).3", "", "9h", "Ad", "8h" },                 /* an ace up, after the insurance window */
    { "MBJ-6(b).2", "hole_card=unseen", "9h", "Kd", "8h" }, /* no reader: not even a yes or no */
    { "MBJ-6(b).2", "hole_card=unseen", "9h", "Ad", "8h" },
};

static void test_hole_card_stays_unknown(void **state)
{
    (void)state;
    static table seen[2], t;
    for (size_t i = 0; i < sizeof hole_cards / sizeof *hole_cards; i++) {
        bool have[2] = { false, false };
        for (lm_card hole = 0; hole < LM_CARDS; hole++) {
            open_round(&t, hole_cards[i].settings, hole_cards[i].first, hole_cards[i].up, hole_cards[i].second, hole);
            play_to_the_turn(&t, hole_cards[i].up, hole);
            bool reader = t.round.dealer.reader != LM_READER_UNUSED;
            int answer = reader && makes_blackjack(card(hole_cards[i].up), hole);
            if (have[answer]) assert_same(hole_cards[i].clause, &seen[answer], &t);
            seen[answer] = t;
            have[answer] = true;
        }
    }
}

/* The card of a double lies face down: the dealer draws, and nothing depends on that card until it is turned. */
static void test_double_card_stays_unknown(void **state)
{
    (void)state;
    static table seen, t;
    for (lm_card down = 0; down < LM_CARDS; down++) {
        open_round(&t, "double_card=down", "6h", "7d", "5h", 0);
        done(&t, (lm_action){ .verb = LM_DOUBLE, .box = 1, .amount_cents = 10 * LM_DOLLAR });
        done(&t, (lm_action){ .verb = LM_DOWN, .card = down });
        done(&t, (lm_action){ .verb = LM_TURN, .card = card("9c") });
        done(&t, (lm_action){ .verb = LM_CARD, .card = card("2c") });
        assert_int_equal(lm_round_turn(&t.round, &t.rules).verb, LM_TURN);
        if (down > 0) assert_same("MBJ-6(b).2", &seen, &t);
        seen = t;
    }
}

/* What is refused while the hole card lies face down. */
static const struct {
    const char *clause, *settings, *up;
    lm_action action;
} not_now[] = {
    { "MBJ-6(j).1", "", "7d", { .verb = LM_TURN, .card = 0 } }, /* turned before the players are done */
    { "MBJ-6(j).1", "hole_card=unseen", "Kd", { .verb = LM_TURN, .card = 0 } },
    { "MBJ-6(j).2", "", "7d", { .verb = LM_PEEK } },                 /* a reader with a 7 up */
    { "MBJ-6(j).1", "hole_card=unseen", "Kd", { .verb = LM_PEEK } }, /* no reader at the table */
};

static void test_no_early_look(void **state)
{
    (void)state;
    static table t;
    for (size_t i = 0; i < sizeof not_now / sizeof *not_now; i++) {
        open_round(&t, not_now[i].settings, "9h", not_now[i].up, "8h", 0);
        lm_round before = t.round;
        lm_status status = try(&t, not_now[i].action);
        assert_false(lm_ok(status));
        assert_string_equal(status.clause, not_now[i].clause);
        assert_memory_equal(&before, &t.round, sizeof before);
    }
}

/* The reader is asked once, before any hand gets a card, and the turned card must agree with its answer. */
static void test_reader_answers_once_and_binds(void **state)
{
    (void)state;
    static table t;
    open_round(&t, "", "9h", "Kd", "8h", 0);
    lm_status status = try(&t, (lm_action){ .verb = LM_HIT, .box = 1 }); /* MBJ-6(j).2: prior to dealing */
    assert_false(lm_ok(status));
    done(&t, (lm_action){ .verb = LM_PEEK, .yes = 0 });
    status = try(&t, (lm_action){ .verb = LM_PEEK, .yes = 1 });
    assert_false(lm_ok(status));
    assert_string_equal(status.clause, "MBJ-6(j).2");
    done(&t, (lm_action){ .verb = LM_STAND, .box = 1 });
    status = try(&t, (lm_action){ .verb = LM_TURN, .card = card("Ad") });
    assert_false(lm_ok(status));
    assert_string_equal(status.clause, "MBJ-6(j).2");
    done(&t, (lm_action){ .verb = LM_TURN, .card = card("7c") });
}

/* A card face up where the hole card goes, or face down where a player's card goes, is refused. */
static void test_which_side_up(void **state)
{
    (void)state;
    static table t;
    rules_make(&t.rules, MBJ, "");
    assert_true(lm_ok(lm_round_open(&t.round, &t.rules)));
    done(&t, (lm_action){ .verb = LM_BET, .box = 1, .wager = LM_MAIN, .amount_cents = 10 * LM_DOLLAR });
    done(&t, (lm_action){ .verb = LM_DEAL });
    static const struct {
        const char *clause;
        bool face_up;
    } order[] = { { "MBJ-6(e)(1)", true }, { "MBJ-6(e)(2)", true }, { "MBJ-6(e)(3)", true }, { "MBJ-6(j).1", false } };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        lm_action up = { .verb = LM_CARD, .card = (lm_card)(4 * i + 20) }, down = { .verb = LM_DOWN };
        lm_status status = try(&t, order[i].face_up ? down : up);
        if (lm_ok(status)) fail_msg("%s: the wrong side up", order[i].clause);
        done(&t, order[i].face_up ? up : down);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hole_card_stays_unknown), cmocka_unit_test(test_double_card_stays_unknown),
        cmocka_unit_test(test_no_early_look),           cmocka_unit_test(test_reader_answers_once_and_binds),
        cmocka_unit_test(test_which_side_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
