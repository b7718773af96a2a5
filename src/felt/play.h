/* play.h - what the files of the table machine share: one step of the engine with its money, and the acts of the house. */
#ifndef LAMMER_FELT_PLAY_H
#define LAMMER_FELT_PLAY_H

#include "lammer/server/felt.h"

enum {
    PLAY_HEARD = 2048
}; /* room for the events of one action: 80 side wagers, 28 hands of four bettors on three spots, insurance */

/* What the house adds to a verb. */
typedef struct {
    const char *player;         /* who bets for the dealer; "" or NULL: the player of the box */
    const char *coupon, *owner; /* the number of a coupon and its owner; NULL: none given */
} verb_extras;

/* play.c: does a person's verb with its consequences and records it. `more` may be NULL. */
bool play_verb(house_play *play, const lm_action *action, const verb_extras *more);
/* step.c: adds a verb that was done to the record. */
void play_note(house_play *play, const lm_action *action, const verb_extras *more);

/* One action of the engine in progress: the state before it, and its events. */
typedef struct {
    lm_action action;
    lm_turn turn;    /* who was due to act */
    lm_table before; /* the table before the action */
    int heard;
    bool overheard; /* there were more than PLAY_HEARD events */
    lm_event event[PLAY_HEARD];
    const house_play *play;
    lm_out whys;                 /* the reasons of events that move money, JSON objects */
    uint32_t why_at[PLAY_HEARD]; /* where the event's reason ends in `whys` */
} play_step;

/* over.c: when a round ends, notes its result for each player. */
void over_follow(house_play *play, const play_step *step);

/* step_why.c: explains an event at the moment when it happens. */
void step_explain(play_step *step, const lm_event *event);

/* step.c: does an action that another act implies, with its consequences, but does not record it. */
bool play_implied(house_play *play, lm_action action);

/* play_books.c: books the money of a step's events. */
bool books_move(house_play *play, const play_step *step);

/* play_coupons.c: whose coupon lies where. Called before the engine takes a bet, and after each step to see how coupons
 * ended. */
bool coupons_lay(house_play *play, const lm_action *action, const verb_extras *more);
void coupons_follow(house_play *play, const play_step *step);
/* The coupon laid on this wager in this round, even if it is used or gone back; NULL: none. */
const house_coupon *coupon_at(const house_state *state, int place, uint8_t wager);
/* For a correction, which rehearses the round: coupons_rehearse puts the coupons back to the start of the round,
 * coupons_correct takes over those of the rehearsal. */
void coupons_rehearse(house_state *state);
bool coupons_are_same(const house_state *a, const house_state *b);
void coupons_correct(house_play *play, const house_state *meant);
/* The holder of all places in a rehearsal: a name that no person can have. */
#define REHEARSED_PLAYER "@"

/* play_meters.c: what a step does to the meters: START with the deal, fixed awards, stakes that are returned. */
bool meters_follow(house_play *play, const play_step *step, bool before_money);
bool meters_agree(const house_state *state);
/* Note which shared meters a step uses, so that all tables which share them see it. */
void meters_use(house_play *play, int first, int n);
void meters_use_game(house_play *play, int game);
/* The tray pays what the meters gained and receives what they lost. Stakes that are laid while an award waits reach the
 * meter after the award is paid (C-116). */
bool meters_follow_money(house_play *play, house_reason gained, house_reason lost);

/* play_cards.c: which card of which stack a step took. */
void cards_follow(house_play *play, const play_step *step);

/* play_felt.c: chips of one place on the layout. */
typedef struct {
    lm_cents lies;  /* chips that are still to be lost or returned */
    lm_cents waits; /* the part of `lies` on wagers that outlive the round */
    bool open;      /* a wager of this place is still to be decided */
} felt_of_place;
felt_of_place felt_at(const lm_round *round, const lm_rules *rules, uint8_t box, uint8_t bettor);

/* acts.c, acts_terms.c, seats.c, consent.c, correct.c: acts of the house. Each completes the act that will be recorded. */
typedef bool house_act(house_play *play, lm_act *act);
house_act act_commit, act_reveal, act_mix_shoe, act_void_shoe;
house_act act_shoe, act_cut_shoe, act_open_shoe, act_call, act_verify_award, act_pay_award, act_withdraw_award,
    act_end_game, act_arm, act_hit_meter, act_adjust, act_system, act_shoe_card;
house_act act_open_table, act_terms, act_close_table, act_tray_open, act_tray_close, act_fill, act_credit,
    act_drop_count, act_tokes_out, act_dealer, act_sit, act_leave, act_buy, act_cash, act_toke, act_correct,
    act_recount, act_freeze, act_thaw, act_drain, act_summon, act_emote, act_attend, act_ready, act_share, act_ask,
    act_give_back, act_time_ran_out;

/* record.c: adds an act that was done to the record. */
void play_done(house_play *play, const lm_act *act);
/* Initialises a play without acts, events and movements. */
void play_clear(house_play *play);
/* Begin and end an object of the list; its fields are written in between. */
lm_out *list_begin(house_list *list);
void list_end(house_list *list);
/* Two ways to tell all watchers: an event whose fields are written between begin and end; or the act itself as an event,
 * without the fields in `less`, a list that ends with LM_FIELDS. */
lm_out *event_begin(house_play *play, const char *word);
void event_end(house_play *play);
void act_tell(house_play *play, const lm_act *act, const lm_act_field *less);
/* Reads the cents of an act; refuses fewer than `least`. */
bool act_cents(house_play *play, const lm_act *act, lm_cents least, lm_cents *cents);
/* Reads the seat of an act; refuses a box that the table does not have. */
bool act_box(house_play *play, const lm_act *act, lm_seat *seat);

/* shoe_card.c: compares the card that was entered last from this side with the one that the shoe announced. */
void shoe_card_follows(house_play *play, int side);
void shoe_card_restacks(house_state *state);

/* lapses.c */
void lapses_follow(house_play *play, const lm_action *action); /* a player who acts no longer sits out */

/* seats.c */
bool seats_sync(house_play *play);                               /* tells the engine who came and went during a round */
void seats_after(house_play *play);                              /* gives up places that were held only for a wager */
bool seats_sharing_is_full(const house_play *play, uint8_t box); /* no further box may be shared */
int rack_places(const house_state *state, int rack);             /* the number of places of its player */
bool rack_named(house_play *play, const char *player, int *rack); /* refuses if no player of this name has chips */
bool rack_is_walkin(const house_state *state, int rack);

/* deal/mix.c: keep the commitment that an act may bring; forget that of a player who leaves. */
bool mix_keeps(house_play *play, const lm_act *act, int rack);
void mix_forgets(house_state *state, int rack);

/* consent.c */
bool is_behind(uint8_t bettor); /* the place of a second or third bettor */
bool box_is_shared(const house_state *state, uint8_t box);
#define CONSENT_CLAUSE "MBJ-13(a).1"
bool consent_chips_lie(const house_play *play, uint8_t box, uint8_t bettor); /* whether chips of this place lie on the
 * felt */
/* consent_follows: a place was taken, or a box given back. consent_forgets: a player has left. */
void consent_follows(house_state *state, uint8_t box, uint8_t bettor);
void consent_forgets(house_state *state, const char *player);

#endif
