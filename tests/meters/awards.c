/* awards.c - awards from a meter: amount, order, and whose card pays them. */
/* sanitized */
#include "kit/floor.h"

#define LINKED WASHINGTON "blazing7.link=same-game "
#define FROM_METER WASHINGTON "blazing7.fixed_from=meter "

static void a_share_of_the_display_is_paid(void **state)
{
    static const row rows[] = {
        { "WB7-13(a)", WASHINGTON,
          "light 5; start; set blazing7 5000; call 5 10; confirm 5; card 5 = 500; shown blazing7 = 4500" },
        { "WB7-13(a)", WASHINGTON,
          "light 5; start; set blazing7 5000; call 5 100; confirm 5; card 5 = 5000; shown blazing7 = 2000" },
        /* down to the cent; the rest stays on the meter */
        { "WB7-13(a)", WASHINGTON,
          "light 5; start; set blazing7 4999.99; call 5 10; confirm 5; card 5 = 499.99; shown blazing7 = "
          "4500" },
        { "WB7-13(a)", WASHINGTON,
          "light 5; start; set blazing7 0.09; call 5 10; confirm 5; card 5 = 0; shown blazing7 = 0.09" },
        /* the round's own stake is on the meter before the award */
        { "WB7-13(a)", WASHINGTON, "light 5; start; call 5 10; confirm 5; card 5 = 200.02; shown blazing7 = 1800.22" },
        { "MBJ-31(l)(a)", SECTION_31,
          "light 5; start; set blazing7 5000; call 5 10; confirm 5; card 5 = 500; shown blazing7 = 4500" },
        { "MBJ-31(d).3", SECTION_31,
          "light 5; start; set blazing7 5000; call 5 100; confirm 5; card 5 = 5000; shown blazing7 = 2000; "
          "seeded blazing7 = 4000" },
        { "MBJ-19(h).1", ACES,
          "light 5; start; set aces 7000; call 5 100; confirm 5; card 5 = 7000; shown aces = 5000" },
        { "MBJ-19(i).2", ACES "aces.initial=8000 aces.seed=6000 aces.reserve=5",
          "light 5; start; shown aces = 8000.70; reserve aces = 0.05; call 5 100; confirm 5; card 5 = "
          "8000.70;"
          "shown aces = 6000.05; reserve aces = 0; seeded aces = 14000" },
        { "MBJ-19(n).1", SUPER4 "N decks=8 super4.seed=20000 super4.contribution=10",
          "light 5 4; start; call 5 10; call 4 100; confirm 5; confirm 4; card 5 = 2000.10; card 4 = "
          "18000.90; shown super4 = 20000" },
        /* each meter of Super 4 is won and started again by itself */
        { "MBJ-19(k).4", SUPER4 "3",
          "light 5 4 3; start; call 5 100 4; call 4 100 0; confirm 4; card 4 = 50000.90; confirm 5; card 5 = "
          "250.45;"
          "shown super4.star = 50000; shown super4.club = 250; shown super4.spade = 5000.30; shown "
          "super4.heart = 500.45;"
          "shown super4.diamond = 300.45; !MBJ-19(k).1 call 3 100 5; !MBJ-19(k).1 call 3 101 0" },
        { "WPS-RES.2", WASHINGTON "blazing7.reserve=3",
          "light 1 2; start; end; light 5; start; reserve blazing7 = 0.09; call 5 100; confirm 5; card 5 = "
          "2000.72;"
          "shown blazing7 = 2000.09; reserve blazing7 = 0; seeded blazing7 = 4000" },
        /* a part of the meter leaves the reserve alone */
        { "WPS-RES.2", WASHINGTON "blazing7.reserve=3",
          "light 5; start; call 5 10; confirm 5; card 5; reserve blazing7 = 0.03; seeded blazing7 = 2000" },
    };
    (void)state;
    RUN(rows);
}

/* An award needs the dealer's call, a supervisor's confirmation and a card; the meter moves with the card. */
static void three_acts(void **state)
{
    static const row rows[] = {
        { "WB7-13(d)", WASHINGTON,
          "light 5; start; !WB7-13(d) confirm 5; !WB7-13(d) card 5; !WB7-13(d) call 5 100 0 10; call 5 100; "
          "!WB7-13(d) call 5 100" },
        { "WB7-13(e)", WASHINGTON, "light 5; start; call 5 100; state = pending; prize 5 = 2000.24" },
        { "WB7-13(e)(a).1", WASHINGTON,
          "light 5; start; call 5 100; !WB7-13(e)(a).1 card 5; !WB7-13(e)(a).1 confirm 5 dealer; "
          "!WB7-13(e)(a).1 confirm 5 floorperson; confirm 5; !WB7-13(e)(a).1 confirm 5; card 5 = 2000.24" },
        { "WB7-13(e)(a).2", WASHINGTON "executive_level=1000",
          "light 5; start; set blazing7 10000; call 5 10; confirm 5; !WB7-13(e)(a).2 card 5 supervisor; card "
          "5 executive = 1000" },
        { "WB7-13(e)(a).2", WASHINGTON "executive_level=1000.01",
          "light 5; start; set blazing7 10000; call 5 10; confirm 5; !WB7-13(e)(a).2 card 5 dealer; "
          "!WB7-13(e)(a).2 card 5 floorperson; card 5 supervisor = 1000" },
        { "WB7-13(e)(a).2", WASHINGTON,
          "light 5; start; set blazing7 1000000; call 5 100; confirm 5; card 5 supervisor = 1000000" },
        { "WB7-13(e)(a).3", WASHINGTON,
          "light 5; start; call 5 100; shown blazing7 = 2000.24; confirm 5; shown blazing7 = 2000.24; card 5 "
          "= 2000.24; shown blazing7 = 2000; !WB7-13(d) card 5" },
        { "WB7-13(e)(a).4", WASHINGTON,
          "light 5; start; set blazing7 5000; call 5 10; prize 5 = 500; confirm 5; prize 5 = 500; card 5 = "
          "500; prize 5 = -0.01" },
        { "MBJ-31(l)(c)", SECTION_31,
          "light 5; start; call 5 100; state = pending; !MBJ-31(l)(d) card 5; confirm 5; card 5" },
        { "MBJ-31(l)(d)", SECTION_31 "executive_level=500",
          "light 5 4; start; set blazing7 5000; call 5 10; call 4 10; confirm 5; !MBJ-31(l)(d) card 5; shown "
          "blazing7 = 5000; card 5 executive = 500;"
          "shown blazing7 = 4500; confirm 4; card 4 supervisor = 450; shown blazing7 = 4050" },
        { "MBJ-19(g)(2)", ACES, "light 5; start; !MBJ-19(g)(2) call 4 100; !MBJ-19(g)(2) call 5b 100; call 5 100" },
        { "MBJ-19(g)(3)", ACES,
          "light 5; start; call 5 100; !MBJ-19(g)(3) card 5; !MBJ-19(g)(3) confirm 5 dealer; confirm 5; card "
          "5 = 5000.70" },
        { "MBJ-19(h).3", ACES,
          "light 5; start; call 5 100; !MBJ-19(h).3 end; confirm 5; !MBJ-19(h).3 end; card 5; end" },
        { "MBJ-19(e)", ACES,
          "light 5; start; call 5 100; !MBJ-19(e) call 5 100; confirm 5; card 5; !MBJ-19(e) call 5 100" },
        /* verification fails: nothing has moved */
        { "WB7-13(e)(a).1", WASHINGTON,
          "light 5; start; call 5 100; withdraw 5; state = locked; shown blazing7 = 2000.24; !WB7-13(d) card "
          "5; end" },
    };
    (void)state;
    RUN(rows);
}

static void dollars_come_from_tray_or_meter(void **state)
{
    static const row rows[] = {
        { "WB7-13(b)", WASHINGTON,
          "light 5; start; fixed 5 200 = 0 200; shown blazing7 = 2000.24; !WB7-13(d) fixed 5 2" },
        { "WB7-13(b)", FROM_METER,
          "light 5; start; fixed 5 200 = 200 0; shown blazing7 = 1800.24; !WB7-13(d) call 5 100" },
        { "WB7-13(b)", FROM_METER,
          "light 5 4; start; set blazing7 150; fixed 5 200 = 150 50; shown blazing7 = 0; fixed 4 2 = 0 2" },
        /* behind a waiting award the meter pays from what that award leaves */
        { "WB7-13(b)", FROM_METER,
          "light 5 4 3; start; call 5 100; fixed 4 200 = 200 0; shown blazing7 = 2000.72; prize 5 = 2000.72; "
          "confirm 5; card 5 = 2000.72; shown blazing7 = 1800" },
        { "WB7-13(b)", FROM_METER "blazing7.seed=100",
          "light 5 4; start; call 5 100; fixed 4 200 = 100 100; confirm 5; card 5 = 100.48; shown blazing7 = "
          "0" },
    };
    (void)state;
    RUN(rows);
}

static void several_winners(void **state)
{
    static const row rows[] = {
        /* two 100 % awards: the second gets the meter as it started again */
        { "WB7-13(c)", WASHINGTON,
          "light 7 2; start; set blazing7 9000; call 7 100; call 2 100; prize 7 = 9000; prize 2 = 2000; "
          "confirm 7; confirm 2;"
          "!WB7-13(c) card 2; card 7 = 9000; card 2 = 2000; shown blazing7 = 2000; seeded blazing7 = 6000" },
        /* awards go from the dealer's right, not in the order of the calls; on one box the decider comes first */
        { "WB7-13(c)", WASHINGTON,
          "light 2 7; start; set blazing7 9000; call 2 100; call 7 10; prize 7 = 900; prize 2 = 8100; "
          "confirm 7; confirm 2; !WB7-13(c) card 2; card 7 = 900; card 2 = 8100" },
        { "WB7-13(c)", WASHINGTON "bettors_per_box=3",
          "light 2 2b 2c 3c; start; set blazing7 10000; call 2c 10; call 2 10; call 2b 10; call 3c 10; prize "
          "3c = 1000; prize 2 = 900; prize 2b = 810; prize 2c = 729" },
        /* internal controls may put them in the order of the calls */
        { "WB7-13(c)", WASHINGTON "blazing7.order=internal-controls",
          "light 2 7; start; set blazing7 9000; call 2 100; call 7 10; prize 2 = 9000; prize 7 = 200; "
          "confirm 7; !WB7-13(c) card 7; confirm 2; card 2 = 9000; card 7 = 200" },
        /* the first award takes the reserve with it, so the second finds none */
        { "WPS-RES.3", WASHINGTON "blazing7.seed=0 blazing7.reserve=50",
          "light 7 2; start; call 7 100; call 2 100; confirm 7; confirm 2; card 7 = 0.48; card 2 = 1; shown "
          "blazing7 = 0" },
        { "MBJ-19(h).2", ACES,
          "light 7 2; start; set aces 9000; call 2 100; call 7 100; prize 2 = 4500; prize 7 = 4500; confirm "
          "2; !MBJ-19(g)(3) card 2; "
          "confirm 7; card 2 = 4500; shown aces = 4500; card 7 = 4500; shown aces = 5000; seeded aces = "
          "10000" },
        /* odd cents from the dealer's right */
        { "MBJ-19(h).2", ACES,
          "light 7 4 2; start; set aces 7000.01; call 7 100; call 4 100; call 2 100; confirm 2; confirm 4; "
          "confirm 7;"
          "card 4 = 2333.34; card 2 = 2333.33; card 7 = 2333.34; shown aces = 5000" },
        /* no award joins or leaves once the first is paid */
        { "MBJ-19(h).2", ACES,
          "light 7 4 2; start; call 7 100; call 4 100; confirm 4; confirm 7; card 7; !MBJ-19(h).2 call 2 "
          "100; !MBJ-19(h).2 withdraw 4; card 4; end" },
        /* a mistaken award is withdrawn: the others share all of it */
        { "MBJ-19(h).2", ACES,
          "light 7 4 2; start; set aces 9000; call 7 100; call 4 100; call 2 100; withdraw 4; confirm 2; "
          "confirm 7; card 7 = 4500; card 2 = 4500" },
        /* a reset meter does not raise what the first payment fixed */
        { "MBJ-19(h).2", ACES "aces.reserve=30",
          "light 7 2; start; set aces 6000; call 7 100; call 2 100; confirm 7; confirm 2; card 7 = 3000; "
          "reserve aces = 0.60;"
          "card 2 = 3000; shown aces = 5000.60; reserve aces = 0" },
    };
    (void)state;
    RUN(rows);
}

/* Contributions after the call belong to the next award. */
static void an_award_is_frozen_when_it_is_called(void **state)
{
    static const row rows[] = {
        { "WB7-13(e)(a).3", LINKED,
          "light 5; start; call 5 100; table 2; light 1 2; start; shown blazing7 = 2000.24; end; table 1; "
          "prize 5 = 2000.24;"
          "confirm 5; card 5 = 2000.24; shown blazing7 = 2000.48; end" },
        { "WB7-13(e)(a).3", LINKED "blazing7.reserve=10",
          "light 5; start; call 5 100; table 2; light 1 2; start; reserve blazing7 = 0.10; end; table 1; "
          "confirm 5;"
          "card 5 = 2000.24; shown blazing7 = 2000.58; reserve blazing7 = 0.20" },
        /* the other table's award waits for this one, and counts its own stakes */
        { "WB7-13(c)", LINKED,
          "set blazing7 9999.76; light 5; start; call 5 10; table 2; light 1; start; call 1 100; prize 1 = "
          "9000.24; confirm 1; !WB7-13(c) card 1; table 1;"
          "confirm 5; card 5 = 1000; shown blazing7 = 9000.24; table 2; card 1 = 9000.24; shown blazing7 = "
          "2000" },
        /* all awards of one round take the place of its first call */
        { "WB7-13(c)", LINKED,
          "light 5 3; start; set blazing7 10000; call 5 10; table 2; light 1; start; call 1 10; table 1; "
          "call 3 10; prize 5 = 1000; prize 3 = 900; table 2; prize 1 = 810.02" },
        { "MBJ-19(h).1", ACES,
          "light 5; start; call 5 100; table 2; light 1; start; end; table 1; confirm 5; card 5 = 5000.70; "
          "shown aces = 5000.70" },
        /* contributions reach the display when the award is withdrawn */
        { "WB7-13(e)(a).1", LINKED,
          "light 5; start; call 5 100; table 2; light 1 2; start; end; table 1; withdraw 5; shown blazing7 = "
          "2000.72" },
        /* a stake refunded meanwhile does not lower the prize */
        { "WB7-13(e)(a).3", LINKED,
          "light 5; start; table 2; light 1; start; table 1; call 5 100; table 2; refund 1; end; table 1; "
          "prize 5 = 2000.48;"
          "confirm 5; card 5 = 2000.48; shown blazing7 = 1999.76" },
        { "MBJ-19(h).2", ACES,
          "light 5 4; start; set aces 6000; call 5 100; table 2; light 1; start; call 1 100; table 1; call 4 "
          "100; prize 5 = 3000; prize 4 = 3000;"
          "table 2; prize 1 = 5000.70; confirm 1; !MBJ-19(h).1 card 1; table 1; confirm 4; confirm 5; card "
          "4; card 5; table 2; card 1 = 5000.70; end" },
    };
    (void)state;
    RUN(rows);
}

static void the_line_is_finite(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_meters table;
    rules_make(&rules, WASHINGTON "bettors_per_box=3", "");
    lm_meters_open(&table, &rules, 1);
    for (int place = LM_PLACE(1, 0); place < LM_PLACE(8, 0); place++)
        assert_true(lm_meter_ok(lm_meters_light(&table, 0, place)));
    assert_true(lm_meter_ok(lm_meters_start(&table, 0, 28, LM_DOLLAR)));
    int waiting = 0;
    lm_meter_status status;
    do
        status = lm_meters_call(&table, 0, LM_PLACE(1, 0) + waiting++, 10, (lm_odds)LM_PAYS_PERCENT(10));
    while (lm_meter_ok(status));
    assert_int_equal(status.why, LM_METER_WHY_LINE);
    assert_int_equal(waiting, LM_AWARD_LINE + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_share_of_the_display_is_paid),       cmocka_unit_test(three_acts),
        cmocka_unit_test(dollars_come_from_tray_or_meter),      cmocka_unit_test(several_winners),
        cmocka_unit_test(an_award_is_frozen_when_it_is_called), cmocka_unit_test(the_line_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
