/* terms.h - the terms on which a hand is played: what may be doubled, what an ending pays.
 *
 * The one place where the analyser reads rules about money. Payoffs are in tenths of the initial wager. */
#ifndef LM_ODDS_TERMS_H
#define LM_ODDS_TERMS_H

#include "dealer.h"
#include "lammer/chart.h"
#include "lammer/rules.h"

/* What stakes a hand: its own chips; chips or a lammer added by a double; a lammer instead of chips. */
typedef enum {
    BACKED_CHIPS,
    BACKED_LAMMER,
    BACKED_CHIPS_PAID,
    BACKED_CHIPS_FREE,
    BACKED_LAMMER_PAID,
    BACKED_LAMMER_FREE,
    BACKINGS,
    NOT_BACKED = BACKINGS
} backing;

typedef struct {
    uint8_t chips, added, lammers;
} backing_parts;
extern const backing_parts backing_table[BACKINGS];

enum { TENTHS = 10 };

static inline backing backing_of(lm_staked staked)
{
    return staked == LM_STAKED_CHIPS ? BACKED_CHIPS : BACKED_LAMMER;
}

/* What the rules say of a hand, made once for all hands of a game. */
typedef struct {
    bool finished;                 /* terms_finished */
    uint8_t doubled[LM_STAKES][2]; /* terms_double, of an unsplit hand and after a split */
    int16_t win[BACKINGS];         /* terms_win with the hand's odds */
    int8_t result[END_BLACKJACK];  /* terms_result of a hand that is not a 21 of two split cards */
} hand_terms;
void terms_list(const lm_rules *rules, const hand_table *hands, hand_terms *terms);

/* How a double of this hand would be backed, or NOT_BACKED where it is not allowed. */
backing terms_double(const lm_rules *rules, const hand_table *hands, hand_id hand, lm_staked staked, bool split);

/* Tenths that a chip of the wager wins with this hand: more than 10 for the bonus odds of MBJ-3(e). */
int terms_odds(const lm_rules *rules, const hand_table *hands, hand_id hand);
enum { ODDS_SPECIAL = 20 }; /* of a suited 6-7-8 and of the designated blackjack */

int terms_win(const lm_rules *rules, backing backed, int odds);
static inline int terms_loss(backing backed)
{
    return -TENTHS * (backing_table[backed].chips + backing_table[backed].added);
}

/* Whether nothing is left to decide: 21, or five cards that win at once. */
bool terms_finished(const lm_rules *rules, const hand_table *hands, hand_id hand);

/* The result of a hand within 21 against an end of the dealer: 1, 0 or -1. END_BLACKJACK is a loss. */
int terms_result(const lm_rules *rules, const hand_table *hands, hand_id hand, bool two_card_21, dealer_end end);

/* Whether the house pays for a split of this value when `free_splits` have been given already. */
bool terms_free_split(const lm_rules *rules, int value, int free_splits);

/* Whether hands of a split pair of this value, aces, get only one card each. */
bool terms_one_card(const lm_rules *rules, int value);

/* Hands that a pair of this value may become. */
int terms_most_hands(const lm_rules *rules, int value);

/* Splits made before a hand with this stake exists: a lammer stakes only a hand that a free split made. */
static inline int terms_splits_before(lm_staked staked)
{
    return staked == LM_STAKED_LAMMER;
}

/* Whether a pair of this value may be split when its hand has this stake. */
bool terms_split(const lm_rules *rules, int value, lm_staked staked);

/* Tenths that a blackjack wins. */
int terms_blackjack(const lm_rules *rules);

/* Whether players draw only once a reader, or the open card, has excluded a dealer blackjack. */
bool terms_peek(const lm_rules *rules);

/* Whether a late dealer blackjack takes every wager, doubles and splits as well. No document has it. */
bool terms_takes_all(const lm_rules *rules);

/* Whether two cards may be surrendered against this up card: never against an open hole card (MBJ-6(k)(3)). */
bool terms_surrender(const lm_rules *rules, int up);

/* Whether half is kept even from a dealer blackjack. */
bool terms_surrender_early(const lm_rules *rules, int up);

/* Whether the card of a double lies face down until settlement. Where the player may choose, it is priced as face
 * up. */
bool terms_doubled_unseen(const lm_rules *rules);

/* Whether a blackjack may take even money before the dealer's second card is known. */
bool terms_even_money(const lm_rules *rules);

#endif
