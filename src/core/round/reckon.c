/* reckon.c - the arithmetic behind a movement of chips, computed from the round while the event is reported.
 *
 * The engine pays by settle.c and sides.c; this states the same sums as terms. Scripts compare both after every action. */
#include "lammer/explain.h"

#include <string.h>

#include "step.h"

static void add_term(lm_reckoning *to, const lm_event *e, lm_term term)
{
    if (!term.clause) term.clause = e->clause;
    to->term[to->terms++] = term;
}

/* A stake at a to b, and what rounding adds to it. */
static void add_odds(lm_reckoning *to, const lm_event *e, lm_term_kind kind, lm_cents stake, lm_ratio odds,
                     lm_cents chip)
{
    lm_cents whole = stake * odds.a / odds.b, paid = lm_cents_times(stake, odds.a, odds.b, chip);
    if (!stake) return;
    add_term(to, e, (lm_term){ .kind = (uint8_t)kind, .a = odds.a, .b = odds.b, .of_cents = stake, .cents = whole });
    if (paid > whole)
        add_term(
            to, e,
            (lm_term){ .kind = LM_TERM_ROUNDED, .of_cents = chip ? chip : 1, .cents = paid - whole, .clause = "C-17" });
}

static void add_lammers(lm_reckoning *to, const lm_rules *k, const lm_event *e, const lm_box *box, const lm_hand *hand)
{
    static const struct {
        uint8_t mark;
        lm_cite_id won;
    } lammers[] = { { LM_FREE_HAND, LM_CITE_SPLIT_LAMMER_WON }, { LM_FREE_DOUBLE, LM_CITE_DOUBLE_LAMMER_WON } };
    lm_cents worth = box->main[e->bettor][e->n];
    if (e->bettor != LM_DECIDER && e->bettor != LM_TIP) return;
    for (int i = 0; i < 2; i++) {
        if (hand->marks & lammers[i].mark)
            add_term(
                to, e,
                (lm_term){
                    .kind = LM_TERM_LAMMER, .of_cents = worth, .cents = worth, .clause = lm_cite(k, lammers[i].won) });
    }
}

/* A hand at its odds: the wager, a double at 1 to 1 where the bonus is for the wager alone, and its lammers. */
static void add_winnings(lm_reckoning *to, const lm_rules *k, const lm_event *e, const lm_box *box, const lm_hand *hand)
{
    lm_ratio odds = lm_hand_odds(k, hand);
    lm_cents stake = lm_hand_stake(box, hand, e->bettor, e->n);
    lm_cents wager = hand->chips >> e->bettor & 1 ? box->main[e->bettor][e->n] : 0;
    bool is_even = odds.a == odds.b;
    lm_cents at_odds = k->bonus_on_double || is_even ? stake : wager;
    to->is_bonus = !is_even && hand->state != LM_HAND_BLACKJACK;
    add_odds(to, e, LM_TERM_ODDS, at_odds, odds, lm_round_chip(k));
    add_odds(to, e, LM_TERM_ODDS, stake - at_odds, (lm_ratio){ 1, 1 }, 0);
    add_lammers(to, k, e, box, hand);
}

static void add_main_pay(lm_reckoning *to, const lm_rules *k, const lm_event *e, const lm_box *box, const lm_hand *hand)
{
    if (e->how == LM_CAUSE_COUPON) {
        add_term(to, e, (lm_term){ .kind = LM_TERM_MATCHED, .of_cents = e->amount_cents, .cents = e->amount_cents });
    } else if (e->how == LM_CAUSE_EVEN_MONEY) {
        add_odds(to, e, LM_TERM_ODDS, box->main[e->bettor][e->n], (lm_ratio){ 1, 1 }, 0);
    } else {
        add_winnings(to, k, e, box, hand);
    }
}

static void add_taken(lm_reckoning *to, const lm_rules *k, const lm_event *e, lm_cents surrendered)
{
    lm_cents stake = surrendered ? surrendered : e->amount_cents;
    add_term(to, e, (lm_term){ .kind = LM_TERM_LOST, .of_cents = stake, .cents = -stake });
    if (surrendered) add_odds(to, e, LM_TERM_HALF, stake, (lm_ratio){ 1, 2 }, lm_round_chip(k));
}

/* One outcome of an optional wager, by its row of the pay table; a cap that winners share takes something off it. */
static void add_award(lm_reckoning *to, const lm_rules *k, const lm_event *e, const lm_side_bet *bet)
{
    const lm_offer *offer = &k->offer[e->wager - LM_SIDE];
    lm_odds pays = offer->pays[e->n % LM_OUTCOMES];
    lm_term whole = {
        .kind = LM_TERM_FIXED, .a = pays.a, .b = 1, .of_cents = e->amount_cents, .cents = e->amount_cents
    };
    if (e->how == LM_CAUSE_MUST_HIT || offer->wager->amount_is_shown || pays.form == LM_PERCENT) {
        whole.kind = e->how == LM_CAUSE_MUST_HIT     ? LM_TERM_MUST_HIT
                     : offer->wager->amount_is_shown ? LM_TERM_SHOWN
                                                     : LM_TERM_METER;
        add_term(to, e, whole);
        return;
    }
    if (pays.form == LM_TO) {
        lm_term_kind kind = bet->coupon ? LM_TERM_COUPON : LM_TERM_ODDS;
        add_odds(to, e, kind, (lm_cents)bet->stake + bet->coupon, (lm_ratio){ pays.a, pays.b }, lm_round_chip(k));
    } else if (pays.form == LM_FOR) {
        add_odds(to, e, LM_TERM_FOR, bet->stake, (lm_ratio){ pays.a, pays.b }, 0);
    } else {
        whole.of_cents = whole.cents = (lm_cents)pays.a * LM_DOLLAR;
        add_term(to, e, whole);
    }
    lm_cents cap = offer->wager->cap_rule ? k->value[offer->wager->cap_rule] : 0;
    if (cap && e->n == offer->wager->capped_outcome && lm_reckoned_cents(to) > e->amount_cents)
        add_term(
            to, e,
            (lm_term){ .kind = LM_TERM_CAPPED, .of_cents = cap, .cents = e->amount_cents - lm_reckoned_cents(to) });
}

static void add_side(lm_reckoning *to, const lm_rules *k, const lm_event *e, const lm_round *r)
{
    const lm_side_bet *bet = lm_round_side(r, e->box, e->bettor, e->wager);
    lm_term all = { .kind = LM_TERM_FIXED, .of_cents = e->amount_cents, .cents = e->amount_cents };
    if (e->kind == LM_EV_AWARD && bet) add_award(to, k, e, bet);
    if (e->kind == LM_EV_TAKE) add_taken(to, k, e, 0);
    if (e->kind != LM_EV_PAY) return;
    if (e->how == LM_CAUSE_FAILED && bet)
        add_odds(to, e, LM_TERM_ODDS, bet->stake, (lm_ratio){ (int)(e->amount_cents / bet->stake), 1 }, 0);
    if (e->how == LM_CAUSE_DEAD) all.kind = LM_TERM_REFUND;
    if (e->how == LM_CAUSE_DEAD || e->how == LM_CAUSE_OTHERS) add_term(to, e, all);
}

static void add_main(lm_reckoning *to, const lm_rules *k, const lm_event *e, const lm_round *r)
{
    const lm_box *box = &r->box[e->box - 1];
    const lm_hand *hand = &box->hand[e->hand ? e->hand - 1 : 0];
    if (e->kind == LM_EV_PAY) add_main_pay(to, k, e, box, hand);
    if (e->kind == LM_EV_TAKE)
        add_taken(to, k, e, e->how == LM_CAUSE_SURRENDER ? lm_hand_stake(box, hand, e->bettor, e->n) : 0);
}

static void show_cards(lm_told_cards *to, const lm_card *card, int n, bool whole)
{
    to->n = (uint8_t)n;
    to->whole = whole;
    memcpy(to->card, card, (size_t)n);
}

/* The hand against the dealer's; an optional wager looks at the first cards of the box. */
static void add_cards(lm_reckoning *to, const lm_event *e, const lm_round *r)
{
    const lm_box *box = e->box ? &r->box[e->box - 1] : NULL;
    show_cards(&to->dealers, r->dealer.card, r->dealer.n, true);
    if (!box || e->wager == LM_INSURANCE) return;
    const lm_hand *hand = &box->hand[e->hand ? e->hand - 1 : 0];
    if (e->wager == LM_MAIN) {
        show_cards(&to->mine, hand->card, hand->n, !(hand->marks & LM_FROM_SPLIT));
        to->is_bust = hand->marks & LM_WENT_BUST;
    } else {
        show_cards(&to->mine, box->first, box->n_first, false);
    }
}

lm_cents lm_reckoned_cents(const lm_reckoning *reckoning)
{
    lm_cents sum = 0;
    for (int i = 0; i < reckoning->terms; i++)
        sum += reckoning->term[i].cents;
    return sum;
}

bool lm_reckon(const lm_round *r, const lm_rules *k, const lm_event *e, lm_reckoning *to)
{
    bool is_money = e->kind == LM_EV_TAKE || e->kind == LM_EV_PAY || e->kind == LM_EV_GIVE_BACK;
    if (!is_money && e->kind != LM_EV_AWARD) return false;
    *to = (lm_reckoning){ 0 };
    if (e->kind == LM_EV_GIVE_BACK) {
        add_term(to, e, (lm_term){ .kind = LM_TERM_BACK, .of_cents = e->amount_cents });
    } else if (e->wager >= LM_SIDE) {
        add_side(to, k, e, r);
    } else if (e->wager == LM_INSURANCE && e->kind == LM_EV_PAY) {
        add_odds(to, e, LM_TERM_ODDS, r->box[e->box - 1].insured[e->bettor][e->n], (lm_ratio){ 2, 1 }, 0);
    } else if (e->wager == LM_INSURANCE) {
        add_taken(to, k, e, 0);
    } else {
        add_main(to, k, e, r);
    }
    if (to->terms) add_cards(to, e, r);
    return to->terms > 0;
}
