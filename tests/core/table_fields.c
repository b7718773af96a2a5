/* table_fields.c - a table refuses a verb with a surplus field, lists all that it accepts, and names a box only for a
 * player. */
/* sanitized */
#include "kit/table_help.h"

/* The fields that include/lammer/table.h names for each verb, beside the amount. */
enum { BOX = 1, NUMBER = 2, CARD = 4, YES = 8 };
static const uint8_t fields[LM_TABLE_VERB_COUNT] = {
    [LM_DELIVER] = NUMBER, [LM_VERIFY] = NUMBER,  [LM_VIEW] = BOX,           [LM_SIGN] = YES,
    [LM_SWAP] = NUMBER,    [LM_CUT] = BOX,        [LM_REFUSE_CUT] = BOX,     [LM_RECUT] = NUMBER,
    [LM_LOAD] = YES,       [LM_SHOW_BURN] = CARD, [LM_COVER_SEEN] = BOX,     [LM_ORDER_SHUFFLE] = NUMBER,
    [LM_UNLOAD] = NUMBER,  [LM_IDLE] = YES,       [LM_REQUEST_SPREAD] = BOX, [LM_ARRIVE] = BOX,
    [LM_LEAVE] = BOX,      [LM_READMIT] = BOX,
};

static const struct {
    uint8_t field; /* 0: no verb of the table has it */
    lm_action stray;
} strays[] = {
    { BOX, { .box = 1 } },    { BOX, { .box = 2 } },       { BOX, { .box = 7 } },   { NUMBER, { .n = 1 } },
    { NUMBER, { .n = 2 } },   { NUMBER, { .n = 255 } },    { CARD, { .card = 1 } }, { YES, { .yes = 1 } },
    { YES, { .yes = 2 } },    { 0, { .bettor = 1 } },      { 0, { .wager = 1 } },   { 0, { .player = 1 } },
    { 0, { .bettor = 255 } }, { 0, { .wager = LM_SIDE } },
};

static lm_action with_stray(lm_action a, const lm_action *stray)
{
    a.box |= stray->box;
    a.n |= stray->n;
    a.card |= stray->card;
    a.yes |= stray->yes;
    a.bettor |= stray->bettor;
    a.wager |= stray->wager;
    a.player |= stray->player;
    return a;
}

/* Every legal action is refused with one more field set, and a yes above 1 is refused. */
static void check_strays(const life *l)
{
    static lm_action list[1024];
    int n = lm_table_legal(&l->table, &l->rules, list, 1024);
    assert_in_range(n, 0, 1024);
    for (int i = 0; i < n; i++) {
        uint8_t verb = list[i].verb;
        if (verb >= LM_VERB_COUNT && list[i].most_cents > list[i].least_cents)
            assert_int_equal(list[i].step_cents, 1); /* cards, decks and hours are counted one by one */
        for (size_t k = 0; verb >= LM_VERB_COUNT && k < sizeof strays / sizeof *strays; k++) {
            lm_action a = with_stray(list[i], &strays[k].stray);
            lm_table copy = l->table;
            bool uses = fields[verb] & strays[k].field && strays[k].stray.yes < 2;
            if (!uses && lm_ok(lm_table_apply(&copy, &l->rules, a)))
                fail_msg("%s takes stray field %zu in stage %d", lm_action_word(verb), k, l->table.stage);
        }
    }
}

/* The table lists every action that it accepts, with every choice of the fields that a verb uses. */
static void check_unlisted(const life *l)
{
    static const lm_cents amounts[] = { 0, 1, 3, 6, 52, 100, 156, 312 };
    static lm_action list[1024];
    int n = lm_table_legal(&l->table, &l->rules, list, 1024);
    for (int i = 0; i < 8 * 9 * 6 * (LM_TABLE_VERB_COUNT - LM_VERB_COUNT); i++) {
        uint8_t verb = (uint8_t)(LM_VERB_COUNT + i / (8 * 9 * 6));
        lm_action a = { .verb = verb, .amount_cents = amounts[i % 8] };
        uint8_t digit = (uint8_t)(i / (8 * 9) % 6);
        if (fields[verb] & BOX) a.box = (uint8_t)(i / 8 % 9);
        if (fields[verb] & NUMBER) a.n = digit;
        if (fields[verb] & YES) a.yes = digit % 2;
        if (fields[verb] & CARD) a.card = (lm_card)(10 * digit);
        lm_table copy = l->table;
        if (!lm_ok(lm_table_apply(&copy, &l->rules, a))) continue;
        bool listed = false;
        for (int k = 0; k < n && !listed; k++)
            listed = list[k].verb == verb && list[k].box == a.box && list[k].n == a.n && list[k].yes == a.yes &&
                     list[k].card == a.card && a.amount_cents >= list[k].least_cents &&
                     a.amount_cents <= list[k].most_cents;
        if (!listed) fail_msg("%s is accepted but not listed in stage %d", lm_action_word(verb), l->table.stage);
    }
}

/* Between rounds a turn names a box only where a player must act, and never a hand. No other verb than the turn's is
 * legal. A list that is cut short still counts all actions. */
static void check_turn(const life *l)
{
    lm_turn turn = lm_table_turn(&l->table, &l->rules);
    lm_action few[4] = { [3].verb = 255 }, all[1024];
    if (l->table.stage != LM_IN_ROUND || turn.verb == LM_BURN || turn.verb == LM_IRREGULAR) {
        assert_int_equal(turn.hand, 0);
        assert_true(turn.box == 0 || turn.who == LM_BY_PLAYER);
        assert_true(turn.box <= l->rules.boxes);
    }
    for (int verb = LM_TABLE_VERB_COUNT; verb <= 255; verb++) {
        lm_table copy = l->table;
        assert_false(lm_ok(lm_table_apply(&copy, &l->rules, (lm_action){ .verb = (uint8_t)verb })));
        assert_memory_equal(&copy, &l->table, sizeof copy);
    }
    assert_int_equal(lm_table_legal(&l->table, &l->rules, few, 3), lm_table_legal(&l->table, &l->rules, all, 1024));
    assert_int_equal(few[3].verb, 255);
}

static void no_verb_takes_a_stray_field(void **state)
{
    (void)state;
    static const char *const rules[] = { "", "shoe=continuous continuous_approved=on cover_cards=0 ",
                                         "shoe=double red_suits=A ", "shuffler=batch " };
    static const char *const words[] = { "",
                                         "arrive:b1 arrive:b6",
                                         "load:y",
                                         "load:y new-dealer next",
                                         "load:y to:open",
                                         "load:y start:b1",
                                         "load:y play:b1" };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            static life l;
            static table_case test;
            test = (table_case){ "fields", NO_HOLE "house_reshuffle=on ", rules[i], words[w] };
            life_begin(&l, &test);
            if (setjmp(l.end)) fail();
            life_words(&l, words[w]);
            check_strays(&l);
            check_turn(&l);
            check_unlisted(&l);
        }
    }
}

/* Turns that concern no particular box name neither box nor hand, with the round at any box. */
static void staff_and_dealer_have_no_box(void **state)
{
    (void)state;
    static const table_case cases[] = {
        { "MFB-3(b)", MFB, "", "deliver:a6 inspect verify:floorperson spread ?players:arrive:b0" },
        { "MBJ-5(e)(1)", MBJ, "preshuffled=on",
          "deliver:a6 inspect spread arrive:b1 view:b1 leave:b1 to:stack stack ?players:arrive:b0" },
        { "MBJ-15(g).1", NO_HOLE, "",
          "load:y burn start:b2 card:cTh card:c5c card:c6d hit:b2 irregular:n8 ?dealer:burn:b0" },
        { "MFB-6(d).1", MFB, "",
          "arrive:b2 deliver:a6 to:cut cut:b2:a100 cover:a310 load burn play:b2 ?dealer:cover-seen:b0" },
        { "MFB-2(c)", MFB, "", "arrive:b2 load:y burn hours:a25 ?staff:change-decks:b0" },
        { "MFB-4(h)", MFB, "", "arrive:b2 deliver:a6 to:open leave:b2 ?dealer:idle:b0" },
        { "MFB-6(c).2", MFB, "", "load:y burn play:b2 new-dealer ?dealer:burn:b0" },
        { "MFB-11(k)", MFB, "", "load:y burn start:b2 card:cTh irregular:n13 ?staff:irregular:b0" },
        { "MBJ-15(a)", MBJ, "",
          "load:y burn start:b2 irregular:n0:y:c2c card:cTh card:c2c card:c6h down ?player:hit:b2 "
          "irregular:n1:b2 ?staff:confirm:b0" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static life l;
        life_begin(&l, &cases[i]);
        if (setjmp(l.end)) fail();
        life_words(&l, cases[i].life);
        assert_int_equal(lm_table_turn(&l.table, &l.rules).hand, 0);
    }
}

/* All steps from the delivery of the cards to the first round, and through the next shuffle. */
static void nor_on_the_way_through_a_shuffle(void **state)
{
    (void)state;
    static const char *const rules[] = { "", "shuffler=batch " };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        static life l;
        static table_case test;
        test = (table_case){ "fields", MFB, rules[i], "next" };
        life_begin(&l, &test);
        if (setjmp(l.end)) fail();
        life_words(&l, "arrive:b2 arrive:b5 deliver:a6");
        for (int steps = 0; steps < 60 && l.table.stage != LM_TO_OPEN; steps++) {
            check_strays(&l);
            check_turn(&l);
            check_unlisted(&l);
            life_words(&l, "next");
        }
        life_words(&l, "play:b2 order-shuffle:floorperson");
        for (int steps = 0; steps < 60 && l.table.stage != LM_TO_OPEN; steps++) {
            check_strays(&l);
            check_turn(&l);
            check_unlisted(&l);
            life_words(&l, "next");
        }
        assert_int_equal(l.table.stage, LM_TO_OPEN);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_verb_takes_a_stray_field),
        cmocka_unit_test(staff_and_dealer_have_no_box),
        cmocka_unit_test(nor_on_the_way_through_a_shuffle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
