/* stack.h - the cards of a simulated shoe, drawn one at a time: docs/simulation.md, to the bit.
 *
 * A stack is the sorted shoe and a stream of 64-bit words. Draw t takes the card in a slot uniform on [0, n - t), and
 * the last remaining card moves into this slot. One word yields seven slots by mixed radix. A word that would favour
 * some slots is rejected and the next word is used, so every order of cards is equally likely. */
#ifndef LAMMER_SIM_STACK_H
#define LAMMER_SIM_STACK_H

#include "lammer/card.h"
#include "lammer/shoe.h"
#include "philox.h"

enum { STACK_DRAWS_A_WORD = 7, STACK_GROUPS = (LM_SHOE_CARDS + STACK_DRAWS_A_WORD - 1) / STACK_DRAWS_A_WORD };

/* The purpose of the words, in the top byte of counter word 3. */
typedef enum { STREAM_ROUND, STREAM_SHOE, STREAM_CHANCE, STREAM_SIDES } stream_purpose;
enum { STREAM_PURPOSE_SHIFT = 24, STREAM_SIDE_SHIFT = 23 };

/* A stream of words, two to a block. With `both_halves`, word i is half i & 1 of block i >> 1. Otherwise word i is half
 * `half` of block i, and the neighbouring round uses the other half. */
typedef struct {
    uint64_t seed;
    uint64_t index;   /* pair of rounds, or session */
    uint32_t purpose; /* counter word 3 */
    uint32_t next;    /* word */
    uint8_t both_halves;
    uint8_t half;
    uint64_t kept; /* with both_halves: the second half of the last block */
} word_stream;

word_stream words_of_round(uint64_t seed, uint64_t round, int side);
word_stream words_of_shoe(uint64_t seed, uint64_t session, uint32_t shoe, int side);
word_stream words_of_chance(uint64_t seed, uint64_t round);
uint64_t words_next(word_stream *words);

/* An unbiased number below `bound`, for chance other than cards. */
uint64_t words_below(word_stream *words, uint64_t bound);

/* The sides of a double shoe that the determinant cards of neighbouring rounds come from: bit k of a block is round k of
 * its 128. The last block is kept; begin with zeros. */
enum { STREAM_SIDES_A_BLOCK = 128 };
typedef struct {
    bool is_known;
    uint64_t seed, index;
    philox_block block;
} side_stream;

/* The block of a round. */
const philox_block *sides_around(side_stream *sides, uint64_t seed, uint64_t round);

static inline int side_of_round(side_stream *sides, uint64_t seed, uint64_t round)
{
    return sides_around(sides, seed, round)->word[round >> 5 & 3] >> (round & 31) & 1;
}

/* The sorted cards and, for each group of draws, the product of its radices and 2^64 modulo this product. */
typedef struct {
    uint64_t product[STACK_GROUPS], threshold[STACK_GROUPS];
    lm_card sorted[LM_SHOE_CARDS];
    int n;
} stack_plan;

void stack_plan_decks(stack_plan *plan, int decks);
/* A plan for any cards, given by their copies. */
void stack_plan_cards(stack_plan *plan, const uint16_t copies[LM_CARDS]);

/* Whether a word may serve a group. The seven slots of a word w are the digits of floor(w * product / 2^64). Rejecting
 * words with a small remainder leaves equally many words for each of these numbers. */
static inline bool stack_accepts(const stack_plan *plan, int group, uint64_t word)
{
    return word * plan->product[group] >= plan->threshold[group];
}

enum { STACK_BLOCKS = 2 };

typedef struct {
    const stack_plan *plan;
    word_stream words;
    int drawn;
    int dealt;                        /* cards of `out` that the words so far have chosen */
    int blocks;                       /* the first blocks of this round, which its neighbour needs as well */
    philox_block block[STACK_BLOCKS]; /* those blocks */
    uint16_t slot[LM_SHOE_CARDS];     /* the slot of each draw */
    lm_card out[LM_SHOE_CARDS];       /* the cards in the order in which they leave */
    lm_card card[LM_SHOE_CARDS];      /* the others */
} card_stack;

void stack_open(card_stack *stack, const stack_plan *plan, word_stream words);

/* Takes the cards of the next word out, all at once. */
void stack_deal_word(card_stack *stack);

static inline lm_card stack_draw(card_stack *stack)
{
    if (stack->drawn == stack->dealt) stack_deal_word(stack);
    return stack->out[stack->drawn++];
}

/* Puts the cards of an open stack back and shuffles them for a round: the same as stack_open, but only the slots that
 * were drawn are restored. */
void stack_reopen(card_stack *stack, uint64_t seed, uint64_t round, int side);

static inline int stack_left(const card_stack *stack)
{
    return stack->plan->n - stack->drawn;
}

#endif
