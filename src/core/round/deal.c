/* deal.c - cards: the order in which they are dealt, and every card that arrives. */
#include "step.h"

/* The passes of a deal: MFB-6(e)(1) to (4), MBJ-6(e)(1) to (3). The late ones make up for a
 * mistake: MFB-11(f), 11(h).2. */
enum { FIRST_CARDS, UP_CARD, SECOND_CARDS, LATE_SECOND_CARDS, LATE_UP_CARD, HOLE_CARD, DEALT };

/* No hand gets more cards than it has places for (docs/limits.md); the bound is plain here, as in the dealer's. */
static void hand_add(lm_hand *hand, lm_card card)
{
    if (hand->n < LM_HAND_CARDS) hand->card[hand->n++] = card;
    if (card == LM_CARD_DOWN) {
        hand->hidden++;
        return;
    }
    hand->hard = (uint8_t)(hand->hard + lm_card_value(card));
    if (lm_rank(card) == LM_ACE) hand->marks |= LM_HAS_ACE;
}

void lm_hand_recount(lm_hand *hand)
{
    uint8_t n = hand->n;
    hand->n = hand->hard = hand->hidden = 0;
    hand->marks &= (uint8_t)~LM_HAS_ACE;
    while (hand->n < n)
        hand_add(hand, hand->card[hand->n]);
}

static void dealer_add(lm_dealer_hand *dealer, lm_card card)
{
    if (dealer->n < LM_HAND_CARDS) dealer->card[dealer->n++] = card;
    if (card == LM_CARD_DOWN) return;
    dealer->hard = (uint8_t)(dealer->hard + lm_card_value(card));
    if (lm_rank(card) == LM_ACE) dealer->marks |= LM_HAS_ACE;
}

bool lm_up_may_hide_blackjack(const lm_round *r)
{
    int rank = lm_rank(r->dealer.card[0]);
    return rank == LM_ACE || rank >= LM_TEN;
}

bool lm_blackjack_excluded(const lm_round *r)
{
    if (r->dealer.reader == LM_READER_SAID_NO || !lm_up_may_hide_blackjack(r)) return true;
    return r->dealer.n >= 2 && r->dealer.card[1] != LM_CARD_DOWN && !lm_dealer_blackjack(r);
}

/* Whether a box gets a card in this pass. */
static bool is_dealt_in(const lm_round *r, uint8_t box)
{
    const lm_box *b = &r->box[box - 1];
    if (!b->main[LM_DECIDER][0] || b->hand[0].state == LM_HAND_OVER) return false;
    bool late = r->late_second >> (box - 1) & 1;
    return r->deal_pass == LATE_SECOND_CARDS ? late : !late;
}

/* Moves to the next box that gets a card, or past the last one. */
static uint8_t next_box(const lm_step *s, uint8_t box)
{
    while (box <= s->r->last_box && !is_dealt_in(s->r, box))
        box++;
    return box;
}

static bool is_to_boxes(uint8_t pass)
{
    return (1u << FIRST_CARDS | 1u << SECOND_CARDS | 1u << LATE_SECOND_CARDS) >> pass & 1;
}

/* Whether a pass to the dealer takes place at this table. */
static bool is_dealers_pass(const lm_step *s)
{
    switch (s->r->deal_pass) {
    case UP_CARD:
    case LATE_UP_CARD: return s->r->dealer.n == 0;
    case HOLE_CARD: return s->k->hole_card != LM_HOLE_NONE;
    default: return false;
    }
}

static void finish_deal(lm_step *s)
{
    lm_round *r = s->r;
    for (uint8_t box = 1; box <= r->last_box; box++) {
        lm_hand *hand = &r->box[box - 1].hand[0];
        if (hand->state == LM_HAND_OPEN && lm_hand_blackjack(hand)) hand->state = LM_HAND_BLACKJACK;
    }
    if (lm_is_hand_dealt(s->k)) {
        r->phase = LM_EXPOSING;
    } else {
        lm_begin_insurance(s);
    }
}

/* Moves to the next recipient of the deal; skips what this table does not deal. */
void lm_go_on_dealing(lm_step *s)
{
    lm_round *r = s->r;
    if (is_to_boxes(r->deal_pass)) {
        r->at_box = next_box(s, (uint8_t)(r->at_box + 1));
        if (r->at_box <= r->last_box) return;
    }
    while (r->deal_pass < HOLE_CARD) {
        r->deal_pass++;
        if (is_to_boxes(r->deal_pass)) {
            r->at_box = next_box(s, 1);
            if (r->at_box <= r->last_box) return;
        } else {
            r->at_box = 0;
            if (is_dealers_pass(s)) return;
        }
    }
    r->deal_pass = DEALT;
    r->at_box = 0;
    finish_deal(s);
}

bool lm_is_late(const lm_round *r)
{
    return r->deal_pass >= LATE_SECOND_CARDS;
}

/* Without a player at the box the largest wager decides; among equals the bettor who wagered first (C-109). */
static uint8_t largest_wager(const lm_box *box)
{
    uint8_t largest = 0;
    for (uint8_t i = 1; i < LM_TIP; i++) {
        if (lm_main_on_all_spots(box, i) > lm_main_on_all_spots(box, largest)) largest = i;
    }
    return largest;
}

static void begin_box_deal(lm_step *s, uint8_t box, lm_box *b)
{
    b->hands = 1;
    b->hand[0].state = LM_HAND_OPEN;
    b->decider = b->owner == LM_NOBODY ? largest_wager(b) : LM_DECIDER;
    if (b->decider != LM_DECIDER)
        LM_TELL(s, .kind = LM_EV_PROMPT, .box = box, .bettor = b->decider, .how = LM_PROMPT_DECIDES,
                .clause = lm_cite(s->k, LM_CITE_DECIDES));
    for (int i = 0; i < LM_BETTORS; i++) {
        if (b->main[i][0]) b->hand[0].chips |= (uint8_t)(1 << i);
    }
}

void lm_begin_deal(lm_step *s)
{
    lm_round *r = s->r;
    r->phase = LM_DEALING;
    r->at_box = 0;
    lm_box *b = r->box;
    int boxes = (int)s->k->boxes;
    for (uint8_t box = 1; box <= boxes; box++, b++) {
        if (!b->main[LM_DECIDER][0]) continue;
        if (!r->at_box) r->at_box = box;
        r->last_box = box;
        begin_box_deal(s, box, b);
    }
}

lm_status lm_may_determine(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (r->phase != LM_DETERMINING) return lm_refuse(k, LM_WHY_NO_DETERMINANT);
    return a->card < LM_CARDS && a->yes <= 1 ? lm_accept() : lm_refuse(k, LM_WHY_NO_CARD);
}

/* The colour of the determinant card names the side to deal from. A card that came from that side goes to the
 * first player, one from the other side to the segregated area (MBJ-6(d)). */
void lm_do_determine(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    uint8_t red_side = s->k->red_suits == LM_RED_SIDE_B;
    r->shoe_side = lm_is_red(a->card) ? red_side : !red_side;
    LM_TELL(s, .kind = LM_EV_DETERMINANT, .card = a->card, .n = r->shoe_side,
            .clause = lm_cite(s->k, LM_CITE_DETERMINANT));
    lm_begin_deal(s);
    if (r->shoe_side == a->yes) {
        lm_give_card(s, r->at_box, 0, a->card);
        lm_go_on_dealing(s);
    } else {
        LM_TELL(s, .kind = LM_EV_SEGREGATE, .card = a->card, .clause = lm_cite(s->k, LM_CITE_SEGREGATE));
    }
}

static lm_card_due due_in_deal(const lm_round *r, const lm_rules *k)
{
    if (r->at_box) return lm_is_hand_dealt(k) ? LM_CARD_DUE_DOWN : LM_CARD_DUE_UP; /* MBJ-6a(c) */
    bool hole_down = k->hole_card == LM_HOLE_UNSEEN || k->hole_card == LM_HOLE_READER;
    return r->deal_pass == HOLE_CARD && hole_down ? LM_CARD_DUE_DOWN : LM_CARD_DUE_UP;
}

/* Whether a card is due, and which side up. Most cards of a round are those of the deal, so it is asked first. */
lm_card_due lm_due_now(const lm_round *r, const lm_rules *k)
{
    static const uint8_t asked[] = { [LM_DUE_NONE] = LM_NO_CARD_DUE,
                                     [LM_DUE_UP] = LM_CARD_DUE_UP,
                                     [LM_DUE_DOWN] = LM_CARD_DUE_DOWN,
                                     [LM_DUE_TURN] = LM_NO_CARD_DUE };
    if (r->phase == LM_DEALING) return due_in_deal(r, k);
    switch ((lm_phase)r->phase) {
    case LM_PLAYING:
        if (r->due == LM_DUE_DOWN && lm_round_card_waits(r)) return LM_CARD_DUE_UP;
        return asked[r->due];
    case LM_OFFERING: return asked[r->due];
    case LM_REVEALING: return r->dealer.n < 2 ? LM_CARD_DUE_UP : LM_NO_CARD_DUE;
    case LM_DRAWING: return LM_CARD_DUE_UP;
    default: return LM_NO_CARD_DUE;
    }
}

/* While a card is due the shoe owes it, in every phase. */
lm_verb lm_round_owes(const lm_round *r, const lm_rules *k)
{
    if (r->awaiting) return LM_CONFIRM;
    if (lm_reader_is_awaited(r, k)) return LM_IRREGULAR;
    if (r->due == LM_DUE_TURN) return LM_TURN;
    switch (lm_due_now(r, k)) {
    case LM_CARD_DUE_UP: return LM_CARD;
    case LM_CARD_DUE_DOWN: return LM_DOWN;
    default: return lm_phase_steps[r->phase].verb;
    }
}

static lm_status may_be_seen(const lm_round *r, const lm_rules *k, lm_card card)
{
    if (card >= LM_CARDS) return lm_refuse(k, LM_WHY_NO_CARD);
    return r->seen[card] < k->decks ? lm_accept() : lm_refuse(k, LM_WHY_COPIES);
}

/* Which card is due face down: the card of a double, a first card of the hand deal, or the hole card. */
static lm_why why_face_down(const lm_round *r)
{
    if (r->phase != LM_DEALING) return LM_WHY_DOUBLE_DOWN;
    return r->at_box ? LM_WHY_HAND_DOWN : LM_WHY_FACE_DOWN;
}

lm_status lm_may_card(const lm_round *r, const lm_rules *k, lm_action *a)
{
    lm_card_due due = lm_due_now(r, k);
    if (due == LM_NO_CARD_DUE) return lm_refuse(k, LM_WHY_NO_CARD_DUE);
    if (r->reader_out && lm_waits_for_reader(r, k)) return lm_refuse(k, LM_WHY_READER_OUT);
    if (due == LM_CARD_DUE_DOWN) return lm_refuse(k, why_face_down(r));
    if (lm_round_card_waits(r) && a->card + 1 != r->next_card) return lm_refuse(k, LM_WHY_NEXT_CARD);
    return may_be_seen(r, k, a->card);
}

lm_status lm_may_down(const lm_round *r, const lm_rules *k, lm_action *a)
{
    lm_card_due due = lm_due_now(r, k);
    if (due == LM_NO_CARD_DUE) return lm_refuse(k, LM_WHY_NO_CARD_DUE);
    if (r->reader_out && lm_waits_for_reader(r, k)) return lm_refuse(k, LM_WHY_READER_OUT);
    if (due == LM_CARD_DUE_DOWN) return lm_accept();
    return lm_refuse(k, r->phase == LM_DEALING ? LM_WHY_DEALT_UP : LM_WHY_FACE_UP);
}

static __attribute__((noinline, cold)) void tell_total(const lm_step *s, uint8_t box, uint8_t hand, lm_score score)
{
    LM_TELL(s, .kind = LM_EV_TOTAL, .box = box, .hand = box ? (uint8_t)(hand + 1) : 0, .count = score.total,
            .clause = lm_cite(s->k, box ? LM_CITE_NEW_TOTAL : LM_CITE_DEALERS_TOTAL));
}

/* The step of the deal that the present pass belongs to. */
static lm_cite_id step_of_deal(const lm_round *r)
{
    static const lm_cite_id steps[] = { [FIRST_CARDS] = LM_CITE_FIRST_CARD,
                                        [UP_CARD] = LM_CITE_UP_CARD,
                                        [SECOND_CARDS] = LM_CITE_SECOND_CARD,
                                        [LATE_SECOND_CARDS] = LM_CITE_LATE_SECOND_CARD,
                                        [LATE_UP_CARD] = LM_CITE_LATE_UP_CARD,
                                        [HOLE_CARD] = LM_CITE_HOLE_CARD,
                                        [DEALT] = LM_CITE_NOTHING };
    return steps[r->deal_pass];
}

static lm_cite_id step_of_players_card(const lm_step *s, const lm_hand *hand, lm_card card)
{
    bool one_to_an_ace = hand->marks & LM_FROM_ACES && s->k->split_aces == LM_ACES_ONE_CARD;
    if (s->r->phase == LM_OFFERING) return LM_CITE_OFFERED_CARD;
    if (hand->marks & LM_IS_DOUBLED) return card == LM_CARD_DOWN ? LM_CITE_DOUBLE_CARD_DOWN : LM_CITE_DOUBLE_CARD;
    if (hand->waits) return LM_CITE_MISSED_CARD;
    if (!(hand->marks & LM_FROM_SPLIT) || hand->n != 2) return LM_CITE_FURTHER_CARD;
    return one_to_an_ace ? LM_CITE_SPLIT_ACE_CARD : LM_CITE_SPLIT_CARD;
}

/* The clause of the dealer's drawing rule, or of the wager that makes the dealer draw where no hand does. */
static const char *dealer_draws(const lm_step *s)
{
    const lm_round *r = s->r;
    bool hits = s->k->dealer_soft17 == LM_SOFT17_HIT, for_hands = false;
    for (int i = 0; i < r->last_box && !for_hands; i++) {
        for (int h = 0; h < r->box[i].hands; h++)
            for_hands |= r->box[i].hand[h].state == LM_HAND_STANDS;
    }
    for (int i = 0; i < r->sides && (!for_hands || r->main_settled); i++) {
        const lm_wager *wager = lm_wager_in(s->k, r->side[i].slot);
        const char *own = lm_cite(s->k, LM_CITE_DRAWS_FOR_WAGER);
        if (lm_side_undecided(&r->side[i]) && wager->needs >= LM_NEEDS_THIRD)
            return own ? own : wager->draws ? wager->draws : lm_wager_clause(s->k, wager);
    }
    return lm_cite(s->k, hits ? LM_CITE_DEALER_DRAWS_H17 : LM_CITE_DEALER_DRAWS);
}

static const char *why_dealt(const lm_step *s, uint8_t box, uint8_t hand, lm_card card)
{
    const lm_round *r = s->r;
    if (r->phase == LM_DEALING) return lm_cite(s->k, step_of_deal(r));
    if (box) return lm_cite(s->k, step_of_players_card(s, &r->box[box - 1].hand[hand], card));
    return r->dealer.n <= 2 ? lm_cite(s->k, LM_CITE_DEALERS_CARD) : dealer_draws(s);
}

static __attribute__((noinline, cold)) void tell_card(const lm_step *s, uint8_t box, uint8_t hand, lm_card card)
{
    bool sideways = box && lm_box_at(s->r, box)->hand[hand].marks & LM_IS_DOUBLED;
    LM_TELL(s, .kind = card == LM_CARD_DOWN ? LM_EV_DOWN : LM_EV_CARD, .box = box,
            .hand = box ? (uint8_t)(hand + 1) : 0, .card = card, .clause = why_dealt(s, box, hand, card));
    if (sideways)
        LM_TELL(s, .kind = LM_EV_SIDEWAYS, .box = box, .hand = (uint8_t)(hand + 1), .card = card,
                .clause = lm_cite(s->k, LM_CITE_SIDEWAYS));
}

/* One card to a box, or to the dealer (box 0); LM_CARD_DOWN lies face down. */
static inline void give_card(lm_step *s, uint8_t box, uint8_t hand, lm_card card)
{
    lm_round *r = s->r;
    if (card < LM_CARDS) r->seen[card]++;
    if (box == 0) {
        dealer_add(&r->dealer, card);
    } else {
        lm_box *b = lm_box_at(r, box);
        hand_add(&b->hand[hand], card);
        if (b->n_first < LM_VIEW_FIRST) b->first[b->n_first++] = card;
    }
    if (s->ear) tell_card(s, box, hand, card);
}

void lm_give_card(lm_step *s, uint8_t box, uint8_t hand, lm_card card)
{
    give_card(s, box, hand, card);
}

/* A total is announced once every card has been seen, and the hand may be over. */
static void hand_has_changed(lm_step *s, uint8_t box, uint8_t hand)
{
    const lm_hand *h = &lm_box_at(s->r, box)->hand[hand];
    if (h->hidden) return;
    if (s->ear) tell_total(s, box, hand, lm_hand_score(h));
    if (lm_hand_score(h).total > 21) lm_settle_bust(s, box, hand);
}

/* A card for the hand on turn. */
static void card_to_player(lm_step *s, lm_card card)
{
    lm_round *r = s->r;
    uint8_t box = r->at_box, hand = r->at_hand;
    r->due = LM_DUE_NONE;
    give_card(s, box, hand, card);
    lm_box_at(r, box)->hand[hand].waits = LM_DUE_NONE;
    hand_has_changed(s, box, hand);
    lm_go_on_playing(s);
}

static void card_to_dealer(lm_step *s, lm_card card)
{
    give_card(s, 0, 0, card);
    if (s->ear) tell_total(s, 0, 0, lm_dealer_score(s->r));
    lm_begin_draw(s);
}

void lm_deliver(lm_step *s, lm_card card)
{
    lm_round *r = s->r;
    if (lm_round_card_waits(r)) r->next_card = r->next_is_dealers = 0;
    switch ((lm_phase)r->phase) {
    case LM_DEALING:
        give_card(s, r->at_box, 0, card);
        lm_go_on_dealing(s);
        break;
    case LM_PLAYING: card_to_player(s, card); break;
    case LM_OFFERING:
        r->due = LM_DUE_NONE;
        give_card(s, r->at_box, 0, card);
        lm_settle_box_changed(s, r->at_box);
        lm_settle_dealer_blackjack(s);
        break;
    default: card_to_dealer(s, card); break;
    }
}

void lm_do_card(lm_step *s, const lm_action *a)
{
    lm_deliver(s, a->card);
}

void lm_do_down(lm_step *s, const lm_action *a)
{
    lm_deliver(s, LM_CARD_DOWN);
}

lm_status lm_may_peek(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (a->yes > 1) return lm_refuse(k, LM_WHY_NO_PEEK);
    if (r->phase == LM_PEEKING && r->reader_out) return lm_refuse(k, LM_WHY_READER_OUT);
    return r->phase == LM_PEEKING ? lm_accept() : lm_refuse(k, LM_WHY_NO_PEEK);
}

void lm_do_peek(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    r->dealer.reader = a->yes ? LM_READER_SAID_YES : LM_READER_SAID_NO;
    LM_TELL(s, .kind = a->yes ? LM_EV_READER_YES : LM_EV_READER_NO, .clause = lm_cite(s->k, LM_CITE_READER_SAYS));
    if (a->yes) {
        r->at_box = 0;
        r->phase = LM_REVEALING;
        return;
    }
    lm_settle_insurance(s);
    lm_settle_window(s, LM_AFTER_READER);
    lm_pay_before_play(s);
}

static bool would_be_blackjack(const lm_round *r, lm_card card)
{
    return lm_two_blackjack(r->dealer.card[0], card);
}

/* Whether the hand is in play and has a card that lies face down. */
static bool is_covered(const lm_hand *hand)
{
    return hand->state != LM_HAND_OVER && hand->hidden;
}

/* The hand whose card a player turns: the one on turn, or right after a hand deal the first of the named box. */
static uint8_t shown_hand(const lm_round *r)
{
    return r->phase == LM_EXPOSING ? 0 : r->at_hand;
}

/* A hand-dealt hand that has drawn does not show its first two cards before the dealer is done: MBJ-6a(e)(2), 6a(g). */
static bool stays_down(const lm_round *r, const lm_rules *k, const lm_hand *hand)
{
    return r->phase == LM_PLAYING && lm_is_hand_dealt(k) && hand->n > 2;
}

static bool hidden_card_may_be_shown(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    bool now = r->phase == LM_EXPOSING || r->phase == LM_SHOWING ||
               (r->phase == LM_PLAYING && (!r->due || r->due == LM_DUE_TURN));
    if (!now || !lm_box_exists(k, a->box)) return false;
    if (r->phase != LM_EXPOSING && a->box != r->at_box) return false;
    return is_covered(&r->box[a->box - 1].hand[shown_hand(r)]);
}

lm_status lm_may_turn(const lm_round *r, const lm_rules *k, lm_action *a)
{
    bool hole = r->phase == LM_REVEALING && r->dealer.n == 2;
    bool player = !hole && hidden_card_may_be_shown(r, k, a);
    if (!hole && !player) return lm_refuse(k, LM_WHY_NOT_DOWN);
    if (player && stays_down(r, k, &r->box[a->box - 1].hand[shown_hand(r)])) return lm_refuse(k, LM_WHY_STAYS_DOWN);
    lm_status status = may_be_seen(r, k, a->card);
    if (!lm_ok(status) || !hole || r->dealer.reader == LM_READER_UNUSED) return status;
    bool said_yes = r->dealer.reader == LM_READER_SAID_YES;
    return would_be_blackjack(r, a->card) == said_yes ? status : lm_refuse(k, LM_WHY_READER);
}

static void turn_hole_card(lm_step *s, lm_card card)
{
    lm_round *r = s->r;
    LM_TELL(s, .kind = LM_EV_TURN, .card = card, .clause = lm_cite(s->k, LM_CITE_HOLE_TURNED));
    r->seen[card]++;
    r->dealer.n = 1;
    dealer_add(&r->dealer, card);
    if (s->ear) tell_total(s, 0, 0, lm_dealer_score(r));
    lm_begin_draw(s);
}

void lm_do_turn(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    if (r->phase == LM_REVEALING) {
        turn_hole_card(s, a->card);
        return;
    }
    uint8_t hand = shown_hand(r);
    lm_show_card(s, a->box, hand, a->card);
    const lm_hand *h = &lm_box_at(r, a->box)->hand[hand];
    switch ((lm_phase)r->phase) {
    case LM_PLAYING:
        r->due = h->hidden ? LM_DUE_TURN : LM_DUE_NONE;
        hand_has_changed(s, a->box, hand);
        if (!h->hidden) lm_go_on_playing(s);
        break;
    case LM_SHOWING: lm_settle(s); break;
    default: break;
    }
}

/* The clause of a turned card: shown to split, shown to be paid, or turned over at the end. */
static const char *why_shown(const lm_step *s, uint8_t box)
{
    const lm_round *r = s->r;
    if (r->phase == LM_SHOWING) return lm_cite(s->k, LM_CITE_TURNED_AT_END);
    if (r->phase != LM_EXPOSING) return lm_cite(s->k, LM_CITE_TURNED_FOR_SPLIT);
    for (int i = 0; i < r->sides; i++) {
        const lm_wager *wager = lm_wager_in(s->k, r->side[i].slot);
        if (lm_side_box(&r->side[i]) == box && wager->window == LM_AFTER_DEAL) return lm_wager_clause(s->k, wager);
    }
    return lm_cite(s->k, lm_up_may_hide_blackjack(r) ? LM_CITE_SHOWN_BLACKJACK_HELD : LM_CITE_SHOWN_BLACKJACK);
}

void lm_show_card(lm_step *s, uint8_t box_number, uint8_t hand_index, lm_card card)
{
    lm_round *r = s->r;
    lm_box *box = lm_box_at(r, box_number);
    lm_hand *hand = &box->hand[hand_index];
    int i = 0, first = 0;
    while (i + 1 < hand->n && hand->card[i] != LM_CARD_DOWN)
        i++;
    hand->card[i] = card;
    while (first < box->n_first && box->first[first] != LM_CARD_DOWN)
        first++;
    if (first < box->n_first) box->first[first] = card;
    r->seen[card]++;
    lm_hand_recount(hand);
    LM_TELL(s, .kind = LM_EV_TURN, .box = box_number, .hand = (uint8_t)(hand_index + 1), .card = card,
            .clause = why_shown(s, box_number));
    if (!hand->hidden && !(hand->marks & LM_FROM_SPLIT) && lm_hand_blackjack(hand)) hand->state = LM_HAND_BLACKJACK;
}

/* A wager that is settled right after the deal needs the cards of a hand-dealt box shown (C-107). */
bool lm_must_expose(const lm_round *r, const lm_rules *k)
{
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        bool early = lm_wager_in(k, bet->slot)->window == LM_AFTER_DEAL;
        if (early && is_covered(&r->box[bet->box_bettor / LM_BETTORS - 1].hand[0])) return true;
    }
    for (int i = 0; i < r->last_box; i++) {
        const lm_hand *hand = &r->box[i].hand[0];
        if (is_covered(hand) && hand->hidden == 1) return true; /* half shown */
    }
    return false;
}
