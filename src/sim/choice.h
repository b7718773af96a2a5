/* choice.h - the chart's choice for a hand among the plays that the rules allow, and who pays for it. */
#ifndef LAMMER_SIM_CHOICE_H
#define LAMMER_SIM_CHOICE_H

#include "lammer/sim.h"

typedef enum {
    CHOICE_STAND,
    CHOICE_HIT,
    CHOICE_PAID,  /* doubled for chips */
    CHOICE_HOUSE, /* doubled free */
    CHOICE_SPLIT,
    CHOICE_SURRENDER
} choice;

/* A hand to decide. A chart looks only at the number of cards, their sum, aces and pairs, so one example decides for
 * all hands that agree in these. */
typedef struct {
    const lm_rules *rules;
    const lm_chart *chart;
    bool from_split, may_split;
    bool finished; /* a split ace that gets no further card */
    lm_held held;
} asking;

/* Make example hands for the chart: of a hard total, of a soft sum with an ace as 1, or a pair. */
lm_held held_hard(int cards, int total, lm_staked staked);
lm_held held_soft(int cards, int sum, lm_staked staked);
lm_held held_pair(int value, lm_staked staked);

choice choice_of(const asking *hand, int up);

/* NULL, or why neither simd nor cuda plays the job. They play one box by the chart alone, from fresh shoes, against one
 * dealer hand with a reader, without bonus odds. */
const char *choice_refuses(const lm_sim_job *job);

/* The index of the Push 22 offer, or -1 if the job does not lay this wager. */
int choice_push22(const lm_sim_job *job);

#endif
