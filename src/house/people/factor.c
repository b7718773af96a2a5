/* factor.c - the second factor of staff: a secret that an authenticator shares with the house, and recovery codes.
 *
 * The value "factor/PERSON" holds the secret, sealed under the house's secret, and hashes of the recovery codes that
 * have not been used. The person's value says whether the factor counts. A change of either checks the versions of
 * both, so a code is taken once, even by two servers at the same moment. No record, log or approval ever holds a code. */
#include <string.h>

#include "enter.h"

enum {
    RECOVERY_CODES = 10,
    RECOVERY_BYTES = 10,                            /* 80 bits: too many to try, so a fast hash is enough */
    RECOVERY_TEXT = RECOVERY_BYTES * 8 / 5 + 3 + 1, /* four groups */
    SEALED = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES + TOTP_SECRET + crypto_aead_xchacha20poly1305_ietf_ABYTES,
    WRONG_FREE = 5,
    WRONG_MOST_MS = 15 * 60 * 1000,
};

_Static_assert(2 * SEALED < FACTOR_SEALED, "room for a sealed secret");

static const row_field factor_fields[] = {
    ROW_HAS(TEXT, factor_row, sealed),  ROW_HAS(INT, factor_row, last_step), ROW_HAS(INT, factor_row, wrong),
    ROW_HAS(INT, factor_row, wrong_ms), ROW_MAY(JSON, factor_row, recovery), ROW_END,
};

static void factor_load(lm_house *house, const char *person, factor_row *row)
{
    memset(row, 0, sizeof *row);
    row_load(house, factor_fields, row, &row->version, "factor/%s", person);
}

static void factor_put(lm_batch *batch, const char *person, factor_row *row)
{
    row_put(batch, factor_fields, row, row->version, "factor/%s", person);
    row_drop(factor_fields, row);
}

static void seal_key(const lm_house *house, uint8_t key[crypto_aead_xchacha20poly1305_ietf_KEYBYTES])
{
    static const char what[] = "lammer second factor 1";
    crypto_generichash(key, crypto_aead_xchacha20poly1305_ietf_KEYBYTES, (const uint8_t *)what, sizeof what - 1,
                       house->key, sizeof house->key);
}

static void seal_secret(const lm_house *house, const char *person, const uint8_t secret[TOTP_SECRET],
                        char sealed[FACTOR_SEALED])
{
    uint8_t key[crypto_aead_xchacha20poly1305_ietf_KEYBYTES], box[SEALED];
    seal_key(house, key);
    randombytes_buf(box, crypto_aead_xchacha20poly1305_ietf_NPUBBYTES);
    crypto_aead_xchacha20poly1305_ietf_encrypt(box + crypto_aead_xchacha20poly1305_ietf_NPUBBYTES, NULL, secret,
                                               TOTP_SECRET, (const uint8_t *)person, strlen(person), NULL, box, key);
    sodium_bin2hex(sealed, FACTOR_SEALED, box, sizeof box);
    sodium_memzero(key, sizeof key);
}

/* False: there is none, or it was sealed for another person or by a house with another secret. */
static bool open_secret(const lm_house *house, const char *person, const char *sealed, uint8_t secret[TOTP_SECRET])
{
    uint8_t key[crypto_aead_xchacha20poly1305_ietf_KEYBYTES], box[SEALED];
    size_t size = 0;
    if (sodium_hex2bin(box, sizeof box, sealed, strlen(sealed), NULL, &size, NULL) != 0 || size != SEALED) return false;
    seal_key(house, key);
    bool opened = crypto_aead_xchacha20poly1305_ietf_decrypt(secret, NULL, NULL,
                                                             box + crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
                                                             SEALED - crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
                                                             (const uint8_t *)person, strlen(person), box, key) == 0;
    sodium_memzero(key, sizeof key);
    return opened;
}

/* The step of a code that counts now; 0: it does not. */
static int64_t step_of(const lm_house *house, const char *person, const factor_row *row, const char *code)
{
    uint8_t secret[TOTP_SECRET];
    if (!open_secret(house, person, row->sealed, secret)) return 0;
    int64_t step = totp_step(secret, code, house->now_ms, row->last_step);
    sodium_memzero(secret, sizeof secret);
    return step;
}

/* Letters in either case; spaces and - between them do not matter. */
static void recovery_key(const char *person, const char *code, char key[LM_STORE_NAME + 1])
{
    char plain[RECOVERY_TEXT];
    size_t n = 0;
    for (; *code && n < sizeof plain - 1; code++) {
        if (*code != '-' && *code != ' ') plain[n++] = (char)(*code >= 'a' && *code <= 'z' ? *code - 'a' + 'A' : *code);
    }
    plain[n] = '\0';
    texts_key("", (const char *[]){ "recovery", person, plain }, 3, key);
    sodium_memzero(plain, sizeof plain);
}

/* Removes a recovery code from the list; false: it is not there. */
static bool use_recovery(const char *person, factor_row *row, const char *code)
{
    char key[LM_STORE_NAME + 1];
    recovery_key(person, code, key);
    for (size_t i = 0; i < json_array_size(row->recovery); i++) {
        const char *kept = json_string_value(json_array_get(row->recovery, i));
        if (!kept || strcmp(kept, key) != 0) continue;
        json_array_remove(row->recovery, i);
        return true;
    }
    return false;
}

static int64_t wait_of(const lm_house *house, const factor_row *row)
{
    int64_t over = row->wrong - WRONG_FREE, passed = house->now_ms - row->wrong_ms;
    int64_t wait = over < 0 ? 0 : over < 10 ? 1000ll << over : WRONG_MOST_MS;
    return passed < 0 ? wait : wait - passed;
}

factor_verdict factor_judge(house_request *request, const house_person *p, bool known, factor_row *row)
{
    const char *code = field_text(request, LM_FIELD_CODE);
    memset(row, 0, sizeof *row);
    if (!p->second_factor) return FACTOR_PASSED;
    if (!*code) return FACTOR_NEEDED;
    factor_load(request->house, p->id, row);
    int64_t wait = known ? 0 : wait_of(request->house, row);
    if (wait > 0) {
        row_drop(factor_fields, row);
        tries_refuse(request, wait);
        return FACTOR_REFUSED;
    }
    int64_t step = step_of(request->house, p->id, row, code);
    bool right = step || use_recovery(p->id, row, code);
    if (step) row->last_step = step;
    row->wrong = right ? 0 : row->wrong + !known;
    row->wrong_ms = right ? 0 : request->house->now_ms;
    return right ? FACTOR_PASSED : FACTOR_WRONG;
}

void factor_keep(lm_batch *batch, const char *person, factor_row *judged)
{
    if (judged->sealed[0]) factor_put(batch, person, judged);
}

void factor_clear(lm_house *house, lm_batch *batch, house_person *p)
{
    factor_row row;
    if (!p->second_factor) return;
    factor_load(house, p->id, &row);
    row_drop(factor_fields, &row);
    row = (factor_row){ .version = row.version };
    factor_put(batch, p->id, &row);
    p->second_factor = false;
}

void factor_forget(factor_row *judged)
{
    row_drop(factor_fields, judged);
}

void factor_make(lm_house *house, lm_batch *batch, const char *person, char text[TOTP_TEXT])
{
    factor_row row;
    uint8_t secret[TOTP_SECRET];
    factor_load(house, person, &row);
    row_drop(factor_fields, &row);
    row = (factor_row){ .version = row.version };
    randombytes_buf(secret, sizeof secret);
    seal_secret(house, person, secret, row.sealed);
    base32_write(secret, sizeof secret, text);
    sodium_memzero(secret, sizeof secret);
    factor_put(batch, person, &row);
}

bool factor_confirms(lm_house *house, const char *person, const char *code, factor_row *row)
{
    factor_load(house, person, row);
    row_drop(factor_fields, row);
    row->recovery = NULL;
    row->last_step = step_of(house, person, row, code);
    return row->last_step != 0;
}

/* The codes for the person, who sees them once; their hashes for the store. */
static json_t *make_recovery(const char *person, json_t *kept)
{
    uint8_t bytes[RECOVERY_BYTES];
    char text[RECOVERY_TEXT], key[LM_STORE_NAME + 1];
    json_t *codes = json_array();
    for (int i = 0; i < RECOVERY_CODES; i++) {
        randombytes_buf(bytes, sizeof bytes);
        base32_write(bytes, sizeof bytes, text);
        recovery_key(person, text, key);
        json_array_append_new(kept, json_string(key));
        json_array_append_new(codes, json_sprintf("%.4s-%.4s-%.4s-%.4s", text, text + 4, text + 8, text + 12));
    }
    sodium_memzero(bytes, sizeof bytes);
    sodium_memzero(text, sizeof text);
    return codes;
}

json_t *factor_start(lm_batch *batch, const char *person, factor_row *row)
{
    row->recovery = json_array();
    json_t *codes = make_recovery(person, row->recovery);
    factor_put(batch, person, row);
    return codes;
}
