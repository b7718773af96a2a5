/* match_dealer.c - Match the Dealer: a player's card has the rank of the dealer's up card.
 *
 * Each of the two cards wins by itself, so a hand can be paid twice (MBJ-23(a)(2)).
 * A king matches only a king: rank, not value (MBJ-23(a).2). */
#include "lammer/rules.h"

enum { NONE, UNSUITED, SUITED };

static int match(lm_card mine, lm_card up)
{
    if (lm_rank(mine) != lm_rank(up)) return NONE;
    return lm_suit(mine) == lm_suit(up) ? SUITED : UNSUITED;
}

static void classify(const lm_view *v, lm_outcomes *out)
{
    lm_outcome_add(out, match(v->first[0], v->up));
    lm_outcome_add(out, match(v->first[1], v->up));
}

/* clang-format off */
const lm_wager lm_wager_match_dealer = {
    .id        = "match-dealer",
    .title     = "Match the Dealer",
    .spot      = "MATCH DEALER",
    .clause    = "MBJ-23",
    .main_rule = "MBJ-23(c)",
    .limits    = "MBJ-23(c)",
    .deck_rule = "MBJ-2(a)(4)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,                    /* before the card reader: MBJ-23(e) */
    .decks     = LM_DECK(6) | LM_DECK(8),
    .most_awards = 2,                              /* MBJ-23(a)(2) */
    .bars      = { { "MBJ-23(g)", "@third-card" } },
    .reads     = LM_READS_FIRST | LM_READS_UP,
    .classify  = classify,
    .outcomes  = { "no match", "match", "suited match" },
    .paytables = {
        { "", "MBJ-23(f)", LM_FLOOR, { [UNSUITED] = { 4, 1 }, [SUITED] = { 11, 1 } }, .decks = LM_DECK(6) },
        { "", "MBJ-23(f)", LM_FLOOR, { [UNSUITED] = { 3, 1 }, [SUITED] = { 14, 1 } }, .decks = LM_DECK(8) },
    },
};
