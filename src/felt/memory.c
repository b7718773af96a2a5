/* memory.c - ends the process when memory runs out; the next start rebuilds the house from its journal.
 *
 * Otherwise an act could be done and not recorded. Ending is safe at any moment, as after a power failure. No core file
 * is left, because it would hold keys and cards. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lammer/server/felt.h"
#include "lammer/server/json.h"

_Noreturn void memory_end(void)
{
    static const char why[] =
        /* say:house-no-memory */ "lammer: out of memory; the server ends here, and the next start rebuilds the house "
                                  "from its "
                                  "journal\n";
    ssize_t written = write(STDERR_FILENO, why, sizeof why - 1);
    (void)written; /* standard error may be closed */
    _exit(75);     /* EX_TEMPFAIL, as LM_SERVE_AGAIN: a service manager starts it again */
}

void *memory_or_end(size_t size)
{
    void *memory = malloc(size);
    if (!memory) memory_end();
    return memory;
}

void *zeroed_or_end(size_t size)
{
    return memset(memory_or_end(size), 0, size);
}

/* A message consists of hundreds of small pieces that are all freed at once. Each thread keeps them, by size, for its
 * next message: the C library would merge and split the same pieces again and again. */
enum { STEP = 16, SIZES = 33, KEPT_PIECES = 1024 };

typedef struct piece {
    struct piece *next;
} piece;

static _Thread_local struct {
    piece *first;
    int n;
} kept[SIZES];

/* The C library hands out STEP * n + 8 bytes. */
static size_t size_number(size_t bytes)
{
    return bytes <= STEP + 8 ? 1 : (bytes - 8 + STEP - 1) / STEP;
}

static void *take_piece(size_t bytes)
{
    size_t n = size_number(bytes);
    if (n >= SIZES || !kept[n].first) return memory_or_end(n < SIZES ? STEP * n + 8 : bytes);
    piece *taken = kept[n].first;
    kept[n].first = taken->next;
    kept[n].n--;
    return taken;
}

static void give_piece(void *memory)
{
    size_t n = memory ? (malloc_usable_size(memory) - 8) / STEP : 0;
    if (n < 1 || n >= SIZES || kept[n].n >= KEPT_PIECES) {
        free(memory);
        return;
    }
    piece *given = memory;
    given->next = kept[n].first;
    kept[n].first = given;
    kept[n].n++;
}

#if defined __SANITIZE_ADDRESS__ || !defined __GLIBC__
enum { CAN_KEEP = false }; /* lets a sanitizer see every allocation and free */
#else
enum { CAN_KEEP = true };
#endif

/* JSON cannot express that a member is missing because memory ran out. */
void memory_for_json(bool keeps)
{
    bool does = keeps && CAN_KEEP;
    json_set_alloc_funcs(does ? take_piece : memory_or_end, does ? give_piece : free);
}
