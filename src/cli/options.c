/* options.c - see options.h. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "lammer/words.h"

static const cli_option *table; /* whose words are looked at for the nearest one */

static const char *word_at(int i)
{
    return table[i].word;
}

static bool unknown(const char *command, const cli_option *options, const char *word)
{
    table = options;
    const char *near = lm_words_nearest(word, word_at);
    if (near) {
        cli_error("lammer %s has no \"%s\"; did you mean %s?", command, word, near);
    } else {
        cli_error("lammer %s has no \"%s\"; see lammer %s --help", command, word, command);
    }
    return false;
}

static bool read_number(const cli_option *option, const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (!*text || *end || number < option->least || number > option->most) {
        cli_error("%s wants a number from %d to %d, not \"%s\"", option->word, option->least, option->most, text);
        return false;
    }
    *option->number = (int)number;
    return true;
}

static bool read_value(const cli_option *option, void *args, const char *value)
{
    if (option->number) return read_number(option, value);
    if (option->read) return option->read(args, value);
    *option->text = value;
    return true;
}

bool options_read(const char *command, const cli_option *options, void *args, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const cli_option *option = options;
        while (option->word && strcmp(option->word, argv[i]) != 0)
            option++;
        if (!option->word) return unknown(command, options, argv[i]);
        if (option->flag) {
            *option->flag = true;
        } else if (i + 1 == argc) {
            cli_error("%s wants a value; see lammer %s --help", argv[i], command);
            return false;
        } else if (!read_value(option, args, argv[++i])) {
            return false;
        }
    }
    return true;
}
