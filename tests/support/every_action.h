/* every_action.h - one verb with every choice of its fields: all that a round accepts must be in its list. */
#ifndef LAMMER_TEST_EVERY_ACTION_H
#define LAMMER_TEST_EVERY_ACTION_H

#include "lammer/round.h"

/* The nth choice of a verb's fields, and how many there are. `at` is any number; irregularities and cards are chosen
 * by it in turn, so that no random numbers are needed. */
lm_action test_nth_action(const lm_round *round, const lm_rules *rules, uint8_t verb, int nth, int at);
int test_actions_of(uint8_t verb);

/* Whether the round lists it: as a choice, or as a possible irregularity. */
bool test_round_lists(const lm_round *round, const lm_rules *rules, const lm_action *a);

/* Looks for an action of this verb that is accepted and not listed. */
bool test_accepts_unlisted(const lm_round *round, const lm_rules *rules, uint8_t verb, int at, lm_action *found);

#endif
