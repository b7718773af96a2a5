/* math.h - what the processor does in one instruction, exactly as IEEE 754 says. */
#ifndef LAMMER_WASM_MATH_H
#define LAMMER_WASM_MATH_H

#define NAN (__builtin_nanf(""))
#define INFINITY (__builtin_inff())
#define isnan(x) __builtin_isnan(x)
#define isfinite(x) __builtin_isfinite(x)
#define sqrt(x) __builtin_sqrt(x)
#define fabs(x) __builtin_fabs(x)
#define ceil(x) __builtin_ceil(x)

double log10(double value);

#endif
