/* types.c - the types of fields: the sentence that asks for one, how it is read from JSON and written back. */
#include <string.h>

#include "act.h"

enum { LONGEST_TEXT = 4096 };

static const char *const how_words[] = { "forward", "dealer", "burn", "late", NULL };

const char *const *lm_type_words(lm_act_type type)
{
    switch (type) {
    case LM_TYPE_RIDE: return lm_words_list(LM_LIST_RIDES);
    case LM_TYPE_IRREGULARITY: return lm_words_list(LM_LIST_IRREGULARITIES);
    case LM_TYPE_HOW: return how_words;
    case LM_TYPE_ROLE: return lm_words_list(LM_LIST_ROLES);
    case LM_TYPE_SIDE: return lm_words_list(LM_LIST_SIDES);
    case LM_TYPE_INSTRUMENT: return lm_words_list(LM_LIST_INSTRUMENTS);
    default: return NULL;
    }
}

const char *lm_type_what(lm_act_type type)
{
    static const char *const what[LM_TYPE_COUNT] = {
        [LM_TYPE_TEXT] = "a text",
        [LM_TYPE_ID] = "a name of a to z, 0 to 9 and -, at most 31 characters",
        [LM_TYPE_SEAT] = "a box such as \"1\" or \"1b\"",
        [LM_TYPE_PLACE] = "a box such as \"1\" or \"1b\"",
        [LM_TYPE_BY] = "a box such as \"1\", or null",
        [LM_TYPE_WAGER] = "a wager such as \"main\" or \"push22\"",
        [LM_TYPE_CARD] = "a card such as \"Th\"",
        [LM_TYPE_INT] = "a whole number",
        [LM_TYPE_CENTS] = "a whole number of cents",
        [LM_TYPE_PACK] = "0 or 1",
        [LM_TYPE_BOOL] = "true or false",
        [LM_TYPE_RIDE] = "left, right or both",
        [LM_TYPE_IRREGULARITY] = "the name of an irregularity",
        [LM_TYPE_HOW] = "forward, dealer, burn or late",
        [LM_TYPE_ROLE] = "a role such as \"supervisor\"",
        [LM_TYPE_SIDE] = "A or B",
        [LM_TYPE_INSTRUMENT] = "chips, plaque, coupon or cash",
        [LM_TYPE_COUNTS] = "a list of whole numbers, one for each side of the shoe",
        [LM_TYPE_ORDERS] = "a list of texts, one for each side of the shoe",
        [LM_TYPE_LIST] = "a list",
        [LM_TYPE_OBJECT] = "an object",
        [LM_TYPE_ANY] = "anything",
    };
    return what[type];
}

static bool is_id(const char *text)
{
    size_t size = strlen(text);
    return size >= 1 && size < LM_HOUSE_ID && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == size;
}

static bool read_text(const json_t *json, lm_act_value *value)
{
    if (!json_is_string(json) || json_string_length(json) > LONGEST_TEXT) return false;
    value->text = json_string_value(json);
    return true;
}

static bool read_seat(lm_act_type type, const json_t *json, lm_act_value *value)
{
    const char *text = json_string_value(json);
    uint8_t box = 0, bettor = 0;
    bool dealer = type == LM_TYPE_PLACE && text && strcmp(text, "dealer") == 0;
    if (type == LM_TYPE_BY && json_is_null(json))
        box = LM_NOBODY;
    else if (!dealer && !(text && lm_words_seat(text, &box, &bettor)))
        return false;
    value->seat.box = box;
    value->seat.bettor = bettor;
    return true;
}

static bool read_card(const json_t *json, lm_act_value *value)
{
    lm_card card;
    if (!json_is_string(json) || !lm_card_read(json_string_value(json), &card)) return false;
    value->number = card;
    return true;
}

static bool read_int(lm_act_type type, const json_t *json, lm_act_value *value)
{
    value->number = json_integer_value(json);
    bool fits = type != LM_TYPE_PACK || (value->number >= 0 && value->number < LM_PACKS);
    return json_is_integer(json) && fits;
}

static bool read_word(lm_act_type type, const json_t *json, lm_act_value *value)
{
    const char *const *words = lm_type_words(type);
    const char *text = json_string_value(json);
    for (int i = 0; text && words[i]; i++) {
        value->number = i;
        if (strcmp(words[i], text) == 0) return true;
    }
    return false;
}

static bool read_sides(lm_act_type type, const json_t *json, lm_act_value *value)
{
    size_t n = json_array_size(json);
    *value = (lm_act_value){ .orders = { NULL } };
    if (!json_is_array(json) || n > LM_ACT_SIDES) return false;
    for (size_t i = 0; i < n; i++) {
        const json_t *side = json_array_get(json, i);
        json_int_t count = json_integer_value(side);
        if (type == LM_TYPE_COUNTS ? count < 0 || count > UINT16_MAX : !json_is_string(side)) return false;
        if (type == LM_TYPE_COUNTS)
            value->counts.of[value->counts.n++] = (uint16_t)count;
        else
            value->orders[i] = json_string_value(side);
    }
    return true;
}

bool type_read(lm_act_type type, const json_t *json, lm_act_value *value)
{
    switch (type) {
    case LM_TYPE_TEXT:
    case LM_TYPE_WAGER: return read_text(json, value);
    case LM_TYPE_ID: return read_text(json, value) && is_id(value->text);
    case LM_TYPE_SEAT:
    case LM_TYPE_PLACE:
    case LM_TYPE_BY: return read_seat(type, json, value);
    case LM_TYPE_CARD: return read_card(json, value);
    case LM_TYPE_INT:
    case LM_TYPE_CENTS:
    case LM_TYPE_PACK: return read_int(type, json, value);
    case LM_TYPE_BOOL: value->number = json_is_true(json); return json_is_boolean(json);
    case LM_TYPE_COUNTS:
    case LM_TYPE_ORDERS: return read_sides(type, json, value);
    case LM_TYPE_LIST:
    case LM_TYPE_OBJECT:
    case LM_TYPE_ANY:
        value->json = "null";
        return type == LM_TYPE_ANY || (type == LM_TYPE_LIST ? json_is_array(json) : json_is_object(json));
    default: return read_word(type, json, value);
    }
}

static void write_seat(lm_act_type type, const lm_act_value *value, lm_out *out)
{
    char seat[LM_SEAT_TEXT];
    if (type == LM_TYPE_BY && value->seat.box == LM_NOBODY) {
        lm_out_null(out);
        return;
    }
    lm_words_of_seat(value->seat.box, value->seat.bettor, 0, seat);
    lm_out_word(out, seat);
}

static void write_sides(lm_act_type type, const lm_act_value *value, lm_out *out)
{
    lm_out_begin(out, '[');
    for (int i = 0; type == LM_TYPE_COUNTS && i < value->counts.n; i++)
        lm_out_int(out, value->counts.of[i]);
    for (int i = 0; type == LM_TYPE_ORDERS && i < LM_ACT_SIDES && value->orders[i]; i++)
        lm_out_word(out, value->orders[i]);
    lm_out_end(out, ']');
}

void type_write(lm_act_type type, const lm_act_value *value, lm_out *out)
{
    char card[3];
    switch (type) {
    case LM_TYPE_TEXT:
    case LM_TYPE_WAGER:
    case LM_TYPE_ID: lm_out_word(out, value->text); break;
    case LM_TYPE_SEAT:
    case LM_TYPE_PLACE:
    case LM_TYPE_BY: write_seat(type, value, out); break;
    case LM_TYPE_CARD:
        lm_card_write((lm_card)value->number, card);
        lm_out_word(out, card);
        break;
    case LM_TYPE_INT:
    case LM_TYPE_CENTS:
    case LM_TYPE_PACK: lm_out_int(out, value->number); break;
    case LM_TYPE_BOOL: lm_out_bool(out, value->number != 0); break;
    case LM_TYPE_LIST:
    case LM_TYPE_OBJECT:
    case LM_TYPE_ANY: lm_out_value(out, value->json, strlen(value->json)); break;
    case LM_TYPE_COUNTS:
    case LM_TYPE_ORDERS: write_sides(type, value, out); break;
    default: lm_out_word(out, lm_type_words(type)[value->number]); break;
    }
}
