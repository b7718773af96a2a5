/* nearest.c - edit distance between a mistyped word and the known words. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lammer/words.h"

enum { LONGEST = 47 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool is_same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* How many letters must be inserted, deleted, replaced or exchanged with the next one; LONGEST for overlong words. */
static size_t letters_apart(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), row[3][LONGEST + 1];
    if (n > LONGEST || m > LONGEST) return LONGEST;
    for (size_t j = 0; j <= m; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            bool exchanged = i > 1 && j > 1 && is_same_letter(a[i - 1], b[j - 2]) && is_same_letter(a[i - 2], b[j - 1]);
            now[j] = least(last[j - 1] + !is_same_letter(a[i - 1], b[j - 1]), least(last[j], now[j - 1]) + 1);
            if (exchanged) now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

/* The most letters by which a suggested name may differ from the word, whose leading dashes are not letters. */
static size_t most_apart(const char *word)
{
    size_t n = strlen(word + strspn(word, "-"));
    return least(n / 3 + 1, n ? n - 1 : 0);
}

/* Whether the word is a whole part of the name, as soft17 of dealer_soft17 and mfb-6 of MFB-6(a). */
static bool is_part(const char *word, const char *name)
{
    size_t n = strlen(word);
    for (const char *at = name; n > 2 && strlen(at) >= n; at++) {
        size_t same = 0;
        while (same < n && is_same_letter(at[same], word[same]))
            same++;
        if (same == n && (at == name || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[n])) return true;
    }
    return false;
}

/* A name that contains the whole word is just near enough to be suggested. */
static size_t distance(const char *word, const char *name)
{
    if (!name) return LONGEST;
    size_t apart = letters_apart(word, name);
    return is_part(word, name) ? least(apart, most_apart(word)) : apart;
}

static const char *nearer(const char *word, const char *best, const char *name)
{
    size_t d = distance(word, name);
    return d <= most_apart(word) && (!best || d < distance(word, best)) ? name : best;
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
    if (strcmp(word, "box") == 0) word = "seat"; /* people say box; fields of the wire are called seat */
    for (int i = 0; i < n; i++)
        best = nearer(word, best, names[i]);
    return best;
}

const char *lm_words_meant(const char *near, char text[LM_MEANT_TEXT])
{
    text[0] = '\0';
    if (near) snprintf(text, LM_MEANT_TEXT, /* say:did-you-mean */ ". Did you mean \"%.48s\"?", near);
    return text;
}
