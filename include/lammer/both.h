/* both.h - the main wager and an optional wager of the same box, in one round: the probability of each two results.
 *
 * Known where the deal decides the other wager, or the dealer's drawing. Exact as lm_game_distribution is: what is
 * composed for three and four hands of a split is composed here, too. A wager of which the joint law is out of reach is
 * refused with the reason. docs/odds.md has the method. */
#ifndef LAMMER_BOTH_H
#define LAMMER_BOTH_H

#include "lammer/price.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LM_BOTH_OK,
    LM_BOTH_DRAWN,  /* cards decide that the box may not draw */
    LM_BOTH_PLAY,   /* lammers, or the results of several rounds */
    LM_BOTH_SUITS,  /* the main wager pays for suits, too */
    LM_BOTH_SPOTS,  /* several dealer hands */
    LM_BOTH_BEYOND, /* the price is refused as well */
    LM_BOTH_MEMORY,
    LM_BOTH_STATUSES
} lm_both_status;
const char *lm_both_text(lm_both_status status);

/* Outcomes that come together in one round; n = 0: the wager is lost. */
typedef struct {
    uint8_t n, which[LM_AWARDS];
    double probability;
    double net;           /* of the wager, per unit of its stake: lm_price_net */
    double main;          /* the mean of the main net, given these outcomes */
    double with[LM_NETS]; /* probability of the outcomes together with each net of the main wager, in tenths */
} lm_both_joint;

/* Moments are per unit of each wager's stake; insurance is left out. */
typedef struct {
    lm_both_status status;
    bool by_dealer; /* the dealer's drawing decides the wager */
    int joints;
    lm_both_joint joint[LM_JOINTS];
    double mean, sd, main_mean, main_sd;
    double covariance, correlation; /* NAN where the net of a joint is not known */
    double error;                   /* of each probability, as in lm_distribution */
} lm_both;

/* Memory for the question below. */
size_t lm_both_room(void);

/* The optimum of the main wager together with a wager that `ask` has priced; `ask->census` is that of the game. */
lm_both_status lm_game_both(lm_game *game, const lm_price_ask *ask, const lm_price *price, void *memory, size_t size,
                            lm_both *both);

/* Pays by another pay table of the same wager: only the nets and moments change. */
void lm_both_pay(lm_both *both, const lm_price *price, const lm_rules *rules);

#ifdef __cplusplus
}
#endif

#endif
