/* fair_shoe.c - the fair shoe by itself: the shuffle is a uniform permutation, any reader can recompute the commitment,
 * and the seal opens only in its own place. */
/* sanitized */
#include "kit/deal_kit.h"
#include "said.h"

/* --- the commitment ------------------------------------------------------------------------------------- */

/* Python: hashlib.blake2b(bytes(range(32)) + bytes(i % 52 for i in range(312)),
 * digest_size=32).hexdigest(); the second order is bytes(i % 52 for i in range(208)) + bytes(51 - i % 52
 * for i in range(156)). */
static const struct {
    int cards[HOUSE_SIDES];
    const char *commitment;
} vectors[] = {
    { { 312, 0 }, "a29351b7899a93ac06da07379390b4de1fad6c37ee8e211b4780df2df2b4883a" },
    { { 208, 156 }, "ac5bacb8f80e029bdeb4dbf269380b37d8232e1bbd8275b3c00f05669d24edf5" },
};

static void test_commitment(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof vectors / sizeof *vectors; v++) {
        house_deck deck = { .known = true };
        uint8_t commitment[LM_STORE_HASH];
        char hex[2 * LM_STORE_HASH + 1];
        for (int i = 0; i < LM_STORE_HASH; i++)
            deck.salt[i] = (uint8_t)i;
        for (int side = 0; side < HOUSE_SIDES; side++) {
            deck.cards[side] = (uint16_t)vectors[v].cards[side];
            for (int i = 0; i < deck.cards[side]; i++)
                deck.order[side][i] = (lm_card)(side ? 51 - i % 52 : i % 52);
        }
        fair_commitment(&deck, commitment);
        sodium_bin2hex(hex, sizeof hex, commitment, sizeof commitment);
        assert_string_equal(hex, vectors[v].commitment);
    }
}

/* --- the shuffle ---------------------------------------------------------------------------------------- */

static lm_rules rules_of(const char *name, const char *setting)
{
    lm_profile *profile = calloc(1, sizeof *profile);
    const char *settings[] = { setting };
    assert_true(lm_profile_load(profile, lm_wagers, name, settings, *setting ? 1 : 0, NULL));
    lm_rules rules = profile->rules;
    free(profile);
    return rules;
}

static void test_permutation(void **state)
{
    static const struct {
        const char *rules, *setting;
        int cards[HOUSE_SIDES];
    } tables[] = {
        { "wa-freebet", "", { 312, 0 } },
        { "ma-freebet", "decks=8", { 416, 0 } },
        { "ma-blackjack-6to5", "", { 104, 0 } },
        { "ma-blackjack-doubleshoe", "", { 156, 156 } },
        { "ma-blackjack-doubleshoe", "decks=7", { 208, 156 } },
    };
    (void)state;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        lm_rules rules = rules_of(tables[t].rules, tables[t].setting);
        house_deck deck, other;
        fair_shuffle(&deck, &rules);
        fair_shuffle(&other, &rules);
        for (int side = 0; side < HOUSE_SIDES; side++) {
            int count[LM_CARDS] = { 0 };
            assert_int_equal(deck.cards[side], tables[t].cards[side]);
            for (int i = 0; i < deck.cards[side]; i++)
                count[deck.order[side][i]]++;
            for (int card = 0; card < LM_CARDS; card++)
                assert_int_equal(count[card], tables[t].cards[side] / LM_CARDS);
        }
        assert_memory_not_equal(deck.salt, other.salt, sizeof deck.salt);
        assert_memory_not_equal(deck.order, other.order, sizeof deck.order);
    }
}

/* MFB-4(a).2 MBJ-5(a): all orders are equally likely. Of five cards each of the 120 orders must come up
 * about as often: chi-square with 119 degrees of freedom exceeds 200 only once in about 180,000 runs. */
static void test_uniform(void **state)
{
    enum { N = 5, ORDERS = 120, DRAWS = 120000 };
    static const lm_card five[N] = { 0, 1, 2, 3, 4 };
    static int seen[ORDERS];
    double chi_square = 0;
    (void)state;
    for (int draw = 0; draw < DRAWS; draw++) {
        house_deck deck;
        int index = 0;
        fair_shuffle_cards(&deck, 0, five, N);
        for (int i = 0; i < N; i++) { /* its number in lexical order */
            int smaller = 0;
            for (int j = i + 1; j < N; j++)
                smaller += deck.order[0][j] < deck.order[0][i];
            index = index * (N - i) + smaller;
        }
        seen[index]++;
    }
    for (int i = 0; i < ORDERS; i++)
        chi_square += (seen[i] - DRAWS / ORDERS) * (double)(seen[i] - DRAWS / ORDERS) / (DRAWS / ORDERS);
    assert_true(chi_square < 200);
}

/* The first card of a whole shoe: each of 52 values, over 5,200 shuffles; chi-square with 51 degrees of
 * freedom exceeds 115 only once in a million. */
static void test_first_card(void **state)
{
    enum { SHUFFLES = 5200 };
    lm_rules rules = rules_of("ma-blackjack-6to5", "");
    int first[LM_CARDS] = { 0 }, last[LM_CARDS] = { 0 };
    double chi_square[2] = { 0 };
    (void)state;
    for (int i = 0; i < SHUFFLES; i++) {
        house_deck deck;
        fair_shuffle(&deck, &rules);
        first[deck.order[0][0]]++;
        last[deck.order[0][deck.cards[0] - 1]]++;
    }
    for (int i = 0; i < LM_CARDS; i++) {
        chi_square[0] += (first[i] - 100) * (double)(first[i] - 100) / 100;
        chi_square[1] += (last[i] - 100) * (double)(last[i] - 100) / 100;
    }
    assert_true(chi_square[0] < 115 && chi_square[1] < 115);
}

/* The cut takes cards from the top to the bottom: MFB-4(e).2, MBJ-5(d).1. */
static void test_cut(void **state)
{
    house_deck deck = { .known = true, .cards = { 104 } };
    house_shoe shoe = { .cards = 104, .cut = 30 };
    (void)state;
    for (int i = 0; i < 104; i++)
        deck.order[0][i] = (lm_card)(i / 2);
    assert_int_equal(fair_card(&deck, &shoe, 0, 0), 15);
    assert_int_equal(fair_card(&deck, &shoe, 0, 73), 51);
    assert_int_equal(fair_card(&deck, &shoe, 0, 74), 0);
    assert_int_equal(fair_card(&deck, &shoe, 0, 103), 14);
}

/* --- the seal ------------------------------------------------------------------------------------------- */

static void test_seal(void **state)
{
    lm_rules rules = rules_of("ma-blackjack-doubleshoe", "");
    uint8_t key[32], other[32];
    house_secret secret = { 0 }, opened = { 0 };
    (void)state;
    randombytes_buf(key, sizeof key);
    randombytes_buf(other, sizeof other);
    fair_shuffle(&secret.shoe, &rules);
    fair_shuffle_cards(&secret.spent, 1, (lm_card[]){ 5, 6, 7 }, 3);
    char *sealed = fair_seal(&secret, key, "t1", 7);
    assert_false(fair_unseal(&opened, sealed, other, "t1", 7));
    assert_false(fair_unseal(&opened, sealed, key, "t2", 7));
    assert_false(fair_unseal(&opened, sealed, key, "t1", 8));
    assert_false(fair_unseal(&opened, sealed, key, "t1\n7", 7));
    assert_false(opened.shoe.known);
    assert_true(fair_unseal(&opened, sealed, key, "t1", 7));
    assert_memory_equal(&opened.shoe.order, &secret.shoe.order, sizeof opened.shoe.order);
    assert_memory_equal(&opened.shoe.salt, &secret.shoe.salt, sizeof opened.shoe.salt);
    assert_memory_equal(&opened.spent.order, &secret.spent.order, sizeof opened.spent.order);
    assert_int_equal(opened.shoe.cards[1], 156);
    assert_int_equal(opened.spent.cards[1], 3);

    /* a seal with one changed or missing letter does not open */
    char *text = strdup(sealed);
    for (size_t i = 0; i < strlen(text); i += 97) {
        char kept = text[i];
        text[i] = kept == 'A' ? 'B' : 'A';
        assert_false(fair_unseal(&opened, text, key, "t1", 7));
        text[i] = kept;
    }
    text[strlen(text) - 1] = '\0';
    assert_false(fair_unseal(&opened, text, key, "t1", 7));
    assert_false(fair_unseal(&opened, "", key, "t1", 7));
    assert_false(fair_unseal(&opened, NULL, key, "t1", 7));
    free(sealed);
    free(text);
}

/* The same order sealed twice looks different, and the length reveals nothing. */
static void test_seal_tells_nothing(void **state)
{
    lm_rules six = rules_of("wa-freebet", ""), two = rules_of("ma-blackjack-6to5", "");
    uint8_t key[32];
    house_secret large = { 0 }, small = { 0 };
    (void)state;
    randombytes_buf(key, sizeof key);
    fair_shuffle(&large.shoe, &six);
    fair_shuffle(&small.shoe, &two);
    char *a = fair_seal(&large, key, "t1", 1), *b = fair_seal(&large, key, "t1", 1),
         *c = fair_seal(&small, key, "t1", 1);
    assert_string_not_equal(a, b);
    assert_int_equal(strlen(a), strlen(c));
    free(a);
    free(b);
    free(c);
}

/* --- cheating ------------------------------------------------------------------------------------------- */

static bool try_act(kit *k, json_t *act)
{
    kit_begin(k, k->play, &k->state, &k->secret, false, true);
    bool ok = play_recorded(k->play, act);
    json_decref(act);
    return ok;
}

/* An open-shoe act for any deck that a cheat makes up. */
static json_t *opening(const house_deck *deck, uint32_t number)
{
    char salt[2 * LM_STORE_HASH + 1], order[2 * LM_SHOE_CARDS + 1];
    sodium_bin2hex(salt, sizeof salt, deck->salt, sizeof deck->salt);
    for (int i = 0; i < deck->cards[0]; i++)
        lm_card_write(deck->order[0][i], order + 2 * i);
    return json_pack("{s:s, s:i, s:s, s:[s]}", "do", "open-shoe", "number", (int)number, "salt", salt, "order", order);
}

/* Plays until the cover card is out but stops before the shoe is opened: the table is closed to further
 * rounds. */
static kit *finished_shoe(void)
{
    kit *k = kit_open("vendor-freebet", "", 77);
    kit_sit(k, "ann", "1");
    kit_cut(k);
    while (k->state.shoe[0].dealt < 40) {
        if (k->state.table.round.phase == LM_BETTING) {
            kit_bet(k, "1", "main", 10);
            kit_must(k, json_pack("{s:s}", "do", "deal"));
        } else if (kit_turn(k).who == LM_BY_PLAYERS) {
            kit_must(k, json_pack("{s:s}", "do", "close"));
        } else {
            kit_must(k, json_pack("{s:s, s:s}", "do", "stand", "seat", "1"));
        }
        if (k->state.table.round.phase == LM_BETTING && k->state.shoe[0].dealt > 30) break;
    }
    kit_must(k, json_pack("{s:s, s:s}", "do", "freeze", "reason", "a test looks at the shoe"));
    kit_must(k, json_pack("{s:s, s:s}", "do", "leave", "player", "ann"));
    kit_must(k, json_pack("{s:s, s:i}", "do", "tray-close", "cents", (int)k->state.cents[ACCOUNT_TRAY]));
    return k;
}

static void test_cheating(void **state)
{
    kit *k = finished_shoe();
    house_deck honest = k->secret.shoe, deck = honest;
    uint32_t number = k->state.shoe_number;
    (void)state;
    assert_true(k->state.shoe_stage == SHOE_LOADED && k->state.shoe[0].dealt > 30);

    deck.order[0][0] = (lm_card)((deck.order[0][0] + 4) % LM_CARDS); /* another card in its place */
    assert_false(try_act(k, opening(&deck, number)));
    assert_int_equal(k->play->refusal.kind, LM_REFUSED_FAULT);

    deck = honest; /* two undealt cards exchanged: only the commitment tells */
    int at = (k->state.shoe[0].cut + 300) % 312, to = at;
    while (deck.order[0][to] == deck.order[0][at])
        to = (to + 1) % 312;
    deck.order[0][at] = honest.order[0][to];
    deck.order[0][to] = honest.order[0][at];
    assert_false(try_act(k, opening(&deck, number)));
    assert_said(k->play->refusal.text, "say:not-the-commitment");

    deck = honest; /* another salt */
    deck.salt[31] ^= 1;
    assert_false(try_act(k, opening(&deck, number)));

    /* the commitment was to this order, but another card was dealt */
    house_state was = k->state;
    int seen = 0;
    while (k->state.shoe[0].came[seen] == LM_CARD_DOWN)
        seen++;
    k->state.shoe[0].came[seen] = (lm_card)((k->state.shoe[0].came[seen] + 4) % LM_CARDS);
    assert_false(try_act(k, opening(&honest, number)));
    assert_said(k->play->refusal.text, "say:not-its-place");
    k->state = was;

    /* the player's cut was not applied */
    k->state.shoe[0].cut++;
    assert_false(try_act(k, opening(&honest, number)));
    k->state = was;

    /* a stacked shoe: a six where an ace belongs, with an honest commitment to it */
    deck = honest;
    int ace = (k->state.shoe[0].cut + k->state.shoe[0].dealt) % 312;
    while (lm_rank(deck.order[0][ace]) != LM_ACE)
        ace = (ace + 1) % 312;
    deck.order[0][ace] = lm_card_make(5, LM_CLUBS);
    fair_commitment(&deck, k->state.commitment);
    assert_false(try_act(k, opening(&deck, number)));
    assert_said(k->play->refusal.text, "say:not-the-decks-cards");
    k->state = was;

    assert_false(try_act(k, opening(&honest, number + 1)));
    assert_true(try_act(k, opening(&honest, number)));
    kit_close(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commitment),         cmocka_unit_test(test_permutation), cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_first_card),         cmocka_unit_test(test_cut),         cmocka_unit_test(test_seal),
        cmocka_unit_test(test_seal_tells_nothing), cmocka_unit_test(test_cheating),
    };
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
