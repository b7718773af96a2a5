/* cleared.c - the next round is opened by clearing what the last one used, and what a listener hears changes nothing. */
/* sanitized */
#include "dealer_box.h"
#include "kit/round_help.h"
#include "lammer/dealer.h"

enum { MARK = 0xAA, ROUNDS = 400 };

/* Plays a round with `boxes` main wagers and no optional ones: every hand draws to 15. */
static void play(lm_round *round, const lm_rules *rules, int boxes, test_random *random, const lm_listener *listener)
{
    static test_shoe shoe;
    test_shoe_shuffle(&shoe, (int)rules->decks, random);
    for (uint8_t box = 1; box <= boxes; box++) {
        lm_action bet = { .verb = LM_BET, .box = box, .amount_cents = 20 * LM_DOLLAR };
        assert_true(lm_ok(lm_round_apply_heard(round, rules, bet, listener)));
    }
    lm_action action = { .verb = LM_DEAL };
    while (lm_ok(lm_round_apply_heard(round, rules, action, listener)) && !lm_round_over(round)) {
        lm_turn turn = lm_round_turn(round, rules);
        if (test_dealer_answers(&shoe, round, turn, &action)) continue;
        const lm_hand *hand = turn.box ? &round->box[turn.box - 1].hand[round->at_hand] : NULL;
        bool draws = hand && hand->state == LM_HAND_OPEN && lm_hand_score(hand).total < 15;
        action = (lm_action){ .verb = LM_CLOSE };
        if (round->phase == LM_PLAYING) action = (lm_action){ .verb = draws ? LM_HIT : LM_STAND, .box = turn.box };
    }
    assert_true(lm_round_over(round));
}

static int marks_in(const void *part, size_t size)
{
    int marks = 0;
    for (size_t i = 0; i < size; i++)
        marks += ((const uint8_t *)part)[i] == MARK;
    return marks;
}

/* docs/limits.md: 168 bytes, and 352 for each box in play. */
static void only_what_was_used_is_cleared(void **state)
{
    (void)state;
    lm_rules rules;
    lm_round round;
    test_random random = { 7 };
    rules_make(&rules, WFB, "");
    for (int boxes = 1; boxes <= LM_BOXES; boxes++) {
        lm_round_open(&round, &rules);
        play(&round, &rules, boxes, &random, NULL);
        for (int i = boxes; i < LM_BOXES; i++) {
            memset(&round.box[i], MARK, sizeof round.box[i]);
            round.box[i].owner = 0;
        }
        memset(round.side, MARK, sizeof round.side);
        lm_round_next(&round, &rules);
        int kept = marks_in(&round, sizeof round) + LM_BOXES - boxes;
        assert_int_equal((int)sizeof round - kept, 168 + 352 * boxes);
    }
}

static void hear_nothing(void *self, const lm_event *event)
{
    (void)event;
    ++*(int *)self;
}

/* Without a listener a round may settle in another order; it ends with the same bytes. */
static void a_listener_changes_nothing(void **state)
{
    (void)state;
    static const char *const tables[] = { MFB, WFB, MBJ, NO_HOLE, FACE_UP };
    int heard = 0;
    lm_listener listener = { .self = &heard, .hear = hear_nothing };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        lm_rules rules;
        lm_round silent, told;
        test_random one = { 11 + i }, other = { 11 + i };
        rules_make(&rules, tables[i], "boxes=7 ");
        lm_round_open(&silent, &rules);
        lm_round_open(&told, &rules);
        for (int n = 0; n < ROUNDS; n++) {
            if (n) assert_true(lm_ok(lm_round_next(&silent, &rules)) && lm_ok(lm_round_next(&told, &rules)));
            play(&silent, &rules, 1 + n % 4, &one, NULL);
            play(&told, &rules, 1 + n % 4, &other, &listener);
            assert_memory_equal(&silent, &told, sizeof silent);
        }
    }
    assert_true(heard > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_was_used_is_cleared),
        cmocka_unit_test(a_listener_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
