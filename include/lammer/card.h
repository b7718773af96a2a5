/* card.h - a playing card, and what a handful of them is worth.
 *
 * Knows ranks, suits and blackjack counting. Knows nothing of decks, tables or wagers.
 * A card is one byte, rank * 4 + suit, so a sorted deck is 0..51: Ac Ad Ah As 2c ... Ks. */
#ifndef LAMMER_CARD_H
#define LAMMER_CARD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint8_t lm_card;

enum {
    LM_CARDS = 52,
    LM_CARD_DOWN = 52, /* lies on the table face down, unseen */
};

typedef enum { LM_ACE, LM_SEVEN = 6, LM_EIGHT, LM_NINE, LM_TEN, LM_JACK, LM_QUEEN, LM_KING } lm_rank_name;
typedef enum { LM_CLUBS, LM_DIAMONDS, LM_HEARTS, LM_SPADES } lm_suit_name;

static inline int lm_rank(lm_card card)
{
    return card >> 2;
}

static inline int lm_suit(lm_card card)
{
    return card & 3;
}

/* Diamonds and hearts are 1 and 2; the two black suits are 0 and 3. */
static inline bool lm_is_red(lm_card card)
{
    return lm_suit(card) == LM_DIAMONDS || lm_suit(card) == LM_HEARTS;
}

/* The value of a card; an ace counts 1 here: MFB-2(d), MBJ-2(b). */
static inline int lm_card_value(lm_card card)
{
    int count = lm_rank(card) + 1;
    return count < 10 ? count : 10; /* a minimum takes no branch, and no processor predicts a card */
}

static inline lm_card lm_card_make(int rank, int suit)
{
    return (lm_card)(rank * 4 + suit);
}

/* Reads two characters such as "Ah" or "Tc" (rank A23456789TJQK, suit cdhs). False when they are not a card. */
bool lm_card_read(const char *text, lm_card *card);

/* Writes the two characters and a NUL; a face-down card is "??". */
void lm_card_write(lm_card card, char text[3]);

/* The same as a value: lm_card_name(card).text lives as long as the expression that it stands in. */
typedef struct {
    char text[3];
} lm_card_text;

static inline lm_card_text lm_card_name(lm_card card)
{
    lm_card_text name;
    lm_card_write(card, name.text);
    return name;
}

/* A total as it is counted at the table: soft while an ace counts 11. */
typedef struct {
    uint8_t total;
    bool soft;
} lm_score;

/* From the sum with every ace at 1: one ace counts 11 unless that takes the hand over 21 (MFB-2(d)(3)). */
static inline lm_score lm_score_of(int hard_sum, bool has_ace)
{
    bool soft = has_ace && hard_sum + 10 <= 21;
    return (lm_score){ (uint8_t)(soft ? hard_sum + 10 : hard_sum), soft };
}

lm_score lm_cards_score(const lm_card *cards, int n);

static inline bool lm_is_ten(lm_card card)
{
    return lm_rank(card) >= LM_TEN;
}

/* Two cards, an ace and a ten-value card. */
static inline bool lm_two_blackjack(lm_card a, lm_card b)
{
    return (lm_rank(a) == LM_ACE && lm_is_ten(b)) || (lm_rank(b) == LM_ACE && lm_is_ten(a));
}

/* Whether these are two cards, an ace and a ten-value card. The caller knows whether they are the hand's first two. */
bool lm_cards_blackjack(const lm_card *cards, int n);

#ifdef __cplusplus
}
#endif

#endif
