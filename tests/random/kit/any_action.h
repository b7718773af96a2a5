/* any_action.h - actions drawn without a thought for what is legal. */
#ifndef LAMMER_TEST_ANY_ACTION_H
#define LAMMER_TEST_ANY_ACTION_H

#include "wanderer.h"

static int below(wanderer *w, int bound)
{
    return test_random_below(&w->random, bound);
}

/* Plausible for the verb, more or less. */
static lm_action any_round_action(wanderer *w, uint8_t verb)
{
    lm_action a = { .verb = verb };
    bool seat = below(w, 8) != 0;
    bool seatless = a.verb == LM_DEAL || a.verb == LM_DETERMINE || a.verb == LM_CONFIRM;
    a.box = seat && !seatless ? (uint8_t)below(w, LM_BOXES + 2) : 0;
    if (a.verb == LM_CONFIRM || a.verb == LM_WITH_SPLIT || a.verb == LM_INSURE) a.n = (uint8_t)below(w, 5);
    if (a.verb == LM_WITH_DOUBLE || a.verb == LM_WITH_SPLIT) a.bettor = (uint8_t)below(w, LM_BETTORS + 1);
    if (a.verb == LM_BET || a.verb == LM_WITHDRAW || a.verb == LM_INSURE || a.verb == LM_EVEN_MONEY) {
        a.bettor = (uint8_t)below(w, LM_BETTORS + 1);
        a.wager = a.verb == LM_INSURE ? LM_INSURANCE : a.verb == LM_EVEN_MONEY ? 0 : (uint8_t)below(w, 5);
    }
    if (a.verb == LM_CARD || a.verb == LM_TURN || a.verb == LM_DETERMINE) a.card = (lm_card)below(w, 54);
    if (a.verb == LM_TURN && (w->table.round.phase == LM_REVEALING || below(w, 2))) a.box = w->table.round.at_box;
    if (a.verb == LM_CARD || a.verb == LM_DOWN || a.verb == LM_PEEK || a.verb == LM_CLOSE) a.box = 0;
    if (a.verb == LM_PEEK || a.verb == LM_DOUBLE || a.verb == LM_DETERMINE) a.yes = (uint8_t)below(w, 2);
    if (a.verb == LM_BET || a.verb == LM_INSURE || a.verb == LM_DOUBLE || a.verb == LM_SPLIT ||
        a.verb == LM_WITH_DOUBLE) {
        static const lm_cents amounts[] = { 0,    1,    -100,  100,   250,       500,       1000,     1050,
                                            2000, 5000, 50000, 60000, 1LL << 40, INT64_MIN, INT64_MAX };
        a.amount_cents = amounts[below(w, (int)(sizeof amounts / sizeof *amounts))];
    }
    return a;
}

/* Mostly malformed: every field may be set, whether the verb uses it or not. */
static lm_action any_table_action(wanderer *w, uint8_t verb)
{
    static const lm_cents amounts[] = { 0,  1,   2,   3,   6,   8,   10,  51, 52,        77,
                                        78, 104, 156, 260, 312, 313, 416, -1, INT64_MIN, INT64_MAX };
    lm_action a = { .verb = verb };
    int fields = below(w, 64);
    if (fields & 1) a.box = (uint8_t)below(w, LM_BOXES + 2);
    if (fields & 2) a.n = (uint8_t)below(w, 6);
    if (fields & 4) a.yes = (uint8_t)below(w, 3);
    if (fields & 8) a.amount_cents = amounts[below(w, (int)(sizeof amounts / sizeof *amounts))];
    if (fields & 16 && below(w, 4) == 0) a.card = (lm_card)below(w, 54);
    if (fields == 63) a.bettor = a.wager = a.player = 1;
    return a;
}

static lm_action any_action(wanderer *w)
{
    uint8_t verb = (uint8_t)below(w, LM_TABLE_VERB_COUNT + 1);
    return verb < LM_VERB_COUNT ? any_round_action(w, verb) : any_table_action(w, verb);
}

#endif
