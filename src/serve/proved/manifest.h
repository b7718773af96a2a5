/* manifest.h - digests of the program's parts: the program itself, its profiles, pages and migrations. */
#ifndef LAMMER_SERVE_MANIFEST_H
#define LAMMER_SERVE_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

enum { MANIFEST_DIGEST = 65 /* BLAKE2b-256 in hexadecimal digits, with a final 0 */ };

/* Opens the running program's file for repeated reading; < 0 on failure. */
int manifest_open_program(void);

/* The list of the running program, from the open file and from memory; NULL if the file cannot be read or memory runs
 * out. */
char *manifest_make(int program);

/* The list that came with the program: `path`, or else beside the program or in ../share/lammer. NULL where there is none. */
char *manifest_read(const char *path);

/* Whether the two lists are equal. Otherwise `what` gets the names that differ. */
bool manifest_agrees(const char *kept, const char *now, char *what, size_t size);

/* The digest in the line of this name, "" if there is no such line; and the digest of the whole list. */
void manifest_digest_of(const char *manifest, const char *name, char digest[MANIFEST_DIGEST]);
void manifest_digest(const char *manifest, char digest[MANIFEST_DIGEST]);

#endif
