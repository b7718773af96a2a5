/* Published and independently computed figures, against the prices of the same wagers.
 *
 * Those of the documents are given as printed; those of docs/rules/paytables.md to their last digit. */
#include "kit/price_help.h"

typedef enum { EDGE, HIT } figure;

typedef struct {
    const char *clause;
    const char *wager;
    int set, decks;
    const char *settings;
    figure figure;
    double wanted, within; /* per cent */
} row;

#define WITHIN_2 0.00501
#define WITHIN_3 0.000501
#define WITHIN_4 0.0000501

/* clang-format off */
static const row rows[] = {
    { "MBJ-28(f)",   "21+3:A",         LM_MBJ, 6, "", EDGE,  3.2386, WITHIN_4 },
    { "MBJ-29(h)",   "kings-bounty:1", LM_MBJ, 6, "", EDGE, 23.164,  WITHIN_3 },
    { "MBJ-24(f)",   "twenty-point:A", LM_MBJ, 6, "", EDGE, 24.709,  WITHIN_3 },
    { "MBJ-26(f)",   "in-between:A",   LM_MBJ, 6, "", EDGE,  3.396,  WITHIN_3 },
    { "MBJ-25(e).2", "third-card",     LM_MBJ, 6, "", EDGE,  6.912,  WITHIN_3 },
    { "MBJ-23(f)",   "match-dealer",   LM_MBJ, 6, "", EDGE,  4.062,  WITHIN_3 },
    { "MBJ-23(f)",   "match-dealer",   LM_MBJ, 8, "", EDGE,  3.674,  WITHIN_3 },
    { "MBJ-27(g)",   "buster:A",       LM_MBJ, 6, "dealer_soft17=stand", EDGE, 5.42, WITHIN_2 },
    { "MBJ-27(g)",   "buster:A",       LM_MBJ, 6, "dealer_soft17=hit",   EDGE, 5.42, WITHIN_2 }, /* C-97 */
    { "MBJ-27(g)",   "buster:C",       LM_MBJ, 6, "dealer_soft17=stand", EDGE, 6.21, WITHIN_2 },

    /* By the reading of C-69: first card, either of two, any of three */
    { "MBJ-17(e)(3)", "sevens", LM_MBJ, 4, "", EDGE, 100 - 84.08, WITHIN_2 },
    { "MBJ-17(e)(3)", "sevens", LM_MBJ, 6, "", EDGE, 11.40, WITHIN_2 },
    { "MBJ-17(e)(3)", "sevens", LM_MBJ, 8, "", EDGE, 100 - 90.99, WITHIN_2 },
    { "MBJ-17(e)(3)", "sevens", LM_MBJ, 4, "sevens_counts=first-two", EDGE, 100 - 112.62, WITHIN_2 },
    { "MBJ-17(e)(3)", "sevens", LM_MBJ, 6, "sevens_counts=first-two", EDGE, 100 - 117.09, WITHIN_2 },
    { "MBJ-17(e)(3)", "sevens", LM_MBJ, 8, "sevens_counts=first-two", EDGE, 100 - 119.46, WITHIN_2 },
    { "MBJ-17(e)(3)", "sevens", LM_MBJ, 4, "sevens_counts=first-three", EDGE, 100 - 139.08, WITHIN_2 },
    { "MBJ-17(e)(3)", "sevens", LM_MBJ, 6, "sevens_counts=first-three", EDGE, 100 - 143.47, WITHIN_2 },
    { "MBJ-17(e)(3)", "sevens", LM_MBJ, 8, "sevens_counts=first-three", EDGE, 100 - 145.80, WITHIN_2 },

    /* The up card is the third card in Massachusetts; in Washington the peek sometimes leaves none (C-45) */
    { "MBJ-31(d).2", "blazing7:1", LM_MBJ, 6, "blazing7.seed=2000 blazing7.contribution=24", EDGE, 24.78, WITHIN_2 },
    { "MBJ-31(d).2", "blazing7:2", LM_MBJ, 6, "blazing7.seed=2000 blazing7.contribution=24", EDGE, 23.59, WITHIN_2 },
    { "MBJ-31(d).2", "blazing7:1", LM_MBJ, 6, "", HIT, 14.82, WITHIN_2 },
    { "MBJ-31(d).2", "blazing7:2", LM_MBJ, 6, "", HIT, 14.82, WITHIN_2 },
    { "WB7-T1.2", "blazing7:1", LM_WFB, 6, "hole_card=unseen", EDGE, 24.78, WITHIN_2 },
    { "WB7-T2.2", "blazing7:2", LM_WFB, 6, "hole_card=unseen", EDGE, 23.59, WITHIN_2 },
    { "WB7-T1.2", "blazing7:1", LM_WFB, 6, "hole_card=reader", EDGE, 25.19, WITHIN_2 },
    { "WB7-T2.2", "blazing7:2", LM_WFB, 6, "hole_card=reader", EDGE, 24.06, WITHIN_2 },
    { "WB7-T1.2", "blazing7:1", LM_WFB, 6, "hole_card=reader", HIT, 14.82, WITHIN_2 },
    { "WB7-T2.2", "blazing7:2", LM_WFB, 6, "hole_card=reader", HIT, 14.82, WITHIN_2 },
    { "WB7-T1.2", "blazing7:1", LM_WFB, 4, "hole_card=reader", HIT, 14.827, WITHIN_3 },
    { "WB7-T1.2", "blazing7:1", LM_WFB, 8, "hole_card=reader", HIT, 14.810, WITHIN_3 },
};
/* clang-format on */

static void test_rows(void **state)
{
    static const lm_play_facts always = { .strategy = "draws to every pair of sevens", .draws_to_sevens = 0x7fe };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        char what[96];
        lm_rules rules = rules_with((lm_rule_set)r->set, r->decks, r->settings);
        lm_price price = price_of(&rules, r->wager, (lm_price_ask){ .facts = &always });
        assert_adds_up(&price);
        snprintf(what, sizeof what, "%s %dd %s %s %%", r->wager, r->decks, r->settings,
                 r->figure == EDGE ? "edge" : "hit");
        compare(r->clause, what, 100 * (r->figure == EDGE ? price.house_edge : price.hit_frequency), r->wanted,
                r->within);
    }
}

static const int deck_counts[5] = { 1, 2, 4, 6, 8 };

/* Published figures under the headings that C-27 corrects; those of table 3 were not computed exactly (C-28). */
static void test_push22(void **state)
{
    /* clang-format off */
    static const struct {
        const char *clause, *wager, *settings;
        double within; /* of the published figure */
        double published[5], exact[5];
    } tables[] = {
        { "WFB-P22M.1", "push22:1", "dealer_soft17=hit", 0.01,
          { 9.04, 7.10, 6.16, 5.85, 5.70 }, { 9.0376, 7.0999, 6.1620, 5.8539, 5.7007 } },
        { "WFB-P22M.2", "push22:2", "dealer_soft17=hit", 0.01,
          { 14.98, 12.99, 12.03, 11.70, 11.55 }, { 14.9737, 12.9869, 12.0250, 11.7090, 11.5519 } },
        { "WFB-P22M.3", "push22:1", "dealer_soft17=stand", 0.01,
          { 10.03, 8.09, 7.15, 6.84, 6.69 }, { 10.0297, 8.0900, 7.1512, 6.8429, 6.6895 } },
        { "WFB-P22M.4", "push22:2", "dealer_soft17=stand", 0.01,
          { 15.88, 13.89, 12.93, 12.61, 12.46 }, { 15.8782, 13.8907, 12.9285, 12.6124, 12.4552 } },
        { "WFB-P22M.5", "push22:3", "dealer_soft17=hit", 0.2,
          { 11.80, 11.72, 11.70, 11.71, 11.75 }, { 11.9658, 11.8357, 11.7757, 11.7565, 11.7471 } },
        { "WFB-P22M.6", "push22:3", "dealer_soft17=stand", 0.2,
          { 13.00, 12.92, 12.88, 12.88, 12.86 }, { 13.1189, 12.9776, 12.9122, 12.8911, 12.8808 } },
    };
    /* clang-format on */
    (void)state;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        for (int i = 0; i < 5; i++) {
            char what[96];
            lm_rules rules = rules_with(LM_WFB, deck_counts[i], tables[t].settings);
            lm_price price = price_of(&rules, tables[t].wager, (lm_price_ask){ 0 });
            assert_adds_up(&price);
            snprintf(what, sizeof what, "%s %dd %s edge %%", tables[t].wager, deck_counts[i], tables[t].settings);
            compare(tables[t].clause, what, 100 * price.house_edge, tables[t].exact[i], WITHIN_4);
            compare(tables[t].clause, what, 100 * price.house_edge, tables[t].published[i], tables[t].within);
        }
    }
}

/* A figure printed with so many digits, by the outcome's name in the pay table. */
typedef struct {
    const char *outcome;
    double wanted, within;
} chance;

static double chance_of(const lm_price *price, const char *outcome)
{
    for (int o = 0; o < price->outcomes; o++) {
        if (strcmp(price->wager->outcomes[o], outcome) == 0) return price->probability[o];
    }
    fail_msg("no outcome %s", outcome);
    return 0;
}

static void compare_chances(const char *clause, const lm_price *price, const chance *chances)
{
    assert_adds_up(price);
    for (; chances->outcome; chances++)
        compare(clause, chances->outcome, chance_of(price, chances->outcome), chances->wanted, chances->within);
}

static void test_chances(void **state)
{
    /* clang-format off */
    static const struct {
        const char *clause, *wager;
        int set, decks;
        const char *settings;
        chance chances[12];
    } tables[] = {
        { "MFB-10(c)", "push22:A", LM_MFB, 1, "dealer_soft17=hit", {
            { "22 of one suit", 0.002712, 0.501e-6 }, { "22 of one colour", 0.01400 - 0.002712, 0.6e-5 } } },
        { "MFB-10(c)", "push22:A", LM_MFB, 6, "dealer_soft17=hit", {
            { "22 of one suit", 0.003327, 0.501e-6 }, { "22 of one colour", 0.01499 - 0.003327, 0.6e-5 },
            { "22", 0.07354 - 0.01499, 1.01e-5 } } },
        { "MFB-10(c)", "push22:A", LM_MFB, 8, "dealer_soft17=stand", {
            { "22 of one suit", 0.003347, 0.501e-6 }, { "22 of one colour", 0.01494 - 0.003347, 0.6e-5 },
            { "22", 0.07260 - 0.01494, 1.01e-5 } } },
        { "MBJ-31(d).2", "blazing7:1", LM_MBJ, 4, "", {
            { "one 7", 0.142698, 0.501e-6 }, { "two 7s", 0.0051953, 0.501e-7 }, { "three 7s", 3.031e-4, 0.501e-7 },
            { "three 7s, one colour", 6.494e-5, 0.501e-8 } } },
        { "MBJ-31(d).2", "blazing7:1", LM_MBJ, 6, "", {
            { "one 7", 0.142468, 0.501e-6 }, { "two 7s", 0.0052851, 0.501e-7 }, { "three 7s", 3.160e-4, 0.501e-7 },
            { "three 7s, one colour", 7.181e-5, 0.501e-8 }, { "three 7s, one suit", 1.596e-5 * 3 / 4, 0.4e-8 } } },
        { "MBJ-31(d).2", "blazing7:1", LM_MBJ, 8, "", {
            { "one 7", 0.142354, 0.501e-6 }, { "two 7s", 0.0053297, 0.501e-7 }, { "three 7s", 3.224e-4, 0.501e-7 },
            { "three 7s, all diamonds", 1.880e-5 / 4, 0.13e-8 } } },
        { "MBJ-19(n).1", "super4:N", LM_MBJ, 8, "", {
            { "A-K-Q-J of the chosen suit", 1.665e-6, 0.501e-9 }, { "A-K-Q-J of one suit", 3 * 1.665e-6, 1.51e-9 },
            { "three of a kind", 5.162e-4, 0.501e-7 }, { "straight", 4.196e-4, 0.501e-7 },
            { "flush", 7.023e-4, 0.501e-7 }, { "two pair", 5.266e-4, 0.501e-7 }, { "one colour", 4.990e-3, 0.501e-6 },
            { "pair", 1.331e-2, 0.501e-5 }, { "any other four cards", 2.698e-2, 0.501e-5 },
            { "ace up, no blackjack", 0.05320, 0.501e-5 },
            { "no blackjack, no ace up", 1 - 0.047451 - 0.05320, 0.6e-5 } } },
    };
    /* clang-format on */
    (void)state;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        lm_rules rules = rules_with((lm_rule_set)tables[t].set, tables[t].decks, tables[t].settings);
        lm_price price = price_of(&rules, tables[t].wager, (lm_price_ask){ 0 });
        compare_chances(tables[t].clause, &price, tables[t].chances);
    }
}

/* What a round brings per unit of the stake, every meter at its seed. */
static double net_at_seeds(const lm_price *price, const lm_joint *joint)
{
    double won = 0, stake = (double)price->stake_cents / 100;
    bool keeps = false;
    for (int i = 0; i < joint->n; i++) {
        lm_odds pays = price->pays[joint->which[i]];
        double seed = pays.form == LM_PERCENT ? price->meter[pays.meter].seed : 0;
        double paid[] = { [LM_TO] = (double)pays.a / pays.b,
                          [LM_FOR] = pays.a,
                          [LM_DOLLARS] = pays.a / stake,
                          [LM_PERCENT] = seed * pays.a / 100 / stake };
        won += paid[pays.form];
        keeps = keeps || pays.form == LM_TO;
    }
    return won - (keeps ? 0 : 1);
}

/* The joints give the spread, and the edge without the long-run cost of meters. */
static void assert_moments(const lm_price *price)
{
    double mean = 0, square = 0, seeds = 0, costs = 0;
    if (price->wager->amount_is_shown) return;
    for (int i = 0; i < price->joints; i++) {
        double net = net_at_seeds(price, &price->joint[i]);
        mean += price->joint[i].probability * net;
        square += price->joint[i].probability * net * net;
    }
    for (int m = 0; m < price->meters; m++) {
        seeds += price->meter[m].value * price->meter[m].seed * 100 / (double)price->stake_cents;
        costs += price->meter[m].cost;
    }
    double variance = square - mean * mean;
    assert_true(gap(price->sd * price->sd, variance) < 1e-12 * (1 + variance));
    assert_true(gap(price->house_edge, seeds - mean - costs) < 1e-13);
}

/* Every wager, every table, every deck count: the ways add up, and mean and spread are those of the chances. */
static void test_all_add_up(void **state)
{
    static const lm_play_facts facts = {
        .strategy = "a test", .lammers = { 0.7, 0.2, 0.03, 0.01 }, .advance = 0.4, .fall = 0.5, .draws_to_sevens = 0x7fe
    };
    int prices = 0;
    (void)state;
    for (int w = 0; lm_wagers[w]; w++) {
        for (int t = 0; lm_wagers[w]->paytables[t].clause; t++) {
            for (int decks = 1; decks <= 8; decks++) {
                lm_rules rules = rules_with(LM_MBJ, decks, "buster_bonus=B1");
                lm_offer offer;
                lm_price price;
                lm_price_offer(&offer, lm_wagers[w], t);
                lm_price_ask ask = { .rules = &rules, .offer = &offer, .facts = &facts };
                assert_int_equal(lm_price_wager(&price, &ask, price_memory, sizeof price_memory), LM_PRICE_OK);
                if (price.exact) assert_adds_up(&price);
                double sum = 0;
                for (int i = 0; i < price.joints; i++)
                    sum += price.joint[i].probability;
                assert_true(gap(sum, 1) < 1e-12);
                assert_moments(&price);
                assert_true(gap(price.hit_frequency, 1 - price.probability[0]) < 1e-12);
                prices++;
            }
        }
    }
    print_message("%d prices add up\n", prices);
}

/* Two awards in a round: none, one or two of either kind, in any order of the cards. */
static void test_two_awards(void **state)
{
    lm_rules rules = rules_with(LM_MBJ, 6, "");
    lm_price price = price_of(&rules, "match-dealer", (lm_price_ask){ 0 });
    double both = 5.0 * 4 / (311 * 310), first = 5.0 / 311; /* suited matches */
    (void)state;
    assert_int_equal(price.joints, 6);
    for (int i = 0; i < price.joints; i++) {
        const lm_joint *joint = &price.joint[i];
        if (joint->n == 2 && joint->which[0] == 2)
            compare("MBJ-23(a)(2)", "both cards match suited", joint->probability, both, 1e-17);
    }
    compare("MBJ-23(a)(2)", "suited matches in a round", price.probability[2], 2 * first, 1e-16);
}

/* Ways are whole numbers, and 128 bits are not enough for all of them: the last digit tells. */
static void test_wide_numbers(void **state)
{
    lm_rules rules = rules_with(LM_WFB, 8, "dealer_soft17=hit");
    lm_price price = price_of(&rules, "push22:1", (lm_price_ask){ 0 });
    char text[LM_WIDE_TEXT];
    (void)state;
    lm_wide_write(&price.all, text);
    print_message("all ways of fifteen cards from eight decks: %s\n", text);
    assert_string_equal(text, "1497911366088534977823935365757411328000");
    assert_true(lm_wide_compare(&price.ways[0], &price.all) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),       cmocka_unit_test(test_push22),     cmocka_unit_test(test_chances),
        cmocka_unit_test(test_all_add_up), cmocka_unit_test(test_two_awards), cmocka_unit_test(test_wide_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
