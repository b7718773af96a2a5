/* Prices against the engine: every round that a small shoe can deal, played through the five verbs.
 *
 * All wagers of a document lie on the box at once. Each end of the round gives a net for each wager, and the number
 * of orders of the cards that lead to it; the price must give every net the same chance, compared as whole numbers. */
/* sanitized */
#include "kit/price_help.h"
#include "kit/whole_rounds.h"

typedef rounds_wide wide;
__extension__ typedef __int128 signed_wide;

enum { NETS = 24 };

typedef struct {
    int n;
    lm_cents net[NETS];
    wide ways[NETS];
} spread;

static void add_net(spread *s, lm_cents net, wide ways)
{
    int i = 0;
    while (i < s->n && s->net[i] != net)
        i++;
    assert_true(i < NETS);
    s->net[i] = net;
    s->ways[i] += ways;
    if (i == s->n) s->n++;
}

/* --- every round ------------------------------------------------------------------------------------------- */

typedef enum { HITS_SEVENS, SPLITS_SEVENS } sevens_play;

typedef struct {
    const lm_rules *rules;
    lm_census census;
    const whole_rounds *rounds;
    unsigned ups; /* up cards against which a pair of sevens draws */
    sevens_play play;
    int boxes;     /* with every wager on each of them */
    wide ended[2]; /* rounds, and ways */
    spread spread[LM_OFFERS];
} walk;

/* Every way in which the cards that were not dealt could lie. */
static wide orders_left(const whole_rounds *w)
{
    wide orders = 1;
    for (int left = w->cards - w->dealt; left > 1; left--)
        orders *= (unsigned)left;
    return orders;
}

static lm_action play(void *self, const lm_round *r)
{
    const walk *w = self;
    if (r->at_box != 1) return (lm_action){ .verb = LM_STAND, .box = r->at_box };
    const lm_hand *hand = &r->box[0].hand[r->at_hand];
    bool aces = true, sevens = hand->n == 2 && r->box[0].hands == 1;
    for (int i = 0; i < hand->n; i++) {
        aces = aces && lm_rank(hand->card[i]) == LM_ACE;
        sevens = sevens && lm_rank(hand->card[i]) == LM_SEVEN;
    }
    bool draws = sevens && (w->ups >> lm_card_value(r->dealer.card[0]) & 1);
    lm_action action = { .verb = LM_STAND, .box = 1 };
    if (draws) action.verb = w->play == SPLITS_SEVENS && r->phase == LM_PLAYING ? LM_SPLIT : LM_HIT;
    if (aces && hand->n < 4 && r->box[0].hands == 1) action.verb = LM_HIT;
    return action;
}

static void note_end(void *self, const lm_round *r, long double chance)
{
    walk *w = self;
    wide ways = w->rounds->ways * orders_left(w->rounds);
    (void)chance;
    w->ended[0]++;
    w->ended[1] += ways;
    for (int i = 0; i < w->rules->offers; i++) {
        lm_spot spot = { .box = 1, .wager = (uint8_t)(LM_SIDE + i) };
        add_net(&w->spread[i], lm_round_net(r, spot), ways);
    }
}

static void play_all(walk *w)
{
    whole_rounds rounds = {
        .rules = w->rules, .census = w->census, .boxes = w->boxes, .play = play, .end = note_end, .self = w
    };
    w->rounds = &rounds;
    whole_rounds_play(&rounds);
}

/* --- the price --------------------------------------------------------------------------------------------- */

static lm_cents net_of(const lm_price *price, const lm_joint *joint)
{
    lm_cents won = 0;
    bool keeps = false;
    for (int i = 0; i < joint->n; i++) {
        lm_odds pays = price->pays[joint->which[i]];
        lm_cents paid[] = {
            [LM_TO] = price->stake_cents * pays.a / pays.b,
            [LM_FOR] = price->stake_cents * pays.a,
            [LM_DOLLARS] = (lm_cents)pays.a * LM_DOLLAR,
            [LM_PERCENT] = rounds_prize(joint->which[i]),
        };
        won += price->wager->amount_is_shown ? ROUNDS_SHOWN : paid[pays.form];
        keeps = keeps || pays.form == LM_TO;
    }
    return won - (keeps ? 0 : price->stake_cents);
}

static wide wide_of(const lm_wide *number)
{
    for (int i = 2; i < LM_WIDE_PARTS; i++)
        assert_int_equal(number->part[i], 0);
    return (wide)number->part[1] << 64 | number->part[0];
}

/* Compares the engine's count with the price, each as a share of all orders of the shoe. */
static void compare_wager(const walk *w, int i, const lm_play_facts *facts)
{
    const lm_offer *offer = &w->rules->offer[i];
    lm_price price;
    lm_price_ask ask = { .rules = w->rules,
                         .census = &w->census,
                         .offer = offer,
                         .facts = facts,
                         .stake_cents = whole_rounds_stake(w->rules, offer->wager) };
    lm_price_status status = lm_price_wager(&price, &ask, price_memory, sizeof price_memory);
    if (status != LM_PRICE_OK) fail_msg("%s: %s", offer->wager->id, lm_price_status_text(status));
    assert_adds_up(&price);
    spread expected = { 0 };
    wide common = w->ended[1] / wide_of(&price.all);
    assert_true(common * wide_of(&price.all) == w->ended[1]);
    for (int j = 0; j < price.joints; j++)
        add_net(&expected, net_of(&price, &price.joint[j]), common * wide_of(&price.joint[j].ways));
    assert_int_equal(expected.n, w->spread[i].n);
    for (int j = 0; j < expected.n; j++) {
        int at = 0;
        while (at < w->spread[i].n && w->spread[i].net[at] != expected.net[j])
            at++;
        if (at == w->spread[i].n || w->spread[i].ways[at] != expected.ways[j])
            fail_msg("%s: a net of %lld cents has %.12f, not %.12f", offer->wager->id, (long long)expected.net[j],
                     at < w->spread[i].n ? (double)w->spread[i].ways[at] / (double)w->ended[1] : 0.0,
                     (double)expected.ways[j] / (double)w->ended[1]);
    }
    print_message(" %s:%d", offer->wager->id, expected.n);
}

/* --- shoes ------------------------------------------------------------------------------------------------- */

/* "3Ah 2 7d": three aces of hearts, two sevens of diamonds. */
static lm_census census_of(const char *text)
{
    lm_census census = { { 0 } };
    for (int used, copies; *text; text += used) {
        char card[3];
        lm_card which;
        assert_int_equal(sscanf(text, " %d%2s%n", &copies, card, &used), 2);
        assert_true(lm_card_read(card, &which));
        census.copies[which] = copies;
    }
    return census;
}

static void check(lm_rule_set set, const char *const *wagers, const char *settings, const char *shoe, unsigned ups,
                  sevens_play how)
{
    static walk w;
    lm_rules rules = rules_with(set, 8, settings);
    for (int i = 0; wagers[i]; i++)
        assert_int_equal(lm_rules_offer(&rules, lm_wagers, wagers[i]), LM_OFFER_OK);
    lm_rules_seal(&rules);
    lm_play_facts facts = { .strategy = "the test's", .draws_to_sevens = (uint16_t)ups };
    w = (walk){ .rules = &rules, .census = census_of(shoe), .ups = ups, .play = how, .boxes = 1 };
    play_all(&w);
    print_message("%s (%s):", shoe, settings);
    for (int i = 0; i < rules.offers; i++)
        compare_wager(&w, i, lm_is_free_bet(&rules) ? &facts : NULL);
    print_message("; %.0f rounds, the differences are 0\n", (double)w.ended[0]);
}

/* The sixteen wagers that a table has room for. No table may offer them together, but the engine plays a round with
 * all of them. */
static const char *const massachusetts[] = {
    "over13",          "under13",      "suited:1",       "sevens",         "aces",       "super4:1",
    "blackjack-bonus", "match-dealer", "21+3:B",         "twenty-point:A", "third-card", "in-between:A",
    "buster:A",        "trilux:2",     "kings-bounty:1", "super3",         NULL,
};
static const char *const massachusetts_more[] = {
    "blazing7:2", "super4:3", "buster:F", "21+3:A", "twenty-point:B", NULL
};
static const char *const washington[] = { "push22:1", "blazing7:1", NULL };

enum { ANY_UP = 0x7fe, SOME_UP = 1 << 10 | 1 << 1 };

static void test_massachusetts(void **state)
{
    /* clang-format off */
    static const struct {
        const char *settings, *shoe;
    } rows[] = {
        { "hole_card=reader",                    "3Ah 2Ad 4Ks 3Qh 3 7h" },
        { "hole_card=none",                      "3Ah 2Ad 4Ks 3Qh 3 7h" },
        { "hole_card=face-up",                   "3Ah 2Ad 4Ks 3Qh 3 7h" },
        { "hole_card=unseen",                    "3 7d 3 7h 4Qh 2Ah 2Tc" },
        { "hole_card=reader",                    "3 7d 3 7h 4Qh 2Ah 2Tc" },
        { "hole_card=reader dealer_soft17=hit",  "4Ah 3Ac 3 6d 3Kd 2Qd" },
        { "hole_card=none dealer_soft17=stand",  "4Ah 2Ac 3 6d 3Kd 2Qd" },
        { "hole_card=reader dealer_soft17=stand buster_bonus=B1", "2As 5 2c 4 3d 4Jd" },
        { "hole_card=none buster_bonus=B3",      "3As 6 2c 3 3d 3Jd" },
        { "hole_card=reader",                    "4 8h 3 8d 3 5c 3Ks" },
        { "hole_card=reader",                    "3Ad 3Kd 3Qd 3Jd 2 9c" },
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check(LM_MBJ, massachusetts, rows[i].settings, rows[i].shoe, ANY_UP, HITS_SEVENS);
        check(LM_MBJ, massachusetts_more, rows[i].settings, rows[i].shoe, ANY_UP, HITS_SEVENS);
    }
}

static void test_washington(void **state)
{
    /* clang-format off */
    static const struct {
        const char *settings, *shoe;
        unsigned ups;
        sevens_play play;
    } rows[] = {
        { "dealer_22=push dealer_soft17=hit hole_card=reader",   "3 7d 3 7h 3 7s 3Ah 2Tc", ANY_UP,  HITS_SEVENS },
        { "dealer_22=push dealer_soft17=hit hole_card=reader",   "3 7d 3 7h 3 7s 3Ah 2Tc", SOME_UP, HITS_SEVENS },
        { "dealer_22=push dealer_soft17=hit hole_card=reader",   "4 7d 4 7h 4Ah 4Tc",      SOME_UP, SPLITS_SEVENS },
        { "dealer_22=push dealer_soft17=hit hole_card=unseen",   "4 7d 4 7h 4Ah 4Tc",      SOME_UP, SPLITS_SEVENS },
        { "dealer_22=push dealer_soft17=stand hole_card=unseen", "4 7d 4 7h 4Ah 4Tc",      ANY_UP,  HITS_SEVENS },
        { "dealer_22=push dealer_soft17=hit hole_card=reader",   "4 6d 4 6h 4Tc 3Kd 3 2h", ANY_UP,  HITS_SEVENS },
        { "dealer_22=push dealer_soft17=stand hole_card=reader push22_limit=29", "4 5d 4 7c 4Td 3Ah", ANY_UP, HITS_SEVENS },
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check(LM_WFB, washington, rows[i].settings, rows[i].shoe, rows[i].ups, rows[i].play);
}

/* Of two bettors, the first gets a part of what the second wins. Means are compared as whole numbers. */
static void test_envy(void **state)
{
    static walk w;
    lm_rules rules = rules_with(LM_MBJ, 8, "hole_card=reader super4_suit=diamonds");
    (void)state;
    assert_int_equal(lm_rules_offer(&rules, lm_wagers, "super4:N"), LM_OFFER_OK);
    lm_rules_seal(&rules);
    w = (walk){ .rules = &rules, .census = census_of("3Ad 2Kd 2Qd 3Jd 1As 1Ks 1Qs"), .boxes = 2 };
    play_all(&w);
    lm_price price = price_of(&rules, "super4:N", (lm_price_ask){ .census = &w.census, .players = 2 });
    signed_wide found = 0, expected = 0, common = (signed_wide)(w.ended[1] / wide_of(&price.all));
    for (int i = 0; i < w.spread[0].n; i++)
        found += (signed_wide)w.spread[0].ways[i] * w.spread[0].net[i];
    for (int j = 0; j < price.joints; j++) {
        const lm_joint *joint = &price.joint[j];
        lm_cents envy = joint->n ? price.paytable->others_dollars[joint->which[0]] * LM_DOLLAR : 0;
        expected += (signed_wide)wide_of(&joint->ways) * (net_of(&price, joint) + envy);
    }
    assert_true(found == expected * common);
    double mean = 0;
    for (int o = 1; o < price.outcomes; o++)
        mean += price.probability[o] * price.paytable->others_dollars[o];
    compare("MBJ-19(n).2", "mean of the others' wins, in dollars", price.others, mean, 1e-12);
    assert_true(mean > 1);
    print_message("%.0f rounds of two boxes, the difference is 0\n", (double)w.ended[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_massachusetts),
        cmocka_unit_test(test_washington),
        cmocka_unit_test(test_envy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
