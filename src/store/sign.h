/* sign.h - signs snapshots and heads. */
#ifndef LAMMER_STORE_SIGN_H
#define LAMMER_STORE_SIGN_H

#include "arena.h"
#include "tables.h"

enum { PUBLIC_KEY = 32 };

lm_snapshot_row snapshot_of(const snapshot_row *row);
void sign_snapshot(const lm_signer *signer, const char *house, const snapshot_row *row,
                   uint8_t signature[LM_STORE_SIGNATURE]);

/* Begins a head; its lines follow, then its signature. */
void head_begin(buffer *text, const char *house, int64_t time_ms, const uint8_t public_key[PUBLIC_KEY]);
void head_add(buffer *text, const lm_head_line *line);
void head_add_rest(buffer *text, const lm_head_rest *rest);

#endif
