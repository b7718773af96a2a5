/* deal.h - what the virtual dealer's files share: shoes, cards, prizes that chance decides. */
#ifndef LAMMER_HOUSE_DEAL_H
#define LAMMER_HOUSE_DEAL_H

#include "floor.h"

/* What came of one step of the dealer's list. */
typedef enum {
    DEAL_PASS,   /* nothing to do here; ask the next step */
    DEAL_DONE,   /* something was done; begin anew */
    DEAL_REST,   /* somebody else must decide */
    DEAL_FAILED, /* the play's refusal says why */
} deal_result;

typedef deal_result deal_step(house_play *play);

static inline deal_result deal_did(bool ok)
{
    return ok ? DEAL_DONE : DEAL_FAILED;
}

/* Does an act that the program itself decides on; steals it. */
deal_result deal_act(house_play *play, json_t *act);

/* Somebody has a place of a box's first bettor. */
bool deal_is_seated(const house_state *state, uint8_t box);
bool deal_anybody(const house_state *state);
bool deal_in_round(const house_state *state);

/* shoes.c: the steps that end a shoe and bring the next, in their order. */
deal_step shoes_open_finished, shoes_bring, shoes_cut, shoes_load;
deal_step shoes_replace_exhausted;
bool shoes_exhausted(const house_state *state);

/* bonus.c: prizes. */
deal_step bonus_arm, bonus_call, bonus_show, bonus_hit, bonus_end_games;

/* The hidden trigger of a must-hit meter in an act; the limit itself where nobody has the key. */
lm_cents bonus_trigger(const house_play *play, const lm_meter *meter, const json_t *act);

/* systems.c: the act `system` (component, version, person). */
bool systems_act(house_play *play, const json_t *act);
bool systems_at_least(const char *version, const char *least);

#endif
