/* super4.c - Super 4: the player's two cards with a dealer blackjack, as one hand of four.
 *
 * Any dealer blackjack is judged, with a ten up as with an ace (C-80). An ace and a ten-value card are always
 * among the four, so four of a kind cannot happen, A-K-Q-J is the only straight, and every straight flush is
 * one of the two best rows (C-83). Without a blackjack an ace up still pays (MBJ-19(l).1).
 * The stake is not printed: $5 (C-79). The house chooses the suit. */
#include <assert.h>

#include "lammer/rules.h"
#include "cards.h"

enum { LOST, ACE_UP, NOTHING, PAIR, COLOUR, TWO_PAIR, FLUSH, STRAIGHT, TRIPS, ROYAL, ROYAL_CHOSEN };
enum { STAR, SPADE, HEART, DIAMOND, CLUB }; /* the meters */

/* Cards per rank as a sum of squares: it tells the patterns of four cards apart. */
static int pattern(const lm_card *cards)
{
    int copies[13] = { 0 };
    int squares = 0;
    for (int i = 0; i < 4; i++)
        squares += 2 * copies[lm_rank(cards[i])]++ + 1;
    return squares;
}

static bool is_royal(const lm_card *cards)
{
    unsigned ranks = 0;
    for (int i = 0; i < 4; i++)
        ranks |= 1u << lm_rank(cards[i]);
    return ranks == (1u << LM_ACE | 1u << LM_KING | 1u << LM_QUEEN | 1u << LM_JACK);
}

static int four_cards(const lm_card *cards, int chosen_suit)
{
    enum { ALL_DIFFER = 4, ONE_PAIR = 6, TWO_PAIRS = 8, THREE_ALIKE = 10, FOUR_ALIKE = 16 };
    int squares = pattern(cards);
    bool suited = one_suit(cards, 4);
    assert(squares != FOUR_ALIKE);
    if (suited && is_royal(cards)) return lm_suit(cards[0]) == chosen_suit ? ROYAL_CHOSEN : ROYAL;
    if (squares == THREE_ALIKE) return TRIPS;
    if (is_royal(cards)) return STRAIGHT;
    if (suited) return FLUSH;
    if (squares == TWO_PAIRS) return TWO_PAIR;
    if (one_colour(cards, 4)) return COLOUR;
    return squares == ONE_PAIR ? PAIR : NOTHING;
}

static void classify(const lm_view *v, lm_outcomes *out)
{
    lm_card cards[] = { v->first[0], v->first[1], v->dealer[0], v->dealer[1] };
    out->pending = v->blackjack_possible;
    if (v->dealer_blackjack)
        lm_outcome_add(out, four_cards(cards, (int)v->rules->super4_suit));
    else
        lm_outcome_add(out, lm_rank(v->up) == LM_ACE ? ACE_UP : LOST);
}

/* clang-format off */
#define FIXED                                                                                                  \
    [ACE_UP] = LM_PAYS_DOLLARS(10),  [NOTHING]  = LM_PAYS_DOLLARS(25), [PAIR] = LM_PAYS_DOLLARS(50),           \
    [COLOUR] = LM_PAYS_DOLLARS(100), [TWO_PAIR] = LM_PAYS_DOLLARS(200)
#define METER(which) LM_PAYS_METER(100, which)

const lm_wager lm_wager_super4 = {
    .id        = "super4",
    .title     = "Super 4 Progressive",
    .spot      = "SUPER 4",
    .clause    = "MBJ-19",
    .main_rule = "MBJ-19(j).3",
    .limits    = "MBJ-19(j).3",
    .deck_rule = "MBJ-19(j).2",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_WITH_MAIN,                     /* both dealer cards must be known */
    .needs     = LM_NEEDS_SECOND,
    .decks     = LM_DECK(1) | LM_DECK(2) | LM_DECK(4) | LM_DECK(6) | LM_DECK(8),
    .stake_rule = LM_RULE_super4_stake,            /* C-79 */
    .others    = LM_OTHER_BETTORS,                 /* MBJ-19(n).2 */
    .others_title = "envy",
    .must_hit  = { LM_RULE_super4_musthit, { 0, 250, 100, 100 }, { 0, 1000, 500, 200 }, { 0, 500, 500, 200 }, /* 19(m).3 */
                   "MBJ-19(m).1", "MBJ-19(m).2" },
    .bars      = { { "MBJ-19(j).1", "@aces" } },
    .reading   = "C-78 C-79 C-80",
    .lit       = true,
    .start_rule = "MBJ-19(b).3",
    .end_rule  = "MBJ-19(m).1",
    .reads     = LM_READS_FIRST | LM_READS_UP | LM_READS_BLACKJACK_CARDS,
    .classify  = classify,
    .outcomes  = { "no blackjack, no ace up", "ace up, no blackjack", "any other four cards", "pair", "one colour",
                   "two pair", "flush", "straight", "three of a kind", "A-K-Q-J of one suit",
                   "A-K-Q-J of the chosen suit" },
    .paytables = {
        { "1", "MBJ-19(k).2", LM_EXACT,
          { FIXED, [FLUSH] = LM_PAYS_DOLLARS(250), [STRAIGHT] = LM_PAYS_DOLLARS(750), [TRIPS] = METER(HEART),
            [ROYAL] = METER(SPADE), [ROYAL_CHOSEN] = METER(STAR) } },
        { "2", "MBJ-19(k).3", LM_EXACT,
          { FIXED, [FLUSH] = LM_PAYS_DOLLARS(250), [STRAIGHT] = METER(DIAMOND), [TRIPS] = METER(HEART),
            [ROYAL] = METER(SPADE), [ROYAL_CHOSEN] = METER(STAR) } },
        { "3", "MBJ-19(k).4", LM_EXACT,
          { FIXED, [FLUSH] = METER(CLUB), [STRAIGHT] = METER(DIAMOND), [TRIPS] = METER(HEART),
            [ROYAL] = METER(SPADE), [ROYAL_CHOSEN] = METER(STAR) } },
        { "N", "MBJ-19(n).1", LM_EXACT,
          { FIXED, [FLUSH] = LM_PAYS_DOLLARS(300), [STRAIGHT] = LM_PAYS_DOLLARS(400), [TRIPS] = LM_PAYS_DOLLARS(750),
            [ROYAL] = LM_PAYS_PERCENT(10), [ROYAL_CHOSEN] = LM_PAYS_PERCENT(100) },
          .decks = LM_DECK(8), .others_dollars = { [ROYAL] = 1000, [ROYAL_CHOSEN] = 3000 } },
    },
};
