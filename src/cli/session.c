/* session.c - see session.h. */
#include "session.h"

#include <signal.h>
#include <stdio.h>

#include "cli.h"

/* Ends the process by a signal that was caught to leave in good order, so that its parent can tell. */
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
