/* dealer_box.c - see dealer_box.h. */
#include "dealer_box.h"

#include "lammer/irregular.h"

/* xorshift64*: Marsaglia's generator, scrambled by a multiplication. */
uint64_t test_random_next(test_random *random)
{
    uint64_t x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return x * 0x2545F4914F6CDD1DULL;
}

int test_random_below(test_random *random, int bound)
{
    return (int)((test_random_next(random) >> 33) % (uint64_t)bound);
}

void test_shoe_shuffle(test_shoe *shoe, int decks, test_random *random)
{
    shoe->size = decks * LM_CARDS;
    shoe->next = shoe->downs = 0;
    for (int i = 0; i < shoe->size; i++) shoe->card[i] = (lm_card)(i % LM_CARDS);
    for (int i = shoe->size - 1; i > 0; i--) {
        int j = test_random_below(random, i + 1);
        lm_card card = shoe->card[i];
        shoe->card[i] = shoe->card[j];
        shoe->card[j] = card;
    }
}

lm_card test_shoe_turn(test_shoe *shoe, uint8_t box, uint8_t hand)
{
    for (int i = 0; i < shoe->downs; i++) {
        if (shoe->down[i].box != box || shoe->down[i].hand != hand) continue;
        lm_card card = shoe->down[i].card;
        shoe->downs--;
        for (; i < shoe->downs; i++) shoe->down[i] = shoe->down[i + 1];
        return card;
    }
    return LM_CARD_DOWN;
}

static lm_card hole_card(const test_shoe *shoe)
{
    for (int i = 0; i < shoe->downs; i++) {
        if (shoe->down[i].box == 0) return shoe->down[i].card;
    }
    return LM_CARD_DOWN;
}

bool test_dealer_answers(test_shoe *shoe, const lm_round *round, lm_turn turn, lm_action *action)
{
    if (turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS || turn.who == LM_BY_NOBODY) return false;
    *action = (lm_action){.verb = turn.verb};
    switch (turn.verb) {
    case LM_CARD:
        if (round->next_card && (!round->next_is_dealers || turn.box == 0)) action->card = (lm_card)(round->next_card - 1);
        else action->card = shoe->card[shoe->next++];
        break;
    case LM_DOWN:
        shoe->down[shoe->downs].box = turn.box;
        shoe->down[shoe->downs].hand = turn.hand;
        shoe->down[shoe->downs++].card = shoe->card[shoe->next++];
        break;
    case LM_PEEK: {
        lm_card two[2] = {round->dealer.card[0], hole_card(shoe)};
        action->yes = lm_cards_blackjack(two, 2);
        break;
    }
    case LM_TURN:
        action->box = turn.box;
        action->card = test_shoe_turn(shoe, turn.box, turn.hand);
        break;
    case LM_DETERMINE:
        action->card = shoe->card[shoe->next++];
        action->yes = shoe->next & 1;
        break;
    case LM_BURN: shoe->next++; break;
    case LM_CONFIRM:
        while (!(round->awaiting >> action->n & 1)) action->n++;
        break;
    case LM_IRREGULAR: action->n = LM_IR_READER_REPAIRED; break;
    default: break;
    }
    return true;
}
