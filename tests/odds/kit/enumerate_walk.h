/* enumerate_walk.h - what the parts of the enumerator share: the place that a walk has reached, and the walk. */
#ifndef LAMMER_TEST_ENUMERATE_WALK_H
#define LAMMER_TEST_ENUMERATE_WALK_H

#include "enumerate.h"

enum { KINDS = TEST_CARDS, DOWN = 12, ROOM = 160, WAGER_CENTS = 10 * LM_DOLLAR, WORD_KINDS = 12 };

/* Cards that the rules do not distinguish. */
typedef struct {
    lm_card card[TEST_CARDS];
    uint8_t n, value;
} kind;

/* The place that a walk has reached: the round and the shoe. */
typedef struct {
    lm_round round;
    test_exact weight[KINDS]; /* orders of the cards that are out; by the kind of an unseen hole card */
    uint8_t left[KINDS];      /* cards that have not been seen, a hole card among them */
    uint8_t out;              /* cards that have left the shoe, seen or not */
    uint8_t hole_unknown;
    uint8_t on_the_way; /* to the hand that the question begins with: see PASSED_BY */
    uint8_t blackjack;  /* the player's first two cards */
    uint8_t did[5];     /* free and paid doubles, free and paid splits, surrenders */
    uint8_t staked;     /* in tenths */
    uint8_t downs;
    struct {
        lm_card card;
        uint8_t hand;
    } down[DOWN]; /* the player's cards that lie face down */
} place;

/* Rounds that do not come to the hand in question do not count. Where it may be given up before the reader answers, they
 * count from there on. */
enum { PASSED_BY = 1, COUNTED };

enum { FREE_DOUBLE, PAID_DOUBLE, FREE_SPLIT, PAID_SPLIT, SURRENDER };

typedef struct {
    uint64_t name[2]; /* of a place */
    test_exact orders;
    uint32_t sums; /* index of its items */
    bool used;
} memory;

typedef struct {
    const test_question *question;
    const lm_rules *rules;
    const test_strategy *strategy; /* NULL: the best */
    kind kind[KINDS];
    int kinds, cards, spots;
    uint8_t kind_of[LM_CARDS];
    test_exact factorial[TEST_CARDS + 1];
    /* the hand to begin with */
    const lm_held *held;
    lm_seen seen;
    lm_play first;
    /* places that were met */
    memory *met;
    size_t room, n_met;
    test_exact *sums;
    size_t sums_room, n_sums;
    int items; /* how many of the TEST_ figures are counted */
    int nets, net[TEST_NETS];
    bool ran_out, gave_up;
    long places, known;
} walk;

/* --- the shoe, and places that were met before (enumerate_places.c) */

bool walk_is_678(lm_card card);
void walk_sort_cards(walk *w);
test_exact walk_orders_of(const walk *w, const place *at);
/* Draws a card of a kind, if the shoe has one; lays the hole card; the next card of a kind. */
bool walk_draw(const walk *w, place *at, uint8_t k);
void walk_hide(const walk *w, place *at);
lm_card walk_next_of(const walk *w, const place *at, uint8_t k);

/* Equal names have equal futures. */
void walk_name_place(const walk *w, const place *at, uint64_t name[2]);
memory *walk_find_memory(walk *w, const uint64_t name[2]);
void walk_grow(walk *w);
void walk_remember(walk *w, const uint64_t name[2], test_exact orders, const test_exact *sum);
void walk_add(const walk *w, test_exact *sum, const test_exact *other);

/* --- what a round came to (enumerate_ends.c) */

bool walk_makes_blackjack(const walk *w, const place *at, int k);
bool walk_has_bettor_behind(const walk *w);
void walk_end_round(walk *w, const place *at, test_exact *sum);
void walk_run_out(walk *w, const place *at, test_exact *sum);

#endif
