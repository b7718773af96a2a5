/* play_meters.c - what an action does to the progressive meters without a person: lights and START GAME with the deal,
 * awards that the house pays from a meter, stakes that are returned. Acts of a person are in awards.c. */
#include "play.h"

/* Whole cents of one account of the meter, including contributions held back until waiting awards are paid. */
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

bool meters_follow_money(house_play *play, house_reason gained, house_reason lost)
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

void meters_use(house_play *play, int first, int n)
{
    if (!play->state.terms.link[0]) return;
    for (int i = first; i < first + n; i++)
        play->meters_in |= 1u << i;
    play->shares = true;
}

void meters_use_game(house_play *play, int game)
{
    meters_use(play, play->state.meters.game[game].first, play->state.meters.game[game].n);
}

/* START GAME comes after the last game's END: WB7-12, MBJ-19(b).3. */
static bool start_games(house_play *play)
{
    lm_meters *meters = &play->state.meters;
    lm_meter_status started = lm_meters_deal(meters, &play->state.table.round);
    if (!lm_meter_ok(started)) return play_refuse_meter(play, started);
    for (int game = 0; game < meters->games; game++) {
        if (!meters->game[game].stake_cents) continue;
        meters_use_game(play, game);
        play->state.started |= (uint8_t)(1u << game);
    }
    return meters_follow_money(play, REASON_CONTRIBUTION, REASON_REFUND);
}

static bool refund_void_bets(house_play *play)
{
    uint32_t games = lm_meters_refund_void(&play->state.meters, &play->state.table.round);
    for (int game = 0; game < play->state.meters.games; game++) {
        if (games >> game & 1) meters_use_game(play, game);
    }
    return meters_follow_money(play, REASON_CONTRIBUTION, REASON_REFUND);
}

/* The chips of a fixed award that the meter pays reach the player through the tray. */
static bool pay_fixed(house_play *play, const play_step *step)
{
    for (int i = 0; i < step->heard; i++) {
        int game = lm_meters_pays_fixed(&play->state.meters, play->rules, &step->event[i]);
        if (game >= 0) meters_use_game(play, game);
    }
    lm_meter_status paid = lm_prizes_fixed(&play->state.meters, play->rules, step->event, step->heard, NULL);
    if (!lm_meter_ok(paid)) return play_refuse_meter(play, paid);
    return meters_follow_money(play, REASON_CONTRIBUTION, REASON_AWARD);
}

/* A meter pays the tray before the tray pays the player; a stake enters the tray before it feeds the meter. */
bool meters_follow(house_play *play, const play_step *step, bool before_money)
{
    if (!play->state.meters.games || step->action.verb >= LM_VERB_COUNT) return true;
    if (step->action.verb == LM_DEAL) return before_money || start_games(play);
    return before_money ? pay_fixed(play, step) && refund_void_bets(play) : true;
}
