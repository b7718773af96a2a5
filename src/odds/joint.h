/* joint.h - joint probabilities of several split hands, which depend on each other only through the cards they took.
 *
 * A list holds the sets of cards by which a hand reaches an event (a free double, not going over 21), each with the
 * number of its orders. The probability that several hands reach the event together is a sum over all choices of one
 * set from each hand's list: the probability that all cards of these sets come. */
#ifndef LM_ODDS_JOINT_H
#define LM_ODDS_JOINT_H

#include "split.h"

enum {
    JOINT_MOST = 3000,
    JOINT_UNIONS = 1 << 17,
    JOINT_KNOWN = 256,
    JOINT_COPIES = 60, /* cards of one value in a union, and one more */
};

/* The number of cards of each value, in six bits a value: the sum of two keys is the key of their union. */
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

static inline uint64_t joint_mix(uint64_t mark, uint64_t x)
{
    mark = (mark ^ x) * 0xff51afd7ed558ccdu;
    return mark ^ mark >> 32;
}

typedef struct {
    int n;
    uint64_t mark; /* lists of different items have different marks */
    joint_item item[JOINT_MOST];
} joint_list;

/* Scratch memory: the lists of an event, their unions, and the sums computed so far. */
enum { JOINT_COUNTS = SPLIT_HANDS - 1 };
typedef struct joint_room {
    joint_list list[JOINT_COUNTS][LM_STAKES][SECONDS + 1]; /* by the number of hands, or the first for any number */
    bool by_count, concerned[LM_STAKES];
    int n;
    joint_item item[JOINT_UNIONS];
    uint32_t slot[JOINT_UNIONS * 2]; /* 1 + index of the item */
    joint_item other[JOINT_UNIONS];
    lm_share copies[11][JOINT_COPIES], rest[128]; /* factors of a probability, by cards of a value and by draws */
    int known;                                    /* sums already computed from these lists */
    struct {
        uint64_t key;
        lm_real sum;
    } sum[JOINT_KNOWN];
} joint_room;

/* Events of a hand: a free double; not losing chips by going over 21; standing with chips on it. */
typedef enum { TOGETHER_DOUBLE_FREE, TOGETHER_NOTHING_LOST, TOGETHER_CHIPS_LIVE } joint_event;

/* Writes the lists of an event, for every stake and second card. All functions here study the pair in g->study and use
 * the memory of g->joint. */
void joint_lists(lm_game *g, joint_event event);

/* The same of the hands that are played while there are `count` hands, from two upward, where each number of them has a
 * study of its own; 0: all. */
void joint_lists_at(lm_game *g, joint_event event, int count);

/* The hands that the event concerns: a lammer's hand has chips only after a paid double. */
unsigned joint_concerned(const lm_game *g, const split_course *course);

/* Forgets the sums computed so far. Call it when g->study turns to another pair or column without joint_lists. */
void joint_forget(lm_game *g);

/* The condition on the dealer's second card: any, no blackjack, a blackjack. */
typedef enum { HOLE_ANY, HOLE_NO_BLACKJACK, HOLE_BLACKJACK } hole_card;

/* The lists of several hands, when `gone` cards of their value are on other hands. */
typedef struct {
    const joint_list *list[SPLIT_HANDS];
    int n, gone;
    hole_card hole;
} together;

/* The probability that the split takes this course and the event of the lists happens to all hands in the bit set
 * `which`. */
lm_real joint_chance(lm_game *g, const column *c, const split_course *course, unsigned which, hole_card hole);

/* The probability that the event happens to none of the hands that it concerns. */
lm_real joint_none(lm_game *g, const column *c, const split_course *course, hole_card hole);

#endif
