/* memory.c - loaded under a server by LD_PRELOAD: one allocation of the program itself, not of its libraries, finds no memory.
 *
 * LAMMER_MEMORY_FILE   is mapped: the place in the program where the n-th allocation fails (n 0: none does), how many there were in all, and
 *                      the place of each */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 1 << 20 };

extern void *__libc_malloc(size_t size), *__libc_calloc(size_t n, size_t size), *__libc_realloc(void *p, size_t size);

static struct {
    uint32_t fails, nth;
    _Atomic uint64_t taken;
    uint32_t place[MOST];
} * told;

static uintptr_t base, from, to; /* the program, and its code */

/* The first mapping is the program's own, and the first that may be run, too. */
static void find_program(void)
{
    unsigned long first, last;
    char rights[8], line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && !to && fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx %7s", &first, &last, rights) != 3) continue;
        if (!base) base = first;
        if (!strchr(rights, 'x')) continue;
        from = first;
        to = last;
    }
    if (maps) fclose(maps);
}

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("LAMMER_MEMORY_FILE");
    int file = name ? open(name, O_RDWR) : -1;
    if (file < 0) return;
    find_program();
    void *mapped = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) abort();
    told = mapped;
}

static bool runs_out(const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    if (!told || at < from || at >= to) return false;
    static _Atomic uint32_t here;
    uint32_t place = (uint32_t)(at - base);
    uint64_t n = atomic_fetch_add(&told->taken, 1) + 1;
    if (n < MOST) told->place[n] = place;
    return place == told->fails && atomic_fetch_add(&here, 1) + 1 == told->nth;
}

void *malloc(size_t size)
{
    return runs_out(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return runs_out(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
    return runs_out(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

char *strdup(const char *text)
{
    char *copy = runs_out(__builtin_return_address(0)) ? NULL : __libc_malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}
