/* open.c - the meters of a table that offers progressives, with any pay table of each, under any legal value of every rule. */
#include <__fc_builtin.h>

#include "exact.h"
#include "lammer/check.h"
#include "lammer/meter.h"

#include "any_rules.h"

#define BETWEEN(least, most) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)

extern const lm_wager lm_wager_blazing7, lm_wager_aces, lm_wager_super4;
static lm_rules rules;
static lm_meters meters;

/* One of the pay tables of a wager. */
static void offer(const lm_wager *wager)
{
    lm_offer *to = &rules.offer[rules.offers++];
    int t = 0;
    while (wager->paytables[t + 1].clause && EITHER)
        t++;
    //@ split t;
    to->wager = wager;
    to->paytable = t;
    memcpy(to->pays, wager->paytables[t].pays, sizeof to->pays);
}

int main(void)
{
    any_rules(&rules);
    rules.offers = 0;
    switch (BETWEEN(0, 2)) {
    case 0: offer(&lm_wager_blazing7); break;
    case 1: offer(&lm_wager_aces); break;
    default: offer(&lm_wager_super4); break;
    }
    lm_meters_open(&meters, &rules, Frama_C_unsigned_int_interval(0, ~0u));
    return 0;
}
