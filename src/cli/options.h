/* options.h - the command line of a subcommand, with its help; and `lammer rules LIST`, whose second word is a command of its
 * own. */
#ifndef LAMMER_OPTIONS_H
#define LAMMER_OPTIONS_H

#include <stdio.h>

#include "lammer/program/options.h"

typedef lm_option cli_option;

/* Whether the command goes on. Otherwise *result is its end: --help was asked for and printed, or a sentence on stderr says
 * which option is unknown, lacks its value, or has a wrong one. */
bool options_read(const char *command, const char *usage, const cli_option *options, int argc, char **argv,
                  int *result);

/* Which of a command's own words was said, by its place; `name_at` gives the i-th and NULL after the last. -1 when help was
 * asked for and printed, or when a sentence said that the word is unknown: *result is then what the command ends with. */
int subcommand_find(const char *command, const char *(*name_at)(int i), int (*help)(FILE *out), int argc, char **argv,
                    int *result);

#endif
