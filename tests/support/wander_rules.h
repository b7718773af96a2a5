/* wander_rules.h - legal rules at random: a shipped profile, or a neighbour of one. */
#ifndef LAMMER_TEST_WANDER_RULES_H
#define LAMMER_TEST_WANDER_RULES_H

#include "dealer_box.h"
#include "lammer/profile.h"

/* The seed names the profile; the generator draws what is changed. False when the profile cannot be read. */
bool wander_rules(lm_profile *profile, uint64_t seed, test_random *random);

#endif
