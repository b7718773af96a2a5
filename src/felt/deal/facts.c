/* facts.c - questions about a table that the dealer asks: who sits there, whether a round is open, what cannot be
 * dealt. */
#include "deal.h"

bool deal_is_seated(const house_state *state, uint8_t box)
{
    return state->holder[box - 1][LM_DECIDER] != 0;
}

bool deal_has_players(const house_state *state)
{
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        if (deal_is_seated(state, box)) return true;
    }
    return false;
}

bool deal_in_round(const house_state *state)
{
    return state->table.stage == LM_IN_ROUND;
}

bool deal_is_racked(const house_state *state, const lm_down *down)
{
    const lm_round *r = &state->table.round;
    return down->box && down->hand && r->box[down->box - 1].hand[down->hand - 1].marks & LM_CARDS_GONE;
}

const char *deal_fault(const lm_rules *rules)
{
    for (int i = 0; i < rules->offers; i++) {
        if (!rules->offer[i].wager->amount_is_shown) continue;
        bool one = rules->bonus_stakes != LM_BONUS_5, five = rules->bonus_stakes != LM_BONUS_1;
        if (one && !rules->bonus_weights_1) return "the display's amounts are not known: set bonus_weights_1";
        if (five && !rules->bonus_weights_5) return "the display's amounts are not known: set bonus_weights_5";
    }
    return NULL;
}
