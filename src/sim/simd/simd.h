/* simd.h - many rounds at a time: the plan of the vector kernels, and their result codes.
 *
 * A plan is a job turned into tables: radices of the draws, and the chart's choice for each hand among the allowed
 * plays. A kernel plays rounds in lanes by that plan and reports each as one code. There are two ways through a round:
 * `quick` needs at most seven cards and no split, and finishes nine rounds in ten; `full` plays the rest. kernel.h has
 * both, once, for every width of vector. */
#ifndef LAMMER_SIM_SIMD_H
#define LAMMER_SIM_SIMD_H

#include "lammer/sim.h"
#include "stack.h"

/* Vectors must stay in registers from one function to the next. */
#define INLINE static inline __attribute__((always_inline))

enum {
    SIMD_DRAWS = STACK_DRAWS_A_WORD,
    SIMD_GROUPS = 4,       /* words of a round, at most: 28 cards; scalar plays what needs more */
    SIMD_SHORT_GROUPS = 2, /* enough for all but one of a thousand splits */
    SIMD_STRIP = 1 << 14,  /* rounds of a strip, after which the rest is played; a strip begins at a multiple of it */
    SIMD_LANES = 32,       /* the widest kernel's */
    SIMD_ROWS = 64,
};

/* A hand is its sum with aces at 1, and a bit where it has one: a number below SIMD_ROWS. */
enum { SIMD_ACE = 32, SIMD_SUM = 31, SIMD_NATURAL = SIMD_ACE + 11 };

/* Rows of choices. Hands of three cards and more use the totals alone. */
enum {
    SIMD_HARD = 0,    /* + hard total up to 21, where all stand that are over */
    SIMD_SOFT = 20,   /* + sum with the ace at 1, 2 to 11 */
    SIMD_PAIR = 32,   /* + card value: two equal cards that may be split */
    SIMD_BARRED = 48, /* + card value: two equal cards that may not */
    SIMD_SPLIT = 32,  /* more, in the tables of three cards and more: a hand that was split */
};

/* Numbers to look up by row, mostly sets of up cards: bit v for value v. Stored twice, because kernels that look up
 * bytes need them separately. */
typedef struct {
    union {
        uint16_t at[SIMD_ROWS];
        uint16_t ups[SIMD_ROWS];
    };
    uint8_t low[SIMD_ROWS], high[SIMD_ROWS];
} simd_table;

/* Against which up cards a hand is hit, doubled for chips, doubled free, split, surrendered; else it stands. */
typedef struct {
    simd_table hit, paid, house, split, surrender;
} simd_choices;

/* A result in 15 bits. The net stands in the lowest ones, in wagers, SIMD_EVEN more than it is. */
enum {
    SIMD_EVEN = 8,
    SIMD_BLACKJACK = 17, /* instead of a net: what a blackjack pays, what a surrender costs */
    SIMD_SURRENDER = 18,
    SIMD_NET_MASK = 31,
    SIMD_STAKED = 1 << 5, /* times the wagers staked after the first, up to 7 */
    SIMD_HAND = 1 << 8,   /* times the hands after the first, up to 3 */
    SIMD_LAMMER = 1 << 10,
    SIMD_CODES = 1 << 13,
    SIMD_PUSH22 = 1 << 13, /* times what the dealer's hand is to Push 22 */
    SIMD_UNFINISHED = 1 << 15,
};
enum { SIMD_NOT_22, SIMD_22, SIMD_22_COLOUR, SIMD_22_SUIT, SIMD_22_KINDS };

typedef struct {
    /* draws */
    uint64_t seed;
    int cards; /* of a full stack */
    uint32_t radix[SIMD_GROUPS][SIMD_DRAWS];
    uint64_t product[SIMD_GROUPS], threshold[SIMD_GROUPS];
    uint16_t rank_scale; /* slot times this over 2^16 is the rank: A, 2 .. K */
    uint16_t suit_scale; /* twice the slot times this over 2^16, modulo 4, is the suit */

    /* rules */
    bool push22, push22_limit; /* laid; lost when the first hand totals 30 */
    bool ties_push, aces_once, resplits_aces, split_21_beats;
    bool surrenders, late_doubles; /* somewhere in the chart; late: with three cards and more */
    uint16_t soft_bonus;           /* 10 where the dealer stands on soft 17, else 9 */
    uint16_t pushed_total;         /* 22, or one that no hand has */
    uint16_t most_hands, free_splits;
    uint16_t free_pairs;     /* bit v: pairs of value v split free */
    simd_table total;        /* by hand: 0 when it is bust */
    simd_table to_beat;      /* by the dealer's hand: 0 when bust, 22 when that pushes */
    simd_table dealer_draws; /* by the dealer's hand: all bits, or none */
    simd_table is_22;        /* likewise */

    /* plays */
    simd_table row;                        /* by hand */
    simd_choices first;                    /* by row: the two cards that were dealt */
    simd_choices split[2];                 /* two cards after a split, by lm_staked */
    simd_choices drawn[2];                 /* three cards and more, by lm_staked */
    simd_choices quick_first, quick_drawn; /* by hand: the same for a box that does not split */
    simd_table odd_pairs;                  /* by card value: pairs not played by their total, for `full` */
    simd_table push22_kind;                /* by the set of suits in the dealer's hand */
} simd_plan;

/* NULL, or why these rounds are not for the kernels. */
const char *simd_refuses(const lm_sim_job *job);

/* Only for jobs that are not refused. */
void simd_plan_job(simd_plan *plan, const lm_sim_job *job);

/* How `quick` may end: an unsplit hand lost, tied or won; the same doubled for chips, and doubled free; a blackjack;
 * a surrender; and not at all. */
enum {
    SIMD_LOST,
    SIMD_TIED,
    SIMD_WON,
    SIMD_ENDS_PAID = 3,
    SIMD_ENDS_HOUSE = 6,
    SIMD_ENDS_BLACKJACK = 9,
    SIMD_ENDS_SURRENDERED,
    SIMD_ENDS,
    SIMD_LEFT = 15,
};
extern const simd_table simd_end_code;

/* By end: a 1 in the field of its count, which has four bits of one of three tables. */
extern const simd_table simd_end_field[3];

/* Rounds finished by `quick`, by end and by the result for Push 22. */
typedef struct {
    uint64_t ends[SIMD_ENDS];
    uint64_t push22[SIMD_22_KINDS];
} simd_counts;

/* Rounds that `quick` leaves to `full`; those whose first word may be rejected are listed separately. A kernel may
 * write LANES numbers more than it lists. */
typedef struct {
    int lefts, spoils;
    uint32_t left[SIMD_STRIP + 2 * SIMD_LANES], spoiled[SIMD_STRIP + 2 * SIMD_LANES];
} simd_rest;

/* One build of kernel.h. Rounds are given by their distance from `base`, a multiple of SIMD_STRIP.
 *
 * `quick` plays `batches` times `lanes` rounds from `from` on and lists those it does not finish. `codes` may be
 * NULL; otherwise each batch has its codes in the order of the lanes, without meaning for the rest.
 *
 * `full` plays `lanes` listed rounds with as many words as `groups` says; what needs more is SIMD_UNFINISHED.
 *
 * Lane i has round simd_quick_place(i) of its batch, or entry simd_full_place(i) of the list. */
typedef struct {
    const char *name;
    int lanes;
    bool (*is_here)(void);
    void (*quick)(const simd_plan *plan, uint64_t base, uint32_t from, int batches, simd_counts *counts,
                  simd_rest *rest, uint16_t *codes);
    void (*full)(const simd_plan *plan, uint64_t base, const uint32_t *list, int groups, uint16_t *codes);
} simd_kernel;

/* Kernels pack four vectors of 64-bit lanes into one of 16-bit lanes, and eight of these lie in one register of
 * 128 bits: half of them from the first two vectors. Within these two, lanes alternate. */
static inline int simd_quick_place(int lane, int lanes)
{
    int quarter = lane / 8 * 4 + lane % 4;
    return lane % 8 < 4 ? quarter : lanes / 2 + quarter;
}

static inline int simd_full_place(int lane, int lanes)
{
    int place = simd_quick_place(lane, lanes), half = lanes / 2;
    int vector = place / half * 2 + place % 2;
    return vector * (lanes / 4) + place % half / 2;
}

/* The meaning of a code, in cents. */
lm_sim_round simd_round_of(const lm_sim_job *job, int code);

/* Widest first; the last one runs everywhere. NULL-terminated. */
extern const simd_kernel *const simd_kernels[];
extern const simd_kernel simd_avx512, simd_avx2, simd_plain;

/* The backend with a given kernel, for tests and benches. */
void simd_run(const simd_kernel *kernel, const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally);
void simd_each(const simd_kernel *kernel, const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out);

extern const lm_sim_backend lm_sim_simd;

#endif
