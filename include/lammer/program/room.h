/* room.h - lists of the program that grow as a round is told; without memory the program ends. */
#ifndef LAMMER_PROGRAM_ROOM_H
#define LAMMER_PROGRAM_ROOM_H

#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the code for bad input or usage: the session cannot go on, and what it keeps is on the disk. */
_Noreturn static inline void lm_out_of_memory(const char *what)
{
    fprintf(stderr, "lammer: no memory for %s\n", what);
    exit(EXIT_FAILURE + 1);
}

/* The list with room for one entry more than the `used` ones. */
static inline void *lm_room(void *list, int used, int *room, size_t size)
{
    if (used < *room) return list;
    *room = *room ? 2 * *room : 64;
    list = realloc(list, (size_t)*room * size);
    if (!list) lm_out_of_memory("what happens in a round");
    return list;
}

#endif
