/* table_limits.c - applies the limits that players have set: when they take or ask for a box, buy chips, or lay a
 * wager.
 *
 * An excluded player who still sits with chips cannot lay another wager. Wagers on the layout are played to their end, and the
 * player may take the chips along at any time. */
#include <string.h>

#include "floor.h"
#include "people/people.h"

/* Bets are frequent, and changes on other servers arrive within two seconds. So the cached session may allow a player's
 * own bet; only a refusal reads the store. */
static bool is_known_to_be_free(const house_play *play, const house_caller *caller, const char *player)
{
    bool staff = play->state.terms.money == MONEY_REAL && caller->roles & ROLES_STAFF;
    return strcmp(caller->person, player) == 0 && !caller->barred_ms && !staff;
}

/* The player who, after the play, holds the place that the act names. */
static const char *player_there(const house_state *state, const lm_act *act)
{
    lm_seat at = lm_act_seat(act, LM_FIELD_SEAT);
    int rack = rack_at(state, at.box, at.bettor);
    return rack < 0 ? "" : state->rack[rack].player;
}

/* The player whose limits apply to an act; "": none. Only the blackjack wager is checked, because no other wager is
 * laid without it. */
static const char *whom_it_concerns(const house_play *play, const house_caller *caller, const lm_act *act)
{
    const char *player = lm_act_text(act, LM_FIELD_PLAYER), *wager;
    switch (act->word) {
    case LM_ACT_SIT: return player_there(&play->state, act);
    case LM_ACT_ASK: return caller->person;
    case LM_ACT_BUY: return *player ? player : caller->person;
    case LM_ACT_BET:
        wager = lm_act_text(act, LM_FIELD_WAGER);
        player = *wager && strcmp(wager, "main") != 0 ? "" : player_there(&play->state, act);
        return is_known_to_be_free(play, caller, player) ? "" : player;
    default: return "";
    }
}

/* Checked after the purses were booked: if another server books in between, the version of the purse differs and the
 * batch is refused. */
bool table_limits(lm_house *house, house_play *play, const house_request *request)
{
    if (!request) return true;
    const lm_act *act = &request->act;
    const char *player = whom_it_concerns(play, &request->caller, act);
    lm_cents cents = act->word == LM_ACT_BUY ? lm_act_int(act, LM_FIELD_CENTS) : 0;
    return !*player || limits_allow(house, player, (house_money)play->state.terms.money, cents, &play->refusal);
}
