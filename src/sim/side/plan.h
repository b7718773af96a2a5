/* plan.h - what the makers of a plan's tables share. */
#ifndef LAMMER_SIM_SIDE_PLAN_H
#define LAMMER_SIM_SIDE_PLAN_H

#include "ask.h"

typedef struct {
    const lm_sim_job *job;
    side_plan *plan;
    lm_meters meters;               /* as they are when a session begins: which wagers feed one, and what it pays */
    side_cell common[LM_CARDS];     /* what no card of a box decides, by up card */
    uint16_t place[2 * SIDE_CELLS]; /* cells by their hash: number plus 1 */
} side_maker;

/* The code of a result, or SIDE_ASK where something other than the cards decides what it pays. */
uint8_t side_code(side_maker *maker, int offer, const lm_outcomes *found);

/* The code of a box with these facts. */
uint8_t side_code_of(side_maker *maker, int offer, const side_facts *facts);

/* Whether what an outcome pays depends on meters, displays, or other boxes. */
bool side_is_special(const lm_sim_job *job, const lm_meters *meters, int offer, const lm_outcomes *found);

/* answers.c: chooses the wagers whose answers are remembered; the place of an answer, or NULL where the question may not
 * come again or there is no room; and what they come to at the end. */
void side_choose_answers(side_plan *plan, const lm_sim_job *job);
side_answer *side_answer_to(side_counts *counts, int offer, const side_facts *facts);
void side_tally_answers(const side_plan *plan, const side_counts *counts, lm_sim_tally *tally);

void side_fill_deal(side_maker *maker);
void side_fill_end(side_maker *maker, int offer);

#endif
