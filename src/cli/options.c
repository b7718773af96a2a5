/* options.c - see options.h. */
#include "options.h"

#include <string.h>

#include "cli.h"

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

bool options_read(const char *command, const char *usage, const cli_option *options, int argc, char **argv, int *result)
{
    *result = CLI_BAD;
    if (!usage || !asks_for_help(argc, argv))
        return lm_options_read(command, options, argc, argv, cli_ear.say, cli_ear.self);
    *result = cli_print_help(usage);
    return false;
}
