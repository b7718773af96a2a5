/* chain.c - the table of chain.h, from the machine of boxes.c. */
#include "chain.h"

#include <string.h>

static int32_t sum_of(uint32_t nibbles)
{
    uint32_t sum = 0;
    for (; nibbles; nibbles >>= 4)
        sum += nibbles & 15;
    return (int32_t)sum;
}

/* False where the net is too large for its bits. */
static bool put_result(uint32_t *result, int32_t net, uint32_t staked, uint32_t hands, uint32_t lammers)
{
    *result = ((uint32_t)net << CHAIN_NET) + (lammers << CHAIN_LAMMERS) + (hands << CHAIN_HANDS) + staked;
    return net <= CHAIN_MOST_NET && net >= -CHAIN_MOST_NET;
}

static bool make_results(chain_table *table, const boxes_game *g, const boxes_machine *m)
{
    bool fits = true;
    for (int end = 0; end < WALK_ENDS; end++) {
        uint32_t info = m->info[end];
        for (int final = 0; final < WALK_FINALS; final++) {
            fits &= put_result(&table->result[CHAIN_BOX * WALK_ENDS + end][final], m->net[end][final], info & 15,
                               info >> 4 & 15, info >> 8 & 7);
            for (uint32_t lammer = 0; lammer < 2; lammer++) {
                const boxes_hand *hand = &m->hand[end][lammer];
                int32_t units = sum_of(hand->wins & m->wins[final]) - sum_of(hand->loses & m->loses[final]);
                fits &= put_result(&table->result[(CHAIN_HAND + lammer) * WALK_ENDS + (uint32_t)end][final],
                                   units * g->unit, !lammer + (hand->info & 15), 1, lammer + (hand->info >> 8 & 7));
            }
        }
    }
    return fits;
}

/* The first hand of a split box has chips, the second a lammer where the house pays for the split. */
static void make_splits(chain_table *table, const boxes_machine *m)
{
    for (int view = 0; view < WALK_VIEWS; view++) {
        for (int rank = 0; rank < CUDA_RANKS; rank++) {
            int value = rank < 9 ? rank : 9, lammer = m->frees[rank] > 0, again = m->most[rank] > 2;
            uint32_t first = 2u * m->split_start[view][value][0][again];
            uint32_t second = 2u * m->split_start[view][value][lammer][again];
            table->split[view][rank] = first | (second + (uint32_t)lammer) << 16;
        }
    }
}

uint32_t chain_groups(const boxes_game *g)
{
    static const uint8_t groups[BOXES_MOST + 1] = { 0, 2, 2, 2, 3, 3, 4, 4 };
    uint32_t of = groups[g->boxes];
    if (g->cover || g->sights.is_on || g->is_double || (g->spots > 1 && g->boxes > 1)) return 0;
    return (of + 1) * CUDA_A_WORD <= 16 * g->decks ? of : 0;
}

bool chain_make(chain_table *table, uint32_t *bytes, uint32_t *trap, const boxes_game *g, const boxes_machine *m)
{
    uint32_t places = BOXES_PLACES - 1, rows = WALK_OVER / WALK_RANKS;
    while (places > rows && !memcmp(m->next + (places - 1) * WALK_RANKS, (uint16_t[WALK_RANKS]){ 0 }, CHAIN_ROW))
        places--;
    memset(table, 0, sizeof *table);
    *trap = places * CHAIN_ROW;
    *bytes = ((uint32_t)offsetof(chain_table, next) + (places + 1) * CHAIN_ROW + 15) / 16 * 16;
    for (uint32_t i = rows * WALK_RANKS; i < places * WALK_RANKS; i++)
        table->next[i] = (uint16_t)(m->next[i] == WALK_SPLIT * WALK_RANKS ? *trap : 2u * m->next[i]);
    for (int rank = 0; rank < WALK_RANKS; rank++)
        table->next[places * WALK_RANKS + (uint32_t)rank] = (uint16_t)*trap;
    for (int two = 0; two < WALK_TWO_RANKS; two++) {
        table->view[two] = (uint16_t)(m->view[two] * CHAIN_VIEW);
        for (int later = 0; later < 2; later++) {
            table->dealer[0][later][two] = (uint16_t)(2 * m->dealer[later][WALK_NEEDS_DRAW][two]);
            table->dealer[1][later][two] = (uint16_t)(2 * m->dealer[later][WALK_NEEDS_SECOND][two]);
        }
        for (int view = 0; view < WALK_VIEWS; view++)
            table->start[view][two] = (uint16_t)(2 * m->start[view][two]);
    }
    make_splits(table, m);
    return make_results(table, g, m);
}
