/* dealer.c - the dealer of a table: finds the next action, draws what chance decides, and applies the action. */
#include "lammer/dealer.h"

#include "lammer/irregular.h"

_Static_assert(sizeof(lm_dealer) == sizeof(lm_table) + sizeof(lm_meters) + sizeof(lm_downs) + 4,
               "padding in lm_dealer");

lm_status lm_dealer_open(lm_dealer *dealer, const lm_rules *rules, const lm_source *source)
{
    *dealer = (lm_dealer){ .alone = 1 };
    lm_status status = lm_table_open(&dealer->table, rules);
    if (!lm_ok(status)) return status;
    lm_meters_open(&dealer->meters, rules, 1);
    for (int i = 0; i < dealer->meters.meters; i++) {
        lm_meter *meter = &dealer->meters.meter[i];
        if (meter->kind != LM_METER_MUST_HIT) continue;
        lm_meter_arm(meter,
                     source ? lm_meter_draw_trigger(meter, 0, source->below, source->self) : meter->terms.limit_cents);
    }
    return status;
}

static bool is_shown(const lm_rules *rules, uint8_t slot)
{
    return rules->offer[slot - LM_SIDE].wager->amount_is_shown;
}

/* A prize that the round waits for: an amount from a display, or from its meter. */
static bool owes_award(const lm_dealer *d, const lm_rules *rules, lm_turn turn, lm_action *action)
{
    *action = (lm_action){ .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager };
    if (!d->alone || is_shown(rules, turn.wager)) return d->alone;
    int game = lm_meters_game(&d->meters, turn.wager);
    if (game < 0) return false;
    action->amount_cents = lm_meters_prize(&d->meters, game, LM_PLACE(turn.box, turn.bettor));
    return true;
}

/* After the round: the must-hit prize of the first game that has one due. */
static int game_due(const lm_dealer *d)
{
    if (!d->alone || !lm_round_over(&d->table.round)) return -1;
    for (int game = 0; game < d->meters.games; game++) {
        if (lm_meters_state(&d->meters, game) >= LM_GAME_LOCKED && lm_meters_due(&d->meters, game)) return game;
    }
    return -1;
}

/* Loads a prepared shoe; at a table with physical cards, people prepare it. */
static bool owes_table(const lm_dealer *d, lm_turn turn, lm_action *action)
{
    *action = (lm_action){ .verb = turn.verb };
    if (turn.verb == LM_LOAD) action->yes = 1;
    return turn.verb == LM_BURN || turn.verb == LM_OPEN || (turn.verb == LM_LOAD && !d->table.by_book);
}

static bool owes_round(const lm_dealer *d, const lm_rules *rules, lm_turn turn, lm_action *action)
{
    lm_answer answer;
    if (turn.verb == LM_BURN || turn.verb == LM_LOAD) return owes_table(d, turn, action);
    if (turn.verb == LM_AWARD) return owes_award(d, rules, turn, action);
    if (turn.verb == LM_IRREGULAR) {
        *action = (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_EXHAUSTED };
        return turn.who == LM_BY_DEALER;
    }
    if (lm_round_answer(&d->table.round, rules, &d->downs, NULL, turn, &answer) == LM_OWES_NOTHING) return false;
    if (turn.verb == LM_CONFIRM && !d->alone) return false;
    *action = lm_answer_action(answer);
    return true;
}

bool lm_dealer_owes(const lm_dealer *d, const lm_rules *rules, lm_action *action)
{
    int game = game_due(d);
    if (game >= 0) {
        *action = (lm_action){ .verb = LM_AWARD, .wager = d->meters.game[game].slot, .yes = 1 };
        return true;
    }
    lm_turn turn = lm_table_turn(&d->table, rules);
    return d->table.stage == LM_IN_ROUND ? owes_round(d, rules, turn, action) : owes_table(d, turn, action);
}

static int side_of(const lm_dealer *d, const lm_rules *rules, const lm_action *action, const lm_source *source)
{
    if (rules->shoe != LM_SHOE_DOUBLE) return 0;
    if (action->verb != LM_DETERMINE) return d->table.round.shoe_side;
    int side = (int)source->below(source->self, 2); /* which side it comes from is chance too: MBJ-6(d)(1) */
    return source->left(source->self, side) ? side : !side;
}

/* The cover card comes instead of the card that is due, and the round is played to its end: MFB-6(d).1, MBJ-6(l), C-15. */
static void draw_card(const lm_dealer *d, const lm_rules *rules, const lm_source *source, lm_action *action)
{
    int side = side_of(d, rules, action, source);
    if (source->cover && !d->table.cover_seen && source->cover(source->self, side)) {
        *action = (lm_action){ .verb = LM_COVER_SEEN, .box = lm_table_turn(&d->table, rules).box };
    } else if (!source->left(source->self, side)) {
        *action = (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_EXHAUSTED };
    } else {
        action->card = source->draw(source->self, side);
        action->yes = action->verb == LM_DETERMINE && side;
    }
}

/* A display that can show nothing has failed: MBJ-15(p). */
static void draw_shown(const lm_dealer *d, const lm_rules *rules, const lm_source *source, lm_action *action)
{
    const lm_side_bet *bet = lm_round_side(&d->table.round, action->box, action->bettor, action->wager);
    action->amount_cents = bet ? lm_shown_draw(rules, bet->stake, source->below, source->self) : 0;
    if (!action->amount_cents)
        *action = (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_BONUS_FAILED, .box = action->box };
}

static bool wants_card(const lm_action *action)
{
    return (action->verb == LM_CARD || action->verb == LM_DOWN || action->verb == LM_DETERMINE) &&
           action->card == LM_CARD_DOWN;
}

bool lm_dealer_next(const lm_dealer *d, const lm_rules *rules, const lm_source *source, lm_action *action)
{
    if (!lm_dealer_owes(d, rules, action)) return false;
    if (wants_card(action)) {
        draw_card(d, rules, source, action);
    } else if (action->verb == LM_AWARD && action->yes) {
        lm_prizes_draw_hit(&d->meters, game_due(d), source->below, source->self, action);
    } else if (action->verb == LM_AWARD && is_shown(rules, action->wager)) {
        draw_shown(d, rules, source, action);
    }
    return true;
}

/* Collects the awards of an action for the meters and passes every event on to the caller's ear. */
typedef struct {
    const lm_dealer_ear *ear;
    lm_event award[LM_SIDE_BETS];
    int awards;
} dealer_ear;

static void hear(void *self, const lm_event *event)
{
    dealer_ear *e = self;
    if (event->kind == LM_EV_AWARD && e->awards < LM_SIDE_BETS) e->award[e->awards++] = *event;
    if (e->ear && e->ear->hear) e->ear->hear(e->ear->self, event);
}

static lm_status status_of(lm_meter_status status)
{
    if (lm_meter_ok(status)) return (lm_status){ LM_WHY_OK, NULL };
    return (lm_status){ LM_WHY_WAGER, status.clause };
}

static lm_status take_prize(lm_dealer *d, const lm_rules *rules, lm_action *action, const lm_dealer_ear *ear)
{
    if (action->verb != LM_AWARD || !d->alone || action->wager < LM_SIDE) return (lm_status){ LM_WHY_OK, NULL };
    if (action->yes) return status_of(lm_prizes_hit(&d->meters, action, ear));
    if (action->wager - LM_SIDE >= rules->offers || is_shown(rules, action->wager))
        return (lm_status){ LM_WHY_OK, NULL };
    return status_of(lm_prizes_pay(&d->meters, action, ear));
}

/* The place that a card goes to, or is turned at. */
static uint8_t hand_turned(const lm_round *r, uint8_t box)
{
    if (!box) return 0;
    return r->phase == LM_EXPOSING ? 1 : (uint8_t)(r->at_hand + 1);
}

static void follow_cards(lm_dealer *d, const lm_rules *rules, const lm_action *action, lm_turn turn, uint8_t hand)
{
    if (action->verb == LM_DOWN) lm_downs_lay(&d->downs, turn.box, turn.hand, action->card);
    if (action->verb == LM_TURN) {
        int at = lm_downs_find(&d->downs, action->box, hand);
        if (at >= 0) lm_downs_take(&d->downs, at);
    }
    if (action->verb == LM_OPEN) d->downs = (lm_downs){ .n = 0 };
}

void lm_dealer_end_games(lm_dealer *d)
{
    for (int game = 0; game < d->meters.games; game++) {
        if (lm_meters_state(&d->meters, game) >= LM_GAME_LOCKED) lm_meters_end(&d->meters, game);
    }
}

static lm_status do_all(lm_dealer *d, const lm_rules *rules, lm_action action, const lm_dealer_ear *ear)
{
    dealer_ear heard = { .ear = ear };
    lm_listener listener = { hear, &heard };
    lm_turn turn = { 0 };
    uint8_t hand = hand_turned(&d->table.round, action.box);
    if (action.verb == LM_DOWN) turn = lm_table_turn(&d->table, rules);
    lm_status status = take_prize(d, rules, &action, ear);
    if (!lm_ok(status)) return status;
    lm_action told = action;
    if (told.verb == LM_DOWN) told.card = 0; /* the table does not know it */
    status = lm_table_apply_heard(&d->table, rules, told, ear || d->meters.games ? &listener : NULL);
    if (!lm_ok(status)) return status;
    follow_cards(d, rules, &action, turn, hand);
    if (!d->meters.games) return status;
    status = status_of(
        lm_prizes_follow(&d->meters, &d->table.round, rules, action.verb, heard.award, heard.awards, d->alone, ear));
    if (lm_ok(status) && d->alone && lm_round_over(&d->table.round)) lm_dealer_end_games(d);
    return status;
}

lm_status lm_dealer_do(lm_dealer *d, const lm_rules *rules, lm_action action, const lm_dealer_ear *ear)
{
    if (action.verb == LM_DOWN && d->downs.n == LM_DOWNS) return (lm_status){ LM_WHY_ROOM, NULL };
    if (!d->meters.games) return do_all(d, rules, action, ear);
    lm_dealer before = *d;
    lm_status status = do_all(d, rules, action, ear);
    if (!lm_ok(status)) *d = before;
    return status;
}

typedef struct {
    lm_chance *outcome;
    int room, n;
} chance_list;

static void list(chance_list *l, lm_action action, int64_t weight)
{
    if (weight <= 0) return;
    if (l->n < l->room) l->outcome[l->n] = (lm_chance){ action, (uint64_t)weight };
    l->n++;
}

static void list_cards(const lm_dealer *d, const lm_rules *rules, lm_action action, chance_list *l)
{
    int left[LM_CARDS];
    for (int card = 0; card < LM_CARDS; card++)
        left[card] = (int)rules->decks - d->table.seen[card];
    for (uint32_t i = 0; i < d->downs.n; i++)
        left[d->downs.down[i].card]--;
    for (int card = 0; card < LM_CARDS; card++) {
        action.card = (lm_card)card;
        list(l, action, left[card]);
    }
}

static void list_shown(const lm_dealer *d, const lm_rules *rules, lm_action action, chance_list *l)
{
    const lm_side_bet *bet = lm_round_side(&d->table.round, action.box, action.bettor, action.wager);
    lm_rule_id id = lm_shown_weights(bet ? bet->stake : 0);
    for (int rung = 0; bet && rung < LM_RUNGS; rung++) {
        action.amount_cents = (lm_cents)lm_ladder_dollars(id, rung) * LM_DOLLAR;
        list(l, action, lm_weight_at(rules->value[id], rung));
    }
    if (!l->n) list(l, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_BONUS_FAILED, .box = action.box }, 1);
}

static void list_winners(const lm_dealer *d, lm_action action, chance_list *l)
{
    int game = game_due(d);
    const lm_meter *due = lm_meters_due(&d->meters, game);
    lm_cents start = lm_meter_next_start(due), limit = due->terms.limit_cents;
    action.least_cents = start < limit ? start + 1 : limit;
    action.most_cents = limit;
    action.step_cents = 1;
    for (int place = 0; place < 32; place++) {
        action.box = (uint8_t)(place / LM_BETTORS);
        action.bettor = (uint8_t)(place % LM_BETTORS);
        list(l, action, d->meters.game[game].lit >> place & 1u);
    }
}

int lm_dealer_chances(const lm_dealer *d, const lm_rules *rules, lm_chance *outcomes, int room)
{
    chance_list l = { outcomes, room, 0 };
    lm_action action;
    if (!lm_dealer_owes(d, rules, &action)) return 0;
    if (wants_card(&action)) list_cards(d, rules, action, &l);
    if (action.verb == LM_AWARD && action.yes) list_winners(d, action, &l);
    if (action.verb == LM_AWARD && !action.yes && is_shown(rules, action.wager)) list_shown(d, rules, action, &l);
    return l.n;
}
