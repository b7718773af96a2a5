/* shuffle.c - shoes as the house really deals them, shuffled, sealed, cut and burned by its own code,
 * against chance; and eight biased shuffles that the same statistics must catch. */
/* soak */
#include "kit/deal_kit.h"
#include "proof.h"
#include "seeded.h"
#include "shoe_stats.h"
#include "kit/shuffle_biased.h"

#include <math.h>

enum { SIZES = 3, BIASED_SHOES = 4000, DEALERS_CUT = 4 };

static const struct {
    const char *rules, *settings;
    int decks;
} games[SIZES] = {
    { "ma-blackjack-6to5", "decks=1", 1 },
    { "ma-freebet", "", 6 },
    { "ma-freebet", "decks=8", 8 },
};

/* The system's generator in a long run without a seed; otherwise numbers from the seed. */
static bool use_seed(uint64_t seed)
{
    bool wanted = !getenv("LAMMER_SOAK") || getenv("LAMMER_SEED");
    if (wanted) use_seeded_chance(seed);
    return wanted;
}

/* --- shoes of the house ------------------------------------------------------------------------------------- */

typedef struct {
    kit *k;
    house_state empty; /* the table before the first player */
    json_t *sit, *cut, *decline;
    int least, most, habit; /* cut; where this player always cuts */
} dealer;

static dealer *dealer_open(int size)
{
    dealer *d = calloc(1, sizeof *d);
    d->k = kit_open(games[size].rules, games[size].settings, 1);
    d->empty = d->k->state;
    house_state asked = { .sides = 1, .shoe = { { .cards = (uint16_t)(games[size].decks * LM_CARDS) } } };
    shoe_cut_limits(&asked, d->k->rules, &d->least, &d->most);
    d->habit = d->least + 7;
    d->sit = json_pack("{s:s, s:s, s:s}", "do", "sit", "player", "ann", "seat", "1");
    d->cut = json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", "1", "count", d->habit);
    d->decline = json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", "1", "count", 0);
    return d;
}

static void dealer_close(dealer *d)
{
    kit_close(d->k);
    json_decref(d->sit);
    json_decref(d->cut);
    json_decref(d->decline);
    free(d);
}

static void do_record(dealer *d, house_state *from, json_t *act)
{
    kit_begin(d->k, d->k->play, from, &d->k->secret, false, true);
    if (!play_recorded(d->k->play, act) || !play_on(d->k->play)) fail_msg("%s", d->k->play->refusal.text);
    *from = d->k->play->state;
    from->seq++;
}

/* A player sits down, so a shoe is shuffled, committed to and sealed; it is cut by habit, or, where the
 * player declines, by the dealer; it is loaded and a card is burned where the game burns one. Then the
 * cards lie as they would be dealt. */
static void deal_shoe(dealer *d, bool by_dealer, lm_card *out, int *depth)
{
    static house_state state;
    state = d->empty;
    do_record(d, &state, d->sit);
    do_record(d, &state, by_dealer ? d->decline : d->cut);
    const house_deck *deck = &d->k->secret.shoe;
    const house_shoe *shoe = &state.shoe[0];
    assert_int_equal(state.shoe_stage, SHOE_LOADED);
    for (int i = 0; i < deck->cards[0]; i++)
        out[i] = fair_card(deck, shoe, 0, i);
    *depth = shoe->cut;
    if (memcmp(out, deck->order[0] + *depth, (size_t)(deck->cards[0] - *depth)) != 0)
        fail_msg(/* say:test-not-dealt-from-cut */ "the shoe is not dealt from its cut at %d", *depth);
}

/* --- verdicts ----------------------------------------------------------------------------------------------- */

typedef struct {
    int statistics, decks;
    stat worst;
} verdict;

static verdict judge(shoe_stats *stats[SIZES], bool tells)
{
    verdict v = { .worst = { "none", 1 } };
    for (int size = 0; size < SIZES; size++) {
        stat row[STATS_MOST];
        int n = shoe_stats_judge(stats[size], row);
        v.statistics += n;
        for (int i = 0; i < n; i++) {
            if (tells) printf("%d decks: %-32s p = %.6f\n", games[size].decks, row[i].name, row[i].p);
            if (row[i].p < v.worst.p) v.worst = row[i], v.decks = games[size].decks;
        }
    }
    return v;
}

static bool is_rejected(const verdict *v)
{
    return v->worst.p * v->statistics < FAMILY;
}

static void open_all(shoe_stats *stats[SIZES], int64_t shoes)
{
    for (int size = 0; size < SIZES; size++)
        stats[size] = shoe_stats_open(games[size].decks, shoes);
}

static void free_all(shoe_stats *stats[SIZES])
{
    for (int size = 0; size < SIZES; size++)
        shoe_stats_free(stats[size]);
}

/* --- the proof ---------------------------------------------------------------------------------------------- */

static bool is_caught(int which)
{
    shoe_stats *stats[SIZES];
    open_all(stats, BIASED_SHOES);
    for (int64_t i = 0; i < SIZES * BIASED_SHOES; i++) {
        int size = (int)(i % SIZES), n = games[size].decks * LM_CARDS;
        lm_card order[LM_SHOE_CARDS], out[LM_SHOE_CARDS];
        for (int j = 0; j < n; j++)
            order[j] = (lm_card)(j % LM_CARDS);
        biased[which].shuffle(order, n);
        for (int j = 0; j < n; j++)
            out[j] = order[(j + n / 3) % n];
        shoe_stats_add(stats[size], out);
    }
    verdict v = judge(stats, false);
    printf("%-32s %s: %s, %d decks, p = %.3g\n", biased[which].name, is_rejected(&v) ? "caught" : "NOT CAUGHT",
           v.worst.name, v.decks, v.worst.p);
    free_all(stats);
    return is_rejected(&v);
}

static void shoes_are_chance(void **state)
{
    proof p = proof_begin("shuffle", 100000, 10000000);
    bool seeded = use_seed(p.seed);
    dealer *d[SIZES];
    shoe_stats *stats[SIZES];
    lm_card out[LM_SHOE_CARDS];
    int64_t done = 0;
    int caught = 0, depth;
    assert_true(sodium_init() >= 0);
    open_all(stats, p.count / SIZES + 1);
    for (int size = 0; size < SIZES; size++)
        d[size] = dealer_open(size);
    for (; proof_goes_on(&p, done); done++) {
        int size = (int)(done % SIZES);
        bool by_dealer = done / SIZES % DEALERS_CUT == DEALERS_CUT - 1;
        deal_shoe(d[size], by_dealer, out, &depth);
        if (!by_dealer) assert_int_equal(depth, d[size]->habit);
        if (by_dealer) shoe_stats_add_cut(stats[size], depth, d[size]->least, d[size]->most);
        shoe_stats_add(stats[size], out);
    }
    verdict v = judge(stats, true);
    if (is_rejected(&v))
        fail_msg(
            /* say:test-shoes-not-random */ "shoes are not random: %s of %d decks has p = %.3g (seed %lu, %ld shoes)",
            v.worst.name, v.decks, v.worst.p, (unsigned long)p.seed, (long)done);
    for (int i = 0; i < BIASED; i++)
        caught += is_caught(i);
    for (int size = 0; size < SIZES; size++)
        dealer_close(d[size]);
    free_all(stats);
    proof_end(&p, done, "shoes",
              "%d statistics, least p %.3g (%s, %d decks), family-wise %.3g, %d of %d biased shuffles "
              "caught, chance of the %s",
              v.statistics, v.worst.p, v.worst.name, v.decks, fmin(1, v.worst.p * v.statistics), caught, BIASED,
              seeded ? "seed" : "system");
    assert_int_equal(caught, BIASED);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(shoes_are_chance) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
