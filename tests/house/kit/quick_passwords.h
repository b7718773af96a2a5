/* quick_passwords.h - passwords are hashed at the lowest cost that Argon2 has: the house's own cost would take most of
 * the time of a test about people. A test about the cost switches it on. */
#ifndef LAMMER_TESTS_HOUSE_QUICK_PASSWORDS_H
#define LAMMER_TESTS_HOUSE_QUICK_PASSWORDS_H

#include <sodium.h>
#include <stdbool.h>

static bool passwords_cost; /* hash at the house's own cost */

/* Replaces libsodium's function. */
int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const password, unsigned long long size,
                      unsigned long long passes, size_t memory)
{
    return crypto_pwhash_argon2id_str(out, password, size,
                                      passwords_cost ? passes : crypto_pwhash_argon2id_OPSLIMIT_MIN,
                                      passwords_cost ? memory : crypto_pwhash_argon2id_MEMLIMIT_MIN);
}

#endif
