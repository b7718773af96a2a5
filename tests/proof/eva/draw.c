/* draw.c - the random amounts of any meter and of any display, under any legal value of every rule. */
#include <__fc_builtin.h>

#include "lammer/meter.h"

#include "any_rules.h"

#define BETWEEN(least, most) Frama_C_long_long_interval(least, most)

static uint32_t any_below(void *self, uint32_t bound)
{
    //@ assert kept_bound: bound > 0;
    (void)self;
    return Frama_C_unsigned_int_interval(0, bound - 1);
}

int main(void)
{
    static lm_rules rules;
    static lm_meter meter;
    any_rules(&rules);
    meter.terms.seed_cents = BETWEEN(0, LM_CENTS_MAX);
    meter.terms.limit_cents = BETWEEN(0, LM_CENTS_MAX);
    meter.reserve_cents = BETWEEN(0, 100000000000000);
    meter.overflow_cents = BETWEEN(0, 100000000000000);
    switch (Frama_C_interval(0, 3)) {
    case 0: lm_meter_draw_trigger(&meter, BETWEEN(0, 300000000000000), any_below, 0); break;
    case 1: lm_meter_next_start(&meter); break;
    case 2: lm_shown_draw(&rules, BETWEEN(0, 5 * LM_DOLLAR - 1), any_below, 0); break;
    default: lm_shown_draw(&rules, BETWEEN(5 * LM_DOLLAR, LM_CENTS_MAX), any_below, 0); break;
    }
    return 0;
}
