/* host.h - what this folder's files share: the way out to the host, and what is forgotten after each answer. */
#ifndef LAMMER_WASM_HOST_H
#define LAMMER_WASM_HOST_H

#include <stdbool.h>
#include <stddef.h>

enum { STREAM_ANSWER = 1, STREAM_PROBLEMS = 2, STREAM_PROGRESS = 3 };

/* All that the host does for us: it takes text. */
__attribute__((import_module("lammer"), import_name("write"))) void host_write(int stream, const char *text,
                                                                               size_t n);

/* Whether somebody wants to be told how far a long computation is (stream 3). */
extern bool is_watched;

/* Frees all JSON values. */
void json_forget(void);

#endif
