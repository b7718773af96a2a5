/* chance.c - the sum of (count - mean) (bet - mean), against its own spread from shoe to shoe.
 *
 * With the means m and k of count and bet, a shoe contributes s = Sxy - m Sy - k Sx + n m k. The means are known only at
 * the end, so the products of its four sums are kept instead: the squares of s are then a form in (1, m, k, mk). */
#include <math.h>
#include <string.h>

#include "chance.h"

void chance_add(count_chance *c, double count, double bet)
{
    const double sums[4] = { count * bet, -bet, -count, 1 };
    for (int i = 0; i < 4; i++)
        c->shoe[i] += sums[i];
}

void chance_shoe(count_chance *c)
{
    if (c->shoe[3] == 0) return; /* no bet in it */
    for (int i = 0; i < 4; i++) {
        c->all[i] += c->shoe[i];
        for (int j = 0; j < 4; j++)
            c->products[i][j] += c->shoe[i] * c->shoe[j];
    }
    memset(c->shoe, 0, sizeof c->shoe);
    c->shoes++;
}

/* The probability of at least t in Student's distribution, by Wallace's approximation of a normal deviate. */
static double student_above(double t, double freedom)
{
    double z = sqrt(freedom * log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3);
    return 0.5 * erfc((t < 0 ? -z : z) / sqrt(2));
}

double chance_of(const count_chance *c)
{
    double n = c->all[3] > 0 ? c->all[3] : 1, count = -c->all[2] / n, bet = -c->all[1] / n;
    const double form[4] = { 1, count, bet, count * bet };
    double sum = 0, squares = 0;
    for (int i = 0; i < 4; i++) {
        sum += form[i] * c->all[i];
        for (int j = 0; j < 4; j++)
            squares += form[i] * form[j] * c->products[i][j];
    }
    double shoes = (double)c->shoes, spread = squares - sum * sum / shoes;
    if (c->shoes < CHANCE_SHOES || spread <= 1e-9 * c->products[0][0]) return (double)NAN;
    return student_above(sum / sqrt(spread * shoes / (shoes - 1)), shoes - 1);
}
