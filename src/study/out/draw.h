/* draw.h - pieces of HTML and SVG: charts as tables and drawings, bars, text that is safe to print.
 *
 * Every colour has a different lightness and every cell its letters, so that a chart can be read in black and white. */
#ifndef LAMMER_STUDY_DRAW_H
#define LAMMER_STUDY_DRAW_H

#include "out.h"
#include "strategy/strategy.h"

/* The head of a page, up to and including <body>. Its style is a file of this folder: "report", "notice". */
void draw_page_begin(lm_text *out, const char *title, const char *style);
void draw_page_end(lm_text *out);

/* A table and its rows. Columns and cells are separated by tabs, and a row must have as many cells as the table has
 * columns; a cell that begins with # is a number, with [ a clause. `class` and `caption` may be "". Inserted text is
 * escaped. */
void draw_table_begin(lm_text *out, const char *class, const char *caption, const char *columns);
void draw_row(lm_text *out, const char *cells, ...) __attribute__((format(printf, 2, 3)));
void draw_table_end(lm_text *out);

/* The charts that are asked for as HTML tables (hard, soft, pairs), with their legend. */
void draw_charts(lm_text *out, const strategy *y);

/* Hands that are better played differently from the chart, the `most` costliest. */
void draw_exceptions(lm_text *out, const strategy *y, int most);

/* Hands that a class of play after a split plays otherwise. */
void draw_class_plays(lm_text *out, const strategy *y);

/* Class in HTML, colour in SVG. */
const char *draw_class(advice a);
const char *draw_fill(advice a);

/* Horizontal bars with labels, for values that are not negative. On a logarithmic scale, where values are at most 1,
 * the length of a bar shows the power of ten. `desc` is for screen readers. */
typedef struct {
    short_words label;
    double value;
    short_words text;
} bar;

static inline bar bar_of(const char *label, double value, short_words text)
{
    return (bar){ words_of("%s", label), value, text };
}

void draw_bars(lm_text *out, const char *title, const char *desc, const bar *bars, int n, bool logarithmic);

#endif
