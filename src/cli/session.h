/* session.h - what `lammer play` and `lammer train` have in common on the command line. */
#ifndef LAMMER_SESSION_H
#define LAMMER_SESSION_H

#include "lammer/program/term.h"

/* Says what the session has to say, and obeys the signal that ended it; the exit code otherwise. */
int cli_end_session(const term_end *end);

#endif
