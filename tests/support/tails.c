/* tails.c - see tails.h. The incomplete gamma function, by its series below the mean and by its
 * continued fraction above it. */
#include "tails.h"

#include <math.h>

enum { MOST_TERMS = 100000 };
static const double least_part = 1e-15;

/* x^a e^-x / gamma(a), which both expansions have in front. lgamma is not used: it writes a variable of
 * the library's. */
static double log_gamma(double a)
{
    double shift = 0, inverse;
    for (; a < 20; a++)
        shift -= log(a);
    inverse = 1 / (a * a);
    return shift + (a - 0.5) * log(a) - a + 0.91893853320467274178 +
           (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse / 1680))) / a;
}

static double in_front(double a, double x)
{
    return exp(a * log(x) - x - log_gamma(a));
}

static double lower_by_series(double a, double x)
{
    double term = 1 / a, sum = term;
    for (int i = 1; i < MOST_TERMS && term > sum * least_part; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return sum * in_front(a, x);
}

/* Lentz. */
static double upper_by_fraction(double a, double x)
{
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
    for (int i = 1; i < MOST_TERMS; i++) {
        double an = -i * (i - a);
        b += 2;
        d = 1 / (an * d + b);
        c = b + an / c;
        h *= d * c;
        if (fabs(d * c - 1) < least_part) break;
    }
    return h * in_front(a, x);
}

double chi_square_tail(double x, double freedom)
{
    double a = freedom / 2, half = x / 2;
    if (half <= 0) return 1;
    return half < a + 1 ? 1 - lower_by_series(a, half) : upper_by_fraction(a, half);
}

double normal_tails(double z)
{
    return erfc(fabs(z) / sqrt(2));
}
