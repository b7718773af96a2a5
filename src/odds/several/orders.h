/* orders.h - the number of orders of a shoe as a sum of powers.
 *
 * With N cards, m of them in a given order have the chance 1 / (N)_m, where (N)_m = N (N-1) ... (N-m+1). That is an
 * integral of x^(N-m) e^-x, so a Gauss quadrature with few nodes gives N^m / (N)_m for many m. */
#ifndef LM_ODDS_ORDERS_H
#define LM_ODDS_ORDERS_H

#ifndef ODDS_EXACT

enum { ORDERS_NODES = 48 };

/* N^m / (N)_m is the sum of power * node^m. Nodes that are not needed are 0. */
typedef struct {
    double node[ORDERS_NODES], power[ORDERS_NODES];
} shoe_orders;

/* Finds `n` nodes for a shoe of `all` cards: exact for `most` - 2n < m <= `most`, and nearly so beside. */
void orders_find(shoe_orders *orders, int all, int most, int n);

/* What `n` nodes leave out, as a part of the sum in which m cards have the weight mass[m]. */
double orders_left_out(const shoe_orders *orders, int all, int n, int most, const double *mass);

#endif

#endif
