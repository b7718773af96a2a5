/* orders.c - see orders.h. */
#include "several/orders.h"

#include "price/price_math.h"

#ifndef ODDS_EXACT

#include <assert.h>

/* A symmetric tridiagonal matrix of n rows. */
typedef struct {
    int n;
    double diagonal[ORDERS_NODES], beside[ORDERS_NODES];
    double first[ORDERS_NODES]; /* the first component of each eigenvector */
} tridiagonal;

static double length_of(double a, double b)
{
    return price_sqrt(a * a + b * b);
}

/* One step of the QL algorithm with an implicit shift, on the rows from `low` to `high`. */
static void step_ql(tridiagonal *m, int low, int high)
{
    double *d = m->diagonal, *e = m->beside, *z = m->first;
    double g = (d[low + 1] - d[low]) / (2 * e[low]), r = length_of(g, 1);
    double s = 1, c = 1, p = 0;
    g = d[high] - d[low] + e[low] / (g + (g >= 0 ? r : -r));
    for (int i = high - 1; i >= low; i--) {
        double f = s * e[i], b = c * e[i], kept = z[i + 1];
        e[i + 1] = r = length_of(f, g);
        if (r <= 0) {
            d[i + 1] -= p;
            e[high] = 0;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        z[i + 1] = s * z[i] + c * kept;
        z[i] = c * z[i] - s * kept;
    }
    d[low] -= p;
    e[low] = g;
    e[high] = 0;
}

static double size_of(double x)
{
    return x < 0 ? -x : x;
}

/* Leaves the eigenvalues on the diagonal. */
static void solve_ql(tridiagonal *m)
{
    enum { STEPS = 200 };
    for (int low = 0; low < m->n; low++) {
        for (int step = 0; step < STEPS; step++) {
            int high = low;
            while (high + 1 < m->n) {
                double beside = size_of(m->diagonal[high]) + size_of(m->diagonal[high + 1]);
                if (size_of(m->beside[high]) <= 1e-17 * beside) break;
                high++;
            }
            if (high == low) break;
            step_ql(m, low, high);
        }
    }
}

void orders_find(shoe_orders *orders, int all, int most, int n)
{
    double rest = all - most;
    tridiagonal m = { .n = n, .first = { 1 } };
    assert(n <= ORDERS_NODES && all >= most);
    for (int i = 0; i < n; i++) {
        m.diagonal[i] = 2 * i + 1; /* less `rest` */
        m.beside[i] = i + 1 < n ? price_sqrt((i + 1) * (i + 1 + rest)) : 0;
    }
    solve_ql(&m);
    for (int i = 0; i < n; i++) {
        double x = m.diagonal[i] + rest;
        orders->node[i] = all / x;
        orders->power[i] = m.first[i] * m.first[i];
        for (int k = 0; k < most; k++)
            orders->power[i] *= x / (all - k);
    }
    for (int i = n; i < ORDERS_NODES; i++)
        orders->node[i] = orders->power[i] = 0;
}

double orders_left_out(const shoe_orders *orders, int all, int n, int most, const double *mass)
{
    double error = 0, sum = 0, known = 1;
    for (int m = 0; m <= most; m++) {
        double found = 0;
        for (int i = 0; i < n; i++) {
            double x = orders->power[i];
            for (int k = 0; k < m; k++)
                x *= orders->node[i];
            found += x;
        }
        error += mass[m] * size_of(found - known);
        sum += mass[m] * known;
        known *= (double)all / (all - m);
    }
    return error / sum;
}

#endif
