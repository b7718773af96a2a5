/* table.c - a whole table as JSON: what every person at it can see. */
#include "fields.h"

/* ["Th","??"] */
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

static json_t *hand_json(const lm_hand *h)
{
    lm_score score = lm_hand_score(h);
    lm_cents doubled = 0;
    for (int b = 0; b < LM_BETTORS; b++)
        doubled += h->doubled[b];
    return json_pack("{s:o, s:i, s:b, s:s, s:b, s:b, s:I, s:b}", "cards", cards_json(h->card, h->n), "total",
                     (int)score.total, "soft", (int)score.soft, "state",
                     lm_words_of_hand_state((lm_hand_state)h->state), "free", (h->marks & LM_FREE_HAND) != 0, "doubled",
                     (h->marks & LM_IS_DOUBLED) != 0, "doubled_cents", (json_int_t)doubled, "free_double",
                     (h->marks & LM_FREE_DOUBLE) != 0);
}

/* Chips of each bettor on the main and insurance spots of a box. */
static json_t *bets_json(const lm_rules *rules, const lm_box *box, uint8_t number)
{
    json_t *bets = json_array();
    for (uint8_t b = 0; b < LM_BETTORS; b++) {
        for (uint8_t n = 0; n < LM_SPOTS; n++) {
            const lm_cents stakes[] = { [LM_MAIN] = box->main[b][n], [LM_INSURANCE] = box->insured[b][n] };
            for (uint8_t slot = LM_MAIN; slot <= LM_INSURANCE; slot++) {
                if (!stakes[slot]) continue;
                json_t *bet = json_object();
                lm_words_set_seat(bet, number, b);
                lm_words_set_wager(rules, bet, slot, n);
                json_object_set_new(bet, "cents", json_integer(stakes[slot]));
                json_array_append_new(bets, bet);
            }
        }
    }
    return bets;
}

static json_t *boxes_json(const lm_round *round, const lm_rules *rules)
{
    json_t *boxes = json_array();
    for (uint8_t number = 1; number <= rules->boxes; number++) {
        const lm_box *box = &round->box[number - 1];
        if (!box->main[LM_DECIDER][0]) continue;
        json_t *object = json_object(), *hands = json_array();
        lm_words_set_seat(object, number, 0);
        for (int h = 0; h < box->hands; h++)
            json_array_append_new(hands, hand_json(&box->hand[h]));
        json_object_set_new(object, "player", box->owner == LM_NOBODY ? json_null() : json_integer(box->owner));
        json_object_set_new(object, "bets", bets_json(rules, box, number));
        json_object_set_new(object, "hands", hands);
        json_object_set_new(object, "lammers", json_integer(box->lammers));
        json_array_append_new(boxes, object);
    }
    return boxes;
}

/* The optional wagers on the layout: seat, wager, stake, state and what they have won or lost. */
static json_t *sides_json(const lm_round *round, const lm_rules *rules)
{
    json_t *sides = json_array();
    for (int i = 0; i < round->sides; i++) {
        const lm_side_bet *bet = &round->side[i];
        json_t *object = json_object();
        lm_words_set_seat(object, bet->box_bettor / LM_BETTORS, bet->box_bettor % LM_BETTORS);
        lm_words_set_wager(rules, object, bet->slot, 0);
        json_object_set_new(object, "cents", json_integer(bet->stake));
        json_object_set_new(object, "state", json_string(lm_words_of_bet_state((lm_bet_state)bet->state)));
        json_object_set_new(object, "net", json_integer(bet->net));
        json_array_append_new(sides, object);
    }
    return sides;
}

/* Boxes that a player has taken. */
static json_t *seated_json(const lm_table *table, const lm_rules *rules)
{
    json_t *seats = json_array();
    for (uint8_t box = 1; box <= rules->boxes; box++) {
        char seat[LM_SEAT_TEXT];
        lm_words_of_seat(box, 0, 0, seat);
        if (table->seated >> (box - 1) & 1) json_array_append_new(seats, json_string(seat));
    }
    return seats;
}

static json_t *packs_json(const lm_table *table)
{
    json_t *packs = json_array();
    for (int i = 0; i < LM_PACKS; i++)
        json_array_append_new(packs, json_string(lm_words_of_place((lm_place)table->place[i])));
    return packs;
}

static json_t *dealer_json(const lm_round *round)
{
    const lm_dealer_hand *d = &round->dealer;
    return json_pack("{s:o, s:i, s:b}", "cards", cards_json(d->card, d->n), "total", (int)lm_dealer_score(round).total,
                     "blackjack", (int)lm_dealer_blackjack(round));
}

json_t *lm_words_of_table(const lm_table *table, const lm_rules *rules)
{
    const lm_round *round = &table->round;
    return json_pack(
        "{s:s, s:s, s:s, s:i, s:i, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:i}", "rules", rules->name, "table",
        lm_words_of_table_phase(lm_table_phase_of(table)), "phase", lm_words_of_phase((lm_phase)round->phase), "rounds",
        (int)table->rounds, "cards_out", lm_table_cards_out(table), "felt_cents", (json_int_t)round->felt_cents,
        "tray_cents", (json_int_t)round->tray_cents, "dealer", dealer_json(round), "boxes", boxes_json(round, rules),
        "wagers", sides_json(round, rules), "turn", lm_words_of_turn(rules, lm_table_turn(table, rules)), "seated",
        seated_json(table, rules), "packs", packs_json(table), "behind_cover", (int)table->behind_cover);
}
