/* sys/stat.h - asks after files, of which there are none. */
#ifndef LAMMER_WASM_STAT_H
#define LAMMER_WASM_STAT_H

typedef unsigned mode_t;
struct stat {
    unsigned long long st_dev, st_ino;
    long long st_size;
    mode_t st_mode;
};
#define S_ISDIR(mode) ((void)(mode), 0)
#define S_ISREG(mode) ((void)(mode), 0)

int stat(const char *path, struct stat *info);
int fstat(int handle, struct stat *info);
int fchmod(int handle, mode_t mode);
mode_t umask(mode_t mask);

#endif
