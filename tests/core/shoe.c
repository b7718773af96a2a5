/* shoe.c - a stack of cards: every step keeps the cards, the cut rotates, the shuffle is uniform. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dealer_box.h"
#include "lammer/shoe.h"

static uint32_t below(void *self, uint32_t bound)
{
    return (uint32_t)test_random_below(self, (int)bound);
}

static void count(const lm_shoe *shoe, int copies[LM_CARDS])
{
    memset(copies, 0, LM_CARDS * sizeof *copies);
    for (int i = 0; i < shoe->n; i++)
        copies[shoe->card[i]]++;
}

static void assert_full(const lm_shoe *shoe, int decks)
{
    int copies[LM_CARDS];
    count(shoe, copies);
    assert_int_equal(shoe->n, decks * LM_CARDS);
    for (int i = 0; i < LM_CARDS; i++)
        assert_int_equal(copies[i], decks);
}

/* MFB-3(b), MBJ-4(b): the fan is ordered by deck, then by suit, then in sequence. */
static void test_fan(void **state)
{
    (void)state;
    static lm_shoe shoe;
    for (int decks = 1; decks <= LM_SHOE_DECKS; decks++) {
        lm_shoe_fill(&shoe, decks);
        assert_full(&shoe, decks);
        for (int i = 1; i < shoe.n; i++) {
            bool new_suit = i % 13 == 0;
            assert_int_equal(lm_rank(shoe.card[i]), new_suit ? LM_ACE : lm_rank(shoe.card[i - 1]) + 1);
            if (!new_suit) assert_int_equal(lm_suit(shoe.card[i]), lm_suit(shoe.card[i - 1]));
        }
        int copies[LM_CARDS];
        shoe.n = LM_CARDS; /* the first deck is complete by itself */
        count(&shoe, copies);
        for (int i = 0; i < LM_CARDS; i++)
            assert_int_equal(copies[i], 1);
    }
}

/* One step of a shuffle by hand, with random sizes. */
static void any_step(lm_shoe *shoe, test_random *random)
{
    uint8_t bits[LM_SHOE_CARDS / 8];
    uint16_t packets[12];
    for (size_t i = 0; i < sizeof bits; i++)
        bits[i] = (uint8_t)test_random_next(random);
    for (int i = 0; i < 12; i++)
        packets[i] = (uint16_t)test_random_below(random, 60);
    int cards = test_random_below(random, shoe->n + 1);
    switch (test_random_below(random, 6)) {
    case 0: lm_shoe_plug(shoe, cards, test_random_below(random, shoe->n - cards + 1)); break;
    case 1: lm_shoe_riffle(shoe, cards, bits); break;
    case 2: lm_shoe_turn(shoe, cards); break;
    case 3: lm_shoe_strip(shoe, packets, test_random_below(random, 13)); break;
    case 4: lm_shoe_cut(shoe, cards); break;
    case 5: lm_shoe_shuffle(shoe, below, random); break;
    }
}

static void test_steps_keep_the_cards(void **state)
{
    (void)state;
    static lm_shoe shoe;
    test_random random = { 4101842887655102017ULL };
    for (int decks = 1; decks <= LM_SHOE_DECKS; decks++) {
        lm_shoe_fill(&shoe, decks);
        for (int i = 0; i < 2000; i++)
            any_step(&shoe, &random);
        assert_full(&shoe, decks);
    }
}

/* A small stack is easier to look at: cards 0, 1, 2 ... and some of them turned (in brackets). */
static void small(lm_shoe *shoe, int n)
{
    lm_shoe_fill(shoe, 1);
    shoe->n = (uint16_t)n;
    for (int i = 0; i < n; i++)
        shoe->card[i] = (lm_card)i;
}

static void assert_order(const char *clause, const lm_shoe *shoe, const char *expected)
{
    char text[64] = "";
    for (int i = 0; i < shoe->n; i++) {
        size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, shoe->turned[i] ? "%s(%d)" : "%s%d", i ? " " : "", shoe->card[i]);
    }
    if (strcmp(text, expected) != 0) fail_msg("%s: %s, not %s", clause, text, expected);
}

typedef enum { PLUG, RIFFLE, TURN, STRIP, CUT } step;

static void test_each_step(void **state)
{
    static const struct {
        const char *clause;
        step step;
        int a, b;
        uint8_t bits;
        uint16_t packets[4];
        const char *order;
    } rows[] = {
        { "MFB-4(j)(1)", PLUG, 3, 2, .order = "0 1 5 6 7 2 3 4" }, /* three undealt cards into five discards */
        { "MBJ-5(l)(1)", PLUG, 3, 5, .order = "0 1 2 3 4 5 6 7" },
        { "MFB-4(j)(2)", RIFFLE, 4, .bits = 0xAA, .order = "0 4 1 5 2 6 3 7" },
        { "MFB-4(j)(2)", RIFFLE, 3, .bits = 0x0F, .order = "3 4 5 6 0 1 2 7" },
        { "MBJ-5(l)(2)", RIFFLE, 4, .bits = 0xFF, .order = "4 5 6 7 0 1 2 3" },
        { "MFB-4(j)(3)", TURN, 4, .order = "(0) (1) (2) (3) 4 5 6 7" },
        { "MBJ-5(l)(3)", TURN, 8, .order = "(0) (1) (2) (3) (4) (5) (6) (7)" },
        { "MFB-4(j)(4)", STRIP, 3, .packets = { 2, 1, 3 }, .order = "6 7 3 4 5 2 0 1" },
        { "MBJ-5(l)(4)", STRIP, 2, .packets = { 3, 100 }, .order = "3 4 5 6 7 0 1 2" },
        { "MFB-4(e).2", CUT, 3, .order = "3 4 5 6 7 0 1 2" },
        { "MBJ-5(d).1", CUT, 5, .order = "5 6 7 0 1 2 3 4" },
        { "MFB-4(j)(5)", CUT, 0, .order = "0 1 2 3 4 5 6 7" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_shoe shoe;
        small(&shoe, 8);
        switch (rows[i].step) {
        case PLUG: lm_shoe_plug(&shoe, rows[i].a, rows[i].b); break;
        case RIFFLE: lm_shoe_riffle(&shoe, rows[i].a, &rows[i].bits); break;
        case TURN: lm_shoe_turn(&shoe, rows[i].a); break;
        case STRIP: lm_shoe_strip(&shoe, rows[i].packets, rows[i].a); break;
        case CUT: lm_shoe_cut(&shoe, rows[i].a); break;
        }
        assert_order(rows[i].clause, &shoe, rows[i].order);
    }
}

/* A turned card stays turned wherever it goes. */
static void test_turned_cards_travel(void **state)
{
    (void)state;
    lm_shoe shoe;
    uint8_t bits = 0x55;
    small(&shoe, 8);
    lm_shoe_turn(&shoe, 4);
    lm_shoe_riffle(&shoe, 4, &bits);
    assert_order("MFB-4(j)(3)", &shoe, "4 (0) 5 (1) 6 (2) 7 (3)");
    lm_shoe_cut(&shoe, 1);
    assert_order("MFB-4(j)(3)", &shoe, "(0) 5 (1) 6 (2) 7 (3) 4");
    lm_shoe_plug(&shoe, 2, 0);
    assert_order("MFB-4(j)(3)", &shoe, "(3) 4 (0) 5 (1) 6 (2) 7");
}

/* The numbers of one shuffle, as digits of a counter in mixed radix. */
typedef struct {
    uint32_t rest;
} digits;

static uint32_t next_digit(void *self, uint32_t bound)
{
    digits *d = self;
    uint32_t digit = d->rest % bound;
    d->rest /= bound;
    return digit;
}

/* MFB-4(a).2, MBJ-5(a): fed with every sequence of numbers once, the shuffle makes every order once. So it is
 * exactly uniform whenever its numbers are. */
static void test_shuffle_is_uniform(void **state)
{
    enum { CARDS = 6, ORDERS = 720 };
    static int seen[6 * 6 * 6 * 6 * 6 * 6];
    (void)state;
    for (uint32_t i = 0; i < ORDERS; i++) {
        lm_shoe shoe;
        digits d = { i };
        int order = 0;
        small(&shoe, CARDS);
        lm_shoe_shuffle(&shoe, next_digit, &d);
        assert_int_equal(d.rest, 0);
        for (int c = 0; c < CARDS; c++)
            order = order * CARDS + shoe.card[c];
        assert_int_equal(seen[order]++, 0);
    }
}

/* MFB-4(a).2 on a whole shoe: where the first card goes, over many shuffles. 311 degrees of freedom; the bound
 * lies beyond five standard deviations. */
static void test_shuffle_moves_everything(void **state)
{
    enum { ROUNDS = 31200 };
    static int at[6 * LM_CARDS];
    static lm_shoe shoe;
    test_random random = { 1181783497276652981ULL };
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        lm_shoe_fill(&shoe, 6);
        shoe.turned[0] = 1; /* marks one of the six aces */
        lm_shoe_shuffle(&shoe, below, &random);
        for (int c = 0; c < shoe.n; c++)
            at[c] += shoe.turned[c];
    }
    double expected = (double)ROUNDS / (6 * LM_CARDS), chi = 0;
    for (int c = 0; c < 6 * LM_CARDS; c++)
        chi += (at[c] - expected) * (at[c] - expected) / expected;
    assert_true(chi > 311 - 5 * 25 && chi < 311 + 5 * 25);
}

/* The cover card comes after the cards in front of it, and the count is whole again when all are collected. */
static void test_dealing(void **state)
{
    static const struct {
        const char *clause;
        int decks, from_bottom;
    } rows[] = { { "MFB-4(e).3", 6, 78 }, { "MBJ-5(d).3", 8, 104 }, { "MBJ-5(i).2", 1, 18 }, { "MFB-6(d).1", 6, 312 } };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static lm_shoe shoe, again;
        lm_shoe_fill(&shoe, rows[i].decks);
        assert_false(lm_shoe_cover_is_next(&shoe));
        lm_shoe_cut(&shoe, 20);
        again = shoe;
        lm_shoe_cover(&shoe, rows[i].from_bottom);
        int dealt = 0;
        for (; !lm_shoe_cover_is_next(&shoe); dealt++)
            assert_int_equal(lm_shoe_deal(&shoe), again.card[dealt]);
        if (lm_shoe_left(&shoe) != rows[i].from_bottom)
            fail_msg("%s: %d cards behind it", rows[i].clause, lm_shoe_left(&shoe));
        lm_shoe_set_cover_aside(&shoe);
        while (lm_shoe_left(&shoe))
            assert_int_equal(lm_shoe_deal(&shoe), again.card[dealt++]);
        lm_shoe_collect(&shoe);
        assert_full(&shoe, rows[i].decks);
        assert_int_equal(lm_shoe_left(&shoe), rows[i].decks * LM_CARDS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fan),
        cmocka_unit_test(test_steps_keep_the_cards),
        cmocka_unit_test(test_each_step),
        cmocka_unit_test(test_turned_cards_travel),
        cmocka_unit_test(test_shuffle_is_uniform),
        cmocka_unit_test(test_shuffle_moves_everything),
        cmocka_unit_test(test_dealing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
