/* play_felt.c - the chips of one place on the layout, which decide whether its player may leave. */
#include "play.h"

/* Main wager, doubles, splits and insurance. */
static lm_cents main_on_felt(const lm_round *r, const lm_box *box, int b)
{
    lm_cents lies = 0;
    for (int n = 0; n < LM_SPOTS; n++) {
        if (r->phase <= LM_DETERMINING) lies += box->main[b][n];
        if (!(r->insurance_settled >> n & 1)) lies += box->insured[b][n];
        for (int h = 0; h < box->hands; h++) {
            const lm_hand *hand = &box->hand[h];
            bool settled = n < r->spot || (n == r->spot && r->main_settled);
            if (hand->state == LM_HAND_OVER || settled) continue;
            lies += hand->doubled[b] < box->main[b][n] ? hand->doubled[b] : box->main[b][n];
            lies += hand->chips >> b & 1 ? box->main[b][n] : 0;
        }
    }
    return lies;
}

/* A wager whose stake was taken with the deal may still win, so its bettor must stay. */
felt_of_place felt_at(const lm_round *r, const lm_rules *rules, uint8_t box, uint8_t bettor)
{
    felt_of_place felt = { .lies = main_on_felt(r, &r->box[box - 1], bettor) };
    felt.open = felt.lies > 0;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (bet->box_bettor != LM_PLACE(box, bettor) || bet->state == LM_BET_DECIDED) continue;
        const lm_wager *wager = rules->offer[bet->slot - LM_SIDE].wager;
        bool gone = r->phase > LM_BETTING && wager->taken_at_start;
        bool outlives = wager->carries && bet->state == LM_BET_WAITS;
        if (!gone) felt.lies += bet->stake;
        if (outlives) felt.waits += bet->stake;
        felt.open |= !outlives;
    }
    return felt;
}
