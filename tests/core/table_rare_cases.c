/* table_rare_cases.c - what few tables see: players who leave in mid-round, cards on the layout when the shoe
 * runs out, doubled hands that stay hidden, quick shoes after slow ones, and reports after the end of a round. */
/* sanitized */
#include "kit/table_help.h"

#define ARRIVED "arrive:b2 arrive:b5 "
#define LOADED ARRIVED "deliver:a6 to:cut cut:b2:a100 cover:a100 load burn "
#define QUICK "load:y burn "

/* clang-format off */
/* A player with a wager stays while the cards are shuffled in mid-round, at every box; others may go. */
static const table_case paused[] = {
    { "MFB-5(c).2", MFB, "", "arrive:b1 arrive:b3 arrive:b7 deliver:a6 to:open start:b1:b7 to:hit hit:b1 irregular:n8 !leave:b1=MFB-5(c).2 !leave:b7=MFB-5(c).2 leave:b3 +leave:b3" },
    { "MBJ-3(f)", NO_HOLE, "", "arrive:b1 arrive:b4 arrive:b6 deliver:a6 to:open start:b1:b6 to:hit hit:b1 irregular:n8 !leave:b1=MBJ-3(f) !leave:b6=MBJ-3(f) leave:b4 +leave:b4" },
    { NULL, NULL, NULL, NULL },
};

/* Cards on the layout stay there when the shoe runs out, face down or not; cards of removed hands do not. */
static const table_case exhausted[] = {
    { "MBJ-15(g).2", SIX_TO_FIVE, "", "load:y start:b1:b2 to:hit hit:b1 irregular:n8 &out=6" },
    { "MBJ-15(g).2", SIX_TO_FIVE, "rounds_per_deck=one", "load:y start:b1:b2 to:hit hit:b1 irregular:n8 finish ?dealer:load" },
    { "MBJ-15(g).1", NO_HOLE, "", "load:y start:b1 card:cAc card:cKs card:c6d hit:b1 irregular:n8 &out=3" },
    { "MBJ-15(g).1", NO_HOLE, "double_card=down", "load:y start:b1:b2 card:c5h card:c5c card:c6d card:c6h card:c6c double:b1:a1000 down double:b2:a1000 irregular:n8 &out=6" },
    { "MBJ-15(g).1", NO_HOLE, "", "load:y start:b1:b2 card:cTh card:c5c card:c6d card:c6h card:c6c hit:b1 card:cTd +bust hit:b2 irregular:n8 &out=3" }, /* the bust is in the rack */
    { NULL, NULL, NULL, NULL },
};

/* The player of a face-down doubled hand may only discard it or stand: it gets no further card. */
static const table_case doubled[] = {
    { "MBJ-6a(g)", SIX_TO_FIVE, "", "load:y start:b1 down card:c7d down down close hit:b1 card:cTc stand:b1 turn:cTd turn:b1:cTh turn:b1:c2h +take:b1 -pay +over" }, /* 22 */
    { "MBJ-6a(g)", SIX_TO_FIVE, "", "load:y start:b1 down card:c7d down down close hit:b1 card:cTc stand:b1 turn:cTd turn:b1:c9h turn:b1:c2h +pay:b1 -take +over" }, /* 21 */
    { "MBJ-6a(e)", SIX_TO_FIVE, "", "load:y start:b1:b2 to:hit double:b1:a1000 next ?player:hit:b1 !hit:b1=MBJ-12(a)(2) !double:b1:a1000=MBJ-12(a)(2) stand:b1 ?player:hit:b2" },
    { NULL, NULL, NULL, NULL },
};

/* A house may keep more cards behind the cover card than the quarter of the document: a part of a card counts as a whole
 * one (D-18). */
static const table_case covers[] = {
    { "MBJ-5(d).3", MBJ, "cover_depth=50", ARRIVED "deliver:a6 to:cover !cover:a155=MBJ-5(d).3 cover:a156" },
    { "MBJ-5(d).3", MBJ, "cover_depth=33.33", ARRIVED "deliver:a6 to:cover !cover:a103=MBJ-5(d).3 cover:a104" },
    { "MBJ-5(d).3", MBJ, "cover_depth=33.34", ARRIVED "deliver:a6 to:cover !cover:a104=MBJ-5(d).3 cover:a105" },
    { NULL, NULL, NULL, NULL },
};

/* An irregularity at the end of a round must be reported before anything else happens at the table. */
static const table_case just_over[] = {
    { "MFB-11(e)", MFB, "", QUICK "start:b1 card:c5h card:c6d card:c6h down stand:b1 turn:cTd card:c5c +over irregular:n6:c2c +irregular" },
    { "MFB-11(e)", MFB, "", QUICK "start:b1 card:c5h card:c6d card:c6h down stand:b1 turn:cTd card:c5c +over arrive:b3 !irregular:n6:c2c=MFB-5(d)" },
    { "MBJ-15(e)", MBJ, "", QUICK "start:b1 card:c5h card:c6d card:c6h down stand:b1 turn:cTd card:c5c +over new-dealer !irregular:n6:c2c=MBJ-3(a)" },
    { NULL, NULL, NULL, NULL },
};

/* A small game has an approved minimum; a stack that cannot keep it on both sides is cut in the middle (C-113). */
static const table_case cuts[] = {
    { "MBJ-5(c)", MBJ, "decks=2 cut_minimum=50", ARRIVED "deliver:a2 to:cut !cut:b2:a49=MBJ-5(c) !cut:b2:a55=MBJ-5(c) cut:b2:a50" },
    { "MBJ-5(c)", MBJ, "decks=2 cut_minimum=60", ARRIVED "deliver:a2 to:cut !cut:b2:a51=MBJ-5(c) !cut:b2:a53=MBJ-5(c) cut:b2:a52" },
    { NULL, NULL, NULL, NULL },
};

/* The device's sign is put up between rounds; decks can be changed only at a table that has some. */
static const table_case stages[] = {
    { "MFB-11(m)", MFB, "shuffler=batch", ARRIVED "deliver:a6 to:open start:b2 !sign:y=MFB-6(h).1 finish sign:y +sign" },
    { "MFB-11(m)", MFB, "shuffler=batch", ARRIVED "deliver:a6 to:open order-shuffle:floorperson unload:a312 device-shuffle ?dealer:swap !sign:y=MFB-2(b)(4) swap:n1 sign:y" },
    { "MFB-3(a).1", MFB, "", "!change-decks=MFB-3(a).1 deliver:a6 change-decks +change-decks !change-decks=MFB-3(a).1" },
    { "MBJ-4(a)", MBJ, "", "!change-decks=MBJ-4(a) load:y change-decks +change-decks !change-decks=MBJ-4(a)" },
    { "MFB-3(d)", MFB, "shuffler=batch", ARRIVED "deliver:a6 to:deliver &A=in-device ?dealer:deliver change-decks &A=away" },
    { "MBJ-6(l)(2)(i)", MBJ, "house_reshuffle=on", LOADED "play:b2 order-shuffle:floorperson unload:a624 +alarm=MBJ-6(l)(2)(i)" },
    { NULL, NULL, NULL, NULL },
};

/* Where the table has insurance, it is offered against an ace once the cards are dealt; late insurance, until the
 * first decision. */
static const table_case insured[] = {
    { "MBJ-9(a)", MBJ, "", QUICK "start:b1 card:c5h card:cAd !insure:b1:a500=MBJ-9(a) card:c6h down insure:b1:a500" },
    { "C-34", VFB, "insurance=off", QUICK "start:b1 card:c5h card:cAd card:c6h down -offer-insurance ?dealer:peek !insure:b1:a500=MFB-7(a) peek !insure:b1:a500=MFB-7(a)" },
    { "C-34", VFB, "insurance=on", QUICK "start:b1 card:c5h card:cAd card:c6h down +offer-insurance insure:b1:a500" },
    { "MBJ-9(b).3", NO_HOLE, "late_insurance=on", QUICK "start:b1 card:c8h card:cAd card:c8c split:b1:a1000 card:c2h stand:b1 card:c3h !insure:b1:a500=MBJ-9(b).3" },
    { NULL, NULL, NULL, NULL },
};

/* The largest wager plays a box without an owner; the others ride along. */
static const table_case deciders[] = {
    { "MBJ-13(c)", MBJ, "bettors_per_box=3", QUICK "open bet:b1:p255:a1000 bet:b1:s1:a3000 bet:b1:s2:a2000 deal +prompt:b1=MBJ-13(c) card:c5h card:c6d card:c6h down"
      " !hit:b1:s2=MBJ-13(b) hit:b1:s1 card:c2c stand:b1:s1 turn:cTd card:c5c +over" },
    { NULL, NULL, NULL, NULL },
};

/* Against a dealer's blackjack a third card is offered for the wager on sevens, and nothing else; and a further
 * bettor's stake is decided separately. */
static const table_case beside[] = {
    { "MBJ-6(j)(3)", MBJ, "surrender=on @sevens", QUICK "open bet:b1:a1000 bet:b1:w1:a100 deal card:c7h card:cTd card:c7c down peek:y turn:cAd ?player:hit:b1"
      " !surrender:b1=MBJ-6(j)(1) hit:b1 card:c7d +pay:b1 +over" },
    { "MBJ-29(d).2", MBJ, "bettors_per_box=2 dealer_bets=on side_max=10 @kings-bounty:2", QUICK "open bet:b1:a2000 bet:b1:s1:a2000 !bet:b1:s3:a1000=MBJ-29(d).1 bet:b1:s3:w1:a500 !bet:b1:w1:a600=MBJ-29(d).2 bet:b1:w1:a500 bet:b1:s1:w1:a1000" },
    { NULL, NULL, NULL, NULL },
};

/* The three states of a table: "between rounds" includes a table that waits for the shoe to be emptied. */
static const table_case phases[] = {
    { "the phase", MFB, "", "&phase=empty " LOADED "&phase=idle start:b2 &phase=round finish &phase=idle order-shuffle:floorperson &phase=idle unload:a312 &phase=empty" },
    { NULL, NULL, NULL, NULL },
};

/* A prepared shoe begins anew: what was owed or seen before does not carry over. */
static const table_case quick[] = {
    { "MFB-6(d).1", MFB, "", QUICK "cover-seen play:b1 ?dealer:load load:y burn play:b1 ?dealer:open open" },
    { "MBJ-6(l)", MBJ, "", QUICK "cover-seen play:b1 load:y burn start:b1 cover-seen:b1 +cover-seen:b1 finish ?dealer:load" },
    { "MFB-6(c).1", MFB, "", QUICK "new-dealer load:y ?dealer:burn burn +burn=MFB-6(c).1 ?dealer:open open" },
    { "MFB-4(g).1", MFB, "", LOADED "!load:y=MFB-4(g).1 change-decks load:y burn play:b2 load:y burn ?dealer:open" }, /* from now on the quick way */
    { "MBJ-6(d)", NO_HOLE, "shoe=double red_suits=A house_reshuffle=on", "load:y &A=in-play &B=in-play ?dealer:open arrive:b1 play:b1 order-shuffle:floorperson unload:a312"
      " to:load load to:load load &A=in-play &B=in-play play:b1 load:y &A=in-play &B=in-play ?dealer:open" },
    /* a new dealer burns a card of the shoe in play; the next shoe has its own burn */
    { "MFB-6(c).1", MFB, "", ARRIVED "deliver:a6 to:cut cut:b2:a100 cover:a310 load burn play:b2 new-dealer cover-seen unload:a312 to:load load burn +burn=MFB-6(c).1 ?dealer:open" },
    { "MFB-4(h)", MFB, "", LOADED "play:b2 new-dealer leave:b2 leave:b5 idle arrive:b3 to:load load burn +burn=MFB-6(c).1 ?dealer:open" },
    { "MBJ-5(k)", MBJ, "custom_procedure=approved", "load:y open bet:b1:a1000 deal card:cAh card:c2h card:c3h down ?player:hit:b1 &out=4" }, /* without the burn */
    { "MBJ-3(i)", MBJ, "mid_shoe_bar=on bettors_per_box=2", QUICK "play:b2 open !bet:b1:p255:a1000=MBJ-3(i) bet:b2:p255:a1000" }, /* a box without a player sits out as well */
    { "MBJ-2(b)", MBJ, "", "load:y &A=in-play &B=away" },
    { "MBJ-21", MBJ, "continuous_approved=on cover_cards=0 shoe=continuous mid_shoe_bar=on", "load:y play:b2 open bet:b1:a1000 bet:b6:a1000 bet:b2:a1000" },
    { NULL, NULL, NULL, NULL },
};
/* clang-format on */

/* Only Massachusetts Blackjack lets the cards of an idle table lie face down: MBJ-5(j), and not MFB-4(h). */
static void idle_cards_face_down(void **state)
{
    (void)state;
    static const table_case cases[] = { { "MFB-4(h)", MFB, "", "load:y burn" },
                                        { "MBJ-5(j)", MBJ, "", "load:y burn" } };
    for (int i = 0; i < 2; i++) {
        static life l;
        life_begin(&l, &cases[i]);
        if (setjmp(l.end)) fail();
        life_words(&l, cases[i].life);
        assert_int_equal(lm_ok(life_try(&l, (lm_action){ .verb = LM_IDLE, .yes = 1 })), i);
    }
}

/* A must-hit prize is drawn when the round is over, and before anything else happens: MBJ-19(m).1. */
static void a_prize_after_the_round(void **state)
{
    (void)state;
    static life l;
    static const table_case test = { "MBJ-19(m).1", MBJ, "@super4:2 super4_musthit=1", "" };
    lm_action bet = { .verb = LM_BET, .box = 1, .wager = LM_SIDE, .amount_cents = 500 };
    lm_action award = { .verb = LM_AWARD, .box = 1, .wager = LM_SIDE, .yes = 1, .amount_cents = 25050 };
    life_begin(&l, &test);
    if (setjmp(l.end)) fail();
    life_words(&l, "load:y burn open bet:b1:a1000");
    life_do(&l, bet);
    life_words(&l, "deal card:c5h card:c6d card:c6h down stand:b1 turn:cTd card:c5c +over");
    lm_table later = l.table;
    life_do(&l, award);
    assert_true(lm_ok(lm_table_apply(&later, &l.rules, (lm_action){ .verb = LM_ARRIVE, .box = 3 })));
    assert_int_equal(lm_table_apply(&later, &l.rules, award).why, LM_WHY_NO_ROUND);
}

static void test_paused(void **state)
{
    (void)state;
    live(paused);
}

static void test_exhausted(void **state)
{
    (void)state;
    live(exhausted);
}

static void test_doubled(void **state)
{
    (void)state;
    live(doubled);
}

static void test_cuts(void **state)
{
    (void)state;
    live(cuts);
}

static void test_covers(void **state)
{
    (void)state;
    live(covers);
}

static void test_just_over(void **state)
{
    (void)state;
    live(just_over);
}

static void test_stages(void **state)
{
    (void)state;
    live(stages);
}

static void test_insured(void **state)
{
    (void)state;
    live(insured);
}

static void test_deciders(void **state)
{
    (void)state;
    live(deciders);
}

static void test_beside(void **state)
{
    (void)state;
    live(beside);
}

static void test_phases(void **state)
{
    (void)state;
    live(phases);
}

static void test_quick(void **state)
{
    (void)state;
    live(quick);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_cards_face_down), cmocka_unit_test(a_prize_after_the_round),
        cmocka_unit_test(test_paused),          cmocka_unit_test(test_exhausted),
        cmocka_unit_test(test_doubled),         cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_covers),          cmocka_unit_test(test_just_over),
        cmocka_unit_test(test_stages),          cmocka_unit_test(test_quick),
        cmocka_unit_test(test_insured),         cmocka_unit_test(test_phases),
        cmocka_unit_test(test_deciders),        cmocka_unit_test(test_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
