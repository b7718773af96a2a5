/* thresholds.c - the one table of the sums that a house must report or withhold, each with its source. */
#include "lammer/program/thresholds.h"

#include <stddef.h>
#include <string.h>

/* The sum of Form W-2G is that of section 6041(a) of the Internal Revenue Code from 2026 on, and section 6041(h) adjusts it
 * for inflation from 2027 on, by a sum that is announced each year: a row for each year that was announced. */
/* clang-format off */
static const lm_law laws[] = {
    { "us", LM_LAW_FORM, 2018, 2025, 600 * LM_DOLLAR, 300, 0,
      "Instructions for Forms W-2G and 5754, Reportable Gambling Winnings, item 4" },
    { "us", LM_LAW_FORM, 2026, 2026, 2000 * LM_DOLLAR, 300, 0,
      "26 U.S.C. 6041(a), Public Law 119-21, section 70433; draft Instructions for Forms W-2G and 5754 for 2026" },
    { "us", LM_LAW_WITHHELD, 2018, LM_LAW_ON, 5000 * LM_DOLLAR, 300, 2400,
      "26 U.S.C. 3402(q)(3)(A)" },
    { "us", LM_LAW_BACKUP, 2018, LM_LAW_ON, 0, 0, 2400,
      "26 U.S.C. 3406(a), (b)(6)" },
    { "us", LM_LAW_CURRENCY, 2018, LM_LAW_ON, 10000 * LM_DOLLAR, 0, 0,
      "31 CFR 1021.311, 1021.313" },
    { "us-ma", LM_LAW_WITHHELD, 2018, LM_LAW_ON, 5000 * LM_DOLLAR, 300, 500,
      "M.G.L. c. 62B, section 2; Technical Information Release 15-14" },
};
/* clang-format on */

enum { LAWS = sizeof laws / sizeof *laws };

static bool holds_in(const lm_law *law, const char *jurisdiction)
{
    size_t n = strlen(law->jurisdiction);
    return strncmp(law->jurisdiction, jurisdiction, n) == 0 && (jurisdiction[n] == '\0' || jurisdiction[n] == '-');
}

const lm_law *lm_law_next(const lm_law *last, const char *jurisdiction, lm_law_what what, int year)
{
    for (const lm_law *law = last ? last + 1 : laws; law < laws + LAWS; law++) {
        if (law->what == what && holds_in(law, jurisdiction) && year >= law->from && year <= law->to) return law;
    }
    return NULL;
}

const lm_law *lm_law_newest(const char *jurisdiction, lm_law_what what, int year)
{
    const lm_law *newest = NULL;
    for (const lm_law *law = laws; law < laws + LAWS; law++) {
        if (law->what == what && holds_in(law, jurisdiction) && year >= law->from &&
            (!newest || law->from > newest->from))
            newest = law;
    }
    return newest;
}

const char *lm_law_word(lm_law_what what)
{
    static const char *const words[] = { "form", "withheld", "backup", "currency" };
    return words[what];
}

bool lm_law_is_known(const char *jurisdiction)
{
    for (int i = 0; i < LAWS; i++) {
        if (strcmp(laws[i].jurisdiction, jurisdiction) == 0) return true;
    }
    return false;
}

void lm_law_years(lm_law_what what, int *from, int *to)
{
    *from = LM_LAW_ON;
    *to = 0;
    for (int i = 0; i < LAWS; i++) {
        if (laws[i].what != what) continue;
        if (laws[i].from < *from) *from = laws[i].from;
        if (laws[i].to > *to) *to = laws[i].to;
    }
}
