/* keys.c - keys of values for tokens, devices and attempts: hashes, so that the key does not reveal its subject. */
#include <string.h>

#include "people.h"

void random_hex(char *text, size_t size)
{
    uint8_t random[64];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(text, size, random, (size - 1) / 2);
    sodium_memzero(random, sizeof random);
}

void hash_key(const char *prefix, const uint8_t hash[LM_STORE_HASH], char key[LM_STORE_NAME + 1])
{
    strcpy(key, prefix);
    sodium_bin2hex(key + strlen(key), 2 * LM_STORE_HASH + 1, hash, LM_STORE_HASH);
}

void token_key(const char *prefix, const char *token, char key[LM_STORE_NAME + 1])
{
    uint8_t hash[LM_STORE_HASH];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)token, strlen(token), NULL, 0);
    hash_key(prefix, hash, key);
}

void texts_key(const char *prefix, const char *const *texts, int n, char key[LM_STORE_NAME + 1])
{
    uint8_t digest[LM_STORE_HASH];
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, sizeof digest);
    for (int i = 0; i < n; i++)
        crypto_generichash_update(&hash, (const uint8_t *)texts[i], strlen(texts[i]) + 1);
    crypto_generichash_final(&hash, digest, sizeof digest);
    hash_key(prefix, digest, key);
}

static void free_batch(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    lm_batch_free(batch);
}

void batch_behind(lm_house *house, lm_batch *batch)
{
    if (!lm_store_submit(house->store, batch, free_batch, NULL)) lm_batch_free(batch);
}

enum { SECRET = 32 };

static bool session_secret(const char *session, uint8_t secret[SECRET])
{
    size_t size = 0;
    return session && strlen(session) == 2 * SECRET &&
           sodium_hex2bin(secret, SECRET, session, 2 * SECRET, NULL, &size, NULL) == 0 && size == SECRET;
}

bool people_session(const char *session, uint8_t hash[LM_STORE_HASH])
{
    uint8_t secret[SECRET];
    if (!session_secret(session, secret)) return false;
    crypto_generichash(hash, LM_STORE_HASH, secret, sizeof secret, NULL, 0);
    sodium_memzero(secret, sizeof secret);
    return true;
}

bool session_key(const char *session, char key[LM_STORE_NAME + 1])
{
    uint8_t hash[LM_STORE_HASH];
    if (!people_session(session, hash)) return false;
    hash_key("~session/", hash, key);
    return true;
}

/* Derived from the session, so nothing has to be stored; the session cannot be found from it. */
bool lm_house_csrf(const char *session, char token[LM_HOUSE_CSRF])
{
    static const char what[] = "lammer csrf";
    uint8_t secret[SECRET], out[(LM_HOUSE_CSRF - 1) / 2];
    if (!session_secret(session, secret)) return false;
    crypto_generichash(out, sizeof out, (const uint8_t *)what, sizeof what - 1, secret, sizeof secret);
    sodium_bin2hex(token, LM_HOUSE_CSRF, out, sizeof out);
    sodium_memzero(secret, sizeof secret);
    return true;
}
