/* blazing7.c - Blazing 7's: sevens in the first two cards, and a third beside them.
 *
 * The third card is the next one the box receives in Washington (hit, double or first card after a split;
 * WB7-8, WB7-9, C-37, C-38) and the dealer's up card in Massachusetts (MBJ-31(c)). It counts only beside two
 * sevens: a third card that is the only seven loses (WB7-8(a), C-36). No third card is dealt against a dealer
 * blackjack that the reader found, so two sevens are then paid as two (C-45). A card that busts the hand is
 * ignored (WB7-10), which changes nothing: three sevens are 21, and no other award counts the third card (C-39).
 *
 * Massachusetts allows settlement right after the deal (MBJ-31(j)); to settle with the main wager satisfies both. */
#include "lammer/rules.h"
#include "cards.h"

enum { LOST, ONE, TWO, THREE, COLOUR, SUIT, DIAMONDS };

static int three_sevens(const lm_card *sevens)
{
    if (one_suit(sevens, 3)) return lm_suit(sevens[0]) == LM_DIAMONDS ? DIAMONDS : SUIT;
    return one_colour(sevens, 3) ? COLOUR : THREE;
}

static void classify(const lm_view *v, lm_outcomes *out)
{
    lm_card cards[3] = { v->first[0], v->first[1], LM_CARD_DOWN };
    if (v->rules->rule_set == LM_MBJ)
        cards[2] = v->up;
    else if (v->n_first > 2)
        cards[2] = v->first[2];

    out->pending = v->rules->rule_set != LM_MBJ && v->window < LM_AFTER_HANDS && !v->busted;
    int sevens = (lm_rank(cards[0]) == LM_SEVEN) + (lm_rank(cards[1]) == LM_SEVEN);
    bool third = sevens == 2 && lm_rank(cards[2]) == LM_SEVEN;
    lm_outcome_add(out, third ? three_sevens(cards) : sevens);
}

/* clang-format off */
#define TABLE_1 { [ONE]    = LM_PAYS_FOR(2),      [TWO]  = LM_PAYS_FOR(25),      [THREE]    = LM_PAYS_FOR(200), \
                  [COLOUR] = LM_PAYS_PERCENT(10), [SUIT] = LM_PAYS_PERCENT(100), [DIAMONDS] = LM_PAYS_PERCENT(100) }
#define TABLE_2 { [ONE]    = LM_PAYS_FOR(2),      [TWO]  = LM_PAYS_FOR(25),      [THREE]    = LM_PAYS_FOR(200), \
                  [COLOUR] = LM_PAYS_FOR(500),    [SUIT] = LM_PAYS_PERCENT(10),  [DIAMONDS] = LM_PAYS_PERCENT(100) }

/* The documents print neither decks nor seed nor contribution; six, $2,000 and 24 % reproduce the figures (C-44). */
#define OTHER_TABLE /* say:six-decks-note */ "the printed figure is for six decks, a seed of $2,000 and a contribution of 24 % (C-44)"
#define WHY         { { "decks!=6", OTHER_TABLE }, { "blazing7.seed!=2000", OTHER_TABLE }, { "blazing7.contribution!=24", OTHER_TABLE }, \
                      { "rule_set=wfb", "the printed figure assumes that a third card always comes; two sevens against a dealer blackjack that " \
                                        "the reader found get none (C-44, C-45)" },                                \
                      { "", "the two versions of the game differ in the third card (C-44)" } }

static const lm_printed printed[] = {
    { "WB7-T1.2",    "1", "rule_set=wfb", LM_PRINTED_HOLD, { 2478 }, NULL, WHY },
    { "WB7-T1.2",    "1", "rule_set=wfb", LM_PRINTED_HITS, { 1482 }, NULL, WHY },
    { "WB7-T2.2",    "2", "rule_set=wfb", LM_PRINTED_HOLD, { 2359 }, NULL, WHY },
    { "WB7-T2.2",    "2", "rule_set=wfb", LM_PRINTED_HITS, { 1482 }, NULL, WHY },
    { "MBJ-31(d).2", "1", "rule_set=mbj", LM_PRINTED_HOLD, { 2478 }, NULL, WHY },
    { "MBJ-31(d).2", "1", "rule_set=mbj", LM_PRINTED_HITS, { 1482 }, NULL, WHY },
    { "MBJ-31(d).2", "2", "rule_set=mbj", LM_PRINTED_HOLD, { 2359 }, NULL, WHY },
    { "MBJ-31(d).2", "2", "rule_set=mbj", LM_PRINTED_HITS, { 1482 }, NULL, WHY },
    { 0 },
};

const lm_wager lm_wager_blazing7 = {
    .id        = "blazing7",
    .title     = "Blazing 7's Progressive",
    .spot      = "BLAZING 7's",
    .clause    = "MBJ-31",
    .sections  = { [LM_WFB] = "WB7-3.1" },
    .main_rule = "MBJ-31(b)",
    .free_bet_main_rule = "WB7-2",
    .limits    = "MBJ-31(d).1",                    /* Massachusetts leaves the stake open (C-105) */
    .free_bet_limits = "WB7-1",
    .no_tip    = "WB7-1",                          /* one wager at one sensor (C-118) */
    .rule_sets = 1 << LM_WFB | 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,                    /* MBJ-31(j), C-106; Washington waits: WB7-10(a).1, WB7-11(b) */
    .start_rule = "MBJ-31(f)",
    .end_rule  = "MBJ-31(k)",
    .taken_at_start = true,                        /* WB7-5.2, MBJ-31(f) */
    .decks     = LM_DECKS_ANY,
    .fixed_cents = { 1 * LM_DOLLAR },
    .reading   = "C-36:wfb C-38:wfb C-105:mbj C-118:wfb",
    .lit       = true,
    .reads     = LM_READS_FIRST | LM_READS_RUN | LM_READS_UP,
    .unread    = { [LM_WFB] = LM_READS_UP, [LM_MBJ] = LM_READS_RUN },
    .classify  = classify,
    .outcomes  = { "no 7 in two cards", "one 7", "two 7s", "three 7s", "three 7s, one colour", "three 7s, one suit",
                   "three 7s, all diamonds" },
    .paytables = {
        { "1", "WB7-T1.1",    LM_EXACT, TABLE_1, .rule_sets = 1 << LM_WFB },
        { "2", "WB7-T2.1",    LM_EXACT, TABLE_2, .rule_sets = 1 << LM_WFB },
        { "1", "MBJ-31(d).1", LM_EXACT, TABLE_1, .rule_sets = 1 << LM_MBJ },
        { "2", "MBJ-31(d).1", LM_EXACT, TABLE_2, .rule_sets = 1 << LM_MBJ },
    },
    .printed   = printed,
};
