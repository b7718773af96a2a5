/* report.h - the data of a report, and the sections of its page. */
#ifndef LAMMER_STUDY_REPORT_H
#define LAMMER_STUDY_REPORT_H

#include "draw.h"

typedef struct {
    lm_study *study;
    asked wagers;
    strategy strategy;
    class_edges classes;
    const char *date; /* NULL: not dated */
} report;

void report_page(const report *r, lm_text *out);

/* Sections; each writes its heading. */
void report_rules(const report *r, lm_text *out);
void report_main(const report *r, lm_text *out);
void report_hands(const report *r, lm_text *out);
void report_wagers(const report *r, lm_text *out);
void report_comparison(const report *r, lm_text *out);

#endif
