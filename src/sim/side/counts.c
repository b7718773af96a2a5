/* counts.c - the counts of a run as tallies. */
#include "plan.h"
#include "tally.h"

static void add_results(const side_plan *plan, int offer, unsigned code, uint64_t n, lm_sim_wager *wager)
{
    const side_result *result = &plan->result[offer][code];
    if (n) tally_bets(wager, plan->stake_cents[offer], result->net_cents, result->outcome, n);
}

static void add_cells(const side_plan *plan, const side_counts *counts, int offer, lm_sim_wager *wager)
{
    for (int i = 0; i < plan->cells; i++) {
        const side_cell *cell = &plan->cell[i];
        if (cell->ask >> offer & 1) continue;
        uint64_t n = counts->deal[0][i] + (cell->ask_blackjack >> offer & 1 ? 0 : counts->deal[1][i]);
        add_results(plan, offer, cell->code[offer], n, wager);
    }
}

static void add_ends(const side_plan *plan, const side_counts *counts, int offer, lm_sim_wager *wager)
{
    bool last = plan->completes && plan->by_last >> offer & 1;
    for (int i = 0; i < SIDE_ENDS; i++) {
        if (!(plan->ask_end[last][i] >> offer & 1))
            add_results(plan, offer, plan->end_code[offer][i], counts->end[last][i], wager);
    }
}

void side_tally(const side_plan *plan, const side_counts *counts, lm_sim_tally *tally)
{
    for (int i = 0; i < LM_OFFERS; i++) {
        lm_sim_wager *wager = &tally->wager[i];
        if (plan->by_deal >> i & 1) add_cells(plan, counts, i, wager);
        if ((plan->by_end | plan->by_last) >> i & 1) add_ends(plan, counts, i, wager);
        for (unsigned code = 0; code < SIDE_CODES && plan->carried >> i & 1; code++)
            add_results(plan, i, code, counts->carried[i][code], wager);
    }
    side_tally_answers(plan, counts, tally);
}
