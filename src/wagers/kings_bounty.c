/* kings_bounty.c - King's Bounty: the first two cards total 20 by blackjack counting.
 *
 * Two kings of spades against an ace or ten are held to the end of the round, because a dealer blackjack beside
 * them pays most (MBJ-29(g)(2), C-101); everything else is settled after the deal. Ace-nine counts (C-90).
 * Its section asks for no main wager; like every optional wager it needs one (C-99). */
#include "lammer/rules.h"
#include "cards.h"

enum { LOST, UNSUITED, KINGS, SUITED, MATCHED, KINGS_SUITED, SPADES, SPADES_BLACKJACK };

static void classify(const lm_view *v, lm_outcomes *out)
{
    const lm_card *mine = v->first;
    if (!is_twenty(mine)) return;
    bool kings = one_rank(mine, 2) && lm_rank(mine[0]) == LM_KING;
    bool spades = is_pair_of(mine, lm_card_make(LM_KING, LM_SPADES));
    out->pending = spades && is_ace_or_ten(v->up) && v->window < LM_AFTER_ALL;
    if (spades)
        lm_outcome_add(out, v->dealer_blackjack ? SPADES_BLACKJACK : SPADES);
    else if (mine[0] == mine[1])
        lm_outcome_add(out, kings ? KINGS_SUITED : MATCHED);
    else if (one_suit(mine, 2))
        lm_outcome_add(out, SUITED);
    else
        lm_outcome_add(out, kings ? KINGS : UNSUITED);
}

/* clang-format off */
#define PAYS(spades, kings_suited, matched)                                                              \
    { [UNSUITED] = { 4, 1 },       [KINGS]        = { 6, 1 },            [SUITED] = { 9, 1 },            \
      [MATCHED]  = { matched, 1 }, [KINGS_SUITED] = { kings_suited, 1 },                                 \
      [SPADES]   = { spades, 1 },  [SPADES_BLACKJACK] = { 1000, 1 } }

const lm_wager lm_wager_kings_bounty = {
    .id        = "kings-bounty",
    .title     = "King's Bounty",
    .spot      = "KING'S BOUNTY",
    .clause    = "MBJ-29",
    .main_rule = "MBJ-29(b)",
    .limits    = "MBJ-29(c)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,                    /* before the card reader: MBJ-29(f)(1) */
    .needs     = LM_NEEDS_SECOND,                  /* kings of spades that wait */
    .decks     = LM_DECKS_ANY,
    .bars      = { { "MBJ-29(j)", "multiple_action!=off @blackjack-bonus @streak @twenty-point @third-card @in-between" } },
    .reading   = "C-90 C-99 C-101",
    .tips      = { LM_RULE_kings_bounty_tip, "MBJ-29(d).2" },
    .reads     = LM_READS_FIRST | LM_READS_UP | LM_READS_BLACKJACK,
    .classify  = classify,
    .outcomes  = { "not 20", "unsuited 20", "two kings", "suited 20", "two queens, jacks or tens of one suit",
                   "two kings of one suit", "two kings of spades", "two kings of spades, dealer blackjack" },
    .paytables = {
        { "1", "MBJ-29(h)", LM_EXACT, PAYS(100, 30, 20) },
        { "2", "MBJ-29(h)", LM_EXACT, PAYS(200, 50, 25) },
    },
};
