/* deal_json_view.c - what JSON lines show of a table: events, whose turn it is, the whole state. */
#include "deal_json.h"

static json_t *cards_json(const lm_card *card, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char text[3];
        lm_card_write(card[i], text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

/* ---- events and turns ------------------------------------------------------------------------------ */

/* Fields of an event that are a number or a word; the others have functions of their own. */
static void set_numbers(json_t *event, const lm_event *e, int fields)
{
    if (fields & FIELD_AMOUNT) json_object_set_new(event, "cents", json_integer(e->amount_cents));
    if (fields & FIELD_SIDE) json_object_set_new(event, "side", json_string(json_side_word(e->n)));
    if (fields & FIELD_KIND)
        json_object_set_new(event, "name", json_string(lm_irregular_word((lm_irregularity)e->n)));
    if (fields & FIELD_NUMBER) json_object_set_new(event, "total", json_integer(e->amount_cents));
    if (fields & FIELD_PACK) json_object_set_new(event, "pack", json_integer(e->n));
    if (fields & FIELD_COUNT) json_object_set_new(event, "count", json_integer(e->amount_cents));
    if (fields & FIELD_ROLE) json_object_set_new(event, "role", json_string(lm_role_word((lm_role)e->n)));
    if (fields & FIELD_ON) json_object_set_new(event, "on", json_boolean(e->n));
}

json_t *json_event(const json_session *s, const lm_event *e)
{
    int fields = script_event_fields((lm_event_kind)e->kind);
    json_t *event = json_pack("{s:s}", "event", lm_event_name((lm_event_kind)e->kind));
    bool award = e->kind == LM_EV_AWARD;
    if (fields & FIELD_PLACE) json_set_seat(event, e->box, e->bettor);
    if (fields & FIELD_PLACE && e->hand) json_object_set_new(event, "hand", json_integer(e->hand));
    if (fields & FIELD_WAGER) json_set_wager(s, event, e->wager, award ? 0 : e->n);
    if (fields & FIELD_CARD) json_set_card(event, e->card);
    set_numbers(event, e, fields);
    if (award && e->wager >= LM_SIDE) {
        const char *outcome = s->rules->offer[e->wager - LM_SIDE].wager->outcomes[e->n];
        json_object_set_new(event, "outcome", json_string(outcome ? outcome : ""));
    }
    if (e->clause) json_object_set_new(event, "clause", json_string(e->clause));
    return event;
}

/* Whether box 0 means the dealer's place and not that no place is meant. */
static bool has_place(uint8_t verb)
{
    return verb == LM_CARD || verb == LM_DOWN || verb == LM_TURN || verb == LM_CUT || verb == LM_COVER_SEEN;
}

json_t *json_turn(const json_session *s)
{
    static const char *const who[] = {
        [LM_BY_PLAYERS] = "players", [LM_BY_PLAYER] = "player", [LM_BY_SHOE] = "shoe",
        [LM_BY_DEALER] = "dealer",   [LM_BY_STAFF] = "staff",   [LM_BY_NOBODY] = "nobody",
    };
    lm_turn turn = lm_table_turn(&s->table, s->rules);
    json_t *object = json_pack("{s:s}", "who", who[turn.who]);
    if (turn.who == LM_BY_NOBODY) return object;
    json_object_set_new(object, "do", json_string(lm_action_word(turn.verb)));
    if (turn.box || has_place(turn.verb)) json_set_seat(object, turn.box, turn.bettor);
    if (turn.hand) json_object_set_new(object, "hand", json_integer(turn.hand));
    if (turn.verb == LM_AWARD) json_set_wager(s, object, turn.wager, 0);
    if (turn.clause) json_object_set_new(object, "clause", json_string(turn.clause));
    return object;
}

/* ---- the whole state ------------------------------------------------------------------------------- */

static json_t *hand_json(const lm_hand *h)
{
    static const char *const states[] = {
        "none", "open", "stands", "blackjack", "surrendered", "bust", "over"
    };
    lm_score score = lm_hand_score(h);
    lm_cents doubled = 0;
    for (int b = 0; b < LM_BETTORS; b++)
        doubled += h->doubled[b];
    return json_pack("{s:o, s:i, s:b, s:s, s:b, s:b, s:I, s:b}", "cards", cards_json(h->card, h->n), "total",
                     (int)score.total, "soft", (int)score.soft, "state", states[h->state], "free",
                     (h->marks & LM_FREE_HAND) != 0, "doubled", (h->marks & LM_IS_DOUBLED) != 0,
                     "doubled_cents", (json_int_t)doubled, "free_double", (h->marks & LM_FREE_DOUBLE) != 0);
}

/* Chips of each bettor on the main and insurance spots of a box. */
static json_t *bets_json(const json_session *s, const lm_box *box, uint8_t number)
{
    json_t *bets = json_array();
    for (uint8_t b = 0; b < LM_BETTORS; b++) {
        for (uint8_t n = 0; n < LM_SPOTS; n++) {
            const lm_cents stakes[] = { [LM_MAIN] = box->main[b][n], [LM_INSURANCE] = box->insured[b][n] };
            for (uint8_t slot = LM_MAIN; slot <= LM_INSURANCE; slot++) {
                if (!stakes[slot]) continue;
                json_t *bet = json_object();
                json_set_seat(bet, number, b);
                json_set_wager(s, bet, slot, n);
                json_object_set_new(bet, "cents", json_integer(stakes[slot]));
                json_array_append_new(bets, bet);
            }
        }
    }
    return bets;
}

static json_t *boxes_json(const json_session *s)
{
    json_t *boxes = json_array();
    for (uint8_t number = 1; number <= s->rules->boxes; number++) {
        const lm_box *box = &s->table.round.box[number - 1];
        if (!box->main[LM_DECIDER][0]) continue;
        json_t *object = json_object(), *hands = json_array();
        json_set_seat(object, number, 0);
        for (int h = 0; h < box->hands; h++)
            json_array_append_new(hands, hand_json(&box->hand[h]));
        json_object_set_new(object, "player",
                            box->owner == LM_NOBODY ? json_null() : json_integer(box->owner));
        json_object_set_new(object, "bets", bets_json(s, box, number));
        json_object_set_new(object, "hands", hands);
        json_object_set_new(object, "lammers", json_integer(box->lammers));
        json_array_append_new(boxes, object);
    }
    return boxes;
}

static json_t *sides_json(const json_session *s)
{
    static const char *const states[] = { "none", "live", "waits", "held", "decided" };
    json_t *sides = json_array();
    for (int i = 0; i < s->table.round.sides; i++) {
        const lm_side_bet *bet = &s->table.round.side[i];
        json_t *object = json_object();
        json_set_seat(object, bet->box_bettor / LM_BETTORS, bet->box_bettor % LM_BETTORS);
        json_set_wager(s, object, bet->slot, 0);
        json_object_set_new(object, "cents", json_integer(bet->stake));
        json_object_set_new(object, "state", json_string(states[bet->state]));
        json_object_set_new(object, "net", json_integer(bet->net));
        json_array_append_new(sides, object);
    }
    return sides;
}

/* Boxes at which somebody sits. */
static json_t *seated_json(const json_session *s)
{
    json_t *seats = json_array();
    for (uint8_t box = 1; box <= s->rules->boxes; box++) {
        char seat[16];
        script_seat_write(box, 0, 0, seat);
        if (s->table.seated >> (box - 1) & 1) json_array_append_new(seats, json_string(seat));
    }
    return seats;
}

static json_t *packs_json(const json_session *s)
{
    static const char *const places[] = {
        [LM_AWAY] = "away",           [LM_SPREAD_OUT] = "spread", [LM_STACKED] = "stacked",
        [LM_IN_DEVICE] = "in-device", [LM_IN_PLAY] = "in-play",
    };
    json_t *packs = json_array();
    for (int i = 0; i < LM_PACKS; i++)
        json_array_append_new(packs, json_string(places[s->table.place[i]]));
    return packs;
}

static json_t *dealer_json(const lm_round *round)
{
    const lm_dealer *d = &round->dealer;
    return json_pack("{s:o, s:i, s:b}", "cards", cards_json(d->card, d->n), "total",
                     (int)lm_dealer_score(round).total, "blackjack", (int)lm_dealer_blackjack(round));
}

json_t *json_state(const json_session *s)
{
    static const char *const phases[] = {
        [LM_BETTING] = "betting",     [LM_DETERMINING] = "determining", [LM_DEALING] = "dealing",
        [LM_EXPOSING] = "exposing",   [LM_INSURING] = "insuring",       [LM_PEEKING] = "peeking",
        [LM_PLAYING] = "playing",     [LM_OFFERING] = "offering",       [LM_DRAWING] = "drawing",
        [LM_REVEALING] = "revealing", [LM_SHOWING] = "showing",         [LM_AWARDING] = "awarding",
        [LM_DONE] = "done",
    };
    static const char *const at_table[] = { "empty", "idle", "round" };
    const lm_round *round = &s->table.round;
    return json_pack("{s:b, s:s, s:s, s:s, s:i, s:i, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:i}", "ok", 1,
                     "rules", s->rules->name, "table", at_table[lm_table_phase_of(&s->table)], "phase",
                     phases[round->phase], "rounds", (int)s->table.rounds, "cards_out",
                     lm_table_cards_out(&s->table), "felt_cents", (json_int_t)round->felt_cents, "tray_cents",
                     (json_int_t)round->tray_cents, "dealer", dealer_json(round), "boxes", boxes_json(s),
                     "wagers", sides_json(s), "turn", json_turn(s), "seated", seated_json(s), "packs",
                     packs_json(s), "behind_cover", (int)s->table.behind_cover);
}
