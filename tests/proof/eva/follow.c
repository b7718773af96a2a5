/* follow.c - what a round does to the meters of its table: any round, any event of it, any bet of a progressive.
 *
 * The acts on meters are any answer here (meters.c has them). */
#include <__fc_builtin.h>

#include "lammer/meter.h"

#define BETWEEN(least, most) Frama_C_interval(least, most)
#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)

static lm_rules rules;
static lm_meters meters;
static lm_round round;

static lm_meter_status any_status(int game)
{
    //@ assert kept_game: 0 <= game < LM_GAMES;
    return (lm_meter_status){ (lm_meter_why)BETWEEN(0, LM_METER_WHY_COUNT - 1), 0 };
}

lm_meter_status lm_meters_light(lm_meters *t, int game, int place)
{
    return any_status(game);
}

lm_meter_status lm_meters_start(lm_meters *t, int game, int chips, lm_cents stake)
{
    return any_status(game);
}

lm_meter_status lm_meters_refund(lm_meters *t, int game, int place)
{
    return any_status(game);
}

lm_meter_status lm_meters_call(lm_meters *t, int game, int place, int percent, lm_odds pays)
{
    return any_status(game);
}

lm_cents lm_meters_prize(const lm_meters *t, int game, int place)
{
    any_status(game);
    return Frama_C_long_long_interval(-1, LM_METER_MOST);
}

int lm_meters_game(const lm_meters *t, int slot)
{
    return EITHER ? -1 : BETWEEN(0, LM_GAMES - 1);
}

int lm_meters_index(const lm_meters *t, int game, lm_odds pays)
{
    return BETWEEN(-1, LM_METERS - 1);
}

int main(void)
{
    lm_event event;
    Frama_C_make_unknown((char *)&rules, sizeof rules);
    Frama_C_make_unknown((char *)&meters, sizeof meters);
    Frama_C_make_unknown((char *)&round, sizeof round);
    Frama_C_make_unknown((char *)&event, sizeof event);
    meters.games = BYTE(0, LM_GAMES);
    round.sides = BYTE(0, LM_SIDE_BETS);
    event.wager = BYTE(0, LM_SIDE + LM_OFFERS - 1);
    event.n = BYTE(0, LM_OUTCOMES - 1);
    switch (BETWEEN(0, 3)) {
    case 0: lm_meters_deal(&meters, &round); break;
    case 1: lm_meters_refund_void(&meters, &round); break;
    case 2: lm_meters_pays_fixed(&meters, &rules, &event); break;
    default: lm_meters_uncalled(&meters, &round); break;
    }
    return 0;
}
