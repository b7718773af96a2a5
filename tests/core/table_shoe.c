/* table_shoe.c - the shoe in play: burns, the cover card, the count, the idle table, and who may enter. */
/* sanitized */
#include "kit/table_help.h"

#define ARRIVED "arrive:b2 arrive:b5 "
#define CUT ARRIVED "deliver:a6 to:cut cut:b2:a100 "
#define LOADED CUT "cover:a100 load burn "
#define QUICK "load:y burn "

/* clang-format off */
static const table_case burns[] = {
    { "MFB-6(c).1", MFB, "", "load:y ?dealer:burn !open=MFB-6(c).1 burn +burn=MFB-6(c).1 &out=1 !burn=MFB-6(c).1 start:b1 card:cAh &out=2" },
    { "MFB-6(c).1", MFB, "", LOADED "play:b2 !burn=MFB-6(c).1 order-shuffle:floorperson unload:a312 to:load load ?dealer:burn !open=MFB-6(c).1" },
    { "MFB-6(c).2", MFB, "", QUICK "new-dealer +new-dealer=MFB-6(c).2 ?dealer:burn !open=MFB-6(c).2 burn +burn=MFB-6(c).2 &out=2 open !new-dealer=MFB-6(h).1" },
    { "MFB-6(c).2", MFB, "", "load:y new-dealer burn +burn=MFB-6(c).1 !open=MFB-6(c).2 burn +burn=MFB-6(c).2 open" }, /* one for the shoe, one for the new dealer */
    { "MBJ-6(c).1", MBJ, "", "load:y !open=MBJ-6(c).1 burn +burn=MBJ-6(c).1 !burn=MBJ-6(c).1 open" },
    { "MBJ-6(c).2", MBJ, "", QUICK "new-dealer !open=MBJ-6(c).2 burn +burn=MBJ-6(c).2 open" },
    { "MBJ-6(c).3", MBJ, "", "load:y !show-burn:cKd=MBJ-6(c).3 burn !show-burn:c?=MBJ-2(b)(1) show-burn:cKd +show-burn=MBJ-6(c).3 &out=1 !show-burn:cKd=MBJ-6(c).3" },
    { "MBJ-6(c).3", MBJ, "decks=1", "load:y burn start:b1 card:cAh !show-burn:cAh=MBJ-6(l)(2)(i) show-burn:cAd !card:cAd=MBJ-6(l)(2)(i)" },
    { "MBJ-6(c).3", MFB, "", QUICK "!show-burn:cKd=MFB-6(c).1" }, /* D-17 */
    { "MFB-11(n)", MFB, "", "load:y forgot-burn +forgot-burn=MFB-11(n) &out=0 open" },
    { "MFB-11(n)", MFB, "", QUICK "!forgot-burn=MFB-11(n)" },
    { "MFB-11(n)", MBJ, "", "load:y !forgot-burn=MBJ-6(c).1" }, /* Blackjack does not forgive a forgotten burn */
    { 0 },
};

static const table_case covers[] = {
    /* in the middle of a round, and as the first card of one (C-15): that round is played to its end */
    { "MFB-6(d).1", MFB, "", CUT "cover:a300 load burn start:b2:b5 !cover-seen:b2=MFB-6(d).1 card:cAh card:c2h card:c3h card:c4h card:c5h !cover-seen=MFB-6(d).1"
      " down stand:b2 stand:b5 turn:c2c card:c3c card:c4c card:cAc card:cAd !cover-seen=MFB-6(d).1 card:cAs &out=12 cover-seen +cover-seen:b0=MFB-6(d).1 !cover-seen=MFB-6(d).1 card:c9c +over ?dealer:unload" },
    { "MFB-6(d).1", MFB, "", QUICK "cover-seen ?dealer:open !unload:a312=MFB-4(g).1 play:b1 ?dealer:load !open=MFB-6(d)(1)" },
    { "MFB-6(d).1", MFB, "", QUICK "start:b1 cover-seen:b1 +cover-seen:b1=MFB-6(d).1 ?shoe:card:b1 finish +over !open=MFB-6(d)(1)" },
    { "MFB-6(d).1", MFB, "", CUT "cover:a310 load burn play:b2 ?dealer:cover-seen !open=MFB-6(d).1 cover-seen ?dealer:unload" }, /* told late */
    { "MFB-6(d).1", MFB, "", CUT "cover:a310 load burn play:b2 !cover-seen:b3=MFB-6(d).1 cover-seen:b2 unload:a312 to:cut ?player:cut:b2" },
    { "MBJ-6(l)", MBJ, "", QUICK "start:b1 cover-seen:b1 +cover-seen:b1=MBJ-6(l) ?shoe:card:b1 !cover-seen:b1=MBJ-6(l) finish +over !open=MBJ-6(l)(2)(i)" },
    { "MBJ-6(l)(1)", MBJ, "", QUICK "start:b1:b3 cover-seen:b1 finish +clear:b3 +clear:b0=MBJ-6(i) ?dealer:load unload:a312" },
    { "MFB-4(g).1", MFB, "", LOADED "play:b2 ?dealer:open !riffle=MFB-4(g).1 !unload:a312=MFB-4(g).1 !idle=MFB-4(h)" },
    { "MFB-4(g).1", MFB, "", CUT "cover:a310 load burn start:b2 card:cAh cover-seen finish ?dealer:unload unload:a312 ?dealer:plug" },
    { "MBJ-5(h)", MBJ, "", CUT "cover:a310 load burn start:b2 card:cAh cover-seen !unload:a312=MBJ-6(f) finish !open=MBJ-6(l)(2)(i) unload:a312 ?dealer:plug" },
    { "MFB-4(g).2", MFB, "", LOADED "!order-shuffle:dealer=MFB-4(g).2 start:b2 !order-shuffle:floorperson=MFB-6(h).1 finish order-shuffle:floorperson"
      " +order-shuffle=MFB-4(g).2 !open=MFB-6(d)(1) ?dealer:unload unload:a312 ?dealer:plug" },
    { "MBJ-5(h)(1)", MBJ, "house_reshuffle=on", LOADED "!order-shuffle:dealer=MBJ-5(h)(1) play:b2 order-shuffle:floorperson +order-shuffle=MBJ-5(h)(1) ?dealer:unload" },
    { "MBJ-5(h)(1)", MBJ, "", LOADED "play:b2 !order-shuffle:executive=MBJ-5(h)(1)" }, /* a house that has not chosen to reshuffle */
    { 0 },
};

static const table_case counts[] = {
    { "MFB-6(d)(1)", MFB, "", LOADED "play:b2 order-shuffle:floorperson !riffle=MFB-6(d)(1) !cut:b2:a100=MFB-6(d)(1) unload:a312 +unload=MFB-6(d)(1) -alarm &out=0" },
    { "MFB-6(d)(1)", MFB, "", LOADED "play:b2 order-shuffle:floorperson unload:a311 +alarm=MFB-6(d)(1) ?staff:change-decks !riffle=MFB-6(d)(1)"
      " !open=MFB-6(d)(1) !bet:b2:a1000=MFB-6(d)(1) !load:y=MFB-6(d)(1) arrive:b1 change-decks ?dealer:deliver deliver:a6 to:open" },
    { "MFB-6(d)(1)", MFB, "", LOADED "play:b2 order-shuffle:floorperson unload:a313 +alarm=MFB-6(d)(1) !plug=MFB-6(d)(1)" }, /* a foreign card */
    /* counted again, as often as it is wrong (C-121) */
    { "MFB-6(d)(1)", MFB, "", LOADED "play:b2 order-shuffle:floorperson unload:a311 unload:a313 +alarm=MFB-6(d)(1) ?staff:change-decks !plug=MFB-6(d)(1) unload:a312 -alarm ?dealer:plug &out=0" },
    { "MFB-6(d)(1)", MFB, "decks=8", "arrive:b2 deliver:a8 to:open play:b2 order-shuffle:floorperson unload:a416 -alarm" },
    { "MFB-6(d)(1)", MFB, "", QUICK "play:b2 order-shuffle:floorperson unload:a300 +alarm change-decks ?dealer:load load:y burn open" },
    { "MFB-6(d)(2)", MFB, "", LOADED "play:b2 order-shuffle:floorperson unload:a312 !load=MFB-4(a).1 !cut:b5:a100=MFB-4(a).1 !cover:a100=MFB-4(a).1 plug riffle" },
    { "MBJ-6(l)(2)(i)", MBJ, "house_reshuffle=on", LOADED "play:b2 order-shuffle:floorperson !riffle=MBJ-6(l)(2)(i) unload:a310 +alarm=MBJ-6(l)(2)(i) !open=MBJ-6(l)(2)(i)"
      " change-decks -prompt ?dealer:deliver" },
    { "MBJ-6(l)(2)(i)", MBJ, "house_reshuffle=on", LOADED "play:b2 order-shuffle:floorperson unload:a312 +unload=MBJ-6(l)(2)(i) -alarm &A=stacked" },
    /* both sides and the segregated area (C-57): each is shuffled, cut and loaded by itself */
    { "MBJ-6(l)(2)(i)", NO_HOLE, "shoe=double red_suits=A house_reshuffle=on", ARRIVED "deliver:a3 to:load !cover:a50=MBJ-5(d).3 load &A=in-play ?dealer:deliver deliver:n1:a3"
      " to:cut !cut:b2:a105=MBJ-5(c) cut:b2:a104 cover:a39 load ?dealer:open play:b2 order-shuffle:floorperson unload:a312 +unload -alarm &A=stacked &B=stacked"
      " to:load load &A=in-play &B=stacked ?dealer:plug to:load load &B=in-play ?dealer:open" },
    /* a card the shoe no longer holds */
    { "MFB-6(d)(1)", MFB, "", "load:y burn play:b1 start:b1:b2:b3:b4:b5:b6:b7 card:cAh card:cAh card:cAh card:cAh card:cAh card:cAh !card:cAh=MFB-6(d)(1) card:cAd" },
    /* a card that came out in error cannot come again either, also while it waits for the dealer */
    { "MBJ-6(l)(2)(i)", NO_HOLE, "decks=1", "load:y burn show-burn:cAh start:b1 !irregular:n0:y:cAh=MBJ-6(l)(2)(i) irregular:n0:y:cAd !card:cAd=MBJ-6(l)(2)(i) card:c2c card:cAd" },
    { "MBJ-6(l)(2)(i)", NO_HOLE, "decks=1", "load:y burn show-burn:cAh start:b1 to:hit !irregular:n4:cAh=MBJ-6(l)(2)(i)" },

    { "MFB-2(c)", MFB, "", LOADED "hours:a23 -prompt hours:a24 +prompt=MFB-2(c) play:b2 !hours:a23=MFB-2(c) hours:a25 +prompt=MFB-2(c) ?staff:change-decks !open=MFB-2(c)"
      " change-decks +change-decks=MFB-2(c) deliver:a6 to:open play:b2" },
    { "MFB-2(c)", MFB, "deck_hours=8", LOADED "hours:a9 +prompt=MFB-2(c) !open=MFB-2(c)" },
    { "MFB-2(c)", MBJ, "", LOADED "hours:a30 -prompt open" }, /* Blackjack has no such limit of hours */
    { 0 },
};

static const table_case idle[] = {
    { "MFB-4(h)", MFB, "", LOADED "play:b2 !idle=MFB-4(h) leave:b2 !idle=MFB-4(h) leave:b5 ?dealer:idle idle +idle=MFB-4(h) &A=spread &out=0 ?players:arrive"
      " !wash=MFB-4(h) !open=MFB-6(a).1 arrive:b6 +prompt:b6=MFB-4(h) ?player:view:b6" },
    { "MFB-4(h)(1)", MFB, "", LOADED "leave:b2 leave:b5 idle arrive:b6 view:b6 ?dealer:wash !stack=MFB-4(h)(1) wash +wash=MFB-4(h)(1) stack +stack=MFB-4(h)(1)"
      " !cut:b6:a100=MFB-4(a).1 riffle riffle turn-half riffle strip shuffle-cut ?player:cut:b6 cut:b6:a100 cover:a100 load ?dealer:burn" },
    { "MBJ-5(j)", MBJ, "", LOADED "play:b2 leave:b2 !idle:y=MBJ-5(j) leave:b5 idle:y +idle=MBJ-5(j) ?players:arrive arrive:b3 +face-up:b3=MBJ-5(j) +prompt:b3=MBJ-5(j)"
      " arrive:b4 -face-up !wash=MBJ-5(j) view:b3 +view:b3=MBJ-5(j)" },
    { "MBJ-5(j)", MBJ, "", LOADED "leave:b2 leave:b5 idle arrive:b3 -face-up" },
    { "MBJ-5(j)(1)", MBJ, "", LOADED "leave:b2 leave:b5 idle arrive:b6 view:b6 ?dealer:wash wash +wash=MBJ-5(j)(1) stack +stack=MBJ-5(j)(1) !cut:b6:a100=MBJ-5(a)"
      " riffle riffle turn-half riffle strip shuffle-cut ?player:cut:b6" },
    { 0 },
};

/* Box 3 sits out a round and wants to come back. */
static const table_case entry[] = {
    { "MFB-5(b)", MFB, "mid_shoe_bar=on", QUICK "play:b1:b3 open bet:b3:a1000 withdraw:b3 bet:b1:a1000 deal finish open !bet:b3:a1000=MFB-5(b) !bet:b5:a1000=MFB-5(b) bet:b1:a1000" },
    { "MFB-5(b)", MFB, "mid_shoe_bar=off", QUICK "play:b1 play:b1:b3" },
    { "MFB-5(b)(1)", MFB, "mid_shoe_bar=on", QUICK "!readmit:b3=MFB-5(b)(1) play:b1 !readmit:b1=MFB-5(b)(1) readmit:b3 +readmit:b3=MFB-5(b)(1) open !bet:b5:a1000=MFB-5(b) bet:b3:a1000"
      " readmit:b5 bet:b5:a1000 bet:b1:a1000 deal finish open bet:b3:a1000" },
    { "MFB-5(b)(2)", MFB, "mid_shoe_bar=on", LOADED "play:b2 order-shuffle:floorperson unload:a312 !readmit:b9=MFB-5(a) to:open open bet:b5:a1000 bet:b2:a1000" },
    { "MFB-5(b)(2)", MFB, "mid_shoe_bar=on", QUICK "play:b2 open !bet:b5:a1000=MFB-5(b) bet:b2:a1000 deal finish load:y burn open bet:b5:a1000" },
    { "MBJ-3(i)", MBJ, "mid_shoe_bar=on", QUICK "play:b1 open !bet:b3:a1000=MBJ-3(i) readmit:b3 bet:b3:a1000 bet:b1:a1000 deal finish open bet:b3:a1000 bet:b1:a1000 deal finish load:y burn open bet:b4:a1000" },
    { "MBJ-3(i)", MBJ, "mid_shoe_bar=off", QUICK "play:b1 play:b3" },
    { 0 },
};

/* The shoe runs out in mid-round: the rack is shuffled and cut, one card is burned, and the round continues. */
static const table_case exhausted[] = {
    { "MFB-11(g)", MFB, "", LOADED "play:b2:b5 start:b2:b5 to:hit hit:b2 irregular:n8 ?dealer:riffle !card:cAh=MFB-11(g) !leave:b2=MFB-5(c).2 !change-decks=MFB-6(h).1 &out=6"
      " to:cut cut:b5:a100 ?dealer:load load ?dealer:burn !card:cAh=MFB-11(g) burn +burn=MFB-11(g) &out=7 ?shoe:card:b2 finish +over ?dealer:unload" },
    { "MFB-11(g)", MFB, "", QUICK "start:b2 to:hit hit:b2 irregular:n8 ?dealer:burn burn &out=5 finish +over ?dealer:load" },
    { "MBJ-15(g).1", NO_HOLE, "", LOADED "start:b2:b5 to:hit hit:b2 irregular:n8 ?dealer:riffle !card:cAh=MBJ-15(g).1 to:load load burn +burn=MBJ-15(g).1 finish +over !open=MBJ-6(l)(2)(i)" },
    { 0 },
};
/* clang-format on */

static void test_burns(void **state)
{
    (void)state;
    live(burns);
}

static void test_covers(void **state)
{
    (void)state;
    live(covers);
}

static void test_counts(void **state)
{
    (void)state;
    live(counts);
}

static void test_idle(void **state)
{
    (void)state;
    live(idle);
}

static void test_entry(void **state)
{
    (void)state;
    live(entry);
}

static void test_exhausted(void **state)
{
    (void)state;
    live(exhausted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_burns), cmocka_unit_test(test_covers), cmocka_unit_test(test_counts),
        cmocka_unit_test(test_idle),  cmocka_unit_test(test_entry),  cmocka_unit_test(test_exhausted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
