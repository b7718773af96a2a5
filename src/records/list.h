/* list.h - a list that grows. */
#ifndef LAMMER_RECORDS_LIST_H
#define LAMMER_RECORDS_LIST_H

#include <stdlib.h>

#include "lammer/server/felt.h"

/* The list of `n` rows with room for another one; it may have moved. */
static inline void *list_with_room(void *list, size_t n, size_t *room, size_t row_size)
{
    if (n < *room) return list;
    *room = 2 * *room + 64;
    void *larger = realloc(list, *room * row_size);
    if (!larger) memory_end();
    return larger;
}

#endif
