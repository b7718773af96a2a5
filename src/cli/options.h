/* options.h - a command line as a table: each option with the place that its value goes to. */
#ifndef LAMMER_OPTIONS_H
#define LAMMER_OPTIONS_H

#include <stdbool.h>

/* One of: a flag that is set; a text; a whole number from `least` to `most`; or a function that reads the value and says what
 * is wrong with it. A table ends with an empty row. */
typedef struct {
    const char *word;
    bool *flag;
    const char **text;
    int *number;
    int least, most;
    bool (*read)(void *args, const char *value);
} cli_option;

/* False with a sentence on stderr when an option is unknown, lacks its value, or has a wrong one. */
bool options_read(const char *command, const cli_option *options, void *args, int argc, char **argv);

#endif
