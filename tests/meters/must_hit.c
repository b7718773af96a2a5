/* must_hit.c - the must-hit prize of Super 4, and amounts shared among winners. */
/* sanitized */
#include "kit/floor.h"

#define MUST_HIT(n) SUPER4 "1 super4_musthit=" #n " "

/* Seven $5 stakes at 5 % bring $1.75 a round: the trigger of $252 is crossed in the second. */
static void the_prize_is_won_when_the_trigger_is_crossed(void **state)
{
    static const row rows[] = {
        { "MBJ-19(m).1", MUST_HIT(1),
          "arm 252; light 1 2 3 4 5 6 7; start; due = 0; !MBJ-19(m).1 hit 0 300 = 1 0; end; light 1 2 3 4 5 "
          "6 7; due = 0; start; due = 1;"
          "!MBJ-19(m).1 end; !MBJ-19(m).1 hit 7 300 = 7 0; !MBJ-19(m).1 hit -1 300 = 7 0; !MBJ-19(m).3 hit 2 "
          "250 = 3 0; hit 2 300 = 3 253.50;"
          "due = 0; shown super4.musthit = 250; end" },
        /* only a bettor of that round can win it */
        { "MBJ-19(m).1", MUST_HIT(1),
          "arm 250.01; light 2 5b 6; start; !MBJ-19(m).1 hit 3 300 = 1 0; hit 1 300 = 5b 250.75" },
        { "MBJ-19(m).1", MUST_HIT(1), "!MBJ-19(m).3 start; arm 1000; start; !MBJ-19(m).3 arm 900" },
        /* at the maximum it is forced, and what was too much begins the next cycle */
        { "MBJ-19(m).1", MUST_HIT(3),
          "arm 200; set super4.musthit 199.80; light 1; start; due = 0; end; light 1 2; start; shown "
          "super4.musthit = 200; overflow super4.musthit = 0.10;"
          "due = 1; hit 0 150 = 1 200; shown super4.musthit = 100.10; overflow super4.musthit = 0; end" },
        /* a refund may take it back below the trigger */
        { "MBJ-19(m).1", MUST_HIT(1), "arm 250.50; light 1 2; start; due = 1; refund 2; due = 0; end" },
        { "MBJ-19(m).1", MUST_HIT(1),
          "arm 250.25; light 1; start; due = 1; refund 1; due = 0; end; shown super4.musthit = 250" },
        /* the trigger lies in (reset, maximum] */
        { "MBJ-19(m).3", MUST_HIT(1), "!MBJ-19(m).3 arm 250; !MBJ-19(m).3 arm 1000.01; arm 250.01" },
        { "MBJ-19(m).3", MUST_HIT(1), "arm 1000; !MBJ-19(m).3 arm 999" },
        { "MBJ-19(m).3", MUST_HIT(2), "!MBJ-19(m).3 arm 100; !MBJ-19(m).3 arm 500.01; arm 500" },
        { "MBJ-19(m).3", MUST_HIT(3), "!MBJ-19(m).3 arm 100; !MBJ-19(m).3 arm 200.01; arm 100.01" },
        { "MBJ-19(m).3", MUST_HIT(3), "arm 150; light 1 2; start; shown super4.musthit = 100.20" },
        { "MBJ-19(m).3", MUST_HIT(2), "arm 150; light 1 2; start; shown super4.musthit = 100.50" },
        /* no other award is paid from the must-hit meter, and its prize is paid from no other meter */
        { "MBJ-19(m).1", MUST_HIT(1),
          "arm 250.01; light 1; start; !MBJ-19(k).1 call 1 100 3; hit 0 300 = 1 250.25; shown super4.star = "
          "50000.30;"
          "call 1 100; confirm 1; card 1 = 50000.30; end" },
    };
    (void)state;
    RUN(rows);
}

/* With every trigger the prize is won at or above it and never above the maximum. */
static void every_trigger_is_honoured(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_meters table;
    rules_make(&rules, MUST_HIT(3), "");
    for (lm_cents trigger = 10001; trigger <= 20000; trigger += 7) {
        lm_meters_open(&table, &rules, 1);
        lm_meter *m = &table.meter[table.meters - 1];
        assert_true(lm_meter_ok(lm_meter_arm(m, trigger)));
        lm_meter_entry entry = { 0 };
        while (!entry.amount_cents) {
            assert_true(lm_meter_ok(lm_meters_light(&table, 0, LM_PLACE(4, 0))));
            assert_true(lm_meter_ok(lm_meters_start(&table, 0, 1, 499)));
            if (lm_meters_due(&table, 0)) assert_true(lm_meter_ok(lm_meters_hit(&table, 0, 0, 20000, &entry)));
            assert_true(lm_meter_ok(lm_meters_end(&table, 0)));
        }
        assert_true(entry.amount_cents >= trigger && entry.amount_cents < trigger + 10);
        assert_true(entry.amount_cents <= 20000);
        assert_int_equal(entry.seeded_cents, 10000);
        assert_true(lm_meter_balanced(m));
    }
}

static void equal_shares(void **state)
{
    static const struct {
        const char *clause;
        lm_cents amount;
        int n;
        lm_cents share[4];
    } rows[] = {
        { "MBJ-19(h).2", 900000, 2, { 450000, 450000 } },
        { "MBJ-19(h).2", 500001, 2, { 250001, 250000 } },
        { "MBJ-19(h).2", 500003, 4, { 125001, 125001, 125001, 125000 } },
        { "MBJ-19(h).2", 2, 3, { 1, 1, 0 } },
        { "MBJ-19(h).2", 0, 3, { 0, 0, 0 } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int k = 0; k < rows[i].n; k++)
            if (lm_share_equal(rows[i].amount, rows[i].n, k) != rows[i].share[k]) fail_msg("%s", rows[i].clause);
    }
}

static void capped_shares(void **state)
{
    static const struct {
        const char *clause;
        lm_cents cap;
        int n;
        lm_cents due[3], stake[3], share[3];
    } rows[] = {
        { "MBJ-24(h).2", 1000000, 2, { 500000, 1500000 }, { 500, 1500 }, { 250000, 750000 } },
        { "MBJ-24(h).2", 2000000, 2, { 500000, 1500000 }, { 500, 1500 }, { 500000, 1500000 } },
        { "MBJ-24(h).2", 0, 2, { 500000, 1500000 }, { 500, 1500 }, { 500000, 1500000 } },
        /* the odd cents go to the first share that was rounded down */
        { "MBJ-24(h).2", 2500000, 3, { 1000000, 1000000, 1000000 }, { 1000, 1000, 1000 }, { 833334, 833333, 833333 } },
        { "MBJ-24(h).2", 2500001, 3, { 2000000, 1000000, 1000000 }, { 2000, 1000, 1000 }, { 1250001, 625000, 625000 } },
        { "MBJ-24(h).2", 2500002, 3, { 2000000, 1000000, 1000000 }, { 2000, 1000, 1000 }, { 1250001, 625001, 625000 } },
        { "MBJ-24(h).2", 2000000000, 2, { 2000000000, 1000000000 }, { 2000000, 1000000 }, { 1333333334, 666666666 } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_cents share[3];
        lm_share_capped(rows[i].cap, rows[i].due, rows[i].stake, rows[i].n, share);
        for (int k = 0; k < rows[i].n; k++)
            if (share[k] != rows[i].share[k]) fail_msg("%s: %zu, winner %d", rows[i].clause, i, k);
    }
}

static uint32_t the_least(void *self, uint32_t bound)
{
    return 0;
}

static uint32_t the_most(void *self, uint32_t bound)
{
    return bound - 1;
}

/* A reset to $100 with 10 cents of overflow starts the display at $100.10. A trigger at or below that would give a
 * second prize in the same round, but only one is drawn (MBJ-19(m).1). The maximum is the highest trigger
 * (MBJ-19(m).3). */
static void the_next_trigger_is_still_to_come(void **state)
{
    lm_meter meter = { .terms = { .seed_cents = 10000, .limit_cents = 20000 }, .overflow_cents = 10 };
    lm_cents start = lm_meter_next_start(&meter);
    assert_int_equal(lm_meter_draw_trigger(&meter, start, the_least, NULL), 10011);
    assert_int_equal(lm_meter_draw_trigger(&meter, start, the_most, NULL), 20000);
    assert_int_equal(lm_meter_draw_trigger(&meter, 0, the_least, NULL), 10001);
    assert_int_equal(lm_meter_draw_trigger(&meter, 20000, the_least, NULL), 20000);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_prize_is_won_when_the_trigger_is_crossed),
        cmocka_unit_test(every_trigger_is_honoured),
        cmocka_unit_test(the_next_trigger_is_still_to_come),
        cmocka_unit_test(equal_shares),
        cmocka_unit_test(capped_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
