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
    lay_sides(&round);
#endif
#ifdef FLOWS
    round.awaiting = 0;
    any_place_of_turn(&round);
#endif
#ifdef ON_TURN
    any_turn(&round);
#endif
#ifdef SILENT
    int heard = 0;
#else
    int heard = EITHER;
#endif
    //@ split heard;
    ;
    lm_step step = { &round, &rules, heard ? &ear : 0, BETWEEN(0, LM_AFTER_ALL), ANY_TEXT };
    run_parts(&step);
#ifdef FLOWS
    keeps_prize(&round);
    keeps_turn(&round);
#endif
#ifdef BY_SIDES
    keeps_sides(&round);
#endif
    //@ slevel merge;
    keeps_bounds(&round);
    return 0;
}
