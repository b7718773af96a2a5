/* table_census.c - which cards are left: the last card of a shoe, a card that waits for its place, the count of the
 * rack, and a corrected census. */
/* sanitized */
#include "kit/round_help.h"
#include "kit/table_help.h"

/* A round of one player, up to the words given. */
static life *begun(const char *settings, const char *words)
{
    static life l;
    static table_case test;
    test = (table_case){ "census", NO_HOLE, settings, words };
    life_begin(&l, &test);
    if (setjmp(l.end) == 0)
        life_words(&l, words);
    else
        fail();
    return &l;
}

static lm_status try_card(const life *l, const char *text)
{
    lm_table copy = l->table;
    return lm_table_apply(&copy, &l->rules, (lm_action){ .verb = LM_CARD, .card = card_of(text) });
}

static bool shoe_is_owed_to(const life *l)
{
    return lm_table_turn(&l->table, &l->rules).who == LM_BY_SHOE;
}

/* MBJ-15(g): the shoe is empty once its last card is out, and not before. A card that lies out for a player need not
 * come from the shoe; one that lies out for the dealer does not go to a player. */
static void the_last_card(void **state)
{
    (void)state;
    static const struct {
        const char *words, *waiting;
        uint16_t out;
        bool left;
    } rows[] = {
        { "start:b1 card:c2c card:c3c card:c4c hit:b1", NULL, 51, true },
        { "start:b1 card:c2c card:c3c card:c4c hit:b1", NULL, 52, false },
        { "start:b1 card:c2c card:c3c card:c4c irregular:n4:c9c hit:b1", "9c", 51,
          true }, /* exposed: the card of box 1 */
        { "start:b1 card:c2c card:c3c card:c4c irregular:n4:c9c hit:b1", "9c", 52, true },
        { "start:b1 irregular:n0:y:c9c", NULL, 50, true }, /* misdealt: the dealer's */
        { "start:b1 irregular:n0:y:c9c", NULL, 51, false },
        { "start:b1 irregular:n0:y:c9c card:c2c", "9c", 51, true },
        { "start:b1 irregular:n0:y:c9c card:c2c", "9c", 52, true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        life *l = begun("decks=1", "load:y burn");
        life_words(l, rows[i].words);
        l->table.cards_out = rows[i].out;
        lm_status status = try_card(l, rows[i].waiting ? rows[i].waiting : "Ts");
        lm_turn turn = lm_table_turn(&l->table, &l->rules);
        if (!rows[i].left) assert_true(turn.verb == LM_IRREGULAR && turn.box == 0 && turn.hand == 0);
        if (shoe_is_owed_to(l) != rows[i].left || lm_ok(status) != rows[i].left)
            fail_msg("row %zu: %s", i, lm_why_text(status.why));
    }
}

/* An empty shoe has no card to burn either. */
static void no_burn_from_an_empty_shoe(void **state)
{
    (void)state;
    life *l = begun("decks=1", "load:y");
    lm_table copy = l->table;
    copy.cards_out = 52;
    assert_false(lm_ok(lm_table_apply(&copy, &l->rules, (lm_action){ .verb = LM_BURN })));
    copy.cards_out = 51;
    assert_true(lm_ok(lm_table_apply(&copy, &l->rules, (lm_action){ .verb = LM_BURN })));
}

/* The last copy waits for the dealer: no other hand can get it, although the round has not seen it. MBJ-6(l)(2)(i) */
static void a_waiting_card_is_a_copy_less(void **state)
{
    (void)state;
    life *l = begun("decks=2", "load:y burn start:b1 irregular:n0:y:cAd");
    assert_true(lm_ok(try_card(l, "Ad")));
    l->table.seen[card_of("Ad")] = 1;
    assert_int_equal(try_card(l, "Ad").why, LM_WHY_SHOE);
    assert_true(lm_ok(try_card(l, "Ac")));
    life_words(l, "card:c2c");
    assert_true(lm_ok(try_card(l, "Ad"))); /* the dealer may take it */
    l->table.seen[card_of("Ad")] = 2;
    assert_int_equal(try_card(l, "Ad").why, LM_WHY_SHOE);
}

/* What include/lammer/table.h says of a recount. */
static void the_census_is_put_right(void **state)
{
    (void)state;
    lm_card two = card_of("2c"), three = card_of("3c"), nine = card_of("9c");
    static struct {
        lm_table table;
        uint8_t none; /* no card */
    } behind;
    life *l = begun("decks=2", "load:y burn start:b1 card:c2c card:c2c");
    lm_table before = behind.table = l->table;
    lm_table *t = &behind.table;
    behind.none = 1;
    assert_int_equal(lm_table_recount(t, &l->rules, three, nine).why, LM_WHY_SHOE); /* not seen */
    assert_int_equal(lm_table_recount(t, &l->rules, LM_CARDS, nine).why, LM_WHY_SHOE);
    assert_int_equal(lm_table_recount(t, &l->rules, LM_CARD_DOWN, nine).why, LM_WHY_SHOE);
    behind.none = 0;
    assert_int_equal(lm_table_recount(t, &l->rules, two, LM_CARDS).why, LM_WHY_SHOE);
    assert_int_equal(lm_table_recount(t, &l->rules, two, two).why, LM_WHY_SHOE); /* every copy is out */
    assert_memory_equal(&before, t, sizeof before);
    assert_true(lm_ok(lm_table_recount(t, &l->rules, two, nine)));
    before.seen[two] = before.seen[nine] = 1;
    assert_memory_equal(&before, t, sizeof before);
    assert_true(lm_ok(lm_table_recount(t, &l->rules, two, nine)));
    before.seen[two] = 0;
    before.seen[nine] = 2;
    assert_memory_equal(&before, t, sizeof before);
    assert_int_equal(lm_table_recount(t, &l->rules, two, three).why, LM_WHY_SHOE);
    assert_true(lm_ok(lm_table_recount(t, &l->rules, nine, 0))); /* card 0, then the last card */
    assert_true(lm_ok(lm_table_recount(t, &l->rules, 0, LM_CARDS - 1)));
    assert_true(lm_ok(lm_table_recount(t, &l->rules, LM_CARDS - 1, nine)));
    assert_memory_equal(&before, t, sizeof before);
}

/* A copy that waits for its place is out as well. */
static void a_recount_leaves_the_waiting_card(void **state)
{
    (void)state;
    life *l = begun("decks=1", "load:y burn start:b1 irregular:n0:y:c9c card:c2c");
    lm_table waiting = l->table;
    lm_card two = card_of("2c"), nine = card_of("9c");
    assert_int_equal(lm_table_recount(&waiting, &l->rules, two, nine).why, LM_WHY_SHOE);
    assert_memory_equal(&waiting, &l->table, sizeof waiting);
    assert_true(lm_ok(lm_table_recount(&waiting, &l->rules, two, card_of("9d"))));
}

/* The reader has answered and the hole card lies face down: a recount may not contradict it. */
static void the_reader_is_believed(void **state)
{
    (void)state;
    static const struct {
        const char *peek, *was;
        bool tens; /* whether one copy of each ten is left; otherwise all are out */
    } rows[] = { { "peek:y", "3c", true }, { "peek", "Kc", false } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static table_case test;
        static life l;
        test = (table_case){ "census", MBJ, "decks=1", "load:y burn start:b1 card:cKc card:cAd card:c3c down close" };
        life_begin(&l, &test);
        if (setjmp(l.end)) fail();
        life_words(&l, test.life);
        life_words(&l, rows[i].peek);
        lm_card last = LM_CARDS, other = LM_CARDS, was = card_of(rows[i].was);
        for (lm_card card = 0; card < LM_CARDS; card++) {
            bool ten = lm_card_value(card) == 10;
            if (l.table.seen[card]) continue;
            if (ten == rows[i].tens && last < LM_CARDS) l.table.seen[card] = 1;
            if (ten == rows[i].tens && last == LM_CARDS) last = card;
            if (ten != rows[i].tens) other = card;
        }
        lm_table before = l.table;
        assert_int_equal(lm_table_recount(&l.table, &l.rules, was, last).why, LM_WHY_READER);
        assert_memory_equal(&before, &l.table, sizeof before);
        assert_true(lm_ok(lm_table_recount(&l.table, &l.rules, was, other)));
        l.table = before;
        l.table.round.dealer.reader = LM_READER_UNUSED; /* the reader was not asked */
        assert_true(lm_ok(lm_table_recount(&l.table, &l.rules, was, last)));
        l.table = before;
        l.table.round.dealer.card[1] = card_of("2d"); /* it lies face up, so the reader's answer no longer matters */
        assert_true(lm_ok(lm_table_recount(&l.table, &l.rules, was, last)));
        l.table = before;
        l.table.stage = LM_TO_OPEN; /* the round is over */
        assert_true(lm_ok(lm_table_recount(&l.table, &l.rules, was, last)));
    }
}

/* Any count up to twice the cards may be reported; a larger one must be a mistake. */
static void a_count_has_a_bound(void **state)
{
    (void)state;
    life *l = begun("house_reshuffle=on", "load:y burn play:b1 order-shuffle:floorperson");
    lm_action unload = { .verb = LM_UNLOAD, .count = 2 * 312 + 1 };
    assert_false(lm_ok(lm_table_apply(&l->table, &l->rules, unload)));
    unload.amount_cents = 2 * 312;
    assert_true(lm_ok(lm_table_apply(&l->table, &l->rules, unload)));
    assert_int_equal(l->table.stage, LM_STOPPED);
}

/* MBJ-3(d).1: a coupon lies beside a wager that has its player. Whatever player it names, no box is taken that the table
 * does not have. */
static void a_coupon_seats_no_player(void **state)
{
    (void)state;
    for (int player = 8; player < LM_NOBODY; player++) {
        life *l = begun("decks=6", "load:y burn");
        lm_action wager = { .verb = LM_BET, .box = 3, .amount_cents = 20 * LM_DOLLAR };
        lm_action coupon = wager;
        coupon.instrument = LM_COUPON;
        coupon.player = (uint8_t)player;
        assert_true(lm_ok(lm_table_apply(&l->table, &l->rules, (lm_action){ .verb = LM_OPEN })));
        assert_true(lm_ok(lm_table_apply(&l->table, &l->rules, wager)));
        assert_true(lm_ok(lm_table_apply(&l->table, &l->rules, coupon)));
        assert_int_equal(l->table.seated, 1 << 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coupon_seats_no_player),   cmocka_unit_test(the_last_card),
        cmocka_unit_test(no_burn_from_an_empty_shoe), cmocka_unit_test(a_waiting_card_is_a_copy_less),
        cmocka_unit_test(the_census_is_put_right),    cmocka_unit_test(a_recount_leaves_the_waiting_card),
        cmocka_unit_test(the_reader_is_believed),     cmocka_unit_test(a_count_has_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
