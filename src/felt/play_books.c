/* play_books.c - books the money of one action from its events.
 *
 * A bet moves rack to felt, a lost one felt to tray, a payment tray to rack. The return on a bet for the dealer goes to
 * the dealer. */
#include <string.h>

#include "play.h"

/* The account of the chips of a place; -1 if the place has no holder. */
static int rack_account(const house_state *state, const lm_event *e)
{
    int rack = e->box ? rack_at(state, e->box, e->bettor) : -1;
    return rack < 0 ? -1 : ACCOUNT_RACK + rack;
}

/* The earlier bet that a bet replaces on its spot. */
static lm_cents stake_before(const play_step *step, const lm_event *e)
{
    const lm_round *r = &step->before.round;
    if (e->wager == LM_MAIN) return r->box[e->box - 1].main[e->bettor][e->n];
    const lm_side_bet *bet = lm_round_side(r, e->box, e->bettor, e->wager);
    return bet ? bet->stake : 0;
}

/* A coupon stands for the stake of a progressive, so the house lays it: MBJ-3(k). */
static bool by_coupon(const house_play *play, const lm_event *e)
{
    const house_coupon *coupon = coupon_at(&play->state, LM_PLACE(e->box, e->bettor), e->wager);
    return coupon && coupon->is_stake;
}

static bool refuse_without_holder(house_play *play, const lm_event *e)
{
    char seat[LM_SEAT_TEXT];
    lm_words_of_seat(e->box, e->bettor, 0, seat);
    return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(BOX_WITHOUT_PLAYER, "box", "box %s has no player"), seat);
}

/* Rack to felt, or back where a smaller stake replaces a larger one. */
static bool lay(house_play *play, const lm_event *e, house_reason reason, lm_cents cents)
{
    int rack = by_coupon(play, e) ? ACCOUNT_TRAY : rack_account(&play->state, e);
    if (!cents) return true;
    if (rack < 0) return refuse_without_holder(play, e);
    return cents > 0 ? play_move(play, rack, ACCOUNT_FELT, reason, cents)
                     : play_move(play, ACCOUNT_FELT, rack, REASON_WITHDRAW, -cents);
}

/* Chips to the bettor, or to the dealer for whom the bet was made (C-33). */
static bool hand_over(house_play *play, const lm_event *e, int from, house_reason reason)
{
    if (!e->box) return play_move(play, from, ACCOUNT_TOKES, REASON_BONUS, e->amount_cents);
    int to = e->bettor == LM_TIP ? ACCOUNT_TOKES : rack_account(&play->state, e);
    if (from == ACCOUNT_FELT && by_coupon(play, e)) to = ACCOUNT_TRAY;
    return to < 0 ? refuse_without_holder(play, e) : play_move(play, from, to, reason, e->amount_cents);
}

/* A void stake that had gone to the tray is paid back (C-116); a stake made by coupon stays there. */
static bool stays_in_tray(const house_play *play, const lm_event *e)
{
    const lm_side_bet *bet = e->kind == LM_EV_PAY && by_coupon(play, e)
                                 ? lm_round_side(&play->state.table.round, e->box, e->bettor, e->wager)
                                 : NULL;
    return bet && lm_bet_is_void(bet) && bet->stake == e->amount_cents;
}

/* A stake taken back before the first card goes to the player who laid it, even a bet for the dealer. */
static bool take_up(house_play *play, const lm_event *e)
{
    int to = by_coupon(play, e) ? ACCOUNT_TRAY : rack_account(&play->state, e);
    return to < 0 ? refuse_without_holder(play, e)
                  : play_move(play, ACCOUNT_FELT, to, REASON_WITHDRAW, e->amount_cents);
}

static bool book(house_play *play, const play_step *step, const lm_event *e)
{
    switch ((lm_event_kind)e->kind) {
    case LM_EV_BET: return lay(play, e, REASON_BET, e->amount_cents - stake_before(step, e));
    case LM_EV_INSURE: return lay(play, e, REASON_INSURE, e->amount_cents);
    case LM_EV_DOUBLE: return lay(play, e, REASON_DOUBLE, e->amount_cents);
    case LM_EV_SPLIT: return lay(play, e, REASON_SPLIT, e->amount_cents);
    case LM_EV_WITHDRAW: return take_up(play, e);
    case LM_EV_TAKE: return play_move(play, ACCOUNT_FELT, ACCOUNT_TRAY, REASON_TAKE, e->amount_cents);
    case LM_EV_PAY: return hand_over(play, e, ACCOUNT_TRAY, REASON_PAY);
    case LM_EV_GIVE_BACK: return hand_over(play, e, ACCOUNT_FELT, REASON_RETURN);
    default: return true;
    }
}

/* The net amount that the moves from `first` on brought to the tray. */
static lm_cents tray_by_moves(const house_play *play, int first)
{
    lm_cents sum = 0;
    for (int i = first; i < play->moves; i++) {
        const house_move *m = &play->move[i];
        if (m->reason == REASON_TAKE) sum += m->cents;
        if (m->reason == REASON_PAY || m->reason == REASON_BONUS) sum -= m->cents;
    }
    return sum;
}

/* The ledger must agree with the engine to the cent. */
static bool agrees(house_play *play, const play_step *step, int first, lm_cents kept)
{
    const lm_round *now = &play->state.table.round;
    lm_cents tray = kept + (step->action.verb == LM_OPEN ? 0 : now->tray_cents - step->before.round.tray_cents);
    if (play->state.cents[ACCOUNT_FELT] != now->felt_cents)
        return play_refuse(play, LM_REFUSED_FAULT, NULL, "the ledger has %lld cents on the felt, the round has %lld",
                           (long long)play->state.cents[ACCOUNT_FELT], (long long)now->felt_cents);
    if (tray_by_moves(play, first) != tray)
        return play_refuse(play, LM_REFUSED_FAULT, NULL,
                           "the ledger moves %lld cents to the tray, the round moves %lld",
                           (long long)tray_by_moves(play, first), (long long)tray);
    return true;
}

bool books_move(house_play *play, const play_step *step)
{
    int first = play->moves;
    lm_cents kept = 0;
    for (int i = 0; i < step->heard; i++) {
        const lm_event *e = &step->event[i];
        if (stays_in_tray(play, e))
            kept += e->amount_cents;
        else if (!book(play, step, e))
            return false;
    }
    return agrees(play, step, first, kept);
}
