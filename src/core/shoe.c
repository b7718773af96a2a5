/* shoe.c - cards in a stack. */
#include "lammer/shoe.h"

#include <assert.h>
#include <string.h>

/* Copies one card between stacks, and whether it is turned. */
static void put_card(lm_shoe *to, int at, const lm_shoe *from, int i)
{
    to->card[at] = from->card[i];
    to->turned[at] = from->turned[i];
}

static int put_run(lm_shoe *to, int at, const lm_shoe *from, int first, int cards)
{
    for (int i = 0; i < cards; i++)
        put_card(to, at + i, from, first + i);
    return at + cards;
}

void lm_shoe_fill(lm_shoe *shoe, int decks)
{
    assert(decks >= 1 && decks <= LM_SHOE_DECKS);
    memset(shoe, 0, sizeof *shoe);
    shoe->n = (uint16_t)(decks * LM_CARDS);
    shoe->cover = LM_NO_COVER;
    for (int i = 0; i < shoe->n; i++)
        shoe->card[i] = lm_card_make(i % 13, i / 13 % 4);
}

/* Fisher and Yates: every order of the cards is equally likely. */
void lm_shoe_shuffle(lm_shoe *shoe, lm_random_below *below, void *self)
{
    for (int i = shoe->n - 1; i > 0; i--) {
        int j = (int)below(self, (uint32_t)(i + 1));
        lm_card card = shoe->card[i];
        uint8_t turned = shoe->turned[i];
        put_card(shoe, i, shoe, j);
        shoe->card[j] = card;
        shoe->turned[j] = turned;
    }
}

void lm_shoe_plug(lm_shoe *shoe, int cards, int at)
{
    int others = shoe->n - cards;
    assert(cards >= 0 && others >= 0 && at >= 0 && at <= others);
    lm_shoe was = *shoe;
    int to = put_run(shoe, 0, &was, 0, at);
    to = put_run(shoe, to, &was, others, cards);
    put_run(shoe, to, &was, at, others - at);
}

void lm_shoe_riffle(lm_shoe *shoe, int left, const uint8_t *bits)
{
    assert(left >= 0 && left <= shoe->n);
    lm_shoe was = *shoe;
    int a = 0, b = left;
    for (int i = 0; i < shoe->n; i++) {
        bool right = bits[i / 8] >> i % 8 & 1;
        if (a == left || (right && b < shoe->n))
            put_card(shoe, i, &was, b++);
        else
            put_card(shoe, i, &was, a++);
    }
}

void lm_shoe_turn(lm_shoe *shoe, int cards)
{
    assert(cards >= 0 && cards <= shoe->n);
    for (int i = 0; i < cards; i++)
        shoe->turned[i] ^= 1;
}

void lm_shoe_strip(lm_shoe *shoe, const uint16_t *packets, int n)
{
    lm_shoe was = *shoe;
    int from = 0, to = shoe->n;
    for (int i = 0; i < n; i++) {
        int cards = packets[i] < shoe->n - from ? packets[i] : shoe->n - from;
        to -= cards;
        put_run(shoe, to, &was, from, cards);
        from += cards;
    }
    put_run(shoe, 0, &was, from, shoe->n - from);
}

void lm_shoe_cut(lm_shoe *shoe, int cards)
{
    assert(cards >= 0 && cards <= shoe->n);
    lm_shoe was = *shoe;
    int to = put_run(shoe, 0, &was, cards, shoe->n - cards);
    put_run(shoe, to, &was, 0, cards);
}

void lm_shoe_cover(lm_shoe *shoe, int from_bottom)
{
    assert(from_bottom >= 0 && from_bottom <= shoe->n);
    shoe->cover = (uint16_t)(shoe->n - from_bottom);
}

bool lm_shoe_cover_is_next(const lm_shoe *shoe)
{
    return shoe->cover == shoe->next;
}

void lm_shoe_set_cover_aside(lm_shoe *shoe)
{
    assert(lm_shoe_cover_is_next(shoe));
    shoe->cover = LM_NO_COVER;
}

int lm_shoe_left(const lm_shoe *shoe)
{
    return shoe->n - shoe->next;
}

lm_card lm_shoe_deal(lm_shoe *shoe)
{
    assert(shoe->next < shoe->n && !lm_shoe_cover_is_next(shoe));
    return shoe->card[shoe->next++];
}

void lm_shoe_collect(lm_shoe *shoe)
{
    shoe->next = 0;
    shoe->cover = LM_NO_COVER;
}
