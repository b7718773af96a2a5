/* bonus.c - prizes whose amount, moment or winner chance decides, and the dealer's part in awards from a meter.
 *
 * What is drawn here goes into an act; the act alone changes the table, so a replay draws nothing. */
#include <sodium.h>
#include <string.h>

#include "deal.h"
#include "lammer/words.h"

enum { TRIGGER_LABEL = 96 };

static json_t *seat_json(int place)
{
    char seat[LM_SEAT_TEXT];
    lm_words_of_seat((uint8_t)(place / LM_BETTORS), (uint8_t)(place % LM_BETTORS), 0, seat);
    return json_string(seat);
}

static json_t *wager_json(const lm_rules *rules, uint8_t slot)
{
    char wager[LM_WAGER_TEXT];
    lm_words_of_wager(rules, slot, 0, wager);
    return json_string(wager);
}

/* --- the hidden trigger of a must-hit prize ------------------------------------------------------------- */

static void trigger_label(const house_play *play, char label[TRIGGER_LABEL])
{
    snprintf(label, TRIGGER_LABEL, "lammer trigger\n%s\n%lld", play->id, (long long)play->state.seq + 1);
}

/* Uniform above what the meter starts from, up to the maximum (MBJ-19(m).3, C-82), sealed for the record.
 * What has overflowed is on the display at once, and a trigger below it would be a second prize in one
 * round. */
static json_t *draw_trigger(const house_play *play, const lm_meter *meter, lm_cents start)
{
    lm_cents least = start > meter->terms.seed_cents ? start : meter->terms.seed_cents;
    lm_cents span = meter->terms.limit_cents - least;
    uint32_t bound = span > 0 && span < UINT32_MAX ? (uint32_t)span : 1;
    int64_t trigger = span > 0 ? least + 1 + (int64_t)randombytes_uniform(bound) : meter->terms.limit_cents;
    char label[TRIGGER_LABEL];
    trigger_label(play, label);
    json_t *sealed = fair_seal_bytes(&trigger, sizeof trigger, play->key, label);
    sodium_memzero(&trigger, sizeof trigger);
    return sealed;
}

lm_cents bonus_trigger(const house_play *play, const lm_meter *meter, const json_t *act)
{
    int64_t trigger;
    char label[TRIGGER_LABEL];
    trigger_label(play, label);
    bool opened = play->key && fair_unseal_bytes(&trigger, sizeof trigger, json_object_get(act, "sealed"),
                                                 play->key, label);
    return opened ? trigger : play->key ? 0 : meter->terms.limit_cents;
}

deal_result bonus_arm(house_play *play)
{
    const lm_meters *meters = &play->state.meters;
    for (int i = 0; i < meters->meters; i++) {
        const lm_meter *meter = &meters->meter[i];
        if (meter->kind != LM_METER_MUST_HIT || meter->trigger_cents) continue;
        return deal_act(play, json_pack("{s:s, s:s, s:o}", "do", "arm", "meter",
                                        lm_meter_name((lm_meter_kind)meter->kind), "sealed",
                                        draw_trigger(play, meter, meter->shown_cents)));
    }
    return DEAL_PASS;
}

static lm_cents next_start(const lm_meter *meter)
{
    return meter->terms.seed_cents + meter->reserve_cents + meter->overflow_cents;
}

/* One bettor of the round is drawn when the prize has come to its trigger (MBJ-19(m).1). */
deal_result bonus_hit(house_play *play)
{
    const lm_meters *meters = &play->state.meters;
    if (deal_in_round(&play->state)) return DEAL_PASS;
    for (int game = 0; game < meters->games; game++) {
        const lm_meter *due = lm_meters_due(meters, game);
        if (!due) continue;
        uint32_t lit = (uint32_t)__builtin_popcount(meters->game[game].lit);
        return deal_act(play, json_pack("{s:s, s:o, s:i, s:o}", "do", "hit", "wager",
                                        wager_json(play->rules, meters->game[game].slot), "winner",
                                        (int)randombytes_uniform(lit), "sealed",
                                        draw_trigger(play, due, next_start(due))));
    }
    return DEAL_PASS;
}

/* --- awards from a meter -------------------------------------------------------------------------------- */

/* The dealer presses the hand button as soon as a wager has won: that moment freezes the award (C-116). */
deal_result bonus_call(house_play *play)
{
    const house_state *s = &play->state;
    const lm_round *r = &s->table.round;
    if (!deal_in_round(s)) return DEAL_PASS;
    for (int i = r->sides - 1; i >= 0; i--) {
        const lm_side_bet *bet = &r->side[i];
        int game = lm_meters_game(&s->meters, bet->slot);
        if (bet->state != LM_BET_HELD || game < 0 || lm_meters_prize(&s->meters, game, bet->box_bettor) >= 0)
            continue;
        return deal_act(play,
                        json_pack("{s:s, s:o, s:o, s:s}", "do", "call", "seat", seat_json(bet->box_bettor),
                                  "wager", wager_json(play->rules, bet->slot), "role", "dealer"));
    }
    return DEAL_PASS;
}

/* END GAME once everything is settled: WB7-12, MBJ-31(k). */
deal_result bonus_end_games(house_play *play)
{
    const house_state *s = &play->state;
    if (deal_in_round(s)) return DEAL_PASS;
    for (int game = 0; game < s->meters.games; game++) {
        if (lm_meters_state(&s->meters, game) != LM_GAME_LOCKED) continue;
        return deal_act(play, json_pack("{s:s, s:o}", "do", "end-game", "wager",
                                        wager_json(play->rules, s->meters.game[game].slot)));
    }
    return DEAL_PASS;
}

/* --- amounts on a display ------------------------------------------------------------------------------- */

static lm_rule_id weights_of(lm_cents stake)
{
    return stake == 5 * LM_DOLLAR ? LM_RULE_bonus_weights_5 : LM_RULE_bonus_weights_1;
}

/* By the weights that the house has filed (MBJ-20(j), C-85); 0 when it has filed none. */
static lm_cents draw_shown(const lm_rules *rules, lm_cents stake)
{
    lm_rule_id id = weights_of(stake);
    int64_t weights = rules->value[id];
    int total = 0, rung = 0;
    for (int i = 0; i < LM_RUNGS; i++)
        total += lm_weight_at(weights, i);
    if (!total) return 0;
    int left = (int)randombytes_uniform((uint32_t)total);
    while (left >= lm_weight_at(weights, rung))
        left -= lm_weight_at(weights, rung++);
    return (lm_cents)lm_ladder_dollars(id, rung) * LM_DOLLAR;
}

static lm_cents stake_of(const lm_round *r, lm_turn turn)
{
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].box_bettor == LM_PLACE(turn.box, turn.bettor) && r->side[i].slot == turn.wager)
            return r->side[i].stake;
    }
    return 0;
}

/* The display shows an amount; where it can show none, the failure's award is paid (MBJ-15(p)). */
deal_result bonus_show(house_play *play)
{
    const lm_round *r = &play->state.table.round;
    if (!deal_in_round(&play->state) || r->phase != LM_AWARDING || r->awaiting) return DEAL_PASS;
    lm_turn turn = lm_table_turn(&play->state.table, play->rules);
    if (turn.verb != LM_AWARD || !play->rules->offer[turn.wager - LM_SIDE].wager->amount_is_shown)
        return DEAL_PASS;
    lm_cents shown = draw_shown(play->rules, stake_of(r, turn));
    lm_action failed = { .verb = LM_IRREGULAR, .n = LM_IR_BONUS_FAILED, .box = turn.box };
    lm_action award = {
        .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager, .amount_cents = shown
    };
    return deal_did(play_action(play, shown ? award : failed));
}

const char *deal_fault(const lm_rules *rules)
{
    for (int i = 0; i < rules->offers; i++) {
        if (!rules->offer[i].wager->amount_is_shown) continue;
        bool one = rules->bonus_stakes != LM_BONUS_5, five = rules->bonus_stakes != LM_BONUS_1;
        if (one && !rules->bonus_weights_1) return "what the display shows is not known: set bonus_weights_1";
        if (five && !rules->bonus_weights_5)
            return "what the display shows is not known: set bonus_weights_5";
    }
    return NULL;
}
