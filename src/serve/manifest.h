/* manifest.h - digests of the program's parts: the program itself, its profiles, pages and migrations. */
#ifndef LAMMER_SERVE_MANIFEST_H
#define LAMMER_SERVE_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

enum { MANIFEST_DIGEST = 65 /* BLAKE2b-256 in hexadecimal digits, with its end */ };

/* Opens the running program's file, to be read from time to time; < 0 on failure. */
int manifest_open_program(void);

/* The list as it is now, read from the open file and from memory; NULL when the file cannot be read or memory runs
 * out. */
char *manifest_make(int program);

/* The list that came with the program: `path`, or else beside the program or in ../share/lammer. NULL where there is none. */
char *manifest_read(const char *path);

/* Whether both are equal. Otherwise `what` gets the names that differ. */
bool manifest_agrees(const char *kept, const char *now, char *what, size_t size);

/* The digest of a line of the list, "" when it has none; and of the list itself. */
void manifest_digest_of(const char *manifest, const char *name, char digest[MANIFEST_DIGEST]);
void manifest_digest(const char *manifest, char digest[MANIFEST_DIGEST]);

#endif
