/* over.c - the result of a finished round for each player: staked and won at all their places. */
#include <string.h>

#include "play.h"

static house_over *over_of(house_play *play, const char *player)
{
    for (int i = 0; i < play->overs; i++) {
        if (strcmp(play->over[i].player, player) == 0 && play->over[i].round == play->state.round)
            return &play->over[i];
    }
    if (play->overs == HOUSE_RACKS) return NULL;
    house_over *over = &play->over[play->overs++];
    *over = (house_over){ .round = play->state.round };
    memcpy(over->player, player, strnlen(player, sizeof over->player - 1));
    return over;
}

static lm_cents staked_at(const lm_round *r, uint8_t box, uint8_t bettor)
{
    lm_cents cents = 0;
    for (int n = 0; n < LM_SPOTS; n++)
        cents += r->box[box - 1].main[bettor][n];
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].box_bettor == box * LM_BETTORS + bettor) cents += r->side[i].stake;
    }
    return cents;
}

void over_follow(house_play *play, const play_step *step)
{
    const house_state *s = &play->state;
    const lm_round *r = &s->table.round;
    if (play->replays || r->phase != LM_DONE || step->before.round.phase == LM_DONE) return;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t bettor = 0; bettor < LM_TIP; bettor++) {
            int rack = rack_at(s, box, bettor);
            lm_cents staked = staked_at(r, box, bettor);
            house_over *over = rack >= 0 && staked ? over_of(play, s->rack[rack].player) : NULL;
            if (!over) continue;
            over->stake_cents += staked;
            over->net_cents += lm_round_net(r, (lm_spot){ box, bettor, LM_ALL_WAGERS, LM_ALL_SPOTS });
        }
    }
}
