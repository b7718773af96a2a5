/* cite_events.c - finds the clause of an event from the state of the hand: why chips move and where cards go.
 *
 * Only a listener asks for clauses, so a round without a listener does not pay for them. */
#include "cite.h"
#include "round/step.h"

static const char *side_money(const lm_step *s, const lm_event *e)
{
    const lm_offer *offer = &s->k->offer[e->wager - LM_SIDE];
    const lm_wager *wager = offer->wager;
    const char *beaten = wager->beaten[s->k->rule_set];
    if (e->how == LM_CAUSE_START) return lm_game_clause(s->k, LM_CITE_START_TAKES, wager->start_rule);
    if (e->how == LM_CAUSE_ABANDONED) return wager->abandoned;
    if (e->how == LM_CAUSE_MUST_HIT) return wager->must_hit.clause;
    if (e->kind == LM_EV_TAKE && beaten && lm_dealer_blackjack(s->r)) return beaten;
    if (e->kind == LM_EV_TAKE || e->kind == LM_EV_HOLD || e->kind == LM_EV_GIVE_BACK)
        return lm_wager_clause(s->k, wager);
    return wager->paytables[offer->paytable].clause;
}

static const char *bet(const lm_rules *k, const lm_event *e)
{
    if (e->wager < LM_SIDE) {
        if (e->bettor == LM_TIP) return lm_cite(k, LM_CITE_BET_FOR_DEALER);
        if (e->bettor != LM_DECIDER) return lm_cite(k, LM_CITE_BET_BEHIND);
        return lm_cite(k, e->n ? LM_CITE_BET_SPOT : LM_CITE_BET);
    }
    const lm_wager *wager = lm_wager_in(k, e->wager);
    if (e->bettor == LM_TIP && wager->tips.limits) return wager->tips.limits;
    const char *cited = lm_cite(k, LM_CITE_BET_SIDE);
    return cited ? cited : lm_wager_clause(k, wager);
}

typedef enum { AS_CHIPS, AS_FREE_DOUBLE, AS_FREE_HAND } staked;

static staked staked_by(const lm_hand *hand)
{
    if (hand->marks & LM_FREE_HAND) return AS_FREE_HAND;
    return hand->marks & LM_FREE_DOUBLE ? AS_FREE_DOUBLE : AS_CHIPS;
}

static lm_cite_id bust_step(const lm_hand *hand)
{
    static const lm_cite_id taken[] = { LM_CITE_BUST_TAKEN, LM_CITE_FREE_DOUBLE_BUST, LM_CITE_FREE_HAND_BUST };
    staked by = staked_by(hand);
    return by == AS_CHIPS && hand->marks & LM_FROM_SPLIT ? LM_CITE_SPLIT_BUST_TAKEN : taken[by];
}

static lm_cite_id against_blackjack(const lm_event *e, const lm_hand *hand)
{
    if (hand->state == LM_HAND_BLACKJACK) return LM_CITE_BLACKJACKS_TIE;
    if (e->kind == LM_EV_TAKE) return LM_CITE_DEALER_BLACKJACK;
    return hand->marks & LM_IS_DOUBLED ? LM_CITE_SPARES_DOUBLE : LM_CITE_SPARES_SPLIT;
}

/* A live hand against the dealer's final hand. */
static lm_cite_id by_totals(const lm_step *s, const lm_event *e, const lm_hand *hand)
{
    static const lm_cite_id lost[] = { LM_CITE_LOST, LM_CITE_FREE_DOUBLE_LOST, LM_CITE_FREE_HAND_LOST },
                            tied[] = { LM_CITE_TIED, LM_CITE_FREE_DOUBLE_TIED, LM_CITE_FREE_HAND_TIED },
                            won[] = { LM_CITE_WON, LM_CITE_FREE_DOUBLE_WON, LM_CITE_FREE_HAND_WON };
    int mine = lm_hand_score(hand).total, his = lm_dealer_score(s->r).total;
    staked by = staked_by(hand);
    if (his == 22 && s->k->dealer_22 == LM_22_PUSH) return LM_CITE_DEALER_22;
    if (mine > 21) return bust_step(hand);
    if (e->kind == LM_EV_TAKE) return mine == his ? LM_CITE_LOST_TIE : lost[by];
    if (mine == his) return lm_judge_hand(s, hand).result == LM_WON ? LM_CITE_WON_21 : tied[by];
    return his > 21 && by == AS_CHIPS ? LM_CITE_WON_BY_BUST : won[by];
}

static lm_cite_id main_money(const lm_step *s, const lm_event *e)
{
    const lm_round *r = s->r;
    const lm_hand *hand = &r->box[e->box - 1].hand[e->hand ? e->hand - 1 : 0];
    bool late = lm_up_may_hide_blackjack(r);
    if (e->how == LM_CAUSE_EVEN_MONEY) return LM_CITE_EVEN_MONEY;
    if (e->how == LM_CAUSE_COUPON) return LM_CITE_COUPON;
    if (e->how == LM_CAUSE_SURRENDER || hand->state == LM_HAND_SURRENDERED)
        return late ? LM_CITE_SURRENDER_SETTLED_LATE : LM_CITE_SURRENDER_SETTLED;
    if (hand->marks & LM_WENT_BUST) return bust_step(hand);
    if (lm_dealer_blackjack(r)) return against_blackjack(e, hand);
    if (hand->state == LM_HAND_BLACKJACK) return late ? LM_CITE_BLACKJACK_PAID_LATE : LM_CITE_BLACKJACK_PAID;
    return by_totals(s, e, hand);
}

static const char *money(const lm_step *s, const lm_event *e)
{
    if (e->how == LM_CAUSE_DEAD || e->how == LM_CAUSE_FAILED) return s->cause;
    if (e->wager >= LM_SIDE) return side_money(s, e);
    if (e->wager == LM_INSURANCE)
        return lm_cite(s->k, e->kind == LM_EV_TAKE ? LM_CITE_INSURANCE_TAKEN : LM_CITE_INSURANCE_PAID);
    return lm_cite(s->k, main_money(s, e));
}

/* `of_split`: the lammer that stakes the hand, where there are two. */
static lm_cite_id lammer_goes(const lm_step *s, const lm_hand *hand, bool of_split)
{
    static const lm_cite_id goes[2][3] = {
        { LM_CITE_DOUBLE_LAMMER_WON, LM_CITE_DOUBLE_LAMMER_TIED, LM_CITE_DOUBLE_LAMMER_LOST },
        { LM_CITE_SPLIT_LAMMER_WON, LM_CITE_SPLIT_LAMMER_TIED, LM_CITE_SPLIT_LAMMER_LOST },
    };
    bool pushed_22 = hand->result == LM_TIED && lm_dealer_score(s->r).total == 22;
    if (pushed_22 && s->k->rule_set == LM_MFB) return LM_CITE_LAMMER_22;
    int result = hand->result == LM_WON ? 0 : hand->result == LM_TIED ? 1 : 2;
    return goes[of_split][result];
}

const char *lm_lammer_clause(const lm_step *s, const lm_hand *hand, bool of_split)
{
    return hand->result == LM_VOID ? s->cause : lm_cite(s->k, lammer_goes(s, hand, of_split));
}

/* The cards of a hand that is settled before the round ends. */
static const char *cleared(const lm_step *s, const lm_event *e)
{
    const lm_round *r = s->r;
    const lm_hand *hand = &r->box[e->box - 1].hand[e->hand - 1];
    if (hand->result == LM_VOID) return s->cause;
    bool late = lm_up_may_hide_blackjack(r);
    if (hand->result == LM_SURRENDERED)
        return lm_cite(s->k, late ? LM_CITE_SURRENDER_SETTLED_LATE : LM_CITE_SURRENDER_SETTLED);
    if (hand->marks & LM_WENT_BUST) return lm_cite(s->k, LM_CITE_BUST_RACKED);
    return lm_cite(s->k, late ? LM_CITE_BLACKJACK_LATE : LM_CITE_BLACKJACK_CLEARED);
}

/* Cards stay under the wager that still needs the box. */
static const char *tucked(const lm_step *s, const lm_event *e)
{
    const lm_box *box = &s->r->box[e->box - 1];
    bool bust = box->hand[e->hand - 1].marks & LM_WENT_BUST;
    lm_cite_id blackjack = box->even ? LM_CITE_EVEN_MONEY_TUCKED : LM_CITE_BLACKJACK_TUCKED;
    const char *cited = lm_cite(s->k, bust ? LM_CITE_BUST_TUCKED : blackjack);
    bool late = !bust && lm_up_may_hide_blackjack(s->r);
    for (int i = 0; i < s->r->sides && s->k->rule_set == LM_MBJ; i++) {
        const lm_side_bet *bet = &s->r->side[i];
        const lm_wager *wager = lm_wager_in(s->k, bet->slot);
        const char *keeps = bust ? wager->keeps.bust : wager->keeps.blackjack;
        if (lm_side_box(bet) != e->box || !lm_side_undecided(bet)) continue;
        if (keeps) return keeps;
        if (late || !cited) return lm_wager_clause(s->k, wager);
    }
    return cited;
}

/* Plays and wagers, by who makes them: the decider, a bettor behind, a bet for the dealer. */
/* clang-format off */
#define BY_ALL(step) { step, step, step }
static const uint16_t plays[LM_EV_COUNT][3] = {
    [LM_EV_HIT] = BY_ALL(LM_CITE_HIT),
    [LM_EV_STAND] = BY_ALL(LM_CITE_DECISION),
    [LM_EV_INSURE] = { LM_CITE_INSURE, LM_CITE_INSURE_BEHIND, LM_CITE_INSURE },
    [LM_EV_SURRENDER] = BY_ALL(LM_CITE_SURRENDER),
    [LM_EV_DOUBLE] = { LM_CITE_PAID_DOUBLE, LM_CITE_DOUBLE_BEHIND, LM_CITE_BET_FOR_DEALER },
    [LM_EV_SPLIT] = { LM_CITE_PAID_SPLIT, LM_CITE_SPLIT_BEHIND, LM_CITE_BET_FOR_DEALER },
    [LM_EV_BUST] = BY_ALL(LM_CITE_BUST),
    [LM_EV_WITHDRAW] = BY_ALL(LM_CITE_CLOSED),
    [LM_EV_COUPON] = BY_ALL(LM_CITE_COUPON),
    [LM_EV_COUPON_OFF] = BY_ALL(LM_CITE_COUPON),
    [LM_EV_OVER] = BY_ALL(LM_CITE_COLLECTED),
};
/* clang-format on */

static lm_cite_id play(const lm_event *e)
{
    static const uint8_t column[LM_BETTORS] = { [LM_SECOND] = 1, [LM_THIRD] = 1, [LM_TIP] = 2 };
    return (lm_cite_id)plays[e->kind][column[e->bettor]];
}

const char *lm_event_clause(const lm_step *s, const lm_event *e)
{
    switch ((lm_event_kind)e->kind) {
    case LM_EV_BET: return bet(s->k, e);
    case LM_EV_TAKE:
    case LM_EV_PAY:
    case LM_EV_GIVE_BACK: return money(s, e);
    case LM_EV_AWARD:
    case LM_EV_HOLD: return side_money(s, e);
    case LM_EV_LIGHT: {
        const lm_wager *wager = lm_wager_in(s->k, e->wager);
        return lm_game_clause(s->k, LM_CITE_LIGHT, wager->start_rule);
    }
    case LM_EV_CLEAR: return e->box ? cleared(s, e) : lm_cite(s->k, LM_CITE_COLLECTED); /* the dealer's own cards */
    case LM_EV_TUCK: return tucked(s, e);
    default: return lm_cite(s->k, play(e));
    }
}
