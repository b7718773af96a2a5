/* verdict.c - what a hand wins, ties or loses against the dealer's, and at which odds. */
#include "step.h"

lm_ratio lm_blackjack_odds(const lm_rules *k, const lm_hand *hand)
{
    static const lm_ratio odds[] = { { 3, 2 }, { 6, 5 }, { 1, 1 }, { 2, 1 }, { 7, 5 } };
    int64_t special = k->special_blackjack;
    if (special) {
        lm_card ace = (lm_card)((special - 1) / 64), face = (lm_card)((special - 1) % 64);
        bool match = (hand->card[0] == ace && hand->card[1] == face) || (hand->card[1] == ace && hand->card[0] == face);
        if (match) return (lm_ratio){ 2, 1 }; /* MBJ-3(e)(3) */
    }
    return odds[k->blackjack_pays];
}

static bool is_suited_678(const lm_hand *hand)
{
    if (hand->n != 3 || hand->hard != 21 || hand->marks & LM_HAS_ACE) return false;
    int ranks = 0;
    for (int i = 0; i < 3; i++) {
        if (lm_suit(hand->card[i]) != lm_suit(hand->card[0])) return false;
        ranks |= 1 << lm_rank(hand->card[i]);
    }
    return ranks == (1 << 5 | 1 << LM_SEVEN | 1 << LM_EIGHT);
}

static bool is_three_sevens(const lm_hand *hand)
{
    if (hand->n != 3) return false;
    for (int i = 0; i < 3; i++) {
        if (lm_rank(hand->card[i]) != LM_SEVEN) return false;
    }
    return true;
}

/* What the wager of a winning hand pays: 1 to 1, or the posted extra odds of MBJ-3(e)(1), (2), (4). */
static lm_ratio winning_odds(const lm_rules *k, const lm_hand *hand)
{
    if (k->bonus_678 && is_suited_678(hand)) return (lm_ratio){ 2, 1 };
    if (k->bonus_777 && is_three_sevens(hand)) return (lm_ratio){ 3, 2 };
    if (k->five_card_21 == LM_FIVE_CARD_PAYS && hand->n == 5 && lm_hand_score(hand).total == 21)
        return (lm_ratio){ 2, 1 };
    return (lm_ratio){ 1, 1 };
}

lm_ratio lm_hand_odds(const lm_rules *k, const lm_hand *hand)
{
    return hand->state == LM_HAND_BLACKJACK ? lm_blackjack_odds(k, hand) : winning_odds(k, hand);
}

static bool split_21_beats(const lm_rules *k, const lm_hand *hand, const lm_round *r)
{
    return k->split_21_beats && hand->n == 2 && lm_hand_score(hand).total == 21 && r->dealer.n > 2;
}

/* A live hand against the dealer's final hand. */
lm_verdict lm_judge_hand(const lm_step *s, const lm_hand *hand)
{
    const lm_rules *k = s->k;
    int mine = lm_hand_score(hand).total, his = lm_dealer_score(s->r).total;
    lm_verdict win = { LM_WON, lm_hand_odds(k, hand) }, tie = { LM_TIED, { 0, 1 } }, loss = { LM_LOST, { 0, 1 } };
    if (hand->state == LM_HAND_BLACKJACK) return win;
    if (mine > 21) return loss;
    if (lm_is_charlie(k, hand)) return win;
    if (his == 22 && k->dealer_22 == LM_22_PUSH) return tie;
    if (his > 21 || mine > his) return win;
    if (mine < his) return loss;
    if (split_21_beats(k, hand, s->r)) return (lm_verdict){ LM_WON, { 1, 1 } };
    return k->ties == LM_TIES_LOSE ? loss : tie;
}
