/* errno.h - there are no files here, and that is the only error. */
#ifndef LAMMER_WASM_ERRNO_H
#define LAMMER_WASM_ERRNO_H

enum { ENOENT = 2, EISDIR = 21 };
extern int errno;

#endif
