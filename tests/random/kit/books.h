/* books.h - the chips of a round counted twice: from the events, and from the layout. */
#ifndef LAMMER_TEST_BOOKS_H
#define LAMMER_TEST_BOOKS_H

#include "lammer/table.h"

/* Chips according to the events. */
typedef struct {
    lm_cents felt, tray;
    lm_cents main_gain[LM_BOXES + 1][LM_BETTORS];
    lm_cents other_gain[LM_BOXES + 1][LM_BETTORS];
    lm_cents laid[LM_BOXES + 1][LM_BETTORS][LM_SIDE + LM_OFFERS][LM_SPOTS];
    int lammers_on_felt;
} books;

static void gain(books *b, const lm_event *e, lm_cents amount)
{
    if (e->wager == LM_MAIN)
        b->main_gain[e->box][e->bettor] += amount;
    else
        b->other_gain[e->box][e->bettor] += amount;
}

static void keep_books(void *self, const lm_event *e)
{
    books *b = self;
    lm_cents amount = e->amount_cents;
    switch ((lm_event_kind)e->kind) {
    case LM_EV_BET:
        b->felt += amount - b->laid[e->box][e->bettor][e->wager][e->n];
        b->laid[e->box][e->bettor][e->wager][e->n] = amount;
        break;
    case LM_EV_WITHDRAW:
        b->felt -= amount;
        b->laid[e->box][e->bettor][e->wager][e->n] = 0;
        break;
    case LM_EV_INSURE:
    case LM_EV_DOUBLE:
    case LM_EV_SPLIT: b->felt += amount; break;
    case LM_EV_TAKE:
        b->felt -= amount;
        b->tray += amount;
        gain(b, e, -amount);
        break;
    case LM_EV_PAY:
        b->tray -= amount;
        gain(b, e, amount);
        break;
    case LM_EV_GIVE_BACK: b->felt -= amount; break;
    case LM_EV_LAMMER: b->lammers_on_felt++; break;
    case LM_EV_LAMMER_OFF:
    case LM_EV_LAMMER_POT: b->lammers_on_felt--; break;
    default: break;
    }
}

/* Wagers that wait for the next round. */
static lm_cents carried(const lm_round *r)
{
    lm_cents sum = 0;
    for (int i = 0; i < r->sides; i++)
        sum += r->side[i].state == LM_BET_WAITS ? r->side[i].stake : 0;
    return sum;
}

static bool is_on_felt(const lm_round *r, const lm_rules *k, const lm_side_bet *bet)
{
    bool gone = r->phase > LM_BETTING && k->offer[bet->slot - LM_SIDE].wager->taken_at_start;
    return bet->state != LM_BET_DECIDED && !gone;
}

/* Chips on the felt, counted from the layout rather than from movements. */
static lm_cents count_felt(const lm_round *r, const lm_rules *k)
{
    lm_cents felt = 0;
    for (int i = 0; i < k->boxes; i++) {
        const lm_box *box = &r->box[i];
        for (int b = 0; b < LM_BETTORS; b++) {
            for (int n = 0; n < LM_SPOTS; n++) {
                if (r->phase <= LM_DETERMINING) felt += box->main[b][n];
                if (!(r->insurance_settled >> n & 1)) felt += box->insured[b][n];
                for (int h = 0; h < box->hands; h++) {
                    const lm_hand *hand = &box->hand[h];
                    bool settled = n < r->spot || (n == r->spot && r->main_settled);
                    if (hand->state == LM_HAND_OVER || settled) continue;
                    felt += hand->doubled[b] < box->main[b][n] ? hand->doubled[b] : box->main[b][n];
                    felt += hand->chips >> b & 1 ? box->main[b][n] : 0;
                }
            }
        }
    }
    for (int i = 0; i < r->sides; i++) {
        if (is_on_felt(r, k, &r->side[i])) felt += r->side[i].stake;
    }
    return felt;
}

#endif
