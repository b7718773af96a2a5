/* arena.c - memory that is freed all at once, and a buffer that grows in it. */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "bytes.h"

/* With its header the first chunk has a size that the C library serves without merging and splitting others. */
enum { FIRST_CHUNK = 960, LARGEST_CHUNK = 256 * 1024, SPARE_BYTES = 4 * 1024 * 1024 };

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

/* A chunk kept from earlier, if it is large enough. */
static bool take_spare(arena *a, size_t size)
{
    arena_chunk *chunk = a->spare;
    if (!chunk || chunk->size < size) return false;
    a->spare = chunk->previous;
    a->spare_bytes -= chunk->size;
    chunk->previous = a->last;
    chunk->used = 0;
    a->last = chunk;
    return true;
}

void *arena_raw(arena *a, size_t size)
{
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if ((!a->last || a->last->size - a->last->used < size) && !take_spare(a, size)) {
        arena_chunk *chunk = chunk_new(a->last, next_size(a, size));
        if (!chunk) return NULL;
        a->last = chunk;
    }
    void *taken = (char *)a->last->data + a->last->used;
    a->last->used += size;
    return taken;
}

void *arena_take(arena *a, size_t size)
{
    void *taken = arena_raw(a, size);
    return taken ? memset(taken, 0, size) : NULL;
}

void *arena_copy(arena *a, const void *data, size_t size)
{
    char *copy = arena_raw(a, size + 1);
    if (copy && size) memcpy(copy, data, size);
    if (copy) copy[size] = '\0';
    return copy;
}

/* Keeps memory of the usual size: returning it to the system and requesting it again would cost more than the group
 * itself. */
void arena_clear(arena *a)
{
    while (a->last) {
        arena_chunk *chunk = a->last;
        a->last = chunk->previous;
        if (chunk->size <= LARGEST_CHUNK && a->spare_bytes < SPARE_BYTES) {
            chunk->previous = a->spare;
            a->spare = chunk;
            a->spare_bytes += chunk->size;
        } else {
            free(chunk);
        }
    }
}

static void free_chunks(arena_chunk *chunk)
{
    while (chunk) {
        arena_chunk *previous = chunk->previous;
        free(chunk);
        chunk = previous;
    }
}

void arena_free(arena *a)
{
    free_chunks(a->last);
    free_chunks(a->spare);
    *a = (arena){ 0 };
}

uint8_t *buffer_room(buffer *b, size_t more)
{
    if (b->failed) return NULL;
    if (b->room - b->size >= more) return b->data + b->size;
    size_t room = 2 * (b->size + more) + 64;
    uint8_t *data = arena_raw(b->memory, room);
    if (!data) {
        b->failed = true;
        return NULL;
    }
    if (b->size) memcpy(data, b->data, b->size);
    b->data = data;
    b->room = room;
    return data + b->size;
}

void buffer_bytes(buffer *b, const void *data, size_t size)
{
    uint8_t *at = size ? buffer_room(b, size) : NULL;
    if (!at) return;
    memcpy(at, data, size);
    b->size += size;
}

void buffer_byte(buffer *b, uint8_t byte)
{
    buffer_bytes(b, &byte, 1);
}

void buffer_int(buffer *b, int64_t value)
{
    uint8_t *at = buffer_room(b, 8);
    if (!at) return;
    store_8(at, (uint64_t)value);
    b->size += 8;
}

void buffer_counted(buffer *b, const void *data, size_t size)
{
    uint8_t *at = buffer_room(b, 4 + size);
    if (!at) return;
    store_4(at, (uint32_t)size);
    if (size) memcpy(at + 4, data, size);
    b->size += 4 + size;
}

void buffer_text(buffer *b, const char *text)
{
    buffer_counted(b, text, strlen(text));
}
