/* deal_play.h - random people at a table of deal_kit.h: players who do anything that is allowed, staff who
 * do their duty. */
#ifndef LAMMER_TESTS_DEAL_PLAY_H
#define LAMMER_TESTS_DEAL_PLAY_H

#include "deal_kit.h"

enum { PLAY_LIST = 2048 };

static inline bool play_is_decision(uint8_t verb)
{
    switch (verb) {
    case LM_INSURE:
    case LM_EVEN_MONEY:
    case LM_CLOSE:
    case LM_HIT:
    case LM_STAND:
    case LM_DOUBLE:
    case LM_SPLIT:
    case LM_SURRENDER:
    case LM_WITH_DOUBLE:
    case LM_WITH_SPLIT: return true;
    default: return false;
    }
}

static inline bool play_has_place(const kit *k, const lm_action *a)
{
    int bettor = a->bettor == LM_TIP ? LM_DECIDER : a->bettor;
    return a->box && k->state.holder[a->box - 1][bettor];
}

static inline lm_cents play_amount(kit *k, const lm_action *a)
{
    lm_cents step = a->step_cents ? a->step_cents : a->most_cents - a->least_cents;
    if (a->most_cents == a->least_cents || !step) return a->most_cents;
    return a->least_cents + step * test_random_below(&k->random, (int)((a->most_cents - a->least_cents) / step) + 1);
}

/* One of the legal actions that `wanted` accepts, or none. */
static inline bool play_draw(kit *k, bool (*wanted)(const kit *, const lm_action *), lm_action *drawn)
{
    static lm_action list[PLAY_LIST];
    int n = lm_table_legal(&k->state.table, k->rules, list, PLAY_LIST), fitting = 0;
    assert_true(n <= PLAY_LIST);
    for (int i = 0; i < n; i++) {
        if (wanted(k, &list[i]) && test_random_below(&k->random, ++fitting) == 0) *drawn = list[i];
    }
    if (!fitting) return false;
    drawn->amount_cents = play_amount(k, drawn);
    drawn->least_cents = drawn->most_cents = drawn->step_cents = 0;
    return true;
}

static inline bool play_wants_main(const kit *k, const lm_action *a)
{
    return a->verb == LM_BET && a->wager == LM_MAIN && play_has_place(k, a) && a->bettor != LM_TIP &&
           !k->state.table.round.box[a->box - 1].main[a->bettor][a->n];
}

static inline bool play_wants_bet(const kit *k, const lm_action *a)
{
    return a->verb == LM_BET && play_has_place(k, a) && (a->wager != LM_MAIN || a->bettor == LM_TIP);
}

static inline bool play_wants_change(const kit *k, const lm_action *a)
{
    return (a->verb == LM_BET || a->verb == LM_WITHDRAW) && play_has_place(k, a);
}

static inline bool play_wants_decision(const kit *k, const lm_action *a)
{
    return play_is_decision(a->verb) && (a->verb == LM_CLOSE || play_has_place(k, a));
}

/* A player who has lost nearly everything buys again. */
static inline void play_buy(kit *k)
{
    for (int i = 0; i < HOUSE_RACKS; i++) {
        const house_rack *rack = &k->state.rack[i];
        if (!rack->player[0] || rack->chips_cents > 500000 || rack_of(&k->state, rack->player) != i) continue;
        kit_must(k, json_pack("{s:s, s:s, s:i}", "do", "buy", "player", rack->player, "cents", 5000000));
    }
}

static inline void play_betting(kit *k)
{
    lm_action a;
    play_buy(k);
    while (test_random_below(&k->random, 8) && play_draw(k, play_wants_main, &a))
        kit_action(k, a);
    for (int i = test_random_below(&k->random, 12); i > 0 && play_draw(k, play_wants_bet, &a); i--)
        kit_action(k, a);
    if (!test_random_below(&k->random, 6) && play_draw(k, play_wants_change, &a)) kit_action(k, a);
    if (k->state.table.round.phase == LM_BETTING) kit_action(k, (lm_action){ .verb = LM_DEAL });
}

/* A player who wants to split hidden cards shows them. */
static inline void play_try_split(kit *k, uint8_t box)
{
    house_secret before = k->secret;
    kit_begin(k, k->play, &k->state, &k->secret, false, true);
    bool ok = deal_expose(k->play, box);
    json_t *act = json_pack("{s:s, s:o}", "do", "split", "seat", json_sprintf("%d", box));
    ok = ok && play_recorded(k->play, act) && play_on(k->play);
    json_decref(act);
    if (ok)
        kit_keep(k);
    else
        k->secret = before;
}

static inline void play_decide(kit *k)
{
    lm_action a;
    lm_turn turn = kit_turn(k);
    const lm_round *r = &k->state.table.round;
    bool hidden = r->phase == LM_PLAYING && turn.box && r->box[turn.box - 1].hand[turn.hand - 1].hidden;
    if (hidden && !test_random_below(&k->random, 3)) {
        int64_t seq = k->state.seq;
        play_try_split(k, turn.box);
        if (k->state.seq != seq) return;
    }
    if (!play_draw(k, play_wants_decision, &a)) fail_msg("no player can decide (%s)", lm_action_word(turn.verb));
    if (!kit_action(k, a)) kit_action(k, (lm_action){ .verb = LM_STAND, .box = turn.box });
}

static inline json_t *play_award_act(const kit *k, const char *word, uint8_t place, uint8_t slot, const char *person,
                                     const char *role)
{
    char seat[LM_SEAT_TEXT], wager[LM_WAGER_TEXT];
    lm_words_of_seat(place / LM_BETTORS, place % LM_BETTORS, 0, seat);
    lm_words_of_wager(k->rules, slot, 0, wager);
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "do", word, "seat", seat, "wager", wager, "person", person, "role",
                     role);
}

/* A supervisor confirms what waits, an executive's card pays what is next. */
static inline void play_staff(kit *k)
{
    lm_turn turn = kit_turn(k);
    if (turn.verb == LM_CONFIRM) {
        uint8_t role = 0;
        while (!(k->state.table.round.awaiting >> role & 1))
            role++;
        kit_must(k, lm_words_of_action(k->rules, &(lm_action){ .verb = LM_CONFIRM, .n = role }));
        return;
    }
    assert_int_equal(turn.verb, LM_AWARD);
    for (int i = 0; i < k->state.awards; i++) {
        const house_award *award = &k->state.award[i];
        if (award->stage != LM_AWARD_CALLED) continue;
        kit_must(k, play_award_act(k, "verify-award", award->place, k->state.meters.game[award->game].slot, "sue",
                                   "supervisor"));
        return;
    }
    kit_must(k,
             play_award_act(k, "pay-award", (uint8_t)LM_PLACE(turn.box, turn.bettor), turn.wager, "eve", "executive"));
}

/* One random step: a player's or the staff's. */
static inline void play_step_on(kit *k)
{
    if (k->state.shoe_stage == SHOE_SEALED) {
        if (test_random_below(&k->random, 3)) {
            kit_cut(k);
        } else {
            kit_must(k, json_pack("{s:s, s:o, s:i}", "do", "cut-shoe", "seat", json_sprintf("%d", k->state.cutter),
                                  "count", 0));
        }
        return;
    }
    lm_turn turn = kit_turn(k);
    if (k->state.table.stage != LM_IN_ROUND) fail_msg("the table stands still in stage %d", k->state.table.stage);
    if (k->state.table.round.phase == LM_BETTING) {
        play_betting(k);
    } else if (turn.who == LM_BY_STAFF) {
        play_staff(k);
    } else {
        play_decide(k);
    }
}

#endif
