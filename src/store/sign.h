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

/* One line "stream SEQ HASH EPOCH NAME" of a signed head; heads of the first format have no epoch. */
typedef struct {
    store_name stream;
    int64_t seq;
    uint8_t hash[LM_STORE_HASH];
    int64_t epoch;
} head_line;

/* One line "rest ROWS DIGEST NAME": everything of one kind that lies outside the chains, in a house at rest. */
enum { REST_NAME = 16 };
typedef struct {
    char name[REST_NAME];
    int64_t rows;
    uint8_t digest[LM_STORE_HASH];
} head_rest;

/* Begins a head; its lines follow, then sign_text. */
void head_begin(buffer *text, const char *house, int64_t time_ms, const uint8_t public_key[PUBLIC_KEY]);
void head_add(buffer *text, const head_line *line);
void head_add_rest(buffer *text, const head_rest *rest);

/* Who hears the lines of a head; each function may be NULL. False ends the reading. */
typedef struct {
    bool (*line)(void *context, const head_line *line);
    bool (*rest)(void *context, const head_rest *rest);
    void *context;
} head_hearer;

/* Checks form, house, key and signature of a head and hands each line over. NULL, or what is wrong with it. */
const char *head_read(const char *text, size_t size, const char *house, const uint8_t public_key[PUBLIC_KEY],
                      const head_hearer *hearer);

#endif
