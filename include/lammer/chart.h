/* chart.h - a strategy that a person can print: what to do with a total against what the dealer shows.
 *
 * Only data and the functions that read it; the analyser or a file supplies the chart. */
#ifndef LAMMER_CHART_H
#define LAMMER_CHART_H

#include <stdbool.h>
#include <stdint.h>

#include "lammer/card.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a player may do with a hand. */
typedef enum {
    LM_PLAY_STAND,
    LM_PLAY_HIT,
    LM_PLAY_DOUBLE, /* free where the rules make it free */
    LM_PLAY_SPLIT,  /* likewise */
    LM_PLAY_SURRENDER,
    LM_PLAYS,
    LM_PLAY_NONE = LM_PLAYS,
} lm_play;

/* Whether chips or a lammer are staked on a hand. */
typedef enum { LM_STAKED_CHIPS, LM_STAKED_LAMMER, LM_STAKES } lm_staked;

/* A hand by the values of its cards, 1 (ace) to 10. */
typedef struct {
    uint8_t n;
    uint8_t value[22];
    lm_staked staked;
    bool suited;      /* all of one suit: a suited 6-7-8 may pay more */
    bool split_costs; /* a split of this pair takes chips, because the house pays for no further one */
} lm_held;

/* A hand is one of `hands` that the split of a pair of this value has made so far; value 0: it is not split. */
typedef struct {
    uint8_t value, hands;
} lm_after;

/* The rows of a chart: the player's total or pair. */
enum {
    LM_ROW_HARD = 0,       /* + total 4..21 */
    LM_ROW_SOFT = 22 - 12, /* + total 12..21 */
    LM_ROW_PAIR = 32 - 1,  /* + card value 1..10 */
    LM_ROWS = 42,
    LM_CHART_COLUMNS = 40,
};

/* The player plays `first` if it is allowed, else `otherwise`, which is STAND or HIT (doubling may not be allowed with
 * three cards or after a split). In a pair row both are SPLIT, SURRENDER or NONE; NONE means that the row of the pair's
 * total decides. SPLIT or else NONE is a split only while the house pays for it. */
typedef struct {
    uint8_t first, otherwise;
} lm_advice;

/* Hands that a chart plays differently from their cell: the hand with `count[v - 1]` cards of each value v or, if
 * `least` is not 0, hands of `row` (a total) with `least` cards or more. */
typedef struct {
    uint8_t staked, column, row, least;
    lm_advice advice;
    uint8_t count[10];
} lm_exception;
enum { LM_EXCEPTIONS = 512 };

/* Columns 0 to 9 are the up cards 2 to 10 and the ace. With an open hole card (`open`) column h - 4 is the
 * dealer's hard total h (4 to 20), column 17 + s - 12 the dealer's soft total s (12 to 20). Of several exceptions that
 * fit a hand the first applies. */
typedef struct {
    bool open;
    uint16_t exceptions;
    lm_advice cell[LM_STAKES][LM_ROWS][LM_CHART_COLUMNS];
    lm_exception exception[LM_EXCEPTIONS];
} lm_chart;

lm_score lm_held_score(const lm_held *held);

int lm_chart_columns(const lm_chart *chart);

/* The column of an up card by its value, with `second` 0; or the column of two open cards. */
int lm_chart_column(const lm_chart *chart, int up, int second);

/* The exception for a hand of these counts against a column, or NULL. `alone`: one that names the hand; otherwise one for
 * its row and number of cards. */
const lm_exception *lm_chart_exception(const lm_chart *chart, int column, lm_staked staked, const uint8_t count[10],
                                       bool alone);

/* The play that the chart advises. `allowed` has bit 1 << play for each legal play; the result is one of these plays. A
 * total of 21 stands. */
lm_play lm_chart_choice(const lm_chart *chart, int column, const lm_held *held, unsigned allowed);

/* A hand by what the cells of a chart depend on. */
typedef struct {
    lm_score score;
    uint8_t n;    /* cards */
    uint8_t pair; /* the value of two equal cards, or 0 */
    bool split_costs;
    lm_staked staked;
} lm_in_cell;

/* The same for a chart without exceptions. */
lm_play lm_chart_cell_choice(const lm_chart *chart, int column, const lm_in_cell *hand, unsigned allowed);

#ifdef __cplusplus
}
#endif

#endif
