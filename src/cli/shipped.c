/* shipped.c - how the program reads the rules of tables: its own wagers, its shipped submissions. */
#include "lammer/profile.h"
#include "lammer/wager.h"
#include "shipped.h"

const lm_rules_source shipped_rules = { lm_wagers, lm_profile_rules };
