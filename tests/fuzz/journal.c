/* journal.c - records of a table as `lammer journal export` writes them, one a line: played again, told and printed.
 *
 * A line that is not JSON is a snapshot of the state so far, sealed and then changed by that line's bytes. */
/* room: felt house records cli */
#include "fuzz.h"
#include "journal_cli.h"
#include "recall.h"
#include "server_rooms.h"

static FILE *nowhere;
static uint8_t key[HOUSE_KEY];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    memset(key, 'k', sizeof key);
    nowhere = fopen("/dev/null", "w");
    MUST_HOLD(nowhere);
    return 0;
}

/* --- effects, as docs/store.md lists them ----------------------------------------------------------------- */

typedef struct {
    uint8_t bytes[1 << 16];
    size_t size;
} effects;

static void put_bytes(effects *e, const void *data, size_t size)
{
    if (sizeof e->bytes - e->size < size) return;
    memcpy(e->bytes + e->size, data, size);
    e->size += size;
}

static void put_int(effects *e, int64_t value, size_t size)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)value >> 8 * i);
    put_bytes(e, bytes, size);
}

static void put_text(effects *e, const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    put_int(e, text ? (int64_t)strlen(text) : 0, 4);
    if (text) put_bytes(e, text, strlen(text));
}

static void put_number(effects *e, const json_t *object, const char *name)
{
    put_int(e, json_integer_value(json_object_get(object, name)), 8);
}

static void read_effects(effects *e, const json_t *line)
{
    const json_t *command = json_object_get(line, "command"), *moves = json_object_get(line, "moves");
    e->size = 0;
    if (command) {
        put_bytes(e, "c", 1);
        put_text(e, command, "client");
        put_number(e, command, "number");
    }
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        put_bytes(e, "m", 1);
        put_text(e, move, "from");
        put_number(e, move, "cents");
        put_text(e, move, "to");
        put_text(e, move, "reason");
    }
}

/* --- records ---------------------------------------------------------------------------------------------- */

/* "rules": "*" stands for the hash of the rules that the table begins with, which changes with every new rule. */
static void set_rules(lm_recall *recall, json_t *body)
{
    char hash[17], text[LM_HOUSE_TEXT];
    const char *rules = json_string_value(json_object_get(body, "rules"));
    const json_t *act = json_array_get(json_object_get(body, "acts"), 0);
    if (!rules || strcmp(rules, "*") != 0) return;
    const lm_rules *now = lm_recall_rules(recall);
    lm_rules *own = NULL;
    house_terms terms = { 0 };
    const char *name = json_string_value(json_object_get(act, "rules"));
    const char *settings = json_string_value(json_object_get(act, "settings"));
    snprintf(terms.rules, sizeof terms.rules, "%s", name && !strpbrk(name, "./") ? name : "ma-freebet");
    snprintf(terms.settings, sizeof terms.settings, "%s", settings ? settings : "");
    if (!now && rules_of_terms(&shipped_rules, &terms, &own, text)) now = own;
    snprintf(hash, sizeof hash, "%016llx", now ? (unsigned long long)now->hash : 0);
    json_object_set_new(body, "rules", json_string(hash));
    free(own);
}

static const char *text_of(const json_t *line, const char *name)
{
    const char *text = json_string_value(json_object_get(line, name));
    return text && strlen(text) <= LM_STORE_NAME ? text : "";
}

static void tell(const lm_recall *recall)
{
    json_t *story = lm_recall_story(recall), *view = lm_recall_view(recall);
    MUST_HOLD(json_is_object(story) && json_is_object(view));
    json_decref(story);
    json_decref(view);
}

static void play_line(lm_recall *recall, json_t *line)
{
    static effects e;
    static const uint8_t hash[LM_STORE_HASH];
    char why[LM_HOUSE_TEXT];
    json_t *body = json_object_get(line, "body");
    if (json_is_object(body)) set_rules(recall, body);
    char *text = body ? json_dumps(body, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    read_effects(&e, line);
    lm_record record = { .stream = text_of(line, "stream"),
                         .seq = json_integer_value(json_object_get(line, "seq")),
                         .time_ms = json_integer_value(json_object_get(line, "time_ms")),
                         .kind = text_of(line, "kind"),
                         .actor = text_of(line, "actor"),
                         .body = text ? text : "",
                         .body_size = text ? strlen(text) : 0,
                         .effects = e.bytes,
                         .effects_size = e.size,
                         .hash = hash };
    lm_line_print(nowhere, &record, NULL);
    if (lm_recall_record(recall, &record, why)) {
        tell(recall);
    } else {
        MUST_HOLD(why[0]);
    }
    free(text);
}

/* Every changed, missing or added byte of a sealed state is noticed. */
static void check_snapshot(const lm_recall *recall, const uint8_t *line, size_t size)
{
    char why[LM_HOUSE_TEXT];
    size_t sealed_size = 0;
    const lm_rules *rules = lm_recall_rules(recall);
    if (!rules || !recall->has_key || recall->is_broken) return;
    uint8_t *sealed = state_seal(&recall->play->state, rules, key, recall->id, &sealed_size);
    bool altered = false;
    for (size_t i = 0; i < size; i++) {
        sealed[i * 7919 % sealed_size] ^= line[i];
        altered |= line[i] != 0;
    }
    lm_snapshot_row row = { .stream = "table/x", .seq = 1, .state = sealed, .size = sealed_size };
    if (size <= sealed_size / 7919) MUST_HOLD(lm_recall_snapshot(recall, &row, why) == !altered);
    row.size = size;
    MUST_HOLD(size == sealed_size || !lm_recall_snapshot(recall, &row, why));
    free(sealed);
}

/* The first byte says whether the recall has the key of the seals. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[LM_HOUSE_TEXT];
    if (size < 1) return 0;
    lm_recall *recall = lm_recall_new(&shipped_rules, data[0] & 1 ? fuzz_file(key, sizeof key) : NULL, why);
    MUST_HOLD(recall);
    for (const uint8_t *at = data + 1, *end = data + size; at < end;) {
        const uint8_t *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop ? stop : end) - at);
        json_t *line = json_loadb((const char *)at, n, JSON_REJECT_DUPLICATES, NULL);
        if (line) {
            play_line(recall, line);
        } else {
            check_snapshot(recall, at, n);
        }
        json_decref(line);
        at += n + 1;
    }
    lm_recall_free(recall);
    return 0;
}
