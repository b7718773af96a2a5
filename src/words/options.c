/* options.c - see options.h. */
#include "lammer/program/options.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/words.h"

enum { MOST_OPTIONS = 64 };

/* A command line while it is read. */
typedef struct {
    const char *command;
    const lm_option *options;
    int n;
    char **words;
    int at;
    void (*say)(void *self, const char *sentence);
    void *self;
} line;

static bool __attribute__((format(printf, 2, 3))) refuse(const line *l, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (l->say) l->say(l->self, text);
    return false;
}

void lm_options_unknown(char *text, size_t size, const char *called, const char *kind, const char *word,
                        const char *near)
{
    if (near) {
        snprintf(text, size, /* say:unknown-near */ "\"%s\" is not %s of %s. Did you mean %s?", word, kind, called,
                 near);
    } else {
        snprintf(text, size, /* say:unknown */ "\"%s\" is not %s of %s. See %s --help.", word, kind, called, called);
    }
}

static bool refuse_option(const line *l, const char *word)
{
    const char *names[MOST_OPTIONS + 1] = { NULL };
    char called[80], bare[64], text[320];
    int n = 0;
    for (const lm_option *o = l->options; o->word && n < MOST_OPTIONS; o++) {
        if (*o->word) names[n++] = o->word;
    }
    snprintf(called, sizeof called, "lammer %s", l->command);
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(word, "="), word);
    lm_options_unknown(text, sizeof text, called, *word == '-' ? "an option" : "an argument", bare,
                       lm_words_nearest_of(bare, names, n));
    return refuse(l, "%s", text);
}

/* Describes the values of a row that has no description. */
static void describe(const lm_option *o, char *text, size_t size)
{
    snprintf(text, size, "%s", o->what ? o->what : "");
    if (o->what) return;
    if (o->number) snprintf(text, size, "a number from %d to %d", o->least, o->most);
    for (int i = 0; o->words && o->words[i]; i++)
        lm_words_add(text, size, "%s%s", !i ? "" : o->words[i + 1] ? ", " : " or ", o->words[i]);
}

static bool read_number(const lm_option *o, const char *value)
{
    char *end;
    long number = strtol(value, &end, 10);
    if (!*value || *end || number < o->least || number > o->most) return false;
    *o->number = (int)number;
    return true;
}

static bool read_real(const lm_option *o, const char *value)
{
    char *end;
    *o->real = strtod(value, &end);
    return end != value && !*end && isfinite(*o->real) && *o->real >= o->low && *o->real <= o->high;
}

static bool read_choice(const lm_option *o, const char *value)
{
    unsigned i = 0;
    while (o->words[i] && strcmp(o->words[i], value) != 0)
        i++;
    if (!o->words[i]) return false;
    if (o->choice) *o->choice = i;
    if (o->text) *o->text = value;
    return true;
}

static bool read_value(const lm_option *o, const char *value)
{
    if (o->number) return read_number(o, value);
    if (o->real) return read_real(o, value);
    if (o->words) return read_choice(o, value);
    if (o->read) return o->read(o->into, value);
    if (o->list) o->list[(*o->n)++] = value;
    if (o->text) *o->text = value;
    return true;
}

static bool take_value(const line *l, const lm_option *o, const char *value)
{
    char what[200], hint[LM_MEANT_TEXT];
    if (!value || !*value)
        return refuse(l, /* say:value-lacks */ "%s lacks its value. See lammer %s --help.", o->word, l->command);
    if (o->list && *o->n == o->most)
        return refuse(l, "\"%s\" is one argument too many: lammer %s takes %d. See lammer %s --help.", value,
                      l->command, o->most, l->command);
    if (read_value(o, value)) return true;
    describe(o, what, sizeof what);
    int n = 0;
    while (o->words && o->words[n])
        n++;
    return *what && refuse(l, /* say:option-is */ "%s is %s, not \"%s\"%s", o->word, what, value,
                           lm_words_meant(lm_words_nearest_of(value, o->words, n), hint));
}

static const lm_option *find_option(const lm_option *options, const char *word, size_t n)
{
    while (options->word && (strlen(options->word) != n || strncmp(options->word, word, n) != 0))
        options++;
    return options->word ? options : NULL;
}

/* One option, whose value may be the next word. */
static bool take_option(line *l)
{
    const char *word = l->words[l->at];
    size_t n = strcspn(word, "=");
    const lm_option *o = find_option(l->options, word, n);
    if (!o || ((o->flag || o->off) && word[n])) return refuse_option(l, word);
    if (o->flag) *o->flag = true;
    if (o->off) *o->off = false;
    if (o->flag || o->off) return true;
    return take_value(l, o, word[n] ? word + n + 1 : l->at + 1 < l->n ? l->words[++l->at] : NULL);
}

bool lm_options_read(const char *command, const lm_option *options, int n, char **words,
                     void (*say)(void *self, const char *sentence), void *self)
{
    line l = { command, options, n, words, 1, say, self };
    const lm_option *plain = find_option(options, "", 0);
    bool only_plain = false, good = true;
    for (; l.at < n && good; l.at++) {
        const char *word = words[l.at];
        bool is_option = !only_plain && word[0] == '-' && word[1];
        if (is_option && strcmp(word, "--") == 0) {
            only_plain = true;
        } else if (is_option || !plain) {
            good = take_option(&l);
        } else {
            good = take_value(&l, plain, word);
        }
    }
    return good;
}
