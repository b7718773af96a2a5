/* tails.h - how likely a statistic at least this large is by chance alone. */
#ifndef LAMMER_TESTS_SUPPORT_TAILS_H
#define LAMMER_TESTS_SUPPORT_TAILS_H

/* Chi-square of so many degrees of freedom at `x` or above. */
double chi_square_tail(double x, double freedom);

/* A normal deviate as far from 0 as `z` or farther, on either side. */
double normal_tails(double z);

#endif
