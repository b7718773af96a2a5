/* decimal.h - the decimal digits of a double. */
#ifndef LAMMER_WASM_DECIMAL_H
#define LAMMER_WASM_DECIMAL_H

#include <stdbool.h>

/* The decimal digits of a number, exactly: value = 0.d1d2d3... * 10^point, without zeros at either end. */
enum { MOST_DIGITS = 800 };
typedef struct {
    bool negative;
    int n, point;
    char digit[MOST_DIGITS];
} decimal;
void decimal_of(double value, decimal *number);

/* Rounds to the first n digits; ties go to the even digit. n below zero: nothing is left. */
void decimal_round(decimal *number, int n);

#endif
