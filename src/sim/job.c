/* job.c - whether a job can be simulated, and the list of backends. */
#include <string.h>

#include "scalar/driver.h"
#include "walk/walk.h"

const lm_sim_backend *const lm_sim_backends[] = { &lm_sim_cuda, &lm_sim_simd, &lm_sim_quick, &lm_sim_scalar, NULL };

const lm_sim_backend *lm_sim_backend_find(const char *name)
{
    for (int i = 0; lm_sim_backends[i]; i++) {
        if (strcmp(lm_sim_backends[i]->name, name) == 0) return lm_sim_backends[i];
    }
    return NULL;
}

/* What a job is asked for beside its tally. */
typedef enum { NO_MORE, HANDS, HANDS_AND_DETAIL } more;

/* Why a backend does not give this, or NULL. The machine of walk.h counts hands; kernels and tables do not. */
static const char *withholds(const lm_sim_backend *backend, const lm_sim_job *job, more wanted)
{
    if (wanted == NO_MORE || backend->has_by_hand) return NULL;
    if (wanted == HANDS_AND_DETAIL) return "only scalar gives results in detail";
    return backend->has_hands ? walk_refuses(job) : "it gives no results by hand, count and penetration";
}

/* Why a backend cannot take this job, or NULL. */
static const char *objection(const lm_sim_backend *backend, const lm_sim_job *job, more wanted)
{
    if (backend->is_here && !backend->is_here()) return backend->needs;
    const char *why = withholds(backend, job, wanted);
    if (why) return why;
    if (job->plays && backend != &lm_sim_scalar)
        return /* say:sim-class */ "only scalar plays by the cards of a hand and by what was split";
    if (job->chart->exceptions && backend != &lm_sim_scalar)
        return /* say:sim-exceptions */ "only scalar plays a chart with exceptions";
    return backend->refuses ? backend->refuses(job) : NULL;
}

static const lm_sim_backend *choose(const lm_sim_job *job, const char *name, more wanted, const char **why)
{
    const lm_sim_backend *const *backend = lm_sim_backends;
    bool any = strcmp(name, "auto") == 0;
    while (!any && *backend && strcmp((*backend)->name, name) != 0)
        backend++;
    *why = *backend ? objection(*backend, job, wanted) : NULL;
    while (*backend && objection(*backend, job, wanted))
        backend++;
    return *backend;
}

const lm_sim_backend *lm_sim_choose(const lm_sim_job *job, const char *name, bool by_hand, const char **why)
{
    return choose(job, name, by_hand ? HANDS_AND_DETAIL : NO_MORE, why);
}

const lm_sim_backend *lm_sim_choose_hands(const lm_sim_job *job, const char *name, const char **why)
{
    return choose(job, name, HANDS, why);
}

/* Whether a wager's result depends on earlier rounds, or on a meter that earlier rounds fed. */
static bool outlives_round(const lm_offer *offer)
{
    if (offer->wager->carries) return true;
    for (int row = 0; row < LM_OUTCOMES; row++) {
        if (offer->pays[row].form == LM_PERCENT) return true;
    }
    return false;
}

bool lm_sim_remembers(const lm_sim_job *job)
{
    if (job->dealing == LM_DEALING_SHOE) return true;
    for (int i = 0; i < job->rules->offers; i++) {
        if (job->stake_cents[i] && outlives_round(&job->rules->offer[i])) return true;
    }
    return false;
}

/* Every hand must have an entry in the chart. */
static bool has_hole(const lm_chart *chart, const lm_rules *k)
{
    int stakes = lm_is_free_bet(k) && (k->free_split && k->free_splits) ? LM_STAKES : 1;
    for (int staked = 0; staked < stakes; staked++) {
        for (int column = 0; column < lm_chart_columns(chart); column++) {
            for (int total = 4; total <= 21; total++) {
                if (chart->cell[staked][LM_ROW_HARD + total][column].otherwise > LM_PLAY_HIT) return true;
                if (total >= 12 && chart->cell[staked][LM_ROW_SOFT + total][column].otherwise > LM_PLAY_HIT)
                    return true;
            }
        }
    }
    return false;
}

static const char *count_fault(const lm_sim_job *job)
{
    const lm_count *count = job->count;
    for (int i = 0; count && i < count->steps; i++) {
        lm_cents bet = job->bet_cents * count->units[i];
        if (count->units[i] < 0 || bet > job->rules->max_bet)
            return "the ramp goes beyond the table's limits: set max_bet, or bet less";
        if (i && count->from[i] <= count->from[i - 1]) return "the ramp of the counting system does not ascend";
    }
    return NULL;
}

/* Whether a wager is laid without the wager that it depends on. */
static bool lacks_company(const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        const char *beside = job->rules->offer[i].wager->beside;
        if (!beside || !job->stake_cents[i]) continue;
        int slot = lm_rules_slot(job->rules, beside);
        if (slot < LM_SIDE || !job->stake_cents[slot - LM_SIDE]) return true;
    }
    return false;
}

/* Whether the table would refuse a stake beside this bet. */
static bool is_outside_limits(const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        lm_cents stake = job->stake_cents[i];
        lm_stakes s = lm_wager_stakes_beside(job->rules, job->rules->offer[i].wager, job->bet_cents);
        bool fits = s.fixed ? stake == s.least || stake == s.most : s.step == 0 || stake % s.step == 0;
        if (stake && (stake < s.least || stake > s.most || !fits)) return true;
    }
    return false;
}

_Static_assert(LM_SIDE_BETS == 80, "the sentence in lm_sim_job_fault names this number");

/* Whether the wagers of all boxes are more than a round holds. */
static bool has_too_many(const lm_sim_job *job)
{
    int wagers = 0;
    for (int i = 0; i < job->rules->offers; i++)
        wagers += job->stake_cents[i] != 0;
    return wagers * job->seats > LM_SIDE_BETS;
}

const char *lm_sim_job_fault(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    if (!k->hash) return "the rules are not sealed";
    if (job->seats < 1 || job->seats > k->boxes)
        return /* say:sim-seats */ "the table does not have that many boxes; use fewer";
    if (job->bet_cents < k->min_bet || job->bet_cents > k->max_bet || job->bet_cents % k->bet_step)
        return /* say:sim-bet-limits */ "the bet is outside the limits of the table or not in its steps";
    if (job->chart->open != (k->hole_card == LM_HOLE_FACE_UP))
        return /* say:sim-other-game */ "the chart is for another game: its columns do not match the hole card of "
                                        "these rules";
    if (has_hole(job->chart, k)) return "the chart is incomplete: it has no entry for some hands";
    if (job->dealing == LM_DEALING_SHOE) {
        if (k->shoe == LM_SHOE_CONTINUOUS) return "a continuous shuffler has no shoe to deal out";
        if (job->cover < 1 || job->cover >= k->decks * LM_CARDS) return "the cover card must lie within the shoe";
    }
    if (has_too_many(job))
        return /* say:sim-too-many */ "a round holds at most 80 optional wagers: lay fewer, or play fewer boxes";
    if (lacks_company(job)) return "a wager is laid without the wager it depends on: lay that one too";
    if (is_outside_limits(job))
        return "a wager is laid outside its limits, or above the bet that limits it: change the bet, side_min "
               "or side_max";
    const char *fault = count_fault(job);
    return fault ? fault : prizes_fault(job);
}
