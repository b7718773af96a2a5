/* The probability of a dealer's 22, exactly, and the house edge that each Push 22 table makes of it.
 *
 * The cards of a class (all 52 ranks and suits, one colour, one suit) number k of each rank among the N of the
 * shoe, so a sequence of that class has the probability of the product of (k - used) / (N - i). Fresh shoe; a
 * player's own drawing does not change the dealer's distribution. */
#include "kit/hands.h"

enum { SOFT_17_STANDS, SOFT_17_HITS };

/* What is left of one class of cards. */
typedef struct {
    int left[11]; /* by value, 1 to 10 */
    int cards;    /* in the whole shoe */
    int soft17;
} shoe;

static bool stands(const shoe *s, int hard, bool ace)
{
    lm_score score = lm_score_of(hard, ace);
    if (score.total == 17 && score.soft) return s->soft17 == SOFT_17_STANDS;
    return score.total >= 17;
}

static long double reaches_22(shoe *s, int n, int hard, bool ace)
{
    if (n >= 2 && stands(s, hard, ace)) return hard == 22 ? 1.0L : 0.0L;
    long double sum = 0;
    for (int value = 1; value <= 10; value++) {
        if (!s->left[value]) continue;
        long double chance = (long double)s->left[value] / (long double)(s->cards - n);
        s->left[value]--;
        sum += chance * reaches_22(s, n + 1, hard + value, ace || value == 1);
        s->left[value]++;
    }
    return sum;
}

/* `classes` classes alike, each with `suits` of the four. */
static long double chance_of_22(int decks, int soft17, int suits, int classes)
{
    shoe s = { .cards = 52 * decks, .soft17 = soft17 };
    for (int value = 1; value <= 10; value++)
        s.left[value] = suits * decks * (value == 10 ? 4 : 1);
    return (long double)classes * reaches_22(&s, 0, 0, false);
}

typedef struct {
    long double any, colour, suit; /* colour includes suit */
} chances;

static chances chances_of(int decks, int soft17)
{
    return (chances){
        .any = chance_of_22(decks, soft17, 4, 1),
        .colour = chance_of_22(decks, soft17, 2, 2),
        .suit = chance_of_22(decks, soft17, 1, 4),
    };
}

/* Names a figure that strays; the caller fails when it has looked at all of them. */
static bool is_near(const char *what, int decks, long double found, long double wanted, long double within)
{
    bool near = found >= wanted - within && found <= wanted + within;
    if (!near) print_error("%s, %d decks: %.8Lf, not %.8Lf\n", what, decks, found, wanted);
    return near;
}

static void want(const char *what, int decks, long double found, long double wanted, long double within)
{
    assert_true(is_near(what, decks, found, wanted, within));
}

static const int deck_counts[5] = { 1, 2, 4, 6, 8 };

static void test_chances(void **state)
{
    static const struct {
        const char *what;
        int soft17;
        chances by_decks[5];
    } tables[] = {
        { "hits soft 17",
          SOFT_17_HITS,
          { { 0.07336L, 0.01400L, 0.002712L },
            { 0.07347L, 0.01460L, 0.003085L },
            { 0.07352L, 0.01489L, 0.003267L },
            { 0.07354L, 0.01499L, 0.003327L },
            { 0.07354L, 0.01503L, 0.003357L } } },
        { "stands on soft 17",
          SOFT_17_STANDS,
          { { 0.07240L, 0.01392L, 0.002704L },
            { 0.07252L, 0.01451L, 0.003076L },
            { 0.07257L, 0.01480L, 0.003258L },
            { 0.07259L, 0.01489L, 0.003317L },
            { 0.07260L, 0.01494L, 0.003347L } } },
    };
    (void)state;
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < 5; i++) {
            chances found = chances_of(deck_counts[i], tables[t].soft17), printed = tables[t].by_decks[i];
            want(tables[t].what, deck_counts[i], found.any, printed.any, 0.5001e-5L);
            want(tables[t].what, deck_counts[i], found.colour, printed.colour, 0.5001e-5L);
            want(tables[t].what, deck_counts[i], found.suit, printed.suit, 0.5001e-6L);
        }
    }
}

static int outcome_named(const char *name)
{
    for (int o = 0; o < LM_OUTCOMES && lm_wager_push22.outcomes[o]; o++) {
        if (strcmp(lm_wager_push22.outcomes[o], name) == 0) return o;
    }
    fail_msg("no outcome %s", name);
    return 0;
}

/* Per cent of the stake, by the odds that the descriptor pays. */
static long double edge(int table, chances p)
{
    const lm_odds *pays = lm_wager_push22.paytables[table].pays;
    lm_odds suit = pays[outcome_named("22 of one suit")];
    lm_odds colour = pays[outcome_named("22 of one colour")];
    lm_odds other = pays[outcome_named("22")];
    long double won = p.suit * (long double)suit.a / (long double)suit.b +
                      (p.colour - p.suit) * (long double)colour.a / (long double)colour.b +
                      (p.any - p.colour) * (long double)other.a / (long double)other.b;
    return 100 * (1 - p.any - won);
}

/* Published figures under the headings that C-27 corrects; those of table 3 were not computed exactly (C-28). */
static void test_house_edges(void **state)
{
    static const struct {
        const char *clause;
        const char *table;
        int soft17;
        long double within; /* of the published figure */
        long double published[5], exact[5];
    } rows[] = {
        { "WFB-P22M.1",
          "1",
          SOFT_17_HITS,
          0.01L,
          { 9.04L, 7.10L, 6.16L, 5.85L, 5.70L },
          { 9.0376L, 7.0999L, 6.1620L, 5.8539L, 5.7007L } },
        { "WFB-P22M.2",
          "2",
          SOFT_17_HITS,
          0.01L,
          { 14.98L, 12.99L, 12.03L, 11.70L, 11.55L },
          { 14.9737L, 12.9869L, 12.0250L, 11.7090L, 11.5519L } },
        { "WFB-P22M.3",
          "1",
          SOFT_17_STANDS,
          0.01L,
          { 10.03L, 8.09L, 7.15L, 6.84L, 6.69L },
          { 10.0297L, 8.0900L, 7.1512L, 6.8429L, 6.6895L } },
        { "WFB-P22M.4",
          "2",
          SOFT_17_STANDS,
          0.01L,
          { 15.88L, 13.89L, 12.93L, 12.61L, 12.46L },
          { 15.8782L, 13.8907L, 12.9285L, 12.6124L, 12.4552L } },
        { "WFB-P22M.5",
          "3",
          SOFT_17_HITS,
          0.2L,
          { 11.80L, 11.72L, 11.70L, 11.71L, 11.75L },
          { 11.9658L, 11.8357L, 11.7757L, 11.7565L, 11.7471L } },
        { "WFB-P22M.6",
          "3",
          SOFT_17_STANDS,
          0.2L,
          { 13.00L, 12.92L, 12.88L, 12.88L, 12.86L },
          { 13.1189L, 12.9776L, 12.9122L, 12.8911L, 12.8808L } },
    };
    (void)state;
    bool near = true;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        int table = find_table(&lm_wager_push22, rows[r].table, 6, LM_WFB);
        assert_true(table >= 0);
        for (int i = 0; i < 5; i++) {
            long double found = edge(table, chances_of(deck_counts[i], rows[r].soft17));
            near &= is_near(rows[r].clause, deck_counts[i], found, rows[r].exact[i], 0.5001e-4L);
            near &= is_near(rows[r].clause, deck_counts[i], found, rows[r].published[i], rows[r].within);
        }
    }
    assert_true(near);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_house_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
