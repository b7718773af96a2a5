/* hands.h - all possible hands, by their number of cards of each value.
 *
 * A hand is an index. Hands are sorted by their sum with aces as 1, so a further card always leads to a higher index;
 * hands from `over` on are over 21. Sums above 22 are not needed. */
#ifndef LM_ODDS_HANDS_H
#define LM_ODDS_HANDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    HANDS_MOST = 3900,
    HAND_NONE = 0xffff, /* a sum over 22, or more cards of a value than the shoe has */
    HAND_EMPTY = 0,
};

typedef uint16_t hand_id;

typedef struct {
    int n;                         /* hands */
    int over;                      /* the first hand over 21 */
    uint8_t count[HANDS_MOST][11]; /* cards of value v; [0] all cards */
    uint8_t total[HANDS_MOST];     /* total as counted at the table */
    bool soft[HANDS_MOST];
    hand_id plus[HANDS_MOST][11];  /* the hand with one more card of value v */
    hand_id minus[HANDS_MOST][11]; /* the hand with one card of value v less; not set where it has none */
    uint64_t key[HANDS_MOST];      /* the cards, in six bits a value: see card_key */
} hand_table;

/* Hands that can be made of `most[v]` cards of each value. */
void hands_make(hand_table *hands, const int *most);

/* The hand of these cards, or HAND_NONE. */
hand_id hands_find(const hand_table *hands, const uint8_t *values, int n);

/* The hand of one card of a value, and of two; HAND_NONE where the shoe has too few. */
hand_id hands_one(const hand_table *hands, int value);
hand_id hands_pair(const hand_table *hands, int value);

/* The highest value among the cards of a hand that has some. */
static inline int hands_highest(const hand_table *t, hand_id h)
{
    return (63 - __builtin_clzll(t->key[h])) / 6 + 1;
}

/* The value of a pair; 0 if the hand is not a pair. */
int hands_pair_value(const hand_table *hands, hand_id hand);

#endif
