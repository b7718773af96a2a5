/* suggest.c - the closest known name to a mistyped one, as the end of a complaint. */
#include <stdio.h>
#include <string.h>

#include "loader.h"

const char *suggest(const char *word, const char *const *names, int n, char text[LM_MEANT_TEXT])
{
    return lm_words_meant(lm_words_nearest_of(word, names, n), text);
}

const char *suggest_rule(const char *word, char text[LM_MEANT_TEXT])
{
    static const char *const other[] = { "inherits", "offer", "title", "regulator", "filed", "approved" };
    enum { OTHERS = sizeof other / sizeof *other };
    const char *names[LM_RULE_COUNT + OTHERS];
    for (int i = 0; i < LM_RULE_COUNT; i++)
        names[i] = lm_rule_table[i].name;
    memcpy(names + LM_RULE_COUNT, other, sizeof other);
    return suggest(word, names, LM_RULE_COUNT + OTHERS, text);
}

/* The nearest of the words that stand between bars or commas; a range of numbers is not a word. */
const char *suggest_listed(const char *word, const char *list, char text[LM_MEANT_TEXT])
{
    enum { WORDS = 32 };
    char copy[256];
    const char *names[WORDS];
    int n = 0;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *save, *one = strtok_r(copy, "|, ", &save); one && n < WORDS; one = strtok_r(NULL, "|, ", &save))
        names[n++] = one;
    return suggest(word, names, n, text);
}
