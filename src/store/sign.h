/* sign.h - what is signed, and checking it. */
#ifndef LAMMER_STORE_SIGN_H
#define LAMMER_STORE_SIGN_H

#include "arena.h"
#include "rows.h"

enum { PUBLIC_KEY = 32 };

void sign_snapshot(const lm_signer *signer, const char *house, const snapshot_row *row,
                   uint8_t signature[LM_STORE_SIGNATURE]);
bool snapshot_signed(const uint8_t public_key[PUBLIC_KEY], const char *house, const snapshot_row *row);

/* Appends "signature HEX\n" over what the buffer holds. */
void sign_text(const lm_signer *signer, buffer *text);

/* NULL when the text ends with its signature by this key; otherwise what is wrong. */
const char *text_unsigned(const char *text, size_t size, const uint8_t public_key[PUBLIC_KEY]);

/* One line "stream SEQ HASH NAME" of a signed head. */
typedef struct {
    store_name stream;
    int64_t seq;
    uint8_t hash[LM_STORE_HASH];
} head_line;

/* Begins a head; its lines follow, then sign_text. */
void head_begin(buffer *text, const char *house, int64_t time_ms, const uint8_t public_key[PUBLIC_KEY]);
void head_add(buffer *text, const head_line *line);

/* Checks form, house, key and signature of a head and hands each line to the receiver (which may be NULL). NULL, or
 * what is wrong with it. */
const char *head_read(const char *text, size_t size, const char *house, const uint8_t public_key[PUBLIC_KEY],
                      bool (*receiver)(void *context, const head_line *line), void *context);

#endif
