/* table_limits.c - the limits that players set for themselves: asked where a box is taken or asked for, chips are bought, a
 * wager is laid.
 *
 * An excluded player who still sits with chips cannot lay another wager. Wagers on the layout are played to their end, and the
 * player may take the chips along at any time. */
#include <string.h>

#include "floor.h"
#include "people/people.h"

/* The player whose rack a blackjack wager comes from; "" for other wagers, which cannot be laid without one. */
static const char *bettor_of(const house_state *state, const json_t *act)
{
    const char *wager = act_text(act, "wager");
    if (*wager && strcmp(wager, "main") != 0) return "";
    int rack = rack_at_seat(state, act_text(act, "seat"));
    return rack < 0 ? "" : state->rack[rack].player;
}

/* For a player who bets for themselves, what the session knows is enough while it says nothing against it: bets are many, and
 * what other servers change is heard within two seconds. */
static bool is_known_to_be_free(const house_play *play, const house_caller *caller, const char *player)
{
    bool staff = play->state.terms.money == MONEY_REAL && caller->roles & ROLES_STAFF;
    return strcmp(caller->person, player) == 0 && !caller->barred_ms && !staff;
}

static bool act_is_allowed(lm_house *house, house_play *play, const house_caller *caller, const json_t *act)
{
    const char *word = act_text(act, "do"), *player = "";
    bool buys = strcmp(word, "buy") == 0;
    if (buys || strcmp(word, "sit") == 0 || strcmp(word, "ask") == 0) player = act_text(act, "player");
    if (strcmp(word, "bet") == 0) {
        player = bettor_of(&play->state, act);
        if (is_known_to_be_free(play, caller, player)) return true;
    }
    lm_cents cents = buys ? json_integer_value(json_object_get(act, "cents")) : 0;
    return !*player || limits_allow(house, player, (house_money)play->state.terms.money, cents, &play->refusal);
}

/* Asked after the purses were booked: another server that books in between makes the version of the purse another. */
bool table_limits(lm_house *house, house_play *play, const house_request *request)
{
    size_t i;
    json_t *act;
    if (!request) return true;
    json_array_foreach(play->acts, i, act)
    {
        if (!act_is_allowed(house, play, &request->caller, act)) return false;
    }
    return true;
}
