/* fair.c - a shoe that no person can have arranged: its shuffle, the commitment to it, and how it is kept
 * until it is opened.
 *
 * docs/fair-shoe.md defines the bytes. Random numbers come from libsodium, which asks the system for each. */
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "deal.h"

enum {
    SEAL_VERSION = 1,
    SEAL_LABEL = 160,
    NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    TAG = crypto_aead_xchacha20poly1305_ietf_ABYTES,
    DECK_BYTES = 1 + 2 * HOUSE_SIDES + LM_STORE_HASH + HOUSE_SIDES * LM_SHOE_CARDS,
    SECRET_BYTES = 1 + 2 * DECK_BYTES,
};

bool shoes_read_hex(const char *text, uint8_t *bytes, size_t size)
{
    size_t got;
    return strlen(text) == 2 * size && sodium_hex2bin(bytes, size, text, 2 * size, NULL, &got, NULL) == 0 &&
           got == size;
}

void shoes_hex(const uint8_t *bytes, shoe_hex text)
{
    sodium_bin2hex(text, sizeof(shoe_hex), bytes, LM_STORE_HASH);
}

/* The Fisher-Yates shuffle: every order is equally likely if every draw is uniform. */
static void shuffle(lm_card *card, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)randombytes_uniform((uint32_t)i + 1);
        lm_card held = card[i];
        card[i] = card[j];
        card[j] = held;
    }
}

void fair_shuffle_cards(house_deck *deck, int side, const lm_card *cards, int n)
{
    memset(deck, 0, sizeof *deck);
    deck->known = true;
    deck->cards[side] = (uint16_t)n;
    memcpy(deck->order[side], cards, (size_t)n);
    shuffle(deck->order[side], n);
    randombytes_buf(deck->salt, sizeof deck->salt);
}

/* A double shoe shares the decks between its sides, the odd one to A. */
void fair_shuffle(house_deck *deck, const lm_rules *rules)
{
    int sides = fair_sides(rules), decks = (int)rules->decks;
    memset(deck, 0, sizeof *deck);
    deck->known = true;
    for (int side = 0; side < sides; side++) {
        int share = sides == 1 ? decks : side ? decks / 2 : decks - decks / 2;
        deck->cards[side] = (uint16_t)(share * LM_CARDS);
        for (int i = 0; i < deck->cards[side]; i++)
            deck->order[side][i] = (lm_card)(i % LM_CARDS);
        shuffle(deck->order[side], deck->cards[side]);
    }
    randombytes_buf(deck->salt, sizeof deck->salt);
}

int fair_sides(const lm_rules *rules)
{
    return rules->shoe == LM_SHOE_DOUBLE && rules->decks > 1 ? 2 : 1;
}

lm_card fair_card(const house_deck *deck, const house_shoe *shoe, int side, int index)
{
    return deck->order[side][(index + shoe->cut) % deck->cards[side]];
}

void fair_commitment(const house_deck *deck, uint8_t commitment[LM_STORE_HASH])
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, LM_STORE_HASH);
    crypto_generichash_update(&hash, deck->salt, sizeof deck->salt);
    for (int side = 0; side < HOUSE_SIDES; side++)
        crypto_generichash_update(&hash, deck->order[side], deck->cards[side]);
    crypto_generichash_final(&hash, commitment, LM_STORE_HASH);
}

/* Nonce and ciphertext as text. The label is authenticated as well, so the text opens only in its own place. */
char *fair_seal_bytes(const void *bytes, size_t size, const uint8_t *key, const char *label)
{
    size_t sealed = NONCE + size + TAG;
    size_t room = sodium_base64_encoded_len(sealed, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    uint8_t *box = memory_or_end(sealed);
    char *text = memory_or_end(room);
    randombytes_buf(box, NONCE);
    crypto_aead_xchacha20poly1305_ietf_encrypt(box + NONCE, NULL, bytes, size, (const uint8_t *)label, strlen(label),
                                               NULL, box, key);
    sodium_bin2base64(text, room, box, sealed, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    free(box);
    return text;
}

bool fair_unseal_bytes(void *bytes, size_t size, const char *text, const uint8_t *key, const char *label)
{
    size_t wanted = NONCE + size + TAG, got;
    uint8_t *box = text ? malloc(wanted) : NULL;
    bool opened = box &&
                  sodium_base642bin(box, wanted, text, strlen(text), NULL, &got, NULL,
                                    sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
                  got == wanted &&
                  crypto_aead_xchacha20poly1305_ietf_decrypt(bytes, NULL, NULL, box + NONCE, size + TAG,
                                                             (const uint8_t *)label, strlen(label), box, key) == 0;
    free(box);
    return opened;
}

static uint8_t *put_deck(uint8_t *at, const house_deck *deck)
{
    *at++ = deck->known;
    for (int side = 0; side < HOUSE_SIDES; side++) {
        *at++ = (uint8_t)deck->cards[side];
        *at++ = (uint8_t)(deck->cards[side] >> 8);
    }
    memcpy(at, deck->salt, sizeof deck->salt);
    memcpy(at + sizeof deck->salt, deck->order, sizeof deck->order);
    return at + sizeof deck->salt + sizeof deck->order;
}

/* False when the bytes are not a deck. */
static bool get_deck(const uint8_t **bytes, house_deck *deck)
{
    const uint8_t *at = *bytes;
    deck->known = *at++;
    for (int side = 0; side < HOUSE_SIDES; side++, at += 2) {
        deck->cards[side] = (uint16_t)(at[0] | at[1] << 8);
        if (deck->cards[side] > LM_SHOE_CARDS) return false;
    }
    memcpy(deck->salt, at, sizeof deck->salt);
    memcpy(deck->order, at + sizeof deck->salt, sizeof deck->order);
    *bytes = at + sizeof deck->salt + sizeof deck->order;
    return true;
}

static void shoe_label(char label[SEAL_LABEL], const char *table, uint32_t number)
{
    snprintf(label, SEAL_LABEL, "lammer shoe\n%s\n%u", table, number);
}

char *fair_seal(const house_secret *secret, const uint8_t *key, const char *table, uint32_t number)
{
    uint8_t bytes[SECRET_BYTES];
    char label[SEAL_LABEL];
    bytes[0] = SEAL_VERSION;
    put_deck(put_deck(bytes + 1, &secret->shoe), &secret->spent);
    shoe_label(label, table, number);
    char *sealed = fair_seal_bytes(bytes, sizeof bytes, key, label);
    sodium_memzero(bytes, sizeof bytes);
    return sealed;
}

bool fair_unseal(house_secret *secret, const char *sealed, const uint8_t *key, const char *table, uint32_t number)
{
    uint8_t bytes[SECRET_BYTES];
    const uint8_t *at = bytes + 1;
    char label[SEAL_LABEL];
    house_secret opened = { 0 };
    shoe_label(label, table, number);
    bool ok = fair_unseal_bytes(bytes, sizeof bytes, sealed, key, label) && bytes[0] == SEAL_VERSION &&
              get_deck(&at, &opened.shoe) && get_deck(&at, &opened.spent);
    if (ok) *secret = opened;
    sodium_memzero(bytes, sizeof bytes);
    sodium_memzero(&opened, sizeof opened);
    return ok;
}
