/* meter_limits.c - the last amount that a meter takes and the first that it refuses. */
/* sanitized */
#include "kit/floor.h"

static lm_meters open_game(lm_rules *rules, const char *base)
{
    lm_meters meters;
    rules_make(rules, base, "");
    lm_meters_open(&meters, rules, 1);
    for (int i = 0; i < meters.meters; i++) {
        if (meters.meter[i].kind == LM_METER_MUST_HIT)
            lm_meter_arm(&meters.meter[i], meters.meter[i].terms.limit_cents);
    }
    return meters;
}

static void terms_at_their_limits(void **state)
{
    (void)state;
    static const struct {
        lm_meter_terms terms;
        bool takes;
    } rows[] = {
        { { 0, 0, 0, 0 }, true },
        { { 1000, 1000, LM_PARTS, 0 }, true },
        { { 1000, 1000, LM_PARTS / 2, LM_PARTS / 2 }, true },
        { { 1000, 1000, LM_PARTS, 1 }, false }, /* more than the stake: C-122 */
        { { 1000, 1000, LM_PARTS / 2, LM_PARTS / 2 + 1 }, false },
        { { 1001, 1000, 0, 0 }, false },
        { { -1, 1000, 0, 0 }, false },
        { { 0, LM_CENTS_MAX, 0, 0 }, true },
        { { 0, LM_CENTS_MAX + 1, 0, 0 }, false },
        { { 0, 1000, -1, 0 }, false },
        { { 0, 1000, LM_PARTS + 1, 0 }, false },
        { { 0, 1000, 0, -1 }, false },
        { { 0, 1000, 0, LM_PARTS + 1 }, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_meter meter;
        lm_meter_open(&meter, LM_METER_ACES, 0, (lm_meter_terms){ 0, 1000, 0, 0 });
        lm_meter_status status = lm_meter_change(&meter, rows[i].terms);
        if (lm_meter_ok(status) != rows[i].takes) fail_msg("row %zu", i);
        if (!rows[i].takes) assert_int_equal(status.why, LM_METER_WHY_TERMS);
    }
}

/* The only way to undo a paid award: WB7-13(e)(c). */
static void accounts_are_adjusted(void **state)
{
    (void)state;
    lm_meter meter;
    lm_meter_entry entry;
    lm_meter_open(&meter, LM_METER_BLAZING7, 500, (lm_meter_terms){ 500, 1000, 0, 0 });
    static const struct {
        lm_meter_account account;
        lm_cents to;
        lm_reason reason;
        lm_meter_why why;
    } rows[] = {
        { LM_ACCOUNT_SHOWN, 0, LM_REASON_SETUP, LM_METER_WHY_OK },
        { LM_ACCOUNT_SHOWN, 1000, LM_REASON_CORRECTION, LM_METER_WHY_OK },
        { LM_ACCOUNT_SHOWN, 1001, LM_REASON_SETUP, LM_METER_WHY_AMOUNT },
        { LM_ACCOUNT_SHOWN, -1, LM_REASON_SETUP, LM_METER_WHY_AMOUNT },
        { LM_ACCOUNT_SHOWN, 10, LM_REASON_NONE, LM_METER_WHY_REASON },
        { LM_ACCOUNT_SHOWN, 10, LM_REASON_COUNT, LM_METER_WHY_REASON },
        { LM_ACCOUNT_RESERVE, 1001, LM_REASON_TRANSFER, LM_METER_WHY_OK },
        { LM_ACCOUNT_RESERVE, LM_CENTS_MAX, LM_REASON_TRANSFER, LM_METER_WHY_OK },
        { LM_ACCOUNT_RESERVE, LM_CENTS_MAX + 1, LM_REASON_TRANSFER, LM_METER_WHY_AMOUNT },
        { LM_ACCOUNT_RESERVE, 0, LM_REASON_TRANSFER, LM_METER_WHY_OK },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_cents *value = rows[i].account == LM_ACCOUNT_SHOWN ? &meter.shown_cents : &meter.reserve_cents;
        lm_cents before = *value;
        lm_meter_status status = lm_meter_adjust(&meter, rows[i].account, rows[i].to, rows[i].reason, &entry);
        assert_int_equal(status.why, rows[i].why);
        assert_int_equal(*value, lm_meter_ok(status) ? rows[i].to : before);
        assert_true(lm_meter_balanced(&meter));
        if (!lm_meter_ok(status)) continue;
        assert_int_equal(entry.before_cents, before);
        assert_int_equal(entry.amount_cents, rows[i].to - before);
        assert_int_equal(entry.after_cents, rows[i].to);
        assert_int_equal(entry.account, rows[i].account);
        assert_int_equal(entry.reason, rows[i].reason);
    }
}

/* WB7-0.2: meters may be linked if they agree in every respect and both choose to be linked. */
static void meters_that_may_be_one(void **state)
{
    (void)state;
    lm_meter a, b;
    lm_meter_open(&a, LM_METER_ACES, 0, (lm_meter_terms){ 10, 1000, 3, 4 });
    assert_true(lm_meter_ok(lm_meter_may_link(&a, &a)));
#define DIFFERS(field)                                                                                                 \
    do {                                                                                                               \
        b = a;                                                                                                         \
        b.field++;                                                                                                     \
        assert_int_equal(lm_meter_may_link(&a, &b).why, LM_METER_WHY_LINK);                                            \
    } while (0)
    DIFFERS(kind);
    DIFFERS(rule_set);
    DIFFERS(paytable);
    DIFFERS(terms.seed_cents);
    DIFFERS(terms.limit_cents);
    DIFFERS(terms.contribution);
    DIFFERS(terms.reserve);
    b = a;
    b.linked = false;
    assert_int_equal(lm_meter_may_link(&a, &b).why, LM_METER_WHY_LINK);
    assert_int_equal(lm_meter_may_link(&b, &a).why, LM_METER_WHY_LINK);
}

static void only_must_hit_meters_are_armed_and_once(void **state)
{
    (void)state;
    lm_meter meter;
    lm_meter_open(&meter, LM_METER_ACES, 0, (lm_meter_terms){ 10, 1000, 0, 0 });
    assert_int_equal(lm_meter_arm(&meter, 500).why, LM_METER_WHY_TRIGGER);
    lm_meter_open(&meter, LM_METER_MUST_HIT, 10, (lm_meter_terms){ 10, 1000, 0, 0 });
    assert_false(lm_meter_due(&meter));
    assert_int_equal(lm_meter_arm(&meter, 10).why, LM_METER_WHY_TRIGGER);
    assert_int_equal(lm_meter_arm(&meter, 1001).why, LM_METER_WHY_TRIGGER);
    assert_true(lm_meter_ok(lm_meter_arm(&meter, 11)));
    assert_int_equal(lm_meter_arm(&meter, 11).why, LM_METER_WHY_TRIGGER);
    assert_false(lm_meter_due(&meter));
    meter.shown_cents = 11;
    assert_true(lm_meter_due(&meter));
}

static void stakes_at_their_limits(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters = open_game(&rules, ACES);
    assert_int_equal(lm_meters_light(&meters, 0, LM_PLACE(1, 0) - 1).why, LM_METER_WHY_PLACE);
    assert_int_equal(lm_meters_light(&meters, 0, LM_PLACE(LM_BOXES + 1, 0)).why, LM_METER_WHY_PLACE);
    assert_true(lm_meter_ok(lm_meters_light(&meters, 0, LM_PLACE(1, 0))));
    assert_true(lm_meter_ok(lm_meters_light(&meters, 0, LM_PLACE(LM_BOXES + 1, 0) - 1)));
    assert_int_equal(lm_meters_start(&meters, 0, 1, 100).why, LM_METER_WHY_CHIPS);
    assert_int_equal(lm_meters_start(&meters, 0, 2, 0).why, LM_METER_WHY_AMOUNT);
    assert_int_equal(lm_meters_start(&meters, 0, 2, LM_CENTS_MAX + 1).why, LM_METER_WHY_AMOUNT);
    assert_int_equal(lm_meters_end(&meters, 0).why, LM_METER_WHY_NOT_STARTED);
    assert_true(lm_meter_ok(lm_meters_start(&meters, 0, 2, 1)));
    assert_int_equal(lm_meters_start(&meters, 0, 2, 1).why, LM_METER_WHY_STARTED);
}

static void fixed_awards_at_their_limits(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meter_entry entry;
    int place = LM_PLACE(3, 0);
    lm_meters meters = open_game(&rules, WASHINGTON);
    assert_int_equal(lm_meters_fixed(&meters, 0, place, 100, &entry).why, LM_METER_WHY_NOT_STARTED);
    lm_meters_light(&meters, 0, place);
    lm_meters_light(&meters, 0, place + 1);
    lm_meters_start(&meters, 0, 2, 100);
    assert_int_equal(lm_meters_fixed(&meters, 0, place + 2, 100, &entry).why, LM_METER_WHY_DARK);
    assert_int_equal(lm_meters_fixed(&meters, 0, place, -1, &entry).why, LM_METER_WHY_AMOUNT);
    assert_int_equal(lm_meters_fixed(&meters, 0, place, LM_CENTS_MAX + 1, &entry).why, LM_METER_WHY_AMOUNT);
    assert_true(lm_meter_ok(lm_meters_fixed(&meters, 0, place, LM_CENTS_MAX, &entry)));
    assert_int_equal(entry.tray_cents, LM_CENTS_MAX);
    assert_int_equal(lm_meters_fixed(&meters, 0, place, 100, &entry).why, LM_METER_WHY_TWICE);
    assert_true(lm_meter_ok(lm_meters_fixed(&meters, 0, place + 1, 0, &entry)));
}

/* A share is 1 to 100 per cent of one of the game's meters. A meter that winners share equally is always paid whole
 * (MBJ-19(h).2). */
static void shares_of_a_meter(void **state)
{
    (void)state;
    lm_rules rules;
    int place = LM_PLACE(3, 0);
    lm_meters meters = open_game(&rules, SUPER4 "1 ");
    static const struct {
        lm_odds pays;
        bool is_share;
    } rows[] = {
        { { 1, 1, LM_PERCENT, 0 }, true },    { { 100, 1, LM_PERCENT, 0 }, true }, { { 0, 1, LM_PERCENT, 0 }, false },
        { { 101, 1, LM_PERCENT, 0 }, false }, { { 10, 2, LM_PERCENT, 0 }, false }, { { 10, 1, LM_DOLLARS, 0 }, false },
        { { 10, 1, LM_PERCENT, 99 }, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if ((lm_meters_index(&meters, 0, rows[i].pays) >= 0) != rows[i].is_share) fail_msg("row %zu", i);
    }
    meters = open_game(&rules, ACES);
    lm_meters_light(&meters, 0, place);
    lm_odds half = LM_PAYS_PERCENT(50), whole = LM_PAYS_PERCENT(100);
    assert_int_equal(lm_meters_call(&meters, 0, place, 100, whole).why, LM_METER_WHY_NOT_STARTED);
    lm_meters_start(&meters, 0, 1, 100);
    assert_int_equal(meters.meter[0].sharing, LM_EQUAL);
    assert_int_equal(lm_meters_call(&meters, 0, place, 50, half).why, LM_METER_WHY_NO_METER);
    assert_int_equal(lm_meters_call(&meters, 0, place, 50, whole).why, LM_METER_WHY_BUTTON);
    assert_int_equal(lm_meters_call(&meters, 0, place + 1, 100, whole).why, LM_METER_WHY_DARK);
    assert_int_equal(lm_meters_prize(&meters, 0, place), -1);
    assert_true(lm_meter_ok(lm_meters_call(&meters, 0, place, 100, whole)));
    assert_int_equal(lm_meters_call(&meters, 0, place, 100, whole).why, LM_METER_WHY_TWICE);
    assert_int_equal(lm_meters_refund(&meters, 0, place).why, LM_METER_WHY_PENDING);
}

/* What the win page and the journal are told: WB7-13(e)(a).3, MBJ-19(i).1. */
static void the_entry_tells_what_happened(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meter_entry entry;
    int place = LM_PLACE(3, 1);
    lm_odds whole = LM_PAYS_PERCENT(100);
    lm_meters meters = open_game(&rules, ACES);
    lm_cents seed = meters.meter[0].terms.seed_cents;
    lm_meters_light(&meters, 0, place);
    lm_meters_start(&meters, 0, 1, 100);
    lm_cents before = meters.meter[0].shown_cents;
    lm_meters_call(&meters, 0, place, 100, whole);
    assert_int_equal(lm_meters_card(&meters, 0, place, LM_ROLE_EXECUTIVE, &entry).why, LM_METER_WHY_SUPERVISOR);
    lm_meters_confirm(&meters, 0, place, LM_ROLE_SUPERVISOR);
    assert_true(lm_meter_ok(lm_meters_card(&meters, 0, place, LM_ROLE_EXECUTIVE, &entry)));
    assert_int_equal(entry.kind, LM_ENTRY_AWARD);
    assert_int_equal(entry.place, place);
    assert_int_equal(entry.percent, 100);
    assert_int_equal(entry.role, LM_ROLE_EXECUTIVE);
    assert_int_equal(entry.before_cents, before);
    assert_int_equal(entry.amount_cents, before);
    assert_int_equal(entry.tray_cents, 0);
    assert_int_equal(entry.seeded_cents, seed);
    assert_int_equal(entry.after_cents, meters.meter[0].shown_cents);
    assert_true(entry.after_cents >= seed);
}

/* A prize of $0 is called once like any other. */
static void an_empty_meter_is_called_once(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meter_entry entry;
    int place = LM_PLACE(2, 0);
    lm_odds whole = LM_PAYS_PERCENT(100);
    lm_meters meters = open_game(&rules, ACES);
    meters.meter[0].terms.contribution = meters.meter[0].terms.reserve = 0;
    assert_true(lm_meter_ok(lm_meter_adjust(&meters.meter[0], LM_ACCOUNT_SHOWN, 0, LM_REASON_SETUP, &entry)));
    lm_round round = { .sides = 1, .side[0] = { (uint8_t)place, meters.game[0].slot, LM_BET_HELD, 1, 100, 0, 0 } };
    lm_meters_light(&meters, 0, place);
    lm_meters_start(&meters, 0, 1, 100);
    assert_ptr_equal(lm_meters_uncalled(&meters, &round), &round.side[0]);
    assert_true(lm_meter_ok(lm_meters_call(&meters, 0, place, 100, whole)));
    assert_int_equal(lm_meters_prize(&meters, 0, place), 0);
    assert_null(lm_meters_uncalled(&meters, &round));
}

/* What the books say must be what is there, to the part. */
static void an_unbalanced_meter_is_seen(void **state)
{
    (void)state;
    lm_meter meter;
    lm_meter_open(&meter, LM_METER_ACES, 500, (lm_meter_terms){ 500, 1000, 0, 0 });
    assert_true(lm_meter_balanced(&meter));
    meter.rest_parts++;
    assert_false(lm_meter_balanced(&meter));
    meter.rest_parts--;
    meter.paid_cents = INT64_MAX / 2;
    assert_false(lm_meter_balanced(&meter));
}

/* An account of a meter, and the most that it may hold before an act (docs/limits.md). */
static int64_t *account_of(lm_meter *m, int which, int64_t *most)
{
    int64_t *const cents[] = { &m->shown_cents,    &m->reserve_cents, &m->overflow_cents,
                               &m->adjusted_cents, &m->seeded_cents,  &m->paid_cents };
    int64_t *const parts[] = { &m->rest_parts, &m->reserve_rest_parts, &m->line[0].after_parts,
                               &m->line[LM_AWARD_LINE - 1].after_reserve_parts };
    *most = which < 6 ? LM_METER_MOST : which < 10 ? LM_METER_PARTS_MOST : LM_METER_MOST * LM_PARTS;
    return which < 6 ? cents[which] : which < 10 ? parts[which - 6] : &m->contributed_parts;
}
enum { ACCOUNTS = 11 };

enum { TO_START, TO_REFUND, TO_FIX, TO_CALL, TO_CARD, TO_WITHDRAW, TO_CHANGE, TO_ADJUST, ACTS_OF_METER };

static lm_meter_status do_act(lm_meters *t, int act)
{
    lm_meter_entry entry;
    lm_meter *m = &t->meter[0];
    int waits = LM_PLACE(1, 0), other = LM_PLACE(2, 0);
    switch (act) {
    case TO_START: return lm_meters_start(t, 0, 2, 100);
    case TO_REFUND: return lm_meters_refund(t, 0, other);
    case TO_FIX: return lm_meters_fixed(t, 0, other, 100, &entry);
    case TO_CALL: return lm_meters_call(t, 0, other, 10, (lm_odds)LM_PAYS_PERCENT(10));
    case TO_CARD: return lm_meters_card(t, 0, waits, LM_ROLE_EXECUTIVE, &entry);
    case TO_WITHDRAW: return lm_meters_withdraw(t, 0, waits);
    case TO_CHANGE: return lm_meter_change(m, (lm_meter_terms){ 0, 1000, 0, 0 });
    default: return lm_meter_adjust(m, LM_ACCOUNT_RESERVE, 0, LM_REASON_CORRECTION, &entry);
    }
}

/* Each act is refused while an account is beyond its bound, on either side of zero, and leaves the meter as it is. */
static void accounts_beyond_their_bound(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters begun = open_game(&rules, WASHINGTON), ready = begun;
    for (int box = 1; box <= 2; box++)
        lm_meters_light(&begun, 0, LM_PLACE(box, 0));
    ready = begun;
    lm_meters_start(&begun, 0, 2, 100);
    lm_meters waiting = begun;
    assert_true(lm_meter_ok(lm_meters_call(&waiting, 0, LM_PLACE(1, 0), 10, (lm_odds)LM_PAYS_PERCENT(10))));
    lm_meters_confirm(&waiting, 0, LM_PLACE(1, 0), LM_ROLE_SUPERVISOR);
    for (int act = 0; act < ACTS_OF_METER; act++) {
        lm_meters before = act == TO_START || act == TO_ADJUST ? ready : waiting, table = before;
        if (!lm_meter_ok(do_act(&table, act))) fail_msg("act %d", act);
        for (int which = 0; which < ACCOUNTS; which++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                int64_t most;
                table = before;
                bool of_line = which == 8 || which == 9;
                int64_t *account = account_of(&table.meter[0], which, &most);
                *account = sign * (most + 1);
                lm_meters kept = table;
                lm_meter_why why = do_act(&table, act).why;
                bool counts = !of_line || before.meter[0].awards > 0;
                if (counts && why != LM_METER_WHY_AMOUNT) fail_msg("act %d, account %d: why %d", act, which, why);
                if (counts) assert_memory_equal(&kept, &table, sizeof kept);
            }
        }
    }
}

static void a_full_meter_gives_no_must_hit_prize(void **state)
{
    (void)state;
    lm_meter_entry entry;
    lm_meters table = { .games = 1, .meters = 1 };
    table.game[0] = (lm_progressive){ .n = 1, .lit = 1u << LM_PLACE(1, 0), .round = 1, .stake_cents = 100 };
    lm_meter_open(&table.meter[0], LM_METER_MUST_HIT, 10, (lm_meter_terms){ 10, 1000, 0, 0 });
    assert_true(lm_meter_ok(lm_meter_arm(&table.meter[0], 11)));
    table.meter[0].shown_cents = 11;
    lm_meters full = table;
    full.meter[0].paid_cents = LM_METER_MOST + 1;
    lm_meters kept = full;
    assert_int_equal(lm_meters_hit(&full, 0, 0, 12, &entry).why, LM_METER_WHY_AMOUNT);
    assert_memory_equal(&kept, &full, sizeof kept);
    assert_true(lm_meter_ok(lm_meters_hit(&table, 0, 0, 12, &entry)));
    assert_int_equal(entry.amount_cents, 11);
    assert_int_equal(entry.place, LM_PLACE(1, 0));
}

/* At its bound an account takes part in every act. */
static void accounts_at_their_bound(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters ready = open_game(&rules, WASHINGTON);
    for (int box = 1; box <= 2; box++)
        lm_meters_light(&ready, 0, LM_PLACE(box, 0));
    for (int which = 0; which < ACCOUNTS; which++) {
        int64_t most;
        lm_meters table = ready;
        int64_t *account = account_of(&table.meter[0], which, &most);
        *account = most;
        assert_true(lm_meter_ok(do_act(&table, TO_START)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_at_their_limits),         cmocka_unit_test(accounts_are_adjusted),
        cmocka_unit_test(meters_that_may_be_one),        cmocka_unit_test(only_must_hit_meters_are_armed_and_once),
        cmocka_unit_test(stakes_at_their_limits),        cmocka_unit_test(accounts_beyond_their_bound),
        cmocka_unit_test(accounts_at_their_bound),       cmocka_unit_test(a_full_meter_gives_no_must_hit_prize),
        cmocka_unit_test(fixed_awards_at_their_limits),  cmocka_unit_test(shares_of_a_meter),
        cmocka_unit_test(the_entry_tells_what_happened), cmocka_unit_test(an_empty_meter_is_called_once),
        cmocka_unit_test(an_unbalanced_meter_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
