/* freebet_layout.c - what holds at every moment of a Free Bet round: who touches the cards, where chips go, and the
 * order of the rack. Rounds are played at random under both orders of settlement. */
/* sanitized */
#include "kit/rules_help.h"

#include "dealer_box.h"
#include "lammer/round.h"

enum { ROUNDS = 200, MOST_ROOM = 256, MOST_TABLE_CARDS = 256 };

typedef struct {
    lm_rules rules;
    lm_round round;
    test_shoe shoe;
    test_random random;
    /* chips, as they stood at the last event */
    lm_cents felt, tray;
    lm_cents laid[LM_BOXES + 1], gone[LM_BOXES + 1];
    /* cards, as they went to the rack */
    int clears[LM_BOXES + 1][LM_HANDS + 1];
    lm_card rack[MOST_TABLE_CARDS];
    int racked;
    int last_box, last_hand; /* of the final collection */
    bool collecting, over;
} layout;

/* ---- chips ----------------------------------------------------------------------------------------- */

static bool moves(const layout *l, lm_cents felt, lm_cents tray)
{
    return l->round.felt_cents - l->felt == felt && l->round.tray_cents - l->tray == tray;
}

/* "MFB-6(r)(2).2": a lost wager goes whole into the tray; winnings come out of the tray and never off the felt; what
 * goes back to a bettor are the bettor's own chips. */
static void watch_chips(layout *l, const lm_event *e)
{
    lm_cents amount = e->amount_cents;
    switch ((lm_event_kind)e->kind) {
    case LM_EV_BET:
    case LM_EV_INSURE:
    case LM_EV_DOUBLE:
    case LM_EV_SPLIT:
        assert_true(moves(l, amount, 0));
        l->laid[e->box] += amount;
        break;
    case LM_EV_TAKE:
        assert_true(moves(l, -amount, amount));
        l->gone[e->box] += amount;
        break;
    case LM_EV_PAY: assert_true(moves(l, 0, -amount)); break;
    case LM_EV_GIVE_BACK:
        assert_true(moves(l, -amount, 0));
        l->gone[e->box] += amount;
        break;
    default: assert_true(moves(l, 0, 0)); break;
    }
    assert_true(l->gone[e->box] <= l->laid[e->box]);
    l->felt = l->round.felt_cents;
    l->tray = l->round.tray_cents;
}

/* ---- the rack -------------------------------------------------------------------------------------- */

static void rack(layout *l, const lm_card *cards, int n)
{
    for (int i = 0; i < n; i++) {
        assert_true(l->racked < MOST_TABLE_CARDS);
        l->rack[l->racked++] = cards[i];
    }
}

/* "MFB-6(s)": each hand goes to the rack once and whole. What is left when all wagers are settled is collected from
 * the right, a box's hands in order, the dealer's at the end. */
static void watch_rack(layout *l, const lm_event *e)
{
    assert_false(l->over);
    if (e->kind == LM_EV_OVER) l->over = true;
    if (e->kind != LM_EV_CLEAR) return;
    assert_int_equal(l->clears[e->box][e->hand], 0);
    l->clears[e->box][e->hand] = 1;
    if (l->round.felt_cents == 0 && l->round.phase >= LM_REVEALING && l->round.dealer.n > 1 &&
        l->round.dealer.card[1] != LM_CARD_DOWN)
        l->collecting = true;
    if (e->box == 0) {
        assert_int_equal(l->round.felt_cents, 0);
        rack(l, l->round.dealer.card, l->round.dealer.n);
        l->last_box = l->last_hand = 0;
        return;
    }
    const lm_hand *hand = &l->round.box[e->box - 1].hand[e->hand - 1];
    rack(l, hand->card, hand->n);
    if (!l->collecting) return;
    bool in_order = e->box < l->last_box || (e->box == l->last_box && e->hand > l->last_hand);
    assert_true(in_order);
    l->last_box = e->box;
    l->last_hand = e->hand;
}

/* The rack holds the cards that were dealt, no more and no fewer, and nothing lies on the felt. */
static void assert_rack_is_whole(const layout *l)
{
    uint8_t count[LM_CARDS] = { 0 };
    for (int i = 0; i < l->racked; i++)
        count[l->rack[i]]++;
    assert_memory_equal(count, l->round.seen, sizeof count);
    assert_int_equal(l->clears[0][0], 1);
    for (int box = 1; box <= LM_BOXES; box++) {
        for (int h = 1; h <= l->round.box[box - 1].hands; h++)
            assert_int_equal(l->clears[box][h], 1);
        assert_int_equal(l->gone[box], l->laid[box]);
    }
    assert_int_equal(l->round.felt_cents, 0);
}

static void hear(void *self, const lm_event *event)
{
    watch_chips(self, event);
    watch_rack(self, event);
}

/* ---- hands off ------------------------------------------------------------------------------------- */

/* The cards on the table, in their places: boxes in order, each box's hands in order, the dealer's. A split moves
 * the second card to a hand of its own and keeps that order. */
static int lay_out(const lm_round *r, lm_card *cards)
{
    int n = 0;
    for (int box = 0; box < LM_BOXES; box++) {
        for (int h = 0; h < r->box[box].hands; h++) {
            for (int i = 0; i < r->box[box].hand[h].n; i++)
                cards[n++] = r->box[box].hand[h].card[i];
        }
    }
    for (int i = 0; i < r->dealer.n; i++)
        cards[n++] = r->dealer.card[i];
    return n;
}

static void assert_refused(const layout *l, const char *clause, lm_action action)
{
    lm_round copy = l->round;
    if (lm_ok(lm_round_apply(&copy, &l->rules, action)))
        fail_msg("%s: %s in phase %d", clause, lm_verb_word(action.verb), l->round.phase);
    assert_memory_equal(&copy, &l->round, sizeof copy);
}

/* While players decide no card can move: none is dealt, turned or put into the reader. */
static void assert_cards_rest(const layout *l)
{
    lm_action list[MOST_ROOM];
    int n = lm_round_legal(&l->round, &l->rules, list, MOST_ROOM);
    for (int i = 0; i < n; i++) {
        uint8_t verb = list[i].verb;
        assert_true(verb != LM_CARD && verb != LM_DOWN && verb != LM_TURN && verb != LM_PEEK);
    }
    for (lm_card card = 0; card < LM_CARDS; card += 5) {
        assert_refused(l, "MFB-6(t)", (lm_action){ .verb = LM_CARD, .card = card });
        for (uint8_t box = 0; box <= LM_BOXES; box++)
            assert_refused(l, "MFB-6(t)", (lm_action){ .verb = LM_TURN, .box = box, .card = card });
    }
    assert_refused(l, "MFB-6(t)", (lm_action){ .verb = LM_DOWN });
    assert_refused(l, "MFB-6(t)", (lm_action){ .verb = LM_PEEK });
    assert_refused(l, "MFB-6(t)", (lm_action){ .verb = LM_PEEK, .yes = 1 });
}

/* While the dealer deals, turns or asks the reader, no player can act. */
static void assert_players_wait(const layout *l)
{
    static const uint8_t decisions[] = { LM_HIT, LM_STAND, LM_DOUBLE, LM_SPLIT, LM_INSURE, LM_EVEN_MONEY };
    for (size_t i = 0; i < sizeof decisions; i++) {
        for (uint8_t box = 1; box <= LM_BOXES; box++)
            assert_refused(l, "MFB-6(t)", (lm_action){ .verb = decisions[i], .box = box });
    }
}

/* ---- play ------------------------------------------------------------------------------------------ */

static void act(layout *l, lm_action action)
{
    lm_status status = lm_round_apply_heard(&l->round, &l->rules, action, &(lm_listener){ hear, l });
    if (!lm_ok(status)) fail_msg("%s: %s", lm_verb_word(action.verb), lm_why_text(status.why));
}

static void bet(layout *l)
{
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        if (box != 3 && test_random_below(&l->random, 3)) continue;
        act(l, (lm_action){ .verb = LM_BET, .box = box, .wager = LM_MAIN, .amount_cents = 1000 });
        if (test_random_below(&l->random, 2))
            act(l, (lm_action){ .verb = LM_BET, .box = box, .wager = LM_SIDE, .amount_cents = 500 });
    }
    act(l, (lm_action){ .verb = LM_DEAL });
}

/* A player acts, and the cards on the table stay where they lie. */
static void decide(layout *l)
{
    lm_action list[MOST_ROOM];
    lm_card before[MOST_TABLE_CARDS], after[MOST_TABLE_CARDS];
    int n = lm_round_legal(&l->round, &l->rules, list, MOST_ROOM);
    assert_true(n > 0 && n <= MOST_ROOM);
    int cards = lay_out(&l->round, before);
    lm_action action = list[test_random_below(&l->random, n)];
    for (int i = 0; i < n && test_random_below(&l->random, 2); i++) {
        if (list[i].verb == LM_SPLIT || list[i].verb == LM_DOUBLE) action = list[i];
    }
    act(l, action);
    assert_int_equal(lay_out(&l->round, after), cards);
    assert_memory_equal(before, after, (size_t)cards);
}

static void play_rounds(const char *settings, uint64_t seed)
{
    static layout l;
    static const layout fresh;
    test_random random = { seed };
    for (int i = 0; i < ROUNDS; i++) {
        l = fresh;
        rules_make(&l.rules, MFB, settings);
        l.random = random;
        l.last_box = LM_BOXES + 1;
        test_shoe_shuffle(&l.shoe, 6, &l.random);
        assert_true(lm_ok(lm_round_open(&l.round, &l.rules)));
        bet(&l);
        while (!lm_round_over(&l.round)) {
            lm_action action;
            lm_turn turn = lm_round_turn(&l.round, &l.rules);
            bool dealers = turn.who == LM_BY_SHOE || turn.who == LM_BY_DEALER;
            if (dealers) {
                assert_players_wait(&l);
                assert_true(test_dealer_answers(&l.shoe, &l.round, turn, &action));
                act(&l, action);
            } else {
                assert_cards_rest(&l);
                decide(&l);
            }
        }
        assert_true(l.over);
        assert_rack_is_whole(&l);
        random = l.random;
    }
}

static void losers_first(void **state)
{
    (void)state;
    play_rounds("@push22:A settle_order=take-then-pay even_money=on", 20260101);
}

static void seat_by_seat(void **state)
{
    (void)state;
    play_rounds("@push22:A settle_order=box-by-box even_money=on", 20260102);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losers_first),
        cmocka_unit_test(seat_by_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
