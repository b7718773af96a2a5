/* memory.c - memory that grows by pages, and a list of what was given back.
 *
 * Blocks lie one behind the other; free ones are kept in the order of their addresses, so that neighbours can be joined
 * again. A table asks for a few large blocks and some small ones, so the first that fits is good enough. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, GRAIN = 16 };

/* Stands before every block; `size` is that of the bytes behind it. */
typedef struct block {
    size_t size;
    struct block *next; /* of the free list */
    size_t spare[2];
} block;
_Static_assert(sizeof(block) == GRAIN, "what lies behind a block is aligned for any type");

extern unsigned char __heap_base;

static block *free_list;
static unsigned char *heap_end; /* of what the host has given so far; NULL: not asked yet */

static void *after(block *b)
{
    return (unsigned char *)b + sizeof *b + b->size;
}

/* Joins a free block with the next one where they touch. */
static void join(block *b)
{
    if (!b->next || after(b) != (void *)b->next) return;
    b->size += sizeof *b + b->next->size;
    b->next = b->next->next;
}

static void give_back(block *b)
{
    block *before = NULL, *next = free_list;
    while (next && next < b) {
        before = next;
        next = next->next;
    }
    b->next = next;
    if (before) {
        before->next = b;
    } else {
        free_list = b;
    }
    join(b);
    if (before) join(before);
}

/* More pages at the end, as one free block. */
static bool grow(size_t size)
{
    if (!heap_end) {
        heap_end = (unsigned char *)(((uintptr_t)&__heap_base + GRAIN - 1) & ~(uintptr_t)(GRAIN - 1));
        size_t first = (size_t)__builtin_wasm_memory_size(0) * PAGE;
        if ((uintptr_t)heap_end + 2 * sizeof(block) < first) {
            block *b = (block *)(void *)heap_end;
            b->size = first - (uintptr_t)heap_end - sizeof *b;
            heap_end = (unsigned char *)first;
            give_back(b);
        }
    }
    size_t pages = (size + sizeof(block) + PAGE - 1) / PAGE;
    size_t old = __builtin_wasm_memory_grow(0, pages);
    if (old == SIZE_MAX) return false;
    block *b = (block *)(void *)(old * PAGE);
    b->size = pages * PAGE - sizeof *b;
    heap_end = (unsigned char *)((old + pages) * PAGE);
    give_back(b);
    return true;
}

/* Takes `size` bytes off the front of a free block, or all of it where little would be left. */
static void *take(block **link, size_t size)
{
    block *b = *link;
    if (b->size >= size + sizeof *b + GRAIN) {
        block *rest = (block *)(void *)((unsigned char *)(b + 1) + size);
        rest->size = b->size - size - sizeof *b;
        rest->next = b->next;
        b->size = size;
        *link = rest;
    } else {
        *link = b->next;
    }
    return b + 1;
}

static void *find(size_t size)
{
    for (block **link = &free_list; *link; link = &(*link)->next) {
        if ((*link)->size >= size) return take(link, size);
    }
    return NULL;
}

void *malloc(size_t size)
{
    if (size > SIZE_MAX / 2) return NULL;
    size = size ? (size + GRAIN - 1) & ~(size_t)(GRAIN - 1) : GRAIN;
    void *memory = find(size);
    return memory || !grow(size) ? memory : find(size);
}

void free(void *memory)
{
    if (memory) give_back((block *)memory - 1);
}

void *calloc(size_t n, size_t size)
{
    if (size && n > SIZE_MAX / 2 / size) return NULL;
    void *memory = malloc(n * size);
    return memory ? memset(memory, 0, n * size) : NULL;
}

void *realloc(void *memory, size_t size)
{
    size_t old = memory ? ((block *)memory - 1)->size : 0;
    if (memory && size <= old) return memory;
    void *other = malloc(size);
    if (!other) return NULL;
    if (memory) memcpy(other, memory, old);
    free(memory);
    return other;
}
