/* census.c - the cards that may still be dealt. */
#include "lammer/odds.h"

void lm_census_fresh(lm_census *census, int decks)
{
    for (int card = 0; card < LM_CARDS; card++)
        census->copies[card] = decks;
}

bool lm_census_remove(lm_census *census, lm_card card)
{
    if (census->copies[card] <= 0) return false;
    census->copies[card]--;
    return true;
}

int lm_census_total(const lm_census *census)
{
    int total = 0;
    for (int card = 0; card < LM_CARDS; card++)
        total += census->copies[card];
    return total;
}
