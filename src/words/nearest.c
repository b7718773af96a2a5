/* nearest.c - edit distance between a mistyped word and the words there are. */
#include <string.h>

#include "lammer/words.h"

enum { LONGEST = 47 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to insert, delete or replace; a long word counts as far away. */
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
            size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replaced, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[m];
}

/* Of the best name so far and another; a name that shares too few letters with the word is not close. */
static const char *nearer(const char *word, const char *best, const char *name)
{
    size_t n = strlen(word), close = least(n / 3 + 1, n ? n - 1 : 0);
    size_t d = name ? distance(word, name) : LONGEST;
    return d <= close && (!best || d < distance(word, best)) ? name : best;
}

const char *lm_words_nearest(const char *word, const char *(*name_at)(int i))
{
    const char *best = NULL;
    for (int i = 0; name_at(i); i++)
        best = nearer(word, best, name_at(i));
    return best;
}

const char *lm_words_nearest_of(const char *word, const char *const *names, int n)
{
    const char *best = NULL;
    for (int i = 0; i < n; i++)
        best = nearer(word, best, names[i]);
    return best;
}
