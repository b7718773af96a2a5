/* dealer.c - the dealer's own hand: when the second card is shown, and when the dealer draws. */
#include "step.h"

static lm_needs most_needed(lm_needs a, lm_needs b)
{
    return a > b ? a : b;
}

static lm_needs hand_needs(const lm_hand *hand)
{
    switch ((lm_hand_state)hand->state) {
    case LM_HAND_STANDS: return LM_NEEDS_DRAW;
    case LM_HAND_BLACKJACK:
    case LM_HAND_SURRENDERED: return LM_NEEDS_SECOND;
    default: return LM_NEEDS_NOTHING;
    }
}

static lm_needs box_needs(const lm_round *r, const lm_box *box)
{
    lm_needs needs = LM_NEEDS_NOTHING;
    for (int h = 0; h < box->hands; h++) {
        const lm_hand *hand = &box->hand[h];
        if (lm_hand_plays(box, hand, r->spot)) needs = most_needed(needs, hand_needs(hand));
    }
    bool settled = r->insurance_settled >> r->spot & 1;
    for (int b = 0; b < LM_BETTORS && !settled; b++) {
        if (box->insured[b][r->spot]) needs = most_needed(needs, LM_NEEDS_SECOND);
    }
    return needs;
}

/* A wager needs the second card to see a blackjack, so it needs nothing where a blackjack is excluded. */
static lm_needs side_needs(const lm_round *r, const lm_wager *wager)
{
    return wager->needs == LM_NEEDS_SECOND && lm_blackjack_excluded(r) ? LM_NEEDS_NOTHING : wager->needs;
}

/* How far the dealer must go for what is still undecided: MFB-6(m), MBJ-12(c), C-66. */
lm_needs lm_dealer_needs(const lm_round *r, const lm_rules *k)
{
    lm_needs needs = LM_NEEDS_NOTHING;
    for (int i = 0; i < r->last_box && needs < LM_NEEDS_DRAW; i++) {
        if (r->box[i].hands && lm_box_plays(&r->box[i], r->spot)) needs = most_needed(needs, box_needs(r, &r->box[i]));
    }
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].state > LM_BET_WAITS) continue;
        needs = most_needed(needs, side_needs(r, lm_wager_in(k, r->side[i].slot)));
    }
    return needs;
}

static bool draws_at(lm_score score, bool hits_soft_17)
{
    return score.total < 17 || (score.total == 17 && score.soft && hits_soft_17);
}

bool lm_dealer_pat(const lm_round *round, const lm_rules *rules)
{
    return !draws_at(lm_dealer_score(round), rules->dealer_soft17 == LM_SOFT17_HIT);
}

bool lm_dealer_must_draw(const lm_round *r, const lm_rules *k)
{
    lm_score score = lm_dealer_score(r);
    if (!draws_at(score, true)) return false; /* whatever is undecided */
    switch (lm_dealer_needs(r, k)) {
    case LM_NEEDS_THIRD: return r->dealer.n == 2 && score.total < 17;
    case LM_NEEDS_DRAW: return draws_at(score, k->dealer_soft17 == LM_SOFT17_HIT);
    case LM_NEEDS_COMPLETE: return draws_at(score, k->dealer_soft17 == LM_SOFT17_HIT || r->main_settled);
    default: return false;
    }
}

/* The players are done. The hole card is turned in every case (C-18); where there is none, the second card is
 * dealt if anything depends on it. */
void lm_begin_reveal(lm_step *s)
{
    lm_round *r = s->r;
    r->at_box = r->at_hand = 0;
    if (s->k->hole_card == LM_HOLE_FACE_UP) {
        lm_begin_draw(s);
    } else if (r->dealer.n == 2 || lm_dealer_needs(r, s->k) >= LM_NEEDS_SECOND) {
        r->phase = LM_REVEALING;
        if (r->dealer.n < 2) LM_TELL(s, .kind = LM_EV_DEALERS_CARD, .clause = lm_cite(s->k, LM_CITE_DEALERS_CARD));
    } else {
        lm_settle_round(s);
    }
}

/* The dealer's second card has just become known where no reader answered before. With several dealer hands a
 * blackjack is paid spot by spot at their settlement (C-75). */
static void second_card_known(lm_step *s)
{
    lm_settle_insurance(s);
    for (uint8_t box = s->r->last_box; box >= 1; box--) {
        const lm_hand *hand = &s->r->box[box - 1].hand[0];
        if (hand->state == LM_HAND_SURRENDERED) lm_settle_surrender(s, box);
        if (hand->state == LM_HAND_BLACKJACK && lm_rules_dealer_hands(s->k) == 1) lm_settle_blackjacks(s, box);
    }
}

/* A wager on the dealer's third card is settled before all others: MBJ-25(e).1. */
static bool third_card_comes_first(const lm_step *s)
{
    const lm_round *r = s->r;
    for (int i = 0; i < r->sides; i++) {
        bool live = r->side[i].state <= LM_BET_WAITS;
        if (live && lm_wager_in(s->k, r->side[i].slot)->needs == LM_NEEDS_THIRD) return lm_dealer_must_draw(r, s->k);
    }
    return false;
}

/* After each dealer card: draw another, or settle. */
void lm_begin_draw(lm_step *s)
{
    lm_round *r = s->r;
    if (lm_dealer_blackjack(r)) {
        lm_settle_dealer_blackjack(s);
        return;
    }
    if (r->phase == LM_REVEALING) r->dealer.marks |= LM_SECOND_DUE;
    r->phase = LM_DRAWING;
    if (r->dealer.n == 3 || (r->dealer.n == 2 && lm_dealer_score(r).total >= 17)) lm_settle_window(s, LM_THIRD_CARD);
    if (r->dealer.marks & LM_SECOND_DUE && !third_card_comes_first(s)) {
        r->dealer.marks &= (uint8_t)~LM_SECOND_DUE;
        second_card_known(s);
    }
    if (!lm_dealer_must_draw(r, s->k)) lm_settle_round(s);
}
