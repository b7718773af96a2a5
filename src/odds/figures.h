/* figures.h - pieces of the figures of a round. Doubles only. */
#ifndef LM_ODDS_FIGURES_H
#define LM_ODDS_FIGURES_H

#include "several/spread.h"

/* What an unsplit hand can win or lose, in steps of half a wager. */
enum { UNSPLIT_LEAST = -2 * TENTHS, UNSPLIT_MOST = 4 * TENTHS, NET_STEP = TENTHS / 2 };
enum { UNSPLIT_NETS = (UNSPLIT_MOST - UNSPLIT_LEAST) / NET_STEP + 1 };

static inline int unsplit_at(int net)
{
    return (net - UNSPLIT_LEAST) / NET_STEP;
}

#ifndef ODDS_EXACT
/* Scratch memory: the nets of the rounds that are added, and the joint results of the hands of a split. */
enum { PAYS_MOST = 12, JOINT_RESULTS = PAYS_MOST * PAYS_MOST * PAYS_MOST * PAYS_MOST };
typedef struct net_room {
    round_nets *to; /* where the rounds of the current start go */
    int insured;    /* whether the current start should be insured */
    round_nets sum; /* of all columns, for a chart or an estimate */
    double joint[JOINT_RESULTS];
    uint8_t place[SPLIT_HANDS][JOINT_RESULTS];
    double apart[LM_NETS]; /* of a course: what its composed law has less than the one that bound.h judges */
    double twos[SPLIT_HANDS][SPLIT_HANDS][KINDS_MOST][KINDS_MOST]; /* the laws of two hands, over all ends */
} net_room;

/* Adds rounds with this net in tenths. */
static inline void nets_add(const lm_game *g, bool dealer_blackjack, int net, double chance)
{
    g->nets->to->chance[g->nets->insured][dealer_blackjack][net - LM_NET_LEAST] += chance;
}

#endif

/* Figures of an unsplit hand with chips under a policy, over rounds without a dealer blackjack. Busts and doubles also
 * count rounds in which players act before a blackjack is known. */
typedef struct moments {
    double square, win, lose, busts, free_doubles, paid_doubles;
    double net[UNSPLIT_NETS]; /* [unsplit_at(net)], without pushes */
    double lammer;            /* chance of a free double in a round without a dealer blackjack */
    double late_square;       /* what a late dealer blackjack adds to the mean square beyond one unit */
} moments;

void figures_moments(const lm_game *g, const column *c, const policy *p, moments *at);

#ifndef ODDS_EXACT
/* Goes through the starting hands of a solved column: the net results of the rounds that begin with each, of all rounds
 * or of those that g->weighing weighs. */
typedef void (*figures_listener)(void *self, hand_id start, const round_nets *nets);
void figures_each_start(lm_game *g, const column *c, figures_listener hear, void *self);
#endif

/* Adds the rounds in which a pair is split. */
void figures_split(lm_game *g, const column *c, const policy *p, int value, double chance, lm_figures *figures);

/* Adds the lammers of the split pair in g->study. */
void figures_split_lammers(lm_game *g, const column *c, const split_courses *courses, double chance,
                           lm_figures *figures);

#endif
