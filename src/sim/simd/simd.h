/* simd.h - many rounds at a time: the plan of the vector kernels, and their result codes.
 *
 * A plan is a job turned into tables: radices of the draws, and the chart's choice for each hand among the allowed
 * plays. A kernel plays rounds in lanes by this plan and reports each as one code. There are two ways to play a round:
 * `quick` plays rounds without a split and with at most seven cards, nine in ten; `full` plays the rest. kernel.h has
 * both, once, for every width of vector. */
#ifndef LAMMER_SIM_SIMD_H
#define LAMMER_SIM_SIMD_H

#include "lammer/sim.h"
#include "situation.h"
#include "stack.h"

/* Vectors must stay in registers from one function to the next. */
#define INLINE static inline __attribute__((always_inline))

enum {
    SIMD_DRAWS = STACK_DRAWS_A_WORD,
    SIMD_GROUPS = 4,       /* the most words of a round, for 28 cards; scalar plays rounds that need more */
    SIMD_CARD_GROUPS = 6,  /* the most words of a round whose cards are listed */
    SIMD_SHORT_GROUPS = 2, /* enough for all but one of a thousand splits */
    SIMD_STRIP = 1 << 14,  /* rounds of a strip, which begins at a multiple of this number */
    SIMD_LANES = 32,       /* lanes of the widest kernel */
    SIMD_ROWS = 64,
};

/* A hand is a number below SIMD_ROWS: its sum with aces at 1, plus SIMD_ACE if it has an ace. */
enum { SIMD_ACE = 32, SIMD_SUM = 31, SIMD_NATURAL = SIMD_ACE + 11 };

/* Rows of choices. Hands of three and more cards use only rows by total. */
enum {
    SIMD_HARD = 0,    /* + hard total up to 21, which stands for all higher totals */
    SIMD_SOFT = 20,   /* + sum with the ace at 1, 2 to 11 */
    SIMD_PAIR = 32,   /* + card value: two equal cards that may be split */
    SIMD_BARRED = 48, /* + card value: two equal cards that may not */
    SIMD_SPLIT = 32,  /* added to the row of a hand of three and more cards from a split */
};

/* Numbers to look up by row, mostly sets of up cards: bit v for value v. The bytes are stored a second time for kernels
 * that can look up only bytes. */
typedef struct {
    union {
        uint16_t at[SIMD_ROWS];
        uint16_t ups[SIMD_ROWS];
    };
    uint8_t low[SIMD_ROWS], high[SIMD_ROWS];
} simd_table;

/* The up cards against which a hand is hit, doubled for chips, doubled free, split or surrendered; otherwise it
 * stands. */
typedef struct {
    simd_table hit, paid, house, split, surrender;
} simd_choices;

/* A result in 15 bits. The lowest five hold the net result in wagers, plus SIMD_EVEN. */
enum {
    SIMD_EVEN = 8,
    SIMD_BLACKJACK = 17, /* in place of the net result; of two and three dealer hands, + 1 and + 2 */
    SIMD_SURRENDER = 20, /* likewise */
    SIMD_NET_MASK = 31,
    SIMD_STAKED = 1 << 5, /* times the wagers added to the first, up to 7 */
    SIMD_HAND = 1 << 8,   /* times the hands after the first, up to 3 */
    SIMD_LAMMER = 1 << 10,
    SIMD_CODES = 1 << 13,
    SIMD_PUSH22 = 1 << 13, /* times the outcome of Push 22: SIMD_NOT_22 .. */
    SIMD_UNFINISHED = 1 << 15,
};
enum { SIMD_NOT_22, SIMD_22, SIMD_22_COLOUR, SIMD_22_SUIT, SIMD_22_KINDS };

/* Games that `quick` plays and `full` does not: the dealer's second card comes after the boxes have played; both dealer
 * cards are seen; a double shoe; several dealer hands. */
enum { SIMD_LATE = 1, SIMD_OPEN = 2, SIMD_SIDES = 4, SIMD_SPOTS = 8 };

typedef struct {
    /* draws */
    uint64_t seed;
    int cards; /* in a full stack */
    uint32_t radix[SIMD_CARD_GROUPS][SIMD_DRAWS];
    uint64_t product[SIMD_CARD_GROUPS], threshold[SIMD_CARD_GROUPS];
    uint16_t rank_scale; /* slot * rank_scale / 2^16 is the rank: A, 2 .. K */
    uint16_t suit_scale; /* 2 * slot * suit_scale / 2^16 modulo 4 is the suit */

    /* rules */
    unsigned kind;             /* SIMD_LATE and others */
    int spots;                 /* dealer hands */
    bool red_is_b;             /* with SIMD_SIDES: red determinant cards name side B */
    bool push22, push22_limit; /* Push 22 is laid; it loses if the first hand totals 30 */
    bool ties_push, aces_once, resplits_aces, split_21_beats;
    bool surrenders, late_doubles; /* whether the chart surrenders any hand, doubles any of three and more cards */
    uint16_t soft_bonus;           /* 10 where the dealer stands on soft 17, else 9 */
    uint16_t pushed_total;         /* 22, or a total that no hand has */
    uint16_t most_hands, free_splits;
    uint16_t free_pairs;     /* bit v: pairs of value v split free */
    simd_table total;        /* by hand; 0: bust */
    simd_table to_beat;      /* by the dealer's hand; 0: bust, 22: pushes */
    simd_table dealer_draws; /* by the dealer's hand: all bits set, or none */
    simd_table is_22;        /* likewise */

    /* plays */
    simd_table row;        /* by hand */
    simd_choices first;    /* by row: the two cards that were dealt */
    simd_choices split[2]; /* two cards after a split, by lm_staked */
    simd_choices drawn[2]; /* three cards and more, by lm_staked */
    /* by hand instead of row, for rounds without a split; the second where both dealer cards are seen, for columns of the
     * chart from 16 on */
    simd_choices quick_first[2], quick_drawn[2];
    simd_table odd_pairs[2]; /* by card value: pairs that are not played by their total */
    simd_table column;       /* of the chart, by the dealer's hand, where both cards are seen */
    simd_table push22_kind;  /* by the set of suits in the dealer's hand */
    choice_table choices;    /* that the tables above were made from */
} simd_plan;

/* NULL, or why these rounds are not for the kernels. */
const char *simd_refuses(const lm_sim_job *job);

/* The same for jobs of which `quick` plays most rounds, and the machine of walk.h those that are left. */
const char *simd_quick_refuses(const lm_sim_job *job);

/* Only for jobs that are not refused. */
void simd_plan_job(simd_plan *plan, const lm_sim_job *job);

/* The part of a plan that `cards` needs, for any job. */
void simd_plan_draws(simd_plan *plan, const lm_sim_job *job);

/* How a round played by `quick` ends: lost, tied or won; the same with a double for chips, and with a free double; a
 * blackjack; a surrender. SIMD_LEFT: `full` must play it. */
enum {
    SIMD_LOST,
    SIMD_TIED,
    SIMD_WON,
    SIMD_ENDS_PAID = 3,
    SIMD_ENDS_HOUSE = 6,
    SIMD_ENDS_BLACKJACK = 9,
    SIMD_ENDS_SURRENDERED,
    SIMD_ENDS_PAID_ONE, /* a double for chips that loses only its first wager, to a late blackjack */
    SIMD_ENDS,
    SIMD_LEFT = 15,
};
extern const simd_table simd_end_code;

/* A 1 in the four bits that count an end; one of the three tables has them. */
extern const simd_table simd_end_field[3];

/* Rounds finished by `quick`, by end and by the result for Push 22. */
typedef struct {
    uint64_t ends[SIMD_ENDS];
    uint64_t push22[SIMD_22_KINDS];
} simd_counts;

/* Rounds that `quick` leaves to `full`; rounds whose first word may be rejected have their own list. A kernel may write
 * LANES more numbers after a list. */
typedef struct {
    int lefts, spoils;
    uint32_t left[SIMD_STRIP + 2 * SIMD_LANES], spoiled[SIMD_STRIP + 2 * SIMD_LANES];
} simd_rest;

/* One build of kernel.h. Rounds are given by their distance from `base`, a multiple of SIMD_STRIP.
 *
 * `quick` plays `batches` times `lanes` rounds from `from` on and lists those it does not finish. Unless `codes` is
 * NULL, it gets the codes of each batch in the order of the lanes; the code of an unfinished round is meaningless. Rounds
 * with SIMD_SPOTS are not counted: `codes` are needed, and SIMD_NET_MASK marks those that are unfinished.
 *
 * `full` plays `lanes` listed rounds with at most `groups` words; a round that needs more gets SIMD_UNFINISHED.
 *
 * `cards` writes the first 7 * `groups` cards of `lanes` listed rounds, dealt from a side of the shoe: draw t of lane i
 * is card[t * stride + i], a rank with the suit in the upper four bits.
 *
 * Lane i has round simd_quick_place(i) of its batch, or entry simd_full_place(i) of the list. */
typedef struct {
    const char *name;
    int lanes;
    bool (*is_here)(void);
    void (*quick)(const simd_plan *plan, uint64_t base, uint32_t from, int batches, simd_counts *counts,
                  simd_rest *rest, uint16_t *codes);
    void (*full)(const simd_plan *plan, uint64_t base, const uint32_t *list, int groups, uint16_t *codes);
    void (*cards)(const simd_plan *plan, uint64_t base, const uint32_t *list, int side, int groups, uint8_t *card,
                  size_t stride);
} simd_kernel;

/* The order of lanes follows from the pack instructions, which work within 128 bits: of each eight 16-bit lanes, the
 * first four come from the first two of four vectors of 64-bit lanes, alternating between the two. */
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

/* The round that a code describes, in cents. */
lm_sim_round simd_round_of(const lm_sim_job *job, int code);

/* NULL-terminated, the widest first; the last runs everywhere. */
extern const simd_kernel *const simd_kernels[];
extern const simd_kernel simd_avx512, simd_avx2, simd_plain;

/* The simd backend with a given kernel, for tests and benches. */
void simd_run(const simd_kernel *kernel, const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally);
void simd_each(const simd_kernel *kernel, const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out);

extern const lm_sim_backend lm_sim_simd;

#endif
