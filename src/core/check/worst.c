/* worst.c - a bound on what one round can cost the house.
 *
 * Every place at the table bets its most, with a coupon as large beside it, and everything wins its best award, as if
 * it could all happen in one round. So the figure is an upper bound, not an estimate. */
#include "rows.h"
#include "round/step.h"

/* Every split hand wins, doubled, by chips or by lammers. Half wagers count as whole. Insurance and a blackjack win
 * less than two doubled hands. */
static lm_cents worst_hands(const lm_rules *k)
{
    int64_t bonus =
        k->bonus_678 || k->five_card_21 == LM_FIVE_CARD_PAYS || k->special_blackjack || k->bonus_777 ? 2 : 1;
    int64_t hand = bonus + (k->bonus_on_double ? bonus : 1);
    return k->max_bet * hand * k->split_hands;
}

/* A coupon matches the wager of the first spot and wins even money: MBJ-3(d).1. */
static lm_cents worst_coupon(const lm_rules *k)
{
    return k->max_bet;
}

lm_cents lm_main_worst_loss(const lm_rules *rules)
{
    return worst_hands(rules) + worst_coupon(rules);
}

/* The number of places at the table that may make a wager, including bets for the dealer; NULL: the main wager. */
static int64_t bettors(const lm_rules *k, const lm_wager *wager)
{
    return k->boxes * (k->bettors_per_box + lm_ok(lm_may_tip(k, wager)));
}

static lm_cents most_shown(const lm_wager *wager, lm_cents stake)
{
    enum { MOST_SHOWN = 1000 }; /* times the stake: MBJ-20(j) */
    lm_cents most = stake * MOST_SHOWN;
    for (int n = 0; n < 2; n++)
        most = wager->shown[n].stake == stake && wager->shown[n].most > most ? wager->shown[n].most : most;
    return most;
}

/* What the house puts into a meter that has been won whole. The meter's own balance is not included. */
static lm_cents new_seed(const lm_rules *k, int offer, lm_odds pays)
{
    lm_meter_rules meter;
    if (pays.a < 100 || !lm_rules_meter(k, offer, pays.meter, &meter)) return 0;
    return lm_meter_rule_value(k, meter.seed);
}

/* The cost of one award, less the stake that the house takes. */
static lm_cents award_loss(const lm_rules *k, int offer, int row, lm_cents stake)
{
    const lm_wager *wager = k->offer[offer].wager;
    lm_odds pays = k->offer[offer].pays[row];
    if (!pays.a) return 0;
    if (pays.form == LM_PERCENT) return new_seed(k, offer, pays);
    if (wager->amount_is_shown) return most_shown(wager, stake);
    lm_cents coupon = pays.form == LM_TO && !wager->lit ? stake : 0; /* wins at the same odds: MBJ-23(d) */
    return lm_odds_net(pays, stake + coupon, lm_round_chip(k));
}

/* What it pays to others: a bonus for the dealer (C-104), or a prize for each other bettor (C-81). */
static lm_cents others_loss(const lm_rules *k, int offer, int row)
{
    const lm_wager *wager = k->offer[offer].wager;
    lm_cents each = (lm_cents)wager->paytables[k->offer[offer].paytable].others_dollars[row] * LM_DOLLAR;
    return wager->others == LM_OTHER_BETTORS ? each * (bettors(k, wager) - 1) : each;
}

/* Rows that are paid in addition to the others, and only while their bonus is in force. */
static unsigned bonus_rows(const lm_wager *wager)
{
    return wager->bonus.rule ? wager->bonus.rows[0] | wager->bonus.rows[1] | wager->bonus.rows[2] : 0u;
}

static lm_cents worst_row(const lm_rules *k, int offer, unsigned rows)
{
    const lm_wager *wager = k->offer[offer].wager;
    lm_stakes stakes = lm_wager_stakes_beside(k, wager, k->max_bet);
    lm_cents worst = 0;
    for (int row = 1; row < LM_OUTCOMES; row++) {
        bool fixed = k->offer[offer].pays[row].form == LM_DOLLARS; /* costs most where the least was staked */
        if (!(rows >> row & 1)) continue;
        lm_cents loss = award_loss(k, offer, row, fixed ? stakes.least : stakes.most) + others_loss(k, offer, row);
        if (loss > worst) worst = loss;
    }
    return worst;
}

static lm_cents worst_bonus(const lm_rules *k, int offer)
{
    const lm_wager *wager = k->offer[offer].wager;
    if (!wager->bonus.rule) return 0;
    lm_cents worst = 0;
    for (int row = 1; row < LM_OUTCOMES; row++) {
        bool in_force = wager->bonus.rows[k->value[wager->bonus.rule]] >> row & 1;
        lm_cents pays = lm_odds_net(k->offer[offer].pays[row], 0, 0); /* the stake is settled with the award */
        if (in_force && pays > worst) worst = pays;
    }
    return worst;
}

lm_cents lm_offer_worst_loss(const lm_rules *rules, int offer)
{
    const lm_wager *wager = rules->offer[offer].wager;
    int awards = wager->most_awards ? wager->most_awards : 1;
    return worst_row(rules, offer, ~bonus_rows(wager)) * awards + worst_bonus(rules, offer);
}

/* At most one bettor of a round wins the must-hit prize. */
static lm_cents worst_must_hit(const lm_rules *k, const lm_wager *wager)
{
    if (!wager->must_hit.rule) return 0;
    return (lm_cents)wager->must_hit.most_dollars[k->value[wager->must_hit.rule]] * LM_DOLLAR;
}

lm_cents lm_rules_worst_loss(const lm_rules *rules)
{
    lm_cents main = worst_hands(rules) * lm_rules_dealer_hands(rules) + worst_coupon(rules);
    lm_cents worst = main * bettors(rules, NULL);
    for (int i = 0; i < rules->offers; i++) {
        const lm_wager *wager = rules->offer[i].wager;
        worst += lm_offer_worst_loss(rules, i) * bettors(rules, wager) + worst_must_hit(rules, wager);
    }
    return worst;
}

bool lm_rules_have_meters(const lm_rules *rules)
{
    for (int i = 0; i < rules->offers; i++) {
        for (int row = 1; row < LM_OUTCOMES; row++) {
            lm_odds pays = rules->offer[i].pays[row];
            if (pays.a && pays.form == LM_PERCENT) return true;
        }
    }
    return false;
}
