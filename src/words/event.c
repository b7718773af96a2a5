/* event.c - events and turns as JSON. One row says which fields a kind of event has. */

#include "lammer/program/words_json.h"

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

/* The fields of this very event. */
static int fields_in(const lm_event *e)
{
    int fields = 0;
    for (int i = 0; i < LM_EVENT_FIELDS; i++) {
        int field = fields_of[e->kind][i];
        if (lm_words_event_has(e, field)) fields |= field;
    }
    return fields;
}

static void set_number(json_t *object, const char *key, int64_t value)
{
    json_object_set_new(object, key, json_integer(value));
}

static void set_word(json_t *object, const char *key, const char *word)
{
    json_object_set_new(object, key, json_string(word));
}

/* Fields of an event that are a number or a word; the others have functions of their own. */
static void set_numbers(json_t *event, const lm_event *e, int fields)
{
    if (fields & LM_EVENT_AMOUNT) set_number(event, "cents", e->amount_cents);
    if (fields & LM_EVENT_SIDE) set_word(event, "side", lm_words_of_side(e->n));
    if (fields & LM_EVENT_KIND) set_word(event, "name", lm_irregular_word((lm_irregularity)e->n));
    if (fields & LM_EVENT_NUMBER) set_number(event, "total", e->count);
    if (fields & LM_EVENT_PACK) set_number(event, "pack", e->n);
    if (fields & LM_EVENT_COUNT) set_number(event, "count", e->count);
    if (fields & LM_EVENT_ROLE) set_word(event, "role", lm_role_word((lm_role)e->n));
    if (fields & LM_EVENT_ON) json_object_set_new(event, "on", json_boolean(e->n));
    if (fields & LM_EVENT_N) set_number(event, "n", e->n);
}

json_t *lm_words_of_event(const lm_rules *rules, const lm_event *e)
{
    int fields = fields_in(e);
    bool has_outcome = e->kind == LM_EV_AWARD || (e->kind == LM_EV_HOLD && e->n);
    json_t *event = json_pack("{s:s}", "event", lm_event_name((lm_event_kind)e->kind));
    if (fields & LM_EVENT_PLACE) lm_words_set_seat(event, e->box, e->bettor);
    if (fields & LM_EVENT_PLACE && e->hand) set_number(event, "hand", e->hand);
    if (fields & LM_EVENT_WAGER) lm_words_set_wager(rules, event, e->wager, lm_words_dealer_hand(e));
    if (fields & LM_EVENT_CARD) lm_words_set_card(event, e->card);
    set_numbers(event, e, fields);
    if (has_outcome && e->wager >= LM_SIDE) {
        const char *outcome = rules->offer[e->wager - LM_SIDE].wager->outcomes[e->n];
        set_word(event, "outcome", outcome ? outcome : "");
    }
    if (e->clause) set_word(event, "clause", e->clause);
    if (fields & LM_EVENT_ABOUT) set_word(event, "about", lm_words_of_prompt((lm_prompt)e->how));
    if (fields & LM_EVENT_FOR) set_word(event, "for", lm_words_of_cause((lm_money_cause)e->how));
    if (fields & LM_EVENT_HOW) set_word(event, "how", lm_words_of_how((lm_irregularity)e->n, e->how));
    return event;
}

/* Whether box 0 means the dealer's place and not that no place is meant. */
static bool has_place(uint8_t verb)
{
    return verb == LM_CARD || verb == LM_DOWN || verb == LM_TURN || verb == LM_CUT || verb == LM_COVER_SEEN;
}

json_t *lm_words_of_turn(const lm_rules *rules, lm_turn turn)
{
    json_t *object = json_pack("{s:s}", "who", lm_words_of_actor((lm_actor)turn.who));
    if (turn.who == LM_BY_NOBODY) return object;
    set_word(object, "do", lm_action_word(turn.verb));
    if (turn.box || has_place(turn.verb)) lm_words_set_seat(object, turn.box, turn.bettor);
    if (turn.hand) set_number(object, "hand", turn.hand);
    if (turn.verb == LM_AWARD) lm_words_set_wager(rules, object, turn.wager, 0);
    if (turn.clause) set_word(object, "clause", turn.clause);
    return object;
}
