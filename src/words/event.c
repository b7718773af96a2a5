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

/* Fields of an event that are a number or a word; the others have functions of their own. */
static void put_numbers(const lm_words_sink *to, const lm_event *e, int fields)
{
    void *self = to->self;
    if (fields & LM_EVENT_AMOUNT) to->number(self, "cents", e->amount_cents);
    if (fields & LM_EVENT_SIDE) to->word(self, "side", lm_words_of_side(e->n));
    if (fields & LM_EVENT_KIND) to->word(self, "name", lm_irregular_word((lm_irregularity)e->n));
    if (fields & LM_EVENT_NUMBER) to->number(self, "total", e->count);
    if (fields & LM_EVENT_PACK) to->number(self, "pack", e->n);
    if (fields & LM_EVENT_COUNT) to->number(self, "count", e->count);
    if (fields & LM_EVENT_ROLE) to->word(self, "role", lm_role_word((lm_role)e->n));
    if (fields & LM_EVENT_ON) to->flag(self, "on", e->n);
    if (fields & LM_EVENT_N) to->number(self, "n", e->n);
}

void lm_words_put_event(const lm_rules *rules, const lm_event *e, const lm_words_sink *to)
{
    int fields = fields_in(e);
    bool has_outcome = e->kind == LM_EV_AWARD || (e->kind == LM_EV_HOLD && e->n);
    to->word(to->self, "event", lm_event_name((lm_event_kind)e->kind));
    if (fields & LM_EVENT_PLACE) put_seat(to, e->box, e->bettor, e->hand);
    if (fields & LM_EVENT_WAGER) put_wager(to, rules, e->wager, lm_words_dealer_hand(e));
    if (fields & LM_EVENT_CARD) put_card(to, e->card);
    put_numbers(to, e, fields);
    if (has_outcome && e->wager >= LM_SIDE) {
        const char *outcome = rules->offer[e->wager - LM_SIDE].wager->outcomes[e->n];
        to->word(to->self, "outcome", outcome ? outcome : "");
    }
    if (e->clause) to->word(to->self, "clause", e->clause);
    if (fields & LM_EVENT_ABOUT) to->word(to->self, "about", lm_words_of_prompt((lm_prompt)e->how));
    if (fields & LM_EVENT_FOR) to->word(to->self, "for", lm_words_of_cause((lm_money_cause)e->how));
    if (fields & LM_EVENT_HOW) to->word(to->self, "how", lm_words_of_how((lm_irregularity)e->n, e->how));
}

/* Whether box 0 means the dealer's place and not that no place is meant. */
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

/* --- as JSON --------------------------------------------------------------------------------------------------------- */

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

json_t *lm_words_of_turn(const lm_rules *rules, lm_turn turn)
{
    json_t *object = json_object();
    lm_words_put_turn(rules, turn, &(lm_words_sink){ object, set_word, set_number, set_flag });
    return object;
}
