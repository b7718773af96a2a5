/* views.c - what watchers see of a table: the snapshot, and whose decision the round waits for. */
/* sanitized */
#include "kit/live_table.h"
#include "said.h"

/* The further bettors in a turn, as text: in the order of the engine's list. */
static void along_is(desk *d, const char *wanted)
{
    json_t *turn = told_turn(&d->state, d->rules);
    const json_t *along = json_object_get(turn, "along");
    char *text = along ? json_dumps(along, JSON_COMPACT | JSON_SORT_KEYS) : NULL, found[600];
    snprintf(found, sizeof found, "%s", text ? text : "");
    for (char *c = found; *c; c++)
        *c = *c == '"' ? '\'' : *c;
    assert_string_equal(found, wanted);
    free(text);
    json_decref(turn);
}

/* MBJ-13(d), (e): a bettor behind sees the choices and the present instruction only while their chips are on the hand
 * on turn. */
static void test_view_of_further_bettors(void **state)
{
#define SEAT "'seat':'1b'}"
#define DOUBLES "{'do':'with-double','least':50,'most':2000,'seat':'1b','step':50}" /* the smallest chip; bob's wager */
#define RIDES                                                                                                          \
    "{'do':'with-split','ride':'left'," SEAT ",{'do':'with-split','ride':'right'," SEAT                                \
    ",{'do':'with-split','ride':'both'," SEAT
    (void)state;
    desk *d = live_table("ma-blackjack", "bettors_per_box=2");
    house_caller ann = player("ann"), bob = player("bob");
    seat_player(d, "ann", "1", 100000);
    seat_player(d, "bob", "1b", 100000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &bob, quoted("{\"do\":\"bet\",\"seat\":\"1b\",\"cents\":2000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    along_is(d, "");
    cards(d, "8h 6d 8c --");
    along_is(d, "[{'legal':[" DOUBLES "," RIDES "],'said':[{'cents':0,'do':'with-double'," SEAT
                ",{'do':'with-split','ride':'left'," SEAT "]," SEAT "]");
    desk_must(d, &bob, quoted("{\"do\":\"with-double\",\"seat\":\"1b\",\"cents\":1500}"));
    desk_must(d, &bob, quoted("{\"do\":\"with-split\",\"seat\":\"1b\",\"ride\":\"right\"}"));
    along_is(d, "[{'legal':[" DOUBLES "," RIDES "],'said':[{'cents':1500,'do':'with-double'," SEAT
                ",{'do':'with-split','ride':'right'," SEAT "]," SEAT "]");
    desk_must(d, &ann, quoted("{\"do\":\"split\",\"seat\":\"1\"}"));
    cards(d, "Th");
    along_is(d, ""); /* bob's chips ride on the right hand */
    desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "3h");
    along_is(d, "[{'legal':[" DOUBLES "],'said':[{'cents':0,'do':'with-double'," SEAT
                ",{'do':'with-split','ride':'left'," SEAT "]," SEAT "]");
    desk_close(d);
}

/* MBJ-3(d).1, MBJ-3(k): all watchers see a coupon where it lies, and which one is itself a stake. */
static void test_view_of_coupons(void **state)
{
    (void)state;
    desk *d = live_table("wa-freebet", "");
    house_caller ann = player("ann");
    lm_cents stake =
        lm_wager_stakes(d->rules, d->rules->offer[lm_rules_slot(d->rules, "blazing7") - LM_SIDE].wager).least;
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":500,\"in\":\"coupon\",\"coupon\":\"c-1\"}"));
    desk_must(d, &ann,
              json_pack("{s:s, s:s, s:s, s:I, s:s, s:s}", "do", "bet", "seat", "1", "wager", "blazing7", "cents",
                        (json_int_t)stake, "in", "coupon", "coupon", "c-2"));
    json_t *view = told_view(&d->state, d->rules, "t1");
    json_t *wanted = json_pack("[{s:s, s:s, s:i}, {s:s, s:s, s:I, s:b}]", "seat", "1", "wager", "main", "cents", 500,
                               "seat", "1", "wager", "blazing7", "cents", (json_int_t)stake, "stake", 1);
    assert_true(json_equal(json_object_get(view, "coupons"), wanted));
    json_decref(wanted);
    json_decref(view);
    desk_close(d);
}

static void test_view(void **state)
{
    (void)state;
    desk *d = live_table("wa-freebet", "");
    house_caller ann = player("ann");
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    desk_must(d, &ann, quoted("{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}"));
    desk_must(d, &DAN, quoted("{\"do\":\"deal\"}"));
    cards(d, "Th 6d 9c --");
    int hole = d->state.shoe[0].dealt - 1;
    json_t *view = told_view(&d->state, d->rules, "t1");
    json_t *cards_of_dealer = json_object_get(json_object_get(view, "dealer"), "cards");
    assert_int_equal(json_array_size(cards_of_dealer), 2);
    assert_string_equal(json_string_value(json_array_get(cards_of_dealer, 0)), "6d");
    assert_true(json_is_null(json_array_get(cards_of_dealer, 1)));
    char *text = json_dumps(view, 0);
    assert_null(strstr(text, "trigger"));
    free(text);
    json_decref(view);
    assert_int_equal(d->state.shoe[0].came[hole], LM_CARD_DOWN);
    assert_int_equal(d->state.downs.n, 1);
    desk_must(d, &ann, quoted("{\"do\":\"stand\",\"seat\":\"1\"}"));
    cards(d, "=Th");
    lm_card ten;
    assert_true(lm_card_read("Th", &ten));
    assert_int_equal(d->state.shoe[0].came[hole], ten);
    assert_int_equal(d->state.downs.n, 0);
    desk_close(d);
}

/* The layout of this table prints this game and this insurance, and `rule` as the last of its rules. */
static void prints(const char *profile, const char *settings, const char *game, const char *rule, const char *insurance)
{
    desk *d = live_table(profile, settings);
    json_t *view = told_view(&d->state, d->rules, "t1");
    const json_t *printed = json_object_get(json_object_get(view, "layout"), "printed");
    const json_t *rules = json_object_get(printed, "rules");
    assert_said(json_string_value(json_object_get(printed, "game")), game);
    assert_said(json_string_value(json_array_get(rules, json_array_size(rules) - 1)), rule);
    assert_said(json_string_value(json_object_get(printed, "insurance")), insurance);
    json_decref(view);
    desk_close(d);
}

/* MFB-6(n)(1), MBJ-6(k)(1), MBJ-9(a): what surprises a player is printed where all can read it. */
static void test_what_the_layout_prints(void **state)
{
    (void)state;
    prints("wa-freebet", "", "say:print-free-bet", "say:print-22", "say:print-insurance");
    prints("ma-blackjack-faceup", "", "Blackjack", "say:print-ties", "say:print-no-insurance");
    prints("ma-blackjack-multi", "", "say:print-multiple-action", "17", "say:print-insurance");
}

static void test_wagers_and_meters_bear_their_titles(void **state)
{
    (void)state;
    desk *d = live_table("wa-freebet", "");
    json_t *view = told_view(&d->state, d->rules, "t1");
    lm_out row = { 0 };
    const json_t *layout = json_object_get(view, "layout"), *wagers = json_object_get(layout, "wagers");
    lm_out_begin(&row, '{');
    view_lobby(&d->state, d->rules, "", &row);
    lm_out_end(&row, '}');
    json_t *lobby = out_read(&row);
    const json_t *named = json_object_get(lobby, "wagers");
    size_t last = (size_t)(lm_rules_slot(d->rules, "blazing7") - LM_SIDE);
    const lm_wager *wager = d->rules->offer[last].wager;
    assert_string_equal(json_string_value(json_object_get(json_array_get(wagers, last), "spot")), wager->spot);
    assert_string_equal(json_string_value(json_object_get(json_array_get(named, last), "title")), wager->title);
    assert_string_equal(json_string_value(json_object_get(json_object_get(layout, "meters"), "blazing7")),
                        lm_meter_title(LM_METER_BLAZING7));
    json_decref(lobby);
    json_decref(view);
    desk_close(d);
}

static json_t *pit_of(desk *d)
{
    lm_out row = { 0 };
    lm_out_begin(&row, '{');
    view_pit(&d->state, d->rules, &row);
    lm_out_end(&row, '}');
    return out_read(&row);
}

/* "": the caller said nothing. */
static void pit_says(desk *d, const char *why)
{
    json_t *pit = pit_of(d);
    const char *said = json_string_value(json_object_get(pit, "summoned_why"));
    assert_string_equal(said ? said : "", why);
    json_decref(pit);
}

static int64_t pit_number(desk *d, const char *key)
{
    json_t *pit = pit_of(d);
    int64_t value = json_is_integer(json_object_get(pit, key)) ? json_integer_value(json_object_get(pit, key)) : -1;
    json_decref(pit);
    return value;
}

/* A dealer who takes the table again has dealt since they first came; a second call does not begin the wait anew. At a
 * desk every record is a second later than the one before. */
static void test_since_when_the_pit_is_wanted(void **state)
{
    (void)state;
    desk *d = live_table("ma-freebet", "");
    int64_t dan_came = pit_number(d, "dealer_ms");
    assert_in_range(dan_came, 1, 1000 * d->state.seq);
    desk_must(d, &SUE, quoted("{'do':'dealer','person':'dan'}"));
    assert_int_equal(pit_number(d, "dealer_ms"), dan_came);
    desk_must(d, &SUE, quoted("{'do':'dealer','person':'eve'}"));
    assert_int_equal(pit_number(d, "dealer_ms"), 1000 * d->state.seq);
    assert_int_equal(pit_number(d, "summoned_ms"), -1);
    desk_must(d, &SUE, quoted("{'do':'summon'}"));
    int64_t called = 1000 * d->state.seq;
    pit_says(d, "");
    desk_must(d, &SUE, quoted("{'do':'summon','reason':'card 3 is a king'}"));
    desk_must(d, &SUE, quoted("{'do':'summon'}"));
    assert_int_equal(pit_number(d, "summoned_ms"), called);
    pit_says(d, "card 3 is a king");
    desk_must(d, &SUE, quoted("{'do':'attend'}"));
    desk_must(d, &SUE, quoted("{'do':'summon'}"));
    pit_says(d, "");
    assert_int_equal(pit_number(d, "occupied"), 0);
    assert_int_equal(pit_number(d, "boxes"), d->rules->boxes);
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_view_of_further_bettors),
        cmocka_unit_test(test_view_of_coupons),
        cmocka_unit_test(test_view),
        cmocka_unit_test(test_what_the_layout_prints),
        cmocka_unit_test(test_wagers_and_meters_bear_their_titles),
        cmocka_unit_test(test_since_when_the_pit_is_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
