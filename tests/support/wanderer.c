/* wanderer.c - see wanderer.h. */
#include "wanderer.h"

#include <string.h>

#include "lammer/irregular.h"
#include "wander_rules.h"

enum { ROUNDS = 40, CARDS_A_BOX = 24, CARDS_SPARE = 40, STALE_BETS = 8 };
enum { INSPECTED_TABLES = 4 }; /* one in this many */

static int below(wanderer *w, int bound)
{
    return test_random_below(&w->random, bound);
}

static uint32_t below_any(void *self, uint32_t bound)
{
    return (uint32_t)((test_random_next(self) >> 32) % bound);
}

bool wanderer_may(const wanderer *w, lm_action a)
{
    lm_table copy = w->table;
    return lm_ok(lm_table_apply(&copy, w->rules, a));
}

/* --- meters ------------------------------------------------------------------------------------------------- */

static void must(const wanderer *w, lm_meter_status status)
{
    if (!lm_meter_ok(status)) w->watch->broken(w, lm_meter_why_text(status.why));
}

static void pays(wanderer *w, const lm_meter_entry *entry)
{
    if (w->watch->paid) w->watch->paid(w, entry);
}

/* Half of the triggers lie near, so that they are reached within the life of a table. */
static lm_cents draw_trigger(wanderer *w, const lm_meter *meter)
{
    lm_cents far = lm_meter_draw_trigger(meter, 0, below_any, &w->random);
    lm_cents start = meter->trigger_cents ? lm_meter_next_start(meter) : meter->shown_cents;
    lm_cents near = start + 1 + below(w, 5 * LM_DOLLAR);
    return below(w, 2) && near <= meter->terms.limit_cents ? near : far;
}

static void open_meters(wanderer *w)
{
    lm_meters_open(&w->meters, w->rules, 1);
    for (int i = 0; i < w->meters.meters; i++) {
        lm_meter *meter = &w->meters.meter[i];
        if (meter->kind == LM_METER_MUST_HIT) must(w, lm_meter_arm(meter, draw_trigger(w, meter)));
    }
}

static void hear_news(void *self, const lm_meter_news *news)
{
    bool paid = news->act == LM_METER_ACT_FIXED || news->act == LM_METER_ACT_PAID || news->act == LM_METER_ACT_HIT;
    if (paid) pays(self, &news->entry);
}

static void follow_meters(wanderer *w, const lm_action *a)
{
    lm_dealer_ear ear = { .news = hear_news, .self = w };
    if (w->meters.games)
        must(w, lm_prizes_follow(&w->meters, &w->table.round, w->rules, a->verb, w->award, w->awards, true, &ear));
}

/* What a display or a meter gives for the prize that the round waits for. */
static lm_cents prize(wanderer *w, const lm_action *a)
{
    if (w->rules->offer[a->wager - LM_SIDE].wager->amount_is_shown) {
        const lm_side_bet *bet = lm_round_side(&w->table.round, a->box, a->bettor, a->wager);
        lm_cents shown = bet ? lm_shown_draw(w->rules, bet->stake, below_any, &w->random) : 0;
        return shown ? shown : a->amount_cents;
    }
    lm_dealer_ear ear = { .news = hear_news, .self = w };
    lm_action award = *a;
    must(w, lm_prizes_pay(&w->meters, &award, &ear));
    return award.amount_cents;
}

static void step(wanderer *w, lm_action a);

static void award_must_hit(wanderer *w, int game)
{
    const lm_meter *due = lm_meters_due(&w->meters, game);
    lm_dealer_ear ear = { .news = hear_news, .self = w };
    lm_action award = { .verb = LM_AWARD };
    if (!lm_prizes_draw_hit(&w->meters, game, below_any, &w->random, &award)) return;
    award.least_cents = award.most_cents = draw_trigger(w, due);
    must(w, lm_prizes_hit(&w->meters, &award, &ear));
    step(w, award);
}

/* As soon as the round is over, awards the must-hit prize of each running game and presses END GAME. */
static void end_games(wanderer *w)
{
    if (!lm_round_over(&w->table.round)) return;
    for (int game = 0; game < w->meters.games; game++) {
        if (lm_meters_state(&w->meters, game) < LM_GAME_LOCKED) continue;
        award_must_hit(w, game);
        if (lm_meters_state(&w->meters, game) >= LM_GAME_LOCKED) must(w, lm_meters_end(&w->meters, game));
    }
}

/* --- one action --------------------------------------------------------------------------------------------- */

static void hear(void *self, const lm_event *event)
{
    wanderer *w = self;
    if (event->kind == LM_EV_AWARD && w->awards < WANDER_AWARDS) w->award[w->awards++] = *event;
    if (w->watch->hear) w->watch->hear(w, event);
}

/* The stacked shoe goes where the table's cards go. */
static void follow_cards(wanderer *w, const lm_action *a)
{
    bool exhausted = a->verb == LM_IRREGULAR && a->n == LM_IR_EXHAUSTED;
    bool continuous = w->rules->shoe == LM_SHOE_CONTINUOUS && a->verb < LM_VERB_COUNT && lm_round_over(&w->table.round);
    bool back = a->verb == LM_UNLOAD || a->verb == LM_IDLE || a->verb == LM_CHANGE_DECKS;
    if (w->table.stage == LM_STOPPED) return;
    if (exhausted || continuous || back || a->verb == LM_LOAD) {
        if (lm_round_over(&w->table.round) || !w->table.rounds) w->shoe.downs.n = 0;
        test_shoe_restack(&w->shoe, &w->table, w->rules, &w->random);
    }
}

static void step(wanderer *w, lm_action a)
{
    lm_listener ear = { hear, w };
    if (w->steps >= WANDER_TRAIL) w->watch->broken(w, "the trail is too short");
    if (w->watch->before) w->watch->before(w, &a);
    w->trail[w->steps++] = a;
    w->actions++;
    w->awards = 0;
    lm_status status = lm_table_apply_heard(&w->table, w->rules, a, &ear);
    if (!lm_ok(status)) w->watch->broken(w, lm_why_text(status.why));
    follow_cards(w, &a);
    follow_meters(w, &a);
    if (w->watch->after) w->watch->after(w, &a);
    end_games(w);
}

/* --- what to do next ---------------------------------------------------------------------------------------- */

/* The most boxes with which no round can exhaust the shoe. */
static int boxes_in_use(const lm_rules *k)
{
    int most = (int)(k->decks * LM_CARDS - CARDS_SPARE) / CARDS_A_BOX;
    return most < 1 ? 1 : most < k->boxes ? most : (int)k->boxes;
}

/* How many cards go behind the cover card: so many that no round can exhaust the shoe, where the stack allows it. */
static int reserve_of(const lm_rules *k)
{
    return CARDS_SPARE + CARDS_A_BOX * boxes_in_use(k);
}

static void keep_reserve(const wanderer *w, lm_action *a)
{
    int most = lm_table_stack(&w->table, w->rules) - 1, wanted = reserve_of(w->rules);
    if (a->verb != LM_COVER || w->table.stage != LM_TO_COVER || a->count >= wanted) return;
    a->count = wanted < most ? wanted : most;
}

static bool is_unlikely(wanderer *w, const lm_action *a)
{
    return (a->verb >= LM_VERB_COUNT && a->verb != LM_READMIT) ||
           (a->verb == LM_BET && a->box > boxes_in_use(w->rules)) || (a->verb == LM_WITHDRAW && below(w, 8));
}

/* Bets that lead to no deal for long (too little on each box, say) are taken back now and then. */
static bool takes_back(const wanderer *w)
{
    const lm_round *r = &w->table.round;
    return r->phase == LM_BETTING && r->actions % 128 > 96;
}

static bool draw_withdrawal(wanderer *w, lm_action *a)
{
    int fitting = 0;
    for (int i = 0; i < w->listed; i++) {
        if (w->list[i].verb == LM_WITHDRAW && below(w, ++fitting) == 0) *a = w->list[i];
    }
    return fitting > 0;
}

static lm_cents draw_amount(wanderer *w, const lm_action *a)
{
    if (!a->step_cents) return a->amount_cents;
    int64_t steps = (a->most_cents - a->least_cents) / a->step_cents;
    return a->least_cents + a->step_cents * (steps ? below(w, (int)(steps + 1)) : 0);
}

/* A bet by a player of several boxes: on one of the player's boxes, or on the one that was drawn. */
static lm_action as_owner(wanderer *w, lm_action a)
{
    uint8_t box = (uint8_t)(1 + below(w, boxes_in_use(w->rules)));
    uint8_t owner = w->table.round.box[box - 1].owner;
    if (owner && owner != box && owner != LM_NOBODY)
        return (lm_action){ .verb = LM_BET,
                            .box = box,
                            .player = owner,
                            .n = (uint8_t)below(w, LM_SPOTS),
                            .amount_cents = w->rules->min_bet };
    if (a.verb == LM_BET && a.wager == LM_MAIN && !a.bettor) a.player = (uint8_t)(1 + below(w, (int)w->rules->boxes));
    return a;
}

/* A bet in something other than chips: a plaque, a match-play coupon, cash. */
static lm_action in_kind(wanderer *w, lm_action a)
{
    if (a.verb == LM_BET) a.instrument = (uint8_t)below(w, LM_INSTRUMENTS);
    if (a.instrument == LM_COUPON && below(w, 2)) a.amount_cents = w->rules->min_bet;
    return a;
}

/* Bets now and then, deals sooner or later; plays anything that is allowed. */
static lm_action choose(wanderer *w)
{
    const lm_round *r = &w->table.round;
    lm_action a = { .verb = LM_DEAL };
    if (r->phase == LM_BETTING && below(w, r->actions < 40 ? 6 : 2) == 0 && wanderer_may(w, a)) return a;
    if (takes_back(w) && draw_withdrawal(w, &a)) return a;
    do
        a = w->list[below(w, w->listed)];
    while (is_unlikely(w, &a));
    if (a.verb == LM_TURN)
        a.card = test_shoe_turn(&w->shoe, a.box, (uint8_t)(r->phase == LM_EXPOSING ? 1 : r->at_hand + 1));
    a.amount_cents = draw_amount(w, &a);
    if (r->phase != LM_BETTING || below(w, 4)) return a;
    lm_action other = below(w, 4) ? as_owner(w, a) : in_kind(w, a);
    return wanderer_may(w, other) ? other : a;
}

static void list_actions(wanderer *w)
{
    w->listed = lm_table_legal(&w->table, w->rules, w->list, WANDER_ROOM);
    if (w->listed > WANDER_ROOM) w->watch->broken(w, "the list of legal actions is longer than the room");
    w->stale = w->table.stage == LM_IN_ROUND && w->table.round.phase == LM_BETTING ? STALE_BETS : 0;
}

/* Most of what was legal a few bets ago still is; making the list anew for each would take most of the
 * time. */
static bool bet_from_old_list(wanderer *w, lm_action *a)
{
    if (w->stale <= 0 || w->table.stage != LM_IN_ROUND || w->table.round.phase != LM_BETTING) return false;
    w->stale--;
    *a = choose(w);
    return wanderer_may(w, *a);
}

/* The cover card shows when the cards in front of it are gone; now and then the dealer does not announce it. */
static bool cover_shows(wanderer *w, lm_turn turn, lm_action *a)
{
    const lm_table *t = &w->table;
    bool here = t->behind_cover ? w->shoe.size - w->shoe.next == t->behind_cover : below(w, 300) == 0;
    *a = (lm_action){ .verb = LM_COVER_SEEN, .box = turn.box };
    return here && turn.who == LM_BY_SHOE && below(w, 8) && wanderer_may(w, *a);
}

/* What is owed by persons who are not players of the round. */
static lm_action answer(wanderer *w, lm_turn turn)
{
    lm_action a;
    if (!test_table_answers(&w->shoe, &w->table, w->rules, turn, &w->random, &a))
        w->watch->broken(w, "the next action is not owed");
    keep_reserve(w, &a);
    return a;
}

static void play_step(wanderer *w)
{
    lm_turn turn = lm_table_turn(&w->table, w->rules);
    bool players = (turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS) && w->table.stage == LM_IN_ROUND;
    bool inspect = w->watch->inspect && w->seed % INSPECTED_TABLES == 0 && below(w, 16) == 0;
    lm_action a;
    if (inspect) {
        list_actions(w);
        w->watch->inspect(w, w->list, w->listed);
    }
    if (w->table.stage == LM_IN_ROUND && cover_shows(w, turn, &a)) {
        step(w, a);
        return;
    }
    if (players && !inspect && !bet_from_old_list(w, &a)) {
        list_actions(w);
        a = choose(w);
    } else if (players && inspect) {
        a = choose(w);
    } else if (!players) {
        a = answer(w, turn);
    }
    if (inspect && w->watch->owed) w->watch->owed(w, w->list, w->listed, &a);
    if (a.verb == LM_AWARD) a.amount_cents = prize(w, &a);
    step(w, a);
}

/* --- what is not owed--------------------------------------------------------------------------------------- */

static bool brings_card(const lm_action *a)
{
    return a->n == LM_IR_MISDEAL || a->n == LM_IR_FACE_UP_CARD || a->n == LM_IR_EXPOSED || a->n == LM_IR_OVERDRAW;
}

/* Now and then something goes wrong: a kind that can have happened, with the next card where it needs one. */
static void stumble(wanderer *w)
{
    static lm_action list[LM_IR_COUNT * (LM_BOXES + 1) * 3 * LM_CARDS];
    const lm_round *r = &w->table.round;
    if (w->table.stage != LM_IN_ROUND || w->table.burns || below(w, 24)) return;
    if (r->reader_out && r->phase == LM_BETTING) { /* no card comes before the repair, however many bets are laid */
        step(w, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_READER_REPAIRED });
        return;
    }
    int n = lm_round_mishaps(r, w->rules, list, (int)(sizeof list / sizeof *list));
    if (!n) return;
    lm_action a = list[below(w, n)];
    for (int i = 0; i < 6 && a.n == LM_IR_MISDEAL; i++)
        a = list[below(w, n)];
    if (a.n == LM_IR_EXHAUSTED && below(w, 8)) return;
    if (brings_card(&a)) a.card = w->shoe.card[w->shoe.next];
    if (!wanderer_may(w, a)) return;
    if (brings_card(&a)) w->shoe.next++;
    step(w, a);
}

/* One of the verbs that are allowed, then one of its choices. */
static lm_action draw_by_verb(wanderer *w, const lm_action *list, int n)
{
    int verbs = 0, same = 0;
    uint8_t verb = 0;
    lm_action a = list[0];
    for (int i = 0; i < n; i++) {
        if ((i == 0 || list[i].verb != list[i - 1].verb) && below(w, ++verbs) == 0) verb = list[i].verb;
    }
    for (int i = 0; i < n; i++) {
        if (list[i].verb == verb && below(w, ++same) == 0) a = list[i];
    }
    return a;
}

/* Mostly between rounds: does any legal action at the table, those of `seldom` less often. */
static void stroll(wanderer *w)
{
    static const uint8_t seldom[] = { LM_CHANGE_DECKS, LM_LOAD, LM_UNLOAD, LM_HOURS, LM_ORDER_SHUFFLE };
    if (w->table.stage == LM_IN_ROUND && below(w, 20)) return;
    if (below(w, 4)) return;
    list_actions(w);
    w->stale = 0;
    if (!w->listed) return;
    lm_action a = draw_by_verb(w, w->list, w->listed);
    if (memchr(seldom, a.verb, sizeof seldom) && below(w, 8)) return;
    if (a.verb < LM_VERB_COUNT || a.verb == LM_OPEN || a.verb == LM_COVER_SEEN) return;
    if (a.most_count > a.least_count && below(w, 8)) {
        int64_t span = a.verb == LM_HOURS ? 8 : a.most_count - a.least_count;
        a.count = a.least_count + below(w, (int)span + 1);
    }
    if (a.verb == LM_BURN) test_shoe_burn(&w->shoe);
    if (a.verb == LM_SHOW_BURN) a.card = w->shoe.burned[--w->shoe.burns];
    keep_reserve(w, &a);
    step(w, a);
}

/* The deal may always want one more bet of a player: after this many bets without a deal the table is abandoned. */
static bool is_endless(const wanderer *w)
{
    return w->table.stage == LM_IN_ROUND && w->table.round.phase == LM_BETTING && w->table.round.actions > 600;
}

static void play_round(wanderer *w)
{
    uint32_t rounds = w->table.rounds;
    do {
        stumble(w);
        stroll(w);
        if (w->table.rounds > rounds && w->table.stage != LM_IN_ROUND && !w->table.paused) return;
        play_step(w);
    } while (!is_endless(w) && (w->table.rounds == rounds || w->table.stage == LM_IN_ROUND || w->table.paused));
}

static lm_cents delivered_decks(const lm_rules *k)
{
    return k->shoe == LM_SHOE_DOUBLE ? k->decks - k->decks / 2 : k->decks;
}

static void open_table(wanderer *w)
{
    w->steps = w->listed = w->stale = 0;
    lm_table_open(&w->table, w->rules);
    test_shoe_shuffle(&w->shoe, (int)w->rules->decks, &w->random);
    open_meters(w);
    if (below(w, 2))
        step(w, (lm_action){ .verb = LM_DELIVER, .count = delivered_decks(w->rules) });
    else
        step(w, (lm_action){ .verb = LM_LOAD, .yes = (uint8_t)below(w, 2) });
}

/* The quick way, as many rounds as the shoe safely holds; or by the book, shoe after shoe. */
void wander(wanderer *w, uint64_t seed)
{
    w->seed = seed;
    w->random.state = seed * 0x9E3779B97F4A7C15ULL | 1;
    if (!wander_rules(&w->profile, seed, &w->random)) w->watch->broken(w, "a shipped profile cannot be read");
    w->rules = &w->profile.rules;
    open_table(w);
    for (int played = 0; played < ROUNDS && !is_endless(w) && w->steps < WANDER_TRAIL - 1200; played++) {
        bool low = !w->table.behind_cover && w->table.stage == LM_TO_OPEN &&
                   w->shoe.size - w->shoe.next <= reserve_of(w->rules);
        if (low && w->table.by_book)
            step(w, (lm_action){ .verb = LM_CHANGE_DECKS });
        else if (low)
            step(w, (lm_action){ .verb = LM_LOAD, .yes = 1 });
        play_round(w);
        w->rounds++;
    }
}
