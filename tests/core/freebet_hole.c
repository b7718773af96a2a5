/* freebet_hole.c - the dealer's face-down card: only the reader's answer is known of it.
 *
 * The same round is played with every card of the deck in the hole, and the driver passes the card along wherever an
 * action has room for one. Until the card is turned the round may differ only by the reader's answer: equal bytes,
 * equal events. All that is computed from a round (what is legal, whose turn it is, a view) is then equal too. */
/* sanitized */
#include "kit/rules_help.h"

#include "lammer/round.h"

enum { MOST_STEPS = 32, MOST_EVENTS = 64 };

/* One round up to the turn of the hole card. */
typedef struct {
    lm_rules rules;
    lm_round after[MOST_STEPS]; /* the round after each action */
    lm_event event[MOST_EVENTS];
    int steps, events;
    lm_card hole;
} story;

static void hear(void *self, const lm_event *event)
{
    story *s = self;
    assert_true(s->events < MOST_EVENTS);
    s->event[s->events++] = *event;
}

static lm_round *now(story *s)
{
    return &s->after[s->steps - 1];
}

static void act(story *s, lm_action action)
{
    assert_true(s->steps < MOST_STEPS);
    s->after[s->steps] = *now(s);
    s->steps++;
    lm_status status = lm_round_apply_heard(now(s), &s->rules, action, &(lm_listener){ hear, s });
    if (!lm_ok(status)) fail_msg("%s: %s", lm_verb_word(action.verb), lm_why_text(status.why));
}

static lm_card card_of(const char *text)
{
    lm_card card;
    assert_true(lm_card_read(text, &card));
    return card;
}

static void refused(const story *s, lm_action action, const char *clause)
{
    lm_round copy = s->after[s->steps - 1];
    lm_status status = lm_round_apply(&copy, &s->rules, action);
    if (lm_ok(status)) fail_msg("%s: %s was done", clause, lm_verb_word(action.verb));
    assert_string_equal(status.clause, clause);
    assert_memory_equal(&copy, &s->after[s->steps - 1], sizeof copy);
}

static bool is_blackjack(lm_card up, lm_card hole)
{
    return lm_cards_blackjack((lm_card[]){ up, hole }, 2);
}

/* Two boxes: a pair of eights with Push 22, and a nine-two. */
static void deal(story *s, const char *up, lm_card hole)
{
    static const char *const boxes[] = { "8h", "9c", "8s", "2c" };
    s->steps = 1;
    s->events = 0;
    s->hole = hole;
    rules_make(&s->rules, MFB, "@push22:A");
    assert_true(lm_ok(lm_round_open(now(s), &s->rules)));
    act(s, (lm_action){ .verb = LM_BET, .box = 1, .wager = LM_MAIN, .amount_cents = 1000 });
    act(s, (lm_action){ .verb = LM_BET, .box = 1, .wager = LM_SIDE, .amount_cents = 500 });
    act(s, (lm_action){ .verb = LM_BET, .box = 2, .wager = LM_MAIN, .amount_cents = 1000 });
    act(s, (lm_action){ .verb = LM_DEAL });
    act(s, (lm_action){ .verb = LM_CARD, .card = card_of(boxes[0]) });
    act(s, (lm_action){ .verb = LM_CARD, .card = card_of(boxes[1]) });
    act(s, (lm_action){ .verb = LM_CARD, .card = card_of(up) });
    act(s, (lm_action){ .verb = LM_CARD, .card = card_of(boxes[2]) });
    act(s, (lm_action){ .verb = LM_CARD, .card = card_of(boxes[3]) });
    act(s, (lm_action){ .verb = LM_DOWN, .card = hole });
    if (now(s)->phase == LM_INSURING) {
        act(s, (lm_action){ .verb = LM_INSURE, .box = 1, .wager = LM_INSURANCE, .amount_cents = 500 });
        act(s, (lm_action){ .verb = LM_CLOSE, .card = hole });
    }
}

static void peek(story *s, const char *up)
{
    bool yes = is_blackjack(card_of(up), s->hole);
    if (now(s)->phase == LM_PEEKING) act(s, (lm_action){ .verb = LM_PEEK, .card = s->hole, .yes = yes });
}

/* The players split, double and finish their hands. */
static void play(story *s)
{
    if (now(s)->phase != LM_PLAYING) return;
    act(s, (lm_action){ .verb = LM_SPLIT, .box = 1 });
    act(s, (lm_action){ .verb = LM_CARD, .card = card_of("Tc") });
    act(s, (lm_action){ .verb = LM_STAND, .box = 1 });
    act(s, (lm_action){ .verb = LM_CARD, .card = card_of("7c") });
    act(s, (lm_action){ .verb = LM_STAND, .box = 1 });
    act(s, (lm_action){ .verb = LM_DOUBLE, .box = 2 });
    act(s, (lm_action){ .verb = LM_CARD, .card = card_of("5c") });
}

static void assert_same_event(const char *clause, const lm_event *a, const lm_event *b)
{
    bool same = a->kind == b->kind && a->box == b->box && a->hand == b->hand && a->card == b->card && a->n == b->n &&
                a->amount_cents == b->amount_cents;
    if (!same) fail_msg("%s: %s shows the hole card", clause, lm_event_name(a->kind));
}

/* For each answer of the reader, the round with the first such hole card is compared with all others. */
static void nothing_shows_which_card_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *up;
        int answers; /* how many different courses are possible before the card is turned */
    } rows[] = {
        { "MFB-6(b).2", "6d", 1 },   { "MFB-1.hole", "9d", 1 }, { "MFB-1.reader", "Ad", 2 },
        { "MFB-1.reader", "Td", 2 }, { "MFB-6(g).2", "Kd", 2 }, { "MFB-6(g).2", "Jd", 2 },
    };
    static story first[2], other;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool told[2] = { false, false };
        for (lm_card hole = 0; hole < LM_CARDS; hole++) {
            int yes = rows[i].answers == 2 && is_blackjack(card_of(rows[i].up), hole);
            deal(&other, rows[i].up, hole);
            peek(&other, rows[i].up);
            play(&other);
            if (!told[yes]) first[yes] = other;
            told[yes] = true;
            assert_int_equal(now(&other)->phase, LM_REVEALING);
            assert_int_equal(other.steps, first[yes].steps);
            assert_int_equal(other.events, first[yes].events);
            for (int k = 0; k < other.steps; k++) {
                if (memcmp(&other.after[k], &first[yes].after[k], sizeof other.after[k]) != 0)
                    fail_msg("%s: the round knows the hole card after step %d", rows[i].clause, k);
            }
            for (int k = 0; k < other.events; k++)
                assert_same_event(rows[i].clause, &other.event[k], &first[yes].event[k]);
        }
        assert_int_equal(told[0] + told[1], rows[i].answers);
    }
}

static int count_turns(const story *s, const char *clause, lm_card up, int yes)
{
    int turns = 0;
    for (lm_card card = 0; card < LM_CARDS; card++) {
        lm_round copy = s->after[s->steps - 1];
        lm_action turn = { .verb = LM_TURN, .card = card };
        if (yes >= 0 && is_blackjack(up, card) != yes) {
            refused(s, turn, clause);
        } else {
            assert_true(lm_ok(lm_round_apply(&copy, &s->rules, turn)));
            turns++;
        }
    }
    return turns;
}

/* Two answers, yes and no; afterwards every card that fits the answer is still possible, and no other. */
static void the_reader_answers_one_question(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *up, *hole;
        int possible;
    } rows[] = {
        { "MFB-1.reader", "Ad", "Ks", 16 }, /* any ten-value card */
        { "MFB-1.reader", "Ad", "9s", 36 }, /* any other */
        { "MFB-1.reader", "Td", "As", 4 },  { "MFB-1.reader", "Td", "9s", 48 },
        { "MFB-1.reader", "Qd", "As", 4 },  { "MFB-1.reader", "Qd", "Qs", 48 },
    };
    static story s;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_action list[256];
        lm_card up = card_of(rows[i].up), hole = card_of(rows[i].hole);
        deal(&s, rows[i].up, hole);
        assert_int_equal(lm_round_legal(now(&s), &s.rules, list, 256), 2);
        assert_int_equal(list[0].verb, LM_PEEK);
        assert_int_equal(list[1].verb, LM_PEEK);
        assert_int_equal(list[0].yes + list[1].yes, 1);
        peek(&s, rows[i].up);
        refused(&s, (lm_action){ .verb = LM_PEEK, .yes = 1 }, "MFB-6(g).1"); /* asked once */
        play(&s);
        if (count_turns(&s, rows[i].clause, up, is_blackjack(up, hole)) != rows[i].possible)
            fail_msg("%s: %s up", rows[i].clause, rows[i].up);
    }
}

/* With any other card up the reader is not asked, and all 52 cards are possible. */
static void without_ace_or_ten_no_peek(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *up;
    } rows[] = {
        { "MFB-6(g).1", "2d" }, { "MFB-6(g).1", "3d" }, { "MFB-6(g).1", "4d" }, { "MFB-6(g).1", "5d" },
        { "MFB-6(g).1", "6d" }, { "MFB-6(g).1", "7d" }, { "MFB-6(g).1", "8d" }, { "MFB-6(g).1", "9d" },
    };
    static story s;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        deal(&s, rows[i].up, card_of("As"));
        refused(&s, (lm_action){ .verb = LM_PEEK }, rows[i].clause);
        play(&s);
        assert_int_equal(count_turns(&s, rows[i].clause, card_of(rows[i].up), -1), LM_CARDS);
    }
}

/* The hole card is dealt face down, and turned when the players are done and not before. */
static void it_stays_down_until_the_players_are_done(void **state)
{
    (void)state;
    static const char *const ups[] = { "6d", "Td", "Ad" };
    static story s;
    for (size_t i = 0; i < sizeof ups / sizeof *ups; i++) {
        deal(&s, ups[i], card_of("9s"));
        lm_action turn = { .verb = LM_TURN, .card = card_of("9s") };
        refused(&s, turn, "MFB-6(k)"); /* "MFB-6(b).2", "MFB-1.hole" */
        peek(&s, ups[i]);
        refused(&s, turn, "MFB-6(k)");
        act(&s, (lm_action){ .verb = LM_STAND, .box = 1 });
        refused(&s, turn, "MFB-6(k)");
        assert_int_equal(now(&s)->dealer.card[1], LM_CARD_DOWN);
        act(&s, (lm_action){ .verb = LM_STAND, .box = 2 });
        assert_int_equal(now(&s)->dealer.card[1], LM_CARD_DOWN);
        act(&s, turn);
        assert_int_equal(now(&s)->dealer.card[1], card_of("9s"));
    }
}

/* "MFB-6(e)(4)": the second dealer card cannot be dealt face up; "MFB-6(e)(1)", "MFB-6(e)(2)", "MFB-6(e)(3)": no
 * other card of the deal can be dealt face down. */
static void only_the_hole_card_is_dealt_down(void **state)
{
    (void)state;
    static story s;
    s.steps = 1;
    s.events = 0;
    rules_make(&s.rules, MFB, "");
    assert_true(lm_ok(lm_round_open(now(&s), &s.rules)));
    act(&s, (lm_action){ .verb = LM_BET, .box = 1, .wager = LM_MAIN, .amount_cents = 1000 });
    act(&s, (lm_action){ .verb = LM_BET, .box = 5, .wager = LM_MAIN, .amount_cents = 1000 });
    act(&s, (lm_action){ .verb = LM_DEAL });
    for (int card = 0; card < 5; card++) {
        lm_round copy = *now(&s);
        assert_false(lm_ok(lm_round_apply(&copy, &s.rules, (lm_action){ .verb = LM_DOWN })));
        act(&s, (lm_action){ .verb = LM_CARD, .card = card_of("7c") });
    }
    refused(&s, (lm_action){ .verb = LM_CARD, .card = card_of("7c") }, "MFB-6(e)(4)");
    act(&s, (lm_action){ .verb = LM_DOWN });
}

/* After the reader's yes the hole card is turned; no card is dealt and no player decides anything. */
static void a_dealer_blackjack_leaves_nothing_to_do(void **state)
{
    (void)state;
    static const struct {
        const char *clause;
        lm_action action;
    } rows[] = {
        { "MFB-6(g).3", { .verb = LM_HIT, .box = 1 } },    { "MFB-6(g).3", { .verb = LM_STAND, .box = 1 } },
        { "MFB-6(g).3", { .verb = LM_SPLIT, .box = 1 } },  { "MFB-6(g).3", { .verb = LM_HIT, .box = 2 } },
        { "MFB-6(g).3", { .verb = LM_DOUBLE, .box = 2 } }, { "MFB-6(g).3", { .verb = LM_STAND, .box = 2 } },
    };
    static story s;
    deal(&s, "Td", card_of("As"));
    peek(&s, "Td");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        refused(&s, rows[i].action, rows[i].clause);
    for (lm_card card = 0; card < LM_CARDS; card++) {
        lm_round copy = *now(&s);
        assert_false(lm_ok(lm_round_apply(&copy, &s.rules, (lm_action){ .verb = LM_CARD, .card = card })));
    }
    act(&s, (lm_action){ .verb = LM_TURN, .card = card_of("As") });
    assert_true(lm_round_over(now(&s)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_shows_which_card_it_is),   cmocka_unit_test(the_reader_answers_one_question),
        cmocka_unit_test(without_ace_or_ten_no_peek),       cmocka_unit_test(it_stays_down_until_the_players_are_done),
        cmocka_unit_test(only_the_hole_card_is_dealt_down), cmocka_unit_test(a_dealer_blackjack_leaves_nothing_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
