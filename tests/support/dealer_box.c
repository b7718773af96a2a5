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
    shoe->next = shoe->burns = 0;
    shoe->downs.n = 0;
    for (int i = 0; i < shoe->size; i++)
        shoe->card[i] = (lm_card)(i % LM_CARDS);
    for (int i = shoe->size - 1; i > 0; i--) {
        int j = test_random_below(random, i + 1);
        lm_card card = shoe->card[i];
        shoe->card[i] = shoe->card[j];
        shoe->card[j] = card;
    }
}

static void stack_rest(test_shoe *shoe, const int left[LM_CARDS], test_random *random)
{
    int at = shoe->next;
    for (int card = 0; card < LM_CARDS; card++) {
        for (int i = 0; i < left[card]; i++)
            shoe->card[at++] = (lm_card)card;
    }
    for (int i = at - 1; i > shoe->next; i--) {
        int j = shoe->next + test_random_below(random, i - shoe->next + 1);
        lm_card card = shoe->card[i];
        shoe->card[i] = shoe->card[j];
        shoe->card[j] = card;
    }
}

void test_shoe_restack(test_shoe *shoe, const lm_table *table, const lm_rules *rules, test_random *random)
{
    int left[LM_CARDS];
    shoe->next = lm_table_cards_out(table);
    for (int card = 0; card < LM_CARDS; card++)
        left[card] = (int)rules->decks - table->seen[card];
    if (!table->burned) shoe->burns = 0;
    for (uint32_t i = 0; i < shoe->downs.n; i++)
        left[shoe->downs.down[i].card]--;
    for (int i = 0; i < shoe->burns; i++)
        left[shoe->burned[i]]--;
    stack_rest(shoe, left, random);
}

void test_shoe_burn(test_shoe *shoe)
{
    if (shoe->burns < TEST_DOWN) shoe->burned[shoe->burns++] = shoe->card[shoe->next];
    shoe->next++;
}

lm_card test_shoe_turn(test_shoe *shoe, uint8_t box, uint8_t hand)
{
    int at = lm_downs_find(&shoe->downs, box, hand);
    return at < 0 ? LM_CARD_DOWN : (lm_card)lm_downs_take(&shoe->downs, at).card;
}

bool test_dealer_answers(test_shoe *shoe, const lm_round *round, lm_turn turn, lm_action *action)
{
    if (turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS || turn.who == LM_BY_NOBODY) return false;
    *action = (lm_action){ .verb = turn.verb };
    switch (turn.verb) {
    case LM_CARD:
        if (lm_round_card_waits(round))
            action->card = (lm_card)(round->next_card - 1);
        else
            action->card = shoe->card[shoe->next++];
        break;
    case LM_DOWN: lm_downs_lay(&shoe->downs, turn.box, turn.hand, shoe->card[shoe->next++]); break;
    case LM_PEEK: action->yes = lm_downs_blackjack(&shoe->downs, NULL, round); break;
    case LM_TURN:
        action->box = turn.box;
        action->card = test_shoe_turn(shoe, turn.box, turn.hand);
        break;
    case LM_DETERMINE:
        action->card = shoe->card[shoe->next++];
        action->yes = shoe->next & 1;
        break;
    case LM_BURN: test_shoe_burn(shoe); break;
    case LM_CONFIRM:
        while (!(round->awaiting >> action->n & 1))
            action->n++;
        break;
    case LM_IRREGULAR: action->n = LM_IR_READER_REPAIRED; break;
    case LM_AWARD:
        action->box = turn.box;
        action->bettor = turn.bettor;
        action->wager = turn.wager;
        action->amount_cents = 12345;
        break;
    default: break;
    }
    return true;
}

static lm_action draw_listed(const lm_action *list, int n, lm_turn turn, test_random *random)
{
    int fitting = 0;
    lm_action chosen = { .verb = turn.verb };
    for (int i = 0; i < n; i++) {
        bool fits = list[i].verb == turn.verb && (!turn.box || list[i].box == turn.box);
        if (fits && test_random_below(random, ++fitting) == 0) chosen = list[i];
    }
    if (chosen.verb != LM_UNLOAD && chosen.verb != LM_HOURS && chosen.most_cents > chosen.least_cents) {
        int span = (int)(chosen.most_cents - chosen.least_cents);
        chosen.amount_cents = chosen.least_cents + test_random_below(random, span + 1);
    }
    chosen.least_cents = chosen.most_cents = chosen.step_cents = 0;
    return chosen;
}

bool test_table_answers(test_shoe *shoe, const lm_table *table, const lm_rules *rules, lm_turn turn,
                        test_random *random, lm_action *action)
{
    enum { ROOM = 512 };
    lm_action list[ROOM];
    if (turn.verb < LM_VERB_COUNT || turn.verb == LM_BURN) {
        if (!test_dealer_answers(shoe, &table->round, turn, action)) return false;
        if (turn.verb == LM_IRREGULAR && turn.who == LM_BY_DEALER) action->n = LM_IR_EXHAUSTED;
        return true;
    }
    int n = lm_table_legal(table, rules, list, ROOM);
    *action = draw_listed(list, n < ROOM ? n : ROOM, turn, random);
    return true;
}
