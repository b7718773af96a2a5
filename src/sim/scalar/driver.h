/* driver.h - one simulated table: it deals from its stacks, plays by the chart, and reads the results.
 *
 * lm_round plays the rounds. The inlined dealer (dealer.h) does, with this driver's cards, all that no player decides.
 * The driver owns what the round must not know: unseen cards, a player's count, the meters, and the shoe between
 * rounds. */
#ifndef LAMMER_SIM_DRIVER_H
#define LAMMER_SIM_DRIVER_H

#include "lammer/dealer.h"
#include "lammer/round.h"
#include "lammer/sim.h"
#include "stack.h"

enum { DRIVER_SIDES = 2 };

/* The cards of one shoe, or of one side of a double shoe. */
typedef struct {
    card_stack stack;
    stack_plan rest; /* the discards, to be dealt when the shoe runs out in a round */
    uint32_t shoes;  /* number of shoes opened in this session */
    int discards;    /* the first cards that have left lie in the rack; the others are on the table */
    bool ran_out;
} driver_shoe;

typedef struct {
    const lm_sim_job *job;
    stack_plan plan;
    driver_shoe shoe[DRIVER_SIDES];
    lm_round round;
    uint64_t number; /* of the round */
    uint64_t session;
    bool has_sessions, has_meters;
    bool plays_by_cell; /* by the chart's cells alone: the cards of a hand make no difference, and no count does */
    int spots;          /* dealer hands */
    int laids;          /* optional wagers that every box makes */
    uint8_t laid[LM_OFFERS];
    word_stream chance;
    side_stream sides; /* of the determinant cards */
    lm_meters meters;
    lm_event award[LM_SIDE_BETS]; /* awards that the current action pays */
    int awards;
    lm_downs downs;
    int running;        /* count */
    int count_at_bet;   /* the count when the bets of this round were made; 0 without a counting system */
    lm_cents bet_cents; /* the bet of every box in this round */
    bool cards_gone;    /* this round needs one more card than there are */
    bool watches;       /* the ramp bets nothing in this round, which is dealt nevertheless */
    lm_cents staked_cents[LM_SIM_SEATS];
    lm_sim_detail detail; /* doubles, splits and surrenders of all rounds so far */

    /* Actions prepared once, because composing them for each card costs time. */
    lm_action card_ready[LM_CARDS], turn_ready[LM_CARDS], plain_ready[LM_VERB_COUNT], peek_ready[2];
    lm_action play_ready[LM_SIM_SEATS][LM_PLAYS], bet_ready[LM_SIM_SEATS];
} driver;

/* driver_open prepares a table for the job's rounds, and each driver_play plays one. If rounds depend on earlier ones,
 * they must be played in order from the first of a session. False: the round has used up all cards, and has no result. */
void driver_open(driver *d, const lm_sim_job *job);
bool driver_play(driver *d, uint64_t round);

/* scalar.c: adds the main game and insurance of the round that was just played; `hands` may be NULL. */
void scalar_tally_main(const driver *d, lm_sim_tally *tally, lm_sim_hands *hands);

/* Does an action that the round must accept; a refusal ends the program. */
void driver_do(driver *d, lm_action *action);

/* scalar.c: the net of a box's main wager in the round that was just played. */
lm_cents scalar_main_net(const driver *d, uint8_t box);

/* scalar.c: the backend's `run`, but the first `skipped` rounds are played and not counted. A round that uses up all cards
 * ends it, so the tally has fewer rounds than asked for. */
void scalar_run_from(const lm_sim_job *job, uint64_t first, uint64_t skipped, uint64_t rounds, lm_sim_tally *tally,
                     lm_sim_hands *hands);

/* prizes.c: meters and displays. */
void prizes_open(driver *d);                          /* a session begins */
lm_status prizes_apply(driver *d, lm_action *action); /* reports an action to the meters */
void prizes_award(driver *d, lm_turn turn);           /* the round waits for an amount */
void prizes_end(driver *d);                           /* the round is over: must-hit, END GAME */
const char *prizes_fault(const lm_sim_job *job);

#endif
