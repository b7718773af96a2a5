/* What surrounds the cards: meters and their long-run hold, other bettors' prizes, a display's amounts, figures of
 * play, cards that are gone; and what a price refuses. */
#include "kit/price_help.h"

#include "lammer/check.h"

/* --- progressives ------------------------------------------------------------------------------------------ */

/* Hold = 1 - fixed awards - contribution - seed x P(100 % award), point for point. */
static void test_contribution(void **state)
{
    static const struct {
        const char *clause, *wager;
        int set;
    } rows[] = {
        { "WPS-METER.4", "blazing7:1", LM_WFB },
        { "WPS-METER.4", "blazing7:2", LM_WFB },
        { "WPS-METER.4", "blazing7:1", LM_MBJ },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double before = 0;
        for (int points = 20; points <= 30; points++) {
            char settings[64];
            snprintf(settings, sizeof settings, "blazing7.contribution=%d", points);
            lm_rules rules = rules_with((lm_rule_set)rows[i].set, 6, settings);
            lm_price price = price_of(&rules, rows[i].wager, (lm_price_ask){ 0 });
            if (points > 20)
                compare(rows[i].clause, "a point more in the meter is a point less held",
                        100 * (before - price.house_edge), 1, 1e-12);
            before = price.house_edge;
        }
    }
}

/* A dollar more of seed costs P(100 %) dollars; a reserve is returned like a contribution. */
static void test_seed_and_reserve(void **state)
{
    lm_rules low = rules_with(LM_MBJ, 6, "blazing7.seed=2000");
    lm_rules high = rules_with(LM_MBJ, 6, "blazing7.seed=3000 blazing7.reserve=5");
    lm_price a = price_of(&low, "blazing7:1", (lm_price_ask){ 0 });
    lm_price b = price_of(&high, "blazing7:1", (lm_price_ask){ 0 });
    double suited = 24.0 * 5 * 4 / (312.0 * 311 * 310); /* three sevens of one of four suits */
    (void)state;
    compare("MBJ-31(d).3", "a seed of $1,000 more, and 5 % in reserve", a.house_edge - b.house_edge,
            1000 * suited + 0.05, 1e-14);
    compare("MBJ-31(d).3", "P(100 %)", a.meter[0].whole, suited, 1e-18);
    assert_int_equal(a.meters, 1);
    assert_string_equal(a.meter[0].name, "blazing7");
}

/* At its break-even display the wager returns its stake. */
static void test_break_even(void **state)
{
    static const char *const wagers[] = { "blazing7:1", "blazing7:2", "super4:1", "super4:2", "super4:3" };
    lm_rules rules = rules_with(LM_MBJ, 8, "");
    (void)state;
    for (size_t i = 0; i < sizeof wagers / sizeof *wagers; i++) {
        lm_price price = price_of(&rules, wagers[i], (lm_price_ask){ 0 });
        double stake = (double)price.stake_cents / 100;
        for (int m = 0; m < price.meters; m++) {
            double back = price.fixed_return * stake;
            for (int o = 1; o < price.outcomes; o++) {
                lm_odds pays = price.pays[o];
                if (pays.form != LM_PERCENT) continue;
                const lm_priced_meter *meter = &price.meter[pays.meter];
                back += price.probability[o] * pays.a / 100 * (pays.meter == m ? meter->break_even : meter->seed);
            }
            compare(wagers[i], price.meter[m].name, back, stake, 1e-9);
        }
    }
}

static void test_super4(void **state)
{
    /* clang-format off */
    static const struct {
        const char *clause, *wager;
        double fixed_dollars, hold, within;
    } rows[] = {
        { "MBJ-19(k).2", "super4:1", 2.9666, 13.3, 0.0501 },
        { "MBJ-19(k).3", "super4:2", 2.6519, 20.1, 0.0501 },
        { "MBJ-19(k).4", "super4:3", 2.4763, 20.1, 0.0501 },
        { "MBJ-19(n).1", "super4:N", 3.2420,  0,   100 },
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules = rules_with(LM_MBJ, 8, "super4_star=1");
        lm_price price = price_of(&rules, rows[i].wager, (lm_price_ask){ 0 });
        compare(rows[i].clause, "fixed dollars of a $5 wager", 5 * price.fixed_return, rows[i].fixed_dollars, 0.501e-4);
        compare(rows[i].clause, "hold %", 100 * price.house_edge, rows[i].hold, rows[i].within);
    }
}

/* Each other bettor's A-K-Q-J: $1,000, or $3,000 in the chosen suit. */
static void test_envy(void **state)
{
    lm_rules rules = rules_with(LM_MBJ, 8, "super4.seed=50000 super4.contribution=10");
    double royal = 64.0 * 64 * 6 * 2 / (416.0 * 415 * 414 * 413); /* per suit: 8^4 cards; ace with K, Q or J */
    (void)state;
    for (int players = 1; players <= 7; players += 3) {
        lm_price price = price_of(&rules, "super4:N", (lm_price_ask){ .players = players });
        double others = (players - 1) * (3 * royal * 1000 + royal * 3000);
        compare("MBJ-19(n).2", "P(A-K-Q-J of the chosen suit)", price.meter[0].whole, royal, 1e-18);
        compare("MBJ-19(n).2", "what the others' wins bring, per unit", price.envy_return, others / 5, 1e-14);
        compare("MBJ-19(n).2", "hold with the others' wins", price.house_edge,
                1 - price.fixed_return - 0.10 - 50000 * royal / 5, 1e-14);
        compare("MBJ-19(n).2", "fixed part with the others' wins", price.fixed_return, 3.2420 / 5 + others / 5, 1.1e-5);
    }
}

/* The spread does not include others' wins. */
static void test_envy_spread(void **state)
{
    lm_rules rules = rules_with(LM_MBJ, 8, "super4.seed=50000 super4.contribution=10");
    (void)state;
    compare("MBJ-19(n).2", "spread, alone and among seven",
            price_of(&rules, "super4:N", (lm_price_ask){ .players = 7 }).sd,
            price_of(&rules, "super4:N", (lm_price_ask){ .players = 1 }).sd, 1e-12);
}

/* A stake that was not named: fixed, or the least main wager within the wager's own limits. */
static void test_stakes(void **state)
{
    static const struct {
        const char *wager, *settings;
        lm_cents stake;
    } rows[] = {
        { "sevens", "", 100 },
        { "super4:1", "super4_stake=2", 200 },
        { "buster:A", "min_bet=10", 1000 },
        { "buster:A", "min_bet=10 side_max=8", 800 },
        { "buster:A", "min_bet=10 side_min=25", 2500 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules = rules_with(LM_MBJ, 8, rows[i].settings);
        assert_int_equal(price_of(&rules, rows[i].wager, (lm_price_ask){ 0 }).stake_cents, rows[i].stake);
    }
}

/* The must-hit prize through the meters themselves: one cycle for each of evenly spread triggers. */
static void test_must_hit(void **state)
{
    static const struct {
        const char *settings;
        int players;
    } rows[] = {
        { "super4_musthit=1 super4_stake=10", 1 },
        { "super4_musthit=1 super4_stake=100", 3 },
        { "super4_musthit=2 super4_stake=25", 4 },
        { "super4_musthit=3 super4_stake=5", 5 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules = rules_with(LM_MBJ, 8, rows[i].settings);
        assert_int_equal(lm_rules_offer(&rules, lm_wagers, "super4:1"), LM_OFFER_OK);
        lm_rules_seal(&rules);
        lm_meters meters;
        lm_meters_open(&meters, &rules, 1);
        lm_meter *prize = &meters.meter[lm_meters_find(&meters, "super4.musthit")];
        lm_cents reset = prize->terms.seed_cents, range = prize->terms.limit_cents - reset;
        enum { STEP = 50 };
        double staked = 0, paid = 0;
        assert_true(lm_meter_ok(lm_meter_arm(prize, reset + STEP)));
        for (lm_cents trigger = STEP; trigger <= range;) {
            for (int box = 1; box <= rows[i].players; box++)
                assert_true(lm_meter_ok(lm_meters_light(&meters, 0, LM_PLACE(box, LM_DECIDER))));
            assert_true(lm_meter_ok(lm_meters_start(&meters, 0, rows[i].players, rules.super4_stake)));
            staked += (double)rules.super4_stake * rows[i].players;
            if (lm_meters_due(&meters, 0)) {
                lm_meter_entry entry;
                trigger += STEP;
                lm_cents next = reset + (trigger <= range ? trigger : STEP);
                assert_true(lm_meter_ok(lm_meters_hit(&meters, 0, 0, next, &entry)));
                paid += (double)entry.amount_cents;
            }
            assert_true(lm_meter_ok(lm_meters_end(&meters, 0)));
        }
        lm_price price = price_of(&rules, "super4:1", (lm_price_ask){ .players = rows[i].players });
        const lm_priced_meter *must_hit = &price.meter[price.meters - 1];
        assert_int_equal(must_hit->kind, LM_METER_MUST_HIT);
        compare("MBJ-19(m).3", rows[i].settings, must_hit->cost, paid / staked, 1e-12);
        lm_rules without = rules_with(LM_MBJ, 8, rows[i].settings);
        without.super4_musthit = 0;
        lm_price less = price_of(&without, "super4:1", (lm_price_ask){ 0 });
        compare("MBJ-19(m).1", "the hold falls by as much", less.house_edge - price.house_edge, must_hit->cost, 1e-12);
    }
}

/* --- a display --------------------------------------------------------------------------------------------- */

static void note_finding(void *self, const lm_finding *finding)
{
    if (strcmp(finding->clause, "MBJ-20(k).1") == 0 && finding->severity == LM_ERROR) *(bool *)self = true;
}

/* The validator and the price agree about the same weights. */
static void test_blackjack_bonus(void **state)
{
    /* clang-format off */
    static const struct {
        const char *clause, *weights;
        lm_cents stake;
        double mean; /* dollars shown */
        bool legal;
    } rows[] = {
        { "MBJ-20(k).1", "bonus_weights_1=10x80+25x18+100x2", 100, 8 + 4.5 + 2, true },
        { "MBJ-20(k).1", "bonus_weights_1=20x100",            100, 20,          true },
        { "MBJ-20(k).1", "bonus_weights_1=25x100",            100, 25,          false },
        { "MBJ-20(k).1", "bonus_weights_1=5x100",             100, 5,           false },
        { "MBJ-20(k).1", "bonus_weights_5=50x40+100x59+500x1", 500, 20 + 59 + 5, true },
        { "MBJ-20(k).1", "bonus_weights_5=50x90+75x10",       500, 45 + 7.5,    false },
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules = rules_with(LM_MBJ, 6, rows[i].weights);
        assert_int_equal(lm_rules_offer(&rules, lm_wagers, "blackjack-bonus"), LM_OFFER_OK);
        lm_rules_seal(&rules);
        lm_price price = price_of(&rules, "blackjack-bonus", (lm_price_ask){ .stake_cents = rows[i].stake });
        double p = 2.0 * 24 * 96 / (312 * 311.0), stake = (double)rows[i].stake / 100;
        bool refused = false;
        lm_rules_check(&rules, &(lm_finder){ note_finding, &refused });
        compare(rows[i].clause, rows[i].weights, price.house_edge, 1 - p - p * rows[i].mean / stake, 1e-14);
        assert_int_equal(refused, !rows[i].legal);
        assert_int_equal(price.house_edge >= 0 && price.house_edge <= 0.30, rows[i].legal);
        assert_true(price.sd_known && price.sd > 0);
    }
    lm_rules rules = rules_with(LM_MBJ, 6, "bonus_weights_1=10x80+25x18+100x2");
    lm_price price = price_of(&rules, "blackjack-bonus", (lm_price_ask){ .stake_cents = 100 });
    double p = 2.0 * 24 * 96 / (312 * 311.0), mean = p * 14.5 - (1 - p);
    double square = p * (0.8 * 100 + 0.18 * 625 + 0.02 * 10000) + (1 - p);
    compare("MBJ-20(k).1", "variance", price.sd * price.sd, square - mean * mean, 1e-11);
    lm_rules declared = rules_with(LM_MBJ, 6, "bonus_advantage_1=12.5");
    price = price_of(&declared, "blackjack-bonus", (lm_price_ask){ .stake_cents = 100 });
    compare("MBJ-20(k).1", "as declared", price.house_edge, 0.125, 1e-15);
    assert_false(price.sd_known);
}

/* --- figures of play --------------------------------------------------------------------------------------- */

static const lm_play_facts facts = {
    .strategy = "the optimum",
    .lammers = { 0.60, 0.20, 0.10, 0.03, 0.01, 0.006, 0.003, 0.001 },
    .advance = 0.42,
    .fall = 0.48,
    .draws_to_sevens = 0x7fe,
};

static void test_play(void **state)
{
    lm_rules rules = rules_with(LM_MBJ, 6, "");
    static const struct {
        const char *wager;
        int wins;
        double pays;
    } streaks[] = { { "streak.2", 2, 3 }, { "streak.3", 3, 7 }, { "streak.4", 4, 17 }, { "streak.5", 5, 37 } };
    (void)state;
    for (int i = 0; i < 4; i++) {
        lm_price price = price_of(&rules, streaks[i].wager, (lm_price_ask){ .facts = &facts });
        double won = 1, each = 0.42 / 0.90; /* tied rounds do not count */
        for (int n = 0; n < streaks[i].wins; n++)
            won *= each;
        compare("MBJ-22(j)", streaks[i].wager, price.house_edge, 1 - won * (streaks[i].pays + 1), 1e-14);
        compare("MBJ-22(j)", "spread", price.sd * price.sd,
                won * (1 - won) * (streaks[i].pays + 1) * (streaks[i].pays + 1), 1e-11);
        assert_string_equal(price.strategy, "the optimum");
        assert_false(price.exact);
    }
    lm_rules washington = rules_with(LM_WFB, 6, "");
    lm_price price = price_of(&washington, "pot-of-gold:01", (lm_price_ask){ .facts = &facts });
    double back = 0.20 * 4 + 0.10 * 11 + 0.03 * 31 + 0.01 * 61 + 0.006 * 101 + 0.003 * 301 + 0.001 * 1001;
    compare("WFB-POGT.1", "Pot of Gold 01", price.house_edge, 1 - back, 1e-14);
    compare("WFB-POGT.1", "no lammer, or a dealer blackjack", price.probability[0], 0.60 + 0.05, 1e-14);
}

/* What a price says about the play it rests on. */
static void test_strategy_text(void **state)
{
    lm_rules massachusetts = rules_with(LM_MBJ, 6, ""), washington = rules_with(LM_WFB, 6, "push22_limit=29");
    lm_play_facts wild = facts;
    (void)state;
    assert_non_null(price_of(&massachusetts, "sevens", (lm_price_ask){ 0 }).strategy);
    assert_non_null(price_of(&massachusetts, "aces", (lm_price_ask){ 0 }).strategy);
    assert_null(price_of(&massachusetts, "21+3:A", (lm_price_ask){ .facts = &facts }).strategy);
    assert_string_equal(price_of(&washington, "blazing7:1", (lm_price_ask){ .facts = &facts }).strategy, "the optimum");
    lm_price price = price_of(&washington, "push22:1", (lm_price_ask){ .facts = &facts });
    assert_null(price.strategy);
    assert_null(price.caveat);
    wild.draws_to_hard_20 = true;
    price = price_of(&washington, "push22:1", (lm_price_ask){ .facts = &wild });
    assert_string_equal(price.strategy, "the optimum");
    assert_non_null(price.caveat);
    washington.push22_limit = 0;
    assert_null(price_of(&washington, "push22:1", (lm_price_ask){ .facts = &wild }).caveat);
}

/* A player who never draws to a pair of sevens is never paid for three. */
static void test_sevens_not_drawn_to(void **state)
{
    lm_rules rules = rules_with(LM_WFB, 6, "hole_card=reader");
    lm_play_facts never = facts, sometimes = facts;
    never.draws_to_sevens = 0;
    sometimes.draws_to_sevens = 1 << 10;
    (void)state;
    lm_price price = price_of(&rules, "blazing7:1", (lm_price_ask){ .facts = &never });
    double two = 24.0 * 23 / (312.0 * 311);
    compare("WB7-8", "two 7s, never drawn to", price.probability[2], two, 1e-16);
    compare("WB7-8", "three 7s", price.meter[0].value, 0, 0);
    price = price_of(&rules, "blazing7:1", (lm_price_ask){ .facts = &sometimes });
    double ten_up = 96.0 / 310 * (309 - 24) / 309; /* and no blackjack */
    double third = two * 22 / 310 * 96 / 309 * (308 - 24) / 308;
    compare("WB7-8", "two 7s against a ten", price.probability[2], two - third, 1e-15);
    assert_true(third < two * ten_up);
}

/* --- cards that are gone ----------------------------------------------------------------------------------- */

/* A card taken out unseen changes nothing, so the effects of all cards cancel. */
static void test_removal(void **state)
{
    /* clang-format off */
    static const struct {
        const char *wager;
        int set;
        const char *settings;
        bool no_card_matters;
    } rows[] = {
        { "21+3:A",         LM_MBJ, "" },
        { "buster:A",       LM_MBJ, "buster_bonus=B1" },
        { "push22:1",       LM_WFB, "" },
        { "sevens",         LM_MBJ, "" },
        { "blazing7:1",     LM_WFB, "hole_card=reader" },
        { "aces",           LM_MBJ, "hole_card=reader" },
        { "super4:1",       LM_MBJ, "" },
        { "kings-bounty:2", LM_MBJ, "" },
        { "third-card",     LM_MBJ, "" },
        { "match-dealer",   LM_MBJ, "", true }, /* one card is like another */
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double effect[LM_CARDS], sum = 0, most = 0;
        lm_rules rules = rules_with((lm_rule_set)rows[i].set, 6, rows[i].settings);
        lm_offer offer = offer_named(&rules, rows[i].wager);
        lm_price_ask ask = { .rules = &rules, .offer = &offer, .facts = &facts };
        assert_int_equal(lm_price_removal(effect, &ask, price_memory, sizeof price_memory), LM_PRICE_OK);
        for (int card = 0; card < LM_CARDS; card++) {
            sum += effect[card];
            if (gap(effect[card], 0) > most) most = gap(effect[card], 0);
        }
        assert_int_equal(most > 1e-6, !rows[i].no_card_matters);
        compare(rows[i].wager, "effects of all cards together", sum, 0, 1e-11);
    }
}

static void test_removal_direction(void **state)
{
    double effect[LM_CARDS];
    lm_rules rules = rules_with(LM_MBJ, 6, "");
    lm_offer offer = offer_named(&rules, "sevens");
    lm_price_ask ask = { .rules = &rules, .offer = &offer };
    (void)state;
    assert_int_equal(lm_price_removal(effect, &ask, price_memory, sizeof price_memory), LM_PRICE_OK);
    for (int card = 0; card < LM_CARDS; card++)
        assert_int_equal(effect[card] > 0, lm_rank((lm_card)card) == LM_SEVEN);
}

/* Chances of a bust with n cards when no card leaves the shoe. */
static void bust_without_end(double bust[16], int n, int hard, bool ace, double chance)
{
    lm_score score = lm_score_of(hard, ace);
    if (score.total > 21) bust[n] += chance;
    if (n >= 2 && (score.total > 17 || (score.total == 17 && !score.soft))) return;
    for (int value = 1; value <= 10; value++)
        bust_without_end(bust, n + 1, hard + value, ace || value == 1, chance * (value == 10 ? 4 : 1) / 13);
}

/* In an endless shoe the third card does not depend on the first two. */
static void test_endless(void **state)
{
    lm_census endless;
    lm_rules rules = rules_with(LM_MBJ, 8, "");
    lm_census_fresh(&endless, LM_ENDLESS);
    (void)state;
    lm_price price = price_of(&rules, "match-dealer", (lm_price_ask){ .census = &endless });
    compare("endless", "suited matches in a round", price.probability[2], 2 / 52.0, 1e-7);
    price = price_of(&rules, "sevens", (lm_price_ask){ .census = &endless });
    compare("endless", "three 7s of one suit", price.probability[5], 1 / 2197.0 / 16, 1e-9);
    assert_adds_up(&price);
    price = price_of(&rules, "buster:A", (lm_price_ask){ .census = &endless });
    assert_adds_up(&price);
    double bust[16] = { 0 };
    bust_without_end(bust, 0, 0, false, 1);
    for (int n = 3; n <= 7; n++)
        compare("endless", "a bust with so many cards", price.probability[n - 2], bust[n], 1e-7);
}

/* --- refusals ---------------------------------------------------------------------------------------------- */

static void by_dealers_rank(const lm_view *v, lm_outcomes *out)
{
    for (int i = 0; i < v->n_dealer; i++) {
        if (lm_rank(v->dealer[i]) == LM_QUEEN) lm_outcome_add(out, 1);
        if (out->n) return;
    }
}

static void by_dealers_suits(const lm_view *v, lm_outcomes *out)
{
    int hearts = 0;
    for (int i = 0; i < v->n_dealer; i++)
        hearts += lm_suit(v->dealer[i]) == LM_HEARTS;
    lm_outcome_add(out, hearts >= 2);
}

static void by_up_card(const lm_view *v, lm_outcomes *out)
{
    lm_outcome_add(out, lm_rank(v->up) == LM_EIGHT);
}

static void by_players_card(const lm_view *v, lm_outcomes *out)
{
    lm_outcome_add(out, lm_suit(v->first[0]) == LM_SPADES);
}

static void waits_and_minds_up(const lm_view *v, lm_outcomes *out)
{
    out->pending = v->window < LM_AFTER_ALL;
    lm_outcome_add(out, lm_rank(v->up) == LM_EIGHT);
}

static void waits_forever(const lm_view *v, lm_outcomes *out)
{
    out->pending = true;
}

static void by_third_card(const lm_view *v, lm_outcomes *out)
{
    out->pending = v->window < LM_AFTER_ALL;
    lm_outcome_add(out, v->n_first > 2 && lm_rank(v->first[2]) == LM_KING);
}

/* A price that would rest on a guess is refused. */
static void test_refusals(void **state)
{
    static const struct {
        const char *what;
        lm_wager wager;
        bool facts;
        lm_price_status status;
    } rows[] = {
        { "a queen in the dealer's hand", { .needs = LM_NEEDS_DRAW, .classify = by_dealers_rank }, 0, LM_PRICE_BEYOND },
        { "two hearts there", { .needs = LM_NEEDS_DRAW, .classify = by_dealers_suits }, 0, LM_PRICE_BEYOND },
        { "an eight up, the dealer draws", { .needs = LM_NEEDS_DRAW, .classify = by_up_card }, 0, LM_PRICE_BEYOND },
        { "the player's card, the dealer draws",
          { .needs = LM_NEEDS_COMPLETE, .classify = by_players_card },
          0,
          LM_PRICE_BEYOND },
        { "waits, and depends on the up card", { .classify = waits_and_minds_up }, 0, LM_PRICE_BEYOND },
        { "waits forever", { .classify = waits_forever }, 0, LM_PRICE_BEYOND },
        { "waits forever for a second card",
          { .needs = LM_NEEDS_SECOND, .classify = waits_forever },
          0,
          LM_PRICE_BEYOND },
        { "any third card, by a strategy", { .classify = by_third_card }, 1, LM_PRICE_BEYOND },
        { "any third card", { .classify = by_third_card }, 0, LM_PRICE_OK },
        { "an eight up after the deal", { .classify = by_up_card }, 0, LM_PRICE_OK },
        { "lammers, without facts", { .collects_lammers = true, .classify = by_up_card }, 0, LM_PRICE_PLAY },
        { "rounds, without facts", { .carries = true, .classify = by_up_card }, 0, LM_PRICE_PLAY },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_wager wager = rows[i].wager;
        lm_rules rules = rules_with(LM_WFB, 6, "");
        lm_offer offer = { .wager = &wager, .pays = { [1] = { 1, 1 } } };
        lm_price price;
        wager.id = "a-test";
        wager.paytables[0] = (lm_paytable){ .id = "", .clause = "" };
        lm_price_ask ask = { .rules = &rules, .offer = &offer, .facts = rows[i].facts ? &facts : NULL };
        lm_price_status found = lm_price_wager(&price, &ask, price_memory, sizeof price_memory);
        print_message("%s: %s\n", rows[i].what, lm_price_status_text(found));
        assert_int_equal(found, rows[i].status);
    }
}

static void test_too_little(void **state)
{
    static const char *const wagers[] = { "21+3:A", "buster:A", "sevens", "super4:1" };
    lm_rules rules = rules_with(LM_MBJ, 8, "");
    lm_census three = { { 0 } }, deuces = { { 0 } };
    (void)state;
    three.copies[0] = 3;
    deuces.copies[4] = 5;
    deuces.copies[5] = 1;
    for (size_t i = 0; i < sizeof wagers / sizeof *wagers; i++) {
        lm_offer offer = offer_named(&rules, wagers[i]);
        lm_price price;
        lm_price_ask ask = { .rules = &rules, .offer = &offer, .census = &three };
        assert_int_equal(lm_price_wager(&price, &ask, price_memory, sizeof price_memory), LM_PRICE_CARDS);
        ask.census = NULL;
        assert_int_equal(lm_price_wager(&price, &ask, price_memory, 1000), LM_PRICE_MEMORY);
        assert_int_equal(lm_price_wager(&price, &ask, price_memory + 1, sizeof price_memory), LM_PRICE_MEMORY);
        ask.census = &deuces;
        if (i == 1) assert_int_equal(lm_price_wager(&price, &ask, price_memory, sizeof price_memory), LM_PRICE_CARDS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contribution),
        cmocka_unit_test(test_seed_and_reserve),
        cmocka_unit_test(test_break_even),
        cmocka_unit_test(test_super4),
        cmocka_unit_test(test_envy),
        cmocka_unit_test(test_envy_spread),
        cmocka_unit_test(test_stakes),
        cmocka_unit_test(test_must_hit),
        cmocka_unit_test(test_blackjack_bonus),
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_strategy_text),
        cmocka_unit_test(test_sevens_not_drawn_to),
        cmocka_unit_test(test_removal),
        cmocka_unit_test(test_removal_direction),
        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_too_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
