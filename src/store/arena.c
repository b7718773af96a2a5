/* arena.c - memory that is given back all at once, and a buffer that grows in it. */
#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum { FIRST_CHUNK = 1024, LARGEST_CHUNK = 256 * 1024 };

struct arena_chunk {
    arena_chunk *previous;
    size_t used, size;
    max_align_t data[];
};

static arena_chunk *chunk_new(arena_chunk *previous, size_t size)
{
    arena_chunk *chunk = malloc(sizeof *chunk + size);
    if (chunk) *chunk = (arena_chunk){ .previous = previous, .size = size };
    return chunk;
}

/* Each chunk is twice as large as the one before: a small batch costs little, a large group few calls. */
static size_t next_size(const arena *a, size_t least)
{
    size_t size = a->last ? 2 * a->last->size : FIRST_CHUNK;
    if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
    return size > least ? size : least;
}

void *arena_take(arena *a, size_t size)
{
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!a->last || a->last->size - a->last->used < size) {
        arena_chunk *chunk = chunk_new(a->last, next_size(a, size));
        if (!chunk) return NULL;
        a->last = chunk;
    }
    void *taken = (char *)a->last->data + a->last->used;
    a->last->used += size;
    return memset(taken, 0, size);
}

void *arena_copy(arena *a, const void *data, size_t size)
{
    char *copy = arena_take(a, size + 1);
    if (copy && size) memcpy(copy, data, size);
    return copy;
}

void arena_clear(arena *a)
{
    if (!a->last) return;
    while (a->last->previous) {
        arena_chunk *chunk = a->last->previous;
        a->last->previous = chunk->previous;
        free(chunk);
    }
    a->last->used = 0;
}

void arena_free(arena *a)
{
    arena_clear(a);
    free(a->last);
    a->last = NULL;
}

static bool buffer_reserve(buffer *b, size_t more)
{
    if (b->failed) return false;
    if (b->room - b->size >= more) return true;
    size_t room = 2 * (b->size + more) + 64;
    uint8_t *data = arena_take(b->memory, room);
    if (!data) {
        b->failed = true;
        return false;
    }
    if (b->size) memcpy(data, b->data, b->size);
    b->data = data;
    b->room = room;
    return true;
}

void buffer_bytes(buffer *b, const void *data, size_t size)
{
    if (!size || !buffer_reserve(b, size)) return;
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

void buffer_byte(buffer *b, uint8_t byte)
{
    buffer_bytes(b, &byte, 1);
}

static void buffer_little(buffer *b, uint64_t value, int bytes)
{
    uint8_t little[8];
    for (int i = 0; i < bytes; i++)
        little[i] = (uint8_t)(value >> 8 * i);
    buffer_bytes(b, little, (size_t)bytes);
}

void buffer_int(buffer *b, int64_t value)
{
    buffer_little(b, (uint64_t)value, 8);
}

void buffer_counted(buffer *b, const void *data, size_t size)
{
    buffer_little(b, size, 4);
    buffer_bytes(b, data, size);
}

void buffer_text(buffer *b, const char *text)
{
    buffer_counted(b, text, strlen(text));
}
