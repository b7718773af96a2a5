/* walk.h - rounds of any game, many side by side: the machine of a job, and lanes that walk through it.
 *
 * A lane is a round with fresh cards, or a session that deals from a shoe. All lanes take the same step together: the
 * deal, then each box, then the dealer. A step is a loop over the lanes that still draw, without branches that a
 * processor mispredicts. hands.c plays boxes that are split, or whose play depends on a count, hand by hand. */
#ifndef LAMMER_SIM_WALK_H
#define LAMMER_SIM_WALK_H

#include "lammer/sim.h"
#include "machine.h"
#include "side/side.h"

enum {
    WALK_LANES = 128,
    WALK_JOINTS = WALK_FINALS * WALK_FINALS * WALK_FINALS,
    WALK_ROWS = WALK_ENDS + WALK_LANES * LM_SIM_SEATS, /* ends, and a row for each box that was split */
};

/* NULL, or why the machine does not play the job. */
const char *walk_refuses(const lm_sim_job *job);

/* Only for jobs that are not refused. */
void walk_machine_make(walk_machine *m, const lm_sim_job *job);

/* What each end wins with the bet of a job. */
void walk_rows_make(const walk_machine *m, const lm_sim_job *job, walk_row row[WALK_ENDS]);

/* What a hand wins, in cents: chips staked at first, a paid double, lammers. */
int32_t walk_won(const lm_sim_job *job, int64_t bet, bool chips, bool paid, int lammers);

/* 1 wins, 0 pushes, -1 loses: a total (0: bust; 22: a 21 that beats the dealer's) against the dealer's final hand, which
 * is not a blackjack. */
int walk_verdict(const walk_machine *m, int total, int final);

/* What the boxes of a round may bet, by step of a ramp; without a counting system there is one step. */
typedef struct {
    const lm_sim_job *job;
    const lm_count *count;             /* NULL: flat bets, the chart alone */
    bool insures;                      /* insurance is offered, and may be taken */
    int8_t tag[WALK_CARDS];            /* of each card */
    bool watches[LM_COUNT_RAMP];       /* the round is sat out */
    lm_cents bet_cents[LM_COUNT_RAMP]; /* of each spot */
    lm_cents insured_cents[LM_COUNT_RAMP];
    walk_row row[LM_COUNT_RAMP][WALK_ENDS];
} walk_bets;

void walk_bets_make(walk_bets *bets, const walk_machine *m, const lm_sim_job *job);

/* The running count of a new shoe. */
int walk_bets_start(const walk_bets *bets);

/* The lanes of a round. Cards lie in `cards`, `stride` apart for each lane. */
typedef struct {
    int n;
    uint32_t stride;
    const uint8_t *cards;
    uint32_t at[WALK_LANES];                 /* the next card of each lane */
    uint32_t dealt[WALK_LANES];              /* the first card of the round */
    uint32_t drew[LM_SIM_SEATS][WALK_LANES]; /* where the draws of a box begin */
    uint16_t end[LM_SIM_SEATS][WALK_LANES];  /* row of each box */
    uint16_t place[LM_SIM_SEATS][WALK_LANES];
    uint8_t two[WALK_LANES]; /* ranks of the up card and the hole card */
    uint8_t view[WALK_LANES], needs[WALK_LANES];
    const side_plan *plan;              /* of the wagers; NULL: none is laid */
    int highest_end;                    /* final hands up to here are ends of the wagers without their total */
    uint16_t first_end[WALK_TWO_RANKS]; /* the end of a dealer hand that draws nothing, by `two` */
    uint16_t wager_end[WALK_LANES];     /* of the first dealer hand, as the main wagers were settled: side_end_of */
    uint16_t wager_last[WALK_LANES];    /* of the same hand when the dealer has drawn on for wagers */
    uint8_t first_needs[WALK_LANES];    /* of the first dealer hand, which alone decides wagers (C-76) */
    uint16_t cell[LM_SIM_SEATS][WALK_LANES]; /* of side_deal */
    uint32_t turn[WALK_LANES];               /* where the draws of the first dealer hand begin */
    uint32_t settled[WALK_LANES];            /* where they end for the main wagers */
    uint32_t turned[WALK_LANES];             /* where they end */
    uint8_t final[WALK_SPOTS][WALK_LANES];
    const walk_bets *bets;
    uint8_t step[WALK_LANES];    /* of the bets; 0 without a counting system */
    int32_t running[WALK_LANES]; /* count before the first card of the round */
    int32_t unseen[WALK_LANES];  /* cards in the shoe at that time */
    int32_t count[WALK_LANES];   /* when the bets were made, for hands; 0 without a counting system */
    int32_t gone[WALK_LANES];    /* cards that had left the shoe then, for hands */
    int32_t downs[WALK_LANES];   /* doubled cards that lie face down */
    int32_t hidden[WALK_LANES];  /* the sum of their tags */
    uint8_t insured[WALK_LANES]; /* all boxes of the lane insure */
    int rows;
    walk_row row[WALK_ROWS];
} walk_lanes;

void walk_lanes_open(walk_lanes *lanes, const walk_machine *m, const walk_bets *bets, const uint8_t *cards,
                     uint32_t stride);

/* Plays a round in every lane, from the card in `at` on. */
void walk_play(const walk_machine *m, const lm_sim_job *job, walk_lanes *lanes);

/* Plays a box that has left the machine, from its first two cards on. */
void walk_by_hand(const walk_machine *m, const lm_sim_job *job, walk_lanes *lanes, int box, int lane);

/* What a box wins, by the bet of its lane. */
static inline const walk_row *walk_row_of(const walk_lanes *l, int box, int lane)
{
    unsigned end = l->end[box][lane];
    return end < WALK_ENDS ? &l->bets->row[l->step[lane]][end] : &l->row[end];
}

/* counts.c: the count of a lane when the cards before `at` have been dealt. */
int walk_count_now(const walk_machine *m, const walk_lanes *l, int lane, uint32_t at);

/* The sum of the tags of all cards of a lane's round before `at`. */
int walk_tags(const walk_lanes *l, int lane, uint32_t at);

/* Whether each lane insures, and what a box that is over hides. */
void walk_insure(const walk_machine *m, walk_lanes *l);
void walk_hide_doubles(walk_lanes *l, int box);

/* Whether the job lays wagers. */
bool walk_has_wagers(const lm_sim_job *job);

/* How far the dealer must go for a wager with these lm_needs. */
uint8_t walk_needs_of(int needs);

/* wagers.c: the wagers of a plan are laid. */
void walk_wagers_open(const walk_machine *m, walk_lanes *lanes, const side_plan *plan);

/* What wagers see of the deal, and what they make the dealer draw when all boxes have played. */
void walk_wagers_deal(const walk_machine *m, walk_lanes *lanes);
void walk_wagers_draw(const walk_machine *m, walk_lanes *lanes);

/* Adds the wagers of one lane's round. */
void walk_wagers_add(const walk_machine *m, const walk_lanes *lanes, int lane, uint64_t round, side_book *book);

/* The same in two steps where that is enough: all listed lanes are counted at once, in any order, and then each lane that
 * asks is asked, in the order of the rounds. */
typedef struct {
    uint16_t any[WALK_LANES], box[LM_SIM_SEATS][WALK_LANES]; /* offers to ask */
} walk_asks;
bool walk_wagers_are_plain(const side_plan *plan);
void walk_wagers_count(const walk_machine *m, const walk_lanes *lanes, const uint8_t *listed, int n,
                       side_counts *counts, walk_asks *asks);
void walk_wagers_ask(const walk_machine *m, const walk_lanes *lanes, const walk_asks *asks, int lane, uint64_t round,
                     side_book *book);

__extension__ typedef __int128 walk_wide;

/* Results of rounds: counts of ends against finals, and sums; by step of the bets. */
typedef struct {
    const walk_machine *machine;
    const walk_bets *bets;
    uint64_t rounds[LM_COUNT_RAMP];
    uint64_t count[LM_COUNT_RAMP][WALK_ENDS][WALK_FINALS];
    uint64_t joint[WALK_ENDS][WALK_JOINTS]; /* the same by all dealer hands of a round with several, without a ramp */
    uint64_t insured[LM_COUNT_RAMP][2];     /* boxes with insurance, by dealer blackjack */
    walk_wide purse;                        /* by how much insurance changes the sum of squares of all boxes */
    lm_sim_tally tally;                     /* what the counts do not say */
    lm_sim_hands *hands;                    /* NULL: not asked for */
} walk_sums;

void walk_sums_open(walk_sums *sums, const walk_bets *bets, const walk_machine *machine, lm_sim_hands *hands);

/* Adds the rounds of the listed lanes. Rounds that are sat out only count as rounds. */
void walk_sums_add(walk_sums *sums, const walk_lanes *lanes, const uint8_t *listed, int n);

/* Adds everything, and the rounds that scalar played, to the tally. */
void walk_sums_close(walk_sums *sums, lm_sim_tally *by_scalar, lm_sim_tally *tally);

/* The round of box 1 in a lane. */
lm_sim_round walk_round_of(const walk_lanes *lanes, const walk_machine *m, int lane);

/* Plays listed rounds with fresh cards, given by their distance from `base`, a multiple of SIMD_STRIP; at most SIMD_STRIP
 * at once. `each` is NULL or gets every round at that distance. A job that remembers is played round by round in order. */
typedef struct walk_dealing walk_dealing;
walk_dealing *walk_dealing_open(const lm_sim_job *job, lm_sim_hands *hands);
void walk_dealing_play(walk_dealing *d, uint64_t base, const uint32_t *list, int n, lm_sim_round *each);
void walk_dealing_close(walk_dealing *d, lm_sim_tally *tally);

/* Rounds with fresh cards. `hands` and `each` may be NULL. */
void walk_fresh(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_hands *hands,
                lm_sim_round *each);

/* Rounds from shoes, whole sessions but the last. */
void walk_shoes(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_hands *hands,
                lm_sim_round *each);

#endif
