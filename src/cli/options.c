/* options.c - see options.h. */
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "lammer/words.h"

enum { MOST_OPTIONS = 64 };

static bool unknown_option(const char *command, const cli_option *options, const char *word)
{
    const char *names[MOST_OPTIONS + 1] = { NULL };
    char called[80], bare[64];
    int n = 0;
    for (; options->word && n < MOST_OPTIONS; options++) {
        if (*options->word) names[n++] = options->word;
    }
    snprintf(called, sizeof called, "lammer %s", command);
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(word, "="), word);
    cli_unknown(called, *word == '-' ? "an option" : "an argument", bare, lm_words_nearest_of(bare, names, n));
    return false;
}

/* What the values of a row are, where the row does not say it. */
static void describe(const cli_option *o, char *text, size_t size)
{
    snprintf(text, size, "%s", o->what ? o->what : "");
    if (o->what) return;
    if (o->number) snprintf(text, size, "a number from %d to %d", o->least, o->most);
    for (int i = 0; o->words && o->words[i]; i++)
        lm_words_add(text, size, "%s%s", !i ? "" : o->words[i + 1] ? ", " : " or ", o->words[i]);
}

static bool read_number(const cli_option *o, const char *value)
{
    char *end;
    long number = strtol(value, &end, 10);
    if (!*value || *end || number < o->least || number > o->most) return false;
    *o->number = (int)number;
    return true;
}

static bool read_real(const cli_option *o, const char *value)
{
    char *end;
    *o->real = strtod(value, &end);
    return end != value && !*end && isfinite(*o->real) && *o->real >= o->low && *o->real <= o->high;
}

static bool read_choice(const cli_option *o, const char *value)
{
    for (unsigned i = 0; o->words[i]; i++) {
        if (strcmp(o->words[i], value) != 0) continue;
        *o->choice = i;
        return true;
    }
    return false;
}

static bool read_value(const cli_option *o, const char *value)
{
    if (o->number) return read_number(o, value);
    if (o->real) return read_real(o, value);
    if (o->choice) return read_choice(o, value);
    if (o->read) return o->read(o->into, value);
    if (o->list) o->list[(*o->n)++] = value;
    if (o->text) *o->text = value;
    return true;
}

static bool take_value(const char *command, const cli_option *o, const char *value)
{
    char what[200];
    if (!value || !*value) {
        cli_error(/* say:value-lacks */ "%s lacks its value. See lammer %s --help.", o->word, command);
        return false;
    }
    if (o->list && *o->n == o->most) {
        cli_error("\"%s\" is one too many: lammer %s takes %d. See lammer %s --help.", value, command, o->most,
                  command);
        return false;
    }
    if (read_value(o, value)) return true;
    describe(o, what, sizeof what);
    if (*what) cli_error(/* say:option-is */ "%s is %s, not \"%s\"", o->word, what, value);
    return false;
}

static const cli_option *find_option(const cli_option *options, const char *word, size_t n)
{
    while (options->word && (strlen(options->word) != n || strncmp(options->word, word, n) != 0))
        options++;
    return options->word ? options : NULL;
}

/* One option, whose value may be the next word: *i moves past it. */
static bool take_option(const char *command, const cli_option *options, int argc, char **argv, int *i)
{
    const char *word = argv[*i];
    size_t n = strcspn(word, "=");
    const cli_option *o = find_option(options, word, n);
    if (!o || ((o->flag || o->off) && word[n])) return unknown_option(command, options, word);
    if (o->flag) *o->flag = true;
    if (o->off) *o->off = false;
    if (o->flag || o->off) return true;
    const char *value = word[n] ? word + n + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    return take_value(command, o, value);
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

bool options_read(const char *command, const char *usage, const cli_option *options, int argc, char **argv, int *result)
{
    const cli_option *plain = find_option(options, "", 0);
    bool only_plain = false, good = true;
    *result = CLI_BAD;
    if (usage && asks_for_help(argc, argv)) {
        *result = cli_print_help(usage);
        return false;
    }
    for (int i = 1; i < argc && good; i++) {
        bool is_option = !only_plain && argv[i][0] == '-' && argv[i][1];
        if (is_option && strcmp(argv[i], "--") == 0) {
            only_plain = true;
        } else if (is_option || !plain) {
            good = take_option(command, options, argc, argv, &i);
        } else {
            good = take_value(command, plain, argv[i]);
        }
    }
    return good;
}
