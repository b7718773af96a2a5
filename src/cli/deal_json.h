/* deal_json.h - what the parts of `lammer deal --json` share: a session, its fields and what it shows.
 *
 * deal_json.c reads lines and answers them; its table of words says which fields each takes. deal_json_fields.c
 * knows how a field is read and written, deal_json_view.c shows events, turns and the whole state. */
#ifndef LAMMER_DEAL_JSON_H
#define LAMMER_DEAL_JSON_H

#include <jansson.h>

#include "script.h"

typedef struct {
    const lm_rules *rules;
    lm_table table;
    int line;
    json_t *events; /* of the action being applied */
} json_session;

/* Fields of a request and of a legal action, in the order in which they are written. */
typedef enum {
    JF_SEAT,
    JF_PLACE, /* a seat, or the dealer */
    JF_WAGER,
    JF_CARD,
    JF_BLACKJACK,
    JF_RIDE,
    JF_NAME, /* of an irregularity */
    JF_HOW,
    JF_ROLE,
    JF_SIDE,
    JF_PACK,
    JF_DOWN,
    JF_ON,
    JF_FACE_DOWN,
    JF_PREPARED,
    JF_MUST_HIT,
    JF_BY,
    JF_IN,
    JF_CENTS,
    JF_COUNT,
    JF_FIELDS,
} json_field;

/* Sets of fields. */
#define JSON_BIT(field) (1u << JF_##field)

const char *json_field_name(json_field field);

/* The field of this name among those of a set; JF_FIELDS when it has none. */
json_field json_field_find(const char *name, uint32_t set);

/* Puts a value into the action; what is wrong with it, or NULL. */
json_t *json_field_read(json_session *s, json_field field, const json_t *value, lm_action *action);

/* What the action says in the fields that it needs, and in those it may use where they mean something. */
void json_fields_write(const json_session *s, const lm_action *action, uint32_t needs, uint32_t takes,
                       json_t *object);

/* {"ok":false,"line":...,"why":...,"clause":...} */
json_t *json_refusal(const json_session *s, const char *clause, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

json_t *json_event(const json_session *s, const lm_event *event);
json_t *json_turn(const json_session *s);
json_t *json_state(const json_session *s);

void json_set_seat(json_t *object, uint8_t box, uint8_t bettor);
void json_set_wager(const json_session *s, json_t *object, uint8_t slot, uint8_t n);
void json_set_card(json_t *object, lm_card card);
const char *json_side_word(int side);

#endif
