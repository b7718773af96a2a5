/* stamp.h - RFC 3161: a time-stamping authority testifies that a head existed at a certain time. */
#ifndef LAMMER_SERVE_STAMP_H
#define LAMMER_SERVE_STAMP_H

#include <stdbool.h>

/* Starts a process that fetches stamps; call it before this process gives up its rights. Returns a descriptor, or -1.
 * The process reads paths of heads from the descriptor, one a line, and writes the stamp of each head to PATH.tsr.
 * `source` is the http://... address of an authority, or a program that is called with a file of the request and a file
 * for the reply. */
int stamp_start(const char *source);

#endif
