/* table_cut.c - who cuts and how deep, the cover card, and the stack in the shoe. */
/* sanitized */
#include "kit/table_help.h"

/* A new game at which box 2 arrived first, then 5 and 3. */
#define ARRIVED "arrive:b2 arrive:b5 arrive:b3 "
#define NEW_GAME ARRIVED "deliver:a6 to:cut "
#define LOADED NEW_GAME "cut:b2:a100 cover:a100 load burn "

/* clang-format off */
static const table_case cutters[] = {
    { "MFB-4(b)", MFB, "cut_by=players", NEW_GAME "?player:cut:b2 !cut:a100=MFB-4(d) cut:b2:a100 cover:a100 load ?dealer:burn" },
    { "MFB-4(b)", MFB, "cut_by=dealer", NEW_GAME "+offer-cut:b0=MFB-4(b) ?dealer:cut !cut:b2:a100=MFB-4(d) !refuse-cut:b2=MFB-4(d) cut:a100 cover:a100 load ?dealer:burn" },
    { "MFB-4(b)", MFB, "cut_by=dealer preshuffled=on", "deliver:a6 ?dealer:cut cut:a52" }, /* without a player */
    { "MBJ-5(b)", MBJ, "", NEW_GAME "?player:cut:b2 !cut:a100=MBJ-5(f) !load=MBJ-5(b) !cover:a100=MBJ-5(b)" },

    { "MFB-4(c)(1)", MFB, "", NEW_GAME "+offer-cut:b2=MFB-4(c)(1) !cut:b5:a100=MFB-4(d) cut:b2:a100" },
    { "MFB-4(c)(1)", MFB, "preshuffled=on", "deliver:a6 ?players:arrive !cut:a100=MFB-4(d) arrive:b4 +offer-cut:b4=MFB-4(c)(1) arrive:b1 ?player:cut:b4" },
    { "MBJ-5(e)(1)", MBJ, "", NEW_GAME "+offer-cut:b2=MBJ-5(e)(1) !cut:b5:a100=MBJ-5(f) cut:b2:a100" },
    { "MBJ-5(e)(1)", MBJ, "preshuffled=on", "arrive:b4 deliver:a6 to:cut leave:b4 ?players:arrive !cut:a100=MBJ-5(f) arrive:b6 +offer-cut:b6=MBJ-5(e)(1)" },

    { "MFB-4(c)(2)", MFB, "", LOADED "order-shuffle:floorperson unload:a312 to:cut cut:b5:a100 cover:a310 load burn start:b2:b3:b5"
      " card:cAh !cover-seen:b5=MFB-6(d).1 cover-seen:b3 finish unload:a312 to:cut ?player:cut:b3 +offer-cut:b3=MFB-4(c)(2)" },
    { "MFB-4(c)(2)", MFB, "boxes_per_player=2", "load:y burn open bet:b4:a1000 deal cover-seen:b4 finish unload:a312 to:cut ?player:cut:b4" },
    { "MBJ-5(e)(2)", MBJ, "", "load:y burn start:b1:b3:b5 card:cAh cover-seen:b3 finish unload:a312 to:cut +offer-cut:b3=MBJ-5(e)(2) ?player:cut:b3" },
    { "MFB-4(c)(3)", MFB, "", "load:y burn start:b2:b3:b5 card:cAh card:cAh card:cAh !cover-seen:b3=MFB-6(d).1 cover-seen finish unload:a312 to:cut"
      " +offer-cut:b5=MFB-4(c)(3) ?player:cut:b5 refuse-cut:b5 ?player:cut:b3 refuse-cut:b3 ?player:cut:b2" },
    { "MBJ-5(e)(3)", MBJ, "", "load:y burn start:b2:b3:b5 card:cAh card:cAh card:cAh cover-seen finish unload:a312 to:cut +offer-cut:b5=MBJ-5(e)(3) ?player:cut:b5" },
    { "MFB-4(c)(4)", MFB, "", LOADED "order-shuffle:floorperson unload:a312 to:cut +offer-cut:b5=MFB-4(c)(4) ?player:cut:b5 refuse-cut:b5 ?player:cut:b3" },
    { "MBJ-5(e)(4)", MBJ, "house_reshuffle=on", LOADED "order-shuffle:supervisor unload:a312 to:cut +offer-cut:b5=MBJ-5(e)(4) ?player:cut:b5" },

    { "MFB-4(d)", MFB, "", NEW_GAME "!refuse-cut:b5=MFB-4(d) refuse-cut:b2 +offer-cut:b5=MFB-4(d) ?player:cut:b5 !cut:b2:a100=MFB-4(d) refuse-cut:b5"
      " ?player:cut:b3 refuse-cut:b3 +offer-cut:b0=MFB-4(d) ?dealer:cut !refuse-cut=MFB-4(d) cut:a100" },
    { "MFB-4(d)", MFB, "", ARRIVED "arrive:b1 deliver:a6 to:cut refuse-cut:b2 ?player:cut:b1 refuse-cut:b1 ?player:cut:b5" }, /* down, and around */
    { "MFB-4(d)", MFB, "", NEW_GAME "leave:b2 +offer-cut:b5=MFB-4(d) ?player:cut:b5" },
    { "MBJ-5(f)", MBJ, "", NEW_GAME "refuse-cut:b2 +offer-cut:b3=MBJ-5(f) ?player:cut:b3 refuse-cut:b3 ?player:cut:b5 !cut:a100=MBJ-5(f) refuse-cut:b5 ?dealer:cut cut:a100" },
    { "MBJ-5(f)", MBJ, "", "arrive:b6 arrive:b1 deliver:a6 to:cut refuse-cut:b6 ?player:cut:b1" }, /* up, and around */
    { 0 },
};

static const table_case depths[] = {
    { "MFB-4(e).1", MFB, "", NEW_GAME "!cut:b2:a51=MFB-4(e).1 !cut:b2:a261=MFB-4(e).1 !cut:b2:a0=MFB-4(e).1 !cut:b2:a312=MFB-4(e).1 cut:b2:a52" },
    { "MFB-4(e).1", MFB, "decks=8", ARRIVED "deliver:a8 to:cut !cut:b2:a365=MFB-4(e).1 cut:b2:a364" },
    { "MFB-4(e).1", MFB, "cut_minimum=60", NEW_GAME "!cut:b2:a59=MFB-4(e).1 cut:b2:a60" },
    { "MFB-4(e).1", MFB, "", NEW_GAME "refuse-cut:b2 refuse-cut:b5 refuse-cut:b3 !cut:a51=MFB-4(e).1 cut:a52" }, /* the dealer too */
    { "MBJ-5(c)", MBJ, "", NEW_GAME "!cut:b2:a51=MBJ-5(c) !cut:b2:a261=MBJ-5(c) cut:b2:a260" },
    { "MBJ-5(c)", MBJ, "decks=2", ARRIVED "deliver:a2 to:cut !cut:b2:a9=MBJ-5(c) !cut:b2:a95=MBJ-5(c) cut:b2:a10" },
    { "MBJ-5(c)", MBJ, "decks=2 cut_minimum=52", ARRIVED "deliver:a2 to:cut !cut:b2:a51=MBJ-5(c) !cut:b2:a53=MBJ-5(c) cut:b2:a52" },
    { "MFB-4(e).2", MFB, "", NEW_GAME "cut:b2:a100 +cut:b2=MFB-4(e).2 ?dealer:cover" },
    { "MBJ-5(d).1", MBJ, "", NEW_GAME "cut:b2:a100 +cut:b2=MBJ-5(d).1 ?dealer:cover" },
    { "MFB-4(e).3", MFB, "", NEW_GAME "cut:b2:a100 !load=MFB-4(e).3 !cover:a77=MFB-4(e).3 !cover:a312=MFB-4(e).3 cover:a78 +cover=MFB-4(e).3" },
    { "MFB-4(e).3", MFB, "cover_depth=30", NEW_GAME "cut:b2:a100 !cover:a93=MFB-4(e).3 cover:a94" },
    { "MFB-4(e).3", MFB, "decks=8", ARRIVED "deliver:a8 to:cover !cover:a103=MFB-4(e).3 cover:a104" },
    { "MFB-2(a).3", MFB, "", NEW_GAME "cut:b2:a100 !load=MFB-4(e).3 !burn=MFB-6(a).1" },
    { "MBJ-5(d).3", MBJ, "", NEW_GAME "cut:b2:a100 !load=MBJ-5(d).3 !cover:a77=MBJ-5(d).3 cover:a78 +cover=MBJ-5(d).3 ?dealer:load load +load=MBJ-6(a) ?dealer:burn" },
    { "MFB-4(e).4", MFB, "", NEW_GAME "cut:b2:a100 cover:a100 ?dealer:load !cover:a100=MFB-4(e).4 !open=MFB-6(a).1 !burn=MFB-6(a).1 load ?dealer:burn !load=MFB-4(g).1" },
    { "MFB-6(a).1", MFB, "", "!card:cAh=MFB-6(a).1 !open=MFB-6(a).1 !burn=MFB-6(a).1 !bet:b1:a1000=MFB-6(a).1 " NEW_GAME "!card:cAh=MFB-6(a).1 cut:b2:a100 !open=MFB-6(a).1"
      " cover:a100 !card:cAh=MFB-6(a).1 load +load=MFB-6(a).1 !card:cAh=MFB-5(d) burn open" },
    { "MBJ-6(a)", MBJ, "", "!card:cAh=MBJ-6(a) !open=MBJ-6(a) load:y +load=MBJ-6(a) burn open" },
    { 0 },
};

static const table_case recuts[] = {
    { "MFB-4(f).1", MFB, "", NEW_GAME "!recut:floorperson=MFB-4(b) cut:b2:a100 !recut:dealer=MFB-4(f).1 recut:floorperson +recut=MFB-4(f).1 ?player:cut:b2 cut:b2:a90"
      " cover:a100 recut:supervisor cut:b2:a80 cover:a90 load !recut:floorperson=MFB-4(f).1 burn !recut:executive=MFB-4(f).1" },
    { "MFB-4(f).2", MFB, "recut_by=last-cutter", NEW_GAME "refuse-cut:b2 cut:b5:a100 recut:floorperson +offer-cut:b5=MFB-4(f).2 ?player:cut:b5 !cut:b3:a100=MFB-4(d) cut:b5:a60" },
    { "MFB-4(f).2", MFB, "recut_by=next-entitled", NEW_GAME "cut:b2:a100 recut:floorperson ?player:cut:b5 !cut:b2:a100=MFB-4(d) cut:b5:a60 recut:floorperson ?player:cut:b3"
      " cut:b3:a60 recut:floorperson ?dealer:cut cut:a60 recut:floorperson ?dealer:cut" },
    { "MBJ-5(g)", MBJ, "", NEW_GAME "cut:b2:a100 !recut:floorperson=MBJ-5(g) recut:supervisor +recut=MBJ-5(g) ?player:cut:b2 cut:b2:a100 cover:a100 load recut:supervisor"
      " ?player:cut:b2 !open=MBJ-6(a) cut:b2:a100 cover:a100 load burn recut:supervisor cut:b2:a100 cover:a100 load !burn=MBJ-6(c).1 &out=1 open" },
    { "MBJ-5(g)", MBJ, "recut_by=next-entitled", NEW_GAME "cut:b2:a100 recut:executive ?player:cut:b3 cut:b3:a100 recut:executive ?player:cut:b5" },
    /* betting is open, no card is out: the wagers wait */
    { "MBJ-5(g)", MBJ, "", LOADED "open bet:b2:a1000 recut:supervisor &phase=round ?player:cut:b2 !bet:b3:a1000=MBJ-5(b) !leave:b2=MBJ-3(f) cut:b2:a100 cover:a100 load"
      " bet:b3:a1000 deal recut:supervisor cut:b2:a100 cover:a100 load card:cAh !recut:supervisor=MBJ-5(g) finish !recut:supervisor=MBJ-5(g)" },
    { "MBJ-5(g)", MBJ, "", "load:y !recut:supervisor=MBJ-5(g)" }, /* a prepared shoe: the table did not see its cut */
    { 0 },
};
/* clang-format on */

static void test_cutters(void **state)
{
    (void)state;
    live(cutters);
}

static void test_depths(void **state)
{
    (void)state;
    live(depths);
}

static void test_recuts(void **state)
{
    (void)state;
    live(recuts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cutters),
        cmocka_unit_test(test_depths),
        cmocka_unit_test(test_recuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
