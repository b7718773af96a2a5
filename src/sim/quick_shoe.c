/* quick_shoe.c - shoes shuffled as far as they are dealt: docs/simulation.md, sections 1 to 3 and 6. */
#include <string.h>

#include "quick.h"

__extension__ typedef unsigned __int128 wide;

/* The next word that may serve a group of draws. */
static uint64_t take_word(quick_shoe *shoe, int group)
{
    const stack_plan *plan = &shoe->table->cards;
    uint64_t word;
    do
        word = words_next(&shoe->words);
    while (!stack_accepts(plan, group, word));
    return word;
}

/* Seven draws, or what is left: the card in the slot and the last one of those to come change places. */
static void make_group(quick_shoe *shoe, uint64_t fraction)
{
    int left = shoe->n - shoe->made, draws = left < STACK_DRAWS_A_WORD ? left : STACK_DRAWS_A_WORD;
    shoe->made += draws;
    for (; draws; draws--, left--) {
        wide product = (wide)fraction * (unsigned)left;
        size_t slot = (size_t)(product >> 64);
        fraction = (uint64_t)product;
        uint8_t card = shoe->card[slot];
        shoe->card[slot] = shoe->card[left - 1];
        shoe->card[left - 1] = card;
    }
}

bool quick_shoe_more(quick_shoe *shoe)
{
    if (shoe->made == shoe->n) return false;
    make_group(shoe, take_word(shoe, shoe->made / STACK_DRAWS_A_WORD));
    return true;
}

void quick_shoe_open(quick_shoe *shoe, const quick_table *table, uint64_t session, uint32_t number)
{
    int wanted = table->job->cover + QUICK_SPARE;
    shoe->table = table;
    shoe->words = words_of_shoe(table->job->seed, session, number, 0);
    shoe->n = table->cards.n;
    shoe->made = 0;
    memcpy(shoe->card, table->sorted, (size_t)shoe->n);
    while (shoe->made < wanted && quick_shoe_more(shoe))
        ;
    shoe->drawn = 1;
}
