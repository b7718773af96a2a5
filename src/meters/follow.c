/* follow.c - applies a round to its table's meters, so that drivers need not repeat these rules. */
#include "lammer/meter.h"

static lm_meter_status light_and_start(lm_meters *meters, int game, const lm_round *round)
{
    lm_meter_status status = { LM_METER_WHY_OK, NULL };
    lm_cents stake = 0;
    int chips = 0;
    for (int i = 0; i < round->sides; i++) {
        const lm_side_bet *bet = &round->side[i];
        if (bet->slot != meters->game[game].slot) continue;
        status = lm_meters_light(meters, game, bet->box_bettor);
        if (!lm_meter_ok(status)) return status;
        stake = bet->stake;
        chips++;
    }
    return chips ? lm_meters_start(meters, game, chips, stake) : status;
}

lm_meter_status lm_meters_deal(lm_meters *meters, const lm_round *round)
{
    lm_meter_status status = { LM_METER_WHY_OK, NULL };
    for (int game = 0; game < meters->games && lm_meter_ok(status); game++)
        status = light_and_start(meters, game, round);
    return status;
}

uint32_t lm_meters_refund_void(lm_meters *meters, const lm_round *round)
{
    uint32_t games = 0;
    for (int i = 0; i < round->sides; i++) {
        const lm_side_bet *bet = &round->side[i];
        int game = lm_meters_game(meters, bet->slot);
        if (game < 0 || !lm_bet_is_void(bet)) continue;
        if (lm_meter_ok(lm_meters_refund(meters, game, bet->box_bettor))) games |= 1u << game;
    }
    return games;
}

int lm_meters_pays_fixed(const lm_meters *meters, const lm_rules *rules, const lm_event *event)
{
    if (event->kind != LM_EV_AWARD || event->wager < LM_SIDE) return -1;
    int game = lm_meters_game(meters, event->wager);
    if (game < 0 || !meters->game[game].fixed_from_meter) return -1;
    return rules->offer[event->wager - LM_SIDE].pays[event->n].form == LM_PERCENT ? -1 : game;
}

lm_meter_entry lm_meters_award_of(const lm_meters *meters, const lm_rules *rules, const lm_side_bet *bet)
{
    int game = lm_meters_game(meters, bet->slot);
    lm_odds pays = rules->offer[bet->slot - LM_SIDE].pays[bet->outcome];
    int m = lm_meters_index(meters, game, pays);
    return (lm_meter_entry){ .kind = LM_ENTRY_AWARD,
                             .meter = m >= 0 ? meters->meter[m].kind : 0,
                             .place = bet->box_bettor,
                             .percent = (uint8_t)pays.a,
                             .amount_cents = lm_meters_prize(meters, game, bet->box_bettor) };
}

const lm_side_bet *lm_meters_uncalled(const lm_meters *meters, const lm_round *round)
{
    for (int i = round->sides - 1; i >= 0; i--) {
        const lm_side_bet *bet = &round->side[i];
        int game = lm_meters_game(meters, bet->slot);
        if (bet->state == LM_BET_HELD && game >= 0 && lm_meters_prize(meters, game, bet->box_bettor) < 0) return bet;
    }
    return NULL;
}

lm_meter_status lm_meters_call_bet(lm_meters *meters, const lm_rules *rules, const lm_side_bet *bet)
{
    lm_odds pays = rules->offer[bet->slot - LM_SIDE].pays[bet->outcome];
    return lm_meters_call(meters, lm_meters_game(meters, bet->slot), bet->box_bettor, pays.a, pays);
}
