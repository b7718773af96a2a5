/* wide.c - arithmetic of 128 bits, which the compiler asks for by these names, and one logarithm. */
#include <math.h>
#include <stdint.h>
#include <string.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

typedef struct {
    uint64_t low, high;
} parts;

static parts split(uwide value)
{
    return (parts){ (uint64_t)value, (uint64_t)(value >> 64) };
}

static uwide join(parts p)
{
    return (uwide)p.high << 64 | p.low;
}

/* 64 by 64 bits, by halves, as on paper. */
static parts product(uint64_t a, uint64_t b)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t low = al * bl, one = ah * bl + (low >> 32), other = al * bh + (uint32_t)one;
    return (parts){ other << 32 | (uint32_t)low, ah * bh + (one >> 32) + (other >> 32) };
}

wide __multi3(wide a, wide b);
wide __multi3(wide a, wide b)
{
    parts p = split((uwide)a), q = split((uwide)b), r = product(p.low, q.low);
    r.high += p.low * q.high + p.high * q.low;
    return (wide)join(r);
}

/* Bit by bit from the top; where both fit into 64 bits, by the processor. */
static uwide divide(uwide a, uwide b, uwide *rest)
{
    parts p = split(a), q = split(b);
    if (!p.high && !q.high) {
        *rest = p.low % q.low;
        return p.low / q.low;
    }
    parts quotient = { 0, 0 };
    uwide left = 0;
    for (int bit = 127; bit >= 0; bit--) {
        left = left << 1 | ((bit < 64 ? p.low : p.high) >> (bit & 63) & 1);
        if (left < b) continue;
        left -= b;
        *(bit < 64 ? &quotient.low : &quotient.high) |= 1ull << (bit & 63);
    }
    *rest = left;
    return join(quotient);
}

wide __ashlti3(wide a, int n);
wide __ashlti3(wide a, int n)
{
    parts p = split((uwide)a);
    if (n >= 64) return (wide)join((parts){ 0, p.low << (n - 64) });
    if (n) p = (parts){ p.low << n, p.high << n | p.low >> (64 - n) };
    return (wide)join(p);
}

wide __lshrti3(wide a, int n);
wide __lshrti3(wide a, int n)
{
    parts p = split((uwide)a);
    if (n >= 64) return (wide)join((parts){ p.high >> (n - 64), 0 });
    if (n) p = (parts){ p.low >> n | p.high << (64 - n), p.high >> n };
    return (wide)join(p);
}

uwide __udivti3(uwide a, uwide b);
uwide __udivti3(uwide a, uwide b)
{
    uwide rest;
    return divide(a, b, &rest);
}

uwide __umodti3(uwide a, uwide b);
uwide __umodti3(uwide a, uwide b)
{
    uwide rest;
    divide(a, b, &rest);
    return rest;
}

static uwide size_of(wide a)
{
    return a < 0 ? -(uwide)a : (uwide)a;
}

wide __divti3(wide a, wide b);
wide __divti3(wide a, wide b)
{
    uwide rest, quotient = divide(size_of(a), size_of(b), &rest);
    return (a < 0) != (b < 0) ? -(wide)quotient : (wide)quotient;
}

wide __modti3(wide a, wide b);
wide __modti3(wide a, wide b)
{
    uwide rest;
    divide(size_of(a), size_of(b), &rest);
    return a < 0 ? -(wide)rest : (wide)rest;
}

/* log10 of a positive number, for the lengths of bars: the power of two apart, the rest by the series of artanh. */
double log10(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffu) | 1023ull << 52;
    memcpy(&value, &bits, sizeof bits);
    double t = (value - 1) / (value + 1), square = t * t, term = t, sum = 0;
    for (int n = 1; n < 60; n += 2, term *= square)
        sum += term / n;
    return exponent * 0.30102999566398119521 + 2 * sum * 0.43429448190325182765;
}
