/* prizes.c - amounts that do not come from the cards: progressive meters and displays. */
#include <stdio.h>
#include <stdlib.h>

#include "driver.h"

/* A meter that refuses an event of the round is an error in this program, so the simulation ends. */
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

static void hear(void *self, const lm_event *event)
{
    driver *d = self;
    if (event->kind == LM_EV_AWARD && d->awards < LM_SIDE_BETS) d->award[d->awards++] = *event;
}

lm_status prizes_apply(driver *d, lm_action *action)
{
    lm_listener ear = { hear, d };
    d->awards = 0;
    lm_status status = lm_round_do(&d->round, d->job->rules, action, &ear);
    if (lm_ok(status))
        must(d, lm_prizes_follow(&d->meters, &d->round, d->job->rules, action->verb, d->award, d->awards, true, NULL));
    return status;
}

void prizes_award(driver *d, lm_turn turn)
{
    lm_action award = { .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager };
    if (d->job->rules->offer[turn.wager - LM_SIDE].wager->amount_is_shown) {
        award.amount_cents = lm_shown_draw(d->job->rules, d->job->stake_cents[turn.wager - LM_SIDE], below, &d->chance);
    } else {
        must(d, lm_prizes_pay(&d->meters, &award, NULL));
    }
    driver_do(d, &award);
}

/* The must-hit prize, then END GAME. */
void prizes_end(driver *d)
{
    for (int game = 0; game < d->meters.games; game++) {
        lm_action award;
        if (lm_meters_state(&d->meters, game) < LM_GAME_LOCKED) continue;
        if (lm_prizes_draw_hit(&d->meters, game, below, &d->chance, &award)) {
            must(d, lm_prizes_hit(&d->meters, &award, NULL));
            driver_do(d, &award);
        }
        must(d, lm_meters_end(&d->meters, game));
    }
}

const char *prizes_fault(const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        lm_cents stake = job->stake_cents[i];
        if (!stake || !job->rules->offer[i].wager->amount_is_shown) continue;
        lm_rule_id weights = lm_shown_weights(stake);
        if (!job->rules->value[weights])
            return weights == LM_RULE_bonus_weights_5 ? "the display's amounts are not known: set bonus_weights_5"
                                                      : "the display's amounts are not known: set bonus_weights_1";
    }
    return NULL;
}
