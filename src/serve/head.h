/* head.h - the head of an HTTP/1.1 request, as bytes. Knows no connection and allocates nothing.
 *
 * Strict: it refuses what two programs could read differently (folded lines, bare line feeds, two lengths, a length and
 * chunks), so that this server and a proxy in front of it always agree on where a request ends. */
#ifndef LAMMER_SERVE_HEAD_H
#define LAMMER_SERVE_HEAD_H

#include <stdbool.h>
#include <stddef.h>

enum { HEAD_BYTES = 8 * 1024, HEAD_LINES = 64 };

typedef enum { METHOD_GET, METHOD_HEAD, METHOD_POST, METHOD_OTHER } method;

typedef struct {
    const char *at;
    size_t size;
} piece;

typedef struct {
    method method;
    int minor;         /* HTTP/1.minor */
    piece path, query; /* as sent */
    int lines;
    struct {
        piece name, value;
    } line[HEAD_LINES];
    size_t size;    /* of the whole head */
    long length;    /* of the body that follows; -1: not given */
    bool chunked;   /* the end of the body is not given by a length */
    bool close;     /* the client sends no further request */
    bool continues; /* the client waits for 100 Continue */
} head;

/* 0: more bytes are needed; 1: the head is whole; otherwise the HTTP status that refuses it. The pieces point into
 * `data`. */
int head_parse(head *h, const char *data, size_t size);

/* The value of a header, by its name in lower case; false when it is missing or does not fit. */
bool head_copy(const head *h, const char *name, char *text, size_t size);
bool head_has(const head *h, const char *name);
/* The last item of a header that is a list with commas; the list may be of any length. */
bool head_last(const head *h, const char *name, char *text, size_t size);

/* Whether a list of words, such as "keep-alive, Upgrade", contains the word; ignores case. */
bool head_lists(const head *h, const char *name, const char *word);

/* Decodes percent escapes, and '+' where it means a space. False if malformed, or if the result has a NUL. */
bool piece_decode(piece p, bool plus, char *text, size_t size);

#endif
