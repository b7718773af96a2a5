/* games.c - START GAME to END GAME: lights, contributions, refunds, parameters, adjustments, linked tables. */
/* sanitized */
#include "kit/floor.h"

static void lights_start_and_end(void **state)
{
    static const row rows[] = {
        { "WB7-4.1", WASHINGTON,
          "state = ready; light 3; state = detected; !WB7-4.1 light 3; unlight 3; state = ready" },
        { "WB7-4.1", WASHINGTON, "!WB7-4.1 light 8; !WB7-4.1 light 0; !WB7-5.2 unlight 3" },
        { "WB7-5.1", WASHINGTON,
          "light 3; start; state = locked; !WB7-5.1 light 4; !WB7-5.1 unlight 3; shown blazing7 = 2000.24" },
        { "WB7-5.2", WASHINGTON, "light 3 4 5; !WB7-5.2 start 2; !WB7-5.2 start 4; start 3; shown blazing7 = 2000.72" },
        { "WB7-12", WASHINGTON,
          "light 3; start; !WB7-12 start 1; end; state = ready; light 4; start; shown blazing7 = 2000.48" },
        { "WB7-12", WASHINGTON,
          "!WB7-5.1 end; light 3; start; call 3 10; !WB7-12 end; confirm 3; !WB7-12 end; card 3; end" },
        { "WB7-13(e)(b)", WASHINGTON,
          "light 3 5; start; call 5 100; state = pending; confirm 5; card 5; state = locked; end; state = "
          "ready;"
          "!WB7-5.1 call 5 100; light 5; start; shown blazing7 = 2000.24" },
        { "MBJ-31(f)", SECTION_31,
          "light 3; start; !MBJ-31(f) light 4; !MBJ-31(f) unlight 3; shown blazing7 = 2000.24" },
        { "MBJ-31(k)", SECTION_31,
          "light 3; start; call 3 10; !MBJ-31(k) end; confirm 3; card 3; !MBJ-31(k) start; end; start" },
        { "MBJ-31(l)(e)", SECTION_31,
          "light 3; start; call 3 10; confirm 3; card 3; end; state = ready; light 3; start" },
        { "MBJ-19(b).2", ACES,
          "light 1 2 3; !MBJ-19(b).2 light 2; !MBJ-19(b).2 start 4; !MBJ-19(b).2 start 2; start 3" },
        { "MBJ-19(b).3", ACES "aces.contribution=65 aces.reserve=5",
          "light 1 2 3; start; !MBJ-19(b).3 light 4; shown aces = 5001.95; reserve aces = 0.15; !MBJ-19(b).3 "
          "start 3;"
          "shown aces = 5001.95" },
        { "WPS-RES.1", WASHINGTON "blazing7.reserve=2",
          "light 1 2 3; start; reserve blazing7 = 0.06; shown blazing7 = 2000.72" },
        { "MBJ-19(k).3", SUPER4 "2",
          "light 1 2; start; shown super4.star = 50000.60; shown super4.spade = 5000.50; shown super4.heart "
          "= 500.30;"
          "shown super4.diamond = 300.30" },
        /* without a bet nothing moves */
        { "WB7-5.1", WASHINGTON, "start; shown blazing7 = 2000; end" },
    };
    (void)state;
    RUN(rows);
}

/* Parts of a cent add up: 7.33 % of a dollar, three times, is 22 cents (21.99 and the rest). */
static void parts_of_a_cent_are_kept(void **state)
{
    static const row rows[] = {
        { "WB7-5.1", WASHINGTON "blazing7.contribution=7.33",
          "light 1; start; end; shown blazing7 = 2000.07; light 1; start; end; shown blazing7 = 2000.14; "
          "light 1; start;"
          "end; shown blazing7 = 2000.21; light 1 2 3; start; end; shown blazing7 = 2000.43" },
        { "WPS-RES.1", WASHINGTON "blazing7.reserve=0.25",
          "light 1 2 3; start; end; reserve blazing7 = 0; light 1; start; reserve blazing7 = 0.01" },
        /* ... and survive the award that empties the meter */
        { "WPS-RES.2", WASHINGTON "blazing7.contribution=7.5 blazing7.reserve=0.5",
          "light 1; start; call 1 100; confirm 1; card 1 = 2000.07; end; shown blazing7 = 2000; reserve "
          "blazing7 = 0;"
          "light 1; start; shown blazing7 = 2000.08; reserve blazing7 = 0.01" },
    };
    (void)state;
    RUN(rows);
}

static void a_void_stake_is_reversed(void **state)
{
    static const row rows[] = {
        { "WB7-5.1", WASHINGTON "blazing7.reserve=2",
          "!WB7-5.1 refund 3; light 3 5; start; refund 3; shown blazing7 = 2000.24; "
          "reserve blazing7 = 0.02; !WB7-5.2 refund 3; refund 5; shown blazing7 = 2000; end" },
        /* a refund uses the rates at which the stake was entered */
        { "WB7-5.1", WASHINGTON, "light 3; start; terms blazing7 2000 100 0; refund 3; shown blazing7 = 2000" },
        /* a stake is not refunded while it may win, or after it has won */
        { "WB7-12", WASHINGTON,
          "light 3; start; call 3 10; !WB7-12 refund 3; withdraw 3; refund 3; shown blazing7 = 2000" },
        { "WB7-13(d)", WASHINGTON, "light 3; start; call 3 10; confirm 3; card 3; !WB7-13(d) refund 3" },
        /* a refund takes the overflow first, so the display returns to where it was */
        { "WB7-5.1", WASHINGTON,
          "terms blazing7 2000 24 0 2000.10; light 3; start; shown blazing7 = 2000.10; overflow blazing7 = "
          "0.14; refund 3; shown blazing7 = 2000; overflow blazing7 = 0" },
        /* a meter that another table has won meanwhile owes the refund: the next stake makes it up first */
        { "WB7-5.1", WASHINGTON "blazing7.seed=0 blazing7.link=same-game blazing7.reserve=10",
          "light 3; start; table 2; light 4; start; call 4 100; confirm 4; card 4 = 0.48; shown blazing7 = "
          "0.20; end; table 1;"
          "refund 3; shown blazing7 = 0; end; light 3; start; shown blazing7 = 0.20; reserve blazing7 = 0" },
    };
    (void)state;
    RUN(rows);
}

/* A round that was void altogether leaves the meters byte for byte as they were. */
static void a_void_round_leaves_no_trace(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_meters table, before;
    rules_make(&rules, SUPER4 "3 super4_musthit=1 super4.club.reserve=1.37 super4_star=3", "");
    lm_meters_open(&table, &rules, 1);
    assert_true(lm_meter_ok(lm_meter_arm(&table.meter[table.meters - 1], 90000)));
    for (int lights = 1; lights <= 7; lights++) {
        before = table;
        for (int box = 1; box <= lights; box++)
            assert_true(lm_meter_ok(lm_meters_light(&table, 0, LM_PLACE(box, box % 3))));
        assert_true(lm_meter_ok(lm_meters_start(&table, 0, lights, 333)));
        assert_memory_not_equal(&table.meter, &before.meter, sizeof before.meter);
        for (int box = 1; box <= lights; box++)
            assert_true(lm_meter_ok(lm_meters_refund(&table, 0, LM_PLACE(box, box % 3))));
        assert_true(lm_meter_ok(lm_meters_end(&table, 0)));
        assert_memory_equal(&table.meter, &before.meter, sizeof before.meter);
        /* one round that counts, so that the next begins at other parts of a cent */
        assert_true(lm_meter_ok(lm_meters_light(&table, 0, LM_PLACE(1, 0))));
        assert_true(lm_meter_ok(lm_meters_start(&table, 0, 1, 101)));
        assert_true(lm_meter_ok(lm_meters_end(&table, 0)));
    }
}

static void parameters_wait_for_awards(void **state)
{
    static const row rows[] = {
        { "WPS-METER.1", WASHINGTON,
          "terms blazing7 2000 0 0; light 1; start; shown blazing7 = 2000; end;"
          "terms blazing7 2000 100 0; light 1; start; shown blazing7 = 2001; end;"
          "!WPS-METER.1 terms blazing7 2000 101 0; !WPS-METER.1 terms blazing7 2000 24 100.01;"
          "!WPS-METER.1 terms blazing7 2000 24 0 1999; !WPS-METER.1 terms blazing7 2000 -1 0" },
        { "WB7-13(e)(a).3", WASHINGTON,
          "light 1; start; call 1 100; terms blazing7 3000 50 0; confirm 1; card 1 = 2000.24; shown blazing7 "
          "= 2000; end;"
          "light 1; start; shown blazing7 = 2000.50; call 1 100; confirm 1; card 1 = 2000.50; shown blazing7 "
          "= 3000" },
        /* the last change counts; a withdrawn award lets it through as well */
        { "WB7-13(e)(a).3", WASHINGTON,
          "light 1 2; start; call 1 100; call 2 10; terms blazing7 3000 50 0; terms blazing7 4000 50 0; "
          "withdraw 1;"
          "confirm 2; card 2 = 200.04; call 1 100; confirm 1; card 1; shown blazing7 = 4000" },
        /* a seed never moves the display by itself, nor does a lower limit */
        { "WPS-RES.2", WASHINGTON,
          "terms blazing7 500 24 0; shown blazing7 = 2000; terms blazing7 500 24 0 1000; shown blazing7 "
          "= 2000; light 1; start; shown blazing7 = 2000; overflow blazing7 = 0.24; call 1 100; confirm 1;"
          "card 1 = 2000; shown blazing7 = 500.24; overflow blazing7 = 0" },
    };
    (void)state;
    RUN(rows);
}

static void adjustments_are_documented(void **state)
{
    static const row rows[] = {
        { "WB7-13(e)(c)", WASHINGTON,
          "set blazing7 5000; light 5; start; call 5 10; confirm 5; card 5 = 500.02; shown blazing7 = "
          "4500.22; !WB7-13(d) withdraw 5;"
          "!WB7-13(e)(c) adjust blazing7 0 5000.24 = 4500.22; !WB7-13(e)(c) adjust blazing7 6 5000.24 = "
          "4500.22;"
          "adjust blazing7 2 5000.24 = 4500.22; shown blazing7 = 5000.24" },
        { "WB7-13(e)(c)", WASHINGTON, "light 5; start; call 5 10; !WB7-12 adjust blazing7 2 100 = 0" },
        { "WB7-13(e)(c)", WASHINGTON,
          "!none adjust blazing7 2 -0.01 = 0; !none adjust blazing7 2 20000000.01 = 0; adjust blazing7 3 0 = "
          "2000" },
    };
    (void)state;
    RUN(rows);
}

static void tables_of_one_game_share_a_meter(void **state)
{
    static const struct {
        const char *clause, *a, *b;
        bool may;
    } rows[] = {
        { "WB7-0.2", WASHINGTON "blazing7.link=same-game", WASHINGTON "blazing7.link=same-game", true },
        { "WB7-0.2", WASHINGTON, WASHINGTON, false },
        { "WB7-0.2", WASHINGTON "blazing7.link=same-game", WASHINGTON, false },
        { "WB7-0.2", WASHINGTON "blazing7.link=other-game", SECTION_31 "blazing7.link=other-game", false },
        { "WB7-0.2", WASHINGTON "blazing7.link=other-game", SUPER4 "N decks=8", false },
        { "WB7-0.2", WASHINGTON "blazing7.link=same-game", WFB "@blazing7:2 blazing7.link=same-game", false },
        { "WB7-0.2", WASHINGTON "blazing7.link=same-game",
          WASHINGTON "blazing7.link=same-game blazing7.contribution=23", false },
        { "WB7-0.2", WASHINGTON "blazing7.link=same-game", WASHINGTON "blazing7.link=same-game blazing7.seed=1",
          false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static lm_rules rules;
        static lm_meters a, b;
        rules_make(&rules, rows[i].a, "");
        lm_meters_open(&a, &rules, 1);
        rules_make(&rules, rows[i].b, "");
        lm_meters_open(&b, &rules, 2);
        lm_meter_status status = lm_meter_may_link(&a.meter[0], &b.meter[0]);
        if (lm_meter_ok(status) != rows[i].may) fail_msg("%s: '%s' with '%s'", rows[i].clause, rows[i].a, rows[i].b);
        if (!rows[i].may) assert_string_equal(status.clause, rows[i].clause);
    }
    /* meters of two documents may not be linked even where all other rules agree */
    static lm_rules rules;
    static lm_meters a, b;
    rules_make(&rules, WASHINGTON "blazing7.link=same-game", "");
    lm_meters_open(&a, &rules, 1);
    b = a;
    assert_true(lm_meter_ok(lm_meter_may_link(&a.meter[0], &b.meter[0])));
    b.meter[0].rule_set = LM_MBJ;
    assert_false(lm_meter_ok(lm_meter_may_link(&a.meter[0], &b.meter[0])));
    static const row lines[] = {
        { "WB7-0.2", WASHINGTON "blazing7.link=same-game",
          "light 1; start; table 2; light 1 2; start; shown blazing7 = 2000.72; end; table 1; !WB7-12 start; "
          "end" },
    };
    RUN(lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lights_start_and_end),
        cmocka_unit_test(parts_of_a_cent_are_kept),
        cmocka_unit_test(a_void_stake_is_reversed),
        cmocka_unit_test(a_void_round_leaves_no_trace),
        cmocka_unit_test(parameters_wait_for_awards),
        cmocka_unit_test(adjustments_are_documented),
        cmocka_unit_test(tables_of_one_game_share_a_meter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
