/* dead.c - hands, boxes and rounds declared dead: who gets what back (C-16, C-21), and how the round goes on without
 * them. */
#include "step.h"

/* All real chips go back, lammers go unpaid (C-16). A hand that went over 21 is lost already (C-05). */
void lm_void_hand(lm_step *s, uint8_t box_number, uint8_t h)
{
    lm_box *box = lm_box_at(s->r, box_number);
    lm_hand *hand = &box->hand[h];
    if (hand->state == LM_HAND_OVER) return;
    if (hand->state == LM_HAND_BUST) {
        lm_collect_bust(s, box_number, h);
        return;
    }
    for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
        for (uint8_t spot = s->r->spot; spot < LM_SPOTS; spot++) {
            lm_where at = { box_number, bettor, LM_MAIN, (uint8_t)(h + 1), spot, LM_CAUSE_DEAD };
            bool settled = spot == s->r->spot && s->r->main_settled;
            if (!settled) lm_give_back(s, at, lm_hand_stake(box, hand, bettor, spot));
        }
        lm_settle_coupon(s, box_number, h, bettor, LM_VOID);
    }
    hand->result = LM_VOID;
    lm_remove_lammers(s, box_number, h);
    for (int b = 0; b < LM_BETTORS; b++)
        hand->doubled[b] = 0;
    hand->chips = hand->waits = 0;
    hand->state = LM_HAND_OVER;
    lm_clear_or_tuck(s, box_number, h);
}

static void void_sides(lm_step *s, uint8_t box)
{
    for (int i = 0; i < s->r->sides; i++) {
        lm_side_bet *bet = &s->r->side[i];
        const lm_wager *wager = lm_wager_in(s->k, bet->slot);
        if (lm_side_box(bet) != box || !lm_side_undecided(bet)) continue;
        if (lm_side_is_won(bet)) continue; /* only its payment waits: C-120 */
        if (wager->carries) {              /* a dead hand is neutral: C-87 */
            bet->state = LM_BET_WAITS;
            continue;
        }
        bet->state = LM_BET_DECIDED;
        lm_where at = { box, bet->box_bettor % LM_BETTORS, bet->slot, 0, 0, LM_CAUSE_DEAD };
        lm_settle_side_coupon(s, bet, LM_VOID);
        if (wager->taken_at_start) {
            lm_pay(s, at, bet->stake); /* a voided stake is refunded (C-116) */
            bet->net = 0;
        } else {
            lm_give_back(s, at, bet->stake);
        }
    }
}

static void void_insurance(lm_step *s, uint8_t box)
{
    for (uint8_t b = 0; b < LM_BETTORS; b++) {
        for (uint8_t spot = 0; spot < LM_SPOTS; spot++) {
            lm_cents32 *stake = &lm_box_at(s->r, box)->insured[b][spot];
            if (s->r->insurance_settled >> spot & 1) continue;
            lm_give_back(s, (lm_where){ box, b, LM_INSURANCE, 0, spot, LM_CAUSE_DEAD }, *stake);
            *stake = 0;
        }
    }
}

void lm_void_box(lm_step *s, uint8_t box, bool with_sides)
{
    if (with_sides) void_sides(s, box);
    for (uint8_t h = 0; h < lm_box_at(s->r, box)->hands; h++)
        lm_void_hand(s, box, h);
    if (with_sides) void_insurance(s, box);
}

void lm_void_round(lm_step *s)
{
    for (uint8_t box = s->r->last_box; box >= 1; box--)
        lm_void_box(s, box, true);
    if (!lm_begin_awards(s)) lm_collect_cards(s);
}

bool lm_box_is_live(const lm_box *box)
{
    for (int h = 0; h < box->hands; h++) {
        uint8_t state = box->hand[h].state;
        if (state != LM_HAND_NONE && state != LM_HAND_OVER && state != LM_HAND_BUST) return true;
    }
    return false;
}

/* The deal passes over dead boxes; when no box is live the round is over. */
static void deal_without(lm_step *s, bool was_next)
{
    for (int i = 0; i < s->r->last_box; i++) {
        if (!lm_box_is_live(&s->r->box[i])) continue;
        if (was_next) lm_go_on_dealing(s);
        return;
    }
    lm_void_round(s);
}

void lm_go_on_without(lm_step *s, uint8_t box)
{
    lm_round *r = s->r;
    bool on_turn = r->at_box == box;
    if (on_turn) r->due = LM_DUE_NONE;
    switch ((lm_phase)r->phase) {
    case LM_DEALING: deal_without(s, on_turn); break;
    case LM_INSURING: lm_go_on_insuring(s); break;
    case LM_PLAYING:
        if (on_turn) lm_go_on_playing(s);
        break;
    case LM_REVEALING:
        if (r->dealer.n < 2 && lm_dealer_needs(r, s->k) < LM_NEEDS_SECOND) lm_settle_round(s);
        break;
    case LM_DRAWING: lm_begin_draw(s); break;
    case LM_OFFERING:
    case LM_SHOWING:
        if (on_turn) lm_settle(s);
        break;
    default: break;
    }
}
