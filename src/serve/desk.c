/* desk.c - everything that can be asked over the network: the words of the house and its tables, and the questions that records
 * answer. */
#include <string.h>

#include "room.h"

const lm_house_word *desk_words(void)
{
    enum { ROOM = 256 };
    static lm_house_word all[ROOM + 1];
    int n = 0;
    if (all[0].word) return all;
    for (const lm_house_word *w = lm_house_words(); w->word && n < ROOM; w++)
        all[n++] = *w;
    for (const lm_question *q = lm_records_questions; q->word.word && n < ROOM; q++)
        all[n++] = q->word;
    return all;
}

const lm_house_word *word_named(const char *name, size_t size)
{
    for (const lm_house_word *w = desk_words(); w->word; w++) {
        if (strlen(w->word) == size && memcmp(w->word, name, size) == 0) return w;
    }
    return NULL;
}

bool word_reads(const lm_house_word *word)
{
    return word->reads;
}
