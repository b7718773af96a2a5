/* text.h - splits words and builds short messages without stdio, for the rule table and the validator.
 *
 * A builder writes into a buffer it does not own, always ends it with a NUL, and truncates what does not fit. */
#ifndef LAMMER_TEXT_H
#define LAMMER_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "lammer/money.h"

typedef struct {
    char *start;
    size_t size;
    size_t length;
} lm_text;

static inline lm_text lm_text_on(char *buffer, size_t size)
{
    buffer[0] = '\0';
    return (lm_text){ buffer, size, 0 };
}

static inline void lm_text_add_n(lm_text *text, const char *add, size_t n)
{
    size_t room = text->size - 1 - text->length;
    if (n > room) n = room;
    memcpy(text->start + text->length, add, n);
    text->length += n;
    text->start[text->length] = '\0';
}

static inline void lm_text_add(lm_text *text, const char *add)
{
    lm_text_add_n(text, add, strlen(add));
}

static inline void lm_text_add_int(lm_text *text, int64_t value)
{
    char digits[24];
    size_t n = sizeof digits;
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do {
        digits[--n] = (char)('0' + size % 10);
        size /= 10;
    } while (size);
    if (value < 0) digits[--n] = '-';
    lm_text_add_n(text, digits + n, sizeof digits - n);
}

/* A piece of a constant text. */
typedef struct {
    const char *at;
    size_t n;
} lm_word;

static inline bool lm_word_is(lm_word word, const char *text)
{
    return strlen(text) == word.n && strncmp(word.at, text, word.n) == 0;
}

/* The next piece between separators, or false at the end. `*rest` starts as the whole text. */
static inline bool lm_word_next(const char **rest, char separator, lm_word *word)
{
    while (**rest == separator)
        ++*rest;
    if (!**rest) return false;
    word->at = *rest;
    while (**rest && **rest != separator)
        ++*rest;
    word->n = (size_t)(*rest - word->at);
    return true;
}

/* The same within a piece of text. */
static inline bool lm_word_split(lm_word *rest, char separator, lm_word *word)
{
    if (!rest->n) return false;
    word->at = rest->at;
    word->n = 0;
    while (word->n < rest->n && rest->at[word->n] != separator)
        word->n++;
    size_t used = word->n + (word->n < rest->n);
    rest->at += used;
    rest->n -= used;
    return true;
}

/* A copy that ends with a NUL; false when it does not fit. */
static inline bool lm_word_copy(lm_word word, char *buffer, size_t size)
{
    if (word.n >= size) return false;
    memcpy(buffer, word.at, word.n);
    buffer[word.n] = '\0';
    return true;
}

#endif
