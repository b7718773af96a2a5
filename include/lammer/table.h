/* table.h - a table: what lives longer than one round.
 *
 * The same shape as a round: turn, legal, apply. A table's whole life is a list of actions, and replaying the
 * list gives the same bytes. It knows the shoe only by what has left it: the cards seen, and how many left
 * unseen. The stacked cards themselves belong to whoever deals.
 *
 * Verbs of the round are passed on to the round that is open; a card the shoe no longer holds is refused. */
#ifndef LAMMER_TABLE_H
#define LAMMER_TABLE_H

#include "lammer/round.h"

/* Further verbs of lm_action.verb. */
#define LM_TABLE_VERBS(X)                                                                 \
    X(LOAD, "load")             /* a shuffled and cut stack goes into the shoe */         \
    X(BURN, "burn")             /* the next card goes face down to the rack */            \
    X(SHOW_BURN, "show-burn")   /* card: a player asked to see the burned card */         \
    X(NEW_DEALER, "new-dealer") /* the dealer changes */                                  \
    X(OPEN, "open")             /* betting opens for the next round */

typedef enum {
    LM_TABLE_VERB_FIRST = LM_VERB_COUNT - 1,
#define X(name, word) LM_##name,
    LM_TABLE_VERBS(X)
#undef X
        LM_TABLE_VERB_COUNT
} lm_table_verb;

typedef enum {
    LM_TABLE_EMPTY, /* no cards in the shoe */
    LM_TABLE_IDLE,  /* between rounds */
    LM_TABLE_ROUND, /* a round is open */
} lm_table_phase;

typedef struct {
    lm_round round; /* the open one, or the last */
    uint64_t rules_hash;
    uint32_t rounds;     /* opened so far */
    uint32_t actions;    /* applied so far */
    uint16_t unseen_out; /* cards that left the shoe and that nobody saw */
    uint8_t phase;
    uint8_t burns_due;
    uint8_t burned;              /* a burned card lies in the rack, not shown */
    uint8_t face_down_doubles;   /* a player has asked for one: offered to all from the next round */
    uint8_t spare[6];
    uint8_t seen[LM_CARDS]; /* copies of each card seen since the shoe was loaded */
} lm_table;

lm_status lm_table_open(lm_table *table, const lm_rules *rules);
lm_turn lm_table_turn(const lm_table *table, const lm_rules *rules);
int lm_table_legal(const lm_table *table, const lm_rules *rules, lm_action *actions, int room);
lm_status lm_table_apply(lm_table *table, const lm_rules *rules, lm_action action);
lm_status lm_table_apply_heard(lm_table *table, const lm_rules *rules, lm_action action, const lm_listener *listener);

/* Cards that have left the shoe since it was loaded. */
int lm_table_cards_out(const lm_table *table);

/* The word of a round's or a table's verb. */
const char *lm_action_word(uint8_t verb);

#endif
