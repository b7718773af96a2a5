/* view.c - a table as everybody may see it. Reads the state that the acts have made and nothing else: what lies face down is in no part of
 * it, and a meter shows its display alone. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "play.h"

/* --- hands and chips ---------------------------------------------------------------------------------------------- */

/* Face down: null. */
static json_t *cards_json(const lm_card *card, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char text[3];
        lm_card_write(card[i], text);
        json_array_append_new(list, card[i] < LM_CARDS ? json_string(text) : json_null());
    }
    return list;
}

/* Chips that a double has added, on all spots of multiple action; at most the wager on each. */
static lm_cents doubled_on(const lm_box *box, const lm_hand *h)
{
    lm_cents doubled = 0;
    for (int b = 0; b < LM_BETTORS; b++) {
        for (int n = 0; n < LM_SPOTS; n++)
            doubled += h->doubled[b] < box->main[b][n] ? h->doubled[b] : box->main[b][n];
    }
    return doubled;
}

static json_t *hand_json(const lm_box *box, const lm_hand *h)
{
    lm_score score = lm_hand_score(h);
    lm_cents doubled = doubled_on(box, h);
    return json_pack("{s:o, s:i, s:b, s:s, s:b, s:b, s:I, s:b}", "cards", cards_json(h->card, h->n), "total",
                     (int)score.total, "soft", (int)score.soft, "state",
                     lm_words_of_hand_state((lm_hand_state)h->state), "free", (h->marks & LM_FREE_HAND) != 0, "doubled",
                     (h->marks & LM_IS_DOUBLED) != 0, "doubled_cents", (json_int_t)doubled, "free_double",
                     (h->marks & LM_FREE_DOUBLE) != 0);
}

static void add_bet(const lm_rules *rules, json_t *bets, uint8_t box, uint8_t bettor, uint8_t slot, uint8_t n,
                    lm_cents cents)
{
    if (!cents) return;
    json_t *bet = json_object();
    lm_words_set_seat(bet, box, bettor);
    lm_words_set_wager(rules, bet, slot, n);
    json_object_set_new(bet, "cents", json_integer(cents));
    json_array_append_new(bets, bet);
}

static json_t *box_json(const house_state *s, const lm_rules *rules, uint8_t number)
{
    const lm_box *box = &s->table.round.box[number - 1];
    json_t *bets = json_array(), *hands = json_array(), *object = json_object();
    for (uint8_t b = 0; b < LM_BETTORS; b++) {
        for (uint8_t n = 0; n < LM_SPOTS; n++) {
            add_bet(rules, bets, number, b, LM_MAIN, n, box->main[b][n]);
            add_bet(rules, bets, number, b, LM_INSURANCE, n, box->insured[b][n]);
        }
    }
    for (int h = 0; h < box->hands; h++)
        json_array_append_new(hands, hand_json(box, &box->hand[h]));
    lm_words_set_seat(object, number, LM_DECIDER);
    json_object_set_new(object, "bets", bets);
    json_object_set_new(object, "hands", hands);
    json_object_set_new(object, "lammers", json_integer(box->lammers));
    return object;
}

static json_t *boxes_json(const house_state *s, const lm_rules *rules)
{
    json_t *boxes = json_array();
    for (uint8_t number = 1; number <= rules->boxes; number++) {
        if (s->table.round.box[number - 1].main[LM_DECIDER][0])
            json_array_append_new(boxes, box_json(s, rules, number));
    }
    return boxes;
}

/* Match-play coupons that lie beside wagers, and those that are themselves the stake of a progressive. */
static json_t *coupons_json(const house_state *s, const lm_rules *rules)
{
    const lm_round *r = &s->table.round;
    json_t *coupons = json_array();
    for (uint8_t number = 1; number <= rules->boxes; number++) {
        for (uint8_t b = 0; b < LM_BETTORS; b++)
            add_bet(rules, coupons, number, b, LM_MAIN, 0, r->box[number - 1].coupon[b]);
    }
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        uint8_t box = bet->box_bettor / LM_BETTORS, bettor = bet->box_bettor % LM_BETTORS;
        const house_coupon *coupon = coupon_at(s, bet->box_bettor, bet->slot);
        bool stake = coupon && coupon->is_stake && !lm_round_over(r), lies = bet->state != LM_BET_DECIDED;
        add_bet(rules, coupons, box, bettor, bet->slot, 0, stake ? bet->stake : lies ? bet->coupon : 0);
        if (stake) json_object_set_new(json_array_get(coupons, json_array_size(coupons) - 1), "stake", json_true());
    }
    return coupons;
}

static json_t *dealer_json(const house_state *s)
{
    const lm_round *r = &s->table.round;
    return json_pack("{s:o, s:i, s:b, s:s}", "cards", cards_json(r->dealer.card, r->dealer.n), "total",
                     (int)lm_dealer_score(r).total, "blackjack", (int)lm_dealer_blackjack(r), "person", s->dealer);
}

/* --- people ------------------------------------------------------------------------------------------------------- */

static json_t *places_of(const house_state *s, int rack)
{
    json_t *places = json_array();
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t b = 0; b < LM_BETTORS; b++) {
            char seat[LM_SEAT_TEXT];
            lm_words_of_seat(box, b, 0, seat);
            if (rack_at(s, box, b) == rack) json_array_append_new(places, json_string(seat));
        }
    }
    return places;
}

static json_t *players_json(const house_state *s)
{
    json_t *players = json_array();
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (!rack_is_taken(s, i)) continue;
        json_t *player = json_pack("{s:s, s:o, s:I}", "player", s->rack[i].player, "seats", places_of(s, i), "chips",
                                   (json_int_t)s->rack[i].chips_cents);
        if (s->rack[i].sits_out) json_object_set_new(player, "out", json_true());
        json_array_append_new(players, player);
    }
    return players;
}

/* Boxes whose holder lets others bet behind him, and who would like to elsewhere: MBJ-13(a).1. */
static json_t *shared_json(const house_state *s)
{
    json_t *boxes = json_array();
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        char seat[LM_SEAT_TEXT];
        lm_words_of_seat(box, LM_DECIDER, 0, seat);
        if (box_is_shared(s, box)) json_array_append_new(boxes, json_string(seat));
    }
    return boxes;
}

static json_t *asks_json(const house_state *s)
{
    json_t *asks = json_array();
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        if (!s->asks[box - 1][0]) continue;
        json_t *row = json_pack("{s:s}", "player", s->asks[box - 1]);
        lm_words_set_seat(row, box, LM_DECIDER);
        json_array_append_new(asks, row);
    }
    return asks;
}

/* --- whose turn ---------------------------------------------------------------------------------------------------- */

static void mark_free(json_t *legal)
{
    size_t i;
    json_t *offer;
    json_array_foreach(legal, i, offer)
    {
        const char *word = json_string_value(json_object_get(offer, "do"));
        bool paid = strcmp(word, "double") == 0 || strcmp(word, "split") == 0;
        if (paid && json_integer_value(json_object_get(offer, "most")) == 0)
            json_object_set_new(offer, "free", json_true());
    }
}

static json_t *cut_turn(const house_state *s, const lm_rules *rules)
{
    int least = 0, most = 0;
    json_t *turn = json_pack("{s:s, s:s}", "who", "player", "do", "cut");
    shoe_cut_limits(s, rules, &least, &most);
    lm_words_set_seat(turn, s->cutter, LM_DECIDER);
    json_object_set_new(turn, "least", json_integer(least));
    json_object_set_new(turn, "most", json_integer(most));
    return turn;
}

/* A card that a player must show is turned by the program, and a hand over 21 is discarded by it; neither is a choice, and a card
 * would be one row for each that it may be. */
static void drop_turned(json_t *legal)
{
    for (size_t i = json_array_size(legal); i-- > 0;) {
        const char *word = json_string_value(json_object_get(json_array_get(legal, i), "do"));
        bool by_program = word && (strcmp(word, "turn") == 0 || strcmp(word, "discard") == 0);
        if (by_program) json_array_remove(legal, i);
    }
}

/* What holds for a further bettor when the decider doubles or splits, spelled as he would say it. */
static json_t *said_by(const lm_round *r, const lm_rules *rules, uint8_t box, uint8_t bettor)
{
    lm_action doubles = {
        .verb = LM_WITH_DOUBLE, .box = box, .bettor = bettor, .amount_cents = r->with_double[bettor]
    };
    lm_action splits = { .verb = LM_WITH_SPLIT, .box = box, .bettor = bettor, .n = r->with_split[bettor] };
    return json_pack("[o, o]", lm_words_of_action(rules, &doubles), lm_words_of_action(rules, &splits));
}

/* Further bettors at a box with chips on the hand on turn, and what each of them may say before it is decided: MBJ-13(d), (e). */
static json_t *along_json(const house_state *s, const lm_rules *rules, uint8_t box)
{
    json_t *along = json_array();
    for (uint8_t b = LM_SECOND; b < rules->bettors_per_box; b++) {
        json_t *legal = lm_words_legal(&s->table, rules, box, b);
        if (json_array_size(legal) > 0) {
            json_t *row = json_object();
            lm_words_set_seat(row, box, b);
            json_object_set(row, "legal", legal);
            json_object_set_new(row, "said", said_by(&s->table.round, rules, box, b));
            json_array_append_new(along, row);
        }
        json_decref(legal);
    }
    return along;
}

/* What players may choose from; a dealer's console asks the engine for the rest. */
uint8_t box_on_turn(const house_state *s, const lm_rules *rules)
{
    if (s->shoe_stage == SHOE_SEALED && s->cutter) return s->cutter;
    lm_turn owed = lm_table_turn(&s->table, rules);
    return owed.who == LM_BY_PLAYER ? owed.box : 0;
}

bool turn_is_the_same(const house_state *before, const house_state *after, const lm_rules *rules)
{
    lm_turn a = lm_table_turn(&before->table, rules), b = lm_table_turn(&after->table, rules);
    return before->shoe_stage == after->shoe_stage && before->cutter == after->cutter && a.who == b.who &&
           a.verb == b.verb && a.box == b.box && before->table.stage == after->table.stage;
}

json_t *view_turn(const house_state *s, const lm_rules *rules)
{
    if (s->shoe_stage == SHOE_SEALED && s->cutter) return cut_turn(s, rules);
    lm_turn owed = lm_table_turn(&s->table, rules);
    json_t *turn = lm_words_of_turn(rules, owed);
    bool chosen = (owed.who == LM_BY_PLAYER && owed.verb == LM_HIT) || s->table.round.phase == LM_INSURING;
    if (s->table.stage != LM_IN_ROUND || !chosen) return turn;
    json_t *legal = lm_words_legal(&s->table, rules, owed.who == LM_BY_PLAYER ? owed.box : 0, LM_DECIDER);
    if (s->terms.dealing == DEALT_VIRTUALLY) drop_turned(legal);
    mark_free(legal);
    json_object_set_new(turn, "legal", legal);
    json_t *along = owed.who == LM_BY_PLAYER ? along_json(s, rules, owed.box) : NULL;
    if (json_array_size(along) > 0) json_object_set(turn, "along", along);
    json_decref(along);
    return turn;
}

/* --- the rest ------------------------------------------------------------------------------------------------------ */

json_t *view_meters(const house_state *s)
{
    json_t *meters = json_object();
    for (int i = 0; i < s->meters.meters; i++) {
        const lm_meter *meter = &s->meters.meter[i];
        json_object_set_new(meters, lm_meter_name((lm_meter_kind)meter->kind), json_integer(meter->shown_cents));
    }
    return meters;
}

/* Awards that wait for people; how much they are worth is on the display. */
static json_t *awards_json(const house_state *s, const lm_rules *rules)
{
    json_t *awards = json_array();
    for (int i = 0; i < s->awards; i++) {
        const house_award *award = &s->award[i];
        json_t *row = json_object();
        lm_words_set_seat(row, award->place / LM_BETTORS, award->place % LM_BETTORS);
        lm_words_set_wager(rules, row, s->meters.game[award->game].slot, 0);
        json_object_set_new(row, "stage", json_string(award->stage == LM_AWARD_CALLED ? "called" : "verified"));
        json_object_set_new(row, "cents", json_integer(lm_meters_prize(&s->meters, award->game, award->place)));
        json_array_append_new(awards, row);
    }
    return awards;
}

/* Cards that have been seen, in the order in which they came; null where nobody has seen one. */
static json_t *came_json(const house_state *s)
{
    json_t *sides = json_array();
    for (int i = 0; i < s->sides; i++)
        json_array_append_new(sides, cards_json(s->shoe[i].came, s->shoe[i].dealt));
    return sides;
}

static json_t *shoe_json(const house_state *s, const lm_rules *rules)
{
    static const char *const stages[] = { [SHOE_NONE] = "none", [SHOE_SEALED] = "sealed", [SHOE_LOADED] = "loaded" };
    char commitment[2 * LM_STORE_HASH + 1] = "";
    int left = (int)rules->decks * LM_CARDS - lm_table_cards_out(&s->table);
    bool virtual_shoe = s->terms.dealing == DEALT_VIRTUALLY;
    if (s->shoe_number) sodium_bin2hex(commitment, sizeof commitment, s->commitment, sizeof s->commitment);
    json_t *shoe = json_pack("{s:I, s:i, s:i, s:b}", "number", (json_int_t)s->shoe_number, "left", left, "out",
                             lm_table_cards_out(&s->table), "cover_seen", (int)s->table.cover_seen);
    if (!virtual_shoe) {
        json_object_set_new(shoe, "stage", json_string(lm_words_of_stage((lm_stage)s->table.stage)));
        return shoe;
    }
    json_object_set_new(shoe, "stage", json_string(stages[s->shoe_stage]));
    json_object_set_new(shoe, "commitment", json_string(commitment));
    json_object_set_new(shoe, "cut", json_integer(s->shoe[0].cut));
    json_object_set_new(shoe, "cover", json_integer(s->shoe[0].cover));
    json_object_set_new(shoe, "came", came_json(s));
    if (s->opened_number)
        json_object_set_new(
            shoe, "opened",
            json_pack("{s:I, s:I}", "number", (json_int_t)s->opened_number, "seq", (json_int_t)s->opened_seq));
    return shoe;
}

static json_t *pays_json(lm_odds pays)
{
    switch ((lm_form)pays.form) {
    case LM_TO: return json_sprintf("%d to %d", (int)pays.a, (int)pays.b);
    case LM_FOR: return json_sprintf("%d for 1", (int)pays.a);
    case LM_DOLLARS: return json_sprintf("$%d", (int)pays.a);
    case LM_PERCENT: return json_sprintf("%d %% of the meter", (int)pays.a);
    }
    return json_null();
}

/* The pay table, the best outcome first. */
static json_t *outcomes_json(const lm_offer *offer)
{
    json_t *outcomes = json_array();
    for (int row = LM_OUTCOMES - 1; row > 0; row--) {
        if (!offer->wager->outcomes[row] || !offer->pays[row].a) continue;
        json_array_append_new(outcomes, json_pack("{s:s, s:o}", "name", offer->wager->outcomes[row], "pays",
                                                  pays_json(offer->pays[row])));
    }
    return outcomes;
}

static json_t *wagers_json(const lm_rules *rules, const lm_meters *meters)
{
    json_t *wagers = json_array();
    for (int i = 0; i < rules->offers; i++) {
        const lm_wager *wager = rules->offer[i].wager;
        lm_stakes stakes = lm_wager_stakes(rules, wager);
        int game = lm_meters_game(meters, LM_SIDE + i);
        json_t *row = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:b, s:s, s:o}", "wager", wager->id, "title",
                                wager->title, "paytable", wager->paytables[rules->offer[i].paytable].id, "least",
                                (json_int_t)stakes.least, "most", (json_int_t)stakes.most, "step",
                                (json_int_t)stakes.step, "tied", lm_wager_is_tied(rules, wager), "clause",
                                lm_wager_clause(rules, wager), "outcomes", outcomes_json(&rules->offer[i]));
        if (game >= 0) {
            const lm_meter *meter = &meters->meter[meters->game[game].first];
            json_object_set_new(row, "meter", json_string(lm_meter_name((lm_meter_kind)meter->kind)));
        }
        json_array_append_new(wagers, row);
    }
    return wagers;
}

/* What is printed on the layout and posted at the table. */
static json_t *layout_json(const lm_rules *rules, const lm_meters *meters)
{
    json_t *rule = json_object();
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        char text[96];
        lm_rule_write((lm_rule_id)id, rules->value[id], text, sizeof text);
        json_object_set_new(rule, lm_rule_table[id].name, json_string(text));
    }
    return json_pack("{s:s, s:i, s:i, s:I, s:I, s:I, s:I, s:o, s:o}", "name", rules->name, "boxes", (int)rules->boxes,
                     "bettors", (int)rules->bettors_per_box, "min_bet", (json_int_t)rules->min_bet, "max_bet",
                     (json_int_t)rules->max_bet, "bet_step", (json_int_t)rules->bet_step, "chip_unit",
                     (json_int_t)rules->chip_unit, "wagers", wagers_json(rules, meters), "rules", rule);
}

static json_t *terms_json(const house_terms *k)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:i, s:i, s:i, s:i}", "title", k->title, "rules", k->rules,
                     "settings", k->settings, "link", k->link, "dealing", k->dealing == DEALT_LIVE ? "live" : "virtual",
                     "money", k->money == MONEY_REAL ? "real" : "play", "practice", (int)k->practice, "betting_ms",
                     (int)k->betting_ms, "decision_ms", (int)k->decision_ms, "cut_ms", (int)k->cut_ms, "hold_ms",
                     (int)k->hold_ms);
}

json_t *view_table(const house_state *s, const lm_rules *rules, const char *id)
{
    const lm_round *r = &s->table.round;
    json_t *view = json_pack("{s:s, s:o, s:o, s:b, s:b, s:b, s:I, s:s, s:s}", "table", id, "terms",
                             terms_json(&s->terms), "layout", layout_json(rules, &s->meters), "open", (int)s->is_open,
                             "frozen", (int)s->frozen, "drained", (int)s->drained, "round", (json_int_t)s->round, "at",
                             lm_words_of_table_phase(lm_table_phase_of(&s->table)), "phase",
                             lm_words_of_phase((lm_phase)r->phase));
    json_object_set_new(view, "players", players_json(s));
    json_object_set_new(view, "shared", shared_json(s));
    json_object_set_new(view, "asks", asks_json(s));
    json_object_set_new(view, "boxes", boxes_json(s, rules));
    json_object_set_new(view, "wagers", lm_words_of_sides(r, rules));
    json_object_set_new(view, "coupons", coupons_json(s, rules));
    json_object_set_new(view, "dealer", dealer_json(s));
    json_object_set_new(view, "turn", view_turn(s, rules));
    json_object_set_new(view, "shoe", shoe_json(s, rules));
    json_object_set_new(view, "meters", view_meters(s));
    json_object_set_new(view, "awards", awards_json(s, rules));
    json_object_set_new(view, "summoned", json_boolean(s->summoned));
    return view;
}

json_t *view_legal(const house_state *state, const lm_rules *rules, const char *seat)
{
    uint8_t box = 0, bettor = 0;
    if (seat && !lm_words_seat(seat, &box, &bettor)) return NULL;
    return lm_words_legal(&state->table, rules, box, bettor);
}

json_t *view_mishaps(const house_state *state, const lm_rules *rules)
{
    return lm_words_mishaps(&state->table, rules);
}
