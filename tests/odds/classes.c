/* classes.c - play after a split by class (docs/odds.md), through the five verbs on small shoes, and known figures.
 *
 * The value of each class is that of its own play over all orders of the shoe. No change of its decisions that the
 * class allows improves it. A wider class is never worse, and the best player who sees everything is never worse than
 * any. That player is the class opt: tests/odds/seen.c. */
/* soak */
#include "kit/facts_help.h"
#include "kit/prove.h"

static const char *const names[] = { "td", "cdz-", "cdz", "cdp", "cdpn" };

/* A player of a class, who may do something else in one place. */
typedef struct {
    bout *b;
    lm_post_split class;
    const lm_plays *plays; /* of the class */
    lm_after after;
    bool changes;
    struct {
        lm_seen seen;
        lm_held held; /* cards without their order: by count of values */
        uint8_t count[11];
        lm_after after;
        lm_play play;
        int suited; /* of two cards: they are of one suit, or not; -1: either */
    } change;
    bool met;
} classed;

static void look(void *self, const lm_round *round)
{
    classed *p = self;
    const lm_box *box = &round->box[0];
    p->after = (lm_after){ box->hands > 1 ? (uint8_t)lm_card_value(box->hand[0].card[0]) : 0, box->hands };
}

static void count_values(const lm_held *held, uint8_t count[11])
{
    memset(count, 0, 11);
    for (int i = 0; i < held->n; i++)
        count[held->value[i]]++;
}

static bool is_there(const classed *p, lm_seen seen, const lm_held *held, unsigned allowed)
{
    uint8_t count[11];
    count_values(held, count);
    bool same = p->changes && seen.up == p->change.seen.up && seen.second == p->change.seen.second &&
                held->staked == p->change.held.staked && !memcmp(count, p->change.count, 11) &&
                allowed >> p->change.play & 1;
    if (p->change.suited >= 0) same &= held->suited == (p->change.suited == 1);
    bool free = p->change.play != LM_PLAY_SPLIT || held->split_costs == p->change.held.split_costs;
    if (p->class == LM_POST_SPLIT_CDZ) return same && free;
    same &= p->after.value == p->change.after.value;
    return same && free && (p->class == LM_POST_SPLIT_CDP || p->after.hands == p->change.after.hands);
}

static lm_play as_class(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    classed *p = self;
    if (is_there(p, seen, held, allowed)) {
        p->met = true;
        return p->change.play;
    }
    return lm_plays_choice(p->plays, seen, held, &p->after, allowed);
}

static bool even_money_of(void *self, bool special)
{
    return even_money(((classed *)self)->b, special);
}

/* The play of a class as a table, one at a time. */
static const lm_plays *plays_of(lm_game *game, lm_post_split class)
{
    static void *memory;
    free(memory);
    memory = malloc(lm_plays_size(game));
    assert_non_null(memory);
    return lm_plays_fill(game, class, memory);
}

static bool play_class(bout *b, lm_post_split class, test_tally *t)
{
    classed p = { .b = b, .class = class, .plays = plays_of(b->game, class) };
    const test_strategy strategy = { as_class, even_money_of, &p, look };
    return test_play(&b->question, &strategy, t) && !t->ran_out;
}

static int value_in(const lm_census *census, test_random *random)
{
    int at = test_random_below(random, lm_census_total(census)), card = 0;
    for (; at >= census->copies[card]; card++)
        at -= census->copies[card];
    return lm_card_value((lm_card)card);
}

/* Another answer for one hand after a split. */
static void draw_change(classed *p, test_random *random)
{
    int which = test_random_below(random, lm_game_columns(p->b->game)), value = value_in(&p->b->census, random);
    int more = 1 + test_random_below(random, 3);
    p->change.seen = lm_game_column(p->b->game, which);
    p->change.held = (lm_held){ .n = 1, .value = { (uint8_t)value } };
    for (int i = 0; i < more; i++)
        p->change.held.value[p->change.held.n++] = (uint8_t)value_in(&p->b->census, random);
    p->change.held.staked = lm_is_free_bet(&p->b->rules) && test_random_below(random, 2);
    p->change.held.split_costs = !lm_is_free_bet(&p->b->rules) || test_random_below(random, 2);
    count_values(&p->change.held, p->change.count);
    p->change.after = (lm_after){ (uint8_t)value, (uint8_t)(2 + test_random_below(random, 2)) };
    p->change.suited = p->b->rules.bonus_678 ? test_random_below(random, 3) - 1 : -1;
    p->change.play = (lm_play)test_random_below(random, LM_PLAY_SPLIT + 1);
    p->changes = true;
}

/* Returns how many changes were met in play. Where a dealer blackjack comes late, the play is not claimed to be the
 * best. */
static int prove_best(bout *b, lm_post_split class, const test_tally *best, int times, test_random *random)
{
    int met = 0;
    const lm_plays *plays = plays_of(b->game, class);
    bool late = b->rules.hole_card == LM_HOLE_NONE || b->rules.hole_card == LM_HOLE_UNSEEN;
    bool left = late || (b->rules.bonus_678 && class == LM_POST_SPLIT_CDZ);
    for (int i = 0; i < times && !left; i++) {
        classed p = { .b = b, .class = class, .plays = plays };
        const test_strategy strategy = { as_class, even_money_of, &p, look };
        test_tally t;
        draw_change(&p, random);
        if (!test_play(&b->question, &strategy, &t) || t.ran_out) continue;
        met += p.met;
        if (t.item[TEST_NET] > best->item[TEST_NET] + best->item[TEST_ORDERS] / 1000000000)
            wrong(b, names[class], test_mean(best), test_mean(&t));
    }
    return met;
}

typedef struct {
    int proved, better, met, wrong;
} score;

static void prove_one(int seed, score *sum)
{
    static bout b;
    lm_rules rules;
    lm_census census;
    test_tally t, best;
    test_random random = test_random_from(12, seed);
    test_rules_draw(&rules, &random, seed % 3 != 0);
    draw_shoe(&census, &rules, true, &random);
    if (!open_bout(&b, seed, &rules, &census)) return;
    double before = lm_game_mean(b.game), chart = lm_game_class_mean(b.game, LM_POST_SPLIT_TD);
    bool done = false;
    for (int class = LM_POST_SPLIT_CDZ_MINUS; class < LM_POST_SPLIT_OPT; class ++) {
        double mean = lm_game_class_mean(b.game, (lm_post_split) class);
        if (mean < before - 1e-13) wrong(&b, names[class], mean, before);
        if (class == LM_POST_SPLIT_CDZ && mean < chart - 1e-13) wrong(&b, "the chart", mean, chart);
        if (!play_class(&b, (lm_post_split) class, &t)) break;
        char what[64];
        snprintf(what, sizeof what, /* say:test-class-value */ "value of the class %s", names[class]);
        expect(&b, what, mean, test_mean(&t));
        sum->better += mean > before + 1e-12;
        if (class > LM_POST_SPLIT_CDZ_MINUS) sum->met += prove_best(&b, (lm_post_split) class, &t, 12, &random);
        before = mean;
        done = true;
    }
    if (done && test_play_best(&b.question, &best) && !best.ran_out && before > test_mean(&best) + 1e-12)
        wrong(&b, "everything seen", before, test_mean(&best));
    sum->proved += done;
    sum->wrong += b.wrong > 0;
}

/* Two cards of 6-7-8 after a split, in a shoe where their suits matter: each suited and each unsuited hand may act
 * otherwise, and no such change is better. */
static const char *const suited_shoes[] = {
    "2c 2c 2c 6h 6s 7h 7s 8h 8s Td Td Td",
};

/* Tries each play of two suited cards after the split of a value; returns how many came about. */
static int prove_suited(bout *b, lm_post_split class, int value, const test_tally *best)
{
    const lm_plays *plays = plays_of(b->game, class);
    int met = 0;
    for (int at = 0; at < lm_game_columns(b->game) * 9; at++) {
        int other = 6 + at % 3, play = at / 3 % 3;
        classed p = { .b = b, .class = class, .plays = plays, .changes = other != value };
        const test_strategy strategy = { as_class, even_money_of, &p, look };
        test_tally t;
        p.change.seen = lm_game_column(b->game, at / 9);
        p.change.held = (lm_held){ .n = 2, .value = { (uint8_t)value, (uint8_t)other } };
        count_values(&p.change.held, p.change.count);
        p.change.after = (lm_after){ (uint8_t)value, 2 };
        p.change.play = (lm_play)play;
        p.change.suited = 1;
        if (!p.changes || !test_play(&b->question, &strategy, &t)) continue;
        met += p.met;
        if (t.item[TEST_NET] > best->item[TEST_NET] + best->item[TEST_ORDERS] / 1000000000)
            wrong(b, names[class], test_mean(best), test_mean(&t));
    }
    return met;
}

static void test_suited(void **state)
{
    (void)state;
    static bout b;
    score sum = { 0 };
    for (size_t i = 0; i < sizeof suited_shoes / sizeof *suited_shoes; i++) {
        lm_rules rules;
        lm_census census;
        assert_true(test_rules_read(&rules, "rule_set=mbj decks=8 bonus_678=on bonus_on_double=on split_hands=2 "
                                            "free_double=none free_split=none"));
        assert_true(test_census_read(&census, suited_shoes[i]));
        assert_true(open_bout(&b, (int)i, &rules, &census));
        b.question.most_places = 0;
        for (int class = LM_POST_SPLIT_CDP; class < LM_POST_SPLIT_OPT; class ++) {
            test_tally t;
            double mean = lm_game_class_mean(b.game, (lm_post_split) class);
            if (!play_class(&b, (lm_post_split) class, &t)) continue;
            expect(&b, names[class], mean, test_mean(&t));
            sum.better += mean > lm_game_mean(b.game) + 1e-12;
            sum.met += prove_suited(&b, (lm_post_split) class, 8, &t);
            sum.proved++;
        }
        assert_int_equal(b.wrong, 0);
    }
    print_message("suited: %d plays, %d better than cdz-, %d changes tried\n", sum.proved, sum.better, sum.met);
    assert_true(sum.proved > 0 && sum.better > 0 && sum.met > 0);
}

/* Aces, tens and one value more without a hole card: pairs are split where a dealer blackjack may come, and what it takes
 * depends on all hands together. Play by the number of hands costs what the verbs say. */
static void prove_late(int seed, score *sum)
{
    static bout b;
    test_random random = test_random_from(17, seed);
    static const char *const takes[] = { "original", "busted-plus-one", "all" };
    char settings[200], shoe[32];
    int n = 0, value = '3' + test_random_below(&random, 7);
    const int copies[] = { 1, 4 + test_random_below(&random, 2), 4 + test_random_below(&random, 2) };
    lm_rules rules;
    lm_census census;
    snprintf(settings, sizeof settings,
             "rule_set=mbj decks=8 hole_card=none dealer_bj_takes=%s split_hands=%d free_double=none free_split=none",
             takes[seed % 3], 3 + test_random_below(&random, 2));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < copies[i]; k++)
            shoe[n++] = (char)(i == 0 ? 'A' : i == 1 ? value : 'T');
    }
    shoe[n] = 0;
    assert_true(test_rules_read(&rules, settings));
    assert_true(test_census_read(&census, shoe));
    if (!open_bout(&b, seed, &rules, &census)) return;
    double before = lm_game_mean(b.game);
    for (int class = LM_POST_SPLIT_CDP; class <= LM_POST_SPLIT_OPT; class ++) {
        test_tally t;
        double mean = lm_game_class_mean(b.game, (lm_post_split) class);
        if (mean < before - 1e-13) wrong(&b, lm_post_split_name((lm_post_split) class), mean, before);
        if (!play_class(&b, (lm_post_split) class, &t)) break;
        expect(&b, lm_post_split_name((lm_post_split) class), mean, test_mean(&t));
        sum->better += class == LM_POST_SPLIT_CDPN && mean > before + 1e-12;
        sum->proved++;
        before = mean;
    }
    sum->wrong += b.wrong > 0;
}

static void test_late(void **state)
{
    (void)state;
    score sum = { 0 };
    for (int seed = 0; seed < 24; seed++)
        prove_late(seed, &sum);
    print_message("late: %d plays, %d of cdpn better than cdp\n", sum.proved, sum.better);
    assert_true(sum.proved > 20 && sum.better > 0);
    assert_int_equal(sum.wrong, 0);
}

static void test_small_shoes(void **state)
{
    (void)state;
    score sum = { 0 };
    proof p = cases("classes", 10, 400);
    for (int tried = 0; proof_goes_on(&p, sum.proved) && tried < 40 * (sum.proved + 20); tried++)
        prove_one((int)p.seed + tried, &sum);
    assert_false(proof_goes_on(&p, sum.proved));
    assert_true(sum.better > 0 && sum.met > 0);
    assert_int_equal(sum.wrong, 0);
    proof_end(&p, sum.proved, "rule sets and shoes", "%d times a wider class is better, %d changes tried: 0 improve",
              sum.better, sum.met);
}

/* --- known figures */

static int column_up(const lm_game *game, int up)
{
    return column_of(game, (lm_seen){ (uint8_t)up, 0 });
}

/* One deck, soft 17 stood on, doubles after splits, four hands: two twos against a 6. After the split 2-6 is doubled,
 * which is a mistake for the same unsplit hand. */
static void test_twos(void **state)
{
    (void)state;
    lm_game *game = fresh_game(LM_MBJ, 1, BLACKJACK S17);
    int six = column_up(game, 6);
    const lm_held held = { .n = 2, .value = { 2, 6 } };
    const lm_after unsplit = { 0, 1 }, split = { 2, 2 };
    unsigned allowed = 1U << LM_PLAY_STAND | 1U << LM_PLAY_HIT | 1U << LM_PLAY_DOUBLE;
    compare("MBJ-11", "2,2 against 6, cdz-", lm_game_split_value(game, six, LM_POST_SPLIT_CDZ_MINUS, 2), 0.29472, 5e-6);
    compare("MBJ-11", "2,2 against 6, cdp", lm_game_split_value(game, six, LM_POST_SPLIT_CDP, 2), 0.30537, 5e-6);
    assert_int_equal(lm_game_choice_after(game, six, LM_POST_SPLIT_CDP, &held, &unsplit, allowed), LM_PLAY_HIT);
    assert_int_equal(lm_game_choice_after(game, six, LM_POST_SPLIT_CDP, &held, &split, allowed), LM_PLAY_DOUBLE);
    assert_int_equal(lm_game_choice_after(game, six, LM_POST_SPLIT_CDZ_MINUS, &held, &split, allowed), LM_PLAY_HIT);
}

static void test_order(void **state)
{
    (void)state;
    static const struct {
        lm_rule_set set;
        int decks;
        const char *settings;
    } table[] = { { LM_MBJ, 1, BLACKJACK H17 }, { LM_MBJ, 2, BLACKJACK S17 }, { LM_WFB, 6, FREE_BET } };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lm_game *game = fresh_game(table[i].set, table[i].decks, table[i].settings);
        double mean[LM_POST_SPLIT_OPT];
        for (int class = 0; class < LM_POST_SPLIT_OPT; class ++)
            mean[class] = lm_game_class_mean(game, (lm_post_split) class);
        assert_true(mean[LM_POST_SPLIT_CDZ_MINUS] == lm_game_mean(game));
        assert_true(mean[LM_POST_SPLIT_TD] < mean[LM_POST_SPLIT_CDP]);
        assert_true(mean[LM_POST_SPLIT_TD] <= mean[LM_POST_SPLIT_CDZ]);
        assert_true(mean[LM_POST_SPLIT_CDZ_MINUS] < mean[LM_POST_SPLIT_CDZ]);
        assert_true(mean[LM_POST_SPLIT_CDZ] < mean[LM_POST_SPLIT_CDP]);
        assert_true(mean[LM_POST_SPLIT_CDP] < mean[LM_POST_SPLIT_CDPN]);
    }
}

/* Where no pair can be dealt, all classes are one. */
static void test_no_pairs(void **state)
{
    (void)state;
    lm_rules rules;
    lm_census census;
    assert_true(test_rules_read(&rules, "rule_set=mbj decks=8 free_double=none free_split=none"));
    assert_true(test_census_read(&census, "A23456789T"));
    lm_game *game = open_game(&rules, &census);
    for (int class = LM_POST_SPLIT_CDZ_MINUS; class < LM_POST_SPLIT_OPT; class ++)
        assert_true(lm_game_class_mean(game, (lm_post_split) class) == lm_game_mean(game));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twos), cmocka_unit_test(test_order),  cmocka_unit_test(test_no_pairs),
        cmocka_unit_test(test_late), cmocka_unit_test(test_suited), cmocka_unit_test(test_small_shoes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
