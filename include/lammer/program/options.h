/* options.h - a command line as a table: each option with the place that its value goes to. */
#ifndef LAMMER_PROGRAM_OPTIONS_H
#define LAMMER_PROGRAM_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* A row is one of: a flag that is set or taken back; a text; a list of texts; a whole number from `least` to `most`; a
 * real one from `low` to `high`; one of a list of words, kept as text or as its index; or a value that `read` puts into `into`.
 * The row "" is for words that are not options. `what` describes a good value, for the error message. A table ends with
 * an empty row.
 *
 * A value follows its option as the next word or after "=", and nothing behind "--" is an option. */
typedef struct {
    const char *word;
    const char *what; /* "an amount in dollars"; NULL: derived from the row, or reported by `read` */
    bool *flag, *off;
    const char **text;
    const char **list; /* holds at most `most` texts */
    int *n;
    int *number;
    int least, most;
    double *real;
    double low, high;
    unsigned *choice;
    const char *const *words; /* ends with NULL */
    bool (*read)(void *into, const char *value);
    void *into;
} lm_option;

/* Reads the words after the first, which is the command's name: "odds" of `lammer odds`. Returns false after telling
 * `say` (may be NULL) which option is unknown, lacks its value or has an invalid one. */
bool lm_options_read(const char *command, const lm_option *options, int n, char **words,
                     void (*say)(void *self, const char *sentence), void *self);

/* Writes that "chek" is not a command of lammer rules, and suggests `near`, which may be NULL. */
void lm_options_unknown(char *text, size_t size, const char *called, const char *kind, const char *word,
                        const char *near);

#endif
