/* play_prizes.c - amounts that do not come from the cards: progressive meters, and what a display shows.
 *
 * Here dealer, supervisor and executive are of one mind: an award is called, confirmed and paid at once. */
#include "lammer/irregular.h"
#include "play_cli.h"

static bool settled(solo_table *p, lm_meter_status status)
{
    return lm_meter_ok(status) || solo_refuse(p, "a meter refuses: %s", lm_meter_why_text(status.why));
}

/* The hidden amount at which a must-hit prize is won: uniform above the reset up to the maximum (MBJ-19(m).3). */
static lm_cents draw_trigger(solo_table *p, const lm_meter *meter)
{
    lm_cents span = meter->terms.limit_cents - meter->terms.seed_cents;
    return meter->terms.seed_cents + 1 + (lm_cents)chance_below(&p->now.chance, (uint32_t)span);
}

void solo_prizes_open_meters(solo_table *p)
{
    lm_meters *meters = &p->now.meters;
    lm_meters_open(meters, p->rules, 1);
    for (int i = 0; i < meters->meters; i++) {
        if (meters->meter[i].kind == LM_METER_MUST_HIT)
            lm_meter_arm(&meters->meter[i], draw_trigger(p, &meters->meter[i]));
    }
}

/* Lights follow the bets, then START GAME feeds the meters. */
static bool start_games(solo_table *p)
{
    const lm_round *r = &p->now.table.round;
    lm_meters *meters = &p->now.meters;
    for (int game = 0; game < meters->games; game++) {
        int chips = 0;
        lm_cents stake = 0;
        for (int i = 0; i < r->sides; i++) {
            if (r->side[i].slot != meters->game[game].slot) continue;
            if (!settled(p, lm_meters_light(meters, game, r->side[i].box_bettor))) return false;
            stake = r->side[i].stake;
            chips++;
        }
        if (chips && !settled(p, lm_meters_start(meters, game, chips, stake))) return false;
    }
    return true;
}

/* Fixed awards that this house pays from the meter: WB7-13(b). */
static void pay_fixed(solo_table *p, int from)
{
    for (int i = from; i < p->events; i++) {
        const lm_event *e = &p->event[i];
        bool side = e->kind == LM_EV_AWARD && e->wager >= LM_SIDE;
        int game = side ? lm_meters_game(&p->now.meters, e->wager) : -1;
        if (game < 0 || !p->now.meters.game[game].fixed_from_meter) continue;
        if (p->rules->offer[e->wager - LM_SIDE].pays[e->n].form == LM_PERCENT) continue;
        lm_meter_entry entry;
        lm_meters_fixed(&p->now.meters, game, LM_PLACE(e->box, e->bettor), e->amount_cents, &entry);
    }
}

/* The dealer calls every award that waits, and a supervisor confirms it. */
static bool call_awards(solo_table *p)
{
    const lm_round *r = &p->now.table.round;
    lm_meters *meters = &p->now.meters;
    for (int i = r->sides - 1; i >= 0; i--) {
        const lm_side_bet *bet = &r->side[i];
        int game = lm_meters_game(meters, bet->slot), place = bet->box_bettor;
        if (bet->state != LM_BET_HELD || game < 0 || lm_meters_prize(meters, game, place) >= 0) continue;
        lm_odds pays = p->rules->offer[bet->slot - LM_SIDE].pays[bet->outcome];
        if (!settled(p, lm_meters_call(meters, game, place, pays.a, pays)) ||
            !settled(p, lm_meters_confirm(meters, game, place, LM_ROLE_SUPERVISOR)))
            return false;
    }
    return true;
}

bool solo_prizes_after(solo_table *p, const lm_action *action, int heard)
{
    if (!p->now.meters.games || action->verb >= LM_VERB_COUNT) return true;
    if (action->verb == LM_DEAL) return start_games(p);
    pay_fixed(p, heard);
    return call_awards(p);
}

static lm_cents stake_of(const lm_round *r, lm_turn turn)
{
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].box_bettor == LM_PLACE(turn.box, turn.bettor) && r->side[i].slot == turn.wager)
            return r->side[i].stake;
    }
    return 0;
}

/* What the display shows, by the weights that the house has filed (C-85); 0 when it has filed none. */
static lm_cents draw_shown(solo_table *p, lm_cents stake)
{
    bool five = stake == 5 * LM_DOLLAR;
    lm_rule_id id = five ? LM_RULE_bonus_weights_5 : LM_RULE_bonus_weights_1;
    int64_t weights = p->rules->value[id];
    int total = 0, rung = 0;
    for (int i = 0; i < LM_RUNGS; i++)
        total += lm_weight_at(weights, i);
    if (!total) return 0;
    int left = (int)chance_below(&p->now.chance, (uint32_t)total);
    while (left >= lm_weight_at(weights, rung))
        left -= lm_weight_at(weights, rung++);
    return (lm_cents)lm_ladder_dollars(id, rung) * LM_DOLLAR;
}

/* A display that can show nothing has failed: MBJ-15(p). */
static bool show(solo_table *p, lm_action award)
{
    lm_action failed = { .verb = LM_IRREGULAR, .n = LM_IR_BONUS_FAILED, .box = award.box };
    return solo_apply(p, award.amount_cents ? award : failed);
}

bool solo_prizes_award(solo_table *p, lm_turn turn)
{
    lm_action award = { .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager };
    if (p->rules->offer[turn.wager - LM_SIDE].wager->amount_is_shown) {
        award.amount_cents = draw_shown(p, stake_of(&p->now.table.round, turn));
        return show(p, award);
    }
    lm_meter_entry entry;
    int game = lm_meters_game(&p->now.meters, turn.wager);
    if (!settled(p, lm_meters_card(&p->now.meters, game, LM_PLACE(turn.box, turn.bettor), LM_ROLE_EXECUTIVE,
                                   &entry)))
        return false;
    award.amount_cents = entry.amount_cents;
    return solo_apply(p, award);
}

/* One bettor of the round is drawn when the prize has come to its trigger (MBJ-19(m).1). */
static bool award_must_hit(solo_table *p, int game)
{
    lm_meters *meters = &p->now.meters;
    const lm_meter *due = lm_meters_due(meters, game);
    if (!due) return true;
    lm_meter_entry entry;
    uint32_t lit = (uint32_t)__builtin_popcount(meters->game[game].lit);
    int winner = (int)chance_below(&p->now.chance, lit);
    lm_cents next_trigger = draw_trigger(p, due);
    if (!settled(p, lm_meters_hit(meters, game, winner, next_trigger, &entry))) return false;
    return solo_apply(p, (lm_action){ .verb = LM_AWARD,
                                      .box = entry.place / LM_BETTORS,
                                      .bettor = entry.place % LM_BETTORS,
                                      .wager = meters->game[game].slot,
                                      .yes = 1,
                                      .amount_cents = entry.amount_cents });
}

/* The end of every game that this round started: the must-hit prize, then END GAME. */
bool solo_prizes_end(solo_table *p)
{
    lm_meters *meters = &p->now.meters;
    for (int game = 0; game < meters->games; game++) {
        if (lm_meters_state(meters, game) < LM_GAME_LOCKED) continue;
        if (!award_must_hit(p, game) || !settled(p, lm_meters_end(meters, game))) return false;
    }
    return true;
}
