/* table_coupons.c - books the coupons that a play has laid or given back, together with its record. */
#include "floor.h"
#include "people/people.h"

/* Uses the owner's coupon even if staff laid it. A coupon without a number is a paper coupon, which only the dealer may
 * enter. */
bool table_coupons(lm_house *house, lm_batch *batch, house_play *play, const house_request *request)
{
    bool done = true;
    for (int i = 0; done && i < play->coupon_moves; i++) {
        const house_coupon_move *move = &play->coupon_move[i];
        play->shares = true;
        switch (move->way) {
        case COUPON_LAID: done = request && coupon_take(house, batch, play, move, request->body, &play->refusal); break;
        case COUPON_BACK_AGAIN: coupon_give_back(house, batch, play, move); break;
        case COUPON_TAKEN_AGAIN: done = coupon_take_again(house, batch, play, move, &play->refusal); break;
        }
    }
    return done;
}
