/* side.h - the optional wagers of a simulated box, decided by tables that are made from each wager's own classify.
 *
 * Knows the wagers that a job lays, what each of them declares to read (lm_reads), and meters. Knows no chart and draws
 * no cards: a machine plays boxes and dealer, and says what a box saw. Two table lookups then decide every wager
 * of the box at once, and two counters count them; side_tally turns the counts into tallies at the end. Where
 * cards beyond the tables matter (about one box in ten), side_box returns a bit for each such wager, and the machine
 * hands over the cards.
 *
 * What a machine does in each round:
 *
 *     side_begin         before the first round of each session, where rounds depend on earlier ones (lm_sim_remembers)
 *     side_deal          for each box after the deal: its cell. plan->cell[cell] says what the wagers ask of the play:
 *                        whether the box must draw a third card, and how far the dealer must draw
 *     side_end_of        for the dealer's final hand: the end; once as the main wagers are settled and, with
 *                        plan->completes, once more after the dealer has drawn on for Buster
 *     side_box           for each box when the round is over: counts it and returns the wagers to ask
 *     side_ask           only where that is not 0, with the box's cards
 *     side_results       for each box, only with plan->carried: hands won and lost
 *     side_round_over    when side_round_waits says so: prizes that depend on other boxes, on meters, or on chance
 *
 * In multiple action the first dealer hand decides optional wagers (C-76), so only that one is handed over. */
#ifndef LAMMER_SIM_SIDE_H
#define LAMMER_SIM_SIDE_H

#include "lammer/meter.h"
#include "lammer/round.h"
#include "lammer/sim.h"
#include "stack.h"

enum {
    SIDE_CELLS = 1 << 14,
    SIDE_CODES = 32, /* the most different results of one wager */
    SIDE_ASK = 255,  /* in place of a code: the wager must be asked */
    SIDE_END_CARDS = 12,
    SIDE_END_TOTALS = 28,
    SIDE_DEALERS = 1 + SIDE_END_CARDS * SIDE_END_TOTALS,
    SIDE_ENDS = SIDE_DEALERS * LM_SIM_LAMMERS,
    SIDE_ASKED = LM_SIM_SEATS * LM_OFFERS,
    SIDE_CARRIES = 8, /* what a wager can remember */
    SIDE_HANDS = 5,   /* hands of a box that may be won or lost, and 0 */
    SIDE_ANSWER_BITS = 10,
    SIDE_ANSWERS = 1 << SIDE_ANSWER_BITS,
    SIDE_ANSWER_TRIES = 8,
};

/* --- the plan: flat tables ---------------------------------------------------------------------------------- */

/* What the first two cards and the up card decide. */
typedef struct {
    uint16_t ask;           /* bit set of offers: the wager must be asked at the end of the round */
    uint16_t ask_blackjack; /* the same, if the dealer has a blackjack */
    uint8_t needs;          /* lm_needs: how far undecided wagers of this box make the dealer draw */
    uint8_t draws; /* the box must hit as soon as it may, also against a blackjack that the reader found: before
                               that hand is settled, from box 1 on (wager_wants_card of the scalar driver) */
    uint8_t spare[2];
    uint8_t code[LM_OFFERS]; /* of wagers in by_deal */
} side_cell;

/* A set of outcomes that a wager may collect. */
typedef struct {
    int64_t net_cents;
    uint8_t outcome; /* the best one */
    lm_outcomes found;
} side_result;

/* What one round does to a wager that outlives it. */
typedef struct {
    uint8_t carry;   /* what it remembers then */
    uint8_t decided; /* 0: it waits; otherwise its code plus 1 */
} side_step;

typedef struct {
    uint16_t laid;                     /* bit sets of offers: all that the job lays */
    uint16_t by_deal, by_end, by_last; /* counted by cells, by ends of the main game, by ends of Buster */
    uint16_t carried;                  /* live across rounds */
    uint16_t once_open;                /* not laid while the box has another of them on the felt */
    uint16_t always;                   /* asked for each box */
    uint16_t answers;                  /* an answer holds for all boxes and dealer hands that look the same */
    uint16_t shared;                   /* an award may be shared with other boxes, or pay them too */
    uint8_t completes;                 /* the dealer draws on after the main wagers are settled (LM_NEEDS_COMPLETE) */
    uint8_t needs;                     /* lm_needs of all cells together, at most */
    uint8_t has_meters;
    uint8_t notes; /* other boxes or a must-hit prize may change what a box has won */
    int32_t cells;
    lm_cents stake_cents[LM_OFFERS];
    int32_t results[LM_OFFERS];
    side_result result[LM_OFFERS][SIDE_CODES];
    side_step step[LM_OFFERS][SIDE_CARRIES][SIDE_HANDS][SIDE_HANDS]; /* by carry, hands won, hands lost */
    uint16_t ask_end[2][SIDE_ENDS];                                  /* main, last */
    uint8_t end_code[LM_OFFERS][SIDE_ENDS];
    side_cell cell[SIDE_CELLS];
    uint16_t deal[LM_CARDS * LM_CARDS * LM_CARDS]; /* by first card, second card, up card: the cell */
} side_plan;

/* The plan of a job. Plans are shared between threads: the same job gets the same plan until all have left it. */
side_plan *side_plan_join(const lm_sim_job *job);
void side_plan_leave(side_plan *plan);

/* --- what a machine counts ---------------------------------------------------------------------------------- */

/* What a wager has answered, and how often. */
typedef struct {
    uint32_t key; /* of the question; 0: none yet */
    uint8_t outcome;
    lm_cents net_cents;
    uint64_t n; /* 0: not answered yet */
} side_answer;

typedef struct {
    uint64_t deal[2][SIDE_CELLS]; /* by dealer blackjack */
    uint64_t end[2][SIDE_ENDS];   /* main, last */
    uint64_t carried[LM_OFFERS][SIDE_CODES];
    side_answer answer[SIDE_ANSWERS];
} side_counts;

/* A wager that was asked, until its round is over. */
typedef struct {
    uint8_t box, offer;
    uint8_t order; /* in which the wagers of a round are decided */
    uint8_t outcome;
    bool special; /* something other than the cards decides what it pays */
    lm_outcomes found;
    lm_cents net_cents;
} side_asked;

/* How a box was counted. */
typedef struct {
    uint16_t cell, end, last; /* the ends with lammers */
} side_note;

/* Everything that wagers of one table remember: of a run, or of one lane if several sessions are played in turn. */
typedef struct {
    const side_plan *plan;
    const lm_sim_job *job;
    lm_sim_tally *tally; /* gets what is not counted in side_counts */
    side_counts *counts;
    uint32_t fed; /* rounds of this session whose stakes are in the meters */
    uint32_t due; /* the round of the session, from 1, in which the must-hit prize is due; 0: none */
    int asked;
    side_asked ask[SIDE_ASKED];
    side_note note[LM_SIM_SEATS];
    uint8_t carry[LM_SIM_SEATS][LM_OFFERS]; /* 0: no wager lies there; otherwise what it remembers plus 1 */
    lm_meters meters;
    word_stream chance;
} side_book;

/* What a wager may ask about. Cards as they came to the box, through a split too; at most four. */
typedef struct {
    lm_card first[LM_VIEW_FIRST];
    uint8_t n_first;
    uint8_t n_main;   /* dealer's cards as the main wagers were settled; 1 where the second was never dealt */
    uint8_t n_dealer; /* dealer's cards in the end */
    lm_card dealer[LM_VIEW_DEALER];
    uint8_t original_total; /* of the box's first hand */
    uint8_t lammers, won, lost;
    bool split;
    bool busted; /* all hands of the box are over 21 */
} side_facts;

void side_open(side_book *book, const side_plan *plan, const lm_sim_job *job, side_counts *counts, lm_sim_tally *tally);
void side_begin(side_book *book, uint64_t round);

/* --- per box ------------------------------------------------------------------------------------------------ */

static inline unsigned side_deal(const side_plan *plan, lm_card first, lm_card second, lm_card up)
{
    return plan->deal[(first * LM_CARDS + second) * LM_CARDS + up];
}

/* The dealer's hand as a number: total with an ace at 11 where that helps. */
static inline unsigned side_end_of(int total, int cards, bool blackjack)
{
    int n = cards < SIDE_END_CARDS ? cards : SIDE_END_CARDS;
    return blackjack ? 0 : 1 + (unsigned)((n - 1) * SIDE_END_TOTALS + total);
}

static inline bool side_end_is_blackjack(unsigned end)
{
    return end == 0;
}

/* Counts a box without plan->notes, and returns the offers to ask. `last` equals `end` unless plan->completes. */
static inline unsigned side_plain_box(const side_plan *plan, side_counts *counts, unsigned cell, unsigned end,
                                      unsigned last, unsigned lammers)
{
    const side_cell *c = &plan->cell[cell];
    bool blackjack = side_end_is_blackjack(end);
    unsigned at = end * LM_SIM_LAMMERS + lammers, at_last = last * LM_SIM_LAMMERS + lammers;
    unsigned ask = c->ask | plan->ask_end[0][at] | (c->ask_blackjack & -(unsigned)blackjack);
    counts->deal[blackjack][cell]++;
    counts->end[0][at]++;
    if (plan->completes) {
        counts->end[1][at_last]++;
        ask |= plan->ask_end[1][at_last];
    }
    return ask;
}

/* Counts a box, 1 to 7, and returns the offers to ask. */
static inline unsigned side_box(side_book *book, unsigned box, unsigned cell, unsigned end, unsigned last,
                                unsigned lammers)
{
    const side_plan *plan = book->plan;
    unsigned at = end * LM_SIM_LAMMERS + lammers, at_last = last * LM_SIM_LAMMERS + lammers;
    unsigned ask = side_plain_box(plan, book->counts, cell, end, last, lammers);
    if (plan->notes) book->note[box - 1] = (side_note){ (uint16_t)cell, (uint16_t)at, (uint16_t)at_last };
    return ask;
}

/* Decides the wagers in `ask` of a box by their own classify. */
void side_ask(side_book *book, uint8_t box, unsigned ask, const side_facts *facts);

/* Wagers that outlive the round; for each box in each round if plan->carried is not 0. */
void side_results(side_book *book, uint8_t box, uint64_t round, unsigned won, unsigned lost);

/* Whether side_round_over has anything to do in this round. */
static inline bool side_round_waits(const side_book *book, uint64_t round)
{
    return book->asked || (book->due && round % LM_SIM_SESSION + 1 >= book->due);
}

void side_round_over(side_book *book, uint64_t round);

/* At the end of a run: what was counted. */
void side_tally(const side_plan *plan, const side_counts *counts, lm_sim_tally *tally);

#endif
