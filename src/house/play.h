/* play.h - what the files of the table machine share: one step of the engine with its money, and the acts of the house. */
#ifndef LAMMER_HOUSE_PLAY_H
#define LAMMER_HOUSE_PLAY_H

#include "floor.h"
#include "lammer/words.h"

enum {
    PLAY_HEARD = 2048
}; /* events of one action: 80 side wagers, 28 hands of four bettors on three spots, insurance */

/* One action of the engine on its way: what was there before, and what was heard. */
typedef struct {
    lm_action action;
    lm_turn turn;    /* whom it was due to */
    lm_table before; /* the table without it */
    int heard;
    bool overheard; /* more events than there is room for */
    lm_event event[PLAY_HEARD];
} play_step;

/* play.c: an action that another act implies: done with everything it causes, but not recorded. */
bool play_implied(house_play *play, lm_action action);

/* play_books.c: the money that the events of a step tell of. */
bool books_move(house_play *play, const play_step *step);
/* What a bet replaces on its spot. */
lm_cents stake_before(const play_step *step, const lm_event *event);

/* play_meters.c: what a step does to the meters: START with the deal, fixed awards, stakes that come back. */
bool meters_follow(house_play *play, const play_step *step, bool before_money);
/* Display, reserve and overflow, and what waits behind awards (C-116), in whole cents. */
lm_cents meter_holds(const lm_meter *meter);
bool meters_agree(const house_state *state);

/* play_cards.c: which card of which stack a step took. */
void cards_follow(house_play *play, const play_step *step);

/* play_felt.c: chips of one place on the layout. */
typedef struct {
    lm_cents lies;  /* chips that a decision will take or give back */
    lm_cents waits; /* of them: wagers that outlive the round */
    bool open;      /* something of this place is still to be decided */
} felt_of_place;
felt_of_place felt_at(const lm_round *round, const lm_rules *rules, uint8_t box, uint8_t bettor);

/* acts.c, acts_terms.c, seats.c, correct.c: acts of the house. Each completes the act that will be recorded. */
typedef bool house_act(house_play *play, json_t *act);
house_act act_open_table, act_terms, act_close_table, act_tray_open, act_tray_close, act_fill, act_credit,
    act_drop_count, act_tokes_out, act_dealer, act_sit, act_leave, act_buy, act_cash, act_toke, act_correct,
    act_recount, act_freeze, act_thaw, act_drain, act_summon, act_attend;

/* correct.c: whether an act is one of those among which a correction counts, from the opening of the round on. */
bool act_is_of_round(const json_t *act);

/* Fields of an act: a text ("" when there is none), cents. */
const char *act_text(const json_t *act, const char *key);
bool act_cents(house_play *play, const json_t *act, const char *key, lm_cents least, lm_cents *cents);
/* Tells everybody: the act as an event, less the fields named (NULL-terminated). */
void act_tell(house_play *play, const json_t *act, const char *const *less);

/* seats.c */
bool seats_sync(house_play *play);  /* the engine hears who came and went while it could not */
void seats_after(house_play *play); /* places that only a wager held */
bool rack_is_taken(const house_state *state, int rack);
int rack_at(const house_state *state, uint8_t box, uint8_t bettor); /* -1: nobody has the place */
bool rack_is_walkin(const house_state *state, int rack);
bool rack_has_wagers(const house_state *state, const lm_rules *rules, int rack, bool *waits);

#endif
