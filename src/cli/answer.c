/* answer.c - a command that is a question to a study. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static bool has_colour(void)
{
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && term && strcmp(term, "dumb") != 0;
}

int cli_answer(const char *usage, int argc, char **argv)
{
    static lm_ask ask;
    lm_study *study = NULL;
    lm_text text = { 0 };
    if (!lm_ask_read(&ask, argc, argv, &cli_ear)) return CLI_BAD;
    if (ask.help) return cli_print_help(usage);
    ask.colour = has_colour();
    int result = lm_study_answer(&study, &ask, &cli_ear, &text);
    lm_study_close(study);
    return cli_print_answer(&text, result);
}
