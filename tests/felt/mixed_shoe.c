/* mixed_shoe.c - players shuffle a sealed shoe together: the published function, the order of commit, seal, cut and
 * reveal, a value that is withheld, and a house that wants to choose the order all the same. */
/* sanitized */
#include "kit/deal_play.h"
#include "said.h"

/* --- the published function ------------------------------------------------------------------------------- */

/* By the Python of docs/fair-shoe.md: table t1, shoe 7, the orders and salt of fair_shoe.c; box 1 reveals
 * bytes(range(32)), the second bettor of box 3 bytes(range(32, 64)). The last column is BLAKE2b-256 of the mixed order. */
static const struct {
    int cards[HOUSE_SIDES];
    const char *seed, *order;
    lm_card first[HOUSE_SIDES];
} vectors[] = {
    { { 312, 0 },
      "c5cb2c23b0944988b5e49423f87f48ee0e473a045e3f7a70613ac5d93f2e05ed",
      "f9145af54d70663d2df3d4e98e2b0571aa3892b5e83601c3e0e83624f8bf1409",
      { 9, 0 } },
    { { 208, 156 },
      "6b087fc52efe6104af93548255eeeb173f1b615d060a5d3e067a6ce6ac9b24b7",
      "e1ec508bc7d8dcdc98b095268db44d991a318148e02587f9fd78edb343332b86",
      { 20, 37 } },
};

static house_deck made_deck(const int cards[HOUSE_SIDES])
{
    house_deck deck = { .known = true };
    for (int i = 0; i < LM_STORE_HASH; i++)
        deck.salt[i] = (uint8_t)i;
    for (int side = 0; side < HOUSE_SIDES; side++) {
        deck.cards[side] = (uint16_t)cards[side];
        for (int i = 0; i < deck.cards[side]; i++)
            deck.order[side][i] = (lm_card)(side ? 51 - i % 52 : i % 52);
    }
    return deck;
}

static void test_vectors(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof vectors / sizeof *vectors; v++) {
        house_deck deck = made_deck(vectors[v].cards), sealed = deck;
        house_mix mix = { .parts = 3 };
        uint8_t commitment[LM_STORE_HASH], order[HOUSE_SIDES * LM_SHOE_CARDS], digest[LM_STORE_HASH];
        char hex[2 * LM_STORE_HASH + 1];
        mix.part[0] = (house_part){ .place = LM_PLACE(1, 0), .revealed = 1 };
        mix.part[1] = (house_part){ .place = LM_PLACE(2, 0) }; /* withheld: not in the seed */
        mix.part[2] = (house_part){ .place = LM_PLACE(3, 1), .revealed = 1 };
        for (int i = 0; i < LM_STORE_HASH; i++) {
            mix.part[0].bytes[i] = (uint8_t)i;
            mix.part[2].bytes[i] = (uint8_t)(32 + i);
        }
        fair_commitment(&deck, commitment);
        fair_seed(&mix, "t1", 7, commitment);
        sodium_bin2hex(hex, sizeof hex, mix.seed, sizeof mix.seed);
        assert_string_equal(hex, vectors[v].seed);
        fair_mix(&deck, &mix);
        memcpy(order, deck.order[0], deck.cards[0]);
        memcpy(order + deck.cards[0], deck.order[1], deck.cards[1]);
        crypto_generichash(digest, sizeof digest, order, (size_t)deck.cards[0] + deck.cards[1], NULL, 0);
        sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
        assert_string_equal(hex, vectors[v].order);
        for (int side = 0; side < HOUSE_SIDES && deck.cards[side]; side++)
            assert_int_equal(deck.order[side][0], vectors[v].first[side]);
        fair_unmix(&deck, &mix);
        assert_memory_equal(&deck, &sealed, sizeof deck);
    }
}

/* --- players and their values ------------------------------------------------------------------------------ */

typedef struct {
    uint8_t bytes[LM_STORE_HASH];
    char value[2 * LM_STORE_HASH + 1], commitment[2 * LM_STORE_HASH + 1];
} secret_value;

/* The n-th value of a player. */
static secret_value value_of(const char *player, int n)
{
    secret_value v;
    uint8_t digest[LM_STORE_HASH];
    char text[40];
    snprintf(text, sizeof text, "%s %d", player, n);
    crypto_generichash(v.bytes, sizeof v.bytes, (const uint8_t *)text, strlen(text), NULL, 0);
    crypto_generichash(digest, sizeof digest, v.bytes, sizeof v.bytes, NULL, 0);
    sodium_bin2hex(v.value, sizeof v.value, v.bytes, sizeof v.bytes);
    sodium_bin2hex(v.commitment, sizeof v.commitment, digest, sizeof digest);
    return v;
}

static json_t *commit(const char *player, int n)
{
    return json_pack("{s:s, s:s, s:s}", "do", "commit", "player", player, "commitment", value_of(player, n).commitment);
}

/* Reveals the n-th value and commits to the next. */
static json_t *reveal(const char *player, int n)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "do", "reveal", "player", player, "value", value_of(player, n).value,
                     "commitment", value_of(player, n + 1).commitment);
}

static void sit_with(kit *k, const char *player, const char *seat)
{
    kit_must(k, json_pack("{s:s, s:s, s:s, s:s}", "do", "sit", "player", player, "seat", seat, "commitment",
                          value_of(player, 1).commitment));
    kit_must(k, json_pack("{s:s, s:s, s:i}", "do", "buy", "player", player, "cents", 5000000));
}

/* A table whose first shoe takes values of ann and bob: no shoe is brought until both have sat down. */
static kit *two_players(const char *rules, const char *settings)
{
    kit *k = kit_open(rules, settings, 5);
    kit_must(k, json_pack("{s:s, s:s}", "do", "drain", "reason", "players come first"));
    sit_with(k, "ann", "2");
    sit_with(k, "bob", "5");
    assert_int_equal(k->state.shoe_stage, SHOE_NONE);
    kit_must(k, json_pack("{s:s}", "do", "thaw"));
    assert_int_equal(k->state.mix.parts, 2);
    return k;
}

static void expire(kit *k)
{
    uint64_t mark;
    int ms;
    assert_int_equal(clock_of(&k->state, k->rules, &mark, &ms), CLOCK_REVEAL);
    assert_int_equal(ms, 3000);
    kit_begin(k, k->play, &k->state, &k->secret, false, true);
    if (!clock_expire(k->play) || !play_on(k->play)) fail_msg("%s", k->play->refusal.text);
    kit_keep(k);
}

/* --- the order of things ------------------------------------------------------------------------------------ */

static void test_order_of_records(void **state)
{
    kit *k = two_players("wa-freebet", "");
    secret_value ann = value_of("ann", 1);
    (void)state;
    const json_t *shoe = kit_event(k, "shoe"), *parts = json_object_get(shoe, "parts");
    assert_int_equal(json_array_size(parts), 2); /* the list is closed by the record of the shoe */
    assert_string_equal(json_string_value(json_object_get(json_array_get(parts, 0), "commitment")), ann.commitment);
    kit_refused(k, reveal("ann", 1), 409, NULL); /* it is not cut yet */
    assert_said(k->play->refusal.text, "say:no-value-due");
    kit_cut(k);
    assert_int_equal(k->state.shoe_stage, SHOE_MIXING);
    assert_int_equal(k->state.shoe[0].dealt, 0);
    kit_refused(k, reveal("ann", 2), 409, NULL);
    assert_said(k->play->refusal.text, "say:not-your-value");
    kit_must(k, reveal("ann", 1));
    kit_refused(k, reveal("ann", 1), 409, NULL); /* once */
    assert_int_equal(k->state.shoe_stage, SHOE_MIXING);
    house_deck sealed = k->secret.shoe;
    kit_must(k, reveal("bob", 1));
    assert_int_equal(k->state.shoe_stage, SHOE_LOADED);
    assert_int_equal(k->state.shoe[0].dealt, 1); /* the burn card, of the mixed stack */
    assert_memory_not_equal(sealed.order, k->secret.shoe.order, sizeof sealed.order);
    fair_mix(&sealed, &k->state.mix);
    assert_memory_equal(sealed.order, k->secret.shoe.order, sizeof sealed.order);
    assert_int_equal(json_array_size(json_object_get(kit_event(k, "mix-shoe"), "parts")), 2);
    kit_close(k);
}

static json_t *act_of_shoe(kit *k)
{
    size_t i;
    json_t *act;
    json_array_foreach(told_acts(k->play), i, act)
    {
        if (strcmp(json_string_value(json_object_get(act, "do")), "shoe") == 0) return json_deep_copy(act);
    }
    fail_msg("no shoe was sealed");
    return NULL;
}

/* Seal, cut and value in one record: the house could have fitted the seal to the value. */
static void test_value_in_record_of_cut(void **state)
{
    kit *k = two_players("wa-freebet", "");
    (void)state;
    json_t *shoe = act_of_shoe(k);
    house_state before = k->state;
    before.shoe_stage = SHOE_NONE;
    before.shoe_number--;
    kit_begin(k, k->play, &before, &k->secret, true, true);
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (!rack_is_taken(&before, i)) continue;
        json_t *again = commit(before.rack[i].player, 1);
        assert_true(play_recorded(k->play, again));
        json_decref(again);
    }
    json_t *cut = json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", "dealer", "count", 100),
           *early = reveal("ann", 1);
    assert_true(play_recorded(k->play, shoe));
    assert_true(play_recorded(k->play, cut));
    assert_int_equal(k->play->state.shoe_stage, SHOE_MIXING);
    assert_false(play_recorded(k->play, early));
    assert_int_equal(k->play->refusal.kind, LM_REFUSED_FAULT);
    assert_said(k->play->refusal.text, "say:revealed-too-early");
    json_decref(shoe);
    json_decref(cut);
    json_decref(early);
    kit_close(k);
}

static void test_commitments(void **state)
{
    kit *k = kit_open("ma-blackjack", "boxes_per_player=2", 3);
    (void)state;
    kit_refused(k, commit("ann", 1), 403, NULL);
    kit_refused(k, json_pack("{s:s, s:s, s:s, s:s}", "do", "sit", "player", "ann", "seat", "1", "commitment", "abc"),
                400, NULL);
    assert_said(k->play->refusal.text, "say:commitment-form");
    sit_with(k, "ann", "1"); /* alone: her browser takes part in the first shoe already */
    assert_int_equal(k->state.mix.parts, 1);
    kit_must(k, json_pack("{s:s, s:s, s:s, s:s}", "do", "sit", "player", "ann", "seat", "2", "commitment",
                          value_of("ann", 2).commitment)); /* a second box is the same player */
    kit_must(k, commit("ann", 3)); /* before the next shoe a player may commit to another value */
    kit_cut(k);
    kit_must(k, reveal("ann", 1));
    assert_int_equal(k->state.shoe_stage, SHOE_LOADED);
    kit_close(k);
    k = kit_found("wa-freebet", "", "live", "", 1);
    kit_must(k, json_pack("{s:s, s:s, s:s}", "do", "sit", "player", "ann", "seat", "1"));
    kit_refused(k, commit("ann", 1), 409, NULL);
    assert_said(k->play->refusal.text, "say:dealer-shuffles");
    kit_close(k);
}

/* --- a value that does not come ----------------------------------------------------------------------------- */

static void test_withheld(void **state)
{
    kit *k = two_players("wa-freebet", "");
    (void)state;
    kit_cut(k);
    kit_must(k, reveal("ann", 1));
    expire(k);
    const json_t *voided = kit_event(k, "void-shoe"), *opened = kit_event(k, "open-shoe"), *next = kit_event(k, "shoe");
    assert_int_equal(kit_cents(voided, "voided"), 1); /* published, and counted */
    assert_null(json_object_get(json_array_get(json_object_get(voided, "parts"), 1), "value"));
    assert_true(json_is_true(json_object_get(opened, "void")));
    assert_int_equal(kit_cents(opened, "number"), 1);
    assert_int_equal(kit_cents(next, "number"), 2);
    assert_int_equal(json_array_size(json_object_get(next, "parts")), 1); /* only those who have revealed draw again */
    kit_must(k, commit("bob", 2));
    kit_cut(k);
    kit_must(k, reveal("ann", 2));
    assert_int_equal(k->state.shoe_stage, SHOE_LOADED);
    assert_int_equal(k->state.rack[rack_of(&k->state, "bob")].left_out, 2);
    kit_close(k);
}

/* Each of several colluding players can have one more draw, no more: a voided draw is repeated only by those who have
 * revealed, and players who come meanwhile do not take part. */
static void test_draws_are_bounded(void **state)
{
    static const char *const names[] = { "ann", "bob", "cyd", "dan" };
    kit *k = kit_open("wa-freebet", "", 5);
    int draws = 1;
    (void)state;
    kit_must(k, json_pack("{s:s, s:s}", "do", "drain", "reason", "players come first"));
    for (int i = 0; i < 4; i++)
        sit_with(k, names[i], (char[]){ (char)('1' + i), '\0' });
    kit_must(k, json_pack("{s:s}", "do", "thaw"));
    for (int liar = 3; liar > 0; liar--, draws++) {
        assert_int_equal(k->state.mix.parts, liar + 1);
        kit_cut(k);
        for (int i = 0; i < liar; i++)
            kit_must(k, reveal(names[i], draws));
        kit_must(k, json_pack("{s:s, s:s}", "do", "leave", "player", names[liar])); /* to leave is to withhold */
        assert_non_null(kit_event(k, "void-shoe"));
        sit_with(k, names[liar], (char[]){ (char)('1' + liar), '\0' });
    }
    kit_cut(k);
    kit_must(k, reveal("ann", 4));
    assert_int_equal(k->state.shoe_stage, SHOE_LOADED);
    assert_int_equal(k->state.voided, 3);
    kit_close(k);
}

static void test_house_may_not_skip(void **state)
{
    kit *k = two_players("wa-freebet", "");
    (void)state;
    kit_refused(k, json_pack("{s:s, s:i}", "do", "mix-shoe", "number", 1), 409, NULL); /* before the cut */
    assert_said(k->play->refusal.text, "say:no-shoe-mixes");
    kit_cut(k);
    kit_must(k, reveal("ann", 1));
    kit_begin(k, k->play, &k->state, &k->secret, true, true);
    json_t *mix = json_pack("{s:s, s:i}", "do", "mix-shoe", "number", 1);
    assert_false(play_recorded(k->play, mix)); /* bob's value left out */
    assert_said(k->play->refusal.text, "say:value-left-out|1");
    json_decref(mix);
    k->state.mix.part[1].revealed = 1;
    kit_begin(k, k->play, &k->state, &k->secret, true, true);
    json_t *vain = json_pack("{s:s, s:i}", "do", "void-shoe", "number", 1);
    assert_false(play_recorded(k->play, vain)); /* all have revealed, and the house does not like the order */
    assert_said(k->play->refusal.text, "say:voided-without-cause|1");
    json_decref(vain);
    kit_close(k);
}

/* --- every kind of table, and shoes that run out ------------------------------------------------------------- */

static int revealed, exhausted;

/* Players reveal with the next commitment; now and then one does not. */
static void step(kit *k, const char *const *names, int n[2])
{
    if (k->state.shoe_stage != SHOE_MIXING) {
        play_step_on(k);
        return;
    }
    exhausted += k->state.spent.number > 0;
    uint32_t waits = mix_waits_for(&k->state);
    for (int i = 0; i < 2; i++) {
        if (!(waits >> rack_of(&k->state, names[i]) & 1)) continue;
        if (!test_random_below(&k->random, 12)) break;
        for (int older = n[i]; older > 0; older--) {
            if (kit_do(k, reveal(names[i], older))) {
                n[i] = older + 1;
                revealed++;
                return;
            }
        }
        fail_msg("%s cannot reveal", names[i]);
    }
    expire(k);
    for (int i = 0; i < 2; i++)
        kit_must(k, commit(names[i], ++n[i]));
}

static void test_play(void **state)
{
    static const struct {
        const char *rules, *settings;
        bool coverless;
    } tables[] = {
        { "wa-freebet", "", false },
        { "ma-freebet", "shoe=continuous continuous_approved=on", false },
        { "ma-blackjack-doubleshoe", "", false },
        { "ma-blackjack-6to5", "", true }, /* runs out in mid-round, with cards face down */
    };
    static const char *const names[] = { "ann", "bob" };
    uint32_t voided = 0;
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        kit *k = two_players(tables[i].rules, tables[i].settings);
        int n[2] = { 1, 1 };
        k->coverless = tables[i].coverless;
        for (int steps = 0; steps < 700; steps++)
            step(k, names, n);
        assert_true(k->state.opened_number > 3);
        voided += k->state.voided;
        kit_close(k);
    }
    assert_true(revealed > 50 && exhausted > 0 && voided > 0);
}

/* --- a house and a player of its own ------------------------------------------------------------------------- */

static json_t *opening(const house_deck *deck, uint32_t number)
{
    char salt[2 * LM_STORE_HASH + 1], order[2 * LM_SHOE_CARDS + 1];
    sodium_bin2hex(salt, sizeof salt, deck->salt, sizeof deck->salt);
    for (int i = 0; i < deck->cards[0]; i++)
        lm_card_write(deck->order[0][i], order + 2 * i);
    return json_pack("{s:s, s:i, s:s, s:[s]}", "do", "open-shoe", "number", (int)number, "salt", salt, "order", order);
}

static bool try_opening(kit *k, const house_deck *deck)
{
    json_t *act = opening(deck, k->state.shoe_number);
    kit_begin(k, k->play, &k->state, &k->secret, true, true);
    bool ok = play_recorded(k->play, act);
    json_decref(act);
    return ok;
}

/* The house has dealt the order that it likes; bob, its player, has done all it asked. Ann's value was in the shuffle. */
static void test_arranged_shoe(void **state)
{
    kit *k = two_players("vendor-freebet", "");
    (void)state;
    kit_cut(k);
    kit_must(k, reveal("bob", 1));
    house_deck sealed = k->secret.shoe;
    kit_must(k, reveal("ann", 1));
    k->state.is_open = 0; /* the table closes, so that the shoe may be opened */
    assert_true(try_opening(k, &sealed));

    /* dealt in the order that was sealed, as if no player had revealed a value */
    house_shoe *shoe = &k->state.shoe[0];
    shoe->dealt = 40;
    for (int i = 0; i < shoe->dealt; i++)
        shoe->came[i] = fair_card(&sealed, shoe, 0, i);
    assert_false(try_opening(k, &sealed));
    assert_said(k->play->refusal.text, "say:not-its-place");

    /* a dealer who knows the players' values computes the order they would turn into the cards dealt; that order does
     * not match the commitment made before the values were known */
    house_deck wanted = sealed;
    fair_unmix(&wanted, &k->state.mix);
    assert_false(try_opening(k, &wanted));
    assert_said(k->play->refusal.text, "say:not-the-commitment");

    /* dealt as the values say: it passes, and it is not what the house wanted */
    house_deck mixed = sealed;
    fair_mix(&mixed, &k->state.mix);
    for (int i = 0; i < shoe->dealt; i++)
        shoe->came[i] = fair_card(&mixed, shoe, 0, i);
    assert_true(try_opening(k, &sealed));
    kit_close(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_order_of_records),
        cmocka_unit_test(test_value_in_record_of_cut),
        cmocka_unit_test(test_commitments),
        cmocka_unit_test(test_withheld),
        cmocka_unit_test(test_draws_are_bounded),
        cmocka_unit_test(test_house_may_not_skip),
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_arranged_shoe),
    };
    kit_repeatable();
    kit_seed(7);
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
