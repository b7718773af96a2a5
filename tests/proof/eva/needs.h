/* needs.h - what the arguments of a part may be: any of them, and the assertions that hold for each caller. */
#ifndef LAMMER_PROOF_NEEDS_H
#define LAMMER_PROOF_NEEDS_H

#define MOST_PRIZE 1000000000000
#define ANY_AWARD Frama_C_long_long_interval(-MOST_LAID, MOST_PRIZE / 10)
#define ANY_PRIZE Frama_C_long_long_interval(-MOST_PRIZE, MOST_PRIZE)

static void needs_box(int box)
{
    //@ assert needs_box: 1 <= box <= LM_BOXES;
}

static void needs_box_or_dealer(int box)
{
    //@ assert needs_box_or_dealer: 0 <= box <= LM_BOXES;
}

static void needs_hand(int hand)
{
    //@ assert needs_hand: 0 <= hand < LM_HANDS;
}

static void needs_bettor(int bettor)
{
    //@ assert needs_bettor: 0 <= bettor < LM_BETTORS;
}

static void needs_spot(int spot)
{
    //@ assert needs_spot: 0 <= spot < LM_SPOTS;
}

static void needs_outcome(int outcome)
{
    //@ assert needs_outcome: 0 <= outcome < LM_OUTCOMES;
}

static void needs_card(int card)
{
    //@ assert needs_card: 0 <= card <= LM_CARD_DOWN;
}

static void needs_seen_card(int card)
{
    //@ assert needs_seen_card: 0 <= card < LM_CARDS;
}

static void needs_result(int result)
{
    //@ assert needs_result: LM_RESULT_NONE <= result <= LM_VOID;
}

static void needs_window(int window)
{
    //@ assert needs_window: 0 <= window <= LM_AFTER_ALL;
}

static void needs_prize(lm_cents prize)
{
    //@ assert needs_prize: -MOST_PRIZE <= prize <= MOST_PRIZE;
}

static lm_verdict any_verdict(void)
{
    lm_verdict v = { BETWEEN(LM_RESULT_NONE, LM_VOID), { BETWEEN(0, 3), BETWEEN(1, 5) } };
    return v;
}

static void needs_verdict(lm_verdict v)
{
    //@ assert needs_verdict: LM_RESULT_NONE <= v.result <= LM_VOID && 0 <= v.odds.a <= 7 && 1 <= v.odds.b <= 5;
}

static lm_where any_where(void)
{
    lm_where at = { BYTE(0, LM_BOXES), BYTE(0, LM_BETTORS - 1), BYTE(0, LAST_SLOT),
                    BYTE(0, LM_HANDS), BYTE(0, LM_SPOTS - 1),   BYTE(0, 255) };
    if (at.wager < LM_SIDE) at.box = BYTE(1, LM_BOXES);
    return at;
}

static void needs_where(lm_where at)
{
    //@ assert needs_where: (at.box >= 1 || at.wager >= LM_SIDE) && at.box <= LM_BOXES && at.wager <= LAST_SLOT;
    //@ assert needs_where_bettor: at.bettor < LM_BETTORS && at.hand <= LM_HANDS && at.spot < LM_SPOTS;
}

static void needs_step(int step)
{
    //@ assert needs_step: 0 <= step < LM_CITE_COUNT;
}

static void needs_why(int why)
{
    //@ assert needs_why: 0 <= why < LM_WHY_COUNT;
}

static void needs_stake(lm_cents stake)
{
    //@ assert needs_stake: 0 <= stake <= LM_CENTS_MAX;
}

static void needs_factor(int64_t a)
{
    //@ assert needs_factor: 0 <= a <= INT32_MAX;
}

static void needs_divisor(int64_t b)
{
    //@ assert needs_divisor: 1 <= b <= INT32_MAX;
}

/* Less than a chip more than exact: lm_cents_times. */
static lm_cents any_product(lm_cents stake, int64_t a, int64_t b, lm_cents chip_unit)
{
    return Frama_C_long_long_interval(0, stake * a / b + (chip_unit ? chip_unit : 1));
}

static void needs_winners(int n)
{
    //@ assert needs_winners: 0 <= n <= LM_SIDE_BETS;
}

static void any_shares(lm_cents *share, int n)
{
    if (n) share[BETWEEN(0, n - 1)] = ANY_AWARD;
}

static void any_hidden(lm_view *v)
{
    v->n_first = BYTE(0, LM_VIEW_FIRST);
    v->n_dealer = BYTE(0, LM_VIEW_DEALER);
}

static void needs_side(const lm_round *r, int side)
{
    //@ assert needs_side: 0 <= side < r->sides;
}

static lm_side_bet *any_bet(lm_round *r)
{
    int i = BETWEEN(0, r->sides - 1);
    return &r->side[i];
}

static void needs_bet(const lm_round *r, const lm_side_bet *bet)
{
    //@ assert needs_bet: 1 <= bet->box_bettor / LM_BETTORS <= LM_BOXES && LM_SIDE <= bet->slot <= LAST_SLOT;
    //@ assert needs_bet_outcome: bet->outcome < LM_OUTCOMES && 0 <= bet->stake <= MOST_LAID && 0 <= bet->coupon <= MOST_LAID;
}

/* A wager in use, to be read. */
static const lm_side_bet *bet_in_use(void)
{
    static lm_side_bet bet;
    bet = any_side(true);
    return &bet;
}

/* The place of a wager in use, or -1. */
static int any_place(const lm_round *r)
{
    if (EITHER || !r->sides) return -1;
    return BETWEEN(0, r->sides - 1);
}

static void needs_key(int box_bettor)
{
    //@ assert needs_key: LM_BETTORS <= box_bettor <= LM_BOXES * LM_BETTORS + LM_TIP;
}

static void needs_slot(int slot)
{
    //@ assert needs_slot: LM_SIDE <= slot <= LAST_SLOT;
}

static const lm_action *any_action(void)
{
    static lm_action action;
    Frama_C_make_unknown((char *)&action, sizeof action);
    action.box = BYTE(1, LM_BOXES);
    action.bettor = BYTE(0, LM_BETTORS - 1);
    return &action;
}

static void needs_action(const lm_action *a)
{
    //@ assert needs_action: 1 <= a->box <= LM_BOXES && a->bettor < LM_BETTORS;
}

/* An action of which nothing has been asked yet. */
static lm_action request;

static lm_action *any_request(void)
{
    lm_action any;
    Frama_C_make_unknown((char *)&any, sizeof any);
    any.least_cents = any.most_cents = any.step_cents = 0;
    request = any;
    return &request;
}

/* An award of an amount that a round can keep. */
static lm_action *any_prized(void)
{
    any_request()->amount_cents = BETWEEN(0, LM_CENTS_MAX);
    return &request;
}

static void needs_prized(const lm_action *a)
{
    //@ assert needs_prized: 0 <= a->amount_cents <= LM_CENTS_MAX;
}

/* An optional wager that is asked for, and what judging it says. */
static lm_action *any_wagered(void)
{
    any_request()->wager = BYTE(LM_SIDE, LAST_SLOT);
    request.box = BYTE(1, LM_BOXES);
    request.bettor = BYTE(0, LM_BETTORS - 1);
    return &request;
}

static void needs_wagered(const lm_action *a)
{
    needs_action(a);
    needs_slot(a->wager);
}

static void any_stakes(lm_action *a)
{
    a->least_cents = Frama_C_long_long_interval(0, INT64_MAX);
    a->most_cents = Frama_C_long_long_interval(INT64_MIN, MOST_LAID);
    a->step_cents = Frama_C_long_long_interval(INT64_MIN, INT64_MAX);
}

/* What judging an award says: which amounts it may have, and whether there is one. */
static void any_amounts(lm_action *a)
{
    a->least_cents = BETWEEN(0, LM_CENTS_MAX);
    a->most_cents = BETWEEN(0, LM_CENTS_MAX);
    a->step_cents = BETWEEN(0, 1);
}

static lm_status any_answer(void)
{
    lm_status accepted = { LM_WHY_OK, 0 }, refused = { BETWEEN(1, LM_WHY_COUNT - 1), ANY_TEXT };
    return EITHER ? accepted : refused;
}

/* What an event names is what its clause is looked up by, where it brings none. */
static bool is_money(const lm_event *event)
{
    return event->kind == LM_EV_TAKE || event->kind == LM_EV_PAY || event->kind == LM_EV_GIVE_BACK;
}

static bool is_of_side(const lm_event *event)
{
    return event->kind == LM_EV_AWARD || event->kind == LM_EV_HOLD || event->kind == LM_EV_LIGHT;
}

static lm_event any_event(void)
{
    lm_event event;
    Frama_C_make_unknown((char *)&event, sizeof event);
    event.clause = ANY_TEXT;
    event.kind = BYTE(0, LM_EV_COUNT - 1);
    event.bettor = BYTE(0, LM_BETTORS - 1);
    //@ split event.kind;
    ;
    if (is_money(&event) || event.kind == LM_EV_BET || is_of_side(&event))
        event.wager = BYTE(is_of_side(&event) ? LM_SIDE : LM_MAIN, LAST_SLOT);
    if (is_money(&event) && event.wager < LM_SIDE) {
        event.box = BYTE(1, LM_BOXES);
        event.hand = BYTE(0, LM_HANDS);
    }
    if (event.kind == LM_EV_TUCK || (event.kind == LM_EV_CLEAR && event.box)) {
        event.box = BYTE(1, LM_BOXES);
        event.hand = BYTE(1, LM_HANDS);
    }
    return event;
}

/* Cards of a box that stay under a wager. */
static const lm_event *any_tucked(void)
{
    static lm_event event;
    Frama_C_make_unknown((char *)&event, sizeof event);
    event.box = BYTE(1, LM_BOXES);
    event.hand = BYTE(1, LM_HANDS);
    return &event;
}

static void needs_tucked(const lm_event *event)
{
    //@ assert needs_event_cards: 1 <= event->box <= LM_BOXES && 1 <= event->hand <= LM_HANDS;
}

static void needs_event(lm_event event)
{
    //@ assert needs_event: event.kind < LM_EV_COUNT && event.bettor < LM_BETTORS;
    if (event.clause) return;
    if (is_money(&event) || event.kind == LM_EV_BET || is_of_side(&event)) {
        //@ assert needs_event_wager: event.wager <= LAST_SLOT;
    }
    if (is_of_side(&event)) {
        //@ assert needs_event_side: event.wager >= LM_SIDE;
    }
    if (is_money(&event) && event.wager < LM_SIDE) {
        //@ assert needs_event_hand: 1 <= event.box <= LM_BOXES && event.hand <= LM_HANDS;
    }
    if (event.kind == LM_EV_TUCK || (event.kind == LM_EV_CLEAR && event.box)) {
        //@ assert needs_event_cards: 1 <= event.box <= LM_BOXES && 1 <= event.hand <= LM_HANDS;
    }
}

/* A wager that is taken back. */
static const lm_action *any_withdrawn(void)
{
    static lm_action action;
    Frama_C_make_unknown((char *)&action, sizeof action);
    action.box = BYTE(1, LM_BOXES);
    action.bettor = BYTE(0, LM_BETTORS - 1);
    action.n = BYTE(0, LM_SPOTS - 1);
    return &action;
}

static void needs_withdrawal(const lm_action *a)
{
    needs_action(a);
    //@ assert needs_spot: a->n < LM_SPOTS;
}

static void any_withdrawal(lm_round *r, const lm_action *a)
{
    lm_box *box = A_BOX;
    r->felt_cents = ANY_CENTS;
    box->main[A_BETTOR][A_SPOT] = LAID;
    box->coupon[A_BETTOR] = LAID;
    box->owner = BYTE(0, 255);
    r->side[BETWEEN(0, LM_SIDE_BETS - 1)] = any_side(false);
    r->sides = BYTE(0, LM_SIDE_BETS);
}

static const lm_outcomes *any_found(void)
{
    static lm_outcomes found;
    found.n = 0;
    any_classify(0, &found);
    return &found;
}

static void needs_found(const lm_outcomes *found)
{
    //@ assert needs_found: found->n <= LM_AWARDS && found->carry < LM_OUTCOMES;
    //@ loop unroll LM_AWARDS;
    for (int i = 0; i < found->n; i++) {
        //@ assert needs_found_outcome: found->which[i] < LM_OUTCOMES;
    }
}

static lm_hand *any_hand_of(lm_round *r)
{
    int box = BETWEEN(0, LM_BOXES - 1), hand = BETWEEN(0, LM_HANDS - 1);
    return &r->box[box].hand[hand];
}

static void needs_hand_of(const lm_round *r, const lm_hand *hand)
{
    //@ assert needs_hand_of: \valid_read(hand) && &r->box[0].hand[0] <= hand <= &r->box[LM_BOXES - 1].hand[LM_HANDS - 1];
}

static lm_box *any_box_of(lm_round *r)
{
    int box = BETWEEN(0, LM_BOXES - 1);
    return &r->box[box];
}

static void needs_box_of(const lm_round *r, const lm_box *box)
{
    //@ assert needs_box_of: \valid_read(box) && &r->box[0] <= box <= &r->box[LM_BOXES - 1];
}

#endif
