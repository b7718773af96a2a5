/* line.c - a record as one line of JSON, and back: a line holds everything that its record's hash covers.
 *
 * A body that is JSON is embedded as JSON. The line marks bodies that would be written with other bytes, and effects in
 * an unusual order. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"

/* --- bytes as text ------------------------------------------------------------------------------------------------ */

enum { BASE64 = sodium_base64_VARIANT_ORIGINAL };

static json_t *hex(const uint8_t hash[LM_STORE_HASH])
{
    char text[2 * LM_STORE_HASH + 1];
    return json_string(sodium_bin2hex(text, sizeof text, hash, LM_STORE_HASH));
}

static bool read_hex(const json_t *json, uint8_t hash[LM_STORE_HASH])
{
    const char *text = json_string_value(json);
    size_t size = 0;
    return text && strlen(text) == 2 * LM_STORE_HASH &&
           sodium_hex2bin(hash, LM_STORE_HASH, text, 2 * LM_STORE_HASH, NULL, &size, NULL) == 0 &&
           size == LM_STORE_HASH;
}

static json_t *base64(const uint8_t *data, size_t size)
{
    size_t room = sodium_base64_ENCODED_LEN(size, BASE64);
    char *out = malloc(room);
    if (!out) return NULL;
    json_t *text = json_string(sodium_bin2base64(out, room, data, size, BASE64));
    free(out);
    return text;
}

/* The decoded bytes, to be freed; NULL if the text is not base64. */
static uint8_t *read_base64(const json_t *json, size_t *size)
{
    const char *text = json_string_value(json);
    uint8_t *bytes = text ? calloc(1, strlen(text) + 1) : NULL; /* with room for the zero byte that ends a text */
    if (bytes && sodium_base642bin(bytes, strlen(text), text, strlen(text), NULL, size, NULL, BASE64) == 0)
        return bytes;
    free(bytes);
    return NULL;
}

/* --- the body ------------------------------------------------------------------------------------------------------ */

/* A JSON body is embedded as JSON, any other as {"base64": ...}. */
static json_t *body_json(const lm_record *record)
{
    json_error_t error;
    size_t flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL;
    json_t *body = json_loadb(record->body, record->body_size, flags, &error);
    if (body) return body;
    return json_pack("{s:o?}", "base64", base64(record->body, record->body_size));
}

/* The bytes of a line's body: those it gives in base64, or its JSON without spaces. */
static uint8_t *body_bytes(const json_t *json, size_t *size)
{
    const json_t *body = json_object_get(json, "body"), *exact = json_object_get(json, "bytes");
    const json_t *other = json_object_size(body) == 1 ? json_object_get(body, "base64") : NULL;
    if (exact || other) return read_base64(exact ? exact : other, size);
    char *text = json_dumps(body, JSON_COMPACT | JSON_ENCODE_ANY);
    *size = text ? strlen(text) : 0;
    return (uint8_t *)text;
}

/* --- the effects ---------------------------------------------------------------------------------------------------- */

/* For each kind of effect its letter, the member of the line that lists such effects, and the keys of its name and number. */
static const struct {
    char letter;
    const char *list, *name, *number;
    bool has_digest;
} kinds[] = {
    [LM_EFFECT_COMMAND] = { 'c', "command", "client", "number" },
    [LM_EFFECT_ANSWER] = { 'a', "answer", "client", "number", true },
    [LM_EFFECT_OPEN] = { 'o', "opens", "account", "house" },
    [LM_EFFECT_MOVE] = { 'm', "moves", "from", "cents" },
    [LM_EFFECT_PUT] = { 'p', "puts", "key", "version", true },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static json_t *effect_json(const lm_effect *e)
{
    json_int_t n = e->number;
    const char *name = kinds[e->kind].name, *number = kinds[e->kind].number;
    if (e->kind == LM_EFFECT_OPEN) return json_pack("{s:s, s:b}", name, e->name, number, (int)n);
    if (e->kind == LM_EFFECT_MOVE)
        return json_pack("{s:s, s:s, s:I, s:s}", name, e->name, "to", e->to, number, n, "reason", e->reason);
    if (!kinds[e->kind].has_digest) return json_pack("{s:s, s:I}", name, e->name, number, n);
    return json_pack("{s:s, s:I, s:o}", name, e->name, number, n, "digest", hex(e->digest));
}

static bool take_name(const json_t *json, const char *key, char name[LM_STORE_NAME + 1])
{
    const char *text = json_string_value(json_object_get(json, key));
    return text && (size_t)snprintf(name, LM_STORE_NAME + 1, "%s", text) <= LM_STORE_NAME;
}

static bool take_number(const json_t *json, const char *key, int64_t *number)
{
    const json_t *value = json_object_get(json, key);
    *number = json_is_true(value) ? 1 : json_integer_value(value);
    return json_is_integer(value) || json_is_boolean(value);
}

static bool read_effect(const json_t *json, lm_effect_kind kind, lm_effect *e)
{
    *e = (lm_effect){ .kind = kind };
    const char *reason = json_string_value(json_object_get(json, "reason"));
    bool moves = kind == LM_EFFECT_MOVE;
    return take_name(json, kinds[kind].name, e->name) && take_number(json, kinds[kind].number, &e->number) &&
           (!kinds[kind].has_digest || read_hex(json_object_get(json, "digest"), e->digest)) &&
           (!moves || (take_name(json, "to", e->to) && reason &&
                       (size_t)snprintf(e->reason, sizeof e->reason, "%s", reason) <= LM_STORE_REASON));
}

/* There is at most one command and one answer, so these are not lists. */
static bool is_single(int kind)
{
    return kind == LM_EFFECT_COMMAND || kind == LM_EFFECT_ANSWER;
}

static void add_effect(json_t *json, const lm_effect *e)
{
    const char *list = kinds[e->kind].list;
    json_t *all = json_object_get(json, list);
    if (is_single((int)e->kind)) {
        json_object_set_new(json, list, effect_json(e));
        return;
    }
    if (!all) {
        all = json_array();
        json_object_set_new(json, list, all);
    }
    json_array_append_new(all, effect_json(e));
}

static const json_t *nth_effect(const json_t *json, int kind, size_t i)
{
    const json_t *all = json_object_get(json, kinds[kind].list);
    return !is_single(kind) ? json_array_get(all, i) : i == 0 ? all : NULL;
}

/* The letters of all effects in the usual order: a command, its answer, accounts, movements, values. To be freed. */
static char *usual_order(const json_t *json)
{
    size_t n = 0, room = 2;
    for (int kind = 0; kind < KINDS; kind++)
        room += 1 + json_array_size(json_object_get(json, kinds[kind].list));
    char *order = malloc(room);
    for (int kind = 0; order && kind < KINDS; kind++) {
        for (size_t i = 0; nth_effect(json, kind, i); i++)
            order[n++] = kinds[kind].letter;
    }
    if (order) order[n] = '\0';
    return order;
}

static int kind_of(char letter)
{
    int kind = 0;
    while (kind < KINDS && kinds[kind].letter != letter)
        kind++;
    return kind;
}

/* Takes the effects from their lists in the order of the letters; NULL when letters and lists disagree. */
static uint8_t *write_effects(const json_t *json, const char *order, size_t *size)
{
    size_t next[KINDS] = { 0 };
    uint8_t *bytes = malloc(strlen(order) * LM_EFFECT_BYTES + 1);
    bool well = bytes != NULL;
    *size = 0;
    for (const char *at = order; well && *at; at++) {
        int kind = kind_of(*at);
        lm_effect e;
        const json_t *effect = kind < KINDS ? nth_effect(json, kind, next[kind]++) : NULL;
        well = effect && read_effect(effect, (lm_effect_kind)kind, &e);
        if (well) *size += lm_effect_write(&e, bytes + *size);
    }
    for (int kind = 0; well && kind < KINDS; kind++)
        well = !nth_effect(json, kind, next[kind]);
    if (well) return bytes;
    free(bytes);
    return NULL;
}

static uint8_t *effect_bytes(const json_t *json, size_t *size)
{
    const json_t *exact = json_object_get(json, "effects");
    const char *order = json_string_value(json_object_get(json, "order"));
    if (exact) return read_base64(exact, size);
    char *usual = usual_order(json);
    uint8_t *bytes = usual ? write_effects(json, order ? order : usual, size) : NULL;
    free(usual);
    return bytes;
}

/* --- writing -------------------------------------------------------------------------------------------------------------- */

static bool same_bytes(const uint8_t *bytes, size_t size, const void *as, size_t as_size)
{
    return bytes && size == as_size && (!size || memcmp(bytes, as, size) == 0);
}

static void add_exact_body(json_t *json, const lm_record *record)
{
    size_t size = 0;
    uint8_t *bytes = body_bytes(json, &size);
    if (!same_bytes(bytes, size, record->body, record->body_size))
        json_object_set_new(json, "bytes", base64(record->body, record->body_size));
    free(bytes);
}

/* Effects that cannot be read, or would be written differently, are embedded as bytes. */
static void add_exact_effects(json_t *json, const lm_record *record)
{
    size_t size = 0;
    uint8_t *bytes = effect_bytes(json, &size);
    if (!same_bytes(bytes, size, record->effects, record->effects_size))
        json_object_set_new(json, "effects", base64(record->effects, record->effects_size));
    free(bytes);
}

static void add_effects(json_t *json, const lm_record *record)
{
    lm_effect e;
    size_t at = 0, n = 0;
    char *order = malloc(record->effects_size + 1), *usual;
    while (lm_effect_next(record->effects, record->effects_size, &at, &e)) {
        add_effect(json, &e);
        if (order) order[n++] = kinds[e.kind].letter;
    }
    if (order) order[n] = '\0';
    usual = usual_order(json);
    if (order && usual && strcmp(order, usual) != 0) json_object_set_new(json, "order", json_string(order));
    free(order);
    free(usual);
    add_exact_effects(json, record);
}

json_t *line_json(const lm_record *record, const uint8_t *previous)
{
    json_t *json = json_pack("{s:s, s:I, s:I, s:s, s:s, s:o?}", "stream", record->stream, "seq",
                             (json_int_t)record->seq, "time_ms", (json_int_t)record->time_ms, "kind", record->kind,
                             "actor", record->actor, "body", body_json(record));
    if (!json) return NULL;
    add_exact_body(json, record);
    add_effects(json, record);
    if (previous) json_object_set_new(json, "previous", hex(previous));
    json_object_set_new(json, "hash", hex(record->hash));
    return json;
}

bool lm_line_print(FILE *out, const lm_record *record, const uint8_t *previous)
{
    json_t *json = line_json(record, previous);
    bool well = json && json_dumpf(json, out, JSON_COMPACT | JSON_ENSURE_ASCII) == 0 && fputc('\n', out) != EOF;
    json_decref(json);
    return well;
}

/* --- reading ------------------------------------------------------------------------------------------------------------ */

static bool read_fields(lm_line *line)
{
    lm_record *r = &line->record;
    const json_t *previous = json_object_get(line->parsed, "previous");
    line->has_previous = previous != NULL;
    r->stream = line->stream;
    r->kind = line->kind;
    r->actor = line->actor;
    r->hash = line->hash;
    r->body = line->body = body_bytes(line->parsed, &r->body_size);
    r->effects = line->effects = effect_bytes(line->parsed, &r->effects_size);
    return take_name(line->parsed, "stream", line->stream) && take_name(line->parsed, "kind", line->kind) &&
           take_name(line->parsed, "actor", line->actor) && take_number(line->parsed, "seq", &r->seq) && r->seq >= 1 &&
           r->seq < INT64_MAX && take_number(line->parsed, "time_ms", &r->time_ms) &&
           read_hex(json_object_get(line->parsed, "hash"), line->hash) &&
           (!previous || read_hex(previous, line->previous)) && r->body && r->effects;
}

/* A line must be exactly the one that lm_line_write makes of its record, so that the hash covers everything in it. */
const char *lm_line_read(const char *text, size_t size, lm_line *line)
{
    json_error_t error;
    *line = (lm_line){ .parsed = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error) };
    if (!line->parsed) return /* say:not-json-line */ "this is not a line of JSON";
    line->is_record = read_fields(line);
    if (!line->is_record) return /* say:not-a-record */ "this is not a record";
    json_t *again = line_json(&line->record, line->has_previous ? line->previous : NULL);
    bool same = again && json_equal(again, line->parsed);
    json_decref(again);
    return same ? NULL : "the fields of the line do not match the record that its hash covers";
}

void lm_line_free(lm_line *line)
{
    json_decref(line->parsed);
    free(line->body);
    free(line->effects);
}
