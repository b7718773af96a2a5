/* round_trip.c - what lm_words_of_action writes, lm_words_action reads back as the same action. */
/* sanitized */
/* First every verb and every field as docs/json-lines.md spells them, written by hand; then every action that is
 * allowed or can have gone wrong at tables played at random, under every shipped profile. */
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
#include "said.h"

static void report_problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static const lm_rules *rules_of(const char *name)
{
    static lm_profile profile;
    const lm_profile_reader reader = { report_problem, NULL };
    assert_true(lm_profile_load(&profile, lm_wagers, name, NULL, 0, &reader));
    return &profile.rules;
}

static lm_card card_of(const char *text)
{
    lm_card card;
    assert_true(lm_card_read(text, &card));
    return card;
}

/* ---- by hand --------------------------------------------------------------------------------------- */

static const struct {
    const char *json;
    lm_action action;
    const char *card;
} by_hand[] = {
    { "{'do':'bet','seat':'3','wager':'main','cents':2500}", { .verb = LM_BET, .box = 3, .amount_cents = 2500 } },
    { "{'do':'bet','seat':'7c','wager':'main','by':null,'in':'cash','cents':1000}",
      { .verb = LM_BET,
        .box = 7,
        .bettor = LM_THIRD,
        .player = LM_NOBODY,
        .instrument = LM_CASH,
        .amount_cents = 1000 } },
    { "{'do':'bet','seat':'1','wager':'main.2','by':'4','in':'plaque','cents':9007199254740993}",
      { .verb = LM_BET, .box = 1, .n = 1, .player = 4, .instrument = LM_PLAQUE, .amount_cents = 9007199254740993 } },
    { "{'do':'bet','seat':'2t','wager':'push22','in':'coupon','cents':100}",
      { .verb = LM_BET, .box = 2, .bettor = LM_TIP, .wager = LM_SIDE, .instrument = LM_COUPON, .amount_cents = 100 } },
    { "{'do':'withdraw','seat':'2b','wager':'main.3'}",
      { .verb = LM_WITHDRAW, .box = 2, .bettor = LM_SECOND, .n = 2 } },
    { "{'do':'confirm','role':'supervisor'}", { .verb = LM_CONFIRM, .n = LM_ROLE_SUPERVISOR } },
    { "{'do':'deal'}", { .verb = LM_DEAL } },
    { "{'do':'determinant','card':'8d','side':'B'}", { .verb = LM_DETERMINE, .yes = 1 }, "8d" },
    { "{'do':'determinant','card':'Ac','side':'A'}", { .verb = LM_DETERMINE }, "Ac" },
    { "{'do':'card','card':'Ac'}", { .verb = LM_CARD }, "Ac" },
    { "{'do':'card','card':'Ks'}", { .verb = LM_CARD }, "Ks" },
    { "{'do':'down'}", { .verb = LM_DOWN } },
    { "{'do':'turn','card':'Th'}", { .verb = LM_TURN }, "Th" },
    { "{'do':'turn','seat':'5','card':'2c'}", { .verb = LM_TURN, .box = 5 }, "2c" },
    { "{'do':'peek','blackjack':true}", { .verb = LM_PEEK, .yes = 1 } },
    { "{'do':'peek','blackjack':false}", { .verb = LM_PEEK } },
    { "{'do':'insure','seat':'6','wager':'insurance','cents':0}",
      { .verb = LM_INSURE, .box = 6, .wager = LM_INSURANCE } },
    { "{'do':'insure','seat':'6b','wager':'insurance.2','cents':50}",
      { .verb = LM_INSURE, .box = 6, .bettor = LM_SECOND, .wager = LM_INSURANCE, .n = 1, .amount_cents = 50 } },
    { "{'do':'evenmoney','seat':'1'}", { .verb = LM_EVEN_MONEY, .box = 1 } },
    { "{'do':'close'}", { .verb = LM_CLOSE } },
    { "{'do':'hit','seat':'3'}", { .verb = LM_HIT, .box = 3 } },
    { "{'do':'stand','seat':'3'}", { .verb = LM_STAND, .box = 3 } },
    { "{'do':'double','seat':'3','cents':0}", { .verb = LM_DOUBLE, .box = 3 } },
    { "{'do':'double','seat':'3','down':true,'cents':700}",
      { .verb = LM_DOUBLE, .box = 3, .yes = 1, .amount_cents = 700 } },
    { "{'do':'split','seat':'3','cents':1500}", { .verb = LM_SPLIT, .box = 3, .amount_cents = 1500 } },
    { "{'do':'surrender','seat':'3'}", { .verb = LM_SURRENDER, .box = 3 } },
    { "{'do':'with-double','seat':'3b','cents':300}",
      { .verb = LM_WITH_DOUBLE, .box = 3, .bettor = LM_SECOND, .amount_cents = 300 } },
    { "{'do':'discard','seat':'2'}", { .verb = LM_DISCARD, .box = 2 } },
    { "{'do':'with-split','seat':'3b','ride':'left'}",
      { .verb = LM_WITH_SPLIT, .box = 3, .bettor = LM_SECOND, .n = LM_RIDE_LEFT } },
    { "{'do':'with-split','seat':'3c','ride':'both'}",
      { .verb = LM_WITH_SPLIT, .box = 3, .bettor = LM_THIRD, .n = LM_RIDE_BOTH } },
    { "{'do':'award','seat':'4','wager':'push22','cents':123456}",
      { .verb = LM_AWARD, .box = 4, .wager = LM_SIDE, .amount_cents = 123456 } },
    { "{'do':'award','seat':'4','wager':'push22','must_hit':true,'cents':5}",
      { .verb = LM_AWARD, .box = 4, .wager = LM_SIDE, .yes = 1, .amount_cents = 5 } },
    { "{'do':'irregular','card':'9s','name':'misdeal','how':'forward'}",
      { .verb = LM_IRREGULAR, .n = LM_IR_MISDEAL, .yes = LM_MISDEAL_FORWARD },
      "9s" },
    { "{'do':'irregular','card':'9s','name':'misdeal','how':'dealer'}",
      { .verb = LM_IRREGULAR, .n = LM_IR_MISDEAL, .yes = LM_MISDEAL_DEALER },
      "9s" },
    { "{'do':'irregular','card':'Ac','name':'misdeal','how':'burn'}",
      { .verb = LM_IRREGULAR, .n = LM_IR_MISDEAL, .yes = LM_MISDEAL_BURN },
      "Ac" },
    { "{'do':'irregular','seat':'2','name':'missed-hit','how':'late'}",
      { .verb = LM_IRREGULAR, .box = 2, .n = LM_IR_MISSED_HIT, .yes = 1 } },
    { "{'do':'irregular','seat':'2','name':'one-card'}", { .verb = LM_IRREGULAR, .box = 2, .n = LM_IR_ONE_CARD } },
    { "{'do':'irregular','card':'3d','name':'up-racked'}", { .verb = LM_IRREGULAR, .n = LM_IR_UP_RACKED }, "3d" },
    { "{'do':'irregular','name':'reader-broken'}", { .verb = LM_IRREGULAR, .n = LM_IR_READER_BROKEN } },
    { "{'do':'deliver','pack':0,'count':6}", { .verb = LM_DELIVER, .count = 6 } },
    { "{'do':'inspect'}", { .verb = LM_INSPECT } },
    { "{'do':'verify','role':'floorperson'}", { .verb = LM_VERIFY, .n = LM_ROLE_FLOORPERSON } },
    { "{'do':'spread'}", { .verb = LM_SPREAD } },
    { "{'do':'view','seat':'2'}", { .verb = LM_VIEW, .box = 2 } },
    { "{'do':'wash'}", { .verb = LM_WASH } },
    { "{'do':'stack'}", { .verb = LM_STACK } },
    { "{'do':'plug'}", { .verb = LM_PLUG } },
    { "{'do':'riffle'}", { .verb = LM_RIFFLE } },
    { "{'do':'turn-half'}", { .verb = LM_TURN_HALF } },
    { "{'do':'strip'}", { .verb = LM_STRIP } },
    { "{'do':'shuffle-cut'}", { .verb = LM_SHUFFLE_CUT } },
    { "{'do':'device-shuffle'}", { .verb = LM_DEVICE_SHUFFLE } },
    { "{'do':'jam'}", { .verb = LM_JAM } },
    { "{'do':'sign','on':true}", { .verb = LM_SIGN, .yes = 1 } },
    { "{'do':'sign','on':false}", { .verb = LM_SIGN } },
    { "{'do':'swap','pack':1}", { .verb = LM_SWAP, .n = 1 } },
    { "{'do':'cut','seat':'dealer','count':52}", { .verb = LM_CUT, .count = 52 } },
    { "{'do':'cut','seat':'5','count':53}", { .verb = LM_CUT, .box = 5, .count = 53 } },
    { "{'do':'refuse-cut','seat':'5'}", { .verb = LM_REFUSE_CUT, .box = 5 } },
    { "{'do':'recut','role':'executive'}", { .verb = LM_RECUT, .n = LM_ROLE_EXECUTIVE } },
    { "{'do':'cover','count':78}", { .verb = LM_COVER, .count = 78 } },
    { "{'do':'load'}", { .verb = LM_LOAD } },
    { "{'do':'load','prepared':true}", { .verb = LM_LOAD, .yes = 1 } },
    { "{'do':'burn'}", { .verb = LM_BURN } },
    { "{'do':'show-burn','card':'Qd'}", { .verb = LM_SHOW_BURN }, "Qd" },
    { "{'do':'forgot-burn'}", { .verb = LM_FORGOT_BURN } },
    { "{'do':'new-dealer'}", { .verb = LM_NEW_DEALER } },
    { "{'do':'open'}", { .verb = LM_OPEN } },
    { "{'do':'cover-seen','seat':'dealer'}", { .verb = LM_COVER_SEEN } },
    { "{'do':'cover-seen','seat':'4'}", { .verb = LM_COVER_SEEN, .box = 4 } },
    { "{'do':'order-shuffle','role':'dealer'}", { .verb = LM_ORDER_SHUFFLE, .n = LM_ROLE_DEALER } },
    { "{'do':'unload','pack':1,'count':311}", { .verb = LM_UNLOAD, .n = 1, .count = 311 } },
    { "{'do':'idle'}", { .verb = LM_IDLE } },
    { "{'do':'idle','face_down':true}", { .verb = LM_IDLE, .yes = 1 } },
    { "{'do':'request-spread','seat':'1'}", { .verb = LM_REQUEST_SPREAD, .box = 1 } },
    { "{'do':'change-decks'}", { .verb = LM_CHANGE_DECKS } },
    { "{'do':'hours','count':24}", { .verb = LM_HOURS, .count = 24 } },
    { "{'do':'arrive','seat':'2c'}", { .verb = LM_ARRIVE, .box = 2, .bettor = LM_THIRD } },
    { "{'do':'leave','seat':'2'}", { .verb = LM_LEAVE, .box = 2 } },
    { "{'do':'readmit','seat':'2b'}", { .verb = LM_READMIT, .box = 2, .bettor = LM_SECOND } },
};
enum { BY_HAND = sizeof by_hand / sizeof *by_hand };

/* C strings are easier to read with single quotes. */
static json_t *parse(const char *text)
{
    char json[256];
    snprintf(json, sizeof json, "%s", text);
    for (char *c = json; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_error_t error;
    json_t *object = json_loads(json, JSON_REJECT_DUPLICATES, &error);
    if (!object) fail_msg("%s: %s", json, error.text);
    return object;
}

static void test_by_hand(void **state)
{
    (void)state;
    const lm_rules *rules = rules_of("ma-freebet"); /* push22 is its first side wager */
    const lm_words_reader reader = { .rules = rules };
    bool verbs[LM_TABLE_VERB_COUNT] = { 0 };
    for (int i = 0; i < BY_HAND; i++) {
        char why[LM_WORDS_WHY] = "", *dump;
        lm_action want = by_hand[i].action, got;
        if (by_hand[i].card) want.card = card_of(by_hand[i].card);
        json_t *object = parse(by_hand[i].json);
        memset(&got, 0xff, sizeof got);
        if (!lm_words_action(&reader, object, &got, why, sizeof why)) fail_msg("%s: %s", by_hand[i].json, why);
        if (memcmp(&got, &want, sizeof got)) fail_msg("%s is read as another action", by_hand[i].json);
        json_t *written = lm_words_of_action(rules, &want);
        dump = json_dumps(written, JSON_COMPACT);
        if (!json_equal(object, written)) fail_msg("%s is written as %s", by_hand[i].json, dump);
        verbs[want.verb] = true;
        free(dump);
        json_decref(written);
        json_decref(object);
    }
    for (int verb = 0; verb < LM_TABLE_VERB_COUNT; verb++)
        if (!verbs[verb]) fail_msg("no case for %s", lm_action_word((uint8_t)verb));
}

/* What is left out gets its usual value. */
static void test_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        lm_action action;
    } cases[] = {
        { "{'do':'bet','seat':'3','cents':2500}", { .verb = LM_BET, .box = 3, .amount_cents = 2500 } },
        { "{'do':'withdraw','seat':'3'}", { .verb = LM_WITHDRAW, .box = 3 } },
        { "{'do':'insure','seat':'3','cents':1}",
          { .verb = LM_INSURE, .box = 3, .wager = LM_INSURANCE, .amount_cents = 1 } },
        { "{'do':'double','seat':'3'}", { .verb = LM_DOUBLE, .box = 3 } },
        { "{'do':'unload','count':1}", { .verb = LM_UNLOAD, .count = 1 } },
    };
    const lm_words_reader reader = { .rules = rules_of("ma-freebet") };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char why[LM_WORDS_WHY];
        lm_action got;
        json_t *object = parse(cases[i].json);
        assert_true(lm_words_action(&reader, object, &got, why, sizeof why));
        assert_memory_equal(&got, &cases[i].action, sizeof got);
        json_decref(object);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *json, *why;
    } cases[] = {
        { "{'seat':'3'}", "\"do\" must be a text" },
        { "{'do':7}", "\"do\" must be a text" },
        { "[]", "\"do\" must be a text" },
        { "{'do':'hits','seat':'3'}", "say:nothing-called|hits||hit" },
        { "{'do':'hit'}", "say:wants-field|hit|seat" },
        { "{'do':'hit','seat':3}", "say:must-be-seat|seat" },
        { "{'do':'hit','seat':'3.1'}", "say:must-be-seat|seat" },
        { "{'do':'hit','seat':'dealer'}", "say:must-be-seat|seat" },
        { "{'do':'hit','seat':'3','cents':1}", "say:takes-no-field|hit|cents" },
        { "{'do':'bet','seat':'3','cents':1.5}", "say:must-be-whole|cents" },
        { "{'do':'bet','seat':'3','cents':'1'}", "say:must-be-whole|cents" },
        { "{'do':'bet','seat':'3','cents':1,'wager':'streak'}", "say:must-name-wager|wager" },
        { "{'do':'bet','seat':'3','cents':1,'in':'gold'}", "say:must-be-one-of|in|chips, plaque, coupon, cash" },
        { "{'do':'card','card':'Xx'}", "say:must-be-card|card" },
        { "{'do':'card','card':'1h'}", "say:must-be-card|card" },
        { "{'do':'swap','pack':2}", "say:must-be-pack|pack" },
        { "{'do':'peek','blackjack':1}", "say:must-be-boolean|blackjack" },
        { "{'do':'hit','seat':'3','n':4}", "say:takes-no-field|hit|n" },
    };
    const lm_words_reader reader = { .rules = rules_of("ma-freebet") };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char why[LM_WORDS_WHY];
        lm_action got;
        json_t *object = parse(cases[i].json);
        assert_false(lm_words_action(&reader, object, &got, why, sizeof why));
        assert_said(why, cases[i].why);
        json_decref(object);
    }
}

/* The reader ignores keys that the caller allows, and knows wagers that this table does not offer. */
static void test_reader(void **state)
{
    (void)state;
    static const char *const also[] = { "table", "n", NULL };
    const lm_words_reader reader = { rules_of("ma-freebet"), NULL, lm_wagers, also };
    char why[LM_WORDS_WHY];
    lm_action got;
    json_t *object = parse("{'do':'hit','table':'t1','seat':'3','n':17}");
    assert_true(lm_words_action(&reader, object, &got, why, sizeof why));
    json_decref(object);
    object = parse("{'do':'bet','seat':'3','wager':'blazing7','cents':500}");
    assert_true(lm_words_action(&reader, object, &got, why, sizeof why));
    assert_true(got.wager >= LM_SIDE + reader.rules->offers);
    json_decref(object);
    object = parse("{'do':'bet','seat':'3','wager':'blazing8','cents':500}");
    assert_false(lm_words_action(&reader, object, &got, why, sizeof why));
    json_decref(object);
}

/* ---- at random ------------------------------------------------------------------------------------- */

#ifdef LAMMER_SANITIZED
enum { ROOM = 4096, STEPS = 400 };
#else
enum { ROOM = 4096, STEPS = 1500 };
#endif

typedef struct {
    const lm_rules *rules;
    lm_table table;
    test_shoe shoe;
    test_random random;
    long trips, events;
    bool verbs[LM_TABLE_VERB_COUNT];
} wanderer;

static void check_trip(wanderer *w, lm_action a)
{
    char why[LM_WORDS_WHY] = "";
    lm_action back;
    const lm_words_reader reader = { .rules = w->rules };
    a.least_cents = a.most_cents = a.step_cents = 0;
    json_t *object = lm_words_of_action(w->rules, &a);
    bool same = lm_words_action(&reader, object, &back, why, sizeof why) && !memcmp(&a, &back, sizeof a);
    if (!same) {
        char *dump = json_dumps(object, JSON_COMPACT);
        fail_msg("%s: %s at %s", w->rules->name, *why ? why : "another action", dump);
    }
    json_decref(object);
    w->trips++;
    w->verbs[a.verb] = true;
}

/* Everything that may be done now or may have happened, in a few of its amounts. */
static int check_all(wanderer *w, lm_action *list)
{
    int n = lm_table_legal(&w->table, w->rules, list, ROOM);
    assert_true(n <= ROOM);
    for (int i = 0; i < n; i++) {
        lm_action a = list[i];
        check_trip(w, a);
        a.amount_cents = a.least_cents;
        check_trip(w, a);
    }
    static lm_action mishap[ROOM];
    if (w->table.stage != LM_IN_ROUND) return n;
    int mishaps = lm_round_mishaps(&w->table.round, w->rules, mishap, ROOM);
    for (int i = 0; i < mishaps && i < ROOM; i++)
        check_trip(w, mishap[i]);
    return n;
}

/* Read back, an event says what it said. Fields that its kind does not use are not written. */
static void check_event(void *self, const lm_event *e)
{
    wanderer *w = self;
    lm_event back;
    json_t *object = lm_words_of_event(w->rules, e);
    char *dump = json_dumps(object, JSON_COMPACT);
    if (!lm_words_event(w->rules, object, &back)) fail_msg("%s: %s is not read", w->rules->name, dump);
    const uint16_t *of = lm_words_event_fields((lm_event_kind)e->kind);
    int fields = 0;
    for (int i = 0; i < LM_EVENT_FIELDS; i++)
        fields |= lm_words_event_has(e, of[i]) ? of[i] : 0;
    bool same = back.kind == e->kind && (back.clause ? !strcmp(back.clause, e->clause) : !e->clause);
    if (fields & LM_EVENT_PLACE) same &= back.box == e->box && back.bettor == e->bettor && back.hand == e->hand;
    if (fields & LM_EVENT_WAGER) same &= back.wager == e->wager;
    if (fields & LM_EVENT_CARD) same &= back.card == e->card;
    if (fields & (LM_EVENT_AMOUNT | LM_EVENT_NUMBER | LM_EVENT_COUNT)) same &= back.amount_cents == e->amount_cents;
    const int in_other_fields = LM_EVENT_PLACE | LM_EVENT_AMOUNT | LM_EVENT_CARD | LM_EVENT_NUMBER | LM_EVENT_COUNT |
                                LM_EVENT_ABOUT | LM_EVENT_FOR;
    bool uses_n = (fields & ~in_other_fields) != 0 && e->kind != LM_EV_PROMPT;
    if (uses_n || fields & LM_EVENT_ROLE) same &= back.n == e->n;
    if (fields & (LM_EVENT_ABOUT | LM_EVENT_FOR | LM_EVENT_HOW)) same &= back.how == e->how;
    if (e->kind == LM_EV_PROMPT && back.how == LM_PROMPT_NOTHING) same = false; /* a prompt says what it is about */
    if (!same) fail_msg("%s: %s is read as another event", w->rules->name, dump);
    free(dump);
    json_decref(object);
    w->events++;
}

static bool play_step(wanderer *w)
{
    static lm_action list[ROOM];
    lm_action a;
    int n = check_all(w, list);
    lm_turn turn = lm_table_turn(&w->table, w->rules);
    bool players = turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS;
    bool in_round = w->table.stage == LM_IN_ROUND;
    if (players && in_round) {
        a = list[test_random_below(&w->random, n)];
        if (a.verb == LM_TURN) {
            int hand = w->table.round.phase == LM_EXPOSING ? 1 : w->table.round.at_hand + 1;
            a.card = test_shoe_turn(&w->shoe, a.box, (uint8_t)hand);
        }
    } else if (!test_table_answers(&w->shoe, &w->table, w->rules, turn, &w->random, &a)) {
        return false;
    }
    check_trip(w, a);
    lm_listener ear = { check_event, w };
    lm_status status = lm_table_apply_heard(&w->table, w->rules, a, &ear);
    if (lm_ok(status) && (a.verb == LM_LOAD || a.verb == LM_UNLOAD))
        test_shoe_restack(&w->shoe, &w->table, w->rules, &w->random);
    return lm_ok(status) && w->shoe.next < w->shoe.size - 8;
}

/* Short tables, one after the other: a table ends when its shoe is nearly empty or no step is left. */
static void test_random_play(void **state)
{
    (void)state;
    static wanderer w;
    for (int i = 0; lm_profile_names()[i]; i++) {
        w.rules = rules_of(lm_profile_names()[i]);
        w.random.state = 77001 + (uint64_t)i;
        for (int steps = 0, tables = 0; steps < STEPS; tables++) {
            lm_table_open(&w.table, w.rules);
            test_shoe_shuffle(&w.shoe, (int)w.rules->decks, &w.random);
            w.shoe.downs.n = 0;
            w.shoe.burns = 0;
            int decks =
                w.rules->shoe == LM_SHOE_DOUBLE ? (int)(w.rules->decks - w.rules->decks / 2) : (int)w.rules->decks;
            lm_action by_book = { .verb = LM_DELIVER, .count = decks };
            lm_action quick = { .verb = LM_LOAD, .yes = 1 };
            assert_true(lm_ok(lm_table_apply(&w.table, w.rules, tables % 2 ? by_book : quick)));
            do
                steps++;
            while (play_step(&w) && steps < STEPS);
        }
    }
    int verbs = 0;
    for (int i = 0; i < LM_TABLE_VERB_COUNT; i++)
        verbs += w.verbs[i];
    printf("round trips: %ld actions, %d of %d verbs, %ld events\n", w.trips, verbs, LM_TABLE_VERB_COUNT, w.events);
    assert_true(verbs > 35 && w.trips > 60 * STEPS && w.events > 13 * STEPS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand), cmocka_unit_test(test_left_out),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_reader),  cmocka_unit_test(test_random_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
