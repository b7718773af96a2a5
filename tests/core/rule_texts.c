/* rule_texts.c - values of rules that are more than a word or a number: cards, ranks, weights, and what they refuse. */
/* sanitized */
#include "lammer/irregular.h"
#include "lammer/table.h"
#include "kit/rules_help.h"

static void hard_values_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *rule, *text;
        bool reads;
        const char *written;
    } rows[] = {
        { "bonus_weights_1", "10x80", true, "10x80" },
        { "bonus_weights_1", "5x1+1000x127", true, "5x1+1000x127" },
        { "bonus_weights_1", "25x18+10x80", true, "10x80+25x18" },
        { "bonus_weights_1", "none", true, "none" },
        { "bonus_weights_5", "5000x1", true, "5000x1" },
        { "bonus_weights_1", "10x80+10x1", false, "" }, /* named twice */
        { "bonus_weights_1", "11x80", false, "" },      /* no rung */
        { "bonus_weights_1", "10x0", false, "" },
        { "bonus_weights_1", "10x128", false, "" },
        { "bonus_weights_1", "10", false, "" },
        { "bonus_weights_1", "x80", false, "" },
        { "bonus_weights_1", "10x", false, "" },
        { "bonus_weights_1", "10x8y", false, "" },
        { "bonus_weights_1", "10x80+", true, "10x80" },
        { "bonus_weights_1", "1000000000000x1", false, "" },
        { "bonus_weights_1", "10x10000000000001", false, "" }, /* longer than any weight */
        { "special_blackjack", "Ah+Kd", true, "Ah+Kd" },
        { "special_blackjack", "Ah+Td", false, "" },
        { "special_blackjack", "Kd+Ah", false, "" },
        { "special_blackjack", "Ah-Kd", false, "" },
        { "special_blackjack", "Ah+Kd+", false, "" },
        { "special_blackjack", "Ax+Kd", false, "" },
        { "special_blackjack", "Ah+Kx", false, "" },
        { "free_split", "AA", false, "" },
        { "free_split", "AX", false, "" },
        { "free_split", "A23456789T", true, "A23456789T" },
        { "blazing7.contribution", "100", true, "100" },
        { "blazing7.contribution", "%", false, "" },
        { "blazing7.contribution", "1000000000000000000000000000", false, "" },
        { "decks", "0", false, "" },
        { "decks", "1", true, "1" },
        { "decks", "8", true, "8" },
        { "decks", "9", false, "" },
        { "decks", "1234567890123", false, "" },
        { "decks", "6x", false, "" },
        { "decks", "-1", false, "" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rule_id id = lm_rule_find(rows[i].rule);
        int64_t value = 0;
        char text[64];
        if (lm_rule_read(id, rows[i].text, &value) != rows[i].reads) fail_msg("%s=%s", rows[i].rule, rows[i].text);
        if (!rows[i].reads) continue;
        lm_rule_write(id, value, text, sizeof text);
        assert_string_equal(text, rows[i].written);
    }
}

static void weights_lie_on_their_rungs(void **state)
{
    (void)state;
    static const int one[] = { 5, 10, 15, 20, 25, 50, 100, 1000 }, five[] = { 50, 75, 100, 150, 250, 500, 1000, 5000 };
    int64_t value;
    assert_true(lm_rule_read(LM_RULE_bonus_weights_1, "5x1+25x3+1000x127", &value));
    for (int rung = 0; rung < LM_RUNGS; rung++) {
        assert_int_equal(lm_ladder_dollars(LM_RULE_bonus_weights_1, rung), one[rung]);
        assert_int_equal(lm_ladder_dollars(LM_RULE_bonus_weights_5, rung), five[rung]);
        assert_int_equal(lm_weight_at(value, rung), rung == 0 ? 1 : rung == 4 ? 3 : rung == 7 ? 127 : 0);
    }
}

/* What does not fit is cut off, never written beyond the end. */
static void short_buffers_hold_what_fits(void **state)
{
    (void)state;
    char text[6] = "?????";
    int64_t value;
    assert_true(lm_rule_read(LM_RULE_bonus_weights_1, "10x80+25x18", &value));
    lm_rule_write(LM_RULE_bonus_weights_1, value, text, 5);
    assert_string_equal(text, "10x8");
    assert_int_equal(text[5], '\0');
    assert_true(lm_rule_read(LM_RULE_max_bet, "1000000", &value));
    lm_rule_write(LM_RULE_max_bet, value, text, 3);
    assert_string_equal(text, "10");
}

/* Two wagers that pay the same still differ, and so do two pay tables of one wager. */
static void the_hash_knows_which_wager(void **state)
{
    (void)state;
    lm_rules over, under, both;
    rules_make(&over, MBJ "@over13 ", "");
    rules_make(&under, MBJ "@under13 ", "");
    rules_make(&both, MBJ "@over13 @under13 ", "");
    assert_true(over.hash != under.hash);
    assert_true(over.hash != both.hash && under.hash != both.hash);
    rules_make(&both, MBJ "@under13 @over13 ", "");
    lm_rules again;
    rules_make(&again, MBJ "@under13 @over13 ", "");
    assert_true(both.hash == again.hash);
}

/* A shoe is loaded; its first card is burned where the rules say so. */
static void open_round(lm_table *table, const lm_rules *rules)
{
    if (table->burns) assert_true(lm_ok(lm_table_apply(table, rules, (lm_action){ .verb = LM_BURN })));
    assert_true(lm_ok(lm_table_apply(table, rules, (lm_action){ .verb = LM_OPEN })));
}

/* A round opens only under sealed rules, and continues only under the rules it began with. */
static void rounds_keep_to_their_rules(void **state)
{
    (void)state;
    static lm_rules mine, other, unsealed;
    static lm_table table, before;
    lm_action list[8];
    rules_make(&mine, MFB, "");
    rules_make(&other, MFB, "decks=8");
    unsealed = mine;
    unsealed.hash = 0;
    assert_int_equal(lm_table_open(&table, &unsealed).why, LM_WHY_RULES);
    assert_int_equal(lm_round_open(&table.round, &unsealed).why, LM_WHY_RULES);
    assert_true(lm_ok(lm_table_open(&table, &mine)));
    assert_int_equal(lm_table_phase_of(&table), LM_TABLE_EMPTY);
    assert_true(lm_ok(lm_table_apply(&table, &mine, (lm_action){ .verb = LM_LOAD, .yes = 1 })));
    assert_int_equal(lm_table_phase_of(&table), LM_TABLE_IDLE);
    open_round(&table, &mine);
    assert_int_equal(lm_table_phase_of(&table), LM_TABLE_ROUND);
    before = table;
    lm_action bet = { .verb = LM_BET, .box = 1, .amount_cents = 1000 };
    assert_int_equal(lm_table_apply(&table, &other, bet).why, LM_WHY_RULES);
    assert_int_equal(lm_round_apply(&table.round, &other, bet).why, LM_WHY_RULES);
    assert_int_equal(lm_table_legal(&table, &other, list, 8), 0);
    assert_int_equal(lm_round_legal(&table.round, &other, list, 8), 0);
    assert_int_equal(lm_round_mishaps(&table.round, &other, list, 8), 0);
    assert_memory_equal(&before, &table, sizeof table);
}

/* A list that is too short says how long it should be and writes no further. */
static void short_lists_say_how_long(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_table table;
    static lm_action list[512], brief[4];
    rules_make(&rules, MFB, "");
    lm_table_open(&table, &rules);
    int offered = lm_table_legal(&table, &rules, list, 512);
    assert_true(offered > 1);
    assert_int_equal(lm_table_legal(&table, &rules, brief, 1), offered);
    lm_table_apply(&table, &rules, (lm_action){ .verb = LM_LOAD, .yes = 1 });
    open_round(&table, &rules);
    int all = lm_round_legal(&table.round, &rules, list, 512);
    assert_true(all > 3);
    assert_int_equal(lm_round_legal(&table.round, &rules, brief, 3), all);
    assert_int_equal(brief[3].verb, 0);
    assert_int_equal(brief[3].amount_cents, 0);
    assert_true(lm_table_legal(&table, &rules, brief, 3) >= all);
    lm_table_apply(&table, &rules, (lm_action){ .verb = LM_BET, .box = 1, .amount_cents = 1000 });
    lm_table_apply(&table, &rules, (lm_action){ .verb = LM_DEAL });
    int mishaps = lm_round_mishaps(&table.round, &rules, list, 512);
    assert_int_equal(lm_round_mishaps(&table.round, &rules, brief, 3), mishaps);
}

/* A spot without a bettor has won nothing, and an unknown verb is refused. */
static void odd_questions_are_answered(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_round round;
    rules_make(&rules, MFB "@push22:A ", "");
    lm_round_open(&round, &rules);
    round.dealer_cents = 300;
    round.box[0].net[0][0] = 900;
    assert_int_equal(lm_round_net(&round, (lm_spot){ 0, 0, 0, 0 }), 300);
    assert_int_equal(lm_round_net(&round, (lm_spot){ 1, 0, LM_MAIN, 0 }), 900);
    assert_int_equal(lm_round_net(&round, (lm_spot){ 1, 0, LM_MAIN, 1 }), 0);
    assert_int_equal(lm_round_net(&round, (lm_spot){ 1, 0, LM_MAIN, LM_SPOTS }), 0);
    assert_int_equal(lm_round_net(&round, (lm_spot){ LM_BOXES, 0, LM_MAIN, 0 }), 0);
    assert_int_equal(lm_round_net(&round, (lm_spot){ LM_BOXES + 1, 0, LM_MAIN, 0 }), 0);
    assert_int_equal(lm_round_net(&round, (lm_spot){ 1, LM_BETTORS, LM_MAIN, 0 }), 0);
    lm_action beyond = { .verb = LM_VERB_COUNT };
    assert_int_equal(lm_round_apply(&round, &rules, beyond).why, LM_WHY_VERB);
    lm_round_apply(&round, &rules, (lm_action){ .verb = LM_BET, .box = 2, .amount_cents = 1000 });
    lm_round_apply(&round, &rules, (lm_action){ .verb = LM_BET, .box = 2, .wager = LM_SIDE, .amount_cents = 500 });
    assert_non_null(lm_round_side(&round, 2, 0, LM_SIDE));
    assert_int_equal(lm_round_side(&round, 2, 0, LM_SIDE)->stake, 500);
    assert_null(lm_round_side(&round, 2, 1, LM_SIDE));
    assert_null(lm_round_side(&round, 1, 0, LM_SIDE));
    assert_null(lm_round_side(&round, 2, 0, LM_SIDE + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_values_are_read),         cmocka_unit_test(weights_lie_on_their_rungs),
        cmocka_unit_test(short_buffers_hold_what_fits), cmocka_unit_test(rounds_keep_to_their_rules),
        cmocka_unit_test(the_hash_knows_which_wager),   cmocka_unit_test(short_lists_say_how_long),
        cmocka_unit_test(odd_questions_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
