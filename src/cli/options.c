/* options.c - see options.h. */
#include "options.h"

#include <string.h>

#include "cli.h"
#include "lammer/words.h"

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

int subcommand_find(const char *command, const char *(*name_at)(int i), int (*help)(FILE *out), int argc, char **argv,
                    int *result)
{
    if (argc < 2) {
        help(stderr);
        *result = CLI_BAD;
        return -1;
    }
    if (asks_for_help(argc, argv)) {
        *result = help(stdout);
        return -1;
    }
    for (int c = 0; name_at(c); c++) {
        if (strcmp(name_at(c), argv[1]) == 0) return c;
    }
    char called[80];
    snprintf(called, sizeof called, "lammer %s", command);
    *result = cli_unknown(called, "a command", argv[1], lm_words_nearest(argv[1], name_at));
    return -1;
}
