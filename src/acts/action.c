/* action.c - acts that are verbs of the engine, as the actions they mean at a table; and back. */
#include <string.h>

#include "act.h"

/* --- to an action -------------------------------------------------------------------------------------------------- */

static bool take_wager(const lm_words_reader *r, const lm_span *text, lm_action *a, const complaint *to)
{
    char name[LM_WAGER_TEXT];
    if (text->size < sizeof name) {
        memcpy(name, text->at, text->size);
        name[text->size] = '\0';
        if (lm_words_wager(r->rules, name, &a->wager, &a->n) || lm_words_wager_exists(r->wagers, name)) return true;
    }
    return act_complain(to, "\"wager\" must name a wager such as \"main\" or \"push22\"");
}

static bool take_value(const lm_words_reader *r, lm_act_field field, const lm_act_value *v, lm_action *a,
                       const complaint *to)
{
    enum { LATE = 3 };
    switch (field) {
    case LM_FIELD_SEAT:
    case LM_FIELD_PLACE:
        a->box = v->seat.box;
        a->bettor = v->seat.bettor;
        break;
    case LM_FIELD_WAGER: return take_wager(r, &v->text, a, to);
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
        if (given && !take_value(reader, field, &act->value[i], action, &to)) return false;
        left_out |= !given && field == LM_FIELD_CENTS;
    }
    if (left_out && reader->table) action->amount_cents = lm_words_usual_amount(reader->table, reader->rules, action);
    return true;
}

/* --- from an action ------------------------------------------------------------------------------------------------ */

static bool spends_card(const lm_action *a)
{
    bool lies_there = a->n == LM_IR_EXPOSED || a->n == LM_IR_UP_RACKED || a->n == LM_IR_MISDEAL;
    return a->verb == LM_IRREGULAR && (lies_there || lm_irregular_spends(a));
}

/* False where the action has nothing to say in this field. */
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
        v->text = (lm_span){ NULL, strlen(act->wager) };
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
