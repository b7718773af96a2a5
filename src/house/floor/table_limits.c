/* table_limits.c - what players have forbidden themselves: asked where a place is taken or asked for, chips are bought, a wager laid.
 *
 * Nobody who has excluded himself lays another wager, though he sits there with chips; what lies there is played to its end, and
 * he takes his chips along whenever he likes. */
#include <string.h>

#include "floor.h"
#include "people/people.h"

/* Whose rack a wager comes from: of the blackjack wagers, without which nobody lays another; "" of all others. */
static const char *bettor_of(const house_state *state, const json_t *act)
{
    const char *wager = act_text(act, "wager");
    if (*wager && strcmp(wager, "main") != 0) return "";
    int rack = rack_at_seat(state, act_text(act, "seat"));
    return rack < 0 ? "" : state->rack[rack].player;
}

/* What his session knows of whoever bets for himself is enough while it says nothing against it: bets are many, and what others
 * change is heard within two seconds. */
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
