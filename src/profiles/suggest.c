/* suggest.c - the closest known name to a mistyped one. */
#include <stdio.h>
#include <string.h>

#include "loader.h"

enum { LONGEST = 47 };

/* Letters to insert, delete or replace; long words count as far away. */
static size_t distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), row[LONGEST + 1];
    if (n > LONGEST || m > LONGEST) return LONGEST;
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t replace = diagonal + (a[i - 1] != b[j - 1]);
            size_t change = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            diagonal = row[j];
            row[j] = change < replace ? change : replace;
        }
    }
    return row[m];
}

const char *suggest(const char *word, const char *const *names, int n)
{
    static char text[96];
    size_t best = strlen(word) / 3 + 1;
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        size_t d = names[i] ? distance(word, names[i]) : LONGEST;
        if (d > best || (d == best && text[0])) continue;
        best = d;
        snprintf(text, sizeof text, /* say:did-you-mean */ " (did you mean '%.48s'?)", names[i]);
    }
    return text;
}

const char *suggest_rule(const char *word)
{
    static const char *const other[] = { "inherits", "offer", "title", "regulator", "filed", "approved" };
    enum { OTHERS = sizeof other / sizeof *other };
    const char *names[LM_RULE_COUNT + OTHERS];
    for (int i = 0; i < LM_RULE_COUNT; i++)
        names[i] = lm_rule_table[i].name;
    memcpy(names + LM_RULE_COUNT, other, sizeof other);
    return suggest(word, names, LM_RULE_COUNT + OTHERS);
}
