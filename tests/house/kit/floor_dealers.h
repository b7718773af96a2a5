/* floor_dealers.h - dealers who deal by hand: from a shoe of their own, with mistakes and
 * irregularities, for players who speak aloud or walk in without an account. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_DEALERS_H
#define LAMMER_TESTS_HOUSE_FLOOR_DEALERS_H

#include "floor_players.h"
#include "lammer/program/words_json.h"

enum { ROOM = 4096 };

static bool is_players(uint8_t verb)
{
    static const uint8_t verbs[] = { LM_INSURE, LM_EVEN_MONEY, LM_HIT,         LM_STAND,     LM_DOUBLE,
                                     LM_SPLIT,  LM_SURRENDER,  LM_WITH_DOUBLE, LM_WITH_SPLIT };
    return memchr(verbs, verb, sizeof verbs) != NULL;
}

/* What a player said aloud. */
static bool hear_player(const house_table *t, lm_action *a)
{
    static lm_action list[ROOM];
    int n = lm_table_legal(&t->state.table, t->rules, list, ROOM), fitting = 0;
    for (int i = 0; i < n && i < ROOM; i++) {
        if (is_players(list[i].verb) && once_in(++fitting)) *a = list[i];
    }
    if (fitting) a->amount_cents = a->least_cents;
    return fitting > 0;
}

static bool brings_card(const lm_action *a)
{
    return a->n == LM_IR_MISDEAL || a->n == LM_IR_FACE_UP_CARD || a->n == LM_IR_EXPOSED || a->n == LM_IR_OVERDRAW;
}

/* Sometimes an irregularity happens and is reported. */
static bool stumble(const house_table *t, test_shoe *shoe, lm_action *a)
{
    static lm_action list[ROOM];
    if (w.calm || t->state.table.stage != LM_IN_ROUND || t->state.table.burns || !once_in(30)) return false;
    int n = lm_round_mishaps(&t->state.table.round, t->rules, list, ROOM);
    if (!n || n > ROOM) return false;
    *a = list[drawn(n)];
    if (a->n == LM_IR_EXHAUSTED) return false;
    if (brings_card(a)) a->card = shoe->card[shoe->next++];
    return true;
}

static bool is_staffs(uint8_t verb)
{
    return verb == LM_VERIFY || verb == LM_RECUT || verb == LM_ORDER_SHUFFLE || verb == LM_CONFIRM;
}

/* In the quiet hour all players are asked to go, and no round begins. */
static bool see_off(person *p, const house_table *t)
{
    const house_state *s = &t->state;
    bool between = s->table.stage != LM_IN_ROUND || s->table.round.phase == LM_BETTING;
    for (int i = 0; w.calm && between && !s->table.round.felt_cents && i < HOUSE_RACKS; i++) {
        if (!rack_is_taken(s, i)) continue;
        ask_at(p, "leave", json_pack("{s:s}", "player", s->rack[i].player));
        return true;
    }
    return w.calm && between && !s->table.round.felt_cents;
}

/* People without an account walk up to a live table, with cash. */
static bool serve_walkin(person *p, const house_table *t)
{
    const house_state *s = &t->state;
    char seat[LM_SEAT_TEXT];
    if (w.calm || s->table.stage != LM_IN_ROUND || s->table.round.phase != LM_BETTING) return false;
    lm_words_of_seat((uint8_t)(1 + drawn((int)t->rules->boxes)), 0, 0, seat);
    if (once_in(40)) {
        ask_at(p, "sit", json_pack("{s:s}", "seat", seat));
        return true;
    }
    for (int i = 0; i < HOUSE_RACKS; i++) {
        const house_rack *rack = &s->rack[i];
        if (!rack_is_taken(s, i) || strncmp(rack->player, "walkin-", 7) != 0 || !once_in(4)) continue;
        lm_words_of_seat(rack->home, 0, 0, seat);
        if (rack->chips_cents < 2000)
            ask_at(p, "buy", json_pack("{s:s, s:i}", "player", rack->player, "cents", 10000));
        else
            ask_at(p, "bet", json_pack("{s:s, s:i}", "seat", seat, "cents", 1000));
        return true;
    }
    return false;
}

static bool dealers_choice(const house_table *t, test_shoe *shoe, lm_action *a)
{
    const house_state *s = &t->state;
    const lm_rules *rules = t->rules;
    lm_turn turn = lm_table_turn(&s->table, rules);
    bool in_round = s->table.stage == LM_IN_ROUND;
    bool players = turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS;
    bool covered = lm_table_cards_out(&s->table) > (int)rules->decks * LM_CARDS * 2 / 3;
    if (in_round && covered && !s->table.cover_seen && turn.who == LM_BY_SHOE) {
        *a = (lm_action){ .verb = LM_COVER_SEEN, .box = turn.box };
        return true;
    }
    if (in_round && s->table.round.phase == LM_BETTING) {
        *a = (lm_action){ .verb = LM_DEAL };
        return s->table.round.felt_cents && (w.calm || once_in(4));
    }
    if (in_round && players && turn.verb != LM_TURN) {
        if (!w.calm && !once_in(3)) return false;
        if (!hear_player(t, a)) *a = (lm_action){ .verb = LM_CLOSE };
        return true;
    }
    if (turn.verb == LM_OPEN && s->table.stage == LM_TO_OPEN) {
        *a = (lm_action){ .verb = LM_OPEN };
        return !w.calm;
    }
    if (turn.verb == LM_DELIVER) {
        *a = (lm_action){ .verb = LM_DELIVER, .count = rules->decks };
        return true;
    }
    return test_table_answers(shoe, &s->table, rules, turn, &w.dealers, a);
}

static json_t *award_body(const house_table *t, uint8_t box, uint8_t bettor, uint8_t slot)
{
    char seat[LM_SEAT_TEXT], wager[LM_WAGER_TEXT];
    lm_words_of_seat(box, bettor, 0, seat);
    lm_words_of_wager(t->rules, slot, 0, wager);
    return json_pack("{s:s, s:s}", "seat", seat, "wager", wager);
}

static void end_games(person *p, const house_table *t)
{
    char wager[LM_WAGER_TEXT];
    for (int game = 0; game < t->state.meters.games; game++) {
        if (!(t->state.started >> game & 1)) continue;
        lm_words_of_wager(t->rules, t->state.meters.game[game].slot, 0, wager);
        ask_at(p, "end-game", json_pack("{s:s}", "wager", wager));
        return;
    }
}

static void deal_by_hand(person *p, const house_table *t, test_shoe *shoe)
{
    const house_state *s = &t->state;
    lm_action a = { 0 };
    lm_turn turn = lm_table_turn(&s->table, t->rules);
    p->before = *shoe;
    if (see_off(p, t) || serve_walkin(p, t)) return;
    if (turn.verb == LM_AWARD && turn.who == LM_BY_STAFF) {
        if (once_in(2)) ask_at(p, "call", award_body(t, turn.box, turn.bettor, turn.wager));
        return;
    }
    if (s->started && s->table.stage != LM_IN_ROUND) {
        end_games(p, t);
        return;
    }
    bool repairs = s->table.round.reader_out && s->table.round.phase == LM_BETTING && (w.calm || once_in(5));
    if (repairs)
        a = (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_READER_REPAIRED };
    else if (!stumble(t, shoe, &a) && !dealers_choice(t, shoe, &a))
        return;
    if (is_staffs(a.verb)) return;
    if (a.verb == LM_TURN && a.card == LM_CARD_DOWN) a.card = shoe->card[shoe->next++];
    a.least_cents = a.most_cents = a.step_cents = 0;
    json_t *body = lm_words_of_action(t->rules, &a);
    if (!w.calm && once_in(40) && a.verb == LM_CARD) { /* read wrongly */
        char card[3];
        lm_card_write((lm_card)drawn(LM_CARDS), card);
        json_object_set_new(body, "card", json_string(card));
    }
    json_object_set_new(body, "table", json_string(table_id(p)));
    ask(p, body);
}

static void dealer_acts(person *p)
{
    p->next_ms = w.now_ms + 50 + drawn(200);
    if (!p->session[0]) {
        sign_in(p);
        return;
    }
    if (p->table < 0) return;
    const house_table *t = held(p->table);
    if (!t || t->busy || t->first || t->state.frozen || !t->state.is_open) return;
    if (strcmp(t->state.dealer, p->id) != 0)
        ask_at(p, "dealer", NULL);
    else
        deal_by_hand(p, t, &w.table[p->table].shoe);
}

#endif
