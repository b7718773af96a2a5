/* subcommand.h - the second word of a command line: `lammer rules LIST`, `lammer journal SHOW`. */
#ifndef LAMMER_SUBCOMMAND_H
#define LAMMER_SUBCOMMAND_H

#include <stdio.h>

/* Which of a command's own words was said, by its place; `name_at` gives the i-th and NULL after the last. -1 when help was
 * asked for and given, or when there is no such word and a sentence said so: *result is then what the command ends with. */
int subcommand_find(const char *command, const char *(*name_at)(int i), int (*help)(FILE *out), int argc, char **argv,
                    int *result);

#endif
