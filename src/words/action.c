/* action.c - actions as JSON: one row for each verb says which fields it has. */
#include <string.h>

#include "fields.h"

/* Each verb with the fields that the engine knows: needed ones in the lower half of a number, others above. */
#define NEED(name) | (uint64_t)1 << LM_WORD_##name
#define FILLED(name) NEED(name)
#define MAY(name) | (uint64_t)1 << (32 + LM_WORD_##name)
#define ALSO(name)
#define KEPT(name)
/* clang-format off */
#define VERB(name, word, where, roles, second, when, reply, fields, help, slot) \
    { word, (uint32_t)((uint64_t)0 fields), (uint32_t)(((uint64_t)0 fields) >> 32), LM_##name, slot, help },
static const lm_words_row rows[] = {
#include "lammer/verbs.def"
    { 0 },
};
/* clang-format on */
#undef NEED
#undef FILLED
#undef MAY
#undef ALSO
#undef KEPT

_Static_assert(sizeof rows / sizeof *rows == LM_TABLE_VERB_COUNT + 1, "every verb has its word");

const lm_words_row *lm_words_row_of(const char *word)
{
    for (const lm_words_row *row = rows; row->word; row++) {
        if (strcmp(row->word, word) == 0) return row;
    }
    return NULL;
}

const lm_words_row *lm_words_row_of_verb(uint8_t verb)
{
    return verb < LM_TABLE_VERB_COUNT ? &rows[verb] : NULL;
}

static bool is_callers(const lm_words_reader *reader, const char *key)
{
    if (strcmp(key, "do") == 0) return true;
    for (int i = 0; reader->also && reader->also[i]; i++) {
        if (strcmp(reader->also[i], key) == 0) return true;
    }
    return false;
}

static bool has_needed(const lm_words_row *row, uint32_t given, const complaint *to)
{
    for (int field = 0; field < LM_WORD_FIELDS; field++) {
        if (row->needs >> field & 1 && !(given >> field & 1)) {
            return complain(to, /* say:wants-field */ "\"%s\" needs a field \"%s\"", row->word,
                            lm_words_key((lm_words_field)field));
        }
    }
    return true;
}

/* jansson's iterators only read, but take a pointer that is not const. */
static json_t *readable(const json_t *object)
{
    return (json_t *)(uintptr_t)object;
}

static bool refuse_field(const lm_words_row *row, const char *key, const complaint *to)
{
    const char *known[LM_WORD_FIELDS];
    char hint[LM_MEANT_TEXT];
    for (int field = 0; field < LM_WORD_FIELDS; field++)
        known[field] = (row->needs | row->takes) >> field & 1 ? lm_words_key((lm_words_field)field) : NULL;
    return complain(to, /* say:takes-no-field */ "\"%s\" takes no field \"%.60s\"%s", row->word, key,
                    lm_words_meant(lm_words_nearest_of(key, known, LM_WORD_FIELDS), hint));
}

bool lm_words_read(const lm_words_reader *reader, const lm_words_row *row, const json_t *object, lm_action *action,
                   uint32_t *given, char *why, size_t size)
{
    complaint to = { why, size };
    const char *key;
    json_t *value;
    *action = (lm_action){ .verb = row->verb, .wager = row->wager };
    *given = 0;
    json_object_foreach(readable(object), key, value)
    {
        lm_words_field field = field_find(key, row->needs | row->takes);
        if (field == LM_WORD_FIELDS) {
            if (is_callers(reader, key)) continue;
            return refuse_field(row, key, &to);
        }
        if (!field_read(reader, field, value, action, &to)) return false;
        *given |= 1u << field;
    }
    return has_needed(row, *given, &to);
}

static const char *verb_at(int i)
{
    return rows[i].word;
}

static bool unknown_verb(const complaint *to, const char *word)
{
    char hint[LM_MEANT_TEXT];
    return complain(to, /* say:nothing-called */ "\"%.60s\" is not an action%s", word,
                    lm_words_meant(lm_words_nearest(word, verb_at), hint));
}

bool lm_words_action(const lm_words_reader *reader, const json_t *object, lm_action *action, char *why, size_t size)
{
    complaint to = { why, size };
    uint32_t given;
    const char *word = json_string_value(json_object_get(object, "do"));
    if (!word) return complain(&to, "\"do\" must be a text such as \"hit\"");
    const lm_words_row *row = lm_words_row_of(word);
    if (!row) return unknown_verb(&to, word);
    if (!lm_words_read(reader, row, object, action, &given, why, size)) return false;
    bool left_out = row->takes & ~given & LM_WORD_BIT(CENTS);
    if (left_out && reader->table) action->amount_cents = lm_words_usual_amount(reader->table, reader->rules, action);
    return true;
}

bool lm_words_action_text(const lm_words_reader *reader, const char *text, size_t length, lm_action *action, char *why,
                          size_t size)
{
    json_error_t error;
    json_t *object = json_loadb(text, length, 0, &error);
    complaint to = { why, size };
    bool read = object ? lm_words_action(reader, object, action, why, size) : complain(&to, "%s", error.text);
    json_decref(object);
    return read;
}

static json_t *write_action(const lm_rules *rules, const lm_action *action, uint32_t less, bool is_offer)
{
    const lm_words_row *row = lm_words_row_of_verb(action->verb);
    if (!row) return NULL;
    json_t *object = json_pack("{s:s}", "do", row->word);
    fields_write(rules, action, row->needs & ~less, row->takes & ~less, is_offer, object);
    return object;
}

json_t *lm_words_of_action(const lm_rules *rules, const lm_action *action)
{
    return write_action(rules, action, 0, false);
}

json_t *lm_words_of_offer(const lm_rules *rules, const lm_action *action, uint32_t less)
{
    return write_action(rules, action, less, true);
}
