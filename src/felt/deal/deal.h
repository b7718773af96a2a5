/* deal.h - what the virtual dealer's files share: shoes, cards, prizes that chance decides. */
#ifndef LAMMER_FELT_DEAL_H
#define LAMMER_FELT_DEAL_H

#include "lammer/server/felt.h"

/* The result of one step of the dealer's list. */
typedef enum {
    DEAL_PASS,   /* nothing to do; try the next step */
    DEAL_DONE,   /* something was done; start again with the first step */
    DEAL_REST,   /* a person must decide */
    DEAL_FAILED, /* the play's refusal says why */
} deal_result;

typedef deal_result deal_step(house_play *play);

static inline deal_result deal_did(bool ok)
{
    return ok ? DEAL_DONE : DEAL_FAILED;
}

/* Does an act that the program decides. */
deal_result deal_act(house_play *play, const lm_act *act);

/* Whether the place of a box's first bettor is taken. */
bool deal_is_seated(const house_state *state, uint8_t box);
bool deal_has_players(const house_state *state);
bool deal_in_round(const house_state *state);

/* owed.c: what the progressives of a table owe, before or besides what its engine owes. */
typedef struct {
    lm_act_word word; /* CALL, VERIFY_AWARD, PAY_AWARD, SHOW_AMOUNT or END_GAME */
    uint8_t box, bettor, slot;
    const char *clause;
} house_owed;
const lm_side_bet *owed_call(const house_state *state); /* whose prize must be called at once (C-116), or NULL */
int owed_end(const house_state *state);                 /* the game whose END GAME must be pressed, or -1 */
const char *owed_end_clause(const lm_rules *rules, uint8_t slot);
bool owed_prize(const house_state *state, const lm_rules *rules, house_owed *owed);

/* Whether a face-down card lies in the rack: its hand has left the layout, and the card stays unseen (MBJ-6a(e)(3)). */
bool deal_is_racked(const house_state *state, const lm_down *down);

/* shoes_steps.c: the steps that end a shoe and bring the next, in their order. */
deal_step shoes_open_finished, shoes_bring, shoes_cut, shoes_mix, shoes_load;
deal_step shoes_replace_exhausted;

/* shoes.c, shoes_open.c */
bool shoes_exhausted(const house_state *state); /* the shoe ran out in mid-round and is not replaced yet */
bool shoes_may_be_opened(const house_state *state);
/* The box that is offered the cut, in the document's rotation over the players at the table; 0: the dealer cuts. */
uint8_t shoes_next_cutter(const house_state *state, const lm_rules *rules);
bool shoes_malformed(house_play *play, const char *word);
/* fair.c: hashes, salts and values as text. */
typedef char shoe_hex[2 * LM_STORE_HASH + 1];
bool shoes_read_hex(const char *text, uint8_t *bytes, size_t size);
void shoes_hex(const uint8_t *bytes, shoe_hex text);

/* mix_acts.c: a new shoe closes the list of the players who take part in its shuffle; after the cut they reveal. */
void mix_close(house_play *play);
void mix_begin(house_play *play);
bool mix_is_complete(const house_mix *mix);

/* consent.c: bettors behind a box whose holder no longer consents. */
deal_step consent_ended;

/* bonus.c: prizes. */
deal_step bonus_arm, bonus_call, bonus_show, bonus_hit, bonus_end_games;

/* triggers.c: a number below the bound, drawn by the system's generator. */
uint32_t deal_chance(void *self, uint32_t bound);
/* A trigger, drawn and sealed for the record; the caller frees it. */
char *bonus_draw_trigger(const house_play *play, const lm_meter *meter, lm_cents start);
/* The hidden trigger of a must-hit meter in an act; without the key, the limit. */
lm_cents bonus_trigger(const house_play *play, const lm_meter *meter, const lm_act *act);

/* awards.c, awards_meters.c: the spot and the wager that an act is about. */
typedef struct {
    uint8_t slot, box, bettor;
    int game, place;
} award_spot;
bool award_read_game(house_play *play, const lm_act *act, award_spot *at); /* reads only game and slot */
lm_out *award_event(house_play *play, const char *word, const award_spot *at);
bool award_malformed(house_play *play, const char *field);
bool award_move_entry(house_play *play, const lm_meter_entry *entry);
lm_action award_action(const award_spot *at, lm_cents amount, bool must_hit);
const char *award_player(const house_state *state, const award_spot *at);

#endif
