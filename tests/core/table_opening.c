/* table_opening.c - from the delivery of the decks to the stack that is cut. */
/* sanitized */
#include "kit/table_help.h"

#define INSPECTED "deliver:a6 inspect verify:floorperson "
#define SPREAD_OUT INSPECTED "spread "
#define STACKED SPREAD_OUT "arrive:b1 view:b1 wash stack "
#define BJ_STACKED "deliver:a6 inspect spread arrive:b1 view:b1 wash stack "
#define BY_HAND "riffle riffle turn-half riffle strip shuffle-cut "
#define LOADED STACKED BY_HAND "cut:b1:a100 cover:a100 load burn "
#define BJ_LOADED BJ_STACKED BY_HAND "cut:b1:a100 cover:a100 load burn "

/* clang-format off */
static const table_case opening[] = {
    { "MFB-3(a).1", MFB, "", "?dealer:load !inspect=MFB-3(a).1 !deliver:a5=MFB-2(a).1 deliver:a6 ?dealer:inspect !verify:floorperson=MFB-3(a).1 !spread=MFB-3(a).1 inspect +inspect=MFB-3(a).1" },
    { "MBJ-4(a)", MBJ, "", "!inspect=MBJ-4(a) deliver:a6 ?dealer:inspect !spread=MBJ-4(a) inspect +inspect=MBJ-4(a) ?dealer:spread !verify:floorperson=MBJ-4(b)" },
    { "MBJ-4(a)", MBJ, "", "!deliver:a7=MBJ-2(a).1" },
    { "MFB-3(a).2", MFB, "", "deliver:a6 inspect ?staff:verify !spread=MFB-3(a).2 !verify:dealer=MFB-3(a).2 verify:floorperson +verify=MFB-3(a).2 ?dealer:spread" },
    { "MFB-3(a).2", MFB, "", "deliver:a6 inspect verify:supervisor ?dealer:spread" },
    { "MFB-3(b)", MFB, "", INSPECTED "!view:b4=MFB-3(b) !wash=MFB-3(b) spread +spread=MFB-3(b) -prompt ?players:arrive !wash=MFB-3(b)"
      " arrive:b4 +prompt:b4=MFB-3(b) ?player:view:b4 arrive:b2 -prompt !view:b2=MFB-3(b) !view:b6=MFB-3(b) view:b4 +view:b4" },
    { "MFB-3(b)", MFB, "", SPREAD_OUT "!view:b3=MFB-3(b) arrive:b3 leave:b3 !view:b3=MFB-3(b) arrive:b5 view:b5" }, /* for a player who is there */
    { "MFB-3(b)", MFB, "", "arrive:b3 " SPREAD_OUT "+prompt:b3=MFB-3(b) ?player:view:b3" },
    { "MBJ-4(b)", MBJ, "", "deliver:a6 inspect !wash=MBJ-4(b) spread +spread=MBJ-4(b) ?players:arrive !view:b4=MBJ-4(b) arrive:b4 +prompt:b4=MBJ-4(b)"
      " ?player:view:b4 arrive:b2 !wash=MBJ-4(b) view:b2" },
    { "MFB-3(c)", MFB, "", SPREAD_OUT "arrive:b1 view:b1 ?dealer:wash !stack=MFB-3(c) !riffle=MFB-3(c) wash ?dealer:stack !wash=MFB-3(c)"
      " !riffle=MFB-3(c) stack ?dealer:riffle !stack=MFB-4(a).1 riffle" },
    { "MBJ-4(c)", MBJ, "", "deliver:a6 inspect spread arrive:b1 view:b1 ?dealer:wash !stack=MBJ-4(c) wash +wash=MBJ-4(c) !riffle=MBJ-4(c) stack ?dealer:riffle" },
    { "MFB-3(d)", MFB, "shuffler=batch", STACKED "+stack=MFB-3(d) device-shuffle ?dealer:deliver &A=in-device &B=away !deliver:a6=MFB-2(b)(4) !swap=MFB-3(a).1"
      " deliver:n1:a6 ?dealer:inspect inspect verify:floorperson !wash=MFB-3(d) spread +spread=MFB-3(d) view:b1 ?dealer:wash wash stack ?dealer:device-shuffle"
      " device-shuffle ?dealer:swap &B=in-device" },
    { "MBJ-4(d)", MBJ, "shuffler=batch", "deliver:a6 inspect spread +spread=MBJ-4(d) arrive:b1 view:b1 ?dealer:stack !wash=MBJ-4(d) stack device-shuffle"
      " ?dealer:deliver deliver:n1:a6 inspect spread view:b1 ?dealer:stack stack device-shuffle ?dealer:swap" },
    { "MFB-3(e)", MFB, "preshuffled=on", "deliver:a6 ?players:arrive !inspect=MFB-4(b) !riffle=MFB-4(b) arrive:b2 ?player:cut:b2 cut:b2:a52 cover:a78 load ?dealer:burn" },
    { "MFB-3(e)", MFB, "preshuffled=on shuffler=batch", "deliver:a6 ?dealer:deliver deliver:n1:a6 ?dealer:swap swap ?players:arrive" },
    { 0 },
};

static const table_case shuffle[] = {
    /* before play, after every shoe, on order */
    { "MFB-4(a).1", MFB, "", STACKED "!cut:b1:a100=MFB-4(a).1 !load=MFB-4(a).1 " BY_HAND "?player:cut" },
    { "MFB-4(a).1", MFB, "", LOADED "start:b1 to:card !unload:a312=MFB-6(h).1 finish !unload:a312=MFB-4(g).1 order-shuffle:floorperson unload:a312 !cut:b1:a100=MFB-4(a).1 ?dealer:plug" },
    { "MFB-4(a).1", MFB, "preshuffled=on", "deliver:a6 arrive:b1 cut:b1:a100 cover:a100 load burn play:b1 order-shuffle:floorperson unload:a312 ?dealer:plug !cut:b1:a100=MFB-4(a).1" },
    { "MBJ-5(a)", MBJ, "", BJ_STACKED "!cut:b1:a100=MBJ-5(a) " BY_HAND "?player:cut" },
    { "MBJ-5(a)", MBJ, "preshuffled=on", "deliver:a6 inspect spread arrive:b1 view:b1 wash stack ?player:cut" },
    { "MBJ-5(a)", MBJ, "house_reshuffle=on", BJ_LOADED "play:b1 order-shuffle:floorperson unload:a312 ?dealer:plug !cut:b1:a100=MBJ-5(a)" },
    { "MBJ-5(a)", MBJ, "", "load:y burn start:b1 cover-seen:b1 finish unload:a312 ?dealer:plug !cut:b1:a100=MBJ-5(a)" },
    /* one stack; a device may fill the shoe */
    { "MFB-4(a).3", MFB, "", LOADED "play:b1 order-shuffle:floorperson unload:a312 riffle riffle turn-half riffle strip !shuffle-cut=MFB-4(j)(5) plug shuffle-cut" },
    { "MFB-4(a).3", MFB, "shuffler=batch", "arrive:b1 deliver:a6 to:cover cover:a100 -load ?dealer:load load +load=MFB-6(a).1" },
    { "MFB-4(a).3", MFB, "shuffler=batch shuffler_loads_shoe=on", "arrive:b1 deliver:a6 to:cover cover:a100 +load=MFB-4(a).3 ?dealer:burn" },

    { "MFB-4(j)(1)", MFB, "", STACKED "!plug=MFB-4(j)(1)" },
    { "MFB-4(j)(1)", MFB, "", LOADED "play:b1 order-shuffle:floorperson unload:a312 ?dealer:plug plug +plug=MFB-4(j)(1) !plug=MFB-4(j)(1) ?dealer:riffle" },
    { "MFB-4(j)(2)", MFB, "", STACKED "riffle +riffle=MFB-4(j)(2) riffle !shuffle-cut=MFB-4(j)(5)" },
    { "MFB-4(j)(3)", MFB, "", STACKED "riffle riffle turn-half +turn-half=MFB-4(j)(3) !strip=MFB-4(j)(3) !turn-half=MFB-4(j)(3) !shuffle-cut=MFB-4(j)(3) ?dealer:riffle riffle strip" },
    { "MFB-4(j)(3)", MFB, "", STACKED "riffle riffle strip !shuffle-cut=MFB-4(j)(5) turn-half riffle shuffle-cut" },
    { "MFB-4(j)(4)", MFB, "", STACKED "!strip=MFB-4(j)(4) riffle !strip=MFB-4(j)(4) riffle strip +strip=MFB-4(j)(4)" },
    { "MFB-4(j)(4)", MFB, "", STACKED "turn-half riffle riffle !shuffle-cut=MFB-4(j)(5) strip shuffle-cut" },
    { "MFB-4(j)(5)", MFB, "", STACKED "!shuffle-cut=MFB-4(j)(5) " BY_HAND "+shuffle-cut=MFB-4(j)(5) !riffle=MFB-4(b) !strip=MFB-4(b) !turn-half=MFB-4(b) !shuffle-cut=MFB-4(b)" },
    { "MBJ-5(l)(1)", MBJ, "", BJ_STACKED "!plug=MBJ-5(l)(1)" },
    { "MBJ-5(l)(1)", MBJ, "house_reshuffle=on", BJ_LOADED "play:b1 order-shuffle:floorperson unload:a312 plug +plug=MBJ-5(l)(1) ?dealer:riffle" },
    { "MBJ-5(l)(2)", MBJ, "", BJ_STACKED "?dealer:riffle riffle +riffle=MBJ-5(l)(2) ?dealer:riffle" },
    { "MBJ-5(l)(3)", MBJ, "", BJ_STACKED "riffle riffle ?dealer:turn-half turn-half +turn-half=MBJ-5(l)(3) !strip=MBJ-5(l)(3) riffle strip" },
    { "MBJ-5(l)(4)", MBJ, "", BJ_STACKED "riffle !strip=MBJ-5(l)(4) riffle strip +strip=MBJ-5(l)(4)" },
    { "MBJ-5(l)(5)", MBJ, "", BJ_STACKED "riffle riffle strip !shuffle-cut=MBJ-5(l)(5) turn-half riffle shuffle-cut !riffle=MBJ-5(b)" },
    /* a procedure of the house's own: no strip, no cut card, no burn */
    { "MBJ-5(k)", MBJ, "custom_procedure=approved", BJ_STACKED "strip riffle shuffle-cut cut:b1:a100 cover:a0 load open" },
    { "MBJ-5(k)", MBJ, "", BJ_STACKED "!strip=MBJ-5(l)(4) riffle !shuffle-cut=MBJ-5(l)(5) riffle turn-half riffle strip shuffle-cut cut:b1:a100 !cover:a0=MBJ-5(d).3 cover:a78 load !open=MBJ-6(c).1" },
    /* the device fails */
    { "MFB-11(l)", MFB, "shuffler=batch", STACKED "jam +jam=MFB-11(l) ?dealer:device-shuffle &A=stacked !swap:n1=MFB-4(a).1 !cut:b1:a100=MFB-4(a).1 device-shuffle &A=in-device" },
    { "MFB-11(m)", MFB, "shuffler=batch", STACKED "!riffle=MFB-11(m) sign:y +sign=MFB-11(m) ?dealer:riffle !device-shuffle=MFB-2(b) " BY_HAND "?player:cut" },
    { "MFB-11(m)", MFB, "", STACKED "!sign:y=MFB-2(b) !jam=MFB-2(b)" },
    { "MFB-11(m)", MFB, "shuffler=batch", STACKED "sign:y " BY_HAND "cut:b1:a100 cover:a100 load burn play:b1 sign order-shuffle:floorperson unload:a312 ?dealer:device-shuffle !riffle=MFB-11(m) device-shuffle ?dealer:deliver" },
    { 0 },
};
/* clang-format on */

static void test_opening(void **state)
{
    (void)state;
    live(opening);
}

static void test_shuffle(void **state)
{
    (void)state;
    live(shuffle);
}

/* What the section lets players do: look at the cards, cut them or refuse to, have them spread. They come and go.
 * LM_COVER_SEEN and LM_READMIT name a box, but staff do them. */
static bool is_a_players(uint8_t verb)
{
    static const uint8_t theirs[] = { LM_VIEW,   LM_CUT,   LM_REFUSE_CUT, LM_REQUEST_SPREAD,
                                      LM_ARRIVE, LM_LEAVE, LM_READMIT,    LM_COVER_SEEN };
    return memchr(theirs, verb, sizeof theirs) != NULL;
}

/* Returns how many steps were tried. */
static int hands_off(life *l, const char *clause)
{
    int tried = 0;
    for (uint8_t verb = LM_VERB_COUNT; verb < LM_TABLE_VERB_COUNT; verb++) {
        for (uint8_t box = 1; !is_a_players(verb) && box <= LM_BOXES; box++, tried++) {
            lm_status status = life_try(l, (lm_action){ .verb = verb, .box = box });
            if (status.why != LM_WHY_HANDLE || strcmp(status.clause, clause) != 0)
                fail_msg("%s: box %d may %s in stage %d", clause, box, lm_action_word(verb), l->table.stage);
        }
    }
    return tried;
}

/* Through the life of a shoe, from its delivery to a wrong count; returns how many stages it came through. */
static int hands_off_for_life(life *l)
{
    uint32_t stages = 0;
    assert_true(hands_off(l, l->test->clause) > 20 * LM_BOXES);
    life_words(l, l->test->life);
    for (lm_turn turn; (turn = lm_table_turn(&l->table, &l->rules)).verb != LM_OPEN;) {
        stages |= 1u << l->table.stage;
        hands_off(l, l->test->clause);
        life_answer(l, turn);
    }
    for (const char *const *words =
             (const char *const[]){ "start:b1", "finish order-shuffle:floorperson", "unload:a311", NULL };
         *words; words++) {
        life_words(l, *words);
        hands_off(l, l->test->clause);
    }
    return __builtin_popcount(stages);
}

/* MBJ-6(m): no player handles, removes or alters a card: in no stage can a player do a step of the staff. */
static void test_players_keep_their_hands_off(void **state)
{
    static const table_case shoe = { "MBJ-6(m)", MBJ, "house_reshuffle=on", "arrive:b1 arrive:b2 deliver:a6" };
    static life l;
    (void)state;
    life_begin(&l, &shoe);
    if (setjmp(l.end)) fail_msg("a step of the shoe's life failed");
    assert_true(hands_off_for_life(&l) >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_opening),
        cmocka_unit_test(test_shuffle),
        cmocka_unit_test(test_players_keep_their_hands_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
