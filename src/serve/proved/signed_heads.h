/* signed_heads.h - signed heads in files, out of the database's reach. */
#ifndef LAMMER_SERVE_SIGNED_HEADS_H
#define LAMMER_SERVE_SIGNED_HEADS_H

#include <stdbool.h>
#include <stdint.h>

enum { HEADS_PATH = 1200 };

typedef struct {
    const char *folder; /* NULL: none is kept */
    char name[128];     /* name of this server, in characters that a file name may have */
    int stamper;        /* the descriptor for paths of heads to be stamped; -1: none */
    int64_t stamped_ms; /* when a path was last written to it */
} signed_heads;

void signed_heads_open(signed_heads *h, const char *folder, const char *server);

/* The last head of this server, or the newest one that another left there; to be freed. NULL: none, or it cannot be read
 * (then errno is not ENOENT). */
char *signed_heads_last(const signed_heads *h);

/* A whole file, to be freed; NULL with errno when it cannot be read. */
char *text_of_file(const char *path);

/* Replaces NAME.head and the day's NAME-DATE.head. From time to time, and with `last`, keeps one more file to be
 * stamped. Returns NULL, or what went wrong. */
const char *signed_heads_keep(signed_heads *h, const char *head, int64_t now_ms, bool last);

#endif
