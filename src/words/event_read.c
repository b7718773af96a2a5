/* event_read.c - an event of the engine read back from its JSON. */
#include <string.h>

#include "fields.h"

static int kind_of(const char *word)
{
    for (int kind = 0; word && kind < LM_EV_COUNT; kind++) {
        if (strcmp(lm_event_name((lm_event_kind)kind), word) == 0) return kind;
    }
    return -1;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool read_place(const json_t *object, lm_event *e)
{
    const char *seat = text_of(object, "seat");
    e->hand = (uint8_t)json_integer_value(json_object_get(object, "hand"));
    return strcmp(seat, "dealer") == 0 || lm_words_seat(seat, &e->box, &e->bettor);
}

/* The word's place in the list, as a small number. */
static bool read_word(const char *const *words, const char *text, uint8_t *n)
{
    *n = 0;
    while (words[*n] && strcmp(words[*n], text) != 0)
        ++*n;
    return words[*n];
}

static bool read_outcome(const lm_rules *rules, const json_t *object, lm_event *e)
{
    if (e->wager < LM_SIDE || e->wager - LM_SIDE >= rules->offers) return true;
    const lm_wager *wager = rules->offer[e->wager - LM_SIDE].wager;
    const char *outcome = text_of(object, "outcome");
    for (e->n = 0; e->n < LM_OUTCOMES; e->n++) {
        const char *word = wager->outcomes[e->n];
        if (strcmp(word ? word : "", outcome) == 0) return true;
    }
    return false;
}

/* Where an event has no value for a field of its kind, its JSON has no such key. */
static bool is_left_out(const json_t *object, int field, const lm_event *e)
{
    static const struct {
        int field;
        const char *key;
    } keys[] = {
        { LM_EVENT_WAGER, "wager" }, { LM_EVENT_AMOUNT, "cents" }, { LM_EVENT_ROLE, "role" }, { LM_EVENT_CARD, "card" },
        { LM_EVENT_ABOUT, "about" }, { LM_EVENT_FOR, "for" },      { LM_EVENT_HOW, "how" },
    };
    bool optional = e->kind == LM_EV_PROMPT || e->kind == LM_EV_IRREGULAR || e->kind == LM_EV_BURN ||
                    field == LM_EVENT_FOR || field == LM_EVENT_ABOUT;
    for (size_t i = 0; optional && i < sizeof keys / sizeof *keys; i++) {
        if (keys[i].field == field) return !json_object_get(object, keys[i].key);
    }
    return false;
}

static bool read_how(const json_t *object, lm_event *e)
{
    int how = lm_words_how(text_of(object, "how"));
    e->how = (uint8_t)how;
    return how >= 0;
}

static bool read_field(const lm_rules *rules, const json_t *object, int field, lm_event *e)
{
    const json_t *pack = json_object_get(object, "pack");
    if (is_left_out(object, field, e)) return true;
    switch (field) {
    case LM_EVENT_PLACE: return read_place(object, e);
    case LM_EVENT_WAGER: return lm_words_wager(rules, text_of(object, "wager"), &e->wager, &e->n);
    case LM_EVENT_AMOUNT: e->amount_cents = json_integer_value(json_object_get(object, "cents")); return true;
    case LM_EVENT_CARD: return lm_card_read(text_of(object, "card"), &e->card);
    case LM_EVENT_NUMBER: e->count = json_integer_value(json_object_get(object, "total")); return true;
    case LM_EVENT_COUNT: e->count = json_integer_value(json_object_get(object, "count")); return true;
    case LM_EVENT_SIDE: return read_word(side_words, text_of(object, "side"), &e->n);
    case LM_EVENT_KIND: return read_word(irregular_words, text_of(object, "name"), &e->n);
    case LM_EVENT_ROLE: return read_word(role_words, text_of(object, "role"), &e->n);
    case LM_EVENT_PACK: e->n = (uint8_t)json_integer_value(pack); return json_is_integer(pack);
    case LM_EVENT_N: e->n = (uint8_t)json_integer_value(json_object_get(object, "n")); return true;
    case LM_EVENT_ABOUT: return read_word(prompt_words, text_of(object, "about"), &e->how);
    case LM_EVENT_FOR: return read_word(cause_words, text_of(object, "for"), &e->how);
    case LM_EVENT_HOW: return read_how(object, e);
    case LM_EVENT_ON: e->n = json_is_true(json_object_get(object, "on")); return true;
    default: return true;
    }
}

bool lm_words_event(const lm_rules *rules, const json_t *object, lm_event *event)
{
    int kind = kind_of(text_of(object, "event"));
    if (kind < 0) return false;
    *event = (lm_event){ .kind = (uint8_t)kind,
                         .card = kind == LM_EV_BURN ? LM_CARD_DOWN : 0,
                         .clause = json_string_value(json_object_get(object, "clause")) };
    const uint16_t *fields = lm_words_event_fields((lm_event_kind)kind);
    for (int i = 0; i < LM_EVENT_FIELDS; i++) {
        if (!read_field(rules, object, fields[i], event)) return false;
    }
    bool has_outcome = kind == LM_EV_AWARD || (kind == LM_EV_HOLD && json_object_get(object, "outcome"));
    return !has_outcome || read_outcome(rules, object, event);
}
