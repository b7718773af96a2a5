/* worst.h - the part of the worst round that the validator asks for beside check.h. */
#ifndef LAMMER_WORST_H
#define LAMMER_WORST_H

#include "lammer/rules.h"

/* What one bettor's main wager against one dealer hand can win, a match-play coupon beside it included. */
lm_cents lm_main_worst_loss(const lm_rules *rules);

#endif
