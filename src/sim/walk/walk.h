/* walk.h - rounds of any game, many side by side: the machine of a job, and lanes that walk through it.
 *
 * A lane is a round with fresh cards, or a session that deals from a shoe. All lanes take the same step together: the
 * deal, then each box, then the dealer. A step is a loop over the lanes that still draw, without branches that a
 * processor mispredicts. split.c plays the boxes that are split, hand by hand. */
#ifndef LAMMER_SIM_WALK_H
#define LAMMER_SIM_WALK_H

#include "lammer/sim.h"
#include "machine.h"
#include "side/side.h"

enum {
    WALK_LANES = 128,
    WALK_ROWS = WALK_ENDS + WALK_LANES * LM_SIM_SEATS, /* ends, and a row for each box that was split */
};

/* NULL, or why the machine does not play the job. */
const char *walk_refuses(const lm_sim_job *job);

/* Only for jobs that are not refused. */
void walk_machine_make(walk_machine *m, const lm_sim_job *job);

/* What a hand wins, in cents: chips staked at first, a paid double, lammers. */
int32_t walk_won(const lm_sim_job *job, int64_t bet, bool chips, bool paid, int lammers);

/* 1 wins, 0 pushes, -1 loses: a total (0: bust; 22: a 21 that beats the dealer's) against the dealer's final hand, which
 * is not a blackjack. */
int walk_verdict(const walk_machine *m, int total, int final);

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
    const side_plan *plan;                   /* of the wagers; NULL: none is laid */
    uint8_t first_needs[WALK_LANES];         /* of the first dealer hand, which alone decides wagers (C-76) */
    uint16_t cell[LM_SIM_SEATS][WALK_LANES]; /* of side_deal */
    uint32_t turn[WALK_LANES];               /* where the draws of the first dealer hand begin */
    uint32_t settled[WALK_LANES];            /* where they end for the main wagers */
    uint32_t turned[WALK_LANES];             /* where they end */
    uint8_t final[WALK_SPOTS][WALK_LANES];
    int rows;
    walk_row row[WALK_ROWS];
} walk_lanes;

void walk_lanes_open(walk_lanes *lanes, const walk_machine *m, const uint8_t *cards, uint32_t stride);

/* Plays a round in every lane, from the card in `at` on. */
void walk_play(const walk_machine *m, const lm_sim_job *job, walk_lanes *lanes);

/* Plays a box that splits its first two cards. */
void walk_split(const walk_machine *m, const lm_sim_job *job, walk_lanes *lanes, int box, int lane);

/* Whether the job lays wagers, or takes insurance. */
bool walk_has_wagers(const lm_sim_job *job);

/* How far the dealer must go for a wager with these lm_needs. */
uint8_t walk_needs_of(int needs);

/* wagers.c: what wagers see of the deal, and what they make the dealer draw when all boxes have played. */
void walk_wagers_deal(const walk_machine *m, walk_lanes *lanes);
void walk_wagers_draw(const walk_machine *m, const lm_sim_job *job, walk_lanes *lanes);

/* Adds the wagers of one lane's round. */
void walk_wagers_add(const walk_machine *m, const walk_lanes *lanes, int lane, uint64_t round, side_book *book);

/* Results of rounds: counts of ends against finals, and sums. */
typedef struct {
    const lm_sim_job *job;
    const walk_machine *machine;
    uint64_t rounds;
    uint64_t count[WALK_ENDS][WALK_FINALS];
    lm_sim_tally tally; /* what the counts do not say */
} walk_sums;

void walk_sums_open(walk_sums *sums, const lm_sim_job *job, const walk_machine *machine);

/* Adds the rounds of the listed lanes. */
void walk_sums_add(walk_sums *sums, const walk_lanes *lanes, const uint8_t *listed, int n);

/* Adds everything, and the rounds that scalar played, to the tally. */
void walk_sums_close(walk_sums *sums, lm_sim_tally *by_scalar, lm_sim_tally *tally);

/* The round of box 1 in a lane. */
lm_sim_round walk_round_of(const walk_lanes *lanes, const walk_machine *m, int lane);

/* Rounds with fresh cards. `each` may be NULL. */
void walk_fresh(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_round *each);

/* Rounds from shoes, whole sessions but the last. */
void walk_shoes(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_round *each);

#endif
