/* seen.h - play after a split by a player who sees everything: each hand is decided knowing all cards that the earlier
 * hands of the box drew (class opt).
 *
 * What a finished hand is worth on average is not changed by the cards that later hands draw, because cards come in any
 * order with the same chance. So the rest of a split depends on the cards that are gone and on the hands that wait, not
 * on how the finished hands stand. Such a state is a node. What is computed for it is the gain over the play of cdpn
 * from there on: the value of cdpn is known exactly (after.h), and its play of the hands that wait is worth the same
 * whatever the hand before them does, so it drops out of every comparison. docs/odds.md says what is left out in large
 * shoes. */
#ifndef LM_ODDS_SEEN_H
#define LM_ODDS_SEEN_H

#include "after/after.h"

#ifndef ODDS_EXACT

enum {
    SEEN_NODES = 1 << 20,
    SEEN_ENDS = 1 << 19,
    SEEN_STAGES = 48,
    SEEN_KINDS = AFTER_COUNTS * LM_STAKES, /* of hands, by what cdpn plays alike */
};

/* Where a split stands when a hand comes to be played: the hands that there are, what stakes this one and those that
 * wait for it, and the stages that follow; -1: none. */
typedef struct {
    uint8_t hands, waiting, staked[SPLIT_HANDS], free_splits;
    bool splits; /* cdpn splits another pair here */
    bool tries;  /* the other way is tried as well */
    int8_t next; /* when the hand is finished */
    int8_t more; /* when another pair is split, where that is allowed */
} seen_stage;

/* The cards that hands have drawn since the pair was split, a field of bits for each value. */
typedef uint64_t seen_key;

typedef struct {
    seen_key key; /* the cards, and above them 1 + the stage; 0: free */
    double weight, gain;
    int32_t next; /* of the same stage */
} seen_node;

/* Which of the dealer's ends a hand wins and loses against, as 1 or 0. */
typedef struct {
    lm_lanes win, lose;
} seen_result;

enum { SEEN_STAND = 1, SEEN_HIT = 2, SEEN_DOUBLE = 4, SEEN_OVER = -1, SEEN_NONE = -2 };

/* A hand with a card of the pair's value. */
typedef struct {
    hand_id hand;
    seen_key key;      /* of the cards after the first */
    uint8_t count[11]; /* of the same */
    int16_t plus[11];
    double win[BACKINGS]; /* tenths, on average */
} seen_hand;

/* How a hand may be played. */
typedef struct {
    uint8_t base, tried; /* the act of cdpn; the acts that are tried */
    bool needed;         /* it is decided here, or its value counts in a decision before it */
    uint8_t plain, doubled;
} seen_play;

typedef struct seen_room {
    const column *of;
    const after_play *base;
    int value, blackjack_value;
    int split;    /* the number of splits solved: tells ends of other splits apart */
    int left[11]; /* cards that are not seen when the pair is split */
    bool unseen;  /* the card of a double lies face down */
    double least; /* the weight of a node that is followed */
    double close; /* what a play may cost in tenths that is tried all the same */
    double skipped[SEEN_STAGES], followed[SEEN_STAGES], found[SEEN_STAGES];
    int stages, hands, nodes;
    seen_stage stage[SEEN_STAGES];
    int32_t first[SEEN_STAGES];
    seen_hand hand[HANDS_MOST];
    bool has_kind[SEEN_KINDS];
    seen_play play[SEEN_KINDS][HANDS_MOST];
    bool stood[HANDS_MOST]; /* the hand may end with these cards */
    double reach[HANDS_MOST], win[HANDS_MOST], lose[HANDS_MOST], worth[HANDS_MOST], gain[HANDS_MOST];
    seen_result result[HANDS_MOST];
    int16_t wanted[HANDS_MOST];
    uint32_t wanted_at[HANDS_MOST];
    seen_node node[SEEN_NODES];
    seen_key ends_of[SEEN_ENDS]; /* the cards, and above them the number of the split */
    lm_lanes ends[SEEN_ENDS];    /* the dealer's ends when these cards are gone */
    dealer_batch batch;
} seen_room;

/* What the player who sees everything gains over cdpn when this pair is split, in tenths, and about how much more there
 * may be to gain in states that are too rare to be followed. `base` is the play of cdpn. */
typedef struct {
    double gain, left_out;
} seen_gain;
seen_gain seen_solve(lm_game *g, const column *c, int value, const after_play *base);

/* --- between the two files */

static inline seen_key seen_card(int value)
{
    static const uint8_t shift[11] = { 0, 0, 6, 12, 17, 22, 27, 32, 37, 41, 45 };
    return (seen_key)1 << shift[value];
}
enum { SEEN_BITS = 49 };

/* A hand comes to be played: the stage and the cards that are gone. */
typedef struct {
    seen_room *room;
    const lm_game *g;
    const seen_stage *stage;
    const seen_play *play;
    seen_key key;
    int left[11];
    double weight;
} seen_turn;

/* Finds what the hands that may end win and lose; `all`: also those that are not needed. */
void seen_find_ends(seen_turn *t, bool all);

/* What an act of a hand is worth by itself, when cdpn goes on. */
double seen_worth(const seen_turn *t, int i, uint8_t act);

#endif

#endif
