/* device.c - devices that have signed in before: a browser or a program that keeps the token it was given.
 *
 * The token grants no access. It only separates this device's attempts from those of strangers, so that strangers
 * cannot keep a person from signing in on their own device. One token serves every person who signs in there. The store
 * keeps a hash of token and person. */
#include <string.h>

#include "enter.h"

static void device_key(const char *device, const char *person, char key[LM_STORE_NAME + 1])
{
    texts_key("~device/", (const char *[]){ device, person }, 2, key);
}

static bool is_token(const char *text)
{
    return strlen(text) == SESSION_TEXT - 1 && strspn(text, "0123456789abcdef") == SESSION_TEXT - 1;
}

bool device_recognise(house_request *request)
{
    house_errand *e = request->own;
    char key[LM_STORE_NAME + 1];
    int64_t seen_ms;
    const char *sent = field_text(request, LM_FIELD_DEVICE);
    if (!*sent) sent = request->device;
    if (!is_token(sent)) return false;
    snprintf(e->device, sizeof e->device, "%s", sent);
    if (!e->person[0]) return false;
    device_key(e->device, e->person, key);
    return number_load(request->house, "seen_ms", &seen_ms, NULL, "%s", key) &&
           request->house->now_ms - seen_ms < DEVICE_MS;
}

void device_keep(house_request *request, lm_batch *batch, const char *person)
{
    house_errand *e = request->own;
    char key[LM_STORE_NAME + 1];
    if (!e->device[0]) random_hex(e->device, sizeof e->device);
    device_key(e->device, person, key);
    number_put(batch, "seen_ms", request->house->now_ms, LM_STORE_ANY, "%s", key);
}
