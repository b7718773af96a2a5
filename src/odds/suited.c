/* suited.c - suited 6-7-8 (MBJ-3(e)(1)), the only part of the main game that depends on suits.
 *
 * Given the values, suits of cards of different values are independent, so only the numbers of 6s, 7s and 8s of each
 * suit matter. A decision may depend on two cards being of one suit, but not on which suit. */
#include "game.h"

int suited_place(const hand_table *hands, hand_id h)
{
    const uint8_t *count = hands->count[h];
    if (count[0] != 2) return -1;
    if (count[6] && count[7]) return 0;
    if (count[6] && count[8]) return 1;
    return count[7] && count[8] ? 2 : -1;
}

bool is_678(const hand_table *hands, hand_id h)
{
    const uint8_t *count = hands->count[h];
    return count[0] == 3 && count[6] == 1 && count[7] == 1 && count[8] == 1;
}

/* The chance that cards of these values are of one suit, given the suits of the dealer's cards. */
static double all_of_one_suit(const lm_game *g, const column *c, const int *values, int n, int up_suit, int second_suit)
{
    double sum = 0;
    for (int s = 0; s < 4; s++) {
        double chance = 1;
        for (int i = 0; i < n; i++) {
            double copies = g->census.copies[lm_card_make(values[i] - 1, s)];
            if (c->seen.up == values[i] && up_suit == s) copies--;
            if (c->seen.second == values[i] && second_suit == s) copies--;
            chance *= c->left[values[i]] > 0 ? copies / c->left[values[i]] : 0;
        }
        sum += chance;
    }
    return sum;
}

/* The chance that a dealer's card of this value is of this suit. A suit matters only for 6, 7 and 8. */
static double chance_of_suit(const lm_game *g, int value, int suit, int less, int less_suit)
{
    if (value < 6 || value > 8) return suit == 0;
    double copies = g->census.copies[lm_card_make(value - 1, suit)] - (less == value && less_suit == suit);
    return copies / (g->cards[value] - (less == value));
}

static double mean_of_one_suit(const lm_game *g, const column *c, const int *values, int n)
{
    double mean = 0;
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            double chance =
                chance_of_suit(g, c->seen.up, a, 0, 0) * chance_of_suit(g, c->seen.second, b, c->seen.up, a);
            if (chance > 0) mean += chance * all_of_one_suit(g, c, values, n, a, b);
        }
    }
    return mean;
}

suited_chance column_suited(const lm_game *g, const column *c, hand_id h)
{
    static const int all[3] = { 6, 7, 8 }, two[3][2] = { { 6, 7 }, { 6, 8 }, { 7, 8 } };
    int place = g->rules.bonus_678 ? suited_place(&g->hands, h) : -1;
    if (place < 0) return (suited_chance){ 0, 0 };
    return (suited_chance){ mean_of_one_suit(g, c, two[place], 2), mean_of_one_suit(g, c, all, 3) };
}
