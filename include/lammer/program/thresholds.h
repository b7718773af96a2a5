/* thresholds.h - the sums that a law makes a house report or withhold, by jurisdiction and year.
 *
 * One table (src/words/thresholds.c), with the source of each row: `lammer odds --tax-forms` and the house's lists both
 * read it. It knows table games only; slot machines, bingo, keno and tournaments have other sums. */
#ifndef LAMMER_PROGRAM_THRESHOLDS_H
#define LAMMER_PROGRAM_THRESHOLDS_H

#include <stdbool.h>

#include "lammer/money.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LM_LAW_FORM,     /* winnings of at least this, and of so many times the wager: Form W-2G */
    LM_LAW_WITHHELD, /* winnings above this, and of at least so many times the wager: tax is withheld */
    LM_LAW_BACKUP,   /* a form is due and the winner gives no taxpayer number: tax is withheld */
    LM_LAW_CURRENCY  /* cash in or cash out of one person in a gaming day above this: a currency transaction report */
} lm_law_what;

typedef struct {
    const char *jurisdiction; /* "us", or "us-ma" for what Massachusetts adds */
    lm_law_what what;
    int from, to; /* calendar years; LM_LAW_ON: until it is changed */
    lm_cents cents;
    int times;        /* the wager; 0: not asked */
    int basis_points; /* of the winnings, withheld */
    const char *source;
} lm_law;

enum { LM_LAW_ON = 9999 };

/* The rows that hold in a jurisdiction ("us-ma" has those of "us", too) in a year: pass NULL for the first; NULL after the
 * last. */
const lm_law *lm_law_next(const lm_law *last, const char *jurisdiction, lm_law_what what, int year);

/* The newest row that began no later than the year, also where its years are over: a sum that is adjusted each year lists
 * too much until the new one is known, never too little. NULL: there is none. */
const lm_law *lm_law_newest(const char *jurisdiction, lm_law_what what, int year);

const char *lm_law_word(lm_law_what what); /* "form", "withheld", "backup", "currency" */
bool lm_law_is_known(const char *jurisdiction);
/* The first and last calendar year that rows of this kind name. */
void lm_law_years(lm_law_what what, int *from, int *to);

#ifdef __cplusplus
}
#endif

#endif
