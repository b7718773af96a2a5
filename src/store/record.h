/* record.h - the bytes that are hashed and signed; docs/store.md describes them. */
#ifndef LAMMER_STORE_RECORD_H
#define LAMMER_STORE_RECORD_H

#include "arena.h"
#include "tables.h"

/* The row as readers see it; it points into the row. */
lm_record record_of(const record_row *row);

void bytes_hash(const void *data, size_t size, uint8_t hash[LM_STORE_HASH]);

/* Effects, one after the other; `digest` is NULL where a kind has none. */
void effect_add(buffer *b, lm_effect_kind kind, const char *name, int64_t number, const uint8_t digest[LM_STORE_HASH]);
void effect_add_move(buffer *b, const char *from, const char *to, int64_t cents, const char *reason);

#endif
