/* table_batches.c - two batches that take turns, the hand-dealt game's deck sets, and the continuous device. */
/* sanitized */
#include "kit/table_help.h"

#define ARRIVED "arrive:b2 arrive:b5 "
#define BATCHES "shuffler=batch "
#define OPENED ARRIVED "deliver:a6 to:open "
#define NEXT_SHOE "order-shuffle:floorperson to:unload "
#define BJ_BATCHES "shuffler=batch house_reshuffle=on "
#define SETS ARRIVED "deliver:a2 to:open "
#define THIN_SETS ARRIVED "deliver:a2 to:cover cover cover:a103 load " /* the cover card comes second */
#define EMPTY "leave:b2 leave:b5 idle "

/* clang-format off */
static const table_case batches[] = {
    { "MFB-2(b)(3)", MFB, BATCHES, OPENED "&A=in-play &B=in-device start:b2 &A=in-play &B=in-device finish " NEXT_SHOE "unload:a312 &B=in-device device-shuffle &A=in-device !cut:b5:a100=MFB-2(b)(4)"
      " to:open start:b2 &A=in-device &B=in-play" },
    { "MFB-2(b)(4)", MFB, BATCHES, OPENED "&A=in-play " NEXT_SHOE "unload:a312 device-shuffle ?dealer:swap !swap=MFB-2(b)(4) swap:n1 +swap=MFB-2(b)(4) to:open &B=in-play play:b2 "
      NEXT_SHOE "unload:n1:a312 device-shuffle !swap:n1=MFB-2(b)(4) swap to:open &A=in-play " NEXT_SHOE "unload:a312 device-shuffle swap:n1 to:open &B=in-play" },
    { "MFB-2(b)(5)", MFB, BATCHES, OPENED "play:b2 " NEXT_SHOE "!unload:n1:a312=MFB-2(b)(5) unload:a312 to:open " NEXT_SHOE "!unload:a312=MFB-2(b)(5) unload:n1:a312" },
    { "MBJ-2(b*)(3)", MBJ, BJ_BATCHES, OPENED "start:b2 &A=in-play &B=in-device finish " NEXT_SHOE "unload:a312 device-shuffle &A=in-device to:open start:b2 &A=in-device &B=in-play" },
    { "MBJ-2(b*)(4)", MBJ, BJ_BATCHES, OPENED "&A=in-play " NEXT_SHOE "unload:a312 device-shuffle !swap=MBJ-2(b*)(4) swap:n1 +swap=MBJ-2(b*)(4) to:open &B=in-play " NEXT_SHOE
      "unload:n1:a312 device-shuffle !swap:n1=MBJ-2(b*)(4) swap to:open &A=in-play" },
    { "MBJ-2(b*)(5)", MBJ, BJ_BATCHES, OPENED "play:b2 " NEXT_SHOE "!unload:n1:a312=MBJ-2(b*)(5) unload:a312" },
    { "MBJ-2(b*)(3)", MBJ, BJ_BATCHES, OPENED NEXT_SHOE "unload:a312 !riffle=MBJ-2(b*)(3) !plug=MBJ-2(b*)(3)" }, /* the device shuffles */
    /* quick shoes take turns as well */
    { "MFB-2(b)(4)", MFB, BATCHES, "load:y &A=in-play &B=in-device load:y &A=in-device &B=in-play load:y &A=in-play" },

    { "MFB-4(h)(2).1", MFB, BATCHES, OPENED "play:b2 " EMPTY "&A=spread arrive:b3 view:b3 ?dealer:stack !wash=MFB-4(h)(2).1 stack +stack=MFB-4(h)(2).1 device-shuffle &A=in-device ?dealer:swap"
      " !cut:b3:a100=MFB-4(h)(2).1 swap:n1 +swap=MFB-4(h)(2).1 &B=in-play" },
    { "MFB-4(h)(2).2", MFB, BATCHES, OPENED EMPTY "arrive:b3 view:b3 stack device-shuffle swap:n1 ?player:cut:b3 cut:b3:a100 !request-spread:b3=MFB-4(e).3" },
    { "MFB-4(h)(2).2", MFB, BATCHES, OPENED "!request-spread:b2=MFB-4(g).1 " EMPTY "arrive:b3 !request-spread:b4=MFB-3(b) request-spread:b3 +request-spread:b3=MFB-4(h)(2).2"
      " !request-spread:b3=MFB-4(h)(2).2 view:b3 stack device-shuffle swap:n1 ?dealer:spread &B=spread !cut:b3:a100=MFB-4(h)(2).2 spread +spread=MFB-4(h)(2).2"
      " view:b3 ?dealer:stack stack device-shuffle &B=in-device swap ?player:cut:b3 &A=in-play" },
    { "MFB-4(h)(2).2", MFB, BATCHES, OPENED EMPTY "arrive:b3 view:b3 stack device-shuffle swap:n1 ?player:cut:b3 request-spread:b3 ?dealer:spread" }, /* up to the cut */
    { "MFB-4(h)(2).2", MFB, BATCHES "shuffler_secure=off", OPENED EMPTY "arrive:b3 view:b3 stack device-shuffle swap:n1 ?dealer:spread" },
    { "MFB-4(h)(2).2", MFB, BATCHES "shuffler_secure=off", OPENED NEXT_SHOE "unload:a312 device-shuffle swap:n1 ?player:cut:b5" }, /* only after idling */
    { "MBJ-5(j)(2)", MBJ, BATCHES, OPENED EMPTY "arrive:b3 view:b3 ?dealer:stack !wash=MBJ-5(j)(2) stack device-shuffle &A=in-device swap:n1 &B=in-play ?player:cut:b3" },
    { "MBJ-5(j)(2)", MBJ, BATCHES, OPENED EMPTY "arrive:b3 request-spread:b3 view:b3 stack device-shuffle swap:n1 ?dealer:spread !cut:b3:a100=MBJ-5(j)(2)" },
    { "MBJ-5(j)(2)", MBJ, BATCHES, OPENED EMPTY "sign:y arrive:b3 !request-spread:b3=MBJ-5(j)(2)" }, /* the device keeps no batch */
    { "MBJ-5(j)(2)(i)", MBJ, BATCHES "shuffler_secure=off", OPENED EMPTY "arrive:b3 view:b3 stack device-shuffle swap:n1 ?dealer:spread" },
    { "MBJ-5(j)(2)(ii)", MBJ, BATCHES "release_approved=off", OPENED EMPTY "arrive:b3 view:b3 stack device-shuffle swap:n1 ?dealer:spread" },
    { 0 },
};

static const table_case six_to_five[] = {
    { "MBJ-2(c).2", SIX_TO_FIVE, "", SETS "&A=in-play &B=in-device start:b2 &A=in-play &B=in-device" },
    { "MBJ-2(c).2", SIX_TO_FIVE, "decks=1", ARRIVED "deliver:a1 to:open start:b2 &A=in-play &B=in-device" },
    { "MBJ-2(c).3", SIX_TO_FIVE, "", THIN_SETS "start:b2 next cover-seen finish !open=MBJ-6a(j) unload:a104 device-shuffle +device-shuffle !swap=MBJ-2(c).3 swap:n1 +swap=MBJ-2(c).3"
      " to:open &B=in-play &A=in-device" },
    { "MBJ-5(i).1", SIX_TO_FIVE, "", ARRIVED "deliver:a2 to:cover ?dealer:cover !load=MBJ-5(i).1 !cover:a35=MBJ-5(i).1 cover +cover=MBJ-5(i).1 ?dealer:cover" },
    { "MBJ-5(i).2", SIX_TO_FIVE, "", ARRIVED "deliver:a2 to:cover cover !load=MBJ-5(i).2 !cover:a34=MBJ-5(i).2 cover:a35 +cover=MBJ-5(i).2 ?dealer:load" },
    { "MBJ-5(i).2", SIX_TO_FIVE, "decks=1", ARRIVED "deliver:a1 to:cover cover !cover:a17=MBJ-5(i).2 cover:a18" },
    { "MBJ-5(i).3", SIX_TO_FIVE, "decks=1 rounds_per_deck=one", ARRIVED "deliver:a1 to:cover cover ?dealer:load load &A=in-play play:b2 ?dealer:unload !open=MBJ-6a(j) unload:a52 device-shuffle swap:n1"
      " ?player:cut:b5 to:open &B=in-play play:b2 ?dealer:unload unload:n1:a52 to:open &A=in-play" },
    { "MBJ-5(i).3", SIX_TO_FIVE, "decks=1 rounds_per_deck=one", ARRIVED "deliver:a1 to:open start:b2 !cover-seen:b2=MBJ-6a(j)" },
    { "MBJ-5(i).3", SIX_TO_FIVE, "decks=1 rounds_per_deck=several", ARRIVED "deliver:a1 to:open play:b2 ?dealer:open" },
    { "MBJ-2(a).3", SIX_TO_FIVE, "", ARRIVED "deliver:a2 to:cover cover ?dealer:cover cover:a40 ?dealer:load" }, /* two cut cards */
    { "MBJ-2(a).3", MBJ, "", ARRIVED "deliver:a6 to:cover cover:a100 ?dealer:load" },
    { "MBJ-6a(b).1", SIX_TO_FIVE, "", ARRIVED "deliver:a2 to:cover !open=MBJ-6a(b).1 cover cover:a35 load +load=MBJ-6a(b).1 ?dealer:open" },
    { "MBJ-6a(c).1", SIX_TO_FIVE, "burn_each_round=on", SETS "&out=1 play:b2 ?dealer:burn !open=MBJ-6a(c).1 burn +burn=MBJ-6a(c).1 !show-burn:cKd=MBJ-6a(c).1 open" },
    { "MBJ-6a(c).1", SIX_TO_FIVE, "decks=1 rounds_per_deck=one burn_each_round=on", ARRIVED "deliver:a1 to:open play:b2 ?dealer:unload -burn" },
    { "MBJ-6a(c).1", SIX_TO_FIVE, "burn_each_round=off", ARRIVED "deliver:a2 to:load load ?dealer:open play:b2 ?dealer:open new-dealer -burn ?dealer:open" },
    { "MBJ-6a(i)", SIX_TO_FIVE, "", SETS "play:b2:b5 +clear:b5 +to-device=MBJ-6a(i) -rack" },
    { "MBJ-6a(j)", SIX_TO_FIVE, "", THIN_SETS "&A=in-play start:b2 next cover-seen +cover-seen=MBJ-6a(j) ?shoe:card finish +over ?dealer:unload unload:a104 +unload=MBJ-6a(j) +to-device=MBJ-6a(i)"
      " ?dealer:device-shuffle device-shuffle swap:n1 to:open &B=in-play" },
    { "MBJ-15(g).2", SIX_TO_FIVE, "", SETS "start:b2 to:hit hit:b2 irregular:n8 ?dealer:riffle !card:cAh=MBJ-15(g).2 !device-shuffle=MBJ-2(b*) to:load &B=in-device load"
      " !card:cAh=MBJ-15(g).2 burn +burn=MBJ-15(g).2 ?shoe:card finish +over" },
    { 0 },
};

#define CONTINUOUS "shoe=continuous continuous_approved=on cover_cards=0 "

static const table_case continuous[] = {
    { "MFB-4(i)", MFB, CONTINUOUS, ARRIVED "deliver:a6 inspect verify:floorperson spread view:b2 wash stack ?dealer:load !cut:b2:a100=MFB-4(i) !riffle=MFB-4(i) load +load=MFB-4(i) burn"
      " !order-shuffle:floorperson=MFB-4(i) start:b2 !cover-seen:b2=MFB-4(i) finish +to-device=MFB-4(i) &out=0 ?dealer:open times:8 play:b2:b5 &out=0" },
    { "MBJ-21", MBJ, CONTINUOUS, ARRIVED "deliver:a6 inspect spread view:b2 ?dealer:stack stack ?dealer:load !cut:b2:a100=MBJ-21 load +load=MBJ-21 burn !order-shuffle:executive=MBJ-21"
      " !cover-seen=MBJ-21 play:b2 +to-device=MBJ-21 &out=0 ?dealer:open" },
    /* a card may come once for each deck in one round, and again in the next */
    { "MFB-4(i)", MFB, CONTINUOUS "decks=6", "load burn start:b1:b2:b3:b4:b5:b6:b7 card:cAh card:cAh card:cAh card:cAh card:cAh card:cAh !card:cAh=MFB-6(d)(1) finish start:b1 card:cAh" },
    { 0 },
};
/* clang-format on */

static void test_batches(void **state)
{
    (void)state;
    live(batches);
}

static void test_six_to_five(void **state)
{
    (void)state;
    live(six_to_five);
}

static void test_continuous(void **state)
{
    (void)state;
    live(continuous);
}

/* MFB-2(b)(2) and MBJ-2(b*)(2): the colours that tell the batches apart are the rules' own; a table with two alike is
 * not legal. */
static void test_colours(void **state)
{
    static const struct {
        const char *clause, *rules;
    } rows[] = { { "MFB-2(b)(2)", MFB }, { "MBJ-2(b*)(2)", MBJ } };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        found f;
        rules_make(&rules, rows[i].rules, "shuffler=batch back_colour=green second_back_colour=green");
        found_of(&f, &rules);
        assert_true(f.errors == 1 && found_clause(&f, LM_ERROR, rows[i].clause));
        rules_make(&rules, rows[i].rules, "shuffler=batch back_colour=green second_back_colour=black");
        found_of(&f, &rules);
        assert_int_equal(f.errors, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_six_to_five),
        cmocka_unit_test(test_continuous),
        cmocka_unit_test(test_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
