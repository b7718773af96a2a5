/* strategy.h - a chart as rows and cells, for every output format. */
#ifndef LAMMER_STUDY_STRATEGY_H
#define LAMMER_STUDY_STRATEGY_H

#include "study.h"

typedef enum { ROWS_HARD, ROWS_SOFT, ROWS_PAIRS, ROW_KINDS } row_kind;

/* What to do in one cell. A pair that is played by its total shows the play of that total. */
typedef struct {
    lm_play first, otherwise; /* NONE: cannot happen */
    bool free;                /* the house pays for the double or the split */
    char code[8];             /* H, S, D, Ds, P, Pf, Rh, Rs, Rp; with a star if free; a dash if it cannot happen */
} advice;

advice chart_cell(const lm_chart *chart, const lm_rules *rules, lm_staked staked, row_kind kind, int row, int column);

/* The cell for JSON: without stars, and a dash for a pair that is played by its total. */
advice chart_raw_cell(const lm_chart *chart, lm_staked staked, row_kind kind, int row, int column);

/* Rows of a kind, in the order of printing. `first` to `last` is a run of equal rows, such as "17-20". */
typedef struct {
    row_kind kind;
    int first, last;
    char label[24];
} chart_row;
enum { CHART_ROWS = 40 };
int chart_rows(const lm_chart *chart, const lm_rules *rules, lm_staked staked, row_kind kind, bool joined,
               chart_row rows[CHART_ROWS]);
void chart_label(chart_row *row);                   /* writes the label: "16", "20-17", "A,7", "8,8" */
extern const char *const row_kind_word[ROW_KINDS];  /* hard, soft, pairs */
extern const char *const row_kind_title[ROW_KINDS]; /* Hard totals, ... */

/* "2" ... "A"; with an open hole card the dealer's total, such as "17", or "s17" if it is soft. */
short_words column_label(const lm_chart *chart, int column);
extern const char *const staked_word[LM_STAKES];  /* real, free */
extern const char *const staked_by[LM_STAKES];    /* chips, a lammer */
extern const char *const staked_title[LM_STAKES]; /* Hands staked by chips, ... */

/* The meaning of every code, in the order of a legend; only those with `used` set are shown. */
typedef struct {
    const char *code, *means;
    bool used;
} legend_row;
enum { LEGEND = 16 };
int chart_legend(const lm_chart *chart, const lm_rules *rules, unsigned stakes, legend_row rows[LEGEND]);

/* A hand that the optimum plays differently from the chart. */
typedef struct {
    lm_held held;
    int column;
    lm_play best, chart;
    double gain;        /* what the better play gains */
    double probability; /* of being dealt, for a hand of two cards; otherwise 0 */
    int found;          /* index in the order of finding, which breaks ties */
} exception;
typedef struct {
    exception *item;
    int n;
} exceptions;

/* Finds the exceptions of up to three cards that good play reaches, the largest gain first. False after telling the ear
 * why. */
bool find_exceptions(exceptions *list, lm_study *s, unsigned stakes);

/* An exception in words: "10,2" against "6". */
typedef struct {
    short_words hand, dealer;
    const char *kind, *chart, *best;
} exception_words;
exception_words exception_told(const exception *e, const lm_study *s);

/* Hands that a class of play after a split plays otherwise than the optimum plays them unsplit. */
typedef struct {
    const char *name; /* of the class; NULL: not asked for */
    double house_edge;
    lm_play_after *item;
    int n;
} class_plays;

/* Such a hand in words: after the split of "2,2", with 3 hands ("any": their number does not matter), "6,2" against "6";
 * the split is "" for a hand that is not split. */
typedef struct {
    short_words split, hands, hand, dealer;
    const char *kind, *unsplit, *best;
} class_words;
class_words class_told(const lm_play_after *e, const lm_study *s);

/* Finds them. False after telling the ear why. */
bool find_class_plays(class_plays *list, lm_study *s, const lm_ask *ask, unsigned stakes);

/* The answer. `stakes` is a bit set of lm_staked: the charts that are asked for. */
typedef struct {
    lm_study *study;
    const lm_chart *chart;
    unsigned stakes;
    double house_edge; /* of the chart */
    bool with_exceptions, colour, card;
    bool simple; /* `chart` has few exceptions, and `best_edge` is the house edge of the best one */
    bool few;    /* `chart` has few different advices, and `best_edge` as above */
    double best_edge;
    lm_chart simple_chart;
    exceptions exceptions;
    class_plays after;
    int many; /* totals that are played differently when they have many cards, the largest gain first */
    lm_many_cards many_cards[LM_MANY_CARDS];
} strategy;

/* Such a total in words: "16", or "s18" if it is soft. */
short_words many_cards_total(const lm_many_cards *many);

/* False after telling the ear why. Call strategy_free in both cases. */
bool strategy_find(strategy *y, lm_study *s, const lm_ask *ask);
void strategy_free(strategy *y);

void strategy_write(const strategy *y, lm_ask_format format, lm_text *out);
void strategy_svg(const strategy *y, lm_text *out);
void strategy_card(const strategy *y, lm_text *out); /* on playing cards, one for each stake */

#endif
