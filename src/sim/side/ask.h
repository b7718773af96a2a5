/* ask.h - a wager's own classify, asked as a round asks it: window by window until it is decided. */
#ifndef LAMMER_SIM_SIDE_ASK_H
#define LAMMER_SIM_SIDE_ASK_H

#include "side.h"

typedef struct {
    const lm_rules *rules;
    const lm_wager *wager;
    lm_cents stake_cents;
    uint8_t carry;
} side_question;

enum { SIDE_UNDECIDED = LM_AFTER_ALL + 1 };

/* The window in which a round with these facts decides the wager, and its outcomes; SIDE_UNDECIDED if it never does. */
int side_decide(const side_question *question, const side_facts *facts, lm_outcomes *found);

/* Whether the wager still waits when the box may draw a third card. */
bool side_waits(const side_question *question, const side_facts *facts);

/* What outcomes win, less the stake where it is lost: awards at odds return it (settle_side of src/core/round/sides.c). */
lm_cents side_net(const side_question *question, const lm_offer *offer, const lm_outcomes *found);

/* The question about an offer that the job lays. */
static inline side_question side_question_of(const lm_sim_job *job, int offer)
{
    return (side_question){ job->rules, job->rules->offer[offer].wager, job->stake_cents[offer], 0 };
}

static inline bool side_may_hide_blackjack(lm_card up)
{
    return lm_rank(up) == LM_ACE || lm_rank(up) >= LM_TEN;
}

#endif
