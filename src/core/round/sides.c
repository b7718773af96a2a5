/* sides.c - optional wagers: each is decided in its window by its own classify. */
#include "step.h"

static const lm_offer *offer_of(const lm_step *s, const lm_side_bet *bet)
{
    return &s->k->offer[bet->slot - LM_SIDE];
}

static const lm_wager *wager_of(const lm_step *s, const lm_side_bet *bet)
{
    return lm_wager_in(s->k, bet->slot);
}

bool lm_side_is_won(const lm_side_bet *bet)
{
    return bet->state == LM_BET_HELD || bet->state == LM_BET_UNCONFIRMED;
}

int lm_find_side(const lm_round *r, uint8_t box_bettor, uint8_t slot)
{
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].box_bettor == box_bettor && r->side[i].slot == slot) return i;
    }
    return -1;
}

/* An event about an optional wager. */
#define TELL_SIDE(s, bet, ...)                                                                                         \
    LM_TELL(s, .box = lm_side_box(bet), .bettor = (bet)->box_bettor % LM_BETTORS, .wager = (bet)->slot, __VA_ARGS__)

static bool all_busted(const lm_box *box)
{
    for (int h = 0; h < box->hands; h++) {
        if (!(box->hand[h].marks & LM_WENT_BUST)) return false;
    }
    return true;
}

static bool was_dealt_blackjack(const lm_box *box)
{
    bool seen = box->n_first >= 2 && box->first[0] != LM_CARD_DOWN && box->first[1] != LM_CARD_DOWN;
    return seen && lm_cards_blackjack(box->first, 2);
}

/* Results of the hands with the bettor's chips; hands that are about to be settled count as the dealer's
 * final hand decides. */
static void count_results(const lm_step *s, const lm_box *box, int bettor, lm_view *v)
{
    if (box->even >> bettor & 1) v->won = 1; /* even money settled the whole hand */
    for (int h = 0; h < box->hands; h++) {
        const lm_hand *hand = &box->hand[h];
        if (!(hand->chips >> bettor & 1)) continue;
        bool live = s->r->main_settled && (hand->state == LM_HAND_STANDS || hand->state == LM_HAND_BLACKJACK);
        lm_result result = live ? lm_judge_hand(s, hand).result : (lm_result)hand->result;
        v->won = (uint8_t)(v->won + (result == LM_WON));
        v->lost = (uint8_t)(v->lost + (result == LM_LOST || result == LM_SURRENDERED));
    }
}

/* What happens to the box after its first two cards. */
static void show_play(const lm_box *box, lm_view *v)
{
    v->split = box->hands > 1;
    v->busted = all_busted(box);
    v->may_draw = box->hand[0].state == LM_HAND_OPEN && box->offered != LM_OFFER_DECLINED;
}

static void show_dealer(const lm_step *s, lm_view *v)
{
    const lm_round *r = s->r;
    v->up = r->dealer.card[0];
    v->n_dealer = r->dealer.n;
    for (int i = 0; i < r->dealer.n; i++)
        v->dealer[i] = r->dealer.card[i];
    if (v->n_dealer == 2 && v->dealer[1] == LM_CARD_DOWN) v->n_dealer = 1;
    v->dealer_blackjack = lm_dealer_blackjack(r);
    v->dealer_done = v->dealer_blackjack || (v->n_dealer >= 2 && !lm_dealer_must_draw(r, s->k));
    v->blackjack_possible = !v->dealer_blackjack && !lm_blackjack_excluded(r);
}

static lm_view view_of(const lm_step *s, const lm_side_bet *bet)
{
    const lm_wager *wager = wager_of(s, bet);
    const lm_box *box = &s->r->box[lm_side_box(bet) - 1];
    lm_view v = {
        .rules = s->k, .window = s->window, .n_first = box->n_first, .stake_cents = bet->stake, .carry = bet->outcome
    };
    for (int i = 0; i < box->n_first; i++)
        v.first[i] = box->first[i];
    show_dealer(s, &v);
    v.player_blackjack = was_dealt_blackjack(box);
    v.lammers = box->lammers;
    if (wager->reads & (LM_READS_THIRD | LM_READS_RUN)) show_play(box, &v);
    if (wager->reads & LM_READS_TOTAL) v.original_total = lm_hand_score(&box->hand[0]).total;
    if (wager->reads & LM_READS_RESULTS) count_results(s, box, bet->box_bettor % LM_BETTORS, &v);
    lm_view_hide(&v, wager);
    return v;
}

static lm_where where_of(const lm_side_bet *bet)
{
    return (lm_where){ lm_side_box(bet), bet->box_bettor % LM_BETTORS, bet->slot, 0, 0 };
}

/* Whether a display or a meter outside the round determines this prize. */
static bool waits_for_amount(const lm_offer *offer, const lm_outcomes *found)
{
    const lm_wager *wager = offer->wager;
    for (int i = 0; i < found->n; i++) {
        if (wager->amount_is_shown || offer->pays[found->which[i]].form == LM_PERCENT) return true;
    }
    return false;
}

/* Won, and not paid yet: an amount or a confirmation is to come. */
static void hold_side(lm_step *s, lm_side_bet *bet, const lm_outcomes *found, lm_bet_state state)
{
    const char *cards = wager_of(s, bet)->display.cards;
    bet->state = (uint8_t)state;
    bet->outcome = found->which[0];
    if (cards) LM_TELL(s, .kind = LM_EV_TUCK, .box = lm_side_box(bet), .hand = 1, .clause = cards);
    TELL_SIDE(s, bet, .kind = LM_EV_HOLD, .n = bet->outcome);
}

static lm_outcomes classify(const lm_step *s, const lm_side_bet *bet)
{
    lm_view view = view_of(s, bet);
    lm_outcomes found = { 0 };
    wager_of(s, bet)->classify(&view, &found);
    return found;
}

/* A streak's marker stands on the spot of the next win: MBJ-22(d), 22(k)(3). */
static void tell_marker(const lm_step *s, const lm_side_bet *bet, int wins)
{
    LM_TELL(s, .kind = LM_EV_MARKER, .box = lm_side_box(bet), .wager = bet->slot, .n = (uint8_t)(wins + 1),
            .clause = "MBJ-22(d)");
}

/* What one outcome wins, without the stake. */
static lm_cents award_of(const lm_step *s, const lm_side_bet *bet, uint8_t outcome)
{
    lm_odds odds = offer_of(s, bet)->pays[outcome];
    if (odds.form == LM_TO) return lm_odds_net(odds, bet->stake + bet->coupon, lm_round_chip(s->k));
    return lm_odds_net(odds, bet->stake, 0) + bet->stake;
}

/* Winners of a capped award share the cap in proportion to their stakes: MBJ-24(h).2. */
static lm_cents capped(const lm_step *s, const lm_side_bet *bet, uint8_t outcome, lm_cents award)
{
    const lm_wager *wager = wager_of(s, bet);
    lm_cents cap = wager->cap_rule ? s->k->value[wager->cap_rule] : 0;
    if (!cap || outcome != wager->capped_outcome) return award;
    lm_cents due[LM_SIDE_BETS], stake[LM_SIDE_BETS], share[LM_SIDE_BETS] = { award };
    int n = 0, mine = 0;
    for (int i = s->r->sides - 1; i >= 0 && n < LM_SIDE_BETS; i--) {
        const lm_side_bet *other = &s->r->side[i];
        if (other->slot != bet->slot) continue;
        bool known = other->state > LM_BET_WAITS;
        lm_outcomes found = known ? (lm_outcomes){ .n = 1, .which = { other->outcome } } : classify(s, other);
        if (!found.n || found.which[0] != outcome) continue;
        if (other == bet) mine = n;
        due[n] = award_of(s, other, outcome);
        stake[n++] = other->stake;
    }
    lm_share_capped(cap, due, stake, n, share);
    return share[mine];
}

/* What one outcome of the wager wins, as its share where a cap applies. */
static lm_cents prize_of(const lm_step *s, const lm_side_bet *bet, uint8_t outcome)
{
    return capped(s, bet, outcome, award_of(s, bet, outcome));
}

static void tell_award(const lm_step *s, const lm_side_bet *bet, uint8_t outcome, lm_cents amount, lm_money_cause cause)
{
    TELL_SIDE(s, bet, .kind = LM_EV_AWARD, .n = outcome, .how = (uint8_t)cause, .amount_cents = amount);
}

/* The second column of a pay table: the dealer, or the other bettors on the wager. */
static void pay_others(lm_step *s, const lm_side_bet *bet, uint8_t outcome)
{
    const lm_offer *offer = offer_of(s, bet);
    lm_cents amount = (lm_cents)offer->wager->paytables[offer->paytable].others_dollars[outcome] * LM_DOLLAR;
    if (!amount) return;
    if (offer->wager->others == LM_THE_DEALER) {
        s->r->dealer_cents += amount;
        lm_pay(s, (lm_where){ .wager = bet->slot, .cause = LM_CAUSE_OTHERS }, amount);
    }
    for (int i = 0; offer->wager->others == LM_OTHER_BETTORS && i < s->r->sides; i++) {
        lm_side_bet *other = &s->r->side[i];
        if (other == bet || other->slot != bet->slot) continue;
        lm_where at = where_of(other);
        at.cause = LM_CAUSE_OTHERS;
        other->net = (lm_cents32)(other->net + amount);
        lm_pay(s, at, amount);
    }
}

static bool stake_is_kept(const lm_offer *offer, const lm_outcomes *found)
{
    for (int i = 0; i < found->n; i++) {
        if (offer->pays[found->which[i]].form == LM_TO) return true;
    }
    return false;
}

/* The winnings of a coupon are part of the wager's award (award_of). */
void lm_settle_side_coupon(lm_step *s, const lm_side_bet *bet, lm_result result)
{
    if (bet->coupon) TELL_SIDE(s, bet, .kind = LM_EV_COUPON_OFF, .n = (uint8_t)result, .amount_cents = bet->coupon);
}

/* Ends a wager: its stake stays or is taken, and its winnings are paid. Stakes taken at the start are gone already. */
static void close_side(lm_step *s, lm_side_bet *bet, lm_where at, lm_cents won, bool keeps_stake)
{
    bool gone = wager_of(s, bet)->taken_at_start;
    bet->state = LM_BET_DECIDED;
    lm_settle_side_coupon(s, bet, won ? LM_WON : keeps_stake ? LM_TIED : LM_LOST);
    bet->net = (lm_cents32)(bet->net + won - (keeps_stake || gone ? 0 : bet->stake));
    if (!keeps_stake && !gone) lm_take(s, at, bet->stake);
    lm_pay(s, at, won);
    if (keeps_stake && !gone) lm_give_back(s, at, bet->stake);
}

/* Takes the stake of a lost wager, or pays every outcome it collects. */
static void settle_side(lm_step *s, lm_side_bet *bet, const lm_outcomes *found)
{
    const lm_offer *offer = offer_of(s, bet);
    lm_where at = where_of(bet);
    if (offer->wager->verify && found->n)
        TELL_SIDE(s, bet, .kind = LM_EV_PROMPT, .how = LM_PROMPT_CARDS, .clause = offer->wager->verify);
    bool amount_is_known = !waits_for_amount(offer, found);
    if (!amount_is_known || found->attended) {
        hold_side(s, bet, found, amount_is_known ? LM_BET_UNCONFIRMED : LM_BET_HELD);
        return;
    }
    if (wager_of(s, bet)->carries && found->n) tell_marker(s, bet, bet->outcome + 1);
    lm_cents won = 0;
    bet->outcome = 0;
    for (int i = 0; i < found->n; i++) {
        uint8_t outcome = found->which[i];
        lm_cents award = prize_of(s, bet, outcome);
        if (outcome > bet->outcome) bet->outcome = outcome;
        won += award;
        tell_award(s, bet, outcome, award, LM_CAUSE_CARDS);
    }
    close_side(s, bet, at, won, stake_is_kept(offer, found));
    for (int i = 0; i < found->n; i++)
        pay_others(s, bet, found->which[i]);
}

/* A pending wager waits, and keeps what it has to remember. */
static void let_wait(lm_step *s, lm_side_bet *bet, const lm_outcomes *found)
{
    if (found->carry > bet->outcome) tell_marker(s, bet, found->carry);
    bet->outcome = found->carry;
    if (bet->state == LM_BET_WAITS) return;
    bet->state = LM_BET_WAITS;
    if (found->n) TELL_SIDE(s, bet, .kind = LM_EV_HOLD);
}

/* A wager is decided in its window, but not while the dealer still draws for it. */
static bool is_due(const lm_step *s, const lm_side_bet *bet, lm_window window)
{
    const lm_wager *wager = wager_of(s, bet);
    bool exact = window == LM_THIRD_CARD || wager->carries; /* before all others (MBJ-25(e).1); once a round */
    if (bet->state > LM_BET_WAITS || (exact ? wager->window != window : wager->window > window)) return false;
    return wager->needs < LM_NEEDS_DRAW || !lm_dealer_must_draw(s->r, s->k);
}

/* One of the two passes of a window: the losers' first; then winners, and those that must wait. */
void lm_settle_box_window(lm_step *s, uint8_t box, lm_window window, bool winners)
{
    s->window = window;
    for (int i = 0; i < s->r->sides; i++) {
        lm_side_bet *bet = &s->r->side[i];
        if (lm_side_box(bet) != box || !is_due(s, bet, window)) continue;
        lm_outcomes found = classify(s, bet);
        bool second = found.pending || found.n > 0;
        if (winners != (second && !wager_of(s, bet)->in_succession)) continue;
        if (found.pending) {
            let_wait(s, bet, &found);
        } else {
            settle_side(s, bet, &found);
        }
    }
}

/* The box has got a card or made a choice: pending wagers may be decided by it. */
void lm_settle_box_changed(lm_step *s, uint8_t box)
{
    lm_settle_box_window(s, box, LM_AT_ELECTION, false);
    lm_settle_box_window(s, box, LM_AT_ELECTION, true);
}

/* A split decides what was pending before the new hands get cards: MBJ-11(f). */
void lm_warn_of_split(lm_step *s, uint8_t box)
{
    for (int i = 0; i < s->r->sides; i++) {
        const lm_side_bet *bet = &s->r->side[i];
        const char *clause = wager_of(s, bet)->split_forfeits;
        if (lm_side_box(bet) != box || bet->state != LM_BET_WAITS || !clause) continue;
        TELL_SIDE(s, bet, .kind = LM_EV_PROMPT, .how = LM_PROMPT_SPLIT_FORFEITS, .clause = clause);
    }
}

/* Losers first, then winners, from the right: docs/rules/rounds.md 9. */
void lm_settle_window(lm_step *s, lm_window window)
{
    if (!s->r->sides) return;
    for (int winners = 0; winners <= 1; winners++) {
        for (uint8_t box = s->r->last_box; box >= 1; box--)
            lm_settle_box_window(s, box, window, winners);
    }
}

bool lm_has_undecided_side(const lm_round *r, uint8_t box)
{
    for (int i = 0; i < r->sides; i++) {
        if (lm_side_box(&r->side[i]) == box && lm_side_undecided(&r->side[i])) return true;
    }
    return false;
}

bool lm_collects_lammers(const lm_step *s, uint8_t box)
{
    for (int i = 0; i < s->r->sides; i++) {
        const lm_side_bet *bet = &s->r->side[i];
        if (lm_side_box(bet) == box && wager_of(s, bet)->collects_lammers) return true;
    }
    return false;
}

/* Wagers that a dealer blackjack beats are collected as soon as it is seen. */
void lm_settle_sides_against_blackjack(lm_step *s, uint8_t box)
{
    for (int i = 0; i < s->r->sides; i++) {
        lm_side_bet *bet = &s->r->side[i];
        bool lost = bet->state <= LM_BET_WAITS && wager_of(s, bet)->lost_to_dealer_blackjack;
        if (lm_side_box(bet) != box || !lost) continue;
        lm_outcomes found = classify(s, bet);
        settle_side(s, bet, &found);
    }
}

/* A wager of the progressive system that was made in this round, or NULL. */
static const lm_wager *lit_wager(const lm_step *s)
{
    for (int i = 0; i < s->r->sides; i++) {
        const lm_wager *wager = wager_of(s, &s->r->side[i]);
        if (wager->lit) return wager;
    }
    return NULL;
}

/* All is settled: the progressive system is ready for the next game. */
void lm_end_game(lm_step *s)
{
    const lm_wager *wager = s->ear ? lit_wager(s) : NULL;
    if (wager) LM_TELL(s, .kind = LM_EV_END_GAME, .clause = lm_game_clause(s->k, LM_CITE_END_GAME, wager->end_rule));
}

/* Betting has closed. Some stakes go to the tray at once; a wager from earlier rounds is lost when its
 * bettor sits out (MBJ-22(f)). */
void lm_start_game(lm_step *s)
{
    const lm_wager *progressive = s->ear ? lit_wager(s) : NULL;
    if (progressive)
        LM_TELL(s, .kind = LM_EV_START_GAME,
                .clause = lm_game_clause(s->k, LM_CITE_START_GAME, progressive->start_rule));
    for (int i = 0; i < s->r->sides; i++) {
        lm_side_bet *bet = &s->r->side[i];
        const lm_wager *wager = wager_of(s, bet);
        bool absent = !lm_box_at(s->r, lm_side_box(bet))->main[bet->box_bettor % LM_BETTORS][0];
        lm_where at = where_of(bet);
        if (wager->carries && absent) {
            at.cause = LM_CAUSE_ABANDONED;
            close_side(s, bet, at, 0, false);
        }
        if (!wager->taken_at_start) continue;
        at.cause = LM_CAUSE_START;
        lm_take(s, at, bet->stake);
        bet->net = -bet->stake;
    }
}

/* A bettor whose wager waits for a third card is offered one, from the left: MBJ-6(j)(3), MBJ-6(k)(6).2. */
bool lm_offer_third_card(lm_step *s)
{
    lm_round *r = s->r;
    for (uint8_t box = 1; box <= r->last_box; box++) {
        for (int i = 0; i < r->sides; i++) {
            const lm_side_bet *bet = &r->side[i];
            bool waits = lm_side_box(bet) == box && bet->state == LM_BET_WAITS && wager_of(s, bet)->third_card;
            if (!waits || lm_box_at(r, box)->offered || lm_box_at(r, box)->hand[0].n != 2) continue;
            lm_box_at(r, box)->offered = LM_OFFER_MADE;
            r->phase = LM_OFFERING;
            r->at_box = box;
            r->at_hand = 0;
            LM_TELL(s, .kind = LM_EV_PROMPT, .box = box, .wager = bet->slot, .how = LM_PROMPT_THIRD_CARD,
                    .clause = lm_cite(s->k, LM_CITE_OFFERED_CARD));
            return true;
        }
    }
    return false;
}

/* --- prizes that wait for an amount or for a person ------------------------------------------------------ */

static bool is_shown(const lm_rules *k, const lm_side_bet *bet)
{
    return lm_wager_in(k, bet->slot)->amount_is_shown;
}

/* A display's button comes after all other wagers and goes from the left (MBJ-20(f).1); everything else is paid from
 * the right (WB7-13(c)). Within a box the decider is first. */
static bool comes_before(const lm_rules *k, const lm_side_bet *a, const lm_side_bet *b)
{
    bool shown = is_shown(k, a);
    if (shown != is_shown(k, b)) return !shown;
    if (lm_side_box(a) != lm_side_box(b)) return shown == (lm_side_box(a) < lm_side_box(b));
    return a->box_bettor != b->box_bettor ? a->box_bettor < b->box_bettor : a->slot < b->slot;
}

/* The next prize that waits, or the next unconfirmed one; -1: none waits. */
static int next_prize(const lm_round *r, const lm_rules *k, bool unconfirmed_only)
{
    int next = -1;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (!lm_side_is_won(bet) || (unconfirmed_only && bet->state != LM_BET_UNCONFIRMED)) continue;
        if (next < 0 || comes_before(k, bet, &r->side[next])) next = i;
    }
    return next;
}

int lm_next_award(const lm_round *r, const lm_rules *k)
{
    return next_prize(r, k, false);
}

static void tell_amount(const lm_step *s, const lm_side_bet *bet, lm_cents amount, lm_prompt how, const char *clause)
{
    TELL_SIDE(s, bet, .kind = LM_EV_PROMPT, .n = wager_of(s, bet)->witness.role, .how = (uint8_t)how,
              .amount_cents = amount, .clause = clause);
}

/* The round stands still until the wager's witness has confirmed the amount. */
static void await_witness(lm_step *s, int side, lm_cents amount)
{
    lm_round *r = s->r;
    const lm_wager *wager = wager_of(s, &r->side[side]);
    tell_amount(s, &r->side[side], amount, LM_PROMPT_PRIZE, wager->witness.clause);
    r->shown_cents = (lm_cents32)amount;
    r->awaiting = (uint8_t)(1 << wager->witness.role);
    r->awaiting_kind = LM_AWAITING_AWARD;
    r->awaiting_box = (uint8_t)side;
}

static void await_prize(lm_step *s, int side)
{
    const lm_side_bet *bet = &s->r->side[side];
    await_witness(s, side, prize_of(s, bet, bet->outcome));
}

bool lm_begin_awards(lm_step *s)
{
    int next = lm_next_award(s->r, s->k);
    if (next < 0) return false;
    s->r->phase = LM_AWARDING;
    s->r->at_box = lm_side_box(&s->r->side[next]);
    if (s->r->side[next].state == LM_BET_UNCONFIRMED) await_prize(s, next);
    return true;
}

/* What the reader has decided is paid before any other card (MBJ-24(e)(1)(ii)); then the players are on turn. */
void lm_pay_before_play(lm_step *s)
{
    int next = next_prize(s->r, s->k, true);
    if (next < 0) {
        lm_begin_play(s);
    } else {
        await_prize(s, next);
    }
}

static int side_named(const lm_round *r, const lm_action *a)
{
    return lm_find_side(r, (uint8_t)(a->box * LM_BETTORS + a->bettor), a->wager);
}

/* After the round one bettor may be drawn for a must-hit prize (C-82). */
static lm_status may_hit_by(const lm_round *r, const lm_rules *k, lm_action *a, int i)
{
    const lm_wager *wager = i < 0 ? NULL : lm_wager_in(k, r->side[i].slot);
    int64_t configuration = wager && wager->must_hit.rule ? k->value[wager->must_hit.rule] : 0;
    if (!configuration || r->phase != LM_DONE || r->must_hit_paid) {
        lm_status status = lm_refuse(k, LM_WHY_NO_AWARD);
        if (wager && wager->must_hit.clause) status.clause = wager->must_hit.clause;
        return status;
    }
    a->most_cents = (lm_cents)wager->must_hit.most_dollars[configuration] * LM_DOLLAR;
    a->step_cents = 1;
    return lm_accept();
}

lm_status lm_may_award(const lm_round *r, const lm_rules *k, lm_action *a)
{
    int i = side_named(r, a);
    if (a->yes) return may_hit_by(r, k, a, i);
    if (r->phase != LM_AWARDING || i < 0 || i != lm_next_award(r, k)) return lm_refuse(k, LM_WHY_NO_AWARD);
    const lm_wager *wager = lm_wager_in(k, r->side[i].slot);
    a->most_cents = LM_CENTS_MAX;
    a->step_cents = 1;
    for (int n = 0; n < 2; n++) {
        if (wager->shown[n].stake != r->side[i].stake || !wager->shown[n].stake) continue;
        a->least_cents = wager->shown[n].least;
        a->most_cents = wager->shown[n].most;
    }
    return lm_accept();
}

/* The stake stays where the pay table prints odds to 1; also where a display shows the amount (C-85). */
void lm_finish_award(lm_step *s, int side, lm_cents amount, lm_money_cause cause)
{
    lm_side_bet *bet = &s->r->side[side];
    lm_where at = where_of(bet);
    uint8_t outcome = bet->outcome;
    at.cause = (uint8_t)cause;
    close_side(s, bet, at, amount, offer_of(s, bet)->pays[outcome].form == LM_TO);
    pay_others(s, bet, outcome);
    if (s->r->phase != LM_AWARDING) {
        lm_pay_before_play(s);
    } else if (!lm_begin_awards(s)) {
        lm_collect_cards(s);
    }
}

/* The dealer announces a small amount; a large one must be confirmed before it is paid. */
static void show_amount(lm_step *s, int side, lm_cents amount)
{
    const lm_side_bet *bet = &s->r->side[side];
    const lm_wager *wager = wager_of(s, bet);
    if (amount >= wager->display.witnessed_from) {
        await_witness(s, side, amount);
        return;
    }
    tell_amount(s, bet, amount, LM_PROMPT_SHOWN, wager->display.announced);
    lm_finish_award(s, side, amount, LM_CAUSE_CARDS);
}

/* The listener heard of the award when the display showed its amount. */
void lm_award_confirmed(lm_step *s)
{
    int side = s->r->awaiting_box;
    const lm_side_bet *bet = &s->r->side[side];
    lm_cents amount = s->r->shown_cents;
    s->r->shown_cents = 0;
    s->r->awaiting_kind = s->r->awaiting_box = 0;
    if (bet->state == LM_BET_UNCONFIRMED) tell_award(s, bet, bet->outcome, amount, LM_CAUSE_CARDS);
    lm_finish_award(s, side, amount, LM_CAUSE_CARDS);
}

void lm_do_award(lm_step *s, const lm_action *a)
{
    int side = side_named(s->r, a);
    if (side < 0) return; /* lm_may_award has found it */
    lm_side_bet *bet = &s->r->side[side];
    if (a->yes)
        TELL_SIDE(s, bet, .kind = LM_EV_LIGHT, .how = LM_CAUSE_MUST_HIT, .clause = wager_of(s, bet)->must_hit.shown);
    tell_award(s, bet, bet->outcome, a->amount_cents, a->yes ? LM_CAUSE_MUST_HIT : LM_CAUSE_CARDS);
    if (a->yes) {
        lm_where at = where_of(bet);
        at.cause = LM_CAUSE_MUST_HIT;
        s->r->must_hit_paid = 1;
        bet->net = (lm_cents32)(bet->net + a->amount_cents);
        lm_pay(s, at, a->amount_cents);
        return;
    }
    if (wager_of(s, bet)->amount_is_shown) {
        show_amount(s, side, a->amount_cents);
    } else {
        lm_finish_award(s, side, a->amount_cents, LM_CAUSE_CARDS);
    }
}
