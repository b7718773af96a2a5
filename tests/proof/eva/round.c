/* round.c - a round under any legal value of every rule, without optional wagers, and any sequence of any actions. */
#include <__fc_builtin.h>

#include "lammer/round.h"
#include "any_rules.h"

static void hear(void *self, const lm_event *event)
{
    (void)self;
    (void)event;
}

int main(void)
{
    static lm_rules rules;
    static lm_round round;
    lm_listener ear = { hear, 0 };
    any_rules(&rules);
    rules.hash = 1;
    if (!lm_ok(lm_round_open(&round, &rules))) return 1;
    while (Frama_C_nondet(0, 1)) {
        lm_action action;
        Frama_C_make_unknown((char *)&action, sizeof action);
        lm_round_apply_heard(&round, &rules, action, &ear);
        lm_round_turn(&round, &rules);
        lm_spot spot;
        Frama_C_make_unknown((char *)&spot, sizeof spot);
        lm_round_net(&round, spot);
    }
    return 0;
}
