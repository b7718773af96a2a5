/* charts.h - charts for tests: good enough to play by, not meant to be the best. */
#ifndef LAMMER_TEST_SIM_CHARTS_H
#define LAMMER_TEST_SIM_CHARTS_H

#include <string.h>

#include "lammer/chart.h"
#include "lammer/rules.h"

/* Rows of ten columns, up cards 2 to 10 and ace. Capitals: D double or hit, d double or stand, R surrender or hit. */
static const char *const test_hard[22] = {
    [4] = "HHHHHHHHHH",  [5] = "HHHHHHHHHH",  [6] = "HHHHHHHHHH",  [7] = "HHHHHHHHHH",  [8] = "HHHHHHHHHH",
    [9] = "HDDDDHHHHH",  [10] = "DDDDDDDDHH", [11] = "DDDDDDDDDD", [12] = "HHSSSHHHHH", [13] = "SSSSSHHHHH",
    [14] = "SSSSSHHHHH", [15] = "SSSSSHHHRH", [16] = "SSSSSHHRRR", [17] = "SSSSSSSSSS", [18] = "SSSSSSSSSS",
    [19] = "SSSSSSSSSS", [20] = "SSSSSSSSSS", [21] = "SSSSSSSSSS",
};
static const char *const test_soft[22] = {
    [12] = "HHHHHHHHHH", [13] = "HHHDDHHHHH", [14] = "HHHDDHHHHH", [15] = "HHDDDHHHHH", [16] = "HHDDDHHHHH",
    [17] = "HDDDDHHHHH", [18] = "SddddSSHHH", [19] = "SSSSSSSSSS", [20] = "SSSSSSSSSS", [21] = "SSSSSSSSSS",
};
static const char *const test_pair[11] = {
    [1] = "PPPPPPPPPP", [2] = "PPPPPP----", [3] = "PPPPPP----", [4] = "---PP-----", [5] = "----------",
    [6] = "PPPPP-----", [7] = "PPPPPP----", [8] = "PPPPPPPPPP", [9] = "PPPPP-PP--", [10] = "----------",
};
/* Free Bet: everything but tens and fives splits, 9 to 11 double free. */
static const char *const test_free_pair[11] = {
    [1] = "PPPPPPPPPP", [2] = "PPPPPPPPPP", [3] = "PPPPPPPPPP", [4] = "PPPPPPPPPP", [5] = "----------",
    [6] = "PPPPPPPPPP", [7] = "PPPPPPPPPP", [8] = "PPPPPPPPPP", [9] = "PPPPPPPPPP", [10] = "----------",
};

static inline lm_advice test_advice(char letter)
{
    switch (letter) {
    case 'H': return (lm_advice){ LM_PLAY_HIT, LM_PLAY_HIT };
    case 'S': return (lm_advice){ LM_PLAY_STAND, LM_PLAY_STAND };
    case 'D': return (lm_advice){ LM_PLAY_DOUBLE, LM_PLAY_HIT };
    case 'd': return (lm_advice){ LM_PLAY_DOUBLE, LM_PLAY_STAND };
    case 'R': return (lm_advice){ LM_PLAY_SURRENDER, LM_PLAY_HIT };
    case 'P': return (lm_advice){ LM_PLAY_SPLIT, LM_PLAY_SPLIT };
    default: return (lm_advice){ LM_PLAY_NONE, LM_PLAY_NONE };
    }
}

/* Where the hole card is open the columns are totals of the dealer; each is played like some up card. */
static inline int test_letter(bool open, int column)
{
    if (!open) return column;
    if (column >= 17) return 9;                     /* soft: an ace */
    return column + 4 <= 11 ? 8 : (column + 4) % 8; /* any mixture will do */
}

static inline void test_chart(lm_chart *chart, const lm_rules *rules)
{
    bool free_bet = lm_is_free_bet(rules);
    memset(chart, 0, sizeof *chart);
    chart->open = rules->hole_card == LM_HOLE_FACE_UP;
    for (int staked = 0; staked < LM_STAKES; staked++) {
        for (int column = 0; column < lm_chart_columns(chart); column++) {
            int letter = test_letter(chart->open, column);
            lm_advice(*cell)[LM_CHART_COLUMNS] = chart->cell[staked];
            for (int total = 4; total <= 21; total++) {
                bool all_double = free_bet && total >= 9 && total <= 11;
                cell[LM_ROW_HARD + total][column] = test_advice(all_double ? 'D' : test_hard[total][letter]);
                if (total >= 12) cell[LM_ROW_SOFT + total][column] = test_advice(test_soft[total][letter]);
            }
            for (int value = 1; value <= 10; value++)
                cell[LM_ROW_PAIR + value][column] = test_advice((free_bet ? test_free_pair : test_pair)[value][letter]);
        }
    }
}

/* --- charts by chance --------------------------------------------------------------------------------------- */

static inline uint32_t test_below(uint64_t *state, uint32_t bound)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) * bound >> 31);
}

static inline lm_advice test_any_total(uint64_t *state, uint32_t hits)
{
    static const uint8_t firsts[] = { LM_PLAY_STAND, LM_PLAY_HIT, LM_PLAY_DOUBLE, LM_PLAY_SURRENDER };
    uint8_t otherwise = test_below(state, 4) < hits ? LM_PLAY_HIT : LM_PLAY_STAND;
    uint32_t kind = test_below(state, 6);
    return (lm_advice){ kind < 4 ? firsts[kind] : otherwise, otherwise };
}

static inline lm_advice test_any_pair(uint64_t *state)
{
    static const uint8_t plays[] = { LM_PLAY_SPLIT, LM_PLAY_SPLIT, LM_PLAY_SPLIT, LM_PLAY_SURRENDER, LM_PLAY_NONE };
    uint8_t first = plays[test_below(state, 5)], otherwise = plays[test_below(state, 5)];
    /* a split that would be declined for chips is scalar's alone */
    return (lm_advice){ first, otherwise == LM_PLAY_NONE ? first : otherwise };
}

/* Every cell at random; about `hits` of four answers to a third card are hits. */
static inline void test_any_chart(lm_chart *chart, uint64_t seed, uint32_t hits)
{
    memset(chart, 0, sizeof *chart);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        for (int column = 0; column < 10; column++) {
            for (int row = 0; row < LM_ROWS; row++)
                chart->cell[staked][row][column] =
                    row > LM_ROW_PAIR ? test_any_pair(&seed) : test_any_total(&seed, hits);
        }
    }
}

/* Makes a chart by chance one for an open hole card, whose columns are totals. */
static inline void test_open_any_chart(lm_chart *chart)
{
    chart->open = true;
    for (int column = 10; column < lm_chart_columns(chart); column++) {
        for (int staked = 0; staked < LM_STAKES; staked++) {
            for (int row = 0; row < LM_ROWS; row++)
                chart->cell[staked][row][column] = chart->cell[staked][(row * 7 + column) % 10 + 10][column % 10];
            for (int row = LM_ROW_PAIR + 1; row < LM_ROWS; row++)
                chart->cell[staked][row][column] = chart->cell[staked][row][column % 10];
        }
    }
}

#endif
