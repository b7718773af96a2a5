/* enumerate.c - see enumerate.h. */
#include "enumerate_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void go_on(walk *w, const place *from, test_exact *sum);

/* --- what happens next */

static void apply(const walk *w, place *at, lm_action action)
{
    action.least_cents = action.most_cents = action.step_cents = 0;
    lm_status status = lm_round_apply(&at->round, w->rules, action);
    assert(lm_ok(status));
    (void)status;
}

static const lm_hand *hand_on_turn(const place *at)
{
    return &at->round.box[0].hand[at->round.at_hand];
}

/* On the way to a given hand only its cards and those of the dealer are dealt. */
static int wanted_value(const walk *w, const place *at, lm_turn turn)
{
    bool dealing = at->round.phase == LM_DEALING;
    if (dealing && turn.box && at->round.box[0].hand[0].n == 0 && w->question->first) return w->question->first;
    if (dealing && !turn.box && at->round.dealer.n == 0 && w->question->up) return w->question->up;
    if (at->on_the_way != PASSED_BY) return 0;
    if (turn.box) return w->held->value[at->round.box[0].hand[0].n];
    return at->round.dealer.n == 0 ? w->seen.up : w->seen.second;
}

static void note_blackjack(const walk *w, place *at, uint8_t k)
{
    const lm_hand *hand = &at->round.box[0].hand[0];
    if (at->round.phase != LM_DEALING || hand->n != 1) return;
    int first = at->downs ? lm_card_value(at->down[0].card) : lm_card_value(hand->card[0]);
    int sum = first + w->kind[k].value;
    at->blackjack = sum == 11 && (first == 1 || first == 10);
}

/* The next card, face up; or face down in front of the player. */
static void deal_each(walk *w, const place *at, lm_turn turn, test_exact *sum)
{
    int wanted = wanted_value(w, at, turn);
    if (at->out == w->cards) {
        walk_run_out(w, at, sum);
        return;
    }
    for (uint8_t k = 0; k < w->kinds; k++) {
        if (!at->left[k] || (wanted && w->kind[k].value != wanted)) continue;
        place next = *at;
        if (!walk_draw(w, &next, k)) continue;
        if (turn.box) note_blackjack(w, &next, k);
        lm_card card = walk_next_of(w, at, k);
        if (turn.verb == LM_DOWN) {
            assert(next.downs < DOWN);
            next.down[next.downs].card = card;
            next.down[next.downs++].hand = turn.hand;
            card = 0;
        }
        apply(w, &next, (lm_action){ .verb = turn.verb, .card = card });
        go_on(w, &next, sum);
    }
}

static void peek_each(walk *w, const place *at, test_exact *sum)
{
    for (int yes = 0; yes < 2; yes++) {
        place next = *at;
        for (int k = 0; k < w->kinds; k++) {
            if (walk_makes_blackjack(w, at, k) != yes) next.weight[k] = 0;
        }
        if (walk_orders_of(w, &next) == 0) continue;
        apply(w, &next, (lm_action){ .verb = LM_PEEK, .yes = (uint8_t)yes });
        go_on(w, &next, sum);
    }
}

static void turn_hole_card(walk *w, const place *at, test_exact *sum)
{
    for (uint8_t k = 0; k < w->kinds; k++) {
        if (at->weight[k] == 0) continue;
        place next = *at;
        memset(next.weight, 0, sizeof next.weight);
        next.weight[0] = at->weight[k];
        next.hole_unknown = 0;
        next.left[k]--;
        apply(w, &next, (lm_action){ .verb = LM_TURN, .card = walk_next_of(w, at, k) });
        go_on(w, &next, sum);
    }
}

/* The first card that went down in a hand of the player is turned. */
static void turn_own_card(walk *w, const place *at, uint8_t hand, test_exact *sum)
{
    place next = *at;
    int i = 0;
    while (at->down[i].hand != hand)
        i++;
    assert(i < at->downs);
    lm_action turn = { .verb = LM_TURN, .box = 1, .card = at->down[i].card };
    for (next.downs--; i < next.downs; i++)
        next.down[i] = at->down[i + 1];
    memset(&next.down[next.downs], 0, sizeof next.down[0]);
    apply(w, &next, turn);
    go_on(w, &next, sum);
}

/* The determinant card comes from the side that is not dealt from: it names the other side and is burned. */
static void determine(walk *w, const place *at, test_exact *sum)
{
    place next = *at;
    lm_card ace_of_hearts = lm_card_make(LM_ACE, LM_HEARTS);
    bool red_is_b = w->rules->red_suits == LM_RED_SIDE_B;
    apply(w, &next, (lm_action){ .verb = LM_DETERMINE, .card = ace_of_hearts, .yes = !red_is_b });
    go_on(w, &next, sum);
}

/* --- decisions */

typedef struct {
    lm_action action;
    int play; /* lm_play, or one of these */
} option;
enum { NO_EVEN_MONEY = LM_PLAYS + 1, TAKE_EVEN_MONEY };

static int play_of(lm_verb verb)
{
    switch (verb) {
    case LM_STAND: return LM_PLAY_STAND;
    case LM_HIT: return LM_PLAY_HIT;
    case LM_DOUBLE: return LM_PLAY_DOUBLE;
    case LM_SPLIT: return LM_PLAY_SPLIT;
    case LM_SURRENDER: return LM_PLAY_SURRENDER;
    default: return LM_PLAY_NONE;
    }
}

/* The choices: the legal plays, or for a blackjack against an ace even money and no even money. Before the reader answers
 * a hand may be given up, or not: then it stands for now. */
static int list_options(const walk *w, const place *at, option list[ROOM])
{
    lm_action legal[ROOM];
    int n = lm_round_legal(&at->round, w->rules, legal, ROOM), options = 0;
    bool insuring = at->round.phase == LM_INSURING, early = false;
    for (int i = 0; i < n && insuring; i++)
        early |= legal[i].verb == LM_SURRENDER;
    bool blackjack = insuring || hand_on_turn(at)->state == LM_HAND_BLACKJACK;
    assert(n <= ROOM);
    for (int i = 0; i < n; i++) {
        lm_verb verb = (lm_verb)legal[i].verb;
        int play = play_of(verb);
        if (legal[i].bettor != LM_DECIDER || legal[i].yes) continue;
        if (verb == LM_EVEN_MONEY) play = TAKE_EVEN_MONEY;
        if (blackjack && verb == (insuring ? LM_CLOSE : LM_STAND)) play = early ? LM_PLAY_STAND : NO_EVEN_MONEY;
        if (play != LM_PLAY_NONE) list[options++] = (option){ legal[i], play };
    }
    assert(options > 0);
    return options;
}

static lm_seen seen_by_player(const place *at)
{
    const lm_dealer_hand *dealer = &at->round.dealer;
    bool open = dealer->n > 1 && dealer->card[1] != LM_CARD_DOWN;
    return (lm_seen){ (uint8_t)lm_card_value(dealer->card[0]), open ? (uint8_t)lm_card_value(dealer->card[1]) : 0 };
}

/* Suits are distinguished only where they matter: on hands that may become a suited 6-7-8. */
static lm_held held_by_player(const walk *w, const place *at)
{
    const lm_hand *hand = hand_on_turn(at);
    lm_held held = { .n = hand->n,
                     .staked = hand->marks & LM_FREE_HAND ? LM_STAKED_LAMMER : LM_STAKED_CHIPS,
                     .suited = w->rules->bonus_678 };
    for (int i = 0; i < hand->n; i++) {
        held.value[i] = (uint8_t)lm_card_value(hand->card[i]);
        held.suited &= walk_is_678(hand->card[i]) && lm_suit(hand->card[i]) == lm_suit(hand->card[0]);
    }
    held.split_costs = at->round.box[0].free_splits >= w->rules->free_splits ||
                       !(w->rules->free_split >> lm_card_value(hand->card[0]) & 1);
    return held;
}

static void note_play(const walk *w, place *at, const option *o)
{
    int amount = (int)(o->action.amount_cents / LM_DOLLAR);
    if (o->play == LM_PLAY_DOUBLE) {
        at->did[amount ? PAID_DOUBLE : FREE_DOUBLE]++;
        amount *= w->spots;
    }
    if (o->play == LM_PLAY_SPLIT) at->did[amount ? PAID_SPLIT : FREE_SPLIT]++;
    if (o->play == LM_PLAY_SURRENDER) at->did[SURRENDER]++;
    if (o->play < LM_PLAYS) at->staked = (uint8_t)(at->staked + amount);
}

static unsigned chips_behind(const lm_box *box)
{
    unsigned chips = 0;
    for (int h = 0; h < box->hands; h++)
        chips |= (unsigned)(box->hand[h].chips >> LM_SECOND & 1) << h;
    return chips;
}

/* The second bettor says what to do with their wager before the decider's double or split with chips. */
static void announce_behind(const walk *w, place *at, const option *o)
{
    const test_strategy *s = w->strategy;
    const lm_box *box = &at->round.box[0];
    unsigned chips = chips_behind(box);
    int hand = at->round.at_hand;
    bool asked = o->action.amount_cents && chips >> hand & 1;
    if (asked && o->play == LM_PLAY_DOUBLE) {
        lm_held held = held_by_player(w, at);
        lm_action with = { .verb = LM_WITH_DOUBLE, .box = 1, .bettor = LM_SECOND, .amount_cents = WAGER_CENTS };
        if (s->along(s->self, seen_by_player(at), &held)) apply(w, at, with);
    }
    if (asked && o->play == LM_PLAY_SPLIT) {
        int value = lm_card_value(box->hand[hand].card[0]);
        lm_ride ride = s->ride(s->self, seen_by_player(at), value, box->hands, hand, chips);
        apply(w, at, (lm_action){ .verb = LM_WITH_SPLIT, .box = 1, .bettor = LM_SECOND, .n = (uint8_t)ride });
    }
}

static void take(walk *w, const place *at, const option *o, test_exact *sum)
{
    place next = *at;
    note_play(w, &next, o);
    if (walk_has_bettor_behind(w)) announce_behind(w, &next, o);
    apply(w, &next, o->action);
    if (walk_has_bettor_behind(w) && o->play == TAKE_EVEN_MONEY) {
        lm_action too = o->action;
        too.bettor = LM_SECOND;
        apply(w, &next, too);
    }
    go_on(w, &next, sum);
}

static unsigned allowed_of(const option *list, int n)
{
    unsigned allowed = 0;
    for (int i = 0; i < n; i++)
        allowed |= list[i].play < LM_PLAYS ? 1U << list[i].play : 0;
    return allowed;
}

/* The plays that are allowed once the reader has found no blackjack. */
static unsigned allowed_later(const walk *w, const place *at)
{
    lm_action legal[ROOM];
    lm_round round = at->round;
    unsigned allowed = 0;
    lm_round_apply(&round, w->rules, (lm_action){ .verb = LM_CLOSE });
    if (!lm_ok(lm_round_apply(&round, w->rules, (lm_action){ .verb = LM_PEEK }))) return 0;
    int n = lm_round_legal(&round, w->rules, legal, ROOM);
    for (int i = 0; i < n; i++) {
        int play = play_of((lm_verb)legal[i].verb);
        if (play < LM_PLAYS) allowed |= 1U << play;
    }
    return allowed;
}

static void take_best(walk *w, const place *at, const option *list, int n, test_exact *sum)
{
    test_exact best[TEST_ITEMS], tried[TEST_ITEMS];
    int chosen = 0;
    for (int i = 0; i < n; i++) {
        memset(tried, 0, sizeof tried);
        take(w, at, &list[i], tried);
        if (i && tried[TEST_NET] <= best[TEST_NET]) continue;
        memcpy(best, tried, sizeof best);
        chosen = i;
    }
    walk_add(w, sum, best);
    if (w->question->hear && n > 1 && list[0].play < LM_PLAYS) {
        lm_held held = held_by_player(w, at);
        w->question->hear(w->question->self, seen_by_player(at), &held, allowed_of(list, n),
                          (lm_play)list[chosen].play);
    }
}

/* A blackjack of the two designated cards. */
static bool has_special(const walk *w, const place *at)
{
    const lm_card *card = at->round.box[0].hand[0].card;
    int64_t pair = w->rules->special_blackjack - 1;
    return pair >= 0 && (card[0] == pair / 64 || card[1] == pair / 64) &&
           (card[0] == pair % 64 || card[1] == pair % 64);
}

/* What the strategy says. */
static int choice_of(const walk *w, const place *at, const option *list, int n)
{
    const test_strategy *s = w->strategy;
    if (list[0].play >= LM_PLAYS) return s->even_money(s->self, has_special(w, at)) ? TAKE_EVEN_MONEY : NO_EVEN_MONEY;
    lm_held held = held_by_player(w, at);
    if (s->look) s->look(s->self, &at->round);
    if (at->round.phase == LM_INSURING) {
        unsigned allowed = allowed_of(list, n) | allowed_later(w, at);
        bool given_up = s->choose(s->self, seen_by_player(at), &held, allowed) == LM_PLAY_SURRENDER;
        return given_up ? LM_PLAY_SURRENDER : LM_PLAY_STAND;
    }
    return s->choose(s->self, seen_by_player(at), &held, allowed_of(list, n));
}

/* The hand to begin with has its cards. If a lammer is to stake it, its chips are removed as if never laid. */
static void arrive(const walk *w, place *at)
{
    lm_hand *hand = &at->round.box[0].hand[0];
    if (hand->n < w->held->n || w->held->staked == LM_STAKED_CHIPS) return;
    hand->marks |= LM_FREE_HAND;
    hand->chips = 0;
    at->round.felt_cents -= WAGER_CENTS * w->spots;
    at->staked = 0;
}

/* On the way to the hand to begin with, the player draws; then comes the play in question. Other hands do not count. */
static int choice_on_the_way(const walk *w, place *at, const option *list)
{
    lm_held held = held_by_player(w, at);
    if (list[0].play >= LM_PLAYS) return NO_EVEN_MONEY;
    if (at->round.phase == LM_INSURING) {
        bool fits = held.n == w->held->n && w->held->staked == LM_STAKED_CHIPS && held.suited == w->held->suited;
        if (fits && w->first == LM_PLAY_SURRENDER) at->on_the_way = 0;
        if (fits && allowed_later(w, at) >> w->first & 1) at->on_the_way = COUNTED;
        return fits && w->first == LM_PLAY_SURRENDER ? LM_PLAY_SURRENDER : LM_PLAY_STAND;
    }
    if (held.n < w->held->n) return LM_PLAY_HIT;
    at->on_the_way = 0;
    return held.suited == w->held->suited ? (int)w->first : LM_PLAY_NONE;
}

static void decide(walk *w, const place *from, test_exact *sum)
{
    option list[ROOM];
    place at = *from;
    if (at.on_the_way && at.round.phase == LM_PLAYING) arrive(w, &at);
    int n = list_options(w, &at, list);
    int play = list[0].play;
    if (at.on_the_way)
        play = choice_on_the_way(w, &at, list);
    else if (n > 1 && w->strategy)
        play = choice_of(w, &at, list, n);
    else if (n > 1) {
        take_best(w, &at, list, n, sum);
        return;
    }
    for (int i = 0; i < n; i++) {
        if (list[i].play == play) {
            take(w, &at, &list[i], sum);
            return;
        }
    }
    assert(from->on_the_way); /* a strategy chooses what is allowed */
}

/* --- the walk */

static void next_step(walk *w, const place *at, lm_turn turn, test_exact *sum)
{
    switch (turn.verb) {
    case LM_CARD: deal_each(w, at, turn, sum); break;
    case LM_DOWN:
        if (turn.box) {
            deal_each(w, at, turn, sum);
        } else if (at->out == w->cards) {
            walk_run_out(w, at, sum);
        } else {
            place next = *at;
            walk_hide(w, &next);
            apply(w, &next, (lm_action){ .verb = LM_DOWN });
            go_on(w, &next, sum);
        }
        break;
    case LM_PEEK: peek_each(w, at, sum); break;
    case LM_DETERMINE: determine(w, at, sum); break;
    case LM_TURN:
        if (at->round.phase == LM_EXPOSING && !at->downs) { /* all is shown */
            place next = *at;
            apply(w, &next, (lm_action){ .verb = LM_CLOSE });
            go_on(w, &next, sum);
        } else if (at->round.phase == LM_REVEALING) {
            turn_hole_card(w, at, sum);
        } else {
            turn_own_card(w, at, at->round.phase == LM_EXPOSING ? 1 : turn.hand, sum);
        }
        break;
    default: decide(w, at, sum); break;
    }
}

/* Plays from a place to the end of the round; the sums of a place that was met before are looked up. */
static void go_on(walk *w, const place *at, test_exact *sum)
{
    uint64_t name[2];
    test_exact here[TEST_ITEMS + TEST_NETS];
    memset(here, 0, (size_t)w->items * sizeof *here);
    w->places++;
    w->gave_up |= w->question->most_places && w->places > w->question->most_places;
    if (w->gave_up) return;
    if (lm_round_over(&at->round)) {
        walk_end_round(w, at, sum);
        return;
    }
    lm_turn turn = lm_round_turn(&at->round, w->rules);
    if (w->question->forgetful || at->round.phase < LM_PLAYING) {
        next_step(w, at, turn, sum);
        return;
    }
    walk_name_place(w, at, name);
    const memory *met = walk_find_memory(w, name);
    if (met->used) {
        assert(met->orders == walk_orders_of(w, at));
        w->known++;
        walk_add(w, sum, w->sums + (size_t)met->sums * (size_t)w->items);
        return;
    }
    next_step(w, at, turn, here);
    walk_remember(w, name, walk_orders_of(w, at), here);
    walk_add(w, sum, here);
}

static void begin(walk *w, place *at)
{
    lm_status status = lm_round_open(&at->round, w->rules);
    assert(lm_ok(status));
    (void)status;
    for (uint8_t n = 0; n < w->spots; n++)
        apply(w, at, (lm_action){ .verb = LM_BET, .box = 1, .n = n, .amount_cents = WAGER_CENTS });
    if (walk_has_bettor_behind(w))
        apply(w, at, (lm_action){ .verb = LM_BET, .box = 1, .bettor = LM_SECOND, .amount_cents = WAGER_CENTS });
    if (w->question->coupon)
        apply(w, at,
              (lm_action){ .verb = LM_BET,
                           .box = 1,
                           .instrument = LM_COUPON,
                           .amount_cents = w->question->coupon * (lm_cents)LM_DOLLAR });
    apply(w, at, (lm_action){ .verb = LM_DEAL });
    for (int i = 0; i < w->kinds; i++)
        at->left[i] = w->kind[i].n;
    at->weight[0] = 1;
    at->staked = (uint8_t)(TEST_TENTHS * w->spots);
    at->on_the_way = w->held ? PASSED_BY : 0;
}

static bool run(walk *w, test_tally *tally)
{
    place start;
    memset(&start, 0, sizeof start);
    memset(tally, 0, sizeof *tally);
    w->rules = w->question->rules;
    w->spots = lm_rules_dealer_hands(w->rules);
    walk_sort_cards(w);
    w->factorial[0] = 1;
    for (int i = 1; i <= TEST_CARDS; i++)
        w->factorial[i] = w->factorial[i - 1] * i;
    walk_grow(w);
    begin(w, &start);
    go_on(w, &start, tally->item);
    tally->spots = w->spots;
    tally->ran_out = w->ran_out;
    tally->places = w->places;
    tally->known = w->known;
    tally->nets = w->nets;
    memcpy(tally->net, w->net, sizeof tally->net);
    free(w->met);
    free(w->sums);
    bool whole = tally->item[TEST_ORDERS] + tally->item[TEST_RAN_OUT] == w->factorial[w->cards];
    assert(w->gave_up || w->held || w->question->first || w->question->up || whole);
    (void)whole;
    return !w->gave_up;
}

bool test_play(const test_question *question, const test_strategy *strategy, test_tally *tally)
{
    static walk w;
    w = (walk){ .question = question, .strategy = strategy, .items = TEST_ITEMS };
    return run(&w, tally);
}

bool test_play_nets(const test_question *question, const test_strategy *strategy, test_tally *tally)
{
    static walk w;
    w = (walk){ .question = question, .strategy = strategy, .items = TEST_ITEMS + TEST_NETS };
    return run(&w, tally);
}

bool test_play_best(const test_question *question, test_tally *tally)
{
    static walk w;
    w = (walk){ .question = question, .items = TEST_SQUARE };
    return run(&w, tally);
}

bool test_play_from(const test_question *question, lm_seen seen, const lm_held *held, lm_play play,
                    const test_strategy *strategy, test_tally *tally)
{
    static walk w;
    w = (walk){
        .question = question, .strategy = strategy, .items = TEST_ITEMS, .held = held, .seen = seen, .first = play
    };
    return run(&w, tally);
}

double test_share(const test_tally *tally, test_item item)
{
    return (double)tally->item[item] / (double)tally->item[TEST_ORDERS];
}

double test_mean(const test_tally *tally)
{
    return test_share(tally, TEST_NET) / (TEST_TENTHS * tally->spots);
}
