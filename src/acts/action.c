/* action.c - converts acts that are verbs of the engine into actions at a table, and back. */
#include <string.h>

#include "act.h"

static bool take_wager(const lm_words_reader *r, const char *name, lm_action *a, const complaint *to)
{
    if (lm_words_wager(r->rules, name, &a->wager, &a->n) || lm_words_wager_exists(r->wagers, name)) return true;
    char hint[LM_MEANT_TEXT];
    return act_complain(to, "\"wager\" must name a wager such as \"main\" or \"push22\"%s",
                        lm_words_meant(lm_words_nearest_wager(r->wagers, name), hint));
}

static bool take_value(const lm_words_reader *r, lm_act_field field, const lm_act *act, const lm_act_value *v,
                       lm_action *a, const complaint *to)
{
    enum { LATE = 3 };
    switch (field) {
    case LM_FIELD_SEAT:
    case LM_FIELD_PLACE:
        a->box = v->seat.box;
        a->bettor = v->seat.bettor;
        break;
    case LM_FIELD_WAGER: return take_wager(r, v->text ? v->text : act->wager, a, to);
    case LM_FIELD_CARD: a->card = (lm_card)v->number; break;
    case LM_FIELD_RIDE:
    case LM_FIELD_NAME:
    case LM_FIELD_ROLE:
    case LM_FIELD_PACK: a->n = (uint8_t)v->number; break;
    case LM_FIELD_HOW: a->yes = v->number == LATE ? 1 : (uint8_t)v->number; break;
    case LM_FIELD_BLACKJACK:
    case LM_FIELD_SIDE:
    case LM_FIELD_DOWN:
    case LM_FIELD_ON:
    case LM_FIELD_FACE_DOWN:
    case LM_FIELD_PREPARED:
    case LM_FIELD_MUST_HIT: a->yes = (uint8_t)v->number; break;
    case LM_FIELD_BY: a->player = v->seat.box; break;
    case LM_FIELD_IN: a->instrument = (uint8_t)v->number; break;
    case LM_FIELD_CENTS: a->amount_cents = v->number; break;
    case LM_FIELD_COUNT: a->count = v->number; break;
    default: break; /* the house's */
    }
    return true;
}

bool lm_act_action(const lm_words_reader *reader, const lm_act *act, lm_action *action, char *why, size_t size)
{
    complaint to = { why, size };
    const lm_act_row *row = lm_act_row_of(act);
    bool left_out = false;
    *action = (lm_action){ .verb = row->verb, .wager = row->slot };
    for (int i = 0; i < row->fields; i++) {
        lm_act_field field = (lm_act_field)row->has[i].field;
        bool given = act->given >> i & 1;
        if (given && !take_value(reader, field, act, &act->value[i], action, &to)) return false;
        left_out |= !given && field == LM_FIELD_CENTS;
    }
    if (left_out && reader->table) action->amount_cents = lm_words_usual_amount(reader->table, reader->rules, action);
    return true;
}

static bool spends_card(const lm_action *a)
{
    bool lies_there = a->n == LM_IR_EXPOSED || a->n == LM_IR_UP_RACKED || a->n == LM_IR_MISDEAL;
    return a->verb == LM_IRREGULAR && (lies_there || lm_irregular_spends(a));
}

/* False where the action does not use this field. */
static bool give_value(const lm_rules *rules, lm_act_field field, bool needed, const lm_action *a, lm_act *act,
                       lm_act_value *v)
{
    enum { LATE = 3 };
    switch (field) {
    case LM_FIELD_SEAT:
    case LM_FIELD_PLACE:
        v->seat.box = a->box;
        v->seat.bettor = a->bettor;
        return needed || a->box;
    case LM_FIELD_WAGER:
        lm_words_of_wager(rules, a->wager, a->n, act->wager);
        v->text = NULL;
        return true;
    case LM_FIELD_CARD: v->number = a->card; return needed || spends_card(a);
    case LM_FIELD_RIDE:
    case LM_FIELD_NAME:
    case LM_FIELD_ROLE: v->number = a->n; return needed || a->n;
    case LM_FIELD_PACK: v->number = a->n; return true;
    case LM_FIELD_HOW: v->number = a->n == LM_IR_MISDEAL ? a->yes : LATE; return a->n == LM_IR_MISDEAL || a->yes;
    case LM_FIELD_BY:
        v->seat.box = a->player;
        v->seat.bettor = 0;
        return a->player != 0;
    case LM_FIELD_IN: v->number = a->instrument; return needed || a->instrument;
    case LM_FIELD_CENTS: v->number = a->amount_cents; return true;
    case LM_FIELD_COUNT: v->number = a->count; return true;
    case LM_FIELD_BLACKJACK:
    case LM_FIELD_SIDE:
    case LM_FIELD_DOWN:
    case LM_FIELD_ON:
    case LM_FIELD_FACE_DOWN:
    case LM_FIELD_PREPARED:
    case LM_FIELD_MUST_HIT: v->number = a->yes; return needed || a->yes;
    default: return false;
    }
}

/* verbs.def stands at the head of acts.def, so a verb is the number of its act. */
_Static_assert((int)LM_ACT_BET == (int)LM_BET && (int)LM_ACT_READMIT == (int)LM_READMIT, "acts begin with the verbs");

void lm_act_of_action(const lm_rules *rules, const lm_action *action, lm_act *act)
{
    *act = (lm_act){ .word = action->verb };
    const lm_act_row *row = lm_act_row_of(act);
    for (int i = 0; i < row->fields; i++) {
        bool needed = lm_act_needs(row, i, true);
        if (row->has[i].use == LM_USE_KEPT || row->has[i].use == LM_USE_ALSO) continue;
        if (give_value(rules, (lm_act_field)row->has[i].field, needed, action, act, &act->value[i]))
            act->given |= (uint16_t)(1u << i);
    }
}

void lm_out_offer(lm_out *out, const lm_rules *rules, const lm_action *action)
{
    static const lm_act_field amounts[] = { LM_FIELD_CENTS, LM_FIELD_COUNT, LM_FIELDS };
    lm_act act;
    lm_act_of_action(rules, action, &act);
    lm_out_pack(out, "do:s", lm_act_row_of(&act)->word);
    lm_act_write_fields(&act, amounts, out);
    if (lm_act_has(&act, LM_FIELD_CENTS) || lm_act_has(&act, LM_FIELD_COUNT))
        lm_out_pack(out, "least:I most:I step:I", action->least_cents, action->most_cents, action->step_cents);
}

static void put_word(void *self, const char *key, const char *word)
{
    lm_out_key(self, key);
    lm_out_word(self, word);
}

static void put_number(void *self, const char *key, int64_t number)
{
    lm_out_key(self, key);
    lm_out_int(self, number);
}

static void put_flag(void *self, const char *key, bool on)
{
    lm_out_key(self, key);
    lm_out_bool(self, on);
}

void lm_out_event(lm_out *out, const lm_rules *rules, const lm_event *event)
{
    lm_words_put_event(rules, event, &(lm_words_sink){ out, put_word, put_number, put_flag });
}

void lm_out_sentence(lm_out *out, const lm_sentence *sentence)
{
    lm_words_put_sentence(sentence, &(lm_words_sink){ out, put_word, put_number, put_flag });
}

void lm_out_turn(lm_out *out, const lm_rules *rules, lm_turn turn)
{
    lm_words_put_turn(rules, turn, &(lm_words_sink){ out, put_word, put_number, put_flag });
}

void lm_out_seat(lm_out *out, uint8_t box, uint8_t bettor)
{
    char seat[LM_SEAT_TEXT];
    lm_words_of_seat(box, bettor, 0, seat);
    put_word(out, "seat", seat);
}

void lm_out_wager(lm_out *out, const lm_rules *rules, uint8_t slot, uint8_t n)
{
    char wager[LM_WAGER_TEXT];
    lm_words_of_wager(rules, slot, n, wager);
    put_word(out, "wager", wager);
}
