/* sets.c - see sets.h. */
#include "several/sets.h"

#ifndef ODDS_EXACT

#include <assert.h>
#include <string.h>

/* A digit for each value: its base is one more than the most cards of it that a set can have. */
static const int digit[11] = { 0, 1, 41, 1, 14, 154, 1, 7, 42, 252, 1260 };

static card_key card_of(int value)
{
    return (card_key)1 << (6 * (value - 1));
}

static set_code code_of_card(int value)
{
    const set_code weight = (set_code)value, group = (set_code)digit[value];
    if (value <= 2) return weight << CODE_WEIGHT | group;
    if (value <= 5) return weight << CODE_WEIGHT | group << CODE_MIDDLE;
    return weight << CODE_WEIGHT | weight << CODE_HIGH_WEIGHT | group << CODE_HIGH;
}

set_code sets_code(card_key cards)
{
    set_code code = 0;
    for (int v = 1; v <= 10; v++)
        code += code_of_card(v) * (set_code)key_count(cards, v);
    return code;
}

static void count_sets(set_numbers *sets)
{
    memset(sets->parted, 0, sizeof sets->parted);
    sets->first[0] = 0;
    for (int weight = 0; weight <= SETS_HEAVIEST; weight++) {
        sets->parted[1][weight] = 1;
        for (int v = 2; v <= 10; v++)
            sets->parted[v][weight] = sets->parted[v - 1][weight] + (weight < v ? 0 : sets->parted[v][weight - v]);
        sets->first[weight + 1] = sets->first[weight] + sets->parted[10][weight];
    }
    assert(sets->first[SETS_HEAVIEST + 1] == SETS);
}

/* Sets of one weight are ordered by their number of tens, then of nines, and so on. Returns the sets that come before by
 * the digits of `part` for the values from `from` down to `to`, where cards of the weight `left` are still to come. */
static int come_before(const set_numbers *sets, int part, int from, int to, int left)
{
    int number = 0;
    for (int v = from; v >= to; v--) {
        for (; part >= digit[v]; part -= digit[v], left -= v) {
            if (left < v) return 0; /* not a set of this weight */
            if (v > 1) number += sets->parted[v - 1][left];
        }
    }
    return number;
}

static void tabulate(set_numbers *sets)
{
    for (int part = 0; part < SETS_LOW; part++) {
        int weight = part % 41 + part / 41 * 2;
        sets->low[part] = weight > SETS_HEAVIEST ? 0 : come_before(sets, part, 2, 1, weight);
    }
    for (int weight = 0; weight <= SETS_HEAVIEST; weight++) {
        for (int part = 0; part < SETS_MIDDLE; part++)
            sets->middle[part][weight] = come_before(sets, part, 5, 3, weight);
        for (int part = 0; part < SETS_HIGH; part++)
            sets->high[part][weight] = sets->first[weight] + come_before(sets, part, 10, 6, weight);
    }
}

/* A set of a weight is a lighter set and one card more, so the lighter ones are known when it is met. */
static void list_sets(set_numbers *sets)
{
    sets->set[0] = 0;
    sets->cards[0] = 0;
    for (int weight = 0; weight < SETS_HEAVIEST; weight++) {
        for (int i = sets->first[weight]; i < sets->first[weight + 1]; i++) {
            const set_code code = sets_code(sets->set[i]);
            for (int v = 1; v <= 10 && weight + v <= SETS_HEAVIEST; v++) {
                int at = sets_find(sets, code + code_of_card(v));
                sets->set[at] = sets->set[i] + card_of(v);
                sets->cards[at] = (uint8_t)(sets->cards[i] + 1);
            }
        }
    }
}

static void list_runs(set_numbers *sets)
{
    int n = 0;
    for (int v = 1; v <= 10; v++) {
        sets->from[v] = n;
        for (int i = 0; i < sets->first[SETS_HEAVIEST - v + 1]; i++) {
            if (key_count(sets->set[i], v)) continue;
            int length = n++;
            for (set_code code = sets_code(sets->set[i]); code_weight(code) <= SETS_HEAVIEST; code += code_of_card(v)) {
                assert(n < SETS_RUNS + 1);
                sets->run[n++] = sets_find(sets, code);
            }
            sets->run[length] = n - length - 1;
        }
    }
    sets->from[11] = n;
    assert(n == SETS_RUNS);
}

void sets_number(set_numbers *sets)
{
    if (sets->ready) return;
    count_sets(sets);
    tabulate(sets);
    list_sets(sets);
    list_runs(sets);
    sets->ready = true;
}

#endif
