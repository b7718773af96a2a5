/* jobs.c - how fast `auto` plays each kind of job on one thread, beside the simulators of others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { CHECKED = 2 * LM_SIM_SESSION };

/* Every shipped profile is a job by its main game; these are the others. */
typedef struct {
    const char *rules, *wager;
    int boxes;
    lm_sim_dealing dealing;
    bool counts;
} kind;

static const kind kinds[] = {
    { "wa-freebet", "pot-of-gold", 1, LM_DEALING_FRESH, false },
    { "wa-freebet", "blazing7", 1, LM_DEALING_FRESH, false },
    { "wa-freebet", "all", 1, LM_DEALING_FRESH, false },
    { "wa-freebet", NULL, 7, LM_DEALING_FRESH, false },
    { "wa-freebet", NULL, 1, LM_DEALING_SHOE, false },
    { "wa-freebet", NULL, 7, LM_DEALING_SHOE, false },
    { "wa-freebet", NULL, 1, LM_DEALING_SHOE, true },
    { "ma-blackjack", "all", 1, LM_DEALING_FRESH, false },
    { "ma-blackjack", NULL, 3, LM_DEALING_FRESH, false },
    { "ma-blackjack", NULL, 1, LM_DEALING_SHOE, false },
    { "ma-blackjack", "all", 1, LM_DEALING_SHOE, false },
    { "ma-blackjack", NULL, 3, LM_DEALING_SHOE, false },
    { "ma-blackjack", NULL, 1, LM_DEALING_SHOE, true },
};

/* hhoppe/blackjack and kevin-lesenechal/freebj, measured on one 2.8 GHz core: six decks, one box, main game, all cards shuffled before each round. */
const bench_peer bench_peers[BENCH_PEERS] = {
    { "hhoppe", 3.7e6, 5.3e6 },
    { "freebj", 2.7e6, 3.8e6 },
};

/* Hi-Lo with a spread, index plays and insurance: everything that a counting system may ask for. */
static void fill_hi_lo(lm_count *count)
{
    static const int8_t tags[] = { 0, -1, 1, 1, 1, 1, 1, 0, 0, 0, -1 };
    *count = (lm_count){ .insures = true,
                         .insure_from = 3,
                         .indices = 3,
                         .index = { { LM_ROW_HARD + 16, 10, LM_PLAY_STAND, 0, 0 },
                                    { LM_ROW_HARD + 15, 10, LM_PLAY_STAND, 4, 0 },
                                    { LM_ROW_HARD + 12, 4, LM_PLAY_HIT, 0, 1 } },
                         .steps = 4,
                         .from = { -99, 1, 2, 3 },
                         .units = { 1, 2, 4, 8 } };
    for (lm_card card = 0; card < LM_CARDS; card++)
        count->tag[card] = tags[lm_card_value(card)];
}

static bool open_kind(sim_question *q, sim_ask *ask, const kind *k, const lm_study_ear *ear)
{
    *ask = (sim_ask){ .rules = k->rules,
                      .seed = 1,
                      .seats = k->boxes,
                      .dealing = k->dealing,
                      .penetration = 0.75,
                      .backend = "auto",
                      .threads = 1,
                      .quiet = true };
    if (k->wager) ask->wager[ask->wagers++] = k->wager;
    *q = (sim_question){ .args = ask, .ear = ear, .ranks = { 0, 1, 1 }, .plays_only = true };
    if (!sim_question_open(q)) return false;
    if (k->counts) fill_hi_lo(&q->count);
    if (k->counts) q->job.count = &q->count;
    const char *why;
    q->backend = lm_sim_choose(&q->job, "auto", false, &why);
    return true;
}

static short_words name_of(const kind *k)
{
    short_words wagers =
        k->wager ? words_of(strcmp(k->wager, "all") == 0 ? ", %s wagers" : ", %s", k->wager) : (short_words){ "" };
    return words_of("%s%s%s%s%s", k->rules, wagers.text, k->boxes > 1 ? words_of(", %d boxes", k->boxes).text : "",
                    k->dealing == LM_DEALING_SHOE ? ", shoe" : "", k->counts ? ", Hi-Lo" : "");
}

/* The boxes a second that a job must reach, on one core and on a GPU. */
static double required(const kind *k, const lm_sim_backend *backend)
{
    static const double lines[][2] = { { 50e6, 60e9 }, { 20e6, 20e9 }, { 15e6, 5e9 }, { 8e6, 0 } };
    int line = k->counts ? 3 : k->dealing == LM_DEALING_SHOE ? 2 : k->wager != NULL;
    return lines[line][backend == &lm_sim_cuda];
}

/* Rounds a second: doubles the number of rounds until they take long enough. */
static double pace_of(const sim_question *q, double seconds)
{
    uint64_t rounds = q->backend->block < 64 * LM_SIM_SESSION ? q->backend->block : 16 * LM_SIM_SESSION;
    double took = 0;
    while ((took = bench_run_seconds(&q->job, q->backend, 1, rounds)) < seconds)
        rounds *= took < seconds / 8 ? 4 : 2;
    return (double)rounds / took;
}

static bool measure_kind(bench_table *table, const kind *k)
{
    sim_question *q = malloc(sizeof *q);
    sim_ask *ask = malloc(sizeof *ask);
    bool ok = q && ask && open_kind(q, ask, k, table->ear);
    if (ok && table->jobs < BENCH_JOBS) {
        bench_job *job = &table->job[table->jobs++];
        snprintf(job->name, sizeof job->name, "%s", name_of(k).text);
        bench_tell(table, job->name);
        job->backend = q->backend->name;
        job->rounds = pace_of(q, table->is_long ? 2 : 0.2);
        job->boxes = job->rounds * k->boxes;
        job->must = required(k, q->backend);
        job->wrong = !bench_agrees(&q->job, q->backend, CHECKED);
    }
    free(ask);
    free(q);
    return ok;
}

bool bench_add_jobs(bench_table *table, const char *const *profiles)
{
    bool ok = true;
    for (const char *const *name = profiles; ok && *name; name++)
        ok = measure_kind(table, &(kind){ *name, NULL, 1, LM_DEALING_FRESH, false });
    for (size_t i = 0; ok && i < sizeof kinds / sizeof *kinds; i++)
        ok = measure_kind(table, &kinds[i]);
    return ok;
}
