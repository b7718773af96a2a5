/* explain.h - why an amount was paid or taken: the cards, what decided, and the arithmetic, term by term.
 *
 * A listener asks while it hears an event, because a reckoning reads the state of the round at that moment. The terms of
 * a box's events add up to its lm_round_net; an event without a reckoning does not change the net. */
#ifndef LAMMER_EXPLAIN_H
#define LAMMER_EXPLAIN_H

#include "lammer/round.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LM_TERM_LOST,     /* a stake that is taken */
    LM_TERM_ODDS,     /* a stake at a to b, in whole cents */
    LM_TERM_COUPON,   /* the same for a stake and the coupon beside it */
    LM_TERM_FOR,      /* a stake that was taken, at a for 1 */
    LM_TERM_ROUNDED,  /* what rounding up to the table's chip adds (C-17) */
    LM_TERM_LAMMER,   /* the original wager once more (C-12) */
    LM_TERM_MATCHED,  /* a match-play coupon wins its face value */
    LM_TERM_HALF,     /* half of a surrendered stake goes back */
    LM_TERM_BACK,     /* a stake goes back: nothing is won or lost */
    LM_TERM_FIXED,    /* a prize in dollars, whatever the stake */
    LM_TERM_SHOWN,    /* what a display shows */
    LM_TERM_METER,    /* `a` per cent of a meter */
    LM_TERM_MUST_HIT, /* the meter that must hit */
    LM_TERM_CAPPED,   /* what a shared cap takes off the award */
    LM_TERM_REFUND,   /* a stake that went to the tray comes back */
    LM_TERM_COUNT
} lm_term_kind;

typedef struct {
    uint8_t kind;      /* lm_term_kind */
    int32_t a, b;      /* the odds a to b; METER: a is a per cent */
    lm_cents of_cents; /* what it is reckoned from: a stake, a chip, a cap */
    lm_cents cents;    /* what it adds to the net; below 0: what it costs */
    const char *clause;
} lm_term;

enum { LM_TERMS = 5 };

typedef struct {
    uint8_t terms;
    bool is_bonus; /* a hand at the posted extra odds of MBJ-3(e) */
    bool is_bust;
    lm_term term[LM_TERMS];
    lm_told_cards mine, dealers; /* cards that decided, as far as they were seen */
} lm_reckoning;

/* False where the event neither pays, takes nor gives back. What an optional wager wins is reckoned with its award; the payment that follows
 * has no reckoning. */
bool lm_reckon(const lm_round *round, const lm_rules *rules, const lm_event *event, lm_reckoning *reckoning);

lm_cents lm_reckoned_cents(const lm_reckoning *reckoning);

#ifdef __cplusplus
}
#endif

#endif
