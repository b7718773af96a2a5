/* slots.h - handles: numbers for items that others may still name after they are gone. */
#ifndef LAMMER_SERVE_SLOTS_H
#define LAMMER_SERVE_SLOTS_H

#include <stdint.h>

typedef struct {
    void *item; /* NULL: free */
    uint32_t generation, next_free;
} slot;

typedef struct {
    slot *slot;
    uint32_t count, room, first_free; /* slots ever used, allocated; first_free: index + 1, 0: none */
    uint32_t held;
} slots;

/* The item's number, never 0 and never used again; 0 without memory. */
uint64_t slots_add(slots *s, void *item);

/* NULL if the item is gone. */
void *slots_get(const slots *s, uint64_t number);
void slots_remove(slots *s, uint64_t number);
void slots_free(slots *s);

#endif
