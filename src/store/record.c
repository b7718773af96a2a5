/* record.c - the hash of a record, and its effects as bytes. */
#include <sodium.h>
#include <string.h>

#include "bytes.h"
#include "record.h"

static void hash_int(crypto_generichash_state *state, int64_t value)
{
    uint8_t bytes[8];
    store_8(bytes, (uint64_t)value);
    crypto_generichash_update(state, bytes, sizeof bytes);
}

static void hash_counted(crypto_generichash_state *state, const void *data, size_t size)
{
    uint8_t count[4];
    store_4(count, (uint32_t)size);
    crypto_generichash_update(state, count, sizeof count);
    crypto_generichash_update(state, data, size);
}

void lm_record_hash(const uint8_t previous[LM_STORE_HASH], const lm_record *record, uint8_t hash[LM_STORE_HASH])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, LM_STORE_HASH);
    crypto_generichash_update(&state, previous, LM_STORE_HASH);
    hash_counted(&state, record->stream, strlen(record->stream));
    hash_int(&state, record->seq);
    hash_int(&state, record->time_ms);
    hash_counted(&state, record->kind, strlen(record->kind));
    hash_counted(&state, record->actor, strlen(record->actor));
    hash_counted(&state, record->body, record->body_size);
    hash_counted(&state, record->effects, record->effects_size);
    crypto_generichash_final(&state, hash, LM_STORE_HASH);
}

lm_record record_of(const record_row *r)
{
    return (lm_record){ r->stream,    r->seq,       r->time_ms,      r->kind,         r->actor,
                        r->body.data, r->body.size, r->effects.data, r->effects.size, r->hash };
}

void bytes_hash(const void *data, size_t size, uint8_t hash[LM_STORE_HASH])
{
    crypto_generichash(hash, LM_STORE_HASH, data, size, NULL, 0);
}

static const char letters[] = {
    [LM_EFFECT_COMMAND] = 'c', [LM_EFFECT_ANSWER] = 'a', [LM_EFFECT_OPEN] = 'o',
    [LM_EFFECT_MOVE] = 'm',    [LM_EFFECT_PUT] = 'p',
};

void effect_add(buffer *b, lm_effect_kind kind, const char *name, int64_t number, const uint8_t digest[LM_STORE_HASH])
{
    buffer_byte(b, (uint8_t)letters[kind]);
    buffer_text(b, name);
    buffer_int(b, number);
    if (digest) buffer_bytes(b, digest, LM_STORE_HASH);
}

void effect_add_move(buffer *b, const char *from, const char *to, int64_t cents, const char *reason)
{
    effect_add(b, LM_EFFECT_MOVE, from, cents, NULL);
    buffer_text(b, to);
    buffer_text(b, reason);
}

static bool has_digest(lm_effect_kind kind)
{
    return kind == LM_EFFECT_PUT || kind == LM_EFFECT_ANSWER;
}

size_t lm_effect_write(const lm_effect *effect, uint8_t bytes[LM_EFFECT_BYTES])
{
    arena memory = { 0 };
    buffer b = { .memory = &memory };
    if (effect->kind == LM_EFFECT_MOVE) {
        effect_add_move(&b, effect->name, effect->to, effect->number, effect->reason);
    } else {
        effect_add(&b, effect->kind, effect->name, effect->number, has_digest(effect->kind) ? effect->digest : NULL);
    }
    size_t size = b.failed || b.size > LM_EFFECT_BYTES ? 0 : b.size;
    if (size) memcpy(bytes, b.data, size);
    arena_free(&memory);
    return size;
}

static bool take_kind(bytes_reader *r, lm_effect_kind *kind)
{
    const uint8_t *letter = take_bytes(r, 1);
    for (int k = 0; letter && k <= LM_EFFECT_PUT; k++) {
        *kind = (lm_effect_kind)k;
        if (letters[k] == (char)*letter) return true;
    }
    r->bad = true;
    return false;
}

bool lm_effect_next(const void *effects, size_t size, size_t *at, lm_effect *effect)
{
    if (*at >= size) return false;
    bytes_reader r = { (const uint8_t *)effects + *at, size - *at, false };
    memset(effect, 0, sizeof *effect);
    if (take_kind(&r, &effect->kind)) {
        take_text(&r, effect->name, LM_STORE_NAME);
        effect->number = take_int(&r);
        if (effect->kind == LM_EFFECT_MOVE) {
            take_text(&r, effect->to, LM_STORE_NAME);
            take_text(&r, effect->reason, LM_STORE_REASON);
        }
        const uint8_t *digest = has_digest(effect->kind) ? take_bytes(&r, LM_STORE_HASH) : NULL;
        if (digest) memcpy(effect->digest, digest, LM_STORE_HASH);
    }
    *at = r.bad ? SIZE_MAX : size - r.left;
    return !r.bad;
}
