/* stumble.h - rounds played at random under many rules, with mishaps in them, for tests that look at every step. */
#ifndef LAMMER_TEST_STUMBLE_H
#define LAMMER_TEST_STUMBLE_H

#include "dealer_box.h"
#include "lammer/irregular.h"
#include "rules_help.h"

/* What a test wants to see; any may be NULL. */
typedef struct {
    void (*before)(void *self, const lm_round *round, const lm_rules *rules);
    void (*after)(void *self, const lm_round *was, const lm_round *is, const lm_rules *rules, const lm_action *action);
    void (*hear)(void *self, const lm_event *event);
    void *self;
} stumble_watch;

static const struct {
    const char *name, *rules;
} stumble_tables[] = {
    { "free bet", MFB "@push22:A boxes=3 " },
    { "free bet, no player let out", MFB "release_players=never boxes=2 dealer_bets=on even_money=on " },
    { "free bet with a pot of gold", VFB "@pot-of-gold:01 @push22:1 boxes=2 " },
    { "blackjack", MBJ "@21+3:A bettors_per_box=2 surrender=on boxes=3 release_players=always " },
    { "a revealing reader", MBJ "reader_reveals=on boxes=2 @buster:A " },
    { "no hole card", NO_HOLE "@sevens @aces boxes=3 " },
    { "a hole card unseen", MBJ "hole_card=unseen boxes=3 @third-card " },
    { "doubles face down", MBJ "double_card=down @super4:2 super4_musthit=1 boxes=2 " },
    { "doubles by request", MBJ "double_card=request @blazing7:1 boxes=4 " },
    { "face up", FACE_UP "boxes=3 " },
    { "hand-dealt", SIX_TO_FIVE "boxes=3 " },
    { "multiple action", MULTI "boxes=2 " },
    { "multiple action, late insurance", MULTI "boxes=2 bettors_per_box=2 late_insurance=on even_money=on " },
    { "double shoe", NO_HOLE "shoe=double boxes=2 " },
    { "shown bonus", MBJ "@blackjack-bonus boxes=7 max_bet=5 min_bet=5 " },
    { "one deck", MFB "decks=1 boxes=2 " },
};
enum { STUMBLE_TABLES = sizeof stumble_tables / sizeof *stumble_tables, STUMBLE_ROUNDS = 100, STUMBLE_STEPS = 300 };
enum { STUMBLE_MISHAPS = LM_IR_COUNT * (LM_BOXES + 1) * 3 * LM_CARDS, STUMBLE_CHOICES = 2048 };

static inline bool stumble_brings_card(const lm_action *a)
{
    return a->n == LM_IR_MISDEAL || a->n == LM_IR_FACE_UP_CARD || a->n == LM_IR_EXPOSED || a->n == LM_IR_OVERDRAW;
}

/* Draws one of the listed kinds of mishap, then one of its forms. Some kinds bring a card out of the shoe. */
static inline bool stumble_mishap(const lm_round *r, const lm_rules *k, test_shoe *shoe, test_random *random,
                                  lm_action *a)
{
    static lm_action list[STUMBLE_MISHAPS];
    int n = lm_round_mishaps(r, k, list, STUMBLE_MISHAPS), kinds = 0, forms = 0, kind = -1;
    for (int i = 0; i < n; i++) {
        if ((!i || list[i].n != list[i - 1].n) && test_random_below(random, ++kinds) == 0) kind = list[i].n;
    }
    for (int i = 0; i < n; i++) {
        if (list[i].n == kind && test_random_below(random, ++forms) == 0) *a = list[i];
    }
    if (kind < 0 || kind == LM_IR_EXHAUSTED) return false;
    if (stumble_brings_card(a)) a->card = shoe->card[shoe->next++];
    return true;
}

/* Draws a listed action. Now and then betting ends instead. */
static inline bool stumble_choice(const lm_round *r, const lm_rules *k, test_shoe *shoe, test_random *random,
                                  lm_action *a)
{
    static lm_action list[STUMBLE_CHOICES];
    static const lm_action deal = { .verb = LM_DEAL };
    int n = lm_round_legal(r, k, list, STUMBLE_CHOICES);
    if (n < 1 || n > STUMBLE_CHOICES) return false;
    do
        *a = list[test_random_below(random, n)];
    while (a->verb == LM_WITHDRAW && test_random_below(random, 4));
    lm_round copy = *r;
    if (test_random_below(random, 12) == 0 && lm_ok(lm_round_apply(&copy, k, deal))) *a = deal;
    uint8_t hand = (uint8_t)(r->phase == LM_EXPOSING ? 1 : r->at_hand + 1);
    if (a->verb == LM_TURN) a->card = test_shoe_turn(shoe, a->box, hand);
    return true;
}

/* The next action, and whether anything is left to do. */
static inline bool stumble_next(const lm_round *r, const lm_rules *k, test_shoe *shoe, test_random *random,
                                lm_action *a)
{
    lm_turn turn = lm_round_turn(r, k);
    if (test_random_below(random, 6) == 0 && stumble_mishap(r, k, shoe, random, a)) return true;
    if (turn.who == LM_BY_NOBODY) return false;
    bool prize = turn.verb == LM_AWARD && !r->awaiting; /* any listed amount will do */
    if (!prize && test_dealer_answers(shoe, r, turn, a)) return true;
    return stumble_choice(r, k, shoe, random, a);
}

/* The next round is the same as one on fresh memory with the wagers that wait: whatever the old one used is cleared. */
static inline void assert_next_is_fresh(const lm_round *round, const lm_rules *rules)
{
    static lm_round next, fresh;
    next = *round;
    lm_round_open(&fresh, rules);
    for (int i = 0; i < round->sides; i++) {
        if (round->side[i].state != LM_BET_WAITS) continue;
        fresh.felt_cents += round->side[i].stake;
        fresh.side[fresh.sides++] = round->side[i];
    }
    assert_true(lm_ok(lm_round_next(&next, rules)));
    assert_memory_equal(&next, &fresh, sizeof fresh);
}

static inline void stumble_round(const lm_rules *rules, uint64_t seed, const stumble_watch *watch)
{
    static lm_round round, was, unheard;
    static test_shoe shoe;
    test_random random = { seed };
    lm_listener ear = { watch->hear, watch->self };
    test_shoe_shuffle(&shoe, (int)rules->decks, &random);
    lm_round_open(&round, rules);
    for (int steps = 0; steps < STUMBLE_STEPS && shoe.next < shoe.size - 8; steps++) {
        lm_action a;
        if (watch->before) watch->before(watch->self, &round, rules);
        if (!stumble_next(&round, rules, &shoe, &random, &a)) return;
        was = round;
        unheard = round;
        lm_status status = lm_round_apply_heard(&round, rules, a, watch->hear ? &ear : NULL);
        lm_round_apply(&unheard, rules, a); /* a listener must not change the round */
        assert_memory_equal(&unheard, &round, sizeof round);
        if (!lm_ok(status) && a.verb != LM_IRREGULAR) return; /* the stacked shoe does not have the card */
        assert_next_is_fresh(&round, rules);
        if (lm_ok(status) && watch->after) watch->after(watch->self, &was, &round, rules, &a);
    }
}

static inline void stumble(const char *settings, const stumble_watch *watch)
{
    lm_rules rules;
    rules_make(&rules, settings, "");
    for (uint64_t seed = 1; seed <= STUMBLE_ROUNDS; seed++)
        stumble_round(&rules, seed * 0x9E3779B97F4A7C15u, watch);
}

#endif
