/* prove.c - the analyser against all orders of small shoes, played through the five verbs. */
/* sanitized */
/* soak */
/* Rules of every mode of play are drawn at random, and a shoe of up to thirty cards with them. The analyser says how
 * it would play and what that is worth; the enumerator plays so, card by card, and must find the same figures. A
 * player who sees everything on the table and may do anything never does worse, and where nothing can be split he
 * does no better. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#ifdef ODDS_EXACT
#include "game.h"
#endif
#include "small_games.h"

enum { TEXT = 1024, QUICK_PLACES = 150000, SOAK_PLACES = 600000 };
static const double close_enough = 1e-12;

/* In whole numbers the chances of suits are left out, and more cards would not fit. */
#ifdef ODDS_EXACT
enum { MOST_CARDS = 24, SUITS_MATTER = 0 };
#else
enum { MOST_CARDS = TEST_CARDS, SUITS_MATTER = 1 };
#endif

/* One set of rules, one shoe, and the analyser's game of them. */
typedef struct {
    int seed;
    lm_rules rules;
    lm_census census;
    lm_game *game;
    test_question question;
    int wrong;
} bout;

static bool soaking(void)
{
    const char *soak = getenv("LAMMER_SOAK");
    return soak && *soak == '1';
}

static int from_environment(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

#ifdef LAMMER_SANITIZED
enum { SLOWER = 6 };
#else
enum { SLOWER = 1 };
#endif

/* How many cases a test takes. */
static int cases(int usually, int soak)
{
    return from_environment("LAMMER_CASES", soaking() ? soak : (usually + SLOWER - 1) / SLOWER);
}

/* --- saying what is wrong */

static void wrong(bout *b, const char *what, double analyser, double verbs)
{
    char settings[TEXT], shoe[TEXT];
    if (b->wrong++) {
        fprintf(stderr, "    also %s: analyser %.15g, verbs %.15g\n", what, analyser, verbs);
        return;
    }
    test_rules_write(&b->rules, settings, sizeof settings);
    test_census_write(&b->census, shoe, sizeof shoe);
    fprintf(stderr, "seed %d, %s: analyser %.15g, verbs %.15g\n    rules %s\n    shoe %s\n", b->seed, what,
            analyser, verbs, settings, shoe);
}

static void expect(bout *b, const char *what, double analyser, double verbs)
{
    if (!(fabs(analyser - verbs) <= close_enough)) wrong(b, what, analyser, verbs);
}

/* --- the analyser as a player */

static int column_of(const lm_game *game, lm_seen seen)
{
    for (int i = 0; i < lm_game_columns(game); i++) {
        lm_seen c = lm_game_column(game, i);
        bool same = c.up == seen.up && c.second == seen.second;
        bool turned = c.up == seen.second && c.second == seen.up;
        if (same || turned) return i;
    }
    return -1;
}

static lm_play as_optimum(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    lm_game *game = ((bout *)self)->game;
    return lm_game_choice(game, column_of(game, seen), held, allowed);
}

/* The designated blackjack pays 2 to 1: even money is better only if the dealer is more likely to have one than not. */
static bool sells_special(const bout *b)
{
    double dealer = (lm_game_insurance(b->game, 1, 10) + 1) / 3;
    return b->rules.ties == LM_TIES_PUSH && dealer > 0.5;
}

static bool even_money(void *self, bool special)
{
    return special ? sells_special(self) : lm_game_even_money(((bout *)self)->game);
}

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

/* One room for all games, and not cleaned between them. */
static void *room_for(const lm_rules *rules)
{
    static void *room;
    static size_t size;
    if (size < lm_game_size(rules)) {
        free(room);
        size = lm_game_size(rules);
        room = malloc(size);
    }
    assert_non_null(room);
    return room;
}

static bool open_bout(bout *b, int seed, const lm_rules *rules, const lm_census *census)
{
    *b = (bout){ .seed = seed, .rules = *rules, .census = *census };
    b->game = lm_game_open(room_for(rules), lm_game_size(rules), &b->rules, &b->census);
    b->question = (test_question){ .rules = &b->rules,
                                   .census = &b->census,
                                   .most_places = soaking() ? SOAK_PLACES : QUICK_PLACES };
    return b->game != NULL;
}

/* --- figures */

static double spread(const test_tally *t)
{
    double mean = test_mean(t);
    return sqrt(test_share(t, TEST_SQUARE) / (TEST_TENTHS * TEST_TENTHS) - mean * mean);
}

/* The sign of the net of three or four hands is the one thing that the analyser may only come close to. */
static void compare_signs(bout *b, const lm_figures *f, const test_tally *t)
{
    if (t->item[TEST_CROWDED]) return;
    expect(b, "win", f->win, test_share(t, TEST_WIN));
    expect(b, "push", f->push, test_share(t, TEST_PUSH));
    expect(b, "lose", f->lose, test_share(t, TEST_LOSE));
    if (t->spots > 1) return;
    expect(b, "advance", f->advance, test_share(t, TEST_ADVANCE));
    expect(b, "level", f->level, test_share(t, TEST_LEVEL));
    expect(b, "fall", f->fall, test_share(t, TEST_FALL));
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

#ifdef ODDS_EXACT
/* Both count orders of the shoe: not a single one may be missing. */
static void compare_optimum(bout *b, const test_tally *t)
{
    lm_real sum = 0;
    for (int i = 0; i < b->game->columns; i++) {
        const column *c = game_solved(b->game, i);
        if (c->solved) sum += column_mean(b->game, c, &c->best, &c->worth);
    }
    if (b->game->one != t->item[TEST_ORDERS] || sum * t->spots != t->item[TEST_NET])
        wrong(b, "exact sum", (double)sum * t->spots, (double)t->item[TEST_NET]);
}

static void compare_chart(bout *b, const lm_chart *chart, const test_tally *t)
{
    expect(b, "mean of the chart", lm_game_chart_mean(b->game, chart), test_mean(t));
    (void)compare_figures;
}
#else
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
#endif

/* Whether the shoe serves: played so, it never runs out. */
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

/* Nobody does better than the best, and without a pair the analyser does as well. */
static bool prove_best(bout *b, const test_tally *optimum, bool pairs)
{
    test_tally t;
    if (!test_play_best(&b->question, &t) || t.ran_out) return false;
    bool more = optimum->item[TEST_NET] > t.item[TEST_NET],
         same = optimum->item[TEST_NET] == t.item[TEST_NET];
    if (more) wrong(b, "more than the best", test_mean(optimum), test_mean(&t));
    if (!pairs && !same) wrong(b, "less than the best without a split", test_mean(optimum), test_mean(&t));
    return true;
}

/* --- prices */

static lm_held draw_held(const bout *b, lm_seen seen, int n, test_random *random)
{
    lm_held held = { .n = 0 };
    lm_census left = b->census;
    for (int tries = 0; held.n < n && tries < 1000; tries++) {
        int card = test_random_below(random, LM_CARDS);
        if (!left.copies[card]) continue;
        left.copies[card]--;
        held.value[held.n++] = (uint8_t)lm_card_value((lm_card)card);
    }
    (void)seen;
    return held;
}

/* A player who splits one pair whenever he may and otherwise follows the optimum: the class knows no other way to
 * split once. */
typedef struct {
    bout *b;
    const lm_held *pair;
} splitter;

static lm_play as_splitter(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    const splitter *s = self;
    bool same = held->n == 2 && held->staked == LM_STAKED_CHIPS && held->value[0] == s->pair->value[0] &&
                held->value[1] == s->pair->value[1];
    bool splits = same && allowed >> LM_PLAY_SPLIT & 1;
    return splits ? LM_PLAY_SPLIT : as_optimum(s->b, seen, held, allowed);
}

static bool play_from(bout *b, lm_seen seen, const lm_held *held, lm_play play, test_tally *t)
{
    splitter s = { b, held };
    const test_strategy optimum = { as_optimum, even_money, b }, splitting = { as_splitter, even_money, &s };
    const test_strategy *strategy = play == LM_PLAY_SPLIT ? &splitting : &optimum;
    return test_play_from(&b->question, seen, held, play, strategy, t) && !t->ran_out && t->item[TEST_ORDERS];
}

/* What is said of one play: what it is worth, and who pays for it. */
static void compare_price(bout *b, const lm_prices *prices, lm_play play, const char *hand,
                          const test_tally *t)
{
    static const char *const names[LM_PLAYS] = { "stand", "hit", "double", "split", "surrender" };
    char what[128];
    snprintf(what, sizeof what, "price of %s %s", names[play], hand);
    expect(b, what, prices->value[play], test_mean(t));
    bool free_double = play == LM_PLAY_DOUBLE && t->item[TEST_FREE_DOUBLES] > 0;
    bool free_split = play == LM_PLAY_SPLIT && t->item[TEST_FREE_SPLITS] > 0;
    snprintf(what, sizeof what, "free: %s %s", names[play], hand);
    if (prices->is_free[play] != (free_double || free_split))
        wrong(b, what, prices->is_free[play], free_double);
}

static void write_hand(lm_seen seen, const lm_held *held, char *text, size_t size)
{
    int used = snprintf(text, size, "%sagainst %d %d with",
                        held->staked == LM_STAKED_LAMMER ? "(lammer) " : "", seen.up, seen.second);
    for (int i = 0; i < held->n; i++)
        used += snprintf(text + used, size - (size_t)used, " %d", held->value[i]);
}

/* Every play that the round accepts has its price, and no other has one. A lammer's hand is not surrendered, and its
 * pair is not there before a split. */
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

/* The same hand staked by a lammer, which needs no surrender; without a reader it would not stand alone. */
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
        lm_held held = draw_held(b, seen, 2 + test_random_below(random, 3), random);
        prove_price(b, seen, &held);
        prove_lammer_price(b, seen, &held);
    }
}

/* --- what to play */

static void draw_rules(lm_rules *rules, bool legal, test_random *random)
{
    test_rules_draw(rules, random, legal);
    if (SUITS_MATTER) return;
    rules->special_blackjack = rules->bonus_678 = 0;
    lm_rules_seal(rules);
}

/* Small values make long hands, and many values many of them. */
static void draw_shoe(lm_census *census, const lm_rules *rules, bool pairs, test_random *random)
{
    if (pairs)
        test_census_draw(census, rules, 16 + test_random_below(random, MOST_CARDS - 16),
                         3 + test_random_below(random, 3), true, random);
    else
        test_census_draw(census, rules, 10, 8 + test_random_below(random, 3), false, random);
}

/* --- the main wager and a wager on lammers */

#ifndef ODDS_EXACT
typedef struct {
    bout *b;
    lm_together both;
} pair_of_wagers;

static bool is_change(const lm_change *c, int column, const lm_held *held, lm_play otherwise)
{
    bool same = c->value[0] == held->value[0] && c->value[1] == held->value[1];
    bool turned = c->value[0] == held->value[1] && c->value[1] == held->value[0];
    bool applies = c->play == LM_PLAY_SPLIT || c->instead_of == otherwise;
    return c->column == column && c->staked == held->staked && held->n == 2 && (same || turned) && applies;
}

/* The optimum of the main wager with the changes that were listed. */
static lm_play as_both(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    const pair_of_wagers *w = self;
    int column = column_of(w->b->game, seen);
    lm_play play = lm_game_choice(w->b->game, column, held, allowed);
    for (int i = 0; i < w->both.changes; i++) {
        const lm_change *c = &w->both.change[i];
        if (!is_change(c, column, held, play)) continue;
        if (allowed >> c->play & 1) return (lm_play)c->play;
        if (play == LM_PLAY_SPLIT) return lm_game_choice(w->b->game, column, held, allowed & ~(1U << play));
    }
    return play;
}

static bool both_even_money(void *self, bool special)
{
    return even_money(((pair_of_wagers *)self)->b, special);
}

static double brings(const test_tally *t, const double *pays)
{
    double sum = 0, none = 1;
    for (int k = 1; k < 8; k++) {
        sum += test_share(t, TEST_LAMMERS + k) * pays[k];
        none -= test_share(t, TEST_LAMMERS + k);
    }
    return sum + none * pays[0];
}

/* Played together as told, the two wagers bring what is promised, and no less than the main wager's optimum does. */
static bool prove_together(bout *b, const test_tally *optimum)
{
    static const double pays[8] = { -1, 3, 10, 30, 60, 100, 300, 1000 };
    const double ratio = 0.4;
    pair_of_wagers w = { .b = b };
    const test_strategy strategy = { as_both, both_even_money, &w };
    test_tally t;
    lm_game_together(b->game, pays, ratio, &w.both);
    if (!test_play(&b->question, &strategy, &t) || t.ran_out) return false;
    expect(b, "together: main", w.both.mean, test_mean(&t));
    expect(b, "together: the other", w.both.other_mean, brings(&t, pays));
    double alone = test_mean(optimum) + ratio * brings(optimum, pays);
    if (w.both.mean + ratio * w.both.other_mean < alone - close_enough)
        wrong(b, "together: less than alone", w.both.mean + ratio * w.both.other_mean, alone);
    return true;
}

/* Wagers on lammers are for Free Bet tables. */
static void test_together(void **state)
{
    (void)state;
    int wanted = cases(8, 300), done = 0, failed = 0;
    for (int seed = 1; done < wanted && seed < 50 * wanted; seed++) {
        static bout b;
        lm_rules rules;
        lm_census census;
        test_tally tally;
        test_random random = test_random_from(6, seed);
        test_rules_draw(&rules, &random, true);
        if (!lm_is_free_bet(&rules) || rules.free_double == LM_FREE_DOUBLE_ANY) continue;
        draw_shoe(&census, &rules, true, &random);
        if (open_bout(&b, seed, &rules, &census) && prove_optimum(&b, &tally))
            done += prove_together(&b, &tally);
        failed += b.wrong > 0;
    }
    assert_int_equal(done, wanted);
    assert_int_equal(failed, 0);
}
#endif

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
    draw_rules(&rules, seed % 3 != 0, &random);
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
    if (!SUITS_MATTER && (rules.bonus_678 || rules.special_blackjack)) return 0;
    assert_true(open_bout(&b, 0, &rules, &census));
    b.question.most_places = 0;
    if (!prove_optimum(&b, &tally) || !prove_chart(&b)) wrong(&b, "the shoe runs out", 0, 0);
    prove_all_prices(&b);
    return b.wrong;
}

/* What random rules and shoes seldom bring together, and whatever once went wrong, as small as it could be made. */
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
    { "rule_set=mbj decks=8 hole_card=none double_card=down free_double=none free_split=none",
      "Ad 4h 5c 7s 8s 9s Ks" },
    { "rule_set=mbj decks=8 hole_card=unseen ties=lose even_money=on split_hands=2 free_double=none "
      "free_split=none",
      "AAAAA5555TTTTTT" },
    { "rule_set=mbj decks=8 late_insurance=on even_money=on split_hands=2 free_double=none free_split=none",
      "AAAAA888TTTTTT" },
    { "rule_set=mbj decks=8 blackjack_pays=6:5 even_money=on split_hands=2 free_double=none free_split=none",
      "AAAAA888TTTTTT" },
    { "rule_set=mbj decks=8 insurance=off even_money=on split_hands=2 free_double=none free_split=none",
      "AAAAA888TTTTTT" },
    { "rule_set=mbj decks=8 even_money=on split_hands=2 free_double=none free_split=none",
      "AAA888TTTTTTTTT" },
    { "rule_set=mbj decks=8 hole_card=none split_hands=3 dealer_bj_takes=busted-plus-one free_double=none "
      "free_split=none",
      "AAAATTTTTTTT88888888" },
    { "rule_set=mbj decks=8 hole_card=none split_hands=4 free_double=none free_split=none",
      "AAAATTTTTTTT88888888" },
    { "decks=8 hole_card=unseen split_hands=4 surrender=on free_double=any", "AAAATTTTTTTT88888888" },
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
    int wanted = cases(36, 1000);
    int first = from_environment("LAMMER_SEED", 1);
    for (int seed = first; sum.strategies < wanted && seed < first + 20 * wanted; seed++)
        prove_one(seed, &sum);
    printf("%d rule sets and shoes; charts %d, best %d; %d wrong\n", sum.strategies, sum.charts, sum.best,
           sum.wrong);
    assert_int_equal(sum.strategies, wanted);
    assert_true(wanted < 20 || (sum.best > wanted / 8 && sum.charts > wanted / 2));
    assert_int_equal(sum.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chosen),
        cmocka_unit_test(test_many),
#ifndef ODDS_EXACT
        cmocka_unit_test(test_together),
#endif
    };
    const char *rules = getenv("LAMMER_RULES"), *shoe = getenv("LAMMER_SHOE");
    if (rules && shoe) return prove_given(rules, shoe) > 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
