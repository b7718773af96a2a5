/* signed.c - a signed head of the journal: as it comes, and with a signature that is right. */
/* room: store */
#include <sodium.h>

#include "fuzz.h"
#include "lammer/server/store.h"

#define HOUSE "0123456789abcdef0123456789abcdef"

static uint8_t public_key[crypto_sign_PUBLICKEYBYTES], secret[crypto_sign_SECRETKEYBYTES];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const uint8_t seed[crypto_sign_SEEDBYTES];
    (void)argc, (void)argv;
    MUST_HOLD(sodium_init() >= 0);
    crypto_sign_seed_keypair(public_key, secret, seed);
    return 0;
}

static bool count_line(void *context, const lm_head_line *line)
{
    MUST_HOLD(line->stream[0] && strlen(line->stream) <= LM_STORE_NAME);
    return ++*(int *)context < 1000;
}

static const char *read_head(const char *text, size_t size)
{
    int lines = 0;
    lm_head_names names = { .house = HOUSE };
    lm_store_fingerprint(public_key, names.key);
    const char *wrong = lm_head_read(text, size, &names, &(lm_head_reader){ .line = count_line, .context = &lines });
    MUST_HOLD(!wrong || wrong[0]);
    return wrong;
}

/* Everything before the signature, or all of it, signed by the house. */
static char *sign(const uint8_t *data, size_t size, size_t *whole)
{
    static const char mark[] = "signature ";
    uint8_t signature[crypto_sign_BYTES];
    const uint8_t *end = memmem(data, size, mark, sizeof mark - 1);
    size_t n = end ? (size_t)(end - data) : size;
    char *text = malloc(n + sizeof mark + 2 * sizeof signature + 2);
    memcpy(text, data, n);
    crypto_sign_detached(signature, NULL, data, n, secret);
    memcpy(text + n, mark, sizeof mark);
    n += sizeof mark - 1;
    sodium_bin2hex(text + n, 2 * sizeof signature + 1, signature, sizeof signature);
    n += 2 * sizeof signature;
    memcpy(text + n, "\n", 2);
    *whole = n + 1;
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t whole;
    char *text = fuzz_text(data, size), *right = sign(data, size, &whole);
    read_head(text, size);
    if (!read_head(right, whole)) {
        right[size % whole] ^= 1; /* one bit, anywhere */
        MUST_HOLD(read_head(right, whole));
    }
    free(text);
    free(right);
    return 0;
}
