/* prizes.c - amounts that do not come from the cards: progressive meters, and what a display shows. */
#include <stdio.h>
#include <stdlib.h>

#include "driver.h"

/* A meter that refuses what the round has decided is a fault of this program. */
static void must(const driver *d, lm_meter_status status)
{
    if (lm_meter_ok(status)) return;
    fprintf(stderr, "lammer: a meter refuses in round %llu: %s\n", (unsigned long long)d->number,
            lm_meter_why_text(status.why));
    abort();
}

static uint32_t below(void *self, uint32_t bound)
{
    return (uint32_t)words_below(self, bound);
}

void prizes_open(driver *d)
{
    lm_meters_open(&d->meters, d->job->rules, 1);
    for (int i = 0; i < d->meters.meters; i++) {
        lm_meter *meter = &d->meters.meter[i];
        if (meter->kind == LM_METER_MUST_HIT)
            must(d, lm_meter_arm(meter, lm_meter_draw_trigger(meter, 0, below, &d->chance)));
    }
}

void prizes_start(driver *d)
{
    must(d, lm_meters_deal(&d->meters, &d->round));
}

/* The dealer calls every award that waits and a supervisor confirms it; the one on turn is paid. */
static void call_awards(driver *d)
{
    const lm_side_bet *bet;
    while ((bet = lm_meters_uncalled(&d->meters, &d->round))) {
        must(d, lm_meters_call_bet(&d->meters, d->job->rules, bet));
        must(d, lm_meters_confirm(&d->meters, lm_meters_game(&d->meters, bet->slot), bet->box_bettor,
                                  LM_ROLE_SUPERVISOR));
    }
}

void prizes_award(driver *d)
{
    lm_turn turn = lm_round_owes(&d->round, d->job->rules);
    lm_action action = { .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager };
    if (d->job->rules->offer[turn.wager - LM_SIDE].wager->amount_is_shown) {
        action.amount_cents =
            lm_shown_draw(d->job->rules, d->job->stake_cents[turn.wager - LM_SIDE], below, &d->chance);
    } else {
        lm_meter_entry entry;
        int game = lm_meters_game(&d->meters, turn.wager);
        call_awards(d);
        must(d, lm_meters_card(&d->meters, game, LM_PLACE(turn.box, turn.bettor), LM_ROLE_EXECUTIVE, &entry));
        action.amount_cents = entry.amount_cents;
    }
    driver_do(d, &action);
}

/* One bettor of the round is drawn when the prize has come to its trigger (MBJ-19(m).1). */
static void award_must_hit(driver *d, int game)
{
    const lm_meter *due = lm_meters_due(&d->meters, game);
    if (!due) return;
    lm_meter_entry entry;
    uint32_t lit = d->meters.game[game].lit;
    int winner = (int)words_below(&d->chance, (uint64_t)__builtin_popcount(lit));
    lm_cents next_trigger = lm_meter_draw_trigger(due, lm_meter_next_start(due), below, &d->chance);
    must(d, lm_meters_hit(&d->meters, game, winner, next_trigger, &entry));
    driver_do(d, &(lm_action){ .verb = LM_AWARD,
                               .box = entry.place / LM_BETTORS,
                               .bettor = entry.place % LM_BETTORS,
                               .wager = d->meters.game[game].slot,
                               .yes = 1,
                               .amount_cents = entry.amount_cents });
}

/* Fixed awards that this house pays from the meter: WB7-13(b). */
static void pay_fixed(driver *d, int game)
{
    const lm_round *r = &d->round;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (bet->slot != d->meters.game[game].slot || !bet->outcome || bet->net <= 0) continue;
        lm_odds pays = d->job->rules->offer[bet->slot - LM_SIDE].pays[bet->outcome];
        lm_meter_entry entry;
        if (pays.form == LM_DOLLARS)
            lm_meters_fixed(&d->meters, game, bet->box_bettor, (lm_cents)pays.a * LM_DOLLAR, &entry);
    }
}

void prizes_end(driver *d)
{
    for (int game = 0; game < d->meters.games; game++) {
        if (lm_meters_state(&d->meters, game) < LM_GAME_LOCKED) continue;
        if (d->meters.game[game].fixed_from_meter) pay_fixed(d, game);
        award_must_hit(d, game);
        must(d, lm_meters_end(&d->meters, game));
    }
}

const char *prizes_fault(const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        lm_cents stake = job->stake_cents[i];
        if (!stake || !job->rules->offer[i].wager->amount_is_shown) continue;
        bool five = stake == 5 * LM_DOLLAR;
        if (!(five ? job->rules->bonus_weights_5 : job->rules->bonus_weights_1))
            return five ? "what the display shows is not known: set bonus_weights_5"
                        : "what the display shows is not known: set bonus_weights_1";
    }
    return NULL;
}
