/* prove.c - the analyser against all orders of small shoes, played through the five verbs. */
/* sanitized */
/* soak */
/* Rules of every mode of play are drawn at random, and a shoe of up to thirty cards with them. The analyser says how
 * it would play and what that is worth; the enumerator plays so, card by card, and must find the same figures. A
 * player who sees everything on the table and may do anything never does worse, and where nothing can be split
 * no better. */
#include "kit/prove.h"

/* --- the chart as a player */

typedef struct {
    bout *b;
    lm_chart chart;
} charted;

static lm_play as_chart(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    const lm_chart *chart = &((const charted *)self)->chart;
    return lm_chart_choice(chart, lm_chart_column(chart, seen.up, seen.second), held, allowed);
}

static bool chart_even_money(void *self, bool special)
{
    return even_money(((charted *)self)->b, special);
}

/* --- figures */

static double spread(const test_tally *t)
{
    double mean = test_mean(t);
    return sqrt(test_share(t, TEST_SQUARE) / (TEST_TENTHS * TEST_TENTHS) - mean * mean);
}

/* The signs of three or four hands are the one thing that the analyser only approximates. Its error has the order of
 * 1 / n^2 with n cards in the shoe. */
static void compare_signs(bout *b, const lm_figures *f, const test_tally *t)
{
    const struct {
        const char *name;
        double analyser;
        test_item item;
    } signs[] = { { "win", f->win, TEST_WIN },       { "push", f->push, TEST_PUSH },
                  { "lose", f->lose, TEST_LOSE },    { "advance", f->advance, TEST_ADVANCE },
                  { "level", f->level, TEST_LEVEL }, { "fall", f->fall, TEST_FALL } };
    double n = lm_census_total(&b->census), slack = close_enough + 3 * test_share(t, TEST_CROWDED) / (n * n);
    for (int i = 0; i < (t->spots > 1 ? 3 : 6); i++) {
        double verbs = test_share(t, signs[i].item);
        if (!(fabs(signs[i].analyser - verbs) <= slack)) wrong(b, signs[i].name, signs[i].analyser, verbs);
    }
}

static void compare_figures(bout *b, const lm_figures *f, const test_tally *t)
{
    char what[32];
    expect(b, "mean of the figures", f->mean, test_mean(t));
    expect(b, "staked", f->staked, test_share(t, TEST_STAKED) / (TEST_TENTHS * t->spots));
    expect(b, "sd", f->sd, spread(t));
    compare_signs(b, f, t);
    expect(b, "free doubles", f->free_doubles, test_share(t, TEST_FREE_DOUBLES));
    expect(b, "paid doubles", f->paid_doubles, test_share(t, TEST_PAID_DOUBLES));
    expect(b, "free splits", f->free_splits, test_share(t, TEST_FREE_SPLITS));
    expect(b, "paid splits", f->paid_splits, test_share(t, TEST_PAID_SPLITS));
    expect(b, "surrenders", f->surrenders, test_share(t, TEST_SURRENDERS));
    expect(b, "blackjacks", f->blackjacks, test_share(t, TEST_BLACKJACKS));
    expect(b, "dealer blackjacks", f->dealer_blackjacks, test_share(t, TEST_DEALER_BLACKJACKS));
    expect(b, "busts", f->busts, test_share(t, TEST_BUSTS));
    for (int i = 0; i < 8; i++) {
        snprintf(what, sizeof what, "lammers[%d]", i);
        expect(b, what, f->lammers[i], test_share(t, TEST_LAMMERS + i));
    }
}

static void compare_optimum(bout *b, const test_tally *t)
{
    lm_figures figures;
    expect(b, "mean", lm_game_mean(b->game), test_mean(t));
    lm_game_figures(b->game, &figures);
    compare_figures(b, &figures, t);
}

static void compare_chart(bout *b, const lm_chart *chart, const test_tally *t)
{
    lm_figures figures;
    expect(b, "mean of the chart", lm_game_chart_mean(b->game, chart), test_mean(t));
    lm_game_chart_figures(b->game, chart, &figures);
    compare_figures(b, &figures, t);
}

/* Whether the shoe is large enough: with this play it never runs out. */
static bool prove_optimum(bout *b, test_tally *t)
{
    const test_strategy strategy = { as_optimum, even_money, b };
    if (!test_play(&b->question, &strategy, t) || t->ran_out) return false;
    compare_optimum(b, t);
    return true;
}

static bool prove_chart(bout *b)
{
    static charted c;
    const test_strategy strategy = { as_chart, chart_even_money, &c };
    test_tally t;
    c.b = b;
    lm_game_chart(b->game, &c.chart);
    if (!test_play(&b->question, &strategy, &t) || t.ran_out) return false;
    compare_chart(b, &c.chart, &t);
    return true;
}

/* No player does better than the best, and without a pair the analyser does as well. */
static bool prove_best(bout *b, const test_tally *optimum, bool pairs)
{
    test_tally t;
    if (!test_play_best(&b->question, &t) || t.ran_out) return false;
    bool more = optimum->item[TEST_NET] > t.item[TEST_NET], same = optimum->item[TEST_NET] == t.item[TEST_NET];
    if (more) wrong(b, "more than the best", test_mean(optimum), test_mean(&t));
    if (!pairs && !same) wrong(b, "less than the best without a split", test_mean(optimum), test_mean(&t));
    return true;
}

/* --- prices */

static lm_held draw_held(const bout *b, int n, test_random *random)
{
    lm_held held = { .n = 0 };
    lm_census left = b->census;
    for (int tries = 0; held.n < n && tries < 1000; tries++) {
        int card = test_random_below(random, LM_CARDS);
        if (!left.copies[card]) continue;
        left.copies[card]--;
        held.value[held.n++] = (uint8_t)lm_card_value((lm_card)card);
    }
    return held;
}

/* A player who splits one pair whenever allowed and otherwise follows the optimum: it shows the value of that one
 * split. */
typedef struct {
    bout *b;
    const lm_held *pair;
    bool declines; /* splits again only while the house pays, where it paid for the first split */
} splitter;

static lm_play as_splitter(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    const splitter *s = self;
    bool same = held->n == 2 && held->staked == LM_STAKED_CHIPS && held->value[0] == s->pair->value[0] &&
                held->value[1] == s->pair->value[1];
    bool began_free = s->b->rules.free_splits && s->b->rules.free_split >> held->value[0] & 1;
    bool splits = same && allowed >> LM_PLAY_SPLIT & 1;
    if (splits && s->declines && began_free && held->split_costs) allowed &= ~(1U << LM_PLAY_SPLIT), splits = false;
    return splits ? LM_PLAY_SPLIT : as_optimum(s->b, seen, held, allowed);
}

static bool play_by(bout *b, lm_seen seen, const lm_held *held, lm_play play, const test_strategy *strategy,
                    test_tally *t)
{
    return test_play_from(&b->question, seen, held, play, strategy, t) && !t->ran_out && t->item[TEST_ORDERS];
}

/* A split is worth the better of two: splitting again always, or only while the house pays. */
static bool play_from(bout *b, lm_seen seen, const lm_held *held, lm_play play, test_tally *t)
{
    splitter s = { b, held, false };
    test_tally other;
    const test_strategy optimum = { as_optimum, even_money, b }, splitting = { as_splitter, even_money, &s };
    if (play != LM_PLAY_SPLIT) return play_by(b, seen, held, play, &optimum, t);
    if (!play_by(b, seen, held, play, &splitting, t)) return false;
    s.declines = true;
    if (play_by(b, seen, held, play, &splitting, &other) && test_mean(&other) > test_mean(t)) *t = other;
    return true;
}

/* The answer for one play: its value, and who pays for it. */
static void compare_price(bout *b, const lm_prices *prices, lm_play play, const char *hand, const test_tally *t)
{
    static const char *const names[LM_PLAYS] = { "stand", "hit", "double", "split", "surrender" };
    char what[128];
    snprintf(what, sizeof what, "price of %s %s", names[play], hand);
    expect(b, what, prices->value[play], test_mean(t));
    bool free_double = play == LM_PLAY_DOUBLE && t->item[TEST_FREE_DOUBLES] > 0;
    bool free_split = play == LM_PLAY_SPLIT && t->item[TEST_FREE_SPLITS] > 0;
    snprintf(what, sizeof what, "free: %s %s", names[play], hand);
    if (prices->is_free[play] != (free_double || free_split)) wrong(b, what, prices->is_free[play], free_double);
}

static void write_hand(lm_seen seen, const lm_held *held, char *text, size_t size)
{
    int used = snprintf(text, size, "%sagainst %d %d with", held->staked == LM_STAKED_LAMMER ? "(lammer) " : "",
                        seen.up, seen.second);
    for (int i = 0; i < held->n; i++)
        used += snprintf(text + used, size - (size_t)used, " %d", held->value[i]);
}

/* Every play that the round accepts has its price, and no other has one. A hand staked by a lammer cannot be
 * surrendered, and it exists only after a split. */
static void prove_price(bout *b, lm_seen seen, const lm_held *held)
{
    char hand[96];
    lm_prices prices;
    lm_game_price(b->game, column_of(b->game, seen), held, &prices);
    write_hand(seen, held, hand, sizeof hand);
    unsigned legal = 0, ran_out = 0;
    for (int play = 0; play < LM_PLAYS; play++) {
        test_tally t;
        if (held->staked == LM_STAKED_LAMMER && play >= LM_PLAY_SPLIT) continue;
        bool whole = play_from(b, seen, held, (lm_play)play, &t);
        if (t.ran_out) ran_out |= 1U << play;
        if (whole) legal |= 1U << play;
        if (whole) compare_price(b, &prices, (lm_play)play, hand, &t);
    }
    for (int play = 0; play < LM_PLAYS && legal; play++) {
        bool asked = held->staked == LM_STAKED_CHIPS || play < LM_PLAY_SPLIT;
        if (asked && !((legal | ran_out) >> play & 1) && !isnan(prices.value[play]))
            wrong(b, hand, prices.value[play], play);
    }
    if (legal && !((legal | ran_out) >> prices.best & 1) && held->staked == LM_STAKED_CHIPS)
        wrong(b, hand, prices.best, legal);
}

/* The same hand staked by a lammer, which is not surrendered. Without a reader a dealer blackjack may still come, so
 * that such a hand has no price of its own. */
static void prove_lammer_price(bout *b, lm_seen seen, const lm_held *held)
{
    lm_held lammer = *held;
    bool late = b->rules.hole_card == LM_HOLE_NONE || b->rules.hole_card == LM_HOLE_UNSEEN;
    if (!lm_is_free_bet(&b->rules) || late) return;
    lammer.staked = LM_STAKED_LAMMER;
    prove_price(b, seen, &lammer);
}

static void prove_prices(bout *b, int times, test_random *random)
{
    for (int i = 0; i < times; i++) {
        int which = test_random_below(random, lm_game_columns(b->game));
        lm_seen seen = lm_game_column(b->game, which);
        lm_held held = draw_held(b, 2 + test_random_below(random, 3), random);
        prove_price(b, seen, &held);
        prove_lammer_price(b, seen, &held);
    }
}

/* --- splits that the house no longer pays for */

/* Follows the optimum, but splits pairs of one value and stake that take chips always, or never. */
typedef struct {
    bout *b;
    uint8_t value;
    lm_staked staked;
    bool splits;
} changed;

static lm_play as_changed(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    const changed *c = self;
    bool asked = held->n == 2 && held->value[0] == c->value && held->value[1] == c->value &&
                 held->staked == c->staked && held->split_costs && allowed >> LM_PLAY_SPLIT & 1;
    if (asked && c->splits) return LM_PLAY_SPLIT;
    return as_optimum(c->b, seen, held, asked ? allowed & ~(1U << LM_PLAY_SPLIT) : allowed);
}

static bool even_money_of_changed(void *self, bool special)
{
    return even_money(((changed *)self)->b, special);
}

/* No other answer to splits for chips, on hands with chips or with a lammer, does better. */
static void prove_declining(const char *settings, const char *shoe)
{
    static bout b;
    lm_rules rules;
    lm_census census;
    test_tally best, t;
    assert_true(test_rules_read(&rules, settings) && test_census_read(&census, shoe));
    assert_true(open_bout(&b, 0, &rules, &census));
    b.question.most_places = 0;
    assert_true(prove_optimum(&b, &best));
    for (int i = 0; i < 10 * 2 * 2; i++) {
        changed c = { &b, (uint8_t)(1 + i / 4), i & 1 ? LM_STAKED_LAMMER : LM_STAKED_CHIPS, i & 2 };
        const test_strategy strategy = { as_changed, even_money_of_changed, &c };
        assert_true(test_play(&b.question, &strategy, &t));
        if (t.item[TEST_NET] > best.item[TEST_NET]) wrong(&b, "a declined split", test_mean(&best), test_mean(&t));
    }
    assert_int_equal(b.wrong, 0);
}

static void test_declined(void **state)
{
    (void)state;
    prove_declining("free_splits=1 split_hands=3", "7c 7h 7h 7s 8h 8s 8s Td Jh Qc Kd Kd Ts Qh");
    prove_declining("free_splits=1 split_hands=4 decks=8", "8888777TTTTTTTTT");
    prove_declining("free_splits=2 split_hands=4 decks=8 double_after_split=off", "88888TTTTTTTTT77");
    prove_declining("free_splits=2 split_hands=4 decks=8 lammer_double=on", "999997TTTTTTTTTT");
}

/* A lammer's hand is one of two at least, so it cannot be split where two are the most. */
static void test_lammer_cannot_split(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        uint8_t value;
        bool splits, free;
    } table[] = {
        { "split_hands=2 decks=6", 8, false, false },
        { "resplit_aces=off decks=6", 1, false, false },
        { "resplit_aces=off decks=6", 8, true, true },
        { "free_splits=1 split_hands=3 decks=6", 8, true, false },
        { "free_splits=2 split_hands=4 decks=6", 8, true, true },
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        static bout b;
        lm_rules rules;
        lm_census census;
        lm_prices prices;
        lm_chart chart;
        lm_held held = { .n = 2, .value = { table[i].value, table[i].value }, .staked = LM_STAKED_LAMMER };
        assert_true(test_rules_read(&rules, table[i].settings));
        lm_census_fresh(&census, (int)rules.decks);
        assert_true(open_bout(&b, 0, &rules, &census));
        lm_game_price(b.game, 4, &held, &prices);
        assert_int_equal(!isnan(prices.value[LM_PLAY_SPLIT]), table[i].splits);
        if (!table[i].splits) assert_int_not_equal(prices.best, LM_PLAY_SPLIT);
        assert_int_equal(prices.is_free[LM_PLAY_SPLIT], table[i].free);
        lm_game_chart(b.game, &chart);
        lm_advice cell = chart.cell[LM_STAKED_LAMMER][LM_ROW_PAIR + table[i].value][4];
        if (!table[i].splits) assert_int_not_equal(cell.first, LM_PLAY_SPLIT);
    }
}

/* --- many */

typedef struct {
    int strategies, charts, best, prices, wrong;
} score;

static void prove_one(int seed, score *sum)
{
    static bout b;
    lm_rules rules;
    lm_census census;
    test_tally tally;
    bool pairs = seed % 4 != 0;
    test_random random = test_random_from(4, seed);
    test_rules_draw(&rules, &random, seed % 3 != 0);
    draw_shoe(&census, &rules, pairs, &random);
    if (open_bout(&b, seed, &rules, &census) && prove_optimum(&b, &tally)) {
        sum->strategies++;
        sum->charts += prove_chart(&b);
        sum->best += prove_best(&b, &tally, pairs);
        prove_prices(&b, 4, &random);
    }
    sum->wrong += b.wrong > 0;
}

/* Every two cards against everything the dealer may show. */
static void prove_all_prices(bout *b)
{
    for (int i = 0; i < lm_game_columns(b->game); i++) {
        for (uint8_t first = 1; first <= 10; first++) {
            for (uint8_t second = first; second <= 10; second++) {
                lm_held held = { .n = 2, .value = { first, second } };
                prove_price(b, lm_game_column(b->game, i), &held);
                prove_lammer_price(b, lm_game_column(b->game, i), &held);
            }
        }
    }
}

/* One case with all its prices; also one that failed again, from LAMMER_RULES and LAMMER_SHOE as it was printed. */
static int prove_given(const char *settings, const char *shoe)
{
    static bout b;
    lm_rules rules;
    lm_census census;
    test_tally tally;
    assert_true(test_rules_read(&rules, settings) && test_census_read(&census, shoe));
    assert_true(open_bout(&b, 0, &rules, &census));
    b.question.most_places = 0;
    if (!prove_optimum(&b, &tally) || !prove_chart(&b)) wrong(&b, "the shoe runs out", 0, 0);
    prove_all_prices(&b);
    return b.wrong;
}

/* What random rules and shoes seldom bring together, and past failures, as small as they could be made. */
static const struct {
    const char *rules, *shoe;
} chosen[] = {
    { "bonus_777=on decks=8 split_hands=2", "7777777789TT" },
    { "bonus_777=on bonus_on_double=on hole_card=none decks=8 split_hands=3", "777777789TTA" },
    { "five_card_21=on decks=8 split_hands=2", "AAA444555TTTTTTT" },
    { "free_split=T free_splits=1 split_hands=3 dealer_22=push decks=8", "TTTTTT222299" },
    { "bonus_678=on decks=8 split_hands=2", "6h 6s 7h 7s 8h 8s 6h 6s 7h 7s 8h 8s 9c Td" },
    { "split_hands=2 lammer_double=on hole_card=none", "As 5s 7s 8d 8h 8h 8s Jh Kh" },
    { "split_hands=2 hole_card=none dealer_bj_takes=busted-plus-one", "As 5s 7s 8d 8h 8h 8s Jh Kh" },
    { "free_splits=1", "7c 7h 7h 8h 8s 8s Td Jh Qc Kd Kd" },
    { "split_hands=2", "7s 8d 8h 8s Qd Qs Kd" },
    { "rule_set=mbj decks=8 hole_card=face-up ties=lose blackjack_pays=1:1 insurance=off double_on=9-11 "
      "split_hands=2 free_double=none free_split=none",
      "2s 4s 6h 7c 8h 9c Kc" },
    { "rule_set=mbj decks=8 hole_card=none double_card=down free_double=none free_split=none", "Ad 4h 5c 7s 8s 9s Ks" },
    { "rule_set=mbj decks=8 hole_card=unseen ties=lose even_money=on split_hands=2 free_double=none "
      "free_split=none",
      "AAAAA5555TTTTTT" },
    { "rule_set=mbj decks=8 late_insurance=on even_money=on split_hands=2 free_double=none free_split=none",
      "AAAAA888TTTTTT" },
    { "rule_set=mbj decks=8 blackjack_pays=6:5 even_money=on split_hands=2 free_double=none free_split=none",
      "AAAAA888TTTTTT" },
    { "rule_set=mbj decks=8 insurance=off even_money=on split_hands=2 free_double=none free_split=none",
      "AAAAA888TTTTTT" },
    { "rule_set=mbj decks=8 even_money=on split_hands=2 free_double=none free_split=none", "AAA888TTTTTTTTT" },
    { "rule_set=mbj decks=8 hole_card=none split_hands=3 dealer_bj_takes=busted-plus-one free_double=none "
      "free_split=none",
      "AAAATTTTTTTT88888888" },
    { "rule_set=mbj decks=8 hole_card=none split_hands=4 free_double=none free_split=none", "AAAATTTTTTTT88888888" },
    { "rule_set=mbj decks=8 surrender=early free_double=none free_split=none", "2356AA77TTTT" },
    { "rule_set=mbj decks=8 surrender=early-ten free_double=none free_split=none", "233566A7TTTT" },
    { "rule_set=mbj decks=8 surrender=early-ace even_money=on free_double=none free_split=none", "2356AA77TTTT" },
    { "rule_set=mbj decks=8 hole_card=unseen surrender=early free_double=none free_split=none", "2356AA77TTTT" },
    { "rule_set=mbj decks=8 five_card_21=charlie surrender=early free_double=none free_split=none",
      "AAA222355TTTTTTT" },
    { "rule_set=mbj decks=8 hole_card=none five_card_21=charlie split_hands=3 free_double=none free_split=none",
      "AAA22223TTTTTTT" },
    { "decks=8 hole_card=unseen split_hands=4 surrender=on free_double=any", "AAAATTTTTTTT88888888" },
    { "rule_set=mbj decks=8 split_blackjack=on special_blackjack=As+Js split_hands=2 free_double=none free_split=none",
      "As As Ac Ah Js Js Jc Td 8d 8h 9c" },
    { "decks=8 split_blackjack=on special_blackjack=As+Js split_hands=3",
      "As As Ac Ad Js Js Jc Tc Tc Td Td Th Th 9d 9d 9s" },
    { "rule_set=mbj decks=8 split_blackjack=on special_blackjack=As+Js blackjack_pays=2:1 split_hands=2 "
      "free_double=none "
      "free_split=none",
      "As As Ac Ah Js Js Jc Td 8d 8h 9c" },
};

static void test_chosen(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i += SLOWER / 2 + 1)
        failed += prove_given(chosen[i].rules, chosen[i].shoe) > 0;
    assert_int_equal(failed, 0);
}

static void test_many(void **state)
{
    (void)state;
    score sum = { 0 };
    proof p = cases("odds", 36, 1000);
    int tried = 0;
    for (; proof_goes_on(&p, sum.strategies) && tried < 20 * (sum.strategies + 20); tried++)
        prove_one((int)p.seed + tried, &sum);
    assert_false(proof_goes_on(&p, sum.strategies)); /* enough of them can be enumerated */
    assert_true(sum.strategies < 20 || (sum.best > sum.strategies / 8 && sum.charts > sum.strategies / 2));
    assert_int_equal(sum.wrong, 0);
    proof_end(&p, sum.strategies, "rule sets and shoes",
              "%d charts and %d best charts besides, as the verbs play them: 0 differ", sum.charts, sum.best);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chosen),
        cmocka_unit_test(test_declined),
        cmocka_unit_test(test_lammer_cannot_split),
        cmocka_unit_test(test_many),
    };
    const char *rules = getenv("LAMMER_RULES"), *shoe = getenv("LAMMER_SHOE");
    if (rules && shoe) return prove_given(rules, shoe) > 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
