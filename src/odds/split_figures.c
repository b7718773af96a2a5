/* split_figures.c - rounds in which a pair is split.
 *
 * Means of squares need two hands at a time and are exact. Joint results of three or four hands are approximated from
 * pairs of hands against each end of the dealer. The error has the order of the square of one card's share of the shoe,
 * in one round of 150; docs/odds.md gives its size, and several/bound.h bounds it. */
#include "both/weighed.h"
#include "figures.h"
#include "several/bound.h"

#ifndef ODDS_EXACT

#include <assert.h>
#include <string.h>

/* The different amounts, in tenths, that a hand of one stake can win or lose. Against a late dealer blackjack: what was
 * lost by going over 21, or LATE_LIVE while chips remain on the hand. */
enum { LATE_LIVE = 1 };
typedef struct {
    int n;
    int16_t pays[PAYS_MOST];
    uint8_t index[KINDS_MOST][ENDS];
} amounts;

/* The law of the hands of one course, by amount and end of the dealer. */
typedef struct {
    const split_course *course;
    double one[SPLIT_HANDS][ENDS][PAYS_MOST];
    double two[SPLIT_HANDS][SPLIT_HANDS][ENDS][PAYS_MOST][PAYS_MOST];
    double kind[SPLIT_HANDS][KINDS_MOST][ENDS];
    /* For two hands that go over 21 before a dealer blackjack is turned: the mean product of their lost chips, and the
     * mean sum over rounds where no hand with chips remains. */
    double busts_together, lost_with_none_live;
} course_law;

typedef struct {
    lm_game *g;
    const column *c;
    split_study *study;
    amounts amounts[LM_STAKES];
    bound_draws draws[SPLIT_HANDS - 1]; /* by further pairs that are split */
} splits;

static int find_amount(amounts *a, int16_t pays)
{
    for (int i = 0; i < a->n; i++) {
        if (a->pays[i] == pays) return i;
    }
    assert(a->n < PAYS_MOST);
    a->pays[a->n] = pays;
    return a->n++;
}

static bool fits(int known, int second)
{
    return known == SECOND_ANY || known == second;
}

/* Chips that a hand of this kind has lost by going over 21 before a late dealer blackjack is turned; or all its chips,
 * where that takes everything. */
static double chips_busted(const splits *y, int staked, int kind)
{
    if (terms_takes_all(&y->g->rules)) return split_chips_of_kind(y->study, staked, kind);
    if (kind >= (y->study->doubled_unseen ? KIND_BUST_PAID : KIND_LIVE)) return 0;
    return -y->study->kinds[staked].pays[kind][END_BLACKJACK] / (double)TENTHS;
}

/* Whether chips lie on a hand of this kind when the dealer's blackjack is turned. */
static bool is_staked_live(const splits *y, int staked, int kind)
{
    const hand_kinds *kinds = &y->study->kinds[staked];
    if (terms_takes_all(&y->g->rules)) return false;
    bool seen_bust = kind < (y->study->doubled_unseen ? KIND_BUST_PAID : KIND_LIVE);
    return !seen_bust && (staked == LM_STAKED_CHIPS || kinds->added[kind]);
}

static int16_t late_pays(const splits *y, int staked, int kind)
{
    if (is_staked_live(y, staked, kind)) return LATE_LIVE;
    return (int16_t)(-TENTHS * chips_busted(y, staked, kind));
}

static void list_amounts(splits *y)
{
    for (int s = 0; s < LM_STAKES; s++) {
        const hand_kinds *kinds = &y->study->kinds[s];
        y->amounts[s].n = 0;
        for (int k = 0; k < kinds->n; k++) {
            for (int e = 0; e < ENDS; e++) {
                int16_t pays = e < END_BLACKJACK ? kinds->pays[k][e] : late_pays(y, s, k);
                y->amounts[s].index[k][e] = (uint8_t)find_amount(&y->amounts[s], pays);
            }
        }
    }
}

/* See split_if_pairs; 0 where too few cards of the value are left. */
static double signed_chance(const splits *y, const split_course *course, int others, int j)
{
    if (y->c->left[y->study->value] - 2 - course->pairs - j < 0) return 0;
    return split_if_pairs(y->c, y->study->value, course, others, j, 1.0);
}

static void law_of_one(splits *y, course_law *law, int i)
{
    const split_course *course = law->course;
    int staked = course->staked[i], others = split_others_known(course, i, i), kinds = y->study->kinds[staked].n;
    for (int j = 0; j <= others; j++) {
        double times = signed_chance(y, course, others, j) / y->g->one;
        int gone = 1 + course->pairs + j;
        if (times == 0) continue;
        split_study_law(y->g, y->c, gone);
        for (int second = 0; second < SECONDS; second++) {
            if (!fits(course->second[i], second)) continue;
            for (int k = 0; k < kinds; k++) {
                for (int e = 0; e < ENDS; e++) {
                    double x = times * y->study->law[gone][staked].chance[second][k][e];
                    law->kind[i][k][e] += x;
                    law->one[i][e][y->amounts[staked].index[k][e]] += x;
                }
            }
        }
    }
}

/* Adds the law of two hands by their kinds, over the second cards that the course allows. */
LM_WIDE static void add_kinds(const split_study *study, const split_course *course, int i, int j, double times,
                              const pair_law *pair, lm_lanes (*sum)[KINDS_MOST])
{
    const int n = study->kinds[course->staked[i]].n, most = study->kinds[course->staked[j]].n;
    for (int s = 0; s < SECONDS; s++) {
        for (int t = 0; t < SECONDS; t++) {
            if (!fits(course->second[i], s) || !fits(course->second[j], t)) continue;
            for (int k = 0; k < n; k++) {
                for (int m = 0; m < most; m++)
                    sum[k][m] += pair->chance[s][k][t][m] * times;
            }
        }
    }
}

/* How much likelier two blackjacks of one box are both the designated one than if their cards were drawn apart, less
 * one. */
static double special_twice(const lm_game *g)
{
    int64_t special = g->rules.special_blackjack;
    const lm_card card[] = { (lm_card)((special - 1) / 64), (lm_card)((special - 1) % 64) };
    const int value[] = { 1, 10 };
    double times = 1;
    for (int i = 0; i < 2; i++) {
        double n = g->census.copies[card[i]], all = g->cards[value[i]];
        times *= n > 1 ? (n - 1) / n * (all / (all - 1)) : 0;
    }
    return times - 1;
}

static int kind_of_special(const hand_kinds *kinds)
{
    for (int k = KIND_LIVE; k < kinds->n; k++) {
        if (kinds->pays[k][END_21] == ODDS_SPECIAL) return k;
    }
    return -1;
}

/* Two designated blackjacks of hands with chips take their cards from the same copies. Only such a blackjack wins 2 to 1
 * against 21. */
static void tie_special(splits *y, course_law *law, int i, int j, double times, const pair_law *pair)
{
    const lm_rules *k = &y->g->rules;
    const split_course *course = law->course;
    int special = kind_of_special(&y->study->kinds[LM_STAKED_CHIPS]);
    if (special < 0 || terms_blackjack(k) == ODDS_SPECIAL) return;
    if (course->staked[i] != LM_STAKED_CHIPS || course->staked[j] != LM_STAKED_CHIPS) return;
    const amounts *a = &y->amounts[LM_STAKED_CHIPS];
    int pays = a->index[special][END_21], plain = 0;
    while (plain < a->n && a->pays[plain] != terms_blackjack(k))
        plain++;
    if (plain == a->n) return; /* every blackjack is the designated one */
    lm_lanes more = { 0 };
    for (int s = 0; s < SECONDS; s++) {
        for (int t = 0; t < SECONDS; t++) {
            if (fits(course->second[i], s) && fits(course->second[j], t))
                more += pair->chance[s][special][t][special] * (times * special_twice(y->g));
        }
    }
    for (int e = 0; e < END_BLACKJACK; e++) {
        law->two[i][j][e][pays][pays] += more[e];
        law->two[i][j][e][plain][plain] += more[e];
        law->two[i][j][e][pays][plain] -= more[e];
        law->two[i][j][e][plain][pays] -= more[e];
    }
}

/* What the chips of two hands do together when a late dealer blackjack comes. */
static void add_late(const splits *y, course_law *law, int i, int j, lm_lanes (*sum)[KINDS_MOST])
{
    int a = law->course->staked[i], b = law->course->staked[j];
    for (int k = 0; k < y->study->kinds[a].n; k++) {
        for (int m = 0; m < y->study->kinds[b].n; m++) {
            double x = sum[k][m][END_BLACKJACK], mine = chips_busted(y, a, k), his = chips_busted(y, b, m);
            law->busts_together += x * mine * his;
            if (!is_staked_live(y, a, k) && !is_staked_live(y, b, m)) law->lost_with_none_live += x * (mine + his);
        }
    }
}

/* `i` is the first hand of the pair: where only one of the two hands has chips, that hand. */
static void add_two(splits *y, course_law *law, int i, int j, lm_lanes (*sum)[KINDS_MOST])
{
    int a = law->course->staked[i], b = law->course->staked[j];
    int ends = terms_peek(&y->g->rules) ? END_BLACKJACK : ENDS;
    bool turned = i > j;
    for (int k = 0; k < y->study->kinds[a].n; k++) {
        for (int m = 0; m < y->study->kinds[b].n; m++) {
            for (int e = 0; e < ends; e++) {
                int mine = y->amounts[a].index[k][e], his = y->amounts[b].index[m][e];
                *(turned ? &law->two[j][i][e][his][mine] : &law->two[i][j][e][mine][his]) += sum[k][m][e];
            }
        }
    }
    if (ends == ENDS) add_late(y, law, i, j, sum);
}

static void law_of_two(splits *y, course_law *law, int first, int last)
{
    const split_course *course = law->course;
    stake_pair which = stake_pair_of(course->staked[first], course->staked[last]);
    int others = split_others_known(course, first, last);
    bool turned = course->staked[first] > course->staked[last];
    int i = turned ? last : first, j = turned ? first : last;
    lm_lanes sum[KINDS_MOST][KINDS_MOST];
    for (int k = 0; k < y->study->kinds[course->staked[i]].n; k++)
        memset(sum[k], 0, sizeof(lm_lanes) * (size_t)y->study->kinds[course->staked[j]].n);
    memset(law->two[first][last], 0, sizeof law->two[first][last]);
    for (int k = 0; k <= others; k++) {
        double times = signed_chance(y, course, others, k) / y->g->one;
        const pair_law *pair = &y->g->spread->law[which][course->pairs + k];
        if (times == 0) continue;
        add_kinds(y->study, course, i, j, times, pair, sum);
        if (y->g->rules.split_blackjack && y->g->special > 0 && y->g->special < 1)
            tie_special(y, law, i, j, times, pair);
    }
    add_two(y, law, i, j, sum);
}

/* The joint results of the hands of a course against one end of the dealer, for the amounts that occur. */
typedef struct {
    int hands, n[SPLIT_HANDS], size;
    uint8_t amount[SPLIT_HANDS][PAYS_MOST];
    double *chance;                    /* of each entry, in the net room */
    const uint8_t *place[SPLIT_HANDS]; /* of each entry: where the hand's amount stands in `amount` */
} joint_table;

static void shape_table(const course_law *law, int e, double all, const splits *y, joint_table *t)
{
    const double noise = 1e-10; /* rounding residue of an impossible amount */
    t->hands = law->course->hands;
    t->size = 1;
    t->chance = y->g->nets->joint;
    for (int i = 0; i < t->hands; i++) {
        t->n[i] = 0;
        t->place[i] = y->g->nets->place[i];
        for (int a = 0; a < y->amounts[law->course->staked[i]].n; a++) {
            if (law->one[i][e][a] > noise * all) t->amount[i][t->n[i]++] = (uint8_t)a;
        }
        for (int at = 0, step = t->size; at < step * t->n[i]; at++)
            y->g->nets->place[i][at] = (uint8_t)(at / step);
        t->size *= t->n[i];
    }
    for (int i = 0; i < t->hands; i++) { /* repeat what is the same for all amounts of later hands */
        int size = 1;
        for (int j = 0; j <= i; j++)
            size *= t->n[j];
        for (int at = size; at < t->size; at++)
            y->g->nets->place[i][at] = y->g->nets->place[i][at - size];
    }
}

static int place_at(const joint_table *t, int i, int at)
{
    return t->place[i][at];
}

/* Multiplies in what two hands do together: how much likelier two amounts are than what the table has, or, at first, than
 * if the hands were independent. Returns how far the table was from that. */
static double tie_hands(const course_law *law, int e, int i, int j, double all, bool first, joint_table *t)
{
    double now[PAYS_MOST][PAYS_MOST] = { { 0 } }, apart = 0;
    for (int at = 0; at < t->size && !first; at++)
        now[place_at(t, i, at)][place_at(t, j, at)] += t->chance[at];
    for (int a = 0; a < t->n[i]; a++) {
        for (int b = 0; b < t->n[j]; b++) {
            double wanted = law->two[i][j][e][t->amount[i][a]][t->amount[j][b]];
            double has = first ? law->one[i][e][t->amount[i][a]] * law->one[j][e][t->amount[j][b]] / all : now[a][b];
            apart += wanted > has ? wanted - has : has - wanted;
            now[a][b] = wanted > 0 && has > 0 ? wanted / has : 0;
        }
    }
    for (int at = 0; at < t->size; at++)
        t->chance[at] *= now[place_at(t, i, at)][place_at(t, j, at)];
    return apart;
}

/* Two hands: exactly. More: the law in which hands depend on each other only by twos, fitted to all of these, so that
 * means and squares are those of the pairs of hands. In a large shoe the first law is close already. */
static void fill_table(const course_law *law, int e, double all, int cards, joint_table *t)
{
    const int fits = t->hands == 2 ? 0 : cards > 40 ? 3 : 60;
    const double close = 1e-9 * all;
    double apart = all;
    for (int at = 0; at < t->size; at++) {
        t->chance[at] = all;
        for (int i = 0; i < t->hands; i++)
            t->chance[at] *= law->one[i][e][t->amount[i][place_at(t, i, at)]] / all;
    }
    for (int fit = 0; fit <= fits && apart > close; fit++) {
        apart = 0;
        for (int i = 0; i < t->hands; i++) {
            for (int j = i + 1; j < t->hands; j++)
                apart += tie_hands(law, e, i, j, all, fit == 0, t);
        }
        if (fit == 0) apart = all;
    }
}

/* What the hands of an entry win or lose together, and how many more of those with chips win than lose. */
static int net_of(const splits *y, const split_course *course, const joint_table *t, int at, int *balance)
{
    int net = 0;
    *balance = 0;
    for (int i = 0; i < t->hands; i++) {
        int pays = y->amounts[course->staked[i]].pays[t->amount[i][place_at(t, i, at)]];
        net += pays;
        if (course->staked[i] == LM_STAKED_CHIPS) *balance += (pays > 0) - (pays < 0);
    }
    return net;
}

/* What a late dealer blackjack takes; split_cost has the amounts. */
static int late_net(const splits *y, const split_course *course, const joint_table *t, int at)
{
    int lost = 0;
    bool live = false;
    for (int i = 0; i < t->hands; i++) {
        int pays = y->amounts[course->staked[i]].pays[t->amount[i][place_at(t, i, at)]];
        live |= pays == LATE_LIVE;
        lost += pays == LATE_LIVE ? 0 : pays;
    }
    if (y->g->rules.dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE) return lost - (live ? TENTHS : 0);
    return lost < -TENTHS ? lost : -TENTHS;
}

static double chance_of_end(const splits *y, const course_law *law, int e)
{
    double all = 0;
    for (int k = 0; k < y->study->kinds[law->course->staked[0]].n; k++)
        all += law->kind[0][k][e];
    return all;
}

/* The law that several/bound.h judges, by amount: of each hand, of each two, with the dealer's end and with any. */
typedef struct {
    double end, any[SPLIT_HANDS][PAYS_MOST], with[SPLIT_HANDS][PAYS_MOST];
    double two[SPLIT_HANDS][SPLIT_HANDS][PAYS_MOST][PAYS_MOST];
} apart_law;

/* Which of two hands the laws of two begin with: where only one has chips, that one. */
static bool is_turned(const split_course *course, int i, int j)
{
    return course->staked[i] > course->staked[j];
}

/* Adds up the laws of each two hands of a course by their kinds. */
static void sum_twos(const splits *y, const split_course *course)
{
    for (int i = 0; i < course->hands; i++) {
        for (int j = i + 1; j < course->hands; j++) {
            int first = is_turned(course, i, j) ? j : i, last = first == i ? j : i;
            const pair_law *pair =
                &y->g->spread->law[stake_pair_of(course->staked[i], course->staked[j])][course->pairs];
            double(*sum)[KINDS_MOST] = y->g->nets->twos[i][j];
            for (int k = 0; k < y->study->kinds[course->staked[first]].n; k++) {
                for (int m = 0; m < y->study->kinds[course->staked[last]].n; m++) {
                    lm_lanes all = { 0 };
                    for (int s = 0; s < SECONDS; s++) {
                        for (int t = 0; t < SECONDS; t++) {
                            if (fits(course->second[first], s) && fits(course->second[last], t))
                                all += pair->chance[s][k][t][m];
                        }
                    }
                    sum[k][m] = 0;
                    for (int e = 0; e < ENDS; e++)
                        sum[k][m] += all[e] / y->g->one;
                }
            }
        }
    }
}

static void fill_apart_twos(const splits *y, const split_course *course, int i, int j, int e, apart_law *apart)
{
    bool turned = is_turned(course, i, j);
    int first = course->staked[turned ? j : i], last = course->staked[turned ? i : j];
    for (int k = 0; k < y->study->kinds[first].n; k++) {
        for (int m = 0; m < y->study->kinds[last].n; m++) {
            int mine = y->amounts[first].index[k][e], his = y->amounts[last].index[m][e];
            *(turned ? &apart->two[i][j][his][mine] : &apart->two[i][j][mine][his]) += y->g->nets->twos[i][j][k][m];
        }
    }
}

static void fill_apart(const splits *y, const split_course *course, int e, apart_law *apart)
{
    memset(apart, 0, sizeof *apart);
    for (int i = 0; i < course->hands; i++) {
        int staked = course->staked[i];
        const hand_law *law = &y->study->law[1 + course->pairs][staked];
        for (int second = 0; second < SECONDS; second++) {
            for (int k = 0; k < y->study->kinds[staked].n; k++) {
                int at = y->amounts[staked].index[k][e];
                if (i == 0) apart->end += law->chance[second][k][e] / y->g->one;
                if (!fits(course->second[i], second)) continue;
                apart->with[i][at] += law->chance[second][k][e] / y->g->one;
                for (int end = 0; end < ENDS; end++)
                    apart->any[i][at] += law->chance[second][k][end] / y->g->one;
            }
        }
        for (int j = i + 1; j < course->hands; j++)
            fill_apart_twos(y, course, i, j, e, apart);
    }
}

/* What that law gives the hands of an entry. */
static double chance_apart(const apart_law *apart, const joint_table *t, int at)
{
    int n = t->hands, amount[SPLIT_HANDS];
    double sum = apart->end * (1 - n - n * (n - 1) / 2);
    for (int i = 0; i < n; i++) {
        amount[i] = t->amount[i][place_at(t, i, at)];
        sum *= apart->any[i][amount[i]];
    }
    for (int i = 0; i < n; i++) {
        double with = apart->with[i][amount[i]];
        for (int k = 0; k < n; k++)
            with *= k == i ? 1 : apart->any[k][amount[k]];
        sum += with;
        for (int j = i + 1; j < n; j++) {
            double two = apart->end * apart->two[i][j][amount[i]][amount[j]];
            for (int k = 0; k < n; k++)
                two *= k == i || k == j ? 1 : apart->any[k][amount[k]];
            sum += two;
        }
    }
    return sum;
}

static void add_results(splits *y, const course_law *law, int e, double times, lm_figures *f)
{
    const split_course *course = law->course;
    double all = chance_of_end(y, law, e), sum = 0;
    joint_table t;
    if (all <= 1e-15) return;
    shape_table(law, e, all, y, &t);
    fill_table(law, e, all, y->g->cards[0], &t);
    for (int at = 0; at < t.size; at++)
        sum += t.chance[at];
    if (sum <= 0) return;
    bool judged = t.hands > 2 && !y->g->weighing && !y->g->spots;
    double pairs = judged ? times * signed_chance(y, course, 0, 0) : 0;
    apart_law apart;
    if (t.hands > 2) y->g->nets->to->crowded += times * all;
    if (judged) fill_apart(y, course, e, &apart);
    for (int at = 0; at < t.size; at++) {
        double chance = times * t.chance[at] * all / sum;
        int balance = 0, net = e < END_BLACKJACK ? net_of(y, course, &t, at, &balance) : late_net(y, course, &t, at);
        if (!y->g->spots) nets_add(y->g, e == END_BLACKJACK, net, chance);
        if (judged) y->g->nets->apart[net - LM_NET_LEAST] += chance - pairs * chance_apart(&apart, &t, at);
        if (e == END_BLACKJACK) balance = net; /* a loss, which counts as such */
        *(net > 0 ? &f->win : net < 0 ? &f->lose : &f->push) += chance;
        *(balance > 0 ? &f->advance : balance < 0 ? &f->fall : &f->level) += chance;
    }
}

/* Means of products, without dealer blackjacks. */
static double square_of(const splits *y, const course_law *law)
{
    const split_course *course = law->course;
    double sum = 0;
    for (int e = 0; e < END_BLACKJACK; e++) {
        for (int i = 0; i < course->hands; i++) {
            const amounts *a = &y->amounts[course->staked[i]];
            for (int k = 0; k < a->n; k++)
                sum += law->one[i][e][k] * a->pays[k] * a->pays[k];
            for (int j = i + 1; j < course->hands; j++) {
                const amounts *b = &y->amounts[course->staked[j]];
                for (int k = 0; k < a->n; k++) {
                    for (int m = 0; m < b->n; m++)
                        sum += 2 * law->two[i][j][e][k][m] * a->pays[k] * b->pays[m];
                }
            }
        }
    }
    return sum / (TENTHS * TENTHS);
}

/* Doubles and busts of the hands, over the rounds in which they act. */
static void add_counts(const splits *y, const course_law *law, double times, lm_figures *f)
{
    const split_course *course = law->course;
    int ends = terms_peek(&y->g->rules) ? END_BLACKJACK : ENDS;
    for (int e = 0; e < ends; e++) {
        double all = times * chance_of_end(y, law, e);
        f->free_splits += all * course->free_splits;
        f->paid_splits += all * course->paid_splits;
        for (int i = 0; i < course->hands; i++) {
            const hand_kinds *kinds = &y->study->kinds[course->staked[i]];
            for (int k = 0; k < kinds->n; k++) {
                double x = times * law->kind[i][k][e];
                f->paid_doubles += x * kinds->added[k];
                f->free_doubles += x * kinds->lammers[k];
                if (k < KIND_LIVE) f->busts += x;
            }
        }
    }
}

/* The mean square of what a late dealer blackjack takes; split_cost has the amounts. */
static double late_square(splits *y, const course_law *law)
{
    const split_course *course = law->course;
    double squares = 2 * law->busts_together, busted = 0, his = chance_of_end(y, law, END_BLACKJACK);
    int n = 0;
    for (int i = 0; i < course->hands; i++) {
        n += course->staked[i] == LM_STAKED_CHIPS;
        for (int k = 0; k < y->study->kinds[course->staked[i]].n; k++) {
            double lost = chips_busted(y, course->staked[i], k);
            squares += law->kind[i][k][END_BLACKJACK] * lost * lost;
            busted += law->kind[i][k][END_BLACKJACK] * lost;
        }
    }
    if (his <= 0) return 0;
    if (terms_takes_all(&y->g->rules)) return squares;
    if (y->g->rules.dealer_bj_takes == LM_BJ_TAKES_ORIGINAL)
        return squares + joint_chance(y->g, y->c, course, joint_concerned(y->g, course), HOLE_BLACKJACK) / y->g->one;
    double all_bust = joint_none(y->g, y->c, course, HOLE_BLACKJACK) / y->g->one;
    double lost_then = course->hands == 2 ? law->lost_with_none_live : n * all_bust;
    return squares + 2 * (busted - lost_then) + his - all_bust;
}

/* Adds the lammers of a course: one for each free split and each free double. */
static void add_lammers(splits *y, const split_course *course, double times, lm_figures *f)
{
    double all[1 << SPLIT_HANDS], exactly;
    unsigned sets = 1u << course->hands;
    for (unsigned which = 0; which < sets; which++)
        all[which] = joint_chance(y->g, y->c, course, which, HOLE_NO_BLACKJACK) / y->g->one;
    for (unsigned which = 0; which < sets; which++) {
        exactly = 0;
        for (unsigned more = which; more < sets; more++) {
            if ((more & which) != which) continue;
            exactly += __builtin_parity(more ^ which) ? -all[more] : all[more];
        }
        int lammers = course->free_splits + __builtin_popcount(which);
        f->lammers[lammers < 7 ? lammers : 7] += times * exactly;
    }
}

void figures_split_lammers(lm_game *g, const column *c, const split_courses *courses, double chance, lm_figures *f)
{
    splits y = { .g = g, .c = c, .study = g->study };
    joint_lists(g, TOGETHER_DOUBLE_FREE);
    for (int i = 0; i < courses->n; i++)
        add_lammers(&y, &courses->course[i], chance, f);
}

/* Bounds what the results that were added may miss, but not more than the chance of the course. */
static void add_missed(splits *y, const split_course *course, double times, double chance)
{
    const double least = 1e-15;
    net_room *nets = y->g->nets;
    double missed = bound_of_two(y->g, y->c, 0), most = 0;
    if (course->hands > 2) missed = bound_of_course(y->g, y->c, course, &y->draws[course->pairs]);
    for (int i = 0; i < LM_NETS && course->hands > 2; i++) {
        double apart = nets->apart[i] < 0 ? -nets->apart[i] : nets->apart[i];
        if (apart > most) most = apart;
    }
    missed = times * missed * signed_chance(y, course, 0, 0) + most;
    if (course->hands > 2 && missed > chance) missed = chance;
    if (missed > least) nets->to->missed += missed;
}

static void add_course(splits *y, const split_course *course, double times, lm_figures *f)
{
    course_law all, *law = &all; /* law_of_two clears its part: most of a law is not needed */
    law->course = course;
    law->busts_together = law->lost_with_none_live = 0;
    memset(law->one, 0, sizeof law->one);
    memset(law->kind, 0, sizeof law->kind);
    for (int i = 0; i < course->hands; i++)
        law_of_one(y, law, i);
    for (int i = 0; i < course->hands; i++) {
        for (int j = i + 1; j < course->hands; j++)
            law_of_two(y, law, i, j);
    }
    f->sd += times * square_of(y, law);
    double crowded = y->g->nets->to->crowded;
    if (course->hands > 2 && !y->g->weighing && !y->g->spots) {
        memset(y->g->nets->apart, 0, sizeof y->g->nets->apart);
        sum_twos(y, course);
    }
    for (int e = 0; e < END_BLACKJACK; e++)
        add_results(y, law, e, times, f);
    add_counts(y, law, times, f);
    if (!terms_peek(&y->g->rules)) {
        if (!y->g->weighing) f->sd += times * late_square(y, law);
        add_results(y, law, END_BLACKJACK, times, f);
    }
    if (!y->g->weighing && !y->g->spots) add_missed(y, course, times, y->g->nets->to->crowded - crowded);
}

static int most_gone(const split_courses *courses)
{
    int most = 0;
    for (int i = 0; i < courses->n; i++) {
        int pairs = courses->course[i].pairs + split_others_known(&courses->course[i], SPLIT_HANDS, SPLIT_HANDS);
        if (pairs > most) most = pairs;
    }
    return most < SPREAD_GONE ? most : SPREAD_GONE - 1;
}

void figures_split(lm_game *g, const column *c, const policy *p, int value, double chance, lm_figures *f)
{
    splits y = { .g = g, .c = c, .study = g->study };
    hand_id pair = hands_pair(&g->hands, value);
    split_courses courses;
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, split_again_by(p, pair), &courses);
    split_study_begin(g, c, value, p);
    list_amounts(&y);
    spread_make(g, c, &courses, most_gone(&courses));
    for (int pairs = 1; pairs < SPLIT_HANDS - 1 && pairs <= most_gone(&courses); pairs++)
        bound_find_draws(g, c, p, pairs, &y.draws[pairs]);
    bool plus_one = g->rules.dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE;
    if (!g->weighing) joint_lists(g, plus_one ? TOGETHER_CHIPS_LIVE : TOGETHER_NOTHING_LOST);
    for (int i = 0; i < courses.n; i++)
        add_course(&y, &courses.course[i], chance, f);
    if (!g->weighing) figures_split_lammers(g, c, &courses, chance, f);
    if (!terms_peek(&g->rules)) return;
    double his = g->weighing ? g->weighing->blackjack[pair] : column_blackjack(g, c, pair) / g->one;
    f->sd += chance * his;
    f->lose += chance * his;
    f->fall += chance * his;
    if (!g->spots) nets_add(g, true, -TENTHS, chance * his);
}

#endif
