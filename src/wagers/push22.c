/* push22.c - Push 22: the dealer's hand totals 22.
 *
 * Anything but 22 loses, a dealer blackjack as soon as it is seen (MFB-6(g)(2), WFB-P22T.3, C-31). The dealer
 * draws out for it although every hand is bust or blackjack (MFB-6(m).2, VFB-P22.3, WFB-P22.4, IFB-P22.4).
 * Washington pays only while the hand with the original wager totals 29 or less; the one total above that
 * is 30, so the condition only affects a hard 20 that draws a ten (WFB-P22.2, C-30).
 * The vendor's text prints no odds; a table under it chooses one of the printed tables. */
#include "lammer/rules.h"
#include "cards.h"

enum { LOST, OTHER, COLOUR, SUIT };
enum { LIMIT = 29, MADE = 22 };

static bool beyond_limit(const lm_view *v)
{
    return v->rules->push22_limit && v->original_total > LIMIT;
}

static void classify(const lm_view *v, lm_outcomes *out)
{
    if (lm_cards_score(v->dealer, v->n_dealer).total != MADE || beyond_limit(v)) return;
    if (one_suit(v->dealer, v->n_dealer))
        lm_outcome_add(out, SUIT);
    else
        lm_outcome_add(out, one_colour(v->dealer, v->n_dealer) ? COLOUR : OTHER);
}

/* clang-format off */
#define PAYS(suit, colour, other) { [OTHER] = { other, 1 }, [COLOUR] = { colour, 1 }, [SUIT] = { suit, 1 } }

/* Washington prints the house edge by decks; two of its headings are interchanged. */
#define EDGES(one, two, four, six, eight) LM_PRINTED_EDGE, { 0, one, two, [4] = four, [6] = six, [8] = eight }
#define HEADED(heading) "printed under the heading \"" heading "\": the document's headings are interchanged (C-27). "
#define LAST_DIGIT { { "", "The printed last digit is off by one; no rounding of the exact value gives it (C-27)." } }
#define SIMULATED  { { "", "The column of the 11-to-1 table does not match the exact values, and is not monotonic in decks; " \
                           "it was probably simulated (C-28)." } }
#define HITS       "rule_set=wfb dealer_soft17=hit"
#define STANDS     "rule_set=wfb dealer_soft17=stand"

static const lm_printed printed[] = {
    { "WFB-P22M.1", "1", HITS,   EDGES( 904,  710,  616,  585,  570), NULL,                     LAST_DIGIT },
    { "WFB-P22M.2", "2", HITS,   EDGES(1498, 1299, 1203, 1170, 1155), HEADED("table 1, stand"), LAST_DIGIT },
    { "WFB-P22M.3", "1", STANDS, EDGES(1003,  809,  715,  684,  669), HEADED("table 2, hit"),   LAST_DIGIT },
    { "WFB-P22M.4", "2", STANDS, EDGES(1588, 1389, 1293, 1261, 1246), NULL,                     LAST_DIGIT },
    { "WFB-P22M.5", "3", HITS,   EDGES(1180, 1172, 1170, 1171, 1175), NULL,                     SIMULATED },
    { "WFB-P22M.6", "3", STANDS, EDGES(1300, 1292, 1288, 1288, 1286), NULL,                     SIMULATED },
    { 0 },
};

const lm_wager lm_wager_push22 = {
    .id        = "push22",
    .title     = "Push 22",
    .spot      = "PUSH 22",
    .clause    = "MFB-5(e)",
    .sections  = { [LM_MFB] = "MFB-5(e).2", [LM_VFB] = "VFB-INTRO.2", [LM_WFB] = "WFB-P22.2", [LM_IFB] = "IFB-P22.2" },
    .beaten    = { [LM_MFB] = "MFB-6(g)(2)", [LM_WFB] = "WFB-P22T.3" },
    .rule_sets = 1 << LM_MFB | 1 << LM_VFB | 1 << LM_WFB | 1 << LM_IFB,
    .window    = LM_WITH_MAIN,
    .needs     = LM_NEEDS_DRAW,
    .decks     = LM_DECKS_ANY,
    .lost_to_dealer_blackjack = true,              /* MFB-6(g)(1), MFB-6(g)(2) */
    .reading   = "C-18",
    .reads     = LM_READS_DEALER_TOTAL | LM_READS_TOTAL,
    .suited_totals = 1u << MADE,
    .classify  = classify,
    .outcomes  = { "not 22", "22", "22 of one colour", "22 of one suit" },
    .paytables = {
        { "A", "MFB-10(c)",   LM_EXACT, PAYS(50, 20,  8), .rule_sets = 1 << LM_MFB | 1 << LM_VFB },
        { "B", "MFB-10(c)",   LM_EXACT, PAYS(50, 20,  7), .rule_sets = 1 << LM_MFB | 1 << LM_VFB },
        { "1", "WFB-P22T.1",  LM_EXACT, PAYS(50, 20,  8), .rule_sets = 1 << LM_WFB | 1 << LM_VFB },
        { "2", "WFB-P22T.1",  LM_EXACT, PAYS(50, 20,  7), .rule_sets = 1 << LM_WFB | 1 << LM_VFB },
        { "3", "WFB-P22T.2",  LM_EXACT, PAYS(11, 11, 11), .rule_sets = 1 << LM_WFB | 1 << LM_VFB },
        { "",  "IFB-P22T.1",  LM_EXACT, PAYS(50, 20,  7), .rule_sets = 1 << LM_IFB },
    },
    .printed   = printed,
};
