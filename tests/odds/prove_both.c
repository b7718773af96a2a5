/* prove_both.c - the main wager and another wager of the same box against every round that a small shoe can deal, played
 * through the verbs by the optimum of the main game.
 *
 * All wagers of a document lie on the box at once. Each end of a round gives a net of the main wager and one of each other
 * wager, and the number of orders of the cards that lead to them; the analyser must give every pair of nets the same chance.
 * Where a split becomes more than two hands it may differ by the error that it states. */
/* soak */
#include "kit/price_help.h"

#include <math.h>
#include <stdlib.h>

#include "lammer/both.h"
#include "kit/whole_rounds.h"

enum { PAIRS = 400 };

typedef struct {
    lm_cents main, side;
    long double ways; /* there are millions of rounds to add up */
} pair;

typedef struct {
    int n;
    pair pair[PAIRS];
} pairs;

static void add_pair(pairs *to, lm_cents main, lm_cents side, long double ways)
{
    int i = 0;
    while (i < to->n && (to->pair[i].main != main || to->pair[i].side != side))
        i++;
    assert_true(i < PAIRS);
    if (i == to->n) to->pair[to->n++] = (pair){ main, side, 0 };
    to->pair[i].ways += ways;
}

typedef struct {
    whole_rounds rounds;
    long double ended, crowded; /* chance of all rounds, and of those with more than two hands */
    pairs of[LM_OFFERS];
} found;

static void note_end(void *self, const lm_round *r, long double ways)
{
    found *w = self;
    lm_cents main = lm_round_net(r, (lm_spot){ .box = 1, .wager = LM_MAIN });
    w->ended += ways;
    if (r->box[0].hands > 2) w->crowded += ways;
    for (int i = 0; i < w->rounds.rules->offers; i++)
        add_pair(&w->of[i], main, lm_round_net(r, (lm_spot){ .box = 1, .wager = (uint8_t)(LM_SIDE + i) }), ways);
}

/* --- the analyser */

static lm_cents net_of(const lm_price *price, const lm_both_joint *joint)
{
    lm_cents won = 0;
    bool keeps = false;
    for (int i = 0; i < joint->n; i++) {
        lm_odds pays = price->pays[joint->which[i]];
        lm_cents paid[] = {
            [LM_TO] = price->stake_cents * pays.a / (pays.b ? pays.b : 1),
            [LM_FOR] = price->stake_cents * pays.a,
            [LM_DOLLARS] = (lm_cents)pays.a * LM_DOLLAR,
            [LM_PERCENT] = ROUNDS_PRIZE + joint->which[i],
        };
        won += price->wager->amount_is_shown ? ROUNDS_SHOWN : paid[pays.form];
        keeps = keeps || pays.form == LM_TO;
    }
    return won - (keeps ? 0 : price->stake_cents);
}

static double chance_in(const pairs *of, const pair *like)
{
    for (int i = 0; i < of->n; i++) {
        if (of->pair[i].main == like->main && of->pair[i].side == like->side) return (double)of->pair[i].ways;
    }
    return 0;
}

/* Every pair of nets that either side has. */
static double compare_pairs(const char *id, const pairs *ours, const pairs *verbs, double within)
{
    double worst = 0;
    const pairs *both[] = { ours, verbs };
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < both[side]->n; i++) {
            const pair *p = &both[side]->pair[i];
            double a = chance_in(ours, p), b = chance_in(verbs, p);
            worst = fmax(worst, fabs(a - b));
            if (!(fabs(a - b) <= within))
                fail_msg(/* say:test-both-pair */ "%s: main net %lld with net %lld: analyser %.15f, verbs %.15f", id,
                         (long long)p->main, (long long)p->side, a, b);
        }
    }
    return worst;
}

static void compare_moments(const char *id, const lm_price *price, const lm_both *both, const pairs *verbs)
{
    double main = 0, side = 0, product = 0;
    for (int i = 0; i < verbs->n; i++) {
        double x = (double)verbs->pair[i].main / ROUNDS_MAIN,
               y = (double)verbs->pair[i].side / (double)price->stake_cents;
        double chance = (double)verbs->pair[i].ways;
        main += chance * x;
        side += chance * y;
        product += chance * x * y;
    }
    if (price->meters || price->wager->amount_is_shown) return; /* paid from outside of the round */
    if (!(fabs(both->covariance - (product - main * side)) <= 1e-9 + 1e3 * both->error))
        fail_msg("%s: covariance %.15f, verbs %.15f", id, both->covariance, product - main * side);
}

static void compare_wager(const found *w, int i)
{
    static lm_both both;
    static _Alignas(64) unsigned char price_room[LM_PRICE_ROOM];
    static void *room;
    const lm_offer *offer = &w->rounds.rules->offer[i];
    pairs ours = { 0 };
    lm_price price;
    lm_price_ask ask = { .rules = w->rounds.rules,
                         .census = &w->rounds.census,
                         .offer = offer,
                         .stake_cents = whole_rounds_stake(w->rounds.rules, offer->wager) };
    assert_int_equal(lm_price_wager(&price, &ask, price_room, sizeof price_room), LM_PRICE_OK);
    if (!room) room = aligned_alloc(64, (lm_both_room() + 63) / 64 * 64);
    lm_both_status status = lm_game_both(w->rounds.game, &ask, &price, room, lm_both_room(), &both);
    if (status != LM_BOTH_OK) fail_msg("%s: %s", offer->wager->id, lm_both_text(status));
    for (int k = 0; k < both.joints; k++) {
        for (int net = 0; net < LM_NETS; net++) {
            if (both.joint[k].with[net] > 0)
                add_pair(&ours, (net + LM_NET_LEAST) * ROUNDS_MAIN / 10, net_of(&price, &both.joint[k]),
                         both.joint[k].with[net]);
        }
    }
    double worst = compare_pairs(offer->wager->id, &ours, &w->of[i], w->crowded > 0 ? both.error : 1e-12);
    compare_moments(offer->wager->id, &price, &both, &w->of[i]);
    print_message(" %s %.0e", offer->wager->id, worst);
}

static void check(lm_rule_set set, const char *const *wagers, const char *settings, const char *shoe)
{
    static found w;
    lm_rules rules = rules_with(set, 8, settings);
    for (int i = 0; wagers[i]; i++)
        assert_int_equal(lm_rules_offer(&rules, lm_wagers, wagers[i]), LM_OFFER_OK);
    lm_rules_seal(&rules);
    void *memory = malloc(lm_game_size(&rules));
    w = (found){ .rounds = { .rules = &rules, .census = whole_rounds_census(shoe), .boxes = 1, .end = note_end } };
    w.rounds.self = &w;
    w.rounds.game = lm_game_open(memory, lm_game_size(&rules), &rules, &w.rounds.census);
    assert_non_null(w.rounds.game);
    whole_rounds_play(&w.rounds);
    assert_true(fabs((double)w.ended - 1) < 1e-14);
    print_message("%s (%s), more than two hands %.1e:", shoe, settings, (double)w.crowded);
    for (int i = 0; i < rules.offers; i++)
        compare_wager(&w, i);
    print_message("\n");
    free(memory);
}

static const char *const massachusetts[] = {
    "over13",       "under13",        "suited:1",       "super4:1",     "blackjack-bonus",
    "match-dealer", "21+3:B",         "twenty-point:A", "in-between:A", "buster:A",
    "trilux:2",     "kings-bounty:1", "third-card",     "super3",       NULL,
};
static const char *const washington[] = { "push22:1", NULL };

/* clang-format off */
static const struct {
    lm_rule_set set;
    const char *settings, *shoe;
} games[] = {
    { LM_MBJ, "hole_card=reader",                                             "6Ah 7Ks 6Qh 6 8h" },
    { LM_MBJ, "hole_card=none split_hands=2",                                 "6Ah 7Ks 6 9h 6 7s" },
    { LM_MBJ, "hole_card=face-up split_hands=2",                              "6Ah 6Kd 6Ks 6 8h" },
    { LM_MBJ, "hole_card=reader surrender=on split_hands=2",                  "9 8h 8 6c 7Ks" },
    { LM_WFB, "dealer_22=push dealer_soft17=hit hole_card=reader split_hands=2", "6 6d 6Tc 6Kd 6 9d" },
    /* long ones */
    { LM_MBJ, "hole_card=none",                                               "6Ad 7Kd 6Qd 6 9d" },
    { LM_MBJ, "hole_card=reader dealer_soft17=hit",                           "6Ah 6 6d 7Kd 6 9d" },
    { LM_MBJ, "hole_card=reader dealer_soft17=stand buster_bonus=B1",         "7As 7 6c 7Jd 6 7h" },
    { LM_WFB, "dealer_22=push dealer_soft17=hit hole_card=reader",            "6 7d 6 8d 6Ah 6Td" },
};
/* clang-format on */

enum { USUAL_GAMES = 5 };

static void test_pairs(void **state)
{
    const char *soak = getenv("LAMMER_SOAK");
    size_t n = soak && *soak == '1' ? sizeof games / sizeof *games : USUAL_GAMES;
    (void)state;
    for (size_t i = 0; i < n; i++)
        check(games[i].set, games[i].set == LM_WFB ? washington : massachusetts, games[i].settings, games[i].shoe);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_pairs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
