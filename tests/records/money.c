/* money.c - what the law asks about money: currency, tax, and the day of the cage, over journals written
 * by hand. */
/* sanitized */
#define _GNU_SOURCE
#include "kit/hand_journal.h"

static void test_currency(void **state)
{
    (void)state;
    begin_journal();
    at(7, 59); /* still the gaming day of the 14th */
    record("house", "deposit", "carl", "{}", "world/real wallet/real/ann 900000 deposit");
    at(8, 0);
    record("house", "deposit", "carl", "{}", "world/real wallet/real/ann 600000 deposit");
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    acts("t1", "dan", "{'do':'buy','player':'ann','cents':400000}",
         "world/real drop/t1 400000 buy-in\ntray/t1 rack/t1/ann 400000 chips for a buy-in");
    acts("t1", "dan", "{'do':'cash','player':'ann','cents':300000}", "rack/t1/ann world/real 300000 cash-out");
    record("house", "deposit", "carl", "{}", "world/real wallet/real/bob 1000000 deposit");
    record("house", "deposit", "carl", "{}", "world/play wallet/play/bob 5000000 deposit");
    at(30, 0);
    record("house", "withdrawal", "carl", "{}", "wallet/real/ann world/real 700001 withdrawal");
    set_times();
    report_query q = query();
    q.from_ms = 0;
    json_t *rows = ask(report_currency, &q, NULL);
    assert_int_equal(json_array_size(rows), 1); /* exactly at the threshold is not above it */
    assert_string_equal(text(rows, 0, "person"), "ann");
    assert_string_equal(text(rows, 0, "day"), "2026-11-15");
    assert_string_equal(text(rows, 0, "over"), "out");
    assert_int_equal(whole(rows, 0, "in_cents"), 1000000);
    assert_int_equal(whole(rows, 0, "out_cents"), 1000001);
    assert_int_equal(whole(rows, 0, "transactions"), 4);
    json_decref(rows);
    end_journal();
}

/* The ledger of docs/house/money.md: deposits and withdrawals lie between world and wallet, openers, fills,
 * credits and the drop between cage and table. Cash that a dealer takes never comes to the cage, and
 * what a wallet and a table exchange does not either. */
static void test_cage(void **state)
{
    static const struct {
        const char *what, *money, *person, *table, *by;
        int in, out, coupon, receipt;
    } wanted[] = {
        { "deposit", "real", "ann", "", "carl", 600000, 0, 0, 7 },
        { "coupon-issued", "play", "bob", "", "carl", 0, 0, 1500, 0 },
        { "play-money", "play", "bob", "", "bob", 90000, 0, 0, 9 },
        { "withdrawal", "real", "ann", "", "carl", 0, 250000, 0, 8 },
        { "opener", "real", "", "t1", "sue", 0, 1000000, 0, 0 },
        { "fill", "real", "", "t1", "sue", 0, 40000, 0, 3 },
        { "credit", "real", "", "t1", "sue", 30000, 0, 0, 4 },
        { "drop counted", "real", "", "t1", "carl", 400000, 0, 0, 0 },
    };
    enum { N = sizeof wanted / sizeof *wanted, ANNS = 2 };
    (void)state;
    begin_journal();
    at(-1, 0); /* the day before */
    record("house", "deposit", "carl", "{\"receipt\":6}", "world/real wallet/real/ann 100 deposit");
    at(9, 0);
    record("house", "deposit", "carl", "{\"receipt\":7}", "world/real wallet/real/ann 600000 deposit");
    record("house", "coupon-issued", "carl", "{\"person\":\"bob\",\"money\":\"play\",\"cents\":1500}", NULL);
    record("house", "play-money", "bob", "{\"receipt\":9}", "world/play wallet/play/bob 90000 play-money");
    record("house", "withdrawal", "carl", "{\"receipt\":8}", "wallet/real/ann world/real 250000 withdrawal");
    acts("t1", "sue", OPEN_TABLE, NULL);
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}", "cage/real tray/t1 1000000 opener");
    acts("t1", "ann", "{'do':'buy','player':'ann','cents':100000}",
         "wallet/real/ann drop/t1 100000 buy-in\ntray/t1 rack/t1/ann 100000 chips for a buy-in");
    acts("t1", "dan", "{'do':'buy','player':'walkin-1','cents':300000}",
         "world/real drop/t1 300000 buy-in\ntray/t1 rack/t1/walkin-1 300000 chips for a buy-in");
    acts("t1", "sue", "{'do':'fill','cents':40000,'slip':3}", "cage/real tray/t1 40000 fill");
    acts("t1", "sue", "{'do':'credit','cents':30000,'slip':4}", "tray/t1 cage/real 30000 credit");
    acts("t1", "carl", "{'do':'drop-count','cents':400000}", "drop/t1 cage/real 400000 drop counted");
    set_times();
    report_query q = query();
    json_t *more = json_object(), *rows = ask(report_cage, &q, more);
    assert_null(json_object_get(more, "next"));
    assert_int_equal(json_array_size(rows), N);
    for (size_t i = 0; i < N; i++) {
        assert_string_equal(text(rows, i, "what"), wanted[i].what);
        assert_string_equal(text(rows, i, "money"), wanted[i].money);
        assert_string_equal(text(rows, i, "person"), wanted[i].person);
        assert_string_equal(text(rows, i, "table"), wanted[i].table);
        assert_string_equal(text(rows, i, "by"), wanted[i].by);
        assert_int_equal(whole(rows, i, "in_cents"), wanted[i].in);
        assert_int_equal(whole(rows, i, "out_cents"), wanted[i].out);
        assert_int_equal(whole(rows, i, "coupon_cents"), wanted[i].coupon);
        if (wanted[i].receipt) assert_int_equal(whole(rows, i, "receipt"), wanted[i].receipt);
    }
    json_decref(rows);
    snprintf(q.person, sizeof q.person, "ann");
    rows = ask(report_cage, &q, more);
    assert_int_equal(json_array_size(rows), ANNS);
    json_decref(rows);
    q.person[0] = '\0';
    snprintf(q.table, sizeof q.table, "t1");
    rows = ask(report_cage, &q, more); /* of one table: what the cage and that table exchanged */
    assert_true(json_array_size(rows) > 0 && json_array_size(rows) < N);
    for (size_t i = 0; i < json_array_size(rows); i++)
        assert_string_equal(text(rows, i, "table"), "t1");
    json_decref(rows);
    q.table[0] = '\0';
    q.limit = 1;
    rows = ask(report_cage, &q, more);
    assert_int_equal(json_array_size(rows), 1);
    assert_non_null(json_object_get(more, "next"));
    json_decref(rows);
    json_decref(more);
    end_journal();
}

/* Form W-2G from 300 times the wager and from $600 up to 2025, from $2,000 in 2026; the year is that of the gaming day,
 * which begins at 08:00. Above $5,000 tax is withheld: 24 %, and 5 % for Massachusetts. */
static void test_tax(void **state)
{
    enum { NEW_YEAR = -318 * 24, YEAR_AFTER = 60 * 24 }; /* hours from the journal's day to 2026 and into 2027 */
    static const struct {
        int hour, minute, stake, pays;
        const char *from;
        bool listed;
        int threshold, federal, state, backup;
    } rounds[] = {
        { NEW_YEAR + 7, 58, 200, 60000, "tray/t1", true, 60000, 0, 0, 14400 }, /* of the last day of 2025 */
        { NEW_YEAR + 7, 59, 201, 60000, "tray/t1", false, 0, 0, 0, 0 },
        { NEW_YEAR + 8, 0, 200, 60000, "tray/t1", false, 0, 0, 0, 0 },
        { NEW_YEAR + 8, 1, 500, 199999, "tray/t1", false, 0, 0, 0, 0 }, /* a cent too little */
        { NEW_YEAR + 8, 2, 500, 200000, "tray/t1", true, 200000, 0, 0, 48000 },
        { 9, 0, 1000, 500000, "tray/t1", true, 200000, 0, 0, 120000 }, /* not above $5,000 */
        { 9, 1, 1667, 500001, "tray/t1", false, 0, 0, 0, 0 },          /* not 300 times */
        { 9, 2, 1000, 500001, "meter/t1/blazing7", true, 200000, 120000, 25000, 120000 },
        { 9, 3, 500000, 500000, "tray/t1", false, 0, 0, 0, 0 },               /* large, but even money */
        { YEAR_AFTER, 0, 500, 200000, "tray/t1", true, 200000, 0, 0, 48000 }, /* the newest known sum */
    };
    enum { N = sizeof rounds / sizeof *rounds };
    (void)state;
    begin_journal();
    at(NEW_YEAR, 0);
    acts("t1", "sue", OPEN_TABLE, NULL);
    sit_down("t1");
    acts("t1", "sue", "{'do':'tray-open','cents':90000000}",
         "cage/real tray/t1 90000000 opener\ncage/real rack/t1/ann 1000000 chips for a buy-in\nseeds/real "
         "meter/t1/blazing7 5000000 seed");
    for (int i = 0; i < N; i++) {
        char list[200], moves[300];
        at(rounds[i].hour, rounds[i].minute);
        acts("t1", "dealer", "{'do':'open'}", NULL);
        snprintf(list, sizeof list, "{'do':'bet','seat':'1','wager':'push22','cents':%d}", rounds[i].stake);
        snprintf(moves, sizeof moves, "rack/t1/ann felt/t1 %d bet", rounds[i].stake);
        acts("t1", "ann", list, moves);
        snprintf(moves, sizeof moves, "%s rack/t1/ann %d %s\nfelt/t1 rack/t1/ann %d return", rounds[i].from,
                 rounds[i].pays, rounds[i].from[0] == 'm' ? "award" : "pay", rounds[i].stake);
        acts("t1", "dealer", "{'do':'deal'}", moves);
    }
    set_times();
    report_query q = query();
    q.from_ms = 0;
    q.to_ms = monday_ms + 90 * day_ms;
    json_t *more = json_object(), *rows = ask(report_tax, &q, more), *law = json_object_get(more, "law");
    size_t row = 0;
    for (int i = 0; i < N; i++) {
        if (!rounds[i].listed) continue;
        if (row >= json_array_size(rows) || whole(rows, row, "round") != i + 1)
            fail_msg(/* say:test-tax-row */ "round %d is not listed as row %zu", i + 1, row + 1);
        assert_int_equal(whole(rows, row, "threshold_cents"), rounds[i].threshold);
        assert_int_equal(whole(rows, row, "federal_cents"), rounds[i].federal);
        assert_int_equal(whole(rows, row, "state_cents"), rounds[i].state);
        assert_int_equal(whole(rows, row, "backup_cents"), rounds[i].backup);
        assert_string_equal(text(rows, row++, "from"), rounds[i].from[0] == 'm' ? "meter" : "tray");
    }
    assert_int_equal(json_array_size(rows), row);
    assert_int_equal(json_array_size(law), 5); /* form, withheld by both, backup, currency */
    for (size_t i = 0; i < 5; i++)
        assert_true(*text(law, i, "source"));
    json_decref(rows);
    q.config.jurisdiction[0] = '\0'; /* the house's own line only */
    q.config.tax_cents = 60000;
    rows = ask(report_tax, &q, more);
    assert_int_equal(json_array_size(rows), 7);
    json_decref(rows);
    json_decref(more);
    end_journal();
}

/* A house may report more than the law asks, never less. */
static void test_currency_line(void **state)
{
    report_config config;
    (void)state;
    config_preset(&config);
    assert_int_equal(currency_line(&config, monday_ms), 1000000);
    config.currency_cents = 5000000;
    assert_int_equal(currency_line(&config, monday_ms), 1000000);
    config.currency_cents = 300000;
    assert_int_equal(currency_line(&config, monday_ms), 300000);
    config.jurisdiction[0] = '\0';
    config.currency_cents = 5000000;
    assert_int_equal(currency_line(&config, monday_ms), 5000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_currency),
        cmocka_unit_test(test_cage),
        cmocka_unit_test(test_tax),
        cmocka_unit_test(test_currency_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
