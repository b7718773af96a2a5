/* hands.c - see hands.h. */
#include "hands.h"

#include <string.h>

#include "lammer/card.h"

static void set_score(hand_table *t, int h, int sum)
{
    lm_score score = lm_score_of(sum, t->count[h][1] > 0);
    t->total[h] = score.total;
    t->soft[h] = score.soft;
}

/* Hands of one sum, with cards in falling order of value, so that each is made once. */
static void add_hands(hand_table *t, const int *most, uint8_t *count, int value, int left, int sum)
{
    if (left == 0) {
        memcpy(t->count[t->n], count, 11);
        t->key[t->n] = 0;
        for (int v = 1; v <= 10; v++)
            t->key[t->n] |= (uint64_t)count[v] << (6 * (v - 1));
        set_score(t, t->n, sum);
        t->n++;
        return;
    }
    if (value == 0) return;
    for (int k = 0; k * value <= left && k <= most[value]; k++) {
        count[value] = (uint8_t)k;
        count[0] = (uint8_t)(count[0] + k);
        add_hands(t, most, count, value - 1, left - k * value, sum);
        count[0] = (uint8_t)(count[0] - k);
    }
    count[value] = 0;
}

/* Finds a hand by its key, with a search among the hands of its sum: their keys rise. */
static hand_id find_key(const hand_table *t, uint64_t key, int from, int to)
{
    while (from < to) {
        int middle = (from + to) / 2;
        if (t->key[middle] == key) return (hand_id)middle;
        if (t->key[middle] < key)
            from = middle + 1;
        else
            to = middle;
    }
    return HAND_NONE;
}

void hands_make(hand_table *t, const int *most)
{
    enum { LARGEST = 22 };
    int begin[LARGEST + 2];
    uint8_t count[11] = { 0 };
    t->n = 0;
    for (int sum = 0; sum <= LARGEST; sum++) {
        begin[sum] = t->n;
        if (sum == LARGEST) t->over = t->n;
        add_hands(t, most, count, 10, sum, sum);
    }
    begin[LARGEST + 1] = t->n;
    int sum = 0;
    for (int h = 0; h < t->n; h++) {
        while (h >= begin[sum + 1])
            sum++;
        for (int v = 1; v <= 10; v++) {
            uint64_t key = t->key[h] + ((uint64_t)1 << (6 * (v - 1)));
            bool kept = sum + v <= LARGEST && t->count[h][v] < most[v];
            t->plus[h][v] = kept ? find_key(t, key, begin[sum + v], begin[sum + v + 1]) : HAND_NONE;
            if (kept) t->minus[t->plus[h][v]][v] = (hand_id)h;
        }
    }
}

hand_id hands_find(const hand_table *t, const uint8_t *values, int n)
{
    hand_id h = HAND_EMPTY;
    for (int i = 0; i < n && h != HAND_NONE; i++)
        h = values[i] >= 1 && values[i] <= 10 ? t->plus[h][values[i]] : HAND_NONE;
    return h;
}

hand_id hands_one(const hand_table *t, int value)
{
    return t->plus[HAND_EMPTY][value];
}

hand_id hands_pair(const hand_table *t, int value)
{
    hand_id one = hands_one(t, value);
    return one == HAND_NONE ? HAND_NONE : t->plus[one][value];
}

int hands_pair_value(const hand_table *t, hand_id h)
{
    for (int v = 1; v <= 10 && t->count[h][0] == 2; v++) {
        if (t->count[h][v] == 2) return v;
    }
    return 0;
}
