/* joint.c - the nets of two wagers of one box, round by round. */
#include <assert.h>
#include <stdlib.h>

#include "driver.h"

static void add(lm_sim_joint *joint, int64_t main_cents, int64_t wager_cents)
{
    uint64_t mark = ((uint64_t)main_cents * 0x9e3779b97f4a7c15u ^ (uint64_t)wager_cents) * 0xff51afd7ed558ccdu;
    lm_sim_joint_cell *cell = &joint->cell[mark >> 32 & (LM_SIM_JOINT - 1)];
    while (cell->boxes && (cell->main_cents != main_cents || cell->wager_cents != wager_cents))
        cell = cell + 1 < joint->cell + LM_SIM_JOINT ? cell + 1 : joint->cell;
    if (!cell->boxes && joint->n == LM_SIM_JOINT - 1) { /* one place stays free, where a search ends */
        joint->left_out++;
        return;
    }
    joint->n += !cell->boxes;
    cell->main_cents = main_cents;
    cell->wager_cents = wager_cents;
    cell->boxes++;
}

static void note_round(const driver *d, int offer, lm_sim_joint *joint)
{
    const lm_round *r = &d->round;
    for (int i = 0; i < r->sides && !d->watches; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (bet->slot != LM_SIDE + offer || bet->state != LM_BET_DECIDED) continue;
        add(joint, scalar_main_net(d, bet->box_bettor / 4), bet->net);
    }
}

bool lm_sim_joint_run(const lm_sim_job *job, int offer, uint64_t first, uint64_t rounds, lm_sim_joint *joint)
{
    assert(job->stake_cents[offer] && !job->rules->offer[offer].wager->carries);
    driver *d = malloc(sizeof *d);
    if (!d) return false;
    driver_open(d, job);
    for (uint64_t i = 0; i < rounds; i++) {
        if (driver_play(d, first + i)) note_round(d, offer, joint);
    }
    free(d);
    return true;
}
