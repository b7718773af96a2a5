/* enumerate.h - every order of a small shoe, played through the five verbs: what a strategy is worth, and what the
 * best player could get who sees no more than lies open on the table.
 *
 * One box, one bettor, ten dollars. Nothing is drawn at random and nothing is rounded: a shoe of N cards has N!
 * orders, every sum is a whole number of them, and a net is a whole number of tenths of the wager. Knows the round
 * and nothing of the analyser that it is there to judge.
 *
 * A card that lies face down has no identity yet. All the cards that it may be are carried along together, each
 * with its own weight, until the reader or the turning of the card tells some of them apart; so no decision can
 * depend on it. A card that a player holds face down is known to that player alone. */
#ifndef LAMMER_TEST_ENUMERATE_H
#define LAMMER_TEST_ENUMERATE_H

#include "lammer/chart.h"
#include "lammer/odds.h"
#include "lammer/round.h"

__extension__ typedef __int128 test_exact;

/* Thirty cards: 30! times the square of the largest net fits. */
enum { TEST_CARDS = 30, TEST_TENTHS = 10 };

/* A strategy of the analyser's kind. `even_money` answers for a blackjack against an ace, a
 * special one being the designated pair of MBJ-3(e)(3). `seen.second` is 0 while
 * the dealer's other card is unknown. It is not asked where there is only one choice. */
typedef struct {
    lm_play (*choose)(void *self, lm_seen seen, const lm_held *held, unsigned allowed);
    bool (*even_money)(void *self, bool special);
    void *self;
    void (*look)(void *self, const lm_round *round); /* where given: shows the table before a hand is decided */
    /* Where given: a second player bets as much behind the box, and all nets are that player's. Whether they double
     * along, and which split hand their wager rides on: `chips` are the hands that carry it, before the split. */
    bool (*along)(void *self, lm_seen seen, const lm_held *held);
    lm_ride (*ride)(void *self, lm_seen seen, int value, int hands, int at, unsigned chips);
} test_strategy;

/* Each item is a sum over the orders of the shoe. */
typedef enum {
    TEST_ORDERS,
    TEST_NET,     /* of the main wager, in tenths */
    TEST_RAN_OUT, /* orders in which the shoe ran out before the round was over; nothing else counts them */
    TEST_SQUARE,  /* of the net. With several dealer hands this and the next three count the net against the first
     * hand */
    TEST_WIN,
    TEST_PUSH,
    TEST_LOSE,
    TEST_ADVANCE, /* more hands with chips won than lost; a surrender is a loss (C-87); not kept with several dealer hands */
    TEST_LEVEL,
    TEST_FALL,
    TEST_STAKED, /* chips, in tenths */
    TEST_FREE_DOUBLES,
    TEST_PAID_DOUBLES,
    TEST_FREE_SPLITS,
    TEST_PAID_SPLITS,
    TEST_SURRENDERS,
    TEST_BLACKJACKS,                      /* the player's first two cards */
    TEST_DEALER_BLACKJACKS,               /* the dealer's first two cards, also where no wager waited for the second */
    TEST_BUSTS,                           /* hands */
    TEST_CROWDED,                         /* more than two hands */
    TEST_LAMMERS,                         /* eight items: the number of lammers, without a dealer blackjack */
    TEST_ROUND_SQUARE = TEST_LAMMERS + 8, /* of the net against all dealer hands; and its sign */
    TEST_ROUND_WIN,
    TEST_ROUND_PUSH,
    TEST_ROUND_LOSE,
    TEST_ITEMS,
    TEST_NETS = 160, /* further items where all nets are asked for: one for each different net of the round */
} test_item;

typedef struct {
    test_exact item[TEST_ITEMS + TEST_NETS];
    int nets, net[TEST_NETS]; /* the different nets, in tenths; orders of net[i] are in item[TEST_ITEMS + i] */
    int spots;                /* dealer hands that the wager faces */
    bool ran_out;             /* some line of play that was looked at ran out of cards */
    long places;              /* looked at */
    long known;               /* of them met before by another way */
} test_tally;

/* The mean net per unit of everything that was wagered at first, and any other item per round. */
double test_mean(const test_tally *tally);
double test_share(const test_tally *tally, test_item item);

/* What to enumerate. `rules` are sealed, and `decks` of them at least the copies of any card. */
typedef struct {
    const lm_rules *rules;
    const lm_census *census;
    bool apart;       /* also distinguishes cards of equal value, which changes nothing and takes longer */
    bool forgetful;   /* also plays again from places met before, which changes nothing either */
    long most_places; /* gives up beyond; 0: never */
    int first, up;    /* the values of the player's first card and of the dealer's; other orders do not count. 0: any */
    int coupon;       /* dollars of a match-play coupon beside the wager; 0: none */
    int returned;     /* what such a coupon adds to the net when it goes back after a tie, in tenths of the wager */
    /* Hears each decision of the best player, where given. */
    void (*hear)(void *self, lm_seen seen, const lm_held *held, unsigned allowed, lm_play play);
    void *self;
} test_question;

/* False when it gave up. `nets` keeps all nets of the round apart. */
bool test_play(const test_question *question, const test_strategy *strategy, test_tally *tally);
bool test_play_nets(const test_question *question, const test_strategy *strategy, test_tally *tally);
bool test_play_best(const test_question *question, test_tally *tally);

/* Begins with an unsplit hand of these cards: first `play`, then the strategy. Counts only the orders of cards in
 * which the hand is reached. */
bool test_play_from(const test_question *question, lm_seen seen, const lm_held *held, lm_play play,
                    const test_strategy *strategy, test_tally *tally);

#endif
