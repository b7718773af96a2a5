/* server_rooms.h - the rooms behind a server, put together as the program does it. */
#ifndef SUPPORT_SERVER_ROOMS_H
#define SUPPORT_SERVER_ROOMS_H

#include <string.h>

#include "lammer/profile.h"
#include "lammer/server/house.h"
#include "statuses.h"
#include "lammer/server/records_json.h"
#include "lammer/wager.h"

static const lm_rules_source shipped_rules = { lm_wagers, lm_profile_rules };
static const lm_records_owner shipped_records = { .rules = { lm_wagers, lm_profile_rules } };

/* What every house is opened with; for a designated initialiser. */
#define SERVER_ROOMS                                                                                                   \
    .rules = { lm_wagers, lm_profile_rules }, .questions = lm_records_questions, .questions_self = &shipped_records

#endif
