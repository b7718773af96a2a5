/* saved.c - a table's state as bytes for its stream's snapshot: sealed, because it holds hidden triggers, and marked
 * with everything it depends on. A program with another memory layout ignores it and reads the records instead. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/server/felt.h"
#include "lammer/version.h"

typedef struct {
    char magic[16];
    char engine[32];
    uint64_t size, rules_hash;
} saved_head;

static void head_of(saved_head *head, uint64_t rules_hash)
{
    memset(head, 0, sizeof *head);
    memcpy(head->magic, "lammer table 4\n", 15);
    strncpy(head->engine, LAMMER_VERSION, sizeof head->engine - 1);
    head->size = sizeof(house_state);
    head->rules_hash = rules_hash;
}

/* Copies the entries up to the longer of the two lists; the rest is unused in both. */
static void copy_list(void *to, const void *from, size_t size, uint32_t used_to, uint32_t used_from)
{
    memcpy(to, from, size * (used_to > used_from ? used_to : used_from));
}

static void copy_meters(lm_meters *to, const lm_meters *from)
{
    copy_list(to->meter, from->meter, sizeof *to->meter, to->meters, from->meters);
    memcpy(to, from, offsetof(lm_meters, meter));
}

/* Meters, coupons, awards and a spent shoe are two thirds of a state, but most tables have few of them. */
void state_copy(house_state *to, const house_state *from)
{
    copy_list(to->award, from->award, sizeof *to->award, to->awards, from->awards);
    copy_list(to->coupon, from->coupon, sizeof *to->coupon, to->coupons, from->coupons);
    copy_meters(&to->meters, &from->meters);
    copy_meters(&to->meters_before, &from->meters_before);
    if (to->spent.number || from->spent.number) to->spent = from->spent;
    memcpy(to, from, offsetof(house_state, spent));
}

enum { NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES, TAG = crypto_aead_xchacha20poly1305_ietf_ABYTES };

void *state_seal(const house_state *state, const lm_rules *rules, const uint8_t *key, const char *id, size_t *size)
{
    size_t plain_size = sizeof(saved_head) + sizeof *state;
    uint8_t *plain = malloc(plain_size), *sealed = malloc(NONCE + plain_size + TAG);
    if (plain && sealed) {
        saved_head head;
        head_of(&head, rules->hash);
        memcpy(plain, &head, sizeof head);
        memcpy(plain + sizeof head, state, sizeof *state);
        randombytes_buf(sealed, NONCE);
        crypto_aead_xchacha20poly1305_ietf_encrypt(sealed + NONCE, NULL, plain, plain_size, (const uint8_t *)id,
                                                   strlen(id), NULL, sealed, key);
        *size = NONCE + plain_size + TAG;
    } else {
        free(sealed);
        sealed = NULL;
    }
    if (plain) sodium_memzero(plain, plain_size);
    free(plain);
    return sealed;
}

bool state_unseal(house_state *state, const void *bytes, size_t size, const uint8_t *key, const char *id)
{
    size_t plain_size = sizeof(saved_head) + sizeof *state;
    const uint8_t *sealed = bytes;
    if (size != NONCE + plain_size + TAG) return false;
    uint8_t *plain = malloc(plain_size);
    if (!plain) return false;
    bool opens = crypto_aead_xchacha20poly1305_ietf_decrypt(plain, NULL, NULL, sealed + NONCE, size - NONCE,
                                                            (const uint8_t *)id, strlen(id), sealed, key) == 0;
    saved_head head, wanted;
    if (opens) {
        memcpy(&head, plain, sizeof head);
        head_of(&wanted, head.rules_hash);
        opens = memcmp(&head, &wanted, sizeof head) == 0;
    }
    if (opens) memcpy(state, plain + sizeof head, sizeof *state);
    sodium_memzero(plain, plain_size);
    free(plain);
    return opens;
}
