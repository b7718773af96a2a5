/* step.h - the state and functions that the parts of a round share while one action is done.
 *
 * An action is judged by a `may_` function, which changes nothing and says which amounts are allowed, and done
 * by a `do_` function, which cannot fail. lm_round_legal lists exactly what the may_ functions accept. */
#ifndef LAMMER_STEP_H
#define LAMMER_STEP_H

#include "cite.h"
#include "lammer/round.h"

typedef struct {
    lm_round *r;
    const lm_rules *k;
    const lm_listener *ear;
    lm_window window;  /* in which optional wagers are being asked */
    const char *cause; /* the clause of the irregularity being remedied, or NULL */
} lm_step;

/* A list of actions being filled; `n` counts beyond `room`. */
typedef struct {
    lm_action *out;
    int room, n;
} lm_action_list;

static inline void lm_list_action(lm_action_list *list, lm_action action)
{
    if (list->n < list->room) list->out[list->n] = action;
    list->n++;
}

/* Judging: each fills least, most and step of the action's amount. */
typedef lm_status lm_may(const lm_round *, const lm_rules *, lm_action *);
typedef void lm_do(lm_step *, const lm_action *);

lm_may lm_may_bet, lm_may_withdraw, lm_may_deal, lm_may_insure, lm_may_even_money, lm_may_close;
lm_may lm_may_card, lm_may_down, lm_may_turn, lm_may_peek;
lm_may lm_may_hit, lm_may_stand, lm_may_double, lm_may_split, lm_may_surrender, lm_may_discard;
lm_may lm_may_irregular, lm_may_award;
lm_may lm_may_with_double, lm_may_with_split, lm_may_confirm, lm_may_determine;
lm_do lm_do_bet, lm_do_withdraw, lm_do_deal, lm_do_insure, lm_do_even_money, lm_do_close;
lm_do lm_do_card, lm_do_down, lm_do_turn, lm_do_peek;
lm_do lm_do_hit, lm_do_stand, lm_do_double, lm_do_split, lm_do_surrender, lm_do_discard;
lm_do lm_do_irregular, lm_do_award;
lm_do lm_do_with_double, lm_do_with_split, lm_do_confirm, lm_do_determine;

/* Why a bet of this amount is refused, after `may_` has filled in the allowed amounts. */
lm_status lm_bet_amount_refused(const lm_round *, const lm_rules *, const lm_action *);
lm_status lm_may_tip(const lm_rules *, const lm_wager *); /* NULL: the main wager */

/* A function, so that a may_ function ends by jumping to it and saves nothing when it accepts. It changes nothing, so what
 * is known of an action without amounts before it is judged is known after it. */
__attribute__((cold, pure)) lm_status lm_refuse(const lm_rules *k, lm_why why);

static inline lm_status lm_accept(void)
{
    return (lm_status){ LM_WHY_OK, NULL };
}

/* Events. Inline, so that a round without a listener costs one test; cold, so that the compiler saves registers for
 * them only where they are told. An event that names no clause gets the one of its step. */
__attribute__((cold)) void lm_tell_event(const lm_step *s, lm_event event);
const char *lm_event_clause(const lm_step *s, const lm_event *event);
const char *lm_lammer_clause(const lm_step *s, const lm_hand *hand, bool of_split); /* for taking a lammer off */

/* A step of the progressive system: Washington's own text, or the clause of the wager's section. */
static inline const char *lm_game_clause(const lm_rules *k, lm_cite_id step, const char *section)
{
    const char *own = lm_cite(k, step);
    return own ? own : section;
}

#define LM_TELL(s, ...)                                                                                                \
    do {                                                                                                               \
        if ((s)->ear) lm_tell_event((s), (lm_event){ __VA_ARGS__ });                                                   \
    } while (0)

/* The round's parts, in the order in which a round passes through them. */
void lm_begin_deal(lm_step *s);
void lm_begin_insurance(lm_step *s); /* after the deal: early wagers, then insurance, the reader, the players */
void lm_go_on_insuring(lm_step *s);  /* to the next box that is still asked, else to the reader */
void lm_begin_play(lm_step *s);
void lm_go_on_playing(lm_step *s); /* to the next decision or card that a box needs, else to the dealer */
void lm_begin_reveal(lm_step *s);
void lm_begin_draw(lm_step *s);

/* Irregularities. */
const char *lm_irregular_clause(const lm_rules *k, uint8_t kind);
const char *lm_awaited_clause(const lm_round *r, const lm_rules *k); /* what must be confirmed */
void lm_irregular_confirmed(lm_step *s);                             /* all awaited roles have confirmed */
void lm_void_box(lm_step *s, uint8_t box, bool with_sides);          /* stakes go back, lammers go */
void lm_void_hand(lm_step *s, uint8_t box, uint8_t hand);
void lm_void_round(lm_step *s);
void lm_go_on_without(lm_step *s, uint8_t box); /* after a box has left the round */
bool lm_box_is_live(const lm_box *box);         /* has a hand that is neither settled nor over 21 */
void lm_close_insurance(lm_step *s);            /* no reader answers: on to the players */
void lm_go_on_dealing(lm_step *s);              /* to the next box or dealer's card of the deal */
bool lm_is_late(const lm_round *r);             /* the deal is making up for a box that was passed over */
bool lm_box_is_asked(const lm_box *box);        /* a bettor has not answered the insurance offer */
typedef enum { LM_NO_CARD_DUE, LM_CARD_DUE_UP, LM_CARD_DUE_DOWN } lm_card_due;
/* By phase: who owes the next action, its verb, and the step of the round. */
typedef struct {
    uint8_t who, verb;
    uint16_t step;
} lm_phase_step;
extern const lm_phase_step lm_phase_steps[];
lm_card_due lm_due_now(const lm_round *r, const lm_rules *k);
void lm_deliver(lm_step *s, lm_card card); /* to the hand that is next */

/* Cards. */
void lm_give_card(lm_step *s, uint8_t box, uint8_t hand, lm_card card);
void lm_hand_recount(lm_hand *hand);
void lm_show_card(lm_step *s, uint8_t box, uint8_t hand, lm_card card); /* turns the hand's first hidden card */
bool lm_must_expose(const lm_round *r, const lm_rules *k);
bool lm_up_may_hide_blackjack(const lm_round *r);                 /* an ace or ten is up */
bool lm_surrender_is_early(const lm_round *r, const lm_rules *k); /* half is kept even from a dealer blackjack */
bool lm_surrender_is_asked(const lm_round *r, const lm_rules *k); /* and must be done before the reader answers */
bool lm_blackjack_excluded(const lm_round *r);                    /* the dealer is known not to have one */

/* Money: each moves chips and reports it. */
typedef struct {
    uint8_t box;
    uint8_t bettor;
    uint8_t wager;
    uint8_t hand; /* 1.., 0 none */
    uint8_t spot;
    uint8_t cause; /* lm_money_cause */
} lm_where;
void lm_lay(lm_step *s, lm_cents amount);
void lm_take(lm_step *s, lm_where at, lm_cents amount);
void lm_give_back(lm_step *s, lm_where at, lm_cents amount);
void lm_pay(lm_step *s, lm_where at, lm_cents amount);
lm_cents lm_round_chip(const lm_rules *k); /* the unit payouts are rounded up to, 0: exact */

/* Cards and lammers leave the layout. */
void lm_clear_cards(lm_step *s, uint8_t box, uint8_t hand, lm_cite_id step); /* step NOTHING: the clause follows from
 * the hand */
void lm_clear_or_tuck(lm_step *s, uint8_t box, uint8_t hand);
void lm_remove_lammers(lm_step *s, uint8_t box, uint8_t hand);
int lm_lammers_on(const lm_hand *hand);
void lm_collect_cards(lm_step *s); /* all of them: the round is over */

/* Optional wagers. */
static inline uint8_t lm_side_box(const lm_side_bet *bet)
{
    return bet->box_bettor / LM_BETTORS;
}
static inline const lm_wager *lm_wager_in(const lm_rules *k, int slot)
{
    return k->offer[slot - LM_SIDE].wager;
}
static inline bool lm_side_undecided(const lm_side_bet *bet)
{
    return bet->state != LM_BET_DECIDED;
}
bool lm_side_is_won(const lm_side_bet *bet);                           /* and not paid yet */
int lm_find_side(const lm_round *r, uint8_t box_bettor, uint8_t slot); /* its index, or -1 */
bool lm_has_undecided_side(const lm_round *r, uint8_t box);
bool lm_collects_lammers(const lm_step *s, uint8_t box);
void lm_settle_box_window(lm_step *s, uint8_t box, lm_window window, bool winners);
void lm_settle_sides_against_blackjack(lm_step *s, uint8_t box);
void lm_settle_box_changed(lm_step *s, uint8_t box);
void lm_warn_of_split(lm_step *s, uint8_t box);

bool lm_offer_third_card(lm_step *s); /* against a dealer blackjack; false: no box is left to ask */
void lm_end_game(lm_step *s);
void lm_start_game(lm_step *s); /* betting has closed: stakes that go at once, wagers abandoned */
void lm_award_confirmed(lm_step *s);
int lm_next_award(const lm_round *r, const lm_rules *k); /* index of the prize that waits, or -1 */
void lm_finish_award(lm_step *s, int side, lm_cents amount, lm_money_cause cause);
bool lm_begin_awards(lm_step *s);    /* false: no prize waits */
void lm_pay_before_play(lm_step *s); /* the reader has answered: prizes, then the players */

enum { LM_SECOND_DUE = 2 }; /* lm_dealer_hand.marks: the second card is known, but what it decides is not settled yet */
enum { LM_AWAITING_AWARD = 255 }; /* lm_round.awaiting_kind: a prize, not an irregularity */

/* Verdicts. */
typedef struct {
    int a, b;
} lm_ratio;
typedef struct {
    lm_result result;
    lm_ratio odds; /* on the wager, when won */
} lm_verdict;
lm_ratio lm_blackjack_odds(const lm_rules *k, const lm_hand *hand);
lm_ratio lm_hand_odds(const lm_rules *k, const lm_hand *hand);   /* what a winning hand pays */
lm_verdict lm_judge_hand(const lm_step *s, const lm_hand *hand); /* against the dealer's final hand */

/* Settling. */
void lm_settle_coupon(lm_step *s, uint8_t box, uint8_t hand, uint8_t bettor, lm_result result);
void lm_take_up_coupon(lm_step *s, uint8_t box, uint8_t bettor, lm_result result);
void lm_settle_side_coupon(lm_step *s, const lm_side_bet *bet, lm_result result);
void lm_settle_window(lm_step *s, lm_window window);
void lm_settle_insurance(lm_step *s);
void lm_settle_blackjacks(lm_step *s, uint8_t box);     /* pays one box's blackjack; the dealer cannot have one */
void lm_settle_paid_blackjack(lm_step *s, uint8_t box); /* clears or tucks it once no bettor has chips on it */
void lm_settle_surrender(lm_step *s, uint8_t box);
void lm_settle_bust(lm_step *s, uint8_t box, uint8_t hand);
void lm_collect_bust(lm_step *s, uint8_t box, uint8_t hand);
void lm_settle_dealer_blackjack(lm_step *s);
void lm_settle_round(lm_step *s);
void lm_settle(lm_step *s); /* against the dealer's final hand */
lm_needs lm_dealer_needs(const lm_round *r, const lm_rules *k);
bool lm_dealer_must_draw(const lm_round *r, const lm_rules *k);

/* Chips one bettor has on a hand against one dealer hand. */
static inline lm_cents lm_hand_stake(const lm_box *box, const lm_hand *hand, int bettor, int spot)
{
    lm_cents main = box->main[bettor][spot], doubled = hand->doubled[bettor];
    return (hand->chips >> bettor & 1 ? main : 0) + (doubled < main ? doubled : main);
}

/* All that a bettor has wagered on the box, over the dealer hands. */
static inline lm_cents lm_main_on_all_spots(const lm_box *box, int bettor)
{
    return (lm_cents)box->main[bettor][0] + box->main[bettor][1] + box->main[bettor][2];
}

/* Whether this hand has anything at stake against a dealer hand: chips, or a lammer that the wager measures. */
static inline bool lm_hand_plays(const lm_box *box, const lm_hand *hand, int spot)
{
    bool lammer = hand->marks & (LM_FREE_HAND | LM_FREE_DOUBLE) && box->main[LM_DECIDER][spot];
    for (int b = 0; b < LM_BETTORS && !lammer; b++) {
        if (lm_hand_stake(box, hand, b, spot)) return true;
    }
    return lammer;
}

/* Whether a bettor on the box faces this dealer hand. */
static inline bool lm_box_plays(const lm_box *box, int spot)
{
    return box->main[0][spot] || box->main[1][spot] || box->main[2][spot];
}

/* Whether a role ranks at least as high as another. */
static inline bool lm_is_at_least(uint8_t role, lm_role least)
{
    static const uint8_t rank[LM_ROLE_COUNT] = {
        [LM_ROLE_DEALER] = 0, [LM_ROLE_FLOORPERSON] = 1, [LM_ROLE_SUPERVISOR] = 2, [LM_ROLE_EXECUTIVE] = 3
    };
    return role < LM_ROLE_COUNT && rank[role] >= rank[least];
}

static inline bool lm_box_exists(const lm_rules *k, uint8_t box)
{
    return box >= 1 && box <= k->boxes;
}

/* Five cards that win as soon as they lie there. No document has it; it is for simulation. */
static inline bool lm_is_charlie(const lm_rules *k, const lm_hand *hand)
{
    return k->five_card_21 == LM_FIVE_CARD_CHARLIE && hand->n >= 5;
}

static inline bool lm_is_hand_dealt(const lm_rules *k)
{
    return k->game == LM_GAME_SIX_TO_FIVE;
}

/* A Free Bet table waits for the repair; a blackjack table goes on without the reader (D-11). */
static inline bool lm_uses_reader(const lm_round *r, const lm_rules *k)
{
    return k->hole_card == LM_HOLE_READER && (!r->reader_out || lm_is_free_bet(k));
}

static inline bool lm_waits_for_reader(const lm_round *r, const lm_rules *k)
{
    return r->reader_out && lm_uses_reader(r, k);
}

/* Whether the reader is out of order and the round cannot go on without it. */
static inline bool lm_reader_is_awaited(const lm_round *r, const lm_rules *k)
{
    return lm_waits_for_reader(r, k) && (r->phase == LM_PEEKING || r->phase == LM_DEALING);
}

static inline lm_box *lm_box_at(lm_round *r, uint8_t box)
{
    return &r->box[box - 1];
}

#endif
