/* arena.h - memory that is freed all at once, and a buffer that grows in it.
 *
 * What one group of batches needs lives in one arena. Pieces never move, so rows may point at each other. */
#ifndef LAMMER_STORE_ARENA_H
#define LAMMER_STORE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct arena_chunk arena_chunk;

typedef struct {
    arena_chunk *last, *spare;
    size_t spare_bytes;
} arena;

/* Zeroed memory, or NULL when memory runs out; arena_raw leaves it uninitialised. */
void *arena_take(arena *a, size_t size);
void *arena_raw(arena *a, size_t size);

/* A copy with a NUL after it, or NULL. */
void *arena_copy(arena *a, const void *data, size_t size);

/* Frees everything except a few chunks for the next group. */
void arena_clear(arena *a);
void arena_free(arena *a);

/* Bytes written one after the other. After a failure `failed` is set and nothing more is written. */
typedef struct {
    arena *memory;
    uint8_t *data;
    size_t size, room;
    bool failed;
} buffer;

/* Space for `more` bytes after the written ones, or NULL; the caller fills it and adds to `size`. */
uint8_t *buffer_room(buffer *b, size_t more);
void buffer_bytes(buffer *b, const void *data, size_t size);
void buffer_byte(buffer *b, uint8_t byte);
void buffer_int(buffer *b, int64_t value);                     /* eight bytes, the lowest first */
void buffer_counted(buffer *b, const void *data, size_t size); /* the length in four bytes, then the bytes */
void buffer_text(buffer *b, const char *text);                 /* counted */

#endif
