/* virtual_deal.c - the virtual dealer at every kind of table: random people play, every record is
 * replayed, every shoe is opened and checked. */
/* sanitized */
/* soak */
#include "kit/deal_play.h"
#include "proof.h"

/* --- what every shoe must satisfy, counted from the records alone --------------------------------------- */

/* The cards in the order a bystander saw them; for a double shoe only which cards came. */
typedef struct {
    int number, shoes, cards, exhausted, cuts, declined, awards, hits, shown;
    int cut, next, sides;
    int determined[2];           /* rounds by the side that the determinant card came from */
    lm_card came[LM_SHOE_CARDS]; /* LM_CARD_DOWN: unseen */
    int count[LM_CARDS];
    char commitment[2 * LM_STORE_HASH + 1];
} witness;

static bool is_word(const json_t *act, const char *word)
{
    return strcmp(json_string_value(json_object_get(act, "do")), word) == 0;
}

static void see(witness *w, const json_t *act)
{
    lm_card card = LM_CARD_DOWN;
    bool up = is_word(act, "card") || is_word(act, "determinant");
    if (!up && !is_word(act, "down") && !is_word(act, "burn")) return;
    if (up) assert_true(lm_card_read(json_string_value(json_object_get(act, "card")), &card));
    if (up) w->count[card]++;
    if (!up) assert_null(json_object_get(act, "card"));
    w->came[w->next++] = card;
    w->cards++;
}

static void new_shoe(witness *w, const json_t *act)
{
    w->number = (int)json_integer_value(json_object_get(act, "number"));
    w->sides = (int)json_array_size(json_object_get(act, "cards"));
    strcpy(w->commitment, json_string_value(json_object_get(act, "commitment")));
    w->cut = w->next = 0;
    memset(w->count, 0, sizeof w->count);
}

/* Salt and order give the commitment; every card that was seen lay where the order and the cut put it. */
static void opened(witness *w, const json_t *act)
{
    lm_card order[LM_SHOE_CARDS];
    int n = 0, count[LM_CARDS] = { 0 };
    size_t i;
    json_t *side;
    uint8_t bytes[LM_STORE_HASH + LM_SHOE_CARDS], digest[LM_STORE_HASH];
    char hex[2 * LM_STORE_HASH + 1];
    const char *salt = json_string_value(json_object_get(act, "salt"));
    if (json_integer_value(json_object_get(act, "number")) != w->number) return; /* the one that ran out */
    json_array_foreach(json_object_get(act, "order"), i, side)
    {
        for (const char *at = json_string_value(side); *at; at += 2) {
            assert_true(lm_card_read((char[]){ at[0], at[1], '\0' }, &order[n]));
            count[order[n++]]++;
        }
    }
    sodium_hex2bin(bytes, LM_STORE_HASH, salt, strlen(salt), NULL, NULL, NULL);
    memcpy(bytes + LM_STORE_HASH, order, (size_t)n);
    crypto_generichash(digest, sizeof digest, bytes, LM_STORE_HASH + (unsigned)n, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
    assert_string_equal(hex, w->commitment);
    for (int c = 0; c < LM_CARDS; c++)
        assert_true(w->count[c] <= count[c]);
    for (int c = 0; c < w->next && w->sides == 1; c++) {
        if (w->came[c] != LM_CARD_DOWN) assert_int_equal(w->came[c], order[(c + w->cut) % n]);
    }
    w->shoes++;
}

/* MFB-4(b) MBJ-5(b): a player cuts, and never a stack that was not committed to in an earlier record. */
static void cut(witness *w, const json_t *act, bool with_its_shoe)
{
    bool by_player = strcmp(json_string_value(json_object_get(act, "seat")), "dealer") != 0;
    int count = (int)json_integer_value(json_object_get(act, "count"));
    assert_false(with_its_shoe && by_player && count);
    if (count) w->cut = count;
    w->cuts += count && by_player;
    w->declined += !count;
}

static void read_record(witness *w, const json_t *acts)
{
    size_t i;
    json_t *act;
    bool shoe = false;
    json_array_foreach(acts, i, act)
    {
        see(w, act);
        if (is_word(act, "determinant"))
            w->determined[strcmp(json_string_value(json_object_get(act, "side")), "B") == 0]++;
        if (is_word(act, "shoe")) new_shoe(w, act);
        shoe |= is_word(act, "shoe");
        if (is_word(act, "cut-shoe")) cut(w, act, shoe);
        if (is_word(act, "open-shoe")) opened(w, act);
        w->exhausted += is_word(act, "irregular");
        w->awards += is_word(act, "pay-award");
        w->shown += is_word(act, "award");
        w->hits += is_word(act, "hit") && !json_object_get(act, "seat");
    }
}

/* --- tables --------------------------------------------------------------------------------------------- */

static const struct {
    const char *rules, *settings;
    int rounds;
    bool coverless;
} tables[] = {
    { "ma-freebet", "", 200 },
    { "wa-freebet", "", 200 },
    { "ia-freebet", "", 100 },
    { "vendor-freebet", "", 100 },
    { "ma-blackjack", "", 200 },
    { "ma-blackjack-nohole", "", 100 },
    { "ma-blackjack-faceup", "", 100 },
    { "ma-blackjack-6to5", "", 200 },
    { "ma-blackjack-multi", "", 100 },
    { "ma-blackjack-doubleshoe", "", 200 },
    { "wa-freebet", "offer=blazing7:2,push22:2,pot-of-gold:02 blazing7.fixed_from=meter blazing7.contribution=70",
      300 },
    { "wa-freebet", "cut_by=dealer", 60 },
    { "ma-blackjack-6to5", "decks=1 boxes=7 split_hands=3", 200 },
    { "ma-blackjack-6to5", "decks=1 boxes=7 split_hands=3 burn_each_round=on", 100, true },
    { "ma-blackjack-6to5", "", 100, true },
    { "wa-freebet", "", 150, true },
    { "ma-blackjack", "", 150, true },
    { "ma-blackjack-doubleshoe", "", 200, true },
    { "ma-blackjack-multi", "", 100, true },
    { "ma-blackjack-nohole", "offer=aces", 200 },
    { "ma-blackjack-nohole", "offer=sevens,match-dealer bettors_per_box=3", 100 },
    { "ma-blackjack", "offer=super4:3,kings-bounty:1 super4_musthit=1", 300 },
    { "ma-blackjack", "offer=super4:1,blazing7:2 super4_musthit=3 executive_level=1000", 200 },
    { "ma-blackjack", "offer=blackjack-bonus bonus_weights_1=10x80+25x18+100x2 bonus_weights_5=50x60+100x30+250x10",
      200 },
    { "ma-blackjack", "offer=blazing7:1,streak,match-dealer", 200 },
    { "ma-blackjack", "double_card=down offer=trilux:1,buster:A", 150 },
    { "ma-blackjack", "shoe=continuous continuous_approved=on", 100 },
};

static void seat_people(kit *k)
{
    static const char *const names[] = { "ann", "bob", "cyd", "dan", "eli", "fay", "gil" };
    int boxes = (int)k->rules->boxes;
    for (int box = 1; box <= boxes; box++) {
        char seat[LM_SEAT_TEXT];
        if (test_random_below(&k->random, 4) == 0 && box != 2) continue;
        snprintf(seat, sizeof seat, "%d", box);
        kit_sit(k, names[box - 1], seat);
        for (int b = 1; b < k->rules->bettors_per_box && test_random_below(&k->random, 2); b++) {
            char name[LM_HOUSE_ID];
            snprintf(seat, sizeof seat, "%d%c", box, 'a' + b);
            snprintf(name, sizeof name, "guest-%d%c", box, 'a' + b);
            kit_sit(k, name, seat);
        }
    }
}

static void play_table(const char *rules, const char *settings, int rounds, bool coverless, uint64_t seed)
{
    kit_seed(seed);
    kit *k = kit_open(rules, settings, seed);
    k->coverless = coverless;
    witness *w = calloc(1, sizeof *w);
    size_t read = 0;
    k->journal = json_array();
    seat_people(k);
    for (int steps = 0; k->state.round < (uint32_t)rounds; steps++) {
        if (steps > 400 * rounds)
            fail_msg("%s %s: the rounds do not end (round %u, phase %d): %s", rules, settings, k->state.round,
                     k->state.table.round.phase, k->play->refusal.text);
        play_step_on(k);
        for (; read < json_array_size(k->journal); read++)
            read_record(w, json_array_get(k->journal, read));
    }
    print_message("%-24s %-40.40s %4d rounds %3d shoes %6d cards %2d exhausted %2d awards %2d hits %2d shown "
                  "%5zu records\n",
                  rules, settings, rounds, w->shoes, w->cards, w->exhausted, w->awards, w->hits, w->shown, read);
    assert_true(w->shoes > 0);
    /* MBJ-6(d)(1).1: from either side */
    bool both = w->determined[0] > rounds / 4 && w->determined[1] > rounds / 4;
    assert_true(k->rules->shoe != LM_SHOE_DOUBLE || both);
    /* MFB-11(g) MBJ-15(g).1 MBJ-15(g).2: the discards are shuffled and cut, and the deal continues */
    assert_true(!coverless || w->exhausted > 0);
    free(w);
    kit_close(k);
}

/* Plays all tables once, in a long run twenty times. */
static void test_tables(void **state)
{
    enum { TABLES = sizeof tables / sizeof *tables };
    proof p = proof_begin("deal", TABLES, 20 * TABLES);
    int64_t done, rounds = 0;
    (void)state;
    for (done = 0; proof_goes_on(&p, done); done++) {
        int i = (int)(done % TABLES);
        uint64_t base = p.seed + (uint64_t)(done / TABLES);
        play_table(tables[i].rules, tables[i].settings, tables[i].rounds / 2, tables[i].coverless,
                   0x9E3779B97F4A7C15ULL * (base * 1000 + (uint64_t)i));
        rounds += tables[i].rounds / 2;
    }
    proof_end(&p, done, "tables", "%lld rounds dealt by the program", (long long)rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_tables) };
    kit_repeatable();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
