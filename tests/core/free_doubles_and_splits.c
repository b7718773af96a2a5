/* free_doubles_and_splits.c - which hands double and split free under the vendor's, Washington's and Iowa's rules: every
 * two ranks, dealt and after a free split, and every third card. */
/* sanitized */
#include "kit/rules_help.h"

#include "lammer/round.h"

enum { WAGER = 1000, ACTIONS = 512, RANKS = 13 };

/* The clause that a wrong answer would break. */
typedef struct {
    const char *free_double, *free_split, *paid_split, *paid_double, *after_split, *after_split_hard, *limit, *base;
} document;

static const document documents[] = {
    { "VFB-RULES.1", "VFB-RULES.2", "VFB-RULES.5", "VFB-RULES.6", "VFB-RULES.3", "VFB-DOUBLE.5", "VFB-RULES.4", VFB },
    { "WFB-RULES.1", "WFB-RULES.2", "WFB-RULES.5", "WFB-RULES.6", "WFB-RULES.3", "WFB-DOUBLE.4", "WFB-RULES.4", WFB },
    { "IFB-BASE.1", "IFB-BASE.2", "IFB-BASE.5", "IFB-BASE.6", "IFB-BASE.3", "IFB-DOUBLE.5", "IFB-BASE.4", IFB },
};

/* The table's answer to one decision. */
typedef enum { BARRED, FREE, PAID } offered;

static int value_of(int rank)
{
    return rank >= 9 ? 10 : rank + 1;
}

static void must(lm_round *round, const lm_rules *rules, lm_action action)
{
    lm_status status = lm_round_apply(round, rules, action);
    if (!lm_ok(status)) fail_msg("%s refused: %s", lm_verb_word(action.verb), lm_why_text(status.why));
}

static void card(lm_round *round, const lm_rules *rules, int rank, int suit)
{
    must(round, rules, (lm_action){ .verb = LM_CARD, .card = lm_card_make(rank, suit) });
}

/* One box of ten dollars against a six. */
static void deal(lm_round *round, const lm_rules *rules, int first, int second)
{
    assert_true(lm_ok(lm_round_open(round, rules)));
    must(round, rules, (lm_action){ .verb = LM_BET, .box = 1, .wager = LM_MAIN, .amount_cents = WAGER });
    must(round, rules, (lm_action){ .verb = LM_DEAL });
    card(round, rules, first, LM_HEARTS);
    card(round, rules, 5, LM_DIAMONDS);
    card(round, rules, second, LM_CLUBS);
    must(round, rules, (lm_action){ .verb = LM_DOWN });
}

static bool decides(const lm_round *round, const lm_rules *rules)
{
    return lm_round_turn(round, rules).who == LM_BY_PLAYER;
}

/* An offer takes chips up to the wager, or is free and takes none. */
static offered offer_of(const lm_round *round, const lm_rules *rules, lm_verb verb)
{
    static lm_action legal[ACTIONS];
    int n = lm_round_legal(round, rules, legal, ACTIONS);
    assert_true(n <= ACTIONS);
    for (int i = 0; i < n; i++) {
        if (legal[i].verb != verb) continue;
        if (legal[i].most_cents == 0) return FREE;
        assert_int_equal(legal[i].most_cents, WAGER);
        return PAID;
    }
    return BARRED;
}

static void expect(const char *clause, const char *what, offered got, offered wanted, int a, int b)
{
    static const char *const words[] = { "barred", "free", "paid" };
    static const char ranks[] = "A23456789TJQK";
    if (got != wanted)
        fail_msg("[%s] %s with %c-%c is %s, not %s", clause, what, ranks[a], ranks[b], words[got], words[wanted]);
}

static bool is_hard_9_to_11(int a, int b)
{
    int total = value_of(a) + value_of(b);
    return a != LM_ACE && b != LM_ACE && total >= 9 && total <= 11;
}

static void first_two(const document *d, const lm_rules *rules, int a, int b)
{
    lm_round round;
    deal(&round, rules, a, b);
    if (!decides(&round, rules)) { /* only a blackjack has no decision */
        assert_true(value_of(a) + value_of(b) == 11 && (a == LM_ACE || b == LM_ACE));
        return;
    }
    bool free_double = is_hard_9_to_11(a, b), pair = value_of(a) == value_of(b), tens = value_of(a) == 10;
    expect(free_double ? d->free_double : d->paid_double, "double", offer_of(&round, rules, LM_DOUBLE),
           free_double ? FREE : PAID, a, b);
    expect(tens ? d->paid_split : d->free_split, "split", offer_of(&round, rules, LM_SPLIT),
           !pair  ? BARRED
           : tens ? PAID
                  : FREE,
           a, b);
}

/* A third card ends every double and every split. */
static void third_card(const document *d, const lm_rules *rules, int a, int b, int c)
{
    lm_round round;
    deal(&round, rules, a, b);
    if (!decides(&round, rules)) return;
    must(&round, rules, (lm_action){ .verb = LM_HIT, .box = 1 });
    card(&round, rules, c, LM_SPADES);
    if (!decides(&round, rules)) return;
    expect(d->paid_double, "double of three cards", offer_of(&round, rules, LM_DOUBLE), BARRED, a, b);
    expect(d->free_split, "split of three cards", offer_of(&round, rules, LM_SPLIT), BARRED, a, b);
}

/* The hand with the bet and the hand with the lammer get the same card. */
static void after_split(const document *d, const lm_rules *rules, int a, int c)
{
    lm_round round;
    deal(&round, rules, a, a);
    lm_cents felt = round.felt_cents;
    must(&round, rules, (lm_action){ .verb = LM_SPLIT, .box = 1 });
    assert_int_equal(round.felt_cents, felt);
    for (int hand = 0; hand < 2; hand++) {
        card(&round, rules, c, hand ? LM_SPADES : LM_DIAMONDS);
        bool free_double = is_hard_9_to_11(a, c);
        offered wanted = free_double ? FREE : PAID;
        expect(free_double ? d->after_split : d->after_split_hard, "double after split",
               offer_of(&round, rules, LM_DOUBLE), wanted, a, c);
        expect(d->limit, "resplit", offer_of(&round, rules, LM_SPLIT), a == c ? FREE : BARRED, a, c);
        must(&round, rules, (lm_action){ .verb = LM_STAND, .box = 1 });
    }
}

static void test_every_two_cards(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        lm_rules rules;
        rules_make(&rules, documents[i].base, "");
        for (int a = 0; a < RANKS; a++) {
            for (int b = 0; b < RANKS; b++)
                first_two(&documents[i], &rules, a, b);
        }
    }
}

static void test_every_third_card(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        lm_rules rules;
        rules_make(&rules, documents[i].base, "");
        for (int cards = 0; cards < RANKS * RANKS * RANKS; cards++)
            third_card(&documents[i], &rules, cards % RANKS, cards / RANKS % RANKS, cards / RANKS / RANKS);
    }
}

/* Twos to nines; split aces get one card each and choose nothing (C-34). */
static void test_every_card_after_a_split(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        lm_rules rules;
        rules_make(&rules, documents[i].base, "");
        for (int a = 1; a < 9; a++) {
            for (int c = 0; c < RANKS; c++)
                after_split(&documents[i], &rules, a, c);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_two_cards),
        cmocka_unit_test(test_every_third_card),
        cmocka_unit_test(test_every_card_after_a_split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
