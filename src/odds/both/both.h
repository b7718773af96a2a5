/* both.h - the parts of lammer/both.h: how deals and the dealer's hands lead to outcomes of another wager. */
#ifndef LM_ODDS_BOTH_H
#define LM_ODDS_BOTH_H

#include "figures.h"
#include "lammer/both.h"
#include "price/price_count.h"
#include "weighed.h"

#ifndef ODDS_EXACT

/* The share of a dealer's hand that leads to an outcome, and the outcome for a player with a blackjack. */
typedef struct {
    uint8_t joint, natural;
    double share;
} hand_share;

/* The shares of one finished hand, one after another. */
typedef struct {
    uint64_t hand;
    int first, n;
} hand_shares;

/* A final hand of the dealer with its orders, by outcome. */
typedef struct {
    uint64_t cards;
    uint8_t end;
    double orders[LM_JOINTS], natural[LM_JOINTS];
} final_hand;

enum { SHARES = 1 << 15, SHARED_HANDS = 1 << 13, FINAL_HANDS = 1 << 13, DEAL_CELLS = 10 * 55 * 2 };

typedef struct {
    lm_game *g;
    lm_both *both;
    price_count count;
    uint32_t key[LM_JOINTS]; /* of the outcomes of each joint */
    bool full;
    lm_distribution whole;
    double deal[DEAL_CELLS][LM_JOINTS]; /* [see cell_of]: ways of three cards by their outcome */
    /* the dealer's hands after one first card */
    int shares, shared, finals;
    hand_share share[SHARES];
    hand_shares shares_of[SHARED_HANDS];
    uint16_t share_slot[2 * SHARED_HANDS];
    final_hand final[FINAL_HANDS];
    uint16_t final_slot[2 * FINAL_HANDS];
    uint16_t sorted[FINAL_HANDS];
    weighed_hand weighed[FINAL_HANDS];
    weighed_tree tree, natural;
    weighing weighing;
    round_nets rest;
    _Alignas(64) unsigned char room[LM_PRICE_ROOM];
} both_work;

/* The place among both->joint of a joint that was counted. */
int both_joint(both_work *w, int counted);

/* Adds rounds in which these outcomes come, a share of those that end without a dealer blackjack or with one. */
void both_add(both_work *w, int joint, const round_nets *nets, bool blackjack, double share);

lm_both_status both_by_deal(both_work *w);
lm_both_status both_by_dealer(both_work *w);

#endif
#endif
