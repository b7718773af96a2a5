/* irregular_cards.c - where cards may go after an irregularity: never back, only to the next hand, and out of the rack
 * only after a shuffle. */
/* sanitized */
#include "kit/round_help.h"

#include "lammer/irregular.h"
#include "lammer/table.h"

enum { BOXES_IN_PLAY = 3 };

static void open_round(lm_round *round, const lm_rules *rules, int boxes)
{
    assert_true(lm_ok(lm_round_open(round, rules)));
    for (int box = 1; box <= boxes; box++) {
        lm_action bet = { .verb = LM_BET, .box = (uint8_t)box, .wager = LM_MAIN, .amount_cents = 10 * LM_DOLLAR };
        act(round, rules, bet);
    }
    act(round, rules, (lm_action){ .verb = LM_DEAL });
}

/* --- a misdelivered card ------------------------------------------------------------------------------------ */

static void assert_box_untouched(const char *clause, const lm_round *before, const lm_round *after, int box)
{
    const lm_box *was = &before->box[box - 1], *is = &after->box[box - 1];
    for (int h = 0; h < LM_HANDS; h++) {
        if (was->hand[h].n != is->hand[h].n) fail_msg("%s: box %d got a card that was not its own", clause, box);
        assert_memory_equal(was->hand[h].card, is->hand[h].card, sizeof was->hand[h].card);
    }
}

/* The only possible results: the hand that is due has the card, the dealer will get it, or no hand does. Nothing else
 * moves. */
static void assert_goes_forward(const char *clause, const lm_round *round, const lm_rules *rules, uint8_t how)
{
    lm_round after = *round;
    lm_action misdeal = { .verb = LM_IRREGULAR, .n = LM_IR_MISDEAL, .card = card_of("2s"), .yes = how };
    lm_status status = lm_round_apply(&after, rules, misdeal);
    if (how > LM_MISDEAL_BURN && lm_ok(status)) fail_msg("%s: a misdelivered card may go to a fourth place", clause);
    if (!lm_ok(status)) {
        assert_memory_equal(&after, round, sizeof after);
        return;
    }
    for (int box = 1; box <= BOXES_IN_PLAY; box++) {
        if (box != round->at_box || how != LM_MISDEAL_FORWARD) assert_box_untouched(clause, round, &after, box);
    }
    bool to_dealer_now = how == LM_MISDEAL_FORWARD && round->at_box == 0;
    if (after.dealer.n != round->dealer.n + to_dealer_now) fail_msg("%s: the dealer has the wrong cards", clause);
    if (how == LM_MISDEAL_FORWARD && round->at_box) {
        const lm_hand *hand = &after.box[round->at_box - 1].hand[round->at_hand];
        assert_int_equal(hand->card[hand->n - 1], misdeal.card);
    }
    assert_int_equal(after.felt_cents + after.tray_cents, round->felt_cents + round->tray_cents);
}

/* Deals and plays a round of three boxes that draw once each, and tries a misdeal before every single action. */
static void a_misdelivered_card_never_goes_back(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *base, *settings;
    } rows[] = {
        { "MFB-11(a).1", MFB, "" },
        { "MFB-11(a).1", VFB, "" },
        { "MBJ-15(a)", MBJ, "hole_card=reader" },
        { "MBJ-15(a)", MBJ, "hole_card=unseen" },
        { "MBJ-15(a)", NO_HOLE, "" },
        { "MBJ-15(a)", FACE_UP, "" },
    };
    static const char *const cards[] = { "2h", "3h", "4h", "6d", "2c", "3c", "4c",
                                         "5c", "6c", "7c", "8c", "9d", "Th", "Jh" };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        lm_round round;
        int next = 0, drawn = 0, steps = 0, tried = 0;
        rules_make(&rules, rows[i].base, rows[i].settings);
        open_round(&round, &rules, BOXES_IN_PLAY);
        for (; !lm_round_over(&round) && steps < 64; steps++) {
            for (uint8_t how = 0; how <= LM_MISDEAL_BURN + 1; how++) {
                assert_goes_forward(rows[i].clause, &round, &rules, how);
                tried++;
            }
            lm_turn turn = lm_round_turn(&round, &rules);
            lm_action action = { .verb = turn.verb, .box = turn.who == LM_BY_PLAYER ? turn.box : 0 };
            if (turn.who == LM_BY_PLAYER) action.verb = drawn++ % 2 ? LM_STAND : LM_HIT;
            if (action.verb == LM_CARD) action.card = card_of(cards[next++]);
            if (action.verb == LM_TURN) action.card = card_of("Ks");
            act(&round, &rules, action);
        }
        assert_true(lm_round_over(&round) && tried > 40);
    }
}

/* --- an exposed card is the next card ------------------------------------------------------------------------ */

static void no_other_card_passes_an_exposed_one(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *base;
    } rows[] = { { "MFB-11(d).1", MFB }, { "MBJ-15(d)", NO_HOLE } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        lm_round round;
        rules_make(&rules, rows[i].base, "");
        open_round(&round, &rules, 1);
        static const char *const deal[] = { "Th", "6d", "2c" };
        for (int k = 0; k < 3; k++)
            act(&round, &rules, (lm_action){ .verb = LM_CARD, .card = card_of(deal[k]) });
        if (lm_round_turn(&round, &rules).verb == LM_DOWN) act(&round, &rules, (lm_action){ .verb = LM_DOWN });
        act(&round, &rules, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_EXPOSED, .card = card_of("7s") });
        act(&round, &rules, (lm_action){ .verb = LM_HIT, .box = 1 });
        for (lm_card card = 0; card < LM_CARDS; card++) {
            lm_round after = round;
            lm_status status = lm_round_apply(&after, &rules, (lm_action){ .verb = LM_CARD, .card = card });
            if (lm_ok(status) != (card == card_of("7s"))) fail_msg("%s: card %d", rows[i].clause, card);
            if (!lm_ok(status)) assert_string_equal(status.clause, rows[i].clause);
        }
    }
}

/* --- the shoe runs out --------------------------------------------------------------------------------------- */

static void do_at(lm_table *table, const lm_rules *rules, lm_action action)
{
    lm_status status = lm_table_apply(table, rules, action);
    if (!lm_ok(status)) fail_msg("verb %d: %s", action.verb, lm_why_text(status.why));
}

static void deal_at(lm_table *table, const lm_rules *rules, const char *card)
{
    do_at(table, rules, (lm_action){ .verb = LM_CARD, .card = card_of(card) });
}

static bool takes(const lm_table *table, const lm_rules *rules, const char *card)
{
    lm_table copy = *table;
    return lm_ok(lm_table_apply(&copy, rules, (lm_action){ .verb = LM_CARD, .card = card_of(card) }));
}

/* One deck. Box 1 is bust and its cards are in the rack with those of an earlier round; box 2 asks for a card. */
static void only_racked_cards_come_again(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *base, *settings;
    } rows[] = {
        { "MFB-11(g)", MFB, "decks=1" },
        { "MBJ-15(g).1", NO_HOLE, "decks=1" },
    };
    static const char *const racked[] = { "Th", "6c", "Kd", "Qh", "Qc", "9s", "Jc" };
    static const char *const on_layout[] = { "9h", "6d", "4c" };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        lm_table table;
        rules_make(&rules, rows[i].base, rows[i].settings);
        bool hole = rules.hole_card == LM_HOLE_READER;
        lm_action bet = { .verb = LM_BET, .box = 1, .wager = LM_MAIN, .amount_cents = 10 * LM_DOLLAR };
        assert_true(lm_ok(lm_table_open(&table, &rules)));
        do_at(&table, &rules, (lm_action){ .verb = LM_LOAD });
        do_at(&table, &rules, (lm_action){ .verb = LM_BURN });
        do_at(&table, &rules, (lm_action){ .verb = LM_OPEN });
        do_at(&table, &rules, bet);
        do_at(&table, &rules, (lm_action){ .verb = LM_DEAL });
        deal_at(&table, &rules, "Qh");
        deal_at(&table, &rules, "9s");
        deal_at(&table, &rules, "Qc");
        if (hole) do_at(&table, &rules, (lm_action){ .verb = LM_DOWN });
        do_at(&table, &rules, (lm_action){ .verb = LM_STAND, .box = 1 });
        do_at(&table, &rules, (lm_action){ .verb = hole ? LM_TURN : LM_CARD, .card = card_of("Jc") });
        assert_true(lm_round_over(&table.round));

        do_at(&table, &rules, (lm_action){ .verb = LM_OPEN });
        do_at(&table, &rules, bet);
        bet.box = 2;
        do_at(&table, &rules, bet);
        do_at(&table, &rules, (lm_action){ .verb = LM_DEAL });
        static const char *const deal[] = { "Th", "9h", "6d", "6c", "4c" };
        for (int k = 0; k < 5; k++)
            deal_at(&table, &rules, deal[k]);
        if (hole) do_at(&table, &rules, (lm_action){ .verb = LM_DOWN });
        do_at(&table, &rules, (lm_action){ .verb = LM_HIT, .box = 1 });
        deal_at(&table, &rules, "Kd"); /* 26 */
        do_at(&table, &rules, (lm_action){ .verb = LM_HIT, .box = 2 });

        for (size_t k = 0; k < sizeof racked / sizeof *racked; k++)
            assert_false(takes(&table, &rules, racked[k]));
        do_at(&table, &rules, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_EXHAUSTED });
        if (takes(&table, &rules, "2s")) fail_msg("%s: no card was burned first", rows[i].clause);
        do_at(&table, &rules, (lm_action){ .verb = LM_BURN });
        for (size_t k = 0; k < sizeof racked / sizeof *racked; k++) {
            if (!takes(&table, &rules, racked[k])) fail_msg("%s: %s lay in the rack", rows[i].clause, racked[k]);
        }
        for (size_t k = 0; k < sizeof on_layout / sizeof *on_layout; k++) {
            if (takes(&table, &rules, on_layout[k]))
                fail_msg("%s: %s lies on the layout", rows[i].clause, on_layout[k]);
        }
        deal_at(&table, &rules, "Th"); /* Th comes from the shuffled rack to 9 4, and the round continues */
        assert_int_equal(lm_round_net(&table.round, (lm_spot){ 2, LM_DECIDER, LM_MAIN, 0 }), -10 * LM_DOLLAR);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_misdelivered_card_never_goes_back),
        cmocka_unit_test(no_other_card_passes_an_exposed_one),
        cmocka_unit_test(only_racked_cards_come_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
