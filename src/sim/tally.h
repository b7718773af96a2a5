/* tally.h - tallies as arrays of 64-bit words without gaps, in the order of docs/simulation.md 7 and 10, so that
 * functions can add, hash, write or read them word by word. */
#ifndef LAMMER_SIM_TALLY_H
#define LAMMER_SIM_TALLY_H

#include "lammer/sim.h"

enum {
    MAIN_WORDS = 12 + LM_SIM_LAMMERS,
    WAGER_WORDS = 8 + LM_OUTCOMES,
    DETAIL_WORDS = 10,
    CELL_WORDS = 6,
    CELLS = LM_SIM_PAIRS * LM_SIM_UPS + LM_SIM_COUNTS + LM_SIM_DEPTHS,
    TALLY_WORDS = MAIN_WORDS + LM_SIM_WAGERS * WAGER_WORDS + DETAIL_WORDS,
    HANDS_WORDS = CELLS * CELL_WORDS,
};

_Static_assert(sizeof(lm_sim_main) == MAIN_WORDS * sizeof(uint64_t), "the main tally has a gap");
_Static_assert(sizeof(lm_sim_wager) == WAGER_WORDS * sizeof(uint64_t), "a wager's tally has a gap");
_Static_assert(sizeof(lm_sim_tally) == TALLY_WORDS * sizeof(uint64_t), "the tally has a gap");
_Static_assert(sizeof(lm_sim_hands) == HANDS_WORDS * sizeof(uint64_t), "the tally by hand has a gap");

/* The chip to which the house rounds up what it pays; 0: to the cent. */
lm_cents tally_chip(const lm_rules *rules);

lm_cents tally_blackjack_cents(const lm_sim_job *job);
lm_cents tally_surrender_cents(const lm_sim_job *job);

/* Add rounds of one box: tally_net only their net result, tally_rounds everything. */
void tally_net(const lm_sim_job *job, lm_cents net, uint64_t rounds, lm_sim_main *main);
void tally_rounds(const lm_sim_job *job, lm_sim_round round, uint64_t rounds, lm_sim_main *main);

/* Adds a box of a round by its starting hand, the count at the bet, and the cards that had left the shoe before the
 * round; the values of its first cards and of the up card are 1 .. 10. */
typedef struct {
    int first, second, up;
    int count, gone;
    lm_cents initial_cents, staked_cents, net_cents;
} tally_hand;
void tally_add_hand(const lm_sim_job *job, const tally_hand *hand, lm_sim_hands *hands);

/* Adds n bets of a wager with the same result. */
void tally_bets(lm_sim_wager *wager, lm_cents stake, lm_cents net, int outcome, uint64_t n);

/* Adds bets of an offered wager, given by outcome; outcome 0 loses. */
void tally_outcomes(const lm_sim_job *job, int offer, const uint64_t *bets, int outcomes, lm_sim_wager *wager);

#endif
