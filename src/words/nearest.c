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

const char *lm_words_nearest(const char *word, const char *(*name_at)(int i))
{
    const char *best = NULL;
    int best_distance = 3;
    for (int i = 0; name_at(i); i++) {
        int d = distance(word, name_at(i));
        if (d < best_distance && d < (int)strlen(word)) {
            best = name_at(i);
            best_distance = d;
        }
    }
    return best;
}
