/* unistd.h - a terminal is somebody who wants to be told how far it is. */
#ifndef LAMMER_WASM_UNISTD_H
#define LAMMER_WASM_UNISTD_H

enum { STDOUT_FILENO = 1, STDERR_FILENO = 2 };
int isatty(int handle);
int unlink(const char *path);

#endif
