/* price_math.c - see price_math.h; also the public functions of lm_wide. */
#include "price_math.h"

int lm_wide_compare(const lm_wide *a, const lm_wide *b)
{
    for (int i = LM_WIDE_PARTS - 1; i >= 0; i--) {
        if (a->part[i] != b->part[i]) return a->part[i] < b->part[i] ? -1 : 1;
    }
    return 0;
}

/* The leading 128 bits as a double; *parts is how many parts lie below them. */
static double leading(const lm_wide *a, int *parts)
{
    int top = LM_WIDE_PARTS - 1;
    while (top > 1 && !a->part[top])
        top--;
    *parts = top - 1;
    double high = (double)a->part[top], low = (double)a->part[top - 1];
    return high * 18446744073709551616.0 + low;
}

double lm_wide_ratio(const lm_wide *a, const lm_wide *b)
{
    int below_a, below_b;
    double ratio = leading(a, &below_a) / leading(b, &below_b);
    for (; below_a < below_b; below_a++)
        ratio /= 18446744073709551616.0;
    for (; below_a > below_b; below_a--)
        ratio *= 18446744073709551616.0;
    return ratio;
}

uint32_t wide_divide(lm_wide *a, uint32_t by)
{
    uint64_t rest = 0;
    for (int i = LM_WIDE_PARTS - 1; i >= 0; i--) {
        uint64_t high = rest << 32 | a->part[i] >> 32, low = (high % by) << 32 | (uint32_t)a->part[i];
        a->part[i] = (high / by) << 32 | low / by;
        rest = low % by;
    }
    return (uint32_t)rest;
}

void lm_wide_write(const lm_wide *number, char text[LM_WIDE_TEXT])
{
    lm_wide left = *number;
    char backwards[LM_WIDE_TEXT];
    int n = 0;
    do {
        backwards[n++] = (char)('0' + wide_divide(&left, 10));
    } while (!wide_is_zero(&left));
    for (int i = 0; i < n; i++)
        text[i] = backwards[n - 1 - i];
    text[n] = '\0';
}

/* Newton's method from above: each step is lower, until rounding stops the progress. */
double price_sqrt(double value)
{
    if (value <= 0) return 0;
    double root = value > 1 ? value : 1;
    for (;;) {
        double next = 0.5 * (root + value / root);
        if (next >= root) return root;
        root = next;
    }
}
