/* seal.h - the seal at the end of a backup, which proves every other byte of it.
 *
 *   (a house as a SQLite file)
 *   lammer head 1 ...              the last record of every stream, signed
 *   lammer backup 1
 *   bytes 00000000000000811008     of the SQLite file, up to the head
 *   digest 5ba0...                 BLAKE2b-256 of everything up to this text
 *   signature 77e2...              over the three lines above */
#ifndef LAMMER_RECORDS_SEAL_H
#define LAMMER_RECORDS_SEAL_H

#include "lammer/server/store.h"

enum {
    SEAL_SIGNED = sizeof "lammer backup 1\nbytes 12345678901234567890\ndigest \n" - 1 + 2 * LM_STORE_HASH,
    SEAL_SIZE = SEAL_SIGNED + LM_SIGNATURE_LINE,
    HEAD_MOST = 64 * 1024 * 1024,
};

typedef struct {
    char text[SEAL_SIZE + 1];
    char *head; /* ends with a NUL; the caller frees it */
} seal;

/* Appends head and seal to the file, whose bytes are final, and syncs it. NULL, or what went wrong. */
const char *seal_write(int file, const char *head, const lm_signer *signer);

/* Reads the seal and recomputes the digest over the whole file. NULL, or what is wrong. */
const char *seal_read(int file, seal *s);

/* Whether the house's key signed the seal; false if the house has no key (NULL). */
bool seal_is_signed(const seal *s, const uint8_t *public_key);

#endif
