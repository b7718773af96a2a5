/* sanitized */
/* What stands in for a C library in the WebAssembly build, against the one that this test is linked with: the digits of
 * doubles, arithmetic of 128 bits, and the logarithm of drawings. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define __multi3 wasm_multi3
#define __udivti3 wasm_udivti3
#define __umodti3 wasm_umodti3
#define __divti3 wasm_divti3
#define __modti3 wasm_modti3
#define __ashlti3 wasm_ashlti3
#define __lshrti3 wasm_lshrti3
#define log10 wasm_log10
double wasm_log10(double value);
#include "../../bindings/wasm/wide.c"
#undef log10

#include "../../bindings/wasm/decimal.c"

enum { TRIES = 200000 };

static uint64_t state = 1;

static uint64_t next(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Numbers of every size: a few bits, all of them, and those at the edges. */
static uwide next_wide(void)
{
    uwide value = (uwide)next() << 64 | next();
    unsigned kept = (unsigned)next() % 129;
    if (next() % 16 == 0) return -(uwide)(next() % 3);
    return kept == 128 ? value : value & (((uwide)1 << kept) - 1);
}

static void test_wide(void **unused)
{
    (void)unused;
    for (int i = 0; i < TRIES; i++) {
        uwide a = next_wide(), b = next_wide();
        int n = (int)(next() % 128);
        assert_true((uwide)wasm_multi3((wide)a, (wide)b) == a * b);
        assert_true((uwide)wasm_ashlti3((wide)a, n) == a << n);
        assert_true((uwide)wasm_lshrti3((wide)a, n) == a >> n);
        if (!b) continue;
        assert_true(wasm_udivti3(a, b) == a / b);
        assert_true(wasm_umodti3(a, b) == a % b);
        wide c = (wide)(a >> 1), d = (wide)(b >> 1);
        if (!d) continue;
        if (n & 1) c = -c;
        if (n & 2) d = -d;
        assert_true(wasm_divti3(c, d) == c / d);
        assert_true(wasm_modti3(c, d) == c % d);
    }
}

/* d.ddd...e+xx with so many digits, from a decimal. */
static void write_scientific(double value, int digits, char *text)
{
    decimal v;
    decimal_of(value, &v);
    decimal_round(&v, digits);
    char *out = text;
    if (v.negative) *out++ = '-';
    for (int i = 0; i < digits; i++) {
        if (i == 1) *out++ = '.';
        *out++ = (char)('0' + (i < v.n ? v.digit[i] : 0));
    }
    sprintf(out, "e%+03d", v.n ? v.point - 1 : 0);
}

static void check_digits(double value)
{
    static const int precisions[] = { 1, 2, 5, 12, 17, 40, 780 };
    char mine[900], libc[900];
    for (size_t i = 0; i < sizeof precisions / sizeof *precisions; i++) {
        write_scientific(value, precisions[i], mine);
        snprintf(libc, sizeof libc, "%.*e", precisions[i] - 1, value);
        assert_string_equal(mine, libc);
    }
}

static void test_digits(void **unused)
{
    static const double edges[] = { 0.0,     -0.0,   1.0,    0.5,   1.5,     2.5,        0.125,   9.5,
                                    99.5,    9.9999, 1e22,   1e23,  5e-324,  2.2e-308,   1.7e308, 0.1,
                                    1 / 3.0, 1e-5,   123456, 1e300, 4096.25, -0.00390625 };
    (void)unused;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        if (isfinite(edges[i])) check_digits(edges[i]);
    }
    for (int i = 0; i < TRIES / 100; i++) {
        uint64_t bits = next();
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) check_digits(value);
        check_digits((double)(int64_t)next() / 9.3e18); /* what odds are made of */
    }
}

static void test_logarithm(void **unused)
{
    (void)unused;
    for (int i = 0; i < TRIES; i++) {
        double value = ((double)(next() >> 11) + 1) / 9007199254740992.0;
        assert_true(fabs(wasm_log10(value) - log10(value)) < 1e-14 * (1 + fabs(log10(value))));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wide),
        cmocka_unit_test(test_digits),
        cmocka_unit_test(test_logarithm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
