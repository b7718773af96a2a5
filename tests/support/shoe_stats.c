/* shoe_stats.c - see shoe_stats.h.
 *
 * n cards, d of each of 52 kinds, so n = 52 d. All orders are equally likely under the hypothesis. */
#include "shoe_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tails.h"

enum { PLACES = 16, RISES = LM_CARDS + 1, SHOES_ALIKE = 2 };

/* What two neighbours may be to each other. */
static bool is_successor(int a, int b)
{
    return b == (a + 1) % LM_CARDS;
}

static bool is_same_rank(int a, int b)
{
    return a / 4 == b / 4;
}

static bool is_same_suit(int a, int b)
{
    return a % 4 == b % 4;
}

static bool is_descent(int a, int b)
{
    return a > b;
}

static const struct {
    const char *name;
    bool (*holds)(int a, int b);
} relations[] = {
    { "neighbours of a new deck", is_successor },
    { "neighbours of one rank", is_same_rank },
    { "neighbours of one suit", is_same_suit },
    { "descents", is_descent },
};
enum { RELATIONS = sizeof relations / sizeof *relations };

struct shoe_stats {
    int decks, n;
    int64_t shoes, most;
    uint32_t (*at)[LM_CARDS];                        /* position x card */
    uint32_t (*pair)[LM_CARDS][LM_CARDS];            /* two neighbours at each of PLACES places */
    uint64_t holds[LM_CARDS][LM_CARDS];              /* which relations hold: a byte each */
    int64_t related[RELATIONS];                      /* neighbours in all shoes */
    double mean[RELATIONS], variance[RELATIONS];     /* of one shoe */
    uint32_t rises[LM_SHOE_CARDS / LM_CARDS][RISES]; /* rising sequences of the k-th copies */
    lm_card before[LM_SHOE_CARDS];
    int64_t matches; /* positions that hold the same card in the shoes 2i and 2i + 1 */
    uint64_t *hash;
    uint32_t cut[LM_SHOE_CARDS + 1];
    int cut_least, cut_most;
    int64_t cuts;
};

/* --- what is expected of neighbours ----------------------------------------------------------------------- */

/* The chance that given places of a shoe hold these kinds, in this order. */
static double chance_of(const shoe_stats *s, const int *kind, int kinds)
{
    double chance = 1;
    for (int i = 0; i < kinds; i++) {
        int left = s->decks;
        for (int j = 0; j < i; j++)
            left -= kind[j] == kind[i];
        chance *= (double)left / (s->n - i);
    }
    return chance;
}

/* The exact mean and variance of the number of neighbouring cards that are related. The variance sums over two pairs
 * of neighbours, which are the same pair, share a card, or lie apart. */
static void expect_related(shoe_stats *s, int r)
{
    bool (*holds)(int, int) = relations[r].holds;
    double same = 0, sharing = 0, apart = 0, n = s->n;
    for (int a = 0; a < LM_CARDS; a++) {
        for (int b = 0; b < LM_CARDS; b++) {
            if (!holds(a, b)) continue;
            same += chance_of(s, (int[]){ a, b }, 2);
            for (int c = 0; c < LM_CARDS; c++) {
                if (holds(b, c)) sharing += chance_of(s, (int[]){ a, b, c }, 3);
                for (int e = 0; e < LM_CARDS; e++) {
                    if (holds(c, e)) apart += chance_of(s, (int[]){ a, b, c, e }, 4);
                }
            }
        }
    }
    s->mean[r] = (n - 1) * same;
    s->variance[r] = s->mean[r] + 2 * (n - 2) * sharing + (n - 2) * (n - 3) * apart - s->mean[r] * s->mean[r];
}

shoe_stats *shoe_stats_open(int decks, int64_t most)
{
    shoe_stats *s = calloc(1, sizeof *s);
    s->decks = decks;
    s->n = decks * LM_CARDS;
    s->most = most;
    s->at = calloc((size_t)s->n, sizeof *s->at);
    s->pair = calloc(PLACES, sizeof *s->pair);
    s->hash = malloc((size_t)(most ? most : 1) * sizeof *s->hash);
    for (int r = 0; r < RELATIONS; r++) {
        expect_related(s, r);
        for (int a = 0; a < LM_CARDS; a++) {
            for (int b = 0; b < LM_CARDS; b++)
                s->holds[a][b] |= (uint64_t)relations[r].holds(a, b) << 16 * r;
        }
    }
    return s;
}

void shoe_stats_free(shoe_stats *s)
{
    free(s->at);
    free(s->pair);
    free(s->hash);
    free(s);
}

int64_t shoe_stats_shoes(const shoe_stats *s)
{
    return s->shoes;
}

/* --- counting --------------------------------------------------------------------------------------------- */

/* The k-th copies of the 52 kinds leave the shoe in an order of their own, which is one of 52! like any
 * other. Its rising sequences are the runs of kinds that lie in it one after the other. */
static void count_rises(shoe_stats *s, const lm_card *card)
{
    int copies[LM_CARDS] = { 0 };
    uint16_t where[LM_SHOE_CARDS / LM_CARDS][LM_CARDS];
    for (int i = 0; i < s->n; i++)
        where[copies[card[i]]++][card[i]] = (uint16_t)i;
    for (int k = 0; k < s->decks; k++) {
        int rises = 1;
        for (int kind = 1; kind < LM_CARDS; kind++)
            rises += where[k][kind] < where[k][kind - 1];
        s->rises[k][rises]++;
    }
}

/* FNV-1a over words of eight cards, mixed once more: good enough to tell shoes apart. */
static uint64_t hash_of(const lm_card *card, int n)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (int i = 0; i < n; i += 4) {
        uint32_t word;
        memcpy(&word, card + i, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash ^ hash >> 32;
}

static int place_of(const shoe_stats *s, int i)
{
    return 1 + i * (s->n - 3) / (PLACES - 1);
}

void shoe_stats_add(shoe_stats *s, const lm_card *card)
{
    uint64_t related = 0;
    for (int i = 0; i < s->n; i++)
        s->at[i][card[i]]++;
    for (int i = 1; i < s->n; i++)
        related += s->holds[card[i - 1]][card[i]];
    for (int r = 0; r < RELATIONS; r++)
        s->related[r] += (int64_t)(related >> 16 * r & 0xFFFF);
    for (int i = 0; i < PLACES; i++)
        s->pair[i][card[place_of(s, i)]][card[place_of(s, i) + 1]]++;
    count_rises(s, card);
    if (s->shoes % SHOES_ALIKE) {
        for (int i = 0; i < s->n; i++)
            s->matches += s->before[i] == card[i];
    } else {
        memcpy(s->before, card, (size_t)s->n);
    }
    if (s->shoes < s->most) s->hash[s->shoes] = hash_of(card, s->n);
    s->shoes++;
}

void shoe_stats_add_cut(shoe_stats *s, int depth, int least, int most)
{
    s->cut[depth]++;
    s->cut_least = least;
    s->cut_most = most;
    s->cuts++;
}

/* --- judging ---------------------------------------------------------------------------------------------- */

static double square_over(double seen, double expected)
{
    return (seen - expected) * (seen - expected) / expected;
}

static double least_of(double p, double other)
{
    return other < p ? other : p;
}

static double at_most_1(double p)
{
    return p < 1 ? p : 1;
}

/* Counts of a permutation: their covariance is that of independent positions and cards, n / (n - 1)
 * times, with the sum of every row and column fixed; hence (n - 1) x 51 degrees of freedom. */
static double judge_positions(const shoe_stats *s)
{
    double sum = 0, n = s->n;
    for (int i = 0; i < s->n; i++) {
        for (int card = 0; card < LM_CARDS; card++)
            sum += square_over(s->at[i][card], (double)s->shoes / LM_CARDS);
    }
    return chi_square_tail(sum * (n - 1) / n, (n - 1) * (LM_CARDS - 1));
}

/* Each position by itself. */
static double judge_worst_position(const shoe_stats *s)
{
    double worst = 1;
    for (int i = 0; i < s->n; i++) {
        double sum = 0;
        for (int card = 0; card < LM_CARDS; card++)
            sum += square_over(s->at[i][card], (double)s->shoes / LM_CARDS);
        worst = least_of(worst, chi_square_tail(sum, LM_CARDS - 1));
    }
    return at_most_1(worst * s->n);
}

/* Each kind of card by itself. */
static double judge_worst_card(const shoe_stats *s)
{
    double worst = 1, n = s->n;
    for (int card = 0; card < LM_CARDS; card++) {
        double sum = 0;
        for (int i = 0; i < s->n; i++)
            sum += square_over(s->at[i][card], (double)s->shoes / LM_CARDS);
        worst = least_of(worst, chi_square_tail(sum * LM_CARDS / (LM_CARDS - 1) * (n - 1) / n, n - 1));
    }
    return at_most_1(worst * LM_CARDS);
}

static double judge_place(const shoe_stats *s, int place)
{
    double sum = 0;
    int cells = 0;
    for (int a = 0; a < LM_CARDS; a++) {
        for (int b = 0; b < LM_CARDS; b++) {
            double expected = (double)s->shoes * chance_of(s, (int[]){ a, b }, 2);
            if (expected <= 0) continue; /* one deck has no two cards alike */
            sum += square_over(s->pair[place][a][b], expected);
            cells++;
        }
    }
    return chi_square_tail(sum, cells - 1);
}

static double judge_pairs(const shoe_stats *s)
{
    double worst = 1;
    for (int i = 0; i < PLACES; i++)
        worst = least_of(worst, judge_place(s, i));
    return at_most_1(worst * PLACES);
}

static double judge_relation(const shoe_stats *s, int r)
{
    double shoes = (double)s->shoes;
    return normal_tails(((double)s->related[r] - shoes * s->mean[r]) / sqrt(shoes * s->variance[r]));
}

/* The chances of 1 .. 52 rising sequences: Eulerian numbers over 52!. */
static void eulerian(double chance[RISES])
{
    memset(chance, 0, RISES * sizeof *chance);
    chance[1] = 1;
    for (int n = 2; n <= LM_CARDS; n++) {
        for (int k = n; k >= 1; k--)
            chance[k] = (k * chance[k] + (n - k + 1) * chance[k - 1]) / n;
    }
}

/* Chi-square of their distribution; counts that are hardly ever expected are taken together. */
static double judge_rises(const shoe_stats *s)
{
    double chance[RISES], worst = 1;
    eulerian(chance);
    for (int k = 0; k < s->decks; k++) {
        double sum = 0, seen = 0, expected = 0, left = (double)s->shoes;
        int cells = 0;
        for (int i = 1; i < RISES; i++) {
            seen += s->rises[k][i];
            expected += (double)s->shoes * chance[i];
            if ((expected < 10 || left - expected < 10) && i < RISES - 1) continue;
            sum += square_over(seen, expected);
            left -= expected;
            seen = expected = 0;
            cells++;
        }
        worst = least_of(worst, chi_square_tail(sum, cells - 1));
    }
    return at_most_1(worst * s->decks);
}

static double judge_rise_mean(const shoe_stats *s)
{
    double worst = 1, shoes = (double)s->shoes, mean = (LM_CARDS + 1) / 2.0;
    for (int k = 0; k < s->decks; k++) {
        double sum = 0;
        for (int i = 1; i < RISES; i++)
            sum += (double)i * s->rises[k][i];
        worst = least_of(worst, normal_tails((sum - shoes * mean) / sqrt(shoes * (LM_CARDS + 1) / 12.0)));
    }
    return at_most_1(worst * s->decks);
}

/* Positions in which two shoes agree: d of them on the average. Two positions both agree with the chance that two
 * given cards, alike or not, lie there again. */
static double judge_matches(const shoe_stats *s)
{
    double n = s->n, d = s->decks, pairs = (double)(s->shoes / SHOES_ALIKE);
    double alike = (d - 1) / (n - 1),
           both = alike * chance_of(s, (int[]){ 0, 0 }, 2) + (1 - alike) * chance_of(s, (int[]){ 0, 1 }, 2);
    double variance = d + n * (n - 1) * both - d * d;
    return pairs < 1 ? 1 : normal_tails(((double)s->matches - pairs * d) / sqrt(pairs * variance));
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Whether a shoe comes twice, judged by hashes of 64 bits: two equal hashes mean equal shoes almost surely. */
static double judge_repeats(shoe_stats *s)
{
    int64_t n = s->shoes < s->most ? s->shoes : s->most, again = 0;
    qsort(s->hash, (size_t)n, sizeof *s->hash, compare_hashes);
    for (int64_t i = 1; i < n; i++)
        again += s->hash[i] == s->hash[i - 1];
    return again ? at_most_1((double)n * (double)n / 2 / 18446744073709551616.0) : 1;
}

static double judge_cuts(const shoe_stats *s)
{
    int depths = s->cut_most - s->cut_least + 1;
    double sum = 0, expected = (double)s->cuts / depths;
    if (expected < 5) return 1;
    for (int depth = s->cut_least; depth <= s->cut_most; depth++)
        sum += square_over(s->cut[depth], expected);
    return chi_square_tail(sum, depths - 1);
}

int shoe_stats_judge(shoe_stats *s, stat out[STATS_MOST])
{
    int n = 0;
    out[n++] = (stat){ "position x card", judge_positions(s) };
    out[n++] = (stat){ "the worst position", judge_worst_position(s) };
    out[n++] = (stat){ "the worst card", judge_worst_card(s) };
    out[n++] = (stat){ "adjacent pairs", judge_pairs(s) };
    for (int r = 0; r < RELATIONS; r++)
        out[n++] = (stat){ relations[r].name, judge_relation(s, r) };
    out[n++] = (stat){ "rising sequences", judge_rises(s) };
    out[n++] = (stat){ "rising sequences, mean", judge_rise_mean(s) };
    out[n++] = (stat){ "positions as in the shoe before", judge_matches(s) };
    out[n++] = (stat){ "shoes that came before", judge_repeats(s) };
    out[n++] = (stat){ "depth of the cut", judge_cuts(s) };
    return n;
}
