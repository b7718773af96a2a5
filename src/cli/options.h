/* options.h - the command line of a subcommand, with its help; and `lammer rules LIST`, whose second word is a command of its
 * own. */
#ifndef LAMMER_OPTIONS_H
#define LAMMER_OPTIONS_H

#include <stdio.h>

#include "lammer/program/options.h"

typedef lm_option cli_option;

/* True if the command continues. False, with the exit code in *result, after --help was printed or an error that names
 * an option which is unknown or has no value or a wrong one. */
bool options_read(const char *command, const char *usage, const cli_option *options, int argc, char **argv,
                  int *result);

/* The index of the subcommand in argv; `name_at` gives the i-th name and NULL after the last. -1, with the exit code in
 * *result, after help was printed or an error that the subcommand is unknown. */
int subcommand_find(const char *command, const char *(*name_at)(int i), int (*help)(FILE *out), int argc, char **argv,
                    int *result);

#endif
