/* journal_cli.h - options of `lammer journal` and `lammer store`, and opening a store by them. */
#ifndef LAMMER_JOURNAL_CLI_H
#define LAMMER_JOURNAL_CLI_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "lammer/server/records_json.h"
#include "lammer/story.h"
#include "lammer/words.h"

enum { JOURNAL_NAMES = 2 };

typedef struct {
    const char *store; /* NULL: the default place */
    const char *head, *key, *fingerprint, *tsa_ca, *out, *stream;
    const char *table, *secret;
    int64_t from, round;
    unsigned json; /* 0: text */
    const char *name[JOURNAL_NAMES];
    int names;
} journal_args;

/* Reads the options after the subcommand; false after an error was printed. `command` is named in errors. */
bool journal_read_args(journal_args *args, const char *command, int argc, char **argv);

/* Opens a store for reading and, if `signer` is not NULL, the house's key; NULL after an error was printed. */
lm_store *journal_open(const journal_args *args, lm_signer **signer);

/* The key to check signatures with: from a key file, or given by its digits. */
typedef struct {
    bool known;
    uint8_t public_key[LM_STORE_HASH];
    char file[1100]; /* "" if it was given by its digits */
} journal_key;

/* Reads --fingerprint, --key, or the key file beside a SQLite store, if any. False after an error was printed. */
bool journal_find_key(const journal_args *args, journal_key *key);

/* A whole file, ended by a NUL and to be freed; NULL after an error was printed. */
char *journal_read_file(const char *path);

/* Prints an object as one line, and releases it. */
void journal_print(json_t *json);

/* Prints one thing that is wrong on stderr; after many, only counts. */
typedef struct {
    int64_t wrong, first_seq, first_line;
    const char *file; /* the file being read, or NULL; `line` is its line, 0: none */
    int64_t line;
    char first_stream[LM_STORE_NAME + 1], first[LM_STORE_TEXT];
} journal_complaints;
void journal_complain(void *complaints, const char *stream, int64_t seq, const char *what);

/* Suggests the stream with prefix `before` whose name is nearest: `. Did you mean "X"?` or "". */
const char *journal_meant(lm_store *store, const char *before, const char *name, char hint[LM_MEANT_TEXT]);

/* Prints one replayed round, for people or as JSON; or explains its payments. */
int journal_round(lm_store *store, const journal_args *args, bool explain);
void journal_why(const lm_told_round *told, const journal_args *args);

/* Proves a store and prints each thing that is wrong on stderr; CLI_YES, CLI_NO or CLI_BAD. */
int journal_prove(lm_store *store, const char *head, lm_store_report *report);

/* Proves a file of exported lines: lm_file_verify with errors on stderr. CLI_YES or CLI_BAD. */
int journal_prove_file(const journal_args *args, const char *head, journal_complaints *complaints,
                       lm_file_report *report);

#endif
