/* actions.c - each action is written as an act of the expected JSON and read back as the same action. Tries every legal
 * action and every possible irregularity of random rounds under each shipped profile. */
/* sanitized */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dealer_box.h"
#include "lammer/profile.h"
#include "lammer/program/words_json.h"
#include "lammer/server/json.h"

#ifdef LAMMER_SANITIZED
enum { ROOM = 4096, STEPS = 150 };
#else
enum { ROOM = 4096, STEPS = 800 };
#endif

static bool met[LM_TABLE_VERB_COUNT];

static void check_act(const lm_rules *rules, lm_action action)
{
    static lm_out out;
    const lm_words_reader reader = { .rules = rules };
    char why[LM_WORDS_WHY] = "";
    lm_act act, back;
    lm_action meant;
    action.least_cents = action.most_cents = action.step_cents = 0;
    json_t *object = lm_words_of_action(rules, &action);
    char *dump = json_dumps(object, JSON_COMPACT);
    lm_act_of_action(rules, &action, &act);
    lm_out_clear(&out);
    lm_act_write(&act, &out);
    if (strcmp(out.at, dump)) fail_msg("%s is written as %s", dump, out.at);
    bool read = lm_act_recall(&back, object, why, sizeof why) && lm_act_action(&reader, &back, &meant, why, sizeof why);
    if (!read) fail_msg("%s: %s", dump, why);
    if (memcmp(&meant, &action, sizeof meant)) fail_msg("%s is read as another action", dump);
    lm_out_clear(&out);
    lm_act_write(&back, &out);
    if (strcmp(out.at, dump)) fail_msg("%s is written back as %s", dump, out.at);
    met[action.verb] = true;
    free(dump);
    json_decref(object);
}

static void test_every_verb(void **state)
{
    (void)state;
    static lm_profile profile;
    const lm_profile_reader reader = { 0 };
    assert_true(lm_profile_load(&profile, lm_wagers, "ma-freebet", NULL, 0, &reader));
    for (int verb = 0; verb < LM_TABLE_VERB_COUNT; verb++) {
        const lm_words_row *row = lm_words_row_of_verb((uint8_t)verb);
        uint32_t fields = row->needs | row->takes;
        lm_action a = { .verb = (uint8_t)verb, .wager = row->wager };
        if (row->needs & LM_WORD_BIT(SEAT)) a.box = 3, a.bettor = LM_SECOND;
        if (fields & LM_WORD_BIT(CARD) && row->needs & LM_WORD_BIT(CARD)) a.card = 17;
        if (fields & LM_WORD_BIT(CENTS)) a.amount_cents = 52;
        if (fields & LM_WORD_BIT(COUNT)) a.count = 52;
        if (fields & LM_WORD_BIT(ROLE)) a.n = LM_ROLE_SUPERVISOR;
        check_act(&profile.rules, a);
    }
}

static int check_all(const lm_table *table, const lm_rules *rules, lm_action *list)
{
    static lm_action mishap[ROOM];
    int n = lm_table_legal(table, rules, list, ROOM);
    for (int i = 0; i < n; i++) {
        lm_action a = list[i];
        check_act(rules, a);
        a.amount_cents = a.least_cents;
        check_act(rules, a);
    }
    int mishaps = table->stage == LM_IN_ROUND ? lm_round_mishaps(&table->round, rules, mishap, ROOM) : 0;
    for (int i = 0; i < mishaps && i < ROOM; i++)
        check_act(rules, mishap[i]);
    return n;
}

static bool play_step(lm_table *table, const lm_rules *rules, test_shoe *shoe, test_random *random)
{
    static lm_action list[ROOM];
    lm_action a;
    int n = check_all(table, rules, list);
    lm_turn turn = lm_table_turn(table, rules);
    bool players = turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS;
    if (players && table->stage == LM_IN_ROUND) {
        a = list[test_random_below(random, n)];
        int hand = table->round.phase == LM_EXPOSING ? 1 : table->round.at_hand + 1;
        if (a.verb == LM_TURN) a.card = test_shoe_turn(shoe, a.box, (uint8_t)hand);
    } else if (!test_table_answers(shoe, table, rules, turn, random, &a)) {
        return false;
    }
    lm_status status = lm_table_apply(table, rules, a);
    if (lm_ok(status) && (a.verb == LM_LOAD || a.verb == LM_UNLOAD)) test_shoe_restack(shoe, table, rules, random);
    return lm_ok(status) && shoe->next < shoe->size - 8;
}

static void test_random_play(void **state)
{
    (void)state;
    static lm_profile profile;
    static lm_table table;
    static test_shoe shoe;
    test_random random;
    const lm_profile_reader reader = { 0 };
    for (int i = 0; lm_profile_names()[i]; i++) {
        assert_true(lm_profile_load(&profile, lm_wagers, lm_profile_names()[i], NULL, 0, &reader));
        random.state = 77001 + (uint64_t)i;
        for (int steps = 0; steps < STEPS;) {
            lm_table_open(&table, &profile.rules);
            test_shoe_shuffle(&shoe, (int)profile.rules.decks, &random);
            shoe.downs.n = 0;
            shoe.burns = 0;
            assert_true(lm_ok(lm_table_apply(&table, &profile.rules, (lm_action){ .verb = LM_LOAD, .yes = 1 })));
            while (steps++ < STEPS && play_step(&table, &profile.rules, &shoe, &random)) {
            }
        }
    }
    assert_true(met[LM_BET] && met[LM_SPLIT] && met[LM_IRREGULAR] && met[LM_INSURE]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_verb),
        cmocka_unit_test(test_random_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
