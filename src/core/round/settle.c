/* settle.c - which wagers are paid, which are taken, in which order. */
#include "step.h"

static void pay_hand(lm_step *s, uint8_t box_number, uint8_t h, uint8_t bettor, uint8_t spot, lm_ratio odds)
{
    const lm_box *box = lm_box_at(s->r, box_number);
    const lm_hand *hand = &box->hand[h];
    lm_where at = { box_number, bettor, LM_MAIN, (uint8_t)(h + 1), spot };
    lm_cents stake = lm_hand_stake(box, hand, bettor, spot);
    lm_cents wager = hand->chips >> bettor & 1 ? box->main[bettor][spot] : 0;
    lm_cents bonus_stake = s->k->bonus_on_double ? stake : wager;
    lm_cents won = lm_cents_times(bonus_stake, odds.a, odds.b, lm_round_chip(s->k)) + stake - bonus_stake;
    bool shares_lammers = bettor == LM_DECIDER || bettor == LM_TIP;
    if (shares_lammers) won += (lm_cents)box->main[bettor][spot] * lm_lammers_on(hand); /* C-12 */
    lm_pay(s, at, won);
    lm_give_back(s, at, stake);
}

/* Whether the initial wager lies at this hand: after a split, at the first hand with chips of the bettor. */
static bool holds_wager(const lm_box *box, uint8_t h, uint8_t bettor)
{
    for (int i = 0; i < h; i++) {
        if (box->hand[i].chips >> bettor & 1) return false;
    }
    return box->hand[h].chips >> bettor & 1;
}

void lm_take_up_coupon(lm_step *s, uint8_t box_number, uint8_t bettor, lm_result result)
{
    lm_cents32 *coupon = &lm_box_at(s->r, box_number)->coupon[bettor];
    if (!*coupon) return;
    LM_TELL(s, .kind = LM_EV_COUPON_OFF, .box = box_number, .bettor = bettor, .wager = LM_MAIN, .n = (uint8_t)result,
            .amount_cents = *coupon);
    *coupon = 0;
}

/* A coupon follows the hand that holds its wager: it wins its face value, costs nothing when it loses, and goes back
 * after a tie. */
void lm_settle_coupon(lm_step *s, uint8_t box_number, uint8_t h, uint8_t bettor, lm_result result)
{
    lm_box *box = lm_box_at(s->r, box_number);
    lm_where at = { box_number, bettor, LM_MAIN, (uint8_t)(h + 1), 0, LM_CAUSE_COUPON };
    if (!box->coupon[bettor] || !holds_wager(box, h, bettor)) return;
    if (result == LM_WON) lm_pay(s, at, box->coupon[bettor]);
    lm_take_up_coupon(s, box_number, bettor, result);
}

/* Whether the present dealer hand is the last one that the box plays against. */
static bool is_last_spot(const lm_round *r, const lm_box *box)
{
    return r->spot + 1 >= LM_SPOTS || !lm_box_plays(box, r->spot + 1);
}

/* Half goes back, exactly or rounded up (C-17, C-62); MBJ-8(a). */
static void give_back_half(lm_step *s, lm_where at, lm_cents stake)
{
    lm_cents half = lm_cents_times(stake, 1, 2, lm_round_chip(s->k));
    at.cause = LM_CAUSE_SURRENDER;
    lm_take(s, at, stake - half);
    lm_give_back(s, at, half);
}

/* Settles one hand against some dealer hands: the one being played, or all at once. */
static void settle_spots(lm_step *s, uint8_t box_number, uint8_t h, lm_verdict v, bool all_spots)
{
    lm_box *box = lm_box_at(s->r, box_number);
    lm_hand *hand = &box->hand[h];
    uint8_t first = s->r->spot, end = all_spots ? LM_SPOTS : (uint8_t)(first + 1);
    for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
        for (uint8_t spot = first; spot < end && box->main[bettor][spot]; spot++) {
            lm_where at = { box_number, bettor, LM_MAIN, (uint8_t)(h + 1), spot };
            lm_cents stake = lm_hand_stake(box, hand, bettor, spot);
            if (v.result == LM_WON) pay_hand(s, box_number, h, bettor, spot, v.odds);
            if (v.result == LM_TIED) lm_give_back(s, at, stake);
            if (v.result == LM_LOST) lm_take(s, at, stake);
            if (v.result == LM_SURRENDERED) give_back_half(s, at, stake);
            if (spot == 0 && box->coupon[bettor]) lm_settle_coupon(s, box_number, h, bettor, v.result);
        }
    }
    hand->result = (uint8_t)v.result;
    if (!all_spots && !is_last_spot(s->r, box)) return;
    lm_remove_lammers(s, box_number, h);
    hand->state = LM_HAND_OVER;
}

static __attribute__((noinline)) void settle_insured(lm_step *s, bool won)
{
    lm_round *r = s->r;
    for (uint8_t box = s->r->last_box; box >= 1; box--) {
        for (uint8_t b = 0; b < LM_BETTORS; b++) {
            lm_where at = { box, b, LM_INSURANCE, 0, r->spot };
            lm_cents stake = lm_box_at(r, box)->insured[b][r->spot];
            if (won) {
                lm_pay(s, at, 2 * stake);
                lm_give_back(s, at, stake);
            } else {
                lm_take(s, at, stake);
            }
        }
    }
}

void lm_settle_insurance(lm_step *s)
{
    lm_round *r = s->r;
    uint8_t bit = (uint8_t)(1 << r->spot);
    if (r->insurance_settled & bit) return;
    bool won = lm_dealer_blackjack(r);
    r->insurance_settled |= bit;
    if (won) r->insurance_won |= bit;
    if (lm_rank(r->dealer.card[0]) == LM_ACE) settle_insured(s, won);
}

/* All bettors on the box have been paid: the cards go, or wait under an optional wager. */
void lm_settle_paid_blackjack(lm_step *s, uint8_t box)
{
    lm_hand *hand = &lm_box_at(s->r, box)->hand[0];
    if (hand->chips) return;
    hand->state = LM_HAND_OVER;
    hand->result = LM_WON;
    lm_clear_or_tuck(s, box, 0);
}

void lm_settle_blackjacks(lm_step *s, uint8_t box)
{
    const lm_hand *hand = &lm_box_at(s->r, box)->hand[0];
    LM_TELL(s, .kind = LM_EV_BLACKJACK, .box = box, .hand = 1,
            .clause = lm_cite(s->k, lm_up_may_hide_blackjack(s->r) ? LM_CITE_BLACKJACK_LATE : LM_CITE_BLACKJACK));
    settle_spots(s, box, 0, (lm_verdict){ LM_WON, lm_blackjack_odds(s->k, hand) }, !lm_up_may_hide_blackjack(s->r));
    if (hand->state == LM_HAND_OVER) lm_clear_or_tuck(s, box, 0);
}

void lm_settle_surrender(lm_step *s, uint8_t box)
{
    bool all_spots = !lm_up_may_hide_blackjack(s->r) || lm_surrender_is_early(s->r, s->k);
    settle_spots(s, box, 0, (lm_verdict){ LM_SURRENDERED, { 0, 1 } }, all_spots);
    if (lm_box_at(s->r, box)->hand[0].state == LM_HAND_OVER) lm_clear_or_tuck(s, box, 0);
}

/* A hand that may still win a lammer needs the original wager as its measure (C-06). */
static bool has_live_lammer_hand(const lm_box *box)
{
    for (int h = 0; h < box->hands; h++) {
        const lm_hand *hand = &box->hand[h];
        bool live = hand->state == LM_HAND_OPEN || hand->state == LM_HAND_STANDS;
        if (live && lm_lammers_on(hand)) return true;
    }
    return false;
}

void lm_collect_bust(lm_step *s, uint8_t box, uint8_t h)
{
    settle_spots(s, box, h, (lm_verdict){ LM_LOST, { 0, 1 } }, true);
    if (s->r->sides) lm_settle_box_changed(s, box); /* a progressive is paid with the bust: WB7-10(a).1 */
    lm_clear_or_tuck(s, box, h);
}

/* The hand is lost whatever the dealer ends with (C-04, C-50). Where the box still has a live lammer hand its
 * chips stay, tucked, until settlement, or until its siblings bust too where the document says so (D-23). */
void lm_settle_bust(lm_step *s, uint8_t box_number, uint8_t h)
{
    lm_box *box = lm_box_at(s->r, box_number);
    lm_hand *hand = &box->hand[h];
    hand->marks |= LM_WENT_BUST;
    hand->state = LM_HAND_BUST;
    LM_TELL(s, .kind = LM_EV_BUST, .box = box_number, .hand = (uint8_t)(h + 1),
            .clause = hand->hidden ? lm_cite(s->k, LM_CITE_DISCARDED) : NULL);
    bool kept = box->free_splits && s->k->busted_bet == LM_BUSTED_ROUND_END;
    if (!kept && !has_live_lammer_hand(box)) {
        for (uint8_t i = 0; i < box->hands; i++) {
            if (box->hand[i].state == LM_HAND_BUST) lm_collect_bust(s, box_number, i);
        }
    } else if (hand->chips) {
        hand->result = LM_LOST;
        LM_TELL(s, .kind = LM_EV_TUCK, .box = box_number, .hand = (uint8_t)(h + 1),
                .clause = lm_cite(s->k, LM_CITE_BUST_KEPT));
    } else {
        lm_collect_bust(s, box_number, h);
    }
}

/* Cards go to the rack so that every hand can be rebuilt: boxes from the right, the dealer's last (MBJ-6(i)). */
void lm_collect_cards(lm_step *s)
{
    lm_round *r = s->r;
    if (r->next_card) { /* no hand could use it: MFB-11(d).3 */
        LM_TELL(s, .kind = LM_EV_BURN, .card = (lm_card)(r->next_card - 1),
                .clause = lm_cite(s->k, LM_CITE_NOBODYS_CARD));
        r->next_card = r->next_is_dealers = 0;
        r->set_aside++;
    }
    for (uint8_t box = s->r->last_box; box >= 1; box--) {
        for (uint8_t h = 0; h < r->box[box - 1].hands; h++)
            lm_clear_cards(s, box, h, LM_CITE_COLLECTED);
    }
    LM_TELL(s, .kind = LM_EV_CLEAR);
    lm_end_game(s);
    r->phase = LM_DONE;
    r->at_box = r->at_hand = r->due = 0;
    LM_TELL(s, .kind = LM_EV_OVER);
}

static void note_total(lm_round *r)
{
    r->totals[r->spot] = lm_dealer_blackjack(r) ? LM_TOTAL_BLACKJACK : lm_dealer_score(r).total;
}

/* Blackjack against a dealer blackjack: a stand-off, or a win where the hole card lies open (C-55). */
static lm_verdict judge_against_blackjack(const lm_step *s, const lm_hand *hand)
{
    if (hand->state != LM_HAND_BLACKJACK) return (lm_verdict){ LM_LOST, { 0, 1 } };
    if (s->k->ties == LM_TIES_LOSE) return (lm_verdict){ LM_WON, lm_blackjack_odds(s->k, hand) };
    return (lm_verdict){ LM_TIED, { 0, 1 } };
}

/* What one bettor still loses on the live hands of a box: at most the original wager in all, less what busted hands
 * have lost already (C-64). No document lets a dealer blackjack take all; it is for simulation. */
static lm_cents owed_to_blackjack(const lm_step *s, const lm_box *box, int bettor, int spot)
{
    lm_cents original = box->main[bettor][spot], busted = -(lm_cents)box->net[bettor][spot];
    if (s->k->dealer_bj_takes == LM_BJ_TAKES_ALL) return LM_CENTS_MAX;
    if (s->k->dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE || busted < 0) return original;
    return busted < original ? original - busted : 0;
}

static void lose_to_blackjack(lm_step *s, uint8_t box_number)
{
    lm_box *box = lm_box_at(s->r, box_number);
    uint8_t spot = s->r->spot;
    for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
        lm_cents owed = owed_to_blackjack(s, box, bettor, spot);
        for (uint8_t h = 0; h < box->hands; h++) {
            const lm_hand *hand = &box->hand[h];
            if (hand->state == LM_HAND_OVER || hand->state == LM_HAND_BUST) continue;
            lm_where at = { box_number, bettor, LM_MAIN, (uint8_t)(h + 1), spot };
            lm_cents stake = lm_hand_stake(box, hand, bettor, spot), lost = stake < owed ? stake : owed;
            lm_take(s, at, lost);
            at.cause = LM_CAUSE_SPARED;
            lm_give_back(s, at, stake - lost);
            owed -= lost;
            if (spot == 0) lm_settle_coupon(s, box_number, h, bettor, LM_LOST);
        }
    }
}

static void settle_box_against_blackjack(lm_step *s, uint8_t box_number)
{
    lm_box *box = lm_box_at(s->r, box_number);
    for (uint8_t h = 0; h < box->hands; h++) {
        if (box->hand[h].state == LM_HAND_BUST)
            settle_spots(s, box_number, h, (lm_verdict){ LM_LOST, { 0, 1 } }, false);
    }
    lm_verdict v = judge_against_blackjack(s, &box->hand[0]);
    if (v.result != LM_LOST) {
        settle_spots(s, box_number, 0, v, false);
        return;
    }
    lose_to_blackjack(s, box_number);
    for (uint8_t h = 0; h < box->hands; h++) {
        lm_hand *hand = &box->hand[h];
        if (hand->state == LM_HAND_OVER) continue;
        hand->result = LM_LOST;
        if (!is_last_spot(s->r, box)) continue;
        lm_remove_lammers(s, box_number, h);
        hand->state = LM_HAND_OVER;
    }
}

static bool has_open_hand(const lm_box *box)
{
    for (int h = 0; h < box->hands; h++) {
        if (box->hand[h].state != LM_HAND_OVER) return true;
    }
    return false;
}

/* Whether a dealer hand decides anything: a wager, or insurance of a hand that has gone bust (C-66). */
static bool has_business(const lm_round *r, int spot)
{
    for (int i = 0; i < r->last_box; i++) {
        const lm_box *box = &r->box[i];
        for (int h = 0; h < box->hands; h++) {
            const lm_hand *hand = &box->hand[h];
            if (hand->state != LM_HAND_OVER && lm_hand_plays(box, hand, spot)) return true;
        }
        for (int b = 0; b < LM_BETTORS; b++) {
            if (box->insured[b][spot]) return true;
        }
    }
    return false;
}

/* The next dealer hand that decides anything; LM_SPOTS: none does. */
static uint8_t next_spot(const lm_step *s)
{
    for (int spot = s->r->spot + 1; spot < lm_rules_dealer_hands(s->k); spot++) {
        if (has_business(s->r, spot)) return (uint8_t)spot;
    }
    return LM_SPOTS;
}

/* Multiple action: the up card moves on, and the dealer's other cards go to the rack (MBJ-18(f), (g)). */
static void begin_dealer_hand(lm_step *s, uint8_t spot)
{
    lm_round *r = s->r;
    LM_TELL(s, .kind = LM_EV_RACK, .n = r->spot, .clause = lm_cite(s->k, LM_CITE_DEALERS_CARDS_RACKED));
    lm_card up = r->dealer.card[0];
    r->dealer = (lm_dealer_hand){
        .card = { up }, .n = 1, .hard = (uint8_t)lm_card_value(up), .marks = lm_rank(up) == LM_ACE ? LM_HAS_ACE : 0
    };
    r->main_settled = 0;
    r->spot = spot;
    lm_begin_reveal(s);
}

/* One dealer hand is settled: the next one, or the end of the round. Optional wagers end with the first hand,
 * so a later one can neither win nor lose them (C-76). */
static void end_dealer_hand(lm_step *s)
{
    lm_settle_window(s, LM_AFTER_ALL);
    uint8_t spot = next_spot(s);
    if (spot < LM_SPOTS)
        begin_dealer_hand(s, spot);
    else if (!lm_begin_awards(s))
        lm_collect_cards(s);
}

/* Hidden cards are turned before anything is settled: the hand farthest right first. False when there is
 * none. */
static bool begin_showing(lm_round *r)
{
    for (uint8_t box = r->last_box; box >= 1; box--) {
        for (uint8_t h = 0; h < r->box[box - 1].hands; h++) {
            const lm_hand *hand = &r->box[box - 1].hand[h];
            if (hand->state == LM_HAND_OVER || !hand->hidden) continue;
            r->at_box = box;
            r->at_hand = h;
            r->phase = LM_SHOWING;
            return true;
        }
    }
    return false;
}

/* MFB-6(g), MBJ-6(j)(1): no more cards; each box loses or stands off, insurance is paid. */
void lm_settle_dealer_blackjack(lm_step *s)
{
    lm_round *r = s->r;
    if (begin_showing(r)) return;
    if (lm_offer_third_card(s)) return;
    note_total(r);
    lm_settle_window(s, LM_THIRD_CARD);
    for (uint8_t box = s->r->last_box; box >= 1; box--) {
        if (!r->box[box - 1].hands || !lm_box_plays(&r->box[box - 1], r->spot)) continue;
        lm_settle_sides_against_blackjack(s, box);
        if (has_open_hand(&r->box[box - 1])) settle_box_against_blackjack(s, box);
        lm_settle_box_window(s, box, LM_AFTER_HANDS, false);
        lm_settle_box_window(s, box, LM_AFTER_HANDS, true);
    }
    lm_settle_insurance(s);
    end_dealer_hand(s);
}

static bool is_live(const lm_hand *hand)
{
    return hand->state == LM_HAND_STANDS || hand->state == LM_HAND_BLACKJACK;
}

/* One box against the dealer's final hand: its losers, its winners and ties, or all. */
static void settle_box(lm_step *s, uint8_t box_number, bool take, bool pay)
{
    lm_box *box = lm_box_at(s->r, box_number);
    if (take && s->r->sides) lm_settle_box_window(s, box_number, LM_WITH_MAIN, false);
    if (pay && s->r->sides) lm_settle_box_window(s, box_number, LM_WITH_MAIN, true);
    for (uint8_t h = 0; h < box->hands; h++) {
        lm_hand *hand = &box->hand[h];
        lm_verdict v = { LM_LOST, { 0, 1 } };
        if (is_live(hand) && lm_box_plays(box, s->r->spot))
            v = lm_judge_hand(s, hand);
        else if (hand->state != LM_HAND_BUST)
            continue;
        if (v.result == LM_LOST ? take : pay) settle_spots(s, box_number, h, v, false);
    }
    if (take && s->r->sides) lm_settle_box_window(s, box_number, LM_AFTER_HANDS, false);
    if (pay && s->r->sides) lm_settle_box_window(s, box_number, LM_AFTER_HANDS, true);
}

/* Both orders go from the right: take everything then pay, or box by box (MFB-6(r)). Where no listener hears the order
 * and no optional wager is settled in between, it leaves no trace, and one pass judges each hand once. */
static void settle_boxes(lm_step *s)
{
    bool two_passes = s->k->settle_order == LM_SETTLE_TAKE_THEN_PAY;
    if (!s->ear && !s->r->sides) two_passes = false;
    for (int pass = 0; pass < (two_passes ? 2 : 1); pass++) {
        for (uint8_t box = s->r->last_box; box >= 1; box--) {
            settle_box(s, box, pass == 0, !two_passes || pass == 1);
        }
    }
}

/* The dealer is done. Hidden cards are turned first; a Buster wager may make the dealer draw on afterwards
 * (C-97). */
void lm_settle_round(lm_step *s)
{
    lm_round *r = s->r;
    if (begin_showing(r)) return;
    if (!r->main_settled) {
        r->main_settled = 1;
        note_total(r);
        lm_settle_insurance(s);
        settle_boxes(s);
        if (r->sides && lm_dealer_must_draw(r, s->k)) {
            r->at_box = 0;
            r->phase = LM_DRAWING;
            return;
        }
    }
    end_dealer_hand(s);
}

void lm_settle(lm_step *s)
{
    if (lm_dealer_blackjack(s->r)) {
        lm_settle_dealer_blackjack(s);
    } else {
        lm_settle_round(s);
    }
}
