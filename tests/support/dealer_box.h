/* dealer_box.h - a dealer for tests: a seeded generator, a stacked shoe, and the answers that need no player. Not for
 * games: the generator is only good enough for random walks. */
#ifndef LAMMER_TEST_DEALER_BOX_H
#define LAMMER_TEST_DEALER_BOX_H

#include "lammer/dealer.h"

typedef struct {
    uint64_t state;
} test_random;

uint64_t test_random_next(test_random *random);
int test_random_below(test_random *random, int bound);

enum { TEST_SHOE = 8 * LM_CARDS, TEST_DOWN = 64 };

/* A shoe dealt from the front. Cards that lie face down wait in the order in which they went down, with the
 * place they lie at, so that the driver can answer the reader and turn them. */
typedef struct {
    lm_card card[TEST_SHOE];
    int size;
    int next;
    lm_downs downs;
    lm_card burned[TEST_DOWN]; /* burned cards that were not shown */
    int burns;
} test_shoe;

void test_shoe_shuffle(test_shoe *shoe, int decks, test_random *random);

/* Shuffles all cards again, except those that the table has seen and those that lie face down. */
void test_shoe_restack(test_shoe *shoe, const lm_table *table, const lm_rules *rules, test_random *random);

/* The action that answers a turn which no player owes: a card, a card face down, the reader, a card turned, a
 * burn. False when it is a player's turn or the round is over. Dealing a card commits the shoe. */
bool test_dealer_answers(test_shoe *shoe, const lm_round *round, lm_turn turn, lm_action *action);

/* The same for a table: also the steps of its cards, where what the rules leave open (who verifies,
 * how deep the cut) is drawn at random. Players' turns among those steps are answered too; players' decisions in a
 * round are not. */
bool test_table_answers(test_shoe *shoe, const lm_table *table, const lm_rules *rules, lm_turn turn,
                        test_random *random, lm_action *action);

/* Burns the next card. */
void test_shoe_burn(test_shoe *shoe);

/* Takes the first card that went down at a place; LM_CARD_DOWN when there is none. */
lm_card test_shoe_turn(test_shoe *shoe, uint8_t box, uint8_t hand);

#endif
