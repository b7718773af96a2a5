/* part.c - one part of a round (call.h) on any round within its bounds; every other part is its contract (contracts.h). */
#include "bounds.h"

#include "needs.h"

#include "contracts.h"

#include "call.h"

int main(void)
{
    any_table();
    any_round(&round);
#ifdef BY_SIDES
    any_sides();
    int sides = BETWEEN(0, LM_SIDE_BETS);
    //@ split sides;
    lay_sides(&round, sides);
#endif
#ifdef BY_BET
    any_sides();
    lay_sides(&round, LM_SIDE_BETS);
    round.sides = BYTE(1, LM_SIDE_BETS);
#endif
#ifdef FLOWS
    any_turn(&round);
#endif
    lm_step step = { &round, &rules, 0, BETWEEN(0, LM_AFTER_ALL), 0 };
    run_parts(&step);
#ifdef FLOWS
    keeps_turn(&round);
#endif
#ifdef BY_SIDES
    keeps_sides(&round);
#endif
    //@ slevel merge;
    keeps_bounds(&round);
    return 0;
}
