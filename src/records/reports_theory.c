/* reports_theory.c - the expected result of the stakes in a report by exact odds, and its range by chance.
 *
 * The caller supplies edges and deviations (lm_records_owner.edge): this room knows no odds. */
#include <math.h>
#include <string.h>

#include "reports.h"

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
    t->staked_cents += staked->cents;
    t->mean_cents += edge * stake;
    t->variance += sd * sd * stake * stake;
    t->round_sd += sd * stake;
}

/* Boxes meet the same dealer and side wagers the same cards, so they are not independent. Whatever their correlation,
 * the deviation of a round is at most the sum of its deviations; rounds are independent of each other. */
void theory_round(theory *t)
{
    t->widest += t->round_sd * t->round_sd;
    t->round_sd = 0;
}

double theory_reach(const theory *t)
{
    return 1.96 * sqrt(t->widest);
}
