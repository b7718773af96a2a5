/* price_count.h - counting the ways of a wager, for this room only.
 *
 * A wager is asked the way a table asks it: its classify gets an lm_view and answers with the outcomes. The
 * descriptor of a wager and its answers say what it waits for, and this decides which views are made; the code knows
 * no wager by name.
 *
 *   deal    (price_deal.c)    two cards and the up card decide, or these and the second card of a dealer blackjack
 *                             (LM_NEEDS_SECOND: a table promises to show no other second card)
 *   drawn   (price_drawn.c)   the wager waits for the box's third and fourth card
 *   dealer  (price_dealer.c)  the dealer draws for it
 *   play    (price_play.c)    lammers, or rounds won and lost: the play of the main hand decides
 *
 * Every order of the cards has the same chance, so a player's drawing does not change what a dealer draws, and cards
 * that no wager looks at need not be dealt. Ways distinguish the copies of a card and the order of the deal, so they
 * are products of the numbers of cards left.
 *
 * The counts rest on assumptions, each checked by asking a second time with other cards:
 *   drawn   the dealer's up card does not matter, and the fourth card does not matter where no third card does
 *   dealer  of the dealer's cards matter the values, the last card and the set of suits; of the player's cards, whether
 *           they are a blackjack
 * If the two answers differ, the count ends with LM_PRICE_BEYOND. */
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
    bool leaves_out; /* does not count hands of more than 29 points */
    int joints;
    uint32_t key[LM_JOINTS];
    lm_wide ways[LM_JOINTS];
    lm_wide all;
    double probability[LM_JOINTS]; /* used unless `exact` */
} price_count;

/* Each counts into an empty price_count. price_count_deal returns false for a wager that waits for more than the deal;
 * the count is then meaningless. */
bool price_count_deal(price_count *count);
void price_count_drawn(price_count *count);
void price_count_dealer(price_count *count);
void price_count_lammers(price_count *count);
void price_count_rounds(price_count *count);

/* An empty count of the question. */
price_count price_fresh(const lm_price_ask *ask, void *memory);

/* price_count_deal that also tells every answer: `blackjack` says whether the dealer has one, and `ways` are those of the
 * three cards, for the share of second cards that leads to the answer. `hear` may be NULL. */
typedef void (*price_deal_listener)(void *self, const lm_card cards[3], bool blackjack, int joint, double ways);
bool price_each_deal(price_count *count, price_deal_listener hear, void *self);

/* Tells the answers to the dealer's finished hands that begin with a card of the value `first`, each with its share among
 * the suits of the hand; and the answer for a player with a blackjack. A hand has the number of its cards of value v in
 * four bits from bit 4 * v, and its last card below. `count->status` tells whether all is well. */
typedef void (*price_hand_listener)(void *self, uint64_t hand, int joint, int with_blackjack, double share);
void price_each_dealer_hand(price_count *count, int first, price_hand_listener hear, void *self);

/* Whether the dealer draws for the wager. */
bool price_dealer_draws(const price_count *count, int cards, int hard, bool has_ace);

/* The view right after the deal; price_view_blackjack turns the dealer's second card. */
lm_view price_view(const price_count *count, lm_card first, lm_card second, lm_card up);
void price_view_blackjack(lm_view *view, lm_card second);

/* The wager's answer as the index of a joint; PRICE_PENDING: it waits; PRICE_FULL: there are too many joints. */
enum { PRICE_PENDING = -1, PRICE_FULL = -2 };
int price_ask(price_count *count, const lm_view *view);

/* Calls `with` for every two cards, in the order dealt, with their number of ways; the cards are taken out of the
 * census during the call. Stops and returns false when `with` returns false. */
typedef bool (*price_two)(void *self, lm_card first, lm_card second, price_u128 ways);
bool price_each_two(price_count *count, price_two with, void *self);

/* Multiplies by the ways to deal any further cards, until `to` instead of `from` cards are dealt. */
void price_deal_on(lm_wide *ways, const price_count *count, int from, int to);

/* Adds the prizes from other bettors' wins, and computes the payments of the second column. */
void price_others(lm_price *price);

/* Replaces the edge of a progressive by the house's long-run hold. Leaves a wager without a meter unchanged. */
void price_meters(lm_price *price, const lm_rules *rules, const lm_offer *offer);

/* Whether the ways of all joints add up to `all`. */
bool price_adds_up(const price_count *count);

#endif
