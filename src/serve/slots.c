/* slots.c - handles: numbers for items that others may still name after they are gone.
 *
 * A number combines a slot and how often the slot has been used, so an old number never finds a new item. */
#include <stddef.h>
#include <stdlib.h>

#include "slots.h"

static uint32_t place_of(uint64_t number)
{
    return (uint32_t)number;
}

static int more_room(slots *s)
{
    uint32_t room = s->room ? 2 * s->room : 64;
    slot *larger = realloc(s->slot, room * sizeof *larger);
    if (!larger) return 0;
    s->slot = larger;
    s->room = room;
    return 1;
}

uint64_t slots_add(slots *s, void *item)
{
    uint32_t place;
    if (s->first_free) {
        place = s->first_free - 1;
        s->first_free = s->slot[place].next_free;
    } else {
        if (s->count == s->room && !more_room(s)) return 0;
        place = s->count++;
        s->slot[place].generation = 0;
    }
    s->slot[place].item = item;
    s->slot[place].generation++;
    s->held++;
    return (uint64_t)s->slot[place].generation << 32 | place;
}

void *slots_get(const slots *s, uint64_t number)
{
    uint32_t place = place_of(number);
    if (place >= s->count || s->slot[place].generation != number >> 32) return NULL;
    return s->slot[place].item;
}

void slots_remove(slots *s, uint64_t number)
{
    uint32_t place = place_of(number);
    if (!slots_get(s, number)) return;
    s->slot[place].item = NULL;
    s->slot[place].next_free = s->first_free;
    s->first_free = place + 1;
    s->held--;
}

void slots_free(slots *s)
{
    free(s->slot);
    *s = (slots){ 0 };
}
