/* rows.c - the rows of acts.def, and acts as values. */
#include <assert.h>
#include <string.h>

#include "act.h"

/* Names that the rows use. */
enum {
#define X(name, word) name = LM_HOUSE_BIT(name),
    LM_HOUSE_ROLES(X)
#undef X
        OPEN_TO_ALL = 0,
    PLAYERS = GUEST | PLAYER,
    FLOOR = SUPERVISOR | EXECUTIVE,
    ANYONE = PLAYERS | DEALER | FLOOR,
    STAFF = DEALER | SUPERVISOR | EXECUTIVE | CASHIER | SURVEILLANCE | AUDITOR | ADMINISTRATOR,
    ALL_ROLES = PLAYERS | STAFF,
    MEMBERS = ALL_ROLES & ~GUEST,
    RUNS = FLOOR | ADMINISTRATOR,
    WATCHES = FLOOR | AUDITOR | SURVEILLANCE,
    WHO_SITS = ALL_ROLES, /* roles may have changed since, but the chips are still the player's */
};

enum {
    CLOSED_TOO = LM_ACT_CLOSED_TOO,
    FROZEN_TOO = LM_ACT_FROZEN_TOO,
    LIVE_ONLY = LM_ACT_LIVE_ONLY,
    STARTS = LM_ACT_STARTS,
    DEALERS = LM_ACT_DEALERS,
    ON_GAME = LM_ACT_ON_GAME,
    ON_CHIPS = LM_ACT_ON_CHIPS,
    ON_BOX = LM_ACT_ON_BOX,
    ON_TRAY = LM_ACT_ON_TRAY,
    ON_STANDING = LM_ACT_ON_STANDING,
    ON_TERMS = LM_ACT_ON_TERMS,
    ON_METERS = LM_ACT_ON_METERS,
    ANY_TIME = LM_ACT_ANY_TIME,
    READS = LM_ACT_READS,
    SOMETIMES = LM_ACT_SOMETIMES,
};

enum { HOUSE = LM_AT_HOUSE, TABLE = LM_AT_TABLE, INSIDE = LM_INSIDE };

static const struct {
    const char *key;
    uint8_t type;
} fields[LM_FIELDS] = {
#define FIELD(name, key, type) [LM_FIELD_##name] = { key, LM_TYPE_##type },
#include "lammer/server/acts.def"
};

#define NEED(name) { LM_FIELD_##name, LM_USE_NEED },
#define MAY(name) { LM_FIELD_##name, LM_USE_MAY },
#define ALSO(name) { LM_FIELD_##name, LM_USE_ALSO },
#define KEPT(name) { LM_FIELD_##name, LM_USE_KEPT },
#define FILLED(name) { LM_FIELD_##name, LM_USE_FILLED },
#define ASKED(name) { LM_FIELD_##name, LM_USE_ASKED },

/* clang-format off */
#define PLAIN(words, place, who, other, states, answers, says) .word = words, .size = sizeof words - 1, .where = place, \
    .roles = who, .second = other, .when = states, .reply = #answers, .help = says
/* Fields are expanded in place: passed to another macro, their commas would split the arguments. */
#define ACT(name, word, where, roles, second, states, reply, holds, help) \
    [LM_ACT_##name] = { PLAIN(word, where, roles, second, states, reply, help), \
        .fields = sizeof((const uint8_t[][2]){ holds { 0, 0 } }) / 2 - 1, .has = { holds { 0, 0 } } },
#define VERB(name, word, where, roles, second, states, reply, holds, help, its_slot) \
    [LM_ACT_##name] = { PLAIN(word, where, roles, second, states, reply, help), .is_verb = true, .verb = LM_##name, .slot = its_slot, \
        .fields = sizeof((const uint8_t[][2]){ holds { 0, 0 } }) / 2 - 1, .has = { holds { 0, 0 } } },
const lm_act_row lm_act_rows[LM_ACT_COUNT] = {
#include "lammer/server/acts.def"
};
/* clang-format on */

const lm_act_row *lm_act_next(const lm_act_row *row)
{
    const lm_act_row *next = row ? row + 1 : lm_act_rows, *end = lm_act_rows + LM_ACT_COUNT;
    while (next < end && next->where == LM_INSIDE)
        next++;
    return next < end ? next : NULL;
}

const lm_act_row *lm_act_said(const char *word, size_t size)
{
    for (const lm_act_row *row = lm_act_rows; row < lm_act_rows + LM_ACT_COUNT; row++) {
        if (row->size == size && row->where != LM_INSIDE && memcmp(row->word, word, size) == 0) return row;
    }
    return NULL;
}

static const char *said_at(int i)
{
    const lm_act_row *row = lm_act_next(NULL);
    while (row && i-- > 0)
        row = lm_act_next(row);
    return row ? row->word : NULL;
}

const char *lm_act_meant(const char *word, char text[LM_MEANT_TEXT])
{
    return lm_words_meant(lm_words_nearest(word, said_at), text);
}

const char *lm_field_key(lm_act_field field)
{
    return fields[field].key;
}

lm_act_type lm_field_type(lm_act_field field)
{
    return (lm_act_type)fields[field].type;
}

bool lm_act_takes(const lm_act_row *row, int i, bool in_record)
{
    lm_act_use use = (lm_act_use)row->has[i].use;
    return in_record ? use != LM_USE_ASKED : use != LM_USE_KEPT && use != LM_USE_FILLED;
}

bool lm_act_needs(const lm_act_row *row, int i, bool in_record)
{
    lm_act_use use = (lm_act_use)row->has[i].use;
    return use == LM_USE_NEED || use == (in_record ? LM_USE_FILLED : LM_USE_ASKED);
}

/* The index of a field in its row; -1: the row does not have it. */
static int act_index(const lm_act_row *row, lm_act_field field)
{
    for (int i = 0; i < row->fields; i++) {
        if (row->has[i].field == field) return i;
    }
    return -1;
}

const lm_act_value *lm_act_get(const lm_act *act, lm_act_field field)
{
    int i = act_index(lm_act_row_of(act), field);
    return i >= 0 && act->given >> i & 1 ? &act->value[i] : NULL;
}

bool lm_act_has(const lm_act *act, lm_act_field field)
{
    return lm_act_get(act, field) != NULL;
}

int64_t lm_act_int(const lm_act *act, lm_act_field field)
{
    const lm_act_value *value = lm_act_get(act, field);
    return value ? value->number : 0;
}

const char *lm_act_text(const lm_act *act, lm_act_field field)
{
    const lm_act_value *value = lm_act_get(act, field);
    if (!value) return "";
    return value->text ? value->text : act->wager;
}

lm_seat lm_act_seat(const lm_act *act, lm_act_field field)
{
    const lm_act_value *value = lm_act_get(act, field);
    return value ? (lm_seat){ .box = value->seat.box, .bettor = value->seat.bettor } : (lm_seat){ 0 };
}

lm_act_value *lm_act_set(lm_act *act, lm_act_field field)
{
    int i = act_index(lm_act_row_of(act), field);
    assert(i >= 0);
    act->given |= (uint16_t)(1u << i);
    return &act->value[i];
}

void lm_act_set_int(lm_act *act, lm_act_field field, int64_t number)
{
    lm_act_set(act, field)->number = number;
}

void lm_act_set_text(lm_act *act, lm_act_field field, const char *text)
{
    lm_act_set(act, field)->text = text;
}

void lm_act_set_seat(lm_act *act, lm_act_field field, uint8_t box, uint8_t bettor)
{
    lm_act_value *value = lm_act_set(act, field);
    value->seat.box = box;
    value->seat.bettor = bettor;
}

void lm_act_unset(lm_act *act, lm_act_field field)
{
    int i = act_index(lm_act_row_of(act), field);
    if (i >= 0) act->given &= (uint16_t) ~(1u << i);
}
