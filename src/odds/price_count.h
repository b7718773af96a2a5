/* price_count.h - counting the ways of a wager, for this room only.
 *
 * A wager is asked the way a table asks it: an lm_view goes to its classify, and what it answers is what the
 * round brought. How the views are made depends on what the wager waits for, which its descriptor and its answers
 * tell; no wager is known by name.
 *
 *   deal    (price_deal.c)    two cards and the up card decide; where it needs the dealer's second card, that too,
 *                             but only of a blackjack: a table promises no other (LM_NEEDS_SECOND)
 *   drawn   (price_drawn.c)   it waits without needing the dealer: for the box's third and fourth card
 *   dealer  (price_dealer.c)  the dealer draws for it
 *   play    (price_play.c)    lammers, or rounds won and lost: the play of the main hand decides
 *
 * Cards are dealt in any order with the same chance, so a player's drawing does not change what a dealer draws,
 * and cards that no wager looks at need not be dealt. Ways are counted with every copy of a card a card of its own and
 * in the order dealt, so they are products of what is left.
 *
 * What is taken for granted, each checked by asking a second time with it changed:
 *   drawn   the dealer's up card is not looked at; where the third card changes nothing the fourth does not
 *   dealer  of the dealer's cards: the values, the last one, and which suits there are; of the player's: whether
 *           they were a blackjack
 * If the answers differ the count ends with LM_PRICE_BEYOND. */
#ifndef LM_ODDS_PRICE_COUNT_H
#define LM_ODDS_PRICE_COUNT_H

#include "price_math.h"

/* What a count found. `joints` is as in lm_price; `all` is the common denominator of all counts. */
typedef struct {
    const lm_price_ask *ask;
    const lm_wager *wager;
    lm_cents stake_cents;
    int32_t copies[LM_CARDS];
    int cards; /* all copies */
    void *memory;

    lm_price_status status;
    bool exact;
    bool drawn_for;  /* priced for a hand that gets the cards which decide the wager */
    bool by_facts;   /* depends on lm_play_facts */
    bool leaves_out; /* hands of more than 29 points */
    int joints;
    uint32_t key[LM_JOINTS];
    lm_wide ways[LM_JOINTS];
    lm_wide all;
    double probability[LM_JOINTS]; /* where not exact */
} price_count;

/* Each counts into an empty price_count. The first returns false for a wager that waits for more than the deal; its
 * count is then meaningless. */
bool price_count_deal(price_count *count);
void price_count_drawn(price_count *count);
void price_count_dealer(price_count *count);
void price_count_lammers(price_count *count);
void price_count_rounds(price_count *count);

/* A view of two cards each as a table has it once they are dealt. */
lm_view price_view(const price_count *count, lm_card first, lm_card second, lm_card up);
void price_view_blackjack(lm_view *view, lm_card second);

/* The wager's answer as the index of a joint; PRICE_PENDING: it waits; PRICE_FULL: there are too many joints. */
enum { PRICE_PENDING = -1, PRICE_FULL = -2 };
int price_ask(price_count *count, const lm_view *view);

/* Calls `with` for every two cards, in the order dealt, with their number of ways; the cards are taken out of the
 * census during the call. Stops and returns false when `with` returns false. */
typedef bool (*price_two)(void *self, lm_card first, lm_card second, price_u128 ways);
bool price_each_two(price_count *count, price_two with, void *self);

/* Multiplies by the ways in which any further cards can come, from `from` cards left down to `to`. */
void price_deal_on(lm_wide *ways, const price_count *count, int from, int to);

/* Adds the prizes from other bettors' wins, and computes the payments of the second column. */
void price_others(lm_price *price);

/* Makes the edge of a progressive the house's long-run hold. Without a meter nothing changes. */
void price_meters(lm_price *price, const lm_rules *rules, const lm_offer *offer);

/* Whether the ways add up to all of them. */
bool price_adds_up(const price_count *count);

#endif
