/* in_between.c - In-Between: the dealer's up card ranks strictly between the player's two cards.
 *
 * The ace is high only, and ten, jack, queen and king are four ranks (MBJ-26(b)). The fewer ranks lie between
 * the two, the more it pays; three cards of one rank pay most. */
#include "lammer/rules.h"

enum { LOST, WIDER, THREE_CARDS, TWO_CARDS, ONE_CARD, TRIPLE };

static int height(lm_card card)
{
    return lm_rank(card) == LM_ACE ? LM_KING + 1 : lm_rank(card);
}

static void classify(const lm_view *v, lm_outcomes *out)
{
    static const int spread[] = { LOST, LOST, ONE_CARD, TWO_CARDS, THREE_CARDS, WIDER };
    int a = height(v->first[0]), b = height(v->first[1]), up = height(v->up);
    int above = (a < b ? b : a) - up, below = up - (a < b ? a : b);
    if (above == 0 && below == 0) {
        lm_outcome_add(out, TRIPLE);
    } else if (above > 0 && below > 0) {
        int apart = above + below;
        lm_outcome_add(out, spread[apart < 5 ? apart : 5]);
    }
}

/* clang-format off */
#define PAYS(triple, one, two, three) \
    { [WIDER] = { 1, 1 }, [THREE_CARDS] = { three, 1 }, [TWO_CARDS] = { two, 1 }, [ONE_CARD] = { one, 1 }, [TRIPLE] = { triple, 1 } }

const lm_wager lm_wager_in_between = {
    .id        = "in-between",
    .title     = "In-Between",
    .spot      = "IN BETWEEN",
    .clause    = "MBJ-26",
    .main_rule = "MBJ-26(d)",
    .limits    = "MBJ-26(d)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,                    /* before the card reader: MBJ-26(e) */
    .decks     = LM_DECKS_ANY,
    .bars      = {                                 /* two lists; both bind (C-95) */
        { "MBJ-26(h)", "multiple_action!=off @aces @blackjack-bonus @streak @match-dealer @twenty-point @third-card" },
        { "MBJ-26(i)", "multiple_action!=off @aces @blackjack-bonus @streak @match-dealer @twenty-point @21+3 @kings-bounty" },
        { "MBJ-26(e)", "game=six-to-five" },       /* C-115 */
    },
    .reading   = "C-95 C-115",
    .in_succession = true,                         /* MBJ-26(e) */
    .reads     = LM_READS_FIRST | LM_READS_UP,
    .classify  = classify,
    .outcomes  = { "not between", "wider spread", "three-card spread", "two-card spread", "one-card spread",
                   "triple match" },
    .paytables = {
        { "A", "MBJ-26(f)", LM_FLOOR, PAYS(30, 12, 6, 4) },
        { "B", "MBJ-26(f)", LM_FLOOR, PAYS(30, 10, 6, 4) },
        { "C", "MBJ-26(f)", LM_FLOOR, PAYS(30, 10, 5, 3) },
        { "D", "MBJ-26(f)", LM_FLOOR, PAYS(40, 10, 5, 3) },
    },
};
