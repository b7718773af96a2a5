/* words.c - the registry: every word that can be said to the house or at a table, and what answers it. */
#include <string.h>

#include "floor.h"

static const house_word *const lists[] = { people_words, approval_words, cage_words,  pit_words,
                                           report_words, floor_words,    alarm_words, NULL };

const lm_house_word *word_find(const char *word)
{
    for (const lm_house_word *w = lm_house_words(); w->word; w++) {
        if (strcmp(w->word, word) == 0) return w;
    }
    return NULL;
}

house_handler *word_handler(const lm_house_word *word)
{
    for (int i = 0; lists[i]; i++) {
        for (const house_word *w = lists[i]; w->word.word; w++) {
            if (strcmp(w->word.word, word->word) == 0) return w->handler;
        }
    }
    return NULL;
}

const lm_house_word *lm_house_words(void)
{
    enum { ROOM = 256 };
    static lm_house_word all[ROOM + 1];
    if (all[0].word) return all;
    int n = 0;
    for (int i = 0; lists[i]; i++) {
        for (const house_word *w = lists[i]; w->word.word && n < ROOM; w++)
            all[n++] = w->word;
    }
    for (const lm_house_word *w = table_words; w->word && n < ROOM; w++)
        all[n++] = *w;
    return all;
}
