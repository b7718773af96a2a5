/* memory.c - a house without memory ends, and is rebuilt from its journal.
 *
 * What is done is a list of acts in JSON; one that could not be noted down would be done and never recorded. So wherever the
 * house cannot refuse in order, it ends: at once, as if the power had gone, which the journal is made for. It leaves no core,
 * since keys and cards are in it. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lammer/server/felt.h"

_Noreturn void memory_end(void)
{
    static const char why[] =
        /* say:house-no-memory */ "lammer: there is no memory; the house ends here and is rebuilt from its "
                                  "journal\n";
    ssize_t written = write(STDERR_FILENO, why, sizeof why - 1);
    (void)written; /* nobody may listen */
    _exit(EXIT_FAILURE);
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

/* JSON has no way to say that a member is missing for want of memory. */
void memory_for_json(void)
{
    json_set_alloc_funcs(memory_or_end, free);
}
