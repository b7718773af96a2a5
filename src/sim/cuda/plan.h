/* plan.h - a job as a GPU plays it: rules and chart turned into tables of small integers.
 *
 * Plain C, without CUDA. game.c and table.c make the tables. lane.h, which plays by them, compiles for the CPU as well,
 * so tests compare every round with scalar even without a GPU. kernel.cu includes only lane.h, this header, situation.h
 * and philox.h from the program. */
#ifndef LAMMER_SIM_CUDA_PLAN_H
#define LAMMER_SIM_CUDA_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "situation.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CUDA_RANKS = 13,
    CUDA_CARDS = 84, /* no round of one box needs more */
    CUDA_A_WORD = 7, /* draws from one 64-bit word */
    CUDA_GROUPS = CUDA_CARDS / CUDA_A_WORD,
};

/* Everything that decides a round besides the seed: rules and chart. */
typedef struct {
    uint32_t n, decks;
    uint64_t product[CUDA_GROUPS], threshold[CUDA_GROUPS]; /* of each group of draws: docs/simulation.md 2 */
    uint8_t hits_soft_17, pushes_22, ties_lose;
    uint8_t split_hands, splits_aces_again;
    uint8_t free_splits;
    uint16_t free_pairs;          /* bit v: value v */
    uint8_t push22, push22_limit; /* the wager is laid; the original hand may not exceed 29 */
    choice_table act;
} cuda_game;

/* A round in units of the bet. */
enum { CUDA_PLAIN, CUDA_BLACKJACK, CUDA_SURRENDERED };

typedef struct {
    int8_t units; /* won or lost, except by a blackjack or a surrender: see `special` */
    uint8_t special;
    uint8_t staked, hands, lammers;
    uint8_t push22; /* outcome */
} cuda_round;

/* Rounds counted by result; every tally follows from these. */
enum {
    CUDA_MOST_UNITS = 8,
    CUDA_NETS = 2 * CUDA_MOST_UNITS + 1,
    CUDA_NET_BLACKJACK = CUDA_NETS,
    CUDA_NET_SURRENDERED,
    CUDA_STAKED,
    CUDA_HANDS,
    CUDA_LAMMERS,
    CUDA_PUSH22 = CUDA_LAMMERS + 8,
    CUDA_COUNTS = CUDA_PUSH22 + 4,
};

typedef struct {
    uint64_t count[CUDA_COUNTS]; /* CUDA_STAKED and CUDA_HANDS are sums, the others count rounds */
} cuda_counts;

/* Tables for rounds without a split: a machine whose input is the rank of the next card. */

/* How such a round ends. The first nine ends are lost, pushed or won: not doubled, with a free double, with a paid
 * double. */
enum {
    CUDA_END_DOUBLES = 3, /* the first end with a double */
    CUDA_END_BLACKJACK = 9,
    CUDA_END_SURRENDERED,
    CUDA_ENDS,
    CUDA_END_SPLIT = CUDA_ENDS, /* not an end: the tables of splits continue the round */
    CUDA_LAST_END,
};

/* A state is the byte offset of its row; a row has the next state for each rank. Final states lead to themselves. */
enum {
    CUDA_END_BYTES = 32,
    CUDA_ROW_BYTES = 2 * CUDA_RANKS,
    CUDA_FIRST_ROW = CUDA_LAST_END * CUDA_END_BYTES,
    CUDA_MOST_BYTES = 56 * 1024, /* states plus the table's address are below 2^16 */
    CUDA_DEALS = CUDA_RANKS * CUDA_RANKS * CUDA_RANKS * CUDA_RANKS,
    CUDA_DEAL_BYTES = (2 * CUDA_DEALS + 15) / 16 * 16,
    CUDA_PLACES = 8 * 52,
};

/* Tables for hands of a split: the machine also reports each finished hand. */

/* A next state below CUDA_SPLIT_FIRST is an event: a hand's result, another split, or the dealer's final hand. */
enum {
    CUDA_RESULTS = 42,     /* ((total 16 or less, 17 .. 21, bust) * 3 + no, free, paid double) * 2 + lammer */
    CUDA_RESPLIT = 63,     /* its entry in `result` is zero */
    CUDA_DEALER_DONE = 64, /* + 17 .. 21, 22 that pushes, bust */
    CUDA_SPLIT_FIRST = 128,
};

typedef struct {
    uint16_t deal[CUDA_DEAL_BYTES / 2]; /* by rank: first card, up card, second card, hole card */
    uint16_t step[CUDA_MOST_BYTES / 2];
    uint32_t step_bytes;        /* used */
    uint8_t place[CUDA_PLACES]; /* for each slot of the sorted shoe: the index of its rank in a row */
    uint16_t split_step[CUDA_MOST_BYTES / 2];
    uint32_t split_bytes;
    uint16_t start[10][10][2][2];            /* a hand with one card, by value, up card, lammer, may split again */
    uint16_t dealer[CUDA_RANKS][CUDA_RANKS]; /* up card, hole card */
    uint32_t result[CUDA_RESPLIT + 1][2];    /* what each result adds to lane_box's `wins` and `loses` */
    uint32_t wins[8], loses[8];              /* by the dealer's final hand: masks of the totals that win and lose */
} cuda_table;

/* Makes the tables; false when they do not fit. */
bool cuda_table_make(cuda_table *table, const cuda_game *game);

/* Devices that can be used; 0 where there are none, or no driver. */
int cuda_devices(void);

/* Opens all devices, which takes a tenth of a second; what fails here fails again where it is reported. May run beside
 * cuda_devices, but beside none of the functions below. */
void cuda_open(void);

/* Play rounds first .. first + rounds - 1, and return NULL or what went wrong. cuda_count uses all devices; if `table`
 * is NULL, it uses the plain kernel. */
const char *cuda_count(const cuda_game *game, const cuda_table *table, uint64_t seed, uint64_t first, uint64_t rounds,
                       cuda_counts *counts);
const char *cuda_each(const cuda_game *game, uint64_t seed, uint64_t first, uint64_t rounds, cuda_round *out);

#ifdef __cplusplus
}
#endif

#endif
