/* freebet_cards.c - values of cards and hands in Free Bet Blackjack, and when the dealer's hand is pat. */
/* sanitized */
#include "kit/round_help.h"

#include "lammer/irregular.h"

enum { MOST_CARDS = 16 };

static int read_cards(const char *text, lm_card *cards)
{
    int n = 0;
    for (char two[3]; *text; text += text[2] == ' ' ? 3 : 2) {
        memcpy(two, text, 2);
        two[2] = '\0';
        assert_true(n < MOST_CARDS && lm_card_read(two, &cards[n]));
        n++;
    }
    return n;
}

/* Every rank has its value; the ace counts as 1 here. */
static void each_card_has_its_value(void **state)
{
    (void)state;
    static const struct {
        const char *clause;
        char rank;
        int value;
    } rows[] = {
        { "MFB-2(d)(1)", '2', 2 },  { "MFB-2(d)(1)", '3', 3 },  { "MFB-2(d)(1)", '4', 4 },  { "MFB-2(d)(1)", '5', 5 },
        { "MFB-2(d)(1)", '6', 6 },  { "MFB-2(d)(1)", '7', 7 },  { "MFB-2(d)(1)", '8', 8 },  { "MFB-2(d)(1)", '9', 9 },
        { "MFB-2(d)(1)", 'T', 10 }, { "MFB-2(d)(2)", 'J', 10 }, { "MFB-2(d)(2)", 'Q', 10 }, { "MFB-2(d)(2)", 'K', 10 },
        { "MFB-2(d)(3)", 'A', 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (const char *suit = "cdhs"; *suit; suit++) {
            lm_card card;
            assert_true(lm_card_read((char[]){ rows[i].rank, *suit, '\0' }, &card));
            if (lm_card_value(card) != rows[i].value)
                fail_msg("%s: %c%c counts %d", rows[i].clause, rows[i].rank, *suit, lm_card_value(card));
        }
    }
}

static void hands_are_hard_or_soft(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *cards;
        int total;
        bool soft;
    } rows[] = {
        { "MFB-2(d)(1)", "7h 9c", 16, false },       { "MFB-2(d)(2)", "Jh Qc", 20, false },
        { "MFB-2(d)(2)", "Kh 5c 6d", 21, false },    { "MFB-2(d)(3)", "Ah 9c", 20, true },
        { "MFB-2(d)(3)", "Ah 9c 5d", 15, false },    { "MFB-2(d)(3)", "Ah As 9c", 21, true },
        { "MFB-2(d)(3)", "Ah As 9c Ad", 12, false }, { "MFB-2(d)(3)", "Ah Kc", 21, true },
        { "MFB-1.hard", "Th 6c", 16, false },        { "MFB-1.hard", "Th 6c Ad", 17, false },
        { "MFB-1.hard", "Th 9c Ad As", 21, false },  { "MFB-1.hard", "5h Ac Td 5s", 21, false },
        { "MFB-1.hard", "Th 6c 6d", 22, false },     { "MFB-1.soft", "Ah 6c", 17, true },
        { "MFB-1.soft", "6c Ah", 17, true },         { "MFB-1.soft", "Ah Ac", 12, true },
        { "MFB-1.soft", "2h Ac 2d As", 16, true },   { "MFB-1.soft", "Ah 2c 3d 4s", 20, true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_card cards[MOST_CARDS];
        lm_score score = lm_cards_score(cards, read_cards(rows[i].cards, cards));
        if (score.total != rows[i].total || score.soft != rows[i].soft)
            fail_msg("%s: %s is %s %d", rows[i].clause, rows[i].cards, score.soft ? "soft" : "hard", score.total);
    }
}

/* A round with one player, who stands or busts, up to the moment when the hole card has been turned. */
static void play_to_the_dealer(lm_round *round, const lm_rules *rules, const lm_card *dealer, bool bust)
{
    static const char *const mine[] = { "Ts", "7s", "9s" };
    lm_card player[3];
    for (int i = 0; i < 3; i++)
        assert_true(lm_card_read(mine[i], &player[i]));
    assert_true(lm_ok(lm_round_open(round, rules)));
    act(round, rules, (lm_action){ .verb = LM_BET, .box = 1, .wager = LM_MAIN, .amount_cents = 1000 });
    act(round, rules, (lm_action){ .verb = LM_DEAL });
    act(round, rules, (lm_action){ .verb = LM_CARD, .card = player[0] });
    act(round, rules, (lm_action){ .verb = LM_CARD, .card = dealer[0] });
    act(round, rules, (lm_action){ .verb = LM_CARD, .card = player[1] });
    act(round, rules, (lm_action){ .verb = LM_DOWN });
    if (round->phase == LM_INSURING) act(round, rules, (lm_action){ .verb = LM_CLOSE });
    if (round->phase == LM_PEEKING) act(round, rules, (lm_action){ .verb = LM_PEEK });
    if (bust) {
        act(round, rules, (lm_action){ .verb = LM_HIT, .box = 1 });
        act(round, rules, (lm_action){ .verb = LM_CARD, .card = player[2] });
    } else {
        act(round, rules, (lm_action){ .verb = LM_STAND, .box = 1 });
    }
    act(round, rules, (lm_action){ .verb = LM_TURN, .card = dealer[1] });
}

static bool may_overdraw(const lm_round *round, const lm_rules *rules)
{
    lm_round copy = *round;
    lm_action overdraw = { .verb = LM_IRREGULAR, .n = LM_IR_OVERDRAW, .card = 0 };
    lm_status status = lm_round_apply(&copy, rules, overdraw);
    if (!lm_ok(status)) {
        assert_memory_equal(&copy, round, sizeof copy);
        assert_string_equal(status.clause, "MFB-11(e)");
        return false;
    }
    assert_memory_equal(&copy.dealer, &round->dealer, sizeof copy.dealer);
    assert_memory_equal(&copy.box, &round->box, sizeof copy.box);
    return true;
}

/* The dealer's cards one by one: the dealer draws exactly while the hand is not pat, and a card drawn in error is set aside
 * only on a pat hand. Pat means that the dealer must stand by the table's own rule, on soft totals too (C-14). */
static void the_dealer_is_pat_at_17(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *base, *cards;
        bool pat; /* with all of these cards, and not before */
    } rows[] = {
        { "MFB-1.pat", MFB, "Td 7c", true },     { "MFB-1.pat", MFB, "Td 6c", false },
        { "MFB-1.pat", MFB, "9d 9c", true },     { "MFB-1.pat", MFB, "9d 7c Ad", true },
        { "MFB-1.pat", MFB, "6d 6c 4d", false }, { "MFB-1.pat", MFB, "6d 6c 5d", true },
        { "MFB-1.pat", MFB, "6d Ac", true },     { "MFB-1.pat", MFB, "Ad 6c", true },
        { "MFB-1.pat", MFB, "7d Ac", true },     { "MFB-1.pat", MFB, "5d Ac", false },
        { "MFB-1.pat", MFB, "5d Ac Ts", false }, { "MFB-1.pat", MFB, "5d Ac As", true },
        { "MFB-1.pat", MFB, "Td 5c 6s", true },  { "MFB-1.pat", MFB, "Td 5c 7s", true },
        { "MFB-1.pat", VFB, "6d Ac", false },    { "MFB-1.pat", VFB, "7d Ac", true },
        { "MFB-1.pat", VFB, "6d Ac Ts", true },  { "MFB-1.pat", VFB, "6d Tc As", true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        lm_round round;
        lm_card cards[MOST_CARDS];
        int n = read_cards(rows[i].cards, cards);
        rules_make(&rules, rows[i].base, "");
        play_to_the_dealer(&round, &rules, cards, false);
        for (int k = 2; k <= n; k++) {
            bool pat = k == n && rows[i].pat;
            if (lm_dealer_pat(&round, &rules) != pat || (round.phase == LM_DONE) != pat ||
                may_overdraw(&round, &rules) != pat)
                fail_msg("%s: %s with %d cards", rows[i].clause, rows[i].cards, k);
            if (k < n) act(&round, &rules, (lm_action){ .verb = LM_CARD, .card = cards[k] });
        }
    }
}

/* No hand is left, so the dealer stops under 17 (MFB-6(m)): the hand is not pat and nothing can have been overdrawn. */
static void a_dealer_who_need_not_draw_is_not_pat(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *cards;
        bool pat;
    } rows[] = {
        { "MFB-1.pat", "Td 6c", false },
        { "MFB-1.pat", "5d Ac", false },
        { "MFB-1.pat", "Td 7c", true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        lm_round round;
        lm_card cards[MOST_CARDS];
        read_cards(rows[i].cards, cards);
        rules_make(&rules, MFB, "");
        play_to_the_dealer(&round, &rules, cards, true);
        assert_int_equal(round.phase, LM_DONE);
        if (lm_dealer_pat(&round, &rules) != rows[i].pat || may_overdraw(&round, &rules) != rows[i].pat)
            fail_msg("%s: %s", rows[i].clause, rows[i].cards);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_card_has_its_value),
        cmocka_unit_test(hands_are_hard_or_soft),
        cmocka_unit_test(the_dealer_is_pat_at_17),
        cmocka_unit_test(a_dealer_who_need_not_draw_is_not_pat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
