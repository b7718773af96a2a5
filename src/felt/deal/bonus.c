/* bonus.c - prizes that depend on chance, and the dealer's part in awards from a meter.
 *
 * Each draw becomes part of an act, and only acts change the table, so a replay draws nothing. */
#include <sodium.h>
#include <stdlib.h>

#include "deal.h"
#include "lammer/words.h"

static lm_act act_about(lm_act_word word, const lm_rules *rules, uint8_t slot)
{
    lm_act act = { .word = (uint8_t)word };
    lm_words_of_wager(rules, slot, 0, act.wager);
    lm_act_set_text(&act, LM_FIELD_WAGER, NULL);
    return act;
}

/* Adds a newly drawn and sealed trigger of the meter to the act. */
static deal_result act_with_trigger(house_play *play, lm_act *act, const lm_meter *meter, lm_cents start)
{
    char *sealed = bonus_draw_trigger(play, meter, start);
    lm_act_set_text(act, LM_FIELD_SEALED, sealed);
    deal_result result = deal_act(play, act);
    free(sealed);
    return result;
}

deal_result bonus_arm(house_play *play)
{
    const lm_meters *meters = &play->state.meters;
    for (int i = 0; i < meters->meters; i++) {
        const lm_meter *meter = &meters->meter[i];
        if (meter->kind != LM_METER_MUST_HIT || meter->trigger_cents) continue;
        lm_act arm = { .word = LM_ACT_ARM };
        lm_act_set_text(&arm, LM_FIELD_METER, lm_meter_name((lm_meter_kind)meter->kind));
        return act_with_trigger(play, &arm, meter, meter->shown_cents);
    }
    return DEAL_PASS;
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
        lm_act hit = act_about(LM_ACT_HIT_METER, play->rules, meters->game[game].slot);
        lm_act_set_int(&hit, LM_FIELD_WINNER, randombytes_uniform(lit));
        return act_with_trigger(play, &hit, due, lm_meter_next_start(due));
    }
    return DEAL_PASS;
}

/* Presses the hand button as soon as a wager has won, because that moment freezes the award (C-116). */
deal_result bonus_call(house_play *play)
{
    const house_state *s = &play->state;
    const lm_side_bet *bet = owed_call(s);
    if (!bet) return DEAL_PASS;
    lm_act call = act_about(LM_ACT_CALL, play->rules, bet->slot);
    lm_act_set_seat(&call, LM_FIELD_SEAT, bet->box_bettor / LM_BETTORS, bet->box_bettor % LM_BETTORS);
    lm_act_set_int(&call, LM_FIELD_ROLE, LM_ROLE_DEALER);
    return deal_act(play, &call);
}

/* END GAME once everything is settled: WB7-12, MBJ-31(k). */
deal_result bonus_end_games(house_play *play)
{
    const house_state *s = &play->state;
    int game = owed_end(s);
    if (game < 0) return DEAL_PASS;
    lm_act end = act_about(LM_ACT_END_GAME, play->rules, s->meters.game[game].slot);
    return deal_act(play, &end);
}

/* The display shows an amount; where it cannot, the fixed award for a failed display is paid (MBJ-15(p)). */
deal_result bonus_show(house_play *play)
{
    const lm_round *r = &play->state.table.round;
    if (!deal_in_round(&play->state) || r->phase != LM_AWARDING || r->awaiting) return DEAL_PASS;
    lm_turn turn = lm_table_turn(&play->state.table, play->rules);
    if (turn.verb != LM_AWARD || !play->rules->offer[turn.wager - LM_SIDE].wager->amount_is_shown) return DEAL_PASS;
    const lm_side_bet *bet = lm_round_side(r, turn.box, turn.bettor, turn.wager);
    lm_cents shown = bet ? lm_shown_draw(play->rules, bet->stake, deal_chance, NULL) : 0;
    lm_action failed = { .verb = LM_IRREGULAR, .n = LM_IR_BONUS_FAILED, .box = turn.box };
    lm_action award = {
        .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager, .amount_cents = shown
    };
    return deal_did(play_action(play, shown ? award : failed));
}
