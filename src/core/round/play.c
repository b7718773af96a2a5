/* play.c - what a player may do with a hand, and whose turn comes next. */
#include "step.h"

/* Hard 9, 10 or 11: no two-card hand with an ace is hard (C-11). */
static bool is_hard_9_to_11(const lm_hand *hand)
{
    lm_score score = lm_hand_score(hand);
    return !score.soft && score.total >= 9 && score.total <= 11;
}

static bool is_free_double(const lm_rules *k, const lm_hand *hand)
{
    bool cards_fit =
        k->free_double == LM_FREE_DOUBLE_ANY || (k->free_double == LM_FREE_DOUBLE_TWO_CARDS && hand->n == 2);
    return cards_fit && is_hard_9_to_11(hand);
}

/* Pairs whose split the house pays for; all ten-value cards are one kind: MFB-9(b), C-10. */
static bool is_free_split(const lm_rules *k, const lm_box *box, const lm_hand *hand)
{
    return box->free_splits < k->free_splits && k->free_split >> lm_card_value(hand->card[0]) & 1;
}

/* A split ace that has its one card: nothing more is allowed but another split of two aces. */
static bool is_finished_ace(const lm_rules *k, const lm_hand *hand)
{
    return hand->marks & LM_FROM_ACES && hand->n >= 2 && k->split_aces == LM_ACES_ONE_CARD;
}

static lm_why why_no_split(const lm_rules *k, const lm_box *box, const lm_hand *hand)
{
    bool from_aces = hand->marks & LM_FROM_ACES;
    if (hand->hidden) return LM_WHY_HIDDEN;
    if (hand->n != 2 || lm_card_value(hand->card[0]) != lm_card_value(hand->card[1])) {
        return from_aces && is_finished_ace(k, hand) ? LM_WHY_SPLIT_ACE : LM_WHY_PAIR;
    }
    if (box->hands >= k->split_hands) return k->split_hands == 2 ? LM_WHY_NO_RESPLIT : LM_WHY_SPLIT_LIMIT;
    if (from_aces && !k->resplit_aces) return LM_WHY_ACES_AGAIN;
    return LM_WHY_OK;
}

/* Why it is not the box's turn, as precisely as its hands tell. */
static lm_why why_not_on_turn(const lm_round *r, uint8_t box_number)
{
    const lm_box *box = &r->box[box_number - 1];
    if (lm_dealer_blackjack(r)) return LM_WHY_DEALER_BLACKJACK;
    if (box->hands != 1) return LM_WHY_TURN;
    const lm_hand *hand = &box->hand[0];
    if (hand->marks & LM_WENT_BUST) return LM_WHY_BUST;
    if (hand->marks & LM_IS_DOUBLED && hand->n > 2) return LM_WHY_DOUBLED;
    if (lm_hand_blackjack(hand)) return LM_WHY_BLACKJACK;
    if (r->phase >= LM_PLAYING && hand->n >= 2 && lm_hand_score(hand).total == 21) return LM_WHY_AT_21;
    return LM_WHY_TURN;
}

/* Why the box does not play a hand now; LM_WHY_OK: it does. */
static lm_why why_no_hand(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    if (!lm_box_exists(k, a->box)) return LM_WHY_BOX;
    if (a->bettor != LM_DECIDER && a->bettor != r->box[a->box - 1].decider) return LM_WHY_DECIDER;
    bool is_on_turn = (r->phase == LM_PLAYING || r->phase == LM_OFFERING) && !r->due && r->at_box == a->box;
    return is_on_turn ? LM_WHY_OK : why_not_on_turn(r, a->box);
}

static const lm_hand *hand_on_turn(const lm_round *r)
{
    return &r->box[r->at_box - 1].hand[r->at_hand];
}

lm_status lm_may_hit(const lm_round *r, const lm_rules *k, lm_action *a)
{
    lm_why why = why_no_hand(r, k, a);
    if (why) return lm_refuse(k, why);
    const lm_hand *hand = hand_on_turn(r);
    if (hand->state == LM_HAND_BLACKJACK) return lm_refuse(k, LM_WHY_BLACKJACK);
    if (hand->marks & LM_IS_DOUBLED) return lm_refuse(k, LM_WHY_DOUBLED);
    if (lm_hand_must_be_over(hand)) return lm_refuse(k, LM_WHY_NO_DRAW);
    return is_finished_ace(k, hand) ? lm_refuse(k, LM_WHY_SPLIT_ACE) : lm_accept();
}

lm_status lm_may_stand(const lm_round *r, const lm_rules *k, lm_action *a)
{
    lm_why why = why_no_hand(r, k, a);
    if (why) return lm_refuse(k, why);
    return lm_hand_must_be_over(hand_on_turn(r)) ? lm_refuse(k, LM_WHY_DISCARD) : lm_accept();
}

/* Only the player knows the total; the cards need not be shown for it (MBJ-6a(e)(2).1, C-128). */
lm_status lm_may_discard(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (!lm_is_hand_dealt(k)) return lm_refuse(k, LM_WHY_HANDLE);
    lm_why why = why_no_hand(r, k, a);
    if (why) return lm_refuse(k, why);
    return lm_hand_may_be_over(hand_on_turn(r)) ? lm_accept() : lm_refuse(k, LM_WHY_NOT_OVER);
}

static lm_why why_no_paid_double(const lm_rules *k, const lm_hand *hand)
{
    if (hand->n != 2) return LM_WHY_DOUBLE_CARDS;
    if (k->double_on != LM_DOUBLE_ANY && !is_hard_9_to_11(hand)) return LM_WHY_DOUBLE_TOTAL;
    if (k->double_on == LM_DOUBLE_10_TO_11 && hand->hard == 9) return LM_WHY_DOUBLE_TOTAL;
    if (hand->marks & LM_FREE_HAND && !k->lammer_double) return LM_WHY_DOUBLE_LAMMER;
    return LM_WHY_OK;
}

/* A double covers every spot a bettor has, each up to its wager (MBJ-18(c).2), so the largest wager is the most. */
static lm_cents most_doubled(const lm_box *box, int bettor)
{
    lm_cents most = 0;
    for (int n = 0; n < LM_SPOTS; n++) {
        if (box->main[bettor][n] > most) most = box->main[bettor][n];
    }
    return most;
}

/* What a double of `amount` lays on all of a bettor's spots. */
static lm_cents doubled_on_all_spots(const lm_box *box, int bettor, lm_cents amount)
{
    lm_cents laid = 0;
    for (int n = 0; n < LM_SPOTS; n++)
        laid += amount < box->main[bettor][n] ? amount : box->main[bettor][n];
    return laid;
}

static void set_double_range(const lm_rules *k, const lm_box *box, int bettor, lm_action *a)
{
    a->most_cents = most_doubled(box, bettor);
    a->step_cents = lm_rules_step(k);
    a->least_cents = a->step_cents < a->most_cents ? a->step_cents : a->most_cents;
}

lm_status lm_may_double(const lm_round *r, const lm_rules *k, lm_action *a)
{
    lm_why why = why_no_hand(r, k, a);
    if (why) return lm_refuse(k, why);
    const lm_hand *hand = hand_on_turn(r);
    if (hand->state == LM_HAND_BLACKJACK) return lm_refuse(k, LM_WHY_BLACKJACK);
    if (r->phase == LM_OFFERING) return lm_refuse(k, LM_WHY_DEALER_BLACKJACK);
    if (hand->marks & LM_IS_DOUBLED) return lm_refuse(k, LM_WHY_DOUBLED);
    if (a->yes && k->double_card != LM_DOUBLE_REQUEST) return lm_refuse(k, LM_WHY_FACE_UP);
    if (is_finished_ace(k, hand)) return lm_refuse(k, LM_WHY_SPLIT_ACE);
    if (hand->marks & LM_FROM_SPLIT && !k->double_after_split) return lm_refuse(k, LM_WHY_DOUBLE_SPLIT);
    if (is_free_double(k, hand)) return lm_accept();
    why = why_no_paid_double(k, hand);
    if (why) return lm_refuse(k, why);
    set_double_range(k, &r->box[a->box - 1], r->box[a->box - 1].decider, a);
    return lm_accept();
}

lm_status lm_may_split(const lm_round *r, const lm_rules *k, lm_action *a)
{
    lm_why why = why_no_hand(r, k, a);
    if (why) return lm_refuse(k, why);
    const lm_box *box = &r->box[a->box - 1];
    const lm_hand *hand = hand_on_turn(r);
    if (r->phase == LM_OFFERING) return lm_refuse(k, LM_WHY_DEALER_BLACKJACK);
    why = why_no_split(k, box, hand);
    if (why) return lm_refuse(k, why);
    if (!is_free_split(k, box, hand)) a->least_cents = a->most_cents = lm_main_on_all_spots(box, box->decider);
    return lm_accept();
}

bool lm_surrender_is_early(const lm_round *r, const lm_rules *k)
{
    return r->dealer.n && lm_rules_surrender_early(k, lm_card_value(r->dealer.card[0]));
}

bool lm_surrender_is_asked(const lm_round *r, const lm_rules *k)
{
    return k->hole_card == LM_HOLE_READER && lm_surrender_is_early(r, k);
}

/* Before the reader answers, a box need not be on turn. */
static lm_why why_no_early_surrender(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    if (!lm_box_exists(k, a->box)) return LM_WHY_BOX;
    const lm_box *box = &r->box[a->box - 1];
    if (a->bettor != LM_DECIDER && a->bettor != box->decider) return LM_WHY_DECIDER;
    if (!lm_surrender_is_asked(r, k)) return LM_WHY_TURN;
    if (box->hand[0].state == LM_HAND_BLACKJACK) return LM_WHY_BLACKJACK;
    return box->hands && box->hand[0].state == LM_HAND_OPEN ? LM_WHY_OK : LM_WHY_TURN;
}

static lm_why why_no_surrender_now(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    if (r->phase == LM_INSURING) return why_no_early_surrender(r, k, a);
    lm_why why = why_no_hand(r, k, a);
    if (why) return why;
    const lm_hand *hand = hand_on_turn(r);
    if (r->phase == LM_OFFERING) return LM_WHY_DEALER_BLACKJACK;
    if (hand->state == LM_HAND_BLACKJACK) return LM_WHY_BLACKJACK;
    if (!lm_rules_surrender(k, lm_card_value(r->dealer.card[0]))) return LM_WHY_NO_SURRENDER;
    if (lm_surrender_is_asked(r, k)) return LM_WHY_SURRENDER_LATE;
    bool first_decision = hand->n == 2 && !(hand->marks & LM_FROM_SPLIT);
    return first_decision ? LM_WHY_OK : LM_WHY_SURRENDER_LATE;
}

lm_status lm_may_surrender(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (k->hole_card == LM_HOLE_FACE_UP) return lm_refuse(k, LM_WHY_FACE_UP_SURRENDER);
    if (!k->surrender) return lm_refuse(k, LM_WHY_NO_SURRENDER);
    lm_why why = why_no_surrender_now(r, k, a);
    return why ? lm_refuse(k, why) : lm_accept();
}

/* A further bettor, or the tip, with chips on the hand on turn. */
static lm_status may_join(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    lm_action decision = { .verb = LM_STAND, .box = a->box };
    lm_why why = why_no_hand(r, k, &decision);
    if (why) return lm_refuse(k, why);
    bool further = a->bettor < LM_BETTORS && a->bettor != r->box[a->box - 1].decider;
    return further && hand_on_turn(r)->chips >> a->bettor & 1 ? lm_accept() : lm_refuse(k, LM_WHY_RIDE);
}

lm_status lm_may_with_double(const lm_round *r, const lm_rules *k, lm_action *a)
{
    lm_action decision = { .verb = LM_DOUBLE, .box = a->box };
    lm_status status = may_join(r, k, a);
    if (lm_ok(status)) status = lm_may_double(r, k, &decision);
    if (!lm_ok(status)) return status;
    if (!decision.most_cents) return lm_refuse(k, LM_WHY_DOUBLE_FREE);
    set_double_range(k, &r->box[a->box - 1], a->bettor, a);
    return status;
}

lm_status lm_may_with_split(const lm_round *r, const lm_rules *k, lm_action *a)
{
    lm_action decision = { .verb = LM_SPLIT, .box = a->box };
    lm_status status = may_join(r, k, a);
    if (lm_ok(status)) status = lm_may_split(r, k, &decision);
    if (!lm_ok(status)) return status;
    if (!decision.most_cents) return lm_refuse(k, LM_WHY_SPLIT_FREE);
    return a->n <= LM_RIDE_BOTH ? status : lm_refuse(k, LM_WHY_RIDE_SPLIT);
}

void lm_do_with_double(lm_step *s, const lm_action *a)
{
    s->r->with_double[a->bettor] = (lm_cents32)a->amount_cents;
}

void lm_do_with_split(lm_step *s, const lm_action *a)
{
    s->r->with_split[a->bettor] = a->n;
}

/* Announcements of further bettors hold for one decision. */
static void forget_company(lm_round *r)
{
    for (int b = 0; b < LM_BETTORS; b++) {
        r->with_double[b] = 0;
        r->with_split[b] = LM_RIDE_LEFT;
    }
}

static lm_hand *playing_hand(lm_step *s)
{
    return &lm_box_at(s->r, s->r->at_box)->hand[s->r->at_hand];
}

void lm_do_hit(lm_step *s, const lm_action *a)
{
    LM_TELL(s, .kind = LM_EV_HIT, .box = a->box, .hand = (uint8_t)(s->r->at_hand + 1));
    forget_company(s->r);
    s->r->due = LM_DUE_UP;
}

void lm_do_stand(lm_step *s, const lm_action *a)
{
    LM_TELL(s, .kind = LM_EV_STAND, .box = a->box, .hand = (uint8_t)(s->r->at_hand + 1));
    lm_hand *hand = playing_hand(s);
    forget_company(s->r);
    if (s->r->phase == LM_OFFERING) {
        lm_box_at(s->r, a->box)->offered = LM_OFFER_DECLINED;
        lm_settle_box_changed(s, a->box);
        lm_settle_dealer_blackjack(s);
        return;
    }
    if (hand->state == LM_HAND_BLACKJACK) {
        lm_box_at(s->r, a->box)->answered = UINT16_MAX; /* the box declines insurance at its turn */
    } else {
        hand->state = LM_HAND_STANDS;
    }
    lm_go_on_playing(s);
}

/* The player declares the hand lost; its face-down cards stay unseen. */
void lm_do_discard(lm_step *s, const lm_action *a)
{
    forget_company(s->r);
    lm_settle_bust(s, a->box, s->r->at_hand);
    lm_go_on_playing(s);
}

static void place_lammer(lm_step *s, uint8_t box, uint8_t hand, lm_cite_id step)
{
    lm_box_at(s->r, box)->lammers++;
    LM_TELL(s, .kind = LM_EV_LAMMER, .box = box, .hand = (uint8_t)(hand + 1), .clause = lm_cite(s->k, step));
}

/* The chips of the decider and of all who double along: MBJ-10(a).2, MBJ-13(d). */
static void lay_doubles(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    lm_box *box = lm_box_at(r, a->box);
    lm_hand *hand = playing_hand(s);
    for (uint8_t b = 0; b < LM_BETTORS; b++) {
        lm_cents32 amount = b == box->decider ? (lm_cents32)a->amount_cents : r->with_double[b];
        if (!amount) continue;
        lm_cents laid = doubled_on_all_spots(box, b, amount);
        hand->doubled[b] = amount;
        lm_lay(s, laid);
        LM_TELL(s, .kind = LM_EV_DOUBLE, .box = a->box, .bettor = b, .hand = (uint8_t)(r->at_hand + 1),
                .amount_cents = laid);
    }
}

void lm_do_double(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    lm_hand *hand = playing_hand(s);
    bool face_down = s->k->double_card == LM_DOUBLE_DOWN || a->yes;
    hand->marks |= LM_IS_DOUBLED;
    if (a->amount_cents) {
        lay_doubles(s, a);
    } else {
        bool of_split = hand->marks & LM_FROM_SPLIT;
        LM_TELL(s, .kind = LM_EV_DOUBLE, .box = a->box, .hand = (uint8_t)(r->at_hand + 1),
                .clause = lm_cite(s->k, of_split ? LM_CITE_FREE_DOUBLE_OF_SPLIT : LM_CITE_FREE_DOUBLE));
        hand->marks |= LM_FREE_DOUBLE;
        place_lammer(s, a->box, r->at_hand, LM_CITE_DOUBLE_LAMMER);
    }
    forget_company(r);
    if (a->yes)
        LM_TELL(s, .kind = LM_EV_PROMPT, .how = LM_PROMPT_FACE_DOWN,
                .clause = lm_cite(s->k, LM_CITE_DOUBLE_DOWN_FOR_ALL));
    r->due = face_down ? LM_DUE_DOWN : LM_DUE_UP;
}

/* The second card moves to a new hand at the right; the original wager stays with the first (MFB-9(b)(2)(ii)). */
static lm_hand *divide(lm_box *box, uint8_t at)
{
    for (int i = box->hands; i > at + 1; i--)
        box->hand[i] = box->hand[i - 1];
    box->hands++;
    lm_hand *left = &box->hand[at], *right = &box->hand[at + 1];
    *right = (lm_hand){ .state = LM_HAND_OPEN, .n = 1, .card = { left->card[1] } };
    left->card[1] = 0;
    left->n = 1;
    left->marks |= LM_FROM_SPLIT | (lm_rank(left->card[0]) == LM_ACE ? LM_FROM_ACES : 0);
    right->marks = left->marks & (LM_FROM_SPLIT | LM_FROM_ACES);
    lm_hand_recount(left);
    lm_hand_recount(right);
    return right;
}

/* The decider covers the new hand; others cover it, stay on the left or move to the right (MBJ-13(e)). */
static void lay_splits(lm_step *s, const lm_action *a, lm_hand *left, lm_hand *right)
{
    lm_round *r = s->r;
    const lm_box *box = lm_box_at(r, a->box);
    for (uint8_t b = 0; b < LM_BETTORS; b++) {
        uint8_t ride = b == box->decider ? LM_RIDE_BOTH : r->with_split[b];
        if (ride != LM_RIDE_LEFT) right->chips |= (uint8_t)(1 << b);
        if (ride == LM_RIDE_RIGHT) left->chips &= (uint8_t) ~(1 << b);
        if (ride != LM_RIDE_BOTH) continue;
        lm_lay(s, lm_main_on_all_spots(box, b));
        LM_TELL(s, .kind = LM_EV_SPLIT, .box = a->box, .bettor = b, .hand = (uint8_t)(r->at_hand + 1),
                .amount_cents = lm_main_on_all_spots(box, b));
    }
}

void lm_do_split(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    lm_box *box = lm_box_at(r, a->box);
    if (r->sides) lm_warn_of_split(s, a->box);
    lm_hand *right = divide(box, r->at_hand);
    if (a->amount_cents) {
        lay_splits(s, a, &box->hand[r->at_hand], right);
    } else {
        LM_TELL(s, .kind = LM_EV_SPLIT, .box = a->box, .hand = (uint8_t)(r->at_hand + 1),
                .clause = lm_cite(s->k, box->hands > 2 ? LM_CITE_FREE_RESPLIT : LM_CITE_FREE_SPLIT));
        right->marks |= LM_FREE_HAND;
        box->free_splits++;
        place_lammer(s, a->box, r->at_hand, LM_CITE_SPLIT_LAMMER);
    }
    forget_company(r);
    lm_go_on_playing(s);
}

void lm_do_surrender(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    lm_box *box = lm_box_at(r, a->box);
    LM_TELL(s, .kind = LM_EV_SURRENDER, .box = a->box, .hand = 1);
    forget_company(r);
    box->hand[0].state = LM_HAND_SURRENDERED;
    if (lm_blackjack_excluded(r) || lm_surrender_is_early(r, s->k)) lm_settle_surrender(s, a->box);
    if (r->phase == LM_INSURING) {
        box->answered = UINT16_MAX;
        lm_go_on_insuring(s);
    } else {
        lm_go_on_playing(s);
    }
}

/* Nothing left to decide: 21, doubled, or a split ace with its card. */
static bool is_finished(const lm_rules *k, const lm_box *box, const lm_hand *hand)
{
    bool doubled = hand->marks & LM_IS_DOUBLED;
    if (hand->hidden) return doubled && !lm_is_hand_dealt(k); /* only its player knows whether it is over 21 */
    if (doubled || lm_hand_score(hand).total >= 21) return true;
    if (lm_is_charlie(k, hand)) return true;
    return is_finished_ace(k, hand) && why_no_split(k, box, hand) != LM_WHY_OK;
}

/* With late insurance the player of a blackjack decides at their turn: insurance, even money, or stand. */
static bool may_insure_blackjack(const lm_step *s, const lm_box *box, const lm_hand *hand)
{
    bool asked = s->k->late_insurance && s->k->insurance && lm_rank(s->r->dealer.card[0]) == LM_ACE;
    return asked && hand->state == LM_HAND_BLACKJACK && lm_box_is_asked(box) && !lm_blackjack_excluded(s->r);
}

/* Whether a hand of the box on turn owes neither a decision nor a card. An open one with nothing left to decide stands. */
static bool hand_is_finished(lm_step *s, const lm_box *box, lm_hand *hand)
{
    if (hand->state != LM_HAND_OPEN || hand->waits) return !may_insure_blackjack(s, box, hand);
    if (hand->n == 1) {
        s->r->due = LM_DUE_UP;
        return false;
    }
    if (!is_finished(s->k, box, hand)) return false;
    bool blackjack = s->k->split_blackjack && lm_hand_blackjack(hand);
    hand->state = blackjack ? LM_HAND_BLACKJACK : LM_HAND_STANDS;
    return true;
}

/* Works through the hands of one box. False when it owes a decision or a card. */
static bool box_is_finished(lm_step *s)
{
    lm_round *r = s->r;
    lm_box *box = lm_box_at(r, r->at_box);
    for (; r->at_hand < box->hands; r->at_hand++) {
        if (!hand_is_finished(s, box, &box->hand[r->at_hand])) return false;
    }
    return true;
}

static void begin_box(lm_step *s)
{
    lm_round *r = s->r;
    const lm_hand *hand = &lm_box_at(r, r->at_box)->hand[0];
    r->at_hand = 0;
    forget_company(r); /* a mishap may have ended the box before it without a decision */
    if (hand->state == LM_HAND_BLACKJACK && lm_blackjack_excluded(r)) lm_settle_blackjacks(s, r->at_box);
    if (hand->state == LM_HAND_OPEN && !hand->hidden && !lm_is_free_bet(s->k)) {
        LM_TELL(s, .kind = LM_EV_TOTAL, .box = r->at_box, .hand = 1, .count = lm_hand_score(hand).total,
                .clause = lm_cite(s->k, LM_CITE_TURN));
    }
}

/* A hand whose card was forgotten gets it after the others, before the hole card is shown: MFB-11(i). */
static bool next_waiting(lm_round *r)
{
    for (uint8_t box = 1; box <= r->last_box; box++) {
        for (uint8_t h = 0; h < r->box[box - 1].hands; h++) {
            if (!r->box[box - 1].hand[h].waits) continue;
            r->due = r->box[box - 1].hand[h].waits;
            r->at_box = box;
            r->at_hand = h;
            return true;
        }
    }
    return false;
}

void lm_go_on_playing(lm_step *s)
{
    lm_round *r = s->r;
    if (r->sides && r->at_box <= r->last_box) lm_settle_box_changed(s, r->at_box);
    while (r->at_box <= r->last_box) {
        if (r->box[r->at_box - 1].hands && !box_is_finished(s)) return;
        r->at_box++;
        if (r->at_box <= r->last_box && r->box[r->at_box - 1].hands) begin_box(s);
    }
    if (!next_waiting(r)) lm_begin_reveal(s);
}

/* A house may pay blackjacks that nothing can beat before any player draws: MBJ-7(a).1, C-60. */
void lm_begin_play(lm_step *s)
{
    lm_round *r = s->r;
    if (s->k->blackjack_paid == LM_PAID_AT_ONCE) {
        for (uint8_t box = 1; box <= r->last_box; box++) {
            if (r->box[box - 1].hand[0].state != LM_HAND_BLACKJACK) continue;
            if (lm_blackjack_excluded(r)) {
                lm_settle_blackjacks(s, box);
            } else {
                LM_TELL(s, .kind = LM_EV_BLACKJACK, .box = box, .hand = 1,
                        .clause = lm_cite(s->k, LM_CITE_BLACKJACK_HELD));
            }
        }
    }
    r->phase = LM_PLAYING;
    r->at_box = 1;
    if (r->box[0].hands) begin_box(s);
    lm_go_on_playing(s);
}
