/* price.h - what an optional wager is worth, exactly: every outcome counted through its own classify.
 *
 * Knows the cards that are left and when a table asks a wager for its outcome; knows no wager by name. What the cards
 * decide is counted in whole ways out of all ways, and nothing is rounded before the last division. What the play of
 * the main hand decides (lammers, streaks) comes in as lm_play_facts and is as exact as those. The head of
 * src/odds/price_count.h describes the method and its assumptions. They are checked at run time: a wager that needs
 * more is refused, not estimated.
 *
 * No allocation: everything lives in memory that the caller hands in. */
#ifndef LAMMER_PRICE_H
#define LAMMER_PRICE_H

#include "lammer/meter.h"
#include "lammer/odds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a price needs to know of how the main hand is played: nothing for most wagers. */
typedef struct {
    const char *strategy; /* its name, printed with the price */
    double lammers[8];    /* lm_figures.lammers */
    double advance, fall; /* lm_figures */
    uint16_t
        draws_to_sevens;   /* bit v: a pair of sevens gets another card (hit, double, split) against up card value v */
    bool draws_to_hard_20; /* some hard 20 is drawn to (WFB-P22.2) */
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

/* What is asked. Zero where a default will do. */
typedef struct {
    const lm_rules *rules;
    const lm_census *census; /* of the shoe; NULL: fresh, of rules->decks decks */
    const lm_offer *offer;   /* the wager, its pay table and what it pays: lm_price_offer makes one */
    const lm_play_facts *facts;
    lm_cents stake_cents; /* 0: the fixed stake, or the least main wager as far as the wager's limits allow it */
    int players;          /* players who make this wager, this one included, for prizes to the others; 0: one */
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
    double cost;       /* what it costs the house in the long run, part of the stake */
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
    bool exact; /* `ways` and `all` are whole ways; otherwise the probabilities rest on lm_play_facts and they are 0 */
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

    /* Per unit of the stake. Of a progressive the edge is the house's long-run hold, 1 - fixed_return -
     * contributions - seeds * probabilities of being won; the spread is that of a round with every meter at its seed,
     * other bettors' wins excluded. */
    double house_edge, hit_frequency, sd;
    double fixed_return; /* what all but the meters give back, the kept stake and envy included */
    double envy_return;  /* the part of it that other bettors' wins bring */
    double others;       /* mean dollars that a wager's second column pays to its other recipients */
    bool sd_known;       /* false where a display's amounts are declared by their advantage alone */
    int meters;
    lm_priced_meter meter[LM_GAME_METERS];

    const char *strategy; /* how the main hand is played, where the price depends on it; NULL where not */
    const char *caveat;   /* what the price leaves out, or NULL */
} lm_price;

/* Offers one of a wager's pay tables as it is printed. */
void lm_price_offer(lm_offer *offer, const lm_wager *wager, int paytable);

/* Bytes of memory, aligned for any type, that a price needs. */
enum { LM_PRICE_ROOM = 1 << 20 };

/* Fills in the price; its status is also the result. */
lm_price_status lm_price_wager(lm_price *price, const lm_price_ask *ask, void *memory, size_t size);

/* How much the house edge changes when one copy of a card leaves the shoe; 0 where none is left. */
lm_price_status lm_price_removal(double effect[LM_CARDS], const lm_price_ask *ask, void *memory, size_t size);

#ifdef __cplusplus
}
#endif

#endif
