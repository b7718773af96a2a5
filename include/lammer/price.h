/* price.h - the exact value of an optional wager: counts every outcome by calling the wager's `classify`.
 *
 * Knows the cards that are left and when a table asks a wager for its outcome; knows no wager by name. What the cards
 * decide is counted in whole ways out of all ways, and nothing is rounded before the last division. What the play of
 * the main hand decides (lammers, streaks) comes in as lm_play_facts, and such a price is only as exact as they are. The head of
 * src/odds/price/price_count.h describes the method and its assumptions. The assumptions are checked at run time: a
 * wager that does not meet them is refused, not estimated.
 *
 * No allocation: everything lives in memory that the caller hands in. */
#ifndef LAMMER_PRICE_H
#define LAMMER_PRICE_H

#include "lammer/meter.h"
#include "lammer/odds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the main hand is played, as far as a price depends on it. The prices of most wagers do not. */
typedef struct {
    const char *strategy; /* its name, printed with the price */
    double lammers[8];    /* lm_figures.lammers */
    double advance, fall; /* lm_figures */
    uint16_t
        draws_to_sevens;   /* bit v: a pair of sevens gets another card (hit, double, split) against up card value v */
    bool draws_to_hard_20; /* the strategy draws to some hard 20 (WFB-P22.2) */
} lm_play_facts;

/* A whole number of up to 512 bits, least part first. */
enum { LM_WIDE_PARTS = 8, LM_WIDE_TEXT = 156 };
typedef struct {
    uint64_t part[LM_WIDE_PARTS];
} lm_wide;

int lm_wide_compare(const lm_wide *a, const lm_wide *b);
double lm_wide_ratio(const lm_wide *a, const lm_wide *b); /* a / b; b is not zero */
void lm_wide_write(const lm_wide *number, char text[LM_WIDE_TEXT]);

typedef enum {
    LM_PRICE_OK,
    LM_PRICE_CARDS,  /* the cards that are left may not finish a round */
    LM_PRICE_PLAY,   /* depends on the play of the main hand, and no facts were given */
    LM_PRICE_BEYOND, /* the wager looks at something that this method does not count */
    LM_PRICE_MEMORY, /* fewer than LM_PRICE_ROOM bytes, or not aligned */
    LM_PRICE_STATUSES
} lm_price_status;
const char *lm_price_status_text(lm_price_status status);

/* The question. A field that is 0 or NULL gets its default. */
typedef struct {
    const lm_rules *rules;
    const lm_census *census; /* of the shoe; NULL: fresh, of rules->decks decks */
    const lm_offer *offer;   /* the wager, its pay table and what it pays: lm_price_offer makes one */
    const lm_play_facts *facts;
    lm_cents stake_cents; /* 0: the fixed stake, or the least main wager, within the wager's limits */
    int players;          /* all players who make this wager: a prize may go to the others too; 0: one player */
} lm_price_ask;

/* A meter that the wager's stakes feed. Rates are parts of the stake. */
typedef struct {
    lm_meter_kind kind;
    const char *name;
    double seed, contribution, reserve; /* dollars, of the rules and the pay table */
    double whole;                       /* probability that a wager wins all of it */
    double value;      /* what one dollar on the display adds to the mean award of a wager, in dollars */
    double break_even; /* display in dollars at which the house has no edge, the other meters at their seeds; the
                        * must-hit prize: not used */
    double cost;       /* the meter's long-run cost to the house, as a part of the stake */
} lm_priced_meter;

/* All that one round can bring: up to LM_AWARDS outcomes together; n = 0: lost. */
enum { LM_JOINTS = 32 };
typedef struct {
    uint8_t n, which[LM_AWARDS];
    lm_wide ways;
    double probability;
} lm_joint;

typedef struct {
    lm_price_status status;
    bool exact; /* `ways` and `all` count whole ways; false: the price rests on lm_play_facts, and both are 0 */
    const lm_wager *wager;
    const lm_paytable *paytable;
    lm_odds pays[LM_OUTCOMES];
    lm_cents stake_cents;
    int players;

    /* By outcome. A wager that is paid twice in a round counts twice, so these are mean numbers of awards. The joints
     * are probabilities, and the ways of all joints add up to `all`. */
    int outcomes;
    lm_wide all;
    lm_wide ways[LM_OUTCOMES];
    double probability[LM_OUTCOMES];
    int joints;
    lm_joint joint[LM_JOINTS];

    /* Per unit of the stake. A progressive's edge is the house's long-run hold, 1 - fixed_return - contributions -
     * seeds * probabilities of being won; its `sd` is for a round with every meter at its seed, without the wins of
     * other bettors. */
    double house_edge, hit_frequency, sd;
    double fixed_return; /* what the wager returns without its meters, including the kept stake and envy */
    double envy_return;  /* the part of fixed_return that comes from other bettors' wins */
    double others;       /* mean dollars that a wager's second column pays to its other recipients */
    bool sd_known;       /* false where the house declares only the advantage of a display's amounts */
    int meters;
    lm_priced_meter meter[LM_GAME_METERS];

    const char *strategy; /* how the main hand is played, where the price depends on it; NULL where not */
    const char *caveat;   /* what the price leaves out, or NULL */
} lm_price;

/* Makes an offer of a wager with one of its pay tables, unchanged. */
void lm_price_offer(lm_offer *offer, const lm_wager *wager, int paytable);

/* Bytes of memory, aligned for any type, that a price needs. */
enum { LM_PRICE_ROOM = 1 << 20 };

/* Fills in the price; its status is also the result. */
lm_price_status lm_price_wager(lm_price *price, const lm_price_ask *ask, void *memory, size_t size);

/* The net of one unit staked when these outcomes come together, none of them being a loss; every meter shows its seed, and
 * of a display the mean amount counts. NAN where the house declares only a display's advantage. */
double lm_price_net(const lm_price *price, const lm_rules *rules, const uint8_t *which, int n);

/* How much the house edge changes when one copy of a card leaves the shoe; 0 where none is left. */
lm_price_status lm_price_removal(double effect[LM_CARDS], const lm_price_ask *ask, void *memory, size_t size);

#ifdef __cplusplus
}
#endif

#endif
