/* recall.c - tables played at random and recalled from their records: the same state byte for byte, the
 * same messages, the same money; and records that were tampered with do not follow. */
/* sanitized */
/* Every record is as the store hands it over; its effects are written here by docs/store.md. */
#include "kit/recall_help.h"
#include "said.h"
#include "server_rooms.h"

#ifdef LAMMER_SANITIZED
enum { RECORDS = 400 };
#else
enum { RECORDS = 1200 };
#endif

static void test_random_tables(void **state)
{
    (void)state;
    for (int i = 0; lm_profile_names()[i]; i++) {
        driver *d = new_driver("t1", 90210 + (uint64_t)i);
        if (open_table(d, lm_profile_names()[i], "virtual")) {
            while (d->records < RECORDS)
                one_thing(d);
            printf("%s: %d records, %u rounds, %lld shoes, %lld of %lld refused\n", d->rules->name, d->records,
                   d->state.round, (long long)lm_recall_shoes(d->without), (long long)d->refused, (long long)d->plays);
            assert_true(d->state.round > RECORDS / 80);
        }
        free_driver(d);
    }
}

/* ---- live tables ------------------------------------------------------------------------------------------------ */

static bool brings_card(const lm_action *a)
{
    return a->n == LM_IR_MISDEAL || a->n == LM_IR_FACE_UP_CARD || a->n == LM_IR_EXPOSED || a->n == LM_IR_OVERDRAW;
}

/* Something goes wrong now and then, and is reported. */
static bool stumble(driver *d, lm_action *a)
{
    static lm_action list[ROOM];
    if (d->state.table.stage != LM_IN_ROUND || d->state.table.burns || test_random_below(&d->random, 30)) return false;
    int n = lm_round_mishaps(&d->state.table.round, d->rules, list, ROOM);
    if (!n || n > ROOM) return false;
    *a = list[test_random_below(&d->random, n)];
    if (a->n == LM_IR_EXHAUSTED) return false;
    if (brings_card(a)) a->card = d->shoe.card[d->shoe.next++];
    return true;
}

/* Corrects a card of this round, or of an earlier one. */
static void correct_a_card(driver *d)
{
    char was[3], card[3];
    lm_card_write((lm_card)test_random_below(&d->random, LM_CARDS), card);
    lm_card_write((lm_card)test_random_below(&d->random, LM_CARDS), was);
    json_t *body = json_pack("{s:s, s:s, s:s, s:s}", "do", "correct", "card", card, "reason", "misread", "by", "sue");
    if (test_random_below(&d->random, 3) == 0) {
        json_object_set_new(body, "do", json_string("recount"));
        json_object_set_new(body, "was", json_string(was));
    } else {
        json_object_set_new(body, "number", json_integer(1 + test_random_below(&d->random, 6)));
    }
    d->corrections += act(d, "sue", body);
    test_shoe_restack(&d->shoe, &d->state.table, d->rules, &d->random);
}

/* Betting is closed by the dealer sooner or later. */
static lm_action live_choice(driver *d)
{
    lm_action a = { .verb = LM_DEAL };
    bool betting = d->state.table.round.phase == LM_BETTING;
    if (betting && test_random_below(&d->random, 5) == 0) return a;
    if (!pick(d, &a) && !betting) a.verb = LM_CLOSE;
    return a;
}

static bool live_thing(driver *d)
{
    lm_action a = { 0 };
    const lm_rules *rules = d->rules;
    lm_turn turn = lm_table_turn(&d->state.table, rules);
    bool players = turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS;
    bool in_round = d->state.table.stage == LM_IN_ROUND;
    if (turn.verb == LM_AWARD) return false; /* needs people: tests of awards have them */
    if (in_round && test_random_below(&d->random, 25) == 0) {
        correct_a_card(d);
        return true;
    }
    if (!stumble(d, &a)) {
        if (in_round && players && turn.verb != LM_TURN) {
            a = live_choice(d);
        } else if (!test_table_answers(&d->shoe, &d->state.table, rules, turn, &d->random, &a)) {
            return false;
        }
    }
    if (a.verb == LM_TURN && a.card == LM_CARD_DOWN) a.card = d->shoe.card[d->shoe.next++];
    bool done = act(d, "dealer", lm_words_of_action(rules, &a));
    bool restack = a.verb == LM_LOAD || a.verb == LM_UNLOAD || !done || d->shoe.next > d->shoe.size - 60;
    if (restack) test_shoe_restack(&d->shoe, &d->state.table, rules, &d->random);
    return true;
}

/* Live tables: opened step by step and dealt by a person, with irregularities and corrected cards. */
static void test_live_tables(void **state)
{
    (void)state;
    static const char *const names[] = { "ma-freebet", "ma-blackjack", "ma-blackjack-faceup", "ma-blackjack-multi" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        driver *d = new_driver("t1", 1912 + i);
        assert_true(open_table(d, names[i], "live"));
        test_shoe_shuffle(&d->shoe, (int)d->rules->decks, &d->random);
        act(d, "dealer", json_pack("{s:s, s:i}", "do", "deliver", "count", (int)d->rules->decks));
        for (int tries = 0; d->records < RECORDS && tries < 6000 && live_thing(d); tries++) {
        }
        printf("%s live: %d records, %u rounds, %lld corrections, %lld of %lld refused\n", names[i], d->records,
               d->state.round, (long long)d->corrections, (long long)d->refused, (long long)d->plays);
        assert_true(d->state.round > RECORDS / 160);
        free_driver(d);
    }
}

/* ---- tampering ------------------------------------------------------------------------------------------------ */

/* Replays the trail with one record changed; what the recall says, "" when it finds nothing. */
static void replay_with(const driver *d, int which, const kept_record *changed, char *text)
{
    lm_recall *recall = lm_recall_new(&shipped_rules, NULL, text);
    text[0] = '\0';
    for (int i = 0; i < d->records; i++) {
        lm_record record = record_of(i == which ? changed : &d->trail[i]);
        if (!lm_recall_record(recall, &record, text)) break;
    }
    lm_recall_free(recall);
}

/* The first record whose body has these words. */
static int find(const driver *d, const char *words, int after)
{
    for (int i = after; i < d->records; i++) {
        if (strstr(d->trail[i].body, words)) return i;
    }
    fail_msg("no record has %s", words);
    return -1;
}

static void check_changed_body(const driver *d, int which, const char *from, const char *to, const char *complaint)
{
    char text[LM_HOUSE_TEXT], *body = malloc(strlen(d->trail[which].body) + strlen(to) + 1);
    kept_record changed = d->trail[which];
    const char *at = strstr(changed.body, from);
    assert_non_null(at);
    sprintf(body, "%.*s%s%s", (int)(at - changed.body), changed.body, to, at + strlen(from));
    changed.body = body;
    replay_with(d, which, &changed, text);
    if (!is_said(text, complaint)) fail_msg("%s for %s: '%s', not '%s'", to, from, text, complaint);
    free(body);
}

/* A change of any single byte of the movements is noticed. */
static void check_changed_effects(const driver *d, test_random *random)
{
    for (int tries = 0; tries < 40; tries++) {
        char text[LM_HOUSE_TEXT];
        int which = test_random_below(random, d->records);
        kept_record changed = d->trail[which];
        size_t head = 1 + 4 + 5 + 8; /* bytes of the command, which the store checks itself */
        if (changed.effects_size <= head) continue;
        changed.effects = malloc(changed.effects_size);
        memcpy(changed.effects, d->trail[which].effects, changed.effects_size);
        size_t at = head + (size_t)test_random_below(random, (int)(changed.effects_size - head));
        changed.effects[at] ^= (uint8_t)(1 << test_random_below(random, 7));
        replay_with(d, which, &changed, text);
        if (!*text) fail_msg("byte %zu of the effects of record %d was changed unnoticed", at, which + 1);
        free(changed.effects);
    }
}

/* A payment that never reached the ledger. */
static void check_missing_move(const driver *d, int which)
{
    char text[LM_HOUSE_TEXT];
    kept_record changed = d->trail[which];
    size_t at = 0, last = 0;
    lm_effect effect;
    while (lm_effect_next(changed.effects, changed.effects_size, &at, &effect)) {
        if (at < changed.effects_size) last = at;
    }
    changed.effects_size = last;
    replay_with(d, which, &changed, text);
    assert_said(text, "say:movement-not-ordered");
}

static void test_tampering(void **state)
{
    (void)state;
    driver *d = new_driver("t1", 4711);
    assert_true(open_table(d, "ma-freebet", "virtual"));
    while (d->state.opened_number < 1 || d->records < 400)
        one_thing(d);
    int card = find(d, "\"do\":\"card\"", 0), opened = find(d, "open-shoe", 0), bet = find(d, "\"do\":\"bet\"", 0);
    check_changed_body(d, 3, "\"rules\":\"", "\"rules\":\"0", "say:played-under-rules");
    check_changed_body(d, 0, "ma-freebet", "wa-freebet", "say:played-under-rules");
    check_changed_body(d, 0, "ma-freebet", "../ma-freebet", "say:opens-table-first");
    check_changed_body(d, bet, "\"cents\":", "\"cents\":1", ""); /* refused, or another movement: */
    check_changed_body(d, 2, "\"seat\":\"1\"", "\"seat\":\"9\"", "say:act-refused");
    check_changed_body(d, 3, "2000000", "2000050", "say:movement-not-ordered|1 & 2000000 from wallet/play/ann");
    check_changed_body(d, opened, "\"salt\":\"", "\"salt\":\"00", "open-shoe");
    check_changed_body(d, card, "\"do\":\"card\"", "\"do\":\"burn\"", "");
    check_changed_body(d, bet, "\"wager\":\"main\",", "", "say:acts-not-made");
    check_changed_effects(d, &d->random);
    check_missing_move(d, 3);
    free_driver(d);
}

/* A shoe whose opened order is a permutation of the real one, or whose dealt card was another: found at
 * its opening. */
static void test_unfair_shoe(void **state)
{
    (void)state;
    driver *d = new_driver("t1", 8128);
    assert_true(open_table(d, "ma-freebet", "virtual"));
    while (d->state.opened_number < 1)
        one_thing(d);
    int opened = find(d, "open-shoe", 0);
    char *order = strstr(d->trail[opened].body, "\"order\":[\"") + strlen("\"order\":[\"");
    char first[3] = { order[0], order[1] }, swapped[5] = { 0 }, pair[5] = { 0 };
    int at = 2;
    while (memcmp(order + at, first, 2) == 0)
        at += 2;
    memcpy(pair, order + at - 2, 4);
    memcpy(swapped, pair + 2, 2);
    memcpy(swapped + 2, pair, 2);
    check_changed_body(d, opened, pair, swapped, "say:not-the-committed");
    free_driver(d);
}

/* With the key a card that did not come from the sealed order shows before the shoe is opened. */
static void test_unfair_card(void **state)
{
    (void)state;
    char path[] = "/tmp/lammer-recall-XXXXXX", text[LM_HOUSE_TEXT];
    driver *d = new_driver("t1", 496);
    assert_true(open_table(d, "ma-freebet", "virtual"));
    while (d->state.round < 3)
        one_thing(d);
    int file = mkstemp(path), last = d->records - 1;
    assert_true(file >= 0 && write(file, d->key, sizeof d->key) == sizeof d->key);
    close(file);
    lm_recall *recall = lm_recall_new(&shipped_rules, path, text);
    for (int i = 0; i < last; i++) {
        lm_record record = record_of(&d->trail[i]);
        assert_true(lm_recall_record(recall, &record, text));
    }
    recall->secret.shoe.order[0][recall->play->state.shoe[0].cut] ^= 1; /* the first card that was dealt */
    lm_record record = record_of(&d->trail[last]);
    assert_false(lm_recall_record(recall, &record, text));
    assert_said(text, "say:sealed-order-wrong|1");
    lm_recall_free(recall);
    unlink(path);
    free_driver(d);
}

/* Records in the wrong order, twice, from elsewhere, or that are not records of a table. */
static void test_order(void **state)
{
    (void)state;
    char text[LM_HOUSE_TEXT];
    driver *d = new_driver("t1", 5);
    assert_true(open_table(d, "ma-freebet", "virtual"));
    kept_record changed = d->trail[2];
    changed.seq = 4;
    replay_with(d, 2, &changed, text);
    assert_said(text, "say:record-comes-next|3|4");
    changed = d->trail[2];
    strcpy(changed.stream, "table/t2");
    replay_with(d, 2, &changed, text);
    assert_said(text, "say:not-this-tables|table/t2");
    changed = d->trail[2];
    changed.body = (char[]){ "[1,2]" };
    replay_with(d, 2, &changed, text);
    assert_said(text, "say:no-list-of-acts");
    changed = d->trail[0];
    changed.body = (char[]){ "{\"acts\":[{\"do\":\"sit\"}]}" };
    replay_with(d, 0, &changed, text);
    assert_said(text, "say:opens-table-first");
    free_driver(d);
}

/* A recalled round: marked as a replay, with people, and money before and after. */
static void test_story(void **state)
{
    (void)state;
    char text[LM_HOUSE_TEXT];
    driver *d = new_driver("t1", 6);
    assert_true(open_table(d, "ma-freebet", "virtual"));
    lm_recall *recall = lm_recall_new(&shipped_rules, NULL, text);
    for (int i = 0; i < 4; i++) {
        lm_record record = record_of(&d->trail[i]);
        assert_true(lm_recall_record(recall, &record, text));
    }
    json_t *story = lm_recall_story(recall), *view = lm_recall_view(recall);
    assert_true(json_is_true(json_object_get(story, "replay")) && json_is_true(json_object_get(view, "replay")));
    assert_string_equal(json_string_value(json_object_get(story, "by")), "ann");
    json_t *rack = json_object_get(json_object_get(story, "balances"), "rack/t1/ann");
    assert_int_equal(json_integer_value(json_object_get(rack, "before")), 0);
    assert_int_equal(json_integer_value(json_object_get(rack, "after")), 2000000);
    json_t *wallet = json_object_get(json_object_get(story, "changes"), "wallet/play/ann");
    assert_int_equal(json_integer_value(wallet), -2000000);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(story, "racks"), "ann")), 2000000);
    json_decref(story);
    json_decref(view);
    lm_recall_free(recall);
    free_driver(d);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_tables), cmocka_unit_test(test_live_tables), cmocka_unit_test(test_tampering),
        cmocka_unit_test(test_unfair_shoe),   cmocka_unit_test(test_unfair_card), cmocka_unit_test(test_order),
        cmocka_unit_test(test_story),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
