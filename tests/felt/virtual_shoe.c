/* virtual_shoe.c - the life of a virtual shoe: when it is brought, who cuts it and how deep, what ends
 * it, and a table that closes. */
/* sanitized */
#include "kit/deal_play.h"
#include "said.h"

static json_t *cut(const char *seat, int count)
{
    return json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", seat, "count", count);
}

static json_t *sit(const char *player, const char *seat)
{
    return json_pack("{s:s, s:s, s:s}", "do", "sit", "player", player, "seat", seat);
}

static kit *with_people(const char *rules, const char *settings, const char *seats)
{
    static const char *const names[] = { "", "ann", "bob", "cyd", "dan", "eli", "fay", "gil" };
    kit *k = kit_open(rules, settings, 11);
    for (; *seats; seats++)
        kit_sit(k, names[*seats - '0'], (char[]){ *seats, '\0' });
    return k;
}

/* --- bringing ------------------------------------------------------------------------------------------- */

static void test_brought(void **state)
{
    kit *k = kit_open("wa-freebet", "", 1);
    (void)state;
    assert_int_equal(k->state.shoe_stage, SHOE_NONE); /* there is no player to cut it */
    kit_must(k, sit("ann", "3"));
    assert_int_equal(k->state.shoe_stage, SHOE_SEALED);
    assert_int_equal(k->state.table.stage, LM_TO_DELIVER); /* and no card leaves before the cut */
    const json_t *offer = kit_event(k, "offer-cut");
    assert_non_null(offer);
    assert_string_equal(json_string_value(json_object_get(offer, "seat")), "3");
    assert_int_equal(kit_cents(offer, "least"), 52); /* MFB-4(e).1: a deck on either side */
    assert_int_equal(kit_cents(offer, "most"), 312 - 52);
    kit_must(k, cut("3", 100));
    assert_int_equal(k->state.shoe_stage, SHOE_LOADED);
    assert_int_equal(k->state.shoe[0].cut, 100);
    assert_int_equal(k->state.table.round.phase, LM_BETTING);
    assert_int_equal(k->state.shoe[0].dealt, 1);        /* MFB-6(c).1: the first card is burned */
    assert_int_equal(k->state.shoe[0].cover, 312 - 78); /* MFB-4(e).3: a quarter stays behind the cover card */
    assert_true(k->state.shoe_seq > 0 && k->state.shoe_seq < k->state.seq);
    kit_refused(k, cut("3", 100), 409, NULL);
    kit_close(k);
}

/* --- the cut -------------------------------------------------------------------------------------------- */

static void test_depth(void **state)
{
    static const struct {
        const char *clause, *rules, *settings;
        int least, most;
    } rows[] = {
        { "MFB-4(e).1", "wa-freebet", "", 52, 260 },
        { "MFB-4(e).1", "ma-freebet", "decks=8", 52, 364 },
        { "MFB-4(e).1", "wa-freebet", "cut_minimum=60", 60, 252 },
        { "MBJ-5(c)", "ma-blackjack", "", 52, 260 },
        { "MBJ-5(c)", "ma-blackjack-6to5", "", 10, 94 },
        { "MBJ-5(c)", "ma-blackjack-doubleshoe", "", 52, 104 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        kit *k = with_people(rows[i].rules, rows[i].settings, "2");
        kit_refused(k, cut("2", rows[i].least - 1), 409, rows[i].clause);
        kit_refused(k, cut("2", rows[i].most + 1), 409, rows[i].clause);
        kit_refused(k, cut("2", -5), 409, rows[i].clause);
        kit_refused(k, cut("1", rows[i].least), 409, NULL);
        kit_refused(k, cut("2b", rows[i].least), 400, NULL);
        kit_refused(k, cut("none", rows[i].least), 400, NULL);
        kit_must(k, cut("2", i % 2 ? rows[i].least : rows[i].most));
        kit_close(k);
    }
}

/* MFB-4(c)(1) MBJ-5(e)(1): the first player to arrive is offered the cut. A refused cut is offered to the next player,
 * counterclockwise (MFB-4(d)) or clockwise (MBJ-5(f)), and at last the dealer cuts. */
static void test_rotation(void **state)
{
    static const struct {
        const char *clause, *rules, *seats;
        uint8_t asked[4];
    } rows[] = {
        { "MFB-4(d)", "wa-freebet", "3516", { 3, 1, 6, 5 } },
        { "MBJ-5(f)", "ma-blackjack", "3516", { 3, 5, 6, 1 } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        kit *k = with_people(rows[i].rules, "", rows[i].seats);
        for (int n = 0; n < 4; n++) {
            assert_int_equal(k->state.cutter, rows[i].asked[n]);
            kit_must(k, cut((char[]){ (char)('0' + rows[i].asked[n]), '\0' }, 0));
            if (n < 3) assert_int_equal(k->state.shoe_stage, SHOE_SEALED);
            assert_string_equal(json_string_value(json_object_get(kit_event(k, "refuse-cut"), "clause")),
                                rows[i].clause);
        }
        assert_int_equal(k->state.shoe_stage, SHOE_LOADED);
        assert_string_equal(json_string_value(json_object_get(kit_event(k, "cut-shoe"), "seat")), "dealer");
        assert_in_range(k->state.shoe[0].cut, 52, 260);
        kit_close(k);
    }
}

/* A player on several boxes is asked once; the table does not wait for a player who left; a player who
 * comes to an empty table may cut. */
static void test_who_is_there(void **state)
{
    kit *k = with_people("wa-freebet", "boxes_per_player=3", "36");
    (void)state;
    kit_sit(k, "cyd", "2");
    assert_int_equal(k->state.cutter, 3);
    kit_must(k, cut("3", 0));
    assert_int_equal(k->state.cutter, 6);
    kit_close(k);

    k = with_people("wa-freebet", "", "36");
    kit_must(k, json_pack("{s:s, s:s}", "do", "leave", "player", "cyd"));
    assert_int_equal(k->state.cutter, 6);
    kit_must(k, json_pack("{s:s, s:s}", "do", "leave", "player", "fay"));
    assert_int_equal(k->state.cutter, 0);
    assert_int_equal(k->state.shoe_stage, SHOE_SEALED);
    kit_must(k, sit("gil", "3"));
    assert_int_equal(k->state.cutter, 3);
    kit_must(k, cut("3", 77));
    kit_close(k);
}

/* A cut in the record of the commitment does not count: the house could have chosen the order to fit it. */
static void test_not_at_once(void **state)
{
    kit *k = kit_open("wa-freebet", "", 5);
    json_t *first = sit("ann", "1"), *second = cut("1", 60);
    (void)state;
    kit_begin(k, k->play, &k->state, &k->secret, false, true);
    assert_true(play_recorded(k->play, first) && play_on(k->play));
    assert_int_equal(k->play->state.cutter, 1);
    assert_false(play_recorded(k->play, second));
    assert_int_equal(k->play->refusal.kind, LM_REFUSED_FAULT);
    json_decref(first);
    json_decref(second);
    kit_close(k);
}

/* When the time for the cut runs out the dealer cuts, as the disclosed defaults say; also where the house has chosen
 * that the dealer always cuts (C-19). */
static void test_dealer_cuts(void **state)
{
    kit *k = with_people("wa-freebet", "", "2");
    uint64_t mark;
    int ms;
    (void)state;
    assert_int_equal(clock_of(&k->state, k->rules, &mark, &ms), CLOCK_CUT);
    kit_begin(k, k->play, &k->state, &k->secret, false, true);
    assert_true(clock_expire(k->play) && play_on(k->play));
    kit_keep(k);
    assert_int_equal(k->state.shoe_stage, SHOE_LOADED);
    assert_int_equal(k->state.table.round.phase, LM_BETTING);
    kit_close(k);

    k = with_people("wa-freebet", "cut_by=dealer", "2"); /* MFB-4(b) */
    assert_int_equal(k->state.shoe_stage, SHOE_LOADED);
    kit_close(k);
}

/* --- the end -------------------------------------------------------------------------------------------- */

static void play_until_sealed(kit *k)
{
    uint32_t number = k->state.shoe_number;
    while (k->state.shoe_number == number)
        play_step_on(k);
}

/* MFB-4(c)(2) MBJ-5(e)(2): the player to whom the cover card came is offered the cut; the farthest right
 * where it came to the dealer. MFB-6(d).1 MBJ-6(l): and the round in which it came was the last of its
 * shoe. */
static void test_cover(void **state)
{
    static const char *const rules[] = { "wa-freebet", "ma-blackjack" };
    int to_player = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        kit *k = with_people(rules[seed % 2], "", "1246");
        k->random.state = 0x9E3779B97F4A7C15ULL * (seed + 1);
        kit_cut(k);
        uint8_t box = 0;
        bool seen = false;
        uint32_t round = 0;
        k->journal = json_array();
        play_until_sealed(k);
        for (size_t i = 0; i < json_array_size(k->journal); i++) {
            size_t j;
            json_t *act;
            json_array_foreach(json_array_get(k->journal, i), j, act)
            {
                const char *word = json_string_value(json_object_get(act, "do"));
                round += strcmp(word, "open") == 0 && seen;
                if (strcmp(word, "cover-seen") != 0) continue;
                const char *seat = json_string_value(json_object_get(act, "seat"));
                box = strcmp(seat, "dealer") == 0 ? 0 : (uint8_t)atoi(seat);
                seen = true;
            }
        }
        assert_true(seen);
        assert_int_equal(round, 0);
        assert_int_equal(k->state.cutter, box ? box : 6);
        assert_int_equal(k->state.opened_number, 1);
        assert_int_equal(k->state.shoe_stage, SHOE_SEALED);
        to_player += box != 0;
        kit_close(k);
    }
    assert_in_range(to_player, 1, 39);
}

/* MFB-4(e).3 MBJ-5(d).3 MBJ-5(i).2: a quarter of each stack stays behind the cover card, a third of a
 * hand-dealt one, or what the house has posted if that is more. */
static void test_cover_depth(void **state)
{
    static const struct {
        const char *clause, *rules, *settings;
        uint16_t cover;
    } rows[] = {
        { "MFB-4(e).3", "wa-freebet", "", 312 - 78 },
        { "MFB-4(e).3", "wa-freebet", "cover_depth=40", 312 - 125 },
        { "MBJ-5(d).3", "ma-blackjack-doubleshoe", "", 156 - 39 },
        { "MBJ-5(i).2", "ma-blackjack-6to5", "", 104 - 35 },
        { "MBJ-5(i).3", "ma-blackjack-6to5", "rounds_per_deck=one", UINT16_MAX },
        { "MBJ-21", "ma-blackjack", "shoe=continuous continuous_approved=on", UINT16_MAX },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        kit *k = with_people(rows[i].rules, rows[i].settings, "2");
        for (int side = 0; side < k->state.sides; side++)
            assert_int_equal(k->state.shoe[side].cover, rows[i].cover);
        kit_close(k);
    }
}

/* A table that closes opens its shoe, also one that was hardly used; a table that opens again has a new
 * one. */
static void test_closing(void **state)
{
    static const bool after_cut[] = { false, true };
    (void)state;
    for (int i = 0; i < 2; i++) {
        kit *k = with_people("wa-freebet", "", "4");
        if (after_cut[i]) kit_cut(k);
        kit_must(k, json_pack("{s:s, s:s}", "do", "leave", "player", "dan"));
        assert_null(kit_event(k, "open-shoe"));
        kit_must(k, json_pack("{s:s, s:I}", "do", "tray-close", "cents", (json_int_t)k->state.cents[ACCOUNT_TRAY]));
        assert_non_null(kit_event(k, "open-shoe"));
        assert_int_equal(k->state.shoe_stage, SHOE_NONE);
        assert_false(k->secret.shoe.known);
        kit_must(k, json_pack("{s:s, s:i}", "do", "tray-open", "cents", 100000000));
        kit_sit(k, "ann", "1");
        assert_int_equal(k->state.shoe_number, 2);
        kit_cut(k);
        kit_bet(k, "1", "main", 10);
        kit_say(k, "deal");
        kit_close(k);
    }
}

/* What replaces a shoe in mid-round must be the decks less the layout, hole card included: MFB-11(g),
 * MBJ-15(g).1. The record that opens both shoes is made again with one card of the layout exchanged, as if
 * another had been put into the new stack. */
static int rests_opened;

static void with_another_layout(kit *k, const house_state *before, const house_secret *secret, const json_t *act)
{
    static const uint8_t nothing[LM_CARDS];
    if (!before->spent.number || k->state.spent.number) return;
    if (memcmp(before->spent.on_layout, nothing, sizeof nothing) == 0)
        return; /* every card on the layout lies face down */
    house_state *start = malloc(sizeof *start);
    house_secret known = *secret;
    int out = 0, in = LM_CARDS - 1;
    *start = *before;
    while (!start->spent.on_layout[out])
        out++;
    while (start->spent.on_layout[in])
        in--;
    start->spent.on_layout[out]--;
    start->spent.on_layout[in]++;
    kit_begin(k, k->again, start, &known, false, true);
    assert_false(play_recorded(k->again, act) && play_on(k->again));
    assert_int_equal(k->again->refusal.kind, LM_REFUSED_FAULT);
    assert_said(k->again->refusal.text, "say:not-the-decks-cards");
    free(start);
    rests_opened++;
}

static void test_rest_of_the_decks(void **state)
{
    static const char *const rules[] = { "ma-blackjack-6to5", "ma-blackjack", "ma-blackjack-doubleshoe" };
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        kit *k = with_people(rules[i], "", "123456");
        k->coverless = true;
        k->twin = with_another_layout;
        rests_opened = 0;
        while (rests_opened < 2)
            play_step_on(k);
        kit_close(k);
    }
}

/* A table that is being drained gets no new shoe and no new round; its open round is played to the end. */
static void test_drained(void **state)
{
    kit *k = with_people("wa-freebet", "", "1");
    (void)state;
    kit_cut(k);
    kit_bet(k, "1", "main", 10);
    kit_must(k, json_pack("{s:s, s:s}", "do", "drain", "reason", "closing time"));
    kit_say(k, "deal");
    while (k->state.table.stage == LM_IN_ROUND)
        play_decide(k);
    assert_int_equal(k->state.round, 1);
    kit_must(k, json_pack("{s:s}", "do", "thaw"));
    assert_int_equal(k->state.round, 2);
    kit_close(k);
}

/* Frozen: nothing moves automatically, not even a card. */
static void test_frozen(void **state)
{
    kit *k = with_people("wa-freebet", "", "1");
    (void)state;
    kit_must(k, json_pack("{s:s, s:s}", "do", "freeze", "reason", "a dispute"));
    kit_must(k, cut("1", 60));
    assert_int_equal(k->state.shoe[0].dealt, 0);
    kit_must(k, json_pack("{s:s}", "do", "thaw"));
    assert_int_equal(k->state.shoe[0].dealt, 1);
    kit_close(k);
}

/* MFB-4(i) MBJ-21: a continuous shuffler has no cut and no cover card; each round has a shoe of its own,
 * committed to before its first bet. */
static void test_continuous(void **state)
{
    kit *k = with_people("ma-blackjack", "shoe=continuous continuous_approved=on", "1");
    (void)state;
    for (uint32_t round = 1; round <= 5; round++) {
        assert_int_equal(k->state.shoe_number, round);
        assert_int_equal(k->state.shoe_stage, SHOE_LOADED);
        assert_int_equal(k->state.table.round.phase, LM_BETTING);
        kit_bet(k, "1", "main", 10);
        kit_say(k, "deal");
        while (k->state.round == round)
            play_decide(k);
        assert_non_null(kit_event(k, "open-shoe"));
    }
    kit_close(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brought),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_rotation),
        cmocka_unit_test(test_who_is_there),
        cmocka_unit_test(test_not_at_once),
        cmocka_unit_test(test_dealer_cuts),
        cmocka_unit_test(test_cover),
        cmocka_unit_test(test_closing),
        cmocka_unit_test(test_drained),
        cmocka_unit_test(test_frozen),
        cmocka_unit_test(test_rest_of_the_decks),
        cmocka_unit_test(test_cover_depth),
        cmocka_unit_test(test_continuous),
    };
    kit_repeatable();
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
