/* fields.c - one row for each field of an action: how it is read from JSON and written back. */
#include "fields.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct field field;
typedef bool read_fn(const lm_words_reader *, const field *, const json_t *, lm_action *, const complaint *);
typedef void write_fn(const lm_rules *, const field *, const lm_action *, bool needed, json_t *);

struct field {
    read_fn *read;
    write_fn *write;
    write_fn *offer; /* for an offered action, if written differently */
    const char *key;
    size_t at; /* of one byte in the action, if a row shares its functions with others */
    const char *const *words;
    const char *unit;
};

bool complain(const complaint *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(to->why, to->size, format, args);
    va_end(args);
    return false;
}

void lm_words_set_seat(json_t *object, uint8_t box, uint8_t bettor)
{
    char seat[LM_SEAT_TEXT];
    lm_words_of_seat(box, bettor, 0, seat);
    json_object_set_new(object, "seat", json_string(seat));
}

void lm_words_set_wager(const lm_rules *rules, json_t *object, uint8_t slot, uint8_t n)
{
    char wager[LM_WAGER_TEXT];
    lm_words_of_wager(rules, slot, n, wager);
    json_object_set_new(object, "wager", json_string(wager));
}

static void set_card(json_t *object, lm_card card)
{
    char text[3];
    lm_card_write(card, text);
    json_object_set_new(object, "card", json_string(text));
}

static bool seat_of(const field *f, const json_t *value, uint8_t *box, uint8_t *bettor, const complaint *to)
{
    const char *text = json_string_value(value);
    if (text && lm_words_seat(text, box, bettor)) return true;
    return complain(to, /* say:must-be-seat */ "\"%s\" must be a box such as \"1\" or \"1b\"", f->key);
}

static bool read_seat(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a, const complaint *to)
{
    return seat_of(f, value, &a->box, &a->bettor, to);
}

/* The dealer is box 0. */
static bool read_place(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a, const complaint *to)
{
    const char *text = json_string_value(value);
    return (text && strcmp(text, "dealer") == 0) || read_seat(r, f, value, a, to);
}

static void write_seat(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    if (needed || a->box) lm_words_set_seat(object, a->box, a->bettor);
}

static bool read_by(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a, const complaint *to)
{
    uint8_t box = LM_NOBODY, bettor;
    if (!json_is_null(value) && !seat_of(f, value, &box, &bettor, to)) return false;
    a->player = box;
    return true;
}

static void write_by(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    char seat[LM_SEAT_TEXT];
    if (!a->player) return;
    lm_words_of_seat(a->player, 0, 0, seat);
    json_object_set_new(object, f->key, a->player == LM_NOBODY ? json_null() : json_string(seat));
}

static bool read_wager(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a, const complaint *to)
{
    const char *name = json_string_value(value);
    if (name && lm_words_wager(r->rules, name, &a->wager, &a->n)) return true;
    if (name && lm_words_wager_exists(r->wagers, name)) return true;
    char hint[LM_MEANT_TEXT];
    return complain(to, /* say:must-name-wager */ "\"%s\" must name a wager such as \"main\" or \"push22\"%s", f->key,
                    lm_words_meant(name ? lm_words_nearest_wager(r->wagers, name) : NULL, hint));
}

static void write_wager(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    lm_words_set_wager(rules, object, a->wager, a->n);
}

static bool read_card(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a, const complaint *to)
{
    if (json_is_string(value) && lm_card_read(json_string_value(value), &a->card)) return true;
    return complain(to, /* say:must-be-card */ "\"%s\" must be a card such as \"Th\"", f->key);
}

/* Irregularities that involve a card. */
static bool speaks_of_card(const lm_action *a)
{
    bool lies_there = a->n == LM_IR_EXPOSED || a->n == LM_IR_UP_RACKED || a->n == LM_IR_MISDEAL;
    return a->verb == LM_IRREGULAR && (lies_there || lm_irregular_spends(a));
}

static void write_card(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    if (needed || speaks_of_card(a)) set_card(object, a->card);
}

static bool read_how(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a, const complaint *to)
{
    int how = json_is_string(value) ? lm_words_how(json_string_value(value)) : -1;
    if (how < 0) return complain(to, /* say:must-be-how */ "\"%s\" must be one of forward, dealer, burn, late", f->key);
    a->yes = (uint8_t)how;
    return true;
}

static void write_how(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    const char *word = a->n == LM_IR_MISDEAL ? misdeal_words[a->yes] : a->yes ? "late" : NULL;
    if (word) json_object_set_new(object, f->key, json_string(word));
}

static bool read_word(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a, const complaint *to)
{
    const char *text = json_string_value(value);
    char all[400] = "", hint[LM_MEANT_TEXT];
    uint8_t i = 0;
    for (; f->words[i]; i++) {
        size_t used = strlen(all);
        if (text && strcmp(f->words[i], text) == 0) {
            ((uint8_t *)a)[f->at] = i;
            return true;
        }
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", f->words[i]);
    }
    return complain(to, /* say:must-be-one-of */ "\"%s\" must be one of %s%s", f->key, all,
                    lm_words_meant(text ? lm_words_nearest_of(text, f->words, i) : NULL, hint));
}

static void write_word(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    uint8_t value = ((const uint8_t *)a)[f->at];
    if (needed || value) json_object_set_new(object, f->key, json_string(f->words[value]));
}

static bool read_flag(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a, const complaint *to)
{
    if (!json_is_boolean(value)) return complain(to, /* say:must-be-boolean */ "\"%s\" must be true or false", f->key);
    a->yes = json_is_true(value);
    return true;
}

static void write_flag(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    if (needed || a->yes) json_object_set_new(object, f->key, json_boolean(a->yes));
}

static bool read_pack(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a, const complaint *to)
{
    json_int_t pack = json_integer_value(value);
    if (!json_is_integer(value) || pack < 0 || pack >= LM_PACKS)
        return complain(to, /* say:must-be-pack */ "\"%s\" must be 0 or 1", f->key);
    a->n = (uint8_t)pack;
    return true;
}

static void write_pack(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    json_object_set_new(object, f->key, json_integer(a->n));
}

/* One member of the action holds cents, or a count of cards, decks or hours. */
static bool read_amount(const lm_words_reader *r, const field *f, const json_t *value, lm_action *a,
                        const complaint *to)
{
    a->amount_cents = json_integer_value(value);
    if (json_is_integer(value)) return true;
    return complain(to, /* say:must-be-whole */ "\"%s\" must be a whole number%s", f->key, f->unit ? f->unit : "");
}

static void write_amount(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    json_object_set_new(object, f->key, json_integer(a->amount_cents));
}

static void write_range(const lm_rules *rules, const field *f, const lm_action *a, bool needed, json_t *object)
{
    json_object_set_new(object, "least", json_integer(a->least_cents));
    json_object_set_new(object, "most", json_integer(a->most_cents));
    json_object_set_new(object, "step", json_integer(a->step_cents));
}

#define AT(member) offsetof(lm_action, member)
static const field fields[LM_WORD_FIELDS] = {
    [LM_WORD_SEAT] = { read_seat, write_seat },
    [LM_WORD_PLACE] = { read_place, write_seat },
    [LM_WORD_WAGER] = { read_wager, write_wager },
    [LM_WORD_CARD] = { read_card, write_card },
    [LM_WORD_BLACKJACK] = { read_flag, write_flag },
    [LM_WORD_RIDE] = { read_word, write_word, .at = AT(n), .words = ride_words },
    [LM_WORD_NAME] = { read_word, write_word, .at = AT(n), .words = irregular_words },
    [LM_WORD_HOW] = { read_how, write_how },
    [LM_WORD_ROLE] = { read_word, write_word, .at = AT(n), .words = role_words },
    [LM_WORD_SIDE] = { read_word, write_word, .at = AT(yes), .words = side_words },
    [LM_WORD_PACK] = { read_pack, write_pack },
    [LM_WORD_DOWN] = { read_flag, write_flag },
    [LM_WORD_ON] = { read_flag, write_flag },
    [LM_WORD_FACE_DOWN] = { read_flag, write_flag },
    [LM_WORD_PREPARED] = { read_flag, write_flag },
    [LM_WORD_MUST_HIT] = { read_flag, write_flag },
    [LM_WORD_BY] = { read_by, write_by },
    [LM_WORD_IN] = { read_word, write_word, .at = AT(instrument), .words = instrument_words },
    [LM_WORD_CENTS] = { read_amount, write_amount, .offer = write_range, .unit = " of cents" },
    [LM_WORD_COUNT] = { read_amount, write_amount, .offer = write_range },
};
#undef AT

const char *lm_words_key(lm_words_field which)
{
    static const char *const keys[] = {
#define FIELD(name, key, type) key,
#include "lammer/verbs.def"
    };
    return keys[which];
}

lm_words_field field_find(const char *key, uint32_t set)
{
    int i = 0;
    while (i < LM_WORD_FIELDS && !(set >> i & 1 && strcmp(lm_words_key((lm_words_field)i), key) == 0))
        i++;
    return (lm_words_field)i;
}

/* The keys are in verbs.def, so a row of `fields` does not repeat its key. */
static field row_of(int which)
{
    field f = fields[which];
    f.key = lm_words_key((lm_words_field)which);
    return f;
}

bool field_read(const lm_words_reader *reader, lm_words_field which, const json_t *value, lm_action *action,
                const complaint *to)
{
    field f = row_of((int)which);
    return f.read(reader, &f, value, action, to);
}

void fields_write(const lm_rules *rules, const lm_action *action, uint32_t needs, uint32_t takes, bool is_offer,
                  json_t *object)
{
    for (int i = 0; i < LM_WORD_FIELDS; i++) {
        if (!((needs | takes) >> i & 1)) continue;
        field f = row_of(i);
        write_fn *write = is_offer && f.offer ? f.offer : f.write;
        write(rules, &f, action, needs >> i & 1, object);
    }
}
