/* table_step.h - the functions that the parts of a table share while one action is done.
 *
 * As in the round, an action is judged by a `may_` function, which changes nothing, and done by a `do_` function, which
 * cannot fail. The rows of table.c say in which stages a verb is allowed and which fields it uses; the may_ functions
 * check the rest, and fill in the allowed amounts. */
#ifndef LAMMER_TABLE_STEP_H
#define LAMMER_TABLE_STEP_H

#include "lammer/table.h"
#include "round/step.h"

typedef lm_status lm_table_may(const lm_table *, const lm_rules *, lm_action *);
typedef void lm_table_do(lm_table *, const lm_step *, const lm_action *);

/* prepare.c: from the delivery to the stack. */
lm_table_may lm_may_deliver, lm_may_verify, lm_may_view, lm_may_request_spread;
lm_table_do lm_do_deliver, lm_do_request_spread, lm_do_change_decks, lm_do_idle;
lm_table_may lm_may_idle, lm_may_change_decks, lm_may_hours;
lm_table_do lm_do_hours;

/* shuffle.c */
lm_table_may lm_may_plug, lm_may_riffle, lm_may_turn_half, lm_may_strip, lm_may_shuffle_cut;
lm_table_do lm_do_hand_step; /* plug, riffle, turn-half, strip, shuffle-cut */
lm_table_may lm_may_device_shuffle, lm_may_sign, lm_may_swap;
lm_table_do lm_do_device_shuffle, lm_do_jam, lm_do_sign, lm_do_swap;

/* cut.c */
lm_table_may lm_may_cut, lm_may_refuse_cut, lm_may_recut, lm_may_cover, lm_may_load;
lm_table_do lm_do_cut, lm_do_refuse_cut, lm_do_recut, lm_do_cover, lm_do_load;

/* shoe.c: the shoe in play. */
lm_table_may lm_may_burn, lm_may_show_burn, lm_may_forgot_burn, lm_may_open;
lm_table_may lm_may_cover_seen, lm_may_order_shuffle, lm_may_unload;
lm_table_do lm_do_burn, lm_do_show_burn, lm_do_forgot_burn, lm_do_new_dealer, lm_do_open;
lm_table_do lm_do_cover_seen, lm_do_order_shuffle, lm_do_unload;

/* seats.c */
lm_table_may lm_may_arrive, lm_may_leave, lm_may_readmit;
lm_table_do lm_do_arrive, lm_do_leave, lm_do_readmit;

/* Stages (stages.c). Entering passes over the stages that this house or this pack does not have. */
void lm_enter_stage(lm_table *t, const lm_step *s, uint8_t stage);
void lm_next_stage(lm_table *t, const lm_step *s);
lm_table_do lm_do_step; /* reports the step that the stage waits for, and moves on */
const char *lm_stage_clause(const lm_table *t, const lm_rules *k); /* clause of the step that is owed */
lm_status lm_refuse_stage(const lm_table *t, const lm_rules *k);   /* because another step is owed */

/* Actions at the start of a stage. */
void lm_begin_shuffle(lm_table *t, const lm_step *s);
void lm_begin_swap(lm_table *t, const lm_step *s);
void lm_begin_cut(lm_table *t, const lm_step *s);
void lm_begin_load(lm_table *t, const lm_step *s);
void lm_fill_shoe(lm_table *t, const lm_step *s);
void lm_forget_cards(lm_table *t); /* the census starts anew: every card is back in the stack */
void lm_offer_cut(lm_table *t, const lm_step *s);
void lm_spread_stored(lm_table *t, const lm_step *s); /* the batch from the device is shown and shuffled again */

/* The round and the table. */
lm_status lm_may_reach_round(const lm_table *t, const lm_rules *k, const lm_action *a);
typedef struct { /* values of the round before an action */
    uint8_t next_card, set_aside;
} lm_round_marks;
void lm_round_was_changed(lm_table *t, const lm_step *s, const lm_action *a, const lm_round_marks *before);
bool lm_shoe_holds(const lm_table *t, const lm_rules *k, lm_card card);
bool lm_shoe_is_empty(const lm_table *t, const lm_rules *k);
bool lm_cover_is_overdue(const lm_table *t, const lm_rules *k);
bool lm_decks_are_old(const lm_table *t, const lm_rules *k);
uint8_t lm_manual_step(const lm_table *t);                        /* the verb that a shuffle by hand needs next */
const char *lm_burn_clause(const lm_table *t, const lm_rules *k); /* of the burn that is made next */
bool lm_shuffles_by_hand(const lm_table *t, const lm_rules *k);
bool lm_waits_for_first_player(const lm_table *t, const lm_rules *k);

/* Seats. */
void lm_take_seat(lm_table *t, uint8_t box);
void lm_mark_absent(lm_table *t, const lm_rules *k); /* betting has closed */
bool lm_is_barred(const lm_table *t, const lm_rules *k, const lm_action *a);

static inline uint8_t lm_box_bit(uint8_t box)
{
    return (uint8_t)(1 << (box - 1));
}

static inline bool lm_is_seated(const lm_table *t, const lm_rules *k, uint8_t box)
{
    return box >= 1 && box <= k->boxes && t->seated & lm_box_bit(box);
}

static inline bool lm_is_continuous(const lm_rules *k)
{
    return k->shoe == LM_SHOE_CONTINUOUS;
}

static inline bool lm_is_double_shoe(const lm_rules *k)
{
    return k->shoe == LM_SHOE_DOUBLE;
}

/* Two batches take turns: one is dealt while the device keeps the other. */
static inline bool lm_alternates(const lm_rules *k)
{
    return k->shuffler == LM_SHUFFLER_BATCH && (k->shoe == LM_SHOE_SINGLE || k->shoe == LM_SHOE_HAND);
}

static inline bool lm_uses_device(const lm_table *t, const lm_rules *k)
{
    return lm_is_continuous(k) || (k->shuffler == LM_SHUFFLER_BATCH && !t->device_down);
}

/* A procedure of the house's own replaces steps of the shuffle, the cut card or the burn: MBJ-5(k). */
static inline bool lm_has_own_procedure(const lm_rules *k)
{
    return !lm_is_free_bet(k) && k->custom_procedure == LM_CUSTOM_APPROVED;
}

static inline int lm_packs(const lm_rules *k)
{
    return lm_alternates(k) || (lm_is_double_shoe(k) && k->decks > 1) ? 2 : 1;
}

/* A double shoe shares the decks between its sides. */
static inline int lm_pack_decks(const lm_rules *k, uint8_t pack)
{
    int decks = (int)k->decks;
    if (!lm_is_double_shoe(k)) return decks;
    return pack ? decks / 2 : decks - decks / 2;
}

static inline int lm_full_shoe(const lm_rules *k)
{
    return (int)k->decks * LM_CARDS;
}

static inline const char *lm_by_document(const lm_rules *k, const char *free_bet, const char *blackjack)
{
    return lm_is_free_bet(k) ? free_bet : blackjack;
}

#endif
