/* suggest.c - the closest known name to a mistyped one. */
#include <stdio.h>
#include <string.h>

#include "lammer/words.h"
#include "loader.h"

const char *suggest(const char *word, const char *const *names, int n)
{
    static char text[96];
    const char *near = lm_words_nearest_of(word, names, n);
    text[0] = '\0';
    if (near) snprintf(text, sizeof text, /* say:did-you-mean */ " (did you mean '%.48s'?)", near);
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
