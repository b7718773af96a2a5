/* malformed.c - fields out of their range: refused in every phase of a round without a trace. Every accepted action is
 * listed. */
/* sanitized */
#include "dealer_box.h"
#include "every_action.h"
#include "lammer/irregular.h"
#include "kit/rules_help.h"

/* Actions that a round refuses under all rules and in every phase. */
static const lm_action nonsense[] = {
    { .verb = LM_VERB_COUNT },
    { .verb = 255 },
    { .verb = LM_BET, .box = 0, .amount_cents = 1000 },
    { .verb = LM_BET, .box = LM_BOXES + 1, .amount_cents = 1000 },
    { .verb = LM_BET, .box = 255, .amount_cents = 1000 },
    { .verb = LM_BET, .box = 1, .bettor = LM_BETTORS, .amount_cents = 1000 },
    { .verb = LM_BET, .box = 1, .bettor = 255, .amount_cents = 1000 },
    { .verb = LM_BET, .box = 1, .wager = 255, .amount_cents = 1000 },
    { .verb = LM_BET, .box = 1, .wager = LM_SIDE + LM_OFFERS, .amount_cents = 1000 },
    { .verb = LM_BET, .box = 1, .wager = LM_INSURANCE, .amount_cents = 1000 },
    { .verb = LM_BET, .box = 1, .n = LM_SPOTS, .amount_cents = 1000 },
    { .verb = LM_BET, .box = 1, .instrument = LM_INSTRUMENTS, .amount_cents = 1000 },
    { .verb = LM_BET, .box = 1, .amount_cents = -1000 },
    { .verb = LM_BET, .box = 1, .amount_cents = INT64_MIN },
    { .verb = LM_BET, .box = 1, .amount_cents = INT64_MAX },
    { .verb = LM_WITHDRAW, .box = 1, .n = LM_SPOTS },
    { .verb = LM_WITHDRAW, .box = 1, .wager = 255 },
    { .verb = LM_WITHDRAW, .box = 1, .wager = LM_SIDE, .n = 1 },
    { .verb = LM_DETERMINE, .card = LM_CARDS },
    { .verb = LM_DETERMINE, .card = 3, .yes = 2 },
    { .verb = LM_CARD, .card = LM_CARDS },
    { .verb = LM_CARD, .card = LM_CARD_DOWN },
    { .verb = LM_TURN, .card = LM_CARDS },
    { .verb = LM_TURN, .box = 255, .card = LM_CARDS },
    { .verb = LM_PEEK, .yes = 2 },
    { .verb = LM_INSURE, .box = 1, .wager = LM_INSURANCE, .n = LM_SPOTS, .amount_cents = 100 },
    { .verb = LM_INSURE, .box = 1, .wager = LM_INSURANCE, .bettor = LM_BETTORS },
    { .verb = LM_INSURE, .box = 1, .wager = LM_INSURANCE, .amount_cents = -1 },
    { .verb = LM_EVEN_MONEY, .box = 1, .n = 1 },
    { .verb = LM_EVEN_MONEY, .box = 1, .bettor = LM_BETTORS },
    { .verb = LM_HIT, .box = 0 },
    { .verb = LM_HIT, .box = LM_BOXES + 1 },
    { .verb = LM_STAND, .box = 255 },
    { .verb = LM_DOUBLE, .box = 1, .amount_cents = -1 },
    { .verb = LM_SPLIT, .box = 1, .amount_cents = -1 },
    { .verb = LM_WITH_DOUBLE, .box = 1, .bettor = LM_BETTORS },
    { .verb = LM_WITH_SPLIT, .box = 1, .bettor = 1, .n = LM_RIDE_BOTH + 1 },
    { .verb = LM_WITH_SPLIT, .box = 1, .bettor = LM_BETTORS },
    { .verb = LM_CONFIRM, .n = LM_ROLE_COUNT },
    { .verb = LM_CONFIRM, .n = 255 },
    { .verb = LM_AWARD, .box = 1, .wager = 255 },
    { .verb = LM_AWARD, .box = 255, .wager = LM_SIDE, .yes = 1 },
    { .verb = LM_IRREGULAR, .n = LM_IR_COUNT },
    { .verb = LM_IRREGULAR, .n = 255 },
    { .verb = LM_IRREGULAR, .n = LM_IR_MISDEAL, .card = LM_CARDS },
    { .verb = LM_IRREGULAR, .n = LM_IR_MISDEAL, .card = 3, .yes = LM_MISDEAL_BURN + 1 },
    { .verb = LM_IRREGULAR, .n = LM_IR_RELEASE, .box = 0 },
    { .verb = LM_IRREGULAR, .n = LM_IR_RELEASE, .box = LM_BOXES + 1 },
    { .verb = LM_IRREGULAR, .n = LM_IR_EXPOSED, .card = LM_CARDS },
    { .verb = LM_IRREGULAR, .n = LM_IR_LIGHT_OUT, .box = LM_BOXES + 1 },
    { .verb = LM_IRREGULAR, .n = LM_IR_LIGHT_REPAIRED, .box = 0 },
};

static void try_all(const lm_round *round, const lm_rules *rules, const char *name)
{
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        lm_round copy = *round;
        if (lm_ok(lm_round_apply(&copy, rules, nonsense[i])))
            fail_msg("%s: row %zu is accepted in phase %d", name, i, round->phase);
        assert_memory_equal(&copy, round, sizeof copy);
    }
}

/* Verbs take turns: a round accepts nothing that it does not list. */
static void try_unlisted(const lm_round *round, const lm_rules *rules, int step, const char *name)
{
    lm_action a;
    uint8_t verb = (uint8_t)(step * 5 % LM_VERB_COUNT);
    if (test_accepts_unlisted(round, rules, verb, step, &a))
        fail_msg("%s: %s box %d bettor %d wager %d n %d yes %d is accepted but not listed in phase %d", name,
                 lm_verb_word(verb), a.box, a.bettor, a.wager, a.n, a.yes, round->phase);
}

/* One player of two bets, then takes a listed action. */
static bool players_answer(const lm_round *round, const lm_rules *rules, test_random *random, lm_action *action)
{
    lm_action list[1024];
    int n = lm_round_legal(round, rules, list, 1024);
    if (n < 1 || n > 1024) return false;
    *action = list[test_random_below(random, n)];
    lm_action deal = { .verb = LM_DEAL };
    lm_round copy = *round;
    if (round->phase == LM_BETTING && lm_ok(lm_round_apply(&copy, rules, deal))) *action = deal;
    return true;
}

static void play(const lm_rules *rules, uint64_t seed, const char *name)
{
    static lm_round round;
    static test_shoe shoe;
    test_random random = { seed };
    test_shoe_shuffle(&shoe, (int)rules->decks, &random);
    lm_round_open(&round, rules);
    for (int steps = 0; steps < 200; steps++) {
        try_all(&round, rules, name);
        try_unlisted(&round, rules, steps + (int)(seed % 97), name);
        lm_action a;
        lm_turn turn = lm_round_turn(&round, rules);
        if (turn.who == LM_BY_NOBODY) return;
        if (!test_dealer_answers(&shoe, &round, turn, &a) && !players_answer(&round, rules, &random, &a)) return;
        if (a.verb == LM_TURN && a.box) a.card = test_shoe_turn(&shoe, a.box, (uint8_t)(round.at_hand + 1));
        if (!lm_ok(lm_round_apply(&round, rules, a))) return;
    }
}

static void nonsense_is_refused_everywhere(void **state)
{
    (void)state;
    static const struct {
        const char *name, *rules;
    } tables[] = {
        { "free bet", MFB "@push22:A " },
        { "blackjack", MBJ "@21+3:A bettors_per_box=3 even_money=on surrender=on " },
        { "no hole card", NO_HOLE "@sevens late_insurance=on " },
        { "face-down doubles", MBJ "double_card=request bettors_per_box=2 @super4:2 super4_musthit=1 " },
        { "face up", FACE_UP },
        { "hand-dealt", SIX_TO_FIVE },
        { "multiple action", MULTI },
        { "double shoe", NO_HOLE "shoe=double " },
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        lm_rules rules;
        rules_make(&rules, tables[i].rules, "");
        for (uint64_t seed = 1; seed <= 40; seed++)
            play(&rules, seed * 0x9E3779B97F4A7C15u, tables[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(nonsense_is_refused_everywhere) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
