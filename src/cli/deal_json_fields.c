/* deal_json_fields.c - the fields of JSON lines: one row says how each is read into an action and written back. */
#include "deal_json.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

/* Words that stand for a small number, each list in the order of its enum. */
static const char *const instrument_words[] = { "chips", "plaque", "coupon", "cash", NULL };
static const char *const ride_words[] = { "left", "right", "both", NULL };
static const char *const side_words[] = { "A", "B", NULL };
static const char *const misdeal_words[] = { "forward", "dealer", "burn" };
#define X(name, word) word,
static const char *const role_words[] = { LM_ROLES(X) NULL };
#undef X
#define X(name, word, free_bet, blackjack) word,
static const char *const irregular_words[] = { LM_IRREGULARITIES(X) NULL };
#undef X

typedef struct field field;
typedef json_t *read_fn(json_session *, const field *, const json_t *, lm_action *);
typedef void write_fn(const json_session *, const field *, const lm_action *, bool needed, json_t *);

struct field {
    const char *name;
    read_fn *read;
    write_fn *write;
    size_t at; /* of one byte in the action, where a row shares its functions with others */
    const char *const *words;
};

json_t *json_refusal(const json_session *s, const char *clause, const char *format, ...)
{
    char why[512];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    json_t *text = json_string(why);
    json_t *answer = json_pack("{s:b, s:i, s:o}", "ok", 0, "line", s->line, "why",
                               text ? text : json_string("the line cannot be read"));
    if (clause) json_object_set_new(answer, "clause", json_string(clause));
    return answer;
}

/* ---- places and wagers ----------------------------------------------------------------------------- */

void json_set_seat(json_t *object, uint8_t box, uint8_t bettor)
{
    char seat[16];
    script_seat_write(box, bettor, 0, seat);
    json_object_set_new(object, "seat", json_string(seat));
}

void json_set_wager(const json_session *s, json_t *object, uint8_t slot, uint8_t n)
{
    char wager[40];
    script_wager_write(s->rules, slot, n, wager, sizeof wager);
    json_object_set_new(object, "wager", json_string(wager));
}

void json_set_card(json_t *object, lm_card card)
{
    char text[3];
    lm_card_write(card, text);
    json_object_set_new(object, "card", json_string(text));
}

const char *json_side_word(int side)
{
    return side_words[side != 0];
}

static json_t *seat_of(json_session *s, const field *f, const json_t *value, script_seat *seat)
{
    const char *text = json_string_value(value);
    if (text && script_seat_read(text, false, seat)) return NULL;
    return json_refusal(s, NULL, "\"%s\" must be a seat such as \"1\" or \"1b\"", f->name);
}

static json_t *read_seat(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    script_seat seat;
    json_t *wrong = seat_of(s, f, value, &seat);
    if (wrong) return wrong;
    a->box = seat.box;
    a->bettor = seat.bettor;
    return NULL;
}

/* The dealer is box 0. */
static json_t *read_place(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    const char *text = json_string_value(value);
    return text && strcmp(text, "dealer") == 0 ? NULL : read_seat(s, f, value, a);
}

static void write_seat(const json_session *s, const field *f, const lm_action *a, bool needed, json_t *object)
{
    (void)s, (void)f;
    if (needed || a->box) json_set_seat(object, a->box, a->bettor);
}

static json_t *read_by(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    script_seat seat = { .box = LM_NOBODY };
    json_t *wrong = json_is_null(value) ? NULL : seat_of(s, f, value, &seat);
    if (!wrong) a->player = seat.box;
    return wrong;
}

static void write_by(const json_session *s, const field *f, const lm_action *a, bool needed, json_t *object)
{
    (void)s, (void)needed;
    char seat[16];
    if (!a->player) return;
    script_seat_write(a->player, 0, 0, seat);
    json_object_set_new(object, f->name, a->player == LM_NOBODY ? json_null() : json_string(seat));
}

static json_t *read_wager(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    const char *name = json_string_value(value);
    if (name && script_wager_find(s->rules, name, &a->wager, &a->n)) return NULL;
    return json_refusal(s, NULL, "\"%s\" must name a wager such as \"main\" or \"push22\"", f->name);
}

static void write_wager(const json_session *s, const field *f, const lm_action *a, bool needed,
                        json_t *object)
{
    (void)f, (void)needed;
    json_set_wager(s, object, a->wager, a->n);
}

/* ---- cards ----------------------------------------------------------------------------------------- */

static json_t *read_card(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    if (json_is_string(value) && lm_card_read(json_string_value(value), &a->card)) return NULL;
    return json_refusal(s, NULL, "\"%s\" must be a card such as \"Th\"", f->name);
}

/* Irregularities that speak of a card. */
static bool speaks_of_card(const lm_action *a)
{
    bool lies_there = a->n == LM_IR_EXPOSED || a->n == LM_IR_UP_RACKED || a->n == LM_IR_MISDEAL;
    return a->verb == LM_IRREGULAR && (lies_there || lm_irregular_spends(a));
}

static void write_card(const json_session *s, const field *f, const lm_action *a, bool needed, json_t *object)
{
    (void)s, (void)f;
    if (needed || speaks_of_card(a)) json_set_card(object, a->card);
}

static json_t *read_how(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    int how = json_is_string(value) ? script_how_read(json_string_value(value)) : -1;
    if (how < 0) return json_refusal(s, NULL, "\"%s\" must be one of forward, dealer, burn, late", f->name);
    a->yes = (uint8_t)how;
    return NULL;
}

static void write_how(const json_session *s, const field *f, const lm_action *a, bool needed, json_t *object)
{
    (void)s, (void)needed;
    const char *word = a->n == LM_IR_MISDEAL ? misdeal_words[a->yes] : a->yes ? "late" : NULL;
    if (word) json_object_set_new(object, f->name, json_string(word));
}

/* ---- words, flags and numbers ---------------------------------------------------------------------- */

static uint8_t *byte_of(const field *f, lm_action *a)
{
    return (uint8_t *)a + f->at;
}

static uint8_t value_of(const field *f, const lm_action *a)
{
    return ((const uint8_t *)a)[f->at];
}

static json_t *read_word(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    const char *text = json_string_value(value);
    char all[400] = "";
    for (uint8_t i = 0; f->words[i]; i++) {
        size_t used = strlen(all);
        if (text && strcmp(f->words[i], text) == 0) {
            *byte_of(f, a) = i;
            return NULL;
        }
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", f->words[i]);
    }
    return json_refusal(s, NULL, "\"%s\" must be one of %s", f->name, all);
}

static void write_word(const json_session *s, const field *f, const lm_action *a, bool needed, json_t *object)
{
    (void)s;
    uint8_t value = value_of(f, a);
    if (needed || value) json_object_set_new(object, f->name, json_string(f->words[value]));
}

static json_t *read_flag(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    if (!json_is_boolean(value)) return json_refusal(s, NULL, "\"%s\" must be true or false", f->name);
    a->yes = json_is_true(value);
    return NULL;
}

static void write_flag(const json_session *s, const field *f, const lm_action *a, bool needed, json_t *object)
{
    (void)s;
    if (needed || a->yes) json_object_set_new(object, f->name, json_boolean(a->yes));
}

static json_t *read_pack(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    json_int_t pack = json_integer_value(value);
    if (!json_is_integer(value) || pack < 0 || pack >= LM_PACKS)
        return json_refusal(s, NULL, "\"%s\" must be 0 or 1", f->name);
    a->n = (uint8_t)pack;
    return NULL;
}

static void write_pack(const json_session *s, const field *f, const lm_action *a, bool needed, json_t *object)
{
    (void)s, (void)needed;
    json_object_set_new(object, f->name, json_integer(a->n));
}

static json_t *read_cents(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    if (!json_is_integer(value))
        return json_refusal(s, NULL, "\"%s\" must be a whole number of cents", f->name);
    a->amount_cents = json_integer_value(value);
    return NULL;
}

static json_t *read_count(json_session *s, const field *f, const json_t *value, lm_action *a)
{
    if (!json_is_integer(value)) return json_refusal(s, NULL, "\"%s\" must be a whole number", f->name);
    a->amount_cents = json_integer_value(value);
    return NULL;
}

/* Which amounts are allowed. */
static void write_range(const json_session *s, const field *f, const lm_action *a, bool needed,
                        json_t *object)
{
    (void)s, (void)f, (void)needed;
    json_object_set_new(object, "least", json_integer(a->least_cents));
    json_object_set_new(object, "most", json_integer(a->most_cents));
    json_object_set_new(object, "step", json_integer(a->step_cents));
}

/* ---- the rows -------------------------------------------------------------------------------------- */

/* clang-format off */
static const field fields[JF_FIELDS] = {
    [JF_SEAT]      = { "seat", read_seat, write_seat, 0, NULL },
    [JF_PLACE]     = { "seat", read_place, write_seat, 0, NULL },
    [JF_WAGER]     = { "wager", read_wager, write_wager, 0, NULL },
    [JF_CARD]      = { "card", read_card, write_card, 0, NULL },
    [JF_BLACKJACK] = { "blackjack", read_flag, write_flag, 0, NULL },
    [JF_RIDE]      = { "ride", read_word, write_word, offsetof(lm_action, n), ride_words },
    [JF_NAME]      = { "name", read_word, write_word, offsetof(lm_action, n), irregular_words },
    [JF_HOW]       = { "how", read_how, write_how, 0, NULL },
    [JF_ROLE]      = { "role", read_word, write_word, offsetof(lm_action, n), role_words },
    [JF_SIDE]      = { "side", read_word, write_word, offsetof(lm_action, yes), side_words },
    [JF_PACK]      = { "pack", read_pack, write_pack, 0, NULL },
    [JF_DOWN]      = { "down", read_flag, write_flag, 0, NULL },
    [JF_ON]        = { "on", read_flag, write_flag, 0, NULL },
    [JF_FACE_DOWN] = { "face_down", read_flag, write_flag, 0, NULL },
    [JF_PREPARED]  = { "prepared", read_flag, write_flag, 0, NULL },
    [JF_MUST_HIT]  = { "must_hit", read_flag, write_flag, 0, NULL },
    [JF_BY]        = { "by", read_by, write_by, 0, NULL },
    [JF_IN]        = { "in", read_word, write_word, offsetof(lm_action, instrument), instrument_words },
    [JF_CENTS]     = { "cents", read_cents, write_range, 0, NULL },
    [JF_COUNT]     = { "count", read_count, write_range, 0, NULL },
};
/* clang-format on */

const char *json_field_name(json_field which)
{
    return fields[which].name;
}

json_field json_field_find(const char *name, uint32_t set)
{
    int i = 0;
    while (i < JF_FIELDS && !(set >> i & 1 && strcmp(fields[i].name, name) == 0))
        i++;
    return (json_field)i;
}

json_t *json_field_read(json_session *s, json_field which, const json_t *value, lm_action *action)
{
    return fields[which].read(s, &fields[which], value, action);
}

void json_fields_write(const json_session *s, const lm_action *action, uint32_t needs, uint32_t takes,
                       json_t *object)
{
    for (int i = 0; i < JF_FIELDS; i++) {
        if ((needs | takes) >> i & 1) fields[i].write(s, &fields[i], action, needs >> i & 1, object);
    }
}
