/* sessions.c - many rounds: the sum of their nets, and ruin. Rounds are taken as independent of each other.
 *
 * The nets are whole steps. The law of a sum is the inverse transform of a power of the transform of one net, on a circle
 * that is longer than the sum is likely to be wide. Ruin before a goal is a system of linear equations around the diagonal;
 * ruin within some rounds is followed round by round. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study.h"

/* A net in steps, with its probability. */
typedef struct {
    int steps;
    double chance;
} jump;

typedef struct {
    int unit; /* steps in one wager; 0: the net is not a sum of such steps */
    int step; /* tenths in a step */
    int least, most, n;
    jump jump[LM_NETS];
} walk;

static int common(int a, int b)
{
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static void walk_of(const lm_distribution *d, walk *w)
{
    enum { TENTHS = 10 };
    memset(w, 0, sizeof *w);
    w->step = TENTHS;
    for (int i = 0; i < LM_NETS; i++) {
        if (d->chance[i] > 0) w->step = common(i + LM_NET_LEAST, w->step);
    }
    w->unit = TENTHS / w->step;
    for (int i = 0; i < LM_NETS; i++) {
        int steps = (i + LM_NET_LEAST) / w->step;
        if (d->chance[i] <= 0) continue;
        w->jump[w->n++] = (jump){ steps, d->chance[i] };
        if (steps < w->least) w->least = steps;
        if (steps > w->most) w->most = steps;
    }
}

/* --- the sum of many rounds */

typedef struct {
    double re, im;
} point;

static point times(point a, point b)
{
    return (point){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/* The points in the order of their reversed indices. */
static void reverse(point *x, int n)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i >= j) continue;
        point kept = x[i];
        x[i] = x[j];
        x[j] = kept;
    }
}

/* The discrete Fourier transform of n points, n a power of two; `turn` is 1 or, for the inverse, -1. */
static void transform(point *x, int n, int turn)
{
    const double pi = 3.14159265358979323846;
    reverse(x, n);
    for (int half = 1; half < n; half *= 2) {
        for (int k = 0; k < half; k++) {
            double angle = turn * pi * k / half;
            point root = { cos(angle), sin(angle) };
            for (int i = k; i < n; i += 2 * half) {
                point odd = times(x[i + half], root), even = x[i];
                x[i] = (point){ even.re + odd.re, even.im + odd.im };
                x[i + half] = (point){ even.re - odd.re, even.im - odd.im };
            }
        }
    }
}

static point power_of(point x, int n)
{
    point all = { 1, 0 };
    for (; n; n >>= 1, x = times(x, x)) {
        if (n & 1) all = times(all, x);
    }
    return all;
}

static void add_sum(double net, double chance, lm_session *to)
{
    *(net > 0 ? &to->ahead : net < 0 ? &to->behind : &to->even) += chance;
    if (net < 0) to->loss -= net * chance;
}

bool lm_session_of(const lm_distribution *d, int rounds, lm_session *to)
{
    enum { SPREADS = 24 }; /* twelve deviations to either side: beyond them lies less than 1e-30 */
    walk w;
    walk_of(d, &w);
    double step = w.step / 10.0, wide = SPREADS * d->sd * sqrt(rounds) / step + 2.0 * (w.most - w.least);
    double all = (double)rounds * (w.most - w.least) + 1, need = wide < all ? wide : all;
    int n = 2;
    while (n < need)
        n *= 2;
    point *x = rounds > 0 && rounds <= LM_SESSION_MOST ? calloc((size_t)n, sizeof *x) : NULL;
    if (!x) return false;
    for (int i = 0; i < w.n; i++)
        x[((w.jump[i].steps % n) + n) % n].re += w.jump[i].chance;
    transform(x, n, 1);
    for (int i = 0; i < n; i++)
        x[i] = power_of(x[i], rounds);
    transform(x, n, -1);
    *to = (lm_session){ .mean = d->mean * rounds, .sd = d->sd * sqrt(rounds) };
    double least =
        need < all ? floor(to->mean / step) - n / 2 : (double)rounds * w.least; /* the first sum on the circle */
    for (int i = 0; i < n; i++) {
        double sum = least + i, at = fmod(sum, n);
        add_sum(sum * step, x[(int)(at < 0 ? at + n : at)].re / n, to);
    }
    free(x);
    return true;
}

/* --- ruin */

/* The places where the player goes on: from one wager up to the goal, exclusively. */
typedef struct {
    walk w;
    int first, end, begin;
} field;

/* The equations (1 - P) x = b, of which a row holds the entries from `least` before the diagonal to `most` behind it. There
 * is always a larger entry on the diagonal, so rows need not be exchanged. */
static void eliminate(double *row, int n, int below, int above, double *ruined, double *length)
{
    int wide = below + above + 1;
    for (int i = 0; i < n; i++) {
        double pivot = row[i * wide + below];
        for (int k = i + 1; k <= i + below && k < n; k++) {
            double *other = row + k * wide, share = other[i - k + below] / pivot;
            if (share == 0) continue;
            for (int j = 0; j <= above && i + j < n; j++)
                other[i - k + below + j] -= share * row[i * wide + below + j];
            ruined[k] -= share * ruined[i];
            length[k] -= share * length[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *mine = row + i * wide + below;
        for (int j = 1; j <= above && i + j < n; j++) {
            ruined[i] -= mine[j] * ruined[i + j];
            length[i] -= mine[j] * length[i + j];
        }
        ruined[i] /= mine[0];
        length[i] /= mine[0];
    }
}

static bool without_end(const field *f, lm_ruin *to)
{
    int n = f->end - f->first, below = -f->w.least, above = f->w.most, wide = below + above + 1;
    double *row = calloc((size_t)n * (size_t)wide, sizeof *row);
    double *ruined = calloc(2 * (size_t)n, sizeof *ruined), *length = ruined ? ruined + n : NULL;
    if (row && ruined) {
        for (int i = 0; i < n; i++) {
            row[i * wide + below] = length[i] = 1;
            for (int k = 0; k < f->w.n; k++) {
                const jump *j = &f->w.jump[k];
                if (i + j->steps < 0)
                    ruined[i] += j->chance;
                else if (i + j->steps < n)
                    row[i * wide + below + j->steps] -= j->chance;
            }
        }
        eliminate(row, n, below, above, ruined, length);
        int at = f->begin - f->first;
        *to = (lm_ruin){ .ruined = ruined[at], .reached = 1 - ruined[at], .length = length[at] };
    }
    bool fine = row && ruined;
    free(row);
    free(ruined);
    return fine;
}

static void play_round(const field *f, const double *now, double *next, lm_ruin *to)
{
    int n = f->end - f->first;
    memset(next, 0, (size_t)n * sizeof *next);
    for (int k = 0; k < f->w.n; k++) {
        const jump *j = &f->w.jump[k];
        for (int i = 0; i < n; i++) {
            double chance = now[i] * j->chance;
            int at = i + j->steps;
            if (at < 0)
                to->ruined += chance;
            else if (at >= n)
                to->reached += chance;
            else
                next[at] += chance;
        }
    }
}

static bool with_end(const field *f, int rounds, lm_ruin *to)
{
    size_t n = (size_t)(f->end - f->first);
    double *now = calloc(2 * n, sizeof *now), *next = now ? now + n : NULL, *memory = now;
    if (!now) return false;
    *to = (lm_ruin){ 0 };
    now[f->begin - f->first] = 1;
    for (int i = 0; i < rounds; i++) {
        to->length += 1 - to->ruined - to->reached;
        play_round(f, now, next, to);
        double *swap = now;
        now = next;
        next = swap;
    }
    free(memory);
    return true;
}

bool lm_ruin_of(const lm_distribution *d, double bankroll, double goal, int rounds, lm_ruin *to)
{
    const double most_work = 2e10, most_cells = 2e7;
    field f = { 0 };
    walk_of(d, &f.w);
    double far = 12 * d->sd * sqrt(rounds) + 50, won = goal > 0 ? goal : far; /* no player wins as much as `far` */
    double places = (bankroll + won) * f.w.unit;
    bool endless = rounds == 0;
    if (bankroll < 1 || (goal <= 0 && endless) || f.w.least >= 0) return false;
    if (endless ? places * (f.w.most - f.w.least) > most_cells : places * f.w.n * rounds > most_work) return false;
    f.first = f.w.unit;
    f.begin = (int)floor(bankroll * f.w.unit + 1e-9);
    f.end = (int)ceil((bankroll + won) * f.w.unit - 1e-9);
    if (f.end <= f.begin) f.end = f.begin + 1;
    return endless ? without_end(&f, to) : with_end(&f, rounds, to);
}
