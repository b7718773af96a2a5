/* chances.c - the dealer's steps and their random outcomes: listed through lm_dealer, they have the same value as all
 * orders of the same cards dealt through the five verbs. */
/* sanitized */
#include "lammer/dealer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/profile.h"

enum { CARDS = 7, BET = 10 * LM_DOLLAR, ROOM = 128 };

/* A box that hits below 15 and never splits, doubles or insures. */
static lm_action decide(const lm_round *r, lm_turn turn)
{
    const lm_hand *hand = &r->box[0].hand[r->at_hand];
    if (turn.who == LM_BY_PLAYERS) return (lm_action){ .verb = LM_CLOSE };
    return (lm_action){ .verb = lm_hand_score(hand).total < 15 ? LM_HIT : LM_STAND, .box = 1 };
}

typedef struct {
    double net; /* cents, over all outcomes with their probabilities */
    double dry; /* probability that the shoe runs out */
} worth;

/* ---- by the list of outcomes --------------------------------------------------------------------------- */

static worth listed(const lm_dealer *d, const lm_rules *k);

static worth after(const lm_dealer *d, const lm_rules *k, lm_action action)
{
    lm_dealer next = *d;
    assert_true(lm_ok(lm_dealer_do(&next, k, action, NULL)));
    return listed(&next, k);
}

static worth listed(const lm_dealer *d, const lm_rules *k)
{
    lm_chance outcome[ROOM];
    lm_action action;
    if (lm_round_over(&d->table.round))
        return (worth){ (double)lm_round_net(&d->table.round, (lm_spot){ 1, 0, LM_ALL_WAGERS, LM_ALL_SPOTS }), 0 };
    int n = lm_dealer_chances(d, k, outcome, ROOM);
    uint64_t all = 0;
    for (int i = 0; i < n; i++)
        all += outcome[i].weight;
    worth sum = { 0, 0 };
    for (int i = 0; i < n; i++) {
        double share = (double)outcome[i].weight / (double)all;
        worth one = after(d, k, outcome[i].action);
        sum.net += share * one.net;
        sum.dry += share * one.dry;
    }
    if (n) return sum;
    if (!lm_dealer_owes(d, k, &action)) return after(d, k, decide(&d->table.round, lm_table_turn(&d->table, k)));
    if (action.card == LM_CARD_DOWN) return (worth){ 0, 1 };
    return after(d, k, action);
}

/* ---- by hand, over all orders -------------------------------------------------------------------------- */

typedef struct {
    lm_card card[CARDS];
    int next;
    lm_card hole;
} stacked;

/* A step of the dealer; false when the shoe runs out. */
static bool deal_by_hand(lm_round *r, stacked *s, lm_turn turn, lm_action *a)
{
    *a = (lm_action){ .verb = turn.verb };
    if ((turn.verb == LM_CARD || turn.verb == LM_DOWN) && s->next == CARDS) return false;
    if (turn.verb == LM_CARD) a->card = s->card[s->next++];
    if (turn.verb == LM_DOWN) s->hole = s->card[s->next++];
    if (turn.verb == LM_TURN) a->card = s->hole;
    if (turn.verb == LM_PEEK) {
        int up = lm_card_value(r->dealer.card[0]), under = lm_card_value(s->hole);
        a->yes = (up == 1 && under == 10) || (up == 10 && under == 1);
    }
    return true;
}

static bool play_by_hand(const lm_round *dealt, const lm_rules *k, stacked s, lm_cents *net)
{
    lm_round r = *dealt;
    while (!lm_round_over(&r)) {
        lm_turn turn = lm_round_turn(&r, k);
        lm_action a;
        if (turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS) {
            a = decide(&r, turn);
        } else if (!deal_by_hand(&r, &s, turn, &a)) {
            return false;
        }
        assert_true(lm_ok(lm_round_apply(&r, k, a)));
    }
    *net = lm_round_net(&r, (lm_spot){ 1, 0, LM_ALL_WAGERS, LM_ALL_SPOTS });
    return true;
}

static void all_orders(const lm_round *dealt, const lm_rules *k, stacked *s, int from, int64_t *net, int64_t *dry,
                       int64_t *orders)
{
    if (from == CARDS) {
        lm_cents one;
        ++*orders;
        if (play_by_hand(dealt, k, *s, &one)) {
            *net += one;
        } else {
            ++*dry;
        }
        return;
    }
    for (int i = from; i < CARDS; i++) {
        lm_card card = s->card[i];
        s->card[i] = s->card[from];
        s->card[from] = card;
        all_orders(dealt, k, s, from + 1, net, dry, orders);
        s->card[from] = s->card[i];
        s->card[i] = card;
    }
}

/* ---- both ---------------------------------------------------------------------------------------------- */

static lm_profile profile;

static const lm_rules *rules_of(const char *name, const char *const *settings, int n)
{
    assert_true(lm_profile_load(&profile, lm_wagers, name, settings, n, NULL));
    return &profile.rules;
}

/* A dealt table whose shoe holds these cards and no others. */
static void open_small(lm_dealer *d, const lm_rules *k, const char *cards, stacked *s)
{
    lm_action action;
    assert_true(lm_ok(lm_dealer_open(d, k, NULL)));
    while (lm_dealer_owes(d, k, &action) && action.card != LM_CARD_DOWN)
        assert_true(lm_ok(lm_dealer_do(d, k, action, NULL)));
    lm_action bet = { .verb = LM_BET, .box = 1, .amount_cents = BET };
    assert_true(lm_ok(lm_dealer_do(d, k, bet, NULL)));
    assert_true(lm_ok(lm_dealer_do(d, k, (lm_action){ .verb = LM_DEAL }, NULL)));
    memset(d->table.seen, (int)k->decks, sizeof d->table.seen);
    for (int i = 0; i < CARDS; i++) {
        char word[3] = { cards[3 * i], cards[3 * i + 1], '\0' };
        assert_true(lm_card_read(word, &s->card[i]));
        d->table.seen[s->card[i]]--;
    }
}

static void outcomes_are_worth_all_orders(void **state)
{
    static const char *const modes[][2] = {
        { "hole_card=reader", "dealer_soft17=hit" },
        { "hole_card=none", "dealer_soft17=stand" },
        { "hole_card=unseen", "dealer_soft17=hit" },
        { "hole_card=face-up", "dealer_soft17=stand" },
    };
    static const char *const shoes[] = { "As Td 9c 8h 7s 6d Kc", "Ah Ad Tc Th 5s 5d 9c", "2s 9d 9c Th Ts Jd Qc" };
    (void)state;
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        for (size_t i = 0; i < sizeof shoes / sizeof *shoes; i++) {
            const lm_rules *k = rules_of("ma-blackjack", modes[m], 2);
            lm_dealer d;
            stacked s = { .next = 0 };
            int64_t net = 0, dry = 0, orders = 0;
            open_small(&d, k, shoes[i], &s);
            worth w = listed(&d, k);
            all_orders(&d.table.round, k, &s, 0, &net, &dry, &orders);
            double brute = (double)net / (double)orders, brute_dry = (double)dry / (double)orders;
            if (fabs(w.net - brute) > 1e-9 || fabs(w.dry - brute_dry) > 1e-12)
                fail_msg(
                    "%s, %s: the outcomes are worth %.12f cents (%.12f without enough cards), all orders %.12f (%.12f)",
                    modes[m][0], shoes[i], w.net, w.dry, brute, brute_dry);
        }
    }
}

/* ---- random tables ------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t word;
    lm_shoe shoe[2];
} chance;

static uint32_t below(void *self, uint32_t bound)
{
    chance *c = self;
    c->word = c->word * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((c->word >> 33) % bound);
}

static int left(void *self, int side)
{
    return lm_shoe_left(&((chance *)self)->shoe[side]);
}

static lm_card draw(void *self, int side)
{
    return lm_shoe_deal(&((chance *)self)->shoe[side]);
}

static uint64_t cards_unseen(const lm_dealer *d, const lm_rules *k)
{
    uint64_t n = (uint64_t)k->decks * LM_CARDS - d->downs.n;
    for (int card = 0; card < LM_CARDS; card++)
        n -= d->table.seen[card];
    return n;
}

/* The outcomes are all different, their weights are the cards that have not been seen, and what is drawn is one of
 * them. */
static void check_outcomes(const lm_dealer *d, const lm_rules *k, const lm_chance *outcome, int n,
                           const lm_action *drawn)
{
    uint64_t all = 0;
    bool found = false;
    for (int i = 0; i < n; i++) {
        const lm_action *a = &outcome[i].action;
        all += outcome[i].weight;
        found |= a->verb == drawn->verb && a->card == drawn->card && a->box == drawn->box &&
                 a->amount_cents == drawn->amount_cents;
        for (int j = 0; j < i; j++)
            assert_true(memcmp(a, &outcome[j].action, sizeof *a) != 0);
    }
    bool card = drawn->verb == LM_CARD || drawn->verb == LM_DOWN || drawn->verb == LM_DETERMINE;
    if (card && all != cards_unseen(d, k))
        fail_msg(/* say:test-outcomes-weigh-wrongly */ "the outcomes weigh %llu, and %llu cards have not been seen",
                 (unsigned long long)all, (unsigned long long)cards_unseen(d, k));
    if (drawn->verb == LM_DETERMINE || drawn->verb == LM_IRREGULAR) return;
    assert_true(found);
}

static lm_action choose(const lm_dealer *d, const lm_rules *k, chance *c)
{
    static lm_action list[4096];
    const lm_round *r = &d->table.round;
    int n = lm_table_legal(&d->table, k, list, 4096);
    for (;;) {
        lm_action a = list[below(c, (uint32_t)n)];
        if (a.verb >= LM_VERB_COUNT || a.verb == LM_WITHDRAW) continue;
        if (a.verb == LM_TURN) { /* players show cards of their own */
            int at = lm_downs_find(&d->downs, a.box, (uint8_t)(r->phase == LM_EXPOSING ? 1 : r->at_hand + 1));
            a.card = (lm_card)d->downs.down[at].card;
        }
        return a;
    }
}

static void load(chance *c, const lm_rules *k)
{
    int right = k->shoe == LM_SHOE_DOUBLE ? (int)k->decks / 2 : 0;
    lm_shoe_fill(&c->shoe[0], (int)k->decks - right);
    if (right) lm_shoe_fill(&c->shoe[1], right);
    lm_shoe_shuffle(&c->shoe[0], below, c);
    if (right) lm_shoe_shuffle(&c->shoe[1], below, c);
}

/* Plays a table at random, looks at each step that chance decides, and returns their number. */
static int wander(const lm_rules *k, uint64_t seed)
{
    static lm_dealer d;
    static chance c;
    int met = 0;
    memset(&c, 0, sizeof c);
    c.word = seed;
    lm_source source = { &c, left, NULL, draw, below };
    assert_true(lm_ok(lm_dealer_open(&d, k, &source)));
    for (int step = 0; step < 1500; step++) {
        lm_chance outcome[ROOM];
        lm_action action;
        lm_dealer before = d;
        int n = lm_dealer_chances(&d, k, outcome, ROOM);
        bool owes = lm_dealer_next(&d, k, &source, &action);
        assert_true(n <= ROOM && (n == 0 || owes));
        if (n) check_outcomes(&d, k, outcome, n, &action);
        met += n > 0;
        if (action.verb == LM_OPEN && owes) load(&c, k), action = (lm_action){ .verb = LM_LOAD, .yes = 1 };
        bool loads = owes && action.verb == LM_LOAD;
        if (loads) load(&c, k);
        if (!owes) action = choose(&d, k, &c);
        lm_status status = lm_dealer_do(&d, k, action, NULL);
        if (!lm_ok(status)) assert_memory_equal(&before, &d, sizeof d);
        if (owes && !lm_ok(status))
            fail_msg("the dealer owes %s, but it is refused: %s", lm_action_word(action.verb), lm_why_text(status.why));
        if (loads && lm_ok(lm_dealer_do(&d, k, (lm_action){ .verb = LM_BURN }, NULL))) lm_shoe_deal(&c.shoe[0]);
        if (d.table.stage == LM_TO_OPEN && !d.table.burns)
            assert_true(lm_ok(lm_dealer_do(&d, k, (lm_action){ .verb = LM_OPEN }, NULL)));
    }
    return met;
}

static void what_is_drawn_is_listed(void **state)
{
    (void)state;
    for (const char *const *name = lm_profile_names(); *name; name++) {
        const lm_rules *k = rules_of(*name, NULL, 0);
        for (uint64_t seed = 1; seed <= 3; seed++)
            assert_true(wander(k, seed) > 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_are_worth_all_orders),
        cmocka_unit_test(what_is_drawn_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
