/* jobs.h - every job that a backend may be given: each shipped profile with its main game, insurance, each wager that its
 * document allows and all wagers that it offers; fresh and from a shoe; 1, 3 and 7 boxes; with and without a count. */
#ifndef LAMMER_TEST_SIM_JOBS_H
#define LAMMER_TEST_SIM_JOBS_H

#include "charts.h"
#include "lammer/sim.h"
#include "offers.h"

enum { JOB_BOXES = 3, JOB_CELLS = 4 * JOB_BOXES };

static const char *const job_cells[JOB_CELLS] = {
    "fresh, 1 box",          "fresh, 3 boxes",          "fresh, most boxes",
    "shoe, 1 box",           "shoe, 3 boxes",           "shoe, most boxes",
    "fresh, 1 box, counted", "fresh, 3 boxes, counted", "fresh, most boxes, counted",
    "shoe, 1 box, counted",  "shoe, 3 boxes, counted",  "shoe, most boxes, counted",
};

/* A row of jobs differs only in its cell. `job` is NULL where no table can be played so. */
typedef void job_visit(void *self, const char *profile_name, const char *what, int cell, const lm_sim_job *job);

typedef struct {
    job_visit *visit;
    void *self;
} job_visitor;

/* Hi-Lo with a ramp, index plays and insurance. */
static inline const lm_count *job_count(void)
{
    static const int8_t tags[] = { 0, -1, 1, 1, 1, 1, 1, 0, 0, 0, -1 };
    static lm_count count = { .insures = true,
                              .insure_from = 3,
                              .indices = 2,
                              .index = { { LM_ROW_HARD + 16, 10, LM_PLAY_STAND, 0, 0 },
                                         { LM_ROW_HARD + 12, 4, LM_PLAY_HIT, 0, 1 } },
                              .steps = 4,
                              .from = { -2, 1, 2, 3 },
                              .units = { 0, 1, 3, 5 } };
    for (lm_card card = 0; card < LM_CARDS; card++)
        count.tag[card] = tags[lm_card_value(card)];
    return &count;
}

/* Visits the jobs of the loaded rules. */
static inline void visit_row(const job_visitor *v, const char *profile_name, const char *what, bool lays_all)
{
    static const uint8_t boxes[JOB_BOXES] = { 1, 3, LM_SIM_SEATS };
    static lm_chart chart;
    const lm_rules *k = &profile.rules;
    test_chart(&chart, k);
    for (int cell = 0; cell < JOB_CELLS; cell++) {
        uint8_t most = (uint8_t)k->boxes, wanted = boxes[cell % JOB_BOXES];
        bool counts = cell >= 2 * JOB_BOXES, shoe = cell / JOB_BOXES % 2;
        lm_sim_job job = { .rules = k,
                           .chart = &chart,
                           .count = counts ? job_count() : NULL,
                           .seed = 21,
                           .seats = wanted < most ? wanted : most,
                           .bet_cents = k->min_bet > 10 * LM_DOLLAR ? k->min_bet : 10 * LM_DOLLAR,
                           .dealing = shoe ? LM_DEALING_SHOE : LM_DEALING_FRESH,
                           .cover = (uint16_t)(k->decks * LM_CARDS * 3 / 4),
                           .insures = strcmp(what, "insurance") == 0 };
        for (int i = 0; lays_all && i < k->offers; i++)
            job.stake_cents[i] = stake_of(k, k->offer[i].wager);
        v->visit(v->self, profile_name, what, cell, lm_sim_job_fault(&job) ? NULL : &job);
    }
}

static inline void visit_profile(const job_visitor *v, const char *name)
{
    const mode m = { name, "" };
    if (!load(name, NULL, 0)) return;
    visit_row(v, name, "main", false);
    if (profile.rules.insurance) visit_row(v, name, "insurance", false);
    if (profile.rules.offers > 1) visit_row(v, name, "all", true);
    for (int i = 0; lm_wagers[i]; i++) {
        for (int table = 0; lm_wagers[i]->paytables[table].clause; table++) {
            char offer[OFFER];
            name_offer(offer, lm_wagers[i], &lm_wagers[i]->paytables[table]);
            if (!load_alone(&m, lm_wagers[i], table, "")) continue;
            visit_row(v, name, offer, true);
            break;
        }
    }
}

static inline void visit_jobs(const job_visitor *v)
{
    for (const char *const *name = lm_profile_names(); *name; name++)
        visit_profile(v, *name);
}

#endif
