/* journal_record.c - a record as one line of JSON. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "journal_cli.h"

static char *hex(const uint8_t *bytes, size_t size, char *out)
{
    for (size_t i = 0; i < size; i++)
        sprintf(out + 2 * i, "%02x", bytes[i]);
    return out;
}

/* RFC 4648, with padding. */
static json_t *base64(const uint8_t *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *out = malloc((size + 2) / 3 * 4 + 1), *at = out;
    if (!out) return NULL;
    for (size_t i = 0; i < size; i += 3) {
        unsigned n = (unsigned)data[i] << 16;
        if (i + 1 < size) n |= (unsigned)data[i + 1] << 8;
        if (i + 2 < size) n |= data[i + 2];
        *at++ = digits[n >> 18];
        *at++ = digits[n >> 12 & 63];
        *at++ = i + 1 < size ? digits[n >> 6 & 63] : '=';
        *at++ = i + 2 < size ? digits[n & 63] : '=';
    }
    *at = '\0';
    json_t *text = json_string(out);
    free(out);
    return text;
}

/* A body that is a JSON text stands there as what it is; any other as {"base64": ...}. */
static json_t *body_json(const lm_record *record)
{
    json_error_t error;
    size_t flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL;
    json_t *body = json_loadb(record->body, record->body_size, flags, &error);
    if (body) return body;
    return json_pack("{s:o?}", "base64", base64(record->body, record->body_size));
}

static void add_effect(json_t *json, const char *list, json_t *effect)
{
    json_t *all = json_object_get(json, list);
    if (!all) {
        all = json_array();
        json_object_set_new(json, list, all);
    }
    json_array_append_new(all, effect);
}

static void add_effects(json_t *json, const lm_record *record)
{
    lm_effect e;
    char digest[2 * LM_STORE_HASH + 1];
    size_t at = 0;
    while (lm_effect_next(record->effects, record->effects_size, &at, &e)) {
        json_int_t n = e.number;
        switch (e.kind) {
        case LM_EFFECT_COMMAND:
            json_object_set_new(json, "command", json_pack("{s:s, s:I}", "client", e.name, "number", n));
            break;
        case LM_EFFECT_OPEN:
            add_effect(json, "opens", json_pack("{s:s, s:b}", "account", e.name, "house", (int)n));
            break;
        case LM_EFFECT_MOVE:
            add_effect(json, "moves",
                       json_pack("{s:s, s:s, s:I, s:s}", "from", e.name, "to", e.to, "cents", n, "reason",
                                 e.reason));
            break;
        case LM_EFFECT_PUT:
            add_effect(json, "puts",
                       json_pack("{s:s, s:I, s:s}", "key", e.name, "version", n, "digest",
                                 hex(e.digest, LM_STORE_HASH, digest)));
            break;
        }
    }
    if (at == SIZE_MAX) json_object_set_new(json, "effects", base64(record->effects, record->effects_size));
}

bool journal_print_record(FILE *out, const lm_record *record)
{
    char hash[2 * LM_STORE_HASH + 1];
    json_t *json = json_pack("{s:s, s:I, s:I, s:s, s:s, s:o?}", "stream", record->stream, "seq",
                             (json_int_t)record->seq, "time_ms", (json_int_t)record->time_ms, "kind",
                             record->kind, "actor", record->actor, "body", body_json(record));
    if (!json) return false;
    add_effects(json, record);
    json_object_set_new(json, "hash", json_string(hex(record->hash, LM_STORE_HASH, hash)));
    bool well = json_dumpf(json, out, JSON_COMPACT | JSON_ENSURE_ASCII) == 0 && fputc('\n', out) != EOF;
    json_decref(json);
    return well;
}
