/* options.h - the command line of a subcommand, with its help; and `lammer rules LIST`, whose second word is a command of its
 * own. */
#ifndef LAMMER_OPTIONS_H
#define LAMMER_OPTIONS_H

#include <stdio.h>

#include "lammer/program/options.h"

typedef lm_option cli_option;

/* Whether the command continues. Otherwise *result is its exit code: --help was printed, or an error says which option
 * is unknown, lacks its value, or has a wrong one. */
bool options_read(const char *command, const char *usage, const cli_option *options, int argc, char **argv,
                  int *result);

/* The index of a command's subcommand; `name_at` gives the i-th name and NULL after the last. -1: help was printed, or
 * an error said that the subcommand is unknown; *result is then the exit code. */
int subcommand_find(const char *command, const char *(*name_at)(int i), int (*help)(FILE *out), int argc, char **argv,
                    int *result);

#endif
