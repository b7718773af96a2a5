/* cards.h - questions about a few cards that several wagers share. */
#ifndef LAMMER_WAGERS_CARDS_H
#define LAMMER_WAGERS_CARDS_H

#include "lammer/card.h"

static inline bool one_rank(const lm_card *cards, int n)
{
    for (int i = 1; i < n; i++) {
        if (lm_rank(cards[i]) != lm_rank(cards[0])) return false;
    }
    return true;
}

static inline bool one_suit(const lm_card *cards, int n)
{
    for (int i = 1; i < n; i++) {
        if (lm_suit(cards[i]) != lm_suit(cards[0])) return false;
    }
    return true;
}

/* Cards of one suit are also of one colour. */
static inline bool one_colour(const lm_card *cards, int n)
{
    for (int i = 1; i < n; i++) {
        if (lm_is_red(cards[i]) != lm_is_red(cards[0])) return false;
    }
    return true;
}

/* How many cards of a rank come before the first of another. */
static inline int rank_at_front(const lm_card *cards, int n, int rank)
{
    int front = 0;
    while (front < n && lm_rank(cards[front]) == rank)
        front++;
    return front;
}

static inline bool is_pair_of(const lm_card *cards, lm_card card)
{
    return cards[0] == card && cards[1] == card;
}

/* Counts as in blackjack, so that ace-nine is a twenty (C-90). */
static inline bool is_twenty(const lm_card *cards)
{
    return lm_cards_score(cards, 2).total == 20;
}

/* An up card that may make a blackjack. */
static inline bool is_ace_or_ten(lm_card card)
{
    return lm_rank(card) == LM_ACE || lm_rank(card) >= LM_TEN;
}

/* Three consecutive ranks; the ace is high, and low in A-2-3 only (MBJ-28(b)). */
static inline bool is_straight3(const lm_card *cards)
{
    unsigned ranks = 0;
    for (int i = 0; i < 3; i++)
        ranks |= 1u << lm_rank(cards[i]);
    if (ranks & 1u) ranks |= 1u << (LM_KING + 1);
    for (unsigned run = 7; run <= 7u << (LM_KING - 1); run <<= 1) {
        if ((ranks & run) == run) return true;
    }
    return false;
}

/* The three cards of 21+3, TriLux and Super 3, as a poker hand. */
typedef struct {
    bool suited;
    bool trips;
    bool straight;
} three_cards;

static inline three_cards three_cards_of(lm_card first, lm_card second, lm_card up)
{
    lm_card cards[] = { first, second, up };
    return (three_cards){ one_suit(cards, 3), one_rank(cards, 3), is_straight3(cards) };
}

#endif
