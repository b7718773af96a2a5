/* card.c - reading, writing and counting cards. */
#include "lammer/card.h"

static const char ranks[] = "A23456789TJQK";
static const char suits[] = "cdhs";

static int place(const char *letters, char letter)
{
    for (int i = 0; letters[i]; i++) {
        if (letters[i] == letter) return i;
    }
    return -1;
}

bool lm_card_read(const char *text, lm_card *card)
{
    if (!text[0] || !text[1] || text[2]) return false;
    int rank = place(ranks, text[0]);
    int suit = place(suits, text[1]);
    if (rank < 0 || suit < 0) return false;
    *card = lm_card_make(rank, suit);
    return true;
}

void lm_card_write(lm_card card, char text[3])
{
    bool known = card < LM_CARDS;
    text[0] = known ? ranks[lm_rank(card)] : '?';
    text[1] = known ? suits[lm_suit(card)] : '?';
    text[2] = '\0';
}

lm_score lm_cards_score(const lm_card *cards, int n)
{
    int hard = 0;
    bool ace = false;
    for (int i = 0; i < n; i++) {
        hard += lm_card_value(cards[i]);
        ace |= lm_rank(cards[i]) == LM_ACE;
    }
    return lm_score_of(hard, ace);
}

bool lm_cards_blackjack(const lm_card *cards, int n)
{
    return n == 2 && lm_two_blackjack(cards[0], cards[1]);
}
