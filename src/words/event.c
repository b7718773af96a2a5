/* event.c - events and turns as JSON, and events read back. One row says which fields a kind of event has. */
#include <stddef.h>
#include <string.h>

#include "fields.h"

static const uint16_t fields_of[LM_EV_COUNT][LM_EVENT_FIELDS] = {
    [LM_EV_BET] = { LM_EVENT_PLACE, LM_EVENT_WAGER, LM_EVENT_AMOUNT },
    [LM_EV_WITHDRAW] = { LM_EVENT_PLACE, LM_EVENT_WAGER, LM_EVENT_AMOUNT },
    [LM_EV_CARD] = { LM_EVENT_PLACE, LM_EVENT_CARD },
    [LM_EV_SIDEWAYS] = { LM_EVENT_PLACE, LM_EVENT_CARD },
    [LM_EV_DOWN] = { LM_EVENT_PLACE },
    [LM_EV_TOTAL] = { LM_EVENT_PLACE, LM_EVENT_NUMBER },
    [LM_EV_OFFER_EVEN_MONEY] = { LM_EVENT_PLACE },
    [LM_EV_INSURE] = { LM_EVENT_PLACE, LM_EVENT_WAGER, LM_EVENT_AMOUNT },
    [LM_EV_EVEN_MONEY] = { LM_EVENT_PLACE },
    [LM_EV_TURN] = { LM_EVENT_CARD, LM_EVENT_PLACE },
    [LM_EV_BLACKJACK] = { LM_EVENT_PLACE },
    [LM_EV_STAND] = { LM_EVENT_PLACE },
    [LM_EV_HIT] = { LM_EVENT_PLACE },
    [LM_EV_DOUBLE] = { LM_EVENT_PLACE, LM_EVENT_AMOUNT },
    [LM_EV_SPLIT] = { LM_EVENT_PLACE, LM_EVENT_AMOUNT },
    [LM_EV_SURRENDER] = { LM_EVENT_PLACE },
    [LM_EV_LAMMER] = { LM_EVENT_PLACE },
    [LM_EV_LAMMER_OFF] = { LM_EVENT_PLACE },
    [LM_EV_LAMMER_POT] = { LM_EVENT_PLACE },
    [LM_EV_BUST] = { LM_EVENT_PLACE },
    [LM_EV_TUCK] = { LM_EVENT_PLACE },
    [LM_EV_CLEAR] = { LM_EVENT_PLACE },
    [LM_EV_TAKE] = { LM_EVENT_PLACE, LM_EVENT_WAGER, LM_EVENT_AMOUNT, LM_EVENT_FOR },
    [LM_EV_PAY] = { LM_EVENT_PLACE, LM_EVENT_WAGER, LM_EVENT_AMOUNT, LM_EVENT_FOR },
    [LM_EV_GIVE_BACK] = { LM_EVENT_PLACE, LM_EVENT_WAGER, LM_EVENT_AMOUNT, LM_EVENT_FOR },
    [LM_EV_AWARD] = { LM_EVENT_PLACE, LM_EVENT_WAGER, LM_EVENT_AMOUNT, LM_EVENT_FOR },
    [LM_EV_HOLD] = { LM_EVENT_PLACE, LM_EVENT_WAGER },
    [LM_EV_LIGHT] = { LM_EVENT_PLACE, LM_EVENT_WAGER, LM_EVENT_FOR },
    [LM_EV_MARKER] = { LM_EVENT_PLACE, LM_EVENT_N },
    [LM_EV_EXPOSE] = { LM_EVENT_PLACE },
    [LM_EV_PROMPT] = { LM_EVENT_PLACE, LM_EVENT_ABOUT, LM_EVENT_WAGER, LM_EVENT_ROLE, LM_EVENT_AMOUNT },
    [LM_EV_CONFIRM] = { LM_EVENT_ROLE, LM_EVENT_ABOUT },
    [LM_EV_IRREGULAR] = { LM_EVENT_KIND, LM_EVENT_PLACE, LM_EVENT_CARD, LM_EVENT_HOW },
    [LM_EV_BURN] = { LM_EVENT_CARD },
    [LM_EV_COUPON] = { LM_EVENT_PLACE, LM_EVENT_AMOUNT },
    [LM_EV_COUPON_OFF] = { LM_EVENT_PLACE, LM_EVENT_AMOUNT },
    [LM_EV_DETERMINANT] = { LM_EVENT_CARD, LM_EVENT_SIDE },
    [LM_EV_SEGREGATE] = { LM_EVENT_CARD },
    [LM_EV_SHOW_BURN] = { LM_EVENT_CARD },
    [LM_EV_DELIVER] = { LM_EVENT_PACK, LM_EVENT_COUNT },
    [LM_EV_VERIFY] = { LM_EVENT_ROLE },
    [LM_EV_FACE_UP] = { LM_EVENT_PLACE },
    [LM_EV_VIEW] = { LM_EVENT_PLACE },
    [LM_EV_DEVICE_SHUFFLE] = { LM_EVENT_PACK },
    [LM_EV_JAM] = { LM_EVENT_PACK },
    [LM_EV_SIGN] = { LM_EVENT_ON },
    [LM_EV_SWAP] = { LM_EVENT_PACK },
    [LM_EV_OFFER_CUT] = { LM_EVENT_PLACE },
    [LM_EV_REFUSE_CUT] = { LM_EVENT_PLACE },
    [LM_EV_CUT] = { LM_EVENT_PLACE, LM_EVENT_COUNT },
    [LM_EV_RECUT] = { LM_EVENT_ROLE },
    [LM_EV_COVER] = { LM_EVENT_COUNT },
    [LM_EV_COVER_SEEN] = { LM_EVENT_PLACE },
    [LM_EV_ORDER_SHUFFLE] = { LM_EVENT_ROLE },
    [LM_EV_UNLOAD] = { LM_EVENT_PACK, LM_EVENT_COUNT },
    [LM_EV_ALARM] = { LM_EVENT_COUNT },
    [LM_EV_REQUEST_SPREAD] = { LM_EVENT_PLACE },
    [LM_EV_ARRIVE] = { LM_EVENT_PLACE },
    [LM_EV_LEAVE] = { LM_EVENT_PLACE },
    [LM_EV_READMIT] = { LM_EVENT_PLACE },
};

const uint16_t *lm_words_event_fields(lm_event_kind kind)
{
    return fields_of[kind];
}

static bool calls_staff(lm_prompt prompt)
{
    static const bool calls[LM_PROMPT_COUNT] = {
#define X(name, word, staff) [LM_PROMPT_##name] = (staff),
        LM_PROMPTS(X)
#undef X
    };
    return calls[prompt];
}

bool lm_words_event_has(const lm_event *e, int field)
{
    bool prompts = e->kind == LM_EV_PROMPT;
    switch (field) {
    case LM_EVENT_WAGER: return !prompts || e->wager >= LM_SIDE;
    case LM_EVENT_AMOUNT: return !prompts || e->amount_cents;
    case LM_EVENT_ROLE: return !prompts || calls_staff((lm_prompt)e->how);
    case LM_EVENT_CARD:
        if (e->kind == LM_EV_BURN) return e->card < LM_CARDS;
        return e->kind != LM_EV_IRREGULAR || lm_irregular_names_card((lm_irregularity)e->n);
    case LM_EVENT_ABOUT: return e->how != LM_PROMPT_NOTHING;
    case LM_EVENT_FOR: return e->how != LM_CAUSE_CARDS;
    case LM_EVENT_HOW: return *lm_words_of_how((lm_irregularity)e->n, e->how);
    default: return true;
    }
}

uint8_t lm_words_dealer_hand(const lm_event *e)
{
    bool other = e->kind == LM_EV_AWARD || e->kind == LM_EV_HOLD || e->kind == LM_EV_PROMPT;
    return other ? 0 : e->n;
}

/* Fields of one value each, in their order in JSON, where outcome and clause come before the first IS_HOW. */
typedef enum { IS_AMOUNT, IS_NUMBER, IS_FLAG, IS_WORD, IS_HOW } value_kind;
typedef struct {
    uint16_t field;
    const char *key;
    value_kind kind;
    size_t at; /* of its byte in the event */
    const char *const *words;
} value_row;
#define AT(member) offsetof(lm_event, member)
static const value_row values[] = {
    { LM_EVENT_AMOUNT, "cents", IS_AMOUNT },
    { LM_EVENT_SIDE, "side", IS_WORD, AT(n), side_words },
    { LM_EVENT_KIND, "name", IS_WORD, AT(n), irregular_words },
    { LM_EVENT_NUMBER, "total", IS_AMOUNT },
    { LM_EVENT_PACK, "pack", IS_NUMBER, AT(n) },
    { LM_EVENT_COUNT, "count", IS_AMOUNT },
    { LM_EVENT_ROLE, "role", IS_WORD, AT(n), role_words },
    { LM_EVENT_ON, "on", IS_FLAG, AT(n) },
    { LM_EVENT_N, "n", IS_NUMBER, AT(n) },
    { LM_EVENT_ABOUT, "about", IS_WORD, AT(how), prompt_words },
    { LM_EVENT_FOR, "for", IS_WORD, AT(how), cause_words },
    { LM_EVENT_HOW, "how", IS_HOW, AT(how) },
};
#undef AT
enum { VALUES = sizeof values / sizeof *values, BEFORE_CLAUSE = 9 };

static void put_value(const lm_words_sink *to, const value_row *row, const lm_event *e)
{
    uint8_t byte = ((const uint8_t *)e)[row->at];
    switch (row->kind) {
    case IS_AMOUNT: to->number(to->self, row->key, e->amount_cents); break;
    case IS_NUMBER: to->number(to->self, row->key, byte); break;
    case IS_FLAG: to->flag(to->self, row->key, byte); break;
    case IS_WORD: to->word(to->self, row->key, row->words[byte]); break;
    case IS_HOW: to->word(to->self, row->key, lm_words_of_how((lm_irregularity)e->n, e->how)); break;
    }
}

static void put_values(const lm_words_sink *to, const lm_event *e, int fields, int from, int end)
{
    for (const value_row *row = values + from; row < values + end; row++) {
        if (fields & row->field) put_value(to, row, e);
    }
}

/* The fields of this particular event. */
static int fields_in(const lm_event *e)
{
    int fields = 0;
    for (int i = 0; i < LM_EVENT_FIELDS; i++) {
        int field = fields_of[e->kind][i];
        if (lm_words_event_has(e, field)) fields |= field;
    }
    return fields;
}

static void put_seat(const lm_words_sink *to, uint8_t box, uint8_t bettor, uint8_t hand)
{
    char seat[LM_SEAT_TEXT];
    lm_words_of_seat(box, bettor, 0, seat);
    to->word(to->self, "seat", seat);
    if (hand) to->number(to->self, "hand", hand);
}

static void put_wager(const lm_words_sink *to, const lm_rules *rules, uint8_t slot, uint8_t n)
{
    char wager[LM_WAGER_TEXT];
    lm_words_of_wager(rules, slot, n, wager);
    to->word(to->self, "wager", wager);
}

static void put_card(const lm_words_sink *to, lm_card card)
{
    char text[3];
    lm_card_write(card, text);
    to->word(to->self, "card", text);
}

void lm_words_put_event(const lm_rules *rules, const lm_event *e, const lm_words_sink *to)
{
    int fields = fields_in(e);
    bool has_outcome = e->kind == LM_EV_AWARD || (e->kind == LM_EV_HOLD && e->n);
    to->word(to->self, "event", lm_event_name((lm_event_kind)e->kind));
    if (fields & LM_EVENT_PLACE) put_seat(to, e->box, e->bettor, e->hand);
    if (fields & LM_EVENT_WAGER) put_wager(to, rules, e->wager, lm_words_dealer_hand(e));
    if (fields & LM_EVENT_CARD) put_card(to, e->card);
    put_values(to, e, fields, 0, BEFORE_CLAUSE);
    if (has_outcome && e->wager >= LM_SIDE) {
        const char *outcome = rules->offer[e->wager - LM_SIDE].wager->outcomes[e->n];
        to->word(to->self, "outcome", outcome ? outcome : "");
    }
    if (e->clause) to->word(to->self, "clause", e->clause);
    put_values(to, e, fields, BEFORE_CLAUSE, VALUES);
}

/* Whether box 0 means the dealer, rather than no place. */
static bool has_place(uint8_t verb)
{
    return verb == LM_CARD || verb == LM_DOWN || verb == LM_TURN || verb == LM_CUT || verb == LM_COVER_SEEN;
}

void lm_words_put_turn(const lm_rules *rules, lm_turn turn, const lm_words_sink *to)
{
    to->word(to->self, "who", lm_words_of_actor((lm_actor)turn.who));
    if (turn.who == LM_BY_NOBODY) return;
    to->word(to->self, "do", lm_action_word(turn.verb));
    if (turn.box || has_place(turn.verb))
        put_seat(to, turn.box, turn.bettor, turn.hand);
    else if (turn.hand)
        to->number(to->self, "hand", turn.hand);
    if (turn.verb == LM_AWARD) put_wager(to, rules, turn.wager, 0);
    if (turn.clause) to->word(to->self, "clause", turn.clause);
}

static void set_word(void *object, const char *key, const char *word)
{
    json_object_set_new(object, key, json_string(word));
}

static void set_number(void *object, const char *key, int64_t number)
{
    json_object_set_new(object, key, json_integer(number));
}

static void set_flag(void *object, const char *key, bool on)
{
    json_object_set_new(object, key, json_boolean(on));
}

json_t *lm_words_of_event(const lm_rules *rules, const lm_event *e)
{
    json_t *object = json_object();
    lm_words_put_event(rules, e, &(lm_words_sink){ object, set_word, set_number, set_flag });
    return object;
}

json_t *lm_words_of_sentence(const lm_sentence *s)
{
    json_t *object = json_object();
    lm_words_put_sentence(s, &(lm_words_sink){ object, set_word, set_number, set_flag });
    return object;
}

json_t *lm_words_of_turn(const lm_rules *rules, lm_turn turn)
{
    json_t *object = json_object();
    lm_words_put_turn(rules, turn, &(lm_words_sink){ object, set_word, set_number, set_flag });
    return object;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
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

static bool read_value(const value_row *row, const json_t *value, lm_event *e)
{
    uint8_t *byte = (uint8_t *)e + row->at;
    const char *text = json_string_value(value);
    int number = (int)json_integer_value(value);
    switch (row->kind) {
    case IS_AMOUNT: e->amount_cents = json_integer_value(value); return true;
    case IS_FLAG: number = json_is_true(value); break;
    case IS_WORD: number = word_index(row->words, text ? text : ""); break;
    case IS_HOW: number = lm_words_how(text ? text : ""); break;
    default: break;
    }
    *byte = (uint8_t)number;
    return number >= 0 && (row->field != LM_EVENT_PACK || json_is_integer(value));
}

/* Where an event has no value for a field of its kind, its JSON has no such key. */
static bool may_lack(const lm_event *e, int field)
{
    bool has_all = e->kind != LM_EV_PROMPT && e->kind != LM_EV_IRREGULAR && e->kind != LM_EV_BURN;
    return field == LM_EVENT_FOR || field == LM_EVENT_ABOUT ||
           (!has_all && (field == LM_EVENT_WAGER || field == LM_EVENT_AMOUNT || field == LM_EVENT_ROLE ||
                         field == LM_EVENT_CARD || field == LM_EVENT_HOW));
}

static bool read_field(const lm_rules *rules, const json_t *object, int field, lm_event *e)
{
    const char *seat = text_of(object, "seat"), *wager = text_of(object, "wager"), *card = text_of(object, "card");
    switch (field) {
    case LM_EVENT_PLACE:
        e->hand = (uint8_t)json_integer_value(json_object_get(object, "hand"));
        return strcmp(seat, "dealer") == 0 || lm_words_seat(seat, &e->box, &e->bettor);
    case LM_EVENT_WAGER: return (!*wager && may_lack(e, field)) || lm_words_wager(rules, wager, &e->wager, &e->n);
    case LM_EVENT_CARD: return (!*card && may_lack(e, field)) || lm_card_read(card, &e->card);
    default: break;
    }
    for (const value_row *row = values; row < values + VALUES; row++) {
        const json_t *value = json_object_get(object, row->key);
        if (row->field == field) return (!value && may_lack(e, field)) || read_value(row, value, e);
    }
    return true;
}

bool lm_words_event(const lm_rules *rules, const json_t *object, lm_event *event)
{
    int kind = 0;
    while (kind < LM_EV_COUNT && strcmp(lm_event_name((lm_event_kind)kind), text_of(object, "event")) != 0)
        kind++;
    if (kind == LM_EV_COUNT) return false;
    *event = (lm_event){ .kind = (uint8_t)kind,
                         .card = kind == LM_EV_BURN ? LM_CARD_DOWN : 0,
                         .clause = json_string_value(json_object_get(object, "clause")) };
    for (int i = 0; i < LM_EVENT_FIELDS; i++) {
        if (!read_field(rules, object, fields_of[kind][i], event)) return false;
    }
    bool has_outcome = kind == LM_EV_AWARD || (kind == LM_EV_HOLD && json_object_get(object, "outcome"));
    return !has_outcome || read_outcome(rules, object, event);
}
