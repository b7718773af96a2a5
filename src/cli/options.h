/* options.h - the command line of a subcommand, with its help. */
#ifndef LAMMER_OPTIONS_H
#define LAMMER_OPTIONS_H

#include "lammer/program/options.h"

typedef lm_option cli_option;

/* Whether the command goes on. Otherwise *result is its end: --help was asked for and printed, or a sentence on stderr says
 * which option is unknown, lacks its value, or has a wrong one. */
bool options_read(const char *command, const char *usage, const cli_option *options, int argc, char **argv,
                  int *result);

#endif
