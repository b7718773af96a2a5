/* lapses.c - records and announces what the house does for a player whose time ran out.
 *
 * A player whose time runs out twice in a row sits out: the others no longer wait. Their next wager or decision brings them
 * back. */
#include <stdio.h>
#include <string.h>

#include "play.h"

enum { LAPSES_TO_SIT_OUT = 2 };

/* {"do":"time-ran-out","player","seat","did"}: what was done for the player follows in the same record. */
bool act_time_ran_out(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    const char *player = lm_act_text(act, LM_FIELD_PLAYER);
    int rack;
    if (!rack_named(play, player, &rack)) return false;
    house_rack *r = &s->rack[rack];
    if (r->lapses < UINT8_MAX) r->lapses++;
    r->is_acted_for = strcmp(lm_act_text(act, LM_FIELD_DID), "stand") == 0;
    act_tell(play, act, NULL);
    if (r->lapses < LAPSES_TO_SIT_OUT || r->sits_out) return true;
    r->sits_out = 1;
    lm_out_pack(event_begin(play, "sit-out"), "player:s", player);
    event_end(play);
    return true;
}

/* A decision, or a wager laid while sitting out, brings the player back. A stand by the clock does not count as a
 * decision. */
void lapses_follow(house_play *play, const lm_action *a)
{
    static const uint8_t answers[] = { LM_INSURE, LM_EVEN_MONEY };
    house_state *s = &play->state;
    bool plays = a->verb >= LM_HIT && a->verb <= LM_SURRENDER;
    bool decides = plays || memchr(answers, a->verb, sizeof answers);
    if ((!decides && a->verb != LM_BET) || a->box < 1 || a->box > LM_BOXES) return;
    int rack = rack_at(s, a->box, plays ? s->table.round.box[a->box - 1].decider : a->bettor);
    if (rack < 0) return;
    house_rack *r = &s->rack[rack];
    if (r->is_acted_for && a->verb == LM_STAND) {
        r->is_acted_for = 0;
    } else if (decides || r->sits_out) {
        r->lapses = r->sits_out = 0;
    }
}
