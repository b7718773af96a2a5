/* opening.c - which meters a table has, and what the rules and the pay tables put into them. */
/* sanitized */
#include "kit/floor.h"

static void meters_hold_what_rules_and_pay_tables_say(void **state)
{
    static const struct {
        const char *clause, *settings, *name;
        lm_cents dollars; /* -1: there is no such meter */
        int32_t contribution, reserve;
    } rows[] = {
        { "MBJ-19(k).2", SUPER4 "1", "super4.star", 50000, 600, 0 },
        { "MBJ-19(k).2", SUPER4 "1", "super4.spade", 5000, 700, 0 },
        { "MBJ-19(k).2", SUPER4 "1", "super4.heart", 500, 700, 0 },
        { "MBJ-19(k).2", SUPER4 "1", "super4.diamond", -1, 0, 0 },
        { "MBJ-19(k).3", SUPER4 "2", "super4.spade", 5000, 500, 0 },
        { "MBJ-19(k).3", SUPER4 "2", "super4.heart", 500, 300, 0 },
        { "MBJ-19(k).3", SUPER4 "2", "super4.diamond", 300, 300, 0 },
        { "MBJ-19(k).3", SUPER4 "2", "super4.club", -1, 0, 0 },
        { "MBJ-19(k).4", SUPER4 "3", "super4.spade", 5000, 200, 0 },
        { "MBJ-19(k).4", SUPER4 "3", "super4.heart", 500, 300, 0 },
        { "MBJ-19(k).4", SUPER4 "3", "super4.diamond", 300, 300, 0 },
        { "MBJ-19(k).4", SUPER4 "3", "super4.club", 250, 300, 0 },
        { "MBJ-19(k).4", SUPER4 "3", "super4", -1, 0, 0 },
        { "MBJ-19(k).5", SUPER4 "2 super4_star=1", "super4.star", 50000, 600, 0 },
        { "MBJ-19(k).5", SUPER4 "2 super4_star=2", "super4.star", 25000, 700, 0 },
        { "MBJ-19(k).5", SUPER4 "2 super4_star=3", "super4.star", 10000, 750, 0 },
        { "MBJ-19(k).5", SUPER4 "2 super4.star.seed=60000 super4.star.reserve=1", "super4.star", 60000, 600, 100 },
        { "MBJ-19(m).3", SUPER4 "1", "super4.musthit", -1, 0, 0 },
        { "MBJ-19(m).3", SUPER4 "1 super4_musthit=1", "super4.musthit", 250, 500, 0 },
        { "MBJ-19(m).3", SUPER4 "1 super4_musthit=2", "super4.musthit", 100, 500, 0 },
        { "MBJ-19(m).3", SUPER4 "1 super4_musthit=3", "super4.musthit", 100, 200, 0 },
        { "MBJ-19(n).1", SUPER4 "N decks=8 super4.seed=20000 super4.contribution=8.5", "super4", 20000, 850, 0 },
        { "MBJ-19(n).1", SUPER4 "N decks=8", "super4.star", -1, 0, 0 },
        { "MBJ-19(i).2", ACES "aces.initial=7000 aces.seed=6000", "aces", 7000, 7000, 0 },
        { "MBJ-19(i).1", ACES "aces.contribution=65 aces.reserve=5", "aces", 5000, 6500, 500 },
        { "MBJ-31(d).3", SECTION_31, "blazing7", 2000, 2400, 0 },
        { "WPS-RES.1", WASHINGTON "blazing7.reserve=2.25", "blazing7", 2000, 2400, 225 },
        { "WPS-METER.1", WASHINGTON "blazing7.contribution=0", "blazing7", 2000, 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static lm_rules rules;
        static lm_meters table;
        rules_make(&rules, rows[i].settings, "");
        lm_meters_open(&table, &rules, 1);
        int at = lm_meters_find(&table, rows[i].name);
        if ((at >= 0) != (rows[i].dollars >= 0)) fail_msg("%s: %s", rows[i].clause, rows[i].name);
        if (at < 0) continue;
        const lm_meter *m = &table.meter[at];
        bool same = m->shown_cents == rows[i].dollars * LM_DOLLAR && m->terms.contribution == rows[i].contribution &&
                    m->terms.reserve == rows[i].reserve;
        if (!same || !lm_meter_balanced(m)) fail_msg("%s: %s differs", rows[i].clause, rows[i].name);
    }
}

/* Each row of a pay table finds the meter it is paid from, and every meter has such a row. */
static void pay_tables_find_their_meters(void **state)
{
    static const struct {
        const char *settings, *meters;
    } rows[] = {
        { WASHINGTON, "blazing7" },
        { WFB "@blazing7:2", "blazing7" },
        { ACES, "aces" },
        { SUPER4 "1", "super4.heart super4.spade super4.star" },
        { SUPER4 "2", "super4.diamond super4.heart super4.spade super4.star" },
        { SUPER4 "3", "super4.club super4.diamond super4.heart super4.spade super4.star" },
        { SUPER4 "N decks=8", "super4" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static lm_rules rules;
        static lm_meters table;
        char names[128] = "";
        rules_make(&rules, rows[i].settings, "");
        lm_meters_open(&table, &rules, 1);
        for (int o = 1; o < LM_OUTCOMES; o++) {
            int at = lm_meters_index(&table, 0, rules.offer[0].pays[o]);
            const char *name = at < 0 ? "" : lm_meter_name((lm_meter_kind)table.meter[at].kind);
            if (!*name || strstr(names, name)) continue;
            size_t n = strlen(names);
            snprintf(names + n, sizeof names - n, "%s%s", n ? " " : "", name);
        }
        assert_string_equal(names, rows[i].meters);
    }
}

/* Two progressives at one table are two games: each has its own lights and its own stake. */
static void two_progressives_do_not_touch(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_meters table;
    rules_make(&rules, MBJ "@21+3:A @super4:2 @blazing7:1", "");
    lm_meters_open(&table, &rules, 1);
    assert_int_equal(table.games, 2);
    assert_int_equal(table.meters, 5);
    int super4 = lm_meters_game(&table, lm_rules_slot(&rules, "super4"));
    int blazing7 = lm_meters_game(&table, lm_rules_slot(&rules, "blazing7"));
    assert_int_equal(lm_meters_game(&table, lm_rules_slot(&rules, "21+3")), -1);
    assert_true(lm_meter_ok(lm_meters_light(&table, blazing7, LM_PLACE(3, 0))));
    assert_true(lm_meter_ok(lm_meters_start(&table, blazing7, 1, LM_DOLLAR)));
    assert_int_equal(lm_meters_state(&table, super4), LM_GAME_READY);
    assert_int_equal(table.meter[lm_meters_find(&table, "super4.star")].shown_cents, 50000 * LM_DOLLAR);
    assert_int_equal(table.meter[lm_meters_find(&table, "blazing7")].shown_cents, 2000 * LM_DOLLAR + 24);
}

static void rules_of_a_running_table_change(void **state)
{
    (void)state;
    static lm_rules rules;
    static lm_meters table;
    rules_make(&rules, SUPER4 "2 super4_musthit=1", "");
    lm_meters_open(&table, &rules, 1);
    rules_make(&rules, SUPER4 "2 super4_star=3 super4_musthit=2", "");
    for (int i = 0; i < table.meters; i++) {
        lm_meter *m = &table.meter[i];
        lm_meter_terms terms = lm_meter_terms_of(&rules, table.game[0].slot, (lm_meter_kind)m->kind);
        assert_true(lm_meter_ok(lm_meter_change(m, terms)));
    }
    const lm_meter *star = &table.meter[lm_meters_find(&table, "super4.star")];
    const lm_meter *must_hit = &table.meter[lm_meters_find(&table, "super4.musthit")];
    assert_int_equal(star->terms.seed_cents, 10000 * LM_DOLLAR);
    assert_int_equal(star->shown_cents, 50000 * LM_DOLLAR);
    assert_int_equal(must_hit->terms.limit_cents, 500 * LM_DOLLAR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meters_hold_what_rules_and_pay_tables_say),
        cmocka_unit_test(pay_tables_find_their_meters),
        cmocka_unit_test(two_progressives_do_not_touch),
        cmocka_unit_test(rules_of_a_running_table_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
