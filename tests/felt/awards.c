/* awards.c - progressives at a running table: rights of people, movements of money, random prizes.
 * Expected amounts are worked out from the pay tables by hand: a $1 stake feeds Blazing 7's 24 cents, the
 * ace progressive 70. */
/* sanitized */
#include "kit/deal_play.h"

enum { CHIPS = 5000000 }; /* bought by all players together */

static json_t *award(const char *word, const char *seat, const char *wager, const char *person, const char *role)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "do", word, "seat", seat, "wager", wager, "person", person, "role",
                     role);
}

static json_t *adjust(const char *meter, int cents, const char *reason, const char *person, const char *second)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:s, s:s, s:s}", "do", "adjust", "meter", meter, "account", "shown", "cents",
                     cents, "reason", reason, "person", person, "second", second);
}

static lm_cents shown(const kit *k, const char *meter)
{
    return k->state.meters.meter[lm_meters_find(&k->state.meters, meter)].shown_cents;
}

static lm_cents chips(const kit *k, const char *player)
{
    return k->state.rack[rack_of(&k->state, player)].chips_cents;
}

/* A round of one or two players on stacked cards, bets of $10 and $1 on the wager; the first card is
 * burned. */
static kit *stacked(const char *rules, const char *settings, const char *meter, int cents, const char *cards,
                    const char *wager, int players)
{
    static const char *const names[] = { "ann", "bob" }, *const seats[] = { "1", "2" };
    kit *k = kit_open(rules, settings, 1);
    kit_must(k, adjust(meter, cents, "setup", "sue", "eve"));
    kit_stack(k, cards);
    for (int i = 0; i < players; i++)
        kit_sit(k, names[i], seats[i]);
    for (int i = 0; i < players; i++) {
        kit_bet(k, seats[i], "main", 10);
        kit_bet(k, seats[i], wager, 1);
    }
    kit_say(k, "deal");
    return k;
}

/* --- three acts, two people ----------------------------------------------------------------------------- */

/* Three sevens of one colour: 10 % of 5,000.24 is 500.02. */
static void test_virtual_award(void **state)
{
    kit *k = stacked("wa-freebet", "", "blazing7", 500000, "2c 7h 9d 7d 8h 7d", "blazing7", 1);
    int meter = ACCOUNT_METER + lm_meters_find(&k->state.meters, "blazing7"),
        rack = ACCOUNT_RACK + rack_of(&k->state, "ann");
    (void)state;
    kit_say(k, "double 1");

    /* WB7-13(d) WB7-13(e) MBJ-31(l)(c): the program presses the button, the award waits for people, and so
     * does the table */
    assert_non_null(kit_event(k, "call"));
    assert_int_equal(kit_cents(kit_event(k, "call"), "cents"), 50002);
    assert_int_equal(kit_turn(k).who, LM_BY_STAFF);
    assert_int_equal(k->state.table.stage, LM_IN_ROUND);
    kit_refused(k, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "seat", "1", "wager", "main", "cents", 1000), 409,
                NULL);
    kit_refused(k, award("call", "1", "blazing7", "dan", "dealer"), 409, "WB7-13(d)");
    /* MBJ-19(h).3 WB7-12: END GAME does not come while an award waits */
    kit_refused(k, json_pack("{s:s, s:s}", "do", "end-game", "wager", "blazing7"), 409, "WB7-12");

    /* WB7-13(e)(a).1: only a supervisor or a higher role confirms, and nothing is paid before */
    kit_refused(k, award("pay-award", "1", "blazing7", "eve", "executive"), 409, "WB7-13(e)(a).1");
    kit_refused(k, award("verify-award", "1", "blazing7", "sue", "dealer"), 409, "WB7-13(e)(a).1");
    kit_refused(k, award("verify-award", "1", "blazing7", "", "supervisor"), 400, NULL);
    kit_refused(k, award("verify-award", "2", "blazing7", "sue", "supervisor"), 409, "WB7-13(d)");
    kit_must(k, award("verify-award", "1", "blazing7", "sue", "supervisor"));
    kit_refused(k, award("verify-award", "1", "blazing7", "eve", "executive"), 409, "WB7-13(e)(a).1");
    assert_int_equal(shown(k, "blazing7"), 500024); /* WB7-13(e)(a).3: only the card changes it */

    /* WB7-13(e)(a).2: the program is not a person, so confirmation and card are two people's */
    kit_refused(k, award("pay-award", "1", "blazing7", "sue", "supervisor"), 403, "WB7-13(e)(a).2");
    kit_refused(k, award("pay-award", "1", "blazing7", "eve", "dealer"), 409, "WB7-13(e)(a).2");
    json_t *withdraw = award("withdraw-award", "1", "blazing7", "sue", "supervisor");
    json_object_set_new(withdraw, "reason", json_string("no"));
    kit_refused(k, withdraw, 409, NULL);
    kit_refused(k, adjust("blazing7", 1, "malfunction", "sue", "eve"), 409,
                "WB7-12"); /* frozen while it waits: C-116 */
    kit_must(k, award("pay-award", "1", "blazing7", "eve", "supervisor"));

    /* WB7-13(a) WB7-13(e)(a).3: out of the meter, through the tray, to the player */
    assert_int_equal(shown(k, "blazing7"), 450022);
    assert_int_equal(kit_moved(k, meter, ACCOUNT_TRAY), 50002);
    assert_int_equal(kit_moved_for(k, REASON_AWARD), 50002);
    assert_int_equal(kit_moved(k, ACCOUNT_TRAY, rack), 50002);
    assert_int_equal(k->state.cents[meter], 450022);
    assert_int_equal(chips(k, "ann"), CHIPS + 2000 + 49902); /* a doubled 21 beats 17; the award, less the $1 stake */

    /* WB7-13(e)(a).4: the win page */
    const json_t *page = kit_event(k, "win-page");
    assert_non_null(page);
    assert_int_equal(kit_cents(page, "cents"), 50002);
    assert_int_equal(kit_cents(page, "before_cents"), 500024);
    assert_int_equal(kit_cents(page, "after_cents"), 450022);
    assert_int_equal(kit_cents(page, "percent"), 10);
    assert_string_equal(json_string_value(json_object_get(page, "player")), "ann");
    assert_string_equal(json_string_value(json_object_get(page, "called")), "dealer");
    assert_string_equal(json_string_value(json_object_get(page, "confirmed")), "sue");
    assert_string_equal(json_string_value(json_object_get(page, "paid")), "eve");
    assert_string_equal(json_string_value(json_object_get(page, "card")), "supervisor");

    /* WB7-12 WB7-13(e)(b): END GAME, and the next round */
    assert_non_null(kit_event(k, "end-game"));
    assert_int_equal(lm_meters_state(&k->state.meters, 0), LM_GAME_READY);
    assert_int_equal(k->state.table.round.phase, LM_BETTING);
    assert_int_equal(k->state.awards, 0);
    kit_refused(k, award("pay-award", "1", "blazing7", "eve", "executive"), 409, NULL);

    /* WB7-13(e)(c): only an adjustment undoes what was paid */
    kit_must(k, adjust("blazing7", 500024, "award-undone", "sue", "eve"));
    assert_int_equal(kit_moved(k, ACCOUNT_SEEDS, meter), 50002);
    kit_close(k);
}

/* WB7-13(e)(a).2 MBJ-31(l)(d): a large award needs an Executive's card. */
static void test_levels(void **state)
{
    static const struct {
        const char *clause, *level, *role;
        bool pays;
    } rows[] = {
        { "WB7-13(e)(a).2", "executive_level=500", "supervisor", false },
        { "WB7-13(e)(a).2", "executive_level=500", "executive", true },
        { "WB7-13(e)(a).2", "executive_level=500.02", "supervisor", false },
        { "WB7-13(e)(a).2", "executive_level=500.03", "supervisor", true },
        { "WB7-13(e)(a).2", "executive_level=none", "supervisor", true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        kit *k = stacked("wa-freebet", rows[i].level, "blazing7", 500000, "2c 7h 9d 7d 8h 7d", "blazing7", 1);
        kit_say(k, "double 1");
        kit_must(k, award("verify-award", "1", "blazing7", "sue", "supervisor"));
        if (rows[i].pays)
            kit_must(k, award("pay-award", "1", "blazing7", "eve", rows[i].role));
        else
            kit_refused(k, award("pay-award", "1", "blazing7", "eve", rows[i].role), 409, rows[i].clause);
        kit_close(k);
    }
}

/* MBJ-31(d).3: three sevens of one suit win the whole meter, and the house's seed starts it again. */
static void test_reseed(void **state)
{
    kit *k = stacked("wa-freebet", "blazing7.reserve=1", "blazing7", 500000, "2c 7h 9d 7h 8h 7h", "blazing7", 1);
    int meter = ACCOUNT_METER + lm_meters_find(&k->state.meters, "blazing7");
    (void)state;
    kit_say(k, "double 1");
    kit_must(k, award("verify-award", "1", "blazing7", "sue", "supervisor"));
    kit_must(k, award("pay-award", "1", "blazing7", "eve", "executive"));
    assert_int_equal(kit_moved(k, meter, ACCOUNT_TRAY), 500024);
    assert_int_equal(kit_moved(k, ACCOUNT_SEEDS, meter), 200000);
    assert_int_equal(shown(k, "blazing7"), 200001); /* seed and reserve: WPS-RES.2 */
    kit_close(k);
}

/* WB7-13(c) C-43: from the dealer's right, each from what the meter then shows: 10 % of 5,000.48, then of
 * 4,500.44. */
static void test_order(void **state)
{
    kit *k = stacked("wa-freebet", "", "blazing7", 500000, "2c 7h 7d 9d 7d 7h 8h 7d 7h", "blazing7", 2);
    (void)state;
    kit_say(k, "double 1 | double 2");
    assert_int_equal(k->state.awards, 2);
    kit_must(k, award("verify-award", "1", "blazing7", "sue", "supervisor"));
    kit_refused(k, award("pay-award", "1", "blazing7", "eve", "executive"), 409, "WB7-13(c)");
    kit_must(k, award("verify-award", "2", "blazing7", "sue", "supervisor"));
    kit_must(k, award("pay-award", "2", "blazing7", "eve", "executive"));
    assert_int_equal(shown(k, "blazing7"), 450044);
    kit_must(k, award("pay-award", "1", "blazing7", "eve", "executive"));
    assert_int_equal(shown(k, "blazing7"), 405040);
    assert_int_equal(chips(k, "bob"), CHIPS + 2000 + 50004 - 100);
    assert_int_equal(chips(k, "ann"), CHIPS + 2000 + 45004 - 100);
    kit_close(k);
}

/* MBJ-19(h).2: two hands with four aces of one colour share 7,001.40 equally; MBJ-19(g)(1): both are verified before
 * either is paid. */
static void test_equal_shares(void **state)
{
    kit *k =
        stacked("ma-blackjack-nohole", "offer=aces", "aces", 700000, "2c Ah As 7d Ad Ac Ah Ad As Ac Tc", "aces", 2);
    int meter = ACCOUNT_METER + lm_meters_find(&k->state.meters, "aces");
    (void)state;
    kit_say(k, "hit 1 | hit 1 | stand 1 | hit 2 | hit 2 | stand 2");
    kit_must(k, award("verify-award", "2", "aces", "sue", "supervisor"));
    kit_refused(k, award("pay-award", "2", "aces", "eve", "executive"), 409, NULL);
    kit_must(k, award("verify-award", "1", "aces", "sue", "supervisor"));
    kit_must(k, award("pay-award", "2", "aces", "eve", "executive"));
    assert_int_equal(kit_moved(k, meter, ACCOUNT_TRAY), 350070);
    kit_must(k, award("pay-award", "1", "aces", "eve", "executive"));
    assert_int_equal(kit_moved(k, meter, ACCOUNT_TRAY), 350070);
    assert_int_equal(shown(k, "aces"), 500000);
    assert_int_equal(k->state.cents[meter], 500000);
    kit_close(k);
}

/* WB7-13(b) C-42: a fixed award lowers the meter when the meter pays it, not when the tray does. Two sevens: $25. */
static void test_fixed(void **state)
{
    static const struct {
        const char *setting;
        lm_cents meter;
    } rows[] = { { "blazing7.fixed_from=tray", 500024 }, { "blazing7.fixed_from=meter", 497524 } };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        kit *k = stacked("wa-freebet", rows[i].setting, "blazing7", 500000, "2c 7h 9d 7s 8h 2c", "blazing7", 1);
        kit_say(k, "stand 1");
        assert_int_equal(shown(k, "blazing7"), rows[i].meter);
        assert_int_equal(chips(k, "ann"), CHIPS - 1000 + 2400);
        kit_close(k);
    }
}

/* --- a live table: the dealer is a person --------------------------------------------------------------- */

static kit *live_award(void)
{
    kit *k = kit_found("wa-freebet", "", "live", "", 3);
    kit_must(k, json_pack("{s:s, s:s}", "do", "dealer", "person", "dan"));
    kit_must(k, adjust("blazing7", 500000, "setup", "sue", "eve"));
    kit_sit(k, "ann", "1");
    kit_say(k, "load | burn | open");
    kit_bet(k, "1", "main", 10);
    kit_bet(k, "1", "blazing7", 1);
    kit_say(k, "deal | card 7h | card 9d | card 7d | down");
    kit_refused(k, json_pack("{s:s, s:s}", "do", "end-game", "wager", "blazing7"), 409,
                "WB7-12"); /* not in mid-round */
    kit_say(k, "double 1 | card 7d | turn 8h");
    assert_int_equal(kit_turn(k).verb, LM_AWARD);
    return k;
}

static void test_live_award(void **state)
{
    kit *k = live_award();
    (void)state;
    assert_int_equal(k->state.awards, 0); /* it has not been called yet */
    kit_refused(k, award("verify-award", "1", "blazing7", "sue", "supervisor"), 409, "WB7-13(d)");
    kit_refused(k, award("call", "1", "blazing7", "", "dealer"), 400, NULL);
    json_t *wrong_button = award("call", "1", "blazing7", "dan", "dealer"); /* WB7-13(d): the matching button */
    json_object_set_new(wrong_button, "percent", json_integer(100));
    kit_refused(k, wrong_button, 409, "WB7-13(d)");
    kit_must(k, award("call", "1", "blazing7", "dan", "dealer"));

    /* verification fails: the call is withdrawn, with a reason, and made again */
    kit_refused(k, award("withdraw-award", "1", "blazing7", "sue", "supervisor"), 400, NULL);
    json_t *withdraw = award("withdraw-award", "1", "blazing7", "sue", "supervisor");
    json_object_set_new(withdraw, "reason", json_string("the light is out"));
    kit_must(k, withdraw);
    assert_int_equal(k->state.awards, 0);
    kit_must(k, award("call", "1", "blazing7", "dan", "dealer"));

    /* three acts, two people: the caller neither confirms nor pays, whatever other roles they have */
    kit_refused(k, award("verify-award", "1", "blazing7", "dan", "supervisor"), 403, "WB7-13(e)(a).1");
    kit_must(k, award("verify-award", "1", "blazing7", "sue", "supervisor"));
    kit_refused(k, award("pay-award", "1", "blazing7", "dan", "executive"), 403, "WB7-13(e)(a).2");
    kit_must(k, award("pay-award", "1", "blazing7", "sue", "supervisor"));
    assert_string_equal(json_string_value(json_object_get(kit_event(k, "win-page"), "called")), "dan");
    assert_int_equal(shown(k, "blazing7"), 450022);

    /* WB7-12: the dealer's END GAME comes before the next round */
    kit_refused(k, json_pack("{s:s}", "do", "open"), 409, "WB7-12");
    kit_must(k, json_pack("{s:s, s:s}", "do", "end-game", "wager", "blazing7"));
    kit_say(k, "open");
    kit_close(k);
}

/* --- several tables, one meter -------------------------------------------------------------------------- */

/* What the keeper of a shared meter does before an act at the other table. */
static void lay_meter(kit *k, const kit *from)
{
    house_state *states[] = { &k->state, &k->echo, &k->blind };
    for (int i = 0; i < 3; i++) {
        states[i]->meters.meter[0] = from->state.meters.meter[0];
        states[i]->cents[ACCOUNT_METER] = from->state.cents[ACCOUNT_METER];
    }
}

/* C-116: an award is frozen as it is called; what another table's stakes give meanwhile belongs to the
 * next. 10 % of 5,000.24 is 500.02 although 24 cents more have come; those are in the ledger at once and on
 * the display when the award has left. */
static void test_linked(void **state)
{
    const char *setting = "blazing7.link=same-game";
    kit *a = kit_found("wa-freebet", setting, "virtual", "floor", 1),
        *b = kit_found("wa-freebet", setting, "virtual", "floor", 2);
    (void)state;
    kit_must(a, adjust("blazing7", 500000, "setup", "sue", "eve"));
    kit_stack(a, "2c 7h 9d 7d 8h 7d");
    kit_sit(a, "ann", "1");
    kit_bet(a, "1", "main", 10);
    kit_bet(a, "1", "blazing7", 1);
    kit_say(a, "deal");
    assert_true(a->play->shares && a->play->meters_in == 1);
    kit_say(a, "double 1");
    assert_true(a->play->shares && a->play->meters_in == 1); /* the call */

    lay_meter(b, a);
    b->state.meters.table = b->echo.meters.table = b->blind.meters.table = 77; /* another table */
    kit_stack(b, "2c 9h 9d 9c 8h");
    kit_sit(b, "bob", "1");
    kit_bet(b, "1", "main", 10);
    kit_bet(b, "1", "blazing7", 1);
    kit_say(b, "deal");
    assert_int_equal(shown(b, "blazing7"), 500024);
    assert_int_equal(kit_moved(b, ACCOUNT_TRAY, ACCOUNT_METER), 24);
    assert_int_equal(b->state.cents[ACCOUNT_METER], 500048);
    kit_say(b, "stand 1");
    assert_int_equal(b->state.table.round.phase, LM_BETTING); /* the other table's award does not hold up this one */

    lay_meter(a, b);
    kit_must(a, award("verify-award", "1", "blazing7", "sue", "supervisor"));
    kit_must(a, award("pay-award", "1", "blazing7", "eve", "executive"));
    assert_true(a->play->shares && a->play->meters_in == 1);
    assert_int_equal(kit_moved(a, ACCOUNT_METER, ACCOUNT_TRAY), 50002);
    assert_int_equal(kit_moved(a, ACCOUNT_TRAY, ACCOUNT_METER), 0);
    assert_int_equal(shown(a, "blazing7"), 450046);
    assert_int_equal(a->state.cents[ACCOUNT_METER], 450046);
    kit_close(a);
    kit_close(b);
}

/* WB7-0.2: a meter is never shared with another game, and only where both tables have chosen to share it. */
static void test_link_refused(void **state)
{
    static const struct {
        const char *clause, *rules, *settings, *other, *other_settings;
        bool joins;
    } rows[] = {
        { "WB7-0.2", "wa-freebet", "blazing7.link=same-game", "wa-freebet", "blazing7.link=same-game", true },
        { "WB7-0.2", "wa-freebet", "blazing7.link=same-game", "wa-freebet", "", false },
        { "WB7-0.2", "wa-freebet", "", "wa-freebet", "", false },
        { "WB7-0.2", "wa-freebet", "blazing7.link=same-game", "ma-blackjack",
          "offer=blazing7:1 blazing7.link=same-game", false },
        { "WB7-0.2", "wa-freebet", "blazing7.link=same-game", "wa-freebet", "offer=blazing7:2 blazing7.link=same-game",
          false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        kit *first = kit_open(rows[i].other, rows[i].other_settings, 1),
            *k = kit_open(rows[i].rules, rows[i].settings, 2);
        house_state *fresh = calloc(1, sizeof *fresh);
        fresh->meters = first->state.meters;
        kit_begin(k, k->play, fresh, &k->secret, false, true);
        json_t *act = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "rules", rows[i].rules,
                                "settings", rows[i].settings, "dealing", "virtual", "money", "play", "link", "floor");
        bool joins = play_recorded(k->play, act);
        assert_int_equal(joins, rows[i].joins);
        if (!joins) assert_string_equal(k->play->refusal.clause, rows[i].clause);
        json_decref(act);
        free(fresh);
        kit_close(first);
        kit_close(k);
    }
}

/* --- adjustment by hand --------------------------------------------------------------------------------- */

static void test_adjust(void **state)
{
    kit *k = kit_open("wa-freebet", "", 4);
    int meter = ACCOUNT_METER + lm_meters_find(&k->state.meters, "blazing7");
    (void)state;
    assert_int_equal(shown(k, "blazing7"), 200000);
    kit_refused(k, adjust("blazing7", 300000, "setup", "sue", ""), 403, "WB7-13(e)(c)");
    kit_refused(k, adjust("blazing7", 300000, "setup", "sue", "sue"), 403, "WB7-13(e)(c)");
    kit_refused(k, adjust("blazing7", 300000, "setup", "", "eve"), 400, NULL);
    kit_refused(k, adjust("blazing7", 300000, "", "sue", "eve"), 409, "WB7-13(e)(c)");
    kit_refused(k, adjust("blazing7", 300000, "because", "sue", "eve"), 409, "WB7-13(e)(c)");
    kit_refused(k, adjust("blazing7", -1, "setup", "sue", "eve"), 409, NULL);
    kit_refused(k, adjust("aces", 300000, "setup", "sue", "eve"), 400, NULL);
    kit_must(k, adjust("blazing7", 300000, "transfer", "sue", "eve"));
    assert_int_equal(kit_moved(k, ACCOUNT_SEEDS, meter), 100000);
    const json_t *event = kit_event(k, "adjust");
    assert_int_equal(kit_cents(event, "before_cents"), 200000);
    assert_int_equal(kit_cents(event, "after_cents"), 300000);
    kit_must(k, adjust("blazing7", 150000, "correction", "sue", "eve"));
    assert_int_equal(kit_moved(k, meter, ACCOUNT_SEEDS), 150000);
    json_t *reserve = adjust("blazing7", 7000, "transfer", "sue", "eve");
    json_object_set_new(reserve, "account", json_string("reserve"));
    kit_must(k, reserve);
    assert_int_equal(k->state.cents[meter], 157000);
    kit_close(k);
}

/* --- must-hit ------------------------------------------------------------------------------------------- */

static bool has_text(const json_t *json, const char *text)
{
    char *dump = json_dumps(json, JSON_ENCODE_ANY);
    bool found = strstr(dump, text) != NULL;
    free(dump);
    return found;
}

/* MBJ-19(m).3: configuration 3 starts at $100 and is won by $200 at the latest; the trigger lies anywhere
 * between, unseen. */
static void test_trigger(void **state)
{
    enum { TABLES = 300 };
    double sum = 0;
    (void)state;
    for (int i = 0; i < TABLES; i++) {
        kit *k = kit_open("ma-blackjack", "offer=super4:1 super4_musthit=3", 5);
        const lm_meter *meter = &k->state.meters.meter[lm_meters_find(&k->state.meters, "super4.musthit")];
        char trigger[24];
        assert_in_range(meter->trigger_cents, 10001, 20000);
        sum += (double)meter->trigger_cents;
        snprintf(trigger, sizeof trigger, "%lld", (long long)meter->trigger_cents);
        assert_false(has_text(told_events(k->play), trigger));
        assert_null(kit_event(k, "arm"));
        json_t *view = told_view(&k->state, k->rules, KIT_ID);
        assert_false(has_text(json_object_get(view, "meters"), trigger) && meter->trigger_cents != meter->shown_cents);
        assert_false(has_text(view, "trigger"));
        json_decref(view);
        kit_close(k);
    }
    /* uniform on 10,001 to 20,000: the mean of 300 has a standard deviation of 167; five of those are allowed */
    assert_true(sum / TABLES > 15000 - 5 * 167 && sum / TABLES < 15001 + 5 * 167);
}

/* MBJ-19(m).1: at the maximum it must be hit: one of the round's bettors gets what the meter shows, and the
 * house starts it again. A stake of $5 adds 10 cents: two of them take 199.85 to 200.05, of which 200.00
 * are shown and 0.05 wait. */
static void test_must_hit(void **state)
{
    enum { ROUNDS = 200 };
    int first = 0;
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        kit *k = kit_open("ma-blackjack", "offer=super4:1 super4_musthit=3", 6);
        int meter = ACCOUNT_METER + lm_meters_find(&k->state.meters, "super4.musthit");
        kit_must(k, adjust("super4.musthit", 19985, "setup", "sue", "eve"));
        kit_stack(k, "2c Th 9h 7d 9d 9c Th");
        kit_sit(k, "ann", "1");
        kit_sit(k, "bob", "2");
        for (int box = 1; box <= 2; box++) {
            char seat[2] = { (char)('0' + box) };
            kit_bet(k, seat, "main", 10);
            kit_bet(k, seat, "super4", 5);
        }
        kit_say(k, "deal | stand 1 | stand 2"); /* 19 and 18 against 17; no ace, no blackjack: both lose the $5 stake */
        const json_t *event = kit_event(k, "must-hit");
        assert_non_null(event);
        assert_int_equal(kit_cents(event, "cents"), 20000);
        assert_int_equal(kit_moved(k, meter, ACCOUNT_TRAY), 20000);
        assert_int_equal(kit_moved(k, ACCOUNT_SEEDS, meter), 10000);
        assert_int_equal(shown(k, "super4.musthit"), 10005);
        assert_in_range(k->state.meters.meter[meter - ACCOUNT_METER].trigger_cents, 10006,
                        20000); /* the prize is not due again at once */
        bool to_ann = strcmp(json_string_value(json_object_get(event, "player")), "ann") == 0;
        assert_int_equal(chips(k, "ann"), CHIPS + 1000 - 500 + (to_ann ? 20000 : 0));
        assert_int_equal(chips(k, "bob"), CHIPS + 1000 - 500 + (to_ann ? 0 : 20000));
        assert_non_null(kit_event(k, "end-game"));
        first += to_ann;
        kit_close(k);
    }
    assert_in_range(first, 65, 135); /* half of 200, give or take five standard deviations of 7.1 */
}

/* What overflowed is on the display when the next cycle starts; its trigger lies above that, or the prize
 * would be due twice in one round. Two stakes of $1,000 add $40: 199.85 becomes 200.00 and 39.85 wait. */
static void test_must_hit_overflow(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        kit *k = kit_open("ma-blackjack", "offer=super4:1 super4_musthit=3 super4_stake=1000", 6);
        const lm_meter *meter = &k->state.meters.meter[lm_meters_find(&k->state.meters, "super4.musthit")];
        kit_must(k, adjust("super4.musthit", 19985, "setup", "sue", "eve"));
        kit_stack(k, "2c Th 9h 7d 9d 9c Th");
        for (int box = 1; box <= 2; box++) {
            char seat[2] = { (char)('0' + box) };
            kit_sit(k, box == 1 ? "ann" : "bob", seat);
        }
        for (int box = 1; box <= 2; box++) {
            char seat[2] = { (char)('0' + box) };
            kit_bet(k, seat, "main", 10);
            kit_bet(k, seat, "super4", 1000);
        }
        kit_say(k, "deal | stand 1 | stand 2");
        assert_int_equal(meter->shown_cents, 13985);
        assert_in_range(meter->trigger_cents, 13986, 20000);
        kit_close(k);
    }
}

/* --- prizes that need a witness ------------------------------------------------------------------------- */

static json_t *confirmed_by(const char *role)
{
    return json_pack("{s:s, s:s}", "do", "confirm", "role", role);
}

/* The program does not pay without staff. MBJ-19(g)(3): two aces win $25 once a supervisor has validated them.
 * MBJ-24(e).2: two queens of hearts against a ten win 125 to 1 once a floorperson is there, and no card is dealt before
 * that. */
static void test_witnesses(void **state)
{
    (void)state;
    kit *k = stacked("ma-blackjack-nohole", "offer=aces", "aces", 700000, "2c Ac 7d Ah Tc", "aces", 1);
    kit_say(k, "stand 1");
    assert_int_equal(kit_turn(k).who, LM_BY_STAFF);
    assert_int_equal(kit_turn(k).verb, LM_CONFIRM);
    assert_int_equal(chips(k, "ann"), CHIPS - 1100);
    kit_refused(k, confirmed_by("dealer"), 409, "MBJ-19(g)(3)");
    kit_refused(k, confirmed_by("floorperson"), 409, "MBJ-19(g)(3)");
    kit_refused(k, award("call", "1", "aces", "dan", "dealer"), 409,
                "MBJ-19(g)(1)"); /* this award is not paid from the meter */
    kit_must(k, confirmed_by("supervisor"));
    assert_int_equal(chips(k, "ann"), CHIPS - 1000 + 2400);
    assert_int_equal(shown(k, "aces"), 700070);
    assert_int_equal(k->state.table.round.phase, LM_BETTING);
    kit_close(k);

    k = kit_open("ma-blackjack", "offer=twenty-point:A", 1);
    kit_stack(k, "2c Qh Kc Qh 7s");
    kit_sit(k, "ann", "1");
    kit_bet(k, "1", "main", 10);
    kit_bet(k, "1", "twenty-point", 5);
    kit_say(k, "deal");
    assert_int_equal(kit_turn(k).verb, LM_CONFIRM);
    assert_int_equal(chips(k, "ann"), CHIPS - 1500);
    kit_refused(k, json_pack("{s:s, s:s}", "do", "stand", "seat", "1"), 409, "MBJ-24(e).2");
    kit_refused(k, confirmed_by("dealer"), 409, "MBJ-24(e).2");
    kit_must(k, confirmed_by("floorperson"));
    assert_int_equal(chips(k, "ann"), CHIPS - 1000 + 62500);
    kit_say(k, "stand 1");
    kit_close(k);
}

/* --- amounts on a display ------------------------------------------------------------------------------- */

/* MBJ-20(j) C-85: what is shown follows the weights that were filed: 10x80+25x18+100x2. */
static void test_display(void **state)
{
    enum { TABLES = 50, BLACKJACKS = 20 };
    int tens = 0, others = 0;
    char cards[3 * 4 * BLACKJACKS + 4] = "2c";
    (void)state;
    for (int i = 0; i < BLACKJACKS; i++)
        strcat(cards, i % 2 ? "Ah9dKh8c" : "Ac9dKc8c");
    cards[2 + 8 * BLACKJACKS] = '\0';
    for (int t = 0; t < TABLES; t++) {
        kit *k = kit_open("ma-blackjack", "offer=blackjack-bonus bonus_stakes=1 bonus_weights_1=10x80+25x18+100x2", 7);
        char order[3 * 4 * BLACKJACKS + 8] = "";
        strcpy(order, cards);
        order[2 + 8 * 6] = '\0'; /* as many as one shoe's cards allow: six of a card */
        kit_stack(k, order);
        kit_sit(k, "ann", "1");
        for (int i = 0; i < 6; i++) {
            lm_cents before = chips(k, "ann");
            kit_bet(k, "1", "main", 10);
            kit_bet(k, "1", "blackjack-bonus", 1);
            kit_say(k, "deal");
            while (kit_turn(k).verb == LM_CONFIRM)
                kit_must(k, json_pack("{s:s, s:s}", "do", "confirm", "role", "supervisor"));
            lm_cents won = chips(k, "ann") - before - 1500;
            if (won == 1000)
                tens++;
            else if (won == 2500 || won == 10000)
                others++;
            else
                fail_msg("the display showed %lld cents", (long long)won);
        }
        kit_close(k);
    }
    /* 80 % of 300 draws is 240, give or take five standard deviations of 6.9 */
    assert_int_equal(tens + others, 6 * TABLES);
    assert_in_range(tens, 205, 275);
}

/* A program cannot show weights that were not filed. */
static void test_fault(void **state)
{
    lm_rules *rules = NULL;
    char text[LM_HOUSE_TEXT];
    house_terms terms = { .rules = "ma-blackjack", .settings = "offer=blackjack-bonus" };
    (void)state;
    assert_true(rules_of_terms(&shipped_rules, &terms, &rules, text));
    assert_non_null(deal_fault(rules));
    strcpy(terms.settings, "offer=blackjack-bonus bonus_stakes=1 bonus_weights_1=10x80+25x18+100x2");
    assert_true(rules_of_terms(&shipped_rules, &terms, &rules, text));
    assert_null(deal_fault(rules));
    free(rules);
}

/* --- the approved system -------------------------------------------------------------------------------- */

static json_t *system_is(const char *component, const char *version)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "do", "system", "component", component, "version", version, "person",
                     "sue");
}

/* WB7-SYS.1 C-46: recorded with its version; numbers count, not letters. */
static void test_system(void **state)
{
    static const struct {
        const char *clause, *component, *version;
        bool approved;
    } rows[] = {
        { "WB7-SYS.1", "game-manager", "1.3.0", true },
        { "WB7-SYS.1", "game-manager", "1.10", true },
        { "WB7-SYS.1", "game-manager", "1.2.9", false },
        { "WB7-SYS.1", "game-manager", "1.3", true },
        { "WB7-SYS.1", "game-manager", "10.0", true },
        { "WB7-SYS.1", "game-manager", "", false },
        { "WB7-SYS.1", "table-controller", "2.0.0", true },
        { "WB7-SYS.1", "table-controller", "1.99.99", false },
        { "WB7-SYS.1", "table-controller", "2.0.0.1", true },
        { "WB7-SYS.1", "table-controller", "2,1", false },
        { "WB7-SYS.1", "display", "0.1", true },
        { "WB7-SYS.1", "game-manager", "v1.3.0", false },
    };
    kit *k = kit_open("wa-freebet", "", 8);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *act = system_is(rows[i].component, rows[i].version);
        if (rows[i].approved)
            kit_must(k, act);
        else
            kit_refused(k, act, 409, rows[i].clause);
    }
    kit_refused(k, system_is("abacus", "9"), 400, NULL);
    kit_close(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_virtual_award),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_reseed),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_equal_shares),
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_live_award),
        cmocka_unit_test(test_linked),
        cmocka_unit_test(test_link_refused),
        cmocka_unit_test(test_adjust),
        cmocka_unit_test(test_trigger),
        cmocka_unit_test(test_must_hit),
        cmocka_unit_test(test_must_hit_overflow),
        cmocka_unit_test(test_witnesses),
        cmocka_unit_test(test_display),
        cmocka_unit_test(test_fault),
        cmocka_unit_test(test_system),
    };
    kit_repeatable();
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
