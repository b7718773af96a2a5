/* play.h - what the files of the table machine share: one step of the engine with its money, and the acts of the house. */
#ifndef LAMMER_FELT_PLAY_H
#define LAMMER_FELT_PLAY_H

#include "lammer/server/felt.h"

enum {
    PLAY_HEARD = 2048
}; /* events of one action: 80 side wagers, 28 hands of four bettors on three spots, insurance */

/* What the house adds to a verb. */
typedef struct {
    const char *player;         /* who bets for the dealer; "" or NULL: the player of the box */
    const char *coupon, *owner; /* the number of a coupon and its owner; NULL: none given */
} verb_extras;

/* play.c: does a person's verb with its consequences and records it. `more` may be NULL. */
bool play_verb(house_play *play, const lm_action *action, const verb_extras *more);
/* step.c: notes a verb that was done, for the record. */
void play_note(house_play *play, const lm_action *action, const verb_extras *more);

/* One action of the engine in progress: the state before it, and its events. */
typedef struct {
    lm_action action;
    lm_turn turn;    /* who was due to act */
    lm_table before; /* the table before it */
    int heard;
    bool overheard; /* more events than there is room for */
    lm_event event[PLAY_HEARD];
    const house_play *play;
    lm_out whys;                 /* the reasons of events that move money, JSON objects */
    uint32_t why_at[PLAY_HEARD]; /* where the event's reason ends in `whys` */
} play_step;

/* over.c: notes what a round was for its players when it ends. */
void over_follow(house_play *play, const play_step *step);

/* step_why.c: the explanation of an event, while it is heard. */
void step_explain(play_step *step, const lm_event *event);

/* step.c: does an action that another act implies, with its consequences, but does not record it. */
bool play_implied(house_play *play, lm_action action);

/* play_books.c: books the money of a step's events. */
bool books_move(house_play *play, const play_step *step);

/* play_coupons.c: whose coupon lies where. Called before the engine takes a bet, and after each step to see how coupons
 * ended. */
bool coupons_lay(house_play *play, const lm_action *action, const verb_extras *more);
void coupons_follow(house_play *play, const play_step *step);
/* The coupon of this wager in this round, however it ended; NULL: none. */
const house_coupon *coupon_at(const house_state *state, int place, uint8_t wager);
/* For a correction, which plays the round again as a rehearsal: puts the coupons back to the start of the round;
 * compares the coupons of two states; takes over those of the rehearsal. */
void coupons_rehearse(house_state *state);
bool coupons_are_same(const house_state *a, const house_state *b);
void coupons_correct(house_play *play, const house_state *meant);
/* The holder of all places in a rehearsal: a name that no person can have. */
#define REHEARSED_PLAYER "@"

/* play_meters.c: what a step does to the meters: START with the deal, fixed awards, stakes that come back. */
bool meters_follow(house_play *play, const play_step *step, bool before_money);
bool meters_agree(const house_state *state);
/* Notes which shared meters a step uses, so that all their tables see it. */
void meters_use(house_play *play, int first, int n);
void meters_use_game(house_play *play, int game);
/* The tray pays what the meters gained and receives what they lost; stakes made while an award waited reach the meter
 * after it is paid (C-116). */
bool meters_follow_money(house_play *play, house_reason gained, house_reason lost);

/* play_cards.c: which card of which stack a step took. */
void cards_follow(house_play *play, const play_step *step);

/* play_felt.c: chips of one place on the layout. */
typedef struct {
    lm_cents lies;  /* chips that an open decision will take or give back */
    lm_cents waits; /* of them: wagers that outlive the round */
    bool open;      /* something of this place is still to be decided */
} felt_of_place;
felt_of_place felt_at(const lm_round *round, const lm_rules *rules, uint8_t box, uint8_t bettor);

/* acts.c, acts_terms.c, seats.c, consent.c, correct.c: acts of the house. Each completes the act that will be recorded. */
typedef bool house_act(house_play *play, lm_act *act);
house_act act_commit, act_reveal, act_mix_shoe, act_void_shoe;
house_act act_shoe, act_cut_shoe, act_open_shoe, act_call, act_verify_award, act_pay_award, act_withdraw_award,
    act_end_game, act_arm, act_hit_meter, act_adjust, act_system;
house_act act_open_table, act_terms, act_close_table, act_tray_open, act_tray_close, act_fill, act_credit,
    act_drop_count, act_tokes_out, act_dealer, act_sit, act_leave, act_buy, act_cash, act_toke, act_correct,
    act_recount, act_freeze, act_thaw, act_drain, act_summon, act_emote, act_attend, act_ready, act_share, act_ask,
    act_give_back, act_time_ran_out;

/* record.c: an act has been done and will be recorded. */
void play_done(house_play *play, const lm_act *act);
/* Initialises it: nothing done, told or moved. */
void play_clear(house_play *play);
/* An object of the list begins and ends; fields come in between. */
lm_out *list_begin(house_list *list);
void list_end(house_list *list);
/* Two ways to tell all watchers: an event whose fields are written between begin and end; or the act itself as an event,
 * without the fields in `less`, a list that ends with LM_FIELDS. */
lm_out *event_begin(house_play *play, const char *word);
void event_end(house_play *play);
void act_tell(house_play *play, const lm_act *act, const lm_act_field *less);
/* Cents of an act, at least `least`. */
bool act_cents(house_play *play, const lm_act *act, lm_cents least, lm_cents *cents);
/* A box of this table; the act names the seat of one of its bettors. */
bool act_box(house_play *play, const lm_act *act, lm_seat *seat);

/* lapses.c */
void lapses_follow(house_play *play, const lm_action *action); /* after an action: the player who acted is back */

/* seats.c */
bool seats_sync(house_play *play);  /* the engine hears who came and went while it could not */
void seats_after(house_play *play); /* gives up places that only a wager held */
bool seats_sharing_is_full(const house_play *play, uint8_t box);  /* other boxes have all further bettors */
int rack_places(const house_state *state, int rack);              /* how many places it has */
bool rack_named(house_play *play, const char *player, int *rack); /* refuses where no player of that name has chips */
bool rack_is_walkin(const house_state *state, int rack);

/* deal/mix.c: keeps the commitment that a player may bring along; a player who leaves takes no further part. */
bool mix_keeps(house_play *play, const lm_act *act, int rack);
void mix_forgets(house_state *state, int rack);

/* consent.c */
bool is_behind(uint8_t bettor); /* the place of a second or third bettor */
bool box_is_shared(const house_state *state, uint8_t box);
#define CONSENT_CLAUSE "MBJ-13(a).1"
bool consent_chips_lie(const house_play *play, uint8_t box, uint8_t bettor); /* whether chips of this place lie on the
 * felt */
/* A place has been taken, or the box's own given back; a player has left. */
void consent_follows(house_state *state, uint8_t box, uint8_t bettor);
void consent_forgets(house_state *state, const char *player);

#endif
