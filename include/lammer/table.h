/* table.h - a table: the shoe, the players and everything else that outlives a round.
 *
 * It has the functions of a round: turn, legal, apply. A table's whole life is a list of actions, and replaying the
 * list gives the same bytes. It knows the cards only by what has left the shoe: those that were seen, and how
 * many left unseen. The stacked cards themselves belong to the program that deals (shoe.h is one way to keep
 * them).
 *
 * By the book, decks are delivered, inspected, spread, washed, stacked, shuffled, cut, covered and loaded
 * before a round is opened, and counted and shuffled again when the cover card has come out. Each step is an
 * action and is refused out of its order. A driver without a physical table (a test, a script, an online
 * game) takes the quick way instead: LM_LOAD on a closed table, preferably with `yes`, says that a prepared shoe is
 * in place, shuffled, cut and covered; the next such shoe may replace it between any two rounds.
 *
 * Verbs of the round are passed on to the round that is open; a card the shoe no longer holds is refused. */
#ifndef LAMMER_TABLE_H
#define LAMMER_TABLE_H

#include "lammer/round.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Further verbs of lm_action.verb (verbs.def); fields that a verb does not use must be zero. A pack is one
 * batch of a table with a batch shuffler, or the cards of one side of a double shoe: 0 the first, 1 the
 * second. */
typedef enum {
    LM_TABLE_VERB_FIRST = LM_VERB_COUNT - 1,
#define ROUND_VERB(name, ...)
#define TABLE_VERB(name, ...) LM_##name,
#include "lammer/verbs.def"
    LM_TABLE_VERB_COUNT
} lm_table_verb;

/* What the table waits for, in the order in which a new deck passes through. */
typedef enum {
    LM_TO_DELIVER, /* closed: no cards */
    LM_TO_INSPECT,
    LM_TO_VERIFY,
    LM_TO_SPREAD,
    LM_TO_VIEW, /* spread for the first player to arrive */
    LM_TO_WASH,
    LM_TO_STACK,
    LM_TO_SHUFFLE,
    LM_TO_SWAP, /* the other batch is to come out of the shuffler */
    LM_TO_CUT,
    LM_TO_COVER_BOTTOM, /* hand-dealt: a cut card covers the bottom card */
    LM_TO_COVER,
    LM_TO_LOAD,
    LM_TO_OPEN, /* between rounds */
    LM_IN_ROUND,
    LM_TO_UNLOAD, /* the shoe is finished */
    LM_STOPPED,   /* the count was wrong */
    LM_STAGES,
} lm_stage;

/* Where a pack is. */
typedef enum {
    LM_AWAY,
    LM_SPREAD_OUT, /* on the table, to be washed or stacked */
    LM_STACKED,
    LM_IN_DEVICE,
    LM_IN_PLAY, /* being cut, in the shoe, on the layout or in the rack */
} lm_place;

/* Why the cards are shuffled: it decides who is offered the cut. */
typedef enum { LM_NEW_GAME, LM_COVER_CARD, LM_ORDERED } lm_cause;

/* Why an open round waits while the cards are prepared. */
typedef enum { LM_NOT_PAUSED, LM_PAUSED_FOR_RECUT, LM_PAUSED_BY_EXHAUSTION } lm_pause;

/* Burns that are due, as bits of lm_table.burns; they are made in this order. */
enum { LM_BURN_FOR_BATCH = 1, LM_BURN_FOR_EXHAUSTION = 2, LM_BURN_FOR_DEALER = 4, LM_BURN_FOR_ROUND = 8 };

enum { LM_PACKS = 2, LM_PATRONS = 3 /* bettors of a box who can sit out */ };

typedef struct {
    lm_round round; /* the open one, or the last */
    uint64_t rules_hash;
    uint32_t rounds;       /* opened so far */
    uint32_t actions;      /* applied so far */
    uint16_t cards_out;    /* cards that have left the shoe */
    uint16_t unseen_out;   /* those of them that were not seen */
    uint16_t behind_cover; /* cards behind the cover card; 0: unknown */
    uint16_t hours;        /* hours that the decks have been in use */
    uint8_t stage;         /* lm_stage */
    uint8_t by_book;       /* the decks were delivered and prepared by the book, not the quick way */
    uint8_t opening;       /* the pack has not been shuffled since it was delivered */
    uint8_t pack;          /* the pack that is being prepared or is in the shoe */
    uint8_t place[LM_PACKS];
    uint8_t device_down; /* a sign says that the shuffler is out of order */
    uint8_t paused;      /* lm_pause */
    uint8_t fresh;       /* loaded by the book, no card dealt: the cut may still be refused (MBJ-5(g)) */
    uint8_t idle;        /* the cards were spread because no player was there */
    uint8_t face_down;   /* the cards spread while idle lie face down */
    uint8_t asked;       /* a player wants to see the stored batch */
    uint8_t riffles;     /* riffles of this shuffle, counted up to two */
    uint8_t steps;       /* other steps of this shuffle, as private bits */
    uint8_t undealt;     /* cards that were not dealt lie apart from the discards */
    uint8_t seated;      /* bit set of boxes with a player; in all sets of boxes, box 1 is bit 0 */
    uint8_t first_in;    /* the box of the first player to arrive */
    uint8_t cause;       /* lm_cause */
    uint8_t cover_seen;
    uint8_t cover_box; /* the box at which the cover card came out; 0 the dealer */
    uint8_t cut_start; /* the box that is offered the cut again; 0: the box that `cause` determines */
    uint8_t refused;   /* bit set of players who refused the cut */
    uint8_t last_cutter;
    uint8_t burns;             /* bit set of burns due */
    uint8_t burned;            /* burned cards in the rack, not shown */
    uint8_t face_down_doubles; /* a player asked for a double card face down: from the next round all are offered it */
    uint8_t sat_out[LM_PATRONS]; /* bit sets: players, second and third bettors of a box who did not bet */
    uint8_t just_over;           /* a round has ended and nothing has been done since */
    uint8_t spare[2];
    uint8_t seen[LM_CARDS]; /* copies of each card seen since the shoe was loaded */
} lm_table;

lm_status lm_table_open(lm_table *table, const lm_rules *rules);
lm_turn lm_table_turn(const lm_table *table, const lm_rules *rules);
int lm_table_legal(const lm_table *table, const lm_rules *rules, lm_action *actions, int room);
lm_status lm_table_apply(lm_table *table, const lm_rules *rules, lm_action action);
lm_status lm_table_apply_heard(lm_table *table, const lm_rules *rules, lm_action action, const lm_listener *listener);

/* The state of the table: no cards in the shoe, between rounds, in a round. */
typedef enum { LM_TABLE_EMPTY, LM_TABLE_IDLE, LM_TABLE_ROUND } lm_table_phase;
lm_table_phase lm_table_phase_of(const lm_table *table);

/* Corrects the census: a card seen since the shoe was loaded was really another one. Refused if `was` was not
 * seen, no copy of `is` is left, or `is` would contradict the card reader. */
lm_status lm_table_recount(lm_table *table, const lm_rules *rules, lm_card was, lm_card is);

/* Cards that have left the shoe since it was loaded. */
int lm_table_cards_out(const lm_table *table);

/* Cards of the stack that is being prepared, and the fewest that a cut may leave on either side. */
int lm_table_stack(const lm_table *table, const lm_rules *rules);
int lm_table_cut_minimum(const lm_table *table, const lm_rules *rules);

/* The player who is offered the cut, as a box; 0 the dealer. */
uint8_t lm_table_cutter(const lm_table *table, const lm_rules *rules);

/* The word of a verb of the round or the table. */
const char *lm_action_word(uint8_t verb);

#ifdef __cplusplus
}
#endif

#endif
