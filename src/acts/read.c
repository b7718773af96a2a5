/* read.c - acts from the objects of requests and records, and back to text. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "act.h"

bool act_complain(const complaint *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(to->why, to->size, format, args);
    va_end(args);
    return false;
}

static bool is_callers(const char *const *also, const char *key)
{
    if (strcmp(key, "do") == 0) return true;
    for (int i = 0; also && also[i]; i++) {
        if (strcmp(also[i], key) == 0) return true;
    }
    return false;
}

static int find_key(const lm_act_row *row, bool in_record, const char *key)
{
    for (int i = 0; i < row->fields; i++) {
        if (lm_act_takes(row, i, in_record) && strcmp(lm_field_key((lm_act_field)row->has[i].field), key) == 0)
            return i;
    }
    return -1;
}

/* The fields that a row takes, and the nearest one to an unknown field. */
static bool refuse_key(const lm_act_row *row, bool in_record, const char *key, const char *const *also,
                       const complaint *to)
{
    enum { CALLERS = 16 };
    const char *known[LM_ACT_FIELDS + CALLERS];
    char hint[LM_MEANT_TEXT];
    int n = 0;
    for (; also && n < CALLERS && also[n]; n++)
        known[n] = also[n];
    for (int i = 0; i < row->fields; i++) {
        if (lm_act_takes(row, i, in_record)) known[n++] = lm_field_key((lm_act_field)row->has[i].field);
    }
    return act_complain(to, "\"%s\" takes no field \"%.60s\"%s", row->word, key,
                        lm_words_meant(lm_words_nearest_of(key, known, n), hint));
}

static bool refuse_value(const char *key, lm_act_type type, const json_t *json, const complaint *to)
{
    const char *const *words = lm_type_words(type);
    const char *text = json_string_value(json);
    char hint[LM_MEANT_TEXT];
    int n = 0;
    while (words && text && words[n])
        n++;
    return act_complain(to, "\"%s\" must be %s%s", key, lm_type_what(type),
                        lm_words_meant(n ? lm_words_nearest_of(text, words, n) : NULL, hint));
}

static bool has_all(const lm_act *act, bool in_record, const complaint *to)
{
    const lm_act_row *row = lm_act_row_of(act);
    for (int i = 0; i < row->fields; i++) {
        lm_act_field field = (lm_act_field)row->has[i].field;
        if (lm_act_needs(row, i, in_record) && !(act->given >> i & 1))
            return act_complain(to, /* say:wants-field-of */ "\"%s\" needs a field \"%s\": %s", row->word,
                                lm_field_key(field), lm_type_what(lm_field_type(field)));
    }
    return true;
}

bool lm_act_read(lm_act *act, const lm_act_row *row, lm_act_from from, const json_t *object, const char *const *also,
                 char *why, size_t size)
{
    complaint to = { why, size };
    bool in_record = from == LM_FROM_RECORD;
    const char *key;
    json_t *json;
    *act = (lm_act){ .word = (uint8_t)lm_act_word_of(row) };
    json_object_foreach((json_t *)(uintptr_t)object, key, json)
    {
        int i = find_key(row, in_record, key);
        if (i < 0 && is_callers(also, key)) continue;
        if (i < 0) return refuse_key(row, in_record, key, also, &to);
        lm_act_type type = lm_field_type((lm_act_field)row->has[i].field);
        if (!type_read(type, json, &act->value[i])) return refuse_value(key, type, json, &to);
        act->given |= (uint16_t)(1u << i);
    }
    return has_all(act, in_record, &to);
}

static bool has_needed_keys(const lm_act_row *row, const json_t *object)
{
    for (int i = 0; i < row->fields; i++) {
        if (lm_act_needs(row, i, true) && !json_object_get(object, lm_field_key((lm_act_field)row->has[i].field)))
            return false;
    }
    return true;
}

/* Two words have two rows each; the first row whose required fields are present applies. */
const lm_act_row *lm_act_recorded(const json_t *object)
{
    const lm_act_row *first = NULL;
    const char *word = json_string_value(json_object_get(object, "do"));
    size_t size = word ? strlen(word) : 0;
    for (const lm_act_row *row = lm_act_rows; word && row < lm_act_rows + LM_ACT_COUNT; row++) {
        if (row->size != size || memcmp(row->word, word, size) != 0) continue;
        if (has_needed_keys(row, object)) return row;
        if (!first) first = row;
    }
    return first;
}

bool lm_act_recall(lm_act *act, const json_t *object, char *why, size_t size)
{
    complaint to = { why, size };
    const char *word = json_string_value(json_object_get(object, "do"));
    if (!word) return act_complain(&to, "an act needs a text \"do\" with the name of an act");
    const lm_act_row *row = lm_act_recorded(object);
    if (!row) return act_complain(&to, "there is no act called \"%.60s\"", word);
    return lm_act_read(act, row, LM_FROM_RECORD, object, NULL, why, size);
}

static bool is_named(const lm_act_field *list, lm_act_field field)
{
    for (; list && *list != LM_FIELDS; list++) {
        if (*list == field) return true;
    }
    return false;
}

void lm_act_write_fields(const lm_act *act, const lm_act_field *less, lm_out *out)
{
    const lm_act_row *row = lm_act_row_of(act);
    for (int i = 0; i < row->fields; i++) {
        lm_act_field field = (lm_act_field)row->has[i].field;
        if (!(act->given >> i & 1) || is_named(less, field)) continue;
        lm_out_key(out, lm_field_key(field));
        if (lm_field_type(field) == LM_TYPE_WAGER)
            lm_out_word(out, lm_act_text(act, field));
        else
            type_write(lm_field_type(field), &act->value[i], out);
    }
}

void lm_act_write(const lm_act *act, lm_out *out)
{
    lm_out_begin(out, '{');
    lm_out_key(out, "do");
    lm_out_word(out, lm_act_row_of(act)->word);
    lm_act_write_fields(act, NULL, out);
    lm_out_end(out, '}');
}
