/* dealers_step.c - the next step of a live table as its messages name it: what is named is accepted, up to the prizes of
 * meters; and what a card-reading shoe announces against what the dealer enters. */
/* sanitized */
#include "kit/live_table.h"
#include "said.h"

/* The turn as a console gets it. */
static const json_t *turn_told(const desk *d)
{
    static json_t *told;
    lm_out out = { 0 };
    json_decref(told);
    view_turn(&d->state, d->rules, &out);
    told = json_loadb(out.at, out.size, 0, NULL);
    lm_out_free(&out);
    return told;
}

static void owes(const desk *d, const char *word, const char *seat)
{
    const json_t *turn = turn_told(d);
    const char *told = act_text(turn, "do");
    if (strcmp(told, word) != 0) fail_msg(/* say:test-step-named */ "the next step is %s, not %s", told, word);
    assert_string_equal(act_text(turn, "seat"), seat);
}

static json_t *about_prize(const char *word, bool seat)
{
    return seat ? json_pack("{s:s, s:s, s:s}", "do", word, "seat", "1", "wager", "blazing7")
                : json_pack("{s:s, s:s}", "do", word, "wager", "blazing7");
}

/* WB7-12 WB7-13(e): call, verification, card, END GAME, and only then the next betting. */
static void test_prize(void **state)
{
    (void)state;
    desk *d = live_table("wa-freebet", "");
    house_caller eve = SUE;
    strcpy(eve.person, "eve");
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    desk_must(d, &DAN, quoted("{'do':'bet','seat':'1','cents':1000}"));
    desk_must(d, &DAN, quoted("{'do':'bet','seat':'1','wager':'blazing7','cents':100}"));
    owes(d, "bet", "");
    desk_must(d, &DAN, quoted("{'do':'deal'}"));
    owes(d, "card", "1");
    cards(d, "7h 9s 7d --");
    owes(d, "hit", "1");
    desk_must(d, &DAN, quoted("{'do':'hit','seat':'1'}"));
    cards(d, "7h");
    owes(d, "turn", "dealer");
    cards(d, "=Tc");
    owes(d, "call", "1");
    desk_must(d, &DAN, about_prize("call", true));
    owes(d, "verify-award", "1");
    assert_string_equal(act_text(turn_told(d), "clause"), "WB7-13(e)(a).1");
    desk_must(d, &SUE, about_prize("verify-award", true));
    owes(d, "pay-award", "1");
    assert_string_equal(act_text(turn_told(d), "clause"), "WB7-13(e)(a).2");
    desk_must(d, &eve, about_prize("pay-award", true));
    owes(d, "end-game", "");
    desk_refuses(d, &DAN, 409, "WB7-12", quoted("{'do':'open'}"));
    desk_must(d, &DAN, about_prize("end-game", false));
    owes(d, "open", "");
    desk_must(d, &DAN, quoted("{'do':'open'}"));
    desk_close(d);
}

/* MBJ-20(f).2: the display says the amount, and the dealer enters it. */
static void test_shown_amount(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack", "offer=blackjack-bonus bonus_stakes=1 bonus_weights_1=10x80+25x18+100x2");
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    desk_must(d, &DAN, quoted("{'do':'bet','seat':'1','cents':1000}"));
    desk_must(d, &DAN, quoted("{'do':'bet','seat':'1','wager':'blackjack-bonus','cents':100}"));
    desk_must(d, &DAN, quoted("{'do':'deal'}"));
    cards(d, "As 9s Kd");
    while (strcmp(act_text(turn_told(d), "do"), "show-amount") != 0)
        cards(d, strcmp(act_text(turn_told(d), "do"), "down") == 0 ? "--" : "=Tc");
    owes(d, "show-amount", "1");
    desk_must(d, &DAN, quoted("{'do':'show-amount','seat':'1','wager':'blackjack-bonus','cents':1000}"));
    owes(d, "open", "");
    desk_close(d);
}

/* --- the shoe ------------------------------------------------------------------------------------------------- */

static house_caller shoe_reader(void)
{
    house_caller reader = DAN;
    strcpy(reader.person, "shoe-1");
    return reader;
}

static void reads(desk *d, const char *card)
{
    house_caller reader = shoe_reader();
    desk_must(d, &reader, json_pack("{s:s, s:s}", "do", "shoe-card", "card", card));
}

static desk *dealing(const char *settings)
{
    desk *d = live_table("ma-blackjack", settings);
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    desk_must(d, &DAN, quoted("{'do':'bet','seat':'1','cents':1000}"));
    desk_must(d, &DAN, quoted("{'do':'deal'}"));
    return d;
}

static const json_t *difference(const desk *d)
{
    size_t i;
    json_t *e;
    json_array_foreach(told_events(d->play), i, e)
    {
        if (strcmp(act_text(e, "event"), "shoe-differs") == 0) return e;
    }
    return NULL;
}

static bool differs(const desk *d, const char *read, const char *entered)
{
    const json_t *e = difference(d);
    return e && strcmp(act_text(e, "card"), read) == 0 && strcmp(act_text(e, "was"), entered) == 0;
}

static bool record_names_a_card(const desk *d)
{
    return json_object_get(json_array_get(told_acts(d->play), 0), "card") != NULL;
}

static void test_shoe_ahead(void **state)
{
    (void)state;
    desk *d = dealing("");
    house_caller reader = shoe_reader();
    reads(d, "8h");
    assert_true(was_told(d, "shoe-card") && record_names_a_card(d));
    desk_refuses(d, &reader, 409, NULL, quoted("{'do':'shoe-card','card':'6d'}"));
    assert_said(d->play->refusal.text, "say:card-not-entered");
    cards(d, "8h");
    assert_null(difference(d));
    reads(d, "6d");
    cards(d, "6h");
    if (!differs(d, "6d", "6h"))
        fail_msg(/* say:test-shoe-silent */ "the shoe read 6d, and %s was entered unnoticed", "6h");
    reads(d, "9c");
    cards(d, "9c");
    assert_null(difference(d));
    desk_close(d);
}

/* A card that is dealt face down is in no message and in no record. */
static void test_hole_card(void **state)
{
    (void)state;
    desk *d = dealing("");
    reads(d, "8h");
    cards(d, "8h");
    reads(d, "6d");
    cards(d, "6d");
    reads(d, "9c");
    cards(d, "9c");
    reads(d, "Ks");
    if (record_names_a_card(d)) fail_msg(/* say:test-hole-card-told */ "the record names the hole card: %s", "Ks");
    assert_null(json_object_get(json_array_get(told_events(d->play), 0), "card"));
    cards(d, "--");
    assert_null(difference(d));
    house_caller reader = shoe_reader();
    desk_refuses(d, &reader, 409, NULL, quoted("{'do':'shoe-card','card':'2c'}")); /* ann decides */
    assert_said(d->play->refusal.text, "say:no-card-due");
    desk_must(d, &DAN, quoted("{'do':'hit','seat':'1'}"));
    reads(d, "2c");
    cards(d, "2d");
    assert_true(differs(d, "2c", "2d"));
    desk_close(d);
}

/* Once the shoe reads, it may be late: the n-th card that it announces is the n-th that was entered. */
static void test_shoe_behind(void **state)
{
    (void)state;
    desk *d = dealing("");
    reads(d, "8h");
    cards(d, "8h 6d 9c --");
    reads(d, "6d");
    assert_null(difference(d));
    reads(d, "9d");
    assert_true(differs(d, "9d", "9c"));
    reads(d, "Ks");
    assert_null(difference(d));
    assert_false(record_names_a_card(d));
    desk_must(d, &DAN, quoted("{'do':'stand','seat':'1'}"));
    cards(d, "=Ks");
    /* A card that the shoe could not read is none to compare. */
    house_caller reader = shoe_reader();
    desk_must(d, &reader, quoted("{'do':'shoe-card'}"));
    cards(d, "5d");
    assert_null(difference(d));
    desk_close(d);
}

static void test_who_announces(void **state)
{
    (void)state;
    desk *d = dealing("");
    house_caller ann = player("ann");
    desk_refuses(d, &ann, 403, NULL, quoted("{'do':'shoe-card','card':'8h'}"));
    desk_refuses(d, &DAN, 400, NULL, quoted("{'do':'shoe-card','card':'8x'}"));
    reads(d, "8h");
    /* A correction is the floor's, and the shoe goes on where it was. */
    cards(d, "8d");
    desk_must(d, &SUE, quoted("{'do':'correct','number':1,'card':'8h','reason':'the shoe read 8h'}"));
    reads(d, "6d");
    cards(d, "6d");
    assert_null(difference(d));
    desk_close(d);
}

/* A correction plays the round again, and the card that the shoe has announced meanwhile still waits for the dealer. */
static void test_corrected_meanwhile(void **state)
{
    (void)state;
    desk *d = dealing("");
    reads(d, "8h");
    cards(d, "8d");
    reads(d, "6d");
    desk_must(d, &SUE, quoted("{'do':'correct','number':1,'card':'8h','reason':'the shoe read 8h'}"));
    cards(d, "6c");
    assert_true(differs(d, "6d", "6c"));
    desk_close(d);
}

static void read_from(desk *d, const char *side, const char *card, bool due)
{
    house_caller reader = shoe_reader();
    json_t *act = json_pack("{s:s, s:s, s:s}", "do", "shoe-card", "card", card, "side", side);
    if (due)
        desk_must(d, &reader, act);
    else
        desk_refuses(d, &reader, 409, NULL, act);
}

/* Two sides announce for themselves: the determinant card comes from either, the others from the side that it names. */
static void test_double_shoe(void **state)
{
    (void)state;
    desk *d = live_table("ma-blackjack-doubleshoe", "");
    seat_player(d, "ann", "1", 100000);
    open_betting(d);
    desk_must(d, &DAN, quoted("{'do':'bet','seat':'1','cents':1000}"));
    desk_must(d, &DAN, quoted("{'do':'deal'}"));
    owes(d, "determinant", "");
    read_from(d, "B", "9h", true);
    desk_must(d, &DAN, quoted("{'do':'determinant','card':'9d','side':'B'}"));
    assert_true(differs(d, "9h", "9d"));
    bool b = d->state.table.round.shoe_side;
    read_from(d, b ? "A" : "B", "8h", false);
    assert_said(d->play->refusal.text, "say:no-card-due");
    read_from(d, b ? "B" : "A", "8h", true);
    cards(d, "8h");
    assert_null(difference(d));
    desk_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prize),
        cmocka_unit_test(test_shown_amount),
        cmocka_unit_test(test_shoe_ahead),
        cmocka_unit_test(test_hole_card),
        cmocka_unit_test(test_shoe_behind),
        cmocka_unit_test(test_who_announces),
        cmocka_unit_test(test_corrected_meanwhile),
        cmocka_unit_test(test_double_shoe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
