/* money.h - chips as integer cents.
 *
 * Knows odds, rounding and limits. A lammer is never money: it is a promise worth the original wager
 * if its hand wins, so it appears here only once it has been paid. */
#ifndef LAMMER_MONEY_H
#define LAMMER_MONEY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t lm_cents;

/* A round keeps each amount in 32 bits. Rules whose largest single payment would not fit are refused when
 * they are sealed, so within a round these sums cannot overflow. */
typedef int32_t lm_cents32;

enum {
    LM_DOLLAR = 100,
};
#define LM_CENTS_MAX ((lm_cents)2000000000) /* twenty million dollars: the most one wager may win or lose */

/* How a pay table expresses an award. Never mix them (docs/rules/paytables.md). */
typedef enum {
    LM_TO,      /* a to b: the stake comes back and a/b of it is won */
    LM_FOR,     /* n for 1: the stake was taken; n times the stake is paid */
    LM_DOLLARS, /* fixed dollars whatever the stake; the stake was taken */
    LM_PERCENT, /* per cent of a meter; the stake was taken */
} lm_form;

/* {a, b} is "a to b"; a = 0 means the wager loses. */
typedef struct {
    int32_t a;
    int16_t b;
    uint8_t form;
    uint8_t meter; /* LM_PERCENT: which meter of the wager, 0 the first */
} lm_odds;

/* clang-format off */
#define LM_PAYS_FOR(n) {(n), 1, LM_FOR, 0}
#define LM_PAYS_DOLLARS(n) {(n), 1, LM_DOLLARS, 0}
#define LM_PAYS_PERCENT(n) {(n), 1, LM_PERCENT, 0}
#define LM_PAYS_METER(n, which) {(n), 1, LM_PERCENT, (which)}
/* clang-format on */

/* stake * a / b. An award is rounded only here, and always up, never against the player (C-17): to a whole cent, or to a
 * whole chip if `chip_unit` is given. */
lm_cents lm_cents_times(lm_cents stake, int64_t a, int64_t b, lm_cents chip_unit);

/* What the player gains or loses on a stake at these odds; does not apply to meters. */
lm_cents lm_odds_net(lm_odds odds, lm_cents stake, lm_cents chip_unit);

/* The share of winner i of n, counted from the dealer's right: equal parts, and the first winners get the odd cents,
 * one each (MBJ-19(h).2). The shares add up to the amount. */
lm_cents lm_share_equal(lm_cents amount_cents, int n, int i);

/* Shares under a cap: the full amounts if they fit, otherwise the cap in proportion to the stakes. The first whose
 * shares were rounded down get the odd cents, one each (MBJ-24(h).2). A cap of 0 means no cap. */
void lm_share_capped(lm_cents cap_cents, const lm_cents *due_cents, const lm_cents *stake_cents, int n,
                     lm_cents *share_cents);

/* Checked arithmetic: false, and nothing stored, when the result does not fit. */
bool lm_cents_add(lm_cents a, lm_cents b, lm_cents *sum);
bool lm_cents_mul(lm_cents a, int64_t b, lm_cents *product);

/* "12", "-0.50", "7.5" to cents. False when it is not an amount in whole cents or does not fit. */
bool lm_cents_read(const char *text, lm_cents *cents);

/* "12" or "12.50"; `text` holds at least 24 characters. */
void lm_cents_write(lm_cents cents, char *text);

/* The same as a value: lm_dollars(cents).text lives as long as the expression that it stands in. */
typedef struct {
    char text[24];
} lm_cents_text;

static inline lm_cents_text lm_dollars(lm_cents cents)
{
    lm_cents_text dollars;
    lm_cents_write(cents, dollars.text);
    return dollars;
}

#ifdef __cplusplus
}
#endif

#endif
