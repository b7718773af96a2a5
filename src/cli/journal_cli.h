/* journal_cli.h - what `lammer journal` and `lammer store` share: options, and opening a store by them. */
#ifndef LAMMER_JOURNAL_CLI_H
#define LAMMER_JOURNAL_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "lammer/store.h"

enum { JOURNAL_NAMES = 2 };

typedef struct {
    const char *store; /* NULL: the usual place */
    const char *head, *key, *out, *stream;
    int64_t from;
    bool json;
    const char *name[JOURNAL_NAMES];
    int names;
} journal_args;

/* Reads the options after the subcommand; false after an error was printed. `command` is for its words. */
bool journal_read_args(journal_args *args, const char *command, int argc, char **argv);

/* A store for reading, with the house's key when `signer` is not NULL; NULL after an error was printed. */
lm_store *journal_open(const journal_args *args, lm_signer **signer);

/* A whole file with a NUL behind it, to be freed; NULL after an error was printed. */
char *journal_read_file(const char *path);

/* Proves a store and prints each thing that is wrong on stderr; CLI_YES, CLI_NO or CLI_BAD. */
int journal_prove(lm_store *store, const char *head, lm_store_report *report);

/* A record as one line of JSON. False when it could not be written. */
bool journal_print_record(FILE *out, const lm_record *record);

#endif
