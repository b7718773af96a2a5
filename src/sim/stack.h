/* stack.h - the cards of a simulated shoe, drawn one at a time: docs/simulation.md, to the bit.
 *
 * A stack is the sorted shoe and a stream of 64-bit words. Draw t takes a slot uniform on [0, n - t); the card in
 * that slot leaves, and the last one that is left moves into it. One word yields seven slots by mixed radix; a
 * word that would favour some is rejected and the next one taken, so every order of cards is equally likely. */
#ifndef LAMMER_SIM_STACK_H
#define LAMMER_SIM_STACK_H

#include "lammer/card.h"
#include "lammer/shoe.h"
#include "philox.h"

enum { STACK_DRAWS_A_WORD = 7, STACK_GROUPS = (LM_SHOE_CARDS + STACK_DRAWS_A_WORD - 1) / STACK_DRAWS_A_WORD };

/* The purpose of the words, in the top byte of counter word 3. */
typedef enum { STREAM_ROUND, STREAM_SHOE, STREAM_CHANCE } stream_purpose;

/* Where words come from. `both_halves`: word i is half i & 1 of block i >> 1; otherwise every word is one half (`half`)
 * of a block, and the neighbouring round uses the other half. */
typedef struct {
    uint64_t seed;
    uint64_t index;   /* pair of rounds, or session */
    uint32_t purpose; /* counter word 3 */
    uint32_t next;    /* word */
    uint8_t both_halves;
    uint8_t half;
    uint64_t kept; /* the other half of the last block, where both are used */
} word_stream;

word_stream words_of_round(uint64_t seed, uint64_t round, int side);
word_stream words_of_shoe(uint64_t seed, uint64_t session, uint32_t shoe, int side);
word_stream words_of_chance(uint64_t seed, uint64_t round);
uint64_t words_next(word_stream *words);

/* An unbiased number below `bound`, for chance other than cards. */
uint64_t words_below(word_stream *words, uint64_t bound);

/* Of each group of draws: the product of its radices, and 2^64 modulo that product. */
typedef struct {
    uint64_t product[STACK_GROUPS], threshold[STACK_GROUPS];
    lm_card sorted[LM_SHOE_CARDS];
    int n;
} stack_plan;

void stack_plan_decks(stack_plan *plan, int decks);
/* A plan for any cards, given by their copies. */
void stack_plan_cards(stack_plan *plan, const uint16_t copies[LM_CARDS]);

/* Whether a word may serve a group. The seven slots of a word w are the digits of floor(w * product / 2^64); once words
 * with a small rest are rejected, every such number has equally many words. */
static inline bool stack_accepts(const stack_plan *plan, int group, uint64_t word)
{
    return word * plan->product[group] >= plan->threshold[group];
}

typedef struct {
    const stack_plan *plan;
    word_stream words;
    uint64_t fraction; /* what is left of the word in hand */
    int drawn;
    lm_card card[LM_SHOE_CARDS];
} card_stack;

void stack_open(card_stack *stack, const stack_plan *plan, word_stream words);
lm_card stack_draw(card_stack *stack);

static inline int stack_left(const card_stack *stack)
{
    return stack->plan->n - stack->drawn;
}

#endif
