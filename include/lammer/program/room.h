/* room.h - growing lists for the story of a round; the program ends when memory runs out. */
#ifndef LAMMER_PROGRAM_ROOM_H
#define LAMMER_PROGRAM_ROOM_H

#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the exit code for bad input: the session cannot continue, and its records are on disk. */
_Noreturn static inline void lm_out_of_memory(const char *what)
{
    fprintf(stderr, "lammer: no memory for %s\n", what);
    exit(EXIT_FAILURE + 1);
}

/* Makes room in the list for one entry after the `used` ones. */
static inline void *lm_room(void *list, int used, int *room, size_t size)
{
    if (used < *room) return list;
    *room = *room ? 2 * *room : 64;
    list = realloc(list, (size_t)*room * size);
    if (!list) lm_out_of_memory("what happens in a round");
    return list;
}

#endif
