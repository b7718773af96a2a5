/* stack.c - see stack.h. */
#include "stack.h"

#include <assert.h>
#include <string.h>

#include "lammer/sim.h"

__extension__ typedef unsigned __int128 wide;

static uint32_t purpose_word(stream_purpose purpose, int side, uint32_t number)
{
    assert(number < 1u << STREAM_SIDE_SHIFT);
    return (uint32_t)purpose << STREAM_PURPOSE_SHIFT | (uint32_t)side << STREAM_SIDE_SHIFT | number;
}

word_stream words_of_round(uint64_t seed, uint64_t round, int side)
{
    return (word_stream){
        .seed = seed, .index = round >> 1, .half = round & 1, .purpose = purpose_word(STREAM_ROUND, side, 0)
    };
}

word_stream words_of_shoe(uint64_t seed, uint64_t session, uint32_t shoe, int side)
{
    return (word_stream){
        .seed = seed, .index = session, .both_halves = 1, .purpose = purpose_word(STREAM_SHOE, side, shoe)
    };
}

word_stream words_of_chance(uint64_t seed, uint64_t round)
{
    return (
        word_stream){ .seed = seed, .index = round, .both_halves = 1, .purpose = purpose_word(STREAM_CHANCE, 0, 0) };
}

/* The first round of Philox does not multiply the word with the low half of the index. So blocks that differ only in
 * this half share four of their twenty multiplications. */
static philox_block block_at(const word_stream *words, uint32_t block)
{
    philox_block counter = { { (uint32_t)(words->index >> 32), (uint32_t)words->index, block, words->purpose } };
    return philox(counter, (uint32_t)words->seed, (uint32_t)(words->seed >> 32));
}

const philox_block *sides_around(side_stream *sides, uint64_t seed, uint64_t round)
{
    uint64_t index = round / STREAM_SIDES_A_BLOCK;
    if (!sides->is_known || sides->index != index || sides->seed != seed) {
        word_stream words = { .seed = seed, .index = index, .purpose = purpose_word(STREAM_SIDES, 0, 0) };
        *sides = (side_stream){ .is_known = true, .seed = seed, .index = index, .block = block_at(&words, 0) };
    }
    return &sides->block;
}

static uint64_t half_of(const philox_block *block, int half)
{
    return (uint64_t)block->word[2 * half + 1] << 32 | block->word[2 * half];
}

uint64_t words_next(word_stream *words)
{
    uint32_t word = words->next++;
    if (!words->both_halves) {
        philox_block block = block_at(words, word);
        return half_of(&block, words->half);
    }
    if (word & 1) return words->kept;
    philox_block block = block_at(words, word >> 1);
    words->kept = half_of(&block, 1);
    return half_of(&block, 0);
}

void lm_sim_words(uint64_t seed, uint64_t first, uint64_t *word, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        word_stream words = words_of_round(seed, first + i, 0);
        word[i] = words_next(&words);
    }
}

uint64_t words_below(word_stream *words, uint64_t bound)
{
    for (;;) {
        wide product = (wide)words_next(words) * bound;
        if ((uint64_t)product >= -bound % bound) return (uint64_t)(product >> 64);
    }
}

static void plan_groups(stack_plan *plan)
{
    for (int group = 0; group * STACK_DRAWS_A_WORD < plan->n; group++) {
        uint64_t product = 1;
        for (int i = 0; i < STACK_DRAWS_A_WORD; i++) {
            int radix = plan->n - group * STACK_DRAWS_A_WORD - i;
            if (radix > 1) product *= (uint64_t)radix;
        }
        plan->product[group] = product;
        plan->threshold[group] = -product % product;
    }
}

void stack_plan_cards(stack_plan *plan, const uint16_t copies[LM_CARDS])
{
    plan->n = 0;
    for (int card = 0; card < LM_CARDS; card++) {
        for (int i = 0; i < copies[card]; i++)
            plan->sorted[plan->n++] = (lm_card)card;
    }
    plan_groups(plan);
}

void stack_plan_decks(stack_plan *plan, int decks)
{
    uint16_t copies[LM_CARDS];
    for (int card = 0; card < LM_CARDS; card++)
        copies[card] = (uint16_t)decks;
    stack_plan_cards(plan, copies);
}

void stack_open(card_stack *stack, const stack_plan *plan, word_stream words)
{
    stack->plan = plan;
    stack->words = words;
    stack->drawn = stack->dealt = stack->blocks = 0;
    memcpy(stack->card, plan->sorted, (size_t)plan->n);
}

void stack_reopen(card_stack *stack, uint64_t seed, uint64_t round, int side)
{
    word_stream words = words_of_round(seed, round, side), *at = &stack->words;
    bool is_neighbour = words.index == at->index && words.seed == at->seed && words.purpose == at->purpose;
    if (!is_neighbour || at->both_halves) stack->blocks = 0;
    for (int i = 0; i < stack->dealt; i++)
        stack->card[stack->slot[i]] = stack->plan->sorted[stack->slot[i]];
    /* Field by field: the processor stalls when it copies as a whole what it has just written in parts. */
    at->seed = words.seed;
    at->index = words.index;
    at->purpose = words.purpose;
    at->next = 0;
    at->both_halves = words.both_halves;
    at->half = words.half;
    stack->drawn = stack->dealt = 0;
}

/* The next word. Two neighbouring rounds take the halves of the same blocks, so the second one finds them computed. */
static uint64_t next_word(card_stack *stack)
{
    word_stream *words = &stack->words;
    uint32_t at = words->next;
    if (words->both_halves || at >= STACK_BLOCKS) return words_next(words);
    if (at >= (uint32_t)stack->blocks) stack->block[stack->blocks++] = block_at(words, at);
    words->next++;
    return half_of(&stack->block[at], words->half);
}

static uint64_t take_word(card_stack *stack)
{
    int group = stack->dealt / STACK_DRAWS_A_WORD;
    uint64_t word;
    do
        word = next_word(stack);
    while (!stack_accepts(stack->plan, group, word));
    return word;
}

void stack_deal_word(card_stack *stack)
{
    int first = stack->dealt, left = stack->plan->n - first;
    int end = first + (left < STACK_DRAWS_A_WORD ? left : STACK_DRAWS_A_WORD);
    assert(left > 0);
    uint64_t fraction = take_word(stack);
    for (int i = first; i < end; i++, left--) {
        wide product = (wide)fraction * (wide)(unsigned)left;
        size_t slot = (size_t)(product >> 64);
        fraction = (uint64_t)product;
        stack->slot[i] = (uint16_t)slot;
        stack->out[i] = stack->card[slot];
        stack->card[slot] = stack->card[left - 1];
    }
    stack->dealt = end;
}
