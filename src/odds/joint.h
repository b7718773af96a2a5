/* joint.h - joint probabilities of several split hands, which depend on each other only through the cards they took.
 *
 * A list has the sets of cards by which a hand reaches an event (a free double, not going over 21), with the number of
 * their orders. The probability that several hands reach it together is the sum, over their lists, of the probability
 * that all those cards come. */
#ifndef LM_ODDS_JOINT_H
#define LM_ODDS_JOINT_H

#include "split.h"

enum {
    JOINT_MOST = 3000,
    JOINT_UNIONS = 1 << 17,
    JOINT_KNOWN = 256,
    JOINT_COPIES = 60, /* of one value in a union */
};

/* Cards by count of each value, six bits a value: the sum of two keys is the key of both together. */
typedef uint64_t card_key;

static inline int key_count(card_key key, int value)
{
    return (int)(key >> (6 * (value - 1)) & 63);
}

card_key key_of_hand(const lm_game *g, hand_id h);

typedef struct {
    card_key cards;
    lm_real orders;
} joint_item;

typedef struct {
    int n;
    joint_item item[JOINT_MOST];
} joint_list;

/* Room for the unions of two lists. */
typedef struct joint_room {
    joint_list list[LM_STAKES][SECONDS + 1];
    bool concerned[LM_STAKES];
    int n;
    joint_item item[JOINT_UNIONS];
    uint32_t slot[JOINT_UNIONS * 2]; /* 1 + index of the item */
    joint_item other[JOINT_UNIONS];
    bool rough; /* three or more hands may be approximated by pairs */
    lm_share copies[11][JOINT_COPIES],
        rest[128]; /* chance of k cards of a value, but for the order; of so many draws */
    int known;     /* sums computed before from these lists */
    struct {
        uint32_t key;
        lm_real sum;
    } sum[JOINT_KNOWN];
} joint_room;

/* Events of a hand: it is doubled free; loses no chips by going over 21; stands with chips on it. */
typedef enum { TOGETHER_DOUBLE_FREE, TOGETHER_NOTHING_LOST, TOGETHER_CHIPS_LIVE } joint_event;

/* Everything here uses the pair in g->study and the memory of g->joint. Writes the lists of an event, for every stake
 * and second card. */
void joint_lists(lm_game *g, joint_event event);

/* The hands that the event concerns: a lammer's hand has chips only after a paid double. */
unsigned joint_concerned(const lm_game *g, const split_course *course);

/* Call before another value or column is studied without lists. */
void joint_forget(lm_game *g);

/* The condition on the dealer's second card: any, no blackjack, a blackjack. */
typedef enum { HOLE_ANY, HOLE_NO_BLACKJACK, HOLE_BLACKJACK } hole_card;

/* The probability, over all ways the split may go, that the event of the lists happens to all hands in `which` (a bit
 * set). */
lm_real joint_chance(lm_game *g, const column *c, const split_course *course, unsigned which, hole_card hole);

/* The probability that it happens to none of the hands concerned. */
lm_real joint_none(lm_game *g, const column *c, const split_course *course, hole_card hole);

#endif
