/* shoe.h - the cards of a shoe, shuffled as far as they are dealt. */
#ifndef LAMMER_SIM_WALK_SHOE_H
#define LAMMER_SIM_WALK_SHOE_H

#include "machine.h"
#include "stack.h"

#define INLINE static inline __attribute__((always_inline))

typedef struct {
    stack_plan cards;
    uint8_t reversed[LM_SHOE_CARDS]; /* the sorted cards from the last to the first, as machine.h codes them */
} shoe_plan;

void walk_shoe_plan(shoe_plan *plan, int decks);

/* Draw t is card[t]; the cards that are not shuffled yet follow. */
typedef struct {
    const shoe_plan *plan;
    word_stream words;
    int made;      /* number of cards shuffled so far */
    uint8_t *card; /* the caller's */
} walk_shoe;

/* Opens a shoe and shuffles at least so many cards, or all. */
void walk_shoe_open(walk_shoe *shoe, const shoe_plan *plan, word_stream words, int cards);

/* Shuffles a few more cards; false when no more are left. */
bool walk_shoe_more(walk_shoe *shoe);

/* Compute words and slots in batches. The NULL-terminated list has a version for each kind of vector, the widest first;
 * the last runs everywhere. `words` makes the words of a shoe from 2 * first on, `slots` the slots of consecutive
 * groups of draws, the first from `left` cards. */
enum { SHOE_BATCH = 8 };
typedef struct {
    bool (*is_here)(void);
    void (*words)(const word_stream *shoe, uint32_t first, uint64_t word[2 * SHOE_BATCH]);
    void (*slots)(const uint64_t word[SHOE_BATCH], uint32_t left, uint16_t slot[STACK_DRAWS_A_WORD][SHOE_BATCH]);
} shoe_batches;
extern const shoe_batches *const shoe_batches_list[];

#endif
