/* draw.h - pieces of HTML and SVG: charts as tables and drawings, bars, text that is safe to print.
 *
 * Every colour has a different lightness and every cell its letters, so that nothing is lost on a black
 * and white printer or to somebody who does not see colours. */
#ifndef LAMMER_STUDY_DRAW_H
#define LAMMER_STUDY_DRAW_H

#include "out.h"
#include "strategy/strategy.h"

/* The style of every page; a page's head up to and with <body>. */
void draw_page_begin(lm_text *out, const char *title);
void draw_page_end(lm_text *out);

/* One of the charts as HTML tables: hard, soft, pairs. */
void draw_chart_tables(lm_text *out, const lm_chart *chart, const lm_rules *rules, lm_staked staked);
void draw_legend(lm_text *out, const lm_chart *chart, const lm_rules *rules, unsigned stakes);

/* Hands that are better played otherwise than the chart says, the `most` costliest. */
void draw_exceptions(lm_text *out, const strategy *y, int most);

/* Class in HTML, colour in SVG. */
const char *draw_class(advice a);
const char *draw_fill(advice a);

/* Horizontal bars with their labels and values, for values from 0 on. On a logarithmic scale bars tell
 * powers of ten below 1. `desc` says what is seen, for somebody who does not see it. */
typedef struct {
    char label[64];
    double value;
    char text[32];
} bar;
void draw_bars(lm_text *out, const char *title, const char *desc, const bar *bars, int n, bool logarithmic);

#endif
