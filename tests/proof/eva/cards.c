/* cards.c - any card, any hand of up to 20 cards, and any text of up to 31 characters read as a card. */
#include <__fc_builtin.h>

#include "lammer/card.h"

enum { TEXT = 32 };

int main(void)
{
    static char text[TEXT], card_text[3];
    lm_card card, hand[20];
    Frama_C_make_unknown(text, TEXT - 1);
    text[TEXT - 1] = 0;
    Frama_C_make_unknown((char *)hand, sizeof hand);
    lm_card_read(text, &card);
    lm_card_write((lm_card)Frama_C_interval(0, 255), card_text);
    lm_cards_score(hand, Frama_C_interval(0, 20));
    lm_cards_blackjack(hand, Frama_C_interval(0, 20));
    return 0;
}
