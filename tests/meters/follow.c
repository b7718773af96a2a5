/* follow.c - what a round does to two progressives beside each other, and what the entries of a meter tell. */
/* sanitized */
#include <limits.h>

#include "kit/floor.h"

#define TWO_GAMES MBJ "@blazing7:1 @super4:2 @21+3:A "

enum { BLAZING7, SUPER4_GAME };

static lm_side_bet bet_at(const lm_meters *meters, int game, int place, lm_cents stake, uint8_t state)
{
    return (lm_side_bet){
        .box_bettor = (uint8_t)place, .slot = meters->game[game].slot, .state = state, .stake = (lm_cents32)stake
    };
}

static lm_meters open_two(lm_rules *rules)
{
    lm_meters meters;
    rules_make(rules, TWO_GAMES, "");
    assert_int_equal(lm_rules_check(rules, NULL), 0);
    lm_meters_open(&meters, rules, 1);
    assert_int_equal(meters.games, 2);
    return meters;
}

/* Three bets of two games and one that feeds no meter: lights follow the bets, each game takes its own. */
static lm_round dealt(lm_meters *meters, const lm_rules *rules)
{
    lm_round round = { .sides = 4 };
    round.side[0] = bet_at(meters, BLAZING7, LM_PLACE(1, 0), 100, LM_BET_LIVE);
    round.side[1] = bet_at(meters, SUPER4_GAME, LM_PLACE(1, 0), 500, LM_BET_LIVE);
    round.side[2] = bet_at(meters, BLAZING7, LM_PLACE(7, 1), 100, LM_BET_LIVE);
    round.side[3] = (lm_side_bet){ .box_bettor = LM_PLACE(2, 0), .stake = 100, .state = LM_BET_LIVE };
    round.side[3].slot = (uint8_t)lm_rules_slot(rules, "21+3");
    assert_true(lm_meter_ok(lm_meters_deal(meters, &round)));
    return round;
}

static void lights_follow_the_bets(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters = open_two(&rules);
    dealt(&meters, &rules);
    assert_int_equal(meters.game[BLAZING7].lit, 1u << LM_PLACE(1, 0) | 1u << LM_PLACE(7, 1));
    assert_int_equal(meters.game[SUPER4_GAME].lit, 1u << LM_PLACE(1, 0));
    assert_int_equal(meters.game[BLAZING7].stake_cents, 100);
    assert_int_equal(meters.game[SUPER4_GAME].stake_cents, 500);
}

/* C-116: a stake that came back undecided takes its entries with it, those of its own game, once. */
static void void_bets_leave_the_meters(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters = open_two(&rules), before = meters;
    lm_round round = dealt(&meters, &rules);
    assert_int_equal(lm_meters_refund_void(&meters, &round), 0);
    assert_int_equal(meters.game[BLAZING7].lit, 1u << LM_PLACE(1, 0) | 1u << LM_PLACE(7, 1));
    round.side[1].state = round.side[3].state = LM_BET_DECIDED;
    assert_int_equal(lm_meters_refund_void(&meters, &round), 1u << SUPER4_GAME);
    assert_int_equal(meters.game[SUPER4_GAME].lit, 0);
    assert_int_equal(lm_meters_refund_void(&meters, &round), 0); /* not twice */
    round.side[2].state = LM_BET_DECIDED;
    assert_int_equal(lm_meters_refund_void(&meters, &round), 1u << BLAZING7);
    round.side[0].state = LM_BET_DECIDED;
    round.side[0].net = -100; /* lost, not void */
    assert_int_equal(lm_meters_refund_void(&meters, &round), 0);
    round.side[0].net = 0;
    assert_int_equal(lm_meters_refund_void(&meters, &round), 1u << BLAZING7);
    assert_memory_equal(meters.meter, before.meter, sizeof before.meter);
}

/* An award that waits on the one game's meter holds up nothing of the other game, though spot and count of games agree. */
static void two_games_do_not_mix(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters = open_two(&rules);
    lm_odds first_meter = LM_PAYS_PERCENT(100);
    int place = LM_PLACE(1, 0);
    dealt(&meters, &rules);
    assert_int_equal(meters.game[BLAZING7].round, meters.game[SUPER4_GAME].round);
    assert_true(lm_meter_ok(lm_meters_call(&meters, SUPER4_GAME, place, 100, first_meter)));
    assert_int_equal(lm_meters_state(&meters, SUPER4_GAME), LM_GAME_PENDING);
    assert_int_equal(lm_meters_state(&meters, BLAZING7), LM_GAME_LOCKED);
    assert_int_equal(lm_meters_prize(&meters, BLAZING7, place), -1);
    assert_int_equal(lm_meters_confirm(&meters, BLAZING7, place, LM_ROLE_SUPERVISOR).why, LM_METER_WHY_NO_AWARD);
    assert_true(lm_meter_ok(lm_meters_refund(&meters, BLAZING7, place)));
    assert_true(lm_meter_ok(lm_meters_end(&meters, BLAZING7)));
    assert_int_equal(lm_meters_end(&meters, SUPER4_GAME).why, LM_METER_WHY_PENDING);
}

/* An award that is withdrawn before the card has left no trace: meters are plain values, to be compared as bytes. */
static void a_withdrawn_award_leaves_nothing(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters = open_two(&rules);
    lm_odds whole = LM_PAYS_PERCENT(100);
    dealt(&meters, &rules);
    lm_meters before = meters;
    assert_true(lm_meter_ok(lm_meters_call(&meters, BLAZING7, LM_PLACE(1, 0), 100, whole)));
    assert_true(lm_meter_ok(lm_meters_call(&meters, BLAZING7, LM_PLACE(7, 1), 100, whole)));
    assert_true(lm_meter_ok(lm_meters_withdraw(&meters, BLAZING7, LM_PLACE(1, 0))));
    assert_true(lm_meter_ok(lm_meters_withdraw(&meters, BLAZING7, LM_PLACE(7, 1))));
    assert_memory_equal(&meters, &before, sizeof before);
}

/* Between START and END a game keeps its stake and rates; afterwards nothing of it but the count of games. */
static void an_ended_game_leaves_nothing(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters = open_two(&rules), before = meters;
    dealt(&meters, &rules);
    for (int game = 0; game < 2; game++) {
        assert_memory_not_equal(&meters.game[game], &before.game[game], sizeof before.game[game]);
        assert_true(lm_meter_ok(lm_meters_end(&meters, game)));
        before.game[game].round++;
        assert_memory_equal(&meters.game[game], &before.game[game], sizeof before.game[game]);
    }
}

/* WB7-13(b), C-42: the meter pays a fixed award, and the tray pays what the meter lacks. */
static void a_fixed_award_is_told(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters;
    lm_meter_entry entry;
    int place = LM_PLACE(3, 0);
    rules_make(&rules, WFB "@blazing7:1 blazing7.fixed_from=meter ", "");
    lm_meters_open(&meters, &rules, 4);
    lm_meters_light(&meters, 0, place);
    lm_meters_light(&meters, 0, LM_PLACE(4, 0));
    lm_meters_start(&meters, 0, 2, 100);
    lm_cents before = meters.meter[0].shown_cents;
    assert_true(lm_meter_ok(lm_meters_fixed(&meters, 0, LM_PLACE(4, 0), 200, &entry)));
    assert_int_equal(entry.before_cents, before);
    assert_int_equal(entry.amount_cents, 200);
    assert_int_equal(entry.tray_cents, 0);
    assert_int_equal(entry.after_cents, before - 200);
    before -= 200;
    assert_true(lm_meter_ok(lm_meters_fixed(&meters, 0, place, before + 300, &entry)));
    assert_int_equal(entry.kind, LM_ENTRY_FIXED);
    assert_int_equal(entry.place, place);
    assert_int_equal(entry.table, 4);
    assert_int_equal(entry.before_cents, before);
    assert_int_equal(entry.amount_cents, before + 300);
    assert_int_equal(entry.tray_cents, 300);
    assert_int_equal(entry.seeded_cents, 0);
    assert_int_equal(entry.after_cents, meters.meter[0].shown_cents);
    assert_int_equal(entry.after_cents, 0);
}

/* WB7-13(b): the meter pays fixed awards by itself; a share of it is called by hand (WB7-13(d)), and it pays no main wager. */
static void only_fixed_awards_are_asked_for(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters;
    rules_make(&rules, WFB "@blazing7:1 blazing7.fixed_from=meter ", "");
    lm_meters_open(&meters, &rules, 1);
    const lm_wager *wager = rules.offer[0].wager;
    const lm_odds *pays = wager->paytables[rules.offer[0].paytable].pays;
    int in_dollars = 0;
    for (uint8_t i = 1; i < LM_OUTCOMES && wager->outcomes[i]; i++) {
        lm_event award = { .kind = LM_EV_AWARD, .wager = LM_SIDE, .n = i };
        bool fixed = pays[i].form != LM_PERCENT;
        in_dollars += fixed;
        assert_int_equal(lm_meters_pays_fixed(&meters, &rules, &award), fixed ? 0 : -1);
        award.wager = LM_MAIN;
        assert_int_equal(lm_meters_pays_fixed(&meters, &rules, &award), -1);
    }
    assert_int_equal(in_dollars, 3); /* one, two and three sevens: WB7-13(b) */
}

/* A place that no table has is dark, even one that a word of 32 bits takes for a lit one (boxes 1 and 7 here). */
static void no_place_no_light(void **state)
{
    (void)state;
    static const int places[] = { INT_MIN,
                                  LM_PLACE(1, 0) - 32,
                                  LM_PLACE(7, 1) - 32,
                                  -1,
                                  0,
                                  LM_PLACE(1, 0) - 1,
                                  LM_PLACE(LM_BOXES + 1, 0),
                                  LM_PLACE(1, 0) + 32,
                                  LM_PLACE(7, 1) + 32,
                                  INT_MAX };
    lm_rules rules;
    lm_meters meters = open_two(&rules);
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        lm_meters lit = meters;
        assert_int_equal(lm_meters_light(&lit, BLAZING7, places[i]).why, LM_METER_WHY_PLACE);
        assert_int_equal(lm_meters_unlight(&lit, BLAZING7, places[i]).why, LM_METER_WHY_DARK);
        assert_memory_equal(&lit, &meters, sizeof lit);
        dealt(&lit, &rules);
        lm_meters before = lit;
        assert_int_equal(lm_meters_refund(&lit, BLAZING7, places[i]).why, LM_METER_WHY_DARK);
        assert_memory_equal(&lit, &before, sizeof lit);
    }
}

/* WB7-5.1, MBJ-19(b).3: no chip is taken once a game is in play, and a refusal by one game leaves the others unchanged. */
static void a_second_deal_is_refused(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters = open_two(&rules);
    lm_round round = dealt(&meters, &rules);
    assert_true(lm_meter_ok(lm_meters_end(&meters, SUPER4_GAME)));
    lm_meters before = meters;
    assert_int_equal(lm_meters_deal(&meters, &round).why, LM_METER_WHY_CLOSED);
    assert_memory_equal(&meters, &before, sizeof before);
}

/* MBJ-19(m).1: the winner gets the whole must-hit prize, and the house puts in the seed of the next. */
static void a_must_hit_prize_is_told(void **state)
{
    (void)state;
    lm_rules rules;
    lm_meters meters;
    lm_meter_entry entry;
    rules_make(&rules, SUPER4 "2 super4_musthit=2 ", "");
    lm_meters_open(&meters, &rules, 9);
    lm_meter *m = &meters.meter[meters.meters - 1];
    lm_cents seed = m->terms.seed_cents;
    assert_true(lm_meter_ok(lm_meter_arm(m, seed + 1)));
    lm_meters_light(&meters, 0, LM_PLACE(2, 0));
    lm_meters_light(&meters, 0, LM_PLACE(5, 1));
    lm_meters_start(&meters, 0, 2, 500);
    lm_cents shown = m->shown_cents;
    assert_ptr_equal(lm_meters_due(&meters, 0), m);
    assert_true(lm_meter_ok(lm_meters_hit(&meters, 0, 1, seed + 500, &entry)));
    assert_int_equal(entry.kind, LM_ENTRY_MUST_HIT);
    assert_int_equal(entry.meter, LM_METER_MUST_HIT);
    assert_int_equal(entry.place, LM_PLACE(5, 1));
    assert_int_equal(entry.table, 9);
    assert_int_equal(entry.percent, 100);
    assert_int_equal(entry.before_cents, shown);
    assert_int_equal(entry.amount_cents, shown);
    assert_int_equal(entry.tray_cents, 0);
    assert_int_equal(entry.seeded_cents, seed);
    assert_int_equal(entry.after_cents, seed);
    assert_int_equal(m->shown_cents, seed);
    assert_int_equal(m->trigger_cents, seed + 500);
}

/* What a limit keeps off the display comes back as soon as there is room: docs/meters.md. */
static void a_raised_limit_lets_the_overflow_in(void **state)
{
    (void)state;
    lm_meter meter;
    lm_meter_open(&meter, LM_METER_ACES, 1000, (lm_meter_terms){ 500, 1000, 0, 0 });
    meter.overflow_cents = 70;
    meter.contributed_parts = 70 * LM_PARTS;
    assert_true(lm_meter_balanced(&meter));
    assert_true(lm_meter_ok(lm_meter_change(&meter, (lm_meter_terms){ 500, 1040, 0, 0 })));
    assert_int_equal(meter.shown_cents, 1040);
    assert_int_equal(meter.overflow_cents, 30);
    assert_true(lm_meter_ok(lm_meter_change(&meter, (lm_meter_terms){ 500, 900, 0, 0 })));
    assert_int_equal(meter.shown_cents, 1040); /* a lower limit takes nothing off it */
    assert_true(lm_meter_ok(lm_meter_change(&meter, (lm_meter_terms){ 500, 2000, 0, 0 })));
    assert_int_equal(meter.shown_cents, 1070);
    assert_int_equal(meter.overflow_cents, 0);
}

/* MBJ-19(m).1: every pay table may have the must-hit prize beside its meters, or not. */
static void each_pay_table_may_have_a_must_hit_prize(void **state)
{
    (void)state;
    static const char *const tables[] = { "1", "2", "3", "N" };
    for (int i = 0; i < 8; i++) {
        char settings[64];
        lm_rules rules;
        lm_meters meters;
        snprintf(settings, sizeof settings, "@super4:%s %s", tables[i / 2], i % 2 ? "super4_musthit=1" : "");
        rules_make(&rules, MBJ "decks=8 ", settings);
        assert_int_equal(lm_rules_check(&rules, NULL), 0);
        lm_meters_open(&meters, &rules, 1);
        assert_int_equal(lm_meters_find(&meters, "super4.musthit") >= 0, i % 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lights_follow_the_bets),
        cmocka_unit_test(void_bets_leave_the_meters),
        cmocka_unit_test(an_ended_game_leaves_nothing),
        cmocka_unit_test(a_fixed_award_is_told),
        cmocka_unit_test(a_must_hit_prize_is_told),
        cmocka_unit_test(only_fixed_awards_are_asked_for),
        cmocka_unit_test(a_second_deal_is_refused),
        cmocka_unit_test(no_place_no_light),
        cmocka_unit_test(two_games_do_not_mix),
        cmocka_unit_test(a_withdrawn_award_leaves_nothing),
        cmocka_unit_test(a_raised_limit_lets_the_overflow_in),
        cmocka_unit_test(each_pay_table_may_have_a_must_hit_prize),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
