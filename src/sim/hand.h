/* hand.h - a hand by the sum of its cards with aces at 1. */
#ifndef LAMMER_SIM_HAND_H
#define LAMMER_SIM_HAND_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint8_t sum;
    bool ace;
} hand_sum;

static inline hand_sum hand_with(hand_sum hand, int value)
{
    return (hand_sum){ (uint8_t)(hand.sum + value), hand.ace || value == 1 };
}

static inline hand_sum hand_of_two(int a, int b)
{
    return hand_with(hand_with((hand_sum){ 0 }, a), b);
}

static inline bool hand_is_soft(hand_sum hand)
{
    return hand.ace && hand.sum < 12;
}

static inline int hand_total(hand_sum hand)
{
    return hand.sum + (hand_is_soft(hand) ? 10 : 0);
}

/* The row of lammer/chart.h for its total. */
static inline int hand_row(hand_sum hand)
{
    return hand.sum + (hand_is_soft(hand) ? 20 : 0);
}

#endif
