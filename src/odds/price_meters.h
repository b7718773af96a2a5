/* price_meters.h - what comes from outside a wager's own cards: other bettors' wins, and meters. */
#ifndef LM_ODDS_PRICE_METERS_H
#define LM_ODDS_PRICE_METERS_H

#include "lammer/price.h"

/* Adds what other bettors' wins bring, and says what the second column pays. */
void price_others(lm_price *price);

/* Makes the edge of a progressive the house's long-run hold. Without a meter nothing changes. */
void price_meters(lm_price *price, const lm_rules *rules, const lm_offer *offer);

#endif
