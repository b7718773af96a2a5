/* enumerate.c - see enumerate.h. */
#include "enumerate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = TEST_CARDS, DOWN = 12, ROOM = 160, WAGER_CENTS = 10 * LM_DOLLAR, WORD_KINDS = 12 };

/* Cards that the rules do not distinguish. */
typedef struct {
    lm_card card[TEST_CARDS];
    uint8_t n, value;
} kind;

/* The place that a walk has reached: the round and the shoe. */
typedef struct {
    lm_round round;
    test_exact weight[KINDS]; /* orders of the cards that are out; by the kind of an unseen hole card */
    uint8_t left[KINDS];      /* cards that have not been seen, a hole card among them */
    uint8_t out;              /* cards that have left the shoe, seen or not */
    uint8_t hole_unknown;
    uint8_t on_the_way; /* to the hand that the question begins with: see PASSED_BY */
    uint8_t blackjack;  /* the player's first two cards */
    uint8_t did[5];     /* free and paid doubles, free and paid splits, surrenders */
    uint8_t staked;     /* in tenths */
    uint8_t downs;
    struct {
        lm_card card;
        uint8_t hand;
    } down[DOWN]; /* the player's cards that lie face down */
} place;

/* Rounds that do not come to the hand in question do not count. Where it may be given up before the reader answers, they
 * count from there on. */
enum { PASSED_BY = 1, COUNTED };

enum { FREE_DOUBLE, PAID_DOUBLE, FREE_SPLIT, PAID_SPLIT, SURRENDER };

typedef struct {
    uint64_t name[2]; /* of a place */
    test_exact orders;
    uint32_t sums; /* index of its items */
    bool used;
} memory;

typedef struct {
    const test_question *question;
    const lm_rules *rules;
    const test_strategy *strategy; /* NULL: the best */
    kind kind[KINDS];
    int kinds, cards, spots;
    uint8_t kind_of[LM_CARDS];
    test_exact factorial[TEST_CARDS + 1];
    /* the hand to begin with */
    const lm_held *held;
    lm_seen seen;
    lm_play first;
    /* places that were met */
    memory *met;
    size_t room, n_met;
    test_exact *sums;
    size_t sums_room, n_sums;
    int items; /* how many of the TEST_ figures are counted */
    int nets, net[TEST_NETS];
    bool ran_out, gave_up;
    long places, known;
} walk;

static void go_on(walk *w, const place *from, test_exact *sum);

/* --- the shoe */

static bool is_678(lm_card card)
{
    return lm_card_value(card) >= 6 && lm_card_value(card) <= 8;
}

/* Whether a card is more than its value to these rules. */
static bool is_special(const lm_rules *k, lm_card card)
{
    int64_t pair = k->special_blackjack - 1;
    bool named = k->special_blackjack && (card == pair / 64 || card == pair % 64);
    return named || (k->bonus_678 && is_678(card));
}

static uint8_t find_kind(const walk *w, lm_card card)
{
    bool apart = w->question->apart || is_special(w->rules, card);
    uint8_t i = 0;
    for (; i < w->kinds; i++) {
        lm_card other = w->kind[i].card[0];
        if (other == card) break;
        bool equal = w->kind[i].value == lm_card_value(card) && !apart && !is_special(w->rules, other);
        if (equal) break;
    }
    return i;
}

static void sort_cards(walk *w)
{
    for (lm_card card = 0; card < LM_CARDS; card++) {
        for (int copies = w->question->census->copies[card]; copies > 0; copies--) {
            uint8_t i = find_kind(w, card);
            assert(w->cards < TEST_CARDS);
            if (i == w->kinds) w->kind[w->kinds++] = (kind){ .value = (uint8_t)lm_card_value(card) };
            w->kind[i].card[w->kind[i].n++] = card;
            w->kind_of[card] = i;
            w->cards++;
        }
    }
}

/* The orders of everything that is out, over all that the hole card may be. */
static test_exact orders_of(const walk *w, const place *at)
{
    test_exact all = at->weight[0];
    for (int i = 1; at->hole_unknown && i < w->kinds; i++)
        all += at->weight[i];
    return all;
}

/* One card of a kind becomes known. False when no order of the shoe has one left. */
static bool draw(const walk *w, place *at, uint8_t k)
{
    for (int hole = 0; hole < (at->hole_unknown ? w->kinds : 1); hole++)
        at->weight[hole] *= at->left[k] - (at->hole_unknown && hole == k);
    if (orders_of(w, at) == 0) return false;
    at->left[k]--;
    at->out++;
    return true;
}

/* A card goes face down and may be any that is left. */
static void hide(const walk *w, place *at)
{
    test_exact orders = at->weight[0];
    for (int i = 0; i < w->kinds; i++)
        at->weight[i] = orders * at->left[i];
    at->hole_unknown = 1;
    at->out++;
}

/* The card of this kind that is dealt next. */
static lm_card next_of(const walk *w, const place *at, uint8_t k)
{
    return w->kind[k].card[w->kind[k].n - at->left[k]];
}

/* --- places that were met before */

static void mix(uint64_t name[2], uint64_t word)
{
    name[0] = (name[0] ^ word) * 0x9E3779B97F4A7C15ULL;
    name[0] ^= name[0] >> 29;
    name[1] = (name[1] + word) * 0xD6E8FEB86659FD93ULL;
    name[1] = (name[1] << 27 | name[1] >> 37) ^ (name[1] >> 11);
}

static void mix_bytes(uint64_t name[2], const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    for (; n; n -= n < 8 ? n : 8) {
        uint64_t word = 0;
        memcpy(&word, at, n < 8 ? n : 8);
        mix(name, word);
        at += 8;
    }
}

/* Cards without their order. */
static void mix_cards(const walk *w, uint64_t name[2], const lm_card *card, int n)
{
    uint64_t word[(KINDS + WORD_KINDS - 1) / WORD_KINDS] = { 0 };
    for (int i = 0; i < n; i++) {
        if (card[i] == LM_CARD_DOWN) continue;
        int k = w->kind_of[card[i]];
        word[k / WORD_KINDS] += 1ULL << (5 * (k % WORD_KINDS));
    }
    for (int i = 0; i * WORD_KINDS < w->kinds; i++)
        mix(name, word[i]);
}

/* A split leaves the first card where it is, so the order of a pair matters where the rules distinguish its cards. */
static bool is_pair(const lm_hand *hand)
{
    return hand->n == 2 && !hand->hidden && lm_card_value(hand->card[0]) == lm_card_value(hand->card[1]);
}

/* The name of a state: the whole round except the order of the cards in each hand, and the shoe. Equal names have equal
 * futures. */
static void name_place(const walk *w, const place *at, uint64_t name[2])
{
    const lm_round *r = &at->round;
    const lm_box *box = &r->box[0];
    name[0] = 0x243F6A8885A308D3ULL;
    name[1] = 0x13198A2E03707344ULL;
    mix_bytes(name, &r->felt_cents, 3 * sizeof(lm_cents));
    mix_bytes(name, box, offsetof(lm_box, hand));
    mix_bytes(name, &box->answered, sizeof *box - offsetof(lm_box, answered));
    for (int h = 0; h < box->hands; h++) {
        const lm_hand *hand = &box->hand[h];
        mix_cards(w, name, hand->card, hand->n);
        mix(name, is_pair(hand) ? w->kind_of[hand->card[0]] : KINDS);
        mix_bytes(name, &hand->n, sizeof *hand - offsetof(lm_hand, n));
    }
    if (w->strategy && w->strategy->look && box->hands > 1) /* the player knows which pair was split */
        mix(name, (uint64_t)lm_card_value(box->hand[0].card[0]));
    mix(name, r->dealer.n ? w->kind_of[r->dealer.card[0]] : KINDS);
    mix_cards(w, name, r->dealer.card, r->dealer.n);
    mix_bytes(name, &r->dealer.n, sizeof r->dealer - offsetof(lm_dealer_hand, n));
    mix_bytes(name, &r->phase, offsetof(lm_round, actions) - offsetof(lm_round, phase));
    mix_bytes(name, at->left, offsetof(place, down) + sizeof at->down - offsetof(place, left));
}

static memory *find_memory(walk *w, const uint64_t name[2])
{
    size_t i = name[0] & (w->room - 1);
    while (w->met[i].used && (w->met[i].name[0] != name[0] || w->met[i].name[1] != name[1]))
        i = (i + 1) & (w->room - 1);
    return &w->met[i];
}

static void grow(walk *w)
{
    memory *old = w->met;
    size_t n = w->room;
    w->room = n ? 2 * n : 1 << 12;
    w->met = calloc(w->room, sizeof *w->met);
    assert(w->met);
    for (size_t i = 0; i < n; i++) {
        if (old[i].used) *find_memory(w, old[i].name) = old[i];
    }
    free(old);
}

static void remember(walk *w, const uint64_t name[2], test_exact orders, const test_exact *sum)
{
    size_t items = (size_t)w->items;
    if (2 * w->n_met >= w->room) grow(w);
    if (w->n_sums + items > w->sums_room) {
        w->sums_room = w->sums_room ? 2 * w->sums_room : 1 << 16;
        w->sums = realloc(w->sums, w->sums_room * sizeof *w->sums);
        assert(w->sums);
    }
    memcpy(w->sums + w->n_sums, sum, items * sizeof *sum);
    *find_memory(w, name) = (memory){ { name[0], name[1] }, orders, (uint32_t)(w->n_sums / items), true };
    w->n_sums += items;
    w->n_met++;
}

static void add(const walk *w, test_exact *sum, const test_exact *other)
{
    for (int i = 0; i < w->items; i++)
        sum[i] += other[i];
}

/* --- what a round came to */

static bool makes_blackjack(const walk *w, const place *at, int k)
{
    int up = lm_card_value(at->round.dealer.card[0]), value = w->kind[k].value;
    return (up == 1 && value == 10) || (up == 10 && value == 1);
}

/* Orders in which the dealer's first two cards are a blackjack. Where all hands were over before the second card, it
 * would have been the next one. */
static test_exact blackjack_orders(const walk *w, const place *at, test_exact orders)
{
    const lm_round *r = &at->round;
    int left = w->cards - at->out, makes = 0;
    if (r->totals[0] == LM_TOTAL_BLACKJACK) return orders;
    if (r->dealer.n != 1) return 0;
    for (int k = 0; k < w->kinds; k++)
        makes += makes_blackjack(w, at, k) ? at->left[k] : 0;
    return left ? orders / left * makes : 0;
}

/* Hands won less hands lost, of those with chips of their own: MBJ-22(h) is about the player's wagers. */
static int majority_of(const lm_box *box)
{
    int majority = 0;
    for (int h = 0; h < box->hands; h++) {
        const lm_hand *hand = &box->hand[h];
        if (hand->marks & LM_FREE_HAND) continue;
        majority += (hand->result == LM_WON) - (hand->result == LM_LOST || hand->result == LM_SURRENDERED);
    }
    return majority;
}

static int count_busts(const lm_box *box)
{
    int busts = 0;
    for (int h = 0; h < box->hands; h++)
        busts += lm_cards_score(box->hand[h].card, box->hand[h].n).total > 21;
    return busts;
}

static bool has_bettor_behind(const walk *w)
{
    return w->strategy && w->strategy->along;
}

static int net_against(const walk *w, const place *at, uint8_t dealer_hand)
{
    uint8_t bettor = has_bettor_behind(w) ? LM_SECOND : LM_DECIDER;
    lm_spot spot = { .box = 1, .bettor = bettor, .wager = LM_MAIN, .n = dealer_hand };
    lm_cents cents = lm_round_net(&at->round, spot);
    bool returned = w->question->coupon && at->round.box[0].hand[0].result == LM_TIED; /* it lies at the first hand */
    assert(cents % LM_DOLLAR == 0);
    return (int)(cents / LM_DOLLAR) + (returned ? w->question->returned : 0);
}

static int item_of_net(walk *w, int net)
{
    int i = 0;
    while (i < w->nets && w->net[i] != net)
        i++;
    assert(i < TEST_NETS);
    if (i == w->nets) w->net[w->nets++] = net;
    return TEST_ITEMS + i;
}

static void end_round(walk *w, const place *at, test_exact *sum)
{
    const lm_box *box = &at->round.box[0];
    if (at->on_the_way == PASSED_BY) return;
    assert(at->round.felt_cents == 0);
    test_exact orders = orders_of(w, at) * w->factorial[w->cards - at->out];
    sum[TEST_ORDERS] += orders;
    sum[TEST_NET] += orders * net_against(w, at, LM_ALL_SPOTS);
    if (w->items == TEST_SQUARE) return;
    int net = net_against(w, at, 0), all = net_against(w, at, LM_ALL_SPOTS), majority = majority_of(box);
    if (w->items > TEST_ITEMS) sum[item_of_net(w, all)] += orders;
    sum[TEST_ROUND_SQUARE] += orders * all * all;
    sum[all > 0 ? TEST_ROUND_WIN : all == 0 ? TEST_ROUND_PUSH : TEST_ROUND_LOSE] += orders;
    sum[TEST_SQUARE] += orders * net * net;
    sum[net > 0 ? TEST_WIN : net == 0 ? TEST_PUSH : TEST_LOSE] += orders;
    sum[majority > 0 ? TEST_ADVANCE : majority == 0 ? TEST_LEVEL : TEST_FALL] += orders;
    sum[TEST_STAKED] += orders * at->staked;
    for (int i = FREE_DOUBLE; i <= SURRENDER; i++)
        sum[TEST_FREE_DOUBLES + i] += orders * at->did[i];
    sum[TEST_BLACKJACKS] += orders * at->blackjack;
    sum[TEST_BUSTS] += orders * count_busts(box);
    if (box->hands > 2) sum[TEST_CROWDED] += orders;
    test_exact blackjack = blackjack_orders(w, at, orders);
    sum[TEST_DEALER_BLACKJACKS] += blackjack;
    sum[TEST_LAMMERS + box->lammers] += orders - blackjack;
}

static void run_out(walk *w, const place *at, test_exact *sum)
{
    w->ran_out = true;
    if (at->on_the_way != PASSED_BY) sum[TEST_RAN_OUT] += orders_of(w, at);
}

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
        run_out(w, at, sum);
        return;
    }
    for (uint8_t k = 0; k < w->kinds; k++) {
        if (!at->left[k] || (wanted && w->kind[k].value != wanted)) continue;
        place next = *at;
        if (!draw(w, &next, k)) continue;
        if (turn.box) note_blackjack(w, &next, k);
        lm_card card = next_of(w, at, k);
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
            if (makes_blackjack(w, at, k) != yes) next.weight[k] = 0;
        }
        if (orders_of(w, &next) == 0) continue;
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
        apply(w, &next, (lm_action){ .verb = LM_TURN, .card = next_of(w, at, k) });
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
        held.suited &= is_678(hand->card[i]) && lm_suit(hand->card[i]) == lm_suit(hand->card[0]);
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
    if (has_bettor_behind(w)) announce_behind(w, &next, o);
    apply(w, &next, o->action);
    if (has_bettor_behind(w) && o->play == TAKE_EVEN_MONEY) {
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
    add(w, sum, best);
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
            run_out(w, at, sum);
        } else {
            place next = *at;
            hide(w, &next);
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
        end_round(w, at, sum);
        return;
    }
    lm_turn turn = lm_round_turn(&at->round, w->rules);
    if (w->question->forgetful || at->round.phase < LM_PLAYING) {
        next_step(w, at, turn, sum);
        return;
    }
    name_place(w, at, name);
    const memory *met = find_memory(w, name);
    if (met->used) {
        assert(met->orders == orders_of(w, at));
        w->known++;
        add(w, sum, w->sums + (size_t)met->sums * (size_t)w->items);
        return;
    }
    next_step(w, at, turn, here);
    remember(w, name, orders_of(w, at), here);
    add(w, sum, here);
}

static void begin(walk *w, place *at)
{
    lm_status status = lm_round_open(&at->round, w->rules);
    assert(lm_ok(status));
    (void)status;
    for (uint8_t n = 0; n < w->spots; n++)
        apply(w, at, (lm_action){ .verb = LM_BET, .box = 1, .n = n, .amount_cents = WAGER_CENTS });
    if (has_bettor_behind(w))
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
    sort_cards(w);
    w->factorial[0] = 1;
    for (int i = 1; i <= TEST_CARDS; i++)
        w->factorial[i] = w->factorial[i - 1] * i;
    grow(w);
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
