/* nearest.c - edit distance between a mistyped word and the words there are. */
#include <string.h>

#include "lammer/words.h"

enum { LONGEST = 31 };

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Letters to insert, delete or replace; words that are too long count as far away. */
static int distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST) return LONGEST;
    int row[LONGEST + 1];
    for (size_t j = 0; j <= m; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int cost = least(row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = row[j];
            row[j] = cost;
        }
    }
    return row[m];
}

/* The nearer of two names; NULL is far away. */
static const char *nearer(const char *word, const char *best, const char *name, int *best_distance)
{
    int d = distance(word, name);
    if (d >= *best_distance || d >= (int)strlen(word)) return best;
    *best_distance = d;
    return name;
}

enum { TOO_FAR = 3 };

const char *lm_words_nearest(const char *word, const char *(*name_at)(int i))
{
    const char *best = NULL;
    int best_distance = TOO_FAR;
    for (int i = 0; name_at(i); i++)
        best = nearer(word, best, name_at(i), &best_distance);
    return best;
}

const char *lm_words_nearest_of(const char *word, const char *const *names, int n)
{
    const char *best = NULL;
    int best_distance = TOO_FAR;
    for (int i = 0; i < n; i++)
        best = nearer(word, best, names[i], &best_distance);
    return best;
}
