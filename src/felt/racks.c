/* racks.c - queries about places and chips of players; changes nothing. */
#include <stdio.h>
#include <string.h>

#include "play.h"

/* A rack keeps its name after its player has left, until another player takes it: the record's movements use it. */
bool rack_is_taken(const house_state *state, int rack)
{
    return state->rack[rack].player[0] && memchr(state->holder, rack + 1, sizeof state->holder) != NULL;
}

int rack_of(const house_state *state, const char *player)
{
    for (int i = 0; *player && i < HOUSE_RACKS; i++) {
        if (strcmp(state->rack[i].player, player) == 0 && rack_is_taken(state, i)) return i;
    }
    return -1;
}

bool rack_named(house_play *play, const char *player, int *rack)
{
    *rack = rack_of(&play->state, player);
    return *rack >= 0 ||
           play_refuse(play, LM_REFUSED_NOW, NULL,
                       LM_SAYS(NO_CHIPS_OF_PLAYER, "", "No player of that name has chips at this table."));
}

int rack_at(const house_state *state, uint8_t box, uint8_t bettor)
{
    return box >= 1 && box <= LM_BOXES && bettor < LM_BETTORS ? state->holder[box - 1][bettor] - 1 : -1;
}

/* A player without an account, who came to a live table with cash. */
bool rack_is_walkin(const house_state *state, int rack)
{
    return strncmp(state->rack[rack].player, "walkin-", 7) == 0;
}

/* Whether a wager of the player is still to be decided; *waits: some of these wagers outlive the round. */
bool rack_has_wagers(const house_state *state, const lm_rules *rules, int rack, bool *waits)
{
    bool open = false;
    *waits = false;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
            if (rack_at(state, box, bettor) != rack) continue;
            felt_of_place felt = felt_at(&state->table.round, rules, box, bettor);
            open |= felt.open;
            *waits |= felt.waits > 0;
        }
    }
    return open;
}

/* Players who could bet, are not ready and do not sit out: a bit for each rack. */
uint32_t racks_not_ready(const house_state *state, const lm_rules *rules, uint32_t ready)
{
    uint32_t racks = 0;
    for (int rack = 0; rack < HOUSE_RACKS; rack++) {
        bool waits;
        bool plays = rack_is_taken(state, rack) && !state->rack[rack].sits_out &&
                     (state->rack[rack].chips_cents > 0 || rack_has_wagers(state, rules, rack, &waits));
        if (plays && !(ready >> rack & 1)) racks |= 1u << rack;
    }
    return racks;
}

static bool has_bettors_behind(const house_state *s, uint8_t box)
{
    return rack_at(s, box, LM_SECOND) >= 0 || rack_at(s, box, LM_THIRD) >= 0;
}

/* Whether this box may not have further bettors because enough other boxes have them: MBJ-13(g).3. */
bool seats_sharing_is_full(const house_play *play, uint8_t box)
{
    int shared = 0;
    for (uint8_t i = 1; i <= play->rules->boxes; i++)
        shared += i != box && has_bettors_behind(&play->state, i);
    return play->rules->shared_boxes && shared >= play->rules->shared_boxes;
}

int rack_places(const house_state *s, int rack)
{
    int places = 0;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t b = 0; b < LM_TIP; b++)
            places += rack_at(s, box, b) == rack;
    }
    return places;
}

bool box_is_shared(const house_state *s, uint8_t box)
{
    return box >= 1 && box <= LM_BOXES && s->shared >> (box - 1) & 1;
}

bool is_behind(uint8_t bettor)
{
    return bettor == LM_SECOND || bettor == LM_THIRD;
}
