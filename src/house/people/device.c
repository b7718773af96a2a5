/* device.c - devices that have signed in before: a browser or a program that keeps the token it was given.
 *
 * The token opens nothing. It only says that what this device tries is not what a stranger tries, so that strangers cannot
 * keep a person from signing in where they always do. One token serves every person who signs in at that device. The store
 * keeps a hash of token and person. */
#include <string.h>

#include "enter.h"

static void device_key(const char *device, const char *person, char key[LM_STORE_NAME + 1])
{
    uint8_t digest[LM_STORE_HASH];
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, sizeof digest);
    crypto_generichash_update(&hash, (const uint8_t *)device, strlen(device) + 1);
    crypto_generichash_update(&hash, (const uint8_t *)person, strlen(person) + 1);
    crypto_generichash_final(&hash, digest, sizeof digest);
    strcpy(key, "~device/");
    sodium_bin2hex(key + strlen(key), 2 * LM_STORE_HASH + 1, digest, sizeof digest);
}

static bool is_token(const char *text)
{
    return strlen(text) == SESSION_TEXT - 1 && strspn(text, "0123456789abcdef") == SESSION_TEXT - 1;
}

bool device_recognise(house_request *request)
{
    house_errand *e = request->own;
    char key[LM_STORE_NAME + 1];
    const char *sent = text_in(request->body, "device");
    if (!*sent) sent = request->device;
    if (!is_token(sent)) return false;
    snprintf(e->device, sizeof e->device, "%s", sent);
    if (!e->person[0]) return false;
    device_key(e->device, e->person, key);
    json_t *value = house_value(request->house, key, NULL);
    bool known = value && house_now_ms(request->house) - int_in(value, "seen_ms", 0) < DEVICE_MS;
    json_decref(value);
    return known;
}

void device_keep(house_request *request, lm_batch *batch, const char *person)
{
    house_errand *e = request->own;
    uint8_t secret[(SESSION_TEXT - 1) / 2];
    char key[LM_STORE_NAME + 1];
    if (!e->device[0]) {
        randombytes_buf(secret, sizeof secret);
        sodium_bin2hex(e->device, sizeof e->device, secret, sizeof secret);
    }
    device_key(e->device, person, key);
    batch_put(batch, key, LM_STORE_ANY, json_pack("{s:I}", "seen_ms", (json_int_t)house_now_ms(request->house)));
}
