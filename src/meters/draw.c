/* draw.c - random amounts: the hidden trigger of a must-hit prize, and what a display shows. */
#include "lammer/meter.h"

/* The meter starts with its overflow on the display, and a trigger below that amount would give a second prize at once:
 * so the trigger lies above both the start and the seed. */
lm_cents lm_meter_draw_trigger(const lm_meter *meter, lm_cents start_cents, lm_random_below *below, void *self)
{
    lm_cents least = start_cents > meter->terms.seed_cents ? start_cents : meter->terms.seed_cents;
    lm_cents span = meter->terms.limit_cents - least;
    if (span <= 0) return meter->terms.limit_cents;
    return least + 1 + (lm_cents)below(self, span < UINT32_MAX ? (uint32_t)span : UINT32_MAX);
}

lm_cents lm_meter_next_start(const lm_meter *meter)
{
    return meter->terms.seed_cents + meter->reserve_cents + meter->overflow_cents;
}

lm_rule_id lm_shown_weights(lm_cents stake_cents)
{
    return stake_cents < 5 * LM_DOLLAR ? LM_RULE_bonus_weights_1 : LM_RULE_bonus_weights_5;
}

lm_cents lm_shown_draw(const lm_rules *rules, lm_cents stake_cents, lm_random_below *below, void *self)
{
    lm_rule_id id = lm_shown_weights(stake_cents);
    int64_t weights = rules->value[id];
    int total = 0, rung = 0;
    for (int i = 0; i < LM_RUNGS; i++)
        total += lm_weight_at(weights, i);
    if (!total) return 0;
    int left = (int)below(self, (uint32_t)total);
    while (rung < LM_RUNGS - 1 && left >= lm_weight_at(weights, rung))
        left -= lm_weight_at(weights, rung++);
    return (lm_cents)lm_ladder_dollars(id, rung) * LM_DOLLAR;
}
