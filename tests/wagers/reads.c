/* sanitized */
/* reads.c - a wager decides from what it declares to read: whatever a view hides from it changes no decision.
 *
 * Full views by chance, with cards of few ranks and suits so that rare awards happen, are classified whole and as
 * lm_view_hide leaves them. */
#include <string.h>

#include "kit/hands.h"
#include "lammer/rules.h"

static uint64_t chance = 2027;

static unsigned below(unsigned bound)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((chance >> 33) * bound >> 31);
}

/* A card out of a small part of the pack. */
static lm_card any_card(unsigned ranks, unsigned from, unsigned suits)
{
    return lm_card_make((int)((from + below(ranks)) % 13), (int)below(suits));
}

static void any_dealer(lm_view *v, unsigned ranks, unsigned from, unsigned suits)
{
    v->dealer[v->n_dealer++] = v->up;
    unsigned wanted = 1 + below(8);
    while (v->n_dealer < wanted && lm_cards_score(v->dealer, v->n_dealer).total < 17)
        v->dealer[v->n_dealer++] = any_card(ranks, from, suits);
    v->dealer_blackjack = lm_cards_blackjack(v->dealer, v->n_dealer);
    v->blackjack_possible = !v->dealer_blackjack && below(2);
    v->dealer_done = below(2);
}

static lm_view any_view(const lm_rules *rules)
{
    unsigned ranks = 1 + below(13), from = below(13), suits = 1 + below(4);
    lm_view v = { .rules = rules, .window = below(LM_AFTER_ALL + 1), .n_first = (uint8_t)(2 + below(3)) };
    for (int i = 0; i < v.n_first; i++)
        v.first[i] = any_card(ranks, from, suits);
    v.up = any_card(ranks, from, suits);
    any_dealer(&v, ranks, from, suits);
    v.player_blackjack = lm_cards_blackjack(v.first, 2);
    v.split = below(2);
    v.busted = below(2);
    v.may_draw = below(2);
    v.original_total = (uint8_t)(4 + below(27));
    v.lammers = (uint8_t)below(8);
    v.stake_cents = (1 + below(2) * 4) * LM_DOLLAR;
    v.carry = (uint8_t)below(5);
    v.won = (uint8_t)below(5);
    v.lost = (uint8_t)below(5);
    return v;
}

/* What tests/proof/eva/bounds.h takes for granted of every wager. */
static bool keeps_bounds(const lm_outcomes *found)
{
    if (found->n > LM_AWARDS || found->carry >= LM_OUTCOMES) return false;
    for (int i = 0; i < found->n; i++) {
        if (found->which[i] >= LM_OUTCOMES) return false;
    }
    return true;
}

/* Super 4 asks only about four cards of which two are the dealer's blackjack. */
static lm_outcomes found_in(const lm_wager *wager, const lm_view *view)
{
    lm_outcomes found;
    memset(&found, 0, sizeof found);
    wager->classify(view, &found);
    if (!keeps_bounds(&found)) fail_msg("%s finds an outcome that no pay table has", wager->id);
    return found;
}

/* How often some award was found, so that the test does not compare lost wagers only. */
static int compare_views(const lm_wager *wager, lm_rules *rules, int views)
{
    int awards = 0;
    for (int i = 0; i < views; i++) {
        lm_view whole = any_view(rules), shown = whole;
        lm_view_hide(&shown, wager);
        lm_outcomes a = found_in(wager, &whole), b = found_in(wager, &shown);
        awards += a.n > 0;
        if (memcmp(&a, &b, sizeof a) != 0) fail_msg("%s reads what it does not declare", wager->id);
    }
    return awards;
}

static void test_declared(void **state)
{
    (void)state;
    enum { VIEWS = 200000 };
    for (int i = 0; lm_wagers[i]; i++) {
        int awards = 0;
        for (int set = 0; set < LM_RULE_SETS; set++) {
            static lm_rules rules;
            memset(&rules, 0, sizeof rules);
            if (!(lm_wagers[i]->rule_sets >> set & 1)) continue;
            rules.rule_set = set;
            for (int way = 0; way < 3; way++) {
                rules.sevens_counts = rules.buster_bonus = way;
                rules.push22_limit = rules.super4_suit = way;
                awards += compare_views(lm_wagers[i], &rules, VIEWS);
            }
        }
        if (awards < VIEWS / 1000) fail_msg("%s: only %d awards", lm_wagers[i]->id, awards);
        assert_true(lm_wagers[i]->reads != 0);
    }
}

/* A wager that reads the dealer's cards as values sees the cards of a blackjack as they are, if it reads those too. */
static void test_blackjack_cards(void **state)
{
    (void)state;
    static const lm_rules rules = { 0 };
    static const lm_wager values = { .reads = LM_READS_DEALER };
    static const lm_wager cards = { .reads = LM_READS_DEALER | LM_READS_BLACKJACK_CARDS };
    lm_card king = lm_card_make(LM_KING, 2), ace = lm_card_make(LM_ACE, 3);
    lm_view whole = { .rules = &rules, .dealer_blackjack = true, .n_dealer = 2, .dealer = { king, ace } },
            shown = whole;
    lm_view_hide(&shown, &cards);
    assert_memory_equal(shown.dealer, whole.dealer, sizeof whole.dealer);
    lm_view_hide(&shown, &values);
    assert_int_equal(shown.dealer[0], lm_card_make(LM_TEN, 0));
    assert_int_equal(shown.dealer[1], lm_card_make(LM_ACE, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_declared), cmocka_unit_test(test_blackjack_cards) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
