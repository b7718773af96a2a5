/* bonus.c - prizes whose amount, moment or winner chance decides, and the dealer's part in awards from a meter.
 *
 * What is drawn here goes into an act; the act alone changes the table, so a replay draws nothing. */
#include <sodium.h>
#include <string.h>

#include "deal.h"
#include "lammer/words.h"

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

deal_result bonus_arm(house_play *play)
{
    const lm_meters *meters = &play->state.meters;
    for (int i = 0; i < meters->meters; i++) {
        const lm_meter *meter = &meters->meter[i];
        if (meter->kind != LM_METER_MUST_HIT || meter->trigger_cents) continue;
        return deal_act(play,
                        json_pack("{s:s, s:s, s:o}", "do", "arm", "meter", lm_meter_name((lm_meter_kind)meter->kind),
                                  "sealed", bonus_draw_trigger(play, meter, meter->shown_cents)));
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
        return deal_act(play, json_pack("{s:s, s:o, s:i, s:o}", "do", "hit", "wager",
                                        wager_json(play->rules, meters->game[game].slot), "winner",
                                        (int)randombytes_uniform(lit), "sealed",
                                        bonus_draw_trigger(play, due, lm_meter_next_start(due))));
    }
    return DEAL_PASS;
}

/* --- awards from a meter -------------------------------------------------------------------------------- */

/* The dealer presses the hand button as soon as a wager has won: that moment freezes the award (C-116). */
deal_result bonus_call(house_play *play)
{
    const house_state *s = &play->state;
    if (!deal_in_round(s)) return DEAL_PASS;
    const lm_side_bet *bet = lm_meters_uncalled(&s->meters, &s->table.round);
    if (!bet) return DEAL_PASS;
    return deal_act(play, json_pack("{s:s, s:o, s:o, s:s}", "do", "call", "seat", seat_json(bet->box_bettor), "wager",
                                    wager_json(play->rules, bet->slot), "role", "dealer"));
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

/* The display shows an amount; where it can show none, the failure's award is paid (MBJ-15(p)). */
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
