/* wanderer.h - a table that is run at random: by the book or the quick way, with every bet, decision,
 * mishap and step of the cards that the rules allow, its progressive meters beside it. Everything that
 * happens is a function of the seed.
 *
 * A watcher sees each action before and after it is applied, each payment of a meter, and sometimes all legal
 * actions. */
#ifndef LAMMER_TEST_WANDERER_H
#define LAMMER_TEST_WANDERER_H

#include "dealer_box.h"
#include "lammer/meter.h"
#include "lammer/profile.h"

enum { WANDER_ROOM = 2048, WANDER_TRAIL = 4096, WANDER_AWARDS = 64 };

typedef struct wanderer wanderer;

/* Any of these may be NULL except `broken`, which receives what must not happen and does not return. */
typedef struct {
    void (*before)(wanderer *, const lm_action *);
    void (*after)(wanderer *, const lm_action *);
    void (*inspect)(wanderer *, const lm_action *list, int n);
    void (*owed)(wanderer *, const lm_action *list, int n, const lm_action *); /* what was chosen after an inspection */
    void (*paid)(wanderer *, const lm_meter_entry *);
    void (*hear)(wanderer *, const lm_event *);
    void (*broken)(const wanderer *, const char *what);
} wander_watch;

struct wanderer {
    const wander_watch *watch;
    void *watcher;
    lm_profile profile;
    const lm_rules *rules;
    lm_table table;
    lm_meters meters;
    test_shoe shoe;
    test_random random;
    uint64_t seed;
    lm_action trail[WANDER_TRAIL];
    int steps;
    uint64_t actions; /* of all tables so far */
    uint64_t rounds;
    lm_event award[WANDER_AWARDS]; /* what the last action awarded */
    int awards;
    lm_action list[WANDER_ROOM]; /* legal now, or a few bets ago */
    int listed;
    int stale; /* bets left before the table is abandoned */
};

/* Opens a table and plays it: under a shipped profile or a legal neighbour of one, as the seed says. */
void wander(wanderer *w, uint64_t seed);

/* Whether an action would be accepted. */
bool wanderer_may(const wanderer *w, lm_action a);

#endif
