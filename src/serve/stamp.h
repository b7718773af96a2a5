/* stamp.h - RFC 3161: a time-stamping authority testifies that a head was there at a time. */
#ifndef LAMMER_SERVE_STAMP_H
#define LAMMER_SERVE_STAMP_H

#include <stdbool.h>

/* Starts a process that fetches stamps; call it before this process gives up its rights: it reads paths of heads, a
 * line each, from the descriptor that is returned, and leaves each head's stamp beside it as PATH.tsr. `source` is
 * http://... of an authority, or a program that is called with a file of the request and a file for the reply. -1: it
 * could not be started. */
int stamp_start(const char *source);

#endif
