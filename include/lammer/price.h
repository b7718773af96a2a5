/* price.h - what an optional wager is worth, exactly: every outcome counted through its own classify. */
#ifndef LAMMER_PRICE_H
#define LAMMER_PRICE_H

#include "lammer/odds.h"

/* What a price needs to know of how the main hand is played: nothing for most wagers. */
typedef struct {
    const char *strategy;    /* its name, printed with the price */
    double lammers[8];       /* lm_figures.lammers */
    double advance, fall;    /* lm_figures */
    uint16_t draws_to_sevens; /* bit v: a pair of sevens gets another card (hit, double, split) against up card value v */
    bool draws_to_hard_20;   /* some hard 20 is drawn to (WFB-P22.2) */
} lm_play_facts;

#endif
