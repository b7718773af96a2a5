/* suited.c - the suit wager of Section 17: the first two cards share a suit.
 *
 * King and queen of one suit have a row of their own, which pays more (C-70). The odds of an option depend on the
 * number of decks; eight decks have no option 4 (C-72). A house takes the same option at
 * all tables with the same decks (MBJ-17(e)(2).1). */
#include "lammer/rules.h"
#include "cards.h"

enum { LOST, SUITED, KING_QUEEN };

static bool is_king_queen(const lm_card *cards)
{
    return lm_rank(cards[0]) + lm_rank(cards[1]) == LM_KING + LM_QUEEN;
}

static void classify(const lm_view *v, lm_outcomes *out)
{
    if (!one_suit(v->first, 2)) return;
    lm_outcome_add(out, is_king_queen(v->first) ? KING_QUEEN : SUITED);
}

/* clang-format off */
#define PAYS(king_queen, a, b) { [SUITED] = { a, b }, [KING_QUEEN] = { king_queen, 1 } }

const lm_wager lm_wager_suited = {
    .id        = "suited",
    .title     = "Suited Pair",
    .spot      = "SUITED",
    .clause    = "MBJ-17",
    .main_rule = "MBJ-17(b)",
    .limits    = "MBJ-17(g)(2)",
    .main_cap  = "MBJ-17(g)(1)",
    .deck_rule = "MBJ-17(e)(2).1",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,                    /* MBJ-17(d), MBJ-17(e).1 */
    .decks     = LM_DECK(1) | LM_DECK(2) | LM_DECK(4) | LM_DECK(6) | LM_DECK(8),
    .bars      = { { "MBJ-17(a)", "@over13 @under13 @sevens @aces" } },
    .reading   = "C-68 C-70 C-72",
    .reads     = LM_READS_FIRST,
    .classify  = classify,
    .outcomes  = { "two suits", "two cards of one suit", "king and queen of one suit" },
    .paytables = {
        { "1", "MBJ-17(e)(2)(i)",   LM_EXACT, PAYS(50, 5, 2), .decks = LM_DECK(1) },
        { "2", "MBJ-17(e)(2)(i)",   LM_EXACT, PAYS(10, 3, 1), .decks = LM_DECK(1) },
        { "3", "MBJ-17(e)(2)(i)",   LM_EXACT, PAYS( 5, 3, 1), .decks = LM_DECK(1) },
        { "4", "MBJ-17(e)(2)(i)",   LM_EXACT, PAYS(25, 5, 2), .decks = LM_DECK(1) },
        { "1", "MBJ-17(e)(2)(ii)",  LM_EXACT, PAYS(10, 3, 1), .decks = LM_DECK(2) },
        { "2", "MBJ-17(e)(2)(ii)",  LM_EXACT, PAYS( 5, 3, 1), .decks = LM_DECK(2) },
        { "3", "MBJ-17(e)(2)(ii)",  LM_EXACT, PAYS(25, 5, 2), .decks = LM_DECK(2) },
        { "4", "MBJ-17(e)(2)(ii)",  LM_EXACT, PAYS(20, 5, 2), .decks = LM_DECK(2) },
        { "1", "MBJ-17(e)(2)(iii)", LM_EXACT, PAYS( 5, 3, 1), .decks = LM_DECK(4) },
        { "2", "MBJ-17(e)(2)(iii)", LM_EXACT, PAYS(25, 5, 2), .decks = LM_DECK(4) },
        { "3", "MBJ-17(e)(2)(iii)", LM_EXACT, PAYS(20, 5, 2), .decks = LM_DECK(4) },
        { "4", "MBJ-17(e)(2)(iii)", LM_EXACT, PAYS(50, 2, 1), .decks = LM_DECK(4) },
        { "1", "MBJ-17(e)(2)(iv)",  LM_EXACT, PAYS( 5, 3, 1), .decks = LM_DECK(6) },
        { "2", "MBJ-17(e)(2)(iv)",  LM_EXACT, PAYS(25, 5, 2), .decks = LM_DECK(6) },
        { "3", "MBJ-17(e)(2)(iv)",  LM_EXACT, PAYS(20, 5, 2), .decks = LM_DECK(6) },
        { "4", "MBJ-17(e)(2)(iv)",  LM_EXACT, PAYS(15, 5, 2), .decks = LM_DECK(6) },
        { "1", "MBJ-17(e)(2)(v)",   LM_EXACT, PAYS( 5, 3, 1), .decks = LM_DECK(8) },
        { "2", "MBJ-17(e)(2)(v)",   LM_EXACT, PAYS(25, 5, 2), .decks = LM_DECK(8) },
        { "3", "MBJ-17(e)(2)(v)",   LM_EXACT, PAYS(50, 2, 1), .decks = LM_DECK(8) },
    },
};
