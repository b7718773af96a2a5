/* chance.c - loaded under a server by LD_PRELOAD: its random numbers come from a seed, its shuffles are reported and can
 * be prescribed, and its clock stands still, so that time does not run out on a slow machine. All data is in one mapped
 * file, so that the server needs no system call that it may not make.
 *
 * LAMMER_CHANCE_SEED   where its numbers begin
 * LAMMER_CHANCE_FILE   a row for each shuffle: how many cards, whether the order is prescribed (1) or reported (0), the cards
 * */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { DECK = 52, MOST = 416, ROWS = 64 };

typedef struct {
    uint16_t cards, wanted;
    uint8_t card[MOST];
} row;

static row *rows;
static uint64_t state;
static int shuffles;
static uint32_t left;     /* draws left in the current shuffle */
static uint8_t now[MOST]; /* the order as far as it is made */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int (*system_clock)(clockid_t, struct timespec *);
static uintptr_t program, program_end; /* the server's own code, without its libraries */

/* The first object is the program itself. */
static int note_program(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size, (void)context;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_LOAD || !(object->dlpi_phdr[i].p_flags & PF_X)) continue;
        program = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
        program_end = program + object->dlpi_phdr[i].p_memsz;
    }
    return 1;
}

__attribute__((constructor)) static void begin(void)
{
    const char *seed = getenv("LAMMER_CHANCE_SEED"), *name = getenv("LAMMER_CHANCE_FILE");
    int file = name ? open(name, O_RDWR) : -1;
    *(void **)&system_clock = dlsym(RTLD_NEXT, "clock_gettime");
    dl_iterate_phdr(note_program, NULL);
    state = seed ? strtoull(seed, NULL, 10) : 1;
    if (file < 0) return;
    rows = mmap(NULL, ROWS * sizeof *rows, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (rows == MAP_FAILED) abort();
}

/* The wall clock stands still for all, and the steady clock, by which players decide, for the program; its libraries
 * measure their own timeouts. */
int clock_gettime(clockid_t which, struct timespec *t)
{
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    bool stands = which == CLOCK_REALTIME || (which == CLOCK_MONOTONIC && caller >= program && caller < program_end);
    if (!stands && system_clock) return system_clock(which, t);
    *t = (struct timespec){ .tv_sec = 1763200000 };
    return 0;
}

static uint32_t draw(void)
{
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ z >> 31) >> 32);
}

/* A shuffle asks for a number below 52 times its decks, then below one less, and so on to 2. */
static uint32_t shuffled(uint32_t bound, uint32_t j)
{
    row *r = shuffles < ROWS ? &rows[shuffles] : NULL;
    uint32_t i = bound - 1;
    if (!left) {
        for (uint32_t k = 0; k < bound; k++)
            now[k] = (uint8_t)(k % DECK);
        if (r) r->cards = (uint16_t)bound;
    }
    left = i - 1;
    if (r && r->wanted) {
        for (j = 0; j < i && now[j] != r->card[i];)
            j++;
    }
    uint8_t held = now[i];
    now[i] = now[j];
    now[j] = held;
    for (uint32_t k = 0; r && !left && k < r->cards; k++)
        r->card[k] = now[k];
    shuffles += !left;
    return j;
}

uint32_t randombytes_uniform(const uint32_t bound)
{
    pthread_mutex_lock(&lock);
    uint32_t drawn = bound < 2 ? 0 : draw() % bound;
    if (rows && (left ? bound == left + 1 : bound >= DECK && bound <= MOST && bound % DECK == 0))
        drawn = shuffled(bound, drawn);
    pthread_mutex_unlock(&lock);
    return drawn;
}

uint32_t randombytes_random(void)
{
    pthread_mutex_lock(&lock);
    uint32_t drawn = draw();
    pthread_mutex_unlock(&lock);
    return drawn;
}

void randombytes_buf(void *const buf, const size_t size)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buf)[i] = (uint8_t)draw();
    pthread_mutex_unlock(&lock);
}
