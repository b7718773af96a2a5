/* possible.c - whether the terminal can show a screen at all. */
#include "play/play.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Included last, because term.h defines `lines` and `columns`. */
#include <curses.h>
#include <term.h>

bool solo_screen_possible(const char **why)
{
    const char *name = getenv("TERM");
    int error = 0;
    *why = NULL;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return false;
    if (name && strcmp(name, "dumb") == 0) return false;
    if (!name || !*name || setupterm(name, STDOUT_FILENO, &error) != OK) {
        *why = /* say:unknown-terminal */ "TERM does not name a terminal that is known here";
        return false;
    }
    bool moves = tigetstr("cup") && tigetstr("clear");
    del_curterm(cur_term);
    if (!moves) *why = "this terminal cannot move its cursor";
    return moves;
}
