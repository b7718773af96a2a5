/* whole_rounds.c - see whole_rounds.h. */
#include "whole_rounds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static int column_of(const lm_game *game, const lm_round *r)
{
    bool open = r->dealer.n > 1 && r->dealer.card[1] != LM_CARD_DOWN;
    return lm_game_column_of(game, (lm_seen){ (uint8_t)lm_card_value(r->dealer.card[0]),
                                              open ? (uint8_t)lm_card_value(r->dealer.card[1]) : 0 });
}

static lm_held held_of(const lm_rules *k, const lm_round *r)
{
    const lm_box *box = &r->box[r->at_box - 1];
    const lm_hand *hand = &box->hand[r->at_hand];
    lm_held held = { .n = hand->n, .staked = hand->marks & LM_FREE_HAND ? LM_STAKED_LAMMER : LM_STAKED_CHIPS };
    for (int i = 0; i < hand->n; i++)
        held.value[i] = (uint8_t)lm_card_value(hand->card[i]);
    held.split_costs = box->free_splits >= k->free_splits || !(k->free_split >> lm_card_value(hand->card[0]) & 1);
    return held;
}

/* What the optimum does, of the legal actions; a blackjack stands unless even money is better. */
static lm_action decide(const whole_rounds *w, const lm_round *r)
{
    static const struct {
        lm_verb verb;
        lm_play play;
    } plays[] = { { LM_STAND, LM_PLAY_STAND },
                  { LM_HIT, LM_PLAY_HIT },
                  { LM_DOUBLE, LM_PLAY_DOUBLE },
                  { LM_SPLIT, LM_PLAY_SPLIT },
                  { LM_SURRENDER, LM_PLAY_SURRENDER } };
    enum { ROOM = 160, PLAYS = sizeof plays / sizeof *plays };
    lm_action legal[ROOM], of[LM_PLAYS] = { { 0 } };
    unsigned allowed = 0;
    int n = lm_round_legal(r, w->rules, legal, ROOM);
    for (int i = 0; i < n; i++) {
        if (legal[i].bettor != LM_DECIDER || legal[i].yes) continue;
        if (legal[i].verb == LM_EVEN_MONEY && lm_game_even_money(w->game)) return legal[i];
        for (int k = 0; k < PLAYS; k++) {
            if (legal[i].verb != plays[k].verb) continue;
            of[plays[k].play] = legal[i];
            allowed |= 1u << plays[k].play;
        }
    }
    if (r->phase == LM_INSURING) return (lm_action){ .verb = LM_CLOSE };
    lm_held held = held_of(w->rules, r);
    bool only = !(allowed & (allowed - 1));
    lm_play play = only ? LM_PLAY_STAND : lm_game_choice(w->game, column_of(w->game, r), &held, allowed);
    lm_action action = of[play];
    action.least_cents = action.most_cents = action.step_cents = 0;
    return action;
}

static lm_action award(const lm_round *r, const lm_rules *k, lm_turn turn)
{
    lm_action action = { .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager };
    action.amount_cents = ROUNDS_SHOWN;
    for (int i = 0; i < r->sides; i++) {
        bool this_one = r->side[i].slot == turn.wager && r->side[i].box_bettor == turn.box * LM_BETTORS + turn.bettor;
        if (this_one && !k->offer[turn.wager - LM_SIDE].wager->amount_is_shown)
            action.amount_cents = rounds_prize(r->side[i].outcome);
    }
    return action;
}

static lm_action confirm(const lm_round *r)
{
    lm_action action = { .verb = LM_CONFIRM };
    while (!(r->awaiting >> action.n & 1))
        action.n++;
    return action;
}

static void go(whole_rounds *w, lm_round r, rounds_wide ways);

static void deal_each(whole_rounds *w, const lm_round *r, lm_verb verb, rounds_wide ways)
{
    lm_card hole = w->hole;
    assert_true(w->dealt < w->cards); /* the shoe is large enough for every round */
    for (int card = 0; card < LM_CARDS; card++) {
        int left = w->census.copies[card];
        if (!left) continue;
        lm_round next = *r;
        lm_action action = { .verb = (uint8_t)verb };
        if (verb == LM_CARD)
            action.card = (lm_card)card;
        else
            w->hole = (lm_card)card;
        assert_true(lm_ok(lm_round_apply(&next, w->rules, action)));
        w->census.copies[card]--;
        w->dealt++;
        go(w, next, ways * (unsigned)left);
        w->dealt--;
        w->census.copies[card]++;
        w->hole = hole;
    }
}

/* Of the cards of the round that has ended, in their order. */
static long double chance_of(const whole_rounds *w)
{
    long double chance = (long double)w->ways;
    for (int i = 0; i < w->dealt; i++)
        chance /= w->cards - i;
    return chance;
}

static lm_action decide_with(const whole_rounds *w, const lm_round *r)
{
    if (w->game) return decide(w, r);
    return r->phase == LM_INSURING ? (lm_action){ .verb = LM_CLOSE } : w->play(w->self, r);
}

static void go(whole_rounds *w, lm_round r, rounds_wide ways)
{
    const lm_rules *k = w->rules;
    while (!lm_round_over(&r)) {
        lm_turn turn = lm_round_turn(&r, k);
        lm_card two[] = { r.dealer.card[0], w->hole };
        lm_action action = { .verb = turn.verb };
        switch (turn.verb) {
        case LM_CARD:
        case LM_DOWN: deal_each(w, &r, (lm_verb)turn.verb, ways); return;
        case LM_PEEK: action.yes = lm_cards_blackjack(two, 2); break;
        case LM_TURN: action.card = w->hole; break;
        case LM_AWARD: action = award(&r, k, turn); break;
        case LM_CONFIRM: action = confirm(&r); break;
        default: action = decide_with(w, &r); break;
        }
        lm_status status = lm_round_apply(&r, k, action);
        if (!lm_ok(status)) fail_msg("%s refused: %s", lm_verb_word((lm_verb)action.verb), status.clause);
    }
    w->ways = ways;
    w->end(w->self, &r, chance_of(w));
}

lm_cents whole_rounds_stake(const lm_rules *k, const lm_wager *wager)
{
    lm_stakes stakes = lm_wager_stakes(k, wager);
    return stakes.fixed ? stakes.least : ROUNDS_STAKE;
}

static void bet(const lm_rules *k, lm_round *r, int box, int slot, lm_cents stake)
{
    lm_action action = { .verb = LM_BET, .box = (uint8_t)box, .wager = (uint8_t)slot, .amount_cents = stake };
    lm_status status = lm_round_apply(r, k, action);
    if (!lm_ok(status)) fail_msg("wager %d refused: %s", slot, status.clause);
}

void whole_rounds_play(whole_rounds *w)
{
    const lm_rules *k = w->rules;
    lm_round r;
    w->cards = lm_census_total(&w->census);
    w->dealt = 0;
    assert_true(lm_ok(lm_round_open(&r, k)));
    for (int box = 1; box <= w->boxes; box++) {
        bet(k, &r, box, LM_MAIN, ROUNDS_MAIN);
        for (int i = 0; i < k->offers; i++)
            bet(k, &r, box, LM_SIDE + i, whole_rounds_stake(k, k->offer[i].wager));
    }
    assert_true(lm_ok(lm_round_apply(&r, k, (lm_action){ .verb = LM_DEAL })));
    go(w, r, 1);
}

lm_census whole_rounds_census(const char *text)
{
    lm_census census = { { 0 } };
    for (int used, copies; *text; text += used) {
        char card[3];
        lm_card which;
        assert_int_equal(sscanf(text, " %d%2s%n", &copies, card, &used), 2);
        assert_true(lm_card_read(card, &which));
        census.copies[which] = copies;
    }
    return census;
}
