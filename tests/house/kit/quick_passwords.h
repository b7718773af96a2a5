/* quick_passwords.h - passwords are hashed as the house hashes them, at the least cost that Argon2 has,
 * unless a test is about the cost: it would be most of what a test of people does. */
#ifndef LAMMER_TESTS_HOUSE_QUICK_PASSWORDS_H
#define LAMMER_TESTS_HOUSE_QUICK_PASSWORDS_H

#include <sodium.h>
#include <stdbool.h>

static bool passwords_cost; /* as the house asks for */

/* In place of libsodium's. */
int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const password, unsigned long long size,
                      unsigned long long passes, size_t memory)
{
    return crypto_pwhash_argon2id_str(out, password, size,
                                      passwords_cost ? passes : crypto_pwhash_argon2id_OPSLIMIT_MIN,
                                      passwords_cost ? memory : crypto_pwhash_argon2id_MEMLIMIT_MIN);
}

#endif
