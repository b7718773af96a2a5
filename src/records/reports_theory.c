/* reports_theory.c - the expected result of the stakes in a report by exact odds, and its range by chance.
 *
 * The caller supplies edges and deviations (lm_records_owner.edge): this room knows no odds. */
#include <math.h>
#include <string.h>

#include "reports.h"

/* The boxes of a round meet one dealer, and how much two of them depend on each other is known. All wagers on one box play
 * one hand, and side wagers see the same cards: whatever their correlation, deviations add up to no more than their sum.
 * Rounds are independent of each other. */
static double widest_of(const theory *t)
{
    double sum = 0, squares = 0;
    for (int box = 0; box <= LM_BOXES; box++) {
        sum += t->box_sd[box];
        squares += t->box_sd[box] * t->box_sd[box];
    }
    double widest = sqrt(t->tie * sum * sum + (1 - t->tie) * squares) + t->other_sd;
    return widest * widest;
}

static void end_round(theory *t)
{
    t->widest += widest_of(t);
    memset(t->box_sd, 0, sizeof t->box_sd);
    t->other_sd = 0;
    t->dealt = false;
}

void theory_stake(theory *t, const table_reading *reading, const report_stake *staked)
{
    const char *wager = staked->wager;
    const lm_records_owner *owner = &reading->query->owner;
    double edge = 0, sd = 0;
    char id[REPORT_WAGER];
    snprintf(id, sizeof id, "%.*s", (int)strcspn(wager, "."), wager); /* main.2 is a main wager */
    const char *asked = strncmp(wager, "main.", 5) == 0 || strncmp(wager, "insurance.", 10) == 0 ? id : wager;
    if (!owner->edge || !reading->rules || !owner->edge(owner->self, reading->rules, asked, &edge, &sd)) {
        t->unknown_cents += staked->cents;
        return;
    }
    double stake = (double)staked->cents;
    if (t->dealt && strcmp(asked, "insurance") != 0) end_round(t);
    t->staked_cents += staked->cents;
    t->mean_cents += edge * stake;
    t->variance += sd * sd * stake * stake;
    if (strcmp(asked, "main") == 0) {
        t->tie = owner->tie ? owner->tie(owner->self, reading->rules) : 1;
        t->box_sd[staked->box <= LM_BOXES ? staked->box : 0] += sd * stake;
    } else {
        t->other_sd += sd * stake;
    }
}

/* Insurance that is bought after the deal still belongs to the round. */
void theory_round(theory *t)
{
    if (t->dealt) end_round(t);
    t->dealt = true;
}

double theory_reach(const theory *t)
{
    return 1.96 * sqrt(t->widest + widest_of(t));
}
