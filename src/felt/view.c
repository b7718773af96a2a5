/* view.c - a table as all watchers may see it. Reads only the state, which has no face-down card in it, and shows only
 * the display of a meter. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "play.h"

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
    json_t *hand = lm_words_of_hand(h);
    json_object_set_new(hand, "cards", cards_json(h->card, h->n));
    json_object_set_new(hand, "doubled_cents", json_integer(doubled_on(box, h)));
    return hand;
}

static void add_bet(const lm_rules *rules, json_t *bets, uint8_t box, uint8_t bettor, uint8_t slot, lm_cents cents)
{
    if (!cents) return;
    json_t *bet = json_object();
    lm_words_set_seat(bet, box, bettor);
    lm_words_set_wager(rules, bet, slot, 0);
    json_object_set_new(bet, "cents", json_integer(cents));
    json_array_append_new(bets, bet);
}

static json_t *box_json(const house_state *s, const lm_rules *rules, uint8_t number)
{
    const lm_box *box = &s->table.round.box[number - 1];
    json_t *hands = json_array(), *object = json_object();
    for (int h = 0; h < box->hands; h++)
        json_array_append_new(hands, hand_json(box, &box->hand[h]));
    lm_words_set_seat(object, number, LM_DECIDER);
    json_object_set_new(object, "bets", lm_words_of_bets(rules, box, number));
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

/* Match-play coupons beside wagers, and coupons that are the stake of a progressive. */
static json_t *coupons_json(const house_state *s, const lm_rules *rules)
{
    const lm_round *r = &s->table.round;
    json_t *coupons = json_array();
    for (uint8_t number = 1; number <= rules->boxes; number++) {
        for (uint8_t b = 0; b < LM_BETTORS; b++)
            add_bet(rules, coupons, number, b, LM_MAIN, r->box[number - 1].coupon[b]);
    }
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        uint8_t box = bet->box_bettor / LM_BETTORS, bettor = bet->box_bettor % LM_BETTORS;
        const house_coupon *coupon = coupon_at(s, bet->box_bettor, bet->slot);
        bool stake = coupon && coupon->is_stake && !lm_round_over(r), lies = bet->state != LM_BET_DECIDED;
        add_bet(rules, coupons, box, bettor, bet->slot, stake ? bet->stake : lies ? bet->coupon : 0);
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

/* Boxes whose holder allows bets behind them, and the players who ask to bet behind others: MBJ-13(a).1. */
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

static void write_cut_turn(const house_state *s, const lm_rules *rules, lm_out *out)
{
    int least = 0, most = 0;
    shoe_cut_limits(s, rules, &least, &most);
    lm_out_pack(out, "who:s do:s", "player", "cut");
    lm_out_seat(out, s->cutter, LM_DECIDER);
    lm_out_pack(out, "least:i most:i", least, most);
}

/* The program turns a card that a player must show and discards a hand over 21. Neither is a choice, and a hidden card
 * would need a row for each possible card. */
static bool is_choice(const house_state *s, const lm_action *a)
{
    return s->terms.dealing != DEALT_VIRTUALLY || (a->verb != LM_TURN && a->verb != LM_DISCARD);
}

typedef struct {
    lm_action *list;
    int n;
} offers;

/* What a box and bettor may do now; box 0: everything. */
static void write_offers(const house_state *s, const lm_rules *rules, const offers *all, lm_seat at, lm_out *out)
{
    lm_out_key(out, "legal");
    lm_out_begin(out, '[');
    for (int i = 0; i < all->n; i++) {
        const lm_action *a = &all->list[i];
        if ((at.box && (a->box != at.box || a->bettor != at.bettor)) || !is_choice(s, a)) continue;
        bool adds_chips = a->verb == LM_DOUBLE || a->verb == LM_SPLIT;
        lm_out_begin(out, '{');
        lm_out_offer(out, rules, a);
        if (adds_chips && !a->most_cents) lm_out_pack(out, "free:b", true);
        lm_out_end(out, '}');
    }
    lm_out_end(out, ']');
}

static bool offers_any(const offers *all, lm_seat at)
{
    for (int i = 0; i < all->n; i++) {
        if (all->list[i].box == at.box && all->list[i].bettor == at.bettor) return true;
    }
    return false;
}

/* A further bettor's standing instruction for when the decider doubles or splits, spelled as a command. */
static void write_said(const lm_round *r, const lm_rules *rules, lm_seat at, lm_out *out)
{
    lm_action said[] = {
        { .verb = LM_WITH_DOUBLE, .box = at.box, .bettor = at.bettor, .amount_cents = r->with_double[at.bettor] },
        { .verb = LM_WITH_SPLIT, .box = at.box, .bettor = at.bettor, .n = r->with_split[at.bettor] },
    };
    lm_out_key(out, "said");
    lm_out_begin(out, '[');
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        lm_act act;
        lm_act_of_action(rules, &said[i], &act);
        lm_act_write(&act, out);
    }
    lm_out_end(out, ']');
}

/* Further bettors at a box with chips on the hand on turn, and what each of them may say before it is decided: MBJ-13(d), (e). */
static void write_along(const house_state *s, const lm_rules *rules, const offers *all, uint8_t box, lm_out *out)
{
    bool any = false;
    for (lm_seat at = { .box = box, .bettor = LM_SECOND }; at.bettor < rules->bettors_per_box; at.bettor++) {
        if (!offers_any(all, at)) continue;
        if (!any) {
            lm_out_key(out, "along");
            lm_out_begin(out, '[');
        }
        any = true;
        lm_out_begin(out, '{');
        lm_out_seat(out, at.box, at.bettor);
        write_offers(s, rules, all, at, out);
        write_said(&s->table.round, rules, at, out);
        lm_out_end(out, '}');
    }
    if (any) lm_out_end(out, ']');
}

static void write_choices(const house_state *s, const lm_rules *rules, lm_turn owed, lm_out *out)
{
    enum { ROOM = 2048 };
    lm_action list[ROOM];
    bool one = owed.who == LM_BY_PLAYER;
    int n = lm_table_legal(&s->table, rules, list, ROOM);
    offers all = { list, n < ROOM ? n : ROOM };
    write_offers(s, rules, &all, (lm_seat){ .box = one ? owed.box : 0 }, out);
    if (one) write_along(s, rules, &all, owed.box, out);
}

/* What players may choose; a dealer's console asks the engine for the rest. */
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

static void write_turn(const house_state *s, const lm_rules *rules, lm_out *out)
{
    lm_turn owed = lm_table_turn(&s->table, rules);
    bool chosen = (owed.who == LM_BY_PLAYER && owed.verb == LM_HIT) || s->table.round.phase == LM_INSURING;
    lm_out_turn(out, rules, owed);
    if (s->table.stage == LM_IN_ROUND && chosen) write_choices(s, rules, owed, out);
}

void view_turn(const house_state *s, const lm_rules *rules, lm_out *out)
{
    lm_out_begin(out, '{');
    if (s->shoe_stage == SHOE_SEALED && s->cutter)
        write_cut_turn(s, rules, out);
    else
        write_turn(s, rules, out);
    lm_out_end(out, '}');
}

void view_meters(const house_state *s, lm_out *out)
{
    lm_out_begin(out, '{');
    for (int i = 0; i < s->meters.meters; i++) {
        lm_out_key(out, links_name(&s->meters.meter[i]));
        lm_out_int(out, s->meters.meter[i].shown_cents);
    }
    lm_out_end(out, '}');
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

/* Cards that have been seen, in the order in which they came; null where a card has not been seen. */
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
        json_t *row =
            json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:b, s:s, s:o}", "wager", wager->id, "title", wager->title,
                      "spot", wager->spot ? wager->spot : wager->title, "paytable",
                      wager->paytables[rules->offer[i].paytable].id, "least", (json_int_t)stakes.least, "most",
                      (json_int_t)stakes.most, "step", (json_int_t)stakes.step, "tied", lm_wager_is_tied(rules, wager),
                      "clause", lm_wager_clause(rules, wager), "outcomes", outcomes_json(&rules->offer[i]));
        if (game >= 0) {
            const lm_meter *meter = &meters->meter[meters->game[game].first];
            json_object_set_new(row, "meter", json_string(lm_meter_name((lm_meter_kind)meter->kind)));
        }
        json_array_append_new(wagers, row);
    }
    return wagers;
}

static json_t *printed_rule(const lm_rules *rules, lm_rule_id id)
{
    char text[80];
    return lm_words_of_rule(rules, id, LM_RULE_PRINTED, text, sizeof text) ? json_string(text) : NULL;
}

static json_t *printed_json(const lm_rules *rules)
{
    static const lm_rule_id listed[] = { LM_RULE_blackjack_pays, LM_RULE_dealer_soft17, LM_RULE_dealer_22,
                                         LM_RULE_ties };
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        json_array_append_new(list, printed_rule(rules, listed[i])); /* refuses NULL */
    return json_pack("{s:o, s:o, s:o}", "game", printed_rule(rules, LM_RULE_rule_set), "rules", list, "insurance",
                     printed_rule(rules, LM_RULE_insurance));
}

static json_t *meter_titles(const lm_meters *meters)
{
    json_t *titles = json_object();
    for (int i = 0; i < meters->meters; i++) {
        const lm_meter *meter = &meters->meter[i];
        json_object_set_new(titles, links_name(meter), json_string(lm_meter_title((lm_meter_kind)meter->kind)));
    }
    return titles;
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
    return json_pack("{s:s, s:i, s:i, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "name", rules->name, "boxes",
                     (int)rules->boxes, "bettors", (int)rules->bettors_per_box, "min_bet", (json_int_t)rules->min_bet,
                     "max_bet", (json_int_t)rules->max_bet, "bet_step", (json_int_t)rules->bet_step, "chip_unit",
                     (json_int_t)rules->chip_unit, "wagers", wagers_json(rules, meters), "rules", rule, "printed",
                     printed_json(rules), "meters", meter_titles(meters));
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
    lm_out turn = { 0 }, meters = { 0 };
    view_turn(s, rules, &turn);
    view_meters(s, &meters);
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
    json_object_set_new(view, "turn", out_read(&turn));
    json_object_set_new(view, "shoe", shoe_json(s, rules));
    json_object_set_new(view, "meters", out_read(&meters));
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
