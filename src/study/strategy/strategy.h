/* strategy.h - a chart as rows and cells that a person reads, for every format alike. */
#ifndef LAMMER_STUDY_STRATEGY_H
#define LAMMER_STUDY_STRATEGY_H

#include "study.h"

typedef enum { ROWS_HARD, ROWS_SOFT, ROWS_PAIRS, ROW_KINDS } row_kind;

/* What to do in one cell. A pair that is played by its total shows what the total says. */
typedef struct {
    lm_play first, otherwise; /* NONE: cannot happen */
    bool free;                /* the house pays for the double or the split */
} advice;

enum { CODE = 8 };

/* One cell as H, S, D, Ds, P, Rh, Rs, Rp; a star where it is free; a dash where it cannot happen. */
void advice_code(advice a, char code[CODE]);
advice chart_advice(const lm_chart *chart, const lm_rules *rules, lm_staked staked, row_kind kind, int row, int column);

/* The cell as the chart keeps it: a dash for a pair that is played by its total, no stars. For JSON. */
void chart_raw_code(const lm_chart *chart, lm_staked staked, row_kind kind, int row, int column, char code[CODE]);

/* Rows of a kind, in the order of printing; `last` is the end of a run of rows that are alike, as in
 * "17-20". */
typedef struct {
    row_kind kind;
    int first, last;
    char label[24];
} chart_row;
enum { CHART_ROWS = 40 };
int chart_rows(const lm_chart *chart, const lm_rules *rules, lm_staked staked, row_kind kind, bool joined,
               chart_row rows[CHART_ROWS]);
const char *row_kind_word(row_kind kind);  /* hard, soft, pairs */
const char *row_kind_title(row_kind kind); /* Hard totals, ... */

/* "2" ... "A"; with an open hole card the dealer's totals, "s17" for a soft one. */
void column_label(const lm_chart *chart, int column, char label[CODE]);
const char *staked_word(lm_staked staked);  /* real, free */
const char *staked_title(lm_staked staked); /* Hands with chips, ... */

/* The meaning of every code, in the order of a legend; only those with `used` set are shown. */
typedef struct {
    const char *code, *means;
    bool used;
} legend_row;
enum { LEGEND = 16 };
int chart_legend(const lm_chart *chart, const lm_rules *rules, unsigned stakes, legend_row rows[LEGEND]);

/* A hand that the optimum plays otherwise than the chart. */
typedef struct {
    lm_held held;
    int column;
    lm_play best, chart;
    double gain;        /* of that decision */
    double probability; /* two cards: of being dealt; otherwise 0 */
    int found;          /* its place among those found, which is kept where gains are equal */
} exception;
typedef struct {
    exception *item;
    int n;
} exceptions;

/* Hands of up to three cards that the optimum comes to, largest gain first. False after an error was
 * printed. */
bool find_exceptions(exceptions *list, lm_study *s, unsigned stakes);
void exception_words(const exception *e, char *text, size_t size); /* "10,2" */

/* Which stakes are asked for, as a bit set of lm_staked. */
typedef struct {
    lm_study *study;
    const lm_chart *chart;
    unsigned stakes;
    double house_edge; /* of the chart */
    bool with_exceptions, colour;
    exceptions exceptions;
} strategy;

/* False: it was said why. Free it in any case. */
bool strategy_find(strategy *y, lm_study *s, const lm_ask *ask);
void strategy_free(strategy *y);

void strategy_write(const strategy *y, lm_ask_format format, lm_text *out);
void strategy_svg(const strategy *y, lm_text *out);

#endif
