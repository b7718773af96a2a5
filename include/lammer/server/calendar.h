/* calendar.h - shifts and gaming days of a house, and the thresholds of the lists that it must keep.
 *
 * A setting is a plain value. The room `records` knows which settings held at an earlier moment. */
#ifndef LAMMER_SERVER_CALENDAR_H
#define LAMMER_SERVER_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

#include "lammer/money.h"
#include "lammer/program/thresholds.h"

enum {
    REPORT_SHIFTS = 8,
    REPORT_SHIFT_NAME = 24,
    REPORT_JURISDICTION = 8,
    REPORT_CHIPS = 16,
    REPORT_ERAS = 64, /* earlier settings that a house remembers */
};

typedef struct {
    char name[REPORT_SHIFT_NAME];
    int minute; /* of the day, when it begins */
} report_shift;

typedef struct {
    report_shift shift[REPORT_SHIFTS]; /* in the order of a gaming day */
    int shifts;
    int utc_offset_minutes;
    char jurisdiction[REPORT_JURISDICTION]; /* whose law sets the sums (thresholds.h); "": none */
    /* The house's own lines beside those of the law, which may list more, never less: */
    lm_cents currency_cents; /* lists a person whose cash in or cash out of a gaming day is above this */
    lm_cents tax_cents;      /* lists the winnings of a wager from this amount on (0: none), if they are also ... */
    int64_t tax_odds;        /* ... this many times the wager */
    lm_cents
        approval_cents; /* a second person approves when a person's deposits or withdrawals of a day come to more than this */
    lm_cents coupon_approval_cents;    /* a second person approves a coupon above this */
    lm_cents chip_cents[REPORT_CHIPS]; /* the denominations of the house's chips, the least first */
    int chips;
    uint32_t second_factor; /* bits of the staff roles that must have a second factor */
} report_config;

#define CONFIG_KEY "config/thresholds"
void config_preset(report_config *config);

/* What the law and the house ask of a moment, by the year of its gaming day. */
typedef struct {
    int year;
    const lm_law *form; /* NULL: no law */
    lm_cents federal_cents, state_cents, backup_cents;
} tax_line;

/* The amount above which cash of a gaming day is reported: the law's, or the house's if that is less. */
lm_cents currency_line(const report_config *config, int64_t time_ms);
/* Whether winnings on a wager are listed, by the law or the house's own line; what is withheld of them, and what is
 * withheld instead where the winner gives no taxpayer number. */
bool tax_is_listed(const report_config *config, int64_t time_ms, lm_cents won, lm_cents wager, tax_line *line);
/* The calendar year of the gaming day that holds a moment. */
int gaming_year(const report_config *config, int64_t time_ms);

/* The shift that holds a moment: its number, and when it began. */
int shift_at(const report_config *config, int64_t time_ms, int64_t *began_ms);
/* When the next shift begins. */
int64_t shift_after(const report_config *config, int64_t time_ms);
/* When the gaming day that holds a moment began; its date as YYYY-MM-DD. */
int64_t gaming_day(const report_config *config, int64_t time_ms, char date[11]);
/* When the gaming day of a date begins; the date is given as its midnight in UTC. */
int64_t gaming_day_of(const report_config *config, int64_t midnight_ms);
/* The date of the gaming day that holds a moment, as its midnight in UTC; date_write writes it as YYYY-MM-DD. */
int64_t gaming_midnight(const report_config *config, int64_t time_ms);
void date_write(int64_t midnight_ms, char date[11]);
/* A moment as 2026-11-15T12:30:00Z. */
void time_write(int64_t time_ms, char text[24]);

#endif
