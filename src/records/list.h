/* list.h - a growing list. */
#ifndef LAMMER_RECORDS_LIST_H
#define LAMMER_RECORDS_LIST_H

#include <stdlib.h>

#include "lammer/server/felt.h"

/* Makes room for another row in the list of `n`; the list may move. */
static inline void *list_with_room(void *list, size_t n, size_t *room, size_t row_size)
{
    if (n < *room) return list;
    *room = 2 * *room + 64;
    void *larger = realloc(list, *room * row_size);
    if (!larger) memory_end();
    return larger;
}

#endif
