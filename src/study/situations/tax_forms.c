/* tax_forms.c - `lammer odds --tax-forms`: how often a wager's winnings reach the sum that a house must report to the
 * United States' Internal Revenue Service on Form W-2G.
 *
 * For everything but slot machines, bingo, keno and poker tournaments a form is due where the winnings, "reduced, at the
 * option of the payer, by the wager", reach the sum of the year and 300 times the wager (Instructions for Forms W-2G and
 * 5754, Reportable Gambling Winnings, item 4). Tax that is withheld is another question (section 3402(q)). The sums
 * are those of thresholds.h. */
#include <math.h>

#include "lammer/program/thresholds.h"
#include "situations.h"

enum { USUAL_ROUNDS = 100 };

/* What is reported of a wager. */
typedef struct {
    const char *id, *paytable;
    double stake, least;   /* dollars: of the wager, and of the year */
    int times;             /* the wager */
    double reduced, whole; /* probability of a form, by winnings less the wager, and by the whole payout */
    double most;           /* the greatest net, per unit */
} reported;

/* A net per unit of the wager that comes with this probability. */
static void hear(reported *r, double net, double probability)
{
    const double rounding = 1e-9;
    double payout = net + 1, times = r->times - rounding;
    if (!(probability > 0)) return;
    if (net > r->most) r->most = net;
    if (net >= times && net * r->stake >= r->least - rounding) r->reduced += probability;
    if (payout >= times && payout * r->stake >= r->least - rounding) r->whole += probability;
}

static bool hear_main(reported *r, lm_study *s)
{
    lm_distribution d;
    if (!lm_study_distribution(s, &d)) return false;
    for (int i = 0; i < LM_NETS; i++)
        hear(r, (i + LM_NET_LEAST) / 10.0, d.chance[i]);
    return true;
}

/* A wager of which only a display's advantage is declared has no amounts. */
static void hear_wager(reported *r, const lm_study *s, const lm_price *price)
{
    for (int i = 0; i < price->joints; i++) {
        const lm_joint *joint = &price->joint[i];
        double net = joint->n ? lm_price_net(price, s->rules, joint->which, joint->n) : -1;
        if (isnan(net)) r->most = r->reduced = r->whole = net;
        hear(r, net, joint->probability);
    }
}

/* Insurance has one outcome that wins. */
static void hear_insurance(reported *r, const lm_study *s, const lm_price *price)
{
    for (uint8_t i = 1; i < price->outcomes; i++)
        hear(r, lm_price_net(price, s->rules, &i, 1), price->probability[i]);
}

static void put_row(sheet *sh, const reported *r, int rounds)
{
    sheet_put_word(sh, r->id);
    sheet_put_word(sh, r->paytable);
    sheet_put(sh, r->stake);
    sheet_put(sh, r->most);
    sheet_put(sh, r->reduced);
    sheet_put(sh, r->reduced > 0 ? 1 / r->reduced : (double)NAN);
    sheet_put(sh, r->reduced * rounds);
    sheet_put(sh, r->reduced > 0 ? -expm1(rounds * log1p(-r->reduced)) : r->reduced);
    sheet_put(sh, r->whole);
}

static bool put_wagers(sheet *sh, lm_study *s, const asked *list, lm_cents stake, const lm_law *law, int rounds)
{
    static const sheet_column columns[] = {
        { "wager", "wager", SHEET_TEXT, 0 },
        { "paytable", "pay table", SHEET_TEXT, 0 },
        { "stake", "dollars", SHEET_REAL, 2 },
        { "most", "wins at most", SHEET_REAL, 1 },
        { "probability", "a form is due", SHEET_PERCENT, 8 },
        { "one_in", "one in", SHEET_COUNT, 0 },
        { "forms", "forms", SHEET_REAL, 6 },
        { "any", "at least one", SHEET_PERCENT, 6 },
        { "whole_payout", "by the whole payout", SHEET_PERCENT, 8 },
    };
    sheet_table_begin(sh, "wagers", "Wagers, with the winnings of a round per unit of each", columns, 9);
    double main = (double)(stake ? stake : s->rules->min_bet) / LM_DOLLAR, least = (double)law->cents / LM_DOLLAR;
    if (list->main) {
        reported r = { "main", "", main, least, law->times, 0, 0, 0 };
        if (!hear_main(&r, s)) return false;
        put_row(sh, &r, rounds);
    }
    for (int i = 0; i < list->n; i++) {
        const asked_wager *item = &list->item[i];
        const lm_price *price = &item->price;
        const char *id = item->insurance ? "insurance" : price->wager->id;
        double dollars = item->insurance ? main / 2 : (double)price->stake_cents / LM_DOLLAR;
        reported r = { id, price->paytable->id, dollars, least, law->times, 0, 0, 0 };
        (item->insurance ? hear_insurance : hear_wager)(&r, s, price);
        put_row(sh, &r, rounds);
    }
    return true;
}

bool tax_forms_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    int rounds = ask->rounds ? ask->rounds : USUAL_ROUNDS;
    const lm_law *law = lm_law_next(NULL, "us", LM_LAW_FORM, ask->tax_forms);
    int from, to;
    lm_law_years(LM_LAW_FORM, &from, &to);
    asked list = { 0 };
    sheet sh;
    if (!law)
        return say(&s->ear,
                   /* say:tax-year-unknown */
                   "the sum that is reported for %d is not known here: from 2027 on it is "
                   "adjusted for inflation each year; name a year from %d to %d",
                   ask->tax_forms, from, to);
    bool fine = asked_find(&list, s, ask) && asked_price(&list, s, ask);
    if (fine) {
        sheet_begin(&sh, s, "tax_forms", "Winnings that a house reports on Form W-2G (United States)");
        sheet_number(&sh, (sheet_column){ "year", "calendar year", SHEET_COUNT, 0 }, ask->tax_forms);
        sheet_number(&sh, (sheet_column){ "least", "winnings in dollars, at least", SHEET_COUNT, 0 },
                     (double)law->cents / LM_DOLLAR);
        sheet_number(&sh, (sheet_column){ "times", "and times the wager, at least", SHEET_COUNT, 0 }, law->times);
        sheet_number(&sh, (sheet_column){ "rounds", "rounds", SHEET_COUNT, 0 }, rounds);
        fine = put_wagers(&sh, s, &list, ask->stake_cents, law, rounds);
        sheet_note(&sh,
                   "A form is due where the winnings less the wager reach both; a house that does not subtract the "
                   "wager goes by the whole payout. Meters pay their seeds. Forms are the mean number in so many "
                   "rounds with one wager each; for an hour, name the rounds that the table deals in one.");
    }
    asked_free(&list);
    if (fine) return sheet_write(&sh, ask->format, out);
    return false;
}
