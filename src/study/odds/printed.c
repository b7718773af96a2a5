/* printed.c - figures that the documents print, beside ours, with what explains a difference.
 *
 * Washington prints the house edge of its Push 22 tables by decks; both documents with Blazing 7's print
 * its hold and hit frequency. Nothing else in them is a figure of this kind. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "study.h"

/* Rounded to two decimals of a per cent; a little more for the decimals of a double. */
#define ROUNDING 0.0000500001

/* ---- Push 22 ------------------------------------------------------------------------------------------- */

static const int printed_decks[5] = { 1, 2, 4, 6, 8 };

/* By pay table and by the dealer's soft 17: per cent for 1, 2, 4, 6, 8 decks, under the headings of C-27. */
static const struct {
    const char *clause, *table;
    int soft17;
    double edge[5];
    const char *heading; /* where the document prints it instead, NULL: under its own */
} push22[] = {
    { "WFB-P22M.1", "1", LM_SOFT17_HIT, { 9.04, 7.10, 6.16, 5.85, 5.70 }, NULL },
    { "WFB-P22M.2", "2", LM_SOFT17_HIT, { 14.98, 12.99, 12.03, 11.70, 11.55 }, "table 1, stand" },
    { "WFB-P22M.3", "1", LM_SOFT17_STAND, { 10.03, 8.09, 7.15, 6.84, 6.69 }, "table 2, hit" },
    { "WFB-P22M.4", "2", LM_SOFT17_STAND, { 15.88, 13.89, 12.93, 12.61, 12.46 }, NULL },
    { "WFB-P22M.5", "3", LM_SOFT17_HIT, { 11.80, 11.72, 11.70, 11.71, 11.75 }, NULL },
    { "WFB-P22M.6", "3", LM_SOFT17_STAND, { 13.00, 12.92, 12.88, 12.88, 12.86 }, NULL },
};

static void explain_push22(printed_figure *figure, const char *heading, const char *table)
{
    size_t used = 0;
    if (heading) {
        used = (size_t)snprintf(
            figure->note, sizeof figure->note,
            "printed under the heading \"%s\": the document's headings are interchanged (C-27). ", heading);
    }
    if (figure->agrees) return;
    snprintf(figure->note + used, sizeof figure->note - used,
             strcmp(table, "3") == 0
                 ? "The column of the 11-to-1 table is not the exact value at any rounding, nor monotonic in "
                   "decks; "
                   "it was probably simulated (C-28)."
                 : "The printed last digit is off by one; no rounding of the exact value gives it (C-27).");
}

static int printed_push22(const lm_study *s, const lm_price *price, printed_figure *found)
{
    for (size_t r = 0; r < sizeof push22 / sizeof *push22; r++) {
        if (strcmp(push22[r].table, price->paytable->id) != 0 || push22[r].soft17 != s->rules->dealer_soft17)
            continue;
        for (int i = 0; i < 5; i++) {
            if (printed_decks[i] != s->rules->decks) continue;
            *found = (printed_figure){ .clause = push22[r].clause,
                                       .figure = "house edge",
                                       .printed = push22[r].edge[i] / 100,
                                       .ours = price->house_edge };
            found->agrees = fabs(found->printed - found->ours) < ROUNDING;
            explain_push22(found, push22[r].heading, push22[r].table);
            return 1;
        }
    }
    return 0;
}

/* ---- Blazing 7's --------------------------------------------------------------------------------------- */

/* The documents print neither decks nor seed nor contribution; these reproduce the figures (C-44). */
static bool is_calibrated(const lm_rules *rules)
{
    return rules->decks == 6 && rules->blazing7_seed == 2000 * LM_DOLLAR &&
           rules->blazing7_contribution == 2400;
}

static void explain_blazing7(const lm_study *s, printed_figure *figure)
{
    const char *why = "the two versions of the game differ in the third card (C-44)";
    if (figure->agrees) return;
    if (!is_calibrated(s->rules)) {
        why = /* say:six-decks-note */ "the printed figure is for six decks, a seed of $2,000 and a "
                                       "contribution of 24 % (C-44)";
    } else if (s->rules->rule_set == LM_WFB) {
        why = "the printed figure takes a third card as always seen; two sevens against a dealer blackjack "
              "that the "
              "reader found get none (C-44, C-45)";
    }
    snprintf(figure->note, sizeof figure->note, "%s", why);
}

static int printed_blazing7(const lm_study *s, const lm_price *price, printed_figure found[PRINTED_MOST])
{
    bool first = strcmp(price->paytable->id, "1") == 0, wfb = s->rules->rule_set == LM_WFB;
    const char *clause = !wfb ? "MBJ-31(d).2" : first ? "WB7-T1.2" : "WB7-T2.2";
    found[0] = (printed_figure){
        .clause = clause, .figure = "hold", .printed = first ? 0.2478 : 0.2359, .ours = price->house_edge
    };
    found[1] = (printed_figure){
        .clause = clause, .figure = "hit frequency", .printed = 0.1482, .ours = price->hit_frequency
    };
    for (int i = 0; i < PRINTED_MOST; i++) {
        found[i].agrees = fabs(found[i].printed - found[i].ours) < ROUNDING;
        explain_blazing7(s, &found[i]);
    }
    return PRINTED_MOST;
}

/* Printed figures are for a fresh shoe. */
int printed_figures(const lm_study *s, const asked_wager *wager, printed_figure found[PRINTED_MOST])
{
    const lm_price *price = &wager->price;
    lm_rule_set set = (lm_rule_set)s->rules->rule_set;
    if (wager->insurance || s->removed || s->infinite) return 0;
    if (strcmp(price->wager->id, "push22") == 0 && set == LM_WFB) return printed_push22(s, price, found);
    if (strcmp(price->wager->id, "blazing7") == 0 && (set == LM_WFB || set == LM_MBJ))
        return printed_blazing7(s, price, found);
    return 0;
}
