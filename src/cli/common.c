/* common.c - errors, output, rules, and the end of a session at the terminal. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli.h"
#include "lammer/program/options.h"

int cli_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("lammer: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return CLI_BAD;
}

int cli_unknown(const char *called, const char *kind, const char *word, const char *near)
{
    char text[320];
    lm_options_unknown(text, sizeof text, called, kind, word, near);
    return cli_error("%s", text);
}

/* Prints pending output before an error, so that they appear in order. */
static void say_to_stderr(void *self, const char *sentence)
{
    if (self) cli_print(self);
    cli_error("%s", sentence);
}

int cli_columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* A longer line would wrap, and the next one could not be written over it. */
static void show_progress(void *self, const char *what)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K%.*s", cli_columns() - 1, what ? what : "");
}

const lm_study_ear cli_ear = { say_to_stderr, show_progress, NULL };

bool cli_print(lm_text *text)
{
    bool written = fwrite(text->data, 1, text->n, stdout) == text->n && fflush(stdout) == 0;
    text->n = 0;
    return written;
}

int cli_print_answer(lm_text *text, int result)
{
    bool written = cli_print(text);
    lm_text_free(text);
    return written && !ferror(stdout) ? result : cli_error("the output could not be written");
}

int cli_print_help(const char *usage)
{
    fputs(usage, stdout);
    return fflush(stdout) == 0 ? CLI_YES : cli_error("the output could not be written");
}

bool cli_load_legal_rules(lm_profile *profile, const char *name, const char *const *settings, int n)
{
    return lm_study_legal_rules(profile, name, settings, n, &cli_ear);
}

const lm_rules_source shipped_rules = { lm_wagers, lm_profile_rules };

bool cli_has_colour(int file)
{
    const char *term = getenv("TERM");
    return isatty(file) && !getenv("NO_COLOR") && term && strcmp(term, "dumb") != 0;
}

/* Ends the process by the signal that was caught, after cleaning up, so that its parent sees the signal. */
static int end_by(int number)
{
    sigset_t open;
    sigemptyset(&open);
    signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &open, NULL);
    raise(number);
    return CLI_NO;
}

int cli_end_session(const term_end *end)
{
    if (end->why[0]) cli_error("%s", end->why);
    if (end->signal) return end_by(end->signal);
    return end->good ? CLI_YES : CLI_BAD;
}
