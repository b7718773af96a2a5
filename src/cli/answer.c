/* answer.c - a subcommand whose answer study computes: arguments in, text out. */
#include <unistd.h>

#include "cli.h"

int cli_answer(const char *usage, int argc, char **argv)
{
    static lm_ask ask;
    lm_study *study = NULL;
    lm_text text = { 0 };
    if (!lm_ask_read(&ask, argc, argv, &cli_ear)) return CLI_BAD;
    if (ask.help) return cli_print_help(usage);
    ask.colour = cli_has_colour(STDOUT_FILENO);
    int result = lm_study_answer(&study, &ask, &cli_ear, &text);
    lm_study_close(study);
    return cli_print_answer(&text, result);
}
