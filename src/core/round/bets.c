/* bets.c - wagers before the first card, and insurance after the deal. */
#include "step.h"

static const lm_box *box_of(const lm_round *r, const lm_action *a)
{
    return &r->box[a->box - 1];
}

static bool place_exists(const lm_rules *k, const lm_action *a)
{
    return lm_box_exists(k, a->box) && a->bettor < LM_BETTORS;
}

static uint8_t key_of(const lm_action *a)
{
    return (uint8_t)(a->box * LM_BETTORS + a->bettor);
}

/* Why a player may not hold their present boxes with `box` added or, unless `with_it`, removed; LM_WHY_OK: they may. */
static lm_why boxes_refused(const lm_round *r, const lm_rules *k, uint8_t owner, uint8_t box, bool with_it)
{
    unsigned held = 0;
    for (int i = 1; i <= k->boxes; i++) {
        if (i == box ? with_it : r->box[i - 1].owner == owner) held |= 1u << (i - 1);
    }
    return lm_boxes_refused(k, held);
}

/* Why the owner may not give the box up: the owner's other boxes would no longer touch. */
static lm_why keeping_refused(const lm_round *r, const lm_rules *k, uint8_t box)
{
    uint8_t owner = r->box[box - 1].owner;
    return !owner || owner == LM_NOBODY ? LM_WHY_OK : boxes_refused(r, k, owner, box, false);
}

static uint8_t owner_of(const lm_action *a)
{
    return a->player ? a->player : a->box;
}

static lm_status may_decide(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    if (a->player == LM_NOBODY && k->bettors_per_box > 1) return lm_accept();
    if (a->player > k->boxes) return lm_refuse(k, LM_WHY_OWNER);
    lm_why why = box_of(r, a)->owner == owner_of(a) ? LM_WHY_OK : keeping_refused(r, k, a->box);
    if (!why) why = boxes_refused(r, k, owner_of(a), a->box, true);
    return why ? lm_refuse(k, why) : lm_accept();
}

/* The number of boxes other than `box` with more than one bettor: the Commission may limit their number (MBJ-13(g).3). */
static int other_shared_boxes(const lm_round *r, const lm_rules *k, uint8_t box)
{
    int shared = 0;
    for (int i = 1; i <= k->boxes; i++)
        shared += i != box && r->box[i - 1].main[LM_SECOND][0];
    return shared;
}

static lm_status may_bettor(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    const lm_box *box = box_of(r, a);
    switch ((lm_bettor)a->bettor) {
    case LM_DECIDER: return may_decide(r, k, a);
    case LM_SECOND:
    case LM_THIRD:
        if (a->bettor >= k->bettors_per_box || !box->main[a->bettor - 1][0]) return lm_refuse(k, LM_WHY_BETTOR);
        if (k->shared_boxes && other_shared_boxes(r, k, a->box) >= k->shared_boxes) return lm_refuse(k, LM_WHY_SHARED);
        return lm_accept();
    case LM_TIP: return box->main[LM_DECIDER][0] ? lm_accept() : lm_refuse(k, LM_WHY_NO_MAIN);
    }
    return lm_refuse(k, LM_WHY_BETTOR);
}

/* Bets for the dealer; `wager` is NULL for the main one. Massachusetts Blackjack permits King's Bounty and
 * nothing else; the Free Bet documents let such a bet share the game, but not the one sensor of a progressive
 * (C-118). */
lm_status lm_may_tip(const lm_rules *k, const lm_wager *wager)
{
    if (!lm_is_free_bet(k)) return wager && wager->tips.limits ? lm_accept() : lm_refuse(k, LM_WHY_TIP_WAGER);
    if (!k->dealer_bets) return lm_refuse(k, LM_WHY_TIP);
    return wager && wager->no_tip ? (lm_status){ LM_WHY_TIP_WAGER, wager->no_tip } : lm_accept();
}

/* The largest optional wager of a bettor that is tied to the main one, or NULL. */
static const lm_side_bet *tied_side(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    const lm_side_bet *largest = NULL;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (bet->box_bettor != key_of(a) || bet->state == LM_BET_WAITS) continue;
        if (!lm_wager_is_tied(k, lm_wager_in(k, bet->slot))) continue;
        if (!largest || bet->stake > largest->stake) largest = bet;
    }
    return largest;
}

/* Wagers are whole multiples of the step, so limits between two of them move inward. */
static void keep_to_steps(const lm_rules *k, lm_action *a)
{
    a->least_cents = (a->least_cents + k->bet_step - 1) / k->bet_step * k->bet_step;
    a->most_cents -= a->most_cents % k->bet_step;
}

/* The coupon beside a wager, whose chips must be at least as much as the coupon (MBJ-3(d).1). */
static lm_cents coupon_beside(const lm_round *r, const lm_action *a)
{
    if (a->wager == LM_MAIN) return a->n == 0 ? box_of(r, a)->coupon[a->bettor] : 0;
    int side = lm_find_side(r, key_of(a), a->wager);
    return side < 0 ? 0 : r->side[side].coupon;
}

static lm_status may_bet_main(const lm_round *r, const lm_rules *k, lm_action *a)
{
    const lm_side_bet *tied = a->n == 0 ? tied_side(r, k, a) : NULL;
    lm_cents covered = tied ? tied->stake : 0, coupon = coupon_beside(r, a);
    lm_cents least = a->bettor == LM_TIP ? k->bet_step : k->min_bet;
    if (coupon > covered) covered = coupon;
    if (a->n >= lm_rules_dealer_hands(k)) return lm_refuse(k, LM_WHY_NOT_OFFERED);
    if (a->n && !box_of(r, a)->main[a->bettor][a->n - 1]) return lm_refuse(k, LM_WHY_NO_MAIN);
    a->step_cents = k->bet_step;
    a->least_cents = covered > least ? covered : least;
    a->most_cents = k->max_bet;
    keep_to_steps(k, a);
    return lm_accept();
}

/* A refusal with the wager's own clause, where its section has one. */
static lm_status refuse_side(const lm_rules *k, lm_why why, const char *clause)
{
    return clause ? (lm_status){ why, clause } : lm_refuse(k, why);
}

static const char *limits_of(const lm_rules *k, const lm_wager *wager)
{
    return lm_is_free_bet(k) && wager->free_bet_limits ? wager->free_bet_limits : wager->limits;
}

/* The clause that ties a wager to the main one: of its section, or of the house's posted limits. */
static const char *tie_rule(const lm_rules *k, const lm_wager *wager)
{
    return wager->main_cap ? wager->main_cap : limits_of(k, wager);
}

/* Some wagers ride on another one of the same bettor (Super 3 on TriLux). */
static bool has_companion(const lm_round *r, const lm_rules *k, const lm_action *a, const lm_wager *wager)
{
    return !wager->beside || lm_find_side(r, key_of(a), (uint8_t)lm_rules_slot(k, wager->beside)) >= 0;
}

static bool is_companion(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    for (int i = 0; i < r->sides; i++) {
        const char *beside = lm_wager_in(k, r->side[i].slot)->beside;
        if (r->side[i].box_bettor == key_of(a) && beside && lm_rules_slot(k, beside) == a->wager) return true;
    }
    return false;
}

/* The main wager that an optional one needs: the bettor's own, or the player's for a stake for the dealer. */
static lm_cents covering_main(const lm_round *r, const lm_action *a, const lm_wager *wager)
{
    bool for_dealer = a->bettor == LM_TIP && wager->tips.limits;
    return box_of(r, a)->main[for_dealer ? LM_DECIDER : a->bettor][0];
}

/* A wager that lives across rounds is made anew only when the earlier ones are decided. */
static bool has_open_one(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (bet->box_bettor == key_of(a) && bet->state == LM_BET_WAITS && lm_wager_in(k, bet->slot)->carries)
            return true;
    }
    return false;
}

/* Both stakes together keep to the maximum; a player whose own stake is the maximum may add a part of it
 * (C-100). */
static void limit_together(const lm_round *r, const lm_rules *k, const lm_wager *wager, lm_action *a)
{
    bool tip = a->bettor == LM_TIP;
    if (!tip && a->bettor != LM_DECIDER) return;
    int other = lm_find_side(r, (uint8_t)(a->box * LM_BETTORS + (tip ? LM_DECIDER : LM_TIP)), a->wager);
    lm_cents left = k->side_max - (other < 0 ? 0 : r->side[other].stake);
    lm_cents extra = k->side_max * k->value[wager->tips.rule] / 10000;
    lm_cents room = left > 0 ? left : extra;
    if (tip && room < a->most_cents) a->most_cents = room - room % k->bet_step;
    bool full_and_tenth = !tip && left < k->side_max && k->side_max - left <= extra && a->amount_cents == k->side_max;
    if (full_and_tenth && a->most_cents == k->side_max)
        a->least_cents = k->side_max;
    else if (!tip && left < a->most_cents)
        a->most_cents = left - left % k->bet_step;
}

/* Whether the player's stake and the stake for the dealer share one limit. */
static bool is_shared_limit(const lm_round *r, const lm_action *a, const lm_wager *wager)
{
    if (!wager->tips.limits || a->bettor == LM_SECOND || a->bettor == LM_THIRD) return false;
    return a->bettor == LM_TIP || lm_find_side(r, (uint8_t)(a->box * LM_BETTORS + LM_TIP), a->wager) >= 0;
}

static lm_status side_refused(const lm_round *r, const lm_rules *k, const lm_action *a, lm_why why)
{
    const lm_wager *wager = lm_wager_in(k, a->wager);
    lm_cents main = covering_main(r, a, wager);
    if (why == LM_WHY_LOW && wager->least_rule) return (lm_status){ why, wager->least_rule };
    if (why != LM_WHY_HIGH) return refuse_side(k, why, limits_of(k, wager));
    if (lm_wager_is_tied(k, wager) && main < lm_wager_stakes(k, wager).most)
        return refuse_side(k, LM_WHY_TIED, tie_rule(k, wager));
    return refuse_side(k, why, is_shared_limit(r, a, wager) ? wager->tips.limits : limits_of(k, wager));
}

static lm_status may_bet_side(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (a->n) return lm_refuse(k, LM_WHY_NOT_OFFERED);
    const lm_wager *wager = lm_wager_in(k, a->wager);
    lm_cents main = covering_main(r, a, wager);
    if (!wager->classify) return refuse_side(k, LM_WHY_NOT_OFFERED, lm_wager_clause(k, wager));
    lm_status tip = a->bettor == LM_TIP ? lm_may_tip(k, wager) : lm_accept();
    if (!lm_ok(tip)) return tip;
    if (!main || !has_companion(r, k, a, wager))
        return refuse_side(k, LM_WHY_NO_MAIN, lm_is_free_bet(k) ? wager->free_bet_main_rule : wager->main_rule);
    if (r->sides == LM_SIDE_BETS && lm_find_side(r, key_of(a), a->wager) < 0) return lm_refuse(k, LM_WHY_ROOM);
    if (wager->lit && r->dark >> (a->box - 1) & 1) return lm_refuse(k, LM_WHY_DARK);
    if (wager->once_open && has_open_one(r, k, a)) return refuse_side(k, LM_WHY_TOUCH, wager->once_open);
    lm_stakes stakes = lm_wager_stakes_beside(k, wager, main);
    lm_cents coupon = coupon_beside(r, a);
    a->least_cents = coupon > stakes.least ? coupon : stakes.least;
    a->most_cents = stakes.most;
    a->step_cents = stakes.step;
    if (!stakes.fixed) keep_to_steps(k, a);
    if (wager->tips.limits) limit_together(r, k, wager, a);
    if (a->most_cents < a->least_cents) return side_refused(r, k, a, LM_WHY_HIGH);
    return lm_accept();
}

/* An amount that is too small, too large or between two steps, with the clause that says so. */
lm_status lm_bet_amount_refused(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    lm_why why = a->amount_cents > a->most_cents    ? LM_WHY_HIGH
                 : a->amount_cents < a->least_cents ? LM_WHY_LOW
                                                    : LM_WHY_STEP;
    if (a->wager >= LM_SIDE) return side_refused(r, k, a, why);
    const lm_side_bet *tied = why == LM_WHY_LOW && a->n == 0 ? tied_side(r, k, a) : NULL;
    if (!tied || a->amount_cents >= tied->stake) return lm_refuse(k, why);
    return refuse_side(k, LM_WHY_TIED, tie_rule(k, lm_wager_in(k, tied->slot)));
}

/* A coupon for a progressive stands for its stake: MBJ-3(k). */
static bool is_lit(const lm_rules *k, const lm_action *a)
{
    return a->wager >= LM_SIDE && lm_wager_in(k, a->wager)->lit;
}

/* One match-play coupon, for at most the chips it lies beside: MBJ-3(d).1, MBJ-17(f), MBJ-23(d). */
static lm_status may_lay_coupon(const lm_round *r, const lm_rules *k, lm_action *a)
{
    int side = a->wager == LM_MAIN ? -1 : lm_find_side(r, key_of(a), a->wager);
    a->most_cents = a->wager == LM_MAIN ? box_of(r, a)->main[a->bettor][0] : side < 0 ? 0 : r->side[side].stake;
    a->least_cents = a->step_cents = k->bet_step;
    bool beside = a->n == 0 && a->most_cents >= a->least_cents && !coupon_beside(r, a);
    return beside ? lm_accept() : lm_refuse(k, LM_WHY_COUPON);
}

lm_status lm_may_bet(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (!place_exists(k, a)) return lm_refuse(k, LM_WHY_BOX);
    if (r->phase != LM_BETTING) return lm_refuse(k, LM_WHY_CLOSED);
    if (a->instrument >= LM_INSTRUMENTS) return lm_refuse(k, LM_WHY_INSTRUMENT);
    if (a->instrument == LM_CASH && lm_is_free_bet(k)) return lm_refuse(k, LM_WHY_INSTRUMENT);
    if (a->wager >= LM_SIDE + k->offers) return lm_refuse(k, LM_WHY_NOT_OFFERED);
    if (a->instrument == LM_COUPON && !is_lit(k, a)) return may_lay_coupon(r, k, a);
    if (a->wager == LM_INSURANCE) return lm_refuse(k, LM_WHY_NO_INSURANCE);
    if (a->wager >= LM_SIDE) return may_bet_side(r, k, a);
    lm_status status = a->bettor == LM_TIP ? lm_may_tip(k, NULL) : lm_accept();
    if (lm_ok(status)) status = may_bettor(r, k, a);
    return lm_ok(status) ? may_bet_main(r, k, a) : status;
}

/* Replaces a stake on the felt by another. */
static void restake(lm_step *s, const lm_action *a, lm_cents32 *stake)
{
    lm_lay(s, a->amount_cents - *stake);
    *stake = (lm_cents32)a->amount_cents;
    LM_TELL(s, .kind = LM_EV_BET, .box = a->box, .bettor = a->bettor, .wager = a->wager, .n = a->n, .how = a->player,
            .amount_cents = a->amount_cents);
}

/* The bettor's wager in the slot, or a new one. A new one has a place: lm_may_bet refuses it where none is left. */
static lm_side_bet *side_of(lm_round *r, uint8_t box_bettor, uint8_t slot)
{
    int i = lm_find_side(r, box_bettor, slot);
    if (i >= 0 || r->sides == LM_SIDE_BETS) return &r->side[i < 0 ? 0 : i];
    r->side[r->sides] = (lm_side_bet){ .box_bettor = box_bettor, .slot = slot, .state = LM_BET_LIVE };
    return &r->side[r->sides++];
}

void lm_do_bet(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    lm_box *box = lm_box_at(r, a->box);
    if (a->instrument == LM_COUPON && !is_lit(s->k, a)) {
        int side = a->wager == LM_MAIN ? -1 : lm_find_side(r, key_of(a), a->wager);
        lm_cents32 *coupon = side < 0 ? &box->coupon[a->bettor] : &r->side[side].coupon;
        *coupon = (lm_cents32)a->amount_cents;
        LM_TELL(s, .kind = LM_EV_COUPON, .box = a->box, .bettor = a->bettor, .wager = a->wager,
                .amount_cents = a->amount_cents);
        return;
    }
    if (a->instrument == LM_CASH) {
        r->unconfirmed++;
        r->confirmed = 0;
        LM_TELL(s, .kind = LM_EV_PROMPT, .box = a->box, .bettor = a->bettor, .wager = a->wager, .n = LM_ROLE_SUPERVISOR,
                .how = LM_PROMPT_CASH, .amount_cents = a->amount_cents, .clause = lm_cite(s->k, LM_CITE_CASH));
    }
    if (a->wager == LM_MAIN) {
        if (a->bettor == LM_DECIDER) box->owner = owner_of(a);
        restake(s, a, &box->main[a->bettor][a->n]);
        return;
    }
    restake(s, a, &side_of(r, key_of(a), a->wager)->stake);
    if (lm_wager_in(s->k, a->wager)->lit)
        LM_TELL(s, .kind = LM_EV_LIGHT, .box = a->box, .bettor = a->bettor, .wager = a->wager);
}

/* The main wager carries the others, so it leaves last. */
static bool carries_others(const lm_round *r, const lm_action *a)
{
    const lm_box *box = box_of(r, a);
    for (int i = 0; i < r->sides; i++) {
        uint8_t key = r->side[i].box_bettor;
        bool rides = key == key_of(a) || (a->bettor == LM_DECIDER && key == key_of(a) + LM_TIP);
        if (rides && r->side[i].state != LM_BET_WAITS) return true;
    }
    for (int b = a->bettor + 1; b < LM_BETTORS; b++) {
        if (a->bettor != LM_TIP && box->main[b][0] && (a->bettor == LM_DECIDER || b != LM_TIP)) return true;
    }
    return box->main[a->bettor][1] || box->main[a->bettor][2];
}

lm_status lm_may_withdraw(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (!place_exists(k, a)) return lm_refuse(k, LM_WHY_BOX);
    if (a->wager == LM_INSURANCE) return lm_refuse(k, LM_WHY_TOUCH_CONFIRMED);
    if (r->phase != LM_BETTING) return lm_refuse(k, LM_WHY_TOUCH);
    if (a->wager == LM_MAIN) {
        if (a->n >= lm_rules_dealer_hands(k) || !box_of(r, a)->main[a->bettor][a->n])
            return lm_refuse(k, LM_WHY_NO_BET);
        if (a->n && a->n + 1 < lm_rules_dealer_hands(k) && box_of(r, a)->main[a->bettor][a->n + 1])
            return lm_refuse(k, LM_WHY_NO_MAIN);
        if (a->n) return lm_accept();
        if (carries_others(r, a)) return lm_refuse(k, LM_WHY_NO_MAIN);
        lm_why why = a->bettor == LM_DECIDER ? keeping_refused(r, k, a->box) : LM_WHY_OK;
        return why ? lm_refuse(k, why) : lm_accept();
    }
    int i = lm_find_side(r, key_of(a), a->wager);
    if (i < 0 || a->n) return lm_refuse(k, LM_WHY_NO_BET);
    if (r->side[i].state == LM_BET_WAITS) return lm_refuse(k, LM_WHY_TOUCH);
    return is_companion(r, k, a) ? lm_refuse(k, LM_WHY_NO_MAIN) : lm_accept();
}

/* The last wager takes its place. */
static void remove_side(lm_round *r, int side)
{
    r->side[side] = r->side[--r->sides];
    r->side[r->sides] = (lm_side_bet){ 0 };
}

/* A coupon beside the wager leaves with it. */
void lm_do_withdraw(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    lm_box *box = lm_box_at(r, a->box);
    lm_cents32 *stake = &box->main[a->bettor][a->n];
    int i = a->wager == LM_MAIN ? -1 : lm_find_side(r, key_of(a), a->wager);
    if (i >= 0) stake = &r->side[i].stake;
    LM_TELL(s, .kind = LM_EV_WITHDRAW, .box = a->box, .bettor = a->bettor, .wager = a->wager, .n = a->n,
            .amount_cents = *stake);
    lm_lay(s, -*stake);
    *stake = 0;
    if (i >= 0) {
        lm_settle_side_coupon(s, &r->side[i], LM_VOID);
        remove_side(r, i);
    } else if (a->n == 0) {
        lm_take_up_coupon(s, a->box, a->bettor, LM_VOID);
        if (a->bettor == LM_DECIDER) box->owner = 0;
    }
}

/* Multiple action: two or three wagers on each hand, or all three where posted (MBJ-18(a).1, 18(b).2). */
static lm_why why_not_enough_spots(const lm_rules *k, const lm_box *box)
{
    bool all = k->multiple_action == LM_MULTIPLE_ALL;
    for (int b = 0; b < LM_BETTORS; b++) {
        if (box->main[b][0] && !box->main[b][all ? 2 : 1]) return all ? LM_WHY_ALL_SPOTS : LM_WHY_SPOTS;
    }
    return LM_WHY_OK;
}

lm_status lm_may_deal(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (r->phase != LM_BETTING) return lm_refuse(k, LM_WHY_CLOSED);
    if (lm_waits_for_reader(r, k)) return lm_refuse(k, LM_WHY_READER_OUT);
    if (r->unconfirmed) return lm_refuse(k, LM_WHY_UNCONFIRMED);
    lm_cents32 any = 0;
    for (int i = 0; i < k->boxes; i++)
        any |= r->box[i].main[LM_DECIDER][0];
    for (int i = 0; i < k->boxes && lm_rules_dealer_hands(k) > 1; i++) {
        lm_why why = why_not_enough_spots(k, &r->box[i]);
        if (why) return lm_refuse(k, why);
    }
    return any ? lm_accept() : lm_refuse(k, LM_WHY_EMPTY);
}

/* Whether the role is the one that is awaited, or above it. */
static bool confirms(const lm_round *r, uint8_t role)
{
    for (lm_role least = 0; least < LM_ROLE_COUNT; least++) {
        if (r->awaiting >> least & 1) return lm_is_at_least(role, least);
    }
    return false;
}

/* Spoken cash wagers count once the dealer and a supervisor have confirmed them: MBJ-3(d).2. */
lm_status lm_may_confirm(const lm_round *r, const lm_rules *k, lm_action *a)
{
    bool asked = a->n == LM_ROLE_DEALER || a->n == LM_ROLE_SUPERVISOR;
    if (r->awaiting && !confirms(r, a->n)) return (lm_status){ LM_WHY_NO_CONFIRM, lm_awaited_clause(r, k) };
    if (r->awaiting) return lm_accept();
    if (r->phase != LM_BETTING || !r->unconfirmed || !asked) return lm_refuse(k, LM_WHY_NO_CONFIRM);
    return r->confirmed >> a->n & 1 ? lm_refuse(k, LM_WHY_NO_CONFIRM) : lm_accept();
}

void lm_do_confirm(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    if (r->awaiting) {
        r->awaiting = 0;
        LM_TELL(s, .kind = LM_EV_CONFIRM, .n = a->n,
                .how = r->awaiting_kind == LM_AWAITING_AWARD ? LM_PROMPT_PRIZE : LM_PROMPT_IRREGULAR,
                .clause = lm_awaited_clause(r, s->k));
        lm_irregular_confirmed(s);
        return;
    }
    r->confirmed |= (uint8_t)(1 << a->n);
    LM_TELL(s, .kind = LM_EV_CONFIRM, .n = a->n, .how = LM_PROMPT_CASH, .clause = lm_cite(s->k, LM_CITE_CASH));
    if (r->confirmed == (1 << LM_ROLE_DEALER | 1 << LM_ROLE_SUPERVISOR)) r->unconfirmed = r->confirmed = 0;
}

void lm_do_deal(lm_step *s, const lm_action *a)
{
    LM_TELL(s, .kind = LM_EV_NO_MORE_BETS, .clause = lm_cite(s->k, LM_CITE_CLOSED));
    lm_start_game(s);
    if (s->k->shoe == LM_SHOE_DOUBLE) {
        s->r->phase = LM_DETERMINING;
    } else {
        lm_begin_deal(s);
    }
}

static int answer_bit(int bettor, int spot)
{
    return 1 << (bettor * LM_SPOTS + spot);
}

/* Whether a bettor with a wager on the spot has yet to answer. */
static bool is_asked(const lm_box *box, int bettor, int spot)
{
    bool open = box->hand[0].chips >> bettor & 1;
    return bettor != LM_TIP && open && box->main[bettor][spot] && !(box->answered & answer_bit(bettor, spot));
}

bool lm_box_is_asked(const lm_box *box)
{
    for (int b = 0; b < LM_BETTORS; b++) {
        for (int n = 0; n < LM_SPOTS; n++) {
            if (is_asked(box, b, n)) return true;
        }
    }
    return false;
}

/* The window: after the deal, or up to the player's own first decision where the house posts it (MBJ-9(b).4). */
static bool may_still_insure(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    if (!k->late_insurance) return r->phase == LM_INSURING;
    const lm_box *box = box_of(r, a);
    return r->phase == LM_PLAYING && r->at_box == a->box && !r->due && box->hands == 1 && box->hand[0].n == 2;
}

static lm_status may_answer(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    if (!place_exists(k, a)) return lm_refuse(k, LM_WHY_BOX);
    if (k->hole_card == LM_HOLE_FACE_UP) return lm_refuse(k, LM_WHY_FACE_UP_SURRENDER);
    bool ace = r->dealer.n && lm_rank(r->dealer.card[0]) == LM_ACE;
    if (!ace || !k->insurance || r->phase < LM_INSURING) return lm_refuse(k, LM_WHY_NO_INSURANCE);
    const lm_box *box = box_of(r, a);
    if (a->n >= lm_rules_dealer_hands(k) || !box->main[a->bettor][a->n] || a->bettor == LM_TIP)
        return lm_refuse(k, LM_WHY_NO_MAIN);
    if (!may_still_insure(r, k, a)) return lm_refuse(k, LM_WHY_INSURANCE_LATE);
    return is_asked(box, a->bettor, a->n) ? lm_accept() : lm_refuse(k, LM_WHY_ANSWERED);
}

/* Half the initial wager, rounded up to what chips can make: MFB-7(b), MBJ-9(b). */
lm_status lm_may_insure(const lm_round *r, const lm_rules *k, lm_action *a)
{
    lm_status status = may_answer(r, k, a);
    if (!lm_ok(status)) return status;
    a->step_cents = lm_rules_step(k);
    a->most_cents = lm_cents_times(box_of(r, a)->main[a->bettor][a->n], 1, 2, a->step_cents);
    return lm_accept();
}

void lm_close_insurance(lm_step *s)
{
    lm_settle_window(s, LM_AFTER_READER);
    lm_pay_before_play(s);
}

/* After the offer the hole card goes to the reader where there is one: MFB-6(g), MBJ-6(j). */
static void end_insurance(lm_step *s)
{
    lm_round *r = s->r;
    if (lm_uses_reader(r, s->k) && lm_up_may_hide_blackjack(r)) {
        r->phase = LM_PEEKING;
        LM_TELL(s, .kind = LM_EV_READER, .clause = lm_cite(s->k, LM_CITE_READER));
    } else if (lm_dealer_blackjack(r)) {
        lm_settle_dealer_blackjack(s); /* both cards lie face up: MBJ-6(k)(6) */
    } else {
        lm_close_insurance(s);
    }
}

void lm_go_on_insuring(lm_step *s)
{
    if (lm_surrender_is_asked(s->r, s->k)) return; /* until the window is closed */
    for (int i = 0; i < s->r->last_box; i++) {
        if (lm_box_is_asked(&s->r->box[i])) return;
    }
    end_insurance(s);
}

/* After an answer: to the next bettor asked, or with late insurance back to the player's turn. */
static void go_on(lm_step *s)
{
    if (s->r->phase == LM_PLAYING) {
        lm_go_on_playing(s);
    } else {
        lm_go_on_insuring(s);
    }
}

void lm_do_insure(lm_step *s, const lm_action *a)
{
    lm_box *box = lm_box_at(s->r, a->box);
    box->answered = (uint16_t)(box->answered | answer_bit(a->bettor, a->n));
    if (a->amount_cents) {
        box->insured[a->bettor][a->n] = (lm_cents32)a->amount_cents;
        lm_lay(s, a->amount_cents);
        LM_TELL(s, .kind = LM_EV_INSURE, .box = a->box, .bettor = a->bettor, .wager = LM_INSURANCE, .n = a->n,
                .amount_cents = a->amount_cents);
    }
    go_on(s);
}

/* Where a blackjack pays 6 to 5 outside the variation: MBJ-7(d).1. */
static bool even_money_is_void(const lm_rules *k)
{
    return k->blackjack_pays == LM_BLACKJACK_6_5 && !lm_is_hand_dealt(k);
}

lm_status lm_may_even_money(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (!k->even_money) return lm_refuse(k, LM_WHY_NO_EVEN_MONEY);
    if (even_money_is_void(k)) return lm_refuse(k, LM_WHY_EVEN_MONEY_ODDS);
    if (a->n) return lm_refuse(k, LM_WHY_VERB);
    lm_status status = may_answer(r, k, a);
    if (!lm_ok(status)) return status.why == LM_WHY_NO_INSURANCE ? lm_refuse(k, LM_WHY_EVEN_MONEY_HAND) : status;
    const lm_box *box = box_of(r, a);
    for (int n = 1; n < lm_rules_dealer_hands(k); n++) {
        if (box->main[a->bettor][n] && !is_asked(box, a->bettor, n)) return lm_refuse(k, LM_WHY_ANSWERED);
    }
    return box->hand[0].state == LM_HAND_BLACKJACK ? lm_accept() : lm_refuse(k, LM_WHY_EVEN_MONEY_HAND);
}

static void pay_even_money(lm_step *s, uint8_t box_number, uint8_t bettor)
{
    lm_box *box = lm_box_at(s->r, box_number);
    for (uint8_t n = 0; n < lm_rules_dealer_hands(s->k); n++) {
        lm_where at = { box_number, bettor, LM_MAIN, 1, n, LM_CAUSE_EVEN_MONEY };
        lm_pay(s, at, box->main[bettor][n]);
        lm_give_back(s, at, box->main[bettor][n]);
    }
    lm_settle_coupon(s, box_number, 0, bettor, LM_WON);
    box->hand[0].chips &= (uint8_t) ~(1 << bettor);
}

/* Paid 1 to 1 and closed, whatever the hole card is: MFB-7(e), MBJ-7(c), C-13. */
void lm_do_even_money(lm_step *s, const lm_action *a)
{
    lm_box *box = lm_box_at(s->r, a->box);
    for (int n = 0; n < LM_SPOTS; n++)
        box->answered = (uint16_t)(box->answered | answer_bit(a->bettor, n));
    box->even |= (uint8_t)(1 << a->bettor);
    LM_TELL(s, .kind = LM_EV_EVEN_MONEY, .box = a->box, .bettor = a->bettor, .hand = 1,
            .clause = lm_cite(s->k, LM_CITE_EVEN_MONEY));
    pay_even_money(s, a->box, a->bettor);
    if (a->bettor == LM_DECIDER) pay_even_money(s, a->box, LM_TIP);
    lm_settle_paid_blackjack(s, a->box);
    go_on(s);
}

lm_status lm_may_close(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (r->phase == LM_EXPOSING) return lm_must_expose(r, k) ? lm_refuse(k, LM_WHY_EXPOSE) : lm_accept();
    return r->phase == LM_INSURING ? lm_accept() : lm_refuse(k, LM_WHY_VERB);
}

void lm_do_close(lm_step *s, const lm_action *a)
{
    if (s->r->phase == LM_EXPOSING) {
        lm_begin_insurance(s);
    } else {
        end_insurance(s);
    }
}

static bool may_take_even_money(const lm_step *s, const lm_box *box)
{
    return s->k->even_money && !even_money_is_void(s->k) && box->hand[0].state == LM_HAND_BLACKJACK;
}

void lm_begin_insurance(lm_step *s)
{
    lm_round *r = s->r;
    lm_settle_window(s, LM_AFTER_DEAL);
    bool offered = s->k->insurance && !s->k->late_insurance && s->k->hole_card != LM_HOLE_FACE_UP;
    if (!offered || lm_rank(r->dealer.card[0]) != LM_ACE) {
        if (lm_surrender_is_asked(r, s->k)) {
            r->phase = LM_INSURING;
        } else {
            end_insurance(s);
        }
        return;
    }
    r->phase = LM_INSURING;
    LM_TELL(s, .kind = LM_EV_OFFER_INSURANCE, .clause = lm_cite(s->k, LM_CITE_OFFER_INSURANCE));
    for (uint8_t box = 1; box <= r->last_box; box++) {
        if (may_take_even_money(s, lm_box_at(r, box)))
            LM_TELL(s, .kind = LM_EV_OFFER_EVEN_MONEY, .box = box, .clause = lm_cite(s->k, LM_CITE_OFFER_EVEN_MONEY));
    }
}
