/* play_meters.c - what an action does to the progressive meters by itself: lights and START GAME with the deal, awards that the house pays
 * from a meter, stakes that come back. Everything that needs a person's hand is an act of awards.c. */
#include "play.h"

/* Whole cents of a side of the meter: what it has, and what came after awards that wait and will reach it when they have left. */
static lm_cents side_holds(lm_cents whole, int64_t rest_parts, int64_t after_parts)
{
    int64_t parts = rest_parts + after_parts;
    if (!after_parts) return whole;
    return whole + (parts >= 0 ? parts / LM_PARTS : -((-parts + LM_PARTS - 1) / LM_PARTS));
}

lm_cents meter_holds(const lm_meter *m)
{
    int64_t after = 0, after_reserve = 0;
    for (int i = 0; i < m->awards; i++) {
        after += m->line[i].after_parts;
        after_reserve += m->line[i].after_reserve_parts;
    }
    lm_cents holds = side_holds(m->shown_cents + m->overflow_cents, m->rest_parts, after) +
                     side_holds(m->reserve_cents, m->reserve_rest_parts, after_reserve);
    return holds > 0 ? holds : 0;
}

bool meters_agree(const house_state *state)
{
    for (int i = 0; i < state->meters.meters; i++) {
        if (state->cents[ACCOUNT_METER + i] != meter_holds(&state->meters.meter[i])) return false;
    }
    return true;
}

/* What the meters gained comes from the tray, what they lost goes there. */
static bool follow_money(house_play *play, house_reason gained, house_reason lost)
{
    house_state *s = &play->state;
    for (int i = 0; i < s->meters.meters; i++) {
        lm_cents change = meter_holds(&s->meters.meter[i]) - s->cents[ACCOUNT_METER + i];
        if (change && s->terms.link[0]) play->shares = true;
        if (change > 0 && !play_move(play, ACCOUNT_TRAY, ACCOUNT_METER + i, gained, change)) return false;
        if (change < 0 && !play_move(play, ACCOUNT_METER + i, ACCOUNT_TRAY, lost, -change)) return false;
    }
    return true;
}

static void use_game(house_play *play, int game)
{
    const lm_progressive *g = &play->state.meters.game[game];
    if (!play->state.terms.link[0]) return;
    for (int i = 0; i < g->n; i++)
        play->meters_in |= 1u << (g->first + i);
    play->shares = true;
}

/* Lights follow the bets: WB7-4.1, MBJ-19(b).2. */
static bool light(house_play *play, int game, int *chips, lm_cents *stake)
{
    const lm_round *r = &play->state.table.round;
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].slot != play->state.meters.game[game].slot) continue;
        lm_meter_status lit = lm_meters_light(&play->state.meters, game, r->side[i].box_bettor);
        if (!lm_meter_ok(lit)) return play_refuse_meter(play, lit);
        *stake = r->side[i].stake;
        ++*chips;
    }
    return true;
}

/* START GAME feeds the meters; it comes after the last game's END: WB7-12, MBJ-19(b).3. */
static bool start_games(house_play *play)
{
    lm_meters *meters = &play->state.meters;
    for (int game = 0; game < meters->games; game++) {
        int chips = 0;
        lm_cents stake = 0;
        if (!light(play, game, &chips, &stake)) return false;
        if (!chips) continue;
        use_game(play, game);
        lm_meter_status started = lm_meters_start(meters, game, chips, stake);
        if (!lm_meter_ok(started)) return play_refuse_meter(play, started);
        play->state.started |= (uint8_t)(1u << game);
    }
    return follow_money(play, REASON_CONTRIBUTION, REASON_REFUND);
}

/* A stake that came back undecided takes its entries in the meters with it (C-116). */
static bool refund_void_bets(house_play *play)
{
    const lm_round *r = &play->state.table.round;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        int game = lm_meters_game(&play->state.meters, bet->slot);
        bool is_void = bet->state == LM_BET_DECIDED && bet->net == 0 && !bet->outcome;
        if (game < 0 || !is_void) continue;
        if (lm_meter_ok(lm_meters_refund(&play->state.meters, game, bet->box_bettor))) use_game(play, game);
    }
    return follow_money(play, REASON_CONTRIBUTION, REASON_REFUND);
}

/* Fixed awards that this house pays from the meter: WB7-13(b). The chips reach the player through the tray. */
static bool pay_fixed(house_play *play, const play_step *step)
{
    for (int i = 0; i < step->heard; i++) {
        const lm_event *e = &step->event[i];
        if (e->kind != LM_EV_AWARD || e->wager < LM_SIDE) continue;
        int game = lm_meters_game(&play->state.meters, e->wager);
        if (game < 0 || !play->state.meters.game[game].fixed_from_meter) continue;
        if (play->rules->offer[e->wager - LM_SIDE].pays[e->n].form == LM_PERCENT) continue;
        lm_meter_entry entry;
        use_game(play, game);
        lm_meter_status paid =
            lm_meters_fixed(&play->state.meters, game, LM_PLACE(e->box, e->bettor), e->amount_cents, &entry);
        if (!lm_meter_ok(paid)) return play_refuse_meter(play, paid);
    }
    return follow_money(play, REASON_CONTRIBUTION, REASON_AWARD);
}

/* A meter pays into the tray before the tray pays the player; a stake is in the tray before it feeds the meter. */
bool meters_follow(house_play *play, const play_step *step, bool before_money)
{
    if (!play->state.meters.games || step->action.verb >= LM_VERB_COUNT) return true;
    if (step->action.verb == LM_DEAL) return before_money || start_games(play);
    return before_money ? pay_fixed(play, step) && refund_void_bets(play) : true;
}
